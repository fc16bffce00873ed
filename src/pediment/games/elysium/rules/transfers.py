"""Making transfers: which card, which Legend, one at a time (E7)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.state import Frame
from pediment.games.elysium.rules.amounts import changeable
from pediment.games.elysium.rules.deck import pick
from pediment.games.elysium.rules.legends import fits, stand_in, transfer
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import KIND, LEVEL
from pediment.games.elysium.rules.vocabulary import (
    A_LEGEND,
    A_NEW_LEGEND,
    A_STOP,
    ANSWERS,
    FIRST_CITIZEN,
    GOLD,
    MAX_LEGENDS,
    NONE,
)

CARD: Final = 0  # steps of the frame: which card,
PLACE: Final = 1  # then which Legend


class Transfer(Power):
    """Make a transfer, `amount` times over, at an extra cost or free; `may`: stop before any of them."""

    def __init__(self, *, extra: int = 0, free: bool = False, may: bool = False, citizens: bool = False) -> None:
        super().__init__()
        self.n = changeable(1)
        self.extra = changeable(extra, 0) if extra else NONE
        self.free = free
        self.may = may
        self.citizens = citizens  # Posthumous Hero: Citizens only

    def amounts(self) -> list[tuple[str, int]]:
        """How many transfers, and what each costs more."""
        return [("transfers", self.n)] + ([] if self.extra == NONE else [("cost", self.extra)])

    def cost(self, s: ElysiumState, level: int) -> int:
        """What the transfer of a card of that Level costs (E7.1)."""
        if self.extra != NONE:
            level += s.edition.amounts[self.extra]
        return 0 if self.free else level

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        super().start(s, actor, source, target, s.edition.amounts[self.n] * amount)

    def possible(self, s: ElysiumState, user: int) -> bool:
        """Is there a card that can go somewhere at this cost?"""
        p = s.players[user]
        gold = p.purse[GOLD]
        citizen = False
        for card in p.domain:
            if card >= FIRST_CITIZEN:
                citizen = True
            elif not self.citizens and self.cost(s, LEVEL[card]) <= gold:
                return True
        return citizen and self._open(s, p.legends, gold)

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """Ask until the number is used up."""
        if f.amount == 0:
            s.stack.pop()
            return False
        return True

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Cards that can go somewhere, then the places of the card."""
        p = s.players[f.actor]
        gold = p.purse[GOLD]
        if f.step == PLACE:
            self._offer_places(s, p.legends, f.target, gold, answers)
            return
        citizen = False
        for card in p.domain:
            if card >= FIRST_CITIZEN:
                citizen = True
            elif not self.citizens and self.cost(s, LEVEL[card]) <= gold:
                answers.add(ANSWERS.transfer.start + KIND[card])
        if citizen and self._open(s, p.legends, gold):
            answers.add(ANSWERS.transfer.start + KIND[FIRST_CITIZEN])
        if self.may and answers.size:
            answers.add(A_STOP)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Note the card; or carry the transfer out."""
        if action == A_STOP:
            s.stack.pop()
        elif f.step == CARD:
            f.target = pick(s.players[f.actor].domain, action - ANSWERS.transfer.start)
            f.step = PLACE
        else:
            place = NONE if action == A_NEW_LEGEND else action - A_LEGEND
            level = LEVEL[f.target]
            if f.target >= FIRST_CITIZEN:
                level = stand_in(s.players[f.actor].legends[place])
            f.step = CARD
            f.amount -= 1
            before = transfer(s, f.actor, f.target, place, self.cost(s, level), f.source)
            self.made(s, f, before)

    def made(self, s: ElysiumState, f: Frame, before: vec[i64]) -> None:
        """Called after each transfer with the Domain as it was before."""

    def asks(self, f: Frame) -> str:
        return "legend" if f.step == PLACE else "transfer"

    def _open(self, s: ElysiumState, legends: list[list[int]], gold: int) -> bool:
        """Can a Citizen join a Legend at this cost (E7.4)?"""
        for legend in legends[:MAX_LEGENDS]:
            level = stand_in(legend)
            if level and self.cost(s, level) <= gold:
                return True
        return False

    def _offer_places(self, s: ElysiumState, legends: list[list[int]], card: int, gold: int, answers: Answers) -> None:
        for i in range(min(len(legends), MAX_LEGENDS)):
            legend = legends[i]
            if card < FIRST_CITIZEN:
                joins = fits(legend, card)
            else:
                level = stand_in(legend)
                joins = level > 0 and self.cost(s, level) <= gold
            if joins:
                answers.add(A_LEGEND + i)
        if card < FIRST_CITIZEN:
            answers.add(A_NEW_LEGEND)
