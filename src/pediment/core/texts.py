"""Message catalogues: text is data, one folder of TOML files for each language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cached_property
from pathlib import Path
from typing import Any

DEFAULT_LANGUAGE = "en"
SPOKEN = ("en", "fr")
"""What the product speaks. A game that has no texts in one of these languages is shown in English there."""
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
        self._sections: dict[tuple[str, str], dict[str, Any]] = {}

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
        """All entries of a section; what the language lacks is there in English.

        Raises KeyError for an unknown section, ValueError for a language that neither this catalogue nor we have.
        """
        found = self._sections.get((language, name))
        if found is None:
            found = self._sections[language, name] = self._whole(language, name)
        return found

    def _whole(self, language: str, name: str) -> dict[str, Any]:
        if language not in (*self.catalogues, *SPOKEN):
            raise ValueError(f"no texts in {language!r}; there are {', '.join(self.languages)}")
        spare = self.catalogues.get(DEFAULT_LANGUAGE, {})
        own = self.catalogues.get(language, spare)
        if name not in own and name not in spare:
            raise KeyError(name)
        return _completed(own.get(name, {}), spare.get(name, {}))

    def optional(self, language: str, name: str) -> dict[str, Any]:
        """All entries of a section that a catalogue need not have. Raises ValueError as `section` does."""
        try:
            return self.section(language, name)
        except KeyError:
            return {}

    def say(self, language: str, key: str, **params: object) -> str:
        """The text of `section.entry` with its parameters filled in. Raises KeyError for an unknown key."""
        section, _, entry = key.partition(".")
        return _filled(self.section(language, section)[entry], language, params)

    def find(self, language: str, key: str, spare: str = "", **params: object) -> str:
        """The same of a text that a catalogue need not have; `spare` stands in for it."""
        section, _, entry = key.partition(".")
        try:
            text = self.section(language, section)[entry]
        except KeyError:
            return spare
        return _filled(text, language, params)


def _filled(text: str, language: str, params: dict[str, object]) -> str:
    return _agreeing(text, language, params).format(**params) if params else text


def _completed(own: dict[str, Any], spare: dict[str, Any]) -> dict[str, Any]:
    """A section with all that another has, in its own order, then in that of the other."""
    found = dict(own)
    for key, value in spare.items():
        if key not in found:
            found[key] = value
        elif isinstance(value, dict) and isinstance(found[key], dict):
            found[key] = _completed(found[key], value)
    return found


def _agreeing(text: str, language: str, params: dict[str, object]) -> str:
    """A text with the word chosen that fits each number: `{n} {n:game|games}`."""

    def chosen(match: re.Match[str]) -> str:
        n = params[match[1]]
        return match[2] if n == 1 or (n == 0 and language == "fr") else match[3]

    return _PLURAL.sub(chosen, text) if "|" in text else text
