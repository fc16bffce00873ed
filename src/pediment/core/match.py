"""The friendly wrapper around a game in progress."""

from __future__ import annotations

from typing import Any

from pediment.core import record
from pediment.core.engine.state import OVER, State
from pediment.core.game import Game


class Match:
    """A game in progress, played by labels.

    >>> match = Match(game, seats=2, seed=7)                       # doctest: +SKIP
    >>> match.play(match.options()[0])                             # doctest: +SKIP
    """

    def __init__(self, game: Game[Any], *, seats: int = 2, seed: int | str = 0, **options: Any) -> None:
        given: object = game
        if not isinstance(given, Game):
            named = repr(given) if isinstance(given, str) else "NAME"
            raise TypeError(f"a match is of a game, such as pediment.game({named}), not {given!r}")
        self.game = game
        self.state: Any = game.new(seats=seats, seed=seed, **options)

    @classmethod
    def of(cls, game: Game[Any], state: State) -> Match:
        """A match that goes on from a state."""
        match = cls.__new__(cls)
        match.game = game
        match.state = state
        return match

    @property
    def to_move(self) -> int:
        """The seat that is asked, or OVER."""
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        """Is the game at its end?"""
        return self.to_move == OVER

    def options(self) -> list[str]:
        """The labels of all answers to the pending question."""
        return [self.game.label(self.state, action) for action in self.game.legal(self.state)]

    def play(self, move: str | int) -> None:
        """Play a label or an action. Raises IllegalMove with the rule; nothing has changed then."""
        self.game.play(self.state, move)

    def why_not(self, move: str) -> str | None:
        """Why a move is forbidden now, or None if it is legal."""
        return self.game.why_not(self.state, move)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What that seat may know; None for a spectator."""
        return self.game.view(self.state, seat)

    def scores(self) -> list[dict[str, Any]]:
        """Itemised scores, as if the game ended now."""
        return self.game.scores(self.state)

    def undo(self, seat: int) -> bool:
        """Undo the seat's last decision and what followed; False if chance has spoken since, or there was none."""
        self.game.check_seat(self.state, seat)
        before: Any = None
        for state in self.game.retrace(self.state):
            played = len(state.actions) < len(self.state.actions)
            if played and state.to_move == seat and state.drawn == self.state.drawn:
                before = state.clone()
        if before is None:
            return False
        self.state = before
        return True

    def record(self) -> dict[str, Any]:
        """The record of this match so far, ready for JSON."""
        return record.write(self.game, self.state)
