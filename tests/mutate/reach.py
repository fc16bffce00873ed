"""Which tests run which lines, found once with coverage and kept under build/ until a source or the test changes."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.mutate.mutants import Mutant
from tests.mutate.trial import Crew, run_pytest

if TYPE_CHECKING:
    import coverage

SECONDS: Final = 600.0  # for one file of tests


class Reach:
    """The tests by the lines that they run, and how long each takes, in seconds of the processor."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.by_line: dict[str, dict[int, list[str]]] = {}
        self.imported: dict[str, set[int]] = {}

    def add(self, found: dict[str, Any]) -> None:
        """Adds what was found for one file of tests."""
        names: list[str] = [name for name, _ in found["tests"]]
        self.seconds.update(dict(found["tests"]))
        for file, lines in found["lines"].items():
            by_line = self.by_line.setdefault(file, {})
            for line, tests in lines.items():
                by_line.setdefault(int(line), []).extend(names[i] for i in tests if i >= 0)
                if -1 in tests:
                    self.imported.setdefault(file, set()).add(int(line))

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that run its line, else those that run its statement; quick ones first."""
        by_line = self.by_line.get(mutant.file, {})
        tests = set(by_line.get(mutant.line, ())) or {test for n in mutant.lines for test in by_line.get(n, ())}
        return sorted(tests, key=lambda test: (self.seconds[test], test))

    def runs_at_import(self, mutant: Mutant) -> bool:
        """Whether it is run by an import, after which no test may run it again."""
        return mutant.imported or not self.imported.get(mutant.file, set()).isdisjoint(mutant.lines)


class _Contexts:
    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.tests: dict[str, float] = {}
        self.start = 0.0

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.start = time.process_time()
        self.measured.switch_context(nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.measured.switch_context("")
        self.tests[nodeid] = time.process_time() - self.start


def _look(root: Path, file: str, folders: Sequence[str]) -> dict[str, Any]:
    import coverage  # only where lines are traced

    measured = coverage.Coverage(data_file=None, config_file=False, source=[str(root / folder) for folder in folders])
    contexts = _Contexts(measured)
    measured.start()
    code = run_pytest(root, [file], contexts)
    measured.stop()
    data = measured.get_data()
    number = {"": -1} | {name: i for i, name in enumerate(contexts.tests)}
    return {
        "code": code,
        "tests": list(contexts.tests.items()),
        "lines": {
            str(Path(measured_file).relative_to(root)): {
                line: [number[context] for context in names]
                for line, names in data.contexts_by_lineno(measured_file).items()
            }
            for measured_file in data.measured_files()
        },
    }


def _digest(root: Path, file: str, folders: Sequence[str]) -> str:
    digest = hashlib.sha256(" ".join([file, *folders]).encode())
    for path in [root / file, *sorted(path for folder in folders for path in (root / folder).rglob("*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def reach(root: Path, files: dict[str, list[str]], jobs: int) -> Reach:
    """Looks at each file of tests, or remembers it, as far as it reaches into its folders of sources.

    Raises RuntimeError where tests fail without any mutant.
    """
    kept = root / "build" / "mutate"
    kept.mkdir(parents=True, exist_ok=True)
    caches = {file: kept / f"{_digest(root, file, folders)}.json" for file, folders in files.items()}
    unknown = [file for file in files if not caches[file].exists()]
    crew: Crew[str] = Crew(jobs)
    while unknown or crew.running:
        while unknown and crew.free:
            file = unknown.pop(0)
            crew.start(file, partial(_look, root, file, files[file]), SECONDS)
        file, report = crew.wait()
        if report.answer is None or report.answer["code"] != 0:
            raise RuntimeError(f"{file} fails without any mutant; mend it first")
        caches[file].write_text(json.dumps(report.answer), encoding="utf-8")
        print(f"  looked at {file}", flush=True)
    found = Reach()
    for cache in caches.values():
        found.add(json.loads(cache.read_text(encoding="utf-8")))
    return found
