"""Games of environments that are copied or pickled in the middle: how each began, and what was answered since."""

from __future__ import annotations

from typing import Any, NamedTuple

from pediment.core.engine.log import SILENT
from pediment.core.engine.state import Origin
from pediment.core.game import Game


class Course(NamedTuple):
    """All that a game needs to be played again to the same question. A copy shares nothing with the original."""

    origin: tuple[int, int | str, dict[str, Any], int]
    """Seats, seed, options and rules."""
    actions: list[int]


def course(state: Any) -> Course | None:
    """The course of a state that an environment began; None where there is no game yet."""
    if state is None:
        return None
    began = state.origin
    return Course((began.seats, began.seed, began.options, began.rules), list(state.actions))


def again(game: Game[Any], played: Course | None, *, silent: bool = False) -> Any:
    """The state that a course leads to; silent: without a log."""
    if played is None:
        return None
    seats, seed, options, rules = played.origin
    state = game.restart(Origin(seats, seed, options, None, rules))
    if silent:
        state.log = SILENT
    for action in played.actions:
        game.apply(state, action)
    return state
