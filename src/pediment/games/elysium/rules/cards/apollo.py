"""Apollo: the Oracle."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.amounts import changeable
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
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.vocabulary import APOLLO, GOLD, INSTANT, NONE, TRIGGER, VP


class TakeCardsFromOracle(TakeFromOracle):
    """Master of the Oracle: take `n` cards from the Oracle, one after the other, or as many as can be taken."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = changeable(n)

    def amounts(self) -> list[tuple[str, int]]:
        """The cards to take."""
        return [("cards", self.n)]

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        super().start(s, actor, source, target, s.edition.amounts[self.n])


CARDS: Final[list[Card]] = [
    Card("dark-future", 1, 2, worth=3.2, trigger=Per(FamiliesInOracle(), Gain(1, VP))),
    Card("charisma", 1, 2, worth=0.6, instant=TakeCitizen()),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-apollo", 1, 1, worth=1.5, chronos=PerCardInLegend(APOLLO)),
    Card("homer", 1, 1, worth=4.2, chronos=IfMostCards(7)),
    Card("prophecy-of-glory", 2, 3, worth=4.1, trigger=TakeFromOracle()),
    Card("initiation", 2, 2, worth=1.7, eleusis=Use(ORACLE, TRIGGER, INSTANT)),
    Card("offerings", 2, 2, worth=2.1, trigger=Per(FamiliesInOracle(), Gain(1, GOLD))),
    Card("gathering-of-heroes", 3, 2, worth=4.6, trigger=Seq(DrawToOracle(2), TakeFromOracle())),
    Card("succession", 3, 2, worth=1.4, activate=Discarding(TakeFromOracle())),
    Card("the-muses", 3, 1, worth=0.7, permanent=WhenFamily(APOLLO, 1, GOLD)),
    Card("god-of-the-sun", 3, 1, worth=2.2, permanent=WhenFamily(APOLLO, 1, VP)),
    Card("master-of-the-oracle", 3, 1, worth=4.9, trigger=Discarding(TakeCardsFromOracle(2))),
]
