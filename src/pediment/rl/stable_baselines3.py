"""A batch as Stable-Baselines3 wants it: `BatchVecEnv`. That library is not among those of the extra `rl`.

>>> import gymnasium                                            # doctest: +SKIP
>>> import pediment.rl                                          # doctest: +SKIP
>>> from sb3_contrib import MaskablePPO                         # doctest: +SKIP
>>> envs = gymnasium.make_vec("pediment/Elysium-v0", num_envs=64)  # doctest: +SKIP
>>> MaskablePPO("MlpPolicy", BatchVecEnv(envs)).learn(100_000)  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from pediment.core.errors import OptionError, brief
from pediment.core.search.batch import EVERYBODY
from pediment.rl.vector import BatchEnv


class BatchVecEnv(VecEnv):  # type: ignore[misc]
    """A batch as a `VecEnv`: each row is one of its environments, which begins its next game by itself.

    `MaskablePPO` finds the masks. Every info has the row's `seat`; at the end of a game it also has
    `terminal_observation`, and `returns`, `totals`, `rewards` and `illegal` of `final_info`. `seed` gives each row the
    next seed, so that row i begins the game of `game.new(seed=seed + i)`.

    Raises OptionError for what is no batch, and for self-play: there the reward of a step and the observation after it
    are not of the same seat, which a `VecEnv` cannot say.
    """

    def __init__(self, envs: VectorEnv[Any, Any, Any]) -> None:
        batch = envs.unwrapped
        if not isinstance(batch, BatchEnv):
            raise OptionError(f"this is for a batch of ours (gymnasium.make_vec), not for {brief(envs)}")
        if batch.seat == EVERYBODY:
            raise OptionError("self-play is not for a VecEnv: give the rows opponents, such as 'uniform' or bots")
        self.envs = batch
        self._masks: NDArray[np.int8] = np.zeros((batch.num_envs, batch.game.num_actions), np.int8)
        self._answers: NDArray[np.int64] = np.zeros(batch.num_envs, np.int64)
        super().__init__(batch.num_envs, batch.single_observation_space, batch.single_action_space)

    def reset(self) -> Any:
        options = next(filter(None, self._options), None)
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, infos = self.envs.reset(seed=seeds, options=options)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = self._infos(infos)
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._answers = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, ended, _, infos = self.envs.step(self._answers)
        found = self._infos(infos)
        for row in np.flatnonzero(ended):
            self.reset_infos[row] = found[row]
            final = {key: values[row] for key, values in infos["final_info"].items() if not key.startswith("_")}
            found[row] = final | {"terminal_observation": infos["final_obs"][row], "TimeLimit.truncated": False}
        return observations, rewards.astype(np.float32), ended, found

    def close(self) -> None:
        """Close the batch."""
        self.envs.close()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for every legal answer, a row for each game."""
        return self._masks

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What a row has of its own, `action_masks` and `game_state`, or what all have in common."""
        return [self._attribute(attr_name, row) for row in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: the rows of a batch have no attributes to set. Raises AttributeError."""
        raise AttributeError(f"a row of a batch has no {attr_name} to set; give options when you make the batch")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """What a method of `get_attr` returns, row by row."""
        return [method(*method_args, **method_kwargs) for method in self.get_attr(method_name, indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No row has a wrapper."""
        return [False for _ in self._rows(indices)]

    def _attribute(self, name: str, row: int) -> Any:
        if name == "action_masks":
            return partial(self._masks.__getitem__, row)
        if name == "game_state":
            return partial(self.envs.game_state, row)
        return getattr(self.envs, name)

    def _rows(self, indices: int | Iterable[int] | None) -> Iterable[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    def _infos(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        """An info for each row; the masks are kept."""
        self._masks = infos["action_mask"]
        return [{"seat": seat} for seat in infos["seat"].tolist()]
