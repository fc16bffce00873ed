"""Fitting a network to positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse  # type: ignore[import-untyped]

from pediment.lab.network import Network, Positions, batches
from pediment.lab.self_play import targets

WORTHS = np.array([3.0, -2.0, 0.5, 0.0, 1.5, -1.0], np.float32)


def made_up(n: int, seats: int, seed: int, truth: Any) -> Positions:
    """Positions with features at random, whose ends follow from them."""
    rng = np.random.default_rng(seed)
    held = rng.random((n, seats, len(WORTHS))) < 0.5
    values = rng.normal(0, 3, (n, seats)).astype(np.float32)
    points = (values + truth(held)).astype(np.float32)
    chances = (points == points.max(1, keepdims=True)).astype(np.float32)
    rows = sparse.csr_matrix(held.reshape(-1, len(WORTHS)).astype(np.float32))
    return Positions(seats, rows, np.arange(n) % 2, values, points, chances)


def taught(network: Network, tables: list[Positions], epochs: int) -> Network:
    """The network after all positions, so often."""
    network.measure_noise(tables)
    for epoch in range(epochs):
        for batch in batches(tables, 100, np.random.default_rng(epoch)):
            network.learn(batch, 0.03, 0.0)
    return network


def test_a_linear_truth_is_found_at_every_number_of_seats() -> None:
    tables = [made_up(3000, seats, seats, lambda held: held @ WORTHS) for seats in (2, 3, 4)]
    network = taught(Network(len(WORTHS), 2, 0, seed=1), tables, 8)
    found = network.table[:, 0]
    assert found == pytest.approx(WORTHS, abs=0.1)
    assert network.loss(tables).points < 0.05
    assert network.loss(tables).by_stage == pytest.approx([1.0, 1.0], abs=0.01)


def test_a_stage_without_positions_has_no_correlation() -> None:
    """Nor a NaN, which JSON does not know."""
    tables = [made_up(100, 2, 1, lambda held: held @ WORTHS)]
    *known, none = Network(len(WORTHS), 3, 0, seed=1).loss(tables).by_stage
    assert none is None
    assert len(known) == 2


def test_hidden_units_see_what_counts_only_together_and_against_opponents() -> None:
    def truth(held: Any) -> Any:
        mine, theirs = held[..., 0] & held[..., 1], held[:, ::-1, 2]
        return 6.0 * mine - 5.0 * (theirs & held[..., 3])

    tables, unseen = [made_up(6000, 2, 1, truth)], [made_up(1000, 2, 2, truth)]
    linear = taught(Network(len(WORTHS), 2, 0, seed=1), tables, 10).loss(unseen)
    network = taught(Network(len(WORTHS), 2, 8, seed=1), tables, 10).loss(unseen)
    assert network.points < linear.points / 4
    assert network.chances < linear.chances


def test_its_gradient_is_that_of_what_it_minimises() -> None:
    """By differences, for a number of each part."""
    p = made_up(50, 3, 5, lambda held: held @ WORTHS)
    network = Network(len(WORTHS), 2, 4, seed=2)
    rng = np.random.default_rng(4)
    for name in ("table", "bias", "outs", "spread"):
        part = getattr(network, name).astype(np.float64)
        setattr(network, name, part + rng.normal(0, 0.1, part.shape))
    given: list[Any] = []
    network._step = lambda gradients, rate: given.extend(gradients)  # type: ignore[method-assign]
    network.learn(p, 0.1, 0.0)

    def cost() -> float:
        standings = network.predict(p).astype(np.float64)
        lead = (standings - p.points) - (standings - p.points).mean(1, keepdims=True)
        by_points = ((lead * 1.5) ** 2 / 2).mean(1) / network.noise[p.stages] ** 2
        logits = standings / np.exp(network.spread)[p.stages][:, None]
        logits -= logits.max(1, keepdims=True)
        by_chances = (p.chances * (np.log(np.exp(logits).sum(1, keepdims=True)) - logits)).sum(1)
        return float((by_points + by_chances).mean())

    for part, gradient, scale in zip(network.parts(), given, (1, 1, 1, 10), strict=True):
        for at in [tuple(size // 2 for size in part.shape), tuple(0 for _ in part.shape)]:
            before, ends = part[at], []
            for step in (1e-4, -1e-4):
                part[at] = before + step
                ends.append(cost())
            part[at] = before
            assert gradient[at] * scale == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=0.01, abs=1e-4)


def test_it_goes_on_from_what_it_was() -> None:
    tables = [made_up(300, 2, 1, lambda held: held @ WORTHS)]
    one = taught(Network(len(WORTHS), 2, 4, seed=1), tables, 2)
    other = Network(len(WORTHS), 2, 4, seed=9)
    other.restore({name: np.array(value) for name, value in one.state().items()})
    for network in (one, other):
        taught(network, tables, 1)
    assert all((a == b).all() for a, b in zip(one.parts(), other.parts(), strict=True))


def test_what_is_learned_is_the_end_or_what_was_seen_on_the_way() -> None:
    """TD(λ), over two games of one and two positions."""
    standings = np.array([[4.0, 0.0], [2.0, 0.0], [8.0, 0.0]])
    ends = {
        "points": np.array([[10.0, 0.0], [0.0, 6.0], [0.0, 6.0]]),
        "chances": np.array([[1.0, 0.0], [0, 1], [0, 1]]),
    }
    stages, games = np.array([0, 0, 1]), np.array([0, 1, 1])
    spread = np.array([2.0, 4.0])
    points, chances = targets(standings, stages, games, *ends.values(), spread=spread, trust=1)
    assert points is ends["points"]
    assert chances is ends["chances"]
    points, chances = targets(standings, stages, games, *ends.values(), spread=spread, trust=0.25)
    assert (points[:, 0] - points[:, 1]).tolist() == [10.0, 0.25 * -6 + 0.75 * 8, -6.0]
    seen = 1 / (1 + np.exp(-8 / 4))
    assert chances[:, 0] == pytest.approx([1, 0.75 * seen, 0])
