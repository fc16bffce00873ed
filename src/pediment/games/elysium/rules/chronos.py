"""Chronos powers: what a card in a Legend of 2+ cards is worth at the end (E5.6, E8.2)."""

from __future__ import annotations

from mypy_extensions import i64

from pediment.core.engine.bits import count
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import FAMILY
from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN, NO_FAMILY


def elysium_size(p: Player) -> int:
    """Cards in the Elysium, lone cards left out (E8.1)."""
    return sum(len(legend) for legend in p.legends if len(legend) > 1)


def citizens(p: Player) -> int:
    """Citizens in the player's Legends."""
    return sum(c >= FIRST_CITIZEN for legend in p.legends for c in legend)


class Chronos:
    """A way to score; `vp` reads the position and changes nothing."""

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """The VP of a card with this power in that Legend."""
        raise AssertionError


class PerFamilyInLegend(Chronos):
    """1 VP per different family in this Legend."""

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Citizens have no family."""
        families: i64 = 0  # a bit each
        for c in legend:
            if FAMILY[c] != NO_FAMILY:
                families |= 1 << FAMILY[c]
        return count(families)


class PerCardInLegend(Chronos):
    """1 VP per card of the family in this Legend."""

    def __init__(self, family: int) -> None:
        self.family = family

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Citizens do not count."""
        return sum(FAMILY[c] == self.family for c in legend)


class PerOwned(Chronos):
    """1 VP per `per` of a counter."""

    def __init__(self, counter: int, per: int) -> None:
        self.counter = counter
        self.per = per

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Rounded down."""
        return s.players[seat].purse[self.counter] // self.per


class PerCardInElysium(Chronos):
    """1 VP per `per` cards in your Elysium."""

    def __init__(self, per: int) -> None:
        self.per = per

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Rounded down; Citizens count, lone cards are gone."""
        return elysium_size(s.players[seat]) // self.per


class PerDiscarded(Chronos):
    """1 VP per `per` cards in the discard pile."""

    def __init__(self, per: int) -> None:
        self.per = per

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Rounded down."""
        return len(s.discard) // self.per


class PerCompleteLegend(Chronos):
    """`n` VP per complete Legend in your Elysium."""

    def __init__(self, n: int) -> None:
        self.n = n

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """Complete: 3-card Family Legend, 5-card Level Legend."""
        return self.n * sum(_complete(other) for other in s.players[seat].legends)


class IfMostCards(Chronos):
    """`n` VP if your Elysium holds more cards than every other Elysium."""

    def __init__(self, n: int) -> None:
        self.n = n

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """A tie gives nothing."""
        mine = elysium_size(s.players[seat])
        return self.n if all(elysium_size(s.players[k]) < mine for k in s.others(seat)) else 0


class IfNoCitizen(Chronos):
    """`n` VP if your Elysium has no Citizen."""

    def __init__(self, n: int) -> None:
        self.n = n

    def vp(self, s: ElysiumState, seat: int, legend: list[int]) -> int:
        """All or nothing."""
        return 0 if citizens(s.players[seat]) else self.n


def _complete(legend: list[int]) -> bool:
    n = len(legend)
    return n == 5 or (n == 3 and FAMILY[legend[0]] == FAMILY[legend[1]])
