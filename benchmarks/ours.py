"""Elysium, driven from Python as any bot would drive it."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pediment
from benchmarks.clock import microseconds, per_second

INNER = 300
"""States in the middle of a choice that the clone is measured on."""


def measure(seconds: float) -> dict[str, float]:
    """One round of everything."""
    game = pediment.game("elysium")
    rng = random.Random(1)
    found: dict[str, float] = {}
    for seats in game.seat_counts:
        (found[f"real {seats}"],) = per_second(partial(play, game, seats, rng), seconds)
    states = inner_states(game, rng)
    found["clone"] = microseconds(lambda: sum(state.clone() is not state for state in states), seconds)
    found["view"] = microseconds(lambda: sum(bool(game.view(state, 0)) for state in states), seconds)
    found["new"] = microseconds(
        lambda: sum(bool(game.new(seats=4, seed=rng.getrandbits(32))) for _ in range(20)), seconds
    )
    return found


def play(game: pediment.Game[Any], seats: int, rng: random.Random) -> list[int]:
    """A game of random moves: how many decisions. All are choices: a question with one answer is never put."""
    state = game.new(seats=seats, seed=rng.getrandbits(32))
    decisions = 0
    while game.to_move(state) != pediment.OVER:
        legal = game.legal(state)
        game.apply(state, legal[rng.randrange(len(legal))])
        decisions += 1
    return [decisions]


def inner_states(game: pediment.Game[Any], rng: random.Random) -> list[Any]:
    """States of four-player games in which a move is half made: a column to dismiss, a Legend to join …"""
    found: list[Any] = []
    while len(found) < INNER:
        state = game.new(seats=4, seed=rng.getrandbits(32))
        while game.to_move(state) != pediment.OVER:
            if game.asking(state) not in ("turn", "after-take", "transfer") and rng.random() < 0.2:
                found.append(state.clone())
            legal = game.legal(state)
            game.apply(state, legal[rng.randrange(len(legal))])
    return found
