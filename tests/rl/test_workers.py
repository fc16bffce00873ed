"""A batch in several processes: row by row the same as one in this process, and clear about what it cannot do."""

from __future__ import annotations

import copy
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from pediment.bots import Question
from pediment.core.errors import OptionError
from pediment.lab.workers import WorkerLost
from pediment.rl.league import League
from pediment.rl.vector import BatchEnv
from pediment.rl.workers import WorkersEnv, make


def same(one: Any, other: Any) -> None:
    """Both are equal, whatever they are made of."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        for a, b in zip(one, other, strict=True):
            same(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    else:
        assert one == other


def side_by_side(game: str, rows: int, workers: int, steps: int, **options: Any) -> None:
    """Play the same answers in a batch of this process and in one of several, and compare all that they return."""
    alone, spread = BatchEnv(game, rows, **options), make(game, rows, workers=workers, **options)
    assert isinstance(spread, WorkersEnv)
    assert (spread.observation_space, spread.action_space) == (alone.observation_space, alone.action_space)
    chance = np.random.default_rng(1)
    try:
        same(spread.reset(seed=5), alone.reset(seed=5))
        found: tuple[Any, ...] = alone.reset(seed=[*range(rows)])
        same(spread.reset(seed=[*range(rows)]), found)
        infos = found[1]
        for step in range(steps):
            masks = infos["action_mask"]
            answers = np.array([chance.choice(mask.nonzero()[0]) for mask in masks])
            if step % 20 == 19:
                answers[step % rows] = masks[step % rows].argmin()  # not legal
            found = alone.step(answers)
            same(spread.step(answers), found)
            infos = found[-1]
        only = np.arange(rows) == rows - 1
        same(spread.reset(options={"reset_mask": only}), alone.reset(options={"reset_mask": only}))
        same(spread.reset(), alone.reset())
        for row in (0, rows - 1):
            one, other = (envs.game_state(row) for envs in (spread, alone))
            assert alone.game.ints(one) == alone.game.ints(other)
            assert alone.game.view(one, 0) == alone.game.view(other, 0)
    finally:
        spread.close()
        alone.close()


def test_each_row_has_the_same_games() -> None:
    side_by_side("elysium", 5, 2, 150, seats=3, opponents="uniform", mask_in_observation=True)


def test_so_it_has_in_self_play() -> None:
    side_by_side("ephyran", 3, 2, 120, opponents="self", scaled=False, reward="points")


@pytest.mark.long
@pytest.mark.parametrize("opponents", ["scholar", f"{__name__}:first"])
def test_so_it_has_against_bots(opponents: str) -> None:
    side_by_side("elysium", 3, 3, 80, opponents=opponents, reward="margin")


def first(question: Question) -> int:
    """An agent that always gives the first answer."""
    return question.actions[0]


@pytest.fixture(scope="module")
def envs() -> Iterator[BatchEnv]:
    made = gymnasium.make_vec("pediment/Ephyran-v0", num_envs=4, workers=2).unwrapped
    assert isinstance(made, WorkersEnv)
    yield made
    made.close()


def test_nothing_can_be_done_before_there_are_games(envs: BatchEnv) -> None:
    before: list[Callable[[], object]] = [
        lambda: envs.step(np.zeros(4, np.int64)),
        lambda: envs.reset(options={"reset_mask": np.array([True, False, False, False])}),
        lambda: envs.game_state(0),
    ]
    for attempt in before:
        with pytest.raises(ResetNeeded):
            attempt()
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="a whole number for each of 4 rows"):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(IndexError):
        envs.game_state(4)


def test_what_was_handed_out_stays_as_it_was(envs: BatchEnv) -> None:
    kept = envs.reset(seed=1)
    copied = copy.deepcopy(kept)
    envs.action_space.seed(1)
    for _ in range(3):
        envs.step(envs.action_space.sample())
    same(kept, copied)


def test_it_cannot_be_copied(envs: BatchEnv) -> None:
    attempts: list[Callable[[object], object]] = [copy.deepcopy, copy.copy, pickle.dumps]
    for attempt in attempts:
        with pytest.raises(TypeError, match="a batch with workers cannot be copied or pickled"):
            attempt(envs)


def test_a_process_that_is_killed_is_one_clear_error() -> None:
    envs = WorkersEnv("elysium", 2, 2)
    envs.reset(seed=1)
    other, victim = (worker.process for worker in envs._workers)
    assert victim.pid
    os.kill(victim.pid, signal.SIGKILL)
    victim.join()
    with pytest.raises(WorkerLost, match="with the exit code -9; the batch is closed"):
        envs.step(envs.action_space.sample())
    assert not other.is_alive()
    with pytest.raises(ResetNeeded):
        envs.step(envs.action_space.sample())
    envs.close()


def fails(question: Question) -> int:
    """An agent that breaks."""
    raise RuntimeError("no weights")


def test_what_an_agent_raises_is_raised_here_and_closing_ends_the_processes() -> None:
    envs = WorkersEnv("elysium", 1, 1, opponents=fails)

    def play() -> None:
        for _ in range(9):
            envs.reset(seed=1)
            envs.step(envs.action_space.sample())

    with pytest.raises(RuntimeError, match="no weights"):
        play()
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(1, np.int64))
    (worker,) = envs._workers
    assert worker.process.is_alive()
    envs.close()
    assert worker.process.exitcode == 0
    with pytest.raises(WorkerLost, match="the batch is closed"):
        envs.reset()


def test_what_will_not_do_is_refused() -> None:
    for workers in (0, 3, True, 1.0):
        with pytest.raises(OptionError, match="workers must be a whole number from 1 to 2"):
            make("elysium", 2, workers=workers)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="opponents must be names, or classes and functions of a module"):
        make("elysium", 2, workers=2, opponents=lambda question: question.actions[0])
    opponents: list[Any] = [League(["uniform"]), [League(["uniform"]), "uniform"]]
    for some in opponents:
        with pytest.raises(OptionError, match="a league is for a batch without workers"):
            make("elysium", 2, workers=2, seats=3, opponents=some)
    with pytest.raises(TypeError, match="colour"):
        make("elysium", 2, workers=2, colour="red")
