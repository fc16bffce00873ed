"""Hermes: other cards' powers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.lists import with_at
from pediment.core.engine.state import Frame
from pediment.games.elysium.io.log import L_EXCHANGE, L_SWAP
from pediment.games.elysium.rules.borrowing import DOMAIN, ELYSIUM, OTHER_DOMAINS, Use
from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import IfNoCitizen, PerCardInLegend, PerFamilyInLegend
from pediment.games.elysium.rules.deck import pick
from pediment.games.elysium.rules.effects import Discarding
from pediment.games.elysium.rules.legends import kind_of, suits
from pediment.games.elysium.rules.listeners import WhenFamily
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import FAMILY, KIND, LEVEL
from pediment.games.elysium.rules.vocabulary import (
    A_LEGEND,
    A_SWAP,
    ALL_COLUMNS,
    ANSWERS,
    FIRST_CITIZEN,
    GOLD,
    HERMES,
    INSTANT,
    MAX_LEGENDS,
    TRIGGER,
    VP,
)


class SwapColumns(Power):
    """Swindler: exchange a column on your board for one you dismissed this Epoch."""

    asking = "swap"

    def possible(self, s: ElysiumState, user: int) -> bool:
        """One of each is needed."""
        return 0 < s.players[user].columns < ALL_COLUMNS

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Each column on the board for each dismissed one."""
        columns = s.players[f.actor].columns
        for given in range(4):
            for got in range(4):
                if columns >> given & 1 and not columns >> got & 1:
                    answers.add(A_SWAP + 4 * given + got)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """The column given is dismissed in the other's stead."""
        s.stack.pop()
        given, got = divmod(action - A_SWAP, 4)
        s.players[f.actor].columns ^= 1 << given | 1 << got
        s.log.note(L_SWAP, f.source, f.actor, given, got)


class ExchangeCitizen(Power):
    """Orpheus: a card of your Domain goes into the place of a Citizen in your Elysium (E7.8)."""

    def possible(self, s: ElysiumState, user: int) -> bool:
        """A card that fits a Citizen's place is needed."""
        p = s.players[user]
        return any(card < FIRST_CITIZEN and _replaceable(p.legends, card) for card in p.domain)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Which card, then which Legend."""
        p = s.players[f.actor]
        if f.step == 0:
            for card in p.domain:
                if card < FIRST_CITIZEN and _replaceable(p.legends, card):
                    answers.add(ANSWERS.choose.start + KIND[card])
        else:
            for place in _replaceable(p.legends, f.target):
                answers.add(A_LEGEND + place)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Note the card; or exchange: neither a take nor a transfer, so nothing pays."""
        p = s.players[f.actor]
        if f.step == 0:
            f.target = pick(p.domain, action - ANSWERS.choose.start)
            f.step = 1
            return
        s.stack.pop()
        place = action - A_LEGEND
        legend = p.legends[place]
        citizen = pick(vec[i64](legend), KIND[FIRST_CITIZEN])
        p.leave(f.target)
        p.legends = with_at(p.legends, place, with_at(legend, legend.index(citizen), f.target))
        p.enter(citizen)
        s.log.note(L_EXCHANGE, f.source, f.actor, f.target, place + 1)

    def asks(self, f: Frame) -> str:
        return "exchange" if f.step == 0 else "exchange-legend"

    def place(self, s: ElysiumState, f: Frame, action: int) -> str:
        """The card comes from the Domain."""
        return "domain"


def _replaceable(legends: list[list[int]], card: int) -> list[int]:
    """Places of the Legends that have a Citizen and would be legal with the card instead."""
    return [
        place
        for place in range(min(len(legends), MAX_LEGENDS))
        if any(c >= FIRST_CITIZEN for c in legends[place])
        and suits(legends[place], kind_of(legends[place]), FAMILY[card], LEVEL[card])
    ]


CARDS: Final[list[Card]] = [
    Card("swindler", 1, 2, worth=0.6, trigger=SwapColumns()),
    Card("messenger", 1, 2, worth=0.6, activate=Use(DOMAIN, INSTANT, citizen=True)),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-hermes", 1, 1, worth=1.5, chronos=PerCardInLegend(HERMES)),
    Card("cheater", 1, 1, worth=3.5, chronos=IfNoCitizen(5)),
    Card("caduceus", 2, 3, worth=0.9, trigger=Use(DOMAIN, INSTANT)),
    Card("initiation", 2, 2, worth=0.6, eleusis=Use(OTHER_DOMAINS, eleusis=True)),
    Card("keeper-of-dreams", 2, 2, worth=1.0, trigger=Use(DOMAIN, TRIGGER)),
    Card("psychopomp", 3, 2, worth=1.8, trigger=Use(ELYSIUM, TRIGGER, INSTANT)),
    Card("theft", 3, 2, worth=0.5, activate=Discarding(Use(DOMAIN, INSTANT, TRIGGER))),
    Card("legendary-loot", 3, 1, worth=0.7, permanent=WhenFamily(HERMES, 1, GOLD)),
    Card("god-of-thieves", 3, 1, worth=2.2, permanent=WhenFamily(HERMES, 1, VP)),
    Card("orpheus", 3, 1, worth=1.4, trigger=ExchangeCitizen()),
]
