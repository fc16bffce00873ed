"""The example that learns: its gradients are right, and a few updates are enough to see it learn."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("learn", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_backward_gives_the_gradient_of_any_loss(learn: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gradients by layer are those that a small change of every weight shows."""
    monkeypatch.setattr(learn, "HIDDEN", 4)
    rng = np.random.default_rng(1)
    network = learn.Network(3, 2, rng)
    network.layers = [layer.astype(np.float64) + rng.normal(0, 0.1, layer.shape) for layer in network.layers]
    observations, wanted = rng.random((5, 3)), rng.random((5, 3))

    def last_layer() -> Any:
        seen = network.forward(observations, np.ones((5, 2)))[2]
        return seen, seen[-1] @ network.layers[4] + network.layers[5]

    seen, out = last_layer()
    gradients = network.gradients(seen, 2 * (out - wanted))
    for layer, gradient in zip(network.layers, gradients, strict=True):
        for at in np.ndindex(layer.shape):
            before = layer[at]
            losses = []
            for step in (1e-6, -1e-6):
                layer[at] = before + step
                losses.append(((last_layer()[1] - wanted) ** 2).sum())
            layer[at] = before
            assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-6, abs=1e-5)


def test_an_advantage_is_that_of_the_seat_that_answered(learn: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "ROWS", 1)
    monkeypatch.setattr(learn, "STEPS", 3)
    values = np.array([[0.5], [0.25], [0.75]], np.float32)
    seats = [np.array([0]), np.array([1]), np.array([0])]
    end = {"_returns": np.array([True]), "returns": np.array([[1.0, 0.0]]), "totals": np.array([[20, 20]])}
    found = learn.estimate_advantages(values, seats, [None, None, end], np.array([0.5]), np.array([0]))
    won, lost = 0.75, 0.25  # a victory without a lead, and its counterpart
    assert found[2, 0] == pytest.approx(won - 0.75)
    assert found[1, 0] == pytest.approx(lost - 0.25)
    assert found[0, 0] == pytest.approx(0.75 - 0.5 + learn.GAE_LAMBDA * found[2, 0])
    going_on = learn.estimate_advantages(values, seats, [None, None, None], np.array([0.5]), np.array([1]))
    assert going_on[2, 0] == pytest.approx((1 - 0.5) - 0.75)  # what one seat is worth, the other is not


@pytest.mark.long
@pytest.mark.heavy
def test_it_learns(learn: ModuleType) -> None:
    trainer = learn.Trainer(learn.SEED)
    for _ in range(20):
        trainer.learn(trainer.play())
    won, lead = learn.evaluate(trainer.player, 128, seed=1)
    assert won > 0.9
    assert lead > 15


@pytest.mark.long
def test_the_script_leaves_a_curve_and_a_player(tmp_path: Path) -> None:
    command = [
        sys.executable,
        str(SCRIPT),
        "--updates",
        "1",
        "--games",
        "4",
        "--challenge",
        "1",
        "--out",
        str(tmp_path),
    ]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "in 4 games against uniform play it wins" in said
    assert "in 1 games against potter it wins" in said
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert len(np.load(tmp_path / "player.npz").files) == 6
