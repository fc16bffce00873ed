"""Catanatron: Catan. Moves are not validated, as ours are not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from catanatron import Color, RandomPlayer  # type: ignore[import-not-found]
from catanatron import Game as Catan
from catanatron.game import TURNS_LIMIT  # type: ignore[import-not-found]

from benchmarks.rounds.shared import Game, answer, driven

COLOURS = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE]


def new(seats: int, rng: random.Random) -> Catan:
    return Catan([RandomPlayer(colour) for colour in COLOURS[:seats]], seed=rng.getrandbits(32) + 1)


def legal(game: Catan) -> Sequence[Any]:
    """Play until somebody wins or its own turn limit is reached."""
    if game.winning_color() is not None or game.state.num_turns >= TURNS_LIMIT:
        return ()
    actions: list[Any] = game.state.playable_actions
    return actions


def apply(game: Catan, action: Any) -> None:
    game.execute(action, validate_action=False)


def game(seats: int) -> Game:
    return Game(partial(new, seats), driven(legal, apply), Catan.copy)


answer({str(seats): partial(game, seats) for seats in (2, 4)})
