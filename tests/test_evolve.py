"""Learning the weights of Ephyran's policy by playing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import evolve
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.weights import AREA, SEATS, WEIGHTS, read_weights, write_weights

START = read_weights()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generations of two pairs."""
    monkeypatch.setattr(evolve, "PAIRS", 2)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("seats", SEATS)
def test_the_same_seed_gives_the_same_weights(seats: int) -> None:
    start = START[seats - 2]
    first, again, other = (list(evolve.evolve(start, seats, 2, seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert [len(weights) for weights in first] == [WEIGHTS, WEIGHTS]
    assert first[0] != start


def test_weights_move_to_where_more_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up games: the policy that gives the area of the middle game 3 points wins."""

    def won(deal: int, seats: int, seat: int, hero: EphyranPolicy, rival: EphyranPolicy) -> tuple[float, float]:
        return -((hero.weights[0][AREA + 3] - 3.0) ** 2), 0.0

    monkeypatch.setattr(evolve, "_won", won)
    *_, weights = evolve.evolve(START[0], 2, 300, seed=1)
    assert weights[AREA + 3] == pytest.approx(3.0, abs=0.3)


def test_better_weights_win_more() -> None:
    idle = [0.0] * WEIGHTS
    assert evolve.won(START[0], idle, seats=2, games=20, seed=1) > 0.7
    assert evolve.won(START[0], START[0], seats=2, games=20, seed=1) == 0.5


@pytest.mark.usefixtures("few")
def test_what_was_learned_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, out = tmp_path / "start.json", tmp_path / "policy.json"
    start.write_text(write_weights(START), encoding="utf-8")
    arguments = ["--generations", "1", "--check", "4", "--start", str(start), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["evolve", *arguments])
    evolve.main()
    learned = read_weights(out.read_text(encoding="utf-8"))
    for place, seats in enumerate(SEATS):
        (expected,) = evolve.evolve(START[place], seats, 1, seed=1)
        assert learned[place] == [round(weight, 4) for weight in expected]
    said = capsys.readouterr().out
    assert "2 seats: won " in said
    assert "4 seats: won " in said
    assert "of 4 games among the weights before" in said
