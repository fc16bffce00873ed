"""What the terminal says, in the language of the player."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pediment.command.players import called
from pediment.command.problems import in_words
from pediment.core.texts import DEFAULT_LANGUAGE, Texts

TEXTS: Final = Texts(Path(__file__).parent / "texts")


class Voice:
    """The terminal's texts in one language.

    >>> say = Voice("fr")
    >>> say("play.goodbye")
    'Au revoir.'
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, game: Texts = TEXTS) -> None:
        self.language = language
        self.game = game

    def of(self, game: Texts) -> Voice:
        """The same with the words of a game: sections that the terminal has not are those of its catalogue."""
        return Voice(self.language, game)

    def __call__(self, key: str, **params: object) -> str:
        """A text by its `section.entry`, with its parameters filled in."""
        own = key.partition(".")[0] in TEXTS.catalogues[DEFAULT_LANGUAGE]
        return (TEXTS if own else self.game).say(self.language, key, **params)

    def count(self, key: str, n: int) -> str:
        """A text with a number in it, in the singular or the plural: `key-one` or `key-many`."""
        one = n == 1 or (n == 0 and self.language == "fr")
        return self(f"{key}-one" if one else f"{key}-many", n=n)

    def problem(self, error: object) -> str:
        """What the engine, a bot or a database says in English only, mostly what is wrong."""
        return in_words(error, self.language)

    def bot(self, name: str) -> str:
        """What a player who has no other name is called."""
        return called(name, self.language)

    def all(self, words: list[str]) -> str:
        """Words as a list that a sentence can hold: "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        return self("words.and", first=", ".join(words[:-1]), last=words[-1])


def preferred(environ: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English if it asks for none that we have.

    >>> preferred({"LANG": "fr_CH.UTF-8"}), preferred({"LANG": "fr_FR", "PEDIMENT_LANGUAGE": "en"}), preferred({})
    ('fr', 'en', 'en')
    """
    for name in ("PEDIMENT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wish = environ.get(name, "")
        if wish:
            language = wish.lower().replace("-", "_").partition(".")[0].partition("_")[0]
            return language if language in TEXTS.languages else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE
