"""The two engines: which one runs, that both are the same to the bit, and how the package is built."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import random
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import traceback
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import hatch_build
import pediment
from pediment.bots import Budget
from pediment.bots.search import Search
from pediment.core import kernel

ROOT = Path(__file__).parent.parent
AROUND = {name: value for name, value in os.environ.items() if name not in ("PEDIMENT_PURE", "CC")}


def games_told(game: str) -> Iterator[str]:
    """Many random games, each as one line: everything that anybody can see of it, as a hash."""
    of = pediment.game(game)
    for seats in of.seat_counts:
        for seed in range(100):
            match = pediment.Match(of, seats=seats, seed=seed)
            moves = random.Random(seed)
            told: list[Any] = []
            while of.to_move(match.state) != pediment.OVER:
                legal = of.legal(match.state)
                if moves.random() < 0.05:
                    world = of.resample(match.state, seed % seats, moves)
                    told += [of.digest(world), repr(of.evaluate(world, seed % seats)), of.view(match.state, None)]
                    told += [repr(of.standings(world)), repr(of.judge.sights(world))]
                of.apply(match.state, legal[moves.randrange(len(legal))])
            if seed < 3:
                start = of.new(seats=seats, seed=seed)
                told.append(repr(Search(seed, Budget(iterations=6)).think(of, start, of.to_move(start))))
            told += [match.record(), of.scores(match.state), [of.view(match.state, seat) for seat in range(seats)]]
            text = json.dumps(told)
            yield f"{seats} seats, seed {seed}: {hashlib.sha256(text.encode()).hexdigest()}"
        yield json.dumps(of.play_games(20, seats=seats, seed=1000))


def run(*code: str, **environment: str) -> str:
    """What a Python of its own prints."""
    command = [sys.executable, "-c", "\n".join(code)]
    env = {**AROUND, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]), **environment}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True, cwd=ROOT).stdout


@pytest.mark.parametrize("game", pediment.games())
def test_both_engines_are_the_same_to_the_bit(game: str) -> None:
    """Compiled against plain; where the plain one runs, one process against another."""
    code = ["from tests.test_build import *", "assert not pediment.build.compiled()"]
    plain = run(*code, f"print(*games_told({game!r}), sep='\\n')", PEDIMENT_PURE="1").splitlines()
    for here, there in zip(games_told(game), plain, strict=True):
        assert here == there


def test_the_environment_forces_plain_python() -> None:
    ask = ["import pediment", "print(pediment.build.compiled(), pediment.build.why_plain())"]
    assert run(*ask, PEDIMENT_PURE="1") == "False forced\n"
    assert run(*ask, PEDIMENT_PURE="") == run(*ask, PEDIMENT_PURE="0") == run(*ask) != "False forced\n"


def test_plain_python_imports_no_library() -> None:
    code = [
        "import sys, pediment",
        "[pediment.game(name) for name in pediment.games()]",
        "print({m.__file__[-3:] for n, m in sys.modules.items() if n.startswith('pediment')})",
    ]
    assert run(*code, PEDIMENT_PURE="1") == "{'.py'}\n"


def test_every_hot_module_is_compiled_or_none() -> None:
    files = {str(file) for file in importlib.metadata.files("pediment") or []}
    compiled = {file.partition(".")[0] for file in files if file.endswith((".so", ".pyd"))}
    hot = {
        f"pediment/{package}/{source.stem}"
        for package in hatch_build.PACKAGES
        for source in (ROOT / "src" / "pediment" / package).glob("*.py")
        if source.stem not in hatch_build.PLAIN
    }
    assert compiled & hot in ([hot] if pediment.build.compiled() else [hot, set()])


@pytest.mark.parametrize(("headers", "why"), [(True, ""), (False, "no-headers")])
def test_compiling_needs_the_headers_of_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headers: bool, why: str
) -> None:
    monkeypatch.delenv("PEDIMENT_PURE", raising=False)
    monkeypatch.setattr(hatch_build, "compiler", lambda: sys.executable)
    monkeypatch.setattr(sysconfig, "get_paths", lambda: {"include": str(tmp_path)})
    if headers:
        (tmp_path / "Python.h").touch()
    hook = hatch_build.Hook.__new__(hatch_build.Hook)
    assert hook.why_plain() == why
    assert ("mypy[mypyc]>=2,<3" in hook.dependencies()) is headers


@pytest.mark.parametrize(
    ("environment", "why", "line"),
    [
        ({"CC": "false"}, "failed", "stays plain Python, which is slower: compiling it failed"),
        ({"CC": "no-such-compiler"}, "no-compiler", "stays plain Python, which is slower: there is no C compiler"),
        ({"PEDIMENT_PURE": "1"}, "pure", "stays plain Python: PEDIMENT_PURE is set"),
    ],
)
def test_a_build_that_stays_plain_says_so(tmp_path: Path, environment: dict[str, str], why: str, line: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    env = AROUND | environment
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stderr.count("[pediment]") == 1
    assert line in done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        assert json.loads(files.read("pediment/build.json")) == {"why_plain": why}
        assert not [name for name in files.namelist() if name.endswith((".so", ".pyd"))]
        assert "pediment/table/static/index.html" in files.namelist()


def test_an_sdist_carries_the_page_so_that_installing_it_needs_no_node(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env=AROUND, capture_output=True, check=True)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 knows no filters
        files.extractall(tmp_path)
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert (unpacked / "src" / "pediment" / "table" / "static" / "index.html").exists()
    assert not (unpacked / "frontend" / "node_modules").exists()
    asked = "import build, sys; sys.exit(not build.is_fresh())"
    subprocess.run([sys.executable, "-c", asked], cwd=unpacked / "frontend", check=True)


def test_tracebacks_name_the_file_the_function_and_the_line() -> None:
    state: Any = pediment.game("elysium").new(seed=1)
    state.stack[-1].effect = 10**6
    with pytest.raises(IndexError) as error:
        kernel.apply(state, 0)
    lines = "".join(traceback.format_exception(error.value))
    assert "pediment/core/kernel.py" in lines.replace(os.sep, "/")
    assert "in apply\n    effect = EFFECTS[f.effect]" in lines


def test_the_version_has_one_source() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/pediment/__init__.py"
    assert "version" not in json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))
    heads = re.findall(r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    newest, *older = heads
    assert newest[0] == pediment.__version__.removesuffix(".dev0")
    assert (newest[1] == "unreleased") is pediment.__version__.endswith(".dev0")
    for _, day in older:
        assert date.fromisoformat(day) <= date.today()
