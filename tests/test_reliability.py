"""Whether chances mean what they say, measured where a judge plays itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import reliability
from benchmarks.reliability import Band, Game, bands, play, play_missing, temperature, temperature_band


def games(called: float, won: int, of: int) -> list[Game]:
    """Games of two, a position each: how likely the first seat is called to win, and how many of them it won."""
    chances = np.array([[called, 1 - called]])
    return [Game(chances, np.array([1.0, 0.0] if i < won else [0.0, 1.0])) for i in range(of)]


def test_bands_hold_what_was_called_against_what_came() -> None:
    found = bands([*games(0.75, 6, 8), *games(0.79, 1, 2)])
    assert [i for i, band in enumerate(found) if band] == [2, 7]
    lower, upper = found[2], found[7]
    assert lower
    assert upper
    assert upper.positions == lower.positions == 10
    assert upper.called == pytest.approx((8 * 0.75 + 2 * 0.79) / 10)
    assert upper.won == pytest.approx(0.7)
    assert lower.won == pytest.approx(0.3)
    assert upper.low == pytest.approx(0.7 - 1.96 * (10 * 0.7 * 0.3) ** 0.5 / 10)


def test_positions_of_a_game_hang_together() -> None:
    """Ten times the same position in a game says no more than one."""
    once = games(0.65, 5, 10)
    often = [Game(np.repeat(game.called, 10, axis=0), game.won) for game in once]
    one, ten = bands(once)[6], bands(often)[6]
    assert one
    assert ten
    assert ten.positions == 10 * one.positions
    assert (ten.low, ten.high) == pytest.approx((one.low, one.high))


def test_a_chance_of_one_is_in_the_last_band() -> None:
    assert bands(games(1.0, 3, 3))[9] == Band(3, 1.0, 1.0, 1.0, 1.0)


def test_the_temperature_says_how_much_too_sure_chances_were() -> None:
    assert temperature(games(0.8, 80, 100)) == pytest.approx(1, abs=0.01)
    assert temperature(games(0.9, 75, 100)) == pytest.approx(2, abs=0.01)  # odds of 9 to 1 were odds of 3 to 1
    assert temperature(games(0.6, 80, 100)) < 1
    low, high = temperature_band(games(0.9, 75, 100), seed=1)
    assert 1 < low < 2 < high


def test_chances_are_those_of_the_judge_for_every_seat() -> None:
    found = list(play("ephyran", 3, 0, 1, [4, 5]))
    assert [one["number"] for one in found] == [4, 5]
    for one in found:
        assert one["called"]
        assert all(sum(chances) == pytest.approx(1, abs=0.001) for chances in one["called"])
        assert sum(one["won"]) == pytest.approx(1)
    assert list(play("ephyran", 3, 0, 1, [5])) == found[1:]


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def noted(name: str, seats: int, iterations: int, seed: int, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
        played.extend(numbers)
        for number in numbers:
            key = {"game": name, "seats": seats, "iterations": iterations, "seed": seed, "number": number}
            yield key | {"called": [[0.5, 0.5]], "won": [1, 0]}

    monkeypatch.setattr(reliability, "play", noted)
    monkeypatch.setattr(reliability, "AT_ONCE", 2)
    out = tmp_path / "games.jsonl"
    for n in (3, 4):
        assert len(list(play_missing(out, "elysium", 2, 0, 1, n))) == n
    assert played == [0, 1, 2, 3]
    assert len(list(play_missing(out, "elysium", 2, 10, 1, 1))) == 1
    assert played == [0, 1, 2, 3, 0]


def test_the_command_prints_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reliability, "RESAMPLED", 3)
    arguments = ["ephyran", "--seats", "2", "--games", "3", "--out", str(tmp_path / "games.jsonl")]
    monkeypatch.setattr(sys, "argv", ["reliability", *arguments])
    reliability.main()
    said = capsys.readouterr().out
    assert "ephyran, 2 seats, 3 games" in said
    assert "temperature" in said
