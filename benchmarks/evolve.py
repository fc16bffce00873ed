"""`.venv/bin/python -m benchmarks.evolve`: learn the weights of Ephyran's policy by playing, a set for each table size.

By evolution strategies: all weights are changed a little by chance, once one way and once the opposite way; both play
the same deal in the same seat, and the weights move towards what did better. docs/bots.md has the results.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

import pediment
from pediment.core.engine.kernel import apply
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.extras import extra
from pediment.core.search.tree import shares
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.weights import BLOCKS, SEATS, WEIGHTS, read_weights, write_weights

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray

PAIRS: Final = 100
"""Changes tried in a generation, each in both directions."""
FORMER: Final = 4
"""One pair in this many plays against the weights of the beginning, the others against those of now."""
STEP: Final = 0.04
"""How far a weight moves in a generation, in parts of its usual change; less later on:"""
SLOWER: Final = 300
"""half as far after this many generations."""
CHANGE: Final = 0.35
"""The usual change of a weight, in points;"""
FACTORS: Final = (
    "waiting opens blocked_next different different_own printed deny deny_draw spent rival gift theft exchange"
    " destruction two_cards_best area_spent high defence_spent"
)
CHANGES: Final = {"area": 0.3, "kept": 0.2, "lock_points": 0.1} | dict.fromkeys(FACTORS.split(), 0.15)
"""of a factor, less."""
MARGIN_POINTS: Final = 5.0
"""What is won is half the victory, half a share by points; this margin makes a good part of it."""
TRUST: Final = (0.9, 0.98)
"""How much of the direction of the generations before, and of its square, is kept (Adam)."""

Numbers = NDArray[np.float64]


def evolve(start: list[float], seats: int, generations: int, seed: int) -> Iterator[list[float]]:
    """The weights after each generation of a table size. The same arguments give the same weights."""
    chance = np.random.default_rng([seed, seats])
    scale = np.full(WEIGHTS, CHANGE)
    ends = [first for _, first in BLOCKS[1:]] + [WEIGHTS]
    for (name, first), end in zip(BLOCKS, ends, strict=True):
        scale[first:end] = CHANGES.get(name, CHANGE)
    weights = np.array(start)
    direction, square = np.zeros(WEIGHTS), np.zeros(WEIGHTS)
    former = _policy(weights)
    for generation in range(1, generations + 1):
        now = _policy(weights)
        found = np.zeros(WEIGHTS)
        for pair in range(PAIRS):
            change = chance.standard_normal(WEIGHTS)
            deal, seat = int(chance.integers(2**40)), pair % seats
            rival = former if pair % FORMER == FORMER - 1 else now
            up, down = (_won(deal, seats, seat, _policy(weights + sign * scale * change), rival)[0] for sign in (1, -1))
            found += (up - down) * change / PAIRS
        direction = TRUST[0] * direction + (1 - TRUST[0]) * found
        square = TRUST[1] * square + (1 - TRUST[1]) * found**2
        step = direction / (1 - TRUST[0] ** generation) / (np.sqrt(square / (1 - TRUST[1] ** generation)) + 1e-8)
        weights = weights + STEP / (1 + generation / SLOWER) * scale * step
        yield [float(weight) for weight in weights]


def won(weights: list[float], others: list[float], seats: int, games: int, seed: int) -> float:
    """The share of games that a policy wins among others, each deal in every seat."""
    hero, rival = _policy(np.array(weights)), _policy(np.array(others))
    found = 0.0
    for game in range(games):
        deal = stream(seed, f"deal {game // seats}").getrandbits(40)
        found += _won(deal, seats, game % seats, hero, rival)[1]
    return found / games


def _won(deal: int, seats: int, seat: int, hero: EphyranPolicy, rival: EphyranPolicy) -> tuple[float, float]:
    """What a seat won among others: victory and points, and the victory alone."""
    game = pediment.game("ephyran")
    state = game.new(seats=seats, seed=deal)
    state.log.closed = True
    while state.to_move != OVER:
        apply(state, (hero if state.to_move == seat else rival).choose(state, state.rng))
    victory = game.returns(state)[seat]
    share = shares([float(total) for total in game.totals(state)], MARGIN_POINTS)[seat]
    return (victory + share) / 2, victory


def _policy(weights: Numbers) -> EphyranPolicy:
    return EphyranPolicy([[float(weight) for weight in weights]] * len(SEATS))


def main() -> None:
    """Learn for the table sizes one after the other, and write the weights after each."""
    args = _arguments()
    console = Console(highlight=False)
    start = read_weights(args.start.read_text(encoding="utf-8") if args.start else None)
    learned = [weights[:] for weights in start]
    for seats in args.seats:
        place = SEATS.index(seats)
        steps = evolve(start[place], seats, args.generations, args.seed)
        for weights in track(steps, f"{seats} seats", total=args.generations, console=console, transient=True):
            learned[place] = weights
        args.out.write_text(write_weights(learned), encoding="utf-8")
        share = won(learned[place], start[place], seats, args.check, args.seed)
        console.print(f"{seats} seats: won {100 * share:.1f}% of {args.check} games among the weights before")
    console.print(f"The weights are in {args.out}.")


def _arguments() -> argparse.Namespace:
    prog = ".venv/bin/python -m benchmarks.evolve"
    parser = argparse.ArgumentParser(prog=prog, description="Learn the weights of Ephyran's policy.")
    parser.add_argument("--generations", type=int, default=300, metavar="N", help=f"of {2 * PAIRS} games each; 300")
    parser.add_argument(
        "--seats", type=int, nargs="+", default=SEATS, choices=SEATS, help="the table sizes to learn for; all"
    )
    parser.add_argument("--check", type=int, default=1200, metavar="N", help="games that compare old and new; 1200")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games are played; 1")
    parser.add_argument("--start", type=Path, metavar="FILE", help="weights to begin with; those of the package")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where to write")
    return parser.parse_args()


if __name__ == "__main__":
    main()
