"""How strong bots are, by the games they played: ratings on one scale, and who beats whom, with 95% intervals."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from pediment.core.extras import extra
from pediment.lab.tournament import Result, Tournament

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray
    from scipy.special import ndtr, stdtrit  # type: ignore[import-untyped]

FORMAT: Final = "pediment-arena-summary-1"
ANCHOR: Final = "greedy"
"""The bot whose rating is `ANCHOR_RATING`; where it does not play, the mean is."""
ANCHOR_RATING: Final = 1000.0
POINTS_PER_STRENGTH: Final = 400 / math.log(10)
"""Points of a unit of the model's strength: 400 points are odds of ten to one."""
PRIOR_STRENGTH_SD: Final = 3.0
"""Strengths are thought to lie so far apart before any game (about 520 points), which keeps them finite."""
MAX_GRADIENT: Final = 1e-5
"""So flat is the likelihood where the likeliest strengths are found."""
BOOTSTRAP_SAMPLES: Final = 1000
SEED: Final = 1

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """One bot among the others. `margin` is its points less those of the best other at the table, on average."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    won: float
    """The share of games won; a shared victory is a part of a win."""
    margin: float
    faults: int
    """What went wrong with a bot of another program; greedy moves were played in its place."""


@dataclass(frozen=True)
class Pair:
    """Two bots at the same tables: how often the first is ahead of the second, ties for a half."""

    bot: str
    against: str
    deals: int
    games: int
    share: float
    low: float
    high: float
    margin: float


@dataclass(frozen=True)
class Standings:
    """All ratings, the best first, and every pair that met, both ways, in the same order."""

    anchor: str | None
    ratings: list[Rating]
    pairs: list[Pair]


def standings(results: Sequence[Result]) -> Standings:
    """What games say about the bots that played them; their order does not matter.

    Raises ValueError for games of fewer than two deals, which say nothing about chance.
    """
    deals = sorted({result.deal for result in results})
    if len(deals) < 2:
        raise ValueError(f"ratings need games of at least two deals, not of {len(deals)}")
    results = sorted(results, key=lambda result: (result.deal, result.bots))
    bots = sorted({bot for result in results for bot in result.bots})
    anchor = ANCHOR if ANCHOR in bots else None
    choices = Choices(results, deals, bots)
    found = _on_scale(choices.strengths(np.ones(len(deals))), bots, anchor)
    lows, highs = _interval(np.array([_on_scale(sample, bots, anchor) for sample in choices.samples()]), len(deals))
    best_first = sorted(range(len(bots)), key=lambda i: -found[i])
    return Standings(
        anchor,
        [_rating(bots[i], found[i], lows[i], highs[i], results) for i in best_first],
        [
            _pair(bots[i], bots[k], results)
            for i, k in itertools.permutations(best_first, 2)
            if any({bots[i], bots[k]} <= {*result.bots} for result in results)
        ],
    )


def summary(tournament: Tournament, found: Standings) -> dict[str, Any]:
    """A tournament and its standings, ready for JSON; `docs/arena.md` explains the fields."""
    return {
        "format": FORMAT,
        "setting": {**asdict(tournament.terms), "bots": tournament.bots},
        "games": len(tournament.results),
        "deals": len({result.deal for result in tournament.results}),
        "scale": {"anchor": found.anchor, "level": ANCHOR_RATING, "tenfold_odds": 400},
        "ratings": [asdict(rating) for rating in found.ratings],
        "pairs": [asdict(pair) for pair in found.pairs],
    }


class Choices:
    """Games as Plackett and Luce see them: of all at the table one is first, of the others one is next, and so on.

    The chance to be first is in proportion to exp(strength). Of a game counts how often each bot was taken and from
    which sets; both are kept by deal, so that deals can be weighed.
    """

    def __init__(self, results: Iterable[Result], deals: list[int], bots: list[str]) -> None:
        taken: defaultdict[tuple[int, int], float] = defaultdict(float)
        faced: defaultdict[tuple[int, tuple[int, ...]], float] = defaultdict(float)
        for result in results:
            deal = deals.index(result.deal)
            orders = list(_orders(result))
            for order in orders:
                ids = [bots.index(result.bots[seat]) for seat in order]
                for place in range(len(ids) - 1):
                    taken[deal, ids[place]] += 1 / len(orders)
                    faced[deal, tuple(sorted(ids[place:]))] += 1 / len(orders)
        sets = sorted({members for _, members in faced})
        self.taken = np.zeros((len(deals), len(bots)))
        self.faced = np.zeros((len(deals), len(sets)))
        self.member = np.array([[i in members for i in range(len(bots))] for members in sets], dtype=float)
        for (deal, bot), n in taken.items():
            self.taken[deal, bot] = n
        for (deal, members), n in faced.items():
            self.faced[deal, sets.index(members)] = n

    def strengths(self, weights: Numbers, prior: Numbers | None = None, start: Numbers | None = None) -> Numbers:
        """The likeliest strengths when each deal counts with its weight; `prior` is where each is thought to lie."""
        taken, faced, member = weights @ self.taken, weights @ self.faced, self.member
        centre = np.zeros(len(taken)) if prior is None else prior
        pull = 1 / PRIOR_STRENGTH_SD**2
        x = centre if start is None else start
        while True:
            odds = member * np.exp(x - x.max())
            chances = odds / odds.sum(axis=1, keepdims=True)  # for each set, of each bot to be taken
            expected = faced @ chances
            gradient = expected - taken + pull * (x - centre)
            if np.linalg.norm(gradient) < MAX_GRADIENT:
                return np.asarray(x)
            curvature = np.diag(expected + pull) - (chances * faced[:, None]).T @ chances
            step = np.linalg.solve(curvature, gradient)
            far = np.ptp(step)  # Newton's method is sure to descend if a long step is shortened like this
            x = x - step * (np.log1p(far) / far if far else 1.0)

    def samples(self) -> list[Numbers]:
        """Strengths by deals drawn again and again.

        The prior is drawn anew as well: where the games leave everything open, as after a perfect score, it decides.
        """
        random = np.random.default_rng(SEED)
        deals, bots = self.taken.shape
        start = self.strengths(np.ones(deals))
        found: list[Numbers] = []
        for _ in range(BOOTSTRAP_SAMPLES):
            weights = random.multinomial(deals, np.full(deals, 1 / deals)).astype(float)
            found.append(self.strengths(weights, random.normal(0.0, PRIOR_STRENGTH_SD, bots), start))
        return found


def share(numbers: Sequence[float]) -> tuple[float, float, float]:
    """The mean of shares between 0 and 1, one for each deal, and its 95% interval.

    It is a t interval with two imagined deals added, one won and one lost: a perfect score has an interval, too.
    """
    more = [*numbers, 0.0, 1.0]
    error = stdtrit(len(more) - 1, 0.975) * statistics.stdev(more) / math.sqrt(len(more))
    middle = statistics.fmean(more)
    return statistics.fmean(numbers), float(max(0.0, middle - error)), float(min(1.0, middle + error))


def _orders(result: Result) -> Iterable[tuple[int, ...]]:
    """The seats from the first to the last; where some are equal, in every order."""
    places: defaultdict[tuple[float, int], list[int]] = defaultdict(list)
    for seat, place in enumerate(zip(result.returns, result.totals, strict=True)):
        places[place].append(seat)
    groups = [itertools.permutations(places[place]) for place in sorted(places, reverse=True)]
    for order in itertools.product(*groups):
        yield tuple(itertools.chain.from_iterable(order))


def _on_scale(strengths: Numbers, bots: list[str], anchor: str | None) -> Numbers:
    zero = strengths.mean() if anchor is None else strengths[bots.index(anchor)]
    return np.asarray(ANCHOR_RATING + POINTS_PER_STRENGTH * (strengths - zero))


def _interval(samples: Numbers, deals: int) -> tuple[Numbers, Numbers]:
    """Percentiles of the samples, drawn out where there are few deals, as a t interval is."""
    tail = ndtr(stdtrit(deals - 1, 0.025) * math.sqrt(deals / (deals - 1)))
    low, high = np.quantile(samples, [tail, 1 - tail], axis=0)
    return low, high


def _rating(bot: str, rating: float, low: float, high: float, results: Sequence[Result]) -> Rating:
    faults = 0
    margins: list[int] = []
    wins: list[float] = []
    for result in results:
        if bot in result.bots:
            seat = result.bots.index(bot)
            margins.append(result.totals[seat] - max(n for k, n in enumerate(result.totals) if k != seat))
            wins.append(result.returns[seat])
            faults += result.faults[seat]
    won, margin = statistics.fmean(wins), statistics.fmean(margins)
    return Rating(bot, float(rating), float(low), float(high), len(wins), won, margin, faults)


def _pair(bot: str, against: str, results: Sequence[Result]) -> Pair:
    by_deal: defaultdict[int, list[float]] = defaultdict(list)
    margins: list[int] = []
    for result in results:
        if bot in result.bots and against in result.bots:
            mine, other = (_place(result, result.bots.index(name)) for name in (bot, against))
            by_deal[result.deal].append(0.5 if mine == other else float(mine > other))
            margins.append(mine[1] - other[1])
    mean, low, high = share([statistics.fmean(numbers) for numbers in by_deal.values()])
    return Pair(bot, against, len(by_deal), len(margins), mean, low, high, statistics.fmean(margins))


def _place(result: Result, seat: int) -> tuple[float, int]:
    return result.returns[seat], result.totals[seat]
