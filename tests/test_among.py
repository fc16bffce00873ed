"""How often a bot wins as the only one of its kind: `python -m benchmarks.among`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from benchmarks import among
from benchmarks.among import play, play_missing, table

PLAYED = {"game": "ephyran", "seats": 3, "rules": "2", "seed": 1, "answers": 10, "seconds": 0.02}


def test_a_deal_is_played_in_every_seat() -> None:
    found = play("ephyran", 3, "uniform", seed=1, deal=0)
    assert len(found["won"]) == len(found["margins"]) == 3
    assert max(found["margins"]) < 0  # by no chance among greedy ones
    assert found["won"] == [0, 0, 0]
    assert found["answers"] > 3 * 10
    again = play("ephyran", 3, "uniform", seed=1, deal=0)
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_the_same_bot_everywhere_wins_its_part() -> None:
    """Who is `greedy` like all others plays the same game in every seat: the three share one victory."""
    assert sum(play("ephyran", 3, "greedy", seed=1, deal=2)["won"]) == pytest.approx(1)


def test_deals_of_the_file_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "among.jsonl"

    def found(deals: int, *bots: str) -> list[tuple[str, int]]:
        return [(one["bot"], one["deal"]) for one in play_missing(out, "ephyran", 3, bots, 1, deals)]

    assert found(1, "uniform", "shepherd") == [("uniform", 0), ("shepherd", 0)]
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["bot"] for line in lines] == ["uniform", "shepherd"]
    asked: list[Any] = []

    def noted(*args: Any) -> dict[str, Any]:
        asked.append(args)
        return play(*args)

    monkeypatch.setattr(among, "play", noted)
    assert found(2, "uniform") == [("uniform", 0), ("uniform", 1)]
    assert asked == [("ephyran", 3, "uniform", 1, 1)]
    assert out.read_text(encoding="utf-8").splitlines()[:2] == lines


def test_bots_are_held_against_the_first_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    shares = {"a": [0.0, 1.0, 0.0, 1.0], "b": [0.5, 1.0, 1.0, 1.0]}
    rows = [
        PLAYED | {"bot": bot, "deal": deal, "won": [share] * 3, "margins": [1, 2, -6]}
        for bot, won in shares.items()
        for deal, share in enumerate(won)
    ]
    Console(width=120).print(table("title", rows))
    first, second = (line.split() for line in capsys.readouterr().out.splitlines()[2:])
    assert first == ["a", "12", "50.0%", "0", "to", "100", "-1.0", "2.0", "ms"]
    assert second[:3] == ["b", "12", "87.5%"]
    assert second[6:] == ["-1.0", "+37.5%", "(-38.7", "to", "+113.7)", "2.0", "ms"]


def test_the_command_prints_a_table_for_each_number_of_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "among.jsonl"
    arguments = ["elysium", "--bots", "uniform", "--seats", "2", "3", "--games", "1", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["among", *arguments])
    among.main()
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[:2] for row in rows if row[0] == "uniform"] == [["uniform", "2"], ["uniform", "3"]]
