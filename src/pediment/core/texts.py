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
_PLURAL = re.compile(r"\{(\w+):((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}")
_JOINED = re.compile(r"\b([Dd]e|[Qq]ue|à|À) \{(\w+)\}")
_ARTICLE = re.compile(r"\b([Aa]) \{(\w+)\}")
_PEOPLE = frozenset({"seat", "to", "player", "name", "other"})
"""Parameters that name players: an article in such a name is a part of it."""
_ELIDED = re.compile(
    r"[aeiouàâäéèêëîïôöœùûü]|y(?![aeiou])|h(?!ér(?:os|aut)\b|eaume)(?:[éèêeiyo]|ad|u[bg])", re.IGNORECASE
)
"""Before these French drops a vowel. The h of Greek names and of Hugo is mute; before others nothing is elided."""
_WITH_N = re.compile(r"[aeio8]|1[18](?!\d)", re.IGNORECASE)
"""Before these the English article is "an": an Athena card, an 80% chance."""
_CONTRACTED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}


def plain(text: str) -> str:
    """A text without capitals, accents and signs, for comparing.

    >>> plain("Prendre : Hécatombe d'Arès")
    'prendre hecatombe d ares'
    """
    bare = text.casefold()
    if not bare.isascii():  # most texts are: this is asked for every word that somebody types
        bare = "".join(c for c in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", bare))


class Texts:
    """The texts under a folder that has a folder for each language: `en/*.toml`, `fr/*.toml`.

    `{name}` stands for a parameter, `{n:card|cards}` for the form that fits the number n; a form can have parameters in
    it, such as `{n:a card|{n} cards}`. In French a `de {name}`,
    `que {name}` or `à {name}` becomes d’Ariane, qu’Ariane, au Messager where it has to; in English an `a {name}`
    becomes an Athena. A negative number has a real minus sign. The page fills in its texts in the same way
    (`frontend/src/lib/phrase.ts`), and the same cases test both.

    >>> texts = Texts(Path(...))                                   # doctest: +SKIP
    >>> texts.say("fr", "log.pass", seat="Joueur 1")               # doctest: +SKIP
    'Joueur 1 passe.'
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._catalogues: dict[str, dict[str, Any]] = {}
        self._sections: dict[tuple[str, str], dict[str, Any]] = {}

    @cached_property
    def languages(self) -> list[str]:
        """The languages there are, such as ["en", "fr"]."""
        return sorted(place.name for place in self.folder.iterdir() if place.is_dir())

    def catalogue(self, language: str) -> dict[str, Any]:
        """All that there is in a language, sections of all files side by side. It is read when it is first needed."""
        found = self._catalogues.get(language)
        if found is None:
            found = self._catalogues[language] = {
                section: entries
                for file in sorted((self.folder / language).glob("*.toml"))
                for section, entries in tomllib.loads(file.read_text(encoding="utf-8")).items()
            }
        return found

    def section(self, language: str, name: str) -> dict[str, Any]:
        """All entries of a section; what the language lacks is there in English.

        Raises KeyError for an unknown section, ValueError for a language that neither this catalogue nor we have.
        """
        found = self._sections.get((language, name))
        if found is None:
            found = self._sections[language, name] = self._whole(language, name)
        return found

    def _whole(self, language: str, name: str) -> dict[str, Any]:
        if language not in (*self.languages, *SPOKEN):
            raise ValueError(f"no texts in {language!r}; there are {', '.join(self.languages)}")
        spare = self.catalogue(DEFAULT_LANGUAGE)
        own = self.catalogue(language) if language in self.languages else spare
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
        return self.fill(language, self.section(language, section)[entry], **params)

    def find(self, language: str, key: str, spare: str = "", **params: object) -> str:
        """The same of a text that a catalogue need not have; `spare` stands in for it."""
        section, _, entry = key.partition(".")
        try:
            text = self.section(language, section)[entry]
        except KeyError:
            return spare
        return self.fill(language, text, **params)

    def fill(self, language: str, text: str, /, **params: object) -> str:
        """A text of a catalogue with its parameters filled in; without any, it stays as it is."""
        if not params:
            return text
        text = _agreeing(text, language, params)
        for name, value in params.items():
            if isinstance(value, int | float):
                params[name] = str(value).replace("-", "−")
        return (_joining if language == "fr" else _with_articles)(text, params).format(**params)


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
    """A text with the word chosen that fits each number: `{n} {n:game|games}`; zero is singular in French."""

    def chosen(match: re.Match[str]) -> str:
        n = str(params[match[1]]).lstrip("-−")  # an error's sentence has its numbers as texts
        return match[2] if n == "1" or (language == "fr" and re.fullmatch(r"[01](\.\d+)?", n)) else match[3]

    return _PLURAL.sub(chosen, text) if "|" in text else text


def _with_articles(text: str, params: dict[str, object]) -> str:
    """An English text with the article that fits what follows: an Athena card, a Zeus card."""
    return _ARTICLE.sub(
        lambda found: f"{found[1]}{'n' if _WITH_N.match(str(params[found[2]])) else ''} {{{found[2]}}}", text
    )


def _joining(text: str, params: dict[str, object]) -> str:
    """A French text with the small words that a name changes: d’Ariane, qu’Ariane, du Caducée, aux Muses."""

    def joined(match: re.Match[str]) -> str:
        word, name = match[1], str(params[match[2]])
        article, _, rest = name.partition(" ")
        contracts = rest and match[2] not in _PEOPLE
        contracted = _CONTRACTED.get((word.lower(), article.lower())) if contracts else None
        if contracted:
            params[f"{match[2]}_"] = rest
            return f"{contracted if word.islower() else contracted.capitalize()} {{{match[2]}_}}"
        if word not in ("à", "À") and _ELIDED.match(name):
            return f"{word[:-1]}’{{{match[2]}}}"
        return match[0]

    return _JOINED.sub(joined, text)
