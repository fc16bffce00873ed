"""Stable-Baselines3 and sb3-contrib: their checks, the adapter for a batch, and MaskablePPO on both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import pediment.rl.gymnasium
from pediment.bots import Question
from pediment.core.errors import OptionError
from pediment.rl.gymnasium import SeatEnv
from pediment.rl.stable_baselines3 import BatchVecEnv
from pediment.rl.vector import BatchEnv

GAMES = pytest.mark.parametrize("game", pediment.games())


@GAMES
@pytest.mark.parametrize("mask_in_observation", [False, True])
@pytest.mark.filterwarnings("ignore:Your observation .* has an unconventional shape")
def test_the_single_environment_passes_their_checks(game: str, mask_in_observation: bool) -> None:
    check_env(SeatEnv(game, mask_in_observation=mask_in_observation))


def first(question: Question) -> int:
    """An opponent without random numbers."""
    return question.actions[0]


@GAMES
def test_a_row_is_what_their_own_adapter_makes_of_an_environment(game: str) -> None:
    """Observations, masks, rewards, ends and infos, game by game."""
    seeds = [4, 5]
    ours = BatchVecEnv(BatchEnv(game, 2, seat=0, opponents=first, reward="points"))
    theirs = DummyVecEnv([lambda: SeatEnv(game, seat=0, opponents=first, reward="points")] * 2)
    for envs in (ours, theirs):
        envs.seed(4)
        assert is_masking_supported(envs)
    np.testing.assert_array_equal(ours.reset(), theirs.reset())
    assert [info["seat"] for info in ours.reset_infos] == [info["seat"] for info in theirs.reset_infos] == [0, 0]
    ended = np.zeros(2, np.bool_)
    while not ended.any():
        masks = get_action_masks(ours)
        np.testing.assert_array_equal(masks, get_action_masks(theirs))
        answers = masks.argmax(axis=1)
        found, expected = ours.step(answers), theirs.step(answers)
        ended = found[2]
        for one, other in zip(found[1:3], expected[1:3], strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(found[0][~ended], expected[0][~ended])
    for row in np.flatnonzero(ended):
        one, other = found[3][row], expected[3][row]
        np.testing.assert_array_equal(one["terminal_observation"], other["terminal_observation"])
        np.testing.assert_array_equal(one["totals"], other["totals"])
        assert one["TimeLimit.truncated"] is other["TimeLimit.truncated"] is False
        assert ours.reset_infos[row]["seat"] == 0
    games = [game.origin.seed for game in ours.env_method("game_state")]
    assert [seed for seed, over in zip(games, ended, strict=True) if not over] == [
        seed for seed, over in zip(seeds, ended, strict=True) if not over
    ]


def test_what_a_batch_cannot_do_is_refused() -> None:
    with pytest.raises(OptionError, match="self-play is not for a VecEnv"):
        BatchVecEnv(BatchEnv("elysium", 2, opponents="self"))
    with pytest.raises(OptionError, match="for a batch of ours"):
        BatchVecEnv(gymnasium.make_vec("CartPole-v1", num_envs=2, vectorization_mode="sync"))
    envs = BatchVecEnv(gymnasium.make_vec("pediment/Elysium-v0", num_envs=3))
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert envs.get_attr("seats", indices=[0, 2]) == [2, 2]
    with pytest.raises(AttributeError, match="no colour to set"):
        envs.set_attr("colour", "red")
    assert not envs.has_attr("colour")
    envs.set_options({"colour": "red"})
    with pytest.raises(OptionError, match="reset has no options"):
        envs.reset()
    envs.close()


def learned(envs: Any, policy: str, path: Path, steps: int) -> None:
    """Learn for so many steps in each row; the model answers legally, and the same after it was saved."""
    model = MaskablePPO(policy, envs, n_steps=steps, batch_size=100, n_epochs=1, seed=1)
    model.learn(400)
    assert model.num_timesteps == 400
    assert model.ep_info_buffer  # games that have ended
    model.save(path)
    loaded = MaskablePPO.load(path)
    env = model.get_env()
    observations = env.reset()
    masks = get_action_masks(env)
    answers, _ = model.predict(observations, action_masks=masks, deterministic=True)
    assert (masks[np.arange(len(answers)), answers] == 1).all()
    np.testing.assert_array_equal(answers, loaded.predict(observations, action_masks=masks, deterministic=True)[0])


@GAMES
def test_maskable_ppo_learns_from_a_batch(game: str, tmp_path: Path) -> None:
    envs = gymnasium.make_vec(f"pediment/{game.capitalize()}-v0", num_envs=4, opponents="uniform")
    learned(VecMonitor(BatchVecEnv(envs)), "MlpPolicy", tmp_path / "model", steps=100)


def test_maskable_ppo_learns_from_a_batch_with_workers(tmp_path: Path) -> None:
    envs = gymnasium.make_vec("pediment/Elysium-v0", num_envs=4, workers=2, mask_in_observation=True)
    learned(VecMonitor(BatchVecEnv(envs)), "MultiInputPolicy", tmp_path / "model", steps=100)
    envs.close()


@GAMES
def test_maskable_ppo_learns_from_the_single_environment(game: str, tmp_path: Path) -> None:
    learned(gymnasium.make(f"pediment/{game.capitalize()}-v0", seats=3), "MlpPolicy", tmp_path / "model", steps=200)
