"""A small network over sparse features, which a game's judge may ask what its seats can expect.

Every feature that holds for a seat has a worth of its own and a row of numbers for the hidden units: half of the row
for the seat itself, half for its opponents. So what a seat has is seen against what the others have, at any number of
seats. Without hidden units, the worths are all there is.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pediment.core.engine.vecs import listed

BLOCK: Final = 4
"""Rows are added up so many numbers at a time; the number of hidden units is a multiple of half of it."""
USUAL_FEATURES: Final = 128
"""Room for them from the beginning; a seat rarely has more."""


class Found:
    """Takes down the features that hold for a seat."""

    __slots__ = ("features",)

    def __init__(self) -> None:
        self.features = vec[i64](capacity=USUAL_FEATURES)

    def append(self, feature: i64) -> None:
        """This one holds."""
        self.features = append(self.features, feature)

    def listed(self) -> list[int]:
        """All of them, in order."""
        return listed(self.features)


class Net:
    """The numbers of a network, and what follows from features that hold.

    `worths` has a number for each feature, `rows` two for each feature and hidden unit: first those for the seat
    itself, then those for its opponents. `bias` and `outs` have one for each hidden unit. Raises ValueError where the
    sizes do not fit.
    """

    __slots__ = ("_zeros", "bias", "hidden", "outs", "rows", "worths")

    def __init__(self, worths: list[float], rows: list[float], bias: list[float], outs: list[float]) -> None:
        hidden = len(bias)
        if len(outs) != hidden or len(rows) != 2 * hidden * len(worths) or 2 * hidden % BLOCK:
            raise ValueError(
                f"a network of {len(worths)} features and {hidden} hidden units, an even number, has"
                f" {2 * hidden * len(worths)} numbers in its rows and {hidden} outs, not {len(rows)} and {len(outs)}"
            )
        self.hidden: i64 = hidden
        self.worths = vec[float](worths)
        self.rows = vec[float](rows)
        self.bias = vec[float](bias)
        self.outs = vec[float](outs)
        self._zeros = vec[float]([0.0] * (2 * hidden))

    def standings(self, values: list[float], found: list[vec[i64]]) -> list[float]:
        """For every seat its value so far and what the features that were found, for each seat in turn, add to it."""
        worths = self.worths
        standings: list[float] = []
        for seat, value in enumerate(values):
            for feature in found[seat]:
                value += worths[feature]
            standings.append(value)
        if self.hidden:
            self._add_hidden(standings, found)
        return standings

    def _add_hidden(self, standings: list[float], found: list[vec[i64]]) -> None:
        """What each hidden unit adds: one that its seat and the mean of the opponents leave below 0 is silent."""
        hidden = self.hidden
        bias, outs = self.bias, self.outs
        sums: list[vec[float]] = []
        everybody = self._zeros[:]  # what all seats are as opponents
        for features in found:
            own = self._sums(features)
            sums.append(own)
            k: i64 = hidden
            while k < 2 * hidden:
                everybody[k] += own[k]
                k += 1
        share = 1.0 / (len(sums) - 1)
        for seat, own in enumerate(sums):
            value = standings[seat]
            k = 0
            while k < hidden:
                unit = bias[k] + own[k] + share * (everybody[hidden + k] - own[hidden + k])
                if unit > 0.0:
                    value += outs[k] * unit
                k += 1
            standings[seat] = value

    def _sums(self, features: vec[i64]) -> vec[float]:
        """The rows of these features, added up."""
        width: i64 = 2 * self.hidden
        rows = self.rows
        found = self._zeros[:]
        k: i64 = 0
        while k < width:
            a = b = c = d = 0.0
            for feature in features:
                at = feature * width + k
                a += rows[at]
                b += rows[at + 1]
                c += rows[at + 2]
                d += rows[at + 3]
            found[k] = a
            found[k + 1] = b
            found[k + 2] = c
            found[k + 3] = d
            k += BLOCK
        return found
