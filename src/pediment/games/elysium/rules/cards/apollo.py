"""Apollo: the Oracle."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.borrowing import ORACLE, Use
from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import IfMostCards, PerCardInLegend, PerFamilyInLegend
from pediment.games.elysium.rules.effects import (
    Discarding,
    DrawToOracle,
    FamiliesInOracle,
    Gain,
    Per,
    Seq,
    TakeCitizen,
    TakeFromOracle,
)
from pediment.games.elysium.rules.listeners import WhenFamily
from pediment.games.elysium.rules.vocabulary import APOLLO, GOLD, INSTANT, TRIGGER, VP

CARDS: Final = [
    Card("dark-future", 1, 2, trigger=Per(FamiliesInOracle(), Gain(1, VP))),
    Card("charisma", 1, 2, instant=TakeCitizen()),
    Card("assembly", 1, 1, chronos=PerFamilyInLegend()),
    Card("temple-of-apollo", 1, 1, chronos=PerCardInLegend(APOLLO)),
    Card("homer", 1, 1, chronos=IfMostCards(7)),
    Card("prophecy-of-glory", 2, 3, trigger=TakeFromOracle()),
    Card("initiation", 2, 2, eleusis=Use(ORACLE, TRIGGER, INSTANT)),
    Card("offerings", 2, 2, trigger=Per(FamiliesInOracle(), Gain(1, GOLD))),
    Card("gathering-of-heroes", 3, 2, trigger=Seq(DrawToOracle(2), TakeFromOracle())),
    Card("succession", 3, 2, activate=Discarding(TakeFromOracle())),
    Card("the-muses", 3, 1, permanent=WhenFamily(APOLLO, 1, GOLD)),
    Card("god-of-the-sun", 3, 1, permanent=WhenFamily(APOLLO, 1, VP)),
    Card("master-of-the-oracle", 3, 1, trigger=Discarding(Seq(TakeFromOracle(), TakeFromOracle()))),
]
