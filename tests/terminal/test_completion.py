"""The scripts that let a shell complete commands, in the shells that are there."""

from __future__ import annotations

import re
import subprocess

import pytest

from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.messages import Messages
from tests.server.stores import program
from tests.terminal.running import Run


def completed(script: str, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    line = " ".join(f"'{word}'" for word in words)
    ask = f'COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _pediment; printf "%s\\n" "${{COMPREPLY[@]}}"'
    ran = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{ask}"], capture_output=True, encoding="utf-8", check=True, timeout=30
    )
    assert ran.stderr == ""
    return ran.stdout.split()


def test_bash_completes(run: Run) -> None:
    script = run("completion", "bash").out
    offered = completed(script, "pediment", "")
    assert offered[: len(COMMANDS)] == [*COMMANDS]
    assert "--version" in offered
    assert completed(script, "pediment", "ar") == ["arena"]
    assert completed(script, "pediment", "play", "")[:2] == ["elysium", "ephyran"]
    assert completed(script, "pediment", "play", "--se") == ["--seats", "--seed"]
    assert completed(script, "pediment", "--language", "") == ["en", "fr"]
    assert completed(script, "pediment", "--language", "fr", "edition", "") == ["new", "check"]
    assert completed(script, "pediment", "rules", "--game", "ep") == ["ephyran"]
    assert completed(script, "pediment", "cards", "--level", "") == ["1", "2", "3"]
    assert completed(script, "pediment", "completion", "f") == ["fish"]
    assert completed(script, "pediment", "operate", "re") == ["reports", "results", "remove", "rebuild"]
    assert completed(script, "pediment", "play", "--seed", "") == []  # a number
    assert completed(script, "pediment", "play", "--load", "") == []  # the default: names of files
    assert completed(script, "pediment", "replay", "") == []
    assert completed(script, "pediment", "replay", "--a") == ["--at"]


def test_bash_offers_every_option_of_every_command(run: Run) -> None:
    script = run("completion", "bash").out
    asks = "\n".join(
        f'COMP_WORDS=(pediment {name} --); COMP_CWORD=2; _pediment; echo "${{COMPREPLY[@]}}"' for name in COMMANDS
    )
    ran = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{asks}"], capture_output=True, encoding="utf-8", check=True
    )
    for command, line in zip(COMMANDS, ran.stdout.splitlines(), strict=True):
        options = [name for one in parser_of(command, Messages("en")).options for name in one.names]
        assert line.split() == [name for name in options if name.startswith("--")], command


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_script_names_every_command_and_is_accepted_by_its_shell(shell: str, language: str, run: Run) -> None:
    script = run("completion", shell, "--language", language).out
    for command in COMMANDS:
        assert re.search(rf"[ '\"]{command}[ ':\"]", script), command
    check = [program(shell, shell), "--no-execute" if shell == "fish" else "-n"]
    ran = subprocess.run(check, input=script, capture_output=True, encoding="utf-8", timeout=30, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_zsh_and_fish_are_told_of_choices_and_files(run: Run) -> None:
    zsh, fish = run("completion", "zsh").out, run("completion", "fish").out
    assert "'--game[only this game (default\\: all)]:game:(elysium ephyran)'" in zsh
    assert ":load:_files'" in zsh
    assert "complete -c pediment -n '__pediment_command rules' -l game -x -a 'elysium ephyran' -d" in fish
    assert "complete -c pediment -n '__pediment_command play' -l load -r -F -d" in fish


def test_fish_completes(run: Run) -> None:
    offered = {
        "si": ["simulate"],
        "--language fr si": ["simulate"],
        "--language=fr si": ["simulate"],
        "--language ": ["en", "fr"],
        "rules --game ": ["elysium", "ephyran"],
        "play doc": [],
        "lab cards --f": ["--families"],  # `--family` is of the command `cards`
        "help pl": ["play"],
        "help play --s": [],
    }
    asks = "\n".join(f"complete -C 'pediment {line}'; echo ." for line in offered)
    command = [program("fish", "fish"), "--no-config", "-c", f"{run('completion', 'fish').out}\n{asks}"]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert ran.stderr == ""
    *found, _ = ran.stdout.split(".\n")
    assert [[line.split()[0] for line in lines.splitlines()] for lines in found] == [*offered.values()]


@pytest.mark.parametrize("command", ["replay", "verify", "score", "hint", "edition", "analyse", "backup"])
def test_every_command_about_a_file_completes_its_name(command: str, run: Run) -> None:
    assert re.search(rf'"{command}"\) words=".*"; files=yes ;;', run("completion", "bash").out)
    place = 2 if command == "edition" else 1  # after new or check
    _, _, arguments = run("completion", "zsh").out.partition(f"            {command}) _arguments")
    assert re.search(rf" {place}:\w+:_files$", arguments.partition(" ;;")[0])
    assert f"'__pediment_command {command}' -F\n" in run("completion", "fish").out
