"""Ares: theft of a magical token."""

from __future__ import annotations

from typing import Any

from tests.games.ephyran.common import CITY, OTHER, Ephyran, areas, columns, on, tokens


def theft(**more: Any) -> dict[str, Any]:
    """Seat 0 can steal from 1, who has three tokens in reach, or from 2, who has one."""
    return {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": columns(CITY, poseidon=2, gaia=1)},
            {
                "hand": ["TT53", "TT54"],
                "territories": {
                    "poseidon": areas(on("TT02a", "owl", "trident"), "TT30a"),
                    "gaia": areas(on("TT23a", "helmet")),
                    "aether": areas(on("TT18a", "owl"), locked="TS09"),
                },
            },
            {"hand": ["TT45", "TT46"], "territories": {"hephaestus": areas("TT11a", on("TT38a", "thunderbolt"))}},
        ],
        **more,
    }


def test_pick_an_opponent_and_a_token_look_and_place_it() -> None:
    """Y4.4, Y5.3: tokens by area and order of arrival; picking one is public."""
    with Ephyran(theft(first_discard=["TT48"])) as play:
        play.answers(0, "support ares-theft ts05")
        play.table(second_discard=["TS05"], asking="theft from")
        play.asked(0, ["seat 1", "seat 2"], "seat 1")
        play.asked(0, ["steal poseidon 1 1", "steal poseidon 1 2", "steal gaia 1 1"], "steal poseidon 1 2")
        assert play.match.view(0)["holding"] == play.match.view(1)["holding"] == "trident"
        assert play.match.view(2)["holding"] is play.match.view(None)["holding"] is None
        assert play.match.view(2)["turn"][-1] == [0, "steal poseidon 1 2"]
        play.logged("target-area", seat=0, to=1, god="poseidon", n=1, cause="TS05")
        play.logged("steal", seat=0, to=1, god="poseidon", n=1, cause="TS05")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl"]
        play.asked(0, ["place poseidon 1", "place poseidon 2", "place gaia 1"], "place gaia 1")
        play.logged("place", seat=0, god="gaia", n=1, cause="TS05")
        assert tokens(play, 0, 0, "gaia", 1) == ["trident"]
        assert tokens(play, 1, 0, "gaia", 1) == ["trident"]  # the victim keeps knowing it
        assert tokens(play, 2, 0, "gaia", 1) == tokens(play, None, 0, "gaia", 1) == [None]
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.rests(1)


def test_not_out_of_a_locked_territory() -> None:
    """Y4.4, Y4.7"""
    with Ephyran(theft()) as play:
        play.answers(0, "support ares-theft ts05", "seat 1")
        play.refuses("steal aether 1 1", "Y4.4")
        play.answers(0, "steal gaia 1 1", "place gaia 1")
        assert tokens(play, 1, 1, "aether", 1) == ["owl"]
        play.rests(1)


def test_the_only_token_of_the_only_victim_is_stolen_without_a_question() -> None:
    """Y4.4"""
    position = theft()
    position["seats"] = [position["seats"][0], position["seats"][2]]
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05")
        assert tokens(play, None, 1, "hephaestus", 2) == []
        play.asked(0, ["place poseidon 1", "place poseidon 2", "place gaia 1"], "place poseidon 2")
        assert tokens(play, 0, 0, "poseidon", 2) == ["thunderbolt"]
        play.rests(1)


def test_not_from_oneself() -> None:
    """Y4.4: an opponent's token is needed."""
    position = {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": {"poseidon": areas(on("TT01a", "owl"))}},
            {"hand": ["TT53", "TT54"], "territories": columns(OTHER, poseidon=1)},
        ],
    }
    with Ephyran(position) as play:
        play.refuses("support ares-theft ts05", "Y9")
        play.rests(0)


def test_a_printed_token_cannot_be_stolen() -> None:
    """Y4.4, Y1.5: added ones only."""
    position = {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": {"poseidon": areas("TT01a")}},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TS01a")}},
        ],
    }
    with Ephyran(position) as play:
        play.refuses("support ares-theft ts05", "Y9")
        play.rests(0)


def test_an_unseen_token_is_looked_at_by_the_thief_only() -> None:
    """Y4.4, Y5.3: nobody else learns its face."""
    position = {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": columns(CITY, poseidon=2)},
            {
                "hand": ["TT53", "TT54"],
                "territories": {"poseidon": areas(on("TT02a", {"token": "helmet", "seen": []}))},
            },
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05")
        assert [play.match.view(viewer)["holding"] for viewer in (None, 0, 1)] == [None, "helmet", None]
        play.answers(0, "place poseidon 1")
        assert [tokens(play, viewer, 0, "poseidon", 1) for viewer in (None, 0, 1)] == [[None], ["helmet"], [None]]
        play.rests(1)


def test_blocked_the_token_stays_and_is_not_seen() -> None:
    """Y4.4, Y4.9: in its place among the others."""
    position = theft()
    position["seats"][1]["hand"] = ["TS11", "TT54"]
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05", "seat 1", "steal poseidon 1 1")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl", "trident"]
        play.asked(1, ["hecate ts11", "let it happen"], "hecate ts11")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl", "trident"]
        assert tokens(play, 0, 1, "poseidon", 1) == [None, None]
        play.table(second_discard=["TS05", "TS11"])
        play.rests(1)


def test_let_it_happen() -> None:
    """Y4.4: after Y4.9 the thief looks and places."""
    position = theft()
    position["seats"][1]["hand"] = ["TS11", "TT54"]
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05", "seat 1", "steal poseidon 1 1")
        assert play.match.view(0)["holding"] is None
        play.answers(1, "let it happen")
        assert play.match.view(0)["holding"] == "owl"
        assert tokens(play, 1, 1, "poseidon", 1) == ["trident"]
        play.answers(0, "place gaia 1")
        play.has(1, hand_size=2)
        play.rests(1)


def test_a_stolen_token_lies_last_on_its_new_area() -> None:
    """Y5.3: added tokens lie in the order they were placed."""
    position = theft()
    position["seats"][0]["territories"]["gaia"] = areas(on("TT22a", "owl"))
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05", "seat 2", "place gaia 1")
        assert tokens(play, 0, 0, "gaia", 1) == ["owl", "thunderbolt"]
        play.rests(1)


def test_without_an_own_area_to_place_it_on() -> None:
    """Y5.1, Y9: a locked one does not do."""
    position = theft()
    for territories in ({}, {"poseidon": areas("TT01a", locked="TS10")}):
        position["seats"][0]["territories"] = territories
        with Ephyran(position) as play:
            play.refuses("support ares-theft ts05", "Y9")
            play.rests(0)
