"""The batch environment: arrays as Gymnasium wants them, games as the contract plays them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

import pediment
import pediment.rl.gymnasium
from pediment.core.errors import OptionError
from pediment.rl.numbers import Numbers
from pediment.rl.recycled import KEEP, Recycled
from pediment.rl.vector import BatchEnv
from tests.bots import agents

both_games = pytest.mark.parametrize("name", pediment.games())


def first(infos: dict[str, Any]) -> NDArray[np.int64]:
    """The first legal answer of each row."""
    answers: NDArray[np.int64] = infos["action_mask"].argmax(axis=1)
    return answers


def played(envs: Any, seed: int, steps: int) -> list[Any]:
    """The results of this many steps, `reset` first."""
    observations, infos = envs.reset(seed=seed)
    results: list[Any] = [(observations, None, None, None, infos)]
    for _ in range(steps):
        results.append(envs.step(first(results[-1][-1])))
    return results


@both_games
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("opponents", ["self", "uniform"])
def test_rows_show_their_games(name: str, seats: int, opponents: str) -> None:
    envs = BatchEnv(name, 3, seats=seats, opponents=opponents)
    numbers = Numbers(envs.game, seats)
    observations, infos = envs.reset(seed=1)
    for _ in range(10):
        assert observations in envs.observation_space
        for i, row in enumerate(envs.batch.rows):
            seat = int(infos["seat"][i])
            assert (observations[i] == numbers.observation(row.state, seat)).all()
            assert (infos["action_mask"][i] == numbers.mask(row.state, seat)).all()
        observations, rewards, terminations, truncations, infos = envs.step(first(infos))
        assert [array.dtype.name for array in (rewards, terminations, truncations)] == ["float64", "bool", "bool"]
        assert not rewards.any()
        assert not truncations.any()


@both_games
@pytest.mark.parametrize("opponents", ["self", "uniform"])
def test_the_next_game_begins_in_the_step_that_ends_one(name: str, opponents: str) -> None:
    envs = RecordEpisodeStatistics(BatchEnv(name, 4, seats=3, opponents=opponents))
    observations, infos = envs.reset(seed=5)
    while "final_info" not in infos:
        seats = infos["seat"]
        observations, rewards, terminations, _, infos = envs.step(first(infos))
    final = infos["final_info"]
    for key in ("_final_obs", "_final_info", "_episode"):
        assert (infos[key] == terminations).all()
    for i in range(4):
        if terminations[i]:
            assert final["seat"][i] == seats[i]
            assert final["returns"][i].sum() == 1
            assert rewards[i] == final["returns"][i][seats[i]]
            assert final["totals"][i].max() == final["totals"][i][final["returns"][i].argmax()]
            assert infos["final_obs"][i] in envs.single_observation_space
            assert (infos["final_obs"][i] != observations[i]).any()
            assert infos["episode"]["r"][i] == rewards[i]
        else:
            assert infos["final_obs"][i] is None
            assert rewards[i] == 0
    assert infos["action_mask"].any(axis=1).all()
    assert "final_info" not in envs.step(first(infos))[4]


def test_a_seed_makes_a_whole_run() -> None:
    def run(seed: int) -> list[Any]:
        return [observations for observations, *_ in played(BatchEnv("ephyran", 2), seed, 120)]

    again = BatchEnv("ephyran", 2)
    one, two, other = run(5), [step[0] for step in played(again, 5, 120)], run(6)
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert any((a != b).any() for a, b in zip(one, other, strict=True))
    assert (again.reset(seed=5)[0] == one[0]).all()
    assert (again.reset()[0] != one[0]).any()


def arrays(found: Any) -> Iterator[NDArray[Any]]:
    """All arrays in what an environment returned, however deep."""
    if isinstance(found, np.ndarray) and found.dtype != object:
        yield found
    elif isinstance(found, dict | tuple | np.ndarray):
        for part in found.values() if isinstance(found, dict) else found:
            yield from arrays(part)


def test_what_was_handed_out_stays_as_it_was() -> None:
    results = played(BatchEnv("elysium", 2), 1, 40)
    for one, two in itertools.combinations(results, 2):
        assert not any(np.shares_memory(a, b) for a in arrays(one) for b in arrays(two))
    assert (results[0][0] != results[3][0]).any()
    assert (results[0][4]["action_mask"] != results[3][4]["action_mask"]).any()


@both_games
def test_observations_can_be_the_small_ints_of_the_engine(name: str) -> None:
    envs, scaled = BatchEnv(name, 3, scaled=False), BatchEnv(name, 3)
    for one, two in zip(played(envs, 1, 150), played(scaled, 1, 150), strict=True):
        assert one[0] in envs.observation_space
        assert (envs.numbers.scaled(one[0]) == two[0]).all()
        if "final_obs" in one[4]:
            for i in np.flatnonzero(one[2]):
                assert one[4]["final_obs"][i] in envs.single_observation_space
                assert (envs.numbers.scaled(one[4]["final_obs"][i]) == two[4]["final_obs"][i]).all()


def test_memory_is_used_again_only_when_nobody_has_it() -> None:
    arrays = Recycled((2, 3), np.float32)
    held = [arrays.take() for _ in range(KEEP + 1)]
    for one, two in itertools.combinations([*held, arrays.take()], 2):
        assert not np.shares_memory(one, two)
    part, where = held.pop()[1:], held[-1].ctypes.data
    part[:] = 1
    del held[-1]
    new = [arrays.take() for _ in range(KEEP + 1)]
    assert where in [array.ctypes.data for array in new]
    assert not any(np.shares_memory(part, array) for array in new)


def test_an_answer_that_is_not_legal_forfeits() -> None:
    envs = BatchEnv("elysium", 3, seats=3, seat=1)
    _, infos = envs.reset(seed=1)
    answers = first(infos)
    answers[0] = infos["action_mask"][0].argmin()
    _, rewards, terminations, _, infos = envs.step(answers)
    assert rewards.tolist() == [-1, 0, 0]
    assert terminations.tolist() == [True, False, False]
    assert infos["final_info"]["returns"][0].tolist() == [0, -1, 0]
    assert infos["final_info"]["illegal"].tolist() == [True, False, False]
    assert infos["seat"].tolist() == [1, 1, 1]


def test_seats_are_drawn_for_each_game() -> None:
    _, infos = BatchEnv("ephyran", 40, seats=4).reset(seed=1)
    assert set(infos["seat"].tolist()) == {0, 1, 2, 3}


def test_gymnasium_makes_it() -> None:
    envs = gymnasium.make_vec("pediment/Elysium-v0", num_envs=4, seats=3, families="opulence")
    assert isinstance(envs, BatchEnv)
    assert envs.reset(seed=1)[0].shape == envs.observation_space.shape
    assert envs.action_space == gymnasium.spaces.MultiDiscrete([envs.game.num_actions] * 4)
    envs.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seats": 5}, "seats must be one of 2, 3, 4"),
        ({"families": "mine"}, "families"),
        ({"colour": "red"}, "unknown option 'colour'"),
        ({"num_envs": 0}, "num_envs must be a whole number of 1 or more, not 0"),
        ({"seat": 2}, "one from 0 to 1"),
        ({"seat": 0, "opponents": "self"}, "against others"),
        ({"opponents": "zeus"}, "opponents: no bot 'zeus'; there are uniform"),
        ({"opponents": ["greedy", "greedy"]}, "or a list of 1"),
        ({"seats": 3, "opponents": ["self", "greedy"]}, "'self' is for a batch .*, for all seats"),
        ({"render_mode": "human"}, "render_mode must be None, not .human.: a batch has no one table"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_wrong_options_are_refused_with_what_would_be_right(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        BatchEnv("elysium", **options)


def test_there_must_be_an_answer_for_each_row() -> None:
    envs = BatchEnv("elysium", 3)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=1)
    for wrong in (np.zeros(2, np.int64), np.zeros((3, 1), np.int64), np.zeros(3)):
        with pytest.raises(ValueError, match="a whole number for each of 3 rows"):
            envs.step(wrong)  # type: ignore[arg-type]


def test_a_row_can_be_looked_into() -> None:
    envs = BatchEnv("ephyran", 2, opponents="self")
    _, infos = envs.reset(seed=1)
    state = envs.game_state(1)
    legal = envs.game.legal(state)
    assert np.flatnonzero(infos["action_mask"][1]).tolist() == legal
    envs.step(first(infos))
    alone = envs.game.rewind(state)
    envs.game.apply(alone, legal[0])
    assert envs.game.view(envs.game_state(1), None) == envs.game.view(alone, None)
    envs.game.apply(state, legal[0])
    envs.game.apply(state, envs.game.legal(state)[0])
    assert len(envs.game_state(1).actions) == len(state.actions) - 1
    with pytest.raises(OptionError, match="reset has no options"):
        envs.reset(options={"seat": 1})


@both_games
def test_samples_are_legal(name: str) -> None:
    envs = BatchEnv(name, 5, seats=3, opponents="self")
    assert envs.action_space.sample() in envs.action_space  # any answer: nobody is asked yet
    _, infos = envs.reset(seed=1)
    drawn: list[set[int]] = [set() for _ in range(5)]
    for _ in range(400):
        answers = envs.action_space.sample()
        assert infos["action_mask"][np.arange(5), answers].all()
        for i in range(5):
            drawn[i].add(int(answers[i]))
    assert drawn == [set(np.flatnonzero(mask).tolist()) for mask in infos["action_mask"]]
    for _ in range(100):
        *_, infos = envs.step(envs.action_space.sample())
        assert "final_info" not in infos or not infos["final_info"]["illegal"].any()
    mask = np.zeros(envs.game.num_actions, np.int8)
    mask[9] = 1
    assert envs.action_space.sample(mask=(mask,) * 5).tolist() == [9] * 5


@both_games
def test_the_mask_can_be_in_the_observation(name: str) -> None:
    envs, plain = BatchEnv(name, 3, mask_in_observation=True), BatchEnv(name, 3)
    for one, two in zip(played(envs, 1, 100), played(plain, 1, 100), strict=True):
        assert one[0] in envs.observation_space
        assert (one[0]["observation"] == two[0]).all()
        assert (one[0]["action_mask"] == two[4]["action_mask"]).all()
        for last in filter(None, one[4].get("final_obs", [])):
            assert last in envs.single_observation_space
            assert not last["action_mask"].any()


def test_bots_and_agents_play_in_the_rows() -> None:
    agents.made.clear()
    envs = BatchEnv("ephyran", 3, seats=3, opponents=[agents.First, "shepherd"])
    envs.action_space.seed(1)
    _, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(60):
        seats = infos["seat"]
        *_, infos = envs.step(envs.action_space.sample())
        final = infos.get("final_info")
        ended += final is not None
        assert final is None or not final["illegal"].any()
        assert final is not None or (infos["seat"] == seats).all()
    assert ended
    assert len(agents.made) <= 4  # one for each row, made once for all its games; and one to see whether it works
    for row in range(3):
        state, mine = envs.game_state(row), int(infos["seat"][row])
        again = envs.game.rewind(state)
        for action in state.actions:
            if again.to_move == (mine + 1) % 3:
                assert action == again.legal[0]  # as First does
            envs.game.apply(again, action)
    envs.close()


def test_the_bots_of_a_row_have_their_own_random_numbers() -> None:
    def answers(rows: int) -> list[int]:
        envs = BatchEnv("elysium", rows, opponents="shepherd", seat=0)
        _, infos = envs.reset(seed=4)
        for _ in range(5):
            *_, infos = envs.step(first(infos))
        return list(envs.game_state(0).actions)

    assert answers(1) == answers(1)
    assert len(answers(1)) > 5


def games_of(envs: BatchEnv, row: int, games: int) -> list[tuple[Any, int]]:
    """Seed and seat of the game in a row and of those that follow it."""
    found: list[tuple[Any, int]] = []
    while len(found) < games:
        state = envs.batch.rows[row].state
        found.append((state.origin.seed, envs.batch.rows[row].seat))
        while envs.batch.rows[row].state is state:
            envs.step(envs.action_space.sample())
    return found


def test_a_row_has_the_same_games_whatever_the_others_do() -> None:
    many, alone, other = BatchEnv("ephyran", 3), BatchEnv("ephyran", 1), BatchEnv("ephyran", 3)
    many.reset(seed=[5, 6, 7])
    alone.reset(seed=[6])
    other.reset(seed=[7, 6, 99])
    for seed, envs in enumerate((many, alone, other)):
        envs.action_space.seed(seed)  # they answer differently
    games = games_of(many, 1, 3)
    assert games == games_of(alone, 0, 3) == games_of(other, 1, 3)
    assert games[0][0] == 6
    assert len({seed for seed, _ in games}) == 3
    many.reset(seed=[5, None, 7])
    assert [row.state.origin.seed for row in many.batch.rows][::2] == [5, 7]
    assert many.batch.rows[1].state.origin.seed != 6  # its run goes on
    many.reset(seed=4)
    seeds = [row.state.origin.seed for row in many.batch.rows]
    assert len({*seeds, 4}) == 4


@both_games
def test_only_some_rows_are_reset(name: str) -> None:
    envs = BatchEnv(name, 3, reward="points", opponents="self")
    envs.action_space.seed(1)
    envs.reset(seed=1)
    for _ in range(8):
        observations, *_, infos = envs.step(envs.action_space.sample())
    states = [row.state for row in envs.batch.rows]
    told = envs._rewards[0]
    again, new = envs.reset(seed=[8, 9, 10], options={"reset_mask": np.array([False, True, False])})
    assert [row.state is state for row, state in zip(envs.batch.rows, states, strict=True)] == [True, False, True]
    assert envs.batch.rows[1].state.origin.seed == 9
    for kept in (0, 2):
        assert (again[kept] == observations[kept]).all()
        assert (new["action_mask"][kept] == infos["action_mask"][kept]).all()
    assert envs._rewards[0] is told
    assert np.flatnonzero(new["action_mask"][1]).tolist() == envs.game.legal(envs.batch.rows[1].state)


def test_seeds_and_masks_that_do_not_fit() -> None:
    envs = BatchEnv("elysium", 2)
    with pytest.raises(ResetNeeded, match="without reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    before = [row.state for row in envs.batch.rows]
    for seeds, sentence in (([1], "a list of 2, not of 1"), ([1, 10**30], "whole number of at most 18 digits")):
        with pytest.raises(OptionError, match=sentence):
            envs.reset(seed=seeds)
    for mask in (np.array([True]), np.array([1, 0]), np.array([False, False])):
        with pytest.raises(OptionError, match="reset_mask must be 2 times True or False"):
            envs.reset(options={"reset_mask": mask})
    assert [row.state for row in envs.batch.rows] == before
