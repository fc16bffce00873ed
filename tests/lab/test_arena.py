"""The command `pediment arena`, in this process and as people start it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

import pediment
from pediment.core.extras import install
from pediment.lab import arena_command, ratings
from pediment.lab.formatting import TEXTS
from pediment.lab.tournament import Contest, Result, play, read
from pediment.lab.workers import WorkerLost
from tests.lab.running import run_command

PATIENCE = 120.0
QUICK = ("ephyran", "--bots", "uniform,search@1", "--games", "4")


def run(*words: str, terminal: bool = False) -> tuple[int, str]:
    """The exit code of `pediment arena` with these words, and what it prints."""
    return run_command(arena_command, "arena", *words, terminal=terminal)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "pediment.cli", "arena", *words]


def wait_for_games(out: Path, process: subprocess.Popen[str], games: int) -> None:
    end = time.monotonic() + PATIENCE
    while not out.exists() or out.read_bytes().count(b"\n") < 1 + games:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "BOOTSTRAP_SAMPLES", 50)


def test_the_command_shows_ratings_and_a_cross_table() -> None:
    code, shown = run("ephyran", "--bots", "greedy,uniform", "--games", "3", "--seed", "5")
    assert code == 0
    assert "Ephyran: 4 games of 2 bots, 2 players, 2 deals, seed 5" in shown
    assert re.search(r"^greedy +1000 +– +4 +100.0% +\+\d+\.\d$", shown, re.MULTILINE)
    assert re.search(r"^uniform +−?\d+ +−?\d+ – −?\d+ +4 +0.0% +−\d+\.\d$", shown, re.MULTILINE)
    assert "greedy is at 1000. 100 points of lead mean 64%" in shown
    assert re.search(r"^greedy +100%$", shown, re.MULTILINE)
    assert "faults" not in shown
    assert "\x1b" not in shown


def test_the_command_speaks_french() -> None:
    code, shown = run("--language", "fr", *QUICK)
    assert code == 0
    assert "Ephyran\xa0: 4 parties entre 2 robots" in shown
    assert "La moyenne est à 1000." in shown


def test_both_languages_fill_in_the_same() -> None:
    for section in ("arena-help", "arena-errors", "arena-words", "arena-plot"):
        english, french = (TEXTS.section(language, section) for language in ("en", "fr"))
        for key, text in english.items():
            assert set(re.findall(r"{(\w+)", text)) == set(re.findall(r"{(\w+)", french[key])), key


def test_three_players_with_options_of_the_game() -> None:
    bots = "uniform,search@1,search@2"
    code, shown = run("--bots", bots, "--seats", "3", "--games", "6", "--families", "first-game")
    assert code == 0
    assert "Elysium: 6 games of 3 bots, 3 players, 2 deals" in shown


def test_a_command_with_spaces_is_a_bot_and_its_faults_are_told(tmp_path: Path) -> None:
    """It says who it is, and no more."""
    program = tmp_path / "mute.py"
    program.write_text('input()\nprint(\'{"type": "hello", "protocol": 1, "name": "mute"}\', flush=True)\n')
    bot = f"{shlex.quote(sys.executable)} -IS {program}"
    code, shown = run("ephyran", "--bots", f"uniform, {bot}", "--games", "3")
    assert code == 0
    assert "faults" in shown


def test_a_bot_that_does_not_start_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = run("ephyran", "--bots", f"uniform,{shlex.quote(sys.executable)} -IS -c pass", "--games", "3")
    assert code == 2
    assert "does not start" in capsys.readouterr().err


def test_files_are_written(tmp_path: Path) -> None:
    out, summary, plot = (tmp_path / name for name in ("results.jsonl", "summary.json", "plot.svg"))
    code, shown = run(*QUICK, "--out", str(out), "--json", str(summary), "--plot", str(plot))
    assert code == 0
    assert "The results of 4 games are in" in shown
    found = json.loads(summary.read_text(encoding="utf-8"))
    assert found["setting"]["bots"] == ["uniform", "search@1"]
    assert len(found["pairs"]) == 2
    assert len(read(out).results) == 4
    picture = plot.read_text(encoding="utf-8")
    assert "search@1" in picture
    assert "<dc:date>" not in picture
    code, shown = run(*QUICK, "--out", str(out), "--plot", str(plot))
    assert "4 games have already been played." in shown
    assert plot.read_text(encoding="utf-8") == picture


def test_a_plot_as_png_is_the_same_every_time(tmp_path: Path) -> None:
    from pediment.lab import plots  # brings Matplotlib

    results = [
        Result(deal, bots, (1.0, 0.0), (5, 4), (0, 0), 9)
        for deal in range(3)
        for bots in (("a bot with a very long name", "b"), ("b", "a bot with a very long name"), ("b", "c"))
    ]
    found = ratings.standings(results)
    for name in ("one.PNG", "two.png"):
        plots.save(found, tmp_path / name, "Title", "fr")
    assert (tmp_path / "one.PNG").read_bytes() == (tmp_path / "two.png").read_bytes()
    assert (tmp_path / "one.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--bots", "greedy,best"], "no bot “best”"),
        (["--bots", "greedy"], "a table of 2 needs 2 different bots"),
        (["--bots", "greedy,"], "one of the bots has no name"),
        (["--bots", "greedy,greedy"], "not against itself"),
        (["--bots", "greedy,uniform", "--games", "1"], "games must be more than 2, not 1"),
        (["--bots", "greedy,uniform", "--seats", "9"], "seats must be"),
        (["--bots", "greedy,uniform", "--time", "long"], "a budget is"),
        (["--bots", "greedy,uniform", "--edition", "no-such-file.toml"], "cannot read no-such-file.toml"),
        (["--bots", "greedy,uniform", "--plot", "plot.gif"], "plot.gif: a plot is an .svg or a .png file"),
        (["--bots", "greedy,uniform", "--plot", "no-such-folder/plot.svg"], "cannot write no-such-folder/plot.svg"),
        (["--bots", "greedy,uniform", "--json", "no-such-folder/a.json"], "cannot write no-such-folder/a.json"),
        (["--bots", "greedy,uniform", "--out", "no-such-folder/a.jsonl"], "cannot write no-such-folder/a.jsonl"),
    ],
)
def test_wrong_arguments_end_with_2(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = run(*words)
    assert (code, shown) == (2, "")
    assert problem in capsys.readouterr().err


def test_a_file_of_something_else_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "notes.txt"
    out.write_text("my notes\n", encoding="utf-8")
    assert run(*QUICK, "--out", str(out)) == (2, "")
    assert "is not a file of arena results" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "my notes\n"


@pytest.mark.parametrize(("missing", "words"), [("scipy", []), ("matplotlib", ["--plot", "plot.svg"])])
def test_a_missing_library_is_named(missing: str, words: list[str]) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from pediment.cli import main; sys.exit(main())"
    ran = subprocess.run(
        [sys.executable, "-c", code, "arena", *QUICK, *words], capture_output=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 2
    assert f"{missing} is missing; get it with: {install('lab')}" in ran.stderr


def test_help_needs_no_library() -> None:
    code = "import sys; sys.modules['numpy'] = None; from pediment.cli import main; sys.exit(main())"
    ran = subprocess.run([sys.executable, "-c", code, "arena", "--help"], capture_output=True, encoding="utf-8")
    assert ran.returncode == 0
    assert "--bots" in ran.stdout


def test_more_processes_than_cores_are_a_problem_for_bots_with_a_clock(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(Contest, "__iter__", lambda self: iter(()))
    told = "More processes than the 1 cores"
    with pytest.raises(ValueError, match="two deals"):
        run("--bots", "uniform,search", "--jobs", "2", "--time", "5ms")
    assert told in capsys.readouterr().err
    with pytest.raises(ValueError, match="two deals"):
        run("--bots", "uniform,search@20", "--jobs", "2")
    assert told not in capsys.readouterr().err


def test_a_bar_shows_who_leads(tmp_path: Path) -> None:
    code, shown = run("ephyran", "--bots", "greedy,uniform", "--games", "4", terminal=True)
    assert code == 0
    assert "greedy 100%, uniform 0%" in shown


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "Stopped after 2 of 4 games."),
        (WorkerLost("a process was ended"), 1, "Stopped after 2"),
    ],
)
@pytest.mark.parametrize("keeping", [True, False])
def test_what_was_played_before_a_stop_is_kept(
    error: BaseException, code: int, told: str, keeping: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "results.jsonl"
    words = ("--out", str(out)) if keeping else ()
    whole = Contest.__iter__

    def stopped(self: Contest) -> Iterator[Any]:
        games = whole(self)
        yield next(games)
        yield next(games)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Contest, "__iter__", stopped)
        found, shown = run(*QUICK, *words)
    assert found == code
    assert told in shown
    assert ("The same command continues from here" in shown) == keeping
    assert ("Nothing is kept without --out FILE." in shown) != keeping
    if keeping:
        assert len(read(out).results) == 2
        assert "2 games have already been played." in run(*QUICK, *words)[1]


HELD = """
import signal, sys
from pediment.cli import main
from pediment.lab.tournament import Contest

def held(self, whole=Contest.__iter__):
    for n, result in enumerate(whole(self), 1):
        if n == 3:
            signal.pause()
        yield result

Contest.__iter__ = held
sys.exit(main())
"""
"""The command, which takes no more results after the third, so that nobody kills it too late."""


def test_after_a_kill_the_same_command_ends_with_the_same_table(tmp_path: Path) -> None:
    """kill -9 of the real command, in the middle of its games."""
    out, summary = tmp_path / "killed.jsonl", tmp_path / "killed.json"
    words = (*QUICK[:-1], "8", "--seed", "3", "--jobs", "2", "--out", str(out), "--json", str(summary))
    held = [sys.executable, "-c", HELD, "arena", *words]
    with subprocess.Popen(held, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_games(out, process, 3)
        process.kill()
        process.communicate(timeout=PATIENCE)  # ends when nobody holds the pipe: its own processes have ended, too
    assert len(read(out).results) == 3
    with out.open("ab") as file:
        file.write(b'{"deal":3,"bots":["uni')  # half a line
    ran = subprocess.run(command(*words), capture_output=True, encoding="utf-8", check=True)
    assert "3 games have already been played." in ran.stdout
    whole = play(pediment.game("ephyran"), bots=["uniform", "search@1"], games=8, seed=3)
    assert read(out).results == whole.results
    found = json.loads(summary.read_text(encoding="utf-8"))
    expected = ratings.summary(whole, ratings.standings(whole.results))
    assert (found["setting"], found["pairs"]) == (expected["setting"], expected["pairs"])
    for one, other in zip(found["ratings"], expected["ratings"], strict=True):
        assert {**one, "low": 0, "high": 0} == {**other, "low": 0, "high": 0}


def test_an_interrupt_ends_the_real_command_with_130(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    words = ("ephyran", "--bots", "uniform,search@1", "--games", "1000", "--jobs", "2", "--out", str(out))
    with subprocess.Popen(command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_games(out, process, 2)
        process.send_signal(signal.SIGINT)
        told, wrong = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "The same command continues from here" in told
    assert wrong == ""
    assert len(read(out).results) >= 2


@pytest.mark.parametrize(("language", "said"), [("en", "2.5 per second"), ("fr", "2,5 par seconde")])
def test_how_quickly_games_are_played(language: str, said: str) -> None:
    """On a terminal, while they are; nothing is known of it at first."""
    clock = 0.0
    progress = Progress(get_time=lambda: clock)
    progress.add_task("games")
    (task,) = progress.tasks
    rate = arena_command.Rate(language)
    assert rate.render(task).plain == ""
    for seconds in (1.0, 2.0):
        clock = seconds
        progress.advance(task.id, 2.5)
    assert rate.render(task).plain == said
