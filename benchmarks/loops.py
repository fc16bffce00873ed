"""`.venv/bin/python -m benchmarks.loops`: our games and those of PettingZoo, OpenSpiel and RLCard in learners' loops.

Each library runs in a process of its own, PettingZoo's classic games and RLCard in environments under `.venv-peers`.
They take turns, so that noise hits all. Times are CPU times.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median, quantiles

from benchmarks.environments import Absent, Process, python_with

LIBRARIES = {
    "ours": "",
    "pettingzoo": "pettingzoo[classic]==1.27.0",
    "rlcard": "rlcard==1.2.0",
    "open_spiel": "",
}
"""By the name for `benchmarks.rounds.loops`, what pip installs; nothing where our own environment has it."""


def main() -> None:
    """Measure all loops in turn and print the results."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m benchmarks.loops", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each (default: 9)")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds for each number (default: 0.5)")
    arguments = parser.parse_args()
    processes: dict[str, Process] = {}
    found: dict[str, list[float]] = {}
    try:
        for turn in range(arguments.rounds):
            for library, requirement in LIBRARIES.items():
                try:
                    if turn == 0:
                        python = python_with(requirement) if requirement else sys.executable
                        processes[library] = Process(python, ["benchmarks.rounds.loops", library], {})
                    if library in processes:
                        for row, numbers in processes[library].measure(arguments.seconds).items():
                            found.setdefault(row, []).append(numbers["steps"])
                except Absent as why:
                    print(f"Left out: {library}: {why}", file=sys.stderr)
                    processes.pop(library, None)
    finally:
        for process in processes.values():
            process.close()
    print("| loop | steps/s | quartiles |\n|---|---:|---:|")
    for row, rates in found.items():
        low, _, high = quantiles(rates, n=4) if len(rates) > 1 else rates * 3
        print(f"| {row} | {median(rates):,.0f} | {low:,.0f} to {high:,.0f} |")


if __name__ == "__main__":
    main()
