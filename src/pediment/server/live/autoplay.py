"""What happens at tables by itself: bots answer, clocks run out, players are notified that it is their turn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, Final, TypeVar

from pediment.server.domain import decide
from pediment.server.domain.deals import bot_seed
from pediment.server.domain.events import By
from pediment.server.domain.levels import LADDER, Levels
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.jobs.bot_workers import Closed, Question, Workers
from pediment.server.live.identities import Identities
from pediment.server.live.live_table import LiveTable
from pediment.server.live.queue_place import showing_queue_place
from pediment.server.live.tables import Deciding, LiveTables, store_errors_refused
from pediment.server.settings import Settings
from pediment.server.store.store import Unavailable
from pediment.server.structured_log import log

RETRY_SECONDS: Final = 3.0
"""Before something that failed is tried again."""
SOON_SECONDS: Final = 60.0
"""A table with something due this soon is waited for; others are left to the next tick, and may be unloaded."""
MIN_TITAN_SECONDS: Final = 1.3
"""A titan thinks for a second at most; an earlier answer would tell how hard it found its cards."""

T = TypeVar("T")


class _Moved(Exception):
    """The question has changed meanwhile."""


class Autoplay:
    """Plays what is due at the tables of a server, in one task for each table that needs it."""

    def __init__(
        self,
        tables: LiveTables,
        workers: Workers,
        identities: Identities,
        settings: Settings,
        levels: Levels = LADDER,
    ) -> None:
        self._tables = tables
        self._workers = workers
        self._identities = identities
        self._settings = settings
        self._levels = levels
        self.turn_came: Callable[[LiveTable, int, Table], None] = lambda live, seat, before: None
        """Called when it has become a seat's turn here, with the table before."""
        tables.changed = self.attend

    def attend(self, live: LiveTable, before: Table | None) -> None:
        """A table was loaded, is due or has changed: do what is due there now or soon.

        If it was changed here, from `before`, notify the player whose turn it is; other processes do not.
        """
        table = live.table
        if live.autoplay_task is None and _soon(live) and not self._tables.closing:
            # in a context of its own: it works for the table, not for the request that came first
            live.autoplay_task = asyncio.create_task(self._attend(live), context=Context())
        if before is None or table.asked is None or table.plan_is_due:  # a plan is played without its player
            return
        if table.question() != before.question() or before.plan_is_due:
            self._tell_whose_turn(live, table.asked)
            self.turn_came(live, table.asked, before)

    async def _attend(self, live: LiveTable) -> None:
        try:
            while _soon(live):
                await self._try_to_answer(live)
                if _only_for_watchers(live.table) and not live.watched_here:
                    with contextlib.suppress(Unavailable):  # then once the table is unloaded
                        await self._tables.store.release(live.table.id)  # to the process where somebody watches
        except Closed:
            pass
        finally:
            live.autoplay_task = None

    async def _try_to_answer(self, live: LiveTable) -> None:
        """Answer the present question; what fails is logged, and waits a moment. Raises Closed."""
        try:
            await self._answer(live)
        except _Moved:
            pass
        except Refused as refused:
            if refused.code != "not-asked" and not live.gone:
                log("autoplay failed", level=logging.WARNING, table=live.table.id, code=refused.code)
                await asyncio.sleep(RETRY_SECONDS)
        except Closed:
            raise
        except Exception as error:
            log("autoplay failed", level=logging.ERROR, table=live.table.id, error=error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _answer(self, live: LiveTable) -> None:
        """Wait until the present question is due, then let a bot answer, or hand the seat to one."""
        table = live.table
        seat, due = table.asked, table.due(watched=True)
        assert due is not None
        with store_errors_refused():
            ours = await self._tables.store.claim(table.id)
        if not ours:
            await self._unless_moved(live, table, asyncio.sleep(RETRY_SECONDS))
            return
        if seat is None:
            await self._unless_moved(live, table, asyncio.sleep(max(due - time.time(), 0.0)))
            await self._tables.change(live, _if_same(table, lambda now: decide.challenge_is_over(now, time.time())))
            return
        level = table.seats[seat].level
        if level is None and table.plan_plays:
            pace = self._settings.pace  # for so long the others see what was played before
            time_left = min(table.asked_at + pace - time.time(), pace)
            await self._unless_moved(live, table, asyncio.sleep(max(time_left, 0.0)))
            await self._tables.change(live, _if_same(table, lambda now: decide.play_plan(now, time.time())))
            return
        if level is None:
            await self._unless_moved(live, table, asyncio.sleep(max(due - time.time(), 0.0)))
            if not table.secret:
                await self._tables.change(live, _if_same(table, lambda now: decide.time_is_up(now, time.time())))
                return
        if level is not None and len(table.seats) not in self._levels.seats(level, table.game.name):
            await self._tables.change(live, _if_same(table, lambda now: decide.agent_is_gone(now, time.time())))
            return
        thinking = self._think(live, table, seat, level or table.created.house.stand_in)
        label = await self._unless_moved(live, table, thinking)
        if level is not None:
            pace = 0.0 if table.unattended else self._pace(level)
            # from what all have seen, so that the time does not tell how many are asked in secret
            since = table.updated if table.secret else table.asked_at
            time_left = min(since + pace - time.time(), pace)  # the system's clock may have been put back
            await self._unless_moved(live, table, asyncio.sleep(max(time_left, 0.0)))
        by: By = "bot" if level and not table.seats[seat].owned else "stand-in"
        await self._tables.change(
            live, _if_same(table, lambda now: decide.act(now, seat, label, time.time(), by, "en"))
        )

    async def _think(self, live: LiveTable, table: Table, seat: int, level: str) -> str:
        agent = self._levels.agents.get(level)
        bot = None if agent is None else agent.bot
        question = Question(table.course(), seat, level, table.options(), bot_seed(table, seat), bot)
        address = self._workers.least_served(live.addresses)
        async with showing_queue_place(live, self._workers, question):
            return await self._workers.answer(question, address, table.id)

    def _pace(self, level: str) -> float:
        """The seconds after which a bot's answer is shown: always the same for a level."""
        pace = self._settings.pace
        return max(pace, MIN_TITAN_SECONDS) if level == "titan" and pace else pace

    async def _unless_moved(self, live: LiveTable, table: Table, work: Coroutine[Any, Any, T]) -> T:
        """Do this work while the question stays the same. Raises _Moved when it changes."""
        question = table.question()
        task = asyncio.create_task(work)
        try:
            while live.table.question() == question:
                if task.done():
                    return task.result()
                moved = asyncio.create_task(live.moved.wait())
                await asyncio.wait({task, moved}, return_when=asyncio.FIRST_COMPLETED)
                moved.cancel()
            raise _Moved
        finally:
            task.cancel()

    def _tell_whose_turn(self, live: LiveTable, seat: int) -> None:
        table, player = live.table, live.table.seats[seat]
        if self._settings.webhooks and player.person and player.level is None and seat not in live.surely_present():
            link = f"{self._settings.url}/t/{table.id}"
            news = {"event": "your turn", "table": table.id, "game": table.created.game, "link": link}
            self._identities.notify(player.person, news)


def _soon(live: LiveTable) -> bool:
    if live.gone:
        return False
    due = live.table.due(live.watched_here)
    return due is not None and due < time.time() + SOON_SECONDS


def _only_for_watchers(table: Table) -> bool:
    """Whether nobody plays there but bots."""
    return table.due() is None and table.due(watched=True) is not None


def _if_same(table: Table, deciding: Deciding) -> Deciding:
    """Decide only if the question is still the one of that table."""
    question = table.question()
    return lambda now: deciding(now) if now.question() == question else now.change([])
