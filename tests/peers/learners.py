"""PyTorch learns the same as NumPy from the same positions: `benchmarks.learners` compares what is alike."""

from __future__ import annotations

import numpy as np
import pytest

import pediment
from benchmarks.learners import RATE, TorchNetwork, compare, played
from pediment.lab.network import Network, batches
from pediment.lab.training import trainer_of

GAMES = pytest.mark.parametrize("game", pediment.games())


@GAMES
def test_a_step_is_the_same(game: str) -> None:
    trainer = trainer_of(game)
    assert trainer is not None
    tables = played(game, 4)

    def fresh() -> Network:
        return Network(trainer.features, trainer.stages, 4, seed=1)

    numpy, torch = fresh(), TorchNetwork(fresh(), sparse=False)
    (first, *_) = batches(tables, 64, np.random.default_rng(1))
    numpy.learn(first, RATE, decay=0)
    torch.learn(first)
    for own, other, before in zip(numpy.parts(), torch.into(fresh()).parts(), fresh().parts(), strict=True):
        assert np.abs(own - before).max() == pytest.approx(RATE, rel=0.01), "something was learned"
        # Adam divides a gradient by its size, so those that are next to none come out anyhow
        assert np.isclose(own, other, atol=RATE / 20).mean() > 0.99


@GAMES
def test_all_learn_as_much(game: str) -> None:
    found = compare(game, played(game, 6), passes=2, hidden=4)
    assert list(found) == ["NumPy", "PyTorch, dense", "PyTorch, sparse"]
    assert all(seconds > 0 for seconds, _ in found.values())
    own = found["NumPy"][1]
    assert [loss for _, loss in found.values()] == pytest.approx([own] * 3, rel=0.02)
