from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pediment
from pediment.cli import COMMANDS, main

OF_NO_GAME = ("replay", "games", "serve", "backup", "doctor")


def pipe(*arguments: str, typed: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with its input from a pipe."""
    clean = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "PEDIMENT_LANGUAGE")}
    return subprocess.run(
        [sys.executable, "-m", "pediment.cli", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**clean, "PYTHONUTF8": "1", "COLUMNS": "80", **environ},
        check=False,
    )


def left(*arguments: str) -> int:
    """The code that a command ends with by leaving."""
    with pytest.raises(SystemExit) as leaving:
        main(list(arguments))
    assert isinstance(leaving.value.code, int)
    return leaving.value.code


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_every_command_has_help_with_examples(
    command: str | None, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [command, "--help"] if command else ["--help"]
    assert left("--language", language, *arguments) == 0
    text = capsys.readouterr().out
    assert {"en": "examples:", "fr": "exemples\xa0:"}[language] in text
    assert f"  pediment {command or 'play'}" in text
    assert text.startswith({"en": "usage: ", "fr": "utilisation\xa0: "}[language])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", [None, *(command for command in COMMANDS if command not in OF_NO_GAME)])
def test_the_examples_are_of_both_games(command: str | None, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    left("--language", language, *([command] if command else []), "--help")
    examples = capsys.readouterr().out.partition({"en": "examples:", "fr": "exemples\xa0:"}[language])[2]
    assert "ephyran" in examples or "Y4.9" in examples


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "commands:" in capsys.readouterr().out


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert left("--version") == 0
    assert capsys.readouterr().out == f"pediment {pediment.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pla"], "Did you mean play?"),
        (["xyzzy"], "invalid choice: 'xyzzy'"),
        (["--versoin"], "there is no option --versoin. Did you mean --version?"),
        (["cards", "--famly=zeus"], "there is no option --famly. Did you mean --family?"),
        (["cards", "--xyzzy"], "there is no option --xyzzy.\n"),
        (["rules", "--language"], "argument --language: expected one argument"),
        (["rules", "--language", "de"], "argument --language: invalid choice: 'de'"),
        (["score"], "the following arguments are required: FILE"),
    ],
)
def test_wrong_arguments(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert left(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.startswith("usage: pediment")
    assert "--help" in err.splitlines()[-1]


def test_the_language_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--language", "fr", "rules", "E8.7"], ["rules", "E8.7", "--language=fr"]):
        assert main(arguments) == 0
        assert "victoire" in capsys.readouterr().out


def test_the_language_of_the_environment() -> None:
    assert "victoire" in pipe("rules", "E8.7", LANG="fr_FR.UTF-8").stdout
    assert "victory" in pipe("rules", "E8.7", LANG="fr_FR.UTF-8", PEDIMENT_LANGUAGE="en").stdout


def test_an_interrupt_ends_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("pediment.terminal.rules.run", interrupted)
    assert main(["rules"]) == 130
    assert capsys.readouterr().err == "\n"


def test_a_game_through_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = pipe("play", "--seed", "1", typed=f"1\n1\nsave {file}\nquit\n")
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "\x1b" not in ran.stdout
    assert ran.stdout.endswith("Goodbye.\n")
    again = pipe("replay", str(file))
    assert again.returncode == 0
    assert "verified" in again.stdout


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in pipe("cards", "hercules").stdout
    assert "\x1b[" in pipe("cards", "hercules", FORCE_COLOR="1", TERM="xterm-256color").stdout
    dull = pipe("cards", "hercules", FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1").stdout
    assert "\x1b[3" not in dull.replace("\x1b[1", "")
    assert "Hercules" in dull


def test_help_needs_no_game_and_no_colour() -> None:
    """What makes it quick: neither rich nor a game is imported for the help of the program."""
    code = "import sys; from pediment.cli import main; main([]); print([m for m in sys.modules if m in HEAVY])"
    heavy = ["rich", "rich.console", "pediment.elysium.game", "pediment.ephyran.game", "pediment.bots", "pediment.lab"]
    ran = subprocess.run(
        [sys.executable, "-c", f"HEAVY = {heavy}; {code}"], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("game", pediment.games())
def test_simulate(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["simulate", game, "--games", "2", "--bots", "uniform", "--cards", "none"]) == 0
    assert f"{game.capitalize()}: 2 games" in capsys.readouterr().out
