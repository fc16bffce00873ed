"""What each weight of the policy means, and the file that holds them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pediment.core.engine.rng import Stream
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.weights import (
    AREA,
    AREA_SPENT,
    BLOCKED_NEXT,
    BLOCKS,
    DEFENCE_SPENT,
    DEFENDED,
    DIFFERENT,
    DISCARD,
    DRAWN,
    EXCHANGE,
    FILE,
    KEPT,
    LOCK_POINTS,
    LOCK_ROOM,
    OPENS,
    RIVAL,
    SEATS,
    TOKEN_DEFENDED,
    TWO_CARDS,
    TWO_CARDS_BEST,
    WEIGHTS,
    read_weights,
    write_weights,
)
from tests.games.ephyran.common import CITY, GAME, OTHER, areas, columns, on


def policy(weights: dict[int, float], seats: int | None = None) -> EphyranPolicy:
    """Nothing else counts but the points of an action; only in games of so many, if said."""
    named = [weights.get(n, 0.0) for n in range(WEIGHTS)]
    return EphyranPolicy([named if seats in (None, n) else [0.0] * WEIGHTS for n in SEATS])


def chosen(position: dict[str, Any], weights: dict[int, float], seats: int | None = None) -> str:
    """What it answers."""
    state = GAME.position(position)
    return GAME.label(state, policy(weights, seats).choose(state, Stream(1)))


def promised(position: dict[str, Any], weights: dict[int, float]) -> dict[str, float]:
    """What the answers promise."""
    state = GAME.position(position)
    promises = policy(weights).promises(state, Stream(1))
    return {GAME.label(state, action): promises[i] for i, action in enumerate(state.legal)}


def test_each_number_of_seats_has_its_own_weights() -> None:
    rivals = [{"god": "poseidon", "hand": ["TT54"]}, {"god": "aether", "hand": ["TT45"]}, {"god": "hephaestus"}]
    for seats in SEATS:
        position = {"seats": [{"god": "gaia", "hand": ["TT22", "TT53"]}, *rivals[: seats - 1]]}
        for learned in SEATS:
            answer = chosen(position, {DISCARD: 9.0, KEPT + 6: 1.0}, learned)
            assert answer.startswith("discard") == (learned == seats)


def test_what_a_hand_promises_counts_less_near_the_end() -> None:
    """In the last round, nothing that is kept can be laid."""
    me = {"god": "poseidon", "hand": ["TT54", "TT53"], "territories": columns(CITY, gaia=1)}
    position = {"seats": [me, {"god": "gaia", "territories": columns(OTHER, aether=2)}]}
    weights = {DISCARD: 1.0, KEPT + 6: 1.0, KEPT: 0.25, AREA_SPENT: 1.0}
    early = promised(position, weights)["discard tt53"]
    late = promised({**position, "last_round": True}, weights)["discard tt53"]
    assert early < 1
    assert late == pytest.approx(1 - (1 - early) / 4)


def test_a_half_that_lets_another_one_follow() -> None:
    """TT01a is Poseidon 1, TS04a Poseidon 2 with an owl, TT23a Gaia 1."""
    me = {"god": "aether", "hand": ["TT01", "TT23", "TS04"]}
    found = promised({"seats": [me, {"god": "hephaestus", "hand": ["TT54"]}]}, {OPENS: 0.5, KEPT + 6: 1.0})
    assert found["add tt01a"] == found["add tt23a"] + 0.5 * 2


def test_halves_that_fit_the_same_place() -> None:
    me = {"god": "aether", "hand": ["TT01", "TT02", "TT23", "dionysus"]}
    position = {"seats": [me, {"god": "hephaestus", "hand": ["TT54"]}]}
    found = promised(position, {BLOCKED_NEXT: -0.25, KEPT + 6: 1.0})
    assert found["add tt01a"] == found["add tt23a"] - 0.25
    assert found["dionysus poseidon"] == found["dionysus gaia"] - 0.25


def test_different_creatures_count_towards_the_variety() -> None:
    """Y7.3: TT36b is a Siren, as TT30a; TT39b a Hippocamp."""
    mine = {"poseidon": areas("TT02a", "TT30a")}
    me = {"god": "gaia", "hand": ["TT36", "TT39"], "territories": mine}
    position = {"seats": [me, {"god": "hephaestus", "hand": ["TT54"]}]}
    plain, counted = promised(position, {}), promised(position, {DIFFERENT: 0.1})
    assert counted["add tt36b"] == plain["add tt36b"]
    assert counted["add tt39b"] == pytest.approx(plain["add tt39b"] + 0.1 * 3)


def test_castor_and_pollux_is_followed_by_the_best_other_action() -> None:
    me = {"god": "gaia", "hand": ["TS01", "TT22", "TT54"], "territories": columns(CITY, aether=1)}
    found = promised(
        {"seats": [me, {"god": "hephaestus", "hand": ["TT53"]}]},
        {TWO_CARDS: 0.5, TWO_CARDS_BEST: 0.75, KEPT + 6: 1.0, AREA + 6: 1.0},
    )
    others = [value for label, value in found.items() if not label.startswith("support")]
    assert found["support castor-pollux ts01"] == 0.5 + 0.75 * max(others)


@pytest.mark.parametrize(("weight", "god"), [({LOCK_POINTS: 1.0}, "gaia"), ({LOCK_ROOM: -1.0}, "poseidon")])
def test_the_territory_that_is_locked(weight: dict[int, float], god: str) -> None:
    """Gaia counts double; of Poseidon's nothing is missing."""
    mine = {**columns(CITY, poseidon=4), "gaia": areas("TT22a", on("TT50a", "thunderbolt"))}
    me = {"god": "gaia", "hand": ["TS17", "TT54"], "territories": mine}
    position = {"seats": [me, {"god": "aether", "hand": ["TT53"]}], "played": ["support shield ts17"]}
    assert chosen(position, weight) == f"lock {god}"


def test_of_two_defences_the_card_that_promises_less_is_spent() -> None:
    """Both are Hecate; TS11 has Poseidon 4, far off, TS18 Hephaestus 2, which could be next."""
    victim = {
        "god": "hephaestus",
        "hand": ["TS11", "TS18"],
        "territories": {"hephaestus": areas(on("TT09a", "thunderbolt"))},
    }
    thief = {"god": "gaia", "hand": ["TS05", "TT30"], "territories": {"poseidon": areas("TT05a")}}
    position = {"seats": [victim, thief], "to_move": 1, "played": ["support ares-theft ts05"]}
    assert chosen(position, {DEFENDED: 1.0, DEFENCE_SPENT: 1.0}) == "hecate ts11"
    assert chosen(position, {DEFENDED: 9.0}) == "let it happen"


@pytest.mark.parametrize(("cost", "answer"), [(2.0, "hecate ts11"), (0.5, "let it happen")])
def test_whether_a_token_for_an_opponent_is_met(cost: float, answer: str) -> None:
    taker = {"god": "gaia", "hand": ["TS03", "TT29"], "territories": columns(CITY, gaia=1)}
    position = {
        "seats": [{"god": "aether", "hand": ["TS11", "TT54"]}, taker],
        "to_move": 1,
        "played": ["support athena-token ts03"],
    }
    assert chosen(position, {DEFENDED: 1.0, TOKEN_DEFENDED: cost}) == answer


@pytest.mark.parametrize("rival", [0.0, 0.5, 1.0])
def test_what_a_point_of_the_victim_counts(rival: float) -> None:
    """A swap brings a trident, and takes it from a territory that counts once."""
    me = {"god": "gaia", "hand": ["TS06", "TT54"], "territories": {"poseidon": areas("TT01a")}}
    other = {"god": "aether", "hand": ["TT53"], "territories": {"poseidon": areas(on("TT02a", "trident"))}}
    found = promised({"seats": [me, other]}, {EXCHANGE: 1.0, RIVAL: rival})
    assert found["support athena-exchange ts06"] == 2 + 2 * rival


@pytest.mark.parametrize(("enough", "answer"), [(1.5, "draw discard"), (2.5, "draw pile")])
def test_a_card_of_the_discard_is_drawn_if_it_promises_enough(enough: float, answer: str) -> None:
    """The owl of TS40a counts twice, and its place is the next one."""
    me = {"god": "gaia", "hand": ["TT23", "TT54"]}
    position = {
        "seats": [me, {"god": "aether", "hand": ["TT45"]}],
        "first_discard": ["TS40"],
        "played": ["add tt23a"],
    }
    assert chosen(position, {DRAWN: enough}) == answer


# The file


def test_what_is_written_is_read_again() -> None:
    weights = read_weights()
    assert [len(numbers) for numbers in weights] == [WEIGHTS] * len(SEATS)
    assert read_weights(write_weights(weights)) == [[round(number, 4) for number in numbers] for numbers in weights]
    assert write_weights(weights) == FILE.read_text(encoding="utf-8")


def test_weights_are_found_by_name_and_others_are_left_out() -> None:
    stored = json.loads(write_weights([[float(n) for n in range(WEIGHTS)]] * 3))
    for seats in stored:
        stored[seats] = {"beauty": 3, **dict(reversed(stored[seats].items()))}
    assert read_weights(json.dumps(stored)) == [[float(n) for n in range(WEIGHTS)]] * 3


def test_a_missing_weight_is_named() -> None:
    stored = json.loads(write_weights(read_weights()))
    stored["3"]["kept"].pop()
    with pytest.raises(ValueError, match=r"^for 3 seats the weight 'kept' has 6 numbers instead of 7$"):
        read_weights(json.dumps(stored))
    del stored["2"]["lock"]
    with pytest.raises(ValueError, match=r"^for 2 seats the weight 'lock' has 0 numbers instead of 1$"):
        read_weights(json.dumps(stored))


def test_a_policy_needs_all_weights() -> None:
    with pytest.raises(ValueError, match=f"^the policy of Ephyran has {WEIGHTS} weights, not 3$"):
        EphyranPolicy([[1.0, 2.0, 3.0]])


def test_every_place_has_one_name() -> None:
    firsts = [first for _, first in BLOCKS]
    assert firsts == sorted(set(firsts))
    assert firsts[0] == 0
    assert firsts[-1] < WEIGHTS
