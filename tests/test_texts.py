"""What holds of the catalogues of every game; what its engine asks of them is in the game's own tests."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

import pediment
from pediment.core.texts import Texts

pytestmark = pytest.mark.parametrize(
    "texts", [pediment.game(name).texts for name in pediment.games()], ids=pediment.games()
)


SHOWN = ("board", "sheet", "reader", "filters", "options", "rounds")
"""Sections for the screen of the terminal, which has signs and columns of its own."""


def entries(texts: Texts, language: str) -> dict[str, str]:
    """Every text by its whole key: "log.pass", "cards.zeus.hercules.name"."""
    return flat(texts.catalogues[language], "")


def flat(table: dict[str, Any], prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, list):
            value = {str(place): text for place, text in enumerate(value)}
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_english_and_french(texts: Texts) -> None:
    assert texts.languages == ["en", "fr"]


def test_every_language_says_everything_with_the_same_parameters(texts: Texts) -> None:
    def parameters(language: str) -> dict[str, set[str]]:
        # a language may do without a shorter wording of a card
        return {key: fields(text) for key, text in entries(texts, language).items() if not key.endswith(".short")}

    for language in texts.languages:
        assert parameters(language) == parameters("en")


def test_no_text_is_empty_or_ragged(texts: Texts) -> None:
    for language in texts.languages:
        for key, text in entries(texts, language).items():
            assert text or key.endswith(".notes"), f"{language} {key}"
            assert text == text.strip(), f"{language} {key}"
            assert "  " not in text or key == "board.help", f"{language} {key}"


def test_french_is_french(texts: Texts) -> None:
    english, french = entries(texts, "en"), entries(texts, "fr")
    assert [
        key for key, text in english.items() if len(re.sub(r"\{.*?\}", "", text)) > 25 and french[key] == text
    ] == []


def test_french_punctuation_does_not_break_off(texts: Texts) -> None:
    for key, text in entries(texts, "fr").items():
        if key.partition(".")[0] not in SHOWN:
            assert not re.search(r"[^\u00a0]»|«[^\u00a0]|[^\u00a0][;?!]|[^\u00a0]:(?=\s)|'", text), key


def test_help_fits_80_columns(texts: Texts) -> None:
    for language in texts.languages:
        for name in ("help", "signs"):
            assert all(len(line) <= 80 for line in texts.say(language, f"board.{name}").splitlines()), name


def test_what_the_screen_names_is_there_and_nothing_else(texts: Texts) -> None:
    """Names that are put together from a word and its end are known by both."""
    code = "".join(file.read_text(encoding="utf-8") for file in texts.folder.parents[1].glob("ui/*.py"))
    known = {key for key in entries(texts, "en") if key.partition(".")[0] in SHOWN[:3]}
    named = set(re.findall(r"""["']((?:board|sheet|reader)\.[a-z-]+)["']""", code))
    assert named <= known
    guides = {f"board.{name}" for name in ("how-to", "help", "signs", "why-what")}
    built = re.findall(r"""["'](board|sheet|reader)\.([a-z-]*)\{""", code)
    for key in known - named - guides:
        section, _, name = key.partition(".")
        assert any(section == own and name.startswith(start) for own, start in built), key


def test_rules_stand_in_order_in_their_sections(texts: Texts) -> None:
    for language in texts.languages:
        rules = [tuple(map(int, number[1:].split("."))) for number in texts.section(language, "rules")]
        assert rules == sorted(rules)
        assert list(dict.fromkeys(rule[0] for rule in rules)) == [
            int(own[1:]) for own in texts.section(language, "sections")
        ]
