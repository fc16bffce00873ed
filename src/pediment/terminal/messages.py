"""What the terminal says, in the language of the player."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pediment.command.bot_names import display_name
from pediment.command.error_messages import translate
from pediment.core.texts import DEFAULT_LANGUAGE, Texts

TEXTS: Final = Texts(Path(__file__).parent / "texts")


class Messages:
    """The terminal's texts in one language.

    >>> say = Messages("fr")
    >>> say("play.goodbye")
    'Au revoir.'
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, game: Texts = TEXTS) -> None:
        self.language = language
        self.game = game

    def of(self, game: Texts) -> Messages:
        """The same with the words of a game: sections that the terminal has not are those of its catalogue."""
        return Messages(self.language, game)

    def __call__(self, key: str, **params: object) -> str:
        """A text by its `section.entry`, with its parameters filled in."""
        own = key.partition(".")[0] in TEXTS.catalogue(DEFAULT_LANGUAGE)
        return (TEXTS if own else self.game).say(self.language, key, **params)

    def problem(self, error: object) -> str:
        """What the engine, a bot or a database says in English only, mostly what is wrong."""
        return translate(error, self.language)

    def bot(self, name: str) -> str:
        """What a player who has no other name is called."""
        return display_name(name, self.language)

    def all(self, words: list[str]) -> str:
        """Words as a list that a sentence can hold: "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        return self("words.and", first=", ".join(words[:-1]), last=words[-1])


def preferred_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for; English if it asks for none that we have.

    >>> preferred_language({"LANG": "fr_CH.UTF-8"})
    'fr'
    >>> preferred_language({"LANG": "fr_FR", "PEDIMENT_LANGUAGE": "en"})
    'en'
    """
    for name in ("PEDIMENT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wish = environ.get(name, "")
        if wish:
            language = wish.lower().replace("-", "_").partition(".")[0].partition("_")[0]
            return language if language in TEXTS.languages else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE
