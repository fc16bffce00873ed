"""Views and cards of any game in words: fields by their names, values as they are."""

from __future__ import annotations

from typing import Any, Protocol

from pediment.core.game import Game


class Sayings(Protocol):
    """Texts in one language, such as the terminal's; among them `plain.yes` and `plain.no`."""

    @property
    def language(self) -> str:
        """Their language."""

    def __call__(self, key: str, **params: object) -> str:
        """A text by its `section.entry`."""


class GenericWords:
    """Words for what a game shows, in one language.

    A game may say in its catalogue what a field is called: `[fields]`, `bag_size = "pebbles in the bag"`.
    """

    def __init__(self, game: Game[Any], say: Sayings) -> None:
        self.game = game
        self.say = say

    def field(self, name: str) -> str:
        """What a field is called: "bag size"."""
        return self.game.texts.find(self.say.language, f"fields.{name}", name.replace("_", " ").replace("-", " "))

    def value(self, value: Any) -> str:
        """A value on a line: lists and tables by their parts; what is not known is a question mark."""
        if value is None:
            return "?"
        if isinstance(value, bool):
            return self.say("plain.yes" if value else "plain.no")
        if isinstance(value, dict):
            return ", ".join(f"{self.field(str(name))} {self.value(part)}" for name, part in value.items()) or "-"
        if isinstance(value, list):
            separator = "; " if any(isinstance(part, list | dict) for part in value) else ", "
            return separator.join(map(self.value, value)) or "-"
        return str(value)
