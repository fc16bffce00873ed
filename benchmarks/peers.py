"""`.venv/bin/python -m benchmarks.peers`: our engines and those of other games take turns, so noise hits all."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from benchmarks.environments import Absent, Process, python_with
from benchmarks.table import FOOTNOTES, NARROW, Rounds, aims, table

NOT_COMPILED = "this install is plain; `make play` compiles where there is a C compiler, an editable install never does"


@dataclass
class Participant:
    """A participant: a module in `benchmarks.rounds`, run in its own process."""

    id: str
    title: str
    module: str
    requirement: str = ""
    """What pip installs for a peer; our own engines run with the same Python as this command."""
    variables: dict[str, str] = field(default_factory=dict)

    def start(self) -> Process:
        """Start its process. Raises Absent if it cannot take part."""
        python = python_with(self.requirement) if self.requirement else sys.executable
        process = Process(python, self.module.split(), self.variables)
        if self.id.endswith("-compiled") and not process.facts["compiled"]:
            process.close()
            raise Absent(NOT_COMPILED)
        return process


def ours(name: str) -> Iterator[Participant]:
    """One of our games, plain and compiled."""
    module = f"benchmarks.rounds.ours {name}"
    yield Participant(f"{name}-plain", f"{name.title()} plain", module, variables={"PEDIMENT_PURE": "1"})
    yield Participant(f"{name}-compiled", f"{name.title()} compiled", module)


PARTICIPANTS = [
    *ours("elysium"),
    *ours("ephyran"),
    Participant("catanatron", "catanatron", "benchmarks.rounds.catanatron", "catanatron==3.2.1"),
    Participant("pyminion", "pyminion", "benchmarks.rounds.pyminion", "pyminion==0.4.0"),
    Participant("chess", "python-chess", "benchmarks.rounds.chess", "chess==1.11.2"),
    Participant("open_spiel", "OpenSpiel", "benchmarks.rounds.open_spiel", "open_spiel==2.0.2"),
]


def main() -> None:
    """Measure all participants in turn and print the results."""
    args = arguments()
    console = Console(highlight=False)
    console.width = max(console.width, NARROW)
    rounds = measure(args.only, args.rounds, args.seconds, console)
    if not rounds:
        sys.exit("Nobody is left to measure.")
    if args.json:
        facts = {"python": platform.python_version(), "seconds": args.seconds}
        peers = [p.requirement for p in args.only if p.requirement and p.id in rounds]
        args.json.write_text(json.dumps({**facts, "peers": peers, "rounds": rounds}, indent=1), encoding="utf-8")
    console.print(table(rounds, {p.id: p.title for p in args.only if p.id in rounds}, console.width))
    console.print(f"\nPython {platform.python_version()}, {args.rounds} rounds by turns.", style="dim")
    for line in FOOTNOTES:
        console.print(line, style="dim")
    console.print()
    for line in aims(rounds):
        console.print(line)


def measure(participants: list[Participant], count: int, seconds: float, console: Console) -> Rounds:
    """That many rounds of each participant; one that cannot take part is left out with a message."""
    processes: dict[str, Process] = {}
    rounds: Rounds = {}
    try:
        with console.status("") as status:
            for i in range(count):
                for one in participants:
                    status.update(f"round {i + 1} of {count}: {one.title}")
                    try:
                        if i == 0:
                            processes[one.id] = one.start()
                        if one.id in processes:
                            rounds.setdefault(one.id, []).append(processes[one.id].measure(seconds))
                    except Absent as why:
                        console.print(f"Left out: {one.title}: {why}", markup=False)
                        processes.pop(one.id, None)
                        rounds.pop(one.id, None)
    finally:
        for process in processes.values():
            process.close()
    return rounds


def arguments() -> argparse.Namespace:
    """The arguments; `only` lists the participants."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="rounds of each (default: 11)")
    parser.add_argument("--seconds", type=float, default=0.15, help="seconds for each number (default: 0.15)")
    parser.add_argument("--only", metavar="NAME,NAME", default="", help="only these, such as elysium,catanatron")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the numbers of every round to a file")
    args = parser.parse_args()
    names = args.only.split(",")
    for name in names:
        if not any(p.id.startswith(name) for p in PARTICIPANTS):
            parser.error(f"nobody is called {name!r}; there are {', '.join(p.id for p in PARTICIPANTS)}")
    args.only = [p for p in PARTICIPANTS if p.id.startswith(tuple(names))]
    return args


if __name__ == "__main__":
    main()
