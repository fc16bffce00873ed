"""What Elysium offers to `pediment train`."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.search.tree import Judge
from pediment.core.training import Trainer, Weights
from pediment.games.elysium.ai.estimate import Outlook
from pediment.games.elysium.ai.features import FEATURES, features
from pediment.games.elysium.ai.judge import ElysiumJudge
from pediment.games.elysium.ai.weights import read_weights, write_weights
from pediment.games.elysium.rules.score import totals
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.vocabulary import EPOCHS


class ElysiumTrainer(Trainer):
    """The features of the judge, by Epoch."""

    features = FEATURES
    stages = EPOCHS

    def read(self, text: str | None = None) -> Weights:
        """The weights by blocks and cards."""
        return read_weights(text)

    def write(self, weights: Weights, made: dict[str, Any]) -> str:
        """The file of the judge."""
        return write_weights(weights, made)

    def judge(self, weights: Weights) -> Judge:
        """The judge of the search."""
        return ElysiumJudge(weights)

    def stage(self, state: ElysiumState) -> int:
        """The Epoch."""
        return state.epoch - 1

    def note(self, state: ElysiumState, weights: Weights) -> list[tuple[float, list[int]]]:
        """The points, with the part of the promise that comes true."""
        found: list[tuple[float, list[int]]] = []
        for seat, total in enumerate(totals(state)):
            outlook = Outlook(state, seat)
            promise = outlook.promise()
            value = total + weights["promise"][state.epoch - 1] * promise
            found.append((value, features(state, seat, outlook, promise)))
        return found


TRAINER: Final = ElysiumTrainer()
"""The one instance."""
