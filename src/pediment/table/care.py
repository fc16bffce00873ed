"""What a table needs done by itself: bots answer, clocks run out, people are told that it is their turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from pediment.table import commands
from pediment.table.chronicle import By
from pediment.table.logs import log
from pediment.table.people import People
from pediment.table.place import Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.rooms import Decide, Rooms, database
from pediment.table.settings import Settings
from pediment.table.workers import Closed, Question, Workers

RETRY: Final = 3.0
"""Seconds until something that failed is tried again."""
SOON: Final = 60.0
"""Seconds for which a table is kept waiting for its time; what is due later is woken again, and may be let go of."""
TITAN_SECONDS: Final = 1.3
"""A titan thinks for a second at most, and often less, which would tell how hard it finds its cards."""

T = TypeVar("T")


class _Moved(Exception):
    """The question is another one now."""


class Care:
    """Looks after the tables of a server, each in a task of its own while there is something to do."""

    def __init__(self, rooms: Rooms, workers: Workers, people: People, settings: Settings) -> None:
        self._rooms = rooms
        self._workers = workers
        self._people = people
        self._settings = settings
        rooms.changed = self.look_after

    def look_after(self, place: Place, before: Room | None) -> None:
        """A table was loaded, is due or has changed: do what is to be done there now or soon.

        Who changed it, from `before`, tells whose turn it is: of several processes only that one.
        """
        room = place.room
        if place.care is None and _soon(place) and not self._rooms.closing:
            place.care = asyncio.create_task(self._care(place))
        if before is not None and room.asked is not None and room.question() != before.question():
            self._tell_whose_turn(place, room.asked)

    async def _care(self, place: Place) -> None:
        try:
            while _soon(place):
                try:
                    await self._answer(place)
                except _Moved:
                    continue
                except Refused as refused:
                    if refused.code != "not-asked":
                        log("care failed", level=logging.WARNING, table=place.room.table, code=refused.code)
                        await asyncio.sleep(RETRY)
                except Closed:
                    return
                except Exception as error:
                    log("care failed", level=logging.ERROR, table=place.room.table, error=error)
                    await asyncio.sleep(RETRY)
        finally:
            place.care = None

    async def _answer(self, place: Place) -> None:
        """See to the present question: wait for its time, then let a bot answer, or hand the seat to one."""
        room = place.room
        seat, due = room.asked, room.due(watched=True)
        assert seat is not None
        assert due is not None
        with database():
            ours = await self._rooms.store.claim(room.table)
        if not ours:
            await self._unless_moved(place, room, asyncio.sleep(RETRY))
            return
        level = room.seats[seat].level
        if level is None:
            await self._unless_moved(place, room, asyncio.sleep(max(due - time.time(), 0.0)))
            if not room.secret:
                await self._rooms.change(place, _if_same(room, lambda now: commands.time_is_up(now, time.time())))
                return
        label = await self._unless_moved(place, room, self._think(room, seat, level or room.created.house.stand_in))
        if level is not None:
            pace = self._pace(level)
            since = room.updated if room.secret else room.asked_at  # how many are asked in secret must take no time
            time_left = min(since + pace - time.time(), pace)  # the system's clock may have been put back
            await self._unless_moved(place, room, asyncio.sleep(max(time_left, 0.0)))
        by: By = "bot" if level and not room.seats[seat].owned else "stand-in"
        await self._rooms.change(
            place, _if_same(room, lambda now: [commands.act(now, seat, label, time.time(), by, "en")])
        )

    async def _think(self, room: Room, seat: int, level: str) -> str:
        return await self._workers.answer(Question(room.course(), seat, level, room.options()))

    def _pace(self, level: str) -> float:
        """When a bot's answer is shown, after the question: always the same for a level."""
        pace = self._settings.pace
        return max(pace, TITAN_SECONDS) if level == "titan" and pace else pace

    async def _unless_moved(self, place: Place, room: Room, work: Coroutine[Any, Any, T]) -> T:
        """Do this unless the question is or becomes another one than the room's, which raises _Moved."""
        question = room.question()
        task = asyncio.create_task(work)
        try:
            while place.room.question() == question:
                if task.done():
                    return task.result()
                moved = asyncio.create_task(place.moved.wait())
                await asyncio.wait({task, moved}, return_when=asyncio.FIRST_COMPLETED)
                moved.cancel()
            raise _Moved
        finally:
            task.cancel()

    def _tell_whose_turn(self, place: Place, seat: int) -> None:
        room, player = place.room, place.room.seats[seat]
        if self._settings.webhooks and player.person and player.level is None and seat not in place.present():
            link = f"{self._settings.url}/t/{room.table}"
            news = {"event": "your turn", "table": room.table, "game": room.created.game, "link": link}
            self._people.notify(player.person, news)


def _soon(place: Place) -> bool:
    due = place.room.due(place.watched)
    return due is not None and due < time.time() + SOON


def _if_same(room: Room, decide: Decide) -> Decide:
    """Decide only if the question is still the one of that room."""
    question = room.question()
    return lambda now: decide(now) if now.question() == question else []
