"""`.venv/bin/python -m benchmarks.reliability`: do chances mean what they say? Of positions called 70%, are 70% won?

The judge plays itself as in training (docs/train.md); at one position in eight it says for every seat how likely it is
to win. All is kept in a file, a line for each game, so the same command goes on after an interruption (docs/bots.md).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import pediment
from pediment.core.extras import extra
from pediment.lab import self_play
from pediment.lab.network import softmax
from pediment.lab.self_play import Chunk
from pediment.lab.training import trainer_of

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray
    from scipy.optimize import minimize_scalar  # type: ignore[import-untyped]

AT_ONCE: Final = 20
"""Games that are played before they are kept."""
BANDS: Final = 10
SURE: Final = 1.96
"""Standard errors of an interval of 95%."""
COOLEST: Final = 0.3
HOTTEST: Final = 3.0
"""Between these two, the temperature is looked for."""
RESAMPLED: Final = 100
LEAST: Final = 1e-6
"""No chance is taken for smaller than this."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Band:
    """Positions with about the same chance: what was called and what was won on average, with an interval of 95%."""

    positions: int
    called: float
    won: float
    low: float
    high: float


@dataclass(frozen=True)
class Game:
    """What was called in a game, by position and seat, and what part of the victory each seat had in the end."""

    called: Numbers
    won: Numbers


def play(name: str, seats: int, iterations: int, seed: int, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Games of the judge against itself, with its chances on the way."""
    trainer = trainer_of(name)
    assert trainer is not None
    weights = trainer.read()
    names = tuple(f"game {number}" for number in numbers)
    notes = self_play.play(Chunk(name, weights, (seats,), iterations, seed, names))
    spread = np.array(weights["spread"])[notes.stages][:, None]
    called = softmax(notes.standings.reshape(-1, seats) / spread)
    ends = np.cumsum(notes.positions)
    for i, number in enumerate(numbers):
        own = called[ends[i] - notes.positions[i] : ends[i]]
        yield {"game": name, "seats": seats, "iterations": iterations, "seed": seed, "number": number} | {
            "called": [[round(float(chance), 4) for chance in chances] for chances in own],
            "won": [float(part) for part in notes.won[seats * i : seats * (i + 1)]],
        }


def play_missing(out: Path, name: str, seats: int, iterations: int, seed: int, games: int) -> Iterator[Game]:
    """The games of a file, and those that it lacks, which are added to it."""
    key = {"game": name, "seats": seats, "iterations": iterations, "seed": seed}
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    found = [one for one in map(json.loads, lines) if key.items() <= one.items() and one["number"] < games]
    known = {one["number"] for one in found}
    missing = [number for number in range(games) if number not in known]
    for first in range(0, len(missing), AT_ONCE):
        new = list(play(name, seats, iterations, seed, missing[first : first + AT_ONCE]))
        with out.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(one) + "\n" for one in new))
        found += new
    for one in found:
        yield Game(np.array(one["called"]).reshape(-1, seats), np.array(one["won"]))


def bands(games: list[Game]) -> list[Band | None]:
    """What was called and what came, by tenths; None where nothing was called. What a game shows hangs together."""
    counts, called, won = (np.zeros((BANDS, len(games))) for _ in range(3))
    for i, game in enumerate(games):
        at = np.minimum((game.called * BANDS).astype(np.int64), BANDS - 1).ravel()
        np.add.at(counts[:, i], at, 1)
        np.add.at(called[:, i], at, game.called.ravel())
        np.add.at(won[:, i], at, np.broadcast_to(game.won, game.called.shape).ravel())
    found: list[Band | None] = []
    for n, c, w in zip(counts, called, won, strict=True):
        positions = float(n.sum())
        if not positions:
            found.append(None)
            continue
        share = float(w.sum()) / positions
        reach = SURE * float(np.sqrt(((w - share * n) ** 2).sum())) / positions
        low, high = max(0.0, share - reach), min(1.0, share + reach)
        found.append(Band(int(positions), float(c.sum()) / positions, share, low, high))
    return found


def temperature(games: list[Game]) -> float:
    """What the logarithms of the chances have to be divided by, to say best who won; 1 if they are right as they are.

    More than 1: they were too sure of themselves.
    """
    logs = np.log(np.maximum(np.concatenate([game.called for game in games]), LEAST))
    won = np.concatenate([np.broadcast_to(game.won, game.called.shape) for game in games])

    def surprise(heat: float) -> float:
        hot = logs / heat
        return float((np.log(np.exp(hot).sum(1)) - (won * hot).sum(1)).mean())

    return float(minimize_scalar(surprise, bounds=(COOLEST, HOTTEST), method="bounded").x)


def temperature_band(games: list[Game], seed: int) -> tuple[float, float]:
    """An interval of 95% for it, from games drawn again."""
    rng = np.random.default_rng(seed)
    drawn = [temperature([games[i] for i in rng.integers(len(games), size=len(games))]) for _ in range(RESAMPLED)]
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)


def main() -> None:
    """Play what is missing, and print a table for every game and number of seats."""
    args = _arguments()
    console = Console(highlight=False)
    for name in args.game:
        for seats in args.seats:
            games = list(play_missing(args.out, name, seats, args.iterations, args.seed, args.games))
            console.print(_table(f"{name}, {seats} seats, {args.games} games", bands(games)))
            low, high = temperature_band(games, args.seed)
            console.print(f"temperature {temperature(games):.2f} ({low:.2f} to {high:.2f})\n")


def _table(title: str, found: list[Band | None]) -> Table:
    table = Table("called", "mean", "won", "95%", "positions", title=title, title_justify="left", box=None)
    for i, band in enumerate(found):
        if band:
            share, ends = f"{100 * band.won:.1f}%", f"{100 * band.low:.0f} to {100 * band.high:.0f}"
            called = f"{100 * band.called:.1f}%"
            table.add_row(f"{10 * i} to {10 * i + 10}%", called, share, ends, f"{band.positions:,}")
    return table


def _arguments() -> argparse.Namespace:
    prog = ".venv/bin/python -m benchmarks.reliability"
    parser = argparse.ArgumentParser(prog=prog, description="Do chances of winning mean what they say?")
    names = pediment.games()
    parser.add_argument("game", nargs="*", default=names, metavar="GAME", help=f"{' or '.join(names)}; both")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], metavar="N", help="2, 3 and 4")
    parser.add_argument("--games", type=int, default=300, metavar="N", help="of each; 300")
    parser.add_argument("--iterations", type=int, default=0, metavar="N", help="of a search; 0 looks one answer ahead")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games are played; 1")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the games are kept")
    return parser.parse_args()


if __name__ == "__main__":
    main()
