"""The tests on the package that is installed; says at the end what was left out, and why.

python -m tests           what `make test` proves besides the scenarios, which run on the sources
python -m tests browser   one part of it
PEDIMENT_DEEP=1           what `make test-deep` adds: those tests that try more then, and those that only run then
PEDIMENT_MUST=1           makes it a failure to leave anything out, or to have no compiled engine
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest

import pediment
from tests.browser import chromium
from tests.depth import DEEP, MUST

# More processes than cores: tests wait for servers, clocks and programs that they start.
PARALLEL = ["-n", str(max(2, (os.cpu_count() or 1) * 3 // 2)), "--dist", "worksteal"]
BROWSER = "browser"
OTHERS = "others"
SCENARIOS = "scenarios"
"""The rules, proved on the sources by `make scenarios`, and on the engine as it is installed by `make test-deep`."""


class LeftOut:
    """Counts the tests that were skipped, by reason."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, int] = defaultdict(int)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and isinstance(report.longrepr, tuple):
            self.tests[report.longrepr[2].removeprefix("Skipped: ")] += 1

    def tell(self) -> None:
        """At the end, where it is read."""
        for reason, count in self.tests.items():
            print(f"Left out, {count} {'test' if count == 1 else 'tests'}: {reason.removesuffix('.')}.")


def part_of(file: Path) -> str:
    """Which part a file belongs to."""
    _, folder, *rest = file.parts
    if folder in ("core", "games", "testing") and "ui" not in rest:
        return OTHERS if re.search(r"mark\.laws\b", file.read_text(encoding="utf-8")) else SCENARIOS
    return BROWSER if folder == "browser" else OTHERS


def files_of(part: str) -> list[str]:
    """The files of a part; of `make test-deep` only those in which a test has a mark of it, and all scenarios."""
    deep = re.compile(r"mark\.(deep|long)\b|\bsome_of\(") if DEEP and part != SCENARIOS else re.compile("")
    files = sorted(Path("tests").rglob("test_*.py"))
    return [str(file) for file in files if part_of(file) == part and deep.search(file.read_text(encoding="utf-8"))]


def run(part: str, left_out: LeftOut) -> int:
    """Run the tests of a part; the exit code."""
    chosen = "" if part == SCENARIOS else "deep or long" if DEEP else "not long"
    files = files_of(part)
    assert files, part  # without any, pytest would run all
    return pytest.main([*PARALLEL, "--durations=12", "--durations-min=5", "-m", chosen, *files], plugins=[left_out])


def main(part: str | None = None) -> int:
    """Run one part, or all of them; the exit code.

    The page is tested beside the rest, so that no core waits, in a process of its own, since Playwright keeps a loop of
    asyncio running there. The parts of `make test-deep` follow one another: some of its tests take minutes as it is.
    """
    left_out = LeftOut()
    if part:
        ended = run(part, left_out)
        left_out.tell()
        return ended
    chromium.ready()
    failed = False
    if DEEP:
        for each in (OTHERS, SCENARIOS, BROWSER):
            failed |= run(each, left_out) != 0
    else:
        with tempfile.TemporaryFile() as said:
            command = [sys.executable, "-m", "tests", BROWSER]
            page = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
            failed |= run(OTHERS, left_out) != 0
            failed |= page.wait() != 0
            said.seek(0)
            print(said.read().decode(errors="replace"))
    if not pediment.build.compiled():
        print(f"The engine is plain Python ({pediment.build.why_plain()}), so a part of the laws was played.")
        failed |= MUST
    left_out.tell()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
