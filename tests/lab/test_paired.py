"""The statistics of comparisons, on data of which the answer is known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import ttest_rel  # type: ignore[import-untyped]

from pediment.lab.paired import (
    MIN_DEALS,
    difference,
    mean_by_deal,
    ratio,
    slope,
    slope_by_deal,
    slopes_differ,
    stands_out,
)

Numbers = NDArray[np.float64]
SEATS = 3


def tables(chance: np.random.Generator, deals: int, worth: float) -> tuple[Numbers, Numbers]:
    """Points and counts of a thing that is worth so much each time; luck is shared within a deal."""
    counts = chance.poisson(0.8, (deals, SEATS)).astype(float)
    luck = chance.normal(0, 8, (deals, 1)) + chance.normal(0, 5, (deals, SEATS))
    return luck + worth * counts, counts


def test_what_is_worth_two_points_more_comes_out_as_two() -> None:
    points, counts = tables(np.random.default_rng(1), 300, 1)
    found = slopes_differ(points, counts, points + 2 * counts, counts)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((2, 2, 2))
    assert found.p < 1e-6


def test_intervals_of_worth_are_right_nineteen_times_of_twenty() -> None:
    chance = np.random.default_rng(2)
    right = 0
    for _ in range(400):
        found = slopes_differ(*tables(chance, 80, 1), *tables(chance, 80, 3))
        assert found is not None
        right += found.low <= 2 <= found.high
    assert 0.92 < right / 400 < 0.98


def test_intervals_respect_that_all_of_a_deal_hangs_together() -> None:
    """Where each deal is there ten times, there is not more known than where it is there once."""
    chance = np.random.default_rng(3)
    points, counts = tables(chance, 60, 1)
    value, errors = slope(points, counts)
    again, as_one = slope(np.tile(points, 10), np.tile(counts, 10))  # ten tables of one deal as one row
    assert again == pytest.approx(value)
    assert as_one == pytest.approx(errors)


@pytest.mark.parametrize("times", [1.0, 1.3])
def test_intervals_of_frequency_are_right_nineteen_times_of_twenty(times: float) -> None:
    chance = np.random.default_rng(4)
    right = 0
    for _ in range(400):
        rate = chance.gamma(4, 0.2, 150)  # of the deal
        found = ratio(chance.poisson(rate).astype(float), chance.poisson(times * rate).astype(float))
        assert found is not None
        right += found.low <= times <= found.high
    assert 0.92 < right / 400 < 0.98


def test_differences_are_those_of_a_paired_t_test() -> None:
    a, b = np.array([1.0, 5.0, 2.0, 4.0]), np.array([2.0, 6.5, 3.5, 3.0])
    found, known = difference(a, b), ttest_rel(b, a)
    assert (found.value, found.p) == pytest.approx((0.75, known.pvalue))
    assert (found.low, found.high) == pytest.approx(tuple(known.confidence_interval(0.95)))


def test_nothing_comes_out_of_nothing() -> None:
    same = np.ones(40)
    assert difference(same, same).p == 1
    often = ratio(same, same)
    assert often is not None
    assert (often.value, often.low, often.high, often.p) == (1, 1, 1, 1)
    chance = np.random.default_rng(5)
    studies = 0
    for _ in range(100):
        things = [slopes_differ(*tables(chance, 60, 1), *tables(chance, 60, 1)) for _ in range(25)]
        studies += any(stands_out(things))
    assert studies <= 12  # 5 are expected


def test_of_many_things_those_that_are_there_stand_out() -> None:
    chance = np.random.default_rng(6)
    worths = [3.0] * 5 + [0.0] * 95
    found = [slopes_differ(*tables(chance, 200, 0), *tables(chance, 200, worth)) for worth in worths]
    marks = stands_out(found)
    assert marks[:5] == [True] * 5
    assert sum(marks[5:]) <= 2
    assert stands_out([]) == []
    assert stands_out([None, found[0], None]) == [False, True, False]


def test_what_happens_in_few_deals_says_nothing() -> None:
    seldom, often = np.zeros(100), np.ones(100)
    seldom[: MIN_DEALS - 1] = 1
    assert ratio(seldom, often) is None
    assert ratio(often, seldom) is None
    points, counts = tables(np.random.default_rng(7), 100, 1)
    equal = np.ones((100, SEATS))  # it does not tell one seat from another
    assert slopes_differ(points, equal, points, counts) is None


def test_intervals_of_means_and_slopes_count_deals_and_not_values() -> None:
    chance = np.random.default_rng(8)
    deals = np.repeat(np.arange(60), 5)
    of_mean = of_slope = 0
    for _ in range(400):
        luck = chance.normal(0, 3, 60)[deals] + chance.normal(0, 1, 300)  # values of a deal hang together
        x = chance.normal(0, 1, 60)[deals]
        mean, rise = mean_by_deal(2 + luck, deals), slope_by_deal(x, 1 + 2 * x + luck, deals)
        assert mean is not None
        assert rise is not None
        of_mean += mean.low <= 2 <= mean.high
        of_slope += rise.low <= 2 <= rise.high
    assert 0.92 < of_mean / 400 < 0.98
    assert 0.90 < of_slope / 400 < 0.98


def test_few_deals_or_nothing_to_tell_from_say_nothing() -> None:
    deals = np.repeat(np.arange(MIN_DEALS - 1), 5)
    values = np.ones(len(deals))
    assert mean_by_deal(values, deals) is None
    assert mean_by_deal(np.array([]), np.array([], dtype=np.int64)) is None
    many = np.arange(100)
    assert slope_by_deal(np.ones(100), np.ones(100), many) is None  # everything happened in one round
