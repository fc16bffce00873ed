"""Many games side by side, one decision in each by one call: for programs that learn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from pediment.core.engine.kernel import apply
from pediment.core.engine.observation import Blank, Observer, zeros
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, State
from pediment.core.search.playout import Policy

EVERYBODY: Final = -1
"""As the seat of a row: whoever calls answers for every seat."""


class Row:
    """A game of a batch, played for one seat while the others follow a policy, or for everybody."""

    __slots__ = ("policy", "rng", "seat", "state")

    def __init__(self, state: State, seat: int, policy: Policy, rng: Stream) -> None:
        self.state = state
        self.seat = seat
        self.policy = policy
        self.rng = rng

    def let_others_answer(self) -> None:
        """Until the row's own seat is asked, or the game is over."""
        s = self.state
        if self.seat != EVERYBODY:
            while s.to_move != self.seat and s.to_move != OVER:
                apply(s, self.policy.choose(s, self.rng))


class Batch:
    """Rows of games, each seen by the seat that is asked.

    `observations` has `width` bytes a row, as the observer writes them; `masks` has `num_actions` a row, 1 for each
    legal answer; `seats` has one a row: the seat that sees it. Each call of `play` writes into the same memory, and
    judges answers by the masks: nobody else plays the states of rows.
    """

    __slots__ = ("_blank", "_num_actions", "_observer", "_width", "masks", "observations", "rows", "seats")

    def __init__(self, rows: list[Row], observer: Observer, width: int, num_actions: int) -> None:
        self.rows = rows[:]
        self._observer = observer
        self._width = width
        self._num_actions = num_actions
        self._blank = Blank(len(rows) * width)
        self.observations = self._blank.rows()
        self.masks = zeros(len(rows) * num_actions)
        self.seats = zeros(len(rows))
        for i in range(len(rows)):
            rows[i].let_others_answer()
            self._show(i)

    def play(self, actions: list[int]) -> list[int]:
        """Answer in every row with its action; returns the rows whose game has ended.

        An answer that is not legal ends a game too: its state is not over then, and has not changed. A row that ended
        shows the seat that answered, with an empty mask; `place` must put another game there before the next call.
        """
        self.observations = self._blank.rows()
        ended: list[int] = []
        for i in range(len(self.rows)):
            row = self.rows[i]
            s = row.state
            seat = s.to_move
            action = actions[i]
            legal = 0 <= action < self._num_actions and self.masks[i * self._num_actions + action] == 1
            self._mark(i, 0)
            if legal:
                apply(s, action)
                row.let_others_answer()
                if s.to_move != OVER:
                    self._show(i)
                    continue
            ended.append(i)
            self.seats[i] = seat
            self._observer.write(s, seat, self.observations, i * self._width)
        return ended

    def place(self, i: int, row: Row) -> None:
        """Another game in row i, whose own has ended."""
        self.rows[i] = row
        row.let_others_answer()
        observations = self.observations
        at: i64 = i * self._width
        for k in range(at, at + self._width):
            observations[k] = 0
        self._show(i)

    def _show(self, i: int) -> None:
        """What the seat that is asked sees of a row, whose part of the buffers is clear."""
        s = self.rows[i].state
        self.seats[i] = s.to_move
        self._observer.write(s, s.to_move, self.observations, i * self._width)
        self._mark(i, 1)

    def _mark(self, i: int, mark: u8) -> None:
        """Write that into the mask of a row for each legal answer."""
        masks = self.masks
        at: i64 = i * self._num_actions
        answers = self.rows[i].state.answers
        for k in range(answers.size):
            masks[at + answers.at(k)] = mark
