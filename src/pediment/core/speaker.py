"""The speaker of a game: all that is said of it, in one language, to one reader."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from pediment.core.engine.state import State
from pediment.core.errors import WhyNot
from pediment.core.texts import Texts

S = TypeVar("S", bound=State)


class Speaker(ABC, Generic[S]):
    """Says everything of a game in one language, with the players' names and the cards of one edition.

    `names` are the players', seat by seat; without them they are "Player 1" and so on. `you` is the seat of the
    reader, None for somebody who has none.
    """

    texts: Texts

    def __init__(
        self, language: str, names: list[str] | None = None, edition: Any = None, you: int | None = None
    ) -> None:
        self.language = language
        self.names = names
        self.edition = edition
        self.you = you

    def say(self, key: str, **params: object) -> str:
        """The text of `section.entry` with its parameters filled in. Raises KeyError for an unknown key."""
        return self.texts.say(self.language, key, **params)

    def section(self, name: str) -> dict[str, Any]:
        """All entries of a section. Raises KeyError for an unknown section."""
        return self.texts.section(self.language, name)

    def word(self, name: str) -> str:
        """A single word of the section `words`: a colour, a god, a counter."""
        return self.say(f"words.{name}")

    def seat(self, seat: int) -> str:
        """The player's name, or "Player 1"."""
        return self.names[seat] if self.names else self.say("words.player", n=seat + 1)

    def happened(self, entry: dict[str, Any], **params: object) -> str:
        """The sentence of a log entry, which speaks to the reader of what the reader does or what befalls them.

        The section `log` has them with names, `log-you` for a `seat` and `log-at-you` for a `to` that is the reader;
        `log-own` and `log-your-own` have what somebody does to themselves. What these lack is told with names.
        """
        seat, to = entry.get("seat"), entry.get("to")
        acts = seat is not None and seat == self.you
        if seat is not None and seat == to:
            section = "log-your-own" if acts else "log-own"
        elif acts:
            section = "log-you"
        else:
            section = "log-at-you" if to is not None and to == self.you else "log"
        told = self.texts.find(self.language, f"{section}.{entry['event']}", "", **params)
        return told or self.say(f"log.{entry['event']}", **params)

    @abstractmethod
    def caption(self, s: S, action: int) -> str:
        """A legal action."""

    @abstractmethod
    def prompt(self, s: S) -> str:
        """The pending question."""

    def thing(self, s: S, action: int) -> str:
        """What a legal action is about, for a list: a game may name just the card."""
        return self.caption(s, action)

    def remains(self, s: S, seat: int) -> str:
        """What the seat has left to act with on its next turn; empty for nothing."""
        return ""

    @abstractmethod
    def log_line(self, entry: dict[str, Any]) -> str:
        """A log entry of a view."""

    @abstractmethod
    def refuse(self, s: S, action: int) -> WhyNot:
        """Why an action that is not legal now is forbidden."""

    @abstractmethod
    def reasons(self, s: S, action: int, seat: int) -> list[str]:
        """What speaks for and against a legal action, by what the seat may know: one to three short phrases."""
