"""An edition of Ephyran: the halves of the 104 cards and the added tokens (Y2.2)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.edition import Checker, Edition, Editions
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    DIONYSUS_AREA,
    FACE_POINTS,
    FACES,
    GODS,
    MAX_TOKENS,
    NO_SUPPORT,
    NONE,
    SUPPORTS,
)

IDS: Final = [f"TS{n:02}" for n in range(1, 49)] + [f"TT{n:02}" for n in range(1, 57)]
CARD_OF_ID: Final = {card: n for n, card in enumerate(IDS)}
_TERRITORY: Final = re.compile(r"(\w+) ([1-4]) ([^+]*[^+ ])(?: \+ (\w+))?")


class EphyranEdition(Edition):
    """The deck by half, made fast to ask; the entry after the last half is a Dionysus as an area."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        n = DIONYSUS_AREA + 1
        self.god = vec[i64]([NONE] * n)
        self.number = vec[i64]([0] * n)
        self.place = vec[i64]([0] * n)  # god and number as a bit, as in the sets of a Player; 0 for a Support
        self.creature = ["Dionysus"] * n
        self.creature_id = vec[i64]([0] * n)  # equal creatures have equal numbers
        self.printed = [NONE] * n  # face of the printed token
        self.points = vec[i64]([0] * n)
        self.support = vec[i64]([NO_SUPPORT] * n)
        creatures = ["Dionysus"]
        for card, halves in enumerate(values["cards"][name] for name in IDS):
            for half, text in enumerate(halves, 2 * card):
                if text in SUPPORTS:
                    self.support[half] = SUPPORTS.index(text)
                    continue
                god, number, creature, face = _match(text)
                self.god[half] = GODS.index(god)
                self.number[half] = int(number)
                self.place[half] = 1 << AREAS * GODS.index(god) + int(number) - 1
                self.creature[half] = creature
                if creature not in creatures:
                    creatures.append(creature)
                self.creature_id[half] = creatures.index(creature)
                if face:
                    self.printed[half] = FACES.index(face)
                    self.points[half] = FACE_POINTS[FACES.index(face)]
        self.tokens = [face for face, name in enumerate(FACES) for _ in range(values["tokens"][name])]


class EphyranChecker(Checker):
    """Checks the halves and the number of tokens."""

    def __init__(self, values: Any, lines: dict[str, int]) -> None:
        super().__init__(values, lines, ["name", "cards", "tokens"])
        self.cards(self.section("cards"))
        tokens = self.section("tokens")
        if tokens is not None:
            for face in tokens:
                if face not in FACES:
                    self.note(f"tokens/{face}", f"unknown token {face!r}; there are {', '.join(FACES)}")
            for face in FACES:
                self.number(tokens, "tokens", face, MAX_TOKENS)
            if not self.problems and sum(tokens.values()) > MAX_TOKENS:
                self.note("tokens", f"more than {MAX_TOKENS} tokens")

    def cards(self, cards: dict[str, Any] | None) -> None:
        """Every card has two halves that say what they are."""
        if cards is None:
            return
        for card, halves in cards.items():
            path = f"cards/{card}"
            if card not in CARD_OF_ID:
                self.note(path, f"unknown card {card!r}")
            elif not isinstance(halves, list) or len(halves) != 2:
                self.note(path, f'{card}: must be two half-cards, such as ["poseidon 1 Siren + owl", "graeae"]')
            else:
                for half in halves:
                    self.half(path, card, half)
                if halves[0] == halves[1] and halves[0] in SUPPORTS:  # a label could not tell them apart
                    self.note(path, f"{card}: both half-cards are {halves[0]}")
        for card in IDS:
            if card not in cards:
                self.note("cards", f"{card} is missing")

    def half(self, path: str, card: str, half: Any) -> None:
        """A support, or god, number, creature and perhaps a token."""
        if half in SUPPORTS:
            return
        found = _TERRITORY.fullmatch(half) if isinstance(half, str) else None
        if found is None:
            known = ", ".join(SUPPORTS)
            self.note(path, f'{card}: {half!r} is neither "god number creature" (+ token) nor one of {known}')
        elif found[1] not in GODS:
            self.note(path, f"{card}: unknown god {found[1]!r}; there are {', '.join(GODS)}")
        elif found[4] and found[4] not in FACES:
            self.note(path, f"{card}: unknown token {found[4]!r}; there are {', '.join(FACES)}")


def _match(text: str) -> tuple[str, str, str, str]:
    found = _TERRITORY.fullmatch(text)
    assert found is not None
    return found[1], found[2], found[3], found[4] or ""


EDITIONS: Final = Editions(
    Path(__file__).parents[1] / "data" / "editions", EphyranChecker, EphyranEdition, first="6f6d28873d1a118c"
)
