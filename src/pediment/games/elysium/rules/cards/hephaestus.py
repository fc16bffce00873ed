"""Hephaestus: Gold."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.answers import Answers
from pediment.core.engine.state import Frame
from pediment.games.elysium.io.log import L_CONVERT
from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInLegend, PerFamilyInLegend, PerOwned
from pediment.games.elysium.rules.effects import Discarding, Gain, OfFamily, Per
from pediment.games.elysium.rules.listeners import TRANSFERS_BEGIN, WhenEvent, WhenFamily
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.purse import gain
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.vocabulary import (
    A_STOP,
    ANSWERS,
    GOLD,
    HEPHAESTUS,
    MAX_CONVERTED,
    NO_FAMILY,
    NONE,
    VP,
)


class Convert(Power):
    """Sacrifice: exchange any amount of Gold for as many VP, or the reverse."""

    asking = "convert"

    def possible(self, s: ElysiumState, user: int) -> bool:
        """Something must be there to exchange."""
        purse = s.players[user].purse
        return purse[GOLD] > 0 or purse[VP] > 0

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Any amount in one direction, or none."""
        purse = s.players[f.actor].purse
        for n in range(min(purse[GOLD], MAX_CONVERTED)):
            answers.add(ANSWERS.convert_gold.start + n)
        for n in range(min(purse[VP], MAX_CONVERTED)):
            answers.add(ANSWERS.convert_vp.start + n)
        if answers.size:
            answers.add(A_STOP)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """1 for 1."""
        s.stack.pop()
        if action == A_STOP:
            return
        given = VP if action >= ANSWERS.convert_vp.start else GOLD
        n = action - (ANSWERS.convert_vp if given == VP else ANSWERS.convert_gold).start + 1
        p = s.players[f.actor]
        p.purse[given] -= n
        got = VP if given == GOLD else GOLD
        p.receive(n, got)
        s.log.note(L_CONVERT, f.source, f.actor, n, given, got)


class DrawLevelWithRichest(Power):
    """Golden Throne of Hera: receive Gold until you have as much as the richest player."""

    def possible(self, s: ElysiumState, user: int) -> bool:
        """Another player must have more."""
        return _missing(s, user) > 0

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """From the bank, at once."""
        gain(s, actor, _missing(s, actor), GOLD, source)


def _missing(s: ElysiumState, user: int) -> int:
    return max(p.purse[GOLD] for p in s.players) - s.players[user].purse[GOLD]


CARDS: Final[list[Card]] = [
    Card("divine-aid", 1, 2, worth=1.4, instant=Gain(2, GOLD)),
    Card("apprentice", 1, 2, worth=0.2, permanent=WhenFamily(NO_FAMILY, 1, GOLD)),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("forges-of-hephaestus", 1, 1, worth=1.5, chronos=PerCardInLegend(HEPHAESTUS)),
    Card("gift-of-hephaestus", 1, 1, worth=2.2, chronos=PerOwned(GOLD, 2)),
    Card("workshop", 2, 3, worth=0.6, legend=WhenEvent(TRANSFERS_BEGIN, 1, GOLD)),
    Card("initiation", 2, 2, worth=0.6, eleusis=Gain(1, GOLD)),
    Card("sacrifice", 2, 2, worth=0.9, instant=Convert()),
    Card("slaves", 3, 2, worth=0.4, activate=Discarding(Gain(2, GOLD))),
    Card("master-builder", 3, 2, worth=1.2, activate=Per(OfFamily(HEPHAESTUS), Gain(1, GOLD))),
    Card("automatons", 3, 1, worth=0.7, permanent=WhenFamily(HEPHAESTUS, 1, GOLD)),
    Card("god-of-fire", 3, 1, worth=2.2, permanent=WhenFamily(HEPHAESTUS, 1, VP)),
    Card("golden-throne-of-hera", 3, 1, worth=2.3, trigger=DrawLevelWithRichest()),
]
