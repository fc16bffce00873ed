"""What bots choose at the same positions, and what that is worth: `python -m benchmarks.choices`."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import pediment
from benchmarks import choices
from benchmarks.choices import ask, ask_missing, positions, table
from pediment.bots import Bot
from pediment.core.engine.rng import stream

EPHYRAN = pediment.game("ephyran")


def first(seats: int, n: int) -> list[Any]:
    """The first positions."""
    return list(itertools.islice(positions(seats, seed=3), n))


def test_positions_are_questions_with_a_choice_and_the_same_again() -> None:
    found = first(4, 5)
    assert all(state.to_move != pediment.OVER and len(state.legal) >= 3 for state in found)
    assert [EPHYRAN.view(state, None) for state in first(4, 5)] == [EPHYRAN.view(state, None) for state in found]


def test_an_answer_that_all_give_needs_no_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "play_out", None)
    found = ask(first(3, 1)[0], ["search@1", "search@1"], seed=1, playouts=5)
    assert found["answers"][0] == found["answers"][1]
    assert found["worth"] == [[0, 0], [0, 0]]
    assert len(found["seconds"]) == 2


class Last(Bot):
    """Answers what comes last."""

    name = "last"

    def answer(self, game: Any, world: Any, seat: int) -> int:
        return int(game.legal(world)[-1])


class First(Last):
    """Answers what comes first."""

    name = "first"

    def answer(self, game: Any, world: Any, seat: int) -> int:
        return int(game.legal(world)[0])


BOTH = [f"{__name__}:First", f"{__name__}:Last"]


def test_the_worth_of_answers_knows_nothing_that_the_seat_does_not() -> None:
    """All that is hidden from the seat drawn again: the answers are worth the same."""
    state = first(3, 1)[0]
    other = EPHYRAN.resample(state, state.to_move, stream(9, "other"))
    one, two = (ask(world, BOTH, seed=1, playouts=6) for world in (state, other))
    assert one["answers"] == [state.legal[0], state.legal[-1]]
    assert one["worth"] == two["worth"]
    assert one["worth"][0] != one["worth"][1]
    assert all(0 <= chance <= 1 for chance, _ in one["worth"])


def test_positions_of_the_file_are_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "choices.jsonl"
    found = list(ask_missing(out, 2, BOTH, seed=1, wanted=2, playouts=2))
    assert [one["position"] for one in found] == [0, 1]
    monkeypatch.setattr(choices, "ask", None)
    assert list(ask_missing(out, 2, BOTH, seed=1, wanted=2, playouts=2)) == found


def test_differences_are_held_against_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"bots": ["a", "b"], "answers": [1, 1], "worth": [[0.0, 0.0], [0.0, 0.0]], "seconds": [0.001, 0.002]},
        {"bots": ["a", "b"], "answers": [1, 2], "worth": [[0.2, -1.0], [0.3, 0.0]], "seconds": [0.001, 0.004]},
    ]
    Console(width=120).print(table("title", rows))
    one, two = (line.split() for line in capsys.readouterr().out.splitlines()[2:])
    assert one == ["a", "0%", "+0.00%", "(+0.00", "to", "+0.00)", "+0.000", "(+0.000", "to", "+0.000)", "1.0", "ms"]
    assert two[:3] == ["b", "50%", "+5.00%"]
    assert two[6] == "+0.500"
    assert two[-2:] == ["3.0", "ms"]


def test_the_command_prints_a_table_for_each_number_of_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--bots", *BOTH, "--seats", "2", "3", "--positions", "2", "--playouts", "1"]
    monkeypatch.setattr(sys, "argv", ["choices", *arguments, "--out", str(tmp_path / "choices.jsonl")])
    choices.main()
    rows = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert rows.count(BOTH[0]) == rows.count(BOTH[1]) == 2
