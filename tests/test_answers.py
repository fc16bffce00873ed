"""How long a level thinks about an answer, and how much memory it takes."""

from __future__ import annotations

import sys

import pytest

from benchmarks import answers


def test_every_answer_of_the_level_is_under_the_clock() -> None:
    seconds, memory = answers.measure("ephyran", "shepherd", 3, games=3, seed=1)
    assert len(seconds) > 3 * 10
    assert all(each >= 0 for each in seconds)
    assert memory > 10


def test_the_command_prints_a_row_for_each(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["elysium", "--levels", "scholar", "--seats", "2", "3", "--games", "1"]
    monkeypatch.setattr(sys, "argv", ["answers", *arguments])
    answers.main()
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[:3] for row in rows[1:]] == [["elysium", "2", "scholar"], ["elysium", "3", "scholar"]]
    assert all(row[-1] == "MB" for row in rows[1:])
