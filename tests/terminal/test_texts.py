from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import pediment
from pediment.bots import levels
from pediment.command import arguments
from pediment.core.texts import Texts
from pediment.lab import formatting
from pediment.terminal.messages import TEXTS, Messages, preferred_language

HOME = Path(pediment.__file__).parent
SOURCES = [*HOME.glob("terminal/*.py"), HOME / "cli.py", HOME / "build.py"]


def fields(text: Any) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name} if isinstance(text, str) else set()


def entries(language: str) -> dict[str, Any]:
    return {
        f"{section}.{name}": text
        for section, texts in TEXTS.catalogue(language).items()
        for name, text in texts.items()
    }


def test_english_and_french() -> None:
    assert TEXTS.languages == ["en", "fr"]


def test_every_language_says_everything_with_the_same_parameters() -> None:
    english = entries("en")
    for language in TEXTS.languages:
        assert {key: fields(text) for key, text in entries(language).items()} == {
            key: fields(text) for key, text in english.items()
        }


def test_french_is_french() -> None:
    english, french = entries("en"), entries("fr")
    long = [key for key, text in english.items() if isinstance(text, str) and len(re.sub(r"\{.*?\}", "", text)) > 25]
    assert long
    assert [key for key in long if english[key] == french[key]] == []


def test_every_text_that_the_code_names_is_there() -> None:
    keys = set(entries("en"))
    for source in SOURCES:
        code = source.read_text(encoding="utf-8")
        named = set(re.findall(r'say\(\s*"([a-z-]+\.[a-z-]+)"', code))
        assert named <= keys, source.name


def _is_built(name: str, code: str) -> bool:
    """Is the name, or its end, a word of the code or of a game, put together with what stands before?"""
    words = {word for game in pediment.games() for word in pediment.game(game).texts.section("en", "words")}
    ends = [name, name.partition("-")[2]]
    return any(f'"{end}"' in code or end in words for end in ends)


def test_every_text_is_named_by_the_code() -> None:
    """But for commands, keys, helps and what is drawn for, whose names are put together or looked up."""
    code = "".join(source.read_text(encoding="utf-8") for source in [*SOURCES, *HOME.glob("games/*/ui/*.py")])
    for key in entries("en"):
        section, _, name = key.partition(".")
        if section not in ("commands", "keys", "purposes") and not section.startswith("help"):
            built = re.search(rf'"{section}\.[\w-]*{{\w+}}"', code) and _is_built(name, code)
            assert re.search(f"[\"']{re.escape(key)}[\"']", code) or built, key


def test_every_level_has_a_name() -> None:
    for language in TEXTS.languages:
        assert list(arguments.TEXTS.section(language, "bot-names")) == ["human", *levels()]
    assert [Messages("fr").bot(name) for name in ("scholar", "search@1s")] == ["érudit", "search@1s"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_fits_80_columns(language: str) -> None:
    for key in ("lesson.help", "plain.help", "plain.signs"):
        assert all(len(line) <= 80 for line in entries(language)[key].splitlines()), key


def test_counting() -> None:
    english, french = Messages("en"), Messages("fr")
    assert [english("rules.count", n=n) for n in (0, 1, 2)] == ["0 rules", "1 rule", "2 rules"]
    assert [french("rules.count", n=n) for n in (0, 1, 2)] == ["0 règle", "1 règle", "2 règles"]


def test_lists_in_sentences() -> None:
    say = Messages("en")
    assert say.all([]) == ""
    assert say.all(["a"]) == "a"
    assert say.all(["a", "b", "c"]) == "a, b and c"
    assert Messages("fr").all(["a", "b"]) == "a et b"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_GB", "PEDIMENT_LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_FR", "PEDIMENT_LANGUAGE": "de"}, "en"),
        ({"LANG": "", "PEDIMENT_LANGUAGE": ""}, "en"),
    ],
)
def test_the_language_of_the_environment(environ: dict[str, str], language: str) -> None:
    assert preferred_language(environ) == language


@pytest.mark.parametrize("texts", [TEXTS, arguments.TEXTS, formatting.TEXTS], ids=["terminal", "command", "lab"])
def test_percent_signs_stand_as_each_language_writes_them(texts: Texts) -> None:
    found = {"en": r"\s%", "fr": r"[\d}]%|(?!\u00a0)\s%"}
    for language, wrong in found.items():
        for section, entries in texts.catalogue(language).items():
            for name, text in entries.items():
                assert not re.search(wrong, str(text)), f"{language} {section}.{name}"
