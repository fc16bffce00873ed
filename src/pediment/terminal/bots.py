"""`pediment bots`: the levels of the ladder, and how strong they are."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from rich.console import Console

import pediment
from pediment.bots import levels
from pediment.bots.ladder import Rating, ratings
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.layout import FoldingTable
from pediment.terminal.messages import Messages


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment bots`."""
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment bots`."""
    say = Messages(args.language)
    by_game = {name: ratings(name) for name in pediment.games()}
    facts = [
        {
            "level": level,
            "about": say(f"bots.{level}"),
            "ratings": {game: asdict(found[level]) if level in found else None for game, found in by_game.items()},
        }
        for level in levels()
    ]
    if files.write_json(args, facts):
        return 0
    table = FoldingTable(
        say("bots.level"), *(pediment.kit(name).title for name in by_game), "", prose=(len(by_game) + 1,)
    )
    for level in levels():
        table.add_row(say.bot(level), *(_figure(found.get(level)) for found in by_game.values()), say(f"bots.{level}"))
    console.print(table)
    console.print()
    console.print(say("bots.scale"))
    return 0


def _figure(rating: Rating | None) -> str:
    if rating is None:
        return "·"  # nobody has measured it
    if rating.low == rating.high:
        return f"{rating.rating:.0f}"  # the anchor
    return f"{rating.rating:.0f} ± {(rating.high - rating.low) / 2:.0f}"
