"""The cards of Elysium: one with its rulings, many as a table."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pediment.command.layout import ByWidth, FoldingTable
from pediment.core.game import Game
from pediment.core.texts import plain
from pediment.terminal.cards import Filter, Library
from pediment.terminal.messages import Messages

COLUMN_STYLES: Final = {"R": "bold red", "Y": "bold yellow", "G": "bold green", "B": "bold blue", "*": "bold"}
FAMILY_STYLES: Final = {
    "apollo": "dark_orange",
    "ares": "red",
    "athena": "dark_sea_green4",
    "hades": "medium_purple",
    "hephaestus": "dark_goldenrod",
    "hermes": "dark_turquoise",
    "poseidon": "dodger_blue1",
    "zeus": "gold3",
}
_ALL: Final = 99  # letters: the whole word
_SHORT: Final = range(68, 100)  # widths of a screen at which words are shortened, so that a table has room


class ElysiumLibrary(Library):
    """The cards of Elysium in one language."""

    filters = (Filter("family", "F"), Filter("level", "N", (1, 2, 3)), Filter("kind", "K"))

    def __init__(self, game: Game[Any], say: Messages, edition: Any = None) -> None:
        super().__init__(game, say, edition)
        self.facts: dict[str, dict[str, Any]] = {
            card: game.card(card, say.language, self.edition) for card in game.cards()
        }

    def title(self, card: str) -> str:
        return str(self.facts[card]["name"])

    def body(self, card: str) -> str:
        """Its kind of power and the power."""
        return f"{self.kind(card)} {self.facts[card]['text']}"

    def names(self) -> list[str]:
        return [self.title(card) for card in self.facts]

    def kind(self, card: str) -> str:
        """Which kind of power a card has."""
        facts = self.facts[card]
        return self.word("eleusis") if facts["eleusis"] else str(facts["power_name"])

    def name(self, card: str) -> Text:
        """The name in the colour of the family; a Citizen has none."""
        if card not in self.facts:
            return Text(self.word("citizen"))
        return Text(self.facts[card]["name"], FAMILY_STYLES.get(self.facts[card]["family"], ""))

    def family_and_level(self, card: str, letters: int = _ALL) -> str:
        """Such as "Zeus 3", the family in that many letters."""
        facts = self.facts[card]
        return f"{self.word(facts['family'])[:letters]} {facts['level']}"

    def narrowed(self, cards: list[str], wishes: dict[str, Any]) -> list[str]:
        """By family, Level and kind of power."""
        facts = self.facts
        if "family" in wishes:
            family = self._family(wishes)
            cards = [card for card in cards if facts[card]["family"] == family]
        if "kind" in wishes:
            known = self._words_for("power") | {"eleusis": "eleusis"}
            kind = self.choice("reader.unknown-kind", wishes["kind"], known)
            cards = [card for card in cards if _has_kind(facts[card], kind)]
        if "level" in wishes:
            cards = [card for card in cards if facts[card]["level"] == wishes["level"]]
        return cards

    def character(self, wishes: dict[str, Any]) -> str:
        if "family" not in wishes:
            return ""
        texts = self.game.characters(self.say.language)[self._family(wishes)]
        return self.say("cards.character", **texts)

    def _family(self, wishes: dict[str, Any]) -> str:
        return self.choice("reader.unknown-family", wishes["family"], self._words_for("family"))

    def _words_for(self, field: str) -> dict[str, str]:
        """What a family or a kind may be called, in any language, and what it is."""
        texts = self.game.texts
        values = {facts[field] for facts in self.facts.values()}
        found = {plain(value): value for value in values}
        for language in texts.languages:
            found |= {plain(texts.say(language, f"words.{value}")): value for value in values}
        return found

    def one(self, card: str) -> RenderableType:
        facts, say = self.facts[card], self.say
        head = self.name(card)
        head.stylize("bold")
        head.append(f"   {self.family_and_level(card)} · {self.kind(card)} · ", "not bold")
        head.append(say("reader.copies", n=facts["copies"]), "not bold")
        body = Table.grid(padding=(0, 2))
        body.add_row(say("reader.power"), facts["text"])
        letters = letters_of(facts["condition"], say("reader.letters"))
        columns = Text.assemble(letters, f"   {self.condition_in_words(facts['condition'])}")
        if facts["remark"]:
            columns.append(f" ({say('cards.reconstructed')})", "dim")
        body.add_row(say("reader.condition"), columns)
        if facts["starts"]:
            body.add_row(say("reader.starts"), facts["starts"])
        if facts["rulings"]:
            body.add_row(say("reader.rulings"), facts["rulings"])
        body.add_row(say("cards.id"), Text(card, "dim"))
        return Group(head, Padding(body, (0, 0, 0, 2)))

    def condition_in_words(self, letters: str) -> str:
        """Such as "red and any other column"."""
        words = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "*": "any-column"}
        return self.say.all([self.word(words[letter]) for letter in letters])

    def table(self, cards: list[str]) -> RenderableType:
        """Cards line by line, family and kind of power in short where room is scarce."""
        return ByWidth(lambda width: self._table(cards, *((5, 4) if width in _SHORT else (_ALL, _ALL))))

    def _table(self, cards: list[str], family: int, kind: int) -> RenderableType:
        titles = ("card", "family", "columns", "kind", "power")
        table = FoldingTable(*(self.say(f"reader.{title}") for title in titles), prose=(4,), left=(0, 1, 2, 3))
        for card in cards:
            facts = self.facts[card]
            table.add_row(
                self.name(card),
                self.family_and_level(card, family),
                letters_of(facts["condition"], self.say("reader.letters")),
                self.kind(card)[:kind],
                facts["text"],
            )
        return table

    def found(self, n: int) -> str:
        return self.say("reader.found", n=n)


def _has_kind(facts: dict[str, Any], kind: str) -> bool:
    return bool(facts["eleusis"]) if kind == "eleusis" else facts["power"] == kind


def letters_of(condition: str, shown: str) -> Text:
    """The letters of columns as a language has them, such as "RJVB*", each in its colour."""
    styles = list(COLUMN_STYLES)
    return Text.assemble(*((shown[styles.index(letter)], COLUMN_STYLES[letter]) for letter in condition))
