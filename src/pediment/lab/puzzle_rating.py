"""What solving puzzles says about a player: Glicko's rating, in which a puzzle is an opponent whose rating is known.

>>> fresh = Rating()
>>> round(rated(fresh, 1000, solved=True).rating), round(rated(fresh, 1000, solved=False).rating)
(1175, 825)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

START: Final = 1000.0
"""The rating of somebody who has solved nothing yet: that of scholar."""
START_DEVIATION: Final = 350.0
MIN_DEVIATION: Final = 50.0
"""So that somebody who learns is followed."""
PUZZLE_DEVIATION: Final = 100.0
"""How well the rating of a puzzle is known, from the few tries of the bots that graded it."""
_Q: Final = math.log(10) / 400


@dataclass(frozen=True)
class Rating:
    """A rating on the scale of the bots, and its standard deviation."""

    rating: float = START
    deviation: float = START_DEVIATION


def rated(player: Rating, puzzle: float, *, solved: bool) -> Rating:
    """The rating after one more puzzle of that rating (Glickman, The Glicko system)."""
    weight = 1 / math.sqrt(1 + 3 * (_Q * PUZZLE_DEVIATION / math.pi) ** 2)
    chance = 1 / (1 + 10 ** (weight * (puzzle - player.rating) / 400))
    known = 1 / player.deviation**2 + _Q**2 * weight**2 * chance * (1 - chance)
    rating = player.rating + _Q / known * weight * (solved - chance)
    return Rating(rating, max(1 / math.sqrt(known), MIN_DEVIATION))
