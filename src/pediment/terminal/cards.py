"""Cards to read: what every game's library offers; `pediment cards`."""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.errors import UserError, closest
from pediment.command.game_options import of_game
from pediment.core.game import Game
from pediment.core.texts import plain
from pediment.terminal.matching import beginning, containing, matching
from pediment.terminal.messages import Messages

GENERIC: Final = "pediment.terminal.generic_cards:GenericLibrary"
"""The library of a game that brings none."""


@dataclass(frozen=True)
class Filter:
    """An option of `pediment cards`; its help is `filters.NAME` of the game's catalogue."""

    name: str
    metavar: str
    choices: tuple[int, ...] | None = None
    """The numbers that it can be; None for a word."""


class Library(ABC):
    """The cards of a game in one language, of the edition given as a record names it, or of the package's."""

    filters: tuple[Filter, ...] = ()
    """The options of `pediment cards` that narrow these cards down."""

    def __init__(self, game: Game[Any], say: Messages, edition: Any = None) -> None:
        self.game = game
        self.say = say.of(game.texts)
        self.edition = None if game.editions is None else game.editions.of(edition)
        self.ids = {card.lower(): card for card in game.cards()}

    def word(self, name: str) -> str:
        """A word of the game: a colour, a family, a god, a token."""
        return self.game.texts.say(self.say.language, f"words.{name}")

    @abstractmethod
    def title(self, card: str) -> str:
        """What a card is called."""

    @abstractmethod
    def body(self, card: str) -> str:
        """What else a search may find: its power or its text."""

    @abstractmethod
    def names(self) -> list[str]:
        """Names that somebody may have misspelt."""

    def find(self, query: str) -> list[str]:
        """The cards that a query names by id or name; otherwise those in whose name or text it occurs."""
        if query.lower() in self.ids:
            return [self.ids[query.lower()]]
        cards = list(self.ids.values())
        exact = [card for card in cards if plain(self.title(card)) == plain(query)]
        return exact or [cards[i] for i in containing(query, [f"{c} {self.title(c)} {self.body(c)}" for c in cards])]

    def named(self, query: str) -> list[str]:
        """The cards whose name or id a query is a part of."""
        cards = list(self.ids.values())
        return [cards[i] for i in matching(query, [f"{card} {self.title(card)}" for card in cards])]

    def similar(self, query: str) -> str | None:
        """The name that was probably meant."""
        return similar(query, [self])

    @abstractmethod
    def narrowed(self, cards: list[str], wishes: dict[str, Any]) -> list[str]:
        """Those of the cards that fit the filters; raises UserError for a value that makes no sense."""

    @abstractmethod
    def one(self, card: str) -> RenderableType:
        """A card in full."""

    @abstractmethod
    def table(self, cards: list[str]) -> RenderableType:
        """Cards line by line."""

    @abstractmethod
    def found(self, n: int) -> str:
        """How many cards were found, and what the signs in the table mean."""

    def remark(self) -> str:
        """What all the cards have in common; empty for an edition that somebody typed in."""
        return self.game.reconstruction(self.say.language, self.edition)

    def character(self, wishes: dict[str, Any]) -> str:
        """A line on the family that is asked for."""
        return ""

    def choice(self, key: str, given: str, known: dict[str, str]) -> str:
        """What a word typed for a filter means, `known` by what it may be called, or by a part that fits only one.

        Raises UserError.
        """
        meant = {name for called, name in known.items() if beginning(given, [called])}
        if plain(given) not in known and len(meant) == 1:
            return meant.pop()
        if plain(given) not in known:
            near = closest(plain(given), known)
            hint = " " + self.say("errors.did-you-mean", word=known[near]) if near else ""
            raise UserError(self.say(key, given=given, known=", ".join(sorted(set(known.values())))) + hint)
        return known[plain(given)]


def library_of(game: Game[Any], say: Messages, edition: Any = None) -> Library:
    """The cards of a game, by its own reader or the plain one."""
    kit = pediment.kit(game.name)
    library: Library = kit.part(kit.card_reader or GENERIC)(game, say, edition)
    return library


def _filters() -> dict[str, tuple[Filter, str]]:
    """The filters of all games by name, each with the game that has it first."""
    found: dict[str, tuple[Filter, str]] = {}
    for name in pediment.games():
        kit = pediment.kit(name)
        for own in kit.part(kit.card_reader or GENERIC).filters:
            found.setdefault(own.name, (own, name))
    return found


def similar(query: str, libraries: list[Library]) -> str | None:
    """The name in these libraries that was probably meant."""
    names = {plain(name): name for library in libraries for name in library.names()}
    near = closest(plain(query), names)
    return names[near] if near else None


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment cards`."""
    say = Messages(parser.language)
    parser.add_argument("query", nargs="*", metavar=say("help-cards.query-name"), help=say("help-cards.query"))
    for name, (own, game) in _filters().items():
        text = pediment.game(game).texts.find(parser.language, f"filters.{name}")
        about = of_game(game, text, parser.language)
        kind = int if own.choices else str
        parser.add_argument(f"--{name}", type=kind, choices=own.choices, metavar=own.metavar, help=about)
    parser.add_argument("--id", metavar="ID", help=say("help-cards.id"))
    parser.add_argument("--game", choices=pediment.games(), help=say("help-cards.game"))
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment cards`: exit code 1 if nothing is found."""
    say = Messages(args.language)
    wishes = {name: getattr(args, name) for name in _filters() if getattr(args, name) is not None}
    libraries = [library_of(pediment.game(name), say) for name in ([args.game] if args.game else pediment.games())]
    able = [library for library in libraries if set(wishes) <= {own.name for own in library.filters}]
    if not able:
        games = ", ".join(library.game.name for library in libraries)
        raise UserError(say("cards.no-such-filter", options=", ".join(f"--{name}" for name in wishes), games=games))
    ids = {card: own for library in able for card, own in library.ids.items()}
    if args.id and args.id.lower() not in ids:
        near = closest(args.id, ids)
        hint = " " + say("errors.did-you-mean", word=ids[near]) if near else ""
        raise UserError(say("cards.unknown-id", given=args.id) + hint)
    query = args.id or " ".join(args.query)
    if args.id:
        found = {library: [library.ids[args.id.lower()]] for library in able if args.id.lower() in library.ids}
    else:
        found = {library: library.find(query) if query else list(library.ids.values()) for library in able}
    found = {library: cards for library, all_ in found.items() if (cards := library.narrowed(all_, wishes))}
    facts = [
        {"game": own.game.name, **own.game.card(card, say.language)} for own, cards in found.items() for card in cards
    ]
    if files.write_json(args, facts):
        return 0 if found else 1
    if not found:
        near = similar(query, able)
        console.print(say("cards.none") + (" " + say("errors.did-you-mean", word=near) if near else ""))
        return 1
    library, cards = next(iter(found.items()))
    if len(cards) == 1:
        console.print(library.one(cards[0]))
    else:
        if line := library.character(wishes):
            console.print(line)
        console.print(library.table(cards))
        console.print(Text(library.found(len(cards)), "dim"))
    if library.remark():
        own = say("cards.own-values", game=library.game.name)
        console.print(Text(f"{library.remark()} {own}", "dim"))
    for other in list(found)[1:]:
        console.print(Text(say("cards.also", n=len(found[other]), game=other.game.name), "dim"))
    return 0
