"""The environment of a single seat, by Gymnasium's own checks and by ours."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import pediment
from pediment import OVER
from pediment.core.errors import OptionError
from pediment.rl.gymnasium import SeatEnv
from pediment.rl.spaces import Answers

both_games = pytest.mark.parametrize("name", pediment.games())


def make(name: str, **options: Any) -> SeatEnv:
    env = gymnasium.make(f"pediment/{name.capitalize()}-v0", **options).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def play(env: SeatEnv, seed: int, most: int = 1000) -> list[Any]:
    """A game with drawn answers, or its first steps: what each gave."""
    env.action_space.seed(seed)
    env.reset(seed=seed)
    results: list[Any] = []
    while len(results) < most and not (results and results[-1][2]):
        results.append(env.step(env.action_space.sample()))
    return results


@both_games
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gymnasium_finds_nothing(name: str, seats: int) -> None:
    check_env(make(name, seats=seats, opponents="uniform"), skip_render_check=seats > 2)


@both_games
def test_a_game_ends_with_its_returns(name: str) -> None:
    env = make(name, seats=3, seat=1, opponents=["shepherd", "uniform"])
    for observation, reward, terminated, truncated, info in play(env, 1):
        assert observation in env.observation_space
        assert info["seat"] == 1
        assert not truncated
        assert info["action_mask"].any() != terminated
        assert reward == 0 or terminated
    assert env.game_state.to_move == OVER
    assert info["returns"].tolist() == env.game.returns(env.game_state)
    assert info["totals"].tolist() == env.game.totals(env.game_state)
    assert reward == info["returns"][1]
    with pytest.raises(ResetNeeded):
        env.step(np.int64(0))


def test_a_seed_makes_the_same_game_with_the_same_bots() -> None:
    def actions(env: SeatEnv, seed: int) -> list[int]:
        play(env, seed, 12)
        return [env.mine, *env.game_state.actions]

    env = make("ephyran", opponents="shepherd")
    assert actions(env, 7) == actions(make("ephyran", opponents="shepherd"), 7) == actions(env, 7)
    assert actions(env, 8) != actions(env, 7)
    assert env.game.digest(env.game.rewind(env.game_state)) == env.game.digest(env.game.new(seed=7))


def test_opponents_sit_clockwise_from_the_seat() -> None:
    env = make("elysium", seats=4, seat=2, opponents=["uniform", "shepherd", "potter"])
    asked: list[tuple[int, str]] = []
    env.reset(seed=1)
    for bot in env._bots:
        answer = bot.answer

        def noted(game: Any, world: Any, seat: int, name: str = bot.name, answer: Any = answer) -> Any:
            asked.append((seat, name))
            return answer(game, world, seat)

        bot.answer = noted  # type: ignore[method-assign]
    for _ in range(6):
        env.step(env.action_space.sample())
    assert set(asked) == {(3, "uniform"), (0, "shepherd"), (1, "potter")}


def test_seats_are_drawn() -> None:
    env = make("ephyran", seats=3, opponents="uniform")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_an_answer_that_is_not_legal_forfeits_and_says_why() -> None:
    env = make("elysium", seat=0, opponents="uniform")
    _, info = env.reset(seed=1)
    _, reward, terminated, _, info = env.step(info["action_mask"].argmin())
    assert (reward, terminated, info["returns"].tolist()) == (-1, True, [-1, 0])
    assert info["illegal"].startswith("E4")
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    env.reset(seed=1)
    assert env.step(np.int64(10**6))[1] == -1


@both_games
def test_the_table_is_shown_as_the_seat_sees_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(name, render_mode="ansi", opponents="uniform")
    env.reset(seed=1)
    text = env.render()
    human = make(name, render_mode="human", opponents="uniform")
    human.reset(seed=1)
    assert human.render() is None
    assert capsys.readouterr().out == f"{text}\n"
    silent = make(name, opponents="uniform")
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        silent.render()


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_gymnasium_runs_many_of_them(mode: str) -> None:
    envs = gymnasium.make_vec("pediment/Ephyran-v0", num_envs=2, vectorization_mode=mode, seats=3, opponents="uniform")
    observations, infos = envs.reset(seed=1)
    for _ in range(5):
        assert observations in envs.observation_space
        observations, rewards, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        assert rewards.tolist() == [0, 0]
    envs.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seats": 1}, "seats must be one of 2, 3, 4"),
        ({"gods": "mine"}, "gods"),
        ({"families": "opulence"}, "unknown option 'families'"),
        ({"seat": 2}, "one from 0 to 1"),
        ({"opponents": "zeus"}, "no bot 'zeus'"),
        ({"seats": 3, "opponents": ["greedy"]}, "a list of 2"),
        ({"render_mode": "film"}, "render_mode must be"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_wrong_options_are_refused_with_what_would_be_right(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SeatEnv("ephyran", **options)
    assert issubclass(OptionError, ValueError)


def test_answers_are_drawn_from_the_legal_ones_unless_a_mask_says_otherwise() -> None:
    answers = Answers(50, seed=1)
    answers.legal = [3, 7]
    assert {int(answers.sample()) for _ in range(30)} == {3, 7}
    mask = np.zeros(50, np.int8)
    mask[9] = 1
    assert answers.sample(mask) == 9
    assert answers.sample(probability=mask.astype(np.float64)) == 9
    answers.legal = []
    assert answers.sample() in gymnasium.spaces.Discrete(50)
    assert answers == gymnasium.spaces.Discrete(50)


def test_the_names_are_known_once_the_package_is_imported() -> None:
    code = "import gymnasium, pediment.rl; gymnasium.make('pediment/Ephyran-v0').reset(seed=1); "
    code += "from pediment.rl import gymnasium as door; door.SeatEnv"  # and not the library of that name
    subprocess.run([sys.executable, "-c", code], check=True)
    env = gymnasium.make("pediment.rl:pediment/Elysium-v0", opponents="uniform")
    assert env.unwrapped.spec is not None


@pytest.mark.parametrize("action", [None, "10", 10.9, True, np.array([10])], ids=repr)
def test_what_is_no_whole_number_is_refused_and_changes_nothing(action: Any) -> None:
    env = make("elysium")
    env.reset(seed=1)
    before = env.game.digest(env.game_state)
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        env.step(action)
    assert env.game.digest(env.game_state) == before
    _, reward, over, _, info = env.step(np.int64(10**6))
    assert (reward, over, info["illegal"]) == (-1, True, f"Actions run from 0 to {env.game.num_actions - 1}.")


class Scalar:
    """A number as tensors of other libraries hold it."""

    shape = ()

    def __init__(self, number: Any) -> None:
        self.item = lambda: number


def test_numbers_of_any_library_are_answers() -> None:
    env = make("elysium")
    first = int(env.reset(seed=1)[1]["action_mask"].argmax())
    for action in (first, np.int64(first), np.uint16(first), np.array(first), Scalar(first)):
        assert action in env.action_space
        env.reset(seed=1)
        assert env.step(action)[4].get("illegal") is None  # type: ignore[arg-type]
    for no_number in (Scalar(1.0), Scalar(True), np.float32(1), np.True_):
        assert no_number not in env.action_space
        with pytest.raises(TypeError, match="an action is a whole number"):
            env.step(no_number)  # type: ignore[arg-type]


@both_games
def test_the_mask_can_be_in_the_observation(name: str) -> None:
    env, plain = make(name, mask_in_observation=True), make(name)
    check_env(env, skip_render_check=True)
    for one, two in zip(play(env, 1), play(plain, 1), strict=True):
        assert one[0] in env.observation_space
        assert (one[0]["observation"] == two[0]).all()
        assert (one[0]["action_mask"] == two[4]["action_mask"]).all()


def test_a_look_ahead_leaves_the_game_alone() -> None:
    env = make("ephyran")
    with pytest.raises(ResetNeeded):
        _ = env.game_state
    env.reset(seed=1)
    ahead = env.game_state
    env.game.apply(ahead, env.game.legal(ahead)[0])
    assert len(env.game_state.actions) == len(ahead.actions) - 1


@pytest.mark.parametrize(
    ("opponents", "sentence"),
    [
        ("nope", "opponents: no bot 'nope'; there are uniform"),
        ("self", "'self' is for a batch"),
        (None, "opponents must be one bot for all, or a list of 1, not None"),
        (["uniform", "uniform"], "or a list of 1"),
        ([3], "opponents: no bot '3'"),
    ],
)
def test_opponents_that_there_are_not(opponents: Any, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        make("elysium", opponents=opponents)


def test_reset_has_no_options() -> None:
    with pytest.raises(OptionError, match="reset has no options"):
        make("elysium").reset(options={"seat": 1})


def test_an_unknown_keyword_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'oponents': unknown option .*; elysium has"):
        make("elysium", oponents="greedy")
