"""Analyses of finished games: one at a time, in a process apart, and kept for a while."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec

from pediment.table import tables
from pediment.table.logs import log
from pediment.table.process import Lost, Process
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.wire import Language

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.table.student")
KEPT: Final = 32
"""Games whose analysis is kept; any other can be made again, and is the same."""
MOST_WAITING: Final = 32
TRIES: Final = 2
HANGS: Final = 120.0
"""Seconds for one decision after which a process is taken for hanging."""
LONGEST: Final = 1800.0
"""Seconds for a whole game; one for two takes 6 to 15."""
LONGEST_LINE: Final = 20_000_000


class _Said(msgspec.Struct, forbid_unknown_fields=True):
    """What a process says: how many decisions are done, where it failed, or in the end everything, by language."""

    done: int = 0
    error: str = ""
    told: dict[str, msgspec.Raw] | None = None


class _Failed(Exception):
    """A process could not analyse the game; the text says where."""


@dataclass
class Study:
    """The analysis of a table's game, as far as it is."""

    status: Literal["running", "done", "failed"] = "running"
    done: int = 0
    told: dict[str, bytes] | None = None
    """By language, all of it as JSON."""


class Studies:
    """Analyses games in the order in which they were asked for."""

    def __init__(self, iterations: int) -> None:
        self._iterations = iterations
        self._studies: OrderedDict[str, Study] = OrderedDict()
        self._line: list[tuple[Study, Room]] = []
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End the process."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def start(self, room: Room, language: str) -> None:
        """Have the game of a table analysed, unless it is or was. Raises Refused."""
        tables.check_over(room, language)
        if not room.labels:
            raise Refused("no-moves", language)
        study = self._studies.get(room.table)
        if study is not None and study.status != "failed":
            return
        if len(self._line) >= MOST_WAITING:
            raise Refused("long-line", language)
        study = self._studies[room.table] = Study()
        self._line.append((study, room))
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    def told(self, room: Room, language: str) -> bytes:
        """How far the analysis of a table's game is, and what it says: a `bodies.Studied`, written. Raises Refused."""
        tables.check_over(room, language)
        study = self._studies.get(room.table)
        told: dict[str, Any] = {"status": "none", "done": 0, "of": len(room.labels), "analysis": None}
        if study is not None:
            self._studies.move_to_end(room.table)
            told |= {"status": study.status, "done": study.done}
            if study.told is not None:
                told["analysis"] = msgspec.Raw(study.told[language])
        return msgspec.json.encode(told)

    async def _work(self) -> None:
        try:
            while self._line:
                await self._study(*self._line[0])
                del self._line[0]
                self._forget()
        finally:
            self._task = None

    def _forget(self) -> None:
        over = [table for table, study in self._studies.items() if study.status != "running"]
        for table in over[: max(len(over) - KEPT, 0)]:
            del self._studies[table]

    async def _study(self, study: Study, room: Room) -> None:
        names = {language: room.called(language) for language in get_args(Language)}
        for _ in range(TRIES):
            try:
                record = await asyncio.to_thread(tables.written, room, "en")
                async with asyncio.timeout(LONGEST):
                    study.told = await self._ask(study, {"record": record, "names": names})
            except Exception as error:
                log("analysis failed", level=logging.ERROR, table=room.table, error=error)
            else:
                study.status = "done"
                return
        study.status = "failed"

    async def _ask(self, study: Study, asked: dict[str, Any]) -> dict[str, bytes]:
        """The analysis by language. Raises Lost and _Failed."""
        process = await Process.start(COMMAND, LONGEST_LINE)
        try:
            process.say(asked | {"iterations": self._iterations})
            while True:
                said = _read(await process.read_line(HANGS))
                if said.error:
                    raise _Failed(said.error[:500])
                if said.told is not None:
                    return {language: bytes(told) for language, told in said.told.items()}
                study.done = said.done
        finally:
            await process.end()


def _read(line: bytes) -> _Said:
    try:
        return msgspec.json.decode(line, type=_Said)
    except (msgspec.DecodeError, RecursionError):
        raise Lost("rubbish") from None
