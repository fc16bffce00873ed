"""Message catalogues: text is data, one folder of TOML files for each language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cached_property
from pathlib import Path
from typing import Any

DEFAULT_LANGUAGE = "en"
_PLURAL = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")


def plain(text: str) -> str:
    """A text without capitals, accents and signs, for comparing.

    >>> plain("Prendre : Hécatombe d'Arès")
    'prendre hecatombe d ares'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", bare))


class Texts:
    """The texts under a folder that has a folder for each language: `en/*.toml`, `fr/*.toml`.

    >>> texts = Texts(Path(...))                                   # doctest: +SKIP
    >>> texts.say("fr", "log.pass", seat="Joueur 1")               # doctest: +SKIP
    'Joueur 1 passe.'
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def catalogues(self) -> dict[str, dict[str, Any]]:
        """Language to its whole catalogue, sections of all files side by side."""
        return {
            place.name: {
                section: entries
                for file in sorted(place.glob("*.toml"))
                for section, entries in tomllib.loads(file.read_text(encoding="utf-8")).items()
            }
            for place in sorted(self.folder.iterdir())
            if place.is_dir()
        }

    @property
    def languages(self) -> list[str]:
        """The languages there are, such as ["en", "fr"]."""
        return list(self.catalogues)

    def section(self, language: str, name: str) -> dict[str, Any]:
        """All entries of a section. Raises ValueError for a language that is not there."""
        if language not in self.catalogues:
            raise ValueError(f"no texts in {language!r}; there are {', '.join(self.languages)}")
        entries: dict[str, Any] = self.catalogues[language][name]
        return entries

    def optional(self, language: str, name: str) -> dict[str, Any]:
        """All entries of a section that a catalogue need not have. Raises ValueError as `section` does."""
        missing = language in self.catalogues and name not in self.catalogues[language]
        return {} if missing else self.section(language, name)

    def say(self, language: str, key: str, **params: object) -> str:
        """The text of `section.entry` with its parameters filled in. Raises KeyError for an unknown key."""
        section, _, entry = key.partition(".")
        text: str = self.section(language, section)[entry]
        return _agreeing(text, language, params).format(**params) if params else text


def _agreeing(text: str, language: str, params: dict[str, object]) -> str:
    """A text with the word chosen that fits each number: `{n} {n:game|games}`."""

    def chosen(match: re.Match[str]) -> str:
        n = params[match[1]]
        return match[2] if n == 1 or (n == 0 and language == "fr") else match[3]

    return _PLURAL.sub(chosen, text) if "|" in text else text
