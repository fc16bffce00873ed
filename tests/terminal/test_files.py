"""The files that people hand over: many records, byte order marks, files of the other game."""

from __future__ import annotations

import errno
import json
import os
import resource
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.command import editions
from pediment.command.errors import UserError
from pediment.command.files import keep, records, replacing, try_to_write, write
from tests.terminal.running import Run

RECORDS = Path(__file__).parents[1] / "records"
MARK = "\ufeff"


def record(name: str) -> str:
    return (RECORDS / f"{name}.json").read_text(encoding="utf-8")


@pytest.fixture
def many() -> str:
    """A file with a record of each game, one on each line."""
    lines = [json.dumps(json.loads(record(name))) for name in ("elysium-2-seed-1", "ephyran-2-seed-3")]
    Path("many.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "many.jsonl"


@pytest.mark.parametrize("command", [["replay"], ["verify"], ["play", "--load"], ["score"], ["hint"], ["analyse"]])
def test_one_of_many_records_is_chosen_by_its_number(command: list[str], run: Run, many: str) -> None:
    ran = run(*command, many)
    assert (ran.code, ran.out) == (2, "")
    assert "many.jsonl has 2 records; choose one with --game N, for example --game 1" in ran.err
    ran = run(*command, many, "--game", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "many.jsonl has no record 3; it has 2" in ran.err
    french = run(*command, many, "--language", "fr").err
    assert "contient 2 parties enregistrées ; choisissez-en une avec --game N" in french


@pytest.mark.parametrize(("number", "game"), [("1", "Elysium"), ("2", "Ephyran")])
def test_the_chosen_record_is_the_one(number: str, game: str, run: Run, many: str) -> None:
    assert run("play", "--load", many, "--game", number).out.startswith(f"Welcome to {game}")
    assert json.loads(run("score", many, "--game", number, "--json", "-").out)["game"] == game.lower()
    assert run("replay", many, "--game", number, "--at", "0").code == 0
    assert run("verify", many, "--game", number).code == 0


def test_a_position_has_no_number(run: Run) -> None:
    Path("table.toml").write_text("[[seats]]\n[[seats]]\n", encoding="utf-8")
    assert "table.toml is a position, not a file of records; leave out --game" in run(
        "score", "table.toml", "--game", "2"
    ).err  # fmt: skip


def test_a_number_without_a_file(run: Run) -> None:
    assert "--game N chooses a record of the file that --load names" in run("play", "--game", "2").err


def test_a_byte_order_mark_is_accepted_in_every_file(run: Run) -> None:
    Path("record.json").write_text(MARK + record("elysium-2-seed-1"), encoding="utf-8")
    Path("table.toml").write_text(MARK + "[[seats]]\nvp = 3\n[[seats]]\n", encoding="utf-8")
    assert run("edition", "new", "box.toml").code == 0
    Path("box.toml").write_text(MARK + Path("box.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert run("replay", "record.json", "--at", "0").code == 0
    assert run("verify", "record.json").code == 0
    assert run("score", "record.json").code == 0
    assert "with 3 VP" in run("score", "table.toml").out
    assert "with 3 VP" in run("score", "-", typed=Path("table.toml").read_text(encoding="utf-8")).out
    assert run("edition", "check", "box.toml").code == 0
    assert run("play", "--edition", "box.toml", "--seed", "1").code == 0
    assert run("analyse", "record.json", "--names", "one").err == "pediment analyse: 1 name for 2 seats\n"


def test_a_saved_game_is_not_played_as_another_game(run: Run) -> None:
    Path("elysium.json").write_text(record("elysium-2-seed-1"), encoding="utf-8")
    ran = run("play", "ephyran", "--load", "elysium.json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "pediment play: elysium.json is a game of Elysium, not of Ephyran\n"
    french = run("play", "ephyran", "--load", "elysium.json", "--language", "fr")
    assert french.err == "pediment play: elysium.json est une partie d’Elysium, et non d’Ephyran\n"
    assert run("play", "elysium", "--load", "elysium.json").code == 0


@pytest.mark.parametrize(
    "command",
    [["play", "elysium", "--edition"], ["simulate", "elysium", "--edition"], ["edition", "check", "--game", "elysium"],
     ["arena", "elysium", "--bots", "uniform,greedy", "--edition"]],
)  # fmt: skip
def test_an_edition_of_the_other_game_is_recognised(command: list[str], run: Run) -> None:
    run("edition", "new", "box.toml", "--game", "ephyran")
    ran = run(*command, "box.toml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"pediment {command[0]}: box.toml is an edition of Ephyran, not of Elysium\n"
    french = run(*command, "box.toml", "--language", "fr").err
    assert french == f"pediment {command[0]}: box.toml est une édition d’Ephyran, et non d’Elysium\n"


TABLES = {
    "elysium": "[[seats]]\ngold = 5\nvp = 14\n[[seats]]\nvp = 17\n",
    "ephyran": 'game = "ephyran"\n[[seats]]\ngod = "gaia"\n[[seats]]\ngod = "aether"\n',
}


@pytest.mark.parametrize("game", TABLES)
def test_hint_and_score_see_the_same_moment(game: str, run: Run) -> None:
    Path("table.toml").write_text(TABLES[game], encoding="utf-8")
    assert "If the game ended now" not in run("score", "table.toml").out
    ran = run("hint", "table.toml", "--iterations", "5")
    assert (ran.code, ran.out) == (2, "")
    assert "does not say whose turn it is, so it is a finished table" in ran.err
    Path("table.toml").write_text("to_move = 1\n" + TABLES[game], encoding="utf-8")
    assert run("score", "table.toml").out.startswith("If the game ended now")
    assert run("hint", "table.toml", "--iterations", "5").out.startswith("Player 2 – Your turn")


def test_records_may_stand_on_many_lines_each(run: Run) -> None:
    texts = [json.dumps(json.loads(record(name)), indent=2) for name in ("elysium-2-seed-1", "ephyran-2-seed-3")]
    Path("many.json").write_text("\n".join(texts), encoding="utf-8")
    assert "many.json has 2 records; choose one with --game N" in run("score", "many.json").err
    assert json.loads(run("score", "many.json", "--game", "2", "--json", "-").out)["game"] == "ephyran"


def test_only_the_end_of_a_record_ends_it() -> None:
    name = "Ana\u2028Mo\x85"  # line breaks of Unicode, but not of JSON
    texts = [json.dumps({"name": name, "game": n}, ensure_ascii=False) for n in (1, 2)]
    assert records("x", "\n".join(texts), "en") == texts
    assert records("x", " ".join(texts), "en") == texts


def test_a_broken_record_leaves_the_others_whole() -> None:
    assert records("x", '{"a": 1}\n{"a":\n{"a": 3}\n', "en") == ['{"a": 1}', '{"a":\n', '{"a": 3}']
    assert records("x", '{"a":\n{"a": 2}\n', "en") == ['{"a":\n{"a": 2}\n']
    assert records("x", '{"a": 1}}\n', "en") == ['{"a": 1}}\n']


def test_what_stands_behind_a_record_is_said_to_be_wrong(run: Run) -> None:
    Path("game.json").write_text('{"format": "x"}}', encoding="utf-8")
    assert "game.json, line 1, column 16: not valid JSON (Extra data)" in run("score", "game.json").err


def test_a_command_that_fails_leaves_no_empty_file(run: Run) -> None:
    Path("other.json").write_text("mine", encoding="utf-8")
    for file in ("new.json", "other.json"):
        assert run("bot-check", "false", "--json", file).code == 1
        assert run("simulate", "--bots", "./missing", "--json", file).code == 2
        try_to_write(file, "en")
    assert not Path("new.json").exists()
    assert Path("other.json").read_text(encoding="utf-8") == "mine"


READERS = ["replay", "verify", "analyse", "score", "hint", "play --load"]


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("game", pediment.games())
def test_an_edition_is_called_one(command: str, game: str, run: Run) -> None:
    Path("box.toml").write_text(pediment.game(game).edition_template(), encoding="utf-8")
    ran = run(*command.split(), "box.toml")
    assert (ran.code, ran.out) == (2, "")
    assert f"box.toml is an edition of {game.capitalize()}, not a record or a position. To play with it: " in ran.err
    assert f"pediment play {game} --edition box.toml" in ran.err
    french = run(*command.split(), "box.toml", "--game", "2", "--language", "fr").err
    assert f"box.toml est un fichier d’édition ({game.capitalize()}), et non une partie enregistrée" in french


@pytest.mark.parametrize("language", ["en", "fr"])
def test_commands_that_are_printed_can_be_typed(language: str, run: Run) -> None:
    """Whatever the file is called."""
    name = "that box's all.toml"
    made = run("edition", "new", name, "--language", language, columns=200).out
    assert run(*shlex.split(made.partition("pediment ")[2])).code == 0
    refused = run("score", name, "--language", language).err
    assert run(*shlex.split(refused.partition(" pediment ")[2]), typed="quit\n").code == 0
    lines = Path(name).read_text(encoding="utf-8").splitlines()
    Path(name).write_text("\n".join(line for line in lines if "zeus" not in line), encoding="utf-8")
    refused = run("play", "--edition", name, "--language", language).err
    assert run(*shlex.split(refused.rpartition(" pediment ")[2])).code == 1


def test_a_position_is_not_taken_for_an_edition() -> None:
    assert editions.recognised('[pediment]\n[[seats]]\ngod = "gaia"\n') is None
    assert editions.recognised("seats = [{}, {}]") is None


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "text",
    [
        "Dear diary",
        "{}",
        "[1, 2]",
        '{"format": "other"}',
        '{"format": ' + "1" * 5000 + "}",
        "[" * 100_000,
        record("elysium-2-seed-1").replace('"rules": "1"', '"rules": "0"'),
        record("elysium-2-seed-1").replace('"game": "elysium"', '"game": "chess"'),
        record("elysium-2-seed-1").replace('"seed": 1', '"seed": 2'),
        record("elysium-2-seed-1")[:300],
    ],
    ids=["prose", "empty", "list", "format", "number", "deep", "rules", "game", "seed", "cut"],
)
def test_all_commands_say_the_same_of_what_is_no_record(text: str, language: str, run: Run) -> None:
    Path("game.json").write_text(text, encoding="utf-8")
    said = {}
    for command in ("replay", "verify", "analyse"):
        ran = run(command, "game.json", "--language", language)
        assert ran.code in (1, 2)
        assert ran.out == ""
        said[command] = ran.err.removeprefix(f"pediment {command}: ")
    assert said["analyse"] == said["replay"] == said["verify"] != ""


@pytest.mark.parametrize("command", ["edition check game.json", "play elysium --edition game.json"])
def test_a_saved_game_is_not_an_edition(command: str, run: Run) -> None:
    Path("game.json").write_text(json.dumps(pediment.Match(pediment.game("elysium")).record()), encoding="utf-8")
    for language, words in (("en", "an edition is a TOML file"), ("fr", "une édition est un fichier TOML")):
        ran = run(*command.split(), "--language", language)
        assert ran.code == 2
        assert words in ran.err


def test_files_with_byte_order_marks_may_be_joined() -> None:
    assert records("x", '{"a": 1}\n\ufeff{"a": 2}\n', "en") == ['{"a": 1}', '{"a": 2}']


@pytest.mark.parametrize("there", [None, "", "typed by hand\n"])
def test_a_file_is_written_whole_or_stays_as_it_was(there: str | None, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    if there is not None:
        file.write_text(there, encoding="utf-8")
    command = [sys.executable, "-m", "pediment.cli", "edition", "new", str(file), "--force", "--language", "en"]
    ran = subprocess.run(
        command,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == f"pediment edition: cannot write {file}: File too large\n"
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == (
        {} if there is None else {"box.toml": there}
    )
    subprocess.run(command, check=True, capture_output=True)
    assert [path.name for path in tmp_path.iterdir()] == ["box.toml"]
    assert file.stat().st_size > 2048


def test_a_written_file_keeps_its_mode_and_its_links(run: Run) -> None:
    file, link = Path("box.toml"), Path("link.toml")
    file.write_text("", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("edition", "new", "link.toml", "--force").code == 0
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert run("edition", "check", "box.toml").code == 0


def test_a_new_file_is_as_others_may_read_it_and_a_link_to_nothing_yet_stays_one(tmp_path: Path) -> None:
    link, file = tmp_path / "link.json", tmp_path / "new.json"
    link.symlink_to(file)
    try_to_write(str(link), "en")
    assert (link.is_symlink(), file.exists()) == (True, False)
    before = os.umask(0o027)
    try:
        write(str(link), "[]", "en")
    finally:
        os.umask(before)
    assert (link.is_symlink(), file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == (True, "[]", 0o640)


@pytest.mark.parametrize("refuses", ["touch", "replace"])
def test_a_file_that_cannot_be_replaced_is_written_over(
    refuses: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may change any folder, so the system's refusal is played."""

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    file = tmp_path / "box.toml"
    file.write_text("a longer text than the next", encoding="utf-8")
    monkeypatch.setattr(Path, refuses, forbidden)
    write(str(file), "short", "en")
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {"box.toml": "short"}
    with pytest.raises(UserError, match="Permission denied"):
        write(str(tmp_path / "new.toml"), "short", "en")
    assert [path.name for path in tmp_path.iterdir()] == ["box.toml"]


def test_nobody_reads_a_secret_file_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.json"
    file.touch(0o600)
    modes: list[int] = []
    opened = Path.open

    def noted(path: Path, mode: str) -> Any:
        modes.append(path.stat().st_mode & 0o777)
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", noted)
    write(str(file), "[]", "en")
    assert modes == [0o600, 0o600]  # the old one, tried, and the one beside it


def test_files_of_our_own_are_the_old_ones_or_the_new_ones(tmp_path: Path) -> None:
    file = tmp_path / "notes.npz"
    keep(file, b"one")
    with suppress(KeyboardInterrupt), replacing(file) as out:
        out.write(b"half of")
        assert file.read_bytes() == b"one"
        raise KeyboardInterrupt
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("notes.npz", b"one")]
    with replacing(file, 0o600) as out:
        out.write(b"two")
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"two", 0o600)


def test_a_name_that_is_too_long_is_told_in_a_sentence(run: Run) -> None:
    name = 300 * "a"
    assert run("edition", "new", name).err.endswith(f"cannot write {name}: File name too long\n")
    ran = run("play", "--language", "en", typed=f"save {name}\nquit\n")
    assert (ran.code, "File name too long" in " ".join(ran.out.split())) == (0, True)


def test_a_pipe_is_opened_once(tmp_path: Path) -> None:
    """Whoever reads it takes the first end for the last one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        got = pool.submit(pipe.read_text, encoding="utf-8")
        try_to_write(str(pipe), "en")
        write(str(pipe), "[]", "en")
        assert got.result() == "[]"
    assert pipe.is_fifo()


def test_a_template_goes_to_standard_output_and_a_folder_is_none(run: Run) -> None:
    assert run("edition", "new", "-").out.startswith("#")
    assert not Path("-").exists()
    Path("folder").mkdir()
    assert run("edition", "new", "folder").err == "pediment edition: cannot write folder: Is a directory\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["cards"], "pediment cards: cannot write -"),
        (["cards", "--help"], "pediment cards: cannot write -"),
        (["--version"], "pediment: cannot write -"),
        (["simulate", "--games", "1", "--out", "/dev/full"], "pediment simulate: cannot write /dev/full"),
    ],
)
def test_a_full_disk_is_told_in_a_sentence(command: list[str], said: str) -> None:
    ran = subprocess.run(
        f"{shlex.join([sys.executable, '-m', 'pediment.cli', *command])} > /dev/full",
        shell=True,
        env=os.environ | {"PEDIMENT_LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, f"{said}: No space left on device\n")


def test_an_empty_name_is_no_new_game(run: Run) -> None:
    assert run("play", "--load", "").code == 2
