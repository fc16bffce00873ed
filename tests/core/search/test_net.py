"""The small network over sparse features."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.rng import stream
from pediment.core.search.net import Net

FEATURES, HIDDEN = 30, 6


def numbers(n: int, name: str) -> list[float]:
    """Made-up weights with digits that sums round off."""
    rng = stream(3, name)
    return [rng.below(2000) / 700 - 1.4 for _ in range(n)]


WORTHS, ROWS = numbers(FEATURES, "worths"), numbers(2 * FEATURES * HIDDEN, "rows")
BIAS, OUTS = numbers(HIDDEN, "bias"), numbers(HIDDEN, "outs")
FOUND = [[1, 4, 9, 16, 25], [0, 2, 4, 4, 28], [29], []]


def by_hand(values: list[float], found: list[list[int]]) -> list[float]:
    """The definition, in the order in which everything is added up."""

    def total(features: list[int], column: int) -> float:
        value = 0.0
        for feature in features:
            value += ROWS[2 * HIDDEN * feature + column]
        return value

    standings: list[float] = []
    for seat, value in enumerate(values):
        for feature in found[seat]:
            value += WORTHS[feature]
        for k in range(HIDDEN):
            everybody = 0.0
            for features in found:
                everybody += total(features, HIDDEN + k)
            others = 1 / (len(found) - 1) * (everybody - total(found[seat], HIDDEN + k))
            value += OUTS[k] * max(BIAS[k] + total(found[seat], k) + others, 0.0)
        standings.append(value)
    return standings


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_what_the_definition_says_to_the_bit(seats: int) -> None:
    """So the compiled engine and plain Python agree to the bit, too."""
    values, found = numbers(seats, "values"), FOUND[:seats]
    net = Net(WORTHS, ROWS, BIAS, OUTS)
    assert net.standings(values, [vec[i64](features) for features in found]) == by_hand(values, found)


def test_without_hidden_units_the_worths_are_added_up() -> None:
    net = Net(WORTHS, [], [], [])
    assert net.standings([1.5, -2.0], [vec[i64]([3]), vec[i64]([])]) == [1.5 + WORTHS[3], -2.0]


def test_what_opponents_have_counts_by_its_mean() -> None:
    """Two opponents with the same are like one; one with and one without are half as much."""
    net = Net([0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0], [1.0, 0.0], [1.0, 0.0])
    none, one = vec[i64]([]), vec[i64]([1])
    assert net.standings([0.0, 0.0], [none, one]) == [3.0, 1.0]
    assert net.standings([0.0, 0.0, 0.0], [none, one, one])[0] == 3.0
    assert net.standings([0.0, 0.0, 0.0], [none, one, none])[0] == 2.0


@pytest.mark.parametrize(
    ("rows", "bias", "outs"),
    [(ROWS[1:], BIAS, OUTS), (ROWS, BIAS, OUTS[1:]), (ROWS[: 2 * FEATURES], BIAS[:1], OUTS[:1])],
)
def test_sizes_that_do_not_fit_are_refused(rows: list[float], bias: list[float], outs: list[float]) -> None:
    with pytest.raises(ValueError, match=r"a network of 30 features and \d hidden units, an even number"):
        Net(WORTHS, rows, bias, outs)
