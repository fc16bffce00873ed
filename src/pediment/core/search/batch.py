"""Many games side by side, one decision in each by one call: for programs that learn."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pediment.core.engine.kernel import apply
from pediment.core.engine.observation import Observer, room, zeros
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, State
from pediment.core.search.playout import Policy

EVERYBODY: Final = -1
"""As the seat of a row: whoever calls answers for every seat."""
GROUP: Final = 32
"""Rows in which is answered before any of them is looked at: the processor has either code at hand for longer."""


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
        while s.to_move != self.seat and s.to_move != OVER:
            apply(s, self.policy.choose(s, self.rng))


class Batch:
    """Rows of games, each seen by the seat that is asked.

    `observations` has `width` bytes a row, as the observer writes them; `masks` has `num_actions` a row, 1 for each
    legal answer; `seats` has one a row: the seat that sees it. Each call of `play` writes into the same memory, and
    judges answers by the masks: nobody else plays the states of rows.
    """

    __slots__ = (
        "_num_actions",
        "_observer",
        "_room",
        "_shared",
        "_spare",
        "_states",
        "_width",
        "masks",
        "observations",
        "rows",
        "seats",
    )

    def __init__(self, rows: list[Row], observer: Observer, width: int, num_actions: int) -> None:
        self.rows = rows[:]
        self._states = [row.state for row in rows]  # beside the rows, and
        self._shared = vec[bool]([row.seat != EVERYBODY for row in rows])  # whether others answer there, too:
        # so that a row of which the caller answers every question need not be looked at
        self._observer = observer
        self._width = width
        self._num_actions = num_actions
        self._room = room(len(rows) * width)
        self._spare = room(width)
        self.masks = zeros(len(rows) * num_actions)
        self.seats = zeros(len(rows))
        observations = self._room
        for i in range(len(rows)):
            self._ask(i)
            observations = observer.add(self._states[i], self.seats[i], observations)
        self.observations = observations

    def play(self, actions: list[int]) -> list[int]:
        """Answer in every row with its action; returns the rows whose game has ended.

        An answer that is not legal ends a game too: its state is not over then, and has not changed. A row that ended
        shows the seat that answered, with an empty mask; `place` must put another game there before the next call.
        """
        ended: list[int] = []
        observations = self._room
        n = len(self.rows)
        for first in range(0, n, GROUP):
            last = min(first + GROUP, n)
            self._prefetch(first, last)
            ended += [i for i in range(first, last) if not self._answer(i, actions[i])]
            for i in range(first, last):
                observations = self._observer.add(self._states[i], self.seats[i], observations)
        self.observations = observations
        return ended

    def _prefetch(self, first: int, last: int) -> None:
        """Have the processor fetch the games of a group side by side: in play, each of their parts is waited for."""
        for i in range(first, last):
            self._observer.prefetch(self._states[i])
        for i in range(first, last):
            self._observer.prefetch_inner(self._states[i])

    def _answer(self, i: i64, action: int) -> bool:
        """Answer in a row and let the others answer; False if that ends the game."""
        s = self._states[i]
        first: i64 = i * self._num_actions
        legal = 0 <= action < self._num_actions and self.masks[first + action] == 1
        s.answers.mark(self.masks, first, 0)
        if not legal:
            return False
        apply(s, action)
        return self._ask(i)

    def place(self, i: int, row: Row) -> None:
        """Another game in row i, whose own has ended."""
        self.rows[i] = row
        self._states[i] = row.state
        self._shared[i] = row.seat != EVERYBODY
        self._ask(i)
        shown = self._observer.add(row.state, self.seats[i], self._spare)
        observations = self.observations
        at: i64 = i * self._width
        for k in range(len(shown)):
            observations[at + k] = shown[k]

    def _ask(self, i: i64) -> bool:
        """Let the others answer, then note who is asked, and the legal answers; False if the game is over.

        Its part of the masks is clear.
        """
        s = self._states[i]
        if self._shared[i]:
            self.rows[i].let_others_answer()
        if s.to_move == OVER:
            return False
        self.seats[i] = u8(s.to_move)
        s.answers.mark(self.masks, i * self._num_actions, 1)
        return True
