"""TorchRL on Gymnasium's and PettingZoo's environments: its own check of specs, and rollouts with masks."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torchrl.envs import ActionMask, GymEnv, PettingZooWrapper, TransformedEnv
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

import pediment
import pediment.rl.gymnasium  # registers the games
from pediment.rl import pettingzoo

GAMES = pytest.mark.parametrize("game", pediment.games())
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using version")


@GAMES
def test_gym_env(game: str) -> None:
    env = GymEnv(f"pediment/{game.capitalize()}-v0", mask_in_observation=True, categorical_action_encoding=True)
    env = TransformedEnv(env, ActionMask(action_key="action", mask_key="action_mask"))
    torch.manual_seed(1)
    check_env_specs(env)
    found = env.rollout(400)
    assert found["next", "done"][-1].item()
    assert not found["next", "done"][:-1].any()
    legal = found["action_mask"].bool().gather(-1, found["action"].unsqueeze(-1))
    assert legal.all()
    assert found["next", "reward"].sum().item() in (0.0, 0.5, 1.0)


def rolled_out(env: Any) -> None:
    """TorchRL checks what the wrapper says of itself, and plays a while."""
    torch.manual_seed(1)
    check_env_specs(env)
    found = env.rollout(60)
    assert found.batch_size[0] > 30
    for group, agents in env.group_map.items():
        assert found[group, "observation", "observation"].shape[1] == len(agents)


@GAMES
def test_agents_that_take_turns(game: str) -> None:
    table = getattr(pettingzoo, f"{game}_v0").env()
    rolled_out(PettingZooWrapper(table, use_mask=True, group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT))


@GAMES
def test_agents_that_answer_at_once(game: str) -> None:
    table = getattr(pettingzoo, f"{game}_v0").parallel_env(noop=True)
    rolled_out(PettingZooWrapper(table, use_mask=True, group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT))
