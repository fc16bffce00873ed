"""OpenSpiel: three card games in C++, driven through its Python API. Chance is drawn here, and not counted."""

from __future__ import annotations

import random
from functools import partial

import pyspiel  # type: ignore[import-not-found]

from benchmarks.rounds.shared import Game, answer, driven


def chance(rng: random.Random, state: pyspiel.State) -> None:
    """Draw chance outcomes until a player has to move."""
    while state.is_chance_node():
        left = rng.random()
        for action, probability in state.chance_outcomes():
            left -= probability
            if left < 0:
                state.apply_action(action)
                break


def game(name: str) -> Game:
    rules = pyspiel.load_game(name)
    draws = random.Random(2)

    def new(rng: random.Random) -> pyspiel.State:
        state = rules.new_initial_state()
        chance(draws, state)
        return state

    def apply(state: pyspiel.State, action: int) -> None:
        state.apply_action(action)
        chance(draws, state)

    return Game(new, driven(pyspiel.State.legal_actions, apply), pyspiel.State.clone)


ROWS = {"Gin Rummy 2": "gin_rummy", "Hearts 4": "hearts", "Hanabi 2": "hanabi"}
answer({row: partial(game, name) for row, name in ROWS.items()})
