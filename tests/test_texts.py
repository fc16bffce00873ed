"""What holds of the catalogues of every game; what its engine asks of them is in the game's own tests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import Formatter
from typing import Any, Final

import pytest

import pediment
from pediment.core.texts import Texts

pytestmark = pytest.mark.parametrize(
    "texts", [pediment.game(name).texts for name in pediment.games()], ids=pediment.games()
)


TERMS: Final = {
    "VP": "PV", "PP": "PP", "Gold": "Or", "Citizens?": "Citoyens?", "Quests?": "Quêtes?", "Discs?": "Disques?",
    "Domain": "Domaine", "Elysium": "Elysium", "Agora": "Agora", "Oracle": "Oracle", "[Cc]olumns?": "[Cc]olonnes?",
    "Famil(?:y|ies)": "Familles?", "Levels?": "Niveaux?", "Epochs?": "Époques?", "Phase": "Phase",
    "Legends?": "Légendes?", "rings?": "anneaux?", "bonus tiles?": "tuiles? Bonus", r"[Tt]ransfer\w*": r"[Tt]ransf\w*",
    "Instant": "Instantanés?", "Trigger": "Déclenchés?", "Activate": "Activés?", "Permanent": "Permanents?",
    "Chronos": "Chronos", "Eleusis": "Eleusis", "Apollo": "Apollon", "Ares": "Arès", "Athena": "Athéna",
    "Hades": "Hadès", "Hephaestus": "Héphaïstos", "Hermes": "Hermès", "Poseidon": "Poséidon", "Zeus": "Zeus",
    "Supports?": "Soutiens?", "Dionysus": "Dionysos", "[Aa]reas?": "zones?", "territor(?:y|ies)": "territoires?",
    "[Tt]okens?": "[Jj]etons?", "Hecate": "Hécate", "Graeae": "Grées", "Ruling": "Décision",
}  # fmt: skip
"""Words of the games in English and in French: a sentence has one where its translation has the other."""
COUNTERS: Final = ("Gold", "Or", "VP", "PV", "PP")
RULES: Final = ("rules", "overview", "aid", "cards", "starts", "supports")
"""Sections of which no case may be lost in translation."""
SHOWN = ("board", "sheet", "reader", "filters", "options", "rounds")
"""Sections for the screen of the terminal, which has signs and columns of its own."""


def entries(texts: Texts, language: str) -> dict[str, str]:
    """Every text by its whole key: "log.pass", "cards.zeus.hercules.name"."""
    return flat(texts.catalogue(language), "")


def flat(table: dict[str, Any], prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, list):
            value = {str(place): text for place, text in enumerate(value)}
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def figures(text: str) -> list[str]:
    """All numbers, those of cited rules, and what is put in."""
    return sorted(re.findall(r"\{.*?\}|\b[EY]?\d+(?:\.\d+)?", of_many(text)))


def of_many(text: str) -> str:
    """A text in the forms that it has for many."""
    return re.sub(r"\{\w+:(?:[^{}|]|\{\w+\})*\|((?:[^{}|]|\{\w+\})*)\}", r"\1", text)


def terms(text: str, words: Iterable[str]) -> list[bool]:
    bare = re.sub(r"\{.*?\}", "", of_many(text))
    return [bool(re.search(rf"\b(?:{word})\b", bare)) for word in words]


def test_english_and_french(texts: Texts) -> None:
    assert texts.languages == ["en", "fr"]


def test_every_language_says_everything_with_the_same_parameters(texts: Texts) -> None:
    def parameters(language: str) -> dict[str, set[str]]:
        # a language may do without a shorter wording of a card
        return {key: fields(text) for key, text in entries(texts, language).items() if not key.endswith(".short")}

    for language in texts.languages:
        assert parameters(language) == parameters("en")


def test_rules_say_the_same_in_both_languages(texts: Texts) -> None:
    """Sentence by sentence as far as that can be counted: as many lines, the same figures, rules and words."""
    english, french = entries(texts, "en"), entries(texts, "fr")
    for key in english:
        if key.partition(".")[0] in RULES and not key.endswith((".name", ".title", ".words", ".short")):
            for one, other in zip(english[key].split("\n"), french[key].split("\n"), strict=True):
                assert figures(one) == figures(other), key
                pairs = zip(TERMS.items(), terms(one, TERMS), terms(other, TERMS.values()), strict=True)
                assert [pair for pair, said, written in pairs if said != written] == [], key


def test_a_shorter_wording_gives_and_costs_the_same(texts: Texts) -> None:
    for language in texts.languages:
        every = entries(texts, language)
        for key in every:
            card, _, field = key.rpartition(".")
            if field == "short":
                short, power = every[key], every[f"{card}.power"]
                assert figures(short) == figures(power), (language, card)
                assert terms(short, COUNTERS) == terms(power, COUNTERS), (language, card)


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
