"""The speaker of Elysium: everything that is said about it, in one language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pediment.core.errors import WhyNot
from pediment.core.speaker import Speaker
from pediment.core.texts import Texts
from pediment.games.elysium.explain import captions
from pediment.games.elysium.explain.reasons import Adviser
from pediment.games.elysium.explain.refusals import Refuser
from pediment.games.elysium.rules.edition import ElysiumEdition
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import IDS
from pediment.games.elysium.rules.vocabulary import ANSWERS, COLOURS, LETTERS


class ElysiumSpeaker(Speaker[ElysiumState]):
    """Knows what cards and columns are called."""

    texts = Texts(Path(__file__).parents[1] / "data" / "texts")

    def card(self, card: str) -> str:
        """The name of a card by its id, as a sentence has it; names that all families share get their family's."""
        if card == "citizen":
            return self.word("citizen-object")
        name: str = self.section("cards")[card]["name"]
        family, _, slug = card.partition(".")
        return f"{name} ({self.word(family)})" if slug in ("assembly", "initiation") else name

    def of_card(self, card: str, text: str, edition: ElysiumEdition) -> str:
        """A text about a card with the numbers in its power as an edition has them.

        `{vp_3}` and `{vp_5}` are three and five times `{vp}`: what the cards of a Legend bring at most.
        """
        amounts = edition.amounts_of(card)
        if "vp" in amounts:
            amounts |= {f"vp_{n}": n * amounts["vp"] for n in (3, 5)}
        return self.texts.fill(self.language, text, **amounts)

    def condition(self, text: str) -> str:
        """A condition in words: "red and any other column"."""
        words = ["any-column" if letter == "*" else COLOURS[LETTERS.index(letter)] for letter in text]
        return f" {self.word('and')} ".join(self.word(name) for name in words)

    def caption(self, s: ElysiumState, action: int) -> str:
        """A legal action."""
        return captions.caption(s, action, self)

    def prompt(self, s: ElysiumState) -> str:
        """The pending question."""
        return captions.prompt(s, self)

    def log_line(self, entry: dict[str, Any]) -> str:
        """A log entry of a view, with the card that caused it."""
        return captions.log_line(entry, self)

    def thing(self, s: ElysiumState, action: int) -> str:
        """A card or a Quest that is taken by its name."""
        block = ANSWERS.block_of(action)
        if block.name == "take":
            return self.card(IDS[action - block.start])
        return self.say("words.quest", n=action - block.start + 1) if block.name == "quest" else self.caption(s, action)

    def remains(self, s: ElysiumState, seat: int) -> str:
        """The columns that stand."""
        columns = s.players[seat].columns
        colours = [self.word(colour) for i, colour in enumerate(COLOURS) if columns >> i & 1]
        return self.say("words.columns-left", n=len(colours), columns=", ".join(colours)) if colours else ""

    def refuse(self, s: ElysiumState, action: int) -> WhyNot:
        """The first rule in the way."""
        return Refuser(s, self).refuse(action)

    def reasons(self, s: ElysiumState, action: int, seat: int) -> list[str]:
        """One to three phrases, the weightiest first."""
        return Adviser(s, seat, self).reasons(action)
