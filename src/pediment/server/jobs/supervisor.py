"""Child processes that do jobs for the server: started, asked, replaced when they are lost, ended in the end.

A child first writes `{"ready": true}`. Then it reads jobs and writes answers, one JSON object a line; `worker` is its
side of it.

>>> supervisor = Supervisor(("a", "command"), processes=2, job_seconds=10)
>>> supervisor.waiting, supervisor.busy, supervisor.answered
(0, 0, 0)
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import time
from abc import ABC, abstractmethod
from asyncio.subprocess import PIPE
from asyncio.subprocess import Process as Child
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from pediment.server.jobs.worker import where
from pediment.server.structured_log import log

T = TypeVar("T")

MAX_TRIES: Final = 2
"""How often a job is given to a process before it fails, unless its supervisor says otherwise."""
START_SECONDS: Final = 30.0
"""How long a process may take to get ready."""
END_SECONDS: Final = 2.0
"""How long a killed process may take to be gone."""
PAUSE_SECONDS: Final = 0.5
"""How long a process that was of no use stays unreplaced; twice as long each time,"""
MAX_PAUSE_SECONDS: Final = 30.0
"""up to this."""
MAX_LINE_BYTES: Final = 65_536
"""The longest line that a process may write, unless its supervisor says otherwise."""
MAX_STDERR_LINES: Final = 20
"""Lines of its stderr that are logged of one process."""
MAX_TEXT_CHARS: Final = 500
"""What is logged of such a line, or of an error that a process reports."""

Why = Literal["died", "hung", "rubbish", "illegal"]


class ProcessLost(Exception):
    """A process is of no more use, and must be replaced."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


class JobFailed(Exception):
    """A job was not done. The text says why or where, without labels and seeds."""


class Closed(Exception):
    """The supervisor is closed: no process will do the job."""


class Job(ABC, Generic[T]):
    """Something that a process is asked to do."""

    @abstractmethod
    def name(self) -> str:
        """How the log calls it, without labels and seeds."""

    @abstractmethod
    async def message(self) -> dict[str, Any]:
        """What the process is told; asked for when it is the job's turn."""

    @abstractmethod
    def read(self, answer: bytes) -> T:
        """What an answer, which is JSON, means. Raises ProcessLost for one that cannot be right."""

    def progress(self, done: int) -> None:
        """Called each time the process says how far it is."""


Line = tuple[str, ...]
"""For whom a job is done: the address, and the table."""


@dataclass(eq=False)
class _Entry:
    """A job on its way to its answer."""

    number: int
    job: Job[Any]
    line: Line
    answer: asyncio.Future[Any]
    tries: int = 0

    def settle(self, answer: object) -> None:
        """Give the answer, or an exception, to whoever waits for it, if anybody still does."""
        if self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Queue:
    """The jobs that no process has taken yet. Here, and only here, it is decided which one is next.

    Addresses share the processes evenly, by the time that is spent for each and not by the number of their jobs; so do
    the tables of an address. Time is counted from when an address has something to do until it has nothing more.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, _Entry] = {}
        self._jobs: Counter[Line] = Counter()  # waiting or under way, by address and by table
        self._under_way: Counter[Line] = Counter()
        self._spent: dict[Line, float] = {}
        self._news = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, entry: _Entry) -> None:
        """Add a job, or put it back at its old place."""
        for part in _parts(entry.line):
            if part not in self._spent:
                beside = [spent for other, spent in self._spent.items() if other[:-1] == part[:-1]]
                self._spent[part] = min(beside, default=0.0)
            self._jobs[part] += 1
        self._waiting[entry.number] = entry
        self._news.set()

    def remove(self, entry: _Entry) -> None:
        """Forget a job, if it waits."""
        if self._waiting.pop(entry.number, None):
            self._leave(entry)

    def remove_all(self) -> list[_Entry]:
        """Forget all jobs."""
        entries = list(self._waiting.values())
        for entry in entries:
            self.remove(entry)
        return entries

    async def take(self) -> _Entry:
        """The next job, once there is one; `done` must follow."""
        while not self._waiting:
            self._news.clear()
            await self._news.wait()
        entry = min(self._waiting.values(), key=self._rank)
        del self._waiting[entry.number]
        self._under_way.update(_parts(entry.line))
        return entry

    def done(self, entry: _Entry, seconds: float) -> None:
        """A job that was taken is not under way any more, after so much time of a process."""
        for part in _parts(entry.line):
            self._spent[part] += seconds
            self._under_way[part] -= 1
        self._leave(entry)

    def place(self, job: Job[Any]) -> int:
        """How many jobs come first, and this one, as far as that is known now; 0 if it does not wait."""
        entry = next((entry for entry in self._waiting.values() if entry.job is job), None)
        if entry is None:
            return 0
        ranks: dict[str, list[tuple[float, ...]]] = {}
        for other in self._waiting.values():
            ranks.setdefault(other.line[0], []).append(self._rank(other))
        own = ranks.pop(entry.line[0])
        before = sum(rank < self._rank(entry) for rank in own)
        turns = (min(len(others), before + (min(others) < min(own))) for others in ranks.values())
        return 1 + before + sum(turns)

    def waiting_of(self, address: str) -> int:
        """How many jobs of an address wait or are under way."""
        return self._jobs[(address,)]

    def spent_of(self, address: str) -> tuple[int, float]:
        """How an address stands: what is under way for it, and the time spent for it."""
        return self._under_way[(address,)], self._spent.get((address,), 0.0)

    def _rank(self, entry: _Entry) -> tuple[float, ...]:
        ranks = [rank for part in _parts(entry.line) for rank in (self._under_way[part], self._spent[part])]
        return (*ranks, entry.number)

    def _leave(self, entry: _Entry) -> None:
        for part in _parts(entry.line):
            self._jobs[part] -= 1
            if not self._jobs[part]:
                del self._jobs[part], self._under_way[part], self._spent[part]


def _parts(line: Line) -> tuple[Line, ...]:
    """The address alone, and the whole line."""
    return line[:1], line


class Supervisor:
    """Keeps a number of processes at work; with `fresh`, starts a process for each job, that number at a time.

    A process that dies, hangs or writes what cannot be right is replaced, and its job is tried once more; so is one
    that the process could not do. It hangs when it has not finished a job after `job_seconds`, or has said nothing
    about it for `silence_seconds`. While no process can be kept at all, jobs fail at once.

    `answered` and `replaced` (by why) only grow; `waiting` and `busy` are of this moment.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        processes: int,
        job_seconds: float,
        *,
        silence_seconds: float | None = None,
        max_line_bytes: int = MAX_LINE_BYTES,
        fresh: bool = False,
        max_tries: int = MAX_TRIES,
    ) -> None:
        self.command = command
        self.job_seconds = job_seconds
        self.silence_seconds = silence_seconds
        self.answered = 0
        self.replaced: Counter[Why] = Counter()
        self.busy = 0
        self._processes = processes
        self._max_line_bytes = max_line_bytes
        self._fresh = fresh
        self._max_tries = max_tries
        self._queue = Queue()
        self._numbers = count()
        self._useless: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many jobs no process has taken yet."""
        return len(self._queue)

    def start(self) -> None:
        """Start the processes; does not wait until they are ready. `do` would start them, too."""
        if not self._tasks and not self._closed:
            work = self._start_one_for_each if self._fresh else self._keep_one
            self._tasks = [asyncio.create_task(work(place)) for place in range(self._processes)]

    async def close(self) -> None:
        """End all processes, within a second or two. Whoever still waits for an answer gets Closed."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for entry in self._queue.remove_all():
            entry.settle(Closed())

    def place(self, job: Job[Any]) -> int:
        """The place of a job in the queue, from 1; 0 if it does not wait."""
        return self._queue.place(job)

    def waiting_of(self, address: str) -> int:
        """How many jobs of an address wait or are under way."""
        return self._queue.waiting_of(address)

    def least_served(self, addresses: Iterable[str]) -> str:
        """The one of these addresses whose job would come first; empty without any."""
        return min(addresses, key=self._queue.spent_of, default="")

    async def do(self, job: Job[T], address: str = "", table: str = "") -> T:
        """Have a job done, for that address and that table.

        It may be cancelled at any time. Raises JobFailed, and Closed after `close`.
        """
        if self._closed:
            raise Closed
        self.start()
        if self._all_useless():
            raise JobFailed("no process can be started")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        entry = _Entry(next(self._numbers), job, (address, table), answer)
        self._queue.put(entry)
        try:
            return await answer
        finally:
            self._queue.remove(entry)

    def _all_useless(self) -> bool:
        return len(self._useless) == self._processes

    async def _keep_one(self, place: int) -> None:
        """Keep a process at work, in this place, for ever."""
        useless = 0
        while True:
            if await self._employ(place):
                useless = 0
                continue
            useless += 1
            if useless == 1:  # that can happen
                continue
            self._useless.add(place)
            if self._all_useless():
                for entry in self._queue.remove_all():
                    entry.settle(JobFailed("no process can be started"))
            await asyncio.sleep(min(PAUSE_SECONDS * 2.0 ** min(useless - 2, 10), MAX_PAUSE_SECONDS))

    async def _employ(self, place: int) -> bool:
        """Start a process and let it work until it is lost; returns whether it was given any job."""
        useful = False
        with contextlib.suppress(ProcessLost):
            async with self._started(place) as process:
                self._useless.discard(place)
                while True:
                    entry = await self._queue.take()
                    if process.ended:
                        self._queue.put(entry)
                        self._queue.done(entry, 0.0)
                        raise ProcessLost("died")
                    useful = True
                    await self._try(entry, partial(self._ask, process))
        return useful

    async def _start_one_for_each(self, place: int) -> None:
        """Start a process for each job, one after the other, for ever."""
        while True:
            entry = await self._queue.take()
            with contextlib.suppress(ProcessLost):
                await self._try(entry, partial(self._ask_new, place))

    @contextlib.asynccontextmanager
    async def _started(self, place: int) -> AsyncIterator[Process]:
        """A process, which is ended afterwards; counts its loss. Raises ProcessLost."""
        process: Process | None = None
        try:
            try:
                process = await Process.start(self.command, self._max_line_bytes)
            except RuntimeError as error:  # no thread could be started to wait for it
                log("worker not started", level=logging.ERROR, error=error)
                raise ProcessLost("died") from error
            yield process
        except ProcessLost as lost:
            self.replaced[lost.why] += 1
            log("worker replaced", level=logging.WARNING, place=place, why=lost.why)
            raise
        finally:
            if process is not None:
                await process.end()

    async def _try(self, entry: _Entry, ask: Callable[[_Entry], Awaitable[object]]) -> None:
        """Have a job done; if that fails put it back, or give it up. Raises ProcessLost."""
        self.busy += 1
        entry.tries += 1
        began = time.monotonic()
        try:
            answer = await ask(entry)
        except asyncio.CancelledError:
            entry.settle(Closed())
            raise
        except (ProcessLost, JobFailed) as failure:
            log("job failed", level=logging.ERROR, job=entry.job.name(), tries=entry.tries, why=str(failure))
            if entry.tries == self._max_tries:
                entry.settle(JobFailed(str(failure)))
            elif not entry.answer.done():
                self._queue.put(entry)
            if isinstance(failure, ProcessLost):
                raise
        except Exception as error:  # our own fault: the job fails, the supervisor goes on
            log("job failed", level=logging.ERROR, job=entry.job.name(), tries=entry.tries, error=error)
            entry.settle(JobFailed(where(error)))
            raise ProcessLost("died") from error
        else:
            self.answered += 1
            entry.settle(answer)
        finally:
            self.busy -= 1
            self._queue.done(entry, time.monotonic() - began)

    async def _ask_new(self, place: int, entry: _Entry) -> object:
        async with self._started(place) as process:
            return await self._ask(process, entry)

    async def _ask(self, process: Process, entry: _Entry) -> object:
        """The answer of a process. Raises ProcessLost, and JobFailed when only this job has none."""
        try:
            message = await entry.job.message()
        except Exception as error:
            raise JobFailed(where(error)) from error
        process.say({"id": entry.number, **message})
        try:
            async with asyncio.timeout(self.job_seconds):
                while True:
                    said = await process.read(self.silence_seconds or self.job_seconds)
                    if said.id != entry.number:
                        raise ProcessLost("rubbish")
                    if said.error is not None:
                        raise JobFailed(said.error[:MAX_TEXT_CHARS])
                    if answer := bytes(said.answer):
                        return entry.job.read(answer)
                    if said.done is None:
                        raise ProcessLost("rubbish")
                    entry.job.progress(said.done)
        except TimeoutError:
            raise ProcessLost("hung") from None


def decode(text: bytes, kind: type[T]) -> T:
    """What a process has written, as JSON of that kind. Raises ProcessLost."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (ValueError, RecursionError):  # no JSON, another kind, no UTF-8, nested too deep
        raise ProcessLost("rubbish") from None


class _Said(msgspec.Struct, forbid_unknown_fields=True):
    """What a process says of a job: how far it is, where it failed, or the answer."""

    id: int
    done: int | None = None
    error: str | None = None
    answer: msgspec.Raw = msgspec.Raw()


class Process:
    """A child process that is ready."""

    def __init__(self, child: Child) -> None:
        self._child = child
        assert child.stdin is not None
        assert child.stdout is not None
        self._stdin, self._stdout = child.stdin, child.stdout
        assert child.stderr is not None
        self._complaints = asyncio.create_task(_log_complaints(child.stderr))

    @classmethod
    async def start(cls, command: tuple[str, ...], max_line_bytes: int) -> Process:
        """Raises ProcessLost for a process that does not get ready."""
        creation = asyncio.ensure_future(  # half a creation would leave pipes open
            asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True, limit=max_line_bytes
            )
        )
        try:
            child = await asyncio.shield(creation)
        except OSError as error:
            log("worker not started", level=logging.ERROR, why=error.strerror)
            raise ProcessLost("died") from None
        except asyncio.CancelledError:
            with contextlib.suppress(OSError):
                await cls(await creation).end()
            raise
        process = cls(child)
        try:
            await process._get_ready()
        except BaseException:
            await process.end()
            raise
        return process

    async def _get_ready(self) -> None:
        if decode(await self._read_line(START_SECONDS), object) != {"ready": True}:
            raise ProcessLost("rubbish")

    @property
    def ended(self) -> bool:
        """Has it died?"""
        return self._child.returncode is not None or self._stdout.at_eof()

    def say(self, message: dict[str, Any]) -> None:
        """Tell it something."""
        self._stdin.write(json.dumps(message).encode() + b"\n")  # not drained: what is not read is not answered

    async def read(self, seconds: float) -> _Said:
        """What it says next. Raises ProcessLost."""
        return decode(await self._read_line(seconds), _Said)

    async def _read_line(self, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                line = await self._stdout.readline()
        except TimeoutError:
            raise ProcessLost("hung") from None
        except ValueError:  # too long
            raise ProcessLost("rubbish") from None
        except OSError:
            raise ProcessLost("died") from None
        if not line.endswith(b"\n"):
            raise ProcessLost("died")
        return line

    async def end(self) -> None:
        """Kill it and see it gone, even if whoever waits for that is cancelled meanwhile."""
        end = asyncio.ensure_future(self._end())
        try:
            await asyncio.shield(end)
        except asyncio.CancelledError:
            await end
            raise

    async def _end(self) -> None:
        if self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)  # Process.kill would reap it behind asyncio's back
        self._stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                with contextlib.suppress(OSError):
                    await self._stdout.read()
                await self._complaints
                await self._child.wait()
        self._complaints.cancel()


async def _log_complaints(stderr: asyncio.StreamReader) -> None:
    lines = 0
    while not stderr.at_eof():
        with contextlib.suppress(ValueError):  # a line beyond measure
            line = (await stderr.readline()).decode(errors="replace").strip()
            lines += 1
            if line and lines <= MAX_STDERR_LINES:
                log("worker says", level=logging.WARNING, text=line[:MAX_TEXT_CHARS])
