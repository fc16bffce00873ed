"""Both games as PettingZoo environments, `elysium_v0` and `ephyran_v0`; docs/pettingzoo.md says how to use them."""
