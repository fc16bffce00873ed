"""Athena's shield, on your turn: locking."""

from __future__ import annotations

from typing import Any

from tests.games.ephyran.common import CITY, OTHER, Ephyran, areas, columns, on, tokens

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def test_lock_one_of_your_territories() -> None:
    """Y4.7: with at least one area and not locked yet, complete or not; the shield lies there, not in a discard."""
    position = {
        "seats": [
            {
                "hand": ["TS09", "TT55"],
                "territories": {
                    **columns(CITY, poseidon=4, hephaestus=1),
                    "gaia": areas("TT22a", locked="TS10"),
                },
            },
            NEXT,
        ],
        "first_discard": ["TT48"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support shield ts09")
        play.table(asking="lock", in_play="TS09", second_discard=[])
        play.refuses("lock gaia", "Y4.7")
        play.refuses("lock aether", "Y4.7")
        play.asked(0, ["lock poseidon", "lock hephaestus"], "lock hephaestus")
        territories = play.match.view()["seats"][0]["territories"]
        assert {god: territory["locked"] for god, territory in territories.items()} == {
            "poseidon": None,
            "hephaestus": "TS09",
            "aether": None,
            "gaia": "TS10",
        }
        play.table(in_play=None, second_discard=[])
        play.logged("support", seat=0, support="shield", card="TS09")
        play.logged("lock", seat=0, god="hephaestus")
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.rests(1)


def test_any_number_may_be_locked() -> None:
    """Y4.7: all four."""
    locks = {"poseidon": "TS09", "hephaestus": "TS10", "aether": "TS17"}
    territories = {god: areas(CITY[god][0], locked=lock) for god, lock in locks.items()}
    position = {
        "seats": [{"hand": ["TS25", "TT55"], "territories": {**territories, "gaia": areas("TT22a")}}, NEXT],
    }
    with Ephyran(position) as play:
        play.answers(0, "support shield ts25")  # Gaia is the only one left
        assert play.match.view()["seats"][0]["territories"]["gaia"]["locked"] == "TS25"
        play.rests(1)


def test_only_your_own() -> None:
    """Y4.7, Y9: the areas of an opponent do not help."""
    position = {
        "seats": [
            {"hand": ["TS25", "TT55"]},
            {"hand": ["TT53", "TT54"], "territories": columns(OTHER, poseidon=3)},
        ],
    }
    with Ephyran(position) as play:
        play.refuses("support shield ts25", "Y9")
        play.rests(0)


def test_nothing_and_nobody_changes_a_locked_territory() -> None:
    """Y4.7: its owner neither adds, changes, exchanges nor places a token."""
    position = {
        "seats": [
            {
                "hand": ["TS02", "TT29", "TS06", "TS03", "TS09", "dionysus", "TT30"],
                "territories": {"poseidon": areas("TT01a", locked="TS10")},
            },
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.refuses("add tt29a", "Y4.7")
        play.refuses("add tt30a", "Y4.7")
        play.refuses("dionysus poseidon", "Y4.7")
        play.refuses("change poseidon with ts02a", "Y4.7")
        play.refuses("change poseidon with dionysus", "Y4.7")
        play.refuses("support athena-exchange ts06", "Y9")
        play.refuses("support athena-token ts03", "Y9")
        play.refuses("support shield ts09", "Y9")
        play.pending(
            0,
            [
                "dionysus hephaestus",
                "dionysus aether",
                "dionysus gaia",
                "support graeae ts02",
                "discard ts02",
                "discard tt29",
                "discard ts06",
                "discard ts03",
                "discard ts09",
                "discard dionysus",
                "discard tt30",
            ],
        )


def test_no_opponent_changes_a_locked_territory() -> None:
    """Y4.7: no exchange, destruction, Dionysus taking or theft."""
    position = {
        "seats": [
            {
                "hand": ["TS06", "TS08", "TS05", "TT29", "TT55"],
                "territories": {"poseidon": areas("TT01a")},
            },
            {
                "hand": ["TT53", "TT54"],
                "territories": {"poseidon": areas(on("TT02a", "owl"), "dionysus", locked="TS10")},
            },
        ],
    }
    with Ephyran(position) as play:
        play.refuses("support ares-destruction ts08", "Y9")
        play.refuses("support ares-theft ts05", "Y9")
        play.refuses("take dionysus with tt29a", "Y6.3")
        play.refuses("support athena-exchange ts06", "Y9")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl"]
        play.rests(0)


def test_a_taken_dionysus_is_not_laid_in_a_locked_territory() -> None:
    """Y4.7, Y6.3"""
    position = {
        "seats": [
            {"hand": ["TT29", "TT55"], "territories": {"poseidon": areas("TT01a", locked="TS10")}},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", "dionysus")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a")
        play.asked(0, ["dionysus hephaestus", "dionysus aether", "dionysus gaia"], "dionysus gaia")
        play.rests(1)


def test_the_shield_is_not_one_of_the_sixteen_cards() -> None:
    """Y4.7: fifteen areas and a shield are no complete city."""
    position = {
        "seats": [
            {"hand": ["TS09", "TT55"], "territories": columns(CITY, poseidon=4, hephaestus=4, aether=4, gaia=3)},
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support shield ts09", "lock poseidon")
        play.has(0, city_bonus=0)
        play.table(last_round=False)
        play.rests(1)


def test_a_locked_territory_counts_as_ever() -> None:
    """Y4.7, Y7.3: and a locked city can be completed elsewhere."""
    position = {
        "seats": [
            {
                "god": "gaia",
                "hand": ["TT06", "TT55"],
                "territories": {
                    **columns(CITY, hephaestus=4, aether=4, gaia=3),
                    "poseidon": areas(*CITY["poseidon"], locked="TS09"),
                },
            },
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        assert play.match.scores()[0]["territories"]["poseidon"]["points"] == 5
        play.answers(0, "add tt06b")
        play.has(0, city_bonus=3)
        play.rests(1)


def test_locking_is_never_blocked() -> None:
    """Y4.9: neither by Hecate nor by a Shield."""
    position = {
        "seats": [{"hand": ["TS09", "TT55"], "territories": columns(CITY, poseidon=1)}, {"hand": ["TS11", "TS10"]}],
    }
    with Ephyran(position) as play:
        play.answers(0, "support shield ts09")
        assert play.match.view()["seats"][0]["territories"]["poseidon"]["locked"] == "TS09"
        play.rests(1)
