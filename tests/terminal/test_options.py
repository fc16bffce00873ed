from __future__ import annotations

import random
from typing import Any

import pytest

import pediment
from pediment.core.texts import plain
from pediment.terminal.board import board_of
from pediment.terminal.matching import containing, matching
from pediment.terminal.messages import Messages
from pediment.terminal.options import Options

GAME = pediment.game("elysium")
EPHYRAN = pediment.game("ephyran")
POSITION = {
    "agora": ["zeus.hercules", "zeus.triumph", "hades.temple-of-hades", "zeus.temple-of-zeus", "athena.initiation"],
    "seats": [{"columns": "RYGB", "domain": ["zeus.trial-of-heroes"]}, {}],
}


# A turn with halves to add, to change, to support and to discard
HAND: dict[str, Any] = {
    "seats": [
        {
            "hand": ["TS04", "TS21", "TT29", "TT08", "dionysus"],
            "territories": {"poseidon": {"areas": ["TS02a"]}, "gaia": {"areas": ["TS38a"]}},
        },
        {"territories": {"gaia": {"areas": ["TS37a", "TS40a", "dionysus"]}}},
    ],
}


def of(game: pediment.Game[Any], state: Any, language: str = "en") -> Options:
    board = board_of(pediment.Match.of(game, state), Messages(language))
    return Options(board, state, game.view(state, state.to_move))


def options(language: str = "en") -> Options:
    return of(GAME, GAME.position(POSITION), language)


def labels(typed: str, language: str = "en") -> list[str]:
    found = options(language)
    return [found.labels[i] for i in found.meant(typed)]


def of_hand(typed: str, language: str = "en") -> list[str]:
    found = of(EPHYRAN, EPHYRAN.position(HAND), language)
    return [found.labels[i] for i in found.meant(typed)]


def test_plain() -> None:
    assert plain("Prendre : Hadès, L'obole") == "prendre hades l obole"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("bbb", [3]),
        ("a b", [1]),
        ("b", [1]),
        ("bb", [3]),
        ("ab", [2]),
        ("cb", []),
        ("c bb", [2]),
        ("", []),
        ("!", []),
    ],
)
def test_whole_words_before_beginnings_before_parts(typed: str, found: list[int]) -> None:
    assert matching(typed, ["a", "a b", "c abb", "bbb"]) == found


def test_searching_finds_every_text_with_the_words() -> None:
    texts = ["A Citizen.", "All Citizens.", "Golden", "old"]
    assert containing("CITIZEN", texts) == [0, 1]
    assert containing("old", texts) == [3]
    assert containing("itize", texts) == [0, 1]
    assert containing("a citizen", texts) == [0, 1]
    assert containing(" ", texts) == []


@pytest.mark.parametrize(
    "typed", ["take zeus.hercules", "TAKE  Zeus.Hercules", "hercules", "take herc", "zeus.hercules", "rcul"]
)
def test_many_ways_to_name_an_option(typed: str) -> None:
    assert labels(typed) == ["take zeus.hercules"]


def test_numbers() -> None:
    found = options()
    assert found.meant("1") == [0]
    assert found.meant(str(len(found.actions))) == [len(found.actions) - 1]
    assert found.meant("0") == found.meant("99") == []


def test_what_fits_several_options_is_not_guessed() -> None:
    assert labels("temple") == ["take hades.temple-of-hades", "take zeus.temple-of-zeus"]


def test_captions_in_the_language_of_the_player() -> None:
    assert labels("hercule", "fr") == ["take zeus.hercules"]
    assert labels("quête 1", "fr") == labels("quete 1", "fr") == ["quest 1"]


def test_an_answer_nearly_right() -> None:
    found = options()
    assert found.labels[found.near("herculse")[0]] == "take zeus.hercules"
    assert found.near("xyzzy") == []


def test_what_is_not_offered() -> None:
    found = options()
    assert found.of_the_game("cerberus") == ["take hades.cerberus", "use hades.cerberus"]
    assert found.of_the_game("take hades.cerberus") == ["take hades.cerberus"]
    assert options("fr").of_the_game("prendre cerbère") == ["take hades.cerberus"]


def test_what_nothing_offered_does() -> None:
    state = GAME.position(POSITION)
    GAME.play(state, "take zeus.hercules")
    assert of(GAME, state).of_the_game("transfer triumph") == ["transfer zeus.triumph"]


def test_the_order_is_that_of_the_board() -> None:
    found = options()
    assert found.labels[0] == "quest 1"
    assert found.labels[-1] == "use zeus.trial-of-heroes"
    assert found.numbers["quest 1"] == 1


# Ephyran


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("add ts04a", "add ts04a"),
        ("ADD  Ts04A", "add ts04a"),
        ("add ts04", "add ts04a"),
        ("hippocamp", "add ts04a"),
        ("poseidon 2 hippo", "add ts04a"),
        ("nereid", "add tt29a"),
        ("salamander", "add tt08a"),
        ("graeae", "support graeae ts21"),
        ("discard ts21", "discard ts21"),
        ("discard dio", "discard dionysus"),
        ("dionysus aether", "dionysus aether"),
        ("cyclops", "take dionysus with tt29b"),
        ("change gaia", "change gaia with dionysus"),
    ],
)
def test_many_ways_to_name_an_option_of_ephyran(typed: str, label: str) -> None:
    assert of_hand(typed) == [label]


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("hippocampe", "add ts04a"),
        ("ajouter nereide", "add tt29a"),
        ("grées", "support graeae ts21"),
        ("défausser ts21", "discard ts21"),
        ("ajouter ts04a", "add ts04a"),
        ("AJOUTER  TS04A", "add ts04a"),
        ("ajouter ts04", "add ts04a"),
        ("soutien graeae", "support graeae ts21"),
        ("jouer grées", "support graeae ts21"),
        ("défausser phénix", "discard ts21"),
        ("add ts04", "add ts04a"),
    ],
)
def test_many_ways_to_name_an_option_of_ephyran_in_french(typed: str, label: str) -> None:
    assert of_hand(typed, "fr") == [label]


def test_the_name_of_a_card_alone_does_not_discard_it() -> None:
    assert of_hand("phénix", "fr") == of_hand("phoenix") == []


def test_a_word_of_the_language_and_a_label_together() -> None:
    assert labels("prendre zeus.hercules", "fr") == ["take zeus.hercules"]
    found = of(EPHYRAN, EPHYRAN.position(HAND), "fr")
    assert found.of_the_game("ajouter ts48a") == ["add ts48a"]
    assert found.of_the_game("ajouter ts99a") == []


def test_a_card_fits_all_that_can_be_done_with_it() -> None:
    assert of_hand("ts04") == ["add ts04a", "support athena-token ts04", "discard ts04"]
    assert of_hand("tt29") == ["add tt29a", "take dionysus with tt29b", "discard tt29"]


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("add ts48a", ["add ts48a"]),
        ("add ts48", ["add ts48a"]),
        ("add phoenix", ["add ts21a"]),  # the one in the hand
        ("ajouter phénix", []),
        ("add pegasus", ["add ts30a", "add ts32a", "add ts34a"]),
        ("support hecate ts11", ["support hecate ts11"]),
        ("steal gaia 2 1", ["steal gaia 2 1"]),
        ("xyzzy", []),
    ],
)
def test_what_ephyran_does_not_offer(typed: str, named: list[str]) -> None:
    found = of(EPHYRAN, EPHYRAN.position(HAND)).of_the_game(typed)
    assert found[: len(named)] == named
    assert bool(found) == bool(named)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_label_of_ephyran_in_words(language: str) -> None:
    """As the game says it of those that it offers; and every other label is told too."""
    chance = random.Random(3)
    state = EPHYRAN.new(seats=4, seed=3, gods="choose")
    board = board_of(pediment.Match.of(EPHYRAN, state), Messages(language))
    assert all("{" not in board.in_words(state, label) for label in EPHYRAN.label_list)
    while EPHYRAN.to_move(state) != pediment.OVER:
        for action in EPHYRAN.legal(state):
            label = EPHYRAN.label(state, action)
            assert board.in_words(state, label) == EPHYRAN.caption(state, action, language)
        EPHYRAN.apply(state, chance.choice(EPHYRAN.legal(state)))
