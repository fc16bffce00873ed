from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pediment
from pediment.cli import main
from pediment.terminal.commands import COMMANDS

OF_SOME_GAMES = ("train",)
"""Commands for the games that offer what they need."""
OF_NO_GAME = ("replay", "games", "serve", "backup", "operate", "doctor", "completion", "help")


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
@pytest.mark.parametrize(
    "command", [None, *(command for command in COMMANDS if command not in OF_NO_GAME + OF_SOME_GAMES)]
)
def test_the_examples_are_of_both_games(command: str | None, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    left("--language", language, *([command] if command else []), "--help")
    examples = capsys.readouterr().out.partition({"en": "examples:", "fr": "exemples\xa0:"}[language])[2]
    assert "ephyran" in examples or "Y4.9" in examples


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert left(option) == 0
    assert capsys.readouterr().out == f"pediment {pediment.__version__}\n"


WRONG: list[tuple[list[str], str, str]] = [
    (["pla"], "there is no command pla. Did you mean play?", "il n’y a pas de commande pla. Vouliez-vous dire play ?"),
    (["xyzzy"], "there is no command xyzzy.", "il n’y a pas de commande xyzzy."),
    (
        ["--versoin"],
        "there is no option --versoin. Did you mean --version?",
        "il n’y a pas d’option --versoin. Vouliez-vous dire --version ?",
    ),
    (
        ["cards", "--famly=zeus"],
        "there is no option --famly. Did you mean --family?",
        "il n’y a pas d’option --famly. Vouliez-vous dire --family ?",
    ),
    (
        ["simulate", "--players", "greedy"],
        "there is no option --players. Did you mean --bots?",
        "il n’y a pas d’option --players. Vouliez-vous dire --bots ?",
    ),
    (["cards", "--xyzzy"], "there is no option --xyzzy.", "il n’y a pas d’option --xyzzy."),
    (["cards", "-x"], "there is no option -x.", "il n’y a pas d’option -x."),
    (
        ["cards", "--fam", "zeus"],
        "there is no option --fam. Did you mean --family?",
        "il n’y a pas d’option --fam. Vouliez-vous dire --family ?",
    ),
    (
        ["replay", "--at"],
        "--at needs a value: --at N.",
        "--at attend une valeur : --at N.",
    ),
    (
        ["play", "--load", "--seed", "7"],
        "--load needs a value: --load FILE.",
        "--load attend une valeur : --load FICHIER.",
    ),
    (
        ["rules", "--game", "elysum"],
        "--game cannot be elysum; choose from elysium, ephyran. Did you mean elysium?",
        "--game ne peut pas être elysum ; au choix : elysium, ephyran. Vouliez-vous dire elysium ?",
    ),
    (
        ["cards", "--level", "4"],
        "--level cannot be 4; choose from 1, 2, 3.",
        "--level ne peut pas être 4 ; au choix : 1, 2, 3.",
    ),
    (
        ["cards", "--level", "two"],
        "--level needs a whole number, not two.",
        "--level attend un nombre entier, et non two.",
    ),
    (["score"], "missing: FILE.", "il manque : FICHIER."),
    (["bot-check"], "missing: BOT.", "il manque : BOT."),
    (["score", "a", "b c"], "unexpected argument: b c.", "argument inattendu : b c."),
    (["edition", "new", "a", "--force=1"], "--force takes no value.", "--force ne prend pas de valeur."),
    (
        ["hint", "a", "--time", "1s", "--bot", "titan"],
        "--bot and --time cannot be given together.",
        "--bot et --time ne vont pas ensemble.",
    ),
    (
        ["hint", "a", "--level", "titan", "--iterations=9"],
        "--iterations and --level cannot be given together.",
        "--iterations et --level ne vont pas ensemble.",
    ),
    (
        ["serve", "--port", "x"],
        "--port: x is not valid; it must be a number from 0 to 65535.",
        "--port : x ne convient pas ; il faut un nombre de 0 à 65535.",
    ),
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("arguments", "english", "french"), WRONG, ids=[" ".join(case[0]) for case in WRONG])
def test_wrong_arguments(
    arguments: list[str], english: str, french: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert left("--language", language, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    *usage, message, see = err.replace("\xa0", " ").splitlines()
    prog = f"pediment {arguments[0]}" if arguments[0] in COMMANDS else "pediment"
    assert usage[0].startswith({"en": f"usage: {prog} ", "fr": f"utilisation : {prog} "}[language])
    assert message == f"{prog}: {english if language == 'en' else french}"
    assert see == {"en": f"For help: {prog} --help", "fr": f"Pour l’aide : {prog} --help"}[language]


@pytest.mark.parametrize("words", [["--language"], ["--language", "de"], ["--language=de"]])
def test_a_language_that_is_missing_or_unknown(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert left("rules", *words) == 2
    message = capsys.readouterr().err.splitlines()[-2]
    wrong = "cannot be de; choose from en, fr." if len("".join(words)) > 10 else "needs a value: --language {en,fr}."
    assert message == f"pediment rules: --language {wrong}"


@pytest.mark.parametrize("words", [["help"], ["--help"], ["-h"], []])
def test_help_of_the_program(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = left(*words) if words and words[0].startswith("-") else main(words)
    assert code == 0
    text = capsys.readouterr().out
    assert [line.split()[0] for line in text.partition("commands:\n")[2].partition("\n\n")[0].splitlines()] == [
        *COMMANDS
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_by_a_word(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", command]) == 0
    by_word = capsys.readouterr().out
    assert left(command, "--help") == 0
    assert capsys.readouterr().out == by_word


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("columns", [80, 132])
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_fits_its_columns(
    command: str | None,
    columns: int,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """But for the examples, which are to be copied."""
    monkeypatch.setenv("COLUMNS", str(columns))
    left("--language", language, *([command] if command else []), "--help")
    text = capsys.readouterr().out.partition({"en": "examples:", "fr": "exemples\xa0:"}[language])[0]
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"[ \t]$", text, re.MULTILINE)


def test_help_is_never_coloured() -> None:
    assert "\x1b" not in pipe("play", "--help", FORCE_COLOR="1", TERM="xterm-256color").stdout


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


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_may_be_closed(closed: str, tmp_path: Path) -> None:
    play = [sys.executable, "-m", "pediment.cli", "play", "--seed", "1"]
    ran = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *play],
        input="1\n",
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(list(tmp_path.rglob("*.json"))) == 1  # the game is kept


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in pipe("cards", "hercules").stdout
    assert "\x1b[" in pipe("cards", "hercules", FORCE_COLOR="1", TERM="xterm-256color").stdout
    dull = pipe("cards", "hercules", FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1").stdout
    assert "\x1b[3" not in dull.replace("\x1b[1", "")
    assert "Hercules" in dull


def test_help_needs_no_game_and_no_colour() -> None:
    """What makes it quick: neither rich nor a game is imported for the help of the program."""
    code = "import sys; from pediment.cli import main; main([]); print([m for m in sys.modules if m in HEAVY])"
    heavy = [
        "rich",
        "rich.console",
        "pediment.games.elysium.game",
        "pediment.games.ephyran.game",
        "pediment.bots",
        "pediment.lab",
    ]
    ran = subprocess.run(
        [sys.executable, "-c", f"HEAVY = {heavy}; {code}"], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("game", pediment.games())
def test_simulate(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["simulate", game, "--games", "2", "--bots", "uniform", "--cards", "none"]) == 0
    assert f"{game.capitalize()}: 2 games" in capsys.readouterr().out
