"""Athena: what you receive, the others receive in part."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.answers import Answers
from pediment.core.engine.state import Frame
from pediment.games.elysium.rules.amounts import changeable
from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInLegend, PerCompleteLegend, PerFamilyInLegend
from pediment.games.elysium.rules.deck import discard, draw_and_take, pick, take_citizen
from pediment.games.elysium.rules.effects import (
    Discarding,
    DrawAndTake,
    EachOther,
    Gain,
    GoldOrVp,
    IfEleusis,
    OfFamily,
    Per,
    Seq,
    TakeCitizen,
    offer_discards,
)
from pediment.games.elysium.rules.listeners import WhenFamily
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.purse import lose
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.transfers import CARD, Transfer
from pediment.games.elysium.rules.vocabulary import (
    A_DRAW,
    A_NO,
    A_STOP,
    A_YES,
    ANSWERS,
    ATHENA,
    GOLD,
    VP,
)


class OfferCitizen(Power):
    """Democracy, others: pay 1 Gold to take a Citizen?"""

    asking = "offer-citizen"

    def __init__(self) -> None:
        super().__init__()
        self.price = changeable(1, 0)

    def amounts(self) -> list[tuple[str, int]]:
        """What it costs."""
        return [("cost", self.price)]

    def cost(self, s: ElysiumState) -> int:
        """The Gold to pay."""
        return s.edition.amounts[self.price]

    def possible(self, s: ElysiumState, user: int) -> bool:
        """With nothing to draw nobody is asked."""
        return s.players[user].purse[GOLD] >= self.cost(s) and s.can_draw()

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Yes or no."""
        answers.add(A_YES)
        answers.add(A_NO)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Pay and take, or neither."""
        s.stack.pop()
        if action == A_YES:
            lose(s, f.actor, self.cost(s), GOLD, f.source)
            take_citizen(s, f.actor, f.source)


class OfferOath(OfferCitizen):
    """Oath of Hospitality, others: discard a card and pay 1 Gold to draw a card and take it?"""

    asking = "offer-oath"

    def possible(self, s: ElysiumState, user: int) -> bool:
        """A card to discard is needed too."""
        return len(s.players[user].domain) > 0 and super().possible(s, user)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Which card, or none."""
        offer_discards(s.players[f.actor].domain, answers)
        answers.add(A_STOP)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Discard, pay, draw and take; or nothing."""
        s.stack.pop()
        if action != A_STOP:
            discard(s, f.actor, pick(s.players[f.actor].domain, action - ANSWERS.discard.start), f.source)
            lose(s, f.actor, self.cost(s), GOLD, f.source)
            draw_and_take(s, f.actor, f.source)


class DrawOrTransfer(Transfer):
    """Divine Law, others: draw a card and take it, or make a transfer, or neither."""

    def amounts(self) -> list[tuple[str, int]]:
        """Always one of the two, and one transfer."""
        return []

    def possible(self, s: ElysiumState, user: int) -> bool:
        """Who can do neither is not asked."""
        return s.can_draw() or super().possible(s, user)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """The draw stands beside the transfers."""
        super().offer(s, f, answers)
        if f.step == CARD and s.can_draw():
            answers.add(A_STOP)
            answers.add(A_DRAW)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """The draw, or as any transfer."""
        if action == A_DRAW:
            s.stack.pop()
            draw_and_take(s, f.actor, f.source)
        else:
            super().choose(s, f, action)

    def asks(self, f: Frame) -> str:
        """The first question is its own."""
        return "draw-or-transfer" if f.step == CARD else super().asks(f)


# Embassy: the others have the choice of the very same
THAT_GOLD: Final = Gain(1, GOLD)
THOSE_VP: Final = Gain(1, VP)

CARDS: Final[list[Card]] = [
    Card("trade-agreement", 1, 2, worth=1.3, instant=Seq(Gain(3, GOLD), EachOther(Gain(1, GOLD)))),
    Card("democracy", 1, 2, worth=0.4, trigger=Seq(TakeCitizen(), EachOther(OfferCitizen()))),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-athena", 1, 1, worth=1.5, chronos=PerCardInLegend(ATHENA)),
    Card("mediation", 1, 1, worth=3.7, chronos=PerCompleteLegend(3)),
    Card(
        "naval-power", 2, 3, worth=0.6,
        activate=Seq(Gain(1, GOLD), Gain(1, VP), EachOther(GoldOrVp(Gain(1, GOLD), Gain(1, VP)))),
    ),
    Card("initiation", 2, 2, worth=1.3, eleusis=Seq(Gain(2, GOLD), EachOther(IfEleusis(Gain(1, GOLD))))),
    Card(
        "panathenaic-games", 2, 2, worth=1.4,
        instant=Seq(Transfer(may=True), EachOther(Transfer(may=True, extra=1))),
    ),
    Card(
        "embassy", 3, 2, worth=1.2,
        trigger=Per(OfFamily(ATHENA), Seq(THAT_GOLD, THOSE_VP, EachOther(GoldOrVp(THAT_GOLD, THOSE_VP)))),
    ),
    Card("oath-of-hospitality", 3, 2, worth=0.4, activate=Seq(Discarding(DrawAndTake()), EachOther(OfferOath()))),
    Card("aegis", 3, 1, worth=0.7, permanent=WhenFamily(ATHENA, 1, GOLD)),
    Card("goddess-of-wisdom", 3, 1, worth=2.2, permanent=WhenFamily(ATHENA, 1, VP)),
    Card(
        "divine-law", 3, 1, worth=2.1,
        trigger=Seq(DrawAndTake(), Transfer(may=True), EachOther(DrawOrTransfer(may=True))),
    ),
]  # fmt: skip
