"""Hades: transfers outside Phase III."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInElysium, PerCardInLegend, PerFamilyInLegend
from pediment.games.elysium.rules.effects import Discarding, Gain, OfFamily, Per, Seq
from pediment.games.elysium.rules.listeners import SECOND_TRANSFER, OneMoreTransfer, WhenEvent, WhenFamily
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import GOLD, HADES, VP

CARDS: Final = [
    Card("posthumous-hero", 1, 2, trigger=Transfer(free=True, citizens=True)),
    Card("charons-obol", 1, 2, instant=Seq(Gain(1, GOLD), Transfer(may=True))),
    Card("assembly", 1, 1, chronos=PerFamilyInLegend()),
    Card("temple-of-hades", 1, 1, chronos=PerCardInLegend(HADES)),
    Card("tartarus", 1, 1, chronos=PerCardInElysium(2)),
    Card("helm-of-invisibility", 2, 3, legend=OneMoreTransfer()),
    Card("initiation", 2, 2, eleusis=Transfer()),
    Card("charon", 2, 2, legend=WhenEvent(SECOND_TRANSFER, 2, VP)),
    Card("cerberus", 3, 2, activate=Discarding(Transfer())),
    Card("judges-of-the-underworld", 3, 2, trigger=Per(OfFamily(HADES), Transfer(may=True))),
    Card("horn-of-plenty", 3, 1, permanent=WhenFamily(HADES, 1, GOLD)),
    Card("god-of-the-dead", 3, 1, permanent=WhenFamily(HADES, 1, VP)),
    Card("persephone", 3, 1, trigger=Transfer(free=True)),
]
