"""What a search asks about a position of Ephyran."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.state import OVER, State
from pediment.core.search.net import Found, Net
from pediment.core.search.tree import Judge, shares
from pediment.games.ephyran.ai.features import FEATURES, find
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.stages import STAGES, stage
from pediment.games.ephyran.ai.weights import Weights
from pediment.games.ephyran.rules.gains import points
from pediment.games.ephyran.rules.state import EphyranState

END_SPREAD_POINTS: Final = 0.001  # at the end the higher standing has won
WIN_SHARE: Final = 0.25  # what a victory counts; the rest is by how much
MARGIN_SCALE_POINTS: Final = 5.0  # the margin that makes a good part of a victory


class EphyranJudge(Judge):
    """Points, and what experience says about such positions; first sights are those of a policy."""

    def __init__(self, weights: Weights, learned: dict[str, list[float]]) -> None:
        """The weights of the policy, and what a network has learned. Raises ValueError."""
        super().__init__(explore=0.5, temperature=0.7)
        self.policy = EphyranPolicy(weights)
        self.net = Net(learned["features"], learned["rows"], learned["bias"], learned["outs"])
        self.spreads = learned["spread"]  # by stage: the points that make a victory e times as likely
        if len(self.spreads) != STAGES or len(self.net.worths) != FEATURES:
            raise ValueError(f"the judge of Ephyran has {STAGES} spreads and {FEATURES} features")

    def standings(self, s: State) -> list[float]:
        """For every seat a guess at its points at the end."""
        assert isinstance(s, EphyranState)
        totals = [float(points(s, p)) for p in s.players]
        if s.to_move == OVER:
            return totals
        found: list[vec[i64]] = []
        for seat in range(len(totals)):
            holding = Found()
            find(s, seat, totals, holding)
            found.append(holding.features)
        return self.net.standings(totals, found)

    def spread(self, s: State) -> float:
        """Less from stage to stage."""
        assert isinstance(s, EphyranState)
        return END_SPREAD_POINTS if s.to_move == OVER else self.spreads[stage(s)]

    def sights(self, s: State) -> list[float]:
        """What the policy thinks."""
        return self.policy.promises(s, s.rng)

    def values(self, chances: list[float], standings: list[float]) -> list[float]:
        """To win, and by much."""
        parts = shares(standings, MARGIN_SCALE_POINTS)
        return [WIN_SHARE * chances[k] + (1.0 - WIN_SHARE) * parts[k] for k in range(len(parts))]
