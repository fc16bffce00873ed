"""Trained agents as bots: classes and functions of other packages, wherever a bot has a name."""

from __future__ import annotations

import functools
import gc
import json
import pickle
import shlex
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from pediment.bots import Agent, Question, make, python_bots
from pediment.bots.external.bot import External
from pediment.bots.roster import Roster
from pediment.cli import main
from pediment.core.engine.rng import Stream
from pediment.core.errors import IllegalAnswer
from pediment.lab import arena, arena_command, simulate, tournament
from pediment.rl.numbers import Numbers
from tests.bots import agents
from tests.bots.common import ELYSIUM, GAMES, positions, worlds
from tests.lab.running import run_command
from tests.test_docs import ROOT

NAMED = "tests.bots.agents"
EXAMPLE = shlex.join([sys.executable, str(ROOT / "examples" / "bots" / "first_bot.py")])


@pytest.mark.parametrize("game", GAMES[:2], ids=lambda game: game.name)
def test_an_agent_gets_what_the_environments_show(game: Any) -> None:
    asked: list[Question] = []

    def note(question: Question) -> int:
        asked.append(question)
        return question.actions[0]

    agent = make(note, seed=1)
    numbers = Numbers(game, 3)
    for state in positions(game, 3, 1, 9):
        assert agent.choose(game, state, state.to_move) == game.legal(state)[0]
        question = asked[-1]
        assert (question.game, question.seats, question.seat) == (game, 3, state.to_move)
        assert (question.observation == numbers.observation(state, state.to_move)).all()
        assert question.observation.dtype == np.float32
        assert (question.mask == numbers.mask(state, state.to_move)).all()
        assert question.labels == [game.label(state, action) for action in game.legal(state)]


@pytest.mark.parametrize("game", GAMES[:2], ids=lambda game: game.name)
def test_an_agent_knows_only_what_its_seat_may_know(game: Any) -> None:
    for seed, state in enumerate(positions(game, 2, 3, 12)):
        answers = {make(agents.Hashed, seed).choose(game, world, state.to_move) for world in worlds(game, state, 2)}
        assert len(answers) == 1


@pytest.mark.parametrize(
    ("bot", "answer"),
    [
        (f"{NAMED}:First", 0),
        (f"{NAMED}:factory", 0),
        (f"{NAMED}:Learner.Player", -1),
        (agents.First, 0),
        (agents.factory, 0),
        (functools.partial(agents.Learner.Player, 1), None),
        (lambda question: question.labels[-1], -1),
        (lambda question: np.array(question.actions[0]), 0),
    ],
)
def test_classes_and_functions_are_bots(bot: Any, answer: int | None) -> None:
    state = ELYSIUM.new(seed=1)
    if answer is None:
        with pytest.raises(ValueError, match="partial must be called with one argument"):  # it has its seed already
            make(bot)
        return
    found = make(bot, seed=3)
    assert found.choose(ELYSIUM, state, state.to_move) == ELYSIUM.legal(state)[answer]
    assert found.name == (bot if isinstance(bot, str) else bot.__name__)


def test_an_installed_package_brings_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("zeta", f"{NAMED}:First", python_bots.ENTRY_POINTS)
    monkeypatch.setattr(python_bots, "_entries", lambda: {"zeta": entry})
    assert make("zeta", 1).name == "zeta"
    with pytest.raises(ValueError, match=r"no bot 'eta'; there are uniform, .* titan, zeta"):
        make("eta")


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("no_such_module:Net", "there is no module 'no_such_module', neither here nor among the installed ones"),
        (f"{NAMED}:Nobody", "the module 'tests.bots.agents' has no 'Nobody'; it has First, Hashed, Learner"),
        (f"{NAMED}:Unfinished", "Unfinished makes no bot: TypeError: Can't instantiate abstract class"),
        (f"{NAMED}:Weighted", "Weighted must be called with one argument, a seed, and nothing else"),
        (f"{NAMED}:Failing", "Failing makes no bot: OSError: no weights here"),
        (f"{NAMED}:Unborn", "Unborn makes no bot: Mute$"),
        (f"{NAMED}:Leaving", "Leaving makes no bot: SystemExit: 0"),
        (f"{NAMED}:nothing", "nothing makes None, which is no Bot of pediment.bots"),
        (f"{NAMED}:gym_like", "gym_like must be called with one argument, a question, and nothing else"),
        (f"{NAMED}:number", "number must be a class or a function, not 7"),
        (make("uniform"), "Uniform is a bot already: give its class, or a function of a seed that makes one"),
    ],
    ids=lambda found: found if isinstance(found, str) else type(found).__name__,
)
def test_what_is_no_bot_is_refused_with_a_sentence(bot: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make(bot)


def test_a_module_that_cannot_be_imported_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    Path("needs_more.py").write_text("import no_such_library\n", encoding="utf-8")
    Path("right_here.py").write_text("def first(question): return question.actions[0]\n", encoding="utf-8")
    with pytest.raises(ValueError, match="'needs_more' cannot be imported: ModuleNotFoundError: No module named 'no_s"):
        make("needs_more:Net")
    assert make("right_here:first").name == "right_here:first"


@pytest.mark.parametrize("name", ["Illegal", "Word"])
def test_an_illegal_answer_is_refused_and_not_played(name: str) -> None:
    state = ELYSIUM.new(seed=1)
    before = ELYSIUM.digest(state)
    with pytest.raises(
        IllegalAnswer, match=rf"{name} answered .*, which is not legal; legal are quest 1, .*, …"
    ) as told:
        make(f"{NAMED}:{name}").choose(ELYSIUM, state, state.to_move)
    assert ELYSIUM.digest(state) == before
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)  # it comes from other processes, too
    with pytest.raises(TypeError, match=r"an action is a whole number, not 0\.5"):
        make(agents.Half).choose(ELYSIUM, state, state.to_move)


def test_it_plays_wherever_bots_play() -> None:
    env = gymnasium.make(
        "pediment.rl:pediment/Elysium-v0", seats=3, opponents=[agents.First, f"{NAMED}:middle"], seat=0
    )
    env.reset(seed=1)
    names = [bot.name for bot in env.unwrapped._bots]  # type: ignore[attr-defined]
    assert names == ["First", f"{NAMED}:middle"]
    assert env.step(env.action_space.sample())[1] == 0
    code, shown = run_command(
        arena_command, "arena", "ephyran", "--bots", f"{NAMED}:First,{NAMED}:Hashed,uniform", "--games", "4"
    )
    assert code == 0
    assert f"{NAMED}:Hashed" in shown
    code, shown = run_command(simulate, "simulate", "ephyran", "--bots", f"{NAMED}:Hashed,uniform", "--games", "2")
    assert code == 0


@pytest.mark.parametrize("command", ["simulate", "play"])
def test_an_illegal_answer_ends_a_command_with_a_sentence(command: str) -> None:
    words = {"simulate": ["--bots", f"{NAMED}:Illegal,uniform"], "play": ["--players", f"uniform,{NAMED}:Illegal"]}
    done = subprocess.run(
        [sys.executable, "-m", "pediment.cli", command, "ephyran", *words[command], "--seed", "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 1
    assert f"pediment {command}: the bot {NAMED}:Illegal answered" in done.stderr
    assert "Traceback" not in done.stderr


def test_agents_are_made_once_for_many_games_and_play_the_same(tmp_path: Path) -> None:
    agents.made.clear()
    names = [f"{NAMED}:Hashed", f"{NAMED}:First"]
    played = tournament.play(ELYSIUM, bots=names, games=6, seed=1)
    assert len(agents.made) == 2  # one to see whether it works
    tables = [tournament.play_table(ELYSIUM, played.terms, one.table) for one in played.results]
    assert tables == played.results


def test_a_program_stays_up_between_games() -> None:
    env = gymnasium.make("pediment.rl:pediment/Ephyran-v0", opponents=EXAMPLE, seat=1)
    processes = set()
    for _ in range(3):
        env.reset(seed=1)
        bot = env.unwrapped._bots[0]  # type: ignore[attr-defined]
        assert isinstance(bot, External)
        assert bot._line
        processes.add(bot._line.process.pid)  # type: ignore[attr-defined]
        env.step(env.action_space.sample())
        assert bot.faults == []
    assert len(processes) == 1
    env.close()
    assert bot._line is None


def test_a_program_gets_the_numbers_that_it_wants(tmp_path: Path) -> None:
    code = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "n", "wants": ["mask", "observation"]}), flush=True)
    elif message["type"] == "start":
        highest = message["highest"]
    elif message["type"] == "ask":
        assert len(message["observation"]) == len(highest) and sum(message["mask"]) == len(message["legal"])
        print(json.dumps({"type": "move", "id": message["id"], "move": message["legal"][-1]}), flush=True)
"""
    program = tmp_path / "wanting.py"
    program.write_text(code, encoding="utf-8")
    state = ELYSIUM.new(seed=1)
    with External(shlex.join([sys.executable, str(program)]), 1) as bot:
        assert bot.choose(ELYSIUM, state, state.to_move) == ELYSIUM.legal(state)[-1]
        assert bot.faults == []


def test_an_error_without_words_is_a_crash_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot-check", f"{NAMED}:Speechless", "--game", "ephyran", "--games", "1", "--json", "-"]) == 1
    details = {problem["detail"] for problem in json.loads(capsys.readouterr().out)["problems"]}
    assert details == {"Mute", "TypeError: an action is a whole number, not a Mute without words"}


def test_a_roster_ends_with_whoever_had_it() -> None:
    """A thousand games later nothing of it is left, and no agent is kept by what is done at exit."""
    closed: list[int] = []

    class Weighty(agents.First):
        __hash__ = None  # type: ignore[assignment]  # as a dataclass has it

        def close(self) -> None:
            closed.append(1)

    roster = Roster()
    for seed in range(1000):
        roster.release(roster.make(Weighty, seed))
    assert closed == []
    del roster
    gc.collect()
    assert len(closed) == 1


def test_a_roster_gives_each_seat_its_own() -> None:
    roster = Roster()
    two = [roster.make(agents.First, 1), roster.make(agents.First, 2)]
    assert two[0] is not two[1]
    for bot in two:
        roster.release(bot)
    again = roster.make(agents.First, 5)
    assert again in two
    assert isinstance(again, Agent)
    assert again.stream.state == make(agents.First, 5).stream.state
    assert isinstance(pickle.loads(pickle.dumps(roster)), Roster)
    assert roster.make("uniform", 1).stream.state != Stream(0).state
    roster.close()


def test_an_agent_says_what_it_plays(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = "the bot tests.bots.agents:Duellist does not play elysium for 2, only ephyran for 2"
    for command in (
        "arena --bots uniform,{} --games 4",
        "simulate --bots {} --games 1",
        "play elysium --players uniform,{}",
        "bot-check {} --game elysium",
    ):
        assert main([*shlex.split(command.format(f"{NAMED}:Duellist")), "--language", "en"]) == 2
        assert sentence in " ".join(capsys.readouterr().err.split())
    assert main(["bot-check", f"{NAMED}:Duellist", "--games", "2", "--json", "-"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [(one["game"], one["games"]) for one in results] == [("ephyran", 1)] * 2
    state = ELYSIUM.new(seed=1)
    with pytest.raises(ValueError, match="does not play elysium for 2, only ephyran for 2"):
        make(agents.Duellist).choose(ELYSIUM, state, state.to_move)
    assert (
        arena.prepare(GAMES[1], {"games": 1}, seats=2, bots=[f"{NAMED}:Duellist"], seed=1, options={}).bots
        == [f"{NAMED}:Duellist"] * 2
    )
