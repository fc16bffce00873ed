"""Work shared among processes: results come in the order of the tasks, and a process that dies hangs nobody.

`concurrent.futures.ProcessPoolExecutor` would be less code, but it cannot end its processes: after Ctrl-C its shutdown
waits for the games under way, which may take minutes, and `terminate_workers` exists only from Python 3.14 on. It
also takes all tasks at once, where there may be a million, and does not tell the exit code of a process that was lost.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeAlias, TypeVar

Jobs: TypeAlias = int | str
"""How many processes work here, or the Ray cluster that works instead: "ray" or "ray://host:10001"."""

T = TypeVar("T")
R = TypeVar("R")

_FEW_TASKS: Final = 8
"""While a process has more tasks than this to come, its next one is handed over before it has done the last."""


class WorkerLost(RuntimeError):
    """A process ended before its work was done."""


def work(function: Callable[[T], R], tasks: Sequence[T], jobs: Jobs) -> Generator[R, None, None]:
    """`function` of every task, in their order; with more than one job in that many processes, or on a cluster.

    Close the generator to end the processes at once. Raises what the function raises, and WorkerLost.
    """
    if isinstance(jobs, str):
        from pediment.lab.cluster import work_on  # which needs more

        yield from work_on(jobs, function, tasks)
        return
    if jobs == 1:
        yield from map(function, tasks)
        return
    context = multiprocessing.get_context("spawn")
    workers: dict[Connection, SpawnProcess] = {}
    busy: Counter[Connection] = Counter()
    waiting = iter(enumerate(tasks))
    given = 0
    done: dict[int, R] = {}
    try:
        for _ in range(min(jobs, len(tasks))):
            ours, theirs = context.Pipe()
            workers[ours] = context.Process(target=_serve, args=(function, theirs))
            workers[ours].start()
            theirs.close()  # so that the end of the process is the end of the pipe
        for number in range(len(tasks)):
            while number not in done:
                for connection, process in workers.items():
                    while given < len(tasks) and busy[connection] < 1 + (len(tasks) - given > _FEW_TASKS * jobs):
                        _exchange(process, connection.send, next(waiting))
                        busy[connection] += 1
                        given += 1
                for ready in wait(list(workers)):
                    assert isinstance(ready, Connection)
                    at, result, error = _exchange(workers[ready], ready.recv)
                    if error is not None:
                        raise error
                    done[at] = result
                    busy[ready] -= 1
            yield done.pop(number)
    finally:
        for process in workers.values():
            process.terminate()
        for process in workers.values():
            process.join()


def _exchange(process: SpawnProcess, call: Callable[..., Any], *message: object) -> Any:
    try:
        return call(*message)
    except (EOFError, ConnectionError):
        process.join()
        raise WorkerLost(f"a process that played games was ended, with the exit code {process.exitcode}") from None


def _serve(function: Callable[[Any], Any], connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the parent
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit())  # so that bots are closed on the way out
    with contextlib.suppress(EOFError, ConnectionError):  # the parent is gone
        while True:
            number, task = connection.recv()
            answer: tuple[int, Any, Exception | None]
            try:
                answer = number, function(task), None
            except Exception as error:
                answer = number, None, error
            connection.send(answer)
