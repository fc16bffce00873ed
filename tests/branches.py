"""Branch coverage of the engine after a run of the tests with `--cov`, package by package; what games show is left out.

python -m tests.branches     prints it and fails below 95 %
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import coverage

PACKAGES: Final = ["core", "games/elysium", "games/ephyran"]
MIN_COVERED_PERCENT: Final = 95.0


def main() -> None:
    data = coverage.Coverage()
    data.load()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        data.json_report(outfile=str(report), include=[f"src/pediment/{package}/*" for package in PACKAGES])
        files: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["files"]
    poor = False
    for package in PACKAGES:
        found = {
            name: file["summary"]
            for name, file in files.items()
            if f"pediment/{package}/" in name and "/ui/" not in name
        }
        branches = sum(summary["num_branches"] for summary in found.values())
        covered = sum(summary["covered_branches"] for summary in found.values())
        percent = 100 * covered / branches
        poor |= percent < MIN_COVERED_PERCENT
        print(f"{package}: {covered} of {branches} branches, {percent:.1f} %")
        for name, summary in found.items():
            if summary["missing_branches"] or summary["missing_lines"]:
                print(f"  {name}: {summary['missing_branches']} branches, {summary['missing_lines']} lines not run")
    sys.exit(f"less than {MIN_COVERED_PERCENT} %" if poor else 0)


if __name__ == "__main__":
    main()
