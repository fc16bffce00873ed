"""Positions: what may be left out, what is wrong, and that `describe` is the inverse."""

from __future__ import annotations

import copy
import json
import tomllib
from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pediment
from pediment.games.ephyran.rules.gains import points
from tests.depth import examples
from tests.games.ephyran.common import (
    CITY,
    GAME,
    GODS,
    Ephyran,
    areas,
    columns,
    game,
    hand,
    labels,
    on,
    tokens,
    viewers,
)

IDS: Final = GAME.cards()[:-1]


def view(position: dict[str, Any], viewer: int | None = None) -> dict[str, Any]:
    return GAME.view(GAME.position(position), viewer)


def problems(position: Any) -> list[str]:
    """The fields that are wrong."""
    with pytest.raises(pediment.PositionError) as caught:
        GAME.position(position)
    assert all(text for _, text in caught.value.problems)
    return [field for field, _ in caught.value.problems]


# What may be left out


def test_everything_but_the_seats_may_be_left_out() -> None:
    """Y2.1: gods in the order of Y1.1, seat 0 has the Athena token and is to move, nothing is on the table."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, {}, {}]}
    shown = view(position)
    assert [seat["god"] for seat in shown["seats"]] == GODS[:3]
    assert [seat["city_bonus"] for seat in shown["seats"]] == [0, 0, 0]
    assert [seat["hand_size"] for seat in shown["seats"]] == [2, 0, 0]
    assert [seat["known"] for seat in shown["seats"]] == [[], [], []]
    for seat in shown["seats"]:
        assert seat["territories"] == {god: {"locked": None, "areas": []} for god in GODS}
    assert (shown["athena"], shown["active"], shown["to_move"], shown["asking"]) == (0, 0, 0, "action")
    assert (shown["pile_size"], shown["supply_size"], shown["last_round"]) == (102, 12, False)
    assert (shown["first_discard"], shown["second_discard"], shown["tokens_gone"]) == ([], [], [])
    assert shown["edition"] == "reconstruction"


def test_a_missing_god_is_the_first_free_one() -> None:
    """Y1.1, Y2.1"""
    shown = view({"seats": [{}, {"god": "poseidon"}, {"god": "aether"}, {}]})
    assert [seat["god"] for seat in shown["seats"]] == ["hephaestus", "poseidon", "aether", "gaia"]


def test_who_is_to_move() -> None:
    """Y7.1: the Athena token and the turn are two things; the last turn of a round is the seat before the token."""
    seats = [{"hand": ["TT01", "TT02"]}, {"hand": ["TT03", "TT04"]}, {"hand": ["TT05", "TT06"]}]
    shown = view({"seats": seats, "to_move": 2, "athena": 1})
    assert (shown["to_move"], shown["active"], shown["athena"]) == (2, 2, 1)
    assert view({"seats": seats, "to_move": 2})["athena"] == 0
    assert view({"seats": seats, "athena": 2})["to_move"] == 2
    with Ephyran({"seats": seats, "to_move": 2, "athena": 1, "last_round": True}) as play:
        play.answers(2, "discard tt05")
        play.answers(0, "discard tt01")
        play.over()


def test_areas_short_and_in_the_shape_of_the_view() -> None:
    """Y1.2: from number 1 up; the highest is uncovered."""
    short = {"poseidon": {"areas": ["TT01a", "dionysus", "TT36b"]}}
    long = {
        "poseidon": {
            "locked": None,
            "areas": [
                {"card": "TT01", "half": "a", "creature": "Scylla", "tokens": []},
                {"card": "dionysus", "half": None, "creature": "Dionysus", "tokens": []},
                {"card": "TT36", "half": "b", "tokens": []},
            ],
        }
    }
    first, second = (view({"seats": [{"territories": city}, {}]}) for city in (short, long))
    assert first == second
    assert first["seats"][0]["territories"]["poseidon"]["areas"][2]["creature"] == "Siren"


def test_a_view_of_the_cities_can_be_put_into_a_position() -> None:
    """Y1.2: a finished table typed in from what its owner sees."""
    city = columns(CITY, poseidon=3, gaia=2)
    city["poseidon"]["areas"][1] = on("TT29a", "owl")
    city["gaia"]["locked"] = "TS09"
    shown = view({"seats": [{"territories": city}, {}]}, 0)
    again = view({"seats": [{"territories": shown["seats"][0]["territories"]}, {}]}, 0)
    assert again["seats"][0] == shown["seats"][0]


@pytest.mark.parametrize("owl", ["owl", {"token": "owl"}])
def test_a_token_without_seen_is_seen_by_its_owner_only(owl: Any) -> None:
    """Y5.3: in `supply` and `tokens_gone` by nobody; `seen` says who."""
    position = {
        "seats": [
            {"territories": {"gaia": areas(on("TT22a", owl, {"token": "helmet", "seen": [1]}))}},
            {"hand": ["TT01", "TT02"]},
            {},
        ],
        "tokens_gone": ["trident", {"token": "owl", "seen": [0, 2]}],
        "to_move": 1,
    }
    with Ephyran(position) as play:
        assert [tokens(play, viewer, 0, "gaia", 1) for viewer in (None, 0, 1, 2)] == [
            [None, None],
            ["owl", None],
            [None, "helmet"],
            [None, None],
        ]
        gone = [play.match.view(viewer)["tokens_gone"] for viewer in (None, 0, 1, 2)]
        assert gone == [[None, None], [None, "owl"], [None, None], [None, "owl"]]
        play.table(supply_size=12 - 4)
        play.rests(1)


def test_a_hand_card_as_a_word_is_not_known_except_dionysus() -> None:
    """Y8.1: it always is."""
    cards = ["TT01", {"card": "TT02", "known": True}, {"card": "TT03", "known": False}, "dionysus"]
    assert view({"seats": [{"hand": cards}, {}]})["seats"][0]["known"] == ["TT02", "dionysus"]
    cards = [{"card": "dionysus", "known": False}, {"card": "dionysus"}]
    assert view({"seats": [{"hand": cards}, {}]})["seats"][0]["known"] == ["dionysus", "dionysus"]


def test_the_discards_are_bottom_to_top() -> None:
    """Y4.11"""
    position = {
        "seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}],
        "first_discard": ["TT05", "dionysus", "TT06"],
        "second_discard": ["TS10", "TS11"],
    }
    with Ephyran(position) as play:
        play.table(first_discard=["TT05", "dionysus", "TT06"], second_discard=["TS10", "TS11"])
        play.answers(0, "add tt01a", "draw discard")
        play.has(0, known=["TT06"])
        play.rests(1)


# What comes next


def test_draws_are_the_next_cards_top_first() -> None:
    """Y8.1: then chance goes on, by the seed."""
    third: set[str] = set()
    for seed in range(30):
        position = {
            "seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}],
            "draws": ["TT05", "TT07"],
            "seed": seed,
        }
        with Ephyran(position) as play:
            play.answers(0, "discard tt01")
            assert hand(play, 0) == ["TT02", "TT05"]
            play.answers(1, "discard tt53")
            assert hand(play, 1) == ["TT07", "TT54"]
            play.answers(0, "discard tt02")
            (drawn,) = set(hand(play, 0)) - {"TT05"}
            third.add(drawn)
            play.rests(1)
    assert len(third) > 15


def test_the_same_seed_the_same_cards() -> None:
    """Y8.1"""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}], "seed": 7}
    hands = []
    for _ in range(2):
        state = GAME.position(position)
        for label in ("discard tt01", "discard tt53", "discard tt02"):
            GAME.play(state, label)
        hands.append([GAME.view(state, seat)["hand"] for seat in (0, 1)])
    assert hands[0] == hands[1]


def test_draws_feed_every_card_that_leaves_the_pile_in_time_order() -> None:
    """Y4.2, Y4.9, Y4.1: Graeae's looks three in a row, a defender's draw before the active player's."""
    position = {
        "seats": [
            {"hand": ["TS08", "TT01"]},
            {"hand": ["TS10", "TS21", "TT54"], "territories": {"gaia": areas("TT22a")}},
            {"hand": ["TS12", "TT46"]},
        ],
        "draws": ["TT31", "TT32", "TT33", "TT34", "TT35", "TT36", "TT37"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        assert hand(play, 1) == ["TS21", "TT31", "TT54"]
        assert hand(play, 0) == ["TT01", "TT32"]
        play.answers(1, "support graeae ts21")
        play.asked(1, ["keep tt33", "keep tt34", "keep tt35"], "keep tt34")
        play.answers(1, "put tt35")
        play.answers(2, "support castor-pollux ts12", "draw pile", "draw pile")
        assert hand(play, 2) == ["TT36", "TT37", "TT46"]
        play.answers(2, "discard tt46")
        play.rests(0)


def test_supply_is_the_next_tokens() -> None:
    """Y4.3"""
    position = {
        "seats": [
            {"hand": ["TS03", "TS04", "TS30", "TT55"], "territories": {"gaia": areas("TT22a")}},
            {"hand": ["TT52", "TT53", "TT54"]},
        ],
        "supply": ["helmet", "thunderbolt", "owl"],
        "draws": ["TT44", "TT45", "TT46", "TT47", "TT48", "TT49"],
    }
    with Ephyran(position) as play:
        play.table(supply_size=12)
        play.answers(0, "support athena-token ts03")
        play.answers(1, "discard tt53")
        play.answers(0, "support athena-token ts04", "draw pile")
        assert tokens(play, 0, 0, "gaia", 1) == ["helmet", "thunderbolt"]
        play.table(supply_size=10)
        play.answers(1, "discard tt52")
        play.answers(0, "support athena-token ts30", "draw pile")
        assert tokens(play, 0, 0, "gaia", 1) == ["helmet", "thunderbolt", "owl"]
        play.rests(1)


def test_the_pile_without_a_size_is_everything_that_is_named_nowhere() -> None:
    """Y2.2: unnamed Dionysus cards are out of the position."""
    state = GAME.position(
        {
            "seats": [
                {"hand": ["TT01"], "territories": {"gaia": areas("TT22a", locked="TS09")}},
                {"hand": ["TT53", "TT54"]},
            ],
            "first_discard": ["TT05"],
            "second_discard": ["TS10"],
            "draws": ["TT30"],
        }
    )
    named = {"TT01", "TT22", "TS09", "TT53", "TT54", "TT05", "TS10"}
    assert sorted(IDS[card] for card in state.pile) == sorted(set(IDS) - named)
    assert GAME.view(state, None)["pile_size"] == 104 - 7
    assert "dionysus" not in json.dumps(GAME.view(state, 0)["hand"])


def test_with_a_pile_size_the_pile_is_the_draws_and_the_first_unnamed_ids() -> None:
    """Y2.2: the rest lies at the bottom of the second discard in id order."""
    position = {
        "seats": [{"hand": ["TS02", "TT01"]}, {}],
        "draws": ["TT50", "TT40"],
        "pile_size": 5,
        "second_discard": ["TT56", "TS01"],
    }
    state = GAME.position(position)
    pile = ["TT50", "TT40", "TS03", "TS04", "TS05"]
    assert sorted(IDS[card] for card in state.pile) == sorted(pile)
    shown = GAME.view(state, None)
    rest = [card for card in IDS if card not in (*pile, "TS02", "TT01", "TT56", "TS01")]
    assert shown["second_discard"] == [*rest, "TT56", "TS01"]
    assert shown["pile_size"] == 5
    assert shown["last_round"] is False


def test_with_a_pile_size_of_just_the_draws() -> None:
    """Y7.6: the last of them empties it."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}],
        "draws": ["TT50"],
        "pile_size": 1,
    }
    with Ephyran(position) as play:
        play.answers(0, "discard tt01")
        assert hand(play, 0) == ["TT02", "TT50"]
        play.table(pile_size=0, last_round=True)
        play.rests(1)


def test_with_a_supply_size_the_rest_is_gone_seen_by_nobody() -> None:
    """Y8.1: behind what `tokens_gone` names."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"], "territories": {"gaia": areas(on("TT22a", "helmet"))}}, {}],
        "supply": ["thunderbolt"],
        "supply_size": 3,
        "tokens_gone": [{"token": "owl", "seen": [0]}],
    }
    state = GAME.position(position)
    shown = GAME.view(state, 0)
    assert shown["supply_size"] == 3
    assert shown["tokens_gone"] == ["owl", *[None] * 7]
    assert 0 in state.supply
    assert sorted([*state.supply, *state.token_face]) == [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]


def test_last_round_is_true_by_itself_when_the_pile_is_empty_or_a_city_bonus_is_there() -> None:
    """Y7.1: also against what the position says."""
    seats = [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}]
    assert view({"seats": seats})["last_round"] is False
    assert view({"seats": seats, "last_round": True, "to_move": 1})["last_round"] is True
    assert view({"seats": seats, "pile_size": 0, "last_round": False})["last_round"] is True
    assert view({"seats": [seats[0], {**seats[1], "city_bonus": 3}]})["last_round"] is True


def test_the_last_round_of_a_position_is_played_from_the_seat_to_move() -> None:
    """Y7.1: with the Athena token at the seat to move it is a whole round."""
    seats = [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}]
    with Ephyran({"seats": seats, "pile_size": 0}) as play:
        play.answers(0, "discard tt01")
        play.answers(1, "discard tt53")
        play.over()


def test_played_reaches_inner_questions() -> None:
    """Y4.2: labels in any case, other seats' answers too."""
    played = ["support graeae TS21", "keep tt05"]
    position = {
        "seats": [{"hand": ["TS21", "TT01"]}, {"hand": ["TT53", "TT54"]}],
        "draws": ["TT05", "TT06", "TT07"],
        "played": played,
    }
    with Ephyran(position) as play:
        play.table(asking="put", turn=[[0, "support graeae ts21"], [0, "keep"]])
        play.pending(0, ["put tt06", "put tt07"])
    played += ["put tt06", "discard tt53"]
    with Ephyran(position) as play:
        play.rests(0)


def test_the_example_of_the_format() -> None:
    """Y4.2, Y4.7, Y5.3: as it stands there."""
    position = {
        "game": "ephyran",
        "to_move": 0,
        "athena": 0,
        "last_round": False,
        "seats": [
            {
                "god": "poseidon",
                "city_bonus": 0,
                "hand": ["TS21", {"card": "TT01", "known": True}, "dionysus"],
                "territories": {
                    "poseidon": {
                        "locked": None,
                        "areas": [
                            "TS02a",
                            {"card": "TS04", "half": "a", "tokens": ["owl", {"token": "helmet", "seen": [0, 2]}]},
                            "dionysus",
                        ],
                    },
                    "gaia": {"locked": "TS09", "areas": ["TS37a"]},
                },
            },
            {"god": "gaia"},
        ],
        "draws": ["TT05", "TT07"],
        "pile_size": 20,
        "supply": ["thunderbolt"],
        "supply_size": 9,
        "tokens_gone": ["owl"],
        "first_discard": ["TT02", "TT03"],
        "second_discard": ["TS10"],
        "played": ["support graeae ts21", "keep tt05"],
        "seed": 0,
    }
    with Ephyran(position) as play:
        play.table(asking="put", pile_size=17, supply_size=9, first_discard=["TT02", "TT03"])
        assert tokens(play, 0, 0, "poseidon", 2) == ["owl", "helmet"]
        assert tokens(play, 1, 0, "poseidon", 2) == [None, None]
        play.offers("put tt07")
        play.pending(0, play.match.options())


# Before the deal, and after the end


def test_gods_to_choose_before_the_deal() -> None:
    """Y2.1: then the cards are dealt, first those of `draws`."""
    position = {"gods": "choose", "athena": 1, "seats": [{}, {}, {}], "draws": ["TT05", "TT06", "TT07", "TT08", "TT09"]}
    with Ephyran(position) as play:
        play.table(asking="god", to_move=1, active=None, pile_size=104)
        play.answers(1, "god gaia")
        play.asked(2, ["god poseidon", "god hephaestus", "god aether"], "god aether")
        play.answers(0, "god poseidon")
        assert hand(play, 1) == ["TT05", "TT06", "TT07", "TT08", "dionysus"]
        assert "TT09" in hand(play, 2)
        play.table(pile_size=92)
        play.rests(1)


def test_gods_are_not_chosen_after_the_deal() -> None:
    """Y2.1"""
    assert problems({"gods": "choose", "seats": [{"hand": ["TT01"]}, {}]}) == ["gods"]
    assert problems({"gods": "choose", "seats": [{"city_bonus": 3}, {}]}) == ["gods"]
    assert problems({"gods": "choose", "seats": [{}, {}], "over": True}) == ["gods"]
    assert problems({"gods": "choose", "seats": [{"god": "gaia"}, {}]}) == ["seats[0].god"]
    assert problems({"gods": "choose", "seats": [{}, {}, {}], "pile_size": 11}) == ["pile_size"]
    assert problems({"gods": "choose", "seats": [{"territories": columns(CITY, gaia=1)}, {}]}) == ["gods"]
    assert problems({"gods": "random", "seats": [{}, {}]}) == ["gods"]


def test_a_game_that_is_over() -> None:
    """Y7.3: all tokens in cities are revealed; nobody is asked."""
    position = {
        "seats": [
            {"god": "gaia", "hand": ["TT01"], "territories": {"gaia": areas(on("TT22a", "owl"))}},
            {"god": "aether", "territories": {"gaia": areas("TT23a")}},
        ],
        "over": True,
    }
    state = GAME.position(position)
    assert GAME.to_move(state) == pediment.OVER
    assert GAME.legal(state) == []
    assert GAME.returns(state) == [1.0, 0.0]
    for viewer in viewers(state):
        shown = GAME.view(state, viewer)
        assert (shown["asking"], shown["to_move"], shown["active"]) == ("over", None, None)
        assert shown["seats"][0]["territories"]["gaia"]["areas"][0]["tokens"] == ["owl"]
        assert shown["scores"] == GAME.scores(state)


def test_a_game_of_three_that_is_over_ended_before_the_athena_token() -> None:
    """Y7.1: the last turn was that of the seat before the token."""
    described = GAME.describe(GAME.position({"seats": [{}, {}, {}], "athena": 1, "over": True}))
    assert (described["over"], described["athena"], described["to_move"]) == (True, 1, 0)


def test_all_tokens_to_come_are_described() -> None:
    supply = ["helmet", "thunderbolt", "owl"]
    assert GAME.describe(GAME.position({"seats": [{}, {}], "supply": supply}))["supply"] == supply


def test_all_cards_to_come_are_described() -> None:
    draws = ["TT05", "TT01", "TT07"]
    seats = [{"hand": ["TT53", "TT54"]}, {}]
    assert GAME.describe(GAME.position({"seats": seats, "draws": draws}))["draws"] == draws


def test_a_digest_knows_who_holds_a_card() -> None:
    """Also of seats that are not asked."""
    mine, yours, theirs = ({"hand": cards} for cards in (["TT01", "TT04"], ["TT02"], ["TT03"]))
    one, two = (GAME.position({"seats": seats}) for seats in ([mine, yours, theirs], [mine, theirs, yours]))
    assert GAME.digest(one) != GAME.digest(two)


@pytest.mark.parametrize("card", IDS[:5])
def test_a_digest_knows_in_which_pile_a_card_lies(card: str) -> None:
    one, two = (GAME.position({"seats": [{}, {}], pile: [card]}) for pile in ("first_discard", "second_discard"))
    assert GAME.digest(one) != GAME.digest(two)


def test_every_label_is_listed_once_and_no_other() -> None:
    """Areas and tokens on them are counted from 1, seats from 0; of a Dionysus only some verbs speak (Y6.1)."""
    listed = GAME.label_list
    assert len(set(listed)) == len(listed) == 1469
    numbers = [label.split()[1:] for label in listed if label.startswith(("place ", "exchange ", "steal "))]
    places = [[god, str(n)] for god in GODS for n in range(1, 5)]
    assert sorted(numbers) == sorted(2 * places + [[*place, str(j)] for place in places for j in range(1, 13)])
    alone = [label for label in listed if label.endswith("dionysus")]
    assert alone == ["with dionysus", *(f"change {god} with dionysus" for god in GODS), "discard dionysus"]


def test_points_of_a_city_are_its_score() -> None:
    """Y6.2, Y7.4: a Dionysus in the territory of another god, in one's own, in both."""
    for gods in (["aether"], ["gaia"], ["aether", "gaia"], ["gaia", "poseidon"]):
        seat = {"god": "gaia", "territories": {god: areas("dionysus") for god in gods}}
        state = GAME.position({"seats": [seat, {}], "over": True})
        assert points(state, state.players[0]) == GAME.scores(state)[0]["total"] > 0


def test_an_edition_in_a_position() -> None:
    """Y2.2: name, hash and values; a hash that does not fit is an error."""
    text = GAME.edition_template().replace("Siren + owl", "Siren + thunderbolt")
    values = tomllib.loads(text)
    name, digest = GAME.check_edition(text)
    seats = [{"god": "gaia", "territories": {"poseidon": areas("TS01a")}}, {"hand": ["TT01", "TT02"]}]
    edition = {"name": name, "hash": digest, "values": values}
    state = GAME.position({"seats": seats, "edition": edition})
    assert GAME.view(state, None)["edition"] == "my box"
    assert GAME.scores(state)[0]["total"] == 4
    assert GAME.describe(state)["edition"] == edition
    assert problems({"seats": seats, "edition": {**edition, "hash": "0" * 16}}) == ["edition"]
    assert problems({"seats": seats, "edition": "my-box.toml"}) == ["edition"]
    assert "edition" not in GAME.describe(GAME.position({"seats": seats}))


# What is wrong


def seat(**fields: Any) -> dict[str, Any]:
    return {"seats": [fields, {}]}


def city(**territories: Any) -> dict[str, Any]:
    return seat(territories=territories)


P: Final = "seats[0].territories.poseidon"
WRONG: Final[list[tuple[str, Any, str]]] = [
    # a card twice
    ("a card twice in a hand", seat(hand=["TT01", "TT01"]), "seats[0].hand[1]: TT01 is in the position twice"),
    (
        "in two hands",
        {"seats": [{"hand": ["TT01"]}, {"hand": ["TT01"]}]},
        "seats[1].hand[0]: TT01 is in the position twice",
    ),
    (
        "in a hand and a city",
        seat(hand=["TT01"], territories={"poseidon": areas("TT01a")}),
        P + ".areas[0]: TT01 is in the position twice",
    ),
    (
        "both halves in a city",
        city(poseidon=areas("TT01a"), hephaestus=areas(*CITY["hephaestus"][:3], "TT01b")),
        "seats[0].territories.hephaestus.areas[3]: TT01 is in the position twice",
    ),
    (
        "in a hand and the first discard",
        {**seat(hand=["TT01"]), "first_discard": ["TT01"]},
        "first_discard[0]: TT01 is in the position twice",
    ),
    (
        "in both discards",
        {**seat(), "first_discard": ["TT01"], "second_discard": ["TT01"]},
        "second_discard[0]: TT01 is in the position twice",
    ),
    (
        "in a hand and the draws",
        {**seat(hand=["TT01"]), "draws": ["TT02", "TT01"]},
        "draws[1]: TT01 is in the position twice",
    ),
    (
        "a shield that lies twice",
        seat(hand=["TS09"], territories={"poseidon": areas("TT01a", locked="TS09")}),
        P + ".locked: TS09 is in the position twice",
    ),
    # an unknown field
    (
        "an unknown field",
        {**seat(), "deck": []},
        "deck: unknown field; known are game, edition, gods, to_move, athena, last_round, over, seats, ",
    ),
    ("of a seat", seat(gold=3), "seats[0].gold: unknown field; known are god, city_bonus, hand, territories"),
    ("of a territory", city(poseidon={"areas": [], "open": True}), P + ".open: unknown field; known are locked, areas"),
    (
        "of an area",
        city(poseidon=areas({"card": "TT01", "half": "a", "token": []})),
        P + ".areas[0].token: unknown field; known are card, half, creature, tokens",
    ),
    (
        "of a hand card",
        seat(hand=[{"card": "TT01", "seen": True}]),
        "seats[0].hand[0].seen: unknown field; known are card, known",
    ),
    (
        "of a token",
        city(poseidon=areas(on("TT01a", {"token": "owl", "by": [0]}))),
        P + ".areas[0].tokens[0].by: unknown field; known are token, seen",
    ),
    (
        "a territory of no god",
        city(zeus=areas("TT01a")),
        "seats[0].territories.zeus: unknown field; known are poseidon, hephaestus, aether, gaia",
    ),
    # an unknown card, god or face
    ("an unknown card in a hand", seat(hand=["TT57"]), "seats[0].hand[0]: unknown card 'TT57'"),
    ("in a city", city(poseidon=areas("TT99a")), P + ".areas[0]: unknown card 'TT99'"),
    ("in a discard", {**seat(), "first_discard": ["zeus.hercules"]}, "first_discard[0]: unknown card 'zeus.hercules'"),
    ("in the draws", {**seat(), "draws": [7]}, "draws[0]: unknown card 7"),
    ("as a shield", city(poseidon=areas("TT01a", locked="TS49")), P + ".locked: unknown card 'TS49'"),
    (
        "an unknown god",
        seat(god="zeus"),
        "seats[0].god: unknown god 'zeus'; there are poseidon, hephaestus, aether, gaia",
    ),
    (
        "an unknown face",
        city(poseidon=areas(on("TT01a", "sword"))),
        P + ".areas[0].tokens[0]: unknown token 'sword'; there are thunderbolt, trident, owl, helmet",
    ),
    (
        "in the supply",
        {**seat(), "supply": ["sword"]},
        "supply[0]: unknown token 'sword'; there are thunderbolt, trident, owl, helmet",
    ),
    (
        "out of the game",
        {**seat(), "tokens_gone": ["owl", None]},
        "tokens_gone[1]: unknown token None; there are thunderbolt, trident, owl, helmet",
    ),
    # an area that does not fit its place
    (
        "an area of another god",
        city(gaia=areas("TT01a")),
        "seats[0].territories.gaia.areas[0]: TT01a does not fit gaia 1 (Y3.3)",
    ),
    ("an area of another number", city(poseidon=areas("TT29a")), P + ".areas[0]: TT29a does not fit poseidon 1 (Y3.3)"),
    ("the other half", city(poseidon=areas("TT01b")), P + ".areas[0]: TT01b does not fit poseidon 1 (Y3.3)"),
    ("a Support half", city(poseidon=areas("TS01b")), P + ".areas[0]: TS01b does not fit poseidon 1 (Y3.3)"),
    (
        "a fifth area",
        city(poseidon=areas(*CITY["poseidon"], "TT02a")),
        P + ".areas[4]: TT02a does not fit poseidon 5 (Y3.3)",
    ),
    (
        "a fifth Dionysus area",
        city(poseidon=areas(*CITY["poseidon"], "dionysus")),
        P + ".areas[4]: a territory has 4 areas (Y1.2)",
    ),
    ("no half", city(poseidon=areas({"card": "TT01"})), P + '.areas[0].half: must be "a" or "b", not None'),
    ("half c", city(poseidon=areas("TT01c")), P + '.areas[0].half: must be "a" or "b", not \'c\''),
    # a lock
    (
        "a lock without area",
        city(poseidon={"locked": "TS09", "areas": []}),
        P + ".locked: a lock needs a territory with an area (Y4.7)",
    ),
    (
        "a lock by a card without shield",
        city(poseidon=areas("TT01a", locked="TS01")),
        P + ".locked: TS01 has no shield (Y4.7)",
    ),
    (
        "a lock by a Dionysus",
        city(poseidon=areas("TT01a", locked="dionysus")),
        P + ".locked: dionysus has no shield (Y4.7)",
    ),
    # tokens
    (
        "three thunderbolts",
        city(poseidon=areas(on("TT01a", *["thunderbolt"] * 3))),
        P + ".areas[0].tokens[2]: more 'thunderbolt' tokens than exist",
    ),
    (
        "a third one in the supply",
        {**city(poseidon=areas(on("TT01a", *["thunderbolt"] * 2))), "supply": ["thunderbolt"]},
        "supply[0]: more 'thunderbolt' tokens than exist",
    ),
    (
        "four tridents gone",
        {**seat(), "tokens_gone": ["trident"] * 4},
        "tokens_gone[3]: more 'trident' tokens than exist",
    ),
    (
        "seen by a seat that is not there",
        {**seat(), "tokens_gone": [{"token": "owl", "seen": [4]}]},
        "tokens_gone[0].seen: must be seats from 0 to 3, not [4]",
    ),
    (
        "seen by no list",
        {**seat(), "tokens_gone": [{"token": "owl", "seen": 0}]},
        "tokens_gone[0].seen: must be a list, not 0",
    ),
    # Dionysus
    (
        "more Dionysus than seats",
        seat(hand=["dionysus", "dionysus", "dionysus"]),
        "seats[0].hand[2]: more Dionysus cards than seats (Y2.1)",
    ),
    (
        "in the city and the discard too",
        {**seat(hand=["dionysus"], territories={"gaia": areas("dionysus")}), "second_discard": ["dionysus"]},
        "second_discard[0]: more Dionysus cards than seats (Y2.1)",
    ),
    (
        "a Dionysus in the draws",
        {**seat(), "draws": ["dionysus"]},
        "draws: there is no Dionysus in the draw pile (Y2.1)",
    ),
    # gods, city bonus
    ("one god twice", {"seats": [{"god": "gaia"}, {"god": "gaia"}]}, "seats[1].god: gaia is named twice (Y2.1)"),
    (
        "16 areas without city bonus",
        seat(territories=columns(CITY)),
        "seats[0].city_bonus: 16 areas, but no city bonus (Y7.2)",
    ),
    ("an impossible city bonus", seat(city_bonus=4), "seats[0].city_bonus: must be a whole number from 0 to 3, not 4"),
    ("a city bonus between the two", seat(city_bonus=2), "seats[0].city_bonus: must be 0, 1 or 3, not 2 (Y7.2)"),
    ("a negative city bonus", seat(city_bonus=-1), "seats[0].city_bonus: must be a whole number from 0 to 3, not -1"),
    # seats and numbers
    ("no seats", {}, "seats: a position needs 2 to 4 seats (Y2.1)"),
    ("one seat", {"seats": [{}]}, "seats: a position needs 2 to 4 seats (Y2.1)"),
    ("five seats", {"seats": [{}] * 5}, "seats: a position needs 2 to 4 seats (Y2.1)"),
    ("seats that are no list", {"seats": {"0": {}}}, "seats: a position needs 2 to 4 seats (Y2.1)"),
    ("a seat that is no table", {"seats": [{}, []]}, "seats[1]: must be a table of fields, not []"),
    ("to_move of nobody", {**seat(), "to_move": 2}, "to_move: must be a whole number from 0 to 1, not 2"),
    ("to_move before the first", {**seat(), "to_move": -1}, "to_move: must be a whole number from 0 to 1, not -1"),
    ("to_move as a text", {**seat(), "to_move": "0"}, "to_move: must be a whole number from 0 to 1, not '0'"),
    ("athena of nobody", {**seat(), "athena": -1}, "athena: must be a whole number from 0 to 1, not -1"),
    ("athena as a truth", {**seat(), "athena": True}, "athena: must be a whole number from 0 to 1, not True"),
    (
        "a pile smaller than the draws",
        {**seat(), "draws": ["TT01", "TT02"], "pile_size": 1},
        "pile_size: must be a whole number from 2 to 104, not 1",
    ),
    (
        "a pile of more cards than there are",
        {**seat(hand=["TT01"]), "pile_size": 104},
        "pile_size: must be a whole number from 0 to 103, not 104",
    ),
    ("a negative pile", {**seat(), "pile_size": -1}, "pile_size: must be a whole number from 0 to 104, not -1"),
    (
        "a supply smaller than its tokens",
        {**seat(), "supply": ["owl", "owl"], "supply_size": 1},
        "supply_size: must be a whole number from 2 to 12, not 1",
    ),
    (
        "a supply of more tokens than there are",
        {**seat(), "tokens_gone": ["owl"], "supply_size": 12},
        "supply_size: must be a whole number from 0 to 11, not 12",
    ),
    (
        "a seed that is not a number",
        {**seat(), "seed": "seven"},
        "seed: a fair seed is hmac-sha256, the secret as 64 hex digits, ",
    ),
    ("last_round as a text", {**seat(), "last_round": "no"}, "last_round: must be true or false, not 'no'"),
    ("over as a number", {**seat(), "over": 1}, "over: must be true or false, not 1"),
    (
        "known as a text",
        seat(hand=[{"card": "TT01", "known": "yes"}]),
        "seats[0].hand[0].known: must be true or false, not 'yes'",
    ),
    ("a hand that is no list", seat(hand="TT01"), "seats[0].hand: must be a list, not 'TT01'"),
    ("a discard that is no list", {**seat(), "first_discard": "TT01"}, "first_discard: must be a list, not 'TT01'"),
    (
        "territories that are no table",
        seat(territories=["TT01a"]),
        "seats[0].territories: must be a table of fields, not ['TT01a']",
    ),
    ("areas that are no list", city(poseidon={"areas": "TT01a"}), P + ".areas: must be a list, not 'TT01a'"),
    ("another game", {"game": "elysium", "seats": [{}, {}]}, "game: this is a position of 'elysium', not of 'ephyran'"),
    ("no table at all", ["TT01"], "position: must be a table of fields, not ['TT01']"),
    # played
    (
        "played that is no list",
        {**seat(hand=["TT01", "TT02"]), "played": "discard tt01"},
        "played: must be a list of labels, not 'discard tt01'",
    ),
    ("played that is no label", {**seat(hand=["TT01", "TT02"]), "played": [3]}, "played[0]: must be a label, not 3"),
    (
        "played against the rules",
        {**seat(hand=["TT01", "TT02"]), "played": ["discard tt01", "discard tt01"]},
        "played[1]: 'discard tt01' cannot be played. Y3.1: Your action is done; now draw a card.",
    ),
]


@pytest.mark.parametrize(("position", "problem"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_is_wrong_is_said_once_with_its_field(position: Any, problem: str) -> None:
    """Y1.2, Y1.3, Y1.5, Y2.1, Y2.2, Y4.7, Y7.2"""
    with pytest.raises(pediment.PositionError) as caught:
        GAME.position(position)
    assert len(caught.value.problems) == 1
    assert str(caught.value).startswith(problem)


def test_whatever_has_a_shield_is_a_lock_and_nothing_else() -> None:
    """Y4.7"""
    locks = []
    for card in IDS:
        position = {
            "seats": [{"territories": {"poseidon": areas("TT02a" if card == "TT01" else "TT01a", locked=card)}}, {}]
        }
        shield = any(half.get("support") == "shield" for half in GAME.card(card)["halves"])
        if shield:
            GAME.position(position)
            locks.append(card)
        else:
            assert problems(position) == ["seats[0].territories.poseidon.locked"]
    assert len(locks) == 6


def test_every_problem_is_named_at_once() -> None:
    """Y2.1"""
    position = {
        "seats": [{"god": "zeus", "hand": ["TT99"]}, {"gold": 3, "territories": {"gaia": areas("TT01a")}}],
        "athena": 7,
        "draws": ["TT01"],
        "wind": "west",
    }
    assert set(problems(position)) == {
        "wind", "seats[0].god", "seats[0].hand[0]", "seats[1].gold", "seats[1].territories.gaia.areas[0]", "athena",
        "draws[0]",
    }  # fmt: skip


WHOLE: Final[dict[str, Any]] = {
    "game": "ephyran",
    "to_move": 0,
    "athena": 1,
    "last_round": False,
    "over": False,
    "seats": [
        {
            "god": "poseidon",
            "city_bonus": 0,
            "hand": ["TS21", {"card": "TT01", "known": True}, "dionysus"],
            "territories": {
                "poseidon": {"locked": None, "areas": ["TS02a", on("TS04a", "owl", {"token": "helmet", "seen": [0]})]},
                "gaia": {"locked": "TS09", "areas": ["TS37a"]},
            },
        },
        {"god": "gaia"},
    ],
    "draws": ["TT05"],
    "pile_size": 20,
    "supply": ["thunderbolt"],
    "supply_size": 9,
    "tokens_gone": ["owl"],
    "first_discard": ["TT02"],
    "second_discard": ["TS10"],
    "played": ["support graeae ts21"],
    "seed": 0,
}
JUNK: Final[list[Any]] = [
    None,
    True,
    -1,
    3,
    99,
    1.5,
    "",
    "a",
    "TT05",
    "TS02a",
    "dionysus",
    "owl",
    [],
    [[]],
    {},
    {"a": 1},
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything inside a JSON value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


@pytest.mark.laws
@pytest.mark.deep
@settings(max_examples=examples(400, 100))
@given(place=st.sampled_from(places(WHOLE)), junk=st.sampled_from(JUNK))
def test_whatever_stands_there_a_position_is_read_or_its_problem_named(place: tuple[Any, ...], junk: Any) -> None:
    """Y2.1: nothing but a PositionError, whose first field is the place or what it clashes with."""
    position = copy.deepcopy(WHOLE)
    inner: Any = position
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = junk
    try:
        state = GAME.position(position)
    except pediment.PositionError:
        assert all(problems(position))
    else:
        assert GAME.asking(state)


# describe


@pytest.mark.laws
def test_describe_is_the_inverse_at_every_question() -> None:
    """Y8.1: the same question, answers and views, for everybody, in all games."""
    asked: set[str] = set()
    for seed in range(9):
        for n, state in enumerate(game(2 + seed % 3, seed, gods="choose" if seed % 2 else "random")):
            question = GAME.asking(state)
            if n % 23 and (question in ("action", "draw") or (question in asked and n % 5)):
                continue
            asked.add(question)
            described = GAME.describe(state)
            assert json.loads(json.dumps(described)) == described
            placed = GAME.position(described)
            assert GAME.asking(placed) == question
            assert GAME.to_move(placed) == GAME.to_move(state)
            assert labels(placed) == labels(state)
            for viewer in viewers(state):
                there, here = GAME.view(placed, viewer), GAME.view(state, viewer)
                assert {**there, "log": None} == {**here, "log": None}
            assert GAME.scores(placed) == GAME.scores(state)
            assert GAME.describe(placed) == described
    assert asked == {
        "god", "action", "again", "take from", "lay", "draw", "keep", "put", "theft from", "steal", "place",
        "exchange", "exchange with", "destruction of", "destroy", "lock", "unlock of", "unlock", "reactions", "over",
    }  # fmt: skip


def test_describe_of_a_position_with_sizes() -> None:
    """Y2.2: the rest lies where it lies, and is described there."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}],
        "pile_size": 7,
        "supply_size": 2,
        "draws": ["TT50"],
        "played": ["discard tt01"],
    }
    state = GAME.position(position)
    again = GAME.position(GAME.describe(state))
    for viewer in viewers(state):
        assert {**GAME.view(again, viewer), "log": None} == {**GAME.view(state, viewer), "log": None}
    assert Counter(again.pile) == Counter(state.pile)
    assert Counter(again.supply) == Counter(state.supply)


def test_the_pile_of_a_described_position_is_the_same_pile() -> None:
    """Y8.1: all that is hidden stays what it was."""
    for seed in range(6):
        for n, state in enumerate(game(3, seed)):
            if n % 29 == 0:
                placed = GAME.position(GAME.describe(state))
                assert sorted(placed.pile) == sorted(state.pile)
                assert [sorted(p.hand) for p in placed.players] == [sorted(p.hand) for p in state.players]
                assert sorted(placed.supply) == sorted(state.supply)
                assert sorted(placed.looking) == sorted(state.looking)


@pytest.mark.parametrize(
    ("hand", "played", "shown"),
    [
        (["TS01", "TT02"], ["support castor-pollux ts01", "draw pile"], "hand"),
        (["TS02", "TT02"], ["support graeae ts02"], "looking"),
        (["TS03", "TT02"], ["support athena-token ts03"], "holding"),
    ],
)
def test_what_chance_brought_in_this_turn_is_described(hand: list[str], played: list[str], shown: str) -> None:
    """Y3.1, Y4.1, Y4.2, Y4.3: it comes again, whatever the seed."""
    seats = [{"hand": hand, "territories": columns(CITY, poseidon=2)}, {}]
    for seed in range(5):
        state = GAME.position({"seats": seats, "first_discard": ["TT08"], "seed": seed, "played": played})
        described = GAME.describe(state)
        again = GAME.position({**described, "seed": seed + 1})
        assert len(described["draws"] + described["supply"]) == len(state.revealed) > 0
        assert GAME.view(again, 0)[shown] == GAME.view(state, 0)[shown]
