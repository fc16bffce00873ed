"""Learn to value positions by temporal differences, TD(λ), from games against itself. NumPy is enough.

    .venv/bin/python install.py extras rl
    .venv/bin/python examples/td.py ephyran --games 6000 --hidden 32 --out learned

The network says how likely a seat is to win once it has answered; whoever is asked tries every answer and takes the
best. With `--hidden 0` it is linear: a weight for each number that a seat observes. docs/zoo.md says what to expect.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import pediment
from pediment.rl import zoo

Array = NDArray[Any]

SEED = 1
SEATS = 2
LAMBDA = 0.8  # how far a value looks ahead: 0 to the next one, 1 to the end of the game
EXPLORE = 0.05  # answers that are drawn at random
GAMES_AT_ONCE = 20  # between two updates
PASSES = 2  # of an update over these games
MINIBATCH = 128
LEARNING_RATE = 1e-3
LEAD_SCALE = 15.0  # the lead in points that counts as a good part of a victory
COMPARE_EVERY = 1000  # games


class Value:
    """A network from what a seat observes to the chance of winning, as log-odds."""

    def __init__(self, width: int, hidden: int, rng: np.random.Generator) -> None:
        sizes = [width, hidden, 1] if hidden else [width, 1]
        self.layers: list[Array] = []
        for n, m in pairwise(sizes):
            self.layers += [rng.normal(0, np.sqrt(1 / n), (n, m)).astype(np.float32), np.zeros(m, np.float32)]
        self.layers[-2] *= 0.1  # start with hardly an opinion
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    def odds(self, rows: Array) -> Array:
        """The log-odds of each row."""
        return zoo.forward(list(zip(self.layers[::2], self.layers[1::2], strict=True)), rows)[:, 0]

    def learn(self, rows: Array, targets: Array) -> None:
        """One step of Adam towards these chances of winning, by cross-entropy."""
        seen = rows if len(self.layers) == 2 else np.maximum(rows @ self.layers[0] + self.layers[1], 0)
        odds = (seen @ self.layers[-2] + self.layers[-1])[:, 0]
        error = ((1 / (1 + np.exp(-odds)) - targets) / len(rows)).astype(np.float32)[:, None]
        gradients = [seen.T @ error, error.sum(0)]
        if len(self.layers) == 4:
            back = (error @ self.layers[2].T) * (seen > 0)
            gradients = [rows.T @ back, back.sum(0), *gradients]
        self.steps += 1
        rate = LEARNING_RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, mean, square, gradient in zip(self.layers, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            layer -= rate * mean / (np.sqrt(square) + 1e-6)


def play(game: Any, value: Value, rng: np.random.Generator) -> tuple[list[list[Array]], Array]:
    """A game of the network against itself: by seat what it saw after each answer, and how the game ended for it."""
    state = game.new(seats=SEATS, seed=int(rng.integers(2**32)))
    seen: list[list[Array]] = [[] for _ in range(SEATS)]
    while (seat := game.to_move(state)) != pediment.OVER:
        rows = zoo.afterstates(game, state, seat)
        best = int(rng.integers(len(rows))) if rng.random() < EXPLORE else int(value.odds(rows).argmax())
        seen[seat].append(rows[best])
        game.apply(state, game.legal(state)[best])
    totals = np.array(game.totals(state))
    return seen, outcome(np.array(game.returns(state)), totals)


def outcome(returns: Array, totals: Array) -> Array:
    """What to learn from: half the result, half the lead, since a narrow defeat is better than a clear one."""
    found: Array = 0.5 * returns + 0.5 / (1 + np.exp((totals[::-1] - totals) / LEAD_SCALE))
    return found


def targets(values: Array, end: float) -> Array:
    """What each value should have been: the mean of all later ones and the end, the nearer the heavier (λ-return)."""
    found = np.empty_like(values)
    after = end
    for t in reversed(range(len(values))):
        found[t] = after
        after = (1 - LAMBDA) * values[t] + LAMBDA * after
    return found


def train(name: str, hidden: int, games: int, seed: int) -> Value:
    """A network that has played so many games of two against itself."""
    game, rng = pediment.game(name), np.random.default_rng(seed)
    value = Value(game.slices(SEATS)[-1].end, hidden, rng)
    begin = time.perf_counter()
    wrong: list[float] = []
    for played in range(0, games, GAMES_AT_ONCE):
        rows: list[Array] = []
        goals: list[Array] = []
        for _ in range(GAMES_AT_ONCE):
            for seen, end in zip(*play(game, value, rng), strict=True):
                values = 1 / (1 + np.exp(-value.odds(np.array(seen))))
                rows += seen
                goals.append(targets(values, float(end)))
                wrong.append(float(np.mean((values - end) ** 2)))
        observed, wanted = np.array(rows), np.concatenate(goals)
        for _ in range(PASSES):
            for chosen in np.array_split(rng.permutation(len(observed)), max(1, len(observed) // MINIBATCH)):
                value.learn(observed[chosen], wanted[chosen])
        if (played + GAMES_AT_ONCE) % COMPARE_EVERY == 0:
            seconds = time.perf_counter() - begin
            print(
                f"{played + GAMES_AT_ONCE:6,} games, {seconds:4.0f} s: mean squared error {np.mean(wrong):.4f}",
                flush=True,
            )
            wrong.clear()
    return value


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description="Learn to value positions of a game of two by TD(λ).")
    parser.add_argument("game", choices=pediment.games())
    parser.add_argument("--games", type=int, default=6000, help="how many games to play")
    parser.add_argument("--hidden", type=int, default=32, help="hidden units; 0 for a linear value")
    parser.add_argument("--seed", type=int, default=SEED, help="of the weights and of all games")
    parser.add_argument("--out", type=Path, default=Path("."), help="where value.npz goes")
    args = parser.parse_args()
    if args.games < GAMES_AT_ONCE or args.hidden < 0:
        parser.error(f"--games must be {GAMES_AT_ONCE} or more, --hidden 0 or more")
    value = train(args.game, args.hidden, args.games, args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    zoo.save(args.out / "value.npz", value.layers, {args.game: [SEATS]})


if __name__ == "__main__":
    main()
