"""Both games for PettingZoo: `elysium_v0` and `ephyran_v0`, each with `env`, `raw_env` and `parallel_env`."""

from __future__ import annotations

from pediment.rl.pettingzoo import elysium_v0, ephyran_v0

__all__ = ["elysium_v0", "ephyran_v0"]
