"""All 168 cards, a file for each family."""

from __future__ import annotations

from pediment.games.elysium.rules.card import add_citizens, add_family
from pediment.games.elysium.rules.cards import apollo, ares, athena, hades, hephaestus, hermes, poseidon, zeus


def fill_tables() -> None:
    """Enter all cards, in the order of E1.1, which is that of the card table."""
    for family, file in enumerate([apollo, ares, athena, hades, hephaestus, hermes, poseidon, zeus]):
        add_family(family, file.CARDS)
    add_citizens()
