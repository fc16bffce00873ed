"""`pediment hint`, and `hint` while playing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import pediment
from pediment.terminal import hint
from pediment.terminal.messages import Messages
from tests.terminal.running import Run

POSITION = """
epoch = 5
phase = "transfers"
[[seats]]
quest = 1
gold = 9
domain = ["zeus.hercules"]
elysium = [["zeus.alliance", "zeus.triumph"]]
[[seats]]
quest = 2
vp = 8
"""
FEW = ("--iterations", "30")


@pytest.fixture
def record(tmp_path: Path) -> str:
    match = pediment.Match(pediment.game("ephyran"), seats=2, seed=3)
    for _ in range(20):
        match.play(match.options()[0])
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    return str(file)


def test_a_position(run: Run) -> None:
    Path("table.toml").write_text(POSITION, encoding="utf-8")
    ran = run("hint", "table.toml", *FEW)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("Player 1 – Which card do you transfer?")
    assert lines[1] == "The best moves, the best first:"
    assert "Chance" in lines[2]
    assert "Margin" in lines[2]
    assert "1. Transfer Hercules for 3 Gold" in lines[3]
    assert re.search(r"\d% \(\d", lines[3])
    assert " to " in lines[3]
    assert "    · wins the Zeus bonus tile: 5 VP" in lines
    assert all(cell_len(line) <= 80 for line in lines)


def test_in_french(run: Run) -> None:
    Path("table.toml").write_text(POSITION, encoding="utf-8")
    ran = run("hint", "table.toml", *FEW, "--language", "fr")
    assert ran.code == 0
    assert "    · gagne la tuile Bonus Zeus : 5 PV" in ran.out
    assert "Transférer Hercule pour 3 Or" in ran.out
    assert " à " in ran.out


def test_no_margin_is_less_than_nothing_by_nothing() -> None:
    french, english = Messages("fr"), Messages("en")
    assert [hint._points(-0.04, french), hint._points(-0.04, english, "")] == ["+0,0", "0.0"]
    assert hint._points(-0.06, french) == "−0,1"


def test_as_json(run: Run) -> None:
    Path("table.toml").write_text(POSITION, encoding="utf-8")
    ran = run("hint", "table.toml", *FEW, "--json", "-", "--best", "1")
    (hint,) = json.loads(ran.out)
    assert hint["label"] == "transfer zeus.hercules"
    assert hint["reasons"][0] == "wins the Zeus bonus tile: 5 VP"
    assert len(hint["chance_band"]) == len(hint["margin_band"]) == 2


def test_a_record_at_its_end_and_before_a_move(run: Run, record: str) -> None:
    match = pediment.replay(Path(record).read_text(encoding="utf-8"))
    end = run("hint", record, *FEW)
    assert end.code == 0
    assert f"Player {match.to_move + 1} – " in end.out
    assert "Move played" not in end.out
    first = run("hint", record, *FEW, "--move", "1")
    assert "Your turn: add an area, replace one, play a Support or discard." in first.out
    assert "Move played: " in first.out
    assert run("hint", record, *FEW, "--move", "21").out.splitlines()[0] == end.out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--move", "0"], "there are only moves from 1 to 21"),
        (["--move", "22"], "there are only moves from 1 to 21"),
        (["--seat", "3"], "there are only seats from 1 to 2"),
        (["--best", "0"], "--best needs a number of 1 or more"),
        (["--time", "30"], "--time needs a time such as 1s or 250ms, not “30”"),
        (
            ["--time", "soon"],
            "a budget is 1s, 250ms, or iterations such as 2000; 1sx2 in two processes; 1s-cpu by the processor's time;"
            " not “soon”",
        ),
        (["--iterations", "1s"], "--iterations needs a whole number such as 2000, not “1s”"),
        (["--bot", "greedy"], "greedy plays without saying what it thinks of the moves"),
        (["--bot", "oracle-of-delphi"], "no bot “oracle-of-delphi”"),
    ],
)
def test_what_people_can_put_right(run: Run, record: str, arguments: list[str], message: str) -> None:
    ran = run("hint", record, *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert not ran.out


def test_the_player_who_is_asked(run: Run, record: str) -> None:
    match = pediment.replay(Path(record).read_text(encoding="utf-8"))
    asked, other = match.to_move + 1, 2 - match.to_move
    assert run("hint", record, *FEW, "--seat", str(asked)).code == 0
    ran = run("hint", record, *FEW, "--seat", str(other))
    assert ran.code == 2
    assert f"it is Player {asked}’s turn here, not Player {other}’s" in ran.err


def test_a_game_that_is_over(run: Run) -> None:
    match = pediment.Match(pediment.game("elysium"), seats=2, seed=3)
    while not match.over:
        match.play(match.options()[-1])
    Path("over.json").write_text(json.dumps(match.record()), encoding="utf-8")
    ran = run("hint", "over.json")
    assert ran.code == 2
    assert "the game is over; --move N" in ran.err
    assert run("hint", "over.json", "--move", "3", "--bot", "search@30").code == 0
    assert run("hint", "missing.json").code == 2


def test_while_playing(run: Run) -> None:
    ran = run("play", "elysium", "--seed", "11", typed="hint\nquit\n")
    assert ran.code == 0
    asked = ran.out[ran.out.index("> hint") :]
    assert "Chance" in asked
    assert "    · " in asked
    assert "hint   " in run("play", "elysium", "--seed", "11", typed="?\nquit\n").out
    french = run("play", "ephyran", "--seed", "11", "--language", "fr", typed="conseil\nquitter\n")
    assert "Écart" in french.out
    assert "conseil   " in run("play", "ephyran", "--seed", "11", "--language", "fr", typed="?\nquitter\n").out


def test_a_move_that_was_tried_once_has_no_figures(run: Run) -> None:
    Path("position.toml").write_text(POSITION, encoding="utf-8")
    out = run("hint", "position.toml", "--iterations", "2").out
    rows = [line for line in out.splitlines() if line.lstrip().startswith(("1. ", "2. "))]
    assert rows
    assert all(line.split()[-2:] == ["?", "?"] for line in rows)
    assert "99" not in out


@pytest.mark.parametrize(
    ("language", "ranked", "numbered"),
    [
        ("en", "The best moves, the best first:", "The best moves, each with its number in the list of options:"),
        (
            "fr",
            "Les meilleurs coups, le meilleur en premier :",
            "Les meilleurs coups, chacun avec son numéro dans la liste des choix :",
        ),
    ],
)
def test_what_the_numbers_are_is_said(language: str, ranked: str, numbered: str, run: Run) -> None:
    """A rank in `pediment hint`; in a game the number by which the move can be played."""
    match = pediment.Match(pediment.game("ephyran"), seed=4)
    Path("game.json").write_text(json.dumps(match.record()), encoding="utf-8")
    out = run("hint", "game.json", "--iterations", "20", "--best", "2", "--language", language).out
    assert ranked in out
    assert [line.split()[0] for line in out.splitlines() if re.match(r" +\d", line)] == ["1.", "2."]
    out = run("play", "ephyran", "--seed", "4", "--language", language, typed="hint\nquit\n").out
    assert numbered in out
    assert ranked not in out


def test_a_described_game_that_is_over_has_no_moves_before(run: Run) -> None:
    page = Path(__file__).parents[2] / "docs/terminal.md"
    cities = page.read_text(encoding="utf-8").split("```toml\n")[2].split("```")[0]
    Path("cities.toml").write_text(f"to_move = 0\n{cities}", encoding="utf-8")
    ran = run("hint", "cities.toml", "--language", "en")
    assert (ran.code, ran.err) == (2, "pediment hint: the game is over: there is no move to find\n")
