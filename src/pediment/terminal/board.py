"""What the terminal needs to know about a game beyond its contract: how its table is drawn."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from typing import Any, Final

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

import pediment
from pediment.command.layout import ByWidth, Flow
from pediment.core.match import Match
from pediment.terminal.cards import Library, library_of
from pediment.terminal.messages import Messages

GENERIC: Final = "pediment.terminal.generic_board:GenericBoard"
"""The board of a game that brings none."""
_DECLINING: Final = ("stop", "no", "end turn", "let it happen")


class Detail(enum.IntEnum):
    """How much of the table is shown; a small screen gets less, and never less than what is needed to decide."""

    FULL = 0
    """Everything, with the whole text of every card."""
    USUAL = 1
    """Texts of one line each."""
    FOLDED = 2
    """Opponents too have a line each,"""
    SHORT = 3
    """options with a number on the table are not listed again,"""
    BRIEF = 4
    """and cards stand side by side, without their texts."""


class Board(ABC):
    """Draws what a view holds. `names` are those of the seats, `short_names` those in sentences."""

    quiet: tuple[str, ...] = ()
    """Events that the whole table shows so plainly that the news may leave them out."""
    telling: tuple[str, ...] = ()
    """Events that teach somebody what was hidden."""
    out_of_turn: tuple[str, ...] = ()
    """Questions that are put out of turn, and that nobody else may notice."""
    verbs: tuple[str, ...] = ()
    """First words of labels, in the order in which options stand."""

    def __init__(self, library: Library, names: list[str], short_names: list[str]) -> None:
        self.library = library
        self.game = library.game
        self.card_names = sorted(set(library.names()))  # what can be typed to read a card
        self.say = library.say
        self.names = names
        self.short_names = short_names
        self.you: int | None = None
        """Whose screen it is, if it is one player's: what they do is told to them as theirs."""
        self.word = library.word
        self.remark = library.remark()
        self.edition = library.edition

    def line(self, entry: dict[str, Any]) -> str:
        """An entry of the log in words."""
        return self.game.log_line(entry, self.say.language, self.short_names, self.edition, self.you)

    def setting(self, view: dict[str, Any]) -> str:
        """What was chosen or drawn before the game began, for its first lines."""
        return ""

    def guide(self, name: str) -> str:
        """What a player is told about playing: "how-to" at the start, "help" and "signs", "why-what"."""
        return self.game.texts.find(self.say.language, f"board.{name}", self.say(f"plain.{name}"))

    def private(self, before: dict[str, Any] | None, view: dict[str, Any], seat: int) -> list[str]:
        """What only this seat learns besides the log, since the view before."""
        return []

    def tells(self, entry: dict[str, Any]) -> bool:
        """Does this entry of the log teach somebody what was hidden? Nothing before it is taken back."""
        return entry["event"] in self.telling

    def defenders(self, view: dict[str, Any], fresh: list[dict[str, Any]]) -> list[int]:
        """Seats that may be asked out of turn now, or might have been by these new entries of the log, in order."""
        return []

    def announced(self, view: dict[str, Any]) -> str:
        """What they may answer."""
        return ""

    @abstractmethod
    def whole(self, view: dict[str, Any], seat: int | None, numbers: dict[str, int], detail: Detail) -> RenderableType:
        """The whole table, the seat's own part last. `numbers` are those of the options, by label."""

    @abstractmethod
    def reminder(self, view: dict[str, Any], seat: int, numbers: dict[str, int]) -> RenderableType | None:
        """What is good to see before a question where the whole table is not."""

    @abstractmethod
    def changed(self, before: dict[str, Any] | None, view: dict[str, Any]) -> bool:
        """Has enough changed since the view before to show the whole table again?"""

    def order(self, view: dict[str, Any], label: str) -> tuple[int, int]:
        """A key by which the options are put into the order of the table; at the end what declines."""
        verb = label.partition(" ")[0]
        return (self.verbs.index(verb) if verb in self.verbs else len(self.verbs) + (label in _DECLINING), 0)

    @abstractmethod
    def numbered(self, label: str) -> bool:
        """Does the number of this option stand on the table, in front of the thing itself?"""

    def listed(self, view: dict[str, Any], label: str, caption: str) -> tuple[str, str]:
        """The heading under which an option stands, if any, and what it is called there."""
        return "", caption

    @abstractmethod
    def in_words(self, state: Any, label: str) -> str:
        """Any label of the game in words, offered now or not."""

    def at_hand(self, view: dict[str, Any], label: str) -> bool:
        """Of several labels that a question may mean: is this one about what the player has?"""
        return True

    @abstractmethod
    def note(self, view: dict[str, Any], label: str) -> str:
        """What is good to know about an option besides its caption."""

    @abstractmethod
    def card_in(self, label: str) -> str | None:
        """The card that a label names."""

    def cards_named(self, query: str) -> list[str]:
        """The cards whose name or id a query is a part of."""
        return self.library.named(query)

    def similar(self, query: str) -> str | None:
        """The name of the card that a misspelt query probably means."""
        return self.library.similar(query)

    def explain(self, cards: list[str], view: dict[str, Any]) -> RenderableType:
        """One card in full, several line by line."""
        return self.library.one(cards[0]) if len(cards) == 1 else self.library.table(cards)

    @abstractmethod
    def sheet(self, view: dict[str, Any], width: int) -> RenderableType:
        """The itemised score of every seat, at most that wide."""

    @abstractmethod
    def verdict(self, view: dict[str, Any], returns: list[float]) -> str:
        """Who wins and why; before the end, who leads."""

    def worked_out(self, described: dict[str, Any], view: dict[str, Any]) -> str:
        """What the score of a described table counts that the description does not say; empty if it says all."""
        return ""

    def victory(self, key: str, to_you: str, won: list[int], **params: object) -> str:
        """The sentence about whoever wins, of the first key; of the second for a reader who wins alone."""
        return self.say(to_you if won == [self.you] else key, seats=self.all_of(won), **params)

    def all_of(self, seats: list[int]) -> str:
        """The names of some seats for a sentence."""
        return self.say.all([self.names[seat] for seat in seats])


def board_of(
    match: Match, say: Messages, names: list[str] | None = None, short_names: list[str] | None = None
) -> Board:
    """The board of a match, that of its game or the plain one, with the cards of its edition."""
    game, kit = match.game, pediment.kit(match.game.name)
    names = names or seat_names(match, say)
    origin = match.state.origin
    edition = (origin.options if origin.position is None else origin.position).get("edition")
    library = library_of(game, say, edition)
    board: Board = kit.part(kit.terminal_board or GENERIC)(library, names, short_names or names)
    return board


def seat_names(match: Match, say: Messages, given: list[str] | None = None) -> list[str]:
    """The names of the players, of a record for example; "Player 1", "Player 2" and so on where there are none."""
    names = given or [""] * match.state.origin.seats
    return [name or match.game.player(n, say.language) for n, name in enumerate(names, 1)]


def heading(parts: list[str], style: str = "dim") -> RenderableType:
    """The line above a table: a rule where there is room for one."""
    text = " · ".join(parts)
    return ByWidth(
        lambda width: (
            Rule(Text(text), align="left", style=style)
            if len(text) + 2 <= width
            else Flow([Text(part) for part in parts])
        )
    )


def number(numbers: dict[str, int], label: str) -> Text:
    """The number of an option; a dash for what is not an option, blanks where nobody has to choose."""
    if label in numbers:
        return Text(f"{numbers[label]:>2}", "bold cyan")
    return Text(" -" if numbers else "  ", "dim")
