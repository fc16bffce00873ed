"""The runner of `make mutate` itself."""

from __future__ import annotations

import ast
import multiprocessing
import os
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.mutate.__main__ import equivalents, judge
from tests.mutate.__main__ import tests_for as promising
from tests.mutate.areas import ROOT
from tests.mutate.mutants import Mutant, mutants, mutated
from tests.mutate.reach import Reach
from tests.mutate.trial import Collected, Process, Report, report_of, run_pytest, try_out

# Only here: a worker of pytest-xdist has a thread, and Python warns about forking beside one.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")

CHRONOS = "src/pediment/games/elysium/rules/chronos.py"
SCORING = "tests/games/elysium/rules/test_e8_scoring.py"


def changes(folder: Path, source: str) -> list[str]:
    (folder / "module.py").write_text(source, encoding="utf-8")
    return [mutant.change for mutant in mutants(folder, "module.py")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["a < b -> a <= b", "a < b -> a >= b"]),
        ("x = a == b", ["a == b -> a != b"]),
        ("x = a and b", ["a and b -> a or b"]),
        ("x = a + b", ["a + b -> a - b"]),
        ("x += y", ["x += y -> x -= y", "removed: x += y"]),
        ("x = not a", ["not a -> a"]),
        ("x = 7", ["7 -> 8", "7 -> 6"]),
        ("x = True", ["True -> False"]),
        ("if a: f()", ["if a -> if True", "if a -> if False", "removed: f()"]),
        ("for a in b: break", ["break -> continue"]),
        ("def f(): return a", ["return a -> return None"]),
        ("def f(): raise ValueError(1)", ["removed: raise ValueError(1)"]),
        ("x = [a for a in b if a]", ["[a for a in b if a] -> [a for a in b]"]),
        # no rules: a docstring, an annotation, an import for types, a message, what must never happen,
        # what is only read
        ('"""Text"""', []),
        ("x: Final[Literal[1]]", []),
        ("if TYPE_CHECKING: f(1)", []),
        ('x = f"{1 + 1}"', []),
        ("def f(): raise AssertionError(1)", []),
        ("x = zip(a, b, strict=True)", []),
        ("def prefetch(): return a + b", []),
    ],
)
def test_what_is_changed(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert changes(tmp_path, source) == expected


def test_a_mutant_is_the_module_with_one_change(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("def f(a):\n    return a + 1 + 1\n", encoding="utf-8")
    found = mutants(tmp_path, "module.py")
    assert [ast.unparse(mutated(tmp_path, mutant)).split("return ")[1] for mutant in found] == [
        "None", "a + 1 - 1", "a - 1 + 1", "a + 2 + 1", "a + 0 + 1", "a + 1 + 2", "a + 1 + 0",
    ]  # fmt: skip
    assert {(mutant.line, mutant.inside, mutant.text) for mutant in found} == {(2, "f", "return a + 1 + 1")}
    assert len({mutant.key for mutant in found}) == len(found)  # equal changes of a line are numbered


def test_of_a_line_that_an_import_runs_the_tests_that_run_it_again_come_first(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text("TURNS = 3\n", encoding="utf-8")
    mutant = mutants(tmp_path, "table.py")[0]
    found = Reach()
    found.seconds.update({"test_turns": 0.1, "test_other": 0.2, "test_again": 5.0, "test_too_long": 60.0})
    found.by_line["table.py"] = {1: ["test_again"]}
    assert promising(mutant, found, Counter()) == ["test_again", "test_turns", "test_other"]


def verdict(chosen: Mutant, test: str, collected: bool) -> list[str]:
    """What the runner says, with a single test that reaches the mutant."""
    found = Reach()
    found.add({"tests": [(test, 0.1)], "lines": {chosen.file: {chosen.line: [0]}}})
    said: list[str] = []

    def then(ready: Collected) -> None:
        [verdict] = judge([chosen], found, 1, ready.try_out)
        said.extend([verdict.word, verdict.by])

    def collect() -> list[str]:
        run_pytest(ROOT, [SCORING], Collected(then))
        return said

    if collected:
        return list(report_of(Process(collect, 120)).answer)
    [verdict] = judge([chosen], found, 1, try_out)
    return [verdict.word, verdict.by]


@pytest.mark.parametrize("collected", [False, True])
def test_a_mutant_is_killed_by_the_test_that_looks_and_survives_one_that_does_not(collected: bool) -> None:
    [chosen] = [m for m in mutants(ROOT, CHRONOS) if (m.inside, m.change) == ("elysium_size", "1 -> 0")]
    looks = f"{SCORING}::test_lone_cards_are_gone_before_chronos_is_read"
    assert verdict(chosen, looks, collected) == ["killed", looks]
    assert verdict(chosen, f"{SCORING}::test_no_prestige_without_ares", collected) == ["survived", ""]


def ended(run: Any, seconds: float) -> Report:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    [taken] = re.findall(r"^VmData:\s+(\d+) kB$", status, re.MULTILINE)  # by all that tests before this one imported
    return report_of(Process(run, seconds, int(taken) * 1024 + (1 << 29)))


def test_a_process_has_limits_of_time_and_memory(tmp_path: Path) -> None:
    def hang() -> None:
        while True:
            pass

    def eat() -> None:
        eaten = []
        while True:
            eaten.append(bytearray(1 << 20))

    def fill() -> int:
        try:
            with (tmp_path / "big").open("wb") as out:
                while True:
                    out.write(bytes(1 << 20))
        except OSError:
            return 7

    assert ended(lambda: 7, 60) == Report(7, False)
    assert ended(hang, 0.5) == Report(None, True)
    assert ended(eat, 60) == Report(None, False)
    assert ended(fill, 60) == Report(7, False)


def test_time_does_not_pass_while_a_process_waits_for_a_core() -> None:
    def busy() -> None:
        while True:
            pass

    def work_beside_others() -> float:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        others = [multiprocessing.get_context("fork").Process(target=busy, daemon=True) for _ in range(9)]
        for other in others:
            other.start()
        start = time.monotonic()
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass
        for other in others:
            other.kill()
        return time.monotonic() - start

    report = ended(work_beside_others, 1.5)
    assert not report.late
    assert report.answer > 1.5


def test_equivalent_mutants_are_mutants_with_a_reason() -> None:
    """One that is listed and no longer made is left over from an older line."""
    known = equivalents()
    made = {mutant.key for file in {key[0] for key in known} for mutant in mutants(ROOT, file)}
    for key, why in known.items():
        assert key in made, key
        assert len(why) > 20
