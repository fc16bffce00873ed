"""Athena: take a magical token."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import CITY, Ephyran, areas, columns, hand, on, tokens

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def test_draw_a_token_look_and_place_it() -> None:
    """Y4.3, Y5.1: on any of your areas, covered or not; then the draw."""
    position = {
        "seats": [{"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=2, gaia=1)}, NEXT],
        "supply": ["thunderbolt"],
        "draws": ["TT52"],
        "first_discard": ["TT48"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.table(asking="place", supply_size=11, second_discard=["TS03"])
        assert play.match.view(0)["holding"] == "thunderbolt"
        assert [play.match.view(viewer)["holding"] for viewer in (None, 1)] == [None, None]
        play.logged("token", seat=0)
        play.asked(0, ["place poseidon 1", "place poseidon 2", "place gaia 1"], "place poseidon 1")
        play.logged("place", seat=0, god="poseidon", n=1)
        assert tokens(play, 0, 0, "poseidon", 1) == ["thunderbolt"]
        assert tokens(play, 1, 0, "poseidon", 1) == tokens(play, None, 0, "poseidon", 1) == [None]
        assert play.match.view(0)["holding"] is None
        play.asked(0, ["draw pile", "draw discard"], "draw pile")
        assert hand(play, 0) == ["TT52", "TT55"]
        play.rests(1)


def test_with_one_area_nothing_is_asked() -> None:
    """Y4.3: the token is placed there."""
    position = {
        "seats": [{"hand": ["TS03", "TT55"], "territories": {"poseidon": areas(on("TT01a", "owl"))}}, NEXT],
        "supply": ["helmet"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        assert tokens(play, 0, 0, "poseidon", 1) == ["owl", "helmet"]
        play.table(supply_size=10)
        play.rests(1)


def test_not_on_a_locked_territory() -> None:
    """Y4.3, Y4.7, Y5.1"""
    position = {
        "seats": [
            {
                "hand": ["TS03", "TT55"],
                "territories": {"poseidon": areas("TT01a", locked="TS09"), "gaia": areas("TT22a", "TT50a")},
            },
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.refuses("place poseidon 1", "Y5.1")
        play.asked(0, ["place gaia 1", "place gaia 2"], "place gaia 2")
        play.rests(1)


def test_not_on_an_area_of_somebody_else() -> None:
    """Y4.3: "one of your areas"."""
    position = {
        "seats": [
            {"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=2)},
            {"hand": ["TT53", "TT54"], "territories": {"gaia": areas("TT23a")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.pending(0, ["place poseidon 1", "place poseidon 2"])


@pytest.mark.parametrize(
    "territories", [{}, {"poseidon": areas("TT01a", locked="TS09")}], ids=["no area", "a locked territory only"]
)
def test_without_an_area_it_cannot_be_played(territories: dict[str, Any]) -> None:
    """Y5.1, Y9"""
    with Ephyran({"seats": [{"hand": ["TS03", "TT55"], "territories": territories}, NEXT]}) as play:
        play.refuses("support athena-token ts03", "Y9")
        play.rests(0)


def test_without_a_token_in_supply_it_cannot_be_played() -> None:
    """Y9: those out of the game do not come back."""
    position = {
        "seats": [{"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=1)}, NEXT],
        "supply_size": 0,
    }
    with Ephyran(position) as play:
        play.table(supply_size=0, tokens_gone=[None] * 12)
        play.refuses("support athena-token ts03", "Y9")
        play.rests(0)


def test_the_last_token() -> None:
    """Y4.3, Y9"""
    position = {
        "seats": [{"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=1)}, NEXT],
        "supply": ["trident"],
        "supply_size": 1,
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        assert tokens(play, 0, 0, "poseidon", 1) == ["trident"]
        play.table(supply_size=0)
        play.rests(1)


def test_blocked_no_token_is_drawn_or_seen() -> None:
    """Y4.3, Y4.9: the next one who draws gets the same token."""
    position = {
        "seats": [
            {"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=2)},
            {"hand": ["TS11", "TS30", "TT54"], "territories": {"gaia": areas("TT23a")}},
        ],
        "supply": ["thunderbolt"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.asked(1, ["hecate ts11", "let it happen"], "hecate ts11")
        play.table(supply_size=12, second_discard=["TS03", "TS11"])
        for viewer in (None, 0, 1):
            assert "thunderbolt" not in str(play.match.view(viewer))
            assert play.match.view(viewer)["holding"] is None
        play.answers(1, "support athena-token ts30")
        assert tokens(play, 1, 1, "gaia", 1) == ["thunderbolt"]
        play.rests(0)


def test_after_the_defence_was_let_go_the_token_is_drawn() -> None:
    """Y4.3: after Y4.9, not before."""
    position = {
        "seats": [
            {"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=2)},
            {"hand": ["TS11", "TT54"]},
        ],
        "supply": ["thunderbolt"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.table(supply_size=12)
        assert play.match.view(0)["holding"] is None
        play.answers(1, "let it happen")
        play.table(supply_size=11)
        play.asked(0, ["place poseidon 1", "place poseidon 2"], "place poseidon 2")
        play.rests(1)
