"""The reasons for a move: sentences about named features, each weighed in points, the weightiest told first."""

from __future__ import annotations

from typing import Final

from pediment.core.texts import Texts

MOST: Final = 3
"""How many are told."""
AGAINST: Final = 0.6
"""What a drawback weighs, against an advantage of the same size: a hint is for a move."""
MINOR: Final = 0.25
"""What weighs less, in points, is told only if there is nothing else."""


class Reasons:
    """Collects the features of one move; the sentences are in the section "reasons" of the game's texts."""

    def __init__(self, texts: Texts, language: str) -> None:
        self.texts = texts
        self.language = language
        self.found: list[tuple[float, str]] = []

    def add(self, weight: float, key: str, **params: object) -> None:
        """Note a feature."""
        self.found.append((abs(weight), self.say(key, **params)))

    def against(self, weight: float, key: str, **params: object) -> None:
        """Note a drawback."""
        self.add(AGAINST * weight, key, **params)

    def add_count(self, weight: float, key: str, n: int) -> None:
        """Note a feature that is a number with its noun."""
        self.found.append((abs(weight), self.count(key, n)))

    def say(self, key: str, **params: object) -> str:
        """A sentence, or a part of one."""
        return self.texts.say(self.language, f"reasons.{key}", **params)

    def count(self, key: str, n: int) -> str:
        """A number with its noun, in the singular or the plural: `key-one` or `key-many`."""
        one = n == 1 or (n == 0 and self.language == "fr")
        return self.say(f"{key}-one" if one else f"{key}-many", n=n)

    def listed(self, words: list[str]) -> str:
        """Words as a list that a sentence can hold: "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        return self.say("and", first=", ".join(words[:-1]), last=words[-1])

    def told(self) -> list[str]:
        """The weightiest, none twice; what is minor only where there is nothing else."""
        ranked = sorted(self.found, key=lambda feature: -feature[0])
        texts = [text for i, (weight, text) in enumerate(ranked) if not i or weight >= MINOR]
        return list(dict.fromkeys(texts))[:MOST]
