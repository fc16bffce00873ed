"""Elysium or Ephyran, named on the command line, driven from Python as any bot would drive it."""

from __future__ import annotations

import gc
import os
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pediment
from benchmarks.rounds.shared import ENDLESS, KEPT, Game, Numbers, answer, driven, microseconds, per_second
from pediment.build import compiled
from pediment.core.engine.rng import stream
from pediment.core.search.playout import Policy, play_out

try:
    from benchmarks.batch import Side, gathered
except ModuleNotFoundError:
    HAS_BATCHES = False  # the extra rl is not installed
else:
    HAS_BATCHES = True

STATM = Path("/proc/self/statm")
LIVE = 1000
"""How many games are alive together when their memory is measured."""
ROWS = 1024
"""Games of a batch."""


class Ours(Game):
    """One of our games, for a number of seats."""

    def __init__(self, game: pediment.Game[Any], seats: int) -> None:
        self.game = game
        self.seats = seats
        super().__init__(self.begin, driven(game.legal, game.apply), type(game.new(seats=seats)).clone)
        self.over = [self.new(self.rng) for _ in range(KEPT)]
        for state in self.over:
            self.drive(state, self.rng, ENDLESS)
        self.once: Numbers = {"memory": megabytes(self.half_played)} if seats == 4 and STATM.exists() else {}
        self.side: Side | None = None  # made when it is measured, so that it does not count as memory

    def begin(self, rng: random.Random) -> Any:
        return self.game.new(seats=self.seats, seed=rng.getrandbits(32))

    def play_inside(self) -> list[int]:
        """A whole game in the engine's own loop."""
        return [play_out(self.begin(self.rng), Policy(), stream(self.rng.getrandbits(32), "moves"))]

    def view(self, state: Any) -> dict[str, Any]:
        return self.game.view(state, 0)

    def batch(self, seconds: float) -> Numbers:
        """Steps per second of a batch in self-play."""
        if not HAS_BATCHES:
            return {}
        if self.side is None:
            self.side = Side(*gathered(self.game.name, ROWS, self.seats, opponents="self"))
        self.side.measure(seconds)
        return {"batch": self.side.rates[-1]}

    def measure(self, seconds: float) -> Numbers:
        return {
            **super().measure(seconds),
            **self.once,
            **self.batch(seconds),
            "inside": per_second(self.play_inside, seconds)[0],
            "view": microseconds(self.view, self.middle, seconds),
            "view at the end": microseconds(self.view, self.over, seconds),
        }


def megabytes(make: Callable[[], object]) -> float:
    """How much memory many live games add to this process."""
    before = resident()
    games = [make() for _ in range(LIVE)]
    gc.collect()
    grown = resident() - before
    assert len(games) == LIVE
    return grown / 1e6


def resident() -> int:
    """Bytes of memory of this process."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


answer({str(seats): partial(Ours, pediment.game(sys.argv[1]), seats) for seats in (2, 4)}, compiled=compiled())
