"""Ares: Prestige."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInLegend, PerFamilyInLegend, PerOwned
from pediment.games.elysium.rules.effects import Discarding, EachOther, Gain, Give, OfFamily, Per
from pediment.games.elysium.rules.listeners import TRANSFERS_BEGIN, WhenEvent, WhenFamily
from pediment.games.elysium.rules.vocabulary import ARES, GOLD, NO_FAMILY, PP, VP

CARDS: Final[list[Card]] = [
    Card("hoplites", 1, 2, worth=1.2, instant=Gain(1, PP)),
    Card("recruiter", 1, 2, worth=0.8, permanent=WhenFamily(NO_FAMILY, 1, PP)),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-ares", 1, 1, worth=1.5, chronos=PerCardInLegend(ARES)),
    Card("veterans", 1, 1, worth=2.9, chronos=PerOwned(PP, 1)),
    Card("war-chariots", 2, 3, worth=1.8, legend=WhenEvent(TRANSFERS_BEGIN, 1, PP)),
    Card("initiation", 2, 2, worth=1.7, eleusis=Gain(1, PP)),
    Card("deimos-and-phobos", 2, 2, worth=1.8, instant=EachOther(Give(1, PP))),
    Card("go-tell-the-spartans", 3, 2, worth=0.9, activate=Discarding(Gain(2, PP))),
    Card("glorious-victory", 3, 2, worth=3.2, activate=Per(OfFamily(ARES), Gain(1, PP))),
    Card("tribute-to-the-amazons", 3, 1, worth=0.7, permanent=WhenFamily(ARES, 1, GOLD)),
    Card("god-of-war", 3, 1, worth=2.2, permanent=WhenFamily(ARES, 1, VP)),
    Card("water-dragon", 3, 1, worth=2.1, trigger=EachOther(Give(1, PP))),
]
