"""The PettingZoo environments: PettingZoo's own tests, and that they are the games and nothing else."""

from __future__ import annotations

import copy
import functools
import inspect
import itertools
import pickle
import subprocess
import sys
import types
from typing import Any

import numpy as np
import pytest
from pettingzoo import test

import pediment
from pediment.core.engine.state import OVER
from pediment.core.errors import OptionError
from pediment.core.extras import install
from pediment.rl import render
from pediment.rl.pettingzoo import elysium_v0, ephyran_v0

makers: Any = test
MODULES = {"elysium": elysium_v0, "ephyran": ephyran_v0}
TABLES = [pytest.param(played, seats, id=f"{played}-{seats}") for played in MODULES for seats in (2, 3, 4)]
tables = pytest.mark.parametrize(("played", "seats"), TABLES)
games = pytest.mark.parametrize("played", list(MODULES))


def at(played: str, seats: int) -> Any:
    """The module as PettingZoo's tests take it, for this many seats."""
    module = MODULES[played]
    made = {name: functools.partial(getattr(module, name), seats=seats) for name in module.__all__}
    return types.SimpleNamespace(**made)


def answer(env: Any, n: int = 0) -> int:
    """A legal answer of the seat that is asked."""
    mask = env.last()[0]["action_mask"]
    return int(np.flatnonzero(mask)[n % mask.sum()])


def play(env: Any, seed: int | None = None) -> list[int]:
    """A game by masks to its end; its answers."""
    env.reset(seed=seed)
    answers: list[int] = []
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        answers.append(answer(env, len(answers)))
        env.step(answers[-1])
    return answers


# What PettingZoo's api_test remarks on every game with masks, its own among them unless it knows them by name; a mask
# is empty when the game is over.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("maker", ["env", "raw_env"])
@tables
def test_api(played: str, seats: int, maker: str) -> None:
    makers.api_test(getattr(at(played, seats), maker)(), num_cycles=100)


@tables
def test_makers_tests(played: str, seats: int) -> None:
    module = at(played, seats)
    makers.seed_test(module.env, num_cycles=30)
    makers.parallel_seed_test(module.parallel_env, num_cycles=30)
    makers.max_cycles_test(module)
    makers.parallel_api_test(module.parallel_env(), num_cycles=50)
    makers.state_test(module.env(), module.parallel_env(), num_cycles=5)


@games
def test_render(played: str) -> None:
    makers.render_test(MODULES[played].env, {"ansi": lambda text: "player_1" in text})


@games
def test_performance_benchmark(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = types.SimpleNamespace(time=itertools.count(step=0.1).__next__)  # it wants five seconds
    monkeypatch.setitem(makers.performance_benchmark.__globals__, "time", clock)
    makers.performance_benchmark(MODULES[played].env())


@tables
def test_it_is_the_game(played: str, seats: int) -> None:
    game, env = pediment.game(played), at(played, seats).env()
    env.reset(seed=7)
    state = game.new(seats=seats, seed=7)
    most = np.array([part.most for part in game.slices(seats) for _ in range(part.size)])
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for n, agent in enumerate(env.agent_iter()):
        _, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        assert not truncated
        if terminated:
            env.step(None)
            continue
        assert agent == f"player_{game.to_move(state)}"
        for seat, other in enumerate(env.possible_agents if n % 8 == 0 else []):
            seen = env.observe(other)
            assert np.rint(seen["observation"] * most).tolist() == list(game.observe(state, seat))
            legal = game.legal(state) if other == agent else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            assert env.observation_space(other).contains(seen)
        env.step(answer(env, n))
        game.apply(state, env.unwrapped.game_state.actions[-1])
    assert game.to_move(state) == OVER
    assert game.digest(state) == game.digest(env.unwrapped.game_state)
    assert list(rewards.values()) == game.returns(state)
    assert not env.agents
    assert not env.observe("player_0")["action_mask"].any()


@games
def test_seeds(played: str) -> None:
    def run(env: Any) -> list[str]:
        digests = []
        for seed in (5, None, None):
            env.reset(seed=seed)
            env.step(answer(env))
            digests.append(env.unwrapped.game.digest(env.unwrapped.game_state))
        return digests

    first = run(MODULES[played].env())
    assert len(set(first)) == 3
    assert first == run(MODULES[played].env()) == run(MODULES[played].raw_env())
    strange = MODULES[played].env()
    seeds = set()
    for _ in range(3):
        strange.reset()
        seeds.add(strange.unwrapped.game_state.origin.seed)
    assert len(seeds) == 3


@games
def test_an_answer_that_is_not_legal_forfeits(played: str) -> None:
    for make in (MODULES[played].env, MODULES[played].raw_env):
        env = make(seats=3)
        env.reset(seed=1)
        offender = env.agent_selection
        env.step(int(np.argmin(env.last()[0]["action_mask"])))
        assert env.rewards == {agent: -1 if agent == offender else 0 for agent in env.possible_agents}
        assert all(env.terminations.values())
        assert not env.observe(offender)["action_mask"].any()
        seen = {}
        for agent in env.agent_iter():
            seen[agent] = env.last()[1]
            env.step(None)
        assert seen == {agent: -1 if agent == offender else 0 for agent in env.possible_agents}
        assert play(env)


@pytest.mark.parametrize("action", [None, "10", 10.0, 0.5, True, np.array([10])], ids=repr)
def test_what_is_no_whole_number_is_refused_and_changes_nothing(action: Any) -> None:
    raw = elysium_v0.raw_env()
    raw.reset(seed=1)
    before = raw.game.digest(raw.game_state), raw.agent_selection, raw.observe(raw.agent_selection)["action_mask"].sum()
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        raw.step(action)
    after = raw.game.digest(raw.game_state), raw.agent_selection, raw.observe(raw.agent_selection)["action_mask"].sum()
    assert after == before
    assert not any(raw.terminations.values())


def test_the_end_says_why_and_how() -> None:
    raw = elysium_v0.raw_env()
    raw.reset(seed=1)
    offender = raw.agent_selection
    raw.step(10**6)
    last = pediment.game("elysium").num_actions - 1
    assert raw.infos[offender]["illegal"] == f"Actions run from 0 to {last}."
    raw.reset(seed=1)
    while not any(raw.terminations.values()):
        raw.step(raw.action_space(raw.agent_selection).sample())
    totals = raw.game.totals(raw.game_state)
    assert raw.infos == {agent: {"totals": totals} for agent in raw.agents}
    env = elysium_v0.env()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(10**6)


@tables
def test_max_cycles(played: str, seats: int) -> None:
    env = at(played, seats).env(max_cycles=3)
    env.reset(seed=2)
    answers = dict.fromkeys(env.possible_agents, 0)
    while not any(env.truncations.values()):
        answers[env.agent_selection] += 1
        env.step(env.action_space(env.agent_selection).sample())
    assert set(answers.values()) == {3}
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    assert len(env.unwrapped.game_state.actions) >= 3 * seats
    long = at(played, seats).env(max_cycles=10**6)
    assert play(long, 3) == play(at(played, seats).env(), 3)
    assert all(long.terminations.values())


@games
def test_parallel(played: str) -> None:
    env, game = MODULES[played].parallel_env(seats=3, max_cycles=5), pediment.game(played)
    observations, _ = env.reset(seed=4)
    state = game.new(seats=3, seed=4)
    for n in range(5):
        asked = game.to_move(state)
        assert [seen["action_mask"].any() for seen in observations.values()] == [seat == asked for seat in range(3)]
        game.apply(state, game.legal(state)[-1])
        actions = {agent: int(seen["action_mask"].nonzero()[0].max(initial=0)) for agent, seen in observations.items()}
        observations, rewards, terminated, truncated, _ = env.step(actions)
        assert set(truncated.values()) == {n == 4}
    assert game.digest(state) == game.digest(env.unwrapped.game_state)
    assert not any(rewards.values())
    assert not any(terminated.values())
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})

    env.reset(seed=4)
    with pytest.raises(ValueError, match=r"player_\d is asked and has no action"):
        env.step({})
    offender = env.unwrapped.agent_selection
    _, rewards, terminated, truncated, _ = env.step(dict.fromkeys(env.agents, -1))
    assert rewards == {agent: -1 if agent == offender else 0 for agent in env.possible_agents}
    assert all(terminated.values())
    assert not any(truncated.values())


@games
def test_a_no_op_for_those_who_are_not_asked(played: str) -> None:
    env: Any = MODULES[played].parallel_env(seats=3, noop=True)
    noop = pediment.game(played).num_actions
    observations, _ = env.reset(seed=4)
    rewards: dict[str, float] = {}
    while env.agents:
        asked = env.unwrapped.agent_selection
        for agent, seen in observations.items():
            assert seen in env.observation_space(agent)
            assert bool(seen["action_mask"][noop]) == (agent != asked)
            assert seen["action_mask"].sum() == 1 or agent == asked
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        assert [agent for agent, action in actions.items() if action == noop] == [a for a in env.agents if a != asked]
        observations, rewards, _, _, _ = env.step(actions)
    assert sum(rewards.values()) == 1
    assert [seen["action_mask"].nonzero()[0].tolist() for seen in observations.values()] == [[noop]] * 3
    env.reset(seed=4)
    asked = env.unwrapped.agent_selection
    assert env.step(dict.fromkeys(env.agents, noop))[1][asked] == -1  # whoever is asked has to answer


@games
def test_samples_are_legal(played: str) -> None:
    env = MODULES[played].env()
    env.reset(seed=6)
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    space = env.action_space(env.agent_selection)
    for same in (space, copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert same == space
        same.seed(1)
        assert {int(same.sample()) for _ in range(300)} == set(legal.tolist())
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.action_space(other).sample() in env.action_space(other)


def test_options() -> None:
    env: Any = elysium_v0.env(seats=3, families="opulence", pediment="b")
    env.reset(seed=1)
    options = env.unwrapped.game_state.origin.options
    assert (options["families"], options["pediment"]) == ("opulence", "b")
    with pytest.raises(OptionError, match=r"seats must be .* \(E2.1\)"):
        elysium_v0.env(seats=5)
    with pytest.raises(OptionError, match=r"gods must be .* \(Y2.1\)"):
        ephyran_v0.parallel_env(gods="all")
    with pytest.raises(TypeError, match="unexpected keyword argument 'familes'"):
        elysium_v0.env(familes="opulence")  # type: ignore[call-arg]
    with pytest.raises(OptionError, match="max_cycles must be"):
        ephyran_v0.env(max_cycles=0)
    with pytest.raises(OptionError, match="render_mode must be human, ansi, rgb_array or None, not 'svg'"):
        ephyran_v0.env(render_mode="svg")


@games
def test_unwrapped(played: str) -> None:
    env = MODULES[played].env()
    assert env.metadata["name"] == f"{played}_v0" == str(env)
    with pytest.raises(ValueError, match="reset"):
        _ = env.unwrapped.game_state
    env.reset(seed=1)
    assert env.unwrapped.game is pediment.game(played)
    assert next(iter(env.unwrapped.numbers.slices)) == env.unwrapped.game.slices(2)[0].name
    state = env.unwrapped.game_state
    env.unwrapped.game.apply(state, state.legal[0])
    assert env.unwrapped.game_state.actions == []


@games
def test_rendering_shows_what_a_spectator_sees(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = MODULES[played].env(render_mode="ansi")
    play(env, 3)
    game, state = env.unwrapped.game, env.unwrapped.game_state
    text = env.render()
    assert text == render.ansi(game, state, None)
    assert "\x1b" not in text
    winner = game.returns(state).index(max(game.returns(state)))
    assert f"player_{winner}" in text.splitlines()[-1]  # the verdict
    human = MODULES[played].env(render_mode="human")
    human.reset(seed=3)
    assert capsys.readouterr().out == render.ansi(human.unwrapped.game, human.unwrapped.game_state, None) + "\n"
    human.step(answer(human))
    assert "player_0" in capsys.readouterr().out


def test_rendering_nothing_warns() -> None:
    env = elysium_v0.env()
    env.reset()
    with pytest.warns(UserWarning, match="made without a render_mode"):
        assert env.render() is None


@games
def test_copies(played: str) -> None:
    module = MODULES[played]
    for name in module.__all__:
        make = getattr(module, name)
        assert pickle.loads(pickle.dumps(make)) is make
        assert inspect.signature(make).parameters == inspect.signature(module.raw_env).parameters
    env = module.env(seats=4, max_cycles=2)
    for other in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert play(other, 1) == play(env, 1)
    side_by_side = pickle.loads(pickle.dumps(module.parallel_env(max_cycles=2)))
    side_by_side.reset(seed=1)
    assert (side_by_side.max_cycles, side_by_side.unwrapped.max_cycles) == (2, None)


@pytest.mark.parametrize("library", ["numpy", "pettingzoo"])
def test_a_missing_library_is_named(library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import pediment.rl.pettingzoo.elysium_v0"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{library} is missing; get it with: {install('rl')}" in done.stderr
