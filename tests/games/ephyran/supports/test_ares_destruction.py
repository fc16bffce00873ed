"""Ares: destruction of an area."""

from __future__ import annotations

from typing import Any

from tests.games.ephyran.common import CITY, OTHER, Ephyran, areas, columns, halves, on, tokens


def destruction(**more: Any) -> dict[str, Any]:
    return {
        "seats": [
            {"hand": ["TS08", "TT55"]},
            {
                "hand": ["TT53", "TT54"],
                "territories": {
                    "poseidon": areas("TT02a", on("TT30a", "owl", {"token": "helmet", "seen": [1, 2]})),
                    "gaia": areas("TT23a"),
                    "aether": areas("TT18a", locked="TS09"),
                },
            },
            {"hand": ["TT45", "TT46"], "territories": columns(CITY, hephaestus=2)},
            {"hand": ["TT47", "TT48"], "territories": {"gaia": areas("TT24a", locked="TS10")}},
        ],
        **more,
    }


def test_the_opponent_chooses_one_of_their_uncovered_areas() -> None:
    """Y4.6, Ruling: in unlocked territories; it goes to the second discard, its tokens leave the game face down."""
    with Ephyran(destruction(first_discard=["TT44"])) as play:
        play.answers(0, "support ares-destruction ts08")
        play.table(asking="destruction of", second_discard=["TS08"])
        play.refuses("seat 3", "Y4.6")  # a locked territory only
        play.refuses("seat 0", "Y4.6")
        play.asked(0, ["seat 1", "seat 2"], "seat 1")
        play.logged("target", seat=0, to=1, cause="TS08")
        play.table(asking="destroy", to_move=1, active=0)
        play.refuses("destroy aether", "Y4.6")
        play.asked(1, ["destroy poseidon", "destroy gaia"], "destroy poseidon")
        assert halves(play, 1, "poseidon") == ["TT02a"]
        play.table(second_discard=["TS08", "TT30"], first_discard=["TT44"])
        assert [play.match.view(viewer)["tokens_gone"] for viewer in (None, 0, 1, 2)] == [
            [None, None],
            [None, None],
            ["owl", "helmet"],
            [None, "helmet"],
        ]
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.rests(1)


def test_with_one_victim_and_one_area_nothing_is_asked() -> None:
    """Y4.6"""
    position = {
        "seats": [
            {"hand": ["TS08", "TT55"]},
            {"hand": ["TT53", "TT54"], "territories": columns(OTHER, gaia=2)},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        assert halves(play, 1, "gaia") == ["TT23a"]
        play.table(second_discard=["TS08", "TT51"])
        play.rests(1)


def test_a_dionysus_can_be_destroyed() -> None:
    """Y4.6: it leaves for the second discard and never comes back."""
    position = {
        "seats": [{"hand": ["TS08", "TT55"]}, {"hand": ["TT53", "TT54"], "territories": {"gaia": areas("dionysus")}}],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.table(second_discard=["TS08", "dionysus"], first_discard=[])
        assert halves(play, 1, "gaia") == []
        play.rests(1)


def test_the_column_can_be_built_on_from_where_it_is_now() -> None:
    """Y4.6, Y1.2: the area below is uncovered again."""
    position = {
        "seats": [
            {"hand": ["TS08", "TT55"]},
            {
                "hand": ["TT53", "TT54", "TT29"],
                "territories": {"poseidon": areas(on("TT02a", "owl"), "TT30a")},
            },
        ],
        "draws": ["TT52", "TT49"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl"]
        play.answers(1, "add tt29a")
        assert halves(play, 1, "poseidon") == ["TT02a", "TT29a"]
        play.rests(0)


def test_they_must_have_such_an_area() -> None:
    """Y4.6, Y9: nobody has one: it cannot be played."""
    position = destruction()
    position["seats"] = [position["seats"][0], position["seats"][3]]
    position["seats"][0]["territories"] = columns(CITY, poseidon=1)
    with Ephyran(position) as play:
        play.refuses("support ares-destruction ts08", "Y9")
        play.rests(0)


def test_the_choice_comes_after_the_defence() -> None:
    """Y4.6, Y4.9: first the Shield, then which area."""
    position = destruction()
    position["seats"][1]["hand"] = ["TS25", "TT54"]
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08", "seat 1")
        play.asked(1, ["shield ts25", "let it happen"], "let it happen")
        play.asked(1, ["destroy poseidon", "destroy gaia"], "destroy gaia")
        play.has(1, hand_size=2)
        play.rests(1)


def test_blocked_nothing_is_destroyed() -> None:
    """Y4.9"""
    position = destruction()
    position["seats"][1]["hand"] = ["TS25", "TT54"]
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08", "seat 1")
        play.answers(1, "shield ts25")
        assert halves(play, 1, "poseidon") == ["TT02a", "TT30a"]
        play.table(second_discard=["TS08", "TS25"], tokens_gone=[])
        play.rests(1)
