"""Trials: tests run in a process of their own, with limits, on the sources or on a mutant of them.

The process is a fork of this one, where pytest is loaded already and Pediment is not. A changed module never
touches the disk: it is compiled when the tests import it.
"""

from __future__ import annotations

import ast
import faulthandler
import gc
import importlib.abc
import importlib.machinery
import json
import os
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, Generic, NamedTuple, TypeVar

import pytest

from tests.mutate.mutants import Mutant, mutated

MEMORY: Final = 2 << 30  # bytes of data; a test takes some 200 MB
DISK: Final = 64 << 20  # bytes for each file
LOOK_SECONDS: Final = 0.5  # between two looks at the time of a process


K = TypeVar("K")


class Report(NamedTuple):
    """What came out of a process."""

    answer: Any
    """what it returned, or None where it died"""
    late: bool
    """whether its time was over"""


class Process:
    """A function that runs in a fork, in a group of its own, with limits of time, memory and disk.

    The time is what it would have taken on a machine with nothing else to do: it does not pass while the process
    waits for a core, nor while everything is stopped, as by Ctrl-Z.
    """

    def __init__(self, run: Callable[[], Any], seconds: float, memory: int = MEMORY, silent: bool = True) -> None:
        self.seconds = seconds
        self.pipe, theirs = os.pipe()
        faulthandler.cancel_dump_traceback_later()  # its thread would not live on in the fork, but its lock would
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                os.close(self.pipe)
                # only the soft limit: the tests set one of their own
                resource.setrlimit(resource.RLIMIT_DATA, (memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))
                resource.setrlimit(resource.RLIMIT_FSIZE, (DISK, DISK))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                nothing = os.open(os.devnull, os.O_RDWR)
                for stream in range(3) if silent else ():
                    os.dup2(nothing, stream)
                answer = json.dumps(run()).encode()
                with open(theirs, "wb") as out:
                    out.write(answer)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)  # whatever happened: nothing of the parent's goes on here
        self.looked = time.monotonic()
        self.passed = 0.0
        os.close(theirs)
        self.read = b""

    def late(self) -> bool:
        """Whether its time is over. To be asked every LOOK_SECONDS: what is longer was a pause, and is not counted."""
        before, self.looked = self.looked, time.monotonic()
        self.passed += min(self.looked - before, 2 * LOOK_SECONDS)
        try:
            waited = int(Path(f"/proc/{self.pid}/schedstat").read_text("ascii").split()[1]) / 1e9
        except FileNotFoundError:  # not on Linux
            waited = 0.0
        return self.passed - waited >= self.seconds

    def poll(self) -> Report | None:
        """What came out of it, once it is through or its time is over."""
        late = self.late()
        while not late and select.select([self.pipe], [], [], 0)[0]:
            chunk = os.read(self.pipe, 1 << 16)
            if not chunk:
                break
            self.read += chunk
        else:
            if not late:
                return None
        os.killpg(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        late |= os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        return Report(None if late or not self.read else json.loads(self.read), late)


def report_of(process: Process) -> Report:
    """Waits for a process."""
    while (report := process.poll()) is None:
        select.select([process.pipe], [], [], LOOK_SECONDS)
    return report


class Crew(Generic[K]):
    """Some processes at the same time, each known by a key."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.running: dict[K, Process] = {}

    @property
    def free(self) -> bool:
        """Whether one more may start."""
        return len(self.running) < self.size

    def start(self, key: K, run: Callable[[], Any], seconds: float) -> None:
        """One more process."""
        self.running[key] = Process(run, seconds)

    def wait(self) -> tuple[K, Report]:
        """The next one that is through."""
        while True:
            for key, process in self.running.items():
                report = process.poll()
                if report is not None:
                    del self.running[key]
                    return key, report
            pipes = [process.pipe for process in self.running.values()]
            select.select(pipes, [], [], LOOK_SECONDS)


class _Mutation(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a tree instead of its file."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name = name
        self.path = path
        self.tree = tree

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        places = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        spec = importlib.machinery.ModuleSpec(name, self, origin=str(self.path), is_package=places is not None)
        spec.submodule_search_locations = places
        spec.has_location = True
        return spec

    def get_code(self, name: str) -> CodeType:
        return compile(self.tree, str(self.path), "exec")

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)


class _Chosen:
    """Keeps the chosen tests in their order, and remembers the one that failed.

    A test that takes more than its seconds of the processor ends the process.
    """

    def __init__(self, chosen: Mapping[str, float]) -> None:
        self.seconds = chosen
        self.place = {name: i for i, name in enumerate(chosen)}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.place]
        items.sort(key=lambda item: self.place[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, self.seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def run_pytest(root: Path, files: Sequence[str], plugin: object) -> int:
    """pytest in this process, on the plain sources, whatever of them was imported before."""
    for name in [name for name in sys.modules if name.partition(".")[0] in ("pediment", "tests")]:
        if not name.startswith("tests.mutate"):
            del sys.modules[name]
    src = str(root / "src")
    os.environ["PYTHONPATH"] = src
    sys.path[:0] = [src, str(root)]
    os.chdir(root)
    gc.freeze()
    quiet = ["-x", "-q", "-s", "--tb=no", "--no-header", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    for plugin_name in ("cacheprovider", "xdist", "cov"):
        quiet += ["-p", f"no:{plugin_name}"]
    return int(pytest.main([*quiet, *files], plugins=[plugin]))


def try_out(root: Path, mutant: Mutant | None, tests: Mapping[str, float]) -> str:
    """The first of these tests that fails on the mutant, which they import; or nothing. No mutant is a control.

    Each test may take so many seconds of the processor.
    """
    if mutant is not None:
        path = Path(mutant.file)
        module = ".".join(path.relative_to("src").with_suffix("").parts).removesuffix(".__init__")
        sys.meta_path.insert(0, _Mutation(module, root / path, mutated(root, mutant)))
    chosen = _Chosen(tests)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    code = run_pytest(root, files, chosen)
    return chosen.failed or ("" if code == pytest.ExitCode.OK else files[0])


class Collected:
    """All tests, imported and collected once, to be run in forks in which one function was changed.

    That is many times quicker than to import everything for each mutant. But what was computed while importing, or
    is kept in a cache since, does not change: no failure here is final, as `try_out` may still find one.
    """

    def __init__(self, then: Callable[[Collected], None]) -> None:
        self.then = then
        self.items: dict[str, pytest.Item] = {}
        self.functions: list[FunctionType] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests: what is to be done with them."""
        self.items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # what conftest.py froze is not listed
        # by its type: to ask a weak reference whose object is gone for its class fails
        self.functions = [thing for thing in gc.get_objects() if type(thing) is FunctionType]
        gc.freeze()
        self.then(self)
        return True

    def try_out(self, root: Path, mutant: Mutant | None, tests: Mapping[str, float]) -> str:
        """The first of these tests that fails on the mutant, or nothing, also where it cannot be put in place."""
        if mutant is not None and not self._put(root, mutant):
            return ""
        chosen = _Chosen(tests)
        for test in tests:
            item = self.items[test]
            item.config.pluginmanager.register(chosen)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            item.config.pluginmanager.unregister(chosen)
            if chosen.failed:
                break
        return chosen.failed

    def _put(self, root: Path, mutant: Mutant) -> bool:
        """Changes the functions of the mutant's module; False where they cannot be told apart."""
        path = str(root / mutant.file)
        codes: dict[tuple[str, int], list[CodeType]] = {}
        for code in _codes(compile(mutated(root, mutant), path, "exec")):
            codes.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
        for function in self.functions:
            old = function.__code__
            if old.co_filename == path:
                new = codes.get((old.co_qualname, old.co_firstlineno), [])
                if len(new) != 1 or new[0].co_freevars != old.co_freevars:
                    return False
                function.__code__ = new[0]
        return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
