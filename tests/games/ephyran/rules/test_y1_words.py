"""Y1: words."""

from __future__ import annotations

import pytest

from tests.games.ephyran.common import CITY, GAME, GODS, Ephyran, areas, columns, halves, hand, on


def test_every_city_builds_the_territories_of_all_four_gods() -> None:
    """Y1.1: whoever's god it is, all four columns can be built, and a view lists them in this order."""
    position = {"seats": [{"god": "gaia", "hand": ["TS02", "TS14", "TS26", "TS38"]}, {}]}
    with Ephyran(position) as play:
        play.offers("add ts02a", "add ts14a", "add ts26a", "add ts38a")
        for seat in (0, 1):
            assert list(play.match.view()["seats"][seat]["territories"]) == GODS
        play.rests(0)


def test_the_creatures_of_a_god_live_in_its_territory_only() -> None:
    """Y1.1: five kinds of creatures for each god, none for two gods."""
    creatures: dict[str, set[str]] = {god: set() for god in GODS}
    for card in GAME.cards():
        for half in GAME.card(card)["halves"]:
            if "god" in half:
                creatures[half["god"]].add(half["creature"])
    assert [len(found) for found in creatures.values()] == [5, 5, 5, 5]
    assert len(set().union(*creatures.values())) == 20


def test_a_territory_is_a_column_of_the_areas_1_to_4() -> None:
    """Y1.2, Y3.3: built from 1 up to 4 and no further; one area per god and number."""
    position = {
        "seats": [
            {
                "hand": ["TS01", "TS05", "TS09", "TS12"],  # Poseidon 1, 2, 3, 4
                "territories": columns(CITY, poseidon=2),
            },
            {"hand": ["TT53", "TT54"]},
        ],
        "pile_size": 60,
    }
    with Ephyran(position) as play:
        play.refuses("add ts01a", "Y3.3")
        play.refuses("add ts05a", "Y3.3")
        play.refuses("add ts12a", "Y3.3")
        play.answers(0, "add ts09a")
        assert halves(play, 0, "poseidon") == ["TT01a", "TT29a", "TS09a"]
        play.rests(1)


def test_only_the_highest_area_of_a_column_is_uncovered() -> None:
    """Y1.2: the highest one can be changed, those below are covered."""
    position = {
        "seats": [{"hand": ["TS01", "TS05", "TS09"], "territories": columns(CITY, poseidon=3)}, {}],
    }
    with Ephyran(position) as play:
        play.offers("change poseidon with ts09a")
        play.refuses("change poseidon with ts01a", "Y3.4")
        play.refuses("change poseidon with ts05a", "Y3.4")
        play.pending(
            0,
            [
                "change poseidon with ts09a",
                "support castor-pollux ts01",
                "support shield ts09",
                "discard ts01",
                "discard ts05",
                "discard ts09",
            ],
        )


def test_playing_one_half_spends_the_whole_card() -> None:
    """Y1.3: the other half is buried."""
    position = {"seats": [{"hand": ["TS02", "TT55"]}, {"hand": ["TT53", "TT54"]}], "draws": ["TT56"]}
    with Ephyran(position) as play:
        play.answers(0, "add ts02a")
        assert hand(play, 0) == ["TT55", "TT56"]
        play.answers(1, "discard tt53")
        play.refuses("support graeae ts02", "Y3.1")
        play.table(second_discard=[])
        play.rests(0)


def test_a_support_half_spends_its_territory_half_too() -> None:
    """Y1.3"""
    position = {
        "seats": [{"hand": ["TS02", "TT55"]}, {"hand": ["TT53", "TT54"]}],
        "draws": ["TT06", "TT07", "TT13"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support graeae ts02", "keep tt06", "put tt07")
        play.table(second_discard=["TS02"])
        play.answers(1, "discard tt53")
        play.refuses("add ts02a", "Y3.1")
        play.rests(0)


def test_both_halves_of_a_card_can_be_the_same_question_answered_two_ways() -> None:
    """Y1.3: TT01 is Poseidon 1 or Hephaestus 4."""
    position = {"seats": [{"hand": ["TT01"], "territories": columns(CITY, hephaestus=3)}, {}]}
    with Ephyran(position) as play:
        play.pending(0, ["add tt01a", "add tt01b", "discard tt01"])


def test_a_card_in_the_first_discard_has_both_halves_again() -> None:
    """Y1.3: what was changed away as Poseidon 1 comes back as Hephaestus 4."""
    position = {
        "seats": [
            {"hand": ["TS02", "TT55"], "territories": areas_of_poseidon("TT04a")},
            {"hand": ["TT54", "TS09"], "territories": columns(CITY, hephaestus=3)},
        ],
        "draws": ["TT56"],
    }
    with Ephyran(position) as play:
        play.answers(0, "change poseidon with ts02a")
        play.table(first_discard=["TT04"])
        play.answers(1, "support shield ts09", "draw discard")
        play.answers(0, "discard tt55")
        play.refuses("add tt04b", "Y4.7")  # locked, but it is there
        play.offers("add tt04a")
        play.rests(1)


def areas_of_poseidon(*cards: str) -> dict[str, object]:
    return {"poseidon": areas(*cards)}


def test_the_first_discard_is_face_up_and_its_top_may_be_drawn() -> None:
    """Y1.4: only the top."""
    position = {
        "seats": [{"hand": ["TS02", "TT55"]}, {"hand": ["TT53", "TT54"]}],
        "first_discard": ["TT05", "TT06", "TT07"],
    }
    with Ephyran(position) as play:
        play.answers(0, "add ts02a")
        play.table(first_discard=["TT05", "TT06", "TT07"])
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.table(first_discard=["TT05", "TT06"])
        assert hand(play, 0) == ["TT07", "TT55"]
        play.rests(1)


def test_the_second_discard_is_public_and_never_drawn() -> None:
    """Y1.4: with an empty pile and an empty first discard nothing is drawn, however big the second is."""
    position = {
        "seats": [{"hand": ["TS02", "TT55"]}, {"hand": ["TT53", "TT54"]}],
        "second_discard": ["TS10", "TS11"],
        "pile_size": 0,
    }
    with Ephyran(position) as play:
        before = play.match.view()["second_discard"]
        assert before[-2:] == ["TS10", "TS11"]
        assert len(before) == 104 - 4
        play.answers(0, "add ts02a")
        play.table(second_discard=before)
        play.has(0, hand_size=1)
        play.rests(1)


@pytest.mark.parametrize(("face", "points"), [("thunderbolt", 3), ("trident", 2), ("owl", 1), ("helmet", -1)])
def test_what_an_added_token_is_worth(face: str, points: int) -> None:
    """Y1.5"""
    state = GAME.position({"seats": [{"god": "gaia", "territories": {"poseidon": areas(on("TT01a", face))}}, {}]})
    items = GAME.scores(state)[0]["territories"]["poseidon"]
    assert (items["added"], items["points"]) == (points, 1 + points)


@pytest.mark.parametrize(("card", "god", "n", "points"), [
    ("TS10a", "poseidon", 4, 3), ("TS07a", "poseidon", 3, 2), ("TS04a", "poseidon", 2, 1), ("TS37a", "gaia", 1, 1),
])  # fmt: skip
def test_what_a_printed_token_is_worth(card: str, god: str, n: int, points: int) -> None:
    """Y1.5: it belongs to its half."""
    column = [*CITY[god][: n - 1], card]
    state = GAME.position({"seats": [{"god": "hephaestus", "territories": {god: areas(*column)}}, {}]})
    assert GAME.scores(state)[0]["territories"][god]["printed"] == points


def test_a_printed_token_belongs_to_its_half_and_an_added_one_to_the_place() -> None:
    """Y1.5, Y4.5: swapped between cities the printed one counts for the new owner; an added one is face down."""
    position = {
        "seats": [
            {"god": "gaia", "hand": ["TS06", "TT55"], "territories": {"poseidon": areas("TS01a")}},
            {"god": "aether", "territories": {"poseidon": areas(on("TT01a", "owl"))}, "hand": ["TT53", "TT54"]},
        ],
    }
    with Ephyran(position) as play:
        play.scores(0, total=2)
        assert play.match.view()["seats"][1]["territories"]["poseidon"]["areas"][0]["tokens"] == [None]
        play.answers(0, "support athena-exchange ts06")
        items = [score["territories"]["poseidon"] for score in play.match.scores()]
        assert [(item["printed"], item["added"]) for item in items] == [(0, 1), (1, 0)]
        play.rests(1)
