"""What all participants share: the loop of random moves, the clock, and the replies to the command.

Times are CPU times, so other work on the machine matters little. This file needs nothing but Python: peers use it in
their own environments.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any

Numbers = dict[str, float]
Drive = Callable[[Any, random.Random, int], tuple[int, int]]
ENDLESS = sys.maxsize
KEPT = 30
"""How many states clones and views are measured on."""


def driven(legal: Callable[[Any], Sequence[Any]], apply: Callable[[Any, Any], object]) -> Drive:
    """The loop of random moves, the same for all. `legal` lists the answers, none when the game is over.

    It plays a state to its end, or for at most that many moves, and returns how many moves there were and how many were
    real choices.
    """

    def drive(state: Any, rng: random.Random, most: int) -> tuple[int, int]:
        fraction = rng.random
        moves = choices = 0
        while moves < most and (actions := legal(state)):
            n = len(actions)
            apply(state, actions[int(fraction() * n)])
            moves += 1
            choices += n > 1
        return moves, choices

    return drive


class Game:
    """A game to measure: how to start, play and copy it, as a bot for it would."""

    def __init__(self, new: Callable[[random.Random], Any], drive: Drive, clone: Callable[[Any], Any]) -> None:
        self.new = new
        self.drive = drive
        self.clone = clone
        self.rng = random.Random(1)
        self.half = int(mean(self.play()[0] for _ in range(10)) / 2)
        self.middle = [self.half_played() for _ in range(KEPT)]

    def play(self) -> tuple[int, int]:
        """A whole game."""
        return self.drive(self.new(self.rng), self.rng, ENDLESS)

    def half_played(self) -> Any:
        """A state after half the moves of a typical game."""
        while True:
            state = self.new(self.rng)
            if self.drive(state, self.rng, self.half)[0] == self.half:
                return state

    def measure(self, seconds: float) -> Numbers:
        """What every participant can measure."""
        moves, choices, games = per_second(lambda: (*self.play(), 1), seconds)
        return {
            "moves": moves,
            "choices": choices,
            "games": games,
            "choices a game": choices / games,
            "clone": microseconds(self.clone, self.middle, seconds),
            "new": microseconds(self.new, [self.rng] * 5, seconds),
        }


def per_second(work: Callable[[], Sequence[int]], seconds: float) -> list[float]:
    """The rates of some work, repeated for a while; it returns how often it did each of a few things."""
    done = [0] * len(work())
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        for i, n in enumerate(work()):
            done[i] += n
    return [n / passed for n in done]


def microseconds(function: Callable[[Any], object], values: list[Any], seconds: float) -> float:
    """The time that a function takes per value."""

    def work() -> list[int]:
        for value in values:
            function(value)
        return [len(values)]

    return 1e6 / per_second(work, seconds)[0]


def answer(makers: dict[str, Callable[[], Game]], **facts: object) -> None:
    """Print the facts about this participant, then a round for each line on the standard input, all as JSON.

    The games, by the name of their row, are made when the first round is requested.
    """
    print(json.dumps(facts), flush=True)
    games: dict[str, Game] = {}
    for line in sys.stdin:
        games = games or {row: make() for row, make in makers.items()}
        print(json.dumps({row: game.measure(float(line)) for row, game in games.items()}), flush=True)
