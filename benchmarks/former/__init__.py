"""The players of November 2026 with their weights, frozen, for matches of old and new in one engine.

    pediment arena elysium --bots search@100ms-cpu,benchmarks.former:Tenth --games 400

They play as `greedy`, `strategist` and `titan` did then: the levels by their budgets, `Tenth` and `Fiftieth` with such
a part of titan's second, by the processor's time. Run this from the root of the repository, where `benchmarks` is
found.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pediment.bots import greedy
from pediment.bots.search import Budget, Search
from pediment.core.game import Game
from pediment.core.search.tree import Judge
from pediment.games.elysium.ai.estimate import estimate as elysium_estimate
from pediment.games.elysium.ai.judge import ElysiumJudge
from pediment.games.elysium.ai.weights import read_weights
from pediment.games.ephyran.ai.former.estimate import estimate as ephyran_estimate
from pediment.games.ephyran.ai.former.judge import EphyranJudge

JUDGES: Final[dict[str, Judge]] = {
    "elysium": ElysiumJudge(read_weights((Path(__file__).parent / "elysium.json").read_text(encoding="utf-8"))),
    "ephyran": EphyranJudge(),
}
ESTIMATES: Final[dict[str, Callable[[Any, int], float]]] = {"elysium": elysium_estimate, "ephyran": ephyran_estimate}


class Greedy(greedy.Greedy):
    """Looks one move ahead, with the hand-made estimates of then."""

    def value(self, game: Game[Any], world: Any, seat: int) -> float:
        """What a position is worth to the seat."""
        return ESTIMATES[game.name](world, seat)


class Former(Search):
    """Searches with the judges of then."""

    budget_of_level = Budget(seconds=1.0)

    def __init__(self, seed: int) -> None:
        super().__init__(seed, self.budget_of_level)

    def judge(self, game: Game[Any]) -> Judge:
        """The former judge of the game."""
        return JUDGES[game.name]


class Titan(Former):
    """Thinks for up to a second."""


class Tenth(Former):
    """Thinks for up to a tenth of a second of the processor's time."""

    budget_of_level = Budget(processor_seconds=0.1)


class Fiftieth(Former):
    """Thinks for up to a fiftieth of a second of the processor's time."""

    budget_of_level = Budget(processor_seconds=0.02)


class Strategist(Former):
    """Thinks for 150 iterations."""

    budget_of_level = Budget(iterations=150)
