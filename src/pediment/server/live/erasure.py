"""Deletion and export of a person's data, at every table where they sat."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

import msgspec

from pediment.server.domain.events import AnyEvent, Handed, Stood, read_event
from pediment.server.domain.forgetting import forget, known_of
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Change, Table
from pediment.server.live.listing import renamed_head
from pediment.server.live.live_table import LiveTable
from pediment.server.live.tables import LiveTables, store_errors_refused

MAX_TABLES: Final = 10_000
"""Of one person, in an export or a deletion; beyond that, delete again."""


class Erasure:
    """Forgets people, or tells them what is known of them."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._store = tables.store

    async def forget_person(self, person: str) -> int:
        """Forget an identity everywhere; returns at how many tables. Its key does not work any more."""
        count = await self._forget_tables(person)
        with store_errors_refused():
            await self._store.remove_person(person)
        return count + await self._forget_tables(person)  # where they sat down meanwhile

    async def _forget_tables(self, person: str) -> int:
        with store_errors_refused():
            found = await self._store.tables_of(person, MAX_TABLES)
        for listed in found:
            live = await self._tables.find(listed.table)
            if live is not None:
                await self.forget_seats(live, Caller(person=person))
            else:  # nobody plays on there
                await self._tables.rewrite_stored(
                    listed.table, lambda events: forget(events, person, ()), partial(renamed_head, listed.head)
                )
        return len(found)

    async def forget_seats(self, live: LiveTable, caller: Caller) -> None:
        """Forget whoever this is at one table: their seats are free or a bot's, their name and chat are gone."""

        def leaving(table: Table) -> Change:
            now = time.time()
            mine = [seat for seat, found in enumerate(table.seats) if caller.owns(found)]
            events: list[AnyEvent] = []
            if table.status == "open":
                events = [Stood(at=now, seat=seat) for seat in mine]
            elif table.status == "running":
                level = table.created.house.stand_in
                played = [seat for seat in mine if table.seats[seat].level is None]
                events = [Handed(at=now, seat=seat, level=level, why="left") for seat in played]
            return table.change(events)

        tokens = {seat.token for seat in live.table.seats if caller.owns(seat)}
        await self._tables.change(live, leaving)
        await self._tables.rewrite(live, lambda events: forget(events, caller.person, tokens))

    async def known_of(self, person: str) -> dict[str, Any]:
        """Everything that is stored of an identity."""
        with store_errors_refused():
            found = await self._store.person(person)
            listed = await self._store.tables_of(person, MAX_TABLES)
            tables = []
            for table in listed:
                events = [read_event(event) for event in await self._store.read(table.table)]
                tables.append({"table": table.table, "game": table.head.game, **known_of(events, person, ())})
        settings = {} if found is None else msgspec.json.decode(found.settings)
        return {"person": person, "name": None if found is None else found.name, "settings": settings, "tables": tables}
