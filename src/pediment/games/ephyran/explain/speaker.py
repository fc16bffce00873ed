"""The speaker of Ephyran: everything that is said about it, in one language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pediment.core.errors import WhyNot
from pediment.core.speaker import Speaker
from pediment.core.texts import Texts
from pediment.games.ephyran.explain import captions
from pediment.games.ephyran.explain.reasons import Adviser
from pediment.games.ephyran.explain.refusals import Refuser
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import DIONYSUS, DIONYSUS_AREA, FACES, GODS, NO_SUPPORT, NONE, SUPPORTS


class EphyranSpeaker(Speaker[EphyranState]):
    """Knows what cards, halves and creatures are called; an edition may have others than the catalogue."""

    texts = Texts(Path(__file__).parents[1] / "data" / "texts")

    def creature(self, half: int) -> str:
        """The creature of a half."""
        creature = self.edition.creature[half]
        name: str = self.section("creatures").get(creature, creature)
        return name

    def half(self, half: int) -> str:
        """A half in words: "Siren (Poseidon 1, owl +1)"."""
        e = self.edition
        if half == DIONYSUS_AREA:
            return self.word("dionysus")
        if e.support[half] != NO_SUPPORT:
            return self.word(SUPPORTS[e.support[half]])
        token = "" if e.printed[half] == NONE else f", {self.word(FACES[e.printed[half]])}"
        return f"{self.creature(half)} ({self.word(GODS[e.god[half]])} {e.number[half]}{token})"

    def card(self, card: int, named: int = NO_SUPPORT) -> str:
        """Both halves of a card: "Siren (Poseidon 1, owl +1) / Castor & Pollux"; without a Support named already."""
        if card == DIONYSUS:
            return self.word("dionysus")
        support = self.edition.support
        halves = [half for half in (2 * card, 2 * card + 1) if named == NO_SUPPORT or support[half] != named]
        return " / ".join(map(self.half, halves))

    def caption(self, s: EphyranState, action: int) -> str:
        """A legal action."""
        return captions.caption(s, action, self)

    def prompt(self, s: EphyranState) -> str:
        """The pending question."""
        return captions.prompt(s, self)

    def log_line(self, entry: dict[str, Any]) -> str:
        """A log entry of a view, with the Support that caused it."""
        return captions.log_line(entry, self)

    def refuse(self, s: EphyranState, action: int) -> WhyNot:
        """An action as a bare int: the question that it does not answer."""
        return Refuser(s, self).refuse_action()

    def refuse_label(self, s: EphyranState, text: str) -> WhyNot:
        """Why this text, lower case and no legal label, is forbidden."""
        return Refuser(s, self).refuse_label(text)

    def reasons(self, s: EphyranState, action: int, seat: int) -> list[str]:
        """One to three phrases, the weightiest first."""
        return Adviser(s, seat, self).reasons(action)
