"""Ratings of people: what a game says about a strength, given those of the others."""

from __future__ import annotations

import math
import random

import pytest

from pediment.server.domain.ratings import (
    DAY_SECONDS,
    DRIFT,
    FIRST_DEVIATION,
    FIRST_RATING,
    POINTS_PER_STRENGTH,
    Rating,
    updated,
)

SCHOLAR = Rating(1000.0, 0.0)
TITAN = Rating(1835.0, 0.0)


def chance(mine: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - mine) / 400))


def test_a_win_raises_a_loss_lowers_and_a_tie_against_an_equal_changes_nothing() -> None:
    won, lost, tied = (updated(0, [Rating(), SCHOLAR], places) for places in ([1, 2], [2, 1], [1, 1]))
    assert won.mean - FIRST_RATING == pytest.approx(FIRST_RATING - lost.mean)
    assert won.mean > FIRST_RATING
    assert tied.mean == pytest.approx(FIRST_RATING)
    assert max(won.deviation, lost.deviation, tied.deviation) < FIRST_DEVIATION


def test_points_are_those_of_chess() -> None:
    """Ten times the odds are 400 points."""
    assert pytest.approx(400 / math.log(10)) == POINTS_PER_STRENGTH
    found = updated(0, [Rating(), SCHOLAR], [1, 2])
    assert (round(found.mean), round(found.deviation)) == (1271, 344)


def test_a_win_against_a_strong_bot_says_more() -> None:
    assert updated(0, [Rating(), TITAN], [1, 2]).mean > updated(0, [Rating(), SCHOLAR], [1, 2]).mean + 300
    assert updated(0, [Rating(), TITAN], [2, 1]).mean > FIRST_RATING - 100


def test_the_less_is_known_of_the_others_the_less_a_game_says() -> None:
    known, unsure, unknown = (
        updated(0, [Rating(1000.0, 80.0), Rating(1000.0, deviation)], [1, 2])
        for deviation in (0.0, 200.0, FIRST_DEVIATION)
    )
    assert known.mean > unsure.mean > unknown.mean > 1000.0
    assert known.deviation < unsure.deviation < unknown.deviation < 80.0


@pytest.mark.parametrize("deviations", [(0.0, 0.0), (100.0, 300.0)])
@pytest.mark.parametrize("tied", [False, True])
def test_it_is_the_maximum_of_the_posterior(deviations: tuple[float, float], tied: bool) -> None:
    """Against a search of the curve itself, for three at a table: second after the stronger one, or tied with the
    weaker one. What is not known of the others shrinks the scale as in Glicko; the curve's width is the deviation.
    """
    prior = Rating(1100.0, 150.0)
    others = [Rating(mean, deviation) for mean, deviation in zip((900.0, 1300.0), deviations, strict=True)]
    variance = (deviations[0] ** 2 + deviations[1] ** 2) / 2 / POINTS_PER_STRENGTH**2
    scale = POINTS_PER_STRENGTH * math.sqrt(1 + 3 * variance / math.pi**2)

    def posterior(x: float) -> float:
        own, weak, strong = (math.exp(number / scale) for number in (x, others[0].mean, others[1].mean))
        first, before, behind = (math.log(part) for part in (strong / (own + weak + strong), own, weak))
        second = (before + behind) / 2 if tied else before
        return first + second - math.log(own + weak) - ((x - prior.mean) / prior.deviation) ** 2 / 2

    best = max((n / 10 for n in range(8000, 14000)), key=posterior)
    found = updated(0, [prior, *others], [2, 2 if tied else 3, 1])
    assert found.mean == pytest.approx(best, abs=0.1)
    curvature = 2 * posterior(best) - posterior(best - 1) - posterior(best + 1)
    assert found.deviation == pytest.approx(1 / math.sqrt(curvature), rel=1e-3)


@pytest.mark.parametrize("own", range(4))
def test_the_order_of_the_seats_does_not_matter(own: int) -> None:
    ratings, places = [Rating(1200.0, 80.0), SCHOLAR, TITAN, Rating()], [2, 3, 1, 3]
    ratings[own] = Rating(1100.0, 90.0)
    there = updated(own, ratings, places)
    for order in ([3, 2, 0, 1], [1, 0, 3, 2]):
        moved = updated(order.index(own), [ratings[k] for k in order], [places[k] for k in order])
        assert (moved.mean, moved.deviation) == pytest.approx((there.mean, there.deviation))


@pytest.mark.parametrize("true", [600.0, 1000.0, 1500.0])
def test_many_games_against_bots_find_the_true_strength(true: float) -> None:
    random_numbers = random.Random(3)
    found = Rating()
    for n in range(400):
        bot = (270.0, 717.0, 1000.0, 1529.0)[n % 4]
        won = random_numbers.random() < chance(true, bot)
        found = updated(0, [found, Rating(bot, 0.0)], [1, 2] if won else [2, 1])
    assert found.deviation < 35
    assert abs(found.mean - true) < 3 * found.deviation


def test_time_makes_less_sure_but_never_less_than_at_first() -> None:
    sure = Rating(1200.0, 50.0)
    assert sure.after(0.0) == sure
    assert sure.after(-5.0) == sure  # a clock that was put back
    assert sure.after(4 * DAY_SECONDS) == Rating(1200.0, math.hypot(50.0, 2 * DRIFT))
    assert sure.after(1e12).deviation == FIRST_DEVIATION


def test_far_apart_is_no_problem() -> None:
    found = updated(0, [Rating(1e5, 40.0), Rating(-1e5, 0.0)], [2, 1])
    assert 0.9e5 < found.mean < 1e5
    assert found.deviation <= 40.0
