"""Analyses of finished games: one at a time, each in a process of its own, and kept for a while."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec

from pediment.server.domain import history
from pediment.server.domain.commands import Language
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.jobs.supervisor import Closed, Job, JobFailed, Supervisor, decode
from pediment.server.structured_log import log

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.server.jobs.analysis_worker")
MAX_KEPT: Final = 64
"""Games whose analysis is kept; any other can be made again, and is the same."""
MAX_WAITING: Final = 64
"""Games that wait for their analysis, the one under way among them;"""
MAX_WAITING_PER_ADDRESS: Final = 3
"""and those of one address."""
DECISION_SECONDS: Final = 120.0
"""For one decision; a process that says nothing for longer is taken for hanging."""
GAME_SECONDS: Final = 1800.0
"""For a whole game; one for two takes 6 to 15."""
MAX_LINE_BYTES: Final = 20_000_000


_Key = tuple[str, ...]


def _key(table: Table) -> _Key:
    """A table with its names, which an analysis repeats: one of before somebody was forgotten is not told any more."""
    return table.id, *table.names()


@dataclass
class Analysis:
    """The analysis of a table's game, as far as it is."""

    status: Literal["running", "done", "failed"] = "running"
    done: int = 0
    told: dict[str, bytes] | None = None
    """By language, all of it as JSON."""


@dataclass(frozen=True)
class AnalysisJob(Job[dict[str, bytes]]):
    """What a process is asked: a finished game, by its record, in all languages."""

    analysis: Analysis
    table: Table
    iterations: int
    address: str

    def name(self) -> str:
        return f"analysis of {self.table.id}"

    async def message(self) -> dict[str, Any]:
        """What `analysis_worker.analysis` gets."""
        record = await asyncio.to_thread(history.record_of, self.table, "en")
        names = {language: self.table.called(language) for language in get_args(Language)}
        return {"record": record, "names": names, "iterations": self.iterations}

    def progress(self, done: int) -> None:
        self.analysis.done = done

    def read(self, answer: bytes) -> dict[str, bytes]:
        """The analysis by language, as it was written."""
        return {language: bytes(told) for language, told in decode(answer, dict[str, msgspec.Raw]).items()}


class Analyses:
    """Analyses games, of each address in turn."""

    def __init__(self, iterations: int) -> None:
        self._iterations = iterations
        self._analyses: OrderedDict[_Key, Analysis] = OrderedDict()
        self._jobs: dict[_Key, AnalysisJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._supervisor = Supervisor(
            COMMAND,
            1,
            GAME_SECONDS,
            silence_seconds=DECISION_SECONDS,
            max_line_bytes=MAX_LINE_BYTES,
            fresh=True,  # so that its memory is free again
        )

    async def close(self) -> None:
        """End the process."""
        await self._supervisor.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def start(self, table: Table, address: str, language: str) -> None:
        """Have the game of a table analysed for an address, unless it is or was. Raises Refused."""
        history.check_over(table, language)
        if not table.labels:
            raise Refused("no-moves", language)
        key = _key(table)
        analysis = self._analyses.get(key)
        if analysis is not None and analysis.status != "failed":
            return
        if sum(job.address == address for job in self._jobs.values()) >= MAX_WAITING_PER_ADDRESS:
            raise Refused("own-line", language, most=MAX_WAITING_PER_ADDRESS)
        if len(self._jobs) >= MAX_WAITING:
            raise Refused("long-line", language)
        analysis = self._analyses[key] = Analysis()
        job = self._jobs[key] = AnalysisJob(analysis, table, self._iterations, address)
        task = asyncio.create_task(self._analyse(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def told(self, table: Table, language: str) -> bytes:
        """The encoded `bodies.AnalysisProgress` of a table's game. Raises Refused."""
        history.check_over(table, language)
        key = _key(table)
        analysis = self._analyses.get(key)
        told: dict[str, Any] = {"status": "none", "done": 0, "of": len(table.labels), "analysis": None, "queue": 0}
        if analysis is not None:
            self._analyses.move_to_end(key)
            told |= {"status": analysis.status, "done": analysis.done}
            if key in self._jobs:
                told["queue"] = self._supervisor.place(self._jobs[key])
            if analysis.told is not None:
                told["analysis"] = msgspec.Raw(analysis.told[language])
        return msgspec.json.encode(told)

    async def _analyse(self, job: AnalysisJob) -> None:
        analysis, table = job.analysis, job.table
        try:
            analysis.told = await self._supervisor.do(job, job.address, table.id)
            analysis.status = "done"
        except JobFailed as failed:
            log("analysis failed", level=logging.ERROR, table=table.id, why=str(failed))
            analysis.status = "failed"
        except Closed:
            pass
        finally:
            del self._jobs[_key(table)]
        self._forget()

    def _forget(self) -> None:
        over = [table for table, analysis in self._analyses.items() if analysis.status != "running"]
        for table in over[: max(len(over) - MAX_KEPT, 0)]:
            del self._analyses[table]
