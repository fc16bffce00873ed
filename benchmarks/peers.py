"""`.venv/bin/python -m benchmarks.peers`: our engines and those of other games take turns, so noise hits all.

With `--against REVISION` our engines as of that git revision take part, too.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console

from benchmarks.environments import Absent, Process, python_of, python_with
from benchmarks.table import FOOTNOTES, NARROW, Rounds, aims, ratios, table, then

NOT_COMPILED = "this install is plain; `make play` compiles where there is a C compiler, an editable install never does"


@dataclass
class Participant:
    """A participant: a module in `benchmarks.rounds`, run in its own process."""

    id: str
    title: str
    module: str
    requirement: str = ""
    """What pip installs for a peer."""
    revision: str = ""
    """Which of our own engines; without one it is that of the Python that runs this command."""
    compiled: bool = False
    """Takes part only if its engine is compiled."""
    variables: dict[str, str] = field(default_factory=dict)

    def start(self) -> Process:
        """Start its process. Raises Absent if it cannot take part."""
        process = Process(self.python(), self.module.split(), self.variables)
        if self.compiled and not process.facts["compiled"]:
            process.close()
            raise Absent(NOT_COMPILED)
        return process

    def python(self) -> str:
        """The Python that runs it. Raises Absent."""
        if self.requirement:
            return python_with(self.requirement)
        return python_of(self.revision) if self.revision else sys.executable


def ours(revision: str) -> Iterator[Participant]:
    """Our games, plain and compiled, each followed by itself as of the revision, if there is one."""
    for name in ("elysium", "ephyran"):
        for how, variables in (("plain", {"PEDIMENT_PURE": "1"}), ("compiled", {})):
            now = Participant(f"{name}-{how}", f"{name.title()} {how}", f"benchmarks.rounds.ours {name}")
            now = replace(now, compiled=how == "compiled", variables=variables)
            yield now
            if revision:
                title = f"{now.title} at {revision}"
                yield replace(now, id=then(now.id, revision), title=title, revision=revision)


PEERS = [
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
    if args.against:
        console.print(f"\n[bold]Times as fast as {args.against}[/]")
        console.print(ratios(rounds, {p.id: p.title for p in args.only}, args.against))
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
    parser.add_argument("--against", metavar="REVISION", default="", help="measure that git revision of ours, too")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the numbers of every round to a file")
    args = parser.parse_args()
    names = args.only.split(",")
    participants = [*ours(args.against), *PEERS]
    for name in names:
        if not any(p.id.startswith(name) for p in participants):
            parser.error(f"nobody is called {name!r}; there are {', '.join(p.id for p in participants)}")
    args.only = [p for p in participants if p.id.startswith(tuple(names))]
    return args


if __name__ == "__main__":
    main()
