"""The same work on a Ray cluster, or on one that is started here: the same results, in the order of the tasks.

Tasks travel in chunks of consecutive ones, since a game may take a millisecond and a message as long. What a task
gives depends on the task alone, so neither the chunks nor the machines can be seen in the results.
"""

from __future__ import annotations

import hashlib
import math
import os
import pickle
import re
import sys
import time
import warnings
from argparse import ArgumentTypeError
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import pediment
from pediment.command.arguments import Parser
from pediment.core.extras import extra, install
from pediment.lab.formatting import TEXTS
from pediment.lab.workers import WorkerLost

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)
R = TypeVar("R")

HERE: Final = "ray"
"""The address that starts Ray on this machine."""
CHUNK_SECONDS: Final = 2.0
"""How long a chunk is to take."""
MAX_GROWTH: Final = 2
"""How many times as long as the longest that is done a chunk may be: the first tasks may have been the short ones."""
RUNNING: Final = 2
"""Chunks that each core has, so that it need not wait for the next one,"""
UNTOLD: Final = 4
"""and how many of them may be under way or done before the first of them is told."""
MAX_RETRIES: Final = 5
"""How often a chunk is begun again when the process or the machine that had it is gone."""
OBJECT_STORE_BYTES: Final = 256 << 20
"""Memory that Ray, when it is started here, sets apart for results under way."""
NO_SOURCES: Final = frozenset({"__pycache__", "static"})
"""Folders of the package whose files change no result; nor do compiled modules, which have the same sources."""


class Answer(NamedTuple, Generic[R]):
    """What a chunk gave: results until there was an error, and the seconds that they took."""

    results: list[R]
    seconds: float
    error: Exception | None


class Crew(Protocol[T_contra, R]):
    """Those that do chunks of work."""

    def cores(self) -> int:
        """How many chunks can be under way at the same time, at present."""
        ...

    def start(self, number: int, tasks: Sequence[T_contra]) -> None:
        """Begin chunk `number`."""
        ...

    def wait(self) -> tuple[int, Answer[R]]:
        """The number of a chunk that is done, and what it gave. Raises WorkerLost."""
        ...


def add_jobs(parser: Parser, before: str = "") -> None:
    """The options --jobs and --on of a command, of which one can be given: `args.jobs` is what `work` takes.

    `before` comes before what the help says of them.
    """
    say = TEXTS.section(parser.language, "cluster-help")
    group = object()
    read = partial(address, language=parser.language)
    helps = {name: before + text for name, text in say.items()}
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=helps["jobs"], group=group)
    parser.add_argument("--on", dest="jobs", type=read, default=1, metavar="ADDRESS", help=helps["on"], group=group)


def address(text: str, language: str) -> str:
    """`ray` or `ray://host:port`, as it was typed. Raises ArgumentTypeError for anything else, and without Ray."""
    if text != HERE and not re.fullmatch(rf"{HERE}://[^/\s]+", text):
        raise ArgumentTypeError(TEXTS.say(language, "cluster-errors.no-address", given=text))
    if find_spec("ray") is None:
        raise ArgumentTypeError(TEXTS.say(language, "cluster-errors.missing", install=install("cluster")))
    return text


def work_on(address: str, function: Callable[[T], R], tasks: Sequence[T]) -> Generator[R, None, None]:
    """`function` of every task, in their order, on the cluster of that address; "ray" starts one on this machine.

    Close the generator to end the work. Raises what the function raises, WorkerLost where the cluster cannot be
    reached, has another version of Pediment, or loses a chunk again and again, and ModuleNotFoundError without Ray.
    """
    crew: RayCrew[T, R] = RayCrew(address, function)
    try:
        yield from in_chunks(crew, tasks)
    finally:
        crew.close()


def in_chunks(crew: Crew[T, R], tasks: Sequence[T]) -> Generator[R, None, None]:
    """What the crew makes of all tasks, in their order. Raises what a task raised when its turn has come."""
    untold: deque[int] = deque()
    done: dict[int, Answer[R]] = {}
    given = chunks = finished = longest = 0
    seconds = 0.0
    while untold or given < len(tasks):
        cores = max(crew.cores(), 1)
        while given < len(tasks) and len(untold) - len(done) < RUNNING * cores and len(untold) < UNTOLD * cores:
            each = seconds / finished if finished else math.inf
            size = min(chunk_size(len(tasks) - given, cores, each), MAX_GROWTH * longest or 1)
            crew.start(chunks, tasks[given : given + size])
            untold.append(chunks)
            given += size
            chunks += 1
        number, answer = crew.wait()
        done[number] = answer
        finished += len(answer.results)
        seconds += answer.seconds
        longest = max(longest, len(answer.results))
        while untold and untold[0] in done:
            results, _, error = done.pop(untold.popleft())
            yield from results
            if error is not None:
                raise error


def chunk_size(left: int, cores: int, seconds: float) -> int:
    """How many tasks of so many seconds each make a chunk; smaller ones at the end, so that no core waits for one.

    >>> chunk_size(100_000, cores=2, seconds=0.001), chunk_size(100, cores=2, seconds=0.001)
    (2000, 25)
    """
    fair = math.ceil(left / (RUNNING * cores))
    return max(1, min(fair, int(CHUNK_SECONDS / max(seconds, 1e-9))))


class RayCrew(Crew[T, R]):
    """A crew on a Ray cluster; a program that is connected to one already stays connected."""

    def __init__(self, address: str, function: Callable[[T], R]) -> None:
        # of a Ray that is started here; nothing is reported to its makers
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        with extra("cluster"):
            import ray
        self.ray = ray
        self.ours = not ray.is_initialized()
        self.running: dict[Any, int] = {}
        self.asked = -math.inf
        pickled = ray.cloudpickle.dumps(function)
        try:
            if self.ours:
                self._connect(address)
            self.function = sources(), ray.put(pickled)
        except WorkerLost:
            self.close()
            raise
        except Exception as error:  # Ray has many: its own, those of the network and of its arguments
            self.close()
            raise _lost(error) from error
        self.do: Any = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(do)

    def _connect(self, address: str) -> None:
        terms: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        if modules := modules_of_this_folder():
            terms["runtime_env"] = {"py_modules": modules}
        if address != HERE:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Ray warns of what it then raises
                try:
                    self.ray.init(address, **terms)
                except ConnectionError:
                    raise WorkerLost(f"no cluster answers at {address}; is it running, with this port open?") from None
        elif cluster := os.environ.get("RAY_ADDRESS"):  # a job that a cluster runs finds it so
            self.ray.init(cluster, **terms)
        else:
            self.ray.init("local", **terms, include_dashboard=False, object_store_memory=OBJECT_STORE_BYTES)

    def cores(self) -> int:
        """Those of all machines; they come and go."""
        if time.monotonic() - self.asked > CHUNK_SECONDS:
            self.asked = time.monotonic()
            self.known = int(self.ray.cluster_resources().get("CPU", 0))
        return self.known

    def start(self, number: int, tasks: Sequence[T]) -> None:
        self.running[self.do.remote(*self.function, tasks)] = number

    def wait(self) -> tuple[int, Answer[R]]:
        try:
            (ready,), _ = self.ray.wait(list(self.running), num_returns=1)
            answer: Answer[R] = self.ray.get(ready)
        except Exception as error:
            raise _lost(error) from error
        return self.running.pop(ready), answer

    def close(self) -> None:
        """End what is under way."""
        if self.ours:
            self.ray.shutdown()
        else:
            for chunk in self.running:
                self.ray.cancel(chunk, force=True)


def do(wanted: str, pickled: bytes, tasks: Sequence[T]) -> Answer[Any]:
    """A chunk of work, in a process of the cluster."""
    results: list[Any] = []
    begin = time.perf_counter()
    try:
        function = _unpacked(wanted, pickled)
        begin = time.perf_counter()  # loading is no part of a task
        results.extend(map(function, tasks))
    except Exception as error:
        return Answer(results, time.perf_counter() - begin, error)
    return Answer(results, time.perf_counter() - begin, None)


@lru_cache(maxsize=1)  # the agents and programs that a function loads stay loaded
def _unpacked(wanted: str, pickled: bytes) -> Callable[[Any], Any]:
    if sources() != wanted:
        raise WorkerLost(
            f"a machine of the cluster has another Pediment, {pediment.__version__}; install the same one there"
        )
    function: Callable[[Any], Any] = pickle.loads(pickled)
    return function


@cache
def sources() -> str:
    """A hash of the package as it is here, which is the same wherever games go the same way."""
    home = Path(pediment.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(home.rglob("*")):
        if file.is_file() and file.suffix != ".so" and not NO_SOURCES.intersection(file.relative_to(home).parts):
            digest.update(f"{file.relative_to(home).as_posix()}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def modules_of_this_folder() -> list[str]:
    """The modules and packages that were imported from the present folder, where agents of users may be."""
    found = set()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if "." not in name and file and name not in ("__main__", pediment.__name__):
            place = Path(file).resolve()
            place = place.parent if place.name == "__init__.py" else place
            if place.parent == Path.cwd() and place.suffix in ("", ".py"):
                found.add(str(place))
    return sorted(found)


def _lost(error: Exception) -> WorkerLost:
    """What Ray says, in the first line of it."""
    line = next(filter(None, str(error).splitlines()), type(error).__name__)
    return WorkerLost(f"the cluster failed: {line}")
