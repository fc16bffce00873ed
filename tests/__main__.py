"""All tests on the package that is installed; says at the end what was left out, and why.

python -m tests   what `make test` proves
PEDIMENT_DEEP=1   what `make test-deep` adds: those tests that try more then, and those that only run then
PEDIMENT_MUST=1   makes it a failure to leave anything out, or to have no compiled engine
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import pediment
from tests.browser import chromium
from tests.depth import DEEP, MUST

# More processes than cores: tests wait for servers, clocks and programs that they start.
PARALLEL = ["-n", str(max(2, (os.cpu_count() or 1) * 3 // 2)), "--dist", "worksteal"]
BROWSER = ["tests/browser"]
OTHERS = ["tests", "--ignore=tests/browser"]


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


def marked(part: list[str]) -> list[str]:
    """The files of a part in which a test has a mark of `make test-deep`; the others need not be read for it."""
    in_browser = part == BROWSER
    return [
        str(file)
        for file in sorted(Path("tests").rglob("test_*.py"))
        if (file.parent.name == "browser") == in_browser
        and re.search(r"mark\.(deep|long)\b|\bsome_of\(", file.read_text(encoding="utf-8"))
    ]


def main() -> int:
    left_out = LeftOut()
    chosen = ["-m", "deep or long" if DEEP else "not long"]
    chromium.ready()
    failed = False
    # apart: Playwright keeps a loop of asyncio running in its process
    for part in (OTHERS, BROWSER):
        files = marked(part) if DEEP else part
        failed |= pytest.main([*PARALLEL, *chosen, *files], plugins=[left_out]) != pytest.ExitCode.OK
    if not pediment.build.compiled():
        print(f"The engine is plain Python ({pediment.build.why_plain()}), so a part of the laws was played.")
        failed |= MUST
    left_out.tell()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
