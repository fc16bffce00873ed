"""`.venv/bin/python -m benchmarks.learn elysium`: learn the weights of Elysium's judge from bots' games.

In every round, bots that look one move ahead play games: in the first round with the hand-made estimate, later with the
judge of the round before. Positions on the way are noted, and a regression finds what their features say about the
final margins. docs/bots.md has the results.
"""

from __future__ import annotations

import argparse
import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import track
from rich.table import Table

import pediment
from pediment.bots.greedy import Greedy
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.search.tree import Judge, margins
from pediment.games.elysium.ai.estimate import Outlook
from pediment.games.elysium.ai.features import FEATURES, features
from pediment.games.elysium.ai.judge import ElysiumJudge
from pediment.games.elysium.ai.weights import Weights, write_weights
from pediment.games.elysium.rules.score import totals
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.vocabulary import EPOCHS
from pediment.lab.workers import work

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray
    from scipy import linalg, optimize, sparse  # type: ignore[import-untyped]

SEATS: Final = (2, 2, 2, 3, 4)
"""Numbers of seats, all equally likely."""
ESTIMATES: Final = 8
"""One seat in this many plays by the hand-made estimate, so that the judge meets styles other than its own."""
STRAYS: Final = 14
"""One move in this many is random, so that the judge learns about what good players avoid."""
NOTED: Final = 3
"""One position in this many is noted, in addition to all those after a random move."""
HELD_OUT: Final = 10
"""One game in this many is held out for testing."""
NOISE: Final = np.array([13.0, 12.7, 12.0, 10.8, 7.3])
"""By Epoch how far, in points, margins at the end lie from what can be foretold: the less, the more a row counts."""
RIDGE: Final = 100.0
"""Shrinks every weight towards 0, which matters for rare features."""
BATCH: Final = 200
"""How many games are turned into rows at a time, which bounds the memory."""
WIDTH: Final = FEATURES + EPOCHS
"""Unknowns: the weight of each feature, and by Epoch the part of the estimate's promise that comes true."""

Numbers = NDArray[np.float64]


class Follower(Greedy):
    """Looks one move ahead, and evaluates positions with a judge."""

    def __init__(self, seed: int, judge: Judge) -> None:
        super().__init__(seed)
        self.judge = judge

    def value(self, game: Game[Any], world: Any, seat: int) -> float:
        """How far the seat is ahead of the best opponent."""
        return margins(self.judge.standings(world))[seat]


@dataclass
class Notes:
    """Positions from one game, for each seat in turn: its points, its promise, the features that it has."""

    seats: int
    epochs: array[int] = field(default_factory=lambda: array("B"))
    points: array[float] = field(default_factory=lambda: array("d"))
    promises: array[float] = field(default_factory=lambda: array("d"))
    features: array[int] = field(default_factory=lambda: array("H"))
    ends: array[int] = field(default_factory=lambda: array("I", [0]))
    """Where in `features` those of one seat end and those of the next start."""
    final: list[int] = field(default_factory=list)
    """The points of each seat at the end."""

    def add(self, state: ElysiumState) -> None:
        """Add a position."""
        for seat, points in enumerate(totals(state)):
            outlook = Outlook(state, seat)
            promise = outlook.promise()
            self.epochs.append(state.epoch)
            self.points.append(points)
            self.promises.append(promise)
            self.features.extend(features(state, seat, outlook, promise))
            self.ends.append(len(self.features))


@dataclass(frozen=True)
class Rows:
    """The rows of a regression: for each position and seat, the seat minus the mean of the others."""

    holds: sparse.csr_matrix
    """Features, followed by the promise by Epoch."""
    points: Numbers
    promises: Numbers
    margins: Numbers
    """At the end of the game."""
    epochs: NDArray[np.int64]
    two: NDArray[np.bool_]
    """Is it a two-player game?"""


@dataclass(frozen=True)
class Report:
    """By Epoch, how well margins are predicted in held-out two-player games. NaN where there are none."""

    estimate: list[float]
    """The correlation of the final margin with that of the hand-made estimate,"""
    judge: list[float]
    """and with that of the judge."""
    spread: list[float]
    """Points that make a victory e times as likely, as the judge sees them: `ElysiumJudge.spread`."""


def learn(games: int, rounds: int, seed: int, jobs: int, console: Console) -> Iterator[tuple[Weights, Report]]:
    """Yields after every round the weights and their quality, which are the same for any number of jobs."""
    weights: Weights | None = None
    notes: list[Notes] = []
    for number in range(1, rounds + 1):
        names = [f"round {number}, game {game}" for game in range(games)]
        played = work(partial(play, seed, weights), names, jobs)
        found = list(track(played, f"Round {number}", total=games, console=console, transient=True))
        notes = found if number <= 2 else notes + found  # games played by the estimate are used once only
        weights = fit([game for i, game in enumerate(notes) if i % HELD_OUT])
        yield weights, report(notes[::HELD_OUT], weights)


def play(seed: int, weights: Weights | None, name: str) -> Notes:
    """A game between bots that use the judge with these weights, or the estimate if there are none."""
    game = pediment.game("elysium")
    rng = stream(seed, name)
    seats = SEATS[rng.below(len(SEATS))]
    state = game.new(seats=seats, seed=rng.getrandbits(32))
    judge = ElysiumJudge(weights) if weights else None
    bots: list[Greedy] = []
    for _ in range(seats):
        own = rng.getrandbits(32)
        bots.append(Follower(own, judge) if judge and rng.below(ESTIMATES) else Greedy(own))
    notes = Notes(seats)
    while (seat := game.to_move(state)) != OVER:
        legal = game.legal(state)
        stray = rng.below(STRAYS) == 0
        game.apply(state, legal[rng.below(len(legal))] if stray else bots[seat].choose(game, state, seat))
        if game.to_move(state) != OVER and (stray or rng.below(NOTED) == 0):
            notes.add(state)
    notes.final = game.totals(state)
    return notes


def fit(notes: Sequence[Notes]) -> Weights:
    """The weights with which points, promise and features fit the final margins best, by least squares."""
    normal = RIDGE * np.eye(WIDTH)
    moments = np.zeros(WIDTH)
    for i in range(0, len(notes), BATCH):
        rows = compare(notes[i : i + BATCH])
        counts = (10 / NOISE[rows.epochs - 1]) ** 2
        weighted = sparse.diags_array(counts) @ rows.holds
        normal += (rows.holds.T @ weighted).toarray()
        moments += weighted.T @ (rows.margins - rows.points)
    found = linalg.solve(normal, moments, assume_a="pos")
    return {
        "promise": [round(float(weight), 3) + 0.0 for weight in found[FEATURES:]],
        "features": [round(float(weight), 2) + 0.0 for weight in found[:FEATURES]],
    }


def report(notes: Sequence[Notes], weights: Weights) -> Report:
    """How well the weights predict held-out games."""
    rows = compare(notes)
    judged = rows.points + rows.holds @ np.array(weights["features"] + weights["promise"])
    estimated = rows.points + rows.promises
    found = Report([], [], [])
    for epoch in range(1, EPOCHS + 1):
        here = rows.two & (rows.epochs == epoch)
        found.estimate.append(_correlation(estimated[here], rows.margins[here]))
        found.judge.append(_correlation(judged[here], rows.margins[here]))
        found.spread.append(_spread(judged[here], rows.margins[here]))
    return found


def compare(notes: Sequence[Notes]) -> Rows:
    """The rows of some games, at least one."""
    holds: list[sparse.csr_matrix] = []
    points: list[Numbers] = []
    promises: list[Numbers] = []
    ends: list[Numbers] = []
    epochs: list[NDArray[np.int64]] = []
    two: list[NDArray[np.bool_]] = []
    for game in notes:
        n = len(game.points)
        against = np.eye(game.seats) - (1 - np.eye(game.seats)) / (game.seats - 1)
        if game.seats == 2:
            against = against[:1]  # the other row is the same
        # Positions by seats, from each seat's own numbers to its lead over the mean of the others
        leads = sparse.kron(sparse.eye_array(n // game.seats), against, format="csr")
        epoch = np.array(game.epochs, dtype=np.int64)
        promise = np.array(game.promises)
        held = sparse.csr_array((np.ones(len(game.features)), game.features, game.ends), shape=(n, FEATURES))
        by_epoch = sparse.csr_array((promise, (np.arange(n), epoch - 1)), shape=(n, EPOCHS))
        holds.append(leads @ sparse.hstack([held, by_epoch], format="csr"))
        points.append(leads @ np.array(game.points))
        promises.append(leads @ promise)
        ends.append(leads @ np.tile(np.array(game.final, dtype=np.float64), n // game.seats))
        epochs.append(epoch.reshape(-1, game.seats)[:, : len(against)].ravel())
        two.append(np.full(leads.shape[0], game.seats == 2))
    return Rows(
        sparse.vstack(holds, format="csr"),
        np.concatenate(points),
        np.concatenate(promises),
        np.concatenate(ends),
        np.concatenate(epochs),
        np.concatenate(two),
    )


def _correlation(foretold: Numbers, true: Numbers) -> float:
    if len(true) < 2 or not np.ptp(foretold) or not np.ptp(true):
        return math.nan
    return float(np.corrcoef(foretold, true)[0, 1])


def _spread(foretold: Numbers, true: Numbers) -> float:
    """The scale of the logistic curve that best predicts the winner from the predicted margin."""
    if not len(true):
        return math.nan
    ahead = np.sign(true) * foretold  # a tie teaches nothing

    def surprise(scale: float) -> float:
        return float(np.logaddexp(0, -ahead / scale).mean())

    return float(optimize.minimize_scalar(surprise, bounds=(1, 30), method="bounded").x)


def main() -> None:
    """Learn, report after every round, and write the weights."""
    args = _arguments()
    console = Console(highlight=False)
    for number, (weights, found) in enumerate(learn(args.games, args.rounds, args.seed, args.jobs, console), start=1):
        args.out.write_text(write_weights(weights), encoding="utf-8")
        console.print(_table(number, found))
    console.print(f"The weights are in {args.out}.")


def _arguments() -> argparse.Namespace:
    prog = ".venv/bin/python -m benchmarks.learn"
    parser = argparse.ArgumentParser(prog=prog, description="Learn what a judge weighs with.")
    parser.add_argument("game", choices=["elysium"])
    parser.add_argument("--games", type=_count, default=5000, metavar="N", help="games of a round; 5000")
    parser.add_argument(
        "--rounds", type=_count, default=3, metavar="N", help="rounds, each with the judge of the last; 3"
    )
    parser.add_argument("--jobs", type=_count, default=1, metavar="N", help="processes; 1")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games are played; 1")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to write, after every round")
    return parser.parse_args()


def _count(text: str) -> int:
    n = int(text)
    if n < 1:
        raise ValueError
    return n


def _table(number: int, found: Report) -> Table:
    table = Table(title=f"Round {number}, games of two that did not teach", title_justify="left", box=None)
    table.add_column("")
    for epoch in range(1, EPOCHS + 1):
        table.add_column(f"Epoch {epoch}", justify="right")
    table.add_row("correlation, estimate", *(f"{figure:.2f}" for figure in found.estimate))
    table.add_row("correlation, judge", *(f"{figure:.2f}" for figure in found.judge))
    table.add_row("spread, points", *(f"{figure:.1f}" for figure in found.spread))
    return table


if __name__ == "__main__":
    main()
