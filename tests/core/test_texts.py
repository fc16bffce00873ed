from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pediment.core.texts import Texts, plain


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    for language, line in (("en", 'pass = "{seat} passes."'), ("fr", 'pass = "{seat} passe."')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "log.toml").write_text(f"[log]\n{line}\n", encoding="utf-8")
        (tmp_path / language / "words.toml").write_text('[words]\nbrace = "{n}"\n', encoding="utf-8")
    (tmp_path / "note.txt").write_text("no language", encoding="utf-8")
    return Texts(tmp_path)


def test_a_text_is_filled_in(texts: Texts) -> None:
    assert texts.say("en", "log.pass", seat="Ann") == "Ann passes."
    assert texts.say("fr", "log.pass", seat="Anne", card="unused") == "Anne passe."


def test_only_a_negative_number_has_a_minus_sign(texts: Texts) -> None:
    assert texts.say("en", "log.pass", seat="Ann-Lea") == "Ann-Lea passes."
    assert [texts.say("en", "log.pass", seat=n) for n in (-2, -0.5, 0)] == ["−2 passes.", "−0.5 passes.", "0 passes."]


@pytest.mark.parametrize("case", json.loads((Path(__file__).parents[1] / "phrases.json").read_text(encoding="utf-8")))
def test_numbers_names_and_articles(tmp_path: Path, case: dict[str, Any]) -> None:
    """The cases are those of the page, too (tests/test_frontend.py)."""
    for language in ("en", "fr"):
        (tmp_path / language).mkdir()
        (tmp_path / language / "a.toml").write_text(f"[a]\nn = {json.dumps(case['text'])}\n", encoding="utf-8")
    assert Texts(tmp_path).say(case["language"], "a.n", **case["params"]) == case["said"]


def test_without_parameters_a_text_stays_as_it_is(texts: Texts) -> None:
    assert texts.say("en", "words.brace") == "{n}"


def test_sections_of_all_files_stand_side_by_side(texts: Texts) -> None:
    assert texts.languages == ["en", "fr"]
    assert texts.section("en", "log") == {"pass": "{seat} passes."}
    assert set(texts.catalogue("fr")) == {"log", "words"}


def test_a_section_may_be_missing(texts: Texts) -> None:
    assert texts.optional("fr", "log") == {"pass": "{seat} passe."}
    assert texts.optional("fr", "sets") == {}
    with pytest.raises(ValueError, match="no texts in 'de'"):
        texts.optional("de", "sets")


def test_what_a_language_lacks_is_said_in_english(texts: Texts, tmp_path: Path) -> None:
    more = {"en": '[more]\na = "one"\nb.c = "two"\nb.d = "three"\n', "fr": '[more]\nb.d = "trois"\n'}
    for language, text in more.items():
        (tmp_path / language / "more.toml").write_text(text, encoding="utf-8")
    assert texts.section("fr", "more") == {"b": {"d": "trois", "c": "two"}, "a": "one"}
    assert texts.say("fr", "more.a") == "one"
    assert texts.find("fr", "more.a") == "one"
    assert (texts.find("fr", "more.e", "spare"), texts.find("en", "less.a")) == ("spare", "")


def test_an_entry_of_another_shape_is_left_as_it_is(texts: Texts, tmp_path: Path) -> None:
    more = {"en": '[more]\na = "one"\nb.c = "two"\n', "fr": '[more]\na.c = "un"\nb = "deux"\n'}
    for language, text in more.items():
        (tmp_path / language / "more.toml").write_text(text, encoding="utf-8")
    assert texts.section("fr", "more") == {"a": {"c": "un"}, "b": "deux"}


def test_a_catalogue_without_french(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "log.toml").write_text('[log]\npass = "{n} {n:player passes|players pass}."\n', encoding="utf-8")
    texts = Texts(tmp_path)
    assert texts.say("fr", "log.pass", n=2) == "2 players pass."
    with pytest.raises(ValueError, match="no texts in 'de'; there are en"):
        texts.say("de", "log.pass", n=1)


def test_what_is_not_there(texts: Texts) -> None:
    with pytest.raises(ValueError, match="no texts in 'de'; there are en, fr"):
        texts.say("de", "log.pass")
    with pytest.raises(KeyError):
        texts.say("en", "log.stop")
    with pytest.raises(KeyError):
        texts.section("en", "prompts")


def test_a_section_of_one_language_alone(texts: Texts, tmp_path: Path) -> None:
    for language, text in {"en": '[more]\na = "one"\n', "fr": '[plus]\nb = "deux"\n'}.items():
        (tmp_path / language / "more.toml").write_text(text, encoding="utf-8")
    assert texts.section("fr", "more") == {"a": "one"}
    assert texts.section("fr", "plus") == {"b": "deux"}
    with pytest.raises(KeyError):
        texts.section("en", "plus")


def test_texts_are_compared_without_capitals_accents_and_signs() -> None:
    assert plain("  Prendre : Hécatombe d’ARÈS ! ") == "prendre hecatombe d ares"
