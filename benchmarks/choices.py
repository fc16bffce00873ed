"""`.venv/bin/python -m benchmarks.choices`: what bots choose at the same positions of Ephyran, and what that is worth.

The policy plays games; at one question in 25, every bot answers. Where they differ, the game is played on from each
answer by the policy, in the same worlds, and the answers are held against that of the first bot. A difference in the
chance to win shows sooner than in whole games, but only as far as the policy makes use of it. All is
kept in a file, a line for each position, so the same command goes on after an interruption (docs/bots.md).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import pediment
from pediment.bots import make
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.extras import extra
from pediment.core.search.playout import play_out
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.weights import read_weights
from pediment.lab.arena import SEED_BITS
from pediment.lab.paired import mean

with extra("lab"):
    import numpy as np

ASKED: Final = 25
"""One question in this many is asked,"""
FEWEST: Final = 3
"""if it has so many answers."""
MS: Final = 1000


def positions(seats: int, seed: int) -> Iterator[Any]:
    """Positions from games of the policy, one game after another."""
    game, policy = pediment.game("ephyran"), EphyranPolicy(read_weights())
    number = 0
    while True:
        rng = stream(seed, f"game {number}")
        state = game.new(seats=seats, seed=rng.getrandbits(SEED_BITS))
        while state.to_move != OVER:
            if rng.below(ASKED) == 0 and len(state.legal) >= FEWEST:
                yield state.clone()
            game.apply(state, policy.choose(state, rng))
        number += 1


def ask(state: Any, specs: Sequence[str], seed: int, playouts: int) -> dict[str, Any]:
    """What each bot answers, in what time, and for each answer the chance to win and the lead by playouts."""
    game, policy = pediment.game("ephyran"), EphyranPolicy(read_weights())
    seat = state.to_move
    answers: list[int] = []
    seconds: list[float] = []
    for spec in specs:
        with closing(make(spec, seed)) as bot:
            begin = time.process_time()
            answers.append(bot.choose(game, state, seat))
            seconds.append(time.process_time() - begin)
    worth = {answer: [0.0, 0.0] for answer in answers}
    rng = stream(seed, "playouts")
    for number in range(playouts if len(worth) > 1 else 0):
        world = game.resample(state, seat, rng)
        for answer, sums in worth.items():
            after = world.clone()
            after.log.closed = True
            game.apply(after, answer)
            play_out(after, policy, stream(seed, f"playout {number}"))
            totals = game.totals(after)
            sums[0] += game.returns(after)[seat] / playouts
            sums[1] += (totals.pop(seat) - max(totals)) / playouts
    return {"seconds": seconds, "answers": answers, "worth": [worth[answer] for answer in answers]}


def ask_missing(
    out: Path, seats: int, specs: Sequence[str], seed: int, wanted: int, playouts: int
) -> Iterator[dict[str, Any]]:
    """The positions of a file, and those that it lacks, which are added to it."""
    key = {"seats": seats, "rules": pediment.game("ephyran").rules_version, "seed": seed, "playouts": playouts}
    key |= {"bots": list(specs)}
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    known = {one["position"]: one for one in map(json.loads, lines) if key.items() <= one.items()}
    for number, state in zip(range(wanted), positions(seats, seed), strict=False):
        if number not in known:
            known[number] = key | {"position": number} | ask(state, specs, number, playouts)
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(known[number]) + "\n")
        yield known[number]


def table(title: str, found: Sequence[dict[str, Any]]) -> Table:
    """A row for each bot: how often its answer differs from that of the first, and what the difference is worth."""
    rows = Table("bot", "differs", "chance to win", "lead", "an answer", title=title, box=None)
    for i, bot in enumerate(found[0]["bots"]):
        differs = fmean(one["answers"][i] != one["answers"][0] for one in found)
        chance, lead = (mean(np.array([one["worth"][i][k] - one["worth"][0][k] for one in found])) for k in range(2))
        pace = MS * fmean(one["seconds"][i] for one in found)
        gained = f"{100 * chance.value:+.2f}% ({100 * chance.low:+.2f} to {100 * chance.high:+.2f})"
        ahead = f"{lead.value:+.3f} ({lead.low:+.3f} to {lead.high:+.3f})"
        rows.add_row(bot, f"{100 * differs:.0f}%", gained, ahead, f"{pace:.1f} ms")
    return rows


def main() -> None:
    """Ask what is missing, and print a table for every number of seats."""
    args = _arguments()
    console = Console(highlight=False, width=120)
    for seats in args.seats:
        found = list(ask_missing(args.out, seats, args.bots, args.seed, args.positions, args.playouts))
        console.print(table(f"{seats} seats, {len(found)} positions, against {args.bots[0]}", found))


def _arguments() -> argparse.Namespace:
    prog = ".venv/bin/python -m benchmarks.choices"
    parser = argparse.ArgumentParser(prog=prog, description="What do bots choose in Ephyran, and what is it worth?")
    parser.add_argument("--bots", nargs="+", required=True, metavar="BOT", help="the others are held against the first")
    parser.add_argument("--seats", type=int, nargs="+", default=[4], metavar="N", help="4")
    parser.add_argument("--positions", type=int, default=200, metavar="N", help="for each number of seats; 200")
    parser.add_argument("--playouts", type=int, default=400, metavar="N", help="after each answer; 400")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games are played; 1")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the answers are kept")
    return parser.parse_args()


if __name__ == "__main__":
    main()
