"""RLlib's wrappers for PettingZoo's environments, with random legal answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

import pediment
from pediment.rl import pettingzoo


def played(env: Any, seed: int) -> dict[str, float]:
    """The sum of each agent's rewards in a game of random legal answers; whatever is observed is in its space."""
    chance = np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    rewards = dict.fromkeys(env.get_agent_ids(), 0.0)
    for _ in range(5000):
        answers = {}
        for agent, observation in observations.items():
            assert env.get_observation_space(agent).contains(observation)
            legal = np.flatnonzero(observation["action_mask"])
            if len(legal):
                answers[agent] = int(chance.choice(legal))
        observations, found, terminated, truncated, _ = env.step(answers)
        for agent, reward in found.items():
            rewards[agent] += reward
        if terminated["__all__"] or truncated["__all__"]:
            return rewards
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", pediment.games())
@pytest.mark.parametrize("seats", [2, 3])
def test_the_agents_take_turns(game: str, seats: int) -> None:
    env = PettingZooEnv(getattr(pettingzoo, f"{game}_v0").env(seats=seats))
    for seed in (1, 2):
        assert sum(played(env, seed).values()) == pytest.approx(1)


@pytest.mark.parametrize("game", pediment.games())
def test_all_agents_answer_at_once(game: str) -> None:
    env = ParallelPettingZooEnv(getattr(pettingzoo, f"{game}_v0").parallel_env(noop=True))
    for seed in (1, 2):
        assert sum(played(env, seed).values()) == pytest.approx(1)
