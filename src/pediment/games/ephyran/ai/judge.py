"""What a search asks about a position of Ephyran: it plays every world to its end."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.state import OVER, State
from pediment.core.search.playout import play_out
from pediment.core.search.tree import Judge, shares
from pediment.games.ephyran.ai.estimate import stands
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.weights import Weights
from pediment.games.ephyran.rules.gains import points
from pediment.games.ephyran.rules.state import EphyranState

END_SPREAD_POINTS: Final = 0.001  # at the end the higher standing has won
SPREAD_POINTS: Final = 4.0
WIN_SHARE: Final = 0.25  # what a victory counts; the rest is by how much, which is less of a coin's fall
MARGIN_SCALE_POINTS: Final = 5.0  # the margin that makes a good part of a victory


class EphyranJudge(Judge):
    """Points, steps towards a whole city, and what each hand promises its owner."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(explore=0.5, temperature=0.7)
        self.policy = EphyranPolicy(weights)

    def standings(self, s: State) -> list[float]:
        """For every seat a guess at its points at the end."""
        assert isinstance(s, EphyranState)
        return [float(points(s, p)) for p in s.players] if s.to_move == OVER else stands(s)

    def spread(self, s: State) -> float:
        """The same until the end."""
        return END_SPREAD_POINTS if s.to_move == OVER else SPREAD_POINTS

    def sights(self, s: State) -> list[float]:
        """What the policy thinks."""
        return self.policy.promises(s, s.rng)

    def finish(self, s: State) -> None:
        """To the end: half a city says little about the whole."""
        play_out(s, self.policy, s.rng)

    def values(self, chances: list[float], standings: list[float]) -> list[float]:
        """To win, and by much."""
        parts = shares(standings, MARGIN_SCALE_POINTS)
        return [WIN_SHARE * chances[k] + (1.0 - WIN_SHARE) * parts[k] for k in range(len(parts))]
