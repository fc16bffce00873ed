"""Rules to read: one, a section, or those with a word in them; `pediment rules`."""

from __future__ import annotations

import argparse
import re
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

import pediment
from pediment.core.game import Game
from pediment.terminal.answers import containing
from pediment.terminal.errors import closest
from pediment.terminal.voice import Voice


class Rulebook:
    """The rules of a game in one language."""

    def __init__(self, game: Game[Any], say: Voice) -> None:
        self.rules = game.rules(say.language)
        self.sections: dict[str, str] = dict(game.texts.section(say.language, "sections"))
        self.say = say

    def find(self, query: str) -> list[str]:
        """The numbers of the rule or section of that number; otherwise of the rules with those words in them."""
        number = query.strip().upper()
        if number in self.rules:
            return [number]
        if number in self.sections:
            return [own for own in self.rules if own.startswith(f"{number}.")]
        if re.fullmatch(r"[A-Z]\d+(\.\d*)?", number):
            return []
        numbers = list(self.rules)
        return [numbers[i] for i in containing(query, [self.rules[own] for own in numbers])]

    def show(self, numbers: list[str]) -> RenderableType:
        """Rules under the titles of their sections."""
        table = Table.grid(padding=(0, 2))
        section = ""
        for number in numbers:
            if number.partition(".")[0] != section:
                section = number.partition(".")[0]
                table.add_row(Text(section, "bold"), Text(self.sections[section], "bold"))
            table.add_row(Text("" if number == section else number, "cyan"), self.rules[number])
        return table

    def contents(self) -> RenderableType:
        """The sections and how many rules each has."""
        table = Table.grid(padding=(0, 2))
        for section, title in self.sections.items():
            n = sum(number.partition(".")[0] == section for number in self.rules)
            table.add_row(Text(section, "cyan"), title, Text(self.say.count("rules.count", n), "dim"))
        return table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `pediment rules`."""
    say = Voice(parser.get_default("language"))
    parser.add_argument("query", nargs="*", metavar=say("help-rules.query-name"), help=say("help-rules.query"))
    parser.add_argument("--game", choices=pediment.games(), default=pediment.games()[0], help=say("help.game"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment rules`: exit code 1 if nothing is found."""
    say = Voice(args.language)
    book = Rulebook(pediment.game(args.game), say)
    query = " ".join(args.query)
    if not query:
        console.print(book.contents())
        console.print(Text(say("rules.hint"), "dim"))
        return 0
    numbers = book.find(query)
    if not numbers:
        near = closest(query, [*map(str.lower, book.rules), *map(str.lower, book.sections)])
        message = say("rules.none", query=query)
        console.print(message + (" " + say("errors.did-you-mean", word=near.upper()) if near else ""))
        return 1
    console.print(book.show(numbers))
    return 0
