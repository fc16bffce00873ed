"""`pediment puzzles`: solved, missed, left, listed, saved and made."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import pediment
from pediment.lab.puzzles import Puzzle, read, shipped
from tests.terminal.running import Run

GAMES = ["elysium", "ephyran"]


def first(game: str, level: str | None = None) -> Puzzle:
    pack = shipped(game)
    assert pack is not None
    return next(puzzle for puzzle in pack.puzzles if level in (None, puzzle.level))


def wrong(puzzle: Puzzle) -> list[str]:
    return [label for label in puzzle.labels() if label != puzzle.answer]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_its_answer(run: Run, game: str) -> None:
    puzzle = first(game)
    ran = run("puzzles", "--game", game, "--id", puzzle.id, typed=f"?\nhint\n{puzzle.answer}\n")
    assert (ran.code, ran.err) == (0, "")
    assert f"puzzle {puzzle.id}" in ran.out
    assert "No hints here" in ran.out
    assert "is right." in ran.out
    assert "The best answer is" in ran.out
    assert f"brings {puzzle.margin:.1f} points" in " ".join(ran.out.split())


def test_two_wrong_answers_bring_the_solution(run: Run) -> None:
    puzzle = first("elysium")
    one, two = (wrong(puzzle) * 2)[:2]
    ran = run("puzzles", "--id", puzzle.id, "--language", "fr", typed=f"{one}\n{two}\n")
    assert ran.code == 1
    assert ran.out.count("Il y a mieux que") == 2
    assert "Essayez encore une fois." in ran.out
    assert "La meilleure réponse" in ran.out


def test_a_second_try_may_be_right(run: Run) -> None:
    puzzle = first("elysium")
    ran = run("puzzles", "--id", puzzle.id, typed=f"{wrong(puzzle)[0]}\n{puzzle.answer}\n")
    assert ran.code == 0
    assert "Try once more." in ran.out


def test_whoever_leaves_is_told_how_to_come_back_and_not_the_answer(run: Run) -> None:
    puzzle = first("ephyran")
    for typed in ("quit\n", ""):
        ran = run("puzzles", "--game", "ephyran", "--id", puzzle.id, typed=typed)
        assert ran.code == 1
        assert f"pediment puzzles --id {puzzle.id}" in ran.out
        assert "The best answer" not in ran.out


def test_the_day_and_the_level_choose(run: Run) -> None:
    on_a_day = [run("puzzles", "--day", "2026-11-18", typed="quit\n").out for _ in range(2)]
    assert on_a_day[0] == on_a_day[1]
    assert run("puzzles", "--day", "2026-11-19", typed="quit\n").out != on_a_day[0]
    assert "· easy ·" in run("puzzles", "--level", "easy", typed="quit\n").out
    assert re.search(r"puzzle [0-9a-f]{8} ·", run("puzzles", typed="quit\n").out)


def test_all_are_listed_the_easiest_first(run: Run) -> None:
    pack = shipped("ephyran")
    assert pack is not None
    rows = [line.split() for line in run("puzzles", "--game", "ephyran", "--list").out.splitlines()]
    assert sorted(row[0] for row in rows) == sorted(pack.by_id)
    ratings = [int(row[2]) for row in rows]
    assert ratings == sorted(ratings)


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_position_is_played_on(run: Run, game: str) -> None:
    puzzle = first(game)
    ran = run("puzzles", "--game", game, "--id", puzzle.id, "--save", "my position.json", columns=200)
    assert ran.code == 0
    state = pediment.game(game).position(json.loads(Path("my position.json").read_text(encoding="utf-8")))
    assert state.to_move == puzzle.seat
    found = re.search(r"pediment (play --load 'my position\.json' --players \S+)", ran.out)
    assert found
    assert found[1].split(",")[0].endswith("human") == (puzzle.seat == 0)
    assert run(*shlex.split(found[1]), typed="quit\n").code == 0


@pytest.mark.parametrize("words", ["ephyran", "solve ephyran", "--game ephyran"])
def test_the_game_is_named_as_for_other_commands(words: str, run: Run) -> None:
    assert run("puzzles", *words.split(), typed="quit\n").out.startswith("Ephyran, puzzle ")


def test_what_cannot_be_done_is_said(run: Run) -> None:
    Path("poem.txt").write_text("a poem\n", encoding="utf-8")
    for arguments, code, text in (
        (["--id", "nothing"], 1, "there is no puzzle nothing"),
        (["--day", "yesterday"], 2, "a day is written like 2026-11-18"),
        (["--pack", "poem.txt"], 2, "poem.txt is not a file of puzzles"),
        (["--pack", "missing.jsonl"], 2, "missing.jsonl"),
        (["make", "elysium"], 2, "--out FILE"),
        (["make", "elysium", "--out", "poem.txt"], 2, "poem.txt is not a file of puzzles"),
        (["make", "elysium", "--game", "ephyran", "--out", "x"], 2, "name one game"),
        (["elysium", "ephyran"], 2, "name one game: elysium or ephyran"),
        (["make", "elysium", "--out", "x.jsonl", "--jobs", "0"], 2, "--jobs must be at least 1"),
        (["make", "elysium", "--out", "missing/x.jsonl"], 2, "missing"),
    ):
        ran = run("puzzles", *arguments)
        assert ran.code == code, (arguments, ran)
        assert text in " ".join(ran.err.split()), (arguments, ran)
    assert Path("poem.txt").read_text(encoding="utf-8") == "a poem\n"


def test_making_and_solving_what_was_made(run: Run) -> None:
    make = ["puzzles", "make", "elysium", "--out", "more.jsonl", "--iterations", "6", "--harder", "1", "--seed", "1"]
    ran = run(*make, "--puzzles", "1")
    assert ran.code == 0
    assert re.search(r"more\.jsonl has \d puzzles? from \d+ games?\.", ran.out)
    pack = read("more.jsonl")
    puzzle = pack.puzzles[0]
    assert run("puzzles", "--pack", "more.jsonl", "--id", puzzle.id, typed=f"{puzzle.answer}\n").code == 0
    other = run(*make[:-1], "4")
    assert other.code == 2
    assert "its seed is 1, not 4" in " ".join(other.err.split())
