"""Y6: Dionysus."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import CITY, GAME, GODS, OTHER, Ephyran, areas, columns, halves, hand, on, tokens

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


@pytest.mark.parametrize("god", GODS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_joker_of_any_god_and_number(god: str, n: int) -> None:
    """Y6.1"""
    position = {"seats": [{"hand": ["dionysus", "TS02"], "territories": columns(CITY, **{god: n - 1})}, NEXT]}
    with Ephyran(position) as play:
        play.answers(0, f"dionysus {god}")
        assert halves(play, 0, god) == [*CITY[god][: n - 1], "dionysus"]
        shown = play.match.view()["seats"][0]["territories"][god]["areas"][-1]
        assert shown == {"card": "dionysus", "half": None, "creature": "Dionysus", "tokens": []}
        play.rests(1)


def test_two_in_a_hand_are_offered_once() -> None:
    """Y6.1: which of them is played makes no difference."""
    position = {"seats": [{"hand": ["dionysus", "dionysus"], "territories": columns(CITY, gaia=1)}, NEXT]}
    with Ephyran(position) as play:
        options = [*(f"dionysus {god}" for god in GODS), "change gaia with dionysus", "discard dionysus"]
        play.asked(0, options, "discard dionysus")
        assert hand(play, 0).count("dionysus") == 1
        play.rests(1)


def test_it_counts_towards_the_sixteen() -> None:
    """Y6.1, Y7.2"""
    position = {
        "seats": [
            {"hand": ["dionysus", "TS02"], "territories": columns(CITY, poseidon=4, hephaestus=4, aether=4, gaia=3)},
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "dionysus gaia")
        play.has(0, city_bonus=3)
        play.table(last_round=True)
        play.rests(1)


def test_several_may_stand_in_a_city() -> None:
    """Y6.2: in one territory too."""
    position = {
        "seats": [
            {"hand": ["dionysus", "TS02"], "territories": {"gaia": areas("dionysus", "dionysus")}},
            {"hand": ["dionysus", "TT54"]},
            {},
            {},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "dionysus gaia")
        assert halves(play, 0, "gaia") == ["dionysus", "dionysus", "dionysus"]
        play.scores(0, total=1)
        play.rests(1)


@pytest.mark.parametrize(("god", "stand", "scores"), [
    ("gaia", ["poseidon", "gaia"], "gaia"),
    ("gaia", ["hephaestus", "aether"], "hephaestus"),
    ("poseidon", ["gaia", "aether"], "aether"),
    ("aether", ["aether", "poseidon", "hephaestus"], "aether"),
    ("hephaestus", ["gaia"], "gaia"),
])  # fmt: skip
def test_which_dionysus_scores(god: str, stand: list[str], scores: str) -> None:
    """Y6.2, Y7.3: the one in the own god's territory, else the first in the order of Y1.1; once per city."""
    territories = {name: areas("dionysus") for name in stand}
    state = GAME.position({"seats": [{"god": god, "territories": territories}, {}, {}]})
    found = GAME.scores(state)[0]
    assert {name: items["dionysus"] for name, items in found["territories"].items()} == {
        name: int(name == scores) for name in GODS
    }
    assert found["total"] == (2 if scores == god else 1)


def taking(**more: Any) -> dict[str, Any]:
    """Seat 0 can take the Dionysus of seat 1 (Poseidon 2, covered), and with another half that of seat 2."""
    return {
        "seats": [
            {"hand": ["TT29", "TT55"], "territories": columns(CITY, hephaestus=4, gaia=1)},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", on("dionysus", "owl"), "TT39b")}},
            {"hand": ["TT45", "TT46"], "territories": {"poseidon": areas("TT03a", "dionysus")}},
        ],
        **more,
    }


def test_taking_a_dionysus() -> None:
    """Y6.3: the half goes in its place, covered or not; the Dionysus is laid at once; then the draw."""
    with Ephyran(taking(first_discard=["TT44"])) as play:
        play.answers(0, "take dionysus with tt29a")
        play.table(asking="take from", in_play="TT29a", transit=None)
        play.asked(0, ["seat 1", "seat 2"], "seat 1")
        play.table(asking="lay", in_play=None)
        assert play.match.view(None)["transit"] == {
            "card": "dionysus",
            "half": None,
            "creature": "Dionysus",
            "tokens": [None],
        }
        assert halves(play, 1, "poseidon") == ["TT02a", "TT29a", "TT39b"]
        play.refuses("dionysus hephaestus", "Y6.3")  # it has four areas
        play.asked(0, ["dionysus poseidon", "dionysus aether", "dionysus gaia"], "dionysus gaia")
        assert halves(play, 0, "gaia") == ["TT22a", "dionysus"]
        assert tokens(play, 0, 0, "gaia", 2) == ["owl"]
        play.table(transit=None)
        play.asked(0, ["draw pile", "draw discard"], "draw discard")  # nothing was put there
        assert hand(play, 0) == ["TT44", "TT55"]
        play.rests(1)


def test_the_half_and_its_printed_token_belong_to_the_opponent() -> None:
    """Y6.3"""
    position = taking()
    position["seats"][0]["hand"] = ["TS04", "TT55"]
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with ts04a", "seat 1", "dionysus aether")
        items = play.match.scores()[1]["territories"]["poseidon"]
        assert (items["printed"], items["added"], items["creatures"], items["dionysus"]) == (1, 0, 2, 0)
        play.rests(1)


def test_exactly_the_missing_god_and_number() -> None:
    """Y6.3: a Dionysus at Poseidon 2 is not taken with Poseidon 1 or 3, nor with Gaia 2."""
    position = taking()
    position["seats"][0]["hand"] = ["TT07", "TT49", "TT52", "TS05"]
    with Ephyran(position) as play:
        play.refuses("take dionysus with tt07a", "Y6.3")
        play.refuses("take dionysus with tt49b", "Y6.3")
        play.refuses("take dionysus with tt52a", "Y6.3")
        play.refuses("take dionysus with ts05b", "Y6.3")  # a Support half
        play.offers("take dionysus with ts05a")
        play.rests(0)


def test_never_with_a_dionysus() -> None:
    """Y6.3: the replacing card."""
    position = taking()
    position["seats"][0]["hand"] = ["dionysus", "TT55"]
    with Ephyran(position) as play:
        play.refuses("take dionysus with dionysus", "Y6.3")
        assert not any(label.startswith("take") for label in play.match.options())
        play.rests(0)


def test_not_from_the_own_city() -> None:
    """Y6.3, Ruling"""
    position = {
        "seats": [{"hand": ["TT29", "TT55"], "territories": {"poseidon": areas("TT01a", "dionysus")}}, NEXT],
    }
    with Ephyran(position) as play:
        play.refuses("take dionysus with tt29a", "Y6.3")
        play.offers("change poseidon with tt29a")
        play.rests(0)


def test_not_out_of_a_locked_territory() -> None:
    """Y6.3, Y4.7: of two opponents the other one is meant, without a question."""
    position = taking()
    position["seats"][1]["territories"]["poseidon"]["locked"] = "TS09"
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a")
        assert halves(play, 2, "poseidon") == ["TT03a", "TT29a"]
        play.answers(0, "dionysus aether")
        play.rests(1)


def test_an_unlocked_territory_with_fewer_than_four_areas_is_needed() -> None:
    """Y6.3: three full ones and a locked one do not do."""
    position = taking()
    position["seats"][0]["territories"] = {
        **columns(CITY, poseidon=4, hephaestus=4, aether=4),
        "gaia": areas("TT22a", locked="TS09"),
    }
    position["seats"][0]["hand"] = ["TT31", "TT55"]
    with Ephyran(position) as play:
        play.refuses("take dionysus with tt31a", "Y6.3")
        play.rests(0)


def test_with_one_territory_for_it_nothing_is_asked() -> None:
    """Y6.3, Y7.2: laid at once; as the 16th area it completes the city."""
    position = taking()
    position["seats"][0]["territories"] = columns(CITY, poseidon=4, hephaestus=4, aether=4, gaia=3)
    position["seats"][0]["hand"] = ["TT31", "TT55"]
    del position["seats"][2]["territories"]
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt31a")
        assert halves(play, 0, "gaia") == ["TT22a", "TT50a", "TT40b", "dionysus"]
        play.has(0, city_bonus=3)
        play.table(last_round=True)
        play.rests(1)


def test_it_is_the_action_of_the_turn() -> None:
    """Y6.3, Y3.1: "as your Add"; no further one."""
    with Ephyran(taking()) as play:
        play.answers(0, "take dionysus with tt29a", "seat 2", "dionysus gaia")
        play.table(active=1)
        play.rests(1)


def test_the_taken_dionysus_can_be_taken_back() -> None:
    """Y6.3: from where it stands now."""
    position = {
        "seats": [
            {"hand": ["TT29", "TT55"], "territories": columns(CITY, gaia=1)},
            {"hand": ["TT56", "TT54"], "territories": {"poseidon": areas("TT02a", "dionysus")}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a", "dionysus gaia")
        play.offers("take dionysus with tt56a")  # Gaia 2
        play.answers(1, "take dionysus with tt56a", "dionysus aether")
        assert halves(play, 0, "gaia") == ["TT22a", "TT56a"]
        assert halves(play, 1, "aether") == ["dionysus"]
        play.rests(0)


def test_no_defence_against_a_taking() -> None:
    """Y6.3, Ruling, Y4.9"""
    position = taking()
    position["seats"][1]["hand"] = ["TS10", "TS11"]
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a", "seat 1")
        play.pending(0, ["dionysus poseidon", "dionysus aether", "dionysus gaia"])


def test_the_city_of_the_opponent_stays_complete() -> None:
    """Y6.3: its number of areas is the same."""
    position = {
        "seats": [
            {"hand": ["TT29", "TT55"]},
            {
                "hand": ["TT53", "TT54"],
                "city_bonus": 3,
                "territories": {
                    **columns(OTHER, hephaestus=4, aether=4, gaia=4),
                    "poseidon": areas("TT02a", "dionysus", "TT39b", "TT16b"),
                },
            },
        ],
        "to_move": 0,
    }
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a", "dionysus gaia")
        assert halves(play, 1, "poseidon") == ["TT02a", "TT29a", "TT39b", "TT16b"]
        play.has(1, city_bonus=3)
        play.rests(1)
