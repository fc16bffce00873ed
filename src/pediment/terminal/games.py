"""`pediment games`: what can be played."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.terminal.voice import Voice


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment games`."""
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment games`."""
    say = Voice(args.language)
    games = [pediment.game(name) for name in pediment.games()]
    facts = [{"game": game.name, "seats": list(game.seat_counts), "options": game.options} for game in games]
    if files.write_json(args, facts):
        return 0
    for game in games:
        counts = game.seat_counts
        console.print(Text.assemble((game.name, "bold"), f"   {say('games.seats', least=counts[0], most=counts[-1])}"))
        table = Table.grid(padding=(0, 2))
        for option, text in game.options.items():
            table.add_row(f"  --{option}", say.problem(text))
        console.print(table)
    return 0
