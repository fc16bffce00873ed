"""What Ephyran offers to `pediment train`."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.search.tree import Judge
from pediment.core.training import Trainer, Weights
from pediment.games.ephyran.ai.features import FEATURES, features
from pediment.games.ephyran.ai.judge import EphyranJudge
from pediment.games.ephyran.ai.learned import read_learned, write_learned
from pediment.games.ephyran.ai.stages import STAGES, stage
from pediment.games.ephyran.ai.weights import read_weights
from pediment.games.ephyran.rules.gains import points
from pediment.games.ephyran.rules.state import EphyranState


class EphyranTrainer(Trainer):
    """The features of the judge, by how near the end is; its policy stays as it is."""

    features = FEATURES
    stages = STAGES

    def read(self, text: str | None = None) -> Weights:
        """What was learned, by blocks."""
        return read_learned(text)

    def write(self, weights: Weights, made: dict[str, Any]) -> str:
        """The file of the judge."""
        return write_learned(weights, made)

    def judge(self, weights: Weights) -> Judge:
        """The judge of the search."""
        return EphyranJudge(read_weights(), weights)

    def stage(self, state: EphyranState) -> int:
        """From 0 in the last round to 6 at the beginning."""
        return stage(state)

    def note(self, state: EphyranState, weights: Weights) -> list[tuple[float, list[int]]]:
        """The points of now."""
        return [(float(points(state, p)), features(state, seat)) for seat, p in enumerate(state.players)]


TRAINER: Final = EphyranTrainer()
"""The one instance."""
