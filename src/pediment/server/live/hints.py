"""Hints for players: found in a worker, from what the seat may know, after the table was told."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from functools import partial
from typing import Final

import msgspec

from pediment.server.domain import decide
from pediment.server.domain.commands import AskHint
from pediment.server.domain.hint import Hint
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Change, Table
from pediment.server.jobs.bot_workers import Closed, HintQuestion, NoHint, Workers
from pediment.server.live.limits import PAYER
from pediment.server.live.live_table import LiveTable
from pediment.server.live.queue_place import showing_queue_place
from pediment.server.live.tables import LiveTables

MAX_KEPT_HINTS: Final = 256
"""Answers that are kept in case the same is asked again."""

MAX_HINTS_PER_ADDRESS: Final = 5
"""Hints that one address may wait for at a time."""

_Request = tuple[AskHint, str]
"""What is asked, in which language."""


class Hints(msgspec.Struct, frozen=True):
    """The best moves in the question of a view, the best first."""

    seq: int
    hints: list[Hint]


class HintFinder:
    """Finds hints, one at a time for each seat."""

    def __init__(self, tables: LiveTables, workers: Workers, iterations: int) -> None:
        self._tables = tables
        tables.forgotten = self.forget
        self._workers = workers
        self._iterations = iterations
        self._found: OrderedDict[tuple[str, _Request], list[Hint]] = OrderedDict()
        self._asked: Counter[str] = Counter()  # hints under way, by address
        self._thinking: dict[tuple[str, int], tuple[_Request, asyncio.Task[list[Hint]]]] = {}

    async def hint(self, live: LiveTable, caller: Caller, wanted: AskHint, language: str) -> Hints:
        """The best moves for the seat that is asked; everybody at the table is told first. Raises Refused."""
        self._tables.admit(live, caller, wanted.seat, language)
        decide.hint(live.table, caller, wanted, time.time(), language)
        seat, request = (live.table.id, wanted.seat), (wanted, language)
        if seat not in self._thinking:
            if self._asked[PAYER.get().address] >= MAX_HINTS_PER_ADDRESS:
                raise Refused("own-line", language, most=MAX_HINTS_PER_ADDRESS)
            self._asked[PAYER.get().address] += 1
            task = asyncio.create_task(self._find(live, caller, wanted, language))
            self._thinking[seat] = request, task
            task.add_done_callback(partial(self._done, seat, PAYER.get().address))
        under_way, task = self._thinking[seat]
        if under_way != request:
            raise Refused("one-hint", language)
        return Hints(wanted.seq, await asyncio.shield(task))  # whoever asks the same waits for the same

    async def _find(self, live: LiveTable, caller: Caller, wanted: AskHint, language: str) -> list[Hint]:
        table, rewrites = live.table, live.rewrites

        def asked(now: Table) -> Change:
            nonlocal table, rewrites
            table, rewrites = now, live.rewrites
            return decide.hint(now, caller, wanted, time.time(), language)

        await self._tables.change(live, asked)
        key = table.id, (wanted, language)
        found = self._found.pop(key, None)
        if found is None:
            names, course = table.called(language), table.course()
            question = HintQuestion(course, wanted.seat, self._iterations, language, table.options(), names)
            try:
                async with showing_queue_place(live, self._workers, question):
                    found = await self._workers.hints(question, PAYER.get().address, table.id)
            except NoHint:
                raise Refused("no-hint", language) from None
            except Closed:
                raise Refused("closing", language) from None
        if live.rewrites == rewrites:  # else it may name somebody who was forgotten meanwhile
            self._found[key] = found
        if len(self._found) > MAX_KEPT_HINTS:
            self._found.popitem(last=False)
        return found

    def forget(self, table_id: str) -> None:
        """Keep no hint at that table: it may name somebody who was forgotten there."""
        for key in [key for key in self._found if key[0] == table_id]:
            del self._found[key]

    def _done(self, seat: tuple[str, int], address: str, task: asyncio.Task[list[Hint]]) -> None:
        del self._thinking[seat]
        self._asked[address] -= 1
        self._asked += Counter()  # forget addresses without any
        if not task.cancelled():
            task.exception()  # whoever asked may be gone
