"""Hecate, on your turn: unlocking."""

from __future__ import annotations

from typing import Any

from tests.games.ephyran.common import CITY, Ephyran, areas, columns, halves

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def hecate(**more: Any) -> dict[str, Any]:
    return {
        "seats": [
            {"hand": ["TS11", "TT55"], "territories": {"poseidon": areas("TT01a", locked="TS09")}},
            {
                "hand": ["TT53", "TT54"],
                "territories": {
                    "poseidon": areas("TT02a", locked="TS10"),
                    "gaia": areas("TT23a", locked="TS17"),
                    "aether": areas("TT18a"),
                },
            },
            {"hand": ["TT45", "TT46"], "territories": columns(CITY, gaia=1)},
        ],
        **more,
    }


def test_unlock_any_locked_territory_of_anybody() -> None:
    """Y4.8, Y4.11: Hecate and then the shield go to the second discard."""
    with Ephyran(hecate(second_discard=["TS02"], first_discard=["TT44"])) as play:
        play.answers(0, "support hecate ts11")
        play.table(asking="unlock of", second_discard=["TS02", "TS11"])
        play.refuses("seat 2", "Y4.8")
        play.asked(0, ["seat 0", "seat 1"], "seat 1")
        play.table(asking="unlock")
        play.refuses("unlock aether", "Y4.8")
        play.asked(0, ["unlock poseidon", "unlock gaia"], "unlock gaia")
        play.logged("unlock", seat=0, to=1, god="gaia", cause="TS11")
        territories = play.match.view()["seats"][1]["territories"]
        assert territories["gaia"]["locked"] is None
        assert territories["poseidon"]["locked"] == "TS10"
        assert halves(play, 1, "gaia") == ["TT23a"]
        play.table(second_discard=["TS02", "TS11", "TS17"])
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.rests(1)


def test_the_own_territory_too() -> None:
    """Y4.8: of one locked territory there is nothing to ask."""
    with Ephyran(hecate()) as play:
        play.answers(0, "support hecate ts11", "seat 0")
        assert play.match.view()["seats"][0]["territories"]["poseidon"]["locked"] is None
        play.table(second_discard=["TS11", "TS09"])
        play.rests(1)


def test_the_only_locked_territory_is_unlocked_without_a_question() -> None:
    """Y4.8"""
    position = {
        "seats": [
            {"hand": ["TS11", "TT55"]},
            {"hand": ["TT53", "TT54"], "territories": {"gaia": areas("TT23a", locked="TS17")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support hecate ts11")
        play.table(second_discard=["TS11", "TS17"])
        play.rests(1)


def test_an_unlocked_territory_changes_as_ever() -> None:
    """Y4.8, Y4.7: it can be added to, and locked again."""
    position = hecate()
    position["seats"][0]["hand"] = ["TS11", "TT29", "TS25"]
    with Ephyran(position) as play:
        play.refuses("add tt29a", "Y4.7")
        play.answers(0, "support hecate ts11", "seat 0")
        play.answers(1, "discard tt53")
        play.answers(2, "discard tt45")
        play.offers("add tt29a", "support shield ts25")
        play.rests(0)


def test_a_locked_territory_is_needed() -> None:
    """Y9"""
    position = {"seats": [{"hand": ["TS11", "TT55"], "territories": columns(CITY, gaia=1)}, NEXT]}
    with Ephyran(position) as play:
        play.refuses("support hecate ts11", "Y9")
        play.rests(0)


def test_no_defence_against_an_unlock() -> None:
    """Y4.9: neither a Shield nor another Hecate."""
    position = {
        "seats": [
            {"hand": ["TS11", "TT55"]},
            {"hand": ["TS10", "TS18"], "territories": {"gaia": areas("TT23a", locked="TS17")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support hecate ts11")
        play.table(second_discard=["TS11", "TS17"])
        play.rests(1)
