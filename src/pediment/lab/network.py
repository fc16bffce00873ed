"""Fits the weights of a judge to noted positions: worths of features, and a network of hidden units beside them.

A position is a row of features for each seat. What is learned is how far a seat will be ahead at the end, and who wins:
both follow from the standings, so only differences between the seats of a table count. Adam, in batches, in NumPy: the
rows are sparse, and products with sparse matrices are nearly all of the work.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pediment.core.extras import extra
from pediment.core.training import Weights

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

Numbers = NDArray[np.float32]

DECAYS: Final = (0.9, 0.999)
"""Of the means of gradients and of their squares, as usual with Adam."""
FIRST_ROW: Final = 0.03
"""Standard deviation of the numbers in rows before anything is learned."""
FIRST_OUT: Final = 0.1
SPREAD_RATE: Final = 0.1
"""How quickly spreads are learned, against all else, in logarithms."""


@dataclass(frozen=True)
class Positions:
    """Positions of tables with the same number of seats; arrays have an entry for each position, or for each seat."""

    seats: int
    rows: Any
    """A sparse row of features for each position and seat in turn."""
    stages: NDArray[np.int64]
    values: Numbers
    """What each seat has so far: positions by seats, as the two that follow."""
    points: Numbers
    """What to learn: the points of each seat at the end, or a guess at them,"""
    chances: Numbers
    """and its part of the victory."""

    def __len__(self) -> int:
        return len(self.stages)

    def take(self, chosen: NDArray[np.int64]) -> Positions:
        """Some of them."""
        rows = (chosen[:, None] * self.seats + np.arange(self.seats)).ravel()
        return Positions(
            self.seats,
            self.rows[rows],
            self.stages[chosen],
            self.values[chosen],
            self.points[chosen],
            self.chances[chosen],
        )


@dataclass
class Loss:
    """How far predictions are from what came, on average over positions."""

    points: float
    """Mean square error of leads over the mean of the others, in points;"""
    chances: float
    """cross-entropy of the winner, in nats,"""
    by_stage: list[float | None]
    """and the correlation of predicted and final lead, by stage; None where there is none."""


class Network:
    """The weights while they are learned, and the memory of Adam."""

    def __init__(self, features: int, stages: int, hidden: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.hidden = hidden
        self.table = np.zeros((features, 1 + 2 * hidden), np.float32)
        """By feature its worth, and its rows."""
        self.table[:, 1:] = rng.normal(0, FIRST_ROW, (features, 2 * hidden))
        self.bias = np.zeros(hidden, np.float32)
        self.outs = rng.normal(0, FIRST_OUT, hidden).astype(np.float32)
        self.spread = np.full(stages, math.log(6.0), np.float32)
        """In logarithms."""
        self.noise = np.full(stages, 10.0, np.float32)
        """How far leads at the end lie from what can be foretold, by stage: what an error there counts."""
        self.steps = 0
        self.memory = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts()]

    def parts(self) -> list[Numbers]:
        """All that is learned."""
        return [self.table, self.bias, self.outs, self.spread]

    def state(self) -> dict[str, Any]:
        """Everything, to go on from later."""
        found: dict[str, Any] = {"steps": np.array(self.steps), "noise": self.noise}
        for i, (part, memory) in enumerate(zip(self.parts(), self.memory, strict=True)):
            found |= {f"part{i}": part, f"mean{i}": memory[0], f"square{i}": memory[1]}
        return found

    def restore(self, state: Any) -> None:
        """Go on from there."""
        self.steps = int(state["steps"])
        self.noise = state["noise"]
        self.table, self.bias, self.outs, self.spread = (state[f"part{i}"] for i in range(4))
        self.memory = [(state[f"mean{i}"], state[f"square{i}"]) for i in range(4)]

    def begin_from(self, weights: Weights) -> None:
        """Worths and spreads of weights that are there; their hidden units only where there are as many."""
        self.table[:, 0] = weights["features"]
        self.spread = np.log(np.array(weights["spread"], np.float32))
        if len(weights["bias"]) == self.hidden:
            self.table[:, 1:] = np.array(weights["rows"], np.float32).reshape(len(self.table), -1)
            self.bias = np.array(weights["bias"], np.float32)
            self.outs = np.array(weights["outs"], np.float32)

    def weights(self, others: Weights, known: NDArray[np.bool_]) -> Weights:
        """As they are kept, with the others of the game; features that were never seen keep no row."""
        rows = np.where(known[:, None], self.table[:, 1:], 0)
        return others | {
            "features": _rounded(self.table[:, 0], 3),
            "rows": _rounded(rows.ravel(), 3),
            "bias": _rounded(self.bias, 3),
            "outs": _rounded(self.outs, 4),
            "spread": _rounded(np.exp(self.spread), 2),
        }

    def predict(self, positions: Positions) -> Numbers:
        """The standings of every seat."""
        return self._forward(positions)[0]

    def _forward(self, p: Positions) -> tuple[Numbers, Numbers]:
        """Standings, and what each hidden unit says."""
        n, h = p.seats, self.hidden
        sums = (p.rows @ self.table).reshape(-1, n, 1 + 2 * h)
        others = sums[..., 1 + h :]
        units = self.bias + sums[..., 1 : 1 + h] + (others.sum(1, keepdims=True) - others) / (n - 1)
        np.maximum(units, 0, out=units)
        return p.values + sums[..., 0] + units @ self.outs, units

    def learn(self, p: Positions, rate: float, decay: float) -> None:
        """A step towards what these positions teach."""
        n, h = p.seats, self.hidden
        standings, units = self._forward(p)
        size = len(p)
        errors = _leads(standings) - _leads(p.points)
        by_points = _leads(errors / (self.noise[p.stages] ** 2)[:, None]) / n
        spread = np.exp(self.spread)[p.stages][:, None]
        by_chances = softmax(standings / spread) - p.chances
        grad = (by_points + by_chances / spread) / size
        by_spread = -(by_chances * standings / spread).sum(1) / size
        upward = np.empty((size, n, 1 + 2 * h), np.float32)
        upward[..., 0] = grad
        at_units = np.where(units > 0, grad[..., None] * self.outs, 0)
        upward[..., 1 : 1 + h] = at_units
        upward[..., 1 + h :] = (at_units.sum(1, keepdims=True) - at_units) / (n - 1)
        gradients = [
            (p.rows.T @ upward.reshape(-1, 1 + 2 * h)) + decay * self.table,
            at_units.sum((0, 1)),
            np.einsum("psh,ps->h", units, grad),
            SPREAD_RATE * np.bincount(p.stages, by_spread, len(self.spread)).astype(np.float32),
        ]
        self._step(gradients, rate)

    def _step(self, gradients: list[Numbers], rate: float) -> None:
        """Adam's."""
        self.steps += 1
        first, second = DECAYS
        pace = rate * math.sqrt(1 - second**self.steps) / (1 - first**self.steps)
        for part, gradient, (mean, square) in zip(self.parts(), gradients, self.memory, strict=True):
            mean *= first
            mean += (1 - first) * gradient
            square *= second
            square += (1 - second) * gradient * gradient
            part -= pace * mean / (np.sqrt(square) + 1e-8)

    def loss(self, tables: list[Positions]) -> Loss:
        """Of positions that did not teach; the correlations are those of tables with the fewest seats."""
        squares = crossed = positions = 0.0
        correlations: list[float | None] = []
        for p in tables:
            standings = self.predict(p)
            errors = _leads(standings) - _leads(p.points)
            squares += float((errors**2).mean(1).sum())
            chances = softmax(standings / np.exp(self.spread)[p.stages][:, None])
            crossed -= float((p.chances * np.log(chances + 1e-9)).sum())
            positions += len(p)
            if p is tables[0]:
                correlations = [
                    _correlation(_leads(standings)[here, 0], _leads(p.points)[here, 0])
                    for here in (p.stages == stage for stage in range(len(self.spread)))
                ]
        return Loss(squares / positions, crossed / positions, correlations)

    def measure_noise(self, tables: list[Positions]) -> None:
        """Find out how far leads lie from what can be foretold."""
        stages = np.concatenate([p.stages for p in tables])
        squares = np.concatenate([((_leads(self.predict(p)) - _leads(p.points)) ** 2).mean(1) for p in tables])
        count = np.bincount(stages, minlength=len(self.noise))
        mean = np.bincount(stages, squares, len(self.noise)) / np.maximum(count, 1)
        self.noise = np.where(count > 0, np.sqrt(np.maximum(mean, 1)), self.noise).astype(np.float32)


def batches(tables: list[Positions], size: int, rng: np.random.Generator) -> Iterator[Positions]:
    """All positions once, in batches of about that many and of the same number of seats, in a random order."""
    found: list[tuple[Positions, NDArray[np.int64]]] = []
    for p in tables:
        order = rng.permutation(len(p))
        found += [(p, order[at : at + size]) for at in range(0, len(order), size)]
    for i in rng.permutation(len(found)):
        p, chosen = found[i]
        yield p.take(np.sort(chosen))


def _leads(standings: Any) -> Any:
    """How far each seat is ahead of the mean of the others."""
    n = standings.shape[1]
    return (standings - standings.mean(1, keepdims=True)) * np.float32(n / (n - 1))


def softmax(values: Any) -> Any:
    """For every row of numbers the parts of a whole."""
    found = np.exp(values - values.max(1, keepdims=True))
    return found / found.sum(1, keepdims=True)


def _correlation(foretold: Numbers, true: Numbers) -> float | None:
    if len(true) < 2 or not np.ptp(foretold) or not np.ptp(true):
        return None
    return float(np.corrcoef(foretold, true)[0, 1])


def _rounded(values: Any, digits: int) -> list[float]:
    return [round(float(value), digits) + 0.0 for value in values]
