from __future__ import annotations

from collections import Counter

import pytest

from pediment.core.errors import OptionError
from pediment.core.playout import Policy, Weighted
from pediment.core.rng import Stream, stream
from pediment.core.state import OVER, State
from pediment.testing.toy import DISCARD, GAME, HIDE, OPEN


class AlwaysFirst(Policy):
    """A policy written in Python plays inside the engine too."""

    def choose(self, s: State, rng: Stream) -> int:
        return s.legal[0]


def test_a_playout_ends_and_counts_its_decisions() -> None:
    state = GAME.new(seats=3, seed=1)
    n = GAME.play_out(state)
    assert state.to_move == OVER
    assert n == len(state.actions) > 0
    assert GAME.play_out(state) == 0


def test_the_same_seed_plays_the_same_game() -> None:
    games = [GAME.new(seats=3, seed=1) for _ in range(3)]
    for state, seed in zip(games, (7, 7, 8), strict=True):
        GAME.play_out(state, seed)
    assert GAME.digest(games[0]) == GAME.digest(games[1]) != GAME.digest(games[2])


def test_a_policy_is_uniform_unless_it_has_weights() -> None:
    state, rng = GAME.new(seed=1), stream(3, "moves")
    even = Counter(Policy().choose(state, rng) for _ in range(4000))
    assert abs(even[OPEN] - 2000) < 150
    weights = [0] * GAME.num_actions
    weights[OPEN], weights[HIDE] = 3, 1
    uneven = Counter(Weighted(weights).choose(state, rng) for _ in range(4000))
    assert abs(uneven[OPEN] - 3000) < 150


def test_a_weight_of_zero_is_never_chosen_unless_all_are() -> None:
    weights = [0, 5, *[0] * (GAME.num_actions - 2)]
    state = GAME.position({"seats": [{"open": [1, 2]}, {}], "to_move": 1, "draws": [4]})
    assert all(Weighted(weights).choose(state, stream(seed, "moves")) == HIDE for seed in range(20))
    GAME.play(state, "open")
    chosen = {Weighted(weights).choose(state, stream(seed, "moves")) for seed in range(20)}
    assert chosen == {DISCARD + 1, DISCARD + 2}


def test_a_weight_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="a weight is 0 or more, not -2"):
        Weighted([1, -2])


def test_a_policy_of_ones_own() -> None:
    state = GAME.new(seed=1)
    GAME.play_out(state, policy=AlwaysFirst())
    again = GAME.new(seed=1)
    while again.to_move != OVER:
        GAME.apply(again, GAME.legal(again)[0])
    assert state.actions == again.actions


def test_many_games_at_once() -> None:
    found = GAME.play_games(5, seats=3, seed=10)
    alone = []
    for seed in range(10, 15):
        state = GAME.new(seats=3, seed=seed)
        GAME.play_out(state, seed)
        alone.append(GAME.totals(state))
    assert found == alone
    assert [len(totals) for totals in found] == [3] * 5
    assert GAME.play_games(0) == []
    assert GAME.play_games(2, policy=AlwaysFirst()) != GAME.play_games(2)


def test_many_games_refuse_what_one_game_refuses() -> None:
    with pytest.raises(OptionError, match="seats"):
        GAME.play_games(3, seats=9)
