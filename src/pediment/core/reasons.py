"""The reasons for a move: sentences about named features, each weighed in points, the weightiest told first."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pediment.core.speaker import Speaker
from pediment.core.texts import Texts

TEXTS: Final = Texts(Path(__file__).parent / "data" / "texts")
"""What is said of the moves of all games."""
MAX_REASONS: Final = 3
"""How many are told."""
DRAWBACK_SHARE: Final = 0.6
"""What a drawback weighs, against an advantage of the same size: a hint is for a move."""
MINOR_POINTS: Final = 0.25
"""What weighs less, in points, is told only if there is nothing else."""


class Drawback(str):
    """A sentence that speaks against a move."""

    __slots__ = ()


class Reasons:
    """Collects the features of one move; the sentences are in the section "reasons" of the game's texts."""

    def __init__(self, by: Speaker[Any]) -> None:
        self.by = by
        self.found: list[tuple[float, str]] = []

    def add(self, weight: float, key: str, **params: object) -> None:
        """Note a feature; it speaks against the move if it weighs less than nothing."""
        text = self.say(key, **params)
        self.found.append((abs(weight), text if weight >= 0 else Drawback(text)))

    def against(self, weight: float, key: str, **params: object) -> None:
        """Note a drawback."""
        self.add(-DRAWBACK_SHARE * abs(weight), key, **params)

    def say(self, key: str, **params: object) -> str:
        """A sentence, or a part of one."""
        return self.by.say(f"reasons.{key}", **params)

    def listed(self, words: list[str]) -> str:
        """Words as a list that a sentence can hold: "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        return self.say("and", first=", ".join(words[:-1]), last=words[-1])

    def told(self) -> list[str]:
        """The weightiest, none twice; what is minor only where there is nothing else."""
        ranked = sorted(self.found, key=lambda feature: -feature[0])
        texts = [text for i, (weight, text) in enumerate(ranked) if not i or weight >= MINOR_POINTS]
        return list(dict.fromkeys(texts))[:MAX_REASONS]
