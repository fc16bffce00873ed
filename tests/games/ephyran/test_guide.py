"""The overview and the aid against the code: numbers, names of Supports, cited rules, when Supports can be played."""

from __future__ import annotations

import re

import pytest

import pediment
from pediment.games.ephyran.explain.speaker import EphyranSpeaker
from pediment.games.ephyran.rules.vocabulary import AREAS, CITY, FACE_POINTS, FIRST_BONUS, LATER_BONUS, SUPPORTS

GAME = pediment.game("ephyran")
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def lines(section: str, name: str, language: str) -> list[str]:
    """The lines of a part."""
    [part] = [part for part in getattr(GAME.guide(language), section) if part.name == name]
    found: list[str] = part.lines
    return found


def numbers(text: str) -> list[int]:
    """All numbers but those of rules."""
    return [int(n.replace("−", "-")) for n in re.findall(r"[-+−]?\d+", re.sub(r"Y\d+(\.\d+)?", "", text))]


@LANGUAGES
def test_the_parts(language: str) -> None:
    guide = GAME.guide(language)
    assert [part.name for part in guide.overview] == ["aim", "turn", "end", "winning"]
    assert [part.name for part in guide.aid] == [
        "turn", "actions", "supports", "defence", "tokens", "end", "forget",
    ]  # fmt: skip
    assert all(part.title and part.words and all(part.lines) for part in [*guide.overview, *guide.aid])


@LANGUAGES
def test_the_values_are_those_that_are_scored(language: str) -> None:
    assert numbers(lines("aid", "tokens", language)[0]) == FACE_POINTS
    end, territory, _, city, dionysus = lines("aid", "end", language)
    assert numbers(end) == [CITY]
    assert numbers(territory) == [1, 1, AREAS]
    assert numbers(city) == [FIRST_BONUS, LATER_BONUS]
    assert numbers(dionysus) == [1]
    assert numbers(lines("overview", "end", language)[0]) == [CITY]


@LANGUAGES
def test_every_support_is_told_by_its_name(language: str) -> None:
    told = lines("aid", "supports", language)
    for support, line in zip(SUPPORTS, told, strict=True):
        assert re.match(rf"{EphyranSpeaker(language).word(support)}\u00a0?: ", line)
    defence = lines("aid", "defence", language)[0]
    assert EphyranSpeaker(language).word("shield") in defence
    assert EphyranSpeaker(language).word("hecate") in defence


@LANGUAGES
def test_cited_rules_exist_and_every_rule_has_other_words(language: str) -> None:
    guide, rules = GAME.guide(language), GAME.rules(language)
    known = {*rules, *guide.sections}
    for part in [*guide.overview, *guide.aid]:
        assert set(re.findall(r"Y\d+(?:\.\d+)?", " ".join(part.lines))) <= known
    assert all("(Y" in line for part in guide.aid for line in part.lines)
    assert list(guide.words) == list(rules)
    assert list(guide.sections) == list(dict.fromkeys(number.partition(".")[0] for number in rules))
