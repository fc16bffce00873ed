"""The store for several server processes: PostgreSQL."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from pediment.server.store import editions
from pediment.server.store.moderation import ANY_ROW, Moderation, insert
from pediment.server.store.played import Played, PlayedGames, add
from pediment.server.store.pool import Connection, ConnectionLost, Pool, as_unavailable, connect, fetch
from pediment.server.store.sql import SqlStore
from pediment.server.store.store import (
    ALL_TABLES,
    EDITION_SECONDS,
    Conflict,
    KeyedPerson,
    ListedTable,
    OutcomeUnknown,
    Person,
    Row,
    TableHead,
    Unavailable,
    Usage,
    WholeTable,
)

MIGRATIONS: Final = (
    """
    create table tables (
        id text collate "C" primary key,
        next bigint not null,
        updated double precision not null,
        game text not null,
        status text not null,
        listed boolean not null,
        due double precision,
        people text[] not null,
        summary bytea not null
    );
    create index tables_listed on tables (status, updated) where listed;
    create index tables_due on tables (due) where due is not null;
    create index tables_people on tables using gin (people);
    create table events (
        table_id text collate "C" not null,
        n bigint not null,
        event bytea not null,
        primary key (table_id, n)
    );
    create table people (
        id text collate "C" primary key,
        name text not null,
        settings bytea not null,
        key_hash bytea not null unique
    );
    """,
    """
    create index tables_status on tables (status, updated);
    create table editions (
        hash text collate "C" primary key,
        content bytea not null,
        used double precision not null
    );
    create table edition_uses (
        table_id text collate "C" not null,
        hash text collate "C" not null,
        primary key (table_id, hash)
    );
    create index edition_uses_hash on edition_uses (hash);
    create table results (
        table_id text collate "C" primary key,
        ended double precision not null,
        line bytea not null
    );
    create table reports (
        id text collate "C" primary key,
        at double precision not null,
        table_id text collate "C" not null,
        seat integer not null,
        by_seat integer not null,
        text text not null
    );
    create table bans (
        subject text collate "C" primary key,
        until double precision,
        note text not null
    );
    """,
    """
    alter table tables add column rewrites bigint not null default 0;
    """,
    """
    create table played (
        person text collate "C" not null,
        ended double precision not null,
        table_id text collate "C" not null,
        game text collate "C" not null,
        seats integer not null,
        against text collate "C" not null,
        result text collate "C" not null,
        points integer,
        levels text collate "C" not null,
        counted boolean not null,
        line bytea not null,
        rated boolean not null,
        mean double precision,
        deviation double precision,
        primary key (person, ended, table_id)
    );
    create index played_table on played (table_id);
    create index played_unrated on played (ended, table_id) where not rated;
    """,
    """
    create index played_brief on played (
        person, game, ended, table_id, seats, against, result, points, levels, counted, mean, deviation
    );
    """,
)
"""The statements that turn a database of each version into one of the next; the first begin with an empty one."""

SETTLE_SECONDS: Final = 10.0
"""How long an append tries to find out what became of it after the connection was lost in the middle."""
RETRY_SECONDS: Final = 0.25
"""How long to wait between two attempts to reach the database."""
APPEND: Final = """
    with given as (
        select * from unnest(
            %(tables)s::text[], %(numbers)s::bigint[], %(following)s::bigint[], %(updated)s::float8[],
            %(games)s::text[], %(statuses)s::text[], %(listed)s::boolean[], %(due)s::float8[],
            %(people)s::jsonb[], %(summaries)s::bytea[], %(rewrites)s::bigint[]
        ) as given (id, n, following, updated, game, status, listed, due, people, summary, rewrites)
    ), locked as (
        select id from tables where id = any(%(tables)s) order by id for update
    ), made as (
        insert into tables (id, next, updated, game, status, listed, due, people, summary)
        select id, following, updated, game, status, listed, due,
            array(select jsonb_array_elements_text(people)), summary
        from given where n = 0 order by id
        on conflict do nothing returning id
    ), changed as (
        update tables set next = following, updated = given.updated, game = given.game, status = given.status,
            listed = given.listed, due = given.due, people = array(select jsonb_array_elements_text(given.people)),
            summary = given.summary
        from given join locked using (id)
        where tables.id = given.id and given.n > 0 and tables.next = given.n and tables.rewrites = given.rewrites
        returning tables.id
    ), head as (
        select id from made union all select id from changed
    ), written as (
        insert into events (table_id, n, event) select id, n, event from head
        join unnest(%(places)s::text[], %(places_n)s::bigint[], %(events)s::bytea[]) as event (id, n, event) using (id)
    )
"""
"""Many appends, each to another table, in one statement, which is one transaction. What is in `head` was written.

Locks are always taken in the same order, so that two processes never wait for each other.
"""
INSERT_PERSON: Final = "insert into people (id, name, settings, key_hash) values (%s, %s, %s, %s)"
SELECT_EVENTS: Final = "select event from events where table_id = %s and n >= %s order by n"
SELECT_EDITIONS: Final = "select hash, content from editions where hash = any(%s)"
KEEP_EDITIONS: Final = """
    with given as (select * from unnest(%(hashes)s::text[], %(contents)s::bytea[]) as given (hash, content)), kept as (
        insert into editions (hash, content, used) select hash, content, %(now)s::float8 from given order by hash
        on conflict (hash) do update set used = excluded.used
    )
    insert into edition_uses (table_id, hash) select %(table)s, hash from given on conflict do nothing returning 1
"""

log: Final = logging.getLogger(__name__)


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL database, which also tells the processes of each other's moves."""

    shared = True

    def __init__(self, url: str) -> None:
        try:
            conninfo_to_dict(url)
        except psycopg.Error:  # its text may hold the password
            raise ValueError("that is not a URL of PostgreSQL; one looks like postgresql://user@host/name") from None
        self._url = url
        self._name = secrets.token_hex(8)
        self._heard: Callable[[str], None] = lambda table: None
        self._told: Callable[[str, str], None] = lambda process, text: None
        self._listener: asyncio.Task[None] | None = None
        self._listening: Connection | None = None
        self._pool = Pool(url)
        self.moderation = Moderation(self._ask)
        self.played = PlayedGames(self._ask, self._ask)
        self._writer = BatchWriter(self._pool, self._name)
        self._claims: Connection | None = None
        self._claims_free = asyncio.Lock()
        self._claimed: set[str] = set()

    async def open(self) -> None:
        await self._migrate()
        self._listening = await self._subscribe()
        self._listener = asyncio.create_task(self._listen(self._listening))

    async def close(self) -> None:
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await self._writer.close()
        await self._pool.close()
        if self._claims:
            with suppress(psycopg.Error):  # else others could claim what was ours only a moment later
                await self._claims.execute("select pg_advisory_unlock_all()")
        for connection in (self._listening, self._claims):
            if connection:
                await connection.close()

    async def append(self, table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
        if n == 0:
            events = await self._without_editions(table, events)
        append = Append(ListedTable(table, time.time(), head), n, events, rewrites)
        lost: float | None = None
        while True:
            try:
                written = await self._writer.write(append)
                # Only one can write event n: a second attempt settles what became of the first
                if not written and lost is not None:
                    found = await self._ask(SELECT_EVENTS, (table, n))
                    written = [event for (event,) in found[: len(events)]] == list(events)
                break
            except ConnectionLost:
                lost = lost or time.monotonic()
            except Unavailable:
                if lost is None:
                    raise
            if time.monotonic() - lost > SETTLE_SECONDS:
                raise OutcomeUnknown(f"the database was lost while event {n} of table {table} was written")
            await asyncio.sleep(RETRY_SECONDS)
        if not written:
            raise Conflict(f"event {n} of table {table} cannot be written; it is there, or the one before is not")

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        return await _read_events(self._ask, table, since)

    async def _without_editions(
        self, table: str, events: Sequence[bytes], connection: Connection | None = None
    ) -> list[bytes]:
        """The events of a new table as they are written: the values of editions are kept apart."""
        short, found = editions.split(events[0]) if events else (b"", {})
        if found:
            values = {"table": table, "now": time.time(), "hashes": list(found), "contents": list(found.values())}
            await (
                self._ask(KEEP_EDITIONS, values) if connection is None else connection.execute(KEEP_EDITIONS, values)
            )
        return [short, *events[1:]] if events else []

    async def is_behind(self, table: str, known: int, rewrites: int) -> bool:
        query = "select from tables where id = %s and next = %s and rewrites = %s"
        return not await self._ask(query, (table, known, rewrites))

    async def tables_of(self, person: str, limit: int) -> list[ListedTable]:
        rest = "where people @> array[%s]::text[] order by updated desc limit %s"
        return await self._tables(rest, person, limit)

    async def rewrite(self, table: str, events: Sequence[bytes], head: TableHead, rewrites: int) -> None:
        written = await self._without_editions(table, events)
        async with self._pool.transaction() as connection:
            query = (
                "update tables set status = %s, listed = %s, due = %s, people = %s, summary = %s,"
                " rewrites = rewrites + 1 where id = %s and next = %s and rewrites = %s returning id"
            )
            values = (head.status, head.listed, head.due, list(head.people), head.summary)
            if not await fetch(connection, query, (*values, table, len(events), rewrites)):
                raise Conflict(f"table {table} has other events")
            await connection.execute("delete from played where table_id = %s", (table,))
            async with connection.cursor() as cursor:
                query = "update events set event = %s where table_id = %s and n = %s and event != %s"
                await cursor.executemany(query, [(event, table, n, event) for n, event in enumerate(written)])
            await self._tell(connection, table)

    async def remove(self, table: str, known: int | None = None) -> bool:
        async with self._pool.transaction() as connection:
            removed = await fetch(connection, "delete from tables where id = %s returning next", (table,))
            if removed and known is not None and removed != [(known,)]:
                raise Conflict(f"table {table} has other events")
            for name in ("events", "edition_uses", "reports"):
                await connection.execute(f"delete from {name} where table_id = %s", (table,))
            await self._tell(connection, table)
        return bool(removed)

    async def _tell(self, connection: Connection, table: str) -> None:
        """Let other processes hear of that table."""
        await connection.execute("select pg_notify('pediment', %s)", (f"{self._name} {table}",))

    async def sweep(self) -> None:
        unused = "delete from edition_uses where table_id not in (select id from tables) and hash in"
        old = "(select hash from editions where used < %s)"
        long_ago = time.time() - EDITION_SECONDS
        await self._ask(f"{unused} {old} returning hash", (long_ago,))
        query = "delete from editions where used < %s and hash not in (select hash from edition_uses) returning hash"
        await self._ask(query, (long_ago,))

    async def usage(self) -> Usage:
        ((tables, size),) = await self._ask(
            "select (select count(*) from tables), pg_database_size(current_database())", ()
        )
        return Usage(tables, size)

    async def add_person(self, person: Person, key_hash: bytes) -> None:
        query = f"{INSERT_PERSON} on conflict do nothing returning id"
        try:
            added = await self._pool.ask(query, (person.id, person.name, person.settings, key_hash))
        except ConnectionLost:
            raise OutcomeUnknown("the database was lost while somebody was written into it") from None
        if not added:
            raise Conflict(f"there already is a person {person.id} or somebody with that key")

    async def change_person(self, person: Person, before: Person | None = None) -> None:
        query = "update people set name = %s, settings = %s where id = %s"
        values: tuple[object, ...] = (person.name, person.settings, person.id)
        if before is not None:
            query += " and name = %s and settings = %s"
            values += (before.name, before.settings)
        if await self._ask(f"{query} returning id", values):
            return
        if before is not None and await self.person(person.id) is not None:
            raise Conflict(f"person {person.id} was changed")
        raise KeyError(person.id)

    async def change_key(self, person: str, key_hash: bytes) -> None:
        try:
            changed = await self._ask("update people set key_hash = %s where id = %s returning id", (key_hash, person))
        except psycopg.errors.UniqueViolation:
            raise Conflict("there already is somebody with that key") from None
        if not changed:
            raise KeyError(person)

    async def remove_person(self, person: str) -> bool:
        return bool(await self._ask("delete from people where id = %s returning id", (person,)))

    async def claim(self, table: str) -> bool:
        """The lock is PostgreSQL's, of a connection that is kept for such locks: it ends with the process.

        When that connection breaks, all claims are gone; they can be claimed again after ALL_TABLES was heard.
        """
        async with self._claims_free, as_unavailable():
            connection = await self._claims_connection()
            if table not in self._claimed:
                cursor = await connection.execute("select pg_try_advisory_lock(%s)", (_lock_number(table),))
                if await cursor.fetchone() == (True,):
                    self._claimed.add(table)
            return table in self._claimed

    async def release(self, table: str) -> None:
        async with self._claims_free, as_unavailable():
            if table in self._claimed:
                connection = await self._claims_connection()
                self._claimed.discard(table)
                await connection.execute("select pg_advisory_unlock(%s)", (_lock_number(table),))

    def listen(self, heard: Callable[[str], None], told: Callable[[str, str], None]) -> None:
        self._heard, self._told = heard, told

    async def tell(self, text: str) -> None:
        await self._ask("select pg_notify('pediment_told', %s)", (f"{self._name} {text}",))

    async def check(self) -> None:
        ((read_only,),) = await self._ask("select current_setting('transaction_read_only') = 'on'", ())
        if read_only:
            raise Unavailable("the database can only be read", "the database can only be read")
        await self._ask("update pediment set version = version returning version", ())

    async def rows(self) -> AsyncIterator[Row]:
        async with as_unavailable(), await connect(self._url) as connection:
            await connection.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
            await connection.set_read_only(True)
            async with connection.transaction():
                version = await _version(connection)
                if version == 0:
                    raise Unavailable("that is not a database of Pediment")
                if version < len(MIGRATIONS):
                    raise Unavailable(
                        "the database is from an earlier Pediment; "
                        "make the backup with that version, or start the server on it once"
                    )
                ask = partial(fetch, connection)
                async for row in self._all_rows(ask, partial(_read_events, ask)):
                    yield row

    async def fill(self, rows: AsyncIterator[Row]) -> None:
        await self._migrate()
        async with as_unavailable(), await connect(self._url) as connection, connection.transaction():
            await connection.execute("lock table tables, people in exclusive mode")
            if await fetch(connection, f"{ANY_ROW} limit 1"):
                raise Conflict("the database is not empty")
            async for row in rows:
                if isinstance(row, KeyedPerson):
                    person = row.person
                    values = (person.id, person.name, person.settings, row.key_hash)
                    await connection.execute(INSERT_PERSON, values)
                elif isinstance(row, WholeTable):
                    written = await self._without_editions(row.listed.table, row.events, connection)
                    await connection.execute(f"{APPEND} select", _values([Append(row.listed, 0, written)]))
                elif isinstance(row, Played):
                    await connection.execute(*add(row))
                else:
                    await connection.execute(*insert(row))

    async def _migrate(self) -> None:
        async with as_unavailable(), await connect(self._url) as connection, connection.transaction():
            await connection.execute("select pg_advisory_xact_lock(%s)", (_lock_number(""),))
            version = await _version(connection)
            if version == len(MIGRATIONS):
                return
            await connection.execute("create table if not exists pediment (version integer not null)")
            for step in MIGRATIONS[version:]:
                await connection.execute(step)
            await connection.execute("delete from pediment")
            await connection.execute("insert into pediment values (%s)", (len(MIGRATIONS),))

    async def _ask(self, query: str, values: Sequence[object] | Mapping[str, object]) -> list[Any]:
        """The rows of a query that may safely run twice."""
        try:
            return await self._pool.ask(query, values)
        except ConnectionLost:
            try:
                return await self._pool.ask(query, values)
            except ConnectionLost as error:
                raise Unavailable(str(error)) from error

    @staticmethod
    def _people(found: Any) -> list[str]:
        people: list[str] = found
        return people

    async def _claims_connection(self) -> Connection:
        """The connection that holds the claims; when it broke, a new one without any."""
        if self._claims:
            with suppress(psycopg.Error):
                await self._claims.execute("select")
                return self._claims
            await self._claims.close()
        self._claimed.clear()
        self._claims = await connect(self._url)
        return self._claims

    async def _subscribe(self) -> Connection:
        connection = await connect(self._url)
        try:
            await connection.execute("listen pediment")
            await connection.execute("listen pediment_told")
        except psycopg.Error as error:
            await connection.close()
            raise Unavailable(f"PostgreSQL: {error}") from error
        return connection

    async def _listen(self, connection: Connection) -> None:
        """Hear of what other processes write, for ever."""
        while True:
            with suppress(psycopg.Error):
                async for note in connection.notifies():
                    name, _, text = note.payload.partition(" ")
                    if name == self._name:
                        continue
                    if note.channel == "pediment":
                        _call(self._heard, text)
                    else:
                        _call(self._told, name, text)
            log.warning("the connection that hears of other processes was lost")
            await connection.close()
            self._listening = connection = await self._subscribe_again()
            log.info("the connection that hears of other processes is back")
            _call(self._heard, ALL_TABLES)

    async def _subscribe_again(self) -> Connection:
        while True:
            with suppress(Unavailable):
                return await self._subscribe()
            await asyncio.sleep(RETRY_SECONDS)


def _call(hearing: Callable[..., None], *what: str) -> None:
    """Tell somebody what was heard; whatever goes wrong there, the next news are heard, too."""
    try:
        hearing(*what)
    except Exception:
        log.exception("what another process told was not understood")


@dataclass(frozen=True, slots=True)
class Append:
    """Events that a table gets, with its head."""

    listed: ListedTable
    n: int
    events: Sequence[bytes]
    rewrites: int = 0


class BatchWriter:
    """Commits all appends that wait together: to make many durable takes hardly longer than one."""

    def __init__(self, pool: Pool, name: str) -> None:
        self._pool = pool
        # Others are told in the same transaction, so that nothing can come between
        self._query = f"{APPEND} select id, pg_notify('pediment', '{name} ' || id) from head"
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, append: Append) -> bool:
        """Was it written? False if another number is the next one. Raises as Pool.ask does."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, answer))
        if not self._writing or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await answer

    async def close(self) -> None:
        """Finish the appends that wait."""
        if self._writing:
            await self._writing

    async def _write_all(self) -> None:
        while self._waiting:
            batch: dict[str, tuple[Append, asyncio.Future[bool]]] = {}
            later = []
            for append, answer in self._waiting:
                if append.listed.table in batch:
                    later.append((append, answer))
                else:
                    batch[append.listed.table] = append, answer
            self._waiting = later
            await self._write(list(batch.values()))

    async def _write(self, batch: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        try:
            rows = await self._pool.ask(self._query, _values([append for append, _ in batch]))
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, (ConnectionLost, Unavailable)):  # one of them cannot be written
                for single in batch:
                    await self._write([single])
                return
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
            return
        written = {row[0] for row in rows}
        for append, answer in batch:
            if not answer.done():
                answer.set_result(append.listed.table in written)


async def _read_events(ask: Callable[..., Awaitable[list[Any]]], table: str, since: int = 0) -> list[bytes]:
    events = [event for (event,) in await ask(SELECT_EVENTS, (table, since))]
    kept = editions.hashes_in(events[:1]) if since == 0 else []
    if kept:
        events[0] = editions.join(events[0], dict(await ask(SELECT_EDITIONS, (kept,))))
    return events


async def _version(connection: Connection) -> int:
    """The version of a database; 0 for an empty one. Raises Unavailable for a newer one."""
    if not await fetch(connection, "select where to_regclass('pediment') is not null"):
        return 0
    ((version,),) = await fetch(connection, "select max(version) from pediment")
    if version > len(MIGRATIONS):
        raise Unavailable("the database was written by a newer Pediment; update this one")
    return int(version)


def _lock_number(table: str) -> int:
    """The number by which PostgreSQL knows the lock on a table; without a table, the lock on the database's shape."""
    return int.from_bytes(hashlib.blake2b(f"pediment {table}".encode(), digest_size=8).digest(), signed=True)


def _values(appends: Sequence[Append]) -> dict[str, object]:
    heads = [append.listed.head for append in appends]
    events = [(append.listed.table, append.n + i, event) for append in appends for i, event in enumerate(append.events)]
    return {
        "tables": [append.listed.table for append in appends],
        "numbers": [append.n for append in appends],
        "following": [append.n + len(append.events) for append in appends],
        "updated": [append.listed.updated for append in appends],
        "games": [head.game for head in heads],
        "statuses": [head.status for head in heads],
        "listed": [head.listed for head in heads],
        "due": [head.due for head in heads],
        "people": [json.dumps(head.people) for head in heads],
        "summaries": [head.summary for head in heads],
        "rewrites": [append.rewrites for append in appends],
        "places": [table for table, _, _ in events],
        "places_n": [n for _, n, _ in events],
        "events": [event for _, _, event in events],
    }
