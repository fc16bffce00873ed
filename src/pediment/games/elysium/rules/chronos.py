"""Chronos powers: what a card in a Legend of 2+ cards is worth at the end (E5.6, E8.2)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from pediment.core.engine.bits import count
from pediment.games.elysium.rules.amounts import changeable
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import FAMILY
from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN, NO_FAMILY, NONE


def elysium_size(p: Player) -> int:
    """Cards in the Elysium, lone cards left out (E8.1)."""
    return sum(len(legend) for legend in p.legends if len(legend) > 1)


def citizens(p: Player) -> int:
    """Citizens in the player's Legends."""
    return sum(c >= FIRST_CITIZEN for legend in p.legends for c in legend)


class Chronos:
    """A way to score: `n` VP, or as many for each `per` of something. It reads the position and changes nothing."""

    of_legends: ClassVar[bool] = False
    """Does it depend on nothing but the Legends of its player? Then it is counted once for the same Legends."""

    def __init__(self, n: int = 1, per: int = 1) -> None:
        self.n = changeable(n)
        self.per = NONE if per == 1 else changeable(per)  # no text says "per 1 card"

    def amounts(self) -> list[tuple[str, int]]:
        """What its numbers are called in an edition, and where they stand there."""
        return [("vp", self.n)] + ([] if self.per == NONE else [("per", self.per)])

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """The VP of a card with this power in that Legend."""
        times = self.times(s, seat, legend)
        if self.per != NONE:
            times //= s.edition.amounts[self.per]
        return s.edition.amounts[self.n] * times

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """How much there is of what it counts."""
        raise AssertionError


class PerFamilyInLegend(Chronos):
    """1 VP per different family in this Legend."""

    of_legends = True

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Citizens have no family."""
        families: i64 = 0  # a bit each
        for c in legend:
            if FAMILY[c] != NO_FAMILY:
                families |= 1 << FAMILY[c]
        return count(families)


class PerCardInLegend(Chronos):
    """1 VP per card of the family in this Legend."""

    of_legends = True

    def __init__(self, family: int) -> None:
        super().__init__()
        self.family = family

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Citizens do not count."""
        return sum(FAMILY[c] == self.family for c in legend)


class PerOwned(Chronos):
    """1 VP per `per` of a counter."""

    def __init__(self, counter: int, per: int) -> None:
        super().__init__(per=per)
        self.counter = counter

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Rounded down."""
        return s.players[seat].purse[self.counter]


class PerCardInElysium(Chronos):
    """1 VP per `per` cards in your Elysium."""

    of_legends = True

    def __init__(self, per: int) -> None:
        super().__init__(per=per)

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Rounded down; Citizens count, lone cards are gone."""
        return elysium_size(s.players[seat])


class PerDiscarded(Chronos):
    """1 VP per `per` cards in the discard pile."""

    def __init__(self, per: int) -> None:
        super().__init__(per=per)

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Rounded down."""
        return len(s.discard)


class PerCompleteLegend(Chronos):
    """`n` VP per complete Legend in your Elysium."""

    of_legends = True

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Complete: 3-card Family Legend, 5-card Level Legend."""
        return sum(_complete(other) for other in s.players[seat].legends)


class IfMostCards(Chronos):
    """`n` VP if your Elysium holds more cards than every other Elysium."""

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """A tie gives nothing."""
        mine = elysium_size(s.players[seat])
        return 1 if all(elysium_size(s.players[k]) < mine for k in s.others(seat)) else 0


class IfNoCitizen(Chronos):
    """`n` VP if your Elysium has no Citizen."""

    of_legends = True

    def times(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """All or nothing."""
        return 0 if citizens(s.players[seat]) else 1


def _complete(legend: list[int]) -> bool:
    n = len(legend)
    return n == 5 or (n == 3 and FAMILY[legend[0]] == FAMILY[legend[1]])
