"""Hades: transfers outside Phase III."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInElysium, PerCardInLegend, PerFamilyInLegend
from pediment.games.elysium.rules.effects import Discarding, Gain, OfFamily, Per, Seq
from pediment.games.elysium.rules.listeners import SECOND_TRANSFER, MoreTransfers, WhenEvent, WhenFamily
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import GOLD, HADES, VP

CARDS: Final[list[Card]] = [
    Card("posthumous-hero", 1, 2, worth=0.7, trigger=Transfer(free=True, citizens=True)),
    Card("charons-obol", 1, 2, worth=1.7, instant=Seq(Gain(1, GOLD), Transfer(may=True))),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-hades", 1, 1, worth=1.5, chronos=PerCardInLegend(HADES)),
    Card("tartarus", 1, 1, worth=4.7, chronos=PerCardInElysium(2)),
    Card("helm-of-invisibility", 2, 3, worth=0.8, legend=MoreTransfers(1)),
    Card("initiation", 2, 2, worth=0.8, eleusis=Transfer()),
    Card("charon", 2, 2, worth=1.6, legend=WhenEvent(SECOND_TRANSFER, 2, VP)),
    Card("cerberus", 3, 2, worth=0.4, activate=Discarding(Transfer())),
    Card("judges-of-the-underworld", 3, 2, worth=2.8, trigger=Per(OfFamily(HADES), Transfer(may=True))),
    Card("horn-of-plenty", 3, 1, worth=0.7, permanent=WhenFamily(HADES, 1, GOLD)),
    Card("god-of-the-dead", 3, 1, worth=2.2, permanent=WhenFamily(HADES, 1, VP)),
    Card("persephone", 3, 1, worth=1.9, trigger=Transfer(free=True)),
]
