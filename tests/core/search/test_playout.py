from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest

import pediment
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER, State
from pediment.core.errors import OptionError
from pediment.core.search.playout import Policy, Weighted
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


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ([1, -2], "a weight is a whole number of 0 or more, not -2"),
        ([1, 0.5], "a weight is a whole number of 0 or more, not 0.5"),
        ([2**31, 2**31], "add up to less than"),
        ([10**30], "add up to less than"),
    ],
)
def test_a_table_is_checked(weights: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Weighted(weights)


def test_a_table_has_a_weight_for_each_action() -> None:
    with pytest.raises(ValueError, match=f"pebbles has {GAME.num_actions} actions, the table 2 weights"):
        GAME.play_out(GAME.new(), policy=Weighted((1, 2)))


def test_the_biggest_table_plays() -> None:
    GAME.play_out(GAME.new(), policy=Weighted([(2**32 - 1) // GAME.num_actions] * GAME.num_actions))


@pytest.mark.parametrize("policy", [0, [], "uniform"])
def test_what_is_no_policy_is_refused(policy: Any) -> None:
    with pytest.raises(TypeError, match="a policy is a Policy"):
        GAME.play_out(GAME.new(), policy=policy)


def test_policies_and_streams_are_copied_and_pickled() -> None:
    again = pickle.loads(pickle.dumps(Weighted([3, 4])))
    assert again.weights == copy.deepcopy(again).weights == [3, 4]
    rng = stream(5, "moves")
    assert [s.below(1000) for s in (copy.copy(rng), pickle.loads(pickle.dumps(rng)))] == [rng.below(1000)] * 2


@pytest.mark.parametrize("name", pediment.games())
def test_a_policy_may_look_at_its_game(name: str) -> None:
    game = pediment.game(name)

    class Looking(Policy):
        def choose(self, s: Any, rng: Stream) -> int:
            world = game.resample(s, s.to_move, rng)
            assert game.view(world, s.to_move) == game.view(s, s.to_move)
            return super().choose(s, rng)

    for seed, seats in enumerate(game.seat_counts):
        game.play_out(game.new(seats=seats, seed=seed), seed, Looking())


def test_a_policy_of_ones_own() -> None:
    state = GAME.new(seed=1)
    GAME.play_out(state, policy=AlwaysFirst())
    again = GAME.new(seed=1)
    while again.to_move != OVER:
        GAME.apply(again, GAME.legal(again)[0])
    assert state.actions == again.actions


def test_a_game_is_played_with_seed_0_unless_it_is_said() -> None:
    states = [GAME.new(seed=1) for _ in range(4)]
    GAME.play_out(states[0])
    for state, seed in zip(states[1:], (0, 1, -1), strict=True):
        GAME.play_out(state, seed)
    assert states[0].actions == states[1].actions
    assert states[0].actions not in [state.actions for state in states[2:]]


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
    assert GAME.play_games(2) == GAME.play_games(2, seats=2, seed=0) != GAME.play_games(2, seed=1)
    assert GAME.play_games(2, policy=AlwaysFirst()) != GAME.play_games(2)


@pytest.mark.parametrize(
    ("games", "options", "why"),
    [(3, {"seats": 9}, "seats"), (2, {"seed": 10**18}, "seed"), (-1, {}, "games"), (True, {}, "games")],
)
def test_many_games_refuse_what_one_game_refuses(games: int, options: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        GAME.play_games(games, **options)


def test_the_last_game_may_have_the_last_seed() -> None:
    assert len(GAME.play_games(1, seed=10**18)) == 1
    for seed in (-(10**18), 10**18):
        assert GAME.play_games(0, seed=seed) == []


def test_a_seed_is_a_whole_number() -> None:
    seed: Any = True
    with pytest.raises(ValueError, match="seed must be a whole number, not True"):
        GAME.play_out(GAME.new(), seed)
