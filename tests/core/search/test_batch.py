"""Batches against the same games played one by one."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.search.batch import EVERYBODY, Batch, Row
from pediment.core.search.playout import Policy
from pediment.testing.toy import GAME as PEBBLES

GAMES = [PEBBLES, *map(pediment.game, pediment.games())]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def row(game: Game[Any], seed: int, seat: int = EVERYBODY) -> Row:
    return Row(game.new(seats=3, seed=seed), seat, Policy(), stream(seed, "opponents"))


def batch_of(game: Game[Any], rows: list[Row]) -> Batch:
    return Batch(rows, game.observer, game.observer.width(3), game.num_actions)


def check(game: Game[Any], batch: Batch, ended: list[int] | None = None) -> None:
    """Every buffer says what the contract says."""
    width, n = game.observer.width(3), game.num_actions
    for i, played in enumerate(batch.rows):
        state, seat = played.state, batch.seats[i]
        legal = [] if ended and i in ended else state.legal
        assert bytes(batch.observations[i * width : (i + 1) * width]) == game.observe(state.clone(), seat)
        assert list(batch.masks[i * n : (i + 1) * n]) == [int(action in legal) for action in range(n)]
        if legal:
            assert seat == state.to_move


@each_game
def test_it_plays_the_games_that_python_plays(game: Game[Any]) -> None:
    batch = batch_of(game, [row(game, seed) for seed in range(3)])
    alone = [game.new(seats=3, seed=seed) for seed in range(3)]
    chance = stream(1, "answers")
    check(game, batch)
    ended: list[int] = []
    while not ended:
        actions = [state.legal[chance.below(len(state.legal))] for state in alone]
        for state, action in zip(alone, actions, strict=True):
            game.apply(state, action)
        ended = batch.play(actions)
        check(game, batch)
        assert ended == [i for i, state in enumerate(alone) if state.to_move == OVER]
    assert [game.digest(played.state) for played in batch.rows] == [game.digest(state) for state in alone]
    batch.place(ended[0], row(game, 9))
    check(game, batch)


@each_game
def test_a_row_of_one_seat_shows_it_alone(game: Game[Any]) -> None:
    def play() -> list[str]:
        batch = batch_of(game, [row(game, 5, seat) for seat in range(3)])
        while True:
            check(game, batch)
            assert list(batch.seats) == [0, 1, 2]
            if batch.play([played.state.legal[-1] for played in batch.rows]):
                return [game.digest(played.state) for played in batch.rows]

    assert play() == play()


@each_game
def test_a_row_of_one_seat_may_follow_one_of_all_and_the_other_way_round(game: Game[Any]) -> None:
    batch = batch_of(game, [row(game, 5), row(game, 6, 0)])
    assert batch.play([-1, -1]) == [0, 1]
    batch.place(0, row(game, 7, 2))
    batch.place(1, row(game, 8))
    asked = set()
    for _ in range(3):
        check(game, batch)
        assert batch.seats[0] == 2
        assert not batch.play([played.state.legal[-1] for played in batch.rows])
        asked.add(batch.seats[1])
    assert len(asked) > 1


@each_game
def test_an_answer_that_is_not_legal_ends_the_game_of_its_row_only(game: Game[Any]) -> None:
    batch = batch_of(game, [row(game, seed) for seed in range(4)])
    before = [game.digest(played.state) for played in batch.rows]
    actions = [played.state.legal[0] for played in batch.rows]
    actions[1] = next(action for action in range(game.num_actions) if action not in batch.rows[1].state.legal)
    actions[2] = -1
    actions[3] = 10**30
    assert batch.play(actions) == [1, 2, 3]
    after = [game.digest(played.state) for played in batch.rows]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, True, True]
    check(game, batch, [1, 2, 3])
    batch.place(1, row(game, 1))
    check(game, batch, [2, 3])
