from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.learn import Notes, compare, fit, learn, main, report
from pediment.core.engine.rng import stream
from pediment.games.elysium.ai.features import FEATURES
from pediment.games.elysium.ai.judge import ElysiumJudge
from pediment.games.elysium.ai.weights import read_weights
from pediment.games.elysium.rules.vocabulary import EPOCHS

WORTH = {3: 1.5, 40: -2.0, 77: 0.5, 1200: 3.0, FEATURES - 1: -1.0}
"""By feature; the others are worth nothing."""
SLOPES = [0.2, 0.3, 0.4, 0.5, 0.6]
"""By Epoch the part of the promise that comes true."""


def made_up(final: list[int], positions: int) -> Notes:
    """A game in which points, promise and features always say how it ends."""
    rng = stream(sum(final), "made up")
    notes = Notes(len(final), final=final)
    for i in range(positions):
        for points in final:
            promise = rng.below(30)
            held = [feature for feature in WORTH if rng.below(2)]
            come = SLOPES[i % EPOCHS] * promise + sum(WORTH[feature] for feature in held)
            notes.epochs.append(i % EPOCHS + 1)
            notes.points.append(points - come)
            notes.promises.append(promise)
            notes.features.extend(held)
            notes.ends.append(len(notes.features))
    return notes


def test_a_linear_truth_is_found() -> None:
    weights = fit([made_up(final, 2500) for final in ([30, 21], [17, 25], [12, 20, 40], [22, 11, 33, 44])])
    assert weights["promise"] == pytest.approx(SLOPES, abs=0.01)
    assert [weights["features"][feature] for feature in WORTH] == pytest.approx(list(WORTH.values()), abs=0.05)
    assert {i for i, weight in enumerate(weights["features"]) if weight} == set(WORTH)


def test_the_report_is_about_games_of_two() -> None:
    weights = {"promise": SLOPES, "features": [WORTH.get(feature, 0.0) for feature in range(FEATURES)]}
    truth = [made_up(final, 40) for final in ([30, 21], [17, 25], [20, 40], [22, 22])]
    misled = made_up([12, 20, 40], 40)
    misled.final.reverse()
    found = report([*truth, misled], weights)
    assert found.judge == pytest.approx([1.0] * EPOCHS)
    assert all(estimate < 0.99 for estimate in found.estimate)
    assert all(spread < 1.1 for spread in found.spread)  # the least that is looked for: it is never wrong


def test_a_seat_is_compared_with_the_mean_of_the_others() -> None:
    rows = compare([made_up([10, 20, 60], 2)])
    assert rows.margins.tolist() == [-30, -15, 45] * 2
    assert rows.epochs.tolist() == [1, 1, 1, 2, 2, 2]
    assert not rows.two.any()
    assert abs(rows.points.reshape(2, 3).sum(axis=1)).max() < 1e-9


@pytest.mark.long
def test_learning_is_the_same_for_any_number_of_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "judge.json"
    options = ["--games", "2", "--rounds", "2", "--seed", "19", "--jobs", "2", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["learn", "elysium", *options])
    main()
    first, second = (weights for weights, _ in learn(games=2, rounds=2, seed=19, jobs=1, console=Console(quiet=True)))
    written = read_weights(out.read_text(encoding="utf-8"))
    assert written == second != first
    assert {name: len(weights) for name, weights in written.items()} == {
        name: len(weights) for name, weights in read_weights().items()
    }
    ElysiumJudge(written)
