"""What nobody can take back, since somebody would know more (tests/core/test_undo_tells_nothing.py plays at random)."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.core.match import Match
from tests.games.ephyran.common import CITY, GAME, OTHER, areas, columns, on


def known(card: str) -> dict[str, Any]:
    """A card that all have seen: to play it shows nothing."""
    return {"card": card, "known": True}


def played(position: dict[str, Any], *labels: str) -> Match:
    match = Match.of(GAME, GAME.position(position))
    for label in labels:
        match.play(label)
    return match


def destruction(victim: list[str]) -> dict[str, Any]:
    return {
        "seats": [
            {"hand": [known("TS08"), "TT55"]},
            {"hand": victim, "territories": {"poseidon": areas("TT02a"), "gaia": areas("TT23a")}},
            {"hand": ["TT45", "TT46"], "territories": columns(CITY, hephaestus=2)},
        ]
    }


@pytest.mark.parametrize("victim", [["TS09", "TT54"], ["TT53", "TT54"]])
def test_whether_somebody_could_defend_is_not_found_out(victim: list[str]) -> None:
    """Y4.10: neither from a question that is put nor from one that is not."""
    match = played(destruction(victim), "support ares-destruction ts08")
    assert match.undo(0)
    match.play("support ares-destruction ts08")
    match.play("seat 1")
    assert match.view(0)["asking"] == ("reactions" if "TS09" in victim else "destroy")
    assert not match.undo(0)


def test_a_defender_does_not_find_out_whether_there_is_another() -> None:
    """Y4.9: seats 1 and 2 have a Hecate."""
    seats: list[dict[str, Any]] = [{"hand": cards} for cards in ([], ["TS18", "TT02"], ["TS19", "TT03"])]
    seats[0] = {"hand": [known("TS03"), "TT55"], "territories": columns(CITY, poseidon=2)}
    match = played({"seats": seats}, "support athena-token ts03", "let it happen")
    assert (match.to_move, match.view(1)["asking"]) == (2, "reactions")
    assert not any(match.undo(seat) for seat in range(3))


def test_a_defence_is_not_taken_back() -> None:
    """Y4.9: all know now who was asked, even if the card was known and none is drawn."""
    position = destruction([]) | {"pile_size": 0}
    position["seats"][1]["hand"] = [known("TS09"), "TT54", "TT53"]
    match = played(position, "support ares-destruction ts08", "seat 1", "shield ts09")
    assert match.view()["second_discard"][-2:] == ["TS08", "TS09"]
    assert not any(match.undo(seat) for seat in range(3))


def test_an_exchange_tells_of_the_hand() -> None:
    """Y4.5: that an area has a counterpart, and that there is more than one."""
    position = {
        "seats": [
            {
                "hand": [known("TS06"), "TT30", "TT55", "TT04"],
                "territories": {"poseidon": areas("TT01a", "TT29a", "TT36b")},
            },
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", "TT32a")}},
        ]
    }
    match = played(position, "support athena-exchange ts06")
    assert not match.undo(0)
    match.play("exchange poseidon 2")
    assert match.view()["asking"] == "exchange with"
    assert not match.undo(0)


def test_what_the_graeae_put_was_not_seen_before() -> None:
    """Y4.2: the card kept is still hidden, so keeping it can be taken back."""
    position = {"seats": [{"hand": ["TS21", "TT55"]}, {"hand": ["TT53", "TT54"]}], "draws": ["TT07", "TT05", "TT06"]}
    match = played(position, "support graeae ts21", "keep tt06")
    assert match.undo(0)
    match.play("keep tt05")
    match.play("put tt06")
    assert not match.undo(0)


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("label", ["add tt01a", "take dionysus with tt01a"])
def test_a_card_that_leaves_the_hand_is_shown(label: str, hidden: bool) -> None:
    """Y8.1: unless all had seen it before."""
    position = {
        "seats": [
            {"hand": ["TT01" if hidden else known("TT01"), "TT55"]},
            {"hand": ["TT56"], "territories": {"poseidon": areas("dionysus")}},
        ],
        "first_discard": ["TT02"],
    }
    match = played(position, label)
    assert match.to_move == 0
    assert match.undo(0) is not hidden


@pytest.mark.parametrize("hidden", [True, False])
def test_a_lone_card_that_can_be_played(hidden: bool) -> None:
    """Y3.3: a player who is asked with one card can do more than discard it."""
    lone = ["TT01"] if hidden else [known("TT01")]
    position = {"seats": [{"hand": [known("TT55"), "dionysus"]}, {"hand": lone}], "first_discard": ["TT02"]}
    match = played(position, "dionysus poseidon", "draw discard")
    assert (match.to_move, match.view()["asking"]) == (1, "action")
    assert match.undo(0) is not hidden


@pytest.mark.parametrize("taker", [0, 1])
@pytest.mark.parametrize("seen", [[0], [1], [0, 1]])
def test_a_token_tells_something_to_who_has_not_seen_it(seen: list[int], taker: int) -> None:
    """Y6.3: whoever takes a Dionysus looks at its tokens."""
    city = {"poseidon": areas(on("dionysus", {"token": "owl", "seen": seen}))}
    seats: list[dict[str, Any]] = [{"hand": [known("TT01"), "TT55"]}, {"hand": ["TT56"], "territories": city}]
    match = played({"seats": seats if taker == 0 else seats[::-1], "to_move": taker}, "take dionysus with tt01a")
    assert (match.view(taker)["asking"], match.view(taker)["transit"]["tokens"]) == ("lay", ["owl"])
    assert match.undo(taker) is (taker in seen)


def test_the_end_shows_every_token() -> None:
    """Y7.3"""
    position = {
        "seats": [{"hand": [known("TT55")]}, {"hand": ["dionysus"], "territories": columns(OTHER, gaia=2)}],
        "first_discard": ["TT02"],
        "last_round": True,
        "to_move": 1,
    }
    match = played(position, "dionysus poseidon")
    assert match.undo(1)
    match.play("dionysus poseidon")
    match.play("draw discard")
    assert match.over
    assert not match.undo(1)
