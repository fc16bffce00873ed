"""The cards of Ephyran: both halves of one, many as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pediment.core.game import Game
from pediment.core.texts import plain
from pediment.terminal.cards import Filter, Library
from pediment.terminal.matching import containing
from pediment.terminal.messages import Messages

GODS: Final = ("poseidon", "hephaestus", "aether", "gaia")
GOD_STYLES: Final = dict(zip(GODS, ("dodger_blue1", "red", "green", "dark_goldenrod"), strict=True))  # Y1.1
SUPPORT_STYLE: Final = "medium_purple"
DIONYSUS: Final = "dionysus"


@dataclass(frozen=True)
class Half:
    """Half a card: a Support, or an area with god, number, creature and perhaps a printed token."""

    id: str
    support: str = ""
    god: str = ""
    number: int = 0
    creature: str = ""
    token: str = ""


class EphyranLibrary(Library):
    """The cards of Ephyran in one language, as the edition has them."""

    filters = (Filter("god", "G"), Filter("number", "N", (1, 2, 3, 4)), Filter("support", "S"))

    def __init__(self, game: Game[Any], say: Messages, edition: Any = None) -> None:
        super().__init__(game, say, edition)
        assert game.editions is not None
        self.creatures = game.texts.section(say.language, "creatures")
        self.supports = game.texts.section(say.language, "supports")
        self.halves: dict[str, Half] = {}
        for card, texts in game.editions.of(edition).values["cards"].items():
            for side, text in zip("ab", texts, strict=True):
                self.halves[f"{card}{side}".lower()] = self._read(f"{card}{side}", text)

    def _read(self, half: str, text: str) -> Half:
        """A half as an edition writes it: "poseidon 1 Siren + owl" or "graeae"."""
        if text in self.supports:
            return Half(half, support=text)
        god, number, rest = text.split(" ", 2)
        creature, _, token = rest.partition(" + ")
        return Half(half, "", god, int(number), creature, token)

    def of(self, card: str) -> list[Half]:
        """The halves of a card; a Dionysus has none."""
        return [] if card == DIONYSUS else [self.halves[f"{card}{side}".lower()] for side in "ab"]

    def creature(self, name: str) -> str:
        """A creature in the language of the player; an edition may have others than the catalogue."""
        return self.word(DIONYSUS) if name == "Dionysus" else str(self.creatures.get(name, name))

    def sign(self, token: str | None) -> str:
        """What a token is worth, "+1"; the back of one that was not seen is "?"."""
        return self.word(token).split()[-1] if token else "?"

    def god(self, god: str, letters: int | None = None) -> Text:
        """A god in his colour, by the first letters only if wished."""
        return Text(self.word(god)[:letters], GOD_STYLES[god])

    def half(self, half: Half, letters: int | None = None) -> Text:
        """Such as "Poseidon 1 Siren +1", or the name of the Support."""
        if half.support:
            return Text(self.word(half.support), SUPPORT_STYLE)
        token = f" {self.sign(half.token)}" if half.token else ""
        return Text.assemble(self.god(half.god, letters), f" {half.number} {self.creature(half.creature)}{token}")

    def name(self, half: Half) -> str:
        """Such as "Siren (Poseidon 1, owl +1)", or the name of the Support."""
        if half.support:
            return self.word(half.support)
        token = f", {self.word(half.token)}" if half.token else ""
        return f"{self.creature(half.creature)} ({self.word(half.god)} {half.number}{token})"

    def text(self, card: str) -> Text:
        """Such as "TS01 Poseidon 1 Siren +1 / Castor & Pollux"."""
        if card == DIONYSUS:
            return Text(self.word(DIONYSUS))
        return Text.assemble(f"{card} ", Text(" / ").join(self.half(half) for half in self.of(card)))

    def title(self, card: str) -> str:
        return self.text(card).plain

    def body(self, card: str) -> str:
        """What its Support does."""
        texts = [self.supports[half.support] for half in self.of(card) if half.support]
        return str(self.supports[DIONYSUS]) if card == DIONYSUS else " ".join(texts)

    def names(self) -> list[str]:
        """Creatures, gods and Supports."""
        return [*map(str, self.creatures.values()), *(self.word(name) for name in (*GODS, *self.supports))]

    def find(self, query: str) -> list[str]:
        """By id; by god, number, creature or Support; otherwise by what a Support does."""
        if query.lower() in self.halves:
            return [self.ids[query.lower()[:-1]]]
        cards = list(self.ids.values())
        named = [cards[i] for i in containing(query, [self.title(card) for card in cards])]
        return named or super().find(query)

    def narrowed(self, cards: list[str], wishes: dict[str, Any]) -> list[str]:
        """God and number together, and the Support."""
        wanted = {"number": wishes.get("number", 0)}
        supports = tuple(name for name in self.supports if name != DIONYSUS)
        for field, names in (("god", GODS), ("support", supports)):
            known = {plain(called): name for name in names for called in (name, self.word(name))}
            given = str(wishes.get(field, ""))
            wanted[field] = self.choice(f"reader.unknown-{field}", given, known) if given else ""

        def fits(card: str, *fields: str) -> bool:
            return any(
                all(wanted[field] in ("", 0, getattr(half, field)) for field in fields) for half in self.of(card)
            )

        return [card for card in cards if not wishes or (fits(card, "god", "number") and fits(card, "support"))]

    def one(self, card: str) -> RenderableType:
        """A card in full: what each half is, and when a Support can be played."""
        say = self.say
        body = Table.grid(padding=(0, 2))
        if card == DIONYSUS:
            body.add_row(say("reader.area"), str(self.supports[DIONYSUS]))
        for half in self.of(card):
            if half.support:
                starts = self.game.texts.say(say.language, f"starts.{half.support}")
                body.add_row(say("reader.support"), f"{self.name(half)}. {self.supports[half.support]}")
                body.add_row(say("reader.starts"), starts)
            else:
                body.add_row(say("reader.area"), self.name(half))
        body.add_row(say("cards.id"), Text(card, "dim"))
        head = self.text(card)
        head.stylize("bold")
        return Group(head, Padding(body, (0, 0, 0, 2)))

    def table(self, cards: list[str]) -> RenderableType:
        """Cards line by line, then what the Supports among them do."""
        table = Table.grid(padding=(0, 2))
        for card in cards:
            table.add_row(Text("" if card == DIONYSUS else card, "bold"), *self.row(card))
        texts = Table.grid(padding=(0, 2))
        for support in dict.fromkeys(half.support for card in cards for half in self.of(card) if half.support):
            texts.add_row(Text(self.word(support), SUPPORT_STYLE), str(self.supports[support]))
        return Group(table, texts)

    def row(self, card: str, letters: int | None = None) -> list[Text]:
        """The halves of a card side by side."""
        if card == DIONYSUS:
            return [Text(self.word(DIONYSUS)), Text()]
        return [self.half(half, letters) for half in self.of(card)]

    def found(self, n: int) -> str:
        return self.say("reader.found", n=n)
