"""Y2: setup."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import pediment
from tests.games.ephyran.common import CITY, GAME, GODS, Ephyran, columns, game, hand, labels

CSV = Path(__file__).parents[1] / "data" / "ephyran-cards.csv"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_a_god_a_dionysus_and_four_cards(seats: int) -> None:
    """Y2.1: and nobody anything else."""
    state = GAME.new(seats=seats, seed=11)
    spectator = GAME.view(state, None)
    assert len({seat["god"] for seat in spectator["seats"]}) == seats
    for seat, shown in enumerate(spectator["seats"]):
        assert shown["god"] in GODS
        assert (shown["hand_size"], shown["known"], shown["city_bonus"]) == (5, ["dionysus"], 0)
        assert all(t == {"locked": None, "areas": []} for t in shown["territories"].values())
        mine = GAME.view(state, seat)["hand"]
        assert Counter(card == "dionysus" for card in mine) == {True: 1, False: 4}
        assert len(set(mine)) == 5
    assert (spectator["pile_size"], spectator["supply_size"]) == (104 - 4 * seats, 12)
    assert (spectator["first_discard"], spectator["second_discard"], spectator["tokens_gone"]) == ([], [], [])
    assert spectator["last_round"] is False


def test_no_two_players_hold_the_same_card() -> None:
    """Y2.1"""
    state = GAME.new(seats=4, seed=5)
    dealt = [card for seat in range(4) for card in GAME.view(state, seat)["hand"] if card != "dionysus"]
    assert len(set(dealt)) == 16


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_players(seats: int) -> None:
    """Y2.1"""
    with pytest.raises(pediment.OptionError, match=r"Y2\.1"):
        GAME.new(seats=seats)


def test_gods_are_random_or_chosen() -> None:
    """Y2.1"""
    with pytest.raises(pediment.OptionError, match="gods"):
        GAME.new(gods="poseidon")
    assert GAME.asking(GAME.new(gods="random")) == "action"
    assert GAME.asking(GAME.new(gods="choose")) == "god"


def test_random_gods_come_in_every_order() -> None:
    """Y2.1: all 24 orders of four players."""
    orders: set[tuple[str, ...]] = set()
    for seed in range(200):
        view = GAME.view(GAME.new(seats=4, seed=seed), None)
        orders.add(tuple(seat["god"] for seat in view["seats"]))
    assert len(orders) == 24


def test_the_first_player_is_random() -> None:
    """Y2.1: each seat is first now and then, and has the Athena token and the first turn."""
    firsts: Counter[int] = Counter()
    for seed in range(120):
        state = GAME.new(seats=3, seed=seed)
        view = GAME.view(state, None)
        assert view["athena"] == view["active"] == view["to_move"] == GAME.to_move(state)
        assert view["log"][0] == {"event": "start", "seat": view["athena"], "cause": None, "rule": "Y2.1"}
        firsts[view["athena"]] += 1
    assert len(firsts) == 3
    assert min(firsts.values()) > 20


def test_gods_are_chosen_in_seat_order_from_the_first_player_before_any_card_is_dealt() -> None:
    """Y2.1: the last of four has no choice left."""
    state = GAME.new(seats=4, seed=3, gods="choose")
    first = GAME.view(state, None)["athena"]
    left = GODS.copy()
    for i, god in enumerate(["gaia", "poseidon", "aether"]):
        assert GAME.asking(state) == "god"
        assert GAME.to_move(state) == (first + i) % 4
        assert labels(state) == [f"god {name}" for name in left]
        view = GAME.view(state, None)
        assert view["pile_size"] == 104
        assert [seat["hand_size"] for seat in view["seats"]] == [0, 0, 0, 0]
        GAME.play(state, f"god {god}")
        left.remove(god)
    assert GAME.asking(state) == "action"
    assert GAME.to_move(state) == first
    view = GAME.view(state, None)
    assert [view["seats"][(first + i) % 4]["god"] for i in range(4)] == ["gaia", "poseidon", "aether", "hephaestus"]
    assert [seat["hand_size"] for seat in view["seats"]] == [5, 5, 5, 5]
    chosen = [(entry["seat"], entry["god"]) for entry in view["log"] if entry["event"] == "god"]
    assert chosen == [((first + i) % 4, god) for i, god in enumerate(["gaia", "poseidon", "aether", "hephaestus"])]
    dealt = [(entry["seat"], entry["n"]) for entry in view["log"] if entry["event"] == "deal"]
    assert sorted(dealt) == [(seat, 4) for seat in range(4)]


def test_two_players_choose_of_four_and_of_three_gods() -> None:
    """Y2.1: each a different god."""
    state = GAME.new(seats=2, seed=1, gods="choose")
    GAME.play(state, "god aether")
    assert labels(state) == ["god poseidon", "god hephaestus", "god gaia"]
    why = GAME.why_not(state, "god aether")
    assert why is not None
    assert why.rule == "Y2.1"


def test_the_choice_of_a_god_changes_nothing_of_the_deal() -> None:
    """Y2.1: chosen before any card is dealt, so the cards cannot depend on it."""
    hands = []
    for god in GODS:
        state = GAME.new(seats=2, seed=9, gods="choose")
        GAME.play(state, f"god {god}")
        GAME.play(state, labels(state)[0])
        hands.append([GAME.view(state, seat)["hand"] for seat in (0, 1)])
    assert all(dealt == hands[0] for dealt in hands)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_other_dionysus_cards_leave_the_game(seats: int) -> None:
    """Y2.1: there is always one for each player somewhere, all in public."""
    for state in game(seats, seed=2):
        view = GAME.view(state, None)
        found = view["first_discard"] + view["second_discard"] + ["dionysus"] * (view["transit"] is not None)
        for seat in view["seats"]:
            found += seat["known"]
            found += [area["card"] for territory in seat["territories"].values() for area in territory["areas"]]
        assert found.count("dionysus") == seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_athena_token_stays_and_play_is_clockwise(seats: int) -> None:
    """Y2.1: by ascending seat numbers; the token is not passed on."""
    turns: list[int] = []
    athena: set[int] = set()
    for state in game(seats, seed=6):
        view = GAME.view(state, None)
        athena.add(view["athena"])
        if GAME.asking(state) == "action":
            turns.append(view["active"])
    (first,) = athena
    assert turns[: 4 * seats] == [(first + i) % seats for i in range(4 * seats)]


def test_there_is_no_hand_limit() -> None:
    """Y2.1: thirty cards and one more."""
    cards = [f"TT{n:02}" for n in range(1, 31)]
    position = {"seats": [{"hand": [*cards, "TS12"]}, {"hand": ["TT53", "TT54"]}], "draws": ["TT40", "TT41"]}
    with Ephyran(position) as play:
        play.answers(0, "support castor-pollux ts12", "discard tt01")
        play.has(0, hand_size=31)
        assert hand(play, 0) == [*cards[1:], "TT40", "TT41"]
        play.rests(1)


def half_of(row: dict[str, str], side: str) -> dict[str, Any]:
    if row[f"{side}_kind"] != "territory":
        return {"support": row[f"{side}_kind"]}
    return {
        "god": row[f"{side}_god"],
        "number": int(row[f"{side}_number"]),
        "creature": row[f"{side}_creature"],
        "token": row[f"{side}_token"] or None,
    }


def test_104_cards_of_two_halves_each() -> None:
    """Y2.2: those of the table."""
    rows = list(csv.DictReader(CSV.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 104
    assert GAME.cards() == [row["id"] for row in rows] + ["dionysus"]
    for row in rows:
        a, b = GAME.card(row["id"])["halves"]
        for half, side in ((a, "a"), (b, "b")):
            expected = half_of(row, side)
            assert {field: half[field] for field in expected} == expected
            assert half["id"] == row["id"] + side


def test_twelve_added_tokens() -> None:
    """Y2.2: 2 thunderbolts, 3 tridents, 4 owls, 3 helmets. Six cards draw six, the others are drawn in another game."""
    supports = ["ts03", "ts04", "ts23", "ts30", "ts31", "ts38"]
    drawn: list[str] = []
    for left in (6, 0):
        position = {
            "seats": [{"hand": supports, "territories": columns(CITY, poseidon=1)}, {"hand": ["TT53", "TT54"]}],
            "tokens_gone": drawn.copy(),
        }
        with Ephyran(position) as play:
            for support in supports:
                play.answers(0, f"support athena-token {support}")
                while GAME.asking(play.state) != "action" or play.match.to_move == 1:
                    play.match.play(play.match.options()[-1])
            drawn += play.match.view(0)["seats"][0]["territories"]["poseidon"]["areas"][0]["tokens"]
            play.table(supply_size=left)
            play.rests(0)
    assert Counter(drawn) == {"thunderbolt": 2, "trident": 3, "owl": 4, "helmet": 3}


def test_the_game_says_that_it_is_a_reconstruction() -> None:
    """Y2.2: to its players, in the name of its edition and in words."""
    assert GAME.view(GAME.new(), None)["edition"] == "reconstruction"
    assert "reconstruction" in GAME.texts.say("en", "words.reconstruction")
