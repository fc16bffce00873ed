"""A server: all its parts, made from settings, started and stopped together."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator

from pediment.table.bodies import AskHint, Hints
from pediment.table.care import Care
from pediment.table.commands import check_seat
from pediment.table.guard import check_limit
from pediment.table.hints import Advice
from pediment.table.limits import Limits
from pediment.table.logs import log
from pediment.table.metrics import Metrics
from pediment.table.people import People
from pediment.table.place import Place
from pediment.table.refusal import Refused
from pediment.table.rooms import Rooms
from pediment.table.seats import Who
from pediment.table.settings import Settings
from pediment.table.store import store_of
from pediment.table.studies import Studies
from pediment.table.webhook import Webhooks
from pediment.table.wire import AnyCommand, Done
from pediment.table.workers import Workers


class Server:
    """The parts of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = store_of(settings.database, settings.fanout)
        self.workers = Workers(settings.workers, settings.think)
        self.webhooks = Webhooks(settings.webhooks, settings.webhook_hosts)
        self.people = People(self.store, self.webhooks)
        self.metrics = Metrics(self.workers)
        self.rooms = Rooms(self.store, self.metrics)
        self.care = Care(self.rooms, self.workers, self.people, settings)
        self.advice = Advice(self.rooms, self.workers, settings.hint)
        self.studies = Studies(settings.analysis)
        self.requests = Limits(settings.requests, settings.requests * 10)
        self.creations = Limits(settings.creations, settings.creations * 60)
        self.sockets: Counter[str] = Counter()
        self.commands = Limits(settings.commands, settings.commands * 5)
        self.metrics.gauge("pediment_places", "Tables in memory", lambda: len(self.rooms.places))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store, start the bots, go on with what is due; in the end finish what was begun."""
        await self.store.open()
        try:
            await self.workers.start()
            await self.rooms.start()
            log("started", workers=self.settings.workers)
            yield
        finally:
            await self.rooms.close()
            await self.studies.close()
            await self.workers.close()
            await self.webhooks.close()
            await self.store.close()
            log("stopped")

    async def command(self, place: Place, who: Who, command: AnyCommand, language: str) -> Done:
        """Do what a client wants, if it is not too much at once. Raises Refused."""
        with self.metrics.command.time(), self._limited(place, who, command.seat, language):
            return await self.rooms.command(place, who, command, language)

    async def hint(self, place: Place, who: Who, wanted: AskHint, language: str) -> Hints:
        """Advise a seat, if that is not too much at once. Raises Refused."""
        with self._limited(place, who, wanted.seat, language):
            return await self.advice.hint(place, who, wanted, language)

    @contextlib.contextmanager
    def _limited(self, place: Place, who: Who, seat: int, language: str) -> Iterator[None]:
        """Something that a seat may not do too often; refusals are counted."""
        try:
            check_seat(place.room, who, seat, language)  # first: nobody else uses up what a seat may do
            check_limit(self.commands, f"{place.room.table}/{seat}", language)
            yield
        except Refused as refused:
            self.metrics.refused.labels(refused.code).inc()
            raise
