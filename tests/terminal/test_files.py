"""The files that people hand over: many records, byte order marks, files of the other game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pediment
from pediment.command import editions
from pediment.command.files import records, try_to_write
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
