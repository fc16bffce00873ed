"""Rules to read: one, a section, or those with a word in them; `pediment rules`."""

from __future__ import annotations

import argparse
import re
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.errors import closest
from pediment.core.game import Game
from pediment.terminal.answers import containing
from pediment.terminal.voice import Voice


class Rulebook:
    """The rules of one or more games in one language; the letter of a number is that of its game."""

    def __init__(self, games: list[Game[Any]], say: Voice) -> None:
        self.rules: dict[str, str] = {}
        self.sections: dict[str, str] = {}
        self.titles: dict[str, str] = {}  # the game of each letter
        for game in games:
            rules = game.rules(say.language)
            self.rules |= rules
            self.sections |= game.texts.section(say.language, "sections")
            self.titles[next(iter(rules))[0]] = game.name.capitalize()
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
        if re.fullmatch(r"\d+(\.\d+)?", number):  # the letter is left out
            return [own for letter in self.titles for own in self.find(letter + number)]
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

    def facts(self, numbers: list[str]) -> list[dict[str, str]]:
        """Rules for programs."""
        sections = {number: number.partition(".")[0] for number in numbers}
        return [
            {
                "number": number,
                "game": self.titles[number[0]].lower(),
                "section": sections[number],
                "title": self.sections[sections[number]],
                "text": self.rules[number],
            }
            for number in numbers
        ]

    def contents(self) -> RenderableType:
        """The sections of every game and how many rules each has."""
        table = Table.grid(padding=(0, 2))
        for section, title in self.sections.items():
            if section[1:] == "1":
                table.add_row("", Text(self.titles[section[0]], "bold"))
            n = sum(number.partition(".")[0] == section for number in self.rules)
            table.add_row(Text(section, "cyan"), title, Text(self.say.count("rules.count", n), "dim"))
        return table


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment rules`."""
    say = Voice(parser.language)
    parser.add_argument("query", nargs="*", metavar=say("help-rules.query-name"), help=say("help-rules.query"))
    parser.add_argument("--game", choices=pediment.games(), help=say("help-rules.game"))
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment rules`: exit code 1 if nothing is found."""
    say = Voice(args.language)
    book = Rulebook([pediment.game(name) for name in ([args.game] if args.game else pediment.games())], say)
    query = " ".join(args.query)
    numbers = book.find(query) if query else list(book.rules)
    if files.write_json(args, book.facts(numbers)):
        return 0 if numbers else 1
    if not query:
        console.print(book.contents())
        console.print(Text(say("rules.hint"), "dim"))
        return 0
    if not numbers:
        near = closest(query, [*map(str.lower, book.rules), *map(str.lower, book.sections)])
        message = say("rules.none", query=query)
        console.print(message + (" " + say("errors.did-you-mean", word=near.upper()) if near else ""))
        return 1
    console.print(book.show(numbers))
    return 0
