"""`python -m benchmarks`: rounds of ours and of the peer by turns, so that noise hits both, then one table."""

from __future__ import annotations

import argparse
import platform
import subprocess
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks import ours, peers

Rounds = list[dict[str, float]]

# title, key with us, key with the peer, is more better?
LINES = [
    *[(f"{n} seats, choices/s", f"real {n}", f"real {n}", True) for n in (2, 3, 4)],
    *[(f"{n} seats, all moves/s", f"real {n}", f"all {n}", True) for n in (2, 3, 4)],
    ("clone mid-choice, µs", "clone", "clone", False),
    ("new game, µs", "new", "new", False),
    ("view of a seat, µs", "view", "", False),
]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each (default: 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds for each number of a round (default: 0.5)")
    parser.add_argument("--alone", action="store_true", help="leave the peer out")
    args = parser.parse_args()
    console = Console(highlight=False)
    peer = None if args.alone else start(console)
    mine: Rounds = []
    theirs: Rounds = []
    try:
        with console.status("") as status:
            for i in range(args.rounds):
                status.update(f"round {i + 1} of {args.rounds}")
                mine.append(ours.measure(args.seconds))
                if peer:
                    theirs.append(peer.measure(args.seconds))
    finally:
        if peer:
            peer.close()
    console.print(table(mine, theirs))
    console.print(f"\nPython {platform.python_version()}, {args.rounds} rounds by turns, seconds of the processor.")
    console.print("Medians, and ± half the distance from the least to the most.")
    console.print("Elysium never asks a question with one answer: all its moves are choices.")


def start(console: Console) -> peers.Peer | None:
    """The peer, or a word about why there is none."""
    try:
        return peers.catanatron()
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        console.print(f"catanatron cannot be installed here, so ours stands alone: {said[-1] if said else error}")
        return None


def table(mine: Rounds, theirs: Rounds) -> Table:
    """All lines; a ratio says how many times better ours is."""
    found = Table(box=None, pad_edge=False, header_style="dim")
    found.add_column("", no_wrap=True)
    for title in ("Elysium", "catanatron", "ratio") if theirs else ("Elysium",):
        found.add_column(title, justify="right", no_wrap=True)
    for title, key, peer_key, more in LINES:
        if theirs and peer_key:
            here, there = median(r[key] for r in mine), median(r[peer_key] for r in theirs)
            ratio = here / there if more else there / here
            found.add_row(title, number(mine, key), number(theirs, peer_key), f"{ratio:.1f} ×")
        elif not key.startswith("real") or key == peer_key:
            found.add_row(title, number(mine, key))
    return found


def number(rounds: Rounds, key: str) -> str:
    """The median with its spread."""
    values = [r[key] for r in rounds]
    middle = median(values)
    spread = (max(values) - min(values)) / 2 / middle
    return f"{middle:,.{0 if middle >= 100 else 1}f} ±{spread:3.0%}"


main()
