"""Differences between two variants that played the same deals, with intervals that respect the deals.

Whatever happens within a deal hangs together, so the deal is what is counted: each estimate is linear in the deals as
far as chance goes, and its error is that of a mean over deals (the sandwich of cluster-robust regression).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

from pediment.core.extras import extra
from pediment.lab.findings import Estimate

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray
    from scipy.special import stdtr, stdtrit  # type: ignore[import-untyped]
    from scipy.stats import false_discovery_control  # type: ignore[import-untyped]

MIN_DEALS: Final = 20
"""Of fewer deals in which something happened, nothing is concluded."""
MAX_FALSE_SHARE: Final = 0.05
"""Of what stands out, so much at most is expected to be chance (Benjamini and Hochberg)."""

_TINY: Final = 1e-9

Numbers = NDArray[np.float64]


def difference(a: Numbers, b: Numbers) -> Estimate:
    """How much larger b is on average; both have a number for each deal.

    >>> found = difference(np.array([1.0, 5.0, 2.0]), np.array([2.0, 6.5, 3.5]))
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (1.33, 0.62, 2.05)
    """
    more = b - a
    return _estimate(float(more.mean()), more - more.mean(), len(more))


def ratio(a: Numbers, b: Numbers) -> Estimate | None:
    """How many times as often something happens in b; both have a count for each deal.

    None where it happens in fewer than `MIN_DEALS` deals of either.
    """
    if min(np.count_nonzero(a), np.count_nonzero(b)) < MIN_DEALS:
        return None
    errors = b / b.mean() - a / a.mean()
    log = _estimate(math.log(b.mean() / a.mean()), errors, int(np.count_nonzero(a + b)), len(a))
    return Estimate(math.exp(log.value), math.exp(log.low), math.exp(log.high), log.p)


def slope(points: Numbers, counts: Numbers) -> tuple[float, Numbers]:
    """Points for each time that something happens to a seat, against the others at the table, and the errors by deal.

    Both have a row for each deal and a column for each seat. It is the regression within the tables: what a whole table
    has in common does not matter.
    """
    y = points - points.mean(axis=1, keepdims=True)
    k = counts - counts.mean(axis=1, keepdims=True)
    size = float((k * k).sum())
    value = float((k * y).sum()) / size
    return value, (k * (y - value * k)).sum(axis=1) * len(points) / size


def worth_each(points: Numbers, counts: Numbers) -> Estimate | None:
    """What something is worth by `slope`, with its interval; None where it tells seats apart in too few deals."""
    telling = int(np.count_nonzero((counts != counts[:, :1]).any(axis=1)))
    if telling < MIN_DEALS:
        return None
    value, errors = slope(points, counts)
    return _estimate(value, errors, telling, len(points))


def slopes_differ(points_a: Numbers, counts_a: Numbers, points_b: Numbers, counts_b: Numbers) -> Estimate | None:
    """How much more something is worth in b, by `slope`; None where it tells seats apart in too few deals."""
    telling = [(counts != counts[:, :1]).any(axis=1) for counts in (counts_a, counts_b)]
    if min(map(np.count_nonzero, telling)) < MIN_DEALS:
        return None
    before, errors_a = slope(points_a, counts_a)
    after, errors_b = slope(points_b, counts_b)
    return _estimate(after - before, errors_b - errors_a, int(np.count_nonzero(telling[0] | telling[1])), len(points_a))


def stands_out(estimates: Sequence[Estimate | None]) -> list[bool]:
    """Which of many findings are there, rather than chance: at most `MAX_FALSE_SHARE` of them are expected to be.

    Those of which nothing is known do not stand out.
    """
    known = [estimate.p for estimate in estimates if estimate is not None]
    marks = iter(false_discovery_control(known) <= MAX_FALSE_SHARE if known else [])
    return [estimate is not None and bool(next(marks)) for estimate in estimates]


def _estimate(value: float, errors: Numbers, deals: int, of: int | None = None) -> Estimate:
    """The value with its interval, from what each deal adds to its error; `deals` of them add something."""
    n = of or deals
    error = math.sqrt(float((errors * errors).sum()) / n / n * deals / (deals - 1))
    if error < 1e-12 * max(1.0, abs(value)):  # the same in every deal
        return Estimate(value, value, value, float(abs(value) < 1e-12))
    reach = float(stdtrit(deals - 1, 0.975)) * error
    return Estimate(value, value - reach, value + reach, float(2 * stdtr(deals - 1, -abs(value) / error)))


def mean(values: Numbers) -> Estimate:
    """The mean of values, one of each deal."""
    return _estimate(float(values.mean()), values - values.mean(), len(values))


def shares(strong: Numbers, weak: Numbers) -> tuple[Estimate, Estimate, Estimate] | None:
    """Which part of the variance of a seat's lead is the player, which the deal, and which neither.

    Both have a number for each deal: the lead of a seat where the better player sits there, and where the weaker one
    does. A coin decides who it is; then the variance is a quarter of the square of their difference (the player), what
    both leads have in common (the deal), and half the variance of their difference (the rest). None if nothing varies.
    """
    n = len(strong)
    more = strong - weak
    gap = float(more.mean())
    apart = (more - gap) ** 2
    around = [leads - leads.mean() for leads in (strong, weak)]
    of_deal = around[0] * around[1] * n / (n - 1)
    of_rest = apart * n / (n - 1) / 2
    parts = [(gap * gap - float(apart.sum()) / (n - 1) / n) / 4, float(of_deal.mean()), float(of_rest.mean())]
    errors = [gap * (more - gap) / 2, of_deal - of_deal.mean(), of_rest - of_rest.mean()]
    whole, error = sum(parts), sum(errors)
    if whole <= 0:
        return None
    player, deal, rest = (
        _estimate(part / whole, (own - part / whole * error) / whole, n)
        for part, own in zip(parts, errors, strict=True)
    )
    return player, deal, rest


def together(
    points: Numbers, counts: Numbers, deals: NDArray[np.int64], *, seats: int = 1
) -> list[tuple[int, int, int, Estimate]]:
    """For pairs of things, what each pair brings beyond what its two things bring alone: both columns, rows, points.

    Points and deals have a number for each seat of a game; counts a row for each, and a column for each thing. It is a
    regression of points on all counts, and on how often a seat had both; within the tables, if the rows of so many
    seats stand together. Pairs that say nothing are left out.
    """
    single = _within(counts, seats)
    vectors, sizes, _ = np.linalg.svd(np.column_stack([np.ones(len(counts)), single]), full_matrices=False)
    alone = vectors[:, sizes > sizes[0] * _TINY]  # what things explain one by one
    of_table = _within(points[:, None], seats)[:, 0]
    rest = of_table - alone @ (alone.T @ of_table)
    found: list[tuple[int, int, int, Estimate]] = []
    for one, other in itertools.combinations(range(counts.shape[1]), 2):
        both = np.minimum(counts[:, one], counts[:, other])
        n = int(np.count_nonzero(both))
        if n < MIN_DEALS:
            continue
        inside = _within(both[:, None], seats)[:, 0]
        beyond = inside - alone @ (alone.T @ inside)
        if np.abs(beyond).max() < _TINY:  # a seat that has one has the other
            continue
        estimate = slope_by_deal(beyond, rest, deals, centred=False)
        if estimate is not None:
            found.append((one, other, n, estimate))
    return found


def _within(rows: Numbers, seats: int) -> Numbers:
    """Rows of tables, so many of each, less the mean of their table; one of each stays as it is."""
    if seats == 1:
        return rows
    tables = rows.reshape(-1, seats, rows.shape[1])
    inside: Numbers = (tables - tables.mean(axis=1, keepdims=True)).reshape(rows.shape)
    return inside


def mean_by_deal(values: Numbers, deals: NDArray[np.int64]) -> Estimate | None:
    """The mean of values, several of which can be of one deal; None for fewer than `MIN_DEALS` deals.

    >>> found = mean_by_deal(np.repeat([1.0, 3.0], 20), np.arange(40))
    >>> round(found.value, 2), round(found.low, 2), round(found.high, 2)
    (2.0, 1.68, 2.32)
    """
    return slope_by_deal(np.ones(len(values)), values, deals, centred=False)


def slope_by_deal(x: Numbers, y: Numbers, deals: NDArray[np.int64], *, centred: bool = True) -> Estimate | None:
    """How much y rises with x, where several values can be of one deal; None where too few deals tell.

    With an x of zeros and ones it is the difference of two means.
    """
    if centred and len(x):
        x, y = x - x.mean(), y - y.mean()
    telling = len(np.unique(deals[x != 0]))
    size = float((x * x).sum())
    if telling < MIN_DEALS or not size:
        return None
    value = float((x * y).sum()) / size
    _, of_deal = np.unique(deals, return_inverse=True)
    errors = np.bincount(of_deal, x * (y - value * x)) * len(x) / size
    return _estimate(value, errors, telling, len(x))
