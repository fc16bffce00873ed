"""`.venv/bin/python -m benchmarks.among`: how often a bot wins as the only one of its kind among `greedy` ones.

Each deal is played in every seat, by every bot that is named, so bots are compared on the same deals. All is kept in a
file, a line for each deal of a bot, so the same command goes on after an interruption (docs/bots.md).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import pediment
from benchmarks.answers import Timed
from pediment.bots import make
from pediment.bots.roster import Roster
from pediment.core.engine.rng import stream
from pediment.core.extras import extra
from pediment.lab.arena import DEFAULT_BOT, SEED_BITS, finish, shared_deal
from pediment.lab.paired import difference
from pediment.lab.ratings import share

with extra("lab"):
    import numpy as np

MS: Final = 1000


def play(name: str, seats: int, spec: str, seed: int, deal: int) -> dict[str, Any]:
    """A deal, played by the bot in each of its seats."""
    game = pediment.game(name)
    found: dict[str, Any] = {"game": name, "seats": seats, "rules": game.rules_version, "seed": seed}
    found |= {"bot": spec, "deal": deal, "won": [], "margins": [], "answers": 0, "seconds": 0.0}
    for hero in range(seats):
        seeds = [stream(seed, f"deal {deal}, seat {seat}").getrandbits(SEED_BITS) for seat in range(seats)]
        bots = [make(spec if seat == hero else DEFAULT_BOT, own) for seat, own in enumerate(seeds)]
        bots[hero] = timed = Timed(bots[hero])
        state = game.new(seats=seats, seed=shared_deal(seed, deal))
        with closing(Roster()) as roster:
            finish(game, state, bots, roster)
        totals = game.totals(state)
        found["won"].append(game.returns(state)[hero])
        found["margins"].append(totals.pop(hero) - max(totals))
        found["answers"] += len(timed.seconds)
        found["seconds"] += sum(timed.seconds)
    return found


def play_missing(
    out: Path, name: str, seats: int, specs: Sequence[str], seed: int, deals: int
) -> Iterator[dict[str, Any]]:
    """The deals of a file, and those that it lacks, which are added to it: deal by deal, each by all bots."""
    key = {"game": name, "seats": seats, "rules": pediment.game(name).rules_version, "seed": seed}
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    found = [one for one in map(json.loads, lines) if key.items() <= one.items()]
    known = {(one["bot"], one["deal"]): one for one in found}
    for deal in range(deals):
        for spec in specs:
            if (spec, deal) not in known:
                known[spec, deal] = play(name, seats, spec, seed, deal)
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(known[spec, deal]) + "\n")
            yield known[spec, deal]


def table(title: str, found: Sequence[dict[str, Any]]) -> Table:
    """A row for each bot: what it won and by how much, against the first bot on the same deals, and its time."""
    by_bot: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        by_bot.setdefault(one["bot"], []).append(one)
    rows = Table("bot", "games", "won", "95%", "margin", "against the first", "an answer", title=title, box=None)
    first: Any = None
    for bot, deals in by_bot.items():
        won = np.array([fmean(one["won"]) for one in deals])
        mean, low, high = share(won.tolist())
        games = sum(len(one["won"]) for one in deals)
        margin = fmean(fmean(one["margins"]) for one in deals)
        more = ""
        if first is None:
            first = won
        elif len(won) > 1:
            gain = difference(first, won)
            more = f"{100 * gain.value:+.1f}% ({100 * gain.low:+.1f} to {100 * gain.high:+.1f})"
        pace = MS * sum(one["seconds"] for one in deals) / sum(one["answers"] for one in deals)
        ends = f"{100 * low:.0f} to {100 * high:.0f}"
        rows.add_row(bot, str(games), f"{100 * mean:.1f}%", ends, f"{margin:+.1f}", more, f"{pace:.1f} ms")
    return rows


def main() -> None:
    """Play what is missing, and print a table for every number of seats."""
    args = _arguments()
    console = Console(highlight=False, width=120)
    for seats in args.seats:
        deals = -(-args.games // seats)
        found = list(play_missing(args.out, args.game, seats, args.bots, args.seed, deals))
        console.print(table(f"{args.game}, one among {seats - 1} {DEFAULT_BOT}", found))


def _arguments() -> argparse.Namespace:
    prog = ".venv/bin/python -m benchmarks.among"
    parser = argparse.ArgumentParser(prog=prog, description=f"How often does a bot win among {DEFAULT_BOT} ones?")
    parser.add_argument("game", choices=pediment.games())
    parser.add_argument("--bots", nargs="+", default=["strategist"], metavar="BOT", help="strategist")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4], metavar="N", help="3 and 4")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="of each bot, in whole deals; 400")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which deals are played; 1")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the games are kept")
    return parser.parse_args()


if __name__ == "__main__":
    main()
