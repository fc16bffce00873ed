from __future__ import annotations

import json
import math
import random

import numpy as np
import pytest

from pediment.lab import ratings
from pediment.lab.ratings import ANCHOR_RATING, POINTS_PER_STRENGTH, Choices, Rating, share, standings, summary
from pediment.lab.tournament import Result, Terms, Tournament, schedule

STRENGTHS = {"a": 0.0, "b": 0.7, "c": 1.4, "greedy": 2.0}


def drawn(strengths: dict[str, float], seats: int, games: int, seed: int) -> list[Result]:
    """Games as Plackett and Luce imagine them: everybody's luck has the distribution of Gumbel."""
    rng = random.Random(seed)
    found: list[Result] = []
    for table in schedule(list(strengths), seats=seats, games=games):
        form = [strengths[bot] - math.log(-math.log(rng.random())) for bot in table.bots]
        found.append(result(table.deal, table.bots, [sorted(form).index(x) for x in form]))
    return found


def result(deal: int, bots: tuple[str, ...], totals: list[int], faults: tuple[int, ...] | None = None) -> Result:
    won = [total == max(totals) for total in totals]
    returns = tuple(one / sum(won) for one in won)
    return Result(deal, bots, returns, tuple(totals), faults or (0,) * len(bots), 50)


def pairs(*scores: tuple[int, int]) -> list[Result]:
    """A deal for each pair of results of `a`: twice what it has against 1 of `b`, from both seats."""
    found: list[Result] = []
    for deal, (first, second) in enumerate(scores):
        found += [result(deal, ("a", "b"), [first, 1]), result(deal, ("b", "a"), [1, second])]
    return found


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "BOOTSTRAP_SAMPLES", 100)


@pytest.mark.parametrize(("seats", "games"), [(2, 40), (3, 15), (4, 60)])
def test_strengths_are_those_of_choix(seats: int, games: int) -> None:
    import choix  # brings much of SciPy, which no other test needs

    results = drawn(STRENGTHS, seats, games, 5)
    bots = sorted(STRENGTHS)
    deals = sorted({one.deal for one in results})
    found = Choices(results, deals, bots).strengths(np.ones(len(deals)))
    rankings = [
        tuple(bots.index(bot) for _, bot in sorted(zip(one.totals, one.bots, strict=True), reverse=True))
        for one in results
    ]
    expected = choix.opt_rankings(len(bots), rankings, alpha=1 / (2 * ratings.PRIOR_STRENGTH_SD**2))
    assert found == pytest.approx(expected, abs=1e-3)


def test_ties_count_half_for_each_order() -> None:
    bots = ["a", "b"]
    tied = Choices([result(0, ("a", "b"), [3, 3])] * 2, [0], bots)
    both = Choices([result(0, ("a", "b"), [3, 1]), result(0, ("a", "b"), [1, 3])], [0], bots)
    assert (tied.taken == both.taken).all()
    assert (tied.faced == both.faced).all()


def test_equal_seats_at_a_table_of_four_come_in_every_order() -> None:
    found = Choices([result(0, ("a", "b", "c", "d"), [5, 2, 2, 2])], [0], ["a", "b", "c", "d"])
    assert found.taken.tolist() == [pytest.approx([1, 2 / 3, 2 / 3, 2 / 3])]
    assert found.faced.sum() == pytest.approx(3)


def test_a_tie_break_decides_over_points() -> None:
    won = Result(0, ("a", "b"), (0.0, 1.0), (7, 7), (0, 0), 50)
    assert Choices([won], [0], ["a", "b"]).taken.tolist() == [[0, 1]]


@pytest.mark.parametrize(("seats", "games"), [(2, 60), (3, 30), (4, 80)])
def test_known_strengths_are_recovered_within_their_intervals(
    seats: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """95 % of the intervals should hold the truth; of so few, one may miss it in three tournaments of three bots."""
    monkeypatch.setattr(ratings, "BOOTSTRAP_SAMPLES", 300)
    hits: list[bool] = []
    for seed in range(3):
        for one in standings(drawn(STRENGTHS, seats, games, seed)).ratings:
            true = ANCHOR_RATING + POINTS_PER_STRENGTH * (STRENGTHS[one.bot] - STRENGTHS["greedy"])
            assert abs(one.rating - true) < 200
            if one.bot != "greedy":
                hits.append(one.low <= true <= one.high)
    assert sum(hits) >= len(hits) - 1


@pytest.mark.usefixtures("few_samples")
def test_intervals_cover_about_as_often_as_they_say() -> None:
    strengths = {"a": 0.0, "b": 0.8, "c": 1.6}
    centre = sum(strengths.values()) / 3
    hits = [
        one.low <= ANCHOR_RATING + POINTS_PER_STRENGTH * (strengths[one.bot] - centre) <= one.high
        for seed in range(16)
        for one in standings(drawn(strengths, 2, 20, seed)).ratings
    ]
    assert sum(hits) / len(hits) >= 0.86


def test_the_shares_of_pairs_cover_as_often_as_they_say() -> None:
    rng = random.Random(3)
    for chance, deals in ((0.5, 20), (0.85, 40), (0.97, 30)):
        hits = 0
        for _ in range(400):
            _, low, high = share([((rng.random() < chance) + (rng.random() < chance)) / 2 for _ in range(deals)])
            hits += low <= chance <= high
        assert hits / 400 >= 0.93


@pytest.mark.usefixtures("few_samples")
def test_matched_pairs_make_the_interval() -> None:
    """The same wins say more where each deal is shared than where one side takes both games."""
    shared = standings(pairs(*[(2, 0)] * 10)).pairs[0]
    split = standings(pairs(*[(2, 2), (0, 0)] * 5)).pairs[0]
    assert shared.share == split.share == 0.5
    assert shared.high - shared.low < 0.6 * (split.high - split.low)


@pytest.mark.usefixtures("few_samples")
def test_a_perfect_score_stays_finite_and_has_an_interval() -> None:
    found = standings(pairs(*[(2, 2)] * 30))
    best, other = found.ratings
    assert (best.bot, best.won, other.won) == ("a", 1.0, 0.0)
    assert 700 < best.rating - other.rating < 1200
    assert best.high - best.low > 50
    (pair, back) = found.pairs
    assert (pair.share, pair.high, back.share, back.low) == (1.0, 1.0, 0.0, 0.0)
    assert 0.85 < pair.low < 0.95


@pytest.mark.usefixtures("few_samples")
def test_the_order_of_the_games_does_not_matter() -> None:
    results = drawn(STRENGTHS, 3, 9, 1)
    assert standings(results[::-1]) == standings(results)


@pytest.mark.usefixtures("few_samples")
def test_greedy_is_the_anchor_else_the_mean() -> None:
    found = standings(drawn(STRENGTHS, 2, 10, 2))
    anchor = next(one for one in found.ratings if one.bot == "greedy")
    assert (found.anchor, anchor.rating, anchor.low, anchor.high) == ("greedy", 1000.0, 1000.0, 1000.0)
    mean = standings(drawn({"a": 0.0, "b": 1.0}, 2, 20, 2))
    assert mean.anchor is None
    assert sum(one.rating for one in mean.ratings) == pytest.approx(2000)


@pytest.mark.usefixtures("few_samples")
def test_what_is_told_of_a_bot() -> None:
    results = [
        result(0, ("a", "b", "c"), [10, 4, 7], (0, 2, 0)),
        result(1, ("b", "c", "a"), [6, 6, 1], (1, 0, 0)),
    ]
    found = standings(results)
    b = next(one for one in found.ratings if one.bot == "b")
    assert (b.games, b.won, b.margin, b.faults) == (2, 0.25, -3.0, 3)
    pair = next(one for one in found.pairs if (one.bot, one.against) == ("b", "c"))
    assert (pair.deals, pair.games, pair.share, pair.margin) == (2, 2, 0.25, -1.5)


@pytest.mark.usefixtures("few_samples")
def test_bots_that_never_met_have_no_pair() -> None:
    results = [result(deal, bots, [2, 1]) for deal in (0, 1) for bots in (("a", "b"), ("b", "c"))]
    assert {(one.bot, one.against) for one in standings(results).pairs} == {
        ("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"),
    }  # fmt: skip


@pytest.mark.parametrize("results", [[], pairs((2, 0))])
def test_one_deal_is_not_enough(results: list[Result]) -> None:
    with pytest.raises(ValueError, match="at least two deals"):
        standings(results)


@pytest.mark.usefixtures("few_samples")
def test_the_summary_is_ready_for_json() -> None:
    results = pairs((2, 0), (2, 2))
    told = Tournament(Terms("ephyran", "1", 2, 3, {"gods": "random"}), ["b", "a"], results)
    found = json.loads(json.dumps(summary(told, standings(results))))
    assert found["format"] == "pediment-arena-summary-1"
    assert found["setting"] == {
        "game": "ephyran", "rules": "1", "seats": 2, "seed": 3, "options": {"gods": "random"}, "bots": ["b", "a"],
    }  # fmt: skip
    assert (found["games"], found["deals"]) == (4, 2)
    assert found["scale"] == {"anchor": None, "level": 1000.0, "tenfold_odds": 400}
    assert set(found["ratings"][0]) == set(Rating.__dataclass_fields__)
    assert (found["pairs"][0]["bot"], found["pairs"][0]["share"]) == ("a", 0.75)
