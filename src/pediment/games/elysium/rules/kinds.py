"""How many kinds of cards there are. Whoever imports this finds the tables filled."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.card import fill_tables
from pediment.games.elysium.rules.cards import apollo, ares, athena, hades, hephaestus, hermes, poseidon, zeus
from pediment.games.elysium.rules.tables import CARDS_OF_KIND

fill_tables([
    apollo.CARDS, ares.CARDS, athena.CARDS, hades.CARDS, hephaestus.CARDS, hermes.CARDS, poseidon.CARDS, zeus.CARDS,
])  # fmt: skip

KINDS: Final = len(CARDS_OF_KIND)
CITIZEN_KIND: Final = KINDS  # the one after the printed ones
