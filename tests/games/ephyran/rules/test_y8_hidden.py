"""Y8: what is hidden. `test_hidden.py` and `test_resample.py` check it over whole games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pediment.testing.scenario import Scenario
from tests.games.ephyran.common import CITY, GAME, OTHER, Ephyran, areas, columns, hand, on

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def shown(play: Scenario, viewer: int | None) -> str:
    return json.dumps(play.match.view(viewer)).upper()


def test_hands_and_the_pile_are_hidden() -> None:
    """Y8.1: other players' hand cards; the order of the pile; the own hand is shown."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, NEXT], "draws": ["TT05", "TT06"]}
    with Ephyran(position) as play:
        for viewer, mine in ((None, []), (0, ["TT01", "TT02"]), (1, ["TT53", "TT54"])):
            assert play.match.view(viewer)["hand"] == mine
            for card in ("TT01", "TT02", "TT53", "TT54", "TT05", "TT06"):
                assert (card in shown(play, viewer)) == (card in mine)
        play.rests(0)


def test_the_supply_is_hidden() -> None:
    """Y8.1: the order of the tokens in it; its size is public."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, NEXT], "supply": ["thunderbolt", "helmet"]}
    with Ephyran(position) as play:
        for viewer in (None, 0, 1):
            assert not any(face in shown(play, viewer) for face in ("THUNDERBOLT", "HELMET"))
        play.table(supply_size=12)
        play.rests(0)


def test_the_dealt_dionysus_is_known_while_it_is_held() -> None:
    """Y8.1"""
    state = GAME.new(seats=3, seed=4)
    for viewer in (None, 0, 1, 2):
        assert [seat["known"] for seat in GAME.view(state, viewer)["seats"]] == [["dionysus"]] * 3
    first = GAME.to_move(state)
    GAME.play(state, "dionysus gaia")
    assert GAME.view(state, None)["seats"][first]["known"] == []


def test_a_card_from_the_first_discard_is_known_while_it_is_held() -> None:
    """Y8.1: until it is played; the cards drawn from the pile meanwhile are not."""
    position = {
        "seats": [{"hand": ["TS02", "TT29"]}, NEXT],
        "first_discard": ["TT01"],
        "draws": ["TT05", "TT06", "TT07", "TT08"],
    }
    with Ephyran(position) as play:
        play.answers(0, "add ts02a", "draw discard")
        play.answers(1, "discard tt53")
        play.has(0, known=["TT01"], hand_size=2)
        play.answers(0, "discard tt29")
        play.answers(1, "discard tt54")
        play.has(0, known=["TT01"], hand_size=2)
        assert hand(play, 0) == ["TT01", "TT06"]
        play.answers(0, "change poseidon with tt01a")
        play.has(0, known=[], hand_size=2)
        play.rests(1)


def test_a_card_that_came_out_of_a_city_is_spent() -> None:
    """Y8.1, Y4.5: an exchange with the hand makes nothing known of it."""
    position = {"seats": [{"hand": ["TS06", "TT02"], "territories": columns(CITY, poseidon=1)}, NEXT]}
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.has(0, known=[])
        play.table(second_discard=["TS06", "TT01"])
        play.rests(1)


def test_a_card_drawn_from_the_pile_is_not_known() -> None:
    """Y8.1: nobody else sees which; a spectator neither."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, NEXT], "draws": ["TT05"]}
    with Ephyran(position) as play:
        play.answers(0, "discard tt01")
        assert hand(play, 0) == ["TT02", "TT05"]
        assert "TT05" not in shown(play, 1)
        assert "TT05" not in shown(play, None)
        play.rests(1)


def test_what_a_defender_draws_is_not_known() -> None:
    """Y8.1, Y4.9"""
    position = {
        "seats": [{"hand": ["TS08", "TT02"]}, {"hand": ["TS10", "TT54"], "territories": columns(OTHER, gaia=1)}],
        "draws": ["TT05"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        assert hand(play, 1) == ["TT05", "TT54"]
        assert "TT05" not in shown(play, 0)
        play.rests(1)


def test_the_card_kept_from_graeae_is_hidden_and_those_put_are_not() -> None:
    """Y8.1, Y4.2"""
    position = {"seats": [{"hand": ["TS21", "TT02"]}, NEXT], "draws": ["TT05", "TT06", "TT07"]}
    with Ephyran(position) as play:
        play.answers(0, "support graeae ts21")
        for viewer in (None, 1):
            assert not any(card in shown(play, viewer) for card in ("TT05", "TT06", "TT07"))
        play.answers(0, "keep tt05")
        for viewer in (None, 1):
            assert not any(card in shown(play, viewer) for card in ("TT05", "TT06", "TT07"))
        play.answers(0, "put tt06")
        for viewer in (None, 1):
            assert "TT05" not in shown(play, viewer)
            assert "TT06" in shown(play, viewer)
            assert "TT07" in shown(play, viewer)
        play.rests(1)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_sizes_of_hands_and_both_discards_are_public(viewer: int | None) -> None:
    """Y8.1: and both halves of every card played, for its id says both."""
    position = {
        "seats": [
            {"hand": ["TT01", "TT02"], "territories": {"gaia": areas("TT22a", locked="TS09")}},
            {"hand": ["TT53"]},
        ],
        "first_discard": ["TT05", "TT06"],
        "second_discard": ["TS10", "dionysus"],
        "pile_size": 30,
    }
    view = GAME.view(GAME.position(position), viewer)
    assert [seat["hand_size"] for seat in view["seats"]] == [2, 1]
    assert view["first_discard"] == ["TT05", "TT06"]
    assert view["second_discard"][-2:] == ["TS10", "dionysus"]
    assert len(view["second_discard"]) == 104 - 30 - 3 - 2 - 2 + 1
    assert view["pile_size"] == 30
    territory = view["seats"][0]["territories"]["gaia"]
    assert territory == {
        "locked": "TS09",
        "areas": [{"card": "TT22", "half": "a", "creature": "Minotaur", "tokens": []}],
    }


def test_added_tokens_that_one_has_not_seen_show_their_backs() -> None:
    """Y8.1, Y5.3: a token leaving the game stays face down."""
    position = {
        "seats": [
            {"hand": ["TT24", "TT02"], "territories": {"gaia": areas(on("TT22a", "owl"))}},
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "change gaia with tt24a")
        assert [play.match.view(viewer)["tokens_gone"] for viewer in (None, 0, 1)] == [[None], ["owl"], [None]]
        play.rests(1)


def test_in_a_view_the_scores_count_only_the_added_tokens_that_seat_has_seen() -> None:
    """Y8.1: `unseen` says how many are left out; the scores of the game itself count all."""
    position = {
        "seats": [
            {
                "god": "gaia",
                "hand": ["TT24", "TT02"],
                "territories": {"gaia": areas(on("TT22a", "thunderbolt", {"token": "helmet", "seen": [0, 1]}))},
            },
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        totals = {viewer: play.match.view(viewer)["scores"][0] for viewer in (None, 0, 1)}
        assert [totals[viewer]["total"] for viewer in (None, 0, 1)] == [2, 6, 0]
        assert [totals[viewer]["territories"]["gaia"]["added"] for viewer in (None, 0, 1)] == [0, 2, -1]
        assert [totals[viewer]["territories"]["gaia"]["unseen"] for viewer in (None, 0, 1)] == [2, 0, 1]
        play.scores(0, total=6)
        play.rests(0)
