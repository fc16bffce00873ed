"""What environments reward: by option the same in all of them, with sums that always hold."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest

import pediment
from pediment.core.errors import OptionError
from pediment.rl.gymnasium import SeatEnv
from pediment.rl.open_spiel import MAX_POINTS
from pediment.rl.pettingzoo import elysium_v0, ephyran_v0
from pediment.rl.rewards import REWARDS, at_the_end
from pediment.rl.vector import BatchEnv

MODULES: dict[str, Any] = {"elysium": elysium_v0, "ephyran": ephyran_v0}
tables = pytest.mark.parametrize(("name", "seats"), [("elysium", 2), ("elysium", 3), ("ephyran", 2), ("ephyran", 4)])
rewards_of_all_kinds = pytest.mark.parametrize("reward", REWARDS)


def start(game: Any, end: Any) -> list[int]:
    """The points at the beginning of that very game."""
    found: list[int] = game.totals(game.rewind(end))
    return found


def check_sums(reward: str, game: Any, end: Any, got: list[float]) -> None:
    """What the seats got in the whole game."""
    seats = len(got)
    totals, returns = game.totals(end), game.returns(end)
    if reward == "points":
        assert got == [total - first for total, first in zip(totals, start(game, end), strict=True)]
        return
    assert sum(got) == pytest.approx(1 if reward == "win" else 0)
    if reward == "margin":
        assert got == pytest.approx([total - (sum(totals) - total) / (seats - 1) for total in totals])
    else:
        assert got.index(max(got)) == returns.index(max(returns))
        if returns.count(0) == seats - 1:
            lost = 0 if reward == "win" else -1 / (seats - 1)
            assert sorted(got) == [lost] * (seats - 1) + [1]


@tables
@rewards_of_all_kinds
def test_pettingzoo(name: str, seats: int, reward: str) -> None:
    env = MODULES[name].env(seats=seats, reward=reward)
    env.reset(seed=3)
    got = dict.fromkeys(env.possible_agents, 0.0)
    paid = 0
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    for agent in env.agent_iter():
        _, gain, over, _, _ = env.last()
        got[agent] += gain
        paid += gain != 0 and not over
        env.step(None if over else env.action_space(agent).sample())
    assert (paid > 0) == (reward == "points")
    check_sums(reward, env.unwrapped.game, env.unwrapped.game_state, list(got.values()))


@tables
@rewards_of_all_kinds
def test_every_seat_of_gymnasium(name: str, seats: int, reward: str) -> None:
    env = SeatEnv(name, seats=seats, seat=seats - 1, reward=reward)
    env.action_space.seed(1)
    env.reset(seed=3)
    got, over = 0.0, False
    while not over:
        _, gain, over, _, _ = env.step(env.action_space.sample())
        got += gain
    end = env.game_state
    if reward == "points":
        assert got == env.game.totals(end)[-1] - start(env.game, end)[-1]
    else:
        assert got == at_the_end(reward, env.game, end)[-1]


@tables
@rewards_of_all_kinds
def test_all_seats_of_a_batch(name: str, seats: int, reward: str) -> None:
    envs = BatchEnv(name, 3, seats=seats, opponents="self", reward=reward)
    envs.action_space.seed(1)
    _, infos = envs.reset(seed=3)
    got = np.zeros((3, seats))
    before = [envs.game_state(i) for i in range(3)]
    done = [False] * 3
    while not all(done):
        asked = infos["seat"]
        answers = envs.action_space.sample()
        for i in range(3):
            if not done[i]:
                envs.game.apply(before[i], int(answers[i]))
        _, rewards, ended, _, infos = envs.step(answers)
        for i in [i for i in range(3) if not done[i]]:
            if ended[i]:
                final = infos["final_info"]
                assert rewards[i] == final["rewards"][i][asked[i]]
                got[i] += final["rewards"][i]
                done[i] = True
                check_sums(reward, envs.game, before[i], got[i].tolist())
            else:
                got[i][asked[i]] += rewards[i]


def test_a_row_of_a_batch_is_rewarded_as_a_single_seat() -> None:
    envs = BatchEnv("elysium", 2, seat=1, reward="points")
    envs.action_space.seed(1)
    envs.reset(seed=3)
    state, got = envs.game_state(0), 0.0
    first = envs.game.totals(envs.game.rewind(state))[1]
    while True:
        _, rewards, ended, _, infos = envs.step(envs.action_space.sample())
        got += rewards[0]
        if ended[0]:
            break
    assert got == infos["final_info"]["totals"][0][1] - first


@tables
@rewards_of_all_kinds
def test_open_spiel(name: str, seats: int, reward: str) -> None:
    game = pyspiel.load_game(f"pediment_{name}(players={seats},reward={reward})")
    state, chance = game.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        assert state.returns() == [0] * seats
        state.apply_action(chance.choice(state.legal_actions()))
    got = state.returns()
    assert all(game.min_utility() <= one <= game.max_utility() for one in got)
    if reward == "points":
        assert got == pediment.game(name).totals(state.engine)
        assert game.max_utility() == MAX_POINTS
    else:
        check_sums(reward, pediment.game(name), state.engine, got)
        assert sum(got) == pytest.approx(game.utility_sum())


@pytest.mark.parametrize(
    ("reward", "cost", "others"),
    [("win", -1, 0), ("zero-sum", -1, 0.5), ("margin", -100, 50), ("points", -100, 0)],
)
def test_an_illegal_answer_costs_more_than_any_defeat(reward: str, cost: float, others: float) -> None:
    table: Any = elysium_v0.env(seats=3, reward=reward)
    table.reset(seed=1)
    offender = table.agent_selection
    table.step(int(table.observe(offender)["action_mask"].argmin()))
    assert table.rewards == {agent: cost if agent == offender else others for agent in table.possible_agents}
    env = SeatEnv("elysium", seats=3, reward=reward)
    _, info = env.reset(seed=1)
    assert env.step(info["action_mask"].argmin())[1] == cost
    infos: dict[str, Any]
    envs = BatchEnv("elysium", 2, seats=3, reward=reward)
    _, infos = envs.reset(seed=1)
    _, rewards, _, _, infos = envs.step(infos["action_mask"].argmin(axis=1))
    assert rewards.tolist() == [cost, cost]
    assert sorted(infos["final_info"]["rewards"][0]) == sorted([cost, others, others])


def test_a_reward_that_there_is_not() -> None:
    sentence = "reward must be one of win, zero-sum, margin, points, not 'love'"
    for make in (
        lambda: SeatEnv("elysium", reward="love"),
        lambda: BatchEnv("elysium", reward="love"),
        lambda: elysium_v0.parallel_env(reward="love"),
        lambda: pyspiel.load_game("pediment_elysium(reward=love)"),
    ):
        with pytest.raises(OptionError, match=sentence):
            make()
