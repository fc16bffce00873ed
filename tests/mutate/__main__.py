"""A sample of mutants against the tests: what a small change in the rules would break, and what nobody would notice.

python -m tests.mutate                       the sample of every area
python -m tests.mutate --area core --sample 0   all of one area (long)
python -m tests.mutate --only flow.py:120    all mutants of a line, or of a file
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import hypothesis.stateful
import litestar.testing
import pytest
import rich.console

from tests.mutate.areas import AREAS, ROOT, Area, folders_of
from tests.mutate.mutants import Mutant, mutants
from tests.mutate.reach import Reach, reach
from tests.mutate.trial import Collected, Crew, Process, report_of, run_pytest, try_out

SEED: Final = 16
SAMPLE: Final = 120
EQUIVALENT: Final = Path(__file__).parent / "equivalent.toml"
FIRST: Final = 12  # tests that are tried before all others
PATIENCE: Final = 60.0  # seconds of tests, as measured, for one mutant
START_SECONDS: Final = 60.0  # for a mutant beside its tests
TEST_SECONDS: Final = 4.0  # of the processor for each test,
SLOWER: Final = 4.0  # and so much more for what was measured, with coverage: many that hang are tried out
FOREVER: Final = 1e6
LOADED: Final = (hypothesis.stateful, litestar.testing, rich.console)  # once, for all forks


Attempt = Callable[[Path, Mutant | None, dict[str, float]], str]
"""A way to try a mutant out with these tests, each with its limit of time: the first that fails, or nothing."""


class Verdict(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    word: str
    """killed, survived or equivalent"""
    by: str
    """the test that noticed, or why it cannot be noticed"""


def equivalents(path: Path = EQUIVALENT) -> dict[tuple[str, str, str, str], str]:
    """The mutants that change nothing, by hand, with the reason."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return {(m["file"], m["inside"], m["text"], m["change"]): m["why"] for m in listed}


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower()))


def tests_for(mutant: Mutant, found: Reach, killers: Counter[str]) -> list[str]:
    """The tests that may notice, the most promising first: quick ones, and those that noticed much before."""
    if found.runs_at_import(mutant):
        # A table is read everywhere: the tests that run the line again come first, then those that share words with it.
        words = _words(f"{mutant.file} {mutant.inside} {mutant.text}")
        again = set(found.tests_of(mutant))
        tests = sorted(
            found.seconds, key=lambda test: (test not in again, -len(words & _words(test)), found.seconds[test])
        )
    else:
        tests = found.tests_of(mutant)
        tests.sort(key=lambda test: found.seconds[test] / (1 + killers[test]))
    chosen = []
    patience = PATIENCE
    for test in tests:
        if found.seconds[test] <= patience:
            patience -= found.seconds[test]
            chosen.append(test)
    return chosen


def judge(chosen: list[Mutant], found: Reach, jobs: int, attempt: Attempt) -> Iterator[Verdict]:
    """The verdict on each mutant, as they come in."""
    killers: Counter[str] = Counter()
    crew: Crew[Mutant] = Crew(jobs)
    waiting = [(mutant, list[str]()) for mutant in reversed(chosen)]
    tried: dict[Mutant, list[str]] = {}
    left: dict[Mutant, list[str]] = {}
    while waiting or crew.running:
        while waiting and crew.free:
            mutant, tests = waiting.pop()
            if not tests:
                tests = tests_for(mutant, found, killers)
                tests, left[mutant] = tests[:FIRST], tests[FIRST:]
            if not tests:
                yield Verdict(mutant, "survived", "no test runs it")
                continue
            tried[mutant] = tests
            limits = _limits(tests, found)
            crew.start(mutant, partial(attempt, ROOT, mutant, limits), START_SECONDS + sum(limits.values()))
        if crew.running:
            mutant, report = crew.wait()
            by = "its time limit" if report.late else report.answer
            if by is None:
                by = "the end of its process"
            if by:
                if not by.startswith("tests/"):
                    _control(tried[mutant], found, attempt)
                elif not killers[by]:
                    noticed = [test for test in tried[mutant] if test == by or test.startswith(f"{by}::")]
                    _control(noticed, found, attempt)
                killers[by] += 1
                yield Verdict(mutant, "killed", by)
            elif left[mutant]:
                waiting.append((mutant, left[mutant]))
                left[mutant] = []
            else:
                yield Verdict(mutant, "survived", "")


def _limits(tests: list[str], found: Reach) -> dict[str, float]:
    return {test: TEST_SECONDS + SLOWER * found.seconds[test] for test in tests}


def _control(tests: list[str], found: Reach, attempt: Attempt) -> None:
    """Raises RuntimeError for tests that fail, or come to no end, without any mutant, too."""
    limits = _limits(tests, found)
    report = report_of(Process(partial(attempt, ROOT, None, limits), START_SECONDS + sum(limits.values())))
    if report.answer != "":
        raise RuntimeError(f"without any mutant, too, {report.answer or 'no end'}: {', '.join(tests)}")


def kills(chosen: list[Mutant], found: Reach, area: Area, jobs: int) -> list[tuple[int, str]]:
    """The mutants that are killed by tests that were imported and collected once, and by which."""
    killed: list[tuple[int, str]] = []

    def then(ready: Collected) -> None:
        for n, verdict in enumerate(judge(chosen, found, jobs, ready.try_out), 1):
            if verdict.word == "killed":
                killed.append((chosen.index(verdict.mutant), verdict.by))
            if n % 50 == 0:
                print(f"  {n} of {len(chosen)}", flush=True)

    if run_pytest(ROOT, area.test_files(), Collected(then)) != pytest.ExitCode.OK:
        raise RuntimeError("the tests cannot be collected")
    return killed


def verdicts(chosen: list[Mutant], found: Reach, area: Area, jobs: int) -> Iterator[Verdict]:
    """The verdict on every mutant: first on what is imported already, as that is quick; then the others anew."""
    known = equivalents()
    left = [mutant for mutant in chosen if mutant.key not in known]
    for mutant in chosen:
        if mutant.key in known:
            yield Verdict(mutant, "equivalent", known[mutant.key])
    quick = [mutant for mutant in left if not found.runs_at_import(mutant)]
    # In a process of its own: where Pediment was imported once, some modules cannot be imported again.
    report = report_of(Process(partial(kills, quick, found, area, jobs), FOREVER, silent=False))
    if report.answer is None:
        raise RuntimeError("no verdicts")
    killed = {quick[i]: by for i, by in report.answer}
    for mutant, by in killed.items():
        yield Verdict(mutant, "killed", by)
    yield from judge([mutant for mutant in left if mutant not in killed], found, jobs, try_out)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the sample (default {SEED})")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"mutants per area, 0 for all (default {SAMPLE})")
    parser.add_argument("--area", choices=list(AREAS), action="append", help="one area; may be given several times")
    parser.add_argument("--only", default="", help="only mutants whose place and change contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at the same time")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    args = parser.parse_args()
    survived = 0
    rates: list[str] = []
    for name in args.area or list(AREAS):
        area = AREAS[name]
        everything = [mutant for file in area.sources() for mutant in mutants(ROOT, file)]
        chosen = [mutant for mutant in everything if args.only in str(mutant)]
        if args.sample and not args.only:
            chosen = random.Random(args.seed).sample(chosen, min(args.sample, len(chosen)))
        chosen.sort(key=lambda mutant: (mutant.imported, mutant.file, mutant.number))
        print(f"{name}: {len(chosen)} of {len(everything)} mutants, seed {args.seed}", flush=True)
        if args.list:
            for mutant in chosen:
                print(f"  {mutant}")
            continue
        found = reach(ROOT, {file: folders_of(file) for file in area.test_files()}, args.jobs)
        start = time.monotonic()
        counts: Counter[str] = Counter()
        for verdict in verdicts(chosen, found, area, args.jobs):
            counts[verdict.word] += 1
            print(f"  {verdict.word}: {verdict.mutant}{f'  ({verdict.by})' if verdict.by else ''}", flush=True)
        rated = counts["killed"] + counts["survived"]
        rate = 100 * counts["killed"] / rated if rated else 100.0
        survived += counts["survived"]
        rates.append(
            f"{name}: {counts['killed']} killed, {counts['survived']} survived, {counts['equivalent']} equivalent: "
            f"{rate:.1f} % of {rated} noticed, in {time.monotonic() - start:.0f} s"
        )
        print(rates[-1], flush=True)
    if len(rates) > 1:
        print("", *rates, sep="\n")
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
