"""Poseidon: what the others lose."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine import vecs
from pediment.core.engine.answers import Answers
from pediment.core.engine.state import Frame
from pediment.games.elysium.io.log import L_LEVEL, L_POINT
from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInLegend, PerDiscarded, PerFamilyInLegend
from pediment.games.elysium.rules.deck import discard, pick
from pediment.games.elysium.rules.effects import EachOther, Give, Lose, Seq, offer_discards
from pediment.games.elysium.rules.listeners import WhenFamily
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.purse import lose
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import KIND, LEVEL
from pediment.games.elysium.rules.vocabulary import (
    A_LEVEL,
    A_PAY,
    ANSWERS,
    FIRST_CITIZEN,
    GOLD,
    NONE,
    POSEIDON,
    VP,
)


class DiscardCitizens(Power):
    """Earthquake: discard all Citizens of the Domain."""

    def possible(self, s: ElysiumState, user: int) -> bool:
        """There must be one."""
        return any(card >= FIRST_CITIZEN for card in s.players[user].domain)

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """In the order of their taking, at once."""
        for card in sorted(card for card in s.players[actor].domain if card >= FIRST_CITIZEN):
            discard(s, actor, card, source)


class DiscardCardOrGold(Power):
    """Cyclopes: discard a card of the Domain or 2 Gold."""

    asking = "card-or-gold"

    def possible(self, s: ElysiumState, user: int) -> bool:
        """With neither, nothing."""
        return len(s.players[user].domain) > 0 or s.players[user].purse[GOLD] > 0

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """Without cards: what Gold there is, 2 at most, unasked."""
        if len(s.players[actor].domain) > 0:
            super().start(s, actor, source, target, amount)
        else:
            lose(s, actor, 2, GOLD, source)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Any card, or 2 Gold."""
        p = s.players[f.actor]
        offer_discards(p.domain, answers)
        if p.purse[GOLD] >= 2:
            answers.add(A_PAY)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Discard it."""
        s.stack.pop()
        if action == A_PAY:
            lose(s, f.actor, 2, GOLD, f.source)
        else:
            discard(s, f.actor, pick(s.players[f.actor].domain, action - ANSWERS.discard.start), f.source)


class DiscardLevel(Power):
    """Antaeus, others: discard a card of the Level `amount`."""

    asking = "discard-level"

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Their choice of card; a player without one is not asked. Citizens have no Level."""
        for card in s.players[f.actor].domain:
            if LEVEL[card] == f.amount:
                answers.add(ANSWERS.discard.start + KIND[card])

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Discard it."""
        s.stack.pop()
        discard(s, f.actor, pick(s.players[f.actor].domain, action - ANSWERS.discard.start), f.source)


class ChooseLevel(Power):
    """Antaeus: choose a Level that some other player has in the Domain."""

    asking = "level"

    def __init__(self) -> None:
        super().__init__()
        self.others_discard = EachOther(DiscardLevel())

    def possible(self, s: ElysiumState, user: int) -> bool:
        """There must be such a Level."""
        return any(card < FIRST_CITIZEN for seat in s.others(user) for card in s.players[seat].domain)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Levels that others have."""
        for seat in s.others(f.actor):
            for card in s.players[seat].domain:
                if card < FIRST_CITIZEN:
                    answers.add(A_LEVEL + LEVEL[card] - 1)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Every other player discards a card of it."""
        s.stack.pop()
        level = action - A_LEVEL + 1
        s.log.note(L_LEVEL, f.source, f.actor, level)
        self.others_discard.start(s, f.actor, f.source, NONE, level)


class DiscardOneOfTwo(Power):
    """Medusa: of the cards `target` and `amount`, discard one."""

    asking = "discard-pointed"

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """One of the two; two Citizens are alike."""
        offer_discards(vec[i64]([f.target, f.amount]), answers)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Discard it."""
        s.stack.pop()
        discard(s, f.actor, pick(vec[i64]([f.target, f.amount]), action - ANSWERS.discard.start), f.source)


class Point(Power):
    """Medusa: the user points at two cards of a player's Domain, in the order of the card table."""

    asking = "point"

    def __init__(self) -> None:
        super().__init__()
        self.discard_one = DiscardOneOfTwo()

    def possible(self, s: ElysiumState, user: int) -> bool:
        """With no card nothing happens."""
        return len(s.players[user].domain) > 0

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """A lone card is discarded unasked; else the user (`target`) is asked about the victim (`actor`)."""
        domain = s.players[actor].domain
        if len(domain) == 1:
            discard(s, actor, domain[0], source)
        else:
            super().start(s, target, source, actor, NONE)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Cards with another one after them; then the cards after the first."""
        kinds = sorted(KIND[card] for card in s.players[f.target].domain)
        if f.step == 0:
            kinds.pop()
            first = kinds[0]
        else:
            first = KIND[f.amount]
            kinds.remove(first)
        for kind in kinds:
            if kind >= first:
                answers.add(ANSWERS.choose.start + kind)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Note the first card; with the second, let the victim choose."""
        kind = action - ANSWERS.choose.start
        domain = s.players[f.target].domain
        if f.step == 0:
            f.amount = pick(domain, kind)
            f.step = 1
            s.log.note(L_POINT, f.source, f.actor, f.target, f.amount)
            return
        s.stack.pop()
        second = pick(vecs.without(domain, f.amount), kind)
        s.log.note(L_POINT, f.source, f.actor, f.target, second)
        self.discard_one.start(s, f.target, f.source, f.amount, second)

    def place(self, s: ElysiumState, f: Frame, action: int) -> str:
        """Only the victim's Domain, though another may have the same card."""
        return f"domain {f.target}"


CARDS: Final[list[Card]] = [
    Card("tidal-wave", 1, 2, worth=0.6, instant=EachOther(Lose(1, GOLD))),
    Card("earthquake", 1, 2, worth=0.4, trigger=EachOther(DiscardCitizens())),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-poseidon", 1, 1, worth=1.5, chronos=PerCardInLegend(POSEIDON)),
    Card("divine-wrath", 1, 1, worth=4.8, chronos=PerDiscarded(4)),
    Card("cyclopes", 2, 3, worth=0.7, instant=EachOther(DiscardCardOrGold())),
    Card("initiation", 2, 2, worth=0.8, eleusis=EachOther(Lose(1, VP))),
    Card("raiders", 2, 2, worth=1.7, instant=EachOther(Give(1, GOLD))),
    Card("charybdis-and-scylla", 3, 2, worth=1.9, instant=EachOther(Seq(Lose(1, VP), Lose(1, GOLD)))),
    Card("antaeus", 3, 2, worth=1.8, trigger=ChooseLevel()),
    Card("golden-fleece", 3, 1, worth=0.7, permanent=WhenFamily(POSEIDON, 1, GOLD)),
    Card("god-of-the-oceans", 3, 1, worth=2.2, permanent=WhenFamily(POSEIDON, 1, VP)),
    Card("medusa", 3, 1, worth=1.5, trigger=EachOther(Point())),
]
