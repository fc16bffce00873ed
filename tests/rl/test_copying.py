"""Environments that are copied or pickled in the middle of a game: the copy goes on as the original does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import pyspiel  # type: ignore[import-not-found]
import pytest
from gymnasium.utils.env_checker import data_equivalence
from open_spiel.python import rl_environment  # type: ignore[import-untyped]

from pediment.rl.open_spiel import PedimentGame
from pediment.rl.pettingzoo import elysium_v0, ephyran_v0

MODULES = {"elysium": elysium_v0, "ephyran": ephyran_v0}
both_games = pytest.mark.parametrize("name", MODULES)
COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def sampled(env: Any, steps: int) -> list[Any]:
    """What the next steps of a Gymnasium environment give, with the answers that its space draws."""
    found: list[Any] = []
    for _ in range(steps):
        found.append(env.step(env.action_space.sample()))
        if found[-1][2] is True:
            found.append(env.reset())
    return found


def cycled(env: Any, steps: int) -> list[Any]:
    """The same of a PettingZoo environment."""
    found: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        agent = env.agent_selection
        found.append((agent, *env.last()))
        dead = env.terminations[agent] or env.truncations[agent]
        env.step(None if dead else env.action_space(agent).sample())
    return found


def at_once(env: Any, steps: int) -> list[Any]:
    """The same of a parallel one."""
    found: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            found.append(env.reset())
        found.append(env.step({agent: env.action_space(agent).sample() for agent in env.agents}))
    return found


def check(env: Any, play: Callable[[Any, int], list[Any]]) -> None:
    """Copy it in the middle of its game, and play on to the next one."""
    play(env, 5)
    copies = [made(env) for made in COPIES]
    expected = play(env, 130)
    for other in copies:
        assert data_equivalence(play(other, 130), expected)


@both_games
def test_a_single_seat_with_its_bots(name: str) -> None:
    env = gymnasium.make(
        f"pediment/{name.capitalize()}-v0", opponents=["shepherd", "tests.bots.agents:Hashed"], seats=3
    )
    env.reset(seed=1)
    env.action_space.seed(1)
    check(env, sampled)


@both_games
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponents": "self", "scaled": False, "mask_in_observation": True},
        {"opponents": ["shepherd", "greedy"], "seats": 3},
    ],
    ids=str,
)
def test_a_batch(name: str, options: dict[str, Any]) -> None:
    envs = gymnasium.make_vec(f"pediment/{name.capitalize()}-v0", num_envs=3, **options)
    copy.deepcopy(envs).reset(seed=1)  # before there is a game, too
    envs.reset(seed=1)
    envs.action_space.seed(1)
    check(envs, sampled)


@both_games
def test_pettingzoo(name: str) -> None:
    for made, play in [("env", cycled), ("raw_env", cycled), ("parallel_env", at_once)]:
        env = getattr(MODULES[name], made)(seats=3, max_cycles=30, noop=made == "parallel_env")
        env.reset(seed=1)
        for agent in env.possible_agents:
            env.action_space(agent).seed(1)
        check(env, play)


@both_games
def test_open_spiel(name: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(f"pediment_{name}"), seed=1)
    step = env.reset()
    for _ in range(5):
        step = env.step([step.observations["legal_actions"][step.observations["current_player"]][0]])
    for made in COPIES:
        game, state = made(env.game), made(env.get_state)
        assert isinstance(game, PedimentGame)
        assert game.new_initial_state().history() == []
        assert state.history() == env.get_state.history()
        assert state.information_state_string(0) == env.get_state.information_state_string(0)
        assert state.legal_actions() == env.get_state.legal_actions()


def test_a_bot_that_keeps_a_search_tree_is_refused_with_one_sentence() -> None:
    env = gymnasium.make("pediment/Ephyran-v0", opponents="search@2", seat=0)
    env.reset(seed=1)
    sentence = "the bot search@2 cannot be copied or pickled in the middle of a game: it keeps a search tree"
    for made in COPIES:
        with pytest.raises(TypeError, match=sentence):
            made(env)
    env.step(-1)  # its game is over: the next one has its own bots
    for made in COPIES:
        made(env).reset(seed=1)
