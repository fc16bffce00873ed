"""The suite itself: a bug that hangs or fills the memory fails one test, and what is left out is told."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.__main__ import BROWSER, OTHERS, SCENARIOS, LeftOut, files_of
from tests.depth import DEEP

ROOT = Path(__file__).parents[1]


def run(test: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A test under the rules of this suite, in a process of its own."""
    file = folder / "test_bug.py"
    file.write_text(test, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml"), *options]
    return subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.long
def test_a_bug_that_fills_the_memory_fails_its_test(tmp_path: Path) -> None:
    bug = "def test_bug():\n    hoard = []\n    while True:\n        hoard.append(bytearray(1 << 28))\n"
    done = run(bug, tmp_path)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "MemoryError" in done.stdout


@pytest.mark.long
def test_a_machine_that_allows_less_memory_runs_the_suite(tmp_path: Path) -> None:
    less = "import resource; resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))"
    (tmp_path / "less.py").write_text(less, encoding="utf-8")
    done = run("def test_fine():\n    pass\n", tmp_path, "-p", "less", "-o", f"pythonpath={tmp_path} {ROOT}")
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr


@pytest.mark.long
def test_a_bug_that_hangs_fails_its_test(tmp_path: Path) -> None:
    bug = "def test_bug():\n    while True:\n        pass\n"
    done = run(bug, tmp_path, "-n", "1", "-o", "faulthandler_timeout=2")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "crashed while running" in done.stdout
    assert "in test_bug" in done.stderr


def test_what_is_left_out_is_told_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    left_out = LeftOut()
    for test in ("a", "b"):
        where = ("tests/test_bug.py", 1, "Skipped: there is no postgres here; install the package postgresql")
        report = pytest.TestReport(test, ("", 1, test), {}, "skipped", where, "setup")
        left_out.pytest_runtest_logreport(report)
    left_out.tell()
    said = capsys.readouterr().out
    assert said == "Left out, 2 tests: there is no postgres here; install the package postgresql.\n"


def test_every_file_is_in_one_part_and_scenarios_are_what_make_scenarios_runs() -> None:
    parts = {part: files_of(part) for part in (OTHERS, SCENARIOS, BROWSER)}
    every = sorted(str(file) for file in Path("tests").rglob("test_*.py"))
    if not DEEP:
        assert sorted(file for files in parts.values() for file in files) == every
    engine = ("tests/core/", "tests/games/", "tests/testing/")
    assert parts[SCENARIOS]
    assert all(file.startswith(engine) and "/ui/" not in file for file in parts[SCENARIOS])


def test_who_changes_the_browser_itself_has_one_of_their_own() -> None:
    """The next test that asks for `person` gets the same page: what is added to it would stay."""
    changes = re.compile(r"\.(add_init_script|expose_function|new_cdp_session|on|route|set_offline)\(")
    for file in Path("tests/browser").glob("test_*.py"):
        text = file.read_text(encoding="utf-8")
        for test in ast.parse(text).body:
            if isinstance(test, ast.FunctionDef) and "person" in [argument.arg for argument in test.args.args]:
                assert not changes.search(ast.get_source_segment(text, test) or ""), f"{file}: {test.name}"
