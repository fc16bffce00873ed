"""Catanatron, measured in its own environment: a round for each line on the standard input, its result as JSON."""

from __future__ import annotations

import json
import random
import sys
from functools import partial

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]
from catanatron.game import TURNS_LIMIT  # type: ignore[import-not-found]
from clock import microseconds, per_second  # type: ignore[import-not-found]

COLOURS = [Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE]


def new(seats: int, rng: random.Random) -> Game:
    return Game([RandomPlayer(colour) for colour in COLOURS[:seats]], seed=rng.getrandbits(32) + 1)


def play(seats: int, rng: random.Random, kept: list[Game] | None = None) -> list[int]:
    """A game of random moves, unchecked like ours: how many moves, and how many of them were real choices."""
    game = new(seats, rng)
    moves = choices = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        if kept is not None and rng.random() < 0.02:
            kept.append(game.copy())
        actions = game.state.playable_actions
        game.execute(actions[rng.randrange(len(actions))], validate_action=False)
        moves += 1
        choices += len(actions) > 1
    return [moves, choices]


def measure(seconds: float) -> dict[str, float]:
    rng = random.Random(1)
    found: dict[str, float] = {}
    for seats in (2, 3, 4):
        found[f"all {seats}"], found[f"real {seats}"] = per_second(partial(play, seats, rng), seconds)
    games: list[Game] = []
    while len(games) < 100:
        play(4, rng, games)
    found["clone"] = microseconds(lambda: sum(game.copy() is not game for game in games), seconds)
    found["new"] = microseconds(lambda: sum(bool(new(4, rng)) for _ in range(5)), seconds)
    return found


for line in sys.stdin:
    print(json.dumps(measure(float(line))), flush=True)
