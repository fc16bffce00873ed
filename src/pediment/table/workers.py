"""Bots think in processes of their own, never in the server's loop.

>>> workers = Workers(processes=2, seconds=10)
>>> workers.waiting, workers.busy, workers.answered
(0, 0, 0)
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, Literal

from pediment import bots
from pediment.table.logs import log

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.table.worker")
START: Final = 30.0
"""Seconds that a process has to get ready."""
END: Final = 2.0
"""Seconds that a killed process has to be gone."""
TRIES: Final = 2
PAUSE: Final = 0.5
"""Seconds until a process that was of no use is replaced, twice as many each time,"""
LONGEST_PAUSE: Final = 30.0
"""up to this."""
MOST_COMPLAINTS: Final = 20
"""Lines of its stderr that are logged of one process."""

Why = Literal["died", "hung", "rubbish", "illegal"]


@dataclass(frozen=True)
class Question:
    """What a bot is asked: the game so far as `record.follow` reads it, who is asked, by which level it is played.

    `legal` are the labels that the seat may answer with. What a worker answers must be one of them.
    """

    course: dict[str, Any]
    seat: int
    level: str
    legal: tuple[str, ...]


class Closed(Exception):
    """The workers are closed: nobody will answer."""


class _Lost(Exception):
    """A process is of no more use."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


class _Failed(Exception):
    """A process is well, but could not answer; the text says where."""


@dataclass
class _Asked:
    """A question on its way to its answer."""

    question: Question
    answer: asyncio.Future[str]
    tries: int = 0


class Workers:
    """So many processes, each of which has so many seconds for a question before it is taken for hanging.

    A process that dies, hangs or writes what is no legal answer is replaced, and its question is asked once more. If
    that fails too, or if no process can be started at all, the answer is drawn from the legal ones.

    `answered`, `replaced` (by why) and `fallbacks` only grow; `waiting` and `busy` are of this moment.
    """

    def __init__(self, processes: int, seconds: float) -> None:
        self.answered = 0
        self.replaced: Counter[Why] = Counter()
        self.fallbacks = 0
        self.busy = 0
        self._processes = processes
        self._seconds = seconds
        self._numbers = count()
        self._line: dict[int, _Asked] = {}
        self._bell = asyncio.Event()
        self._useless: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions no process has taken yet."""
        return len(self._line)

    async def start(self) -> None:
        """Start the processes; does not wait until they are ready."""
        self._tasks = [asyncio.create_task(self._keep(place)) for place in range(self._processes)]

    async def close(self) -> None:
        """End all processes, within a second or two. Who still waits for an answer gets Closed."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for asked in self._line.values():
            _settle(asked, Closed())

    async def answer(self, question: Question) -> str:
        """A legal label, chosen by a bot of that level. Processes take the questions in the order they were asked.

        It may be cancelled at any time. Raises ValueError for a level that there is not, Closed after `close`.
        """
        if question.level not in bots.bots():  # never a command line
            raise ValueError(f"no level {question.level!r:.60}; there are {', '.join(bots.levels())}")
        if self._closed:
            raise Closed
        asked = _Asked(question, asyncio.get_running_loop().create_future())
        number = next(self._numbers)
        if len(self._useless) == self._processes:
            self._fall_back(asked)
        else:
            self._put(number, asked)
        try:
            return await asked.answer
        finally:
            self._line.pop(number, None)

    def _put(self, number: int, asked: _Asked) -> None:
        self._line[number] = asked
        self._bell.set()

    async def _next(self) -> tuple[int, _Asked]:
        while not self._line:
            self._bell.clear()
            await self._bell.wait()
        number = min(self._line)  # what is asked once more was asked first
        return number, self._line.pop(number)

    def _fall_back(self, asked: _Asked) -> None:
        self.fallbacks += 1
        log("bot fell back", level=logging.ERROR, bot=asked.question.level, tries=asked.tries)
        _settle(asked, secrets.choice(asked.question.legal))

    async def _keep(self, place: int) -> None:
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
            if len(self._useless) == self._processes:
                for asked in self._line.values():
                    self._fall_back(asked)
                self._line.clear()
            await asyncio.sleep(min(PAUSE * 2.0 ** min(useless - 2, 10), LONGEST_PAUSE))

    async def _employ(self, place: int) -> bool:
        """Start a process and let it answer until it is lost; returns whether it was asked anything."""
        useful = False
        worker: _Worker | None = None
        try:
            worker = await _Worker.start()
            self._useless.discard(place)
            while True:
                number, asked = await self._next()
                if worker.ended:
                    self._put(number, asked)
                    raise _Lost("died")
                useful = True
                await self._ask(worker, number, asked)
        except _Lost as lost:
            self.replaced[lost.why] += 1
            log("worker replaced", level=logging.WARNING, place=place, why=lost.why)
            return useful
        finally:
            if worker is not None:
                await worker.end()

    async def _ask(self, worker: _Worker, number: int, asked: _Asked) -> None:
        """Have a question answered. Raises _Lost."""
        self.busy += 1
        asked.tries += 1
        try:
            label = await worker.ask(number, asked.question, self._seconds)
        except asyncio.CancelledError:
            _settle(asked, Closed())
            raise
        except (_Lost, _Failed) as failure:
            if isinstance(failure, _Failed):
                log("bot failed", level=logging.ERROR, bot=asked.question.level, where=str(failure))
            if not asked.answer.done():
                if asked.tries < TRIES:
                    self._put(number, asked)
                else:
                    self._fall_back(asked)
            if isinstance(failure, _Lost):
                raise
        else:
            self.answered += 1
            _settle(asked, label)
        finally:
            self.busy -= 1


def _settle(asked: _Asked, answer: str | Closed) -> None:
    if asked.answer.done():  # its table is gone
        return
    if isinstance(answer, Closed):
        asked.answer.set_exception(answer)
    else:
        asked.answer.set_result(answer)


class _Worker:
    """A process that is ready."""

    def __init__(self, process: Process) -> None:
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout
        assert process.stderr is not None
        self._complaints = asyncio.create_task(_log_complaints(process.stderr))

    @classmethod
    async def start(cls) -> _Worker:
        """Raises _Lost for a process that does not get ready."""
        creation = asyncio.ensure_future(  # half a creation would leave pipes open
            asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
        )
        try:
            process = await asyncio.shield(creation)
        except OSError as error:
            log("worker not started", level=logging.ERROR, why=error.strerror)
            raise _Lost("died") from None
        except asyncio.CancelledError:
            with contextlib.suppress(OSError):
                await cls(await creation).end()
            raise
        worker = cls(process)
        try:
            if await worker._read(START) != {"ready": True}:
                raise _Lost("rubbish")
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def ended(self) -> bool:
        """Has it died?"""
        return self._process.returncode is not None or self._stdout.at_eof()

    async def ask(self, number: int, question: Question, seconds: float) -> str:
        """The answer, a legal label. Raises _Lost, and _Failed when only this question has no answer."""
        message = {"id": number, "course": question.course, "seat": question.seat, "level": question.level}
        self._stdin.write(json.dumps(message).encode() + b"\n")  # not drained: what is not read is not answered
        match await self._read(seconds):
            case {"id": int(same), "label": str(label), **rest} if same == number and not rest:
                if label in question.legal:
                    return label
                raise _Lost("illegal")
            case {"id": int(same), "error": str(where), **rest} if same == number and not rest:
                raise _Failed(where[:500])
        raise _Lost("rubbish")

    async def _read(self, seconds: float) -> object:
        try:
            async with asyncio.timeout(seconds):
                line = await self._stdout.readline()
            if not line.endswith(b"\n"):
                raise _Lost("died")
            return json.loads(line)
        except TimeoutError:
            raise _Lost("hung") from None
        except (ValueError, RecursionError):  # too long, or no JSON
            raise _Lost("rubbish") from None
        except OSError:
            raise _Lost("died") from None

    async def end(self) -> None:
        """Kill it and see it gone, even if whoever waits for that is cancelled meanwhile."""
        end = asyncio.ensure_future(self._end())
        try:
            await asyncio.shield(end)
        except asyncio.CancelledError:
            await end
            raise

    async def _end(self) -> None:
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # Process.kill would reap it behind asyncio's back
        self._stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END):
                with contextlib.suppress(OSError):
                    await self._stdout.read()
                await self._complaints
                await self._process.wait()
        self._complaints.cancel()


async def _log_complaints(stderr: asyncio.StreamReader) -> None:
    lines = 0
    while not stderr.at_eof():
        with contextlib.suppress(ValueError):  # a line beyond measure
            line = (await stderr.readline()).decode(errors="replace").strip()
            lines += 1
            if line and lines <= MOST_COMPLAINTS:
                log("worker says", level=logging.WARNING, text=line[:500])
