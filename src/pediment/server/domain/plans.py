"""Plans: what a player has chosen for the start of their next turn while others play.

A plan is worked out only from what its seat may know: its moves are tried in a world drawn anew for that seat, as if it
were its turn. It stands as long as each of them can be played there and nothing that it rests on has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pediment.core.engine.rng import stream
from pediment.core.errors import IllegalMove, WhyNot
from pediment.core.game import Game

MAX_PLANNED_MOVES: Final = 6
_encode: Final = msgspec.json.Encoder(order="deterministic").encode


@dataclass(frozen=True, slots=True)
class Plan:
    """The answers, by their labels, and a hash of what they rest on."""

    moves: tuple[str, ...]
    basis: str


class Unforeseen(Exception):
    """What comes then depends on draws, on others or on what the seat does not know: no move can be planned there."""


def turn_ahead(game: Game[Any], state: Any, seat: int) -> Any:
    """The seat's next turn in one of the worlds that it cannot tell from the true one; None if it has none."""
    return game.turn_ahead(game.resample(state, seat, stream(0, "plan")), seat)


def follow(game: Game[Any], world: Any, seat: int, moves: Sequence[str]) -> list[tuple[Any, int]]:
    """Each move as an action, with the question that it answers.

    Raises IllegalMove for a move that is not possible there, Unforeseen if that cannot be told.
    """
    found: list[tuple[Any, int]] = []
    for move in moves:
        if world is None:
            raise Unforeseen
        action = _legal(game, world, move)
        found.append((world, action))
        world = after(game, world, seat, action)
    return found


def after(game: Game[Any], world: Any, seat: int, action: int) -> Any:
    """The question that follows for the seat; None if another is asked, or something is drawn or shown."""
    then = world.clone()
    game.apply(then, action)
    same_turn = then.to_move == seat and then.turns_begun == world.turns_begun
    known = then.drawn == world.drawn and then.rng.state == world.rng.state
    return then if same_turn and known else None


def made(game: Game[Any], state: Any, seat: int, moves: Sequence[str]) -> Plan:
    """A plan of these moves. Raises IllegalMove and Unforeseen."""
    steps = follow(game, turn_ahead(game, state, seat), seat, moves)
    rests_on = [game.basis(world, seat, action) for world, action in steps]
    labels = tuple(game.label(world, action) for world, action in steps)
    return Plan(labels, hashlib.sha256(_encode(rests_on)).hexdigest()[:32])


def stands(game: Game[Any], state: Any, seat: int, plan: Plan) -> bool:
    """Whether all of it could still be played, and rests on the same."""
    try:
        return made(game, state, seat, plan.moves) == plan
    except (IllegalMove, Unforeseen):
        return False


def is_due(game: Game[Any], state: Any, seat: int) -> bool:
    """Whether the seat is asked what it is asked at the start of its turn."""
    if state.to_move != seat:
        return False
    turn = turn_ahead(game, state, seat)
    return turn is not None and game.asking(turn) == game.asking(state) and turn.legal == state.legal


def cause(entries: Sequence[dict[str, Any]], seat: int, plan: Plan) -> int:
    """Which of these new log entries made the plan void: the last that names its thing, or else the seat."""

    def weight(entry: dict[str, Any]) -> tuple[int, bool]:
        named = sum(word in map(str, entry.values()) for word in plan.moves[0].split())
        return named, seat in (entry.get("seat"), entry.get("to"))

    return max(range(len(entries)), key=lambda n: (weight(entries[n]), n))


def _legal(game: Game[Any], world: Any, move: str) -> int:
    action = game.parse(world, move)
    if action not in world.legal:
        raise IllegalMove(move, WhyNot("", ""))
    return action
