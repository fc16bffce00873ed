"""Deletion and export of a person's data, at every table where they sat."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from pediment.server.domain.events import AnyEvent, Handed, Stood, read_event
from pediment.server.domain.forgetting import forget, held, host_of, is_theirs, known_of, leaving, seated, was_theirs
from pediment.server.domain.outcome import Outcome
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Change, Table
from pediment.server.live.limits import PAYER
from pediment.server.live.listing import renamed_head
from pediment.server.live.live_table import LiveTable
from pediment.server.live.tables import MAX_APPEND_TRIES, LiveTables, store_errors_refused
from pediment.server.store.played import Played
from pediment.server.store.store import Conflict, ListedTable
from pediment.server.structured_log import log

T = TypeVar("T")

MAX_TABLES: Final = 10_000
"""Of one person, in an export or a deletion; beyond that, delete again."""


class Erasure:
    """Forgets people, or tells them what is known of them."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._store = tables.store
        self.forgotten: Callable[[str], None] = lambda person: None
        """Called with an identity that there is no longer."""

    async def forget_person(self, person: str) -> int:
        """Forget an identity everywhere; returns at how many tables. Its key does not work any more.

        Raises Refused if a table could not be rewritten: the log says which, and all others were. The key then still
        works, so that it can be asked for again.
        """
        count = await self._forget_tables(person)
        await self._forget_games(person)
        with store_errors_refused():
            await self._store.moderation.unban(f"person {person}")
            await self._store.remove_person(person)
        self.forgotten(person)
        return count + await self._forget_tables(person)  # where they sat down meanwhile

    async def _forget_tables(self, person: str) -> int:
        """Forget an identity at all its tables; returns how many. Raises Refused if it is still at one."""
        with store_errors_refused():
            found = await self._store.tables_of(person, MAX_TABLES)
        count = 0
        for listed in found:
            try:
                await _patiently(partial(self._forget_table, listed, person))
                count += 1
            except Refused as refused:
                if refused.code != "no-table":  # else it was removed meanwhile
                    raise
            except Exception as error:
                log("forgetting failed", level=logging.ERROR, table=listed.table, error=error)
        with store_errors_refused():
            if await self._store.tables_of(person, 1):
                raise Refused("failed")
        return count

    async def _forget_games(self, person: str) -> None:
        """Forget an identity in the histories of others, where the tables are gone, and then its own history."""
        with store_errors_refused():
            for mine in await self._store.played.of(person):
                rows = [row for row in await self._store.played.at(mine.table_id) if row.person != person]
                line = msgspec.json.encode(msgspec.json.decode(mine.line, type=Outcome).without(person))
                await self._store.played.put([replace(row, line=line, rated=False) for row in rows])
                self._tables.ended(mine.table_id)  # the ratings are to be found again
            await self._store.played.remove(person)

    async def _forget_table(self, listed: ListedTable, person: str) -> None:
        live = await self._tables.find(listed.table)
        if live is not None:
            await self._forget_seats(live, Caller(person=person))
            return
        await self._forget_stored(listed, Caller(person=person))

    async def _forget_stored(self, listed: ListedTable, caller: Caller) -> None:
        """The same at a table that cannot be loaded, as when its game is gone; it may come back."""
        status, head = listed.head.status, partial(renamed_head, listed.head)
        await self._tables.append_stored(
            listed.table, lambda events: leaving(events, status, caller.person, caller.keys, time.time()), head
        )
        await self._forget_reports(listed.table, caller.person, caller.keys)
        await self._tables.rewrite_stored(listed.table, lambda events: forget(events, caller.person, caller.keys), head)

    async def forget_here(self, table_id: str, caller: Caller, language: str) -> None:
        """Forget whoever this is at one table where they sit or sat, even if they may not look at it any more.

        Raises Refused; then it can be asked for again.
        """
        await _patiently(partial(self._forget_here, table_id, caller, language))

    async def _forget_here(self, table_id: str, caller: Caller, language: str) -> None:
        live = await self._tables.find(table_id)
        if live is None:
            listed, _ = await self._stored_of(table_id, caller, language)
            await self._forget_stored(listed, caller)
            return
        if not live.table.tokens & caller.keys and caller.person not in live.table.people:
            raise Refused("not-your-seat", language)
        await self._forget_seats(live, caller)

    async def _forget_seats(self, live: LiveTable, caller: Caller) -> None:
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

        tokens = {seat.token for seat in live.table.seats if caller.owns(seat)} | (live.table.tokens & caller.keys)
        await self._tables.change(live, leaving, essential=True)
        await self._forget_reports(live.table.id, caller.person, tokens)
        await self._tables.rewrite(live, lambda events: forget(events, caller.person, tokens))

    async def remove_stored(self, table_id: str, caller: Caller, language: str) -> None:
        """Remove a table whose game is gone, if nobody else has a seat, or as its host one that has not begun.

        Raises Refused.
        """
        for _ in range(MAX_APPEND_TRIES):
            listed, events = await self._stored_of(table_id, caller, language)
            sat = seated(events)
            mine = {seat for seat in sat if is_theirs(sat[seat], caller.person, caller.keys)}
            if not mine:
                raise Refused("not-your-seat", language)
            if sat.keys() - mine and not (listed.head.status == "open" and host_of(events) in mine):
                raise Refused("not-alone", language)
            with contextlib.suppress(Conflict):
                await self._tables.remove(table_id, len(events))
                return
        raise Refused("unavailable", language)

    async def _stored_of(self, table_id: str, caller: Caller, language: str) -> tuple[ListedTable, list[AnyEvent]]:
        """A table that cannot be loaded, with its events. Raises Refused for somebody who never sat there."""
        with store_errors_refused():
            stored = await self._store.read(table_id)
            listed = await self._store.listing(table_id)  # not older than its events
        if listed is None:
            raise Refused("no-table", language)
        events = await self._tables.off_loop.do(lambda: [read_event(event) for event in stored])
        if not held(events, caller.person, caller.keys):
            raise Refused("not-your-seat", language)
        return listed, events

    async def _forget_reports(self, table: str, person: str | None, tokens: Collection[str]) -> None:
        """Remove what they reported, and the words of reports about them, which may name them."""
        with store_errors_refused():
            reports = await self._store.moderation.reports_at(table)
            if not reports:
                return
            stored = await self._store.read(table)
            seats = await self._tables.off_loop.do(
                lambda: held([read_event(event) for event in stored], person, tokens)
            )
            for report in reports:
                if was_theirs(seats, report.by, report.at):
                    await self._store.moderation.settle(report.id)
                elif was_theirs(seats, report.seat, report.at):
                    await self._store.moderation.put(replace(report, text=""))

    async def export(self, person: str) -> AsyncIterator[bytes]:
        """Everything that is stored of an identity, in pieces of one JSON text: a table at a time. Raises Refused."""
        with store_errors_refused():
            found = await self._store.person(person)
            bans = [ban for ban in await self._store.moderation.bans() if ban.subject == f"person {person}"]
            listed = await self._store.tables_of(person, MAX_TABLES)
            games = await self._store.played.of(person)
        about = {
            "person": person,
            "name": None if found is None else found.name,
            "settings": {} if found is None else msgspec.json.decode(found.settings),
            "bans": [{"until": ban.until, "note": ban.note} for ban in bans],
            "games": [_own_line(row) for row in games],
        }
        return self._pieces(about, listed, person)

    async def _pieces(self, about: dict[str, Any], listed: list[ListedTable], person: str) -> AsyncIterator[bytes]:
        yield msgspec.json.encode(about)[:-1] + b',"tables":['
        for n, table in enumerate(listed):
            yield b"," * (n > 0) + await _patiently(partial(self._known_at, table, person))
        yield b"]}"

    async def _known_at(self, listed: ListedTable, person: str) -> bytes:
        with store_errors_refused():
            reports = await self._store.moderation.reports_at(listed.table)
            stored = await self._store.read(listed.table)

        def known() -> bytes:
            events = [read_event(event) for event in stored]
            seats = held(events, person, ())
            told = {"table": listed.table, "game": listed.head.game} | known_of(events, person, ())
            told["reports"] = [
                {"at": report.at, "seat": report.seat, "text": report.text}
                for report in reports
                if was_theirs(seats, report.by, report.at)
            ]
            told["reported"] = [
                {"at": report.at, "seat": report.seat}
                for report in reports
                if was_theirs(seats, report.seat, report.at)
            ]
            return msgspec.json.encode(told)

        return await self._tables.off_loop.do(known)


def _own_line(row: Played) -> dict[str, Any]:
    """What a line of a history says of its person, and not of the others."""
    outcome = msgspec.json.decode(row.line, type=Outcome)
    own = [{"seat": seat, **msgspec.to_builtins(outcome.seats[seat])} for seat in outcome.own(row.person)]
    rating = {"rating": row.mean, "deviation": row.deviation}
    return {"table": row.table_id, "game": row.game, "began": outcome.began, "ended": row.ended, "seats": own} | rating


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do that piece of long work as soon as its address may go on."""
    while True:
        await PAYER.get().settled()
        try:
            return await work()
        except Refused as refused:
            if refused.code != "too-fast":  # else the address has wanted something else meanwhile
                raise
