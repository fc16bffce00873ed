"""Bots at Ephyran: fair, and greedy knows what a city is worth."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pediment
from pediment.bots import make
from pediment.core.engine.rng import Stream
from pediment.games.ephyran.rules.gains import best_theft
from tests.bots.common import NAMES, beats_uniform, quick
from tests.games.ephyran.common import CITY, GAME, areas, columns, on


def answers(position: dict[str, Any], n: int = 1, seat: int = 0) -> list[str]:
    """What greedy answers to the next n questions of a position."""
    state = GAME.position(position)
    bot = make("greedy", seed=1)
    found: list[str] = []
    for _ in range(n):
        assert state.to_move == seat
        action = bot.choose(GAME, GAME.resample(state, seat, Stream(1)), seat)
        found.append(GAME.label(state, action))
        GAME.apply(state, action)
    return found


@pytest.mark.parametrize(("seats", "games"), [(2, range(20)), (2, range(20, 40)), (3, range(6)), (4, range(8))])
@pytest.mark.laws
def test_greedy_beats_uniform(seats: int, games: range) -> None:
    assert beats_uniform(GAME, seats, games) >= 0.9


@pytest.mark.parametrize(("name", "seats"), [(name, 2 + 2 * (n % 2)) for n, name in enumerate(NAMES)])
@pytest.mark.laws
def test_a_bot_is_fair(name: str, seats: int) -> None:
    """With everything that its seat cannot know drawn again, hands of others among it, it chooses the same."""
    chance = random.Random(seats)
    state = GAME.new(seats=seats, seed=seats)
    while (seat := GAME.to_move(state)) != pediment.OVER:
        n = len(state.actions)
        if n % 27 == 0:
            worlds = [GAME.resample(state, seat, Stream(world)) for world in range(3)]
            before = [GAME.digest(world) for world in worlds]
            choices = {quick(name, n, iterations=2).choose(GAME, world, seat) for world in worlds}
            assert len(choices) == 1
            assert choices <= set(GAME.legal(state))
            assert [GAME.digest(world) for world in worlds] == before
        GAME.apply(state, chance.choice(GAME.legal(state)))


def test_it_adds_to_the_territory_that_counts_double() -> None:
    me = {"god": "gaia", "hand": ["TT01", "TT22"]}  # Scylla, Poseidon 1, or Minotaur, Gaia 1
    assert answers({"seats": [me, {}]}) == ["add tt22a"]


def test_it_prefers_the_half_with_a_token() -> None:
    me = {"god": "gaia", "hand": ["TT05", "TS01"]}  # two Sirens, one with an owl
    assert answers({"seats": [me, {}]}) == ["add ts01a"]


def test_it_prefers_a_new_creature() -> None:
    siren = {"poseidon": areas("TT05a")}
    me = {"god": "gaia", "hand": ["TT30", "TT33"], "territories": siren}  # another Siren, or a Hippocamp
    assert answers({"seats": [me, {}]}) == ["add tt33a"]


def test_it_completes_its_city() -> None:
    mine = columns(CITY)
    mine["gaia"]["areas"].pop()
    me = {"god": "poseidon", "hand": ["TT03", "TT02"], "territories": mine}
    assert answers({"seats": [me, {}]}) == ["add tt03b"]


def test_a_good_token_goes_where_it_counts_double_a_bad_one_where_it_does_not() -> None:
    city = {"poseidon": areas("TT05a"), "gaia": areas("TT22a")}
    me = {"god": "gaia", "hand": ["TS03", "TT29"], "territories": city}
    played = ["support athena-token ts03"]
    assert answers({"seats": [me, {}], "supply": ["trident"], "played": played}) == ["place gaia 1"]
    assert answers({"seats": [me, {}], "supply": ["helmet"], "played": played}) == ["place poseidon 1"]


def test_it_gives_up_what_is_worth_least() -> None:
    city = {"poseidon": areas("TT05a"), "gaia": areas("TS37a"), "aether": areas("TT15a", "TT49a")}
    me = {"god": "gaia", "territories": city, "hand": ["TT29"]}
    position = {
        "seats": [me, {"hand": ["TS08", "TT30"]}],
        "to_move": 1,
        "played": ["support ares-destruction ts08"],
    }
    assert answers(position) == ["destroy aether"]  # a second Pegasus


def test_it_blocks_a_loss() -> None:
    """The thunderbolt in its own territory is worth a Hecate."""
    city = {"gaia": areas({"card": "TT22", "half": "a", "tokens": [{"token": "thunderbolt", "seen": [0]}]})}
    me = {"god": "gaia", "territories": city, "hand": ["TS11"]}
    thief = {"hand": ["TS05", "TT30"], "territories": {"poseidon": areas("TT05a")}}
    position = {"seats": [me, thief], "to_move": 1, "played": ["support ares-theft ts05"]}
    assert answers(position) == ["hecate ts11"]


def test_without_a_territory_of_its_own_nothing_can_be_stolen() -> None:
    rich = {"poseidon": areas(on("TT05a", "thunderbolt"))}
    state = GAME.position({"seats": [{"god": "gaia", "hand": ["TS05", "TT22"]}, {"territories": rich}]})
    assert best_theft(state, state.players[0], state.players[1]) == 0
    assert GAME.label(state, make("search@4", 1).choose(GAME, state, 0)) == "add tt22a"


def test_it_does_not_lock_what_it_still_builds() -> None:
    me = {"god": "gaia", "hand": ["TS17", "TT29"], "territories": {"gaia": areas("TT22a", "TT51a")}}
    assert not answers({"seats": [me, {}]})[0].startswith("support shield")
