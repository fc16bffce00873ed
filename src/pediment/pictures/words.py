"""What pictures say, in one language."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pediment.core.texts import DEFAULT_LANGUAGE, Texts

TEXTS: Final = Texts(Path(__file__).parent / "texts")


class Words:
    """The texts of pictures in one language: our own sections, and for all others those of the game's catalogue.

    >>> Words("fr")("poster.won", names="Ariane")
    'Ariane gagne'
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, game: Texts = TEXTS) -> None:
        self.language = language
        self._game = game

    def __call__(self, key: str, **params: object) -> str:
        """A text by its `section.entry`, with its parameters filled in."""
        own = key.partition(".")[0] in TEXTS.catalogue(DEFAULT_LANGUAGE)
        return (TEXTS if own else self._game).say(self.language, key, **params)

    def find(self, key: str, spare: str) -> str:
        """A text that the catalogue of a game need not have."""
        return self._game.find(self.language, key, spare)

    def all(self, names: list[str]) -> str:
        """Names as a list that a sentence can hold: "a, b and c"."""
        if len(names) < 2:
            return "".join(names)
        return self("lists.and", first=", ".join(names[:-1]), last=names[-1])
