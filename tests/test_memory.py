"""Whatever is asked of a game again and again leaves nothing behind: not a block of memory for each time."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import pediment
import pediment.rl.gymnasium  # registers the games
from pediment.bots import make
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.testing.toy import GAME as PEBBLES

TIMES = 100
SPARE = 20
"""Blocks that Python may keep for itself."""


def left_behind(ask: Callable[[], object]) -> int:
    """How many blocks are there after so many times that were not there before."""
    for _ in range(TIMES // 4):  # what is kept for good is kept then
        ask()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(TIMES):
        ask()
    gc.collect()
    return sys.getallocatedblocks() - before


def asked(game: Any, moves: int) -> dict[str, Callable[[], object]]:
    """What can be asked of a game after so many random moves."""
    state, rng = game.new(seats=game.seat_counts[-1], seed=3), stream(1, "moves")
    for _ in range(moves):
        game.apply(state, state.legal[rng.below(len(state.legal))])
    seat, action = game.to_move(state), state.legal[0]
    assert seat != OVER

    def apply() -> None:
        game.apply(state.clone(), action)

    position = game.describe(state)
    return {
        "new": lambda: game.new(seats=2, seed=3),
        "clone": state.clone,
        "apply": apply,
        "view": lambda: game.view(state, seat),
        "observe": lambda: game.observe(state, seat),
        "resample": lambda: game.resample(state, seat, rng),
        "describe": lambda: game.describe(state),
        "position": lambda: game.position(position),
        "digest": lambda: game.digest(state),
        "evaluate": lambda: game.evaluate(state, seat),
        "labels": lambda: [game.label(state, each) for each in state.legal],
        "greedy": lambda: make("greedy", 3).choose(game, state, seat),
        "merchant": lambda: make("merchant", 3).choose(game, state, seat),
        "search": lambda: make("search@5", 3).choose(game, state, seat),
    }


@pytest.mark.parametrize("moves", [0, 30, 90])
@pytest.mark.parametrize("name", pediment.games())
def test_a_game_leaves_nothing_behind(name: str, moves: int) -> None:
    found = {what: left_behind(ask) for what, ask in asked(pediment.game(name), moves).items()}
    assert not {what: blocks for what, blocks in found.items() if blocks > SPARE}


def test_nor_does_a_game_of_somebody_else() -> None:
    """Its observer is plain Python, and is asked by the compiled engine."""
    found = {what: left_behind(ask) for what, ask in asked(PEBBLES, 1).items() if what not in ("describe", "position")}
    assert not {what: blocks for what, blocks in found.items() if blocks > SPARE}


@pytest.mark.parametrize("rows", [1, 8])
@pytest.mark.parametrize("name", pediment.games())
def test_nor_does_an_environment(name: str, rows: int) -> None:
    env: Any = gymnasium.make_vec(f"pediment/{name.capitalize()}-v0", num_envs=rows)
    _, info = env.reset(seed=7)
    masks = [info["action_mask"]]

    def step() -> None:
        *_, info = env.step(masks[0].argmax(axis=1))
        masks[0] = info["action_mask"]

    assert left_behind(step) <= 4 * SPARE  # games begin and end on the way
    env.close()
