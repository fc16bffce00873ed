"""Many games side by side, one decision in each by one call: for programs that learn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.core.engine.kernel import apply
from pediment.core.engine.observation import Observer, zeros
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
    legal answer; `seats` has one a row: the seat that sees it. Each call of `play` fills new ones.
    """

    __slots__ = ("_num_actions", "_observer", "_width", "masks", "observations", "rows", "seats")

    def __init__(self, rows: list[Row], observer: Observer, width: int, num_actions: int) -> None:
        self.rows = rows[:]
        self._observer = observer
        self._width = width
        self._num_actions = num_actions
        self._clear()
        for i in range(len(rows)):
            rows[i].let_others_answer()
            self._show(i)

    def play(self, actions: list[int]) -> list[int]:
        """Answer in every row with its action; returns the rows whose game has ended.

        An answer that is not legal ends a game too: its state is not over then, and has not changed. A row that ended
        shows the seat that answered, with an empty mask; `place` must put another game there before the next call.
        """
        self._clear()
        ended: list[int] = []
        for i in range(len(self.rows)):
            row = self.rows[i]
            s = row.state
            seat = s.to_move
            action = actions[i]
            if action in s.legal:
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

    def _clear(self) -> None:
        """New buffers: that is as quick as clearing the old ones, into which somebody may still look."""
        n = len(self.rows)
        self.observations = zeros(n * self._width)
        self.masks = zeros(n * self._num_actions)
        self.seats = zeros(n)

    def _show(self, i: int) -> None:
        """What the seat that is asked sees of a row, whose part of the buffers is clear."""
        s = self.rows[i].state
        self.seats[i] = s.to_move
        self._observer.write(s, s.to_move, self.observations, i * self._width)
        masks = self.masks
        at: i64 = i * self._num_actions
        for action in s.legal:
            masks[at + action] = 1
