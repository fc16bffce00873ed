"""Observations: what a seat may know as one row of small ints, for programs that learn.

A row is cut into named slices. The seat that looks comes first in everything that is told seat by seat, then the others
clockwise, so that a learner sees every table from its own chair.
"""

from __future__ import annotations

from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr, u8

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
        self._zeros: dict[int, bytes] = {}

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

    def add(self, s: State, seat: int, rows: vec[u8]) -> vec[u8]:
        """Rows and one more: what the seat may know. It is written into the same memory if there is room."""
        raise AssertionError("every game writes its own positions")

    def prefetch(self, s: State) -> i64:
        """Read a number each from the parts of a state that the next answer and its row will read.

        The row of the state was added before. What comes back says nothing. A game whose batches are to be fast adds
        its own parts, here and in `prefetch_inner`.
        """
        return s.to_move | s.answers.size | len(s.stack) | len(s.actions)

    def prefetch_inner(self, s: State) -> i64:
        """The same for the parts of those parts."""
        return s.stack[-1].effect | s.answers.at(0)

    def blank(self, rows: vec[u8], seats: int) -> vec[u8]:
        """Rows and one more, of zeros, for that number of seats."""
        zeros = self._zeros.get(seats)
        if zeros is None:
            zeros = self._zeros[seats] = bytes(self.width(seats))
        return extend(rows, zeros)


def zeros(size: int) -> vec[u8]:
    """Numbers to be written, so many in all.

    Compiled code stores a number in such a vector in 3 ns; in a bytearray it takes 36. NumPy looks into it without
    copying.
    """
    return vec[u8](bytes(size))


def room(size: int) -> vec[u8]:
    """No rows, with room for so many numbers: whoever adds rows to it once more writes over those added before."""
    return vec[u8](capacity=size)


WHO = ["me", "next", "third", "fourth"]
"""The seats from where one sits, clockwise."""
