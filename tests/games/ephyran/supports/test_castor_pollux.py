"""Castor & Pollux."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import CITY, GAME, Ephyran, areas, columns, halves, hand

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}
EITHER = ["draw pile", "draw discard"]


def test_two_cards_each_from_either_top_then_an_action_and_no_other_draw() -> None:
    """Y4.1: the second is chosen after seeing the first."""
    position = {
        "seats": [{"hand": ["TS12", "TT55"]}, NEXT],
        "first_discard": ["TT05", "TT06"],
        "draws": ["TT07", "TT08"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12")
        play.table(second_discard=["TS12"])
        play.asked(0, EITHER, "draw pile")
        assert hand(play, 0) == ["TT07", "TT55"]
        play.asked(0, EITHER, "draw discard")
        assert hand(play, 0) == ["TT06", "TT07", "TT55"]
        play.has(0, known=["TT06"])
        play.table(asking="again", active=0)
        play.asked(
            0,
            ["add tt06a", "add tt07a", "discard tt06", "discard tt07", "discard tt55"],
            "add tt07a",
        )
        play.has(0, hand_size=2)
        play.table(first_discard=["TT05"])
        play.rests(1)


def test_both_may_come_from_the_first_discard() -> None:
    """Y4.1: the second is the card under the first."""
    position = {"seats": [{"hand": ["TS12", "TT55"]}, NEXT], "first_discard": ["TT05", "TT06"]}
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "draw discard", "draw discard")
        play.has(0, known=["TT05", "TT06"], hand_size=3)
        play.table(first_discard=[], asking="again")
        play.answers(0, "discard tt55")
        play.rests(1)


def test_a_top_that_is_gone_is_not_asked_for() -> None:
    """Y4.1: one card in the first discard: the other comes from the pile."""
    position = {"seats": [{"hand": ["TS12", "TT55"]}, NEXT], "first_discard": ["TT05"], "draws": ["TT07"]}
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "draw discard")
        assert hand(play, 0) == ["TT05", "TT07", "TT55"]
        play.answers(0, "discard tt55")
        play.rests(1)


@pytest.mark.parametrize(
    ("first_discard", "pile", "taken"), [([], 0, 0), (["TT05"], 0, 1), ([], 1, 1), (["TT05"], 1, 2)]
)
def test_fewer_if_fewer_are_there(first_discard: list[str], pile: int, taken: int) -> None:
    """Y4.1"""
    position = {
        "seats": [{"hand": ["TS12", "TT55", "TT54"]}, {"hand": ["TT53", "TT52"]}],
        "first_discard": first_discard,
        "pile_size": pile,
    }
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12")
        if taken == 2:
            play.asked(0, EITHER, "draw discard")
        play.table(asking="again")
        play.has(0, hand_size=2 + taken)
        play.answers(0, "discard tt55")
        play.has(0, hand_size=1 + taken)
        play.rests(1)


def test_the_action_is_compulsory_with_a_card_in_hand() -> None:
    """Y4.1: the one card taken can only be discarded, so it is, silently."""
    position = {"seats": [{"hand": ["TS12"]}, NEXT], "draws": ["TT29"], "pile_size": 1}
    with Ephyran(position) as play:
        play.asked(0, ["support castor-pollux ts12", "discard ts12"], "support castor-pollux ts12")
        play.has(0, hand_size=0)
        play.table(first_discard=["TT29"], pile_size=0, last_round=True)
        play.rests(1)


def test_every_action_but_a_support() -> None:
    """Y4.1: Add, take a Dionysus, Change or Discard."""
    position = {
        "seats": [
            {"hand": ["TS12", "TS02", "TT29", "dionysus"], "territories": {"poseidon": areas("TT01a")}},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", "dionysus")}},
        ],
        "draws": ["TS21", "TS09"],
    }
    with Ephyran(position) as play:
        play.offers("support graeae ts02")
        play.answers(0, "support castor-pollux ts12")
        play.refuses("support graeae ts02", "Y4.1")
        play.refuses("support graeae ts21", "Y4.1")
        play.refuses("support shield ts09", "Y4.1")
        play.pending(
            0,
            [
                "add tt29a",
                "dionysus poseidon",
                "dionysus hephaestus",
                "dionysus aether",
                "dionysus gaia",
                "take dionysus with tt29a",
                "change poseidon with ts02a",
                "change poseidon with dionysus",
                "discard ts02",
                "discard tt29",
                "discard dionysus",
                "discard ts21",
                "discard ts09",
            ],
        )


def test_taking_a_dionysus_as_the_action_has_no_draw_either() -> None:
    """Y4.1, Y6.3"""
    position = {
        "seats": [
            {"hand": ["TS12", "TT29"], "territories": columns(CITY, aether=4, gaia=4, hephaestus=3)},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", "dionysus")}},
        ],
        "draws": ["TT55", "TT56", "TT52"],
        "first_discard": [],
    }
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "take dionysus with tt29a")
        play.asked(0, ["dionysus poseidon", "dionysus hephaestus"], "dionysus hephaestus")
        assert halves(play, 1, "poseidon") == ["TT02a", "TT29a"]
        assert hand(play, 0) == ["TT55", "TT56"]
        play.rests(1)


@pytest.mark.parametrize("action", ["add tt07a", "change gaia with tt23a", "discard tt07"])
def test_no_other_draw_this_turn_whatever_the_action(action: str) -> None:
    """Y4.1: neither from the pile nor from the first discard."""
    position = {
        "seats": [{"hand": ["TS12", "TT07", "TT23"], "territories": columns(CITY, gaia=1)}, NEXT],
        "first_discard": ["TT05"],
        "pile_size": 5,
        "draws": ["TT46", "TT47"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "draw pile", "draw pile", action)
        play.has(0, hand_size=3)
        play.table(pile_size=3, active=1)
        play.rests(1)


def test_the_next_turn_draws_as_ever() -> None:
    """Y4.1: the missing draw is of this turn only."""
    position = {"seats": [{"hand": ["TS12", "TT07"]}, {"hand": ["TT53", "TT03"]}], "draws": ["TT46", "TT47", "TT48"]}
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "discard tt07")
        play.answers(1, "add tt03a")
        play.asked(1, EITHER, "draw pile")
        assert hand(play, 1) == ["TT48", "TT53"]
        play.rests(0)


def test_the_city_is_completed_by_the_action() -> None:
    """Y4.1, Y7.2: an Add like any other."""
    position = {
        "seats": [
            {"hand": ["TS12", "TT46"], "territories": columns(CITY, poseidon=4, hephaestus=4, aether=4, gaia=3)},
            NEXT,
        ],
        "draws": ["TT06", "TT55"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "add tt06b")
        play.has(0, city_bonus=3)
        play.table(last_round=True)
        play.rests(1)


def test_it_is_never_blocked() -> None:
    """Y4.9: nobody is asked."""
    position = {
        "seats": [{"hand": ["TS12", "TT55"]}, {"hand": ["TS11", "TS10"]}],
        "draws": ["TT07", "TT08"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12")
        play.table(asking="again", to_move=0)
        play.answers(0, "discard tt55")
        play.rests(1)


def test_what_was_drawn_from_the_pile_stays_hidden() -> None:
    """Y8.1: what came from the first discard is known."""
    position = {
        "seats": [{"hand": ["TS12", "TT55"]}, NEXT],
        "first_discard": ["TT06"],
        "draws": ["TT07"],
    }
    state = GAME.position(position)
    for label in ("support castor-pollux ts12", "draw discard"):
        GAME.play(state, label)
    view = GAME.view(state, 1)
    assert view["seats"][0]["known"] == ["TT06"]
    assert "TT07" not in str(view)
