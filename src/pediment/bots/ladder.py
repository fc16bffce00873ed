"""The ladder: named levels from gentle to very strong, the same names in every game, with their measured ratings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pediment.bots.bot import Bot
from pediment.bots.greedy import Greedy
from pediment.bots.mortal import Failings, Mortal
from pediment.bots.search import Budget, Search

RATINGS: Final = Path(__file__).parent / "data" / "ladder.json"
"""By game and level, from games of `pediment arena` (docs/bots.md tells which)."""

LEVELS: Final[dict[str, Callable[[int], Bot]]] = {
    "shepherd": lambda seed: Mortal(seed, Failings(sight=0.05, missed={"elysium": 75, "ephyran": 55})),
    "potter": lambda seed: Mortal(seed, Failings(sight=0.2, missed={"elysium": 55, "ephyran": 35})),
    "merchant": lambda seed: Mortal(seed, Failings(sight=1.0, missed={"elysium": 30, "ephyran": 12})),
    "scholar": Greedy,
    "strategist": lambda seed: Search(seed, Budget(iterations=150)),
    "titan": lambda seed: Search(seed, Budget(seconds=1.0)),
}
"""The weakest first."""


@dataclass(frozen=True)
class Rating:
    """How strong a level is: the difference of 100 points means 64% of the games of two."""

    rating: float
    low: float
    high: float


def level(name: str, seed: int) -> Bot:
    """The bot of a level. Raises KeyError."""
    bot = LEVELS[name](seed)
    bot.name = name
    return bot


def ratings(game: str) -> dict[str, Rating]:
    """The measured rating of every level in that game, with its interval of 95%; the weakest first.

    >>> list(ratings("elysium"))
    ['shepherd', 'potter', 'merchant', 'scholar', 'strategist', 'titan']
    """
    found = json.loads(RATINGS.read_text(encoding="utf-8"))[game]
    return {name: Rating(**found[name]) for name in LEVELS}
