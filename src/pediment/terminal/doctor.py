"""`pediment doctor`: which engine runs here, why, and how fast; is the page there?"""

from __future__ import annotations

import argparse
import platform
import time

from rich.console import Console
from rich.table import Table

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.terminal.messages import Messages

MEASURE_SECONDS = 0.5
"""How long each game is measured."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment doctor`."""
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment doctor`."""
    say = Messages(args.language)
    engine = pediment.build.why_plain() or "compiled"
    page = pediment.build.why_no_page() or "there"
    speeds = {name: decisions_per_second(name) for name in pediment.games()}
    facts = {
        "version": pediment.__version__,
        "python": platform.python_version(),
        "engine": engine,
        "page": page,
        "decisions_per_second": speeds,
    }
    if files.write_json(args, facts):
        return 0
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("Pediment", pediment.__version__)
    table.add_row("Python", f"{platform.python_version()} ({platform.python_implementation()}, {platform.platform()})")
    table.add_row(say("doctor.engine"), say(f"doctor.{engine}"))
    table.add_row(say("doctor.page"), say(f"doctor.page-{page}"))
    for name, speed in speeds.items():
        table.add_row(pediment.kit(name).title, say("doctor.speed", n=f"{speed:_}".replace("_", "\u202f")))
    console.print(table)
    return 0


def decisions_per_second(name: str) -> int:
    """Decisions of random play in games for two, in seconds of the processor."""
    game = pediment.game(name)
    decisions = seed = 0
    began = time.process_time()
    while (passed := time.process_time() - began) < MEASURE_SECONDS:
        seed += 1
        decisions += game.play_out(game.new(seats=game.usual_seats(), seed=seed), seed)
    return round(decisions / passed)
