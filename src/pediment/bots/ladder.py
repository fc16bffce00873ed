"""The ladder: named levels from gentle to very strong, the same names in every game, with their measured ratings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pediment
from pediment.bots.bot import Bot
from pediment.bots.fallible import Failings, Fallible
from pediment.bots.greedy import Greedy
from pediment.bots.search import Budget, Search


def _fallible(seed: int, level: str, sight: float) -> Bot:
    """A bot with failings; how many cards it overlooks is said by the kit of each game."""
    kits = [pediment.kit(name) for name in pediment.games()]
    return Fallible(seed, Failings(sight, {kit.name: kit.overlooked[level] for kit in kits if level in kit.overlooked}))


def _searching(seed: int, level: str, iterations: int) -> Bot:
    """A bot that searches; the kit of a game may give the level another number of iterations there."""
    kits = [pediment.kit(name) for name in pediment.games()]
    by_game = {kit.name: Budget(iterations=kit.iterations[level]) for kit in kits if level in kit.iterations}
    return Search(seed, Budget(iterations=iterations), by_game)


LEVELS: Final[dict[str, Callable[[int], Bot]]] = {
    "shepherd": lambda seed: _fallible(seed, "shepherd", sight=0.05),
    "potter": lambda seed: _fallible(seed, "potter", sight=0.2),
    "merchant": lambda seed: _fallible(seed, "merchant", sight=1.0),
    "scholar": Greedy,
    "strategist": lambda seed: _searching(seed, "strategist", iterations=150),
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

    They come from games of `pediment arena` (docs/bots.md tells which); a game where none were played has no ratings.

    >>> list(ratings("elysium"))
    ['shepherd', 'potter', 'merchant', 'scholar', 'strategist', 'titan']
    """
    found = pediment.kit(game).measured()
    return {name: Rating(**found[name]) for name in LEVELS if name in found}
