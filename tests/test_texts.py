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
    english = {key: fields(text) for key, text in entries(texts, "en").items()}
    for language in texts.languages:
        assert {key: fields(text) for key, text in entries(texts, language).items()} == english


def test_no_text_is_empty_or_ragged(texts: Texts) -> None:
    for language in texts.languages:
        for key, text in entries(texts, language).items():
            assert text or key.endswith(".notes"), f"{language} {key}"
            assert text == text.strip(), f"{language} {key}"
            assert "  " not in text, f"{language} {key}"


def test_french_is_french(texts: Texts) -> None:
    english, french = entries(texts, "en"), entries(texts, "fr")
    assert [key for key, text in english.items() if len(text) > 25 and french[key] == text] == []


def test_french_punctuation_does_not_break_off(texts: Texts) -> None:
    for key, text in entries(texts, "fr").items():
        assert not re.search(r"[^\u00a0]»|«[^\u00a0]|[^\u00a0][;?!]|[^\u00a0]:(?=\s)|’", text), key


def test_rules_stand_in_order_in_their_sections(texts: Texts) -> None:
    for language in texts.languages:
        rules = [tuple(map(int, number[1:].split("."))) for number in texts.section(language, "rules")]
        assert rules == sorted(rules)
        assert list(dict.fromkeys(rule[0] for rule in rules)) == [
            int(own[1:]) for own in texts.section(language, "sections")
        ]
