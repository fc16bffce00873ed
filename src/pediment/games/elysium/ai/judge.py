"""What a search asks about a position of Elysium."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.state import OVER, State
from pediment.core.search.net import Found, Net
from pediment.core.search.tree import Judge
from pediment.games.elysium.ai.estimate import Outlook
from pediment.games.elysium.ai.features import FEATURES, find
from pediment.games.elysium.rules.score import totals
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.vocabulary import EPOCHS

END_SPREAD_POINTS: Final = 0.001  # at the end the higher standing has won


class ElysiumJudge(Judge):
    """Points, what cards, Gold, columns and time promise, and what experience says about such positions."""

    def __init__(self, weights: dict[str, list[float]]) -> None:
        super().__init__(explore=0.15, temperature=1.0)
        self.promise = weights["promise"]  # by Epoch: how much of what is promised comes true
        self.spreads = weights["spread"]  # by Epoch: the points that make a victory e times as likely
        self.net = Net(weights["features"], weights["rows"], weights["bias"], weights["outs"])
        if not len(self.promise) == len(self.spreads) == EPOCHS or len(self.net.worths) != FEATURES:
            raise ValueError(f"the weights of Elysium are {EPOCHS} and {FEATURES} numbers")

    def standings(self, s: State) -> list[float]:
        """For every seat a guess at its points at the end."""
        assert isinstance(s, ElysiumState)
        over = s.to_move == OVER
        values: list[float] = []
        found: list[vec[i64]] = []
        for seat, total in enumerate(totals(s)):
            outlook = Outlook(s, seat)
            promise = outlook.promise()
            if over:
                values.append(total + promise)
            else:
                holding = Found()
                find(s, seat, outlook, promise, holding)
                values.append(total + self.promise[s.epoch - 1] * promise)
                found.append(holding.features)
        return values if over else self.net.standings(values, found)

    def spread(self, s: State) -> float:
        """Less from Epoch to Epoch."""
        assert isinstance(s, ElysiumState)
        return END_SPREAD_POINTS if s.to_move == OVER else self.spreads[s.epoch - 1]
