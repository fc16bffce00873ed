"""The catalogues of Ephyran have whatever the engine asks of them, in every language."""

from __future__ import annotations

import random
import re
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.state import Frame
from pediment.games.ephyran.explain import refusals
from pediment.games.ephyran.explain.captions import label_key
from pediment.games.ephyran.io.log import EVENTS
from pediment.games.ephyran.rules.edition import EDITIONS
from pediment.games.ephyran.rules.labels import TEMPLATES
from pediment.games.ephyran.rules.vocabulary import FACES, GODS, SUPPORTS

GAME: Final = pediment.game("ephyran")
SOURCES: Final = {
    file.name: file.read_text(encoding="utf-8") for file in Path(pediment.__file__).parent.glob("games/ephyran/*/*.py")
}
TEXTS: Final = GAME.texts
LANGUAGES: Final = pytest.mark.parametrize("language", TEXTS.languages)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@LANGUAGES
def test_every_word_of_the_game(language: str) -> None:
    e = EDITIONS.standard
    assert set(TEXTS.section(language, "words")) >= {*GODS, *SUPPORTS, *FACES, "dionysus", "player", "reconstruction"}
    assert set(TEXTS.section(language, "creatures")) == set(e.creature) - {"Dionysus"}
    assert set(TEXTS.section(language, "supports")) == {*SUPPORTS, "dionysus"}


@LANGUAGES
def test_every_question(language: str) -> None:
    asked = {
        effect.asks(Frame(effect.id, 0, 0, 0, 0, step)).replace(" ", "-")
        for effect in EFFECTS
        if type(effect).__module__.startswith("pediment.games.ephyran")
        for step in range(4)
    }
    assert set(TEXTS.section(language, "prompts")) == (asked - {""}) | {"over"}


@LANGUAGES
def test_every_label(language: str) -> None:
    labels = TEXTS.section(language, "labels")
    assert set(labels) == {label_key(verb) for verb in range(len(TEMPLATES))}
    for verb, template in enumerate(TEMPLATES):
        kinds = fields(template) | ({"j"} if template.count("{n}") == 2 else set())
        assert fields(labels[label_key(verb)]) == kinds, template


@LANGUAGES
def test_every_event(language: str) -> None:
    assert {event: set(given) for event, _, given in EVENTS.events} == {
        event: fields(text) for event, text in TEXTS.section(language, "log").items()
    }


def test_every_refusal() -> None:
    code = SOURCES["refusals.py"]
    known = set(TEXTS.section("en", "refusals"))
    assert set(re.findall(r'self\.why\([^,]+, "([a-z-]+)"', code)) <= known
    questions = [asked.replace(" ", "-") for asked in refusals._RULES]
    by_question = {f"first-{asked}" for asked in questions}
    by_question |= {f"not-{asked}" for asked in questions if asked not in ("lay", "draw")}  # for these a rule says more
    assert {key for key in known if f'"{key}"' not in code} == by_question


@LANGUAGES
def test_every_rule_that_the_code_cites(language: str) -> None:
    known = {*TEXTS.section(language, "rules"), *TEXTS.section(language, "sections")}
    for file, code in SOURCES.items():
        assert set(re.findall(r"\bY\d+(?:\.\d+)?", code)) <= known, file


@LANGUAGES
def test_y9_says_of_every_support_when_it_can_be_played(language: str) -> None:
    starts = TEXTS.section(language, "starts")
    assert list(starts) == SUPPORTS
    [table] = GAME.guide(language).tables["Y9"]
    assert table.rows == [(TEXTS.say(language, f"words.{support}"), text) for support, text in starts.items()]


@LANGUAGES
def test_games_are_told_to_the_end(language: str) -> None:
    for seats in GAME.seat_counts:
        chance = random.Random(seats)
        state = GAME.new(seats=seats, seed=seats, gods="choose")
        said: list[str] = []
        while GAME.to_move(state) != pediment.OVER:
            actions = GAME.legal(state)
            captions = [GAME.caption(state, action, language) for action in actions]
            assert len(set(captions)) == len(captions)
            said += [GAME.prompt(state, language), *captions]
            GAME.apply(state, chance.choice(actions))
        said += [GAME.log_line(entry, language) for entry in GAME.view(state, None)["log"]]
        assert not [line for line in said if "{" in line or "dionysus" in line]


@LANGUAGES
def test_every_card_is_told(language: str) -> None:
    for card in GAME.cards():
        facts = GAME.card(card, language)
        assert facts["id"] == card
        assert facts["name"]


@LANGUAGES
def test_every_event_of_a_seat_is_told_to_that_seat(language: str) -> None:
    events = {name: set(given) for name, _, given in EVENTS.events}
    for told, role in (("log-you", "seat"), ("log-at-you", "to")):
        lines = TEXTS.section(language, told)
        assert lines.keys() == {name for name, given in events.items() if role in given}
        for name, text in lines.items():
            assert fields(text) == events[name] - {role}, name
            assert re.search(r"\b[Yy]ou" if language == "en" else r"\b[Vv](?:ous|otre)\b", text), name


def test_a_log_line_speaks_to_its_reader() -> None:
    unlock = {"event": "unlock", "seat": 0, "to": 1, "god": "gaia", "cause": None, "rule": "Y4.8"}
    lines = [GAME.log_line(unlock, names=["Ann", "Bob", "Cal"], you=you) for you in (0, 1, 2)]
    assert lines == [
        "You unlock Bob’s Gaia territory.",
        "Ann unlocks your Gaia territory.",
        "Ann unlocks Bob’s Gaia territory.",
    ]
    own = unlock | {"to": 0}
    assert GAME.log_line(own, names=["Ann", "Bob"], you=0) == "You unlock your own Gaia territory."
    assert GAME.log_line(own, "fr", ["Ann", "Bob"]) == "Ann déverrouille son propre territoire Gaïa."


def test_a_log_line_names_players_gods_and_the_card_that_caused_it() -> None:
    entry = {"event": "steal", "seat": 0, "to": 1, "god": "aether", "n": 2, "cause": "TS05", "rule": "Y4.4"}
    assert GAME.log_line(entry) == "Player 1 steals a token from Player 2’s Aether 2. [Ares’s theft]"
    assert GAME.log_line(entry, "fr", ["Ada", "Max"]) == "Ada vole à Max un jeton sur Éther 2. [Vol d’Arès]"


NAMED: Final = [
    ({"event": "add", "half": "TS01a", "god": "poseidon"}, "Player 1 adds Siren (1, owl +1) to Poseidon."),
    ({"event": "add", "half": "dionysus", "god": "gaia"}, "Player 1 adds Dionysus to Gaia."),
    ({"event": "discard", "card": "TS01"}, "Player 1 discards Siren (Poseidon 1, owl +1) / Castor & Pollux."),
    ({"event": "discard", "card": "dionysus"}, "Player 1 discards Dionysus."),
    (
        {"event": "support", "support": "castor-pollux", "card": "TS01"},
        "Player 1 plays Castor & Pollux; other half: Siren (Poseidon 1, owl +1).",
    ),
    ({"event": "target-area", "to": 1, "god": "gaia", "n": 2}, "Player 1 aims at Player 2’s Gaia 2."),
]


@pytest.mark.parametrize(("fields", "text"), NAMED)
def test_a_log_line_names_cards_in_words(fields: dict[str, Any], text: str) -> None:
    assert GAME.log_line({"seat": 0, "cause": None, "rule": "", **fields}) == text


@LANGUAGES
def test_no_id_of_a_card_is_in_captions_log_lines_and_refusals(language: str) -> None:
    state = GAME.new(seats=2, seed=1)
    chance = random.Random(1)
    said: list[str] = []
    while GAME.to_move(state) != pediment.OVER:
        said += [GAME.caption(state, action, language) for action in GAME.legal(state)]
        said += [str(GAME.why_not(state, label, language)) for label in chance.sample(GAME.label_list, 5)]
        GAME.apply(state, chance.choice(GAME.legal(state)))
    said += [GAME.log_line(entry, language) for entry in GAME.view(state, None)["log"]]
    assert not [text for text in said if re.search(r"t[st]\d\d", text, re.IGNORECASE)]


def test_captions_tell_like_halves_apart() -> None:
    state = GAME.position({"seats": [{"hand": ["TT07", "TS03"]}, {}]})  # both have Triton, Poseidon 1
    captions = {GAME.label(state, action): GAME.caption(state, action) for action in GAME.legal(state)}
    assert captions["add tt07a"] == "Add Triton (Poseidon 1) – other half: Harpy (Aether 4)"
    assert captions["add ts03a"] == "Add Triton (Poseidon 1) – other half: Athena’s gift"


def test_what_is_said_about_a_support_that_could_have_no_effect() -> None:
    state = GAME.position({"seats": [{"hand": ["TS11", "TT01"]}, {}]})
    why = GAME.why_not(state, "support hecate ts11")
    assert why is not None
    assert why.rule == "Y9"
    assert why.sentence.endswith(f" when {TEXTS.say('en', 'starts.hecate')}.")


def test_what_is_said_about_a_territory_without_room_or_without_areas() -> None:
    full = ["TS01a", "TS05a", "TS08a", "TS11a"]
    hand = ["TT01", "TT29", "dionysus"]
    state = GAME.position({"seats": [{"hand": hand, "territories": {"poseidon": {"areas": full}}}, {}]})
    assert str(GAME.why_not(state, "add tt01a")) == "Y3.3: Your Poseidon territory already has its four areas."
    assert str(GAME.why_not(state, "dionysus poseidon")) == "Y3.3: Your Poseidon territory already has its four areas."
    nothing = "Y3.4: Your Gaia territory has no area to replace."
    assert str(GAME.why_not(state, "change gaia with tt29b")) == nothing
    assert str(GAME.why_not(state, "change gaia with dionysus")) == nothing
    assert str(GAME.why_not(state, "add dionysus")) == TEXTS.say("en", "errors.unknown-move")


def test_captions_and_reasons_use_the_names() -> None:
    names = ["Ann", "Bob", "Cy"]
    owners = [
        {"hand": [hand], "territories": {"gaia": {"areas": [{"card": card, "half": "a", "tokens": ["owl"]}]}}}
        for hand, card in (("TT04", "TS37"), ("TT05", "TS39"))
    ]
    thief = {"hand": ["TS05", "TT55"], "territories": {"gaia": {"areas": ["TS38a"]}}}
    state = GAME.position({"seats": [thief, *owners]})
    GAME.play(state, "support ares-theft ts05")
    assert [GAME.caption(state, action, "en", names) for action in GAME.legal(state)] == ["Bob", "Cy"]
    assert [GAME.caption(state, action) for action in GAME.legal(state)] == ["Player 2", "Player 3"]
    assert GAME.reasons(state, GAME.parse(state, "seat 1"), 0, "en", names)[0].startswith("Bob leads your opponents")
