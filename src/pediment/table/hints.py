"""Hints for people at a table: found in a worker, from what the seat may know, after the table was told."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Final

from pediment.table import bodies, commands
from pediment.table.chronicle import AnyEvent
from pediment.table.place import Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.rooms import Rooms
from pediment.table.seats import Who
from pediment.table.workers import Closed, HintQuestion, NoHint, Workers

KEPT: Final = 256
"""Answers that are kept for who asks the same again."""

_Wish = tuple[bodies.AskHint, str]
"""What is asked, in which language."""


class Advice:
    """Finds hints, one at a time for each seat."""

    def __init__(self, rooms: Rooms, workers: Workers, iterations: int) -> None:
        self._rooms = rooms
        self._workers = workers
        self._iterations = iterations
        self._found: OrderedDict[tuple[str, _Wish], list[bodies.Hint]] = OrderedDict()
        self._thinking: dict[tuple[str, int], tuple[_Wish, asyncio.Task[list[bodies.Hint]]]] = {}

    async def hint(self, place: Place, who: Who, wanted: bodies.AskHint, language: str) -> bodies.Hints:
        """The best moves for the seat that is asked; everybody at the table hears of it before. Raises Refused."""
        commands.hint(place.room, who, wanted, time.time(), language)
        seat, wish = (place.room.table, wanted.seat), (wanted, language)
        if seat not in self._thinking:
            task = asyncio.create_task(self._find(place, who, wanted, language))
            self._thinking[seat] = wish, task
            task.add_done_callback(lambda task: self._done(seat, task))
        under_way, task = self._thinking[seat]
        if under_way != wish:
            raise Refused("one-hint", language)
        return bodies.Hints(wanted.seq, await asyncio.shield(task))  # whoever asks the same waits for the same

    async def _find(self, place: Place, who: Who, wanted: bodies.AskHint, language: str) -> list[bodies.Hint]:
        room = place.room

        def decide(now: Room) -> list[AnyEvent]:
            nonlocal room
            room = now
            return commands.hint(now, who, wanted, time.time(), language)

        await self._rooms.change(place, decide)
        key = room.table, (wanted, language)
        found = self._found.pop(key, None)
        if found is None:
            names, course = room.called(language), room.course()
            question = HintQuestion(course, wanted.seat, self._iterations, language, room.options(), names)
            try:
                found = await self._workers.hints(question)
            except NoHint:
                raise Refused("no-hint", language) from None
            except Closed:
                raise Refused("closing", language) from None
        self._found[key] = found
        if len(self._found) > KEPT:
            self._found.popitem(last=False)
        return found

    def _done(self, seat: tuple[str, int], task: asyncio.Task[list[bodies.Hint]]) -> None:
        del self._thinking[seat]
        if not task.cancelled():
            task.exception()  # whoever asked may be gone
