"""The verbs that powers are made of."""

from __future__ import annotations

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.state import Frame
from pediment.core.engine.vecs import listed, without
from pediment.games.elysium.io.log import L_ORACLE
from pediment.games.elysium.rules.amounts import changeable
from pediment.games.elysium.rules.deck import discard, draw, draw_and_take, holds, pick, take, take_citizen
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.purse import gain, give, lose
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import ELEUSIS, FAMILY, KIND
from pediment.games.elysium.rules.vocabulary import (
    A_GOLD,
    A_VP,
    ANSWERS,
    COUNTERS,
    NONE,
)


class Gain(Power):
    """Receive n of a counter, `amount` times over."""

    def __init__(self, n: int, counter: int) -> None:
        super().__init__()
        self.n = changeable(n)
        self.counter = counter

    def amounts(self) -> list[tuple[str, int]]:
        """It is called by the counter."""
        return [(COUNTERS[self.counter], self.n)]

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        gain(s, actor, s.edition.amounts[self.n] * amount, self.counter, source)


class Lose(Power):
    """Lose n of a counter, as far as there is any."""

    def __init__(self, n: int, counter: int) -> None:
        super().__init__()
        self.n = changeable(n)
        self.counter = counter

    def amounts(self) -> list[tuple[str, int]]:
        """It is called by the counter."""
        return [(COUNTERS[self.counter], self.n)]

    def possible(self, s: ElysiumState, user: int) -> bool:
        """There must be something to lose."""
        return s.players[user].purse[self.counter] > 0

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        lose(s, actor, s.edition.amounts[self.n], self.counter, source)


class Give(Lose):
    """Give the user of the power n of a counter."""

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        give(s, actor, s.edition.amounts[self.n], self.counter, target, source)


class Seq(Power):
    """One thing after the other; what cannot be done is skipped (E5.1)."""

    def __init__(self, *parts: Power) -> None:
        super().__init__()
        self.parts = list(parts)

    def amounts(self) -> list[tuple[str, int]]:
        """Those of the parts."""
        return [named for part in self.parts for named in part.amounts()]

    def possible(self, s: ElysiumState, user: int) -> bool:
        """One possible part suffices."""
        return any(part.possible(s, user) for part in self.parts)

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """Start the next part."""
        if f.step == len(self.parts):
            s.stack.pop()
        else:
            f.step += 1
            self.parts[f.step - 1].start(s, f.actor, f.source, f.target, f.amount)
        return False


class EachOther(Power):
    """Every other player, one after the other in the order of E5.8."""

    def __init__(self, part: Power) -> None:
        super().__init__()
        self.part = part

    def amounts(self) -> list[tuple[str, int]]:
        """Those of the part, which are the others'."""
        return [(f"others_{name}", at) for name, at in self.part.amounts()]

    def possible(self, s: ElysiumState, user: int) -> bool:
        """One other player who can do something suffices."""
        return any(self.part.possible(s, s.other(user, i)) for i in range(len(s.order) - 1))

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """Let the next player do it, if they can now."""
        if f.step == len(s.order) - 1:
            s.stack.pop()
            return False
        seat = s.other(f.actor, f.step)
        f.step += 1
        if self.part.possible(s, seat):
            self.part.start(s, seat, f.source, f.actor, f.amount)
        return False


class Count:
    """A number that a power reads from the table."""

    def of(self, s: ElysiumState, user: int) -> int:
        """The number now."""
        raise AssertionError


class FamiliesInOracle(Count):
    """Different families in the Oracle."""

    def of(self, s: ElysiumState, user: int) -> int:
        """All Oracle cards are face up."""
        return len({FAMILY[card] for card in s.oracle})


class OfFamily(Count):
    """Cards of a family in your Domain."""

    def __init__(self, family: int) -> None:
        self.family = family

    def of(self, s: ElysiumState, user: int) -> int:
        """Citizens have no family."""
        return sum(FAMILY[card] == self.family for card in s.players[user].domain)


class InDomain(Count):
    """Cards in your Domain, Citizens too."""

    def of(self, s: ElysiumState, user: int) -> int:
        """All of them."""
        return len(s.players[user].domain)


class Owned(Count):
    """How much you have of a counter."""

    def __init__(self, counter: int) -> None:
        self.counter = counter

    def of(self, s: ElysiumState, user: int) -> int:
        """The counter now."""
        return s.players[user].purse[self.counter]


class Per(Power):
    """Once per `per` of a count, which is fixed when the power starts."""

    def __init__(self, count: Count, part: Power, per: int = 1) -> None:
        super().__init__()
        self.count = count
        self.part = part
        self.per = NONE if per == 1 else changeable(per)  # no text says "per 1 card"

    def amounts(self) -> list[tuple[str, int]]:
        """Those of the part, and `per`."""
        return self.part.amounts() + ([] if self.per == NONE else [("per", self.per)])

    def possible(self, s: ElysiumState, user: int) -> bool:
        """At least once."""
        return self.times(s, user) > 0 and self.part.possible(s, user)

    def times(self, s: ElysiumState, user: int) -> int:
        """How often now."""
        n = self.count.of(s, user)
        return n if self.per == NONE else n // s.edition.amounts[self.per]

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """Start the part with its number."""
        n = self.times(s, actor)
        if n > 0:
            self.part.start(s, actor, source, target, n)


class IfEleusis(Power):
    """Only who has an Eleusis card in the Domain."""

    def __init__(self, part: Power) -> None:
        super().__init__()
        self.part = part

    def amounts(self) -> list[tuple[str, int]]:
        """Those of the part."""
        return self.part.amounts()

    def possible(self, s: ElysiumState, user: int) -> bool:
        """An Initiation of any family will do."""
        return any(ELEUSIS[card] for card in s.players[user].domain)

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """Start the part."""
        self.part.start(s, actor, source, target, amount)


class GoldOrVp(Power):
    """Gold or VP, their choice; `amount` times over, not a mix."""

    asking = "gold-or-vp"

    def __init__(self, gold: Gain, vp: Gain) -> None:
        super().__init__()
        self.gold = gold
        self.vp = vp

    def amounts(self) -> list[tuple[str, int]]:
        """Those of both."""
        return self.gold.amounts() + self.vp.amounts()

    def offered(self, s: ElysiumState, f: Frame) -> tuple[int, int]:
        """How much Gold, how many VP."""
        amounts = s.edition.amounts
        return f.amount * amounts[self.gold.n], f.amount * amounts[self.vp.n]

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """One of the two must be taken."""
        answers.add(A_GOLD)
        answers.add(A_VP)

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Receive it."""
        s.stack.pop()
        (self.gold if action == A_GOLD else self.vp).start(s, f.actor, f.source, NONE, f.amount)


class TakeCitizen(Power):
    """Take a Citizen."""

    def possible(self, s: ElysiumState, user: int) -> bool:
        """Something must be left to draw."""
        return s.can_draw()

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        take_citizen(s, actor, source)


class DrawAndTake(TakeCitizen):
    """Draw a card and take it (E5.11)."""

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """The card enters the Domain; its Instant is resolved before whatever follows."""
        draw_and_take(s, actor, source)


class DrawToOracle(TakeCitizen):
    """Draw `n` cards into the Oracle, or as many as there are."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = changeable(n)

    def amounts(self) -> list[tuple[str, int]]:
        """The cards to draw."""
        return [("cards", self.n)]

    def start(self, s: ElysiumState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        drawn = draw_cards(s, s.edition.amounts[self.n])
        s.oracle = extend(s.oracle[:], drawn)
        s.log.note_cards(L_ORACLE, source, listed(drawn))


def draw_cards(s: ElysiumState, n: int) -> vec[i64]:
    """Up to n cards drawn."""
    drawn = vec[i64]()
    for _ in range(n):
        card = draw(s)
        if card == NONE:
            break
        drawn = append(drawn, card)
    return drawn


class TakeFromOracle(Power):
    """Take `amount` cards of your choice from the Oracle, none identical to a card of your Domain (E4.5)."""

    asking = "oracle"

    def possible(self, s: ElysiumState, user: int) -> bool:
        """One card that can be taken suffices."""
        return any(not holds(s, user, KIND[card]) for card in s.oracle)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Compulsory if one is possible."""
        for card in s.oracle:
            if not holds(s, f.actor, KIND[card]):
                answers.add(ANSWERS.choose.start + KIND[card])

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Take it; what it does comes before the next one."""
        f.amount -= 1
        if f.amount == 0:
            s.stack.pop()
        card = pick(s.oracle, action - ANSWERS.choose.start)
        s.oracle = without(s.oracle, card)
        take(s, f.actor, card, f.source)

    def place(self, s: ElysiumState, f: Frame, action: int) -> str:
        """They lie in the Oracle."""
        return "oracle"


def offer_discards(cards: vec[i64], answers: Answers) -> None:
    """To discard one of these cards."""
    for card in cards:
        answers.add(ANSWERS.discard.start + KIND[card])


class Discarding(Power):
    """Discard a card from your Domain, any card: then do the part."""

    asking = "discard"

    def __init__(self, part: Power) -> None:
        super().__init__()
        self.part = part
        self.sure = isinstance(part, Gain)  # is the part possible whatever is discarded?

    def amounts(self) -> list[tuple[str, int]]:
        """Those of the part."""
        return self.part.amounts()

    def possible(self, s: ElysiumState, user: int) -> bool:
        """After some discard the part must be possible."""
        return any(self._leaves(s, user, card) for card in s.players[user].domain)

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Only a discard after which the part is possible (E5.7)."""
        for card in s.players[f.actor].domain:
            if self._leaves(s, f.actor, card):
                answers.add(ANSWERS.discard.start + KIND[card])

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Pay, then start the part."""
        s.stack.pop()
        discard(s, f.actor, pick(s.players[f.actor].domain, action - ANSWERS.discard.start), f.source)
        self.part.start(s, f.actor, f.source)

    def _leaves(self, s: ElysiumState, user: int, card: i64) -> bool:
        """Is the part possible without this card of the Domain?"""
        if self.sure:
            return True
        p = s.players[user]
        domain = p.domain
        p.domain = without(domain, card)
        possible = self.part.possible(s, user)
        p.domain = domain
        return possible
