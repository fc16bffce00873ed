"""Bots think in processes of their own, never in the server's loop; and so do hints.

>>> workers = Workers(processes=2, seconds=10)
>>> workers.waiting, workers.busy, workers.answered
(0, 0, 0)
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import msgspec

from pediment import bots
from pediment.table.bodies import Hint
from pediment.table.logs import log
from pediment.table.process import Lost, Process, Why

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.table.worker")
TRIES: Final = 2
PAUSE: Final = 0.5
"""Seconds until a process that was of no use is replaced, twice as many each time,"""
LONGEST_PAUSE: Final = 30.0
"""up to this."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: the game so far as `record.follow` reads it, who is asked, by which level it is played.

    `legal` are the labels that the seat may answer with. What a worker answers must be one of them.
    """

    course: dict[str, Any]
    seat: int
    level: str
    legal: tuple[str, ...]

    def message(self) -> dict[str, Any]:
        """What a worker is told."""
        return {"course": self.course, "seat": self.seat, "level": self.level}

    def read(self, found: dict[object, object]) -> str:
        """The answer in what a worker says. Raises Lost."""
        match found:
            case {"label": str(label), **rest} if not rest:
                return _legal(label, self.legal)
        raise Lost("rubbish")


@dataclass(frozen=True)
class HintQuestion:
    """What a hint is asked for: the game so far, for whom, how many iterations to think, in which words."""

    course: dict[str, Any]
    seat: int
    iterations: int
    language: str
    legal: tuple[str, ...]
    names: list[str] | None = None

    def message(self) -> dict[str, Any]:
        """What a worker is told."""
        hint = {"iterations": self.iterations, "language": self.language, "names": self.names}
        return {"course": self.course, "seat": self.seat, "hint": hint}

    def read(self, found: dict[object, object]) -> list[Hint]:
        """The hints in what a worker says. Raises Lost."""
        try:
            hints = msgspec.convert(found.get("hints"), list[Hint])
        except msgspec.ValidationError:
            raise Lost("rubbish") from None
        for hint in hints:
            _legal(hint.label, self.legal)
        return hints


def _legal(label: str, legal: tuple[str, ...]) -> str:
    if label not in legal:
        raise Lost("illegal")
    return label


class Closed(Exception):
    """The workers are closed: nobody will answer."""


class NoHint(Exception):
    """No process could work out a hint."""


class _Failed(Exception):
    """A process is well, but could not answer; the text says where."""


@dataclass
class _Asked:
    """A question on its way to its answer."""

    question: Question | HintQuestion
    answer: asyncio.Future[Any]
    tries: int = 0


class Workers:
    """So many processes, each of which has so many seconds for a question before it is taken for hanging.

    A process that dies, hangs or writes what is no legal answer is replaced, and its question is asked once more. If
    that fails too, or if no process can be started at all, the answer is drawn from the legal ones; a hint is refused.

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
        label: str = await self._answer(question)
        return label

    async def hints(self, question: HintQuestion) -> list[Hint]:
        """The best moves. It stands in the same line. Raises NoHint when all tries fail, Closed after `close`."""
        hints: list[Hint] = await self._answer(question)
        return hints

    async def _answer(self, question: Question | HintQuestion) -> Any:
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
        question = asked.question
        if isinstance(question, HintQuestion):
            log("no hint", level=logging.ERROR, tries=asked.tries)
            _settle(asked, NoHint())
            return
        self.fallbacks += 1
        log("bot fell back", level=logging.ERROR, bot=question.level, tries=asked.tries)
        _settle(asked, secrets.choice(question.legal))

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
        worker: Process | None = None
        try:
            worker = await Process.start(COMMAND)
            self._useless.discard(place)
            while True:
                number, asked = await self._next()
                if worker.ended:
                    self._put(number, asked)
                    raise Lost("died")
                useful = True
                await self._ask(worker, number, asked)
        except Lost as lost:
            self.replaced[lost.why] += 1
            log("worker replaced", level=logging.WARNING, place=place, why=lost.why)
            return useful
        finally:
            if worker is not None:
                await worker.end()

    async def _ask(self, worker: Process, number: int, asked: _Asked) -> None:
        """Have a question answered. Raises Lost."""
        self.busy += 1
        asked.tries += 1
        try:
            found = await _ask(worker, number, asked.question, self._seconds)
        except asyncio.CancelledError:
            _settle(asked, Closed())
            raise
        except (Lost, _Failed) as failure:
            if isinstance(failure, _Failed):
                log("bot failed", level=logging.ERROR, bot=_level(asked.question), where=str(failure))
            if not asked.answer.done():
                if asked.tries < TRIES:
                    self._put(number, asked)
                else:
                    self._fall_back(asked)
            if isinstance(failure, Lost):
                raise
        else:
            self.answered += 1
            _settle(asked, found)
        finally:
            self.busy -= 1


async def _ask(worker: Process, number: int, question: Question | HintQuestion, seconds: float) -> Any:
    """The answer of a worker. Raises Lost, and _Failed when only this question has no answer."""
    worker.say({"id": number, **question.message()})
    match await worker.read(seconds):
        case {"id": int(same), "error": str(where), **rest} if same == number and not rest:
            raise _Failed(where[:500])
        case {"id": int(same), **found} if same == number:
            return question.read(found)
    raise Lost("rubbish")


def _level(question: Question | HintQuestion) -> str:
    return question.level if isinstance(question, Question) else "hint"


def _settle(asked: _Asked, answer: Any) -> None:
    if asked.answer.done():  # its table is gone
        return
    if isinstance(answer, Exception):
        asked.answer.set_exception(answer)
    else:
        asked.answer.set_result(answer)
