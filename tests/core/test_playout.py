from __future__ import annotations

from collections import Counter

from pediment.core.playout import Policy, Weighted, play_out
from pediment.core.rng import stream
from pediment.core.state import OVER
from pediment.testing.toy import DISCARD, GAME, HIDE, OPEN


def test_a_playout_ends_and_counts_its_decisions() -> None:
    state = GAME.new(seats=3, seed=1)
    n = play_out(state, Policy(), stream(1, "moves"))
    assert state.to_move == OVER
    assert n == len(state.actions)
    assert play_out(state, Policy(), stream(1, "moves")) == 0


def test_the_same_stream_plays_the_same_game() -> None:
    games = [GAME.new(seats=3, seed=1) for _ in range(2)]
    for state in games:
        play_out(state, Policy(), stream(7, "moves"))
    assert GAME.digest(games[0]) == GAME.digest(games[1])


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
