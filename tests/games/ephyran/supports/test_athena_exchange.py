"""Athena: exchange of an area."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import CITY, OTHER, Ephyran, areas, columns, halves, hand, on, tokens

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def test_an_area_with_a_hand_card() -> None:
    """Y4.5, Y4.11: the old card goes to the second discard; the tokens leave the game face down."""
    position = {
        "seats": [
            {
                "hand": ["TS06", "TT30", "TT55", "TT04"],
                "territories": {"poseidon": areas(on("TT01a", "owl"), on("TT29a", "trident"), "TT36b")},
            },
            NEXT,
        ],
        "first_discard": ["TT48"],
        "draws": ["TT52"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.asked(0, ["exchange poseidon 1", "exchange poseidon 2", "exchange poseidon 3"], "exchange poseidon 2")
        # TT30 is the only counterpart
        play.logged("exchange", seat=0, half="TT30a", god="poseidon", n=2, cause="TS06")
        assert halves(play, 0, "poseidon") == ["TT01a", "TT30a", "TT36b"]
        assert hand(play, 0) == ["TT04", "TT55"]
        play.has(0, known=[], hand_size=2)
        assert tokens(play, 0, 0, "poseidon", 2) == []
        assert [play.match.view(viewer)["tokens_gone"] for viewer in (None, 0, 1)] == [[None], ["trident"], [None]]
        play.table(second_discard=["TS06", "TT29"], first_discard=["TT48"])
        play.asked(0, ["draw pile", "draw discard"], "draw discard")  # nothing was put there
        play.rests(1)


def test_all_counterparts_of_an_area() -> None:
    """Y4.5: halves of the same god and number, a Dionysus, every opponent with that area unlocked."""
    position = {
        "seats": [
            {
                "hand": ["TS07", "TS06", "TT30", "TT31", "TT55", "dionysus"],
                "territories": columns(CITY, poseidon=2),
            },
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", "TT32a")}},
            {"territories": {"poseidon": areas("TT05a", "TT33a", locked="TS09")}},
            {"territories": {"poseidon": areas("TT06a", "dionysus", "TT39b")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts07")
        play.asked(0, ["exchange poseidon 1", "exchange poseidon 2"], "exchange poseidon 2")
        play.refuses("with seat 2", "Y4.5")
        play.refuses("with tt55b", "Y4.5")
        play.pending(0, ["with ts06a", "with tt30a", "with tt31a", "with dionysus", "with seat 1", "with seat 3"])


def test_the_support_card_itself_is_no_counterpart() -> None:
    """Y4.5, Y9: TS06 is Poseidon 2, but it is played."""
    position = {"seats": [{"hand": ["TS06", "TT55"], "territories": columns(CITY, poseidon=2)}, NEXT]}
    with Ephyran(position) as play:
        play.refuses("support athena-exchange ts06", "Y9")
        play.rests(0)


def test_another_exchange_card_is_a_counterpart() -> None:
    """Y4.5: TS06 is Poseidon 2, exchanged by TS07."""
    position = {
        "seats": [{"hand": ["TS06", "TS07"], "territories": columns(CITY, poseidon=2)}, NEXT],
        "draws": ["TT52"],
    }
    with Ephyran(position) as play:
        play.refuses("support athena-exchange ts06", "Y9")
        play.answers(0, "support athena-exchange ts07")
        assert halves(play, 0, "poseidon") == ["TT01a", "TS06a"]
        assert hand(play, 0) == ["TT52"]
        play.table(second_discard=["TS07", "TT29"])
        play.rests(1)


def test_by_the_first_rules_the_old_area_comes_into_the_hand() -> None:
    """Y4.5, Y8.1, Y1.3: so it was in version 1: known to all, with both halves again."""
    position = {
        "seats": [
            {
                "hand": ["TS06", "TS02"],
                "territories": {"poseidon": areas("TT01a"), "hephaestus": areas(*CITY["hephaestus"][:3])},
            },
            NEXT,
        ],
        "draws": ["TT56", "TT55", "TT52"],
        "rules": "1",
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")  # one area with one counterpart: nothing to ask
        play.has(0, known=["TT01"])
        play.table(second_discard=["TS06"])
        play.answers(1, "discard tt53")
        play.offers("add tt01b", "change poseidon with tt01a")
        play.rests(0)


def test_an_area_with_a_dionysus_of_the_hand_and_back() -> None:
    """Y4.5: covered or not; what comes out of the city is spent, a Dionysus too."""
    position = {
        "seats": [
            {"hand": ["TS06", "TS07", "dionysus"], "territories": columns(CITY, poseidon=2)},
            NEXT,
        ],
        "draws": ["TT02", "TT52", "TT03"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts07", "exchange poseidon 1")
        assert halves(play, 0, "poseidon") == ["dionysus", "TT29a"]
        play.has(0, known=[])
        play.answers(1, "discard tt53")
        play.answers(0, "support athena-exchange ts06")  # TT02 is the only counterpart
        assert halves(play, 0, "poseidon") == ["TT02a", "TT29a"]
        play.has(0, known=[])
        play.table(second_discard=["TS07", "TT01", "TS06", "dionysus"])
        play.answers(0, "draw pile")
        play.rests(1)


def test_areas_between_two_cities() -> None:
    """Y4.5, Y5.2: tokens travel with them, the new owners look; hands stay as they are."""
    position = {
        "seats": [
            {
                "god": "gaia",
                "hand": ["TS06", "TT55"],
                "territories": {"poseidon": areas(on("TT01a", "owl", "trident"), "TT29a")},
            },
            {
                "god": "aether",
                "hand": ["TT53", "TT54"],
                "territories": {"poseidon": areas(on("TS01a", "helmet"), "TT30a", "TT39b")},
            },
            {"hand": ["TT45", "TT46"]},
        ],
        "draws": ["TT52"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06", "exchange poseidon 1")
        assert halves(play, 0, "poseidon") == ["TS01a", "TT29a"]
        assert halves(play, 1, "poseidon") == ["TT01a", "TT30a", "TT39b"]
        assert [tokens(play, viewer, 0, "poseidon", 1) for viewer in (None, 0, 1, 2)] == [
            [None],
            ["helmet"],
            ["helmet"],
            [None],
        ]
        assert [tokens(play, viewer, 1, "poseidon", 1) for viewer in (None, 0, 1, 2)] == [
            [None, None],
            ["owl", "trident"],
            ["owl", "trident"],
            [None, None],
        ]
        play.table(tokens_gone=[], first_discard=[], second_discard=["TS06"])
        play.has(1, hand_size=2, known=[])
        play.has(0, hand_size=2, known=[])
        play.rests(1)


def test_a_dionysus_stands_for_the_place_it_fills() -> None:
    """Y4.5, Ruling: it is swapped between cities like the half it stands for, and is one there too."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT55"], "territories": {"poseidon": areas("dionysus", "TT29a")}},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        assert halves(play, 0, "poseidon") == ["TT02a", "TT29a"]
        assert halves(play, 1, "poseidon") == ["dionysus"]
        play.rests(1)


def test_the_played_half_stays_the_played_half() -> None:
    """Y4.5, Ruling: a `b` half of Hephaestus 4 stays one in the other city."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT55"], "territories": columns(CITY, hephaestus=4)},
            {"hand": ["TT53", "TT54"], "territories": columns(OTHER, hephaestus=4)},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06", "exchange hephaestus 4")
        assert halves(play, 0, "hephaestus")[3] == "TT17b"
        assert halves(play, 1, "hephaestus")[3] == "TT04b"
        play.rests(1)


def test_the_same_god_and_number_must_be_filled_in_both_cities() -> None:
    """Y4.5, Y9: another number or another god does not do."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT55"], "territories": {"poseidon": areas("TT01a", "TT29a")}},
            {"hand": ["TT53", "TT54"], "territories": {"gaia": areas("TT23a", "TT51a")}},
        ],
    }
    with Ephyran(position) as play:
        play.refuses("support athena-exchange ts06", "Y9")
        play.rests(0)


@pytest.mark.parametrize("locked", [0, 1])
def test_unlocked_territories_only(locked: int) -> None:
    """Y4.5, Y4.7: on both sides, and for a hand card too."""
    mine, theirs = areas("TT01a"), areas("TT02a")
    (mine, theirs)[locked]["locked"] = "TS09"
    position = {
        "seats": [
            {
                "hand": ["TS06", "TT55", *(["TT03", "dionysus"] if locked == 0 else [])],
                "territories": {"poseidon": mine},
            },
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": theirs}},
        ],
    }
    with Ephyran(position) as play:
        play.refuses("support athena-exchange ts06", "Y9")
        play.rests(0)


def test_a_locked_own_territory_is_not_offered_beside_another() -> None:
    """Y4.5, Y4.7"""
    position = {
        "seats": [
            {
                "hand": ["TS06", "TT55", "dionysus"],
                "territories": {
                    "poseidon": areas("TT01a", locked="TS09"),
                    "gaia": areas("TT22a", "TT50a"),
                },
            },
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.refuses("exchange poseidon 1", "Y4.5")
        play.pending(0, ["exchange gaia 1", "exchange gaia 2"])


def test_no_defence_against_an_exchange_with_the_hand() -> None:
    """Y4.9: the Shield helps against an exchange with an opponent only."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT03"], "territories": {"poseidon": areas("TT01a")}},
            {"hand": ["TS10", "TT54"], "territories": {"poseidon": areas("TT02a")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.asked(0, ["with tt03a", "with seat 1"], "with tt03a")
        assert halves(play, 0, "poseidon") == ["TT03a"]
        play.rests(1)


def test_areas_and_opponent_are_named_before_the_defence() -> None:
    """Y4.5, Y4.9: the target is asked when it knows what is at stake."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT03"], "territories": columns(CITY, poseidon=2)},
            {"hand": ["TS10", "TT54"], "territories": columns(OTHER, poseidon=2)},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06", "exchange poseidon 1", "with seat 1")
        assert play.match.view(1)["turn"] == [
            [0, "support athena-exchange ts06"],
            [0, "exchange poseidon 1"],
            [0, "with seat 1"],
        ]
        assert halves(play, 0, "poseidon") == CITY["poseidon"][:2]
        play.asked(1, ["shield ts10", "let it happen"], "let it happen")
        assert halves(play, 0, "poseidon") == ["TT02a", "TT29a"]
        play.logged("target-area", seat=0, to=1, god="poseidon", n=1, cause="TS06")
        play.logged("swap", seat=0, to=1, god="poseidon", n=1, cause="TS06")
        play.rests(1)


def test_blocked_nothing_is_swapped() -> None:
    """Y4.9: no token is looked at either."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT55"], "territories": {"poseidon": areas("TT01a")}},
            {"hand": ["TS10", "TT54"], "territories": {"poseidon": areas(on("TT02a", "owl"))}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.answers(1, "shield ts10")
        assert halves(play, 0, "poseidon") == ["TT01a"]
        assert tokens(play, 0, 1, "poseidon", 1) == [None]
        play.has(1, hand_size=2)
        play.table(second_discard=["TS06", "TS10"])
        play.rests(1)


def test_a_swap_completes_no_city() -> None:
    """Y4.5, Y7.2: the number of areas stays what it is."""
    position = {
        "seats": [
            {"hand": ["TS06", "TT55"], "territories": columns(CITY, poseidon=4, hephaestus=4, aether=4, gaia=3)},
            {"hand": ["TT53", "TT54"], "territories": columns(OTHER, gaia=4)},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.answers(0, "exchange gaia 3")
        play.has(0, city_bonus=0)
        play.table(last_round=False)
        play.rests(1)
