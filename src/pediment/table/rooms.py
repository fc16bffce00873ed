"""All tables of a server: loaded when they are needed, changed one command after the other, kept by the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import msgspec

from pediment.table import bodies, chronicle, commands, wire
from pediment.table.chronicle import AnyEvent, Rematched
from pediment.table.logs import log
from pediment.table.metrics import Metrics
from pediment.table.place import Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.seats import Who
from pediment.table.store import EVERYTHING, Conflict, Head, Store, Unavailable, Unsure

TICK: Final = 5.0
"""Seconds between two looks at what is due and what is idle."""
IDLE: Final = 120.0
"""Seconds after which a table that nobody uses is let go of; the store has it."""
TRIES: Final = 20
"""Attempts to write something while another process writes to the same table."""

T = TypeVar("T")
Decide = Callable[[Room], list[AnyEvent]]


class Rooms:
    """The tables of a server."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.changed: Callable[[Place, Room | None], None] = lambda place, before: None
        """Called when a table was loaded, is due or was changed elsewhere; and when it was changed here, from what."""
        self.boot = time.time()
        self.places: dict[str, Place] = {}
        self.closing = False
        self._gone: set[str] = set()  # tables that were due and whose game is gone: noted once, not at every tick
        self._loading: dict[str, asyncio.Future[Place]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Wake up: go on with everything that is due."""
        self.store.listen(self._heard)
        self._spawn(self._tick())

    async def close(self) -> None:
        """Finish what was begun; nobody is served any more."""
        self.closing = True
        for place in self.places.values():
            place.changed()
        for task in [*self._tasks, *(place.care for place in self.places.values() if place.care)]:
            if task.get_name() != "change":  # those are finished
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Loading

    async def place(self, table: str) -> Place:
        """The table with that id. Raises Refused if there is none, or none of its game any more."""
        place = self.places.get(table)
        if place is None:
            if self.closing:
                raise Refused("closing")
            if not table.isprintable():  # PostgreSQL would not even look for it
                raise Refused("no-table")
            if table not in self._loading:
                self._loading[table] = self._spawn(self._load(table))
            place = await asyncio.shield(self._loading[table])
        if place.stale:
            async with place.lock:
                await self._catch_up(place)
        place.used = time.monotonic()
        return place

    async def _load(self, table: str) -> Place:
        try:
            with database():
                events = await self.store.read(table)
            if not events:
                raise Refused("no-table")
            room = Room.of(table, events)
            room.wake(self.boot)
            place = self.places[table] = Place(room)
        finally:
            del self._loading[table]
        self.changed(place, None)
        return place

    async def _catch_up(self, place: Place) -> None:
        """Fold what others have written. Call it with the lock."""
        place.stale = False
        try:
            with database():
                events = await self.store.read(place.room.table, place.room.events)
        except Refused:
            place.stale = True
            raise
        if events:
            place.replace(place.room.after([chronicle.read(event) for event in events]))
            self.changed(place, None)

    def _heard(self, table: str) -> None:
        """Another process has written to a table."""
        for place in list(self.places.values()) if table == EVERYTHING else [self.places.get(table)]:
            if place is not None:
                place.stale = True
                self._spawn(self._refresh(place))

    async def _refresh(self, place: Place) -> None:
        async with place.lock:
            if place.stale:
                with contextlib.suppress(Refused):  # it stays stale: the next who asks tries again
                    await self._catch_up(place)

    def use(self, place: Place) -> None:
        """Somebody needs that table: it stays."""
        place.used = time.monotonic()

    # Changing

    async def change(self, place: Place, decide: Decide) -> list[AnyEvent]:
        """Let `decide` say what is to happen, make it durable, and only then let it happen.

        Raises what `decide` raises, and Refused when the store fails. Goes on to its end when the caller is cancelled.
        """
        if self.closing:
            raise Refused("closing")
        return await asyncio.shield(self._spawn(self._change(place, decide), "change"))

    async def _change(self, place: Place, decide: Decide) -> list[AnyEvent]:
        async with place.lock:
            for _ in range(TRIES):
                if place.stale:
                    await self._catch_up(place)
                events = decide(place.room)
                if not events:
                    return events
                room = place.room.after(events)
                try:
                    with database(), self.metrics.append.time():
                        await self.store.append(room.table, place.room.events, _written(events), head_of(room))
                except Conflict:
                    place.stale = True
                    continue
                except Refused:
                    place.stale = True  # nobody knows what the store has
                    raise
                before = place.room
                place.replace(room)
                self.metrics.count(room, events)
                self.changed(place, before)
                return events
            raise Refused("unavailable")

    async def create(self, events: Sequence[AnyEvent]) -> Place:
        """A new table of these events."""
        if self.closing:
            raise Refused("closing")
        table = secrets.token_urlsafe(12)
        room = Room(table).after(events)
        with database():
            await asyncio.shield(self._spawn(self.store.append(table, 0, _written(events), head_of(room)), "change"))
        place = self.places[table] = Place(room)
        self.metrics.count(room, events)
        self.changed(place, None)
        return place

    async def command(self, place: Place, who: Who, command: wire.AnyCommand, language: str) -> wire.Done:
        """Do what a client wants. Raises Refused."""
        if isinstance(command, wire.Rematch):
            await self._rematch(place, who, command, language)
        else:
            await self.change(place, lambda room: commands.decide(room, who, command, time.time(), language))
        return wire.Done(getattr(command, "id", ""), place.room.seq[command.seat])

    async def _rematch(self, place: Place, who: Who, command: wire.Rematch, language: str) -> None:
        created = commands.rematch(place.room, who, command, time.time(), language)
        if not created:
            return
        other = await self.create(created)

        def decide(room: Room) -> list[AnyEvent]:
            return [] if room.rematch else [Rematched(at=time.time(), table=other.room.table)]

        await self.change(place, decide)

    # Time

    async def _tick(self) -> None:
        while True:
            try:
                await self._wake_and_forget()
            except Refused as error:
                log("database away", level=logging.WARNING, text=error.text)
            except Exception as error:
                log("tick failed", level=logging.ERROR, error=error)
            await asyncio.sleep(TICK)

    async def _wake_and_forget(self) -> None:
        with database():
            due = await self.store.due(time.time() + TICK)
        for table in due:
            if table in self.places:
                self.changed(self.places[table], None)
            elif await self._claimed(table):
                await self._wake(table)
        long_ago = time.monotonic() - IDLE
        for table, place in list(self.places.items()):
            if place.used < long_ago and not place.ears and place.care is None and not place.lock.locked():
                del self.places[table]
                with database():
                    await self.store.release(table)

    async def _claimed(self, table: str) -> bool:
        """Is it for this process, of several, to look after that table?"""
        with database():
            return await self.store.claim(table)

    async def _wake(self, table: str) -> None:
        """Load a table, which then looks after itself. One that cannot be loaded is no reason to forget the others."""
        try:
            await self.place(table)
        except Refused as refused:
            if refused.code != "game-gone":
                raise
            if table not in self._gone:
                self._gone.add(table)
                log("game gone", level=logging.WARNING, table=table, game=refused.params["game"])
        except Exception as error:
            log("table failed", level=logging.ERROR, table=table, error=error)

    def _spawn(self, work: Coroutine[Any, Any, T], name: str | None = None) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class database(contextlib.AbstractContextManager[None]):
    """Turns what a store raises into what a client is told."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Unsure):
            raise Refused("unsure") from None
        if isinstance(error, Unavailable):
            log("database failed", level=logging.ERROR, why=str(error))
            raise Refused("unavailable") from None


def head_of(room: Room) -> Head:
    """What lists show of a table."""
    summary = bodies.Summary(
        table=room.table,
        game=room.created.game,
        status=room.status,
        updated=room.updated,
        players=room.names(),
        free=sum(seat.free for seat in room.seats),
    )
    people = {seat.person for seat in room.seats if seat.person}
    return Head(
        game=room.created.game,
        status=room.status,
        listed=room.created.house.listed,
        due=room.due(),
        people=tuple(sorted(people)),
        summary=msgspec.json.encode({"summary": summary, "asked": _asked_person(room)}),
    )


def _asked_person(room: Room) -> str | None:
    """Whose turn it is, if everybody may know."""
    seat = room.asked
    return None if seat is None or room.secret else room.seats[seat].person


def _written(events: Sequence[AnyEvent]) -> list[bytes]:
    return [chronicle.write(event) for event in events]
