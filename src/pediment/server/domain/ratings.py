"""How strong a person is, on the scale of the bots: the likeliest strength after each game, and how sure that is.

Ratings of people are updated game by game, as in chess. Before a game, a strength is thought to be normally
distributed. The order in which the players finished has the likelihood of Plackett and Luce, by which the bots' own
ratings were found (`pediment.lab.ratings`). The rating after it is the maximum of the posterior, and its deviation
comes from the curvature there. So a rating follows from a person's games in their order, in one step for each, and the
fixed ratings of the bots hold the scale in place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

POINTS_PER_STRENGTH: Final = 400 / math.log(10)
"""400 points are odds of ten to one, as in the bots' ratings."""
FIRST_RATING: Final = 1000.0
"""Of somebody who has not played yet: that of `scholar`,"""
FIRST_DEVIATION: Final = 3.0 * POINTS_PER_STRENGTH
"""as unsure as a bot's before its first game."""
DRIFT: Final = 10.0
"""Points by which a strength may change in a day: people learn, and forget."""
DAY_SECONDS: Final = 86_400.0
MAX_STEP: Final = 1e-9
"""So small is the last step of Newton's method."""
INTERVAL_DEVIATIONS: Final = 1.96
"""Half the width of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in points, with its standard deviation; a bot's is known."""

    mean: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION

    def after(self, seconds: float) -> Rating:
        """The same so much later: less sure, up to that of somebody who is new."""
        days = max(seconds, 0.0) / DAY_SECONDS
        return Rating(self.mean, min(FIRST_DEVIATION, math.sqrt(self.deviation**2 + DRIFT**2 * days)))


def updated(own: int, ratings: Sequence[Rating], places: Sequence[int]) -> Rating:
    """The rating of player `own` after a game, from all players' ratings before it and their places, 1 for the first.

    >>> after = updated(0, [Rating(), Rating(1000.0, 0.0)], [1, 2])
    >>> round(after.mean), round(after.deviation)
    (1271, 344)

    Those who share a place count half as if they were before each other, half as if behind. The less is known of the
    others, the less the game says: as Glicko does, the scale shrinks with their variance.
    """
    before = ratings[own]
    others = [rating for k, rating in enumerate(ratings) if k != own]
    variance = sum(rating.deviation**2 for rating in others) / len(others) / POINTS_PER_STRENGTH**2
    unit = 1 / math.sqrt(1 + 3 * variance / math.pi**2)
    fields = _fields(own, [unit * rating.mean / POINTS_PER_STRENGTH for rating in ratings], places)
    centre, pull = before.mean / POINTS_PER_STRENGTH, (POINTS_PER_STRENGTH / before.deviation) ** 2
    x = centre
    while True:
        gradient, curvature = pull * (centre - x), pull
        for weight, taken, rest in fields:
            chance = 1 / (1 + math.exp(min(rest - unit * x, 700.0)))
            gradient += weight * unit * (taken - chance)
            curvature += weight * unit**2 * chance * (1 - chance)
        step = gradient / curvature
        if abs(step) < MAX_STEP:
            return Rating(x * POINTS_PER_STRENGTH, POINTS_PER_STRENGTH / math.sqrt(curvature))
        x += math.copysign(min(abs(step), 1.0), step)  # Newton's method could jump too far where the curve is flat


def _fields(own: int, strengths: Sequence[float], places: Sequence[int]) -> list[tuple[float, bool, float]]:
    """The choices in which a player took part: how much each counts, whether they were taken, and the log of the
    others' odds together.
    """
    ahead = [k for k, place in enumerate(places) if place < places[own]]
    ahead.sort(key=lambda k: places[k])
    tied = [k for k, place in enumerate(places) if place == places[own] and k != own]
    found: list[tuple[float, bool, float]] = []
    for before in ([*ahead], [*ahead, *tied]) if tied else ([*ahead],):
        weight = 0.5 if tied else 1.0
        left = [k for k in range(len(places)) if k != own]
        for taken in [*before, own]:
            if left:
                found.append((weight, taken == own, _log_sum([strengths[k] for k in left])))
            if taken != own:
                left.remove(taken)
    return found


def _log_sum(numbers: Sequence[float]) -> float:
    most = max(numbers)
    return most + math.log(sum(math.exp(number - most) for number in numbers))
