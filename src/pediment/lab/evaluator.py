"""What a position is worth to somebody who sees everything but the draws to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.search.tree import MARGIN_WEIGHT, margins

HORIZON_DECISIONS: Final = 8
"""Decisions that a line goes on for. Its positions are averaged: a single one depends too much on whose turn it is."""


@dataclass(frozen=True)
class Evaluation:
    """For every seat the chance to win, together 1, and the margin over the best other."""

    chances: list[float]
    margins: list[float]


class Evaluator:
    """Values a position by lines: other draws to come, everybody playing what the game's judge likes best.

    Line j has the same stream in every position, so that two positions differ by what is in them, not by the draws.
    """

    def __init__(self, game: Game[Any], seed: int, lines: int) -> None:
        self.game = game
        self.streams = [stream(seed, f"line {j}") for j in range(lines)]
        self.peeks = [stream(seed, f"peek {j}") for j in range(lines)]

    def look(self, state: Any) -> list[Evaluation]:
        """What each line sees."""
        if state.to_move == OVER:
            return [self._end(state)] * len(self.streams)
        return [self.line(state, j) for j in range(len(self.streams))]

    def line(self, state: Any, j: int) -> Evaluation:
        """The average of what the judge says along line j, which begins here; an end counts for all that is left."""
        s = state.clone()
        s.rng = self.streams[j].clone()
        seats = range(s.origin.seats)
        chances, leads = [0.0 for _ in seats], [0.0 for _ in seats]
        for step in range(HORIZON_DECISIONS + 1):
            over = s.to_move == OVER
            evaluation = self._end(s) if over else self._judged(s)
            weight = (HORIZON_DECISIONS + 1 - step if over else 1) / (HORIZON_DECISIONS + 1)
            for k in seats:
                chances[k] += weight * evaluation.chances[k]
                leads[k] += weight * evaluation.margins[k]
            if over:
                break
            if step < HORIZON_DECISIONS:
                self.game.apply(s, self._liked(s, self.peeks[j]))
        return Evaluation(chances, leads)

    def _liked(self, s: Any, peek: Stream) -> int:
        """The answer after which the judge sees the seat best, in draws that are not those that will come."""
        seat = s.to_move
        best, most = s.legal[0], -1e9
        for action in s.legal:
            after = s.clone()
            after.rng = peek.clone()
            self.game.apply(after, action)
            evaluation = self._judged(after)
            value = evaluation.chances[seat] + MARGIN_WEIGHT * evaluation.margins[seat]
            if value > most:
                best, most = action, value
        return int(best)

    def _judged(self, s: Any) -> Evaluation:
        standings = self.game.standings(s)
        return Evaluation(self.game.judge.chances(s, standings), margins(standings))

    def _end(self, s: Any) -> Evaluation:
        return Evaluation(self.game.returns(s), margins([float(total) for total in self.game.totals(s)]))
