"""What a search asks about a position of Elysium."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from pediment.core.engine.state import OVER, State
from pediment.core.search.tree import Judge
from pediment.games.elysium.ai.estimate import Outlook
from pediment.games.elysium.ai.features import FEATURES, Worth, find
from pediment.games.elysium.rules.score import totals
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.vocabulary import EPOCHS

END_SPREAD_POINTS: Final = 0.001  # at the end the higher standing has won
LAST_EPOCH_SPREAD_POINTS: Final = 4.0  # the spread in the last Epoch,
EPOCH_SPREAD_POINTS: Final = 1.7  # and what each Epoch to come adds


class ElysiumJudge(Judge):
    """Points, what cards, Gold, columns and time promise, and what experience says about such positions."""

    def __init__(self, weights: dict[str, list[float]]) -> None:
        super().__init__(explore=0.15, temperature=1.0)
        self.promise = weights["promise"]  # by Epoch: how much of what is promised comes true
        self.features = vec[float](weights["features"])
        if len(self.promise) != EPOCHS or len(self.features) != FEATURES:
            raise ValueError(f"the weights of Elysium are {EPOCHS} and {FEATURES} numbers")

    def standings(self, s: State) -> list[float]:
        """For every seat a guess at its points at the end."""
        assert isinstance(s, ElysiumState)
        over = s.to_move == OVER
        found: list[float] = []
        for seat, total in enumerate(totals(s)):
            outlook = Outlook(s, seat)
            promise = outlook.promise()
            value = float(total)
            if over:
                value += promise
            else:
                worth = Worth(self.features, value + self.promise[s.epoch - 1] * promise)
                find(s, seat, outlook, promise, worth)
                value = worth.value
            found.append(value)
        return found

    def spread(self, s: State) -> float:
        """Less from Epoch to Epoch."""
        assert isinstance(s, ElysiumState)
        if s.to_move == OVER:
            return END_SPREAD_POINTS
        return LAST_EPOCH_SPREAD_POINTS + EPOCH_SPREAD_POINTS * (EPOCHS - s.epoch)
