"""Games that a judge plays against itself, with positions noted on the way for `network` to learn from."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pediment
from pediment.bots.search import Budget, Search
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.search.tree import Judge
from pediment.core.training import Trainer, Weights
from pediment.lab.network import Positions, softmax

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray
    from scipy import sparse  # type: ignore[import-untyped]

HEATS: Final = (0.0, 0.3, 0.7, 1.2)
"""By how many points a seat's view of an answer is blurred, one of these for the whole game: some play their best, and
others show what follows from less."""
STRAYS: Final = 20
"""One move in this many is any legal one, so that what good players avoid is learned, too."""
NOTED: Final = 8
"""One position in this many is noted,"""
NOTED_STRAYS: Final = 2
"""and one in this many after a move that was any legal one."""
_32_BITS: Final = 2**32


@dataclass(frozen=True)
class Notes:
    """Positions from games, as arrays: by game, by position, by position and seat, and by feature that holds."""

    seats: NDArray[np.uint8]
    positions: NDArray[np.int32]
    """How many of each game."""
    final: NDArray[np.float32]
    """The points of every seat at the end, game after game,"""
    won: NDArray[np.float32]
    """and its part of the victory."""
    stages: NDArray[np.uint8]
    values: NDArray[np.float32]
    """What a seat has before its features count,"""
    standings: NDArray[np.float32]
    """and what it could expect in the eyes of the judge that played."""
    counts: NDArray[np.uint8]
    """How many features hold for a seat,"""
    features: NDArray[np.uint16]
    """and which they are."""

    def as_bytes(self) -> bytes:
        """As NumPy's npz."""
        file = io.BytesIO()
        np.savez(file, **vars(self))
        return file.getvalue()

    @classmethod
    def of(cls, file: Any) -> Notes:
        """What `as_bytes` made, from a file. Raises OSError or ValueError."""
        with np.load(file) as found:
            return cls(**found)


class JudgedSearch(Search):
    """A search that asks a judge of its own."""

    def __init__(self, seed: int, judge: Judge, iterations: int) -> None:
        super().__init__(seed, Budget(iterations=iterations))
        self.own_judge = judge

    def judge(self, game: Game[Any]) -> Judge:
        """That judge."""
        return self.own_judge


@dataclass(frozen=True)
class Chunk:
    """Some games that are to be played: their numbers, and what they have in common."""

    game: str
    weights: Weights
    seats: tuple[int, ...]
    """The numbers of seats, all equally likely."""
    iterations: int
    """Of the search that answers every question; 0 looks one answer ahead."""
    seed: int
    names: tuple[str, ...]
    """A name for each game, on which its chance depends."""


def play(chunk: Chunk) -> Notes:
    """The games of a chunk, one after the other; the same ones wherever they are played."""
    game = pediment.game(chunk.game)
    trainer: Trainer = pediment.kit(chunk.game).part(pediment.kit(chunk.game).trainer)
    judge = trainer.judge(chunk.weights)
    by_name: dict[str, list[Any]] = {name: [] for name in Notes.__annotations__}
    for name in chunk.names:
        rng = stream(chunk.seed, name)
        seats = chunk.seats[rng.below(len(chunk.seats))]
        state = game.new(seats=seats, seed=rng.getrandbits(59))
        noted = len(by_name["stages"])
        for after in _positions(game, state, judge, chunk.iterations, rng):
            by_name["stages"].append(trainer.stage(after))
            by_name["standings"] += judge.standings(after)
            for value, held in trainer.note(after, chunk.weights):
                by_name["values"].append(value)
                by_name["counts"].append(len(held))
                by_name["features"] += held
        by_name["seats"].append(seats)
        by_name["positions"].append(len(by_name["stages"]) - noted)
        by_name["final"] += game.totals(state)
        by_name["won"] += game.returns(state)
    kinds = {name: str(kind).partition("np.")[2].partition("]")[0] for name, kind in Notes.__annotations__.items()}
    return Notes(**{name: np.array(values, kinds[name]) for name, values in by_name.items()})


def _positions(game: Game[Any], state: Any, judge: Judge, iterations: int, rng: Stream) -> Any:
    """Play the state to its end, and yield it at the positions that are to be noted."""
    heats = [HEATS[rng.below(len(HEATS))] for _ in range(state.origin.seats)]
    bots = [JudgedSearch(rng.getrandbits(32), judge, iterations) for _ in heats] if iterations else []
    while (seat := game.to_move(state)) != OVER:
        stray = rng.below(STRAYS) == 0
        if stray:
            action = state.legal[rng.below(len(state.legal))]
        elif bots:
            action = bots[seat].choose(game, state, seat)
        else:
            action = _look_ahead(game, state, seat, judge, heats[seat], rng)
        game.apply(state, action)
        if game.to_move(state) != OVER and rng.below(NOTED_STRAYS if stray else NOTED) == 0:
            yield state


def _look_ahead(game: Game[Any], state: Any, seat: int, judge: Judge, heat: float, rng: Stream) -> int:
    """The answer that looks best in a world that the seat cannot tell from the true one, blurred by its heat."""
    world = game.resample(state, seat, rng)
    sights = judge.sights(world)
    if heat:  # Gumbel's noise: an answer is chosen as often as a softmax says
        sights = [sight - heat * math.log(-math.log((rng.below(_32_BITS - 2) + 1) / _32_BITS)) for sight in sights]
    return int(world.legal[max(range(len(sights)), key=sights.__getitem__)])


def positions(noted: Sequence[Notes], weights: Weights, features: int, trust: float) -> list[Positions]:
    """Noted positions as rows to learn from, those with the fewest seats first.

    What is learned is the end of the game by `trust`, and by the rest what the judge saw at the next position, which in
    turn stands for what follows it: TD(λ), where `trust` is λ.
    """
    found: dict[int, list[Positions]] = {}
    for notes in noted:
        for p in _of_notes(notes, weights, features, trust):
            found.setdefault(p.seats, []).append(p)
    return [_joined(found[seats]) for seats in sorted(found)]


def _of_notes(notes: Notes, weights: Weights, features: int, trust: float) -> list[Positions]:
    seats = np.repeat(notes.seats, notes.positions)  # by position
    games = np.repeat(np.arange(len(notes.seats)), notes.positions)
    at = np.repeat(np.arange(len(seats)), seats)  # by row
    ends = np.concatenate([[0], np.cumsum(notes.counts, dtype=np.int64)])
    ones = np.ones(len(notes.features), np.float32)
    rows = sparse.csr_matrix((ones, notes.features.astype(np.int32), ends), (len(at), features))
    first_of_game = np.cumsum(notes.seats, dtype=np.int64) - notes.seats
    first_of_position = np.cumsum(seats, dtype=np.int64) - seats
    last = first_of_game[games[at]] + np.arange(len(at)) - first_of_position[at]
    spread = np.array(weights["spread"], np.float32)
    found: list[Positions] = []
    for n in np.unique(seats):
        here = seats == n
        by_seat = [array[here[at]].reshape(-1, n) for array in (notes.values, notes.standings)]
        ends_of_game = [array[last][here[at]].reshape(-1, n) for array in (notes.final, notes.won)]
        stages = notes.stages[here].astype(np.int64)
        points, chances = targets(by_seat[1], stages, games[here], *ends_of_game, spread=spread, trust=trust)
        found.append(Positions(int(n), rows[here[at]], stages, by_seat[0], points, chances))
    return found


def targets(standings: Any, stages: Any, games: Any, points: Any, chances: Any, *, spread: Any, trust: float) -> Any:
    """What is to be learned at each position: points, up to a number that the seats have in common, and chances."""
    if trust == 1:
        return points, chances
    seen_points = standings - standings.mean(1, keepdims=True)
    seen_chances = softmax(standings / spread[stages][:, None])
    points = points - points.mean(1, keepdims=True)
    chances = chances.copy()
    for i in range(len(games) - 2, -1, -1):
        if games[i] == games[i + 1]:
            points[i] = trust * points[i + 1] + (1 - trust) * seen_points[i + 1]
            chances[i] = trust * chances[i + 1] + (1 - trust) * seen_chances[i + 1]
    return points, chances


def _joined(tables: list[Positions]) -> Positions:
    return Positions(
        tables[0].seats,
        sparse.vstack([p.rows for p in tables], format="csr"),
        *(np.concatenate([getattr(p, name) for p in tables]) for name in ("stages", "values", "points", "chances")),
    )
