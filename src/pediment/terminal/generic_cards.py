"""The cards of a game that brings no reader of its own: what `Game.card` says, field by field."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pediment.command.generic_words import GenericWords
from pediment.command.layout import FoldingTable
from pediment.core.game import Game
from pediment.terminal.cards import Library
from pediment.terminal.messages import Messages

_HEAD = ("id", "name")


class GenericLibrary(Library):
    """The cards of any game in one language."""

    def __init__(self, game: Game[Any], say: Messages, edition: Any = None) -> None:
        super().__init__(game, say, edition)
        self.facts = {card: game.card(card, say.language, self.edition) for card in game.cards()}
        self.words = GenericWords(game, say)

    def title(self, card: str) -> str:
        """Its name; its id if it has none."""
        return str(self.facts[card].get("name", card))

    def body(self, card: str) -> str:
        """All that is written on it."""
        return " ".join(str(value) for value in self.facts[card].values() if isinstance(value, str))

    def names(self) -> list[str]:
        return [self.title(card) for card in self.facts]

    def narrowed(self, cards: list[str], wishes: dict[str, Any]) -> list[str]:
        """All of them: there are no filters."""
        return cards

    def one(self, card: str) -> RenderableType:
        body = Table.grid(padding=(0, 2))
        for field, value in self.facts[card].items():
            if field not in _HEAD:
                body.add_row(self.words.field(field), self.words.value(value))
        body.add_row(self.say("cards.id"), Text(card, "dim"))
        return Group(Text(self.title(card), "bold"), Padding(body, (0, 0, 0, 2)))

    def table(self, cards: list[str]) -> RenderableType:
        """Cards line by line, with the facts that any of them has."""
        fields = list(dict.fromkeys(field for card in cards for field in self.facts[card] if field not in _HEAD))
        prose = tuple(i for i, field in enumerate(fields, 1) if any(self._is_prose(card, field) for card in cards))
        table = FoldingTable(self.say("plain.card"), *map(self.words.field, fields), prose=prose)
        for card in cards:
            facts = self.facts[card]
            cells = [self.words.value(facts[field]) if field in facts else "" for field in fields]
            table.add_row(self.title(card), *cells)
        return table

    def _is_prose(self, card: str, field: str) -> bool:
        return " " in self.words.value(self.facts[card].get(field, ""))

    def found(self, n: int) -> str:
        return self.say("plain.found", n=n)
