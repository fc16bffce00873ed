"""Housekeeping: tables that nobody needs any more are removed, and the size of the database is measured."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import msgspec

from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.live.presence import REPEAT_SECONDS
from pediment.server.live.quotas import DAY_SECONDS
from pediment.server.live.tables import LiveTables, store_errors_refused
from pediment.server.settings import Settings
from pediment.server.store.moderation import Result
from pediment.server.structured_log import log

EVERY_SECONDS: Final = 60.0
MAX_LOOKED_AT: Final = 200
"""Tables of each kind that are looked at in one round; the next one goes on from there."""
KNOWN_SECONDS: Final = REPEAT_SECONDS + 2.0
"""After a table was loaded, until when other processes have told who is there."""


class _TooSoon(Exception):
    """Nobody knows yet who is at that table elsewhere."""


class Housekeeping:
    """Goes round every minute."""

    def __init__(self, tables: LiveTables, settings: Settings) -> None:
        self._tables = tables
        self._store = tables.store
        self._settings = settings
        self.also: list[Callable[[], Awaitable[None]]] = []
        """What else is looked at in every round."""
        self.before_removal: Callable[[str], Awaitable[None]] | None = None
        """What is done with the table of a finished game before it is removed."""
        self._task: asyncio.Task[None] | None = None
        self._going = asyncio.Lock()
        self._passed: dict[tuple[str, bool], tuple[float, str]] = {}  # the last one looked at, of each kind

    def start(self) -> None:
        """Begin with a round at once."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.go_round()
            except Refused as error:
                log("housekeeping waits", level=logging.WARNING, text=error.text)
            except Exception as error:
                log("housekeeping failed", level=logging.ERROR, error=error)
            await asyncio.sleep(EVERY_SECONDS)

    async def go_round(self) -> None:
        """Remove what is due, and measure what is left; one round after the other."""
        async with self._going:
            await self._go_round()

    async def _go_round(self) -> None:
        for work in self.also:
            await work()
        now, settings = time.time(), self._settings
        with store_errors_refused():
            if self._tables.quotas is not None:
                self._tables.quotas.measured(await self._store.usage())
            await self._store.sweep()
        await self._look("open", now - settings.open_days * DAY_SECONDS, partial(self._expire, now=now))
        long_ago = now - settings.listed_hours * 3600.0
        await self._look("open", long_ago, partial(self._expire, now=now, alone=True), listed_only=True)
        if settings.keep_finished is not None:
            await self._look("over", now - settings.keep_finished * DAY_SECONDS, self.retire)

    async def _look(
        self, status: str, before: float, work: Callable[[str], Awaitable[None]], listed_only: bool = False
    ) -> None:
        """Do that at the next tables that have been quiet since; those that stay hold up none behind them.

        Where it is too soon for one of them, the next round looks at the same ones again.
        """
        kind = status, listed_only
        with store_errors_refused():
            after = self._passed.get(kind, (0.0, ""))
            found = await self._store.quiet(status, before, MAX_LOOKED_AT, listed_only, after)
        too_soon = False
        for listed in found:
            self._passed[kind] = listed.updated, listed.table
            try:
                await self._tidy(listed.table, work(listed.table))
            except _TooSoon:
                too_soon = True
        if too_soon:
            self._passed[kind] = after
        elif len(found) < MAX_LOOKED_AT:  # begin again
            self._passed.pop(kind, None)

    async def _tidy(self, table_id: str, work: Awaitable[None]) -> None:
        """Do that at a table, unless it stays or is gone; one where it fails does not hold up the others."""
        try:
            await work
        except Refused as refused:
            if refused.code not in ("not-alone", "no-table"):
                raise
        except _TooSoon:
            raise
        except Exception as error:
            log("table failed", level=logging.ERROR, table=table_id, error=error)

    async def _expire(self, table_id: str, now: float, alone: bool = False) -> None:
        """Remove an open table where nobody is present; if wished, only one that nobody joined."""
        live = await self._tables.find(table_id)
        if live is not None:

            def check(table: Table) -> None:
                owners = {seat.token for seat in table.seats if seat.owned}
                if live.watched or table.updated > now or (alone and len(owners) > 1):
                    raise Refused("not-alone")
                if self._store.shared and time.monotonic() < live.since + KNOWN_SECONDS:
                    raise _TooSoon

            await self._tables.remove_if(live, check)
        elif alone:  # its game may come back, and nobody knows who joined
            return
        else:
            await self._tables.remove(table_id)
        log("table expired", table=table_id)

    async def retire(self, table_id: str, check: Callable[[Table], None] = lambda table: None) -> None:
        """Remove a table for good, unless `check` raises Refused; of a finished game a line with its result stays."""
        live = await self._tables.find(table_id)
        if live is None:
            await self._tables.remove(table_id)
            return
        check(live.table)
        if live.table.status == "over" and not live.table.created.shown:
            with store_errors_refused():
                if self.before_removal is not None:
                    await self.before_removal(table_id)
                await self._store.moderation.put(result_of(live.table))
        await self._tables.remove_if(live, check)


def result_of(table: Table) -> Result:
    """The line that stays of a finished game."""
    returns = table.game.returns(table.state)
    line: dict[str, Any] = {
        "game": table.created.game,
        "rules": table.created.rules,
        "players": [seat.level if not seat.owned else "person" for seat in table.seats],
        "totals": [score["total"] for score in table.game.scores(table.state)],
        "winners": [seat for seat, share in enumerate(returns) if share],
        "moves": len(table.labels),
    }
    return Result(table.id, table.updated, msgspec.json.encode(line))
