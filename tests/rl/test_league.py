"""Leagues: who plays follows from the seed and the weights, who has won is noted, in every environment."""

from __future__ import annotations

import copy
import pickle
from collections import Counter, defaultdict
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

import pediment.rl  # noqa: F401 - it registers the environments
from pediment.bots import Question
from pediment.core.engine.rng import stream
from pediment.core.errors import OptionError
from pediment.rl.league import LEARNER, League, Meeting
from pediment.rl.pettingzoo import elysium_v0, ephyran_v0
from tests.bots import agents

NAMES = ("uniform", "first", "middle")


def pool(**more: Any) -> League:
    return League({"uniform": "uniform", "first": agents.First, "middle": agents.middle}, **more)


def ordinal(question: Question, number: int) -> int:
    """A snapshot as somebody makes it: a function with what it has learned."""
    return question.actions[number % len(question.actions)]


def run(env: Any, games: int, seed: int | None = 7) -> list[Any]:
    """Everything that one seat sees of some games, with random answers."""
    seen: list[Any] = []
    for game in range(games):
        observation, info = env.reset(seed=seed if game == 0 else None)
        over = False
        while not over:
            seen.append(observation.tobytes())
            legal = info["action_mask"].nonzero()[0]
            observation, reward, over, _, info = env.step(legal[len(seen) % len(legal)])
            seen.append(float(reward))
    return seen


def test_each_game_draws_its_opponents_and_the_results_are_noted() -> None:
    league = pool()
    env = gymnasium.make("pediment/Ephyran-v0", opponents=league)
    run(env, 30)
    met = [league.meeting(LEARNER, name) for name in NAMES]
    assert sum(one.games for one in met) == 30
    assert all(one.games for one in met)
    for one in met:
        other = league.meeting(one.against, LEARNER)
        assert (other.games, other.won) == (one.games, one.games - one.won)
        low, high = one.interval
        assert 0 <= low <= one.share <= high <= 1
    assert {(one.player, one.against) for one in league.table()} == {
        pair for name in NAMES for pair in ((LEARNER, name), (name, LEARNER))
    }


def test_a_seeded_run_is_the_same_every_time() -> None:
    runs, tables = [], []
    for _ in range(2):
        league = pool(favour="hard")
        env = gymnasium.make("pediment/Ephyran-v0", seats=3, opponents=league)
        seen = run(env, 4)
        league.add(partial(ordinal, number=3), "snapshot", weight=5.0)
        runs.append(seen + run(env, 4, seed=None))
        tables.append(str(league))
    assert runs[0] == runs[1]
    assert tables[0] == tables[1]
    assert "snapshot" in tables[0]


def test_several_seats_each_draw_their_own() -> None:
    league = pool()
    run(gymnasium.make("pediment/Elysium-v0", seats=4, opponents=[league, agents.Hashed, league]), 6)
    among = {(one.player, one.against) for one in league.table()}
    assert ("Hashed", LEARNER) in among
    assert any({*pair} <= {*NAMES} for pair in among)
    assert all(one.games <= 6 * 2 for one in league.table())
    assert league.meeting(LEARNER, "Hashed").games == 6


def test_a_batch_takes_a_league() -> None:
    tables = []
    for _ in range(2):
        league = pool()
        envs = gymnasium.make_vec("pediment/Ephyran-v0", num_envs=4, opponents=league)
        _, infos = envs.reset(seed=3)
        ended = 0
        while ended < 12:
            _, _, terminations, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
            ended += int(terminations.sum())
        assert sum(league.meeting(LEARNER, name).games for name in NAMES) == ended
        tables.append(str(league))
        envs.close()
    assert tables[0] == tables[1]


@pytest.mark.parametrize("opponents", ["uniform", [None, agents.Hashed, "league", None]])
def test_a_table_of_pettingzoo_has_opponents_in_some_seats(opponents: Any) -> None:
    league = pool()
    named = [league if one == "league" else one for one in opponents] if isinstance(opponents, list) else league
    mine = ["player_0", "player_3"] if isinstance(opponents, list) else ["player_0"]
    runs = []
    for _ in range(2):
        env: Any = ephyran_v0.env(seats=4, opponents=named)
        assert env.possible_agents == mine
        seen: list[Any] = []
        for game in range(3):
            env.reset(seed=5 if game == 0 else None)
            totals: dict[str, float] = defaultdict(float)
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, _ = env.last()
                totals[agent] += float(reward)
                over = terminated or truncated
                env.step(None if over else int(observation["action_mask"].argmax()))
                seen.append((agent, observation["observation"].tobytes()))
            assert {*totals} == {*mine}
            assert 0 <= sum(totals.values()) <= 1
            assert env.unwrapped.state().shape == env.unwrapped.state_space.shape
        runs.append(seen)
        env.close()
    assert runs[0] == runs[1]
    games = sum(league.meeting(name, LEARNER).games for name in NAMES)
    assert games == 6 * (2 if isinstance(opponents, list) else 3)


def test_limited_tables_with_opponents_end() -> None:
    env: Any = elysium_v0.parallel_env(seats=3, opponents=["uniform", None, None], max_cycles=5)
    env.reset(seed=1)
    for _ in range(5):
        truncations = env.step({agent: env.action_space(agent).sample() for agent in env.agents})[3]
    assert truncations == {"player_1": True, "player_2": True}
    table = elysium_v0.raw_env(seats=3, opponents=[None, "uniform", None], max_cycles=2)
    table.reset(seed=1)
    answered: Counter[str] = Counter()
    while not any(table.truncations.values()):
        answered[table.agent_selection] += 1
        table.step(table.action_space(table.agent_selection).sample())
    assert answered == {"player_0": 2, "player_2": 2}


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_exactly_and_has_a_league_of_its_own(copied: Any) -> None:
    league = League({"uniform": "uniform", "third": partial(ordinal, number=2)})
    env: Any = gymnasium.make("pediment/Ephyran-v0", seats=3, opponents=league)
    run(env, 2)
    env.reset(seed=9)
    twin = copied(env)
    for table in (env, twin):
        info = {"action_mask": table.unwrapped.action_masks()}
        over = False
        while not over:
            _, _, over, _, info = table.step(int(info["action_mask"].argmax()))
    own = twin.unwrapped.opponents._named[0]
    assert own is not league
    assert str(own) == str(league)
    raw = ephyran_v0.raw_env(opponents=league)
    raw.reset(seed=2)
    branch = copied(raw)
    while not all(raw.terminations.values()):
        answer = raw.action_space(raw.agent_selection).legal[0]
        raw.step(answer)
        branch.step(answer)
    assert raw.rewards == branch.rewards


def test_members_come_and_go_and_are_drawn_by_weight() -> None:
    league = League(["uniform"])
    assert league.add("greedy", weight=3.0) == "greedy"
    assert league.add(agents.First) == "First"
    assert league.chances() == {"uniform": 0.2, "greedy": 0.6, "First": 0.2}
    rng = stream(1, "draws")
    drawn = Counter(league.draw(rng).name for _ in range(1000))
    assert all(abs(drawn[name] / 1000 - chance) < 0.05 for name, chance in league.chances().items())
    league.note([LEARNER, "uniform"], [1.0, 0.0], [10, 5])
    league.remove("uniform")
    assert [one.name for one in league.members] == ["greedy", "First"]
    assert league.meeting(LEARNER, "uniform") == Meeting(LEARNER, "uniform", 1, 1.0)


def test_whoever_is_hard_to_beat_is_drawn_more_often() -> None:
    league = League(["uniform", "greedy", "shepherd"], favour="hard")
    assert league.chances() == pytest.approx(dict.fromkeys(league.chances(), 1 / 3))
    for _ in range(20):
        league.note([LEARNER, "uniform"], [1.0, 0.0], [9, 3])
        league.note(["greedy", LEARNER], [1.0, 0.0], [9, 3])
        league.note(["shepherd", LEARNER], [0.5, 0.5], [9, 9])
    chances = league.chances()
    assert chances["greedy"] > 0.75
    assert chances["greedy"] > chances["shepherd"] > chances["uniform"] > 0


def test_points_decide_between_those_who_did_not_win() -> None:
    league = League(["uniform"])
    league.note([LEARNER, "uniform", "a", "a"], [0.0, 0.0, 1.0, 0.0], [7, 5, 9, 7])
    assert league.meeting(LEARNER, "uniform").won == 1
    assert league.meeting(LEARNER, "a") == Meeting(LEARNER, "a", 2, 0.5)
    assert ("a", "a") not in {(one.player, one.against) for one in league.table()}


def test_the_interval_is_wilsons() -> None:
    assert list(Meeting("a", "b", 10, 8.0).interval) == pytest.approx([0.490, 0.943], abs=1e-3)
    assert Meeting("a", "b", 0, 0.0).interval == (0.0, 1.0)
    assert list(Meeting("a", "b", 50, 50.0).interval) == pytest.approx([0.929, 1.0], abs=1e-3)


def test_what_makes_no_league_is_refused_with_a_sentence() -> None:
    league = League(["uniform"])
    for name, sentence in ((None, "the league has a member 'uniform' already"), (LEARNER, "give another name")):
        with pytest.raises(ValueError, match=sentence):
            league.add("uniform", name)
    with pytest.raises(ValueError, match="weight must be above 0, not 0"):
        league.add("greedy", weight=0)
    with pytest.raises(ValueError, match="no bot 'nobody'"):
        league.add("nobody")
    with pytest.raises(ValueError, match="favour must be one of even, hard, not 'easy'"):
        League(favour="easy")
    with pytest.raises(OptionError, match="opponents: the league has no members yet: add one"):
        gymnasium.make("pediment/Ephyran-v0", opponents=League())
    with pytest.raises(OptionError, match="Duellist does not play elysium for 2, only ephyran for 2"):
        gymnasium.make("pediment/Elysium-v0", opponents=agents.Duellist)
    for wrong in ([None, None, "uniform"], ["uniform", "uniform"], 7):
        with pytest.raises(OptionError, match="opponents must be one bot for all seats but the first, or a list of 2"):
            ephyran_v0.raw_env(opponents=wrong)  # type: ignore[arg-type]


def test_a_forfeited_game_is_not_noted() -> None:
    league = League(["uniform"])
    env = gymnasium.make("pediment/Ephyran-v0", opponents=league)
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmin())
    env.reset()
    assert league.table() == []
    assert np.isclose(sum(league.chances().values()), 1)
