"""Work on a cluster, with a crew in this process that is as unruly as one can be; Ray itself is in test_ray."""

from __future__ import annotations

import itertools
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from pediment.command.error_messages import translate
from pediment.lab import cluster, simulate
from pediment.lab.cluster import (
    RUNNING,
    UNTOLD,
    Answer,
    chunk_size,
    do,
    in_chunks,
    modules_of_this_folder,
    sources,
    work_on,
)
from pediment.lab.workers import WorkerLost
from tests.lab.running import run_command


class Unruly:
    """Does chunks in any order; cores come and go. Each task takes a second by its clock."""

    def __init__(self, function: Callable[[int], int], cores: int, seed: int = 1, seconds: float = 0.001) -> None:
        self.function = function
        self.chance = random.Random(seed)
        self.most = cores
        self.seconds = seconds
        self.waiting: dict[int, Sequence[int]] = {}
        self.chunks: list[int] = []
        self.told = 0

    def cores(self) -> int:
        return self.chance.randint(0, self.most)

    def start(self, number: int, tasks: Sequence[int]) -> None:
        assert number == len(self.chunks)
        self.chunks.append(len(tasks))
        self.waiting[number] = tasks
        assert len(self.waiting) <= RUNNING * self.most

    def wait(self) -> tuple[int, Answer[int]]:
        number = self.chance.choice(list(self.waiting))
        results: list[int] = []
        error = None
        try:
            results.extend(map(self.function, self.waiting.pop(number)))
        except Exception as problem:
            error = problem
        return number, Answer(results, self.seconds * len(results), error)


def double(n: int) -> int:
    if n == 77:
        raise ValueError("not 77")
    return 2 * n


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("n", "cores"), [(0, 4), (1, 4), (70, 1), (50_000, 7)])
def test_results_come_in_the_order_of_the_tasks(n: int, cores: int, seed: int) -> None:
    crew = Unruly(abs, cores, seed)
    assert list(in_chunks(crew, range(-n, 0))) == [*range(n, 0, -1)]
    assert sum(crew.chunks) == n
    assert crew.waiting == {}


def test_an_error_is_raised_when_its_turn_has_come() -> None:
    told: list[int] = []
    with pytest.raises(ValueError, match="not 77"):
        told.extend(in_chunks(Unruly(double, 3), range(1000)))
    assert told == [*range(0, 154, 2)]


def test_chunks_grow_slowly_and_shrink_at_the_end() -> None:
    crew = Unruly(abs, 2)
    crew.cores = lambda: 2  # type: ignore[method-assign]
    for _ in in_chunks(crew, range(100_000)):
        pass
    assert crew.chunks[:4] == [1] * 4
    assert max(crew.chunks) == 2000  # of a millisecond each
    assert crew.chunks[-1] == 1
    grown = itertools.accumulate(crew.chunks, max)
    assert all(b <= 2 * a for a, b in itertools.pairwise(grown))


def test_long_tasks_are_chunks_of_their_own() -> None:
    crew = Unruly(abs, 4, seconds=300)
    assert len([*in_chunks(crew, range(100))]) == 100
    assert set(crew.chunks) == {1}


def test_no_more_is_done_in_advance_than_can_be_told_soon() -> None:
    crew = Unruly(abs, 3)
    results = in_chunks(crew, range(10**12))  # as many as nobody could hand over at once
    for _ in range(1000):
        next(results)
    assert sum(crew.chunks) < 1000 + UNTOLD * 3 * max(crew.chunks)


def test_a_chunk_is_no_longer_than_its_share_of_what_is_left() -> None:
    assert chunk_size(8, cores=1, seconds=0.0) == 4
    assert chunk_size(1, cores=100, seconds=0.0) == 1


def test_a_chunk_keeps_what_was_done_before_an_error() -> None:
    pickled = pickle.dumps(double)
    results, seconds, error = do(sources(), pickled, range(70, 90))
    assert results == [*range(140, 154, 2)]
    assert seconds > 0
    assert isinstance(error, ValueError)


def test_another_pediment_is_refused() -> None:
    results, _, error = do("another", pickle.dumps(double), range(3))
    assert results == []
    assert isinstance(error, WorkerLost)
    assert "another Pediment" in str(error)


def test_modules_of_the_present_folder_are_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lone_agent.py").write_text("")
    (tmp_path / "agents_in_many").mkdir()
    (tmp_path / "agents_in_many" / "__init__.py").write_text("")
    (tmp_path / "agents_in_many" / "inner.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert modules_of_this_folder() == []
    for name in ("lone_agent", "agents_in_many.inner"):
        monkeypatch.setitem(sys.modules, name, __import__(name))
        monkeypatch.setitem(sys.modules, name.partition(".")[0], __import__(name))
    assert modules_of_this_folder() == [str(tmp_path / "agents_in_many"), str(tmp_path / "lone_agent.py")]


def simulated(monkeypatch: pytest.MonkeyPatch, *words: str, ray: bool = True) -> int:
    """The exit code of a simulation, as if Ray were installed, or not."""
    monkeypatch.setattr(cluster, "find_spec", lambda name: name if ray else None)
    try:
        return run_command(simulate, "simulate", "--games", "2", *words)[0]
    except SystemExit as left:
        return int(str(left.code))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--on", "http://head:10001"], "http://head:10001 is neither ray nor the address of a cluster"),
        (["--on", "ray://"], "ray:// is neither ray nor the address of a cluster"),
        (["--jobs", "2", "--on", "ray"], "--on and --jobs"),
        (["--on", "ray", "--bots", "uniform,./my-bot"], "./my-bot is a program or an address"),
        (["--on", "ray", "--bots", "ws://localhost:8765"], "ws://localhost:8765 is a program or an address"),
    ],
)
def test_what_a_cluster_cannot_do_is_said(
    words: list[str], problem: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulated(monkeypatch, *words) == 2
    assert problem in capsys.readouterr().err


def test_without_ray_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulated(monkeypatch, "--on", "ray", ray=False) == 2
    said = capsys.readouterr().err
    assert "ray is missing; get it with:" in said
    assert "[cluster]" in said or "ray[client]" in said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "no cluster answers at ray://head:10001; is it running, with this port open?"),
        ("fr", "aucune grappe ne répond à ray://head:10001 ; fonctionne-t-elle, et ce port est-il ouvert ?"),
    ],
)
def test_a_cluster_that_does_not_answer(language: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def init(address: str, **terms: object) -> None:
        warnings.warn("Ray Client connection timed out.", UserWarning, stacklevel=1)
        raise ConnectionError("ray client connection timeout")

    nothing = SimpleNamespace(cloudpickle=pickle, init=init, is_initialized=lambda: False, shutdown=lambda: None)
    monkeypatch.setitem(sys.modules, "ray", nothing)
    with pytest.raises(WorkerLost) as lost:
        next(work_on("ray://head:10001", double, range(3)))
    assert translate(lost.value, language).replace("\N{NO-BREAK SPACE}", " ") == said
