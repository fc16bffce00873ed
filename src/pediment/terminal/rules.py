"""Rules to read: an overview, an aid, a rule, a section, or whatever is about a word; `pediment rules`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.errors import closest
from pediment.command.layout import ByWidth
from pediment.core.game import Game
from pediment.core.guide import RuleTable
from pediment.core.texts import plain
from pediment.terminal.matching import containing
from pediment.terminal.messages import TEXTS, Messages

OVERVIEW: Final = "overview"
AID: Final = "aid"
MIN_LIKENESS: Final = 0.75
"""Of a word of the rules to the one that was typed; so many words are somehow like any other."""
MAX_NAMED_RULES: Final = 5
"""Of those that a word finds in another language."""
NARROW_COLUMNS: Final = 60
"""Columns below which a table of a rule is a list."""


@dataclass(frozen=True)
class Entry:
    """A rule, or a part of an overview or an aid: something to find and to read."""

    game: str
    number: str
    """Of a part its section and its name: "overview.aim"."""
    section: str
    """Such as "E7", "overview" or "aid"; empty for the rules of a game without sections."""
    title: str
    """Of a part its own, of a rule that of its section."""
    lines: list[str]
    words: str = ""
    tables: list[RuleTable] = field(default_factory=list)

    @property
    def is_part(self) -> bool:
        """Is it of an overview or an aid?"""
        return self.section in (OVERVIEW, AID)

    @property
    def sought(self) -> str:
        """What a search looks at: a part is found by what it is about, a rule by every word in it."""
        return " ".join([self.title, self.words, *([] if self.is_part else self.lines)])


class Rulebook:
    """Overviews, aids and rules of one or more games in one language."""

    def __init__(self, games: list[Game[Any]], say: Messages) -> None:
        self.games = [game.name for game in games]
        self.entries = [entry for game in games for entry in _entries(game, say.language)]
        self.say = say

    def of(self, game: str, *sections: str) -> list[Entry]:
        """The entries of these sections of a game."""
        return [entry for entry in self.entries if entry.game == game and entry.section in sections]

    def named(self, query: str) -> list[Entry]:
        """The rule or the section of that number, an overview or an aid by one of its names; else nothing."""
        for section in (OVERVIEW, AID):
            if plain(query) in _names(section):
                return [entry for entry in self.entries if entry.section == section]
        wanted = query.strip().lower().rstrip(".")
        whole = [entry for entry in self.entries if wanted == entry.number.lower()]
        if whole or not wanted:
            return whole
        if part := re.fullmatch(r"([a-z]?\d+(?:\.\d+)?)([a-z])", wanted):  # E4.7b
            return [
                replace(entry, number=f"{entry.number}{part[2]}", lines=[line], tables=[])
                for entry in self.named(part[1])
                for line in entry.lines
                if line.startswith(f"({part[2]}) ")
            ]
        if re.fullmatch(r"\d+(\.\d+)?", wanted):  # the letter is left out
            return [entry for entry in self.entries if wanted in (entry.number[1:], entry.section[1:])]
        return [entry for entry in self.entries if wanted == entry.section.lower()]

    def find(self, query: str) -> list[Entry]:
        """What has that name or number; otherwise what is about those words."""
        named = self.named(query)
        is_name = plain(query) in _names(OVERVIEW) + _names(AID)
        if named or is_name or re.fullmatch(r"[A-Za-z]?\d+(\.\d*)?[a-z]?", query.strip()):
            return named
        return [self.entries[i] for i in containing(query, [entry.sought for entry in self.entries])]

    def nothing(self, query: str) -> str:
        """That nothing is found, and what was probably meant."""
        texts = [self.say("rules.none", query=query)]
        near = self.closest(query)
        for language in TEXTS.languages:
            found = Rulebook([pediment.game(name) for name in self.games], Messages(language)).find(query)
            rules = [entry.number for entry in found if not entry.is_part] or [entry.number for entry in found]
            if rules:
                numbers = ", ".join(rules[:MAX_NAMED_RULES])
                return " ".join([*texts, self.say("rules.other-language", other=language, numbers=numbers)])
        return " ".join([*texts, self.say("errors.did-you-mean", word=near)] if near else texts)

    def closest(self, query: str) -> str | None:
        """The number or word that was probably meant: of a rule that does not exist its section, E10 for E10.3."""
        rules = [entry for entry in self.entries if not entry.is_part]
        numbers = {name.lower(): name for entry in rules for name in (entry.section, entry.number) if name}
        section = query.lower().partition(".")[0]
        if re.search(r"\d", query) and (near := section if section in numbers else closest(query, numbers)):
            return numbers[near]
        words = {plain(word): word for entry in self.entries for word in re.findall(r"\w{4,}", entry.sought.lower())}
        near = closest(plain(query), words, MIN_LIKENESS)
        return words[near] if near else None

    def show(self, entries: list[Entry]) -> RenderableType:
        """Rules under the titles of their sections, parts under their own."""
        shown: list[RenderableType] = []
        for (game, section), group in groupby(entries, lambda entry: (entry.game, entry.section)):
            found = list(group)
            shown += [Text()] if shown else []
            if section in (OVERVIEW, AID):
                shown.append(Text(self.say(f"rules.{section}", game=pediment.kit(game).title), "bold cyan"))
                shown += [_part(entry) for entry in found]
            else:
                shown.append(_rules(found))
        return Group(*shown)

    def facts(self, entries: list[Entry]) -> list[dict[str, Any]]:
        """Entries for programs."""
        return [
            {
                "number": entry.number,
                "game": entry.game,
                "section": entry.section,
                "title": entry.title,
                "text": "\n".join(entry.lines),
                "tables": [{"lead": table.lead, "head": table.head, "rows": table.rows} for table in entry.tables],
            }
            for entry in entries
        ]

    def contents(self) -> RenderableType:
        """Of every game the overview, then the sections and how many rules each has."""
        shown: list[RenderableType] = []
        for game in self.games:
            overview = self.of(game, OVERVIEW)
            shown.append(self.show(overview) if overview else Text(pediment.kit(game).title, "bold cyan"))
            if loose := self.of(game, ""):
                shown.append(self.show(loose))
            table = Table.grid(padding=(0, 2))
            rules = [entry for entry in self.entries if entry.game == game and not entry.is_part and entry.section]
            for section, group in groupby(rules, lambda entry: entry.section):
                found = list(group)
                count = Text(self.say("rules.count", n=len(found)), "dim")
                table.add_row(Text(section, "cyan"), found[0].title, count)
            shown += [Text(), Text(self.say("rules.contents"), "bold"), table] if rules else []
            shown.append(Text())
        return Group(*shown)


def _entries(game: Game[Any], language: str) -> Iterator[Entry]:
    """Overview, aid and rules of a game, as far as it has them."""
    guide = game.guide(language)
    for section, parts in ((OVERVIEW, guide.overview), (AID, guide.aid)):
        for part in parts:
            yield Entry(game.name, f"{section}.{part.name}", section, part.title, part.lines, part.words)
    for number, text in game.rules(language).items():
        section = number.partition(".")[0]
        title = guide.sections.get(section, "")
        words, tables = guide.words.get(number, ""), guide.tables.get(number, [])
        yield Entry(game.name, number, section if title else "", title, text.split("\n"), words, tables)


def _names(section: str) -> list[str]:
    """What an overview or an aid is called, in every language, as it is compared."""
    names = ", ".join(TEXTS.say(language, f"rules.{section}-names") for language in TEXTS.languages)
    return [plain(name) for name in names.split(",")]


def _part(entry: Entry) -> RenderableType:
    """A part of an overview or an aid: its title and its lines."""
    lines = Table.grid(padding=(0, 1))
    for line in entry.lines:
        lines.add_row("·", line)
    return Group(Text(entry.title, "bold"), lines)


def _rules(entries: list[Entry]) -> RenderableType:
    """Rules of one section, with their tables."""
    section, title = entries[0].section, entries[0].title
    grid = Table.grid(padding=(0, 2))
    if section:
        grid.add_row(Text(section, "bold"), Text(title, "bold"))
    for entry in entries:
        grid.add_row(Text("" if entry.number == section else entry.number, "cyan"), "\n".join(entry.lines))
    tables = [Padding(ByWidth(partial(_table, table)), (1, 0, 0, 0)) for entry in entries for table in entry.tables]
    return Group(grid, *tables)


def _table(table: RuleTable, width: int) -> RenderableType:
    """A table of a rule; where there is little room, what it says of each thing stands below it."""
    if width < NARROW_COLUMNS:
        shown: list[RenderableType] = [table.lead]
        for (name, text), style in [(table.head, "dim"), *((row, "bold") for row in table.rows)]:
            shown += [Text(name, style), Padding(Text(text, style if style == "dim" else ""), (0, 0, 0, 2))]
        return Group(*shown)
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in table.head:
        grid.add_column(title)
    for name, text in table.rows:
        grid.add_row(Text(name, "bold"), text)
    return Group(table.lead, grid)


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment rules`."""
    say = Messages(parser.language)
    parser.add_argument("query", nargs="*", metavar=say("help-rules.query-name"), help=say("help-rules.query"))
    parser.add_argument("--game", choices=pediment.games(), help=say("help-rules.game"))
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment rules`: exit code 1 if nothing is found."""
    say = Messages(args.language)
    book = Rulebook([pediment.game(name) for name in ([args.game] if args.game else pediment.games())], say)
    query = " ".join(args.query).strip()
    found = book.find(query) if query else book.entries
    if files.write_json(args, book.facts(found)):
        return 0 if found else 1
    if not query:
        console.print(book.contents())
        console.print(Text(say("rules.hint"), "dim"))
        return 0
    if not found:
        console.print(book.nothing(query))
        return 1
    console.print(book.show(found))
    return 0
