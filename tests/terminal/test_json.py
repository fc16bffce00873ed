"""--json, which means the same in every command: what programs read, in a shape that stays."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.messages import Messages
from tests.terminal.running import Run

RECORDS = Path(__file__).parents[1] / "records"
ELYSIUM = str(RECORDS / "elysium-2-seed-1.json")
SILENT = ("play", "lesson", "puzzles", "replay", "edition", "train", "serve", "backup", "operate", "completion", "help")
"""Commands without a result for programs."""
CARD = ["game", "id", "name", "family", "family_name", "level", "copies", "power", "power_name", "eleusis", "text",
        "short", "rulings", "starts", "condition", "remark"]  # fmt: skip
RATE = ["wins", "games", "rate", "low", "high"]
# command, arguments, and the shape of what it writes: the fields in their order, of a list those of its first
SHAPES: list[tuple[str, list[str], Any]] = [
    ("cards", ["hercules"], [CARD]),
    ("rules", ["E8.7"], [["number", "game", "section", "title", "text", "tables"]]),
    ("verify", [ELYSIUM], ["actions", "draws", "commitment", "nonces", "votes", "verdict", "doubts"]),
    ("score", [ELYSIUM], ["game", "over", "scores", "returns"]),
    ("hint", [ELYSIUM, "--move", "9", "--iterations", "20"], [["action", "label", "caption", "visits", "chance",
        "chance_band", "margin", "margin_band", "reasons"]]),
    ("bots", [], [["level", "about", "ratings"]]),
    ("games", [], [["game", "seats", "options", "sets", "set_texts", "characters", "reconstruction"]]),
    ("doctor", [], ["version", "python", "engine", "page", "decisions_per_second"]),
    ("simulate", ["--games", "2", "--bots", "uniform"], ["game", "rules", "games", "seats", "seed", "options", "bots",
        "places", "cards", "decisions", "events"]),
]  # fmt: skip


def shape(value: Any) -> Any:
    return [shape(value[0])] if isinstance(value, list) else list(value)


def test_every_command_with_a_result_has_the_same_option() -> None:
    say = Messages("en")
    helps = {name: [one.help for one in parser_of(name, say).options if one.names == ("--json",)] for name in COMMANDS}
    assert [name for name, found in helps.items() if not found] == [name for name in COMMANDS if name in SILENT]
    assert len({text for found in helps.values() for text in found}) == 1


@pytest.mark.parametrize(("command", "words", "fields"), SHAPES, ids=[case[0] for case in SHAPES])
def test_a_dash_is_the_standard_output_and_nothing_else_goes_there(
    command: str, words: list[str], fields: Any, run: Run
) -> None:
    ran = run(command, *words, "--json", "-")
    assert ran.code == 0
    assert shape(json.loads(ran.out)) == fields
    assert ran.err == ""


@pytest.mark.parametrize(
    ("command", "fields"), [(name, fields) for name, _, fields in SHAPES if name not in ("cards", "hint", "simulate")]
)
def test_every_field_is_documented(command: str, fields: Any) -> None:
    """Cards differ from game to game, and two commands have pages of their own."""
    told = (Path(__file__).parents[2] / "docs/terminal.md").read_text(encoding="utf-8").partition("## For programs")[2]
    [row] = re.findall(rf"^\| `{command}` \| .* \|$", told, re.MULTILINE)
    named = re.findall("`(.+?)`", row)
    assert [field for field in (fields[0] if isinstance(fields[0], list) else fields) if field not in named] == []


@pytest.mark.parametrize("command", ["cards", "score", "simulate"])
def test_a_file_gets_it_and_people_read_the_rest(command: str, run: Run) -> None:
    words, fields = next((words, fields) for name, words, fields in SHAPES if name == command)
    ran = run(command, *words, "--json", "result.json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run(command, *words).out
    assert shape(json.loads(Path("result.json").read_text(encoding="utf-8"))) == fields


@pytest.mark.parametrize("command", ["cards", "simulate"])
def test_a_file_that_cannot_be_written(command: str, run: Run) -> None:
    ran = run(command, "--json", "nowhere/result.json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"pediment {command}: cannot write nowhere/result.json: No such file or directory\n"


def test_it_needs_a_name(run: Run) -> None:
    assert "--json needs a value: --json FILE." in run("hint", ELYSIUM, "--json").err


@pytest.mark.parametrize("command", ["cards", "rules"])
def test_nothing_found_is_an_empty_list(command: str, run: Run) -> None:
    ran = run(command, "xyzzy", "--json", "-")
    assert (ran.code, json.loads(ran.out)) == (1, [])


def test_it_speaks_the_language_of_the_player(run: Run) -> None:
    [card] = json.loads(run("cards", "--id", "zeus.hercules", "--json", "-", "--language", "fr").out)
    assert card["name"] == "Hercule"
    for facts in json.loads(run("games", "--json", "-", "--language", "fr").out):
        texts = pediment.game(facts["game"]).option_texts("fr")
        assert facts["options"] == {option: text.replace("\u00a0", " ") for option, text in texts.items()}


def test_scores_and_who_wins(run: Run) -> None:
    found = json.loads(run("score", ELYSIUM, "--json", "-").out)
    assert found["over"]
    totals = [seat["total"] for seat in found["scores"]]
    assert found["returns"] == [float(total == max(totals)) for total in totals]


def test_verdicts(run: Run) -> None:
    assert json.loads(run("verify", ELYSIUM, "--json", "-").out)["verdict"] == "unpromised"
    broken = run("verify", ELYSIUM, "--commitment", "0" * 64, "--json", "-")
    assert (broken.code, json.loads(broken.out)["verdict"]) == (1, "broken")
