"""Why a move is forbidden: a rule that exists and a sentence, for everything that is not offered."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

import pediment
from tests.depth import often
from tests.games.ephyran.common import CITY, GAME, GODS, OTHER, Ephyran, areas, columns, game, labels, on

RULES: Final = GAME.rules()
CARDS: Final = [card.lower() for card in GAME.cards()]
HALVES: Final = [card + side for card in CARDS[:-1] for side in "ab"]
SUPPORTS: Final = [
    "castor-pollux", "graeae", "athena-token", "ares-theft", "athena-exchange", "ares-destruction", "shield", "hecate",
]  # fmt: skip
VOCABULARY: Final = [
    *("draw pile", "draw discard", "let it happen"),
    *(f"{verb} {seat}" for verb in ("seat", "with seat") for seat in range(4)),
    *(f"with {half}" for half in [*HALVES, "dionysus"]),
    *(f"{verb} {god}" for verb in ("god", "destroy", "lock", "unlock", "dionysus") for god in GODS),
    *(f"change {god} with {half}" for god in GODS for half in [*HALVES, "dionysus"]),
    *(f"{verb} {god} {n}" for verb in ("place", "exchange") for god in GODS for n in range(1, 5)),
    *(f"steal {god} {n} {j}" for god in GODS for n in range(1, 5) for j in (1, 2, 12)),
    *(f"{verb} {card}" for verb in ("discard", "keep", "put", "shield", "hecate") for card in CARDS),
    *(f"add {half}" for half in HALVES),
    *(f"support {name} {card}" for name in SUPPORTS for card in CARDS[:-1]),
    *(f"take dionysus with {half}" for half in HALVES),
]


def check(state: Any, texts: list[str]) -> None:
    """Every one of these labels is refused with a rule and a sentence, in every language by the same rule."""
    legal = labels(state)
    before = GAME.digest(state)
    asked = GAME.asking(state) != "over"
    prompts = [GAME.prompt(state, language) for language in GAME.texts.languages] if asked else []
    for text in texts:
        whys = [GAME.why_not(state, text, language) for language in GAME.texts.languages]
        if text in legal:
            assert whys == [None] * len(whys)
            continue
        for why in whys:
            place = (GAME.asking(state), text, why)
            assert why is not None, place
            assert why.rule in RULES, place
            assert len(why.sentence) > 10, place
            assert why.sentence.endswith((".", "?", "!", "»")), place
            assert "{" not in why, place
            assert not any(prompt in why for prompt in prompts), place
            assert why.startswith(f"{why.rule}: "), place
        assert len({why.rule for why in whys if why is not None}) == 1, (text, whys)
    assert GAME.digest(state) == before


@pytest.mark.parametrize("seed", range(often(1, 9)))
@pytest.mark.deep
@pytest.mark.laws
def test_every_label_of_the_vocabulary_that_is_not_offered_is_refused_in_words(seed: int) -> None:
    """Y3.1, Y9: a sample at every question, all of them at each kind of question once."""
    choice = random.Random(seed)
    asked: set[str] = set()
    for state in game(2 + seed % 3, seed, gods="choose" if seed % 2 else "random"):
        question = GAME.asking(state)
        check(state, choice.sample(VOCABULARY, 12) if question in asked or seed > 3 else VOCABULARY)
        asked.add(question)
    assert {"action", "draw", "lay", "keep", "put", "over"} <= asked


@pytest.mark.parametrize("seed", range(often(1, 6)))
@pytest.mark.deep
@pytest.mark.laws
def test_everything_that_a_hand_could_be_meant_for_is_refused_in_words(seed: int) -> None:
    """Y3.3, Y3.4, Y6.3, Y9: the labels of the own cards, at every action of whole games."""
    for state in game(2 + seed % 3, seed):
        if GAME.asking(state) not in ("action", "again"):
            continue
        seat = GAME.to_move(state)
        texts = [f"dionysus {god}" for god in GODS] + [f"change {god} with dionysus" for god in GODS]
        for card in GAME.view(state, seat)["hand"]:
            if card == "dionysus":
                continue
            texts += [f"support {name} {card.lower()}" for name in SUPPORTS]
            for half in (f"{card.lower()}a", f"{card.lower()}b"):
                texts += [f"add {half}", f"take dionysus with {half}"]
                texts += [f"change {god} with {half}" for god in GODS]
        check(state, texts)


MINE: Final[dict[str, Any]] = {
    "hand": ["TS01", "TT29", "TS09", "dionysus"],
    "territories": {
        "poseidon": areas("TT01a"),
        "hephaestus": areas("TT09a", locked="TS10"),
        "aether": areas(*CITY["aether"]),
    },
}
TABLE: Final[dict[str, Any]] = {
    "seats": [MINE, {"hand": ["TT53", "TT54"], "territories": {"gaia": areas("TT23a", on("TT51a", "owl"))}}],
}


@pytest.mark.parametrize(("label", "rule"), [
    ("add tt02a", "Y3.1"),  # not in the hand
    ("discard tt02", "Y3.1"),
    ("support graeae ts02", "Y3.1"),
    ("take dionysus with tt30a", "Y3.1"),
    ("change poseidon with tt02a", "Y3.1"),
    ("add ts01a", "Y3.3"),  # Poseidon 1 is there
    ("add ts09a", "Y3.3"),  # 3 is not the next
    ("add tt29b", "Y3.3"),
    ("add ts01b", "Y1.3"),  # a Support half
    ("support graeae ts01", "Y1.3"),  # it is Castor & Pollux
    ("support shield tt29", "Y1.3"),
    ("dionysus aether", "Y3.3"),  # four areas
    ("dionysus hephaestus", "Y4.7"),  # locked
    ("change hephaestus with dionysus", "Y4.7"),
    ("change gaia with dionysus", "Y3.4"),  # nothing there
    ("change poseidon with tt29a", "Y3.4"),  # 2 in the place of 1
    ("change poseidon with tt29b", "Y3.4"),  # Gaia
    ("take dionysus with tt29a", "Y6.3"),  # nobody has one there
    ("draw pile", "Y3.1"),
    ("let it happen", "Y4.9"),  # no Support was played
    ("seat 1", "Y3.1"),
    ("god gaia", "Y2.1"),  # chosen long ago
    ("place poseidon 1", "Y3.1"),
])  # fmt: skip
def test_the_rule_behind_a_refusal(label: str, rule: str) -> None:
    """Y1.3, Y3.1, Y3.3, Y3.4, Y4.7, Y6.3"""
    with Ephyran(TABLE) as play:
        play.refuses(label, rule)
        play.rests(0)


@pytest.mark.parametrize("text", [
    "", "pass", "add", "add ts01", "add ts01c", "add dionysus", "seat 4", "seat one", "support zeus ts01", "dionysus",
    "dionysus zeus", "discard", "discard everything", "place poseidon", "draw", "draw two", "let it be", "tt29a",
    "take dionysus", "change poseidon", "{seat}", "unlock",
])  # fmt: skip
def test_a_text_that_is_no_label_has_no_rule_but_a_sentence(text: str) -> None:
    """Y3.1: "there is no such move"."""
    state = GAME.position(TABLE)
    for language in GAME.texts.languages:
        why = GAME.why_not(state, text, language)
        assert why is not None
        assert why.rule == ""
        assert len(why.sentence) > 10
    with pytest.raises(pediment.IllegalMove):
        GAME.play(state, text)


@pytest.mark.parametrize("text", ["ADD TT29A", "  add   tt29a ", "Add Tt29a", "add tt29a\n"])
def test_labels_are_read_without_regard_to_case_and_space(text: str) -> None:
    """Y3.1"""
    state = GAME.position(TABLE)
    assert GAME.why_not(state, text) is None
    GAME.play(state, text)
    assert GAME.view(state, None)["log"][0]["half"] == "TT29a"


def test_an_action_that_is_not_legal() -> None:
    """Y3.1: by its number, too; and nothing changes."""
    for state in game(3, seed=1):
        before = GAME.digest(state)
        legal = GAME.legal(state)
        for action in (-1, 0, 3, 20, 300, GAME.num_actions - 1, GAME.num_actions, 10**9):
            if action in legal:
                continue
            with pytest.raises(pediment.IllegalMove) as caught:
                GAME.play(state, action)
            assert caught.value.why.sentence
        assert GAME.digest(state) == before


def test_each_question_names_its_own_rule() -> None:
    """Y4.2, Y4.4, Y4.5, Y4.6, Y4.7, Y4.8, Y4.9, Y5.1, Y6.3, Y2.1"""
    expected = {
        "god": ("god gaia", "Y2.1"),
        "take from": ("seat 0", "Y6.3"),
        "lay": ("dionysus aether", "Y6.3"),
        "keep": ("keep ts01", "Y4.2"),
        "put": ("put ts01", "Y4.2"),
        "theft from": ("seat 0", "Y4.4"),
        "steal": ("steal poseidon 4 12", "Y4.4"),
        "place": ("place aether 4", "Y5.1"),
        "exchange": ("exchange aether 4", "Y4.5"),
        "exchange with": ("with ts01a", "Y4.5"),
        "destruction of": ("seat 3", "Y4.6"),
        "destroy": ("destroy aether", "Y4.6"),
        "lock": ("lock aether", "Y4.7"),
        "unlock of": ("seat 3", "Y4.8"),
        "unlock": ("unlock aether", "Y4.8"),
        "reactions": ("shield ts01", "Y4.9"),
    }
    asked: set[str] = set()
    for seed in range(40):
        for state in game(3, seed, gods="choose"):
            question = GAME.asking(state)
            if question not in expected:
                continue
            text, rule = expected[question]
            other = GAME.why_not(state, "add ts01a")
            assert other is not None
            assert other.rule == rule
            assert other.sentence.startswith("First "), "what one does not want to do comes first"
            why = GAME.why_not(state, text)
            if why is not None:
                assert why.rule in (rule, "Y4.7"), (question, text)  # Y4.7: the territory is locked
                asked.add(question)
        if asked == set(expected):
            return
    raise AssertionError(f"never asked: {set(expected) - asked}")


def test_after_the_end_everything_is_refused() -> None:
    """Y7.1"""
    position = {"seats": [{"hand": ["TT53"], "territories": columns(OTHER, gaia=1)}, {}], "over": True}
    with Ephyran(position) as play:
        for label in ("discard tt53", "draw pile", "god gaia"):
            play.refuses(label, "Y7.1")
        play.over()
