"""The catalogues: both languages say the same things, and everything the engine says has its words."""

from __future__ import annotations

import ast
import inspect
import re
import string
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.state import Frame
from pediment.games.elysium.explain import refusals
from pediment.games.elysium.io.log import EVENTS
from pediment.games.elysium.rules.tables import IDS
from pediment.games.elysium.rules.vocabulary import COLOURS, COUNTERS, FAMILIES, PHASES, POWERS

GAME: Final = pediment.game("elysium")
LANGUAGES: Final = ["en", "fr"]


def flat(entries: dict[str, Any], path: str = "") -> dict[str, str]:
    """A catalogue as one table: "log.pass" to its text."""
    found: dict[str, str] = {}
    for key, value in entries.items():
        if isinstance(value, list):
            value = {str(place): text for place, text in enumerate(value)}
        found |= flat(value, f"{path}{key}/") if isinstance(value, dict) else {f"{path}{key}": value}
    return found


CATALOGUES: Final = {language: flat(GAME.texts.catalogue(language)) for language in GAME.texts.languages}


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def section(name: str, language: str = "en") -> dict[str, str]:
    return {key: text for key, text in GAME.texts.section(language, name).items() if isinstance(text, str)}


def test_there_are_two_languages() -> None:
    assert GAME.texts.languages == LANGUAGES


def test_both_have_the_same_keys() -> None:
    english, french = ([key for key in CATALOGUES[language] if not key.endswith("/short")] for language in LANGUAGES)
    assert english == french  # a language may do without a shorter wording of a card


@pytest.mark.parametrize("name", ["words", "labels", "prompts", "log", "errors", "refusals"])
def test_both_have_the_same_placeholders(name: str) -> None:
    french = section(name, "fr")
    for key, text in section(name).items():
        assert placeholders(text) == placeholders(french[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    other = CATALOGUES["fr" if language == "en" else "en"]
    for key, text in CATALOGUES[language].items():
        assert text == text.strip()
        # a card may need no notes, and then in no language
        assert text or (key.endswith("/notes") and not other[key]), key


def test_a_translation_is_not_the_original() -> None:
    for name in ("labels", "prompts", "log", "errors", "refusals", "rules"):
        french = section(name, "fr")
        assert [key for key, text in section(name).items() if text == french[key] and " " in text] == []
    for card in GAME.cards():
        english, french = GAME.card(card, "en"), GAME.card(card, "fr")
        for field in ("rulings", "starts"):  # "2 PP." is the same power in both
            assert not english[field] or english[field] != french[field], card


def test_french_has_a_space_before_double_signs() -> None:
    for key, text in CATALOGUES["fr"].items():
        assert not re.search(r"\w[;!?]", text), key
        assert not re.search(r"[a-zé]:(?!\w)", text), key


def test_every_event_has_its_line_with_its_own_values() -> None:
    events = {name: set(fields) for name, _, fields in EVENTS.events}
    assert section("log").keys() == events.keys()
    for name, fields in events.items():
        assert placeholders(section("log")[name]) == fields, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_seat_is_told_to_that_seat(language: str) -> None:
    events = {name: set(fields) for name, _, fields in EVENTS.events}
    for told, role in (("log-you", "seat"), ("log-at-you", "to")):
        lines = section(told, language)
        assert lines.keys() == {name for name, fields in events.items() if role in fields}
        for name, text in lines.items():
            assert placeholders(text) == events[name] - {role}, name
            assert re.search(r"\b[Yy]ou" if language == "en" else r"\b[Vv](?:ous|otre)\b", text), name


def test_a_log_line_speaks_to_its_reader() -> None:
    gift = {"event": "give", "seat": 1, "n": 1, "counter": "gold", "to": 0, "cause": None, "rule": "E5.1"}
    lines = [GAME.log_line(gift, names=["Ann", "Bob", "Cal"], you=you) for you in (0, 1, 2, None)]
    named = "Bob gives 1 Gold to Ann."
    assert lines == ["Bob gives you 1 Gold.", "You give 1 Gold to Ann.", named, named]
    assert GAME.log_line(gift, "fr", ["Ann", "Bob"], you=0) == "Bob vous donne 1 Or."
    citizen = {"event": "discard", "seat": 0, "card": "citizen", "cause": None, "rule": "E5.7"}
    assert GAME.log_line(citizen, "fr", you=0) == "Vous défaussez un Citoyen."


def test_every_question_has_its_prompt() -> None:
    asked = {
        effect.asks(Frame(effect.id, 0, 0, 0, 0, step))
        for effect in EFFECTS
        if type(effect).__module__.startswith("pediment.games.elysium")
        for step in (0, 1)
    } - {""}
    assert section("prompts").keys() == asked | {"over"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_its_caption(language: str) -> None:
    state = GAME.new(seats=2, seed=1)
    captions = [GAME.caption(state, action, language) for action in range(GAME.num_actions)]
    assert all(caption and "{" not in caption for caption in captions)
    # of unfounded Legends there is nothing to tell them by but their number
    assert len(set(captions)) == len(captions)


def test_every_label_text_is_used() -> None:
    plain = {label.replace(" ", "-") for label in GAME.label_list[:10]} - {"pay-2-gold"}
    verbs = {"pay", "quest", "dismiss", "level", "legend", "swap", "take", "use", "choose", "discard", "transfer"}
    others = {"convert-gold", "convert-vp", "new-legend", "transfer-for"}
    assert section("labels").keys() == plain | verbs | others


def cited() -> set[tuple[str, str]]:
    """Rule and key of every refusal that stands in the source."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(inspect.getsource(refusals))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "why":
            rules, keys = (
                [leaf.value for leaf in ast.walk(part) if isinstance(leaf, ast.Constant)] for part in node.args[:2]
            )
            found |= {(str(rule), str(key)) for rule in rules or [""] for key in keys if isinstance(key, str)}
    found |= {(rule, key) for rule, key in zip(refusals._POWER_RULES, refusals._POWER_REASONS, strict=True) if rule}
    return found


def test_every_refusal_has_its_sentence_and_no_sentence_is_unused() -> None:
    keys = {key for _, key in cited()}
    assert section("refusals").keys() == keys


def test_every_rule_that_is_cited_exists() -> None:
    rules = set(GAME.rules())
    wanted = {rule for rule, _ in cited() if re.fullmatch(r"E\d.*", rule)} | {rule for _, rule, _ in EVENTS.events}
    wanted |= {f"E5.{n}" for n in range(1, 7)}
    assert len(wanted) > 25
    assert wanted - rules - {"E10"} == set()
    assert any(rule.startswith("E10") for rule in rules)


def test_every_word_of_the_game_has_a_word() -> None:
    words = section("words")
    for name in (*COLOURS, *COUNTERS, *FAMILIES, *PHASES, *POWERS, "citizen", "player", "any-column"):
        assert name in words


SMALL_CARD = 80  # letters of a power


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_texts(language: str) -> None:
    cards = GAME.texts.section(language, "cards")
    assert sorted(cards) == sorted(GAME.cards())
    assert [*GAME.cards(), "citizen"] == IDS
    for card in GAME.cards():
        facts = GAME.card(card, language)
        assert facts["name"]
        assert facts["text"]
        assert facts["power_name"]
        # E10 says of every power that can be started or copied when
        assert bool(facts["starts"]) == (facts["power"] in ("instant", "activate", "trigger"))
        assert cards[card].keys() <= {"name", "power", "short", "notes", "starts"}
        # So much fits on the smallest card of the page's board (tests/browser/test_card_words.py)
        assert len(facts["short"]) <= SMALL_CARD
        assert len(facts["short"]) < len(facts["text"]) or facts["short"] == facts["text"]


def test_a_card_without_a_shorter_wording_has_the_full_one(monkeypatch: pytest.MonkeyPatch) -> None:
    hercules = GAME.card("zeus.hercules")
    assert hercules["short"] == hercules["text"]
    monkeypatch.setitem(GAME.texts.catalogue("en")["cards"]["zeus.hercules"], "short", "1 VP per 3 VP.")
    assert GAME.card("zeus.hercules") == hercules | {"short": "1 VP per 3 VP."}
    assert GAME.card("zeus.hercules", "fr")["short"] == GAME.card("zeus.hercules", "fr")["text"]


def test_names_that_families_share_get_their_familys() -> None:
    state = GAME.position({"seats": [{}, {}], "agora": ["zeus.assembly", "hades.assembly"]})
    assert GAME.caption(state, GAME.parse(state, "take zeus.assembly")) == "Take Assembly (Zeus)"
    assert GAME.caption(state, GAME.parse(state, "take zeus.hercules"), "fr").endswith("Hercule")


def test_players_may_have_names() -> None:
    entry = {
        "event": "give",
        "seat": 1,
        "n": 1,
        "counter": "gold",
        "to": 0,
        "cause": "poseidon.raiders",
        "rule": "E5.1",
    }
    assert GAME.log_line(entry, names=["Ann", "Bob"]) == "Bob gives 1 Gold to Ann. [Raiders]"
    assert GAME.log_line(entry).startswith("Player 2 gives")
    assert "Joueur 2" in GAME.log_line(entry, "fr")


def test_questions_refusals_and_reasons_use_the_names() -> None:
    names = ["Ann", "Bob"]
    domain = ["zeus.triumph", "zeus.alliance", "hades.charon"]
    seats = [{"domain": ["poseidon.medusa"]}, {"domain": domain, "quest": 2}]
    state = GAME.position({"seats": seats})
    assert str(GAME.why_not(state, "quest 2", "en", names)) == "E4.4: Bob has already taken Quest 2."
    GAME.play(state, "use poseidon.medusa")
    assert GAME.prompt(state, "en", names) == "Medusa: which card in Bob’s Domain do you choose?"
    assert GAME.prompt(state) == "Medusa: which card in Player 2’s Domain do you choose?"
    away = "E5.7: Hercules is not in Bob’s Domain."
    assert str(GAME.why_not(state, "choose zeus.hercules", "en", names)) == away
    other = GAME.why_not(state, "pass", "fr", names)
    assert str(other) == "E4.2: Faites d’abord votre choix pour Méduse."
    point = GAME.parse(state, "choose hades.charon")
    assert GAME.reasons(state, point, 0, "en", names) == ["Bob can still use Charon"]


SETS: Final = {
    "first-game": ("First game", "Première partie"),
    "opulence": ("Opulence", "Opulence"),
    "misfortune": ("Misfortune befalls the vanquished", "Malheur aux vaincus"),
    "wasteland": ("Wasteland", "Zone aride"),
    "deadly-plots": ("Deadly plots", "Combinaisons machiavéliques"),
    "why-bother": ("Why bother with Elysium?", "Elysium, pourquoi faire\u00a0?"),
}
LACKING: Final = {"wasteland": {"athena", "hephaestus", "zeus"}, "why-bother": {"hades"}}
"""Families that a set is described by, because they are not in it."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_sets_have_their_printed_names(language: str) -> None:
    """E2.1 names them too, with the same families."""
    texts = GAME.set_texts(language)
    assert {name: own["name"] for name, own in texts.items()} == {
        name: names[LANGUAGES.index(language)] for name, names in SETS.items()
    }
    rule = GAME.rules(language)["E2.1"].lower()
    for name, families in GAME.sets().items():
        words = ", ".join(GAME.texts.say(language, f"words.{family}") for family in families)
        assert f"{texts[name]['name']} ({words})".lower() in rule


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_set_is_described_by_its_families(language: str, name: str) -> None:
    """Only families of the set do something in its text, and one that attacks is never kept quiet."""
    text, own = GAME.set_texts(language)[name]["text"], set(GAME.sets()[name])
    named = {family for family in FAMILIES if GAME.texts.say(language, f"words.{family}") in text}
    lacking = LACKING.get(name, set())
    assert lacking <= named
    assert named - own == lacking
    assert ("poseidon" in named) == ("poseidon" in own)
    if name == "first-game":  # the Oracle is Apollo's, Prestige Ares's, borrowing Hermes's (E2.5, E5.9)
        assert not own & {"apollo", "ares", "hermes"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_a_line_on_its_character(language: str) -> None:
    characters = GAME.characters(language)
    assert list(characters) == FAMILIES
    for family, own in characters.items():
        assert own["name"] == GAME.texts.say(language, f"words.{family}")
        assert 40 <= len(own["text"]) <= 120
        assert own["text"].endswith(".")
    assert len({own["text"] for own in characters.values()}) == len(FAMILIES)


@pytest.mark.parametrize(("language", "word"), [("en", "our reconstruction"), ("fr", "notre reconstitution")])
def test_what_is_a_reconstruction_is_said(language: str, word: str) -> None:
    """In one line of a terminal; by the rules on Pediment, Quests and conditions; by every card."""
    assert word in GAME.reconstruction(language)
    assert len(GAME.reconstruction(language)) <= 80
    rules = GAME.rules(language)
    assert [number for number, text in rules.items() if word in text] == ["E2.2", "E2.3", "E4.4"]
    assert all(word in GAME.card(card, language)["remark"] for card in GAME.cards())


@pytest.mark.parametrize(
    ("language", "gives"),
    [("en", "Incomplete Quest: {} Gold and {} transfer"), ("fr", "Quête inachevée\u00a0: {} Or et {} transfert")],
)
def test_the_rules_tell_what_an_incomplete_quest_gives(language: str, gives: str) -> None:
    """E4.8 has the values of the standard edition."""
    assert GAME.editions is not None
    quest = GAME.editions.standard.incomplete
    assert quest.vp == 0
    assert gives.format(quest.gold, quest.transfers) in GAME.rules(language)["E4.8"]
