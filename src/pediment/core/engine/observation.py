"""Observations: what a seat may know as one row of small ints, for programs that learn.

A row is cut into named slices. The seat that looks comes first in everything that is told seat by seat, then the others
clockwise, so that a learner sees every table from its own chair.
"""

from __future__ import annotations

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from pediment.core.engine.state import State


class Slice:
    """A part of an observation: `size` ints from 0 to `most`, from `start` on."""

    __slots__ = ("meaning", "most", "name", "size", "start")

    def __init__(self, name: str, size: int, most: int, meaning: str, start: int = 0) -> None:
        self.name = name
        self.size = size
        self.most = most
        self.meaning = meaning
        self.start = start

    @property
    def end(self) -> int:
        """Where the next slice starts."""
        return self.start + self.size


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """How a game writes a position down, as one seat sees it."""

    def __init__(self) -> None:
        self._table = sum([part.size for part in self.table()])
        self._seat = sum([part.size for part in self.seat()])

    def table(self) -> list[Slice]:
        """What is told once; starts are not filled in."""
        raise AssertionError("every game has its own slices")

    def seat(self) -> list[Slice]:
        """What is told of every seat; starts are not filled in."""
        raise AssertionError("every game has its own slices")

    def slices(self, seats: int) -> list[Slice]:
        """All slices with that number of seats: those of the table, then of "me", "next", "third", "fourth"."""
        found: list[Slice] = []
        start = 0
        for part in self.table():
            found.append(Slice(part.name, part.size, part.most, part.meaning, start))
            start += part.size
        for who in WHO[:seats]:
            for part in self.seat():
                found.append(Slice(f"{who}.{part.name}", part.size, part.most, part.meaning, start))
                start += part.size
        return found

    def width(self, seats: int) -> int:
        """The length of a row."""
        return self._table + seats * self._seat

    def write(self, s: State, seat: int, row: vec[u8], at: i64) -> None:
        """Write what the seat may know into a row of zeros that begins at `at`."""
        raise AssertionError("every game writes its own positions")


def zeros(size: int) -> vec[u8]:
    """Rows to be written, of so many numbers in all.

    Compiled code stores a number in such a vector in 3 ns; in a bytearray it takes 36. NumPy looks into it without
    copying.
    """
    return vec[u8](bytes(size))


class Blank:
    """Memory for rows that is cleared and written again and again.

    Vectors are cleared only one number after the other, and new ones take 0.3 to 2.6 us for 2,500 numbers, depending on
    whether the system has to find pages for them. Behind an empty vector with room for them all, zeros are copied, each
    time into the same room: 0.1 us.
    """

    __slots__ = ("_room", "_zeros")

    def __init__(self, size: int) -> None:
        self._zeros = bytes(size)
        self._room = vec[u8](capacity=size)

    def rows(self) -> vec[u8]:
        """Rows of zeros. Those from an earlier call are the same, so nobody may still need them."""
        return extend(self._room, self._zeros)


class Counts:
    """A part of a row that stays the same for a while: found once, it is written without looking at the state again."""

    __slots__ = ("_places",)

    def __init__(self) -> None:
        self._places = vec[i16](capacity=32)  # in few lines of the processor's cache

    def add(self, place: i64, times: i64 = 1) -> None:
        """One more, or several, at a place that is counted from wherever the part begins."""
        while times > 0:
            self._places = append(self._places, i16(place))
            times -= 1

    def write(self, row: vec[u8], at: i64) -> None:
        """Add them to a row."""
        for place in self._places:
            row[at + i64(place)] += 1


WHO = ["me", "next", "third", "fourth"]
"""The seats from where one sits, clockwise."""
