"""What the search asks of Ephyran: the judge, and the policy that plays games out."""

from __future__ import annotations

import math
from typing import Any

import pytest

import pediment
from pediment.core.engine.rng import Stream, stream
from pediment.core.search.playout import Policy, play_out
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.weights import read_weights
from pediment.games.ephyran.rules.gains import best_exchange, best_swap, best_theft, least_destroyed, points
from tests.games.ephyran.common import CITY, GAME, OTHER, areas, columns, on

JUDGE = GAME.judge
SECOND = {"hand": ["TT53"], "territories": columns(OTHER, gaia=1)}


def answer(position: dict[str, Any], seat: int = 0) -> str:
    """What the policy answers in a position."""
    state = GAME.position(position)
    assert state.to_move == seat
    return GAME.label(state, EphyranPolicy(read_weights()).choose(state, Stream(1)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", [Policy(), EphyranPolicy(read_weights())], ids=["uniform", "first sight"])
@pytest.mark.laws
def test_every_position_is_judged_and_every_answer_has_a_promise(seats: int, policy: Policy) -> None:
    first_sight = EphyranPolicy(read_weights())
    rng = stream(seats, "choices")
    for seed in range(4):
        state = GAME.new(seats=seats, seed=seed)
        while state.to_move != pediment.OVER:
            standings = JUDGE.standings(state)
            assert len(standings) == seats
            assert all(math.isfinite(standing) for standing in standings)
            assert math.isfinite(JUDGE.spread(state))
            assert JUDGE.spread(state) > 0
            assert sum(JUDGE.chances(state, standings)) == pytest.approx(1)
            assert [points(state, p) for p in state.players] == [score["total"] for score in GAME.scores(state)]
            promises = first_sight.promises(state, rng)
            assert len(promises) == len(state.legal)
            assert all(math.isfinite(promise) for promise in promises)
            assert first_sight.choose(state, rng) in state.legal
            GAME.apply(state, policy.choose(state, rng))
        assert JUDGE.standings(state) == GAME.totals(state)
        assert JUDGE.chances(state, JUDGE.standings(state)) == GAME.returns(state)


def test_a_shared_victory_is_shared_in_the_chances() -> None:
    """Y7.5."""
    cities = [columns(city, poseidon=2) for city in (CITY, OTHER)]
    seats = [{"god": god, "territories": city} for god, city in zip(["aether", "gaia"], cities, strict=True)]
    state = GAME.position({"seats": seats, "over": True})
    assert GAME.returns(state) == [0.5, 0.5]
    assert JUDGE.chances(state, JUDGE.standings(state)) == [0.5, 0.5]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_policy_is_the_same_for_the_same_world(seats: int) -> None:
    ends = []
    for _ in range(2):
        state = GAME.new(seats=seats, seed=11)
        play_out(state, EphyranPolicy(read_weights()), Stream(5))
        ends.append(state.actions)
    assert ends[0] == ends[1]


@pytest.mark.laws
def test_the_policy_beats_uniform_players() -> None:
    won = 0.0
    for seed in range(20):
        hero = seed % 2
        state = GAME.new(seats=2, seed=seed)
        rng = Stream(seed)
        while state.to_move != pediment.OVER:
            policy = EphyranPolicy(read_weights()) if state.to_move == hero else Policy()
            GAME.apply(state, policy.choose(state, rng))
        won += GAME.returns(state)[hero]
    assert won >= 18


def test_more_on_the_table_stands_better() -> None:
    def lead(mine: dict[str, Any]) -> float:
        state = GAME.position(
            {"seats": [{"god": "poseidon", "hand": ["TT54"], "territories": mine}, {"god": "gaia", **SECOND}]}
        )
        standings = JUDGE.standings(state)
        return float(standings[0] - standings[1])

    nothing = lead({})
    area = lead(columns(CITY, aether=1))
    own_area = lead(columns(CITY, poseidon=1))
    with_token = lead({"poseidon": areas(on("TT01a", "trident"))})
    assert nothing < area
    assert nothing < own_area < with_token


@pytest.mark.parametrize(
    ("hand", "territories", "expected"),
    [
        (["TS01", "TT27", "TT28"], {}, "add ts01a"),  # an owl in the own god's territory
        (["TT47", "dionysus"], columns(CITY, poseidon=2), "add tt47b"),  # a Dionysus fits later too
        (["TS16", "TT02"], columns(CITY, poseidon=4), "support ares-destruction ts16"),
    ],
)
def test_actions_at_first_sight(hand: list[str], territories: dict[str, Any], expected: str) -> None:
    seat = {"god": "poseidon", "hand": hand, "territories": territories}
    assert answer({"seats": [seat, {"god": "gaia", **SECOND}]}) == expected


RICH = {
    "poseidon": areas(on("TT01a", "thunderbolt", "thunderbolt", "trident", "trident"), *CITY["poseidon"][1:]),
    **columns(CITY, aether=4, gaia=4),
}


@pytest.mark.parametrize(("rival", "finishes"), [(columns(CITY, aether=2), True), (RICH, False)])
def test_who_would_lose_does_not_end_the_game(rival: dict[str, Any], finishes: bool) -> None:
    """Y7.1, Y7.2: the 16th area ends the game."""
    nearly = columns(OTHER, poseidon=4, hephaestus=4, aether=4, gaia=3)
    seats = [
        {"god": "aether", "hand": ["TT12", "TT53"], "territories": nearly},
        {"god": "poseidon", "hand": ["TT54"], "territories": rival},
    ]
    assert (answer({"seats": seats}) == "add tt12b") == finishes


def test_gains() -> None:
    state = GAME.position(
        {
            "seats": [
                {"god": "poseidon", "hand": ["TS07", "TT55"], "territories": columns(CITY, poseidon=3)},
                {
                    "god": "gaia",
                    "hand": ["TT53"],
                    "territories": {"poseidon": areas(on("TS01a", "trident")), "gaia": areas("TT23a")},
                },
            ]
        }
    )
    mine, theirs = state.players
    assert best_exchange(state, mine, -1) == 4  # the trident of TS07 for a creature that counts as much
    assert best_theft(state, mine, theirs) == 2 * (2 + 1)
    assert best_swap(state, mine, theirs, -1) == 2 * 3 + 3 - 2  # owl and trident; a second Siren counts nothing
    assert least_destroyed(state, mine) == 2
    assert least_destroyed(state, theirs) == 2


def test_a_dionysus_in_the_hand_hides_no_exchange() -> None:
    hand = ["dionysus", "TS07", "TT55"]
    mine = {"god": "poseidon", "hand": hand, "territories": columns(CITY, poseidon=3)}
    state = GAME.position({"seats": [mine, SECOND]})
    places = [best_exchange(state, state.players[0], place) for place in range(16)]
    assert max(places) == best_exchange(state, state.players[0], -1) == 4
    assert [place for place in range(16) if places[place]] == [2]  # TS07 has a third area of Poseidon


def test_the_gain_of_a_swap_at_one_place() -> None:
    """Two tridents lie on their second area, and go with it."""
    seats = [
        {"god": "hephaestus", "territories": columns(CITY, hephaestus=2)},
        {"god": "aether", "territories": {"hephaestus": areas("TT11a", on("TT38a", "trident", "trident"))}},
    ]
    state = GAME.position({"seats": seats})
    mine, theirs = state.players
    places = [best_swap(state, mine, theirs, place) for place in range(16)]
    assert places[5] == max(places) == best_swap(state, mine, theirs, -1) > places[4]
    assert not any(places[:4] + places[6:])
