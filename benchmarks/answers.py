"""`.venv/bin/python -m benchmarks.answers`: how long a level thinks about an answer, and how much memory it takes.

One player of the level among `greedy` ones, game after game, each number of seats in a process of its own. Time is that
of the processor; memory is that of the whole process at its largest, which Linux tells.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import time
from contextlib import closing
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from rich.console import Console
from rich.table import Table

import pediment
from pediment.bots import levels, make
from pediment.bots.bot import Bot
from pediment.bots.roster import Roster
from pediment.core.engine.rng import stream
from pediment.core.game import Game
from pediment.lab.arena import DEFAULT_BOT, SEED_BITS, finish, shared_deal

KB_PER_MB = 1024
STATUS = Path("/proc/self/status")
LARGEST = re.compile(r"VmHWM:\s+(\d+) kB")


class Timed(Bot):
    """A bot under a clock: that of the processor."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.stream = bot.stream
        self.bot = bot
        self.seconds: list[float] = []

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """The bot's own."""
        begin = time.process_time()
        action = self.bot.answer(game, world, seat)
        self.seconds.append(time.process_time() - begin)
        return action

    def close(self) -> None:
        """The bot is no longer needed."""
        self.bot.close()


def measure(name: str, level: str, seats: int, games: int, seed: int) -> tuple[list[float], float]:
    """The seconds of every answer of the level, and the megabytes of this process at its largest."""
    game = pediment.game(name)
    seconds: list[float] = []
    for number in range(games):
        seeds = [stream(seed, f"game {number}, seat {seat}").getrandbits(SEED_BITS) for seat in range(seats)]
        hero = number % seats
        bots = [make(level if seat == hero else DEFAULT_BOT, seed=own) for seat, own in enumerate(seeds)]
        bots[hero] = timed = Timed(bots[hero])
        with closing(Roster()) as roster:
            finish(game, game.new(seats=seats, seed=shared_deal(seed, number)), bots, roster)
        seconds += timed.seconds
    largest = LARGEST.search(STATUS.read_text(encoding="ascii"))
    assert largest
    return seconds, int(largest[1]) / KB_PER_MB


def main() -> None:
    """Measure, and print a table."""
    args = _arguments()
    table = Table("game", "seats", "level", "answers", "mean", "95% below", "longest", "memory", box=None)
    context = multiprocessing.get_context("spawn")
    for name in args.game:
        for seats in args.seats:
            for level in args.levels:
                with context.Pool(1) as pool:
                    seconds, memory = pool.apply(measure, (name, level, seats, args.games, args.seed))
                times = (mean(seconds), quantiles(seconds, n=20)[-1], max(seconds))
                figures = [f"{1000 * each:.1f} ms" for each in times]
                table.add_row(name, str(seats), level, str(len(seconds)), *figures, f"{memory:.0f} MB")
    Console().print(table)


def _arguments() -> argparse.Namespace:
    prog = ".venv/bin/python -m benchmarks.answers"
    parser = argparse.ArgumentParser(prog=prog, description="How long a level thinks, and how much memory it takes.")
    names = pediment.games()
    parser.add_argument("game", nargs="*", default=names, metavar="GAME", help=f"{' or '.join(names)}; both")
    parser.add_argument("--levels", nargs="+", default=["strategist"], choices=levels(), metavar="LEVEL")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], metavar="N", help="2, 3 and 4")
    parser.add_argument("--games", type=int, default=4, metavar="N", help="of each; 4")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games are played; 1")
    return parser.parse_args()


if __name__ == "__main__":
    main()
