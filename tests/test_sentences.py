"""Every template of every catalogue with the hardest values: what nobody would say or print is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest

import pediment
from pediment.core.texts import Texts
from pediment.testing import toy

HOME: Final = Path(pediment.__file__).parent
CATALOGUES: Final = {
    **{name: pediment.game(name).texts for name in pediment.games()},
    "toy": toy.GAME.texts,
    "core": Texts(HOME / "core" / "data" / "texts"),
    **{name: Texts(HOME / name / "texts") for name in ("command", "terminal", "lab", "server")},
}
LANGUAGES: Final = ("en", "fr")
SCREENS: Final = ("commands", "keys", "edition-comments", "synonyms")
"""Not sentences: what is typed, what stands in a file, words to find a rule by."""
CODE: Final = ("problems", "files.no-game", "arena-help.bots")
"""What quotes programs and files, in their straight quotes."""
SPOKEN: Final = ("labels", "prompts", "log", "log-you", "log-at-you", "log-own", "log-your-own", "refusals", "reasons")
"""What a game says while it is played."""

NUMBERS: Final = (0, 1, 2)
NAMES: Final = ("Ariane", "Hélène", "Marc", "Yann")
CARDS: Final = {
    "en": ("a Citizen", "Charon’s Obol", "Assembly (Hades)", "Antaeus"),
    "fr": ("un Citoyen", "L’obole de Charon", "Assemblée (Hadès)", "Antée", "Le messager", "Les Muses"),
}
WORDS: Final = {"en": ("Athena", "Hades"), "fr": ("Athéna", "Hadès")}
PROMPT: Final = {"en": "Medusa: which of the two?", "fr": "Méduse\u00a0: laquelle des deux\u00a0?"}
COUNTED: Final = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
NOUNS: Final = re.compile(r"\{(\w+)\} \{\1:[^{}|]*\|([^{}|]*)\}")
NUMBER_NAMES: Final = {"n", "gold", "cost", "level", "legend", "left", "known", "vp", "cards"}
SEVERAL: Final = {"seats", "first", "last"}
"""Numbers that are never 0 or 1."""
PLAYER_NAMES: Final = {"seat", "to", "player", "name", "other", "names"}
CARD_NAMES: Final = {"card", "source", "target"}


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its whole key."""
    for name, value in table.items():
        if isinstance(value, list):
            value = {str(place): text for place, text in enumerate(value)}
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def values(key: str, text: str, language: str) -> dict[str, tuple[object, ...]]:
    """The values to try for each parameter of a template."""
    counted = {name for name, _, _ in COUNTED.findall(text)}
    found: dict[str, tuple[object, ...]] = {}
    section = key.partition(".")[0]
    for _, name, form, _ in Formatter().parse(text):
        if not name:
            continue
        if section in ("sheet", "plain") and name in ("seats", "level"):
            found[name] = NAMES
        elif name in SEVERAL or (section in ("overview", "aid") and name != "citizen"):
            found[name] = (3, 2)
        elif name in counted or (form and "|" not in form):
            found[name] = NUMBERS
        elif name in CARD_NAMES:
            found[name] = CARDS[language]
        elif name in PLAYER_NAMES:
            found[name] = NAMES
        elif name in ("prompt", "why"):
            found[name] = (PROMPT[language],)
        elif name in NUMBER_NAMES and not (name == "cards" and "|" not in text):
            found[name] = NUMBERS
        else:
            found[name] = WORDS[language]
    return found


def sentences(language: str) -> list[tuple[str, str]]:
    """Every key with every filling of its text."""
    found = []
    for catalogue, texts in CATALOGUES.items():
        for key, text in flat(texts.catalogue(language)):
            if key.partition(".")[0] in SCREENS or key.endswith((".examples", ".words")) or "{" in key:
                continue
            if key.startswith("problems.") and language == "en":
                continue  # word for word what the engine says to programmers
            params = values(key, text, language)
            rounds = max(map(len, params.values()), default=1)
            cycles = {name: cycle(own) for name, own in params.items()}
            for _ in range(rounds):
                filled = _filled(texts, language, text, {name: next(own) for name, own in cycles.items()})
                found.append((f"{catalogue} {key}", filled))
    return found


def _filled(texts: Texts, language: str, text: str, params: dict[str, object]) -> str:
    """A text as the catalogue itself would say it."""
    probe = Texts(texts.folder)
    probe._sections[language, "probe"] = {"text": text}
    return probe.say(language, "probe.text", **params)


SENTENCES: Final = {language: sentences(language) for language in LANGUAGES}
PLURALS: Final = {
    language: {
        many.split()[0].strip(",;.")
        for texts in CATALOGUES.values()
        for _, text in flat(texts.catalogue(language))
        for _, many in NOUNS.findall(text)
    }
    for language in LANGUAGES
}


def wrong(language: str, pattern: str, but: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """The sentences in which a pattern is found."""
    return [
        (key, text)
        for key, text in SENTENCES[language]
        if re.search(pattern, text) and not key.split(" ")[1].startswith(but)
    ]


def test_there_are_many_sentences_with_each_value() -> None:
    for language in LANGUAGES:
        everything = "\n".join(text for _, text in SENTENCES[language])
        assert len(SENTENCES[language]) > 1500
        assert all(name in everything for name in (*NAMES, *CARDS[language][:3]))


def test_french_elides() -> None:
    vowel = r"[aàâeéèêiîoôuûœAÀÂEÉÈÊIÎOÔUÛŒ]|[Hh][éèêe](?!r(?:os|aut)|aume|llo)|Had"
    small = r"(?<!-)\b(?:[Dd]e|[Ll][ea]|[Qq]ue|[Nn]e|[Ss]e|[Mm]e|[Jj]e) "
    assert wrong("fr", rf"{small}(?!E\d)(?:{vowel})") == []
    assert wrong("fr", r"\b(?:de|à) Les? [a-zA-ZÀ-ÿ]", ("lesson.", "rules.")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_agree_with_their_nouns(language: str) -> None:
    one = "1" if language == "en" else "[01]"
    assert PLURALS[language] > ({"cards", "moves"} if language == "en" else {"cartes", "coups"})
    plurals = "|".join(map(re.escape, sorted(PLURALS[language])))
    assert wrong(language, rf"(?<![\w.,:–-])(?<![+−] ){one} (?:{plurals})\b") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_with_brackets_gets_no_second_pair(language: str) -> None:
    assert wrong(language, r"\([^()]*\(|\) \(", ("problems.",)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_one_colon(language: str) -> None:
    found = []
    for key, text in SENTENCES[language]:
        name = key.split(" ")[1]
        if key.split(" ")[0] in (*pediment.games(), "toy") and name.partition(".")[0] in SPOKEN:
            found += [(key, part) for part in re.split(r"(?<=[.?!])\s", text) if len(re.findall(r":(?=\s)", part)) > 1]
    assert found == []


def test_a_citizen_has_an_article() -> None:
    before = {
        "en": r"(?<![Aa] )(?<![Tt]he )(?<!each )(?<!any )(?<![Yy]our )(?<!’s )",
        "fr": r"(?<![Uu]n )(?<!’un )(?<![Ll]e )(?<!aucun )(?<![Vv]otre )(?<!chaque )",
    }
    for language, name in (("en", "Citizen"), ("fr", "Citoyen")):
        found = [
            (key, text)
            for key, text in wrong(language, rf"{before[language]}{name}\b")
            if key.split(" ")[1].partition(".")[0] in SPOKEN
        ]
        assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotes_and_apostrophes_are_those_of_print(language: str) -> None:
    assert wrong(language, "['\"]", CODE) == []


def test_french_signs_stand_behind_a_space_that_does_not_break() -> None:
    typed = ("plain.", "board.", "help-play.")  # where ? is a command to type
    assert wrong("fr", r"[^\s\u00a0?][;!?»](?:\s|$)|«[^\u00a0]|[\w)}’] [:;!»](?:\s|$)", CODE) == []
    assert wrong("fr", r"[\w)’](?<!Tapez)(?<! ou) \?(?:\s|$)", typed) == []
    assert wrong("fr", r"[\d}]%|(?!\u00a0)\s%(?:\s|$)") == []


def test_english_has_no_space_before_percent() -> None:
    assert wrong("en", r"\s%(?:\s|$)") == []
    assert wrong("en", r"\w [:;!?](?:\s|$)", ("help", "plain.", "board.", "play.unknown", "lesson.")) == []
