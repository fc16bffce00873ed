"""`pediment games`: what can be played."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command.arguments import Parser
from pediment.terminal.voice import Voice


def add_arguments(parser: Parser) -> None:
    """`pediment games` has none."""


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment games`."""
    say = Voice(args.language)
    for name in pediment.games():
        game = pediment.game(name)
        counts = game.seat_counts
        console.print(Text.assemble((name, "bold"), f"   {say('games.seats', least=counts[0], most=counts[-1])}"))
        table = Table.grid(padding=(0, 2))
        for option, text in game.options.items():
            table.add_row(f"  --{option}", text)
        console.print(table)
    return 0
