"""The overview and the aid against the code: numbers, phases, kinds of power, cited rules, when powers start."""

from __future__ import annotations

import re

import pytest

import pediment
from pediment.games.elysium.explain.speaker import ElysiumSpeaker
from pediment.games.elysium.rules import score
from pediment.games.elysium.rules.edition import EDITIONS
from pediment.games.elysium.rules.vocabulary import EPOCHS, FAMILY_BONUS, LEVEL_BONUS, POWERS

GAME = pediment.game("elysium")
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def lines(section: str, name: str, language: str = "en") -> list[str]:
    """The lines of a part."""
    [part] = [part for part in getattr(GAME.guide(language), section) if part.name == name]
    found: list[str] = part.lines
    return found


def numbers(text: str) -> list[int]:
    """All numbers but those of rules."""
    return [int(n.replace("−", "-")) for n in re.findall(r"[-−]?\d+", re.sub(r"E\d+(\.\d+)?", "", text))]


@LANGUAGES
def test_the_parts(language: str) -> None:
    guide = GAME.guide(language)
    assert [part.name for part in guide.overview] == ["aim", "epoch", "winning"]
    assert [part.name for part in guide.aid] == [
        "turn", "legends", "tiles", "citizens", "powers", "scoring", "forget",
    ]  # fmt: skip
    assert all(part.title and part.words and all(part.lines) for part in [*guide.overview, *guide.aid])


@LANGUAGES
def test_the_values_are_those_that_are_scored(language: str) -> None:
    family, level = lines("aid", "legends", language)[-2:]
    sizes = [(size, vp) for size, vp in enumerate(score.FAMILY_LEGEND_VP) if size > 1]
    assert numbers(family) == [n for pair in sizes for n in pair]
    sizes = [(size, vp) for size, vp in enumerate(score.LEVEL_LEGEND_VP) if size > 1]
    assert numbers(level) == [n for pair in sizes for n in pair]
    level_tiles, family_tiles = lines("aid", "tiles", language)
    assert numbers(level_tiles) == [*LEVEL_BONUS, 1, 2, 3, 2]
    assert numbers(family_tiles) == FAMILY_BONUS
    incomplete = EDITIONS.standard.incomplete
    assert numbers(lines("aid", "legends", language)[0]) == [incomplete.gold, incomplete.transfers]
    assert incomplete.vp == 0  # the aid names none
    assert numbers(lines("aid", "scoring", language)[0]) == [-score.CITIZEN_VP]
    assert numbers(lines("aid", "scoring", language)[1]) == score.PRESTIGE_VP
    assert numbers(lines("aid", "citizens", language)[2]) == [-score.CITIZEN_VP]
    assert numbers(lines("overview", "aim", language)[0]) == [EPOCHS]


@LANGUAGES
def test_the_phases_have_their_names(language: str) -> None:
    phases = lines("overview", "epoch", language)[1:]
    named = [ElysiumSpeaker(language).word(phase) for phase in ("awakening", "actions", "transfers")]
    named.append({"en": "End of Epoch", "fr": "Fin d’Époque"}[language])
    for numeral, name, line in zip(("I", "II", "III", "IV"), named, phases, strict=True):
        assert re.match(rf"Phase {numeral}, {name}\u00a0?: ", line)
    rules, sections = GAME.rules(language), GAME.guide(language).sections
    assert re.match(rf"(\(a\) )?(La )?Phase I, {named[0]},", rules["E3.1"])
    assert re.match(rf"(\(a\) )?(La )?Phase IV, {named[3]}\b", rules["E3.3"])
    assert sections["E4"].endswith(named[1])
    assert sections["E6"].endswith(named[2])


@LANGUAGES
def test_every_kind_of_power_is_told(language: str) -> None:
    kinds = [ElysiumSpeaker(language).word(power) for power in (*POWERS, "eleusis")]
    told = lines("aid", "powers", language)
    assert sorted(re.split(r"[\u00a0 ]?[:(]", line)[0].strip() for line in told) == sorted(kinds)


@LANGUAGES
def test_cited_rules_exist_and_every_rule_has_other_words(language: str) -> None:
    guide, rules = GAME.guide(language), GAME.rules(language)
    known = {*rules, *guide.sections}
    for part in [*guide.overview, *guide.aid]:
        assert set(re.findall(r"E\d+(?:\.\d+)?", " ".join(part.lines))) <= known
    assert all("(E" in line for line in lines("aid", "forget", language))
    assert list(guide.words) == list(rules)
    assert list(guide.sections) == list(dict.fromkeys(number.partition(".")[0] for number in rules))


@LANGUAGES
def test_e10_says_of_every_card_when_its_power_starts(language: str) -> None:
    started, copied = GAME.guide(language).tables["E10"]
    facts = {card: GAME.card(card, language) for card in GAME.cards()}
    for table, kinds in ((started, {"trigger", "activate"}), (copied, {"instant"})):
        cards = [card for card, fact in facts.items() if fact["starts"] and fact["power"] in kinds]
        assert table.rows == [(ElysiumSpeaker(language).card(card), facts[card]["starts"]) for card in cards]
    for fact in facts.values():  # of powers that somebody starts, none is missing
        assert fact["starts"] or fact["power"] not in ("trigger", "activate"), fact["id"]


@LANGUAGES
def test_conflicts_of_the_sources_are_named(language: str) -> None:
    charon = GAME.card("hades.charon", language)["rulings"]
    aid = {"en": "player aid", "fr": "aide de jeu"}[language]
    assert "E5.5" in charon
    for text in (charon, GAME.rules(language)["E5.5"], GAME.rules(language)["E4.7"]):
        assert "FAQ" in text
        assert aid in text
    assert "FAQ" in GAME.rules(language)["E5.10"]
