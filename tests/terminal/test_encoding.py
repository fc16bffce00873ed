"""Every command where the terminal cannot show every sign: no traceback, and readable to the last letter."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from pediment.command.encoding import PLAIN, READABLE, prepare, to_ascii
from pediment.terminal.commands import COMMANDS
from tests.depth import some_of

RECORDS = Path(__file__).parents[1] / "records"
ELYSIUM, EPHYRAN = RECORDS / "elysium-3-seed-7.json", RECORDS / "ephyran-3-seed-1.json"
ENCODINGS = {
    "latin-1": {"PYTHONIOENCODING": "iso-8859-1"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "ascii": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}
SHORT_TRAINING = [f"--{name}=1" for name in ("generations", "games", "epochs", "deals", "iterations")] + ["--hidden=2"]
SUFFIXES = (".toml", ".json", ".sqlite", ".training")
TABLES = {
    "elysium.toml": '[[seats]]\ngold = 5\nelysium = [["zeus.alliance", "zeus.triumph"]]\n[[seats]]\nvp = 17\n',
    "ephyran.toml": 'game = "ephyran"\n[[seats]]\ngod = "gaia"\n[[seats]]\ngod = "aether"\n',
}
# What each command prints most of; what is left out has no arguments to try
TRIED: dict[str, list[tuple[list[str], str]]] = {
    "play": [
        (["elysium", "--seed", "1"], "?\nboard\nscore\nlog\nhint\n1\n1\n? hercule\nwhy hercule\nquit\n\n"),
        (
            ["ephyran", "--seed", "4", "--seats", "3", "--players", "human,greedy,greedy"],
            "?\nboard\n1\n1\nscore\nquit\n\n",
        ),
    ],
    "lesson": [
        (["elysium", "--chapter", "6"], "?\nutiliser initiation\nprendre initiation\nrules\nchapter\nquit\n"),
        (["ephyran", "--chapter", "3"], "hint\nmore\nquit\n"),
    ],
    "puzzles": [(["--list"], ""), (["--day", "2026-11-18"], "?\n1\n2\nquit\n")],
    "cards": [([], ""), (["--game", "ephyran"], ""), (["hercule"], "")],
    "rules": [([], ""), (["E5"], ""), (["Y4"], "")],
    "replay": [
        ([str(ELYSIUM), "--at", "60"], ""),
        ([str(EPHYRAN), "--at", "60"], ""),
        ([str(EPHYRAN), "--step"], "b\nq\n"),
    ],
    "verify": [([str(ELYSIUM), "--draws"], "")],
    "score": [(["elysium.toml"], ""), (["ephyran.toml"], ""), ([str(ELYSIUM)], "")],
    "hint": [([str(ELYSIUM), "--move", "9", "--iterations", "20"], "")],
    "edition": [(["new", "box.toml", "--force"], ""), (["check", "box.toml"], "")],
    "analyse": [(["short.json", "--iterations", "16"], "")],
    "simulate": [(["--games", "1", "--bots", "uniform"], "")],
    "arena": [(["--games", "3", "--bots", "uniform,greedy"], "")],
    "lab": [
        (["compare", "families=opulence", "families=wasteland", "--deals", "20", "--bots", "uniform"], ""),
        (["cards", "ephyran", "--deals", "20", "--bots", "uniform"], ""),
        (["balance", "ephyran", "--deals", "20", "--bots", "uniform", "--weaker", "uniform"], ""),
    ],
    "train": [(["elysium", "--out", "learned.training", *SHORT_TRAINING], "")],
    "bot-check": [(["./nothing"], "")],
    "bots": [([], "")],
    "games": [([], "")],
    "serve": [(["--port", "x"], "")],
    "backup": [(["new.sqlite", "--database", "nothing.sqlite"], "")],
    "operate": [(["tables"], "")],
    "doctor": [([], "")],
    "completion": [(["bash"], ""), (["zsh"], ""), (["fish"], "")],
    "help": [([], ""), (["play"], "")],
}


# Many commands in one process, because starting one takes a second; their input is one stream, too
DRIVER = """
import json, sys
from pediment.bots import Budget
from pediment.cli import main
from pediment.terminal import doctor, local_game
doctor.MEASURE_SECONDS = 0.02
local_game.HINT_BUDGET = Budget(iterations=30)
for words in json.loads(sys.argv[1]):
    print("$", *words, flush=True)
    try:
        main(words)
    except SystemExit:
        pass
"""


def run(encoding: str, commands: list[list[str]], typed: bytes = b"") -> str:
    """What commands print in a process of its own, decoded as that terminal would."""
    names = ("LANG", "LC_ALL", "PEDIMENT_LANGUAGE", "PYTHONUTF8", "PYTHONIOENCODING")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    ran = subprocess.run(
        [sys.executable, "-c", DRIVER, json.dumps(commands)],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**clean, "COLUMNS": "80", **ENCODINGS[encoding]},
        timeout=300,
        check=False,
    )
    text = ran.stdout.decode(encoding)
    assert ran.returncode == 0, text
    return text


def test_every_command_is_tried() -> None:
    assert [*TRIED] == [*COMMANDS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a few files to read."""
    folder = tmp_path_factory.mktemp("files")
    for name, text in TABLES.items():
        (folder / name).write_text(text, encoding="utf-8")
    record = json.loads(ELYSIUM.read_text(encoding="utf-8"))
    record["actions"] = record["actions"][:3]
    for field in ("hashes", "result"):
        record.pop(field, None)
    (folder / "short.json").write_text(json.dumps(record), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("encoding", "language"),
    some_of(product(ENCODINGS, ("en", "fr")), [("ascii", "fr")]),
)
def test_every_command_is_readable(encoding: str, language: str, folder: Path) -> None:
    commands: list[list[str]] = []
    typed = ""
    for command, tried in TRIED.items():
        for words, lines in tried:
            files = [str(folder / word) if Path(word).suffix in SUFFIXES else word for word in words]
            commands.append(["--language", language, command, *files])
            typed += lines
    text = run(encoding, commands, typed.encode("ascii"))
    parts = text.split("$ --language ")[1:]
    assert len(parts) == len(commands)
    for part in parts:
        assert len(part.splitlines()) > 1, part
    assert "Traceback" not in text
    assert re.findall(r".*\w\?\w.*", text) == []  # a sign without a reading, in the midst of a word


def test_a_table_is_cut_for_the_longer_signs() -> None:
    lines = run("ascii", [["play", "elysium", "--seed", "11"]], b"quit\n\n").splitlines()
    assert any("..." in line for line in lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("encoding", "typed", "echo"),
    [
        ("latin-1", "? arès\n".encode("latin-1"), "? arès"),
        ("cp437", "? bélier\n".encode("cp437"), "? bélier"),
        ("ascii", "? arès\n".encode(), "? ares"),
        ("ascii", "? arès\n".encode("latin-1"), "? ares"),
    ],
)
def test_accents_can_be_typed(encoding: str, typed: bytes, echo: str) -> None:
    text = run(encoding, [["--language", "fr", "play", "--seed", "11"]], typed + b"quit\n\n")
    assert f"> {echo}" in text


def test_accents_are_kept_where_they_can_be_shown() -> None:
    assert "Époque" in run("latin-1", [["--language", "fr", "rules"]])
    ascii_only = run("ascii", [["--language", "fr", "rules"]])
    assert ascii_only.isascii()
    assert "Epoque" in ascii_only


def test_every_sign_of_the_texts_has_a_reading() -> None:
    home = Path(sys.modules["pediment"].__file__ or "").parent
    texts = "".join(file.read_text(encoding="utf-8") for file in home.rglob("texts/*/*.toml"))
    assert {sign for sign in texts if to_ascii(sign) == "?"} <= {"?"}
    assert all(text.isascii() for text in PLAIN.values())


def test_only_what_cannot_be_written_is_replaced() -> None:
    prepare()
    assert "é·…→".encode("latin-1", READABLE) == b"\xe9\xb7...->"


def test_what_is_typed_with_accents_is_understood(tmp_path: Path) -> None:
    def in_ascii(*words: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "pediment.cli", *words, "--language", "fr"]
        environ = os.environ | ENCODINGS["ascii"] | {"XDG_DATA_HOME": str(tmp_path)}
        return subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, check=False, timeout=60)

    found = in_ascii("cards", "Héra")
    assert found.returncode == 0
    assert b"2 cartes" in found.stdout
    missing = in_ascii("score", "Héra.json")
    assert b"impossible de lire Hera.json : ce fichier" in missing.stderr.replace(b"\xa0", b" ")
    assert in_ascii("edition", "new", "boîte.toml").returncode == 0
    assert os.listdir(os.fsencode(tmp_path)) == ["boîte.toml".encode()]
    simulated = in_ascii("simulate", "--games", "1", "--bots", "uniform", "--edition", "boîte.toml", "--out", "é.jsonl")
    assert (simulated.returncode, simulated.stderr) == (0, b"")
