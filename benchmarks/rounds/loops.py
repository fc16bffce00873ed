"""The loops that learners run, with uniform answers: `python -m benchmarks.rounds.loops LIBRARY`, for one library.

A step is an answer. Everything that the loop hands to a learner is made: observations, masks, rewards.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.rounds.shared import Numbers, answer, per_second

OPEN_SPIEL = ["gin_rummy", "leduc_poker", "pediment_elysium", "pediment_ephyran"]
CLASSICS = ["chess_v6", "connect_four_v3", "hanabi_v5", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "tictactoe_v3"]
OURS = ["elysium_v0", "ephyran_v0"]
RLCARD = ["gin-rummy", "leduc-holdem", "limit-holdem", "no-limit-holdem", "uno"]


class Loop:
    """A loop to measure; `play` plays a game and returns how many answers it took."""

    def __init__(self, play: Callable[[], int]) -> None:
        self.play = play

    def measure(self, seconds: float) -> Numbers:
        return {"steps": per_second(lambda: [self.play()], seconds)[0]}


def rl_environment(name: str) -> Loop:
    """OpenSpiel's environment for learners: the tensors and the answers of all players after each step."""
    from open_spiel.python import rl_environment as spiel  # type: ignore[import-untyped]

    env, rng = spiel.Environment(name), random.Random(1)
    env.seed(1)

    def play() -> int:
        steps, now = 0, env.reset()
        while not now.last():
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            now = env.step([rng.choice(legal)])
            steps += 1
        return steps

    return Loop(play)


def with_tensor(name: str) -> Loop:
    """OpenSpiel's states: the tensor of the player who is asked, the information state where the game has one."""
    import pyspiel  # type: ignore[import-not-found]

    game, rng = pyspiel.load_game(name), random.Random(1)
    recalls = game.get_type().provides_information_state_tensor

    def play() -> int:
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                player = state.current_player()
                state.information_state_tensor(player) if recalls else state.observation_tensor(player)
                steps += 1
            state.apply_action(rng.choice(state.legal_actions()))
        return steps

    return Loop(play)


def agents(folder: str, name: str) -> Loop:
    """PettingZoo's loop over the agents of a game, as its documentation shows it."""
    env, rng = importlib.import_module(f"{folder}.{name}").env(), np.random.default_rng(1)
    env.reset(seed=1)

    def play() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask)))
            steps += 1
        return steps

    return Loop(play)


def rlcard(name: str) -> Loop:
    """RLCard's environment, with its own random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name, {"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        before = env.timestep
        env.run()
        steps: int = env.timestep - before
        return steps

    return Loop(play)


def rows(library: str) -> dict[str, Callable[[], Any]]:
    """What there is to measure of a library, by the names of the rows."""
    match library:
        case "open_spiel":
            import pediment.rl.open_spiel  # noqa: F401  # registers our games

            found: dict[str, Callable[[], Any]] = {
                f"rl_environment {name}": partial(rl_environment, name) for name in OPEN_SPIEL
            }
            return found | {f"tensor {name}": partial(with_tensor, name) for name in OPEN_SPIEL}
        case "ours":
            return {f"PettingZoo {name}": partial(agents, "pediment.rl.pettingzoo", name) for name in OURS}
        case "pettingzoo":
            return {f"PettingZoo {name}": partial(agents, "pettingzoo.classic", name) for name in CLASSICS}
        case "rlcard":
            return {f"RLCard {name}": partial(rlcard, name) for name in RLCARD}
        case _:
            raise ValueError(f"there is no library {library}")


if __name__ == "__main__":
    answer(rows(sys.argv[1]))
