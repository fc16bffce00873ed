"""`pediment games`: what can be played."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.core.game import Game
from pediment.terminal.messages import Messages


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment games`."""
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment games`."""
    say = Messages(args.language)
    games = [pediment.game(name) for name in pediment.games()]
    facts = [
        {
            "game": game.name,
            "seats": list(game.seat_counts),
            "options": game.option_texts(say.language),
            "sets": game.sets(),
            "set_texts": game.set_texts(say.language),
            "characters": game.characters(say.language),
            "reconstruction": game.reconstruction(say.language),
        }
        for game in games
    ]
    if files.write_json(args, facts):
        return 0
    for game in games:
        counts = game.seat_counts
        console.print(Text.assemble((game.name, "bold"), f"   {say('games.seats', least=counts[0], most=counts[-1])}"))
        table = Table.grid(padding=(0, 2))
        for option, text in game.option_texts(say.language).items():
            table.add_row(f"  --{option}", text)
        console.print(table)
        _tell_sets(game, say, console)
        _tell_characters(game, say, console)
    return 0


def _tell_sets(game: Game[Any], say: Messages, console: Console) -> None:
    """The sets by their names, with what is in them and what to expect."""
    texts, families = game.set_texts(say.language), game.characters(say.language)
    if texts:
        console.print(Text(f"  {game.texts.say(say.language, 'words.sets')}", "bold"))
    for name, members in game.sets().items() if texts else ():
        head = Text.assemble((texts[name]["name"], "bold"), (f"   {name}", "dim"))
        console.print(Padding(head, (0, 0, 0, 4)))
        own = say("games.set", members=", ".join(families[family]["name"] for family in members), **texts[name])
        console.print(Padding(Text(own), (0, 0, 0, 6)))


def _tell_characters(game: Game[Any], say: Messages, console: Console) -> None:
    """The families with a line on each."""
    characters = game.characters(say.language)
    if characters:
        console.print(Text(f"  {game.texts.say(say.language, 'words.characters')}", "bold"))
        table = Table.grid(padding=(0, 2))
        for texts in characters.values():
            table.add_row(Text(f"    {texts['name']}", "bold"), texts["text"])
        console.print(table)
