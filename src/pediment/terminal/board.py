"""What the terminal needs to know about a game beyond its contract: how its table is drawn."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import Any, Final

from rich.console import RenderableType

from pediment.core.game import Game
from pediment.terminal.errors import UserError
from pediment.terminal.voice import Voice

_BOARDS: Final = {"elysium": "pediment.terminal.elysium_board"}


class Board(ABC):
    """Draws what a view holds. `names` are those of the seats, `short_names` those in the log."""

    quiet: tuple[str, ...] = ()
    """Events that the whole table shows so plainly that the news may leave them out."""

    def __init__(self, game: Game[Any], say: Voice, names: list[str], short_names: list[str]) -> None:
        self.game = game
        self.say = say
        self.names = names
        self.short_names = short_names

    def line(self, entry: dict[str, Any]) -> str:
        """An entry of the log in words."""
        return self.game.log_line(entry, self.say.language, self.short_names)

    @abstractmethod
    def whole(self, view: dict[str, Any], seat: int | None, numbers: dict[str, int], tall: bool) -> RenderableType:
        """The whole table, the seat's own part last. `numbers` are those of the options, by label."""

    @abstractmethod
    def part(self, view: dict[str, Any], seat: int, tall: bool) -> RenderableType:
        """What belongs to one player."""

    @abstractmethod
    def changed(self, before: dict[str, Any] | None, view: dict[str, Any]) -> bool:
        """Is so much new since the view before that the whole table is worth a look?"""

    @abstractmethod
    def order(self, view: dict[str, Any], label: str) -> tuple[int, int]:
        """A key by which the options are put into the order of the table."""

    @abstractmethod
    def note(self, label: str) -> str:
        """What is good to know about an option besides its caption."""

    @abstractmethod
    def card_in(self, label: str) -> str | None:
        """The card that a label names."""

    @abstractmethod
    def cards_named(self, query: str) -> list[str]:
        """The cards whose name or id a query is a part of."""

    @abstractmethod
    def similar(self, query: str) -> str | None:
        """The name of the card that a misspelt query probably means."""

    @abstractmethod
    def explain(self, cards: list[str], view: dict[str, Any]) -> RenderableType:
        """One card in full, several line by line."""

    @abstractmethod
    def sheet(self, view: dict[str, Any], width: int) -> RenderableType:
        """The itemised score of every seat, at most that wide."""

    @abstractmethod
    def verdict(self, view: dict[str, Any], returns: list[float]) -> str:
        """Who wins and why; before the end, who leads."""


def drawn_games() -> list[str]:
    """The games that the terminal can draw."""
    return list(_BOARDS)


def seat_names(game: Game[Any], say: Voice, seats: int) -> list[str]:
    """ "Player 1", "Player 2" and so on."""
    return [game.texts.say(say.language, "words.player", n=seat + 1) for seat in range(seats)]


def board_of(game: Game[Any], say: Voice, names: list[str], short_names: list[str] | None = None) -> Board:
    """The board of a game. Raises UserError for one that the terminal cannot draw."""
    if game.name not in _BOARDS:
        raise UserError(say("errors.not-drawn", game=game.name, known=", ".join(_BOARDS)))
    board: Board = importlib.import_module(_BOARDS[game.name]).BOARD(game, say, names, short_names or names)
    return board
