"""The embedded store: one SQLite file for one server process."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import shlex
import sqlite3
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from pediment.server.store import editions
from pediment.server.store.moderation import ANY_ROW, Moderation, insert
from pediment.server.store.played import Played, PlayedGames, add
from pediment.server.store.sql import SqlStore
from pediment.server.store.store import (
    EDITION_SECONDS,
    Conflict,
    KeyedPerson,
    ListedTable,
    Person,
    Row,
    TableHead,
    Unavailable,
    Usage,
    WholeTable,
)

if sys.platform != "win32":
    import fcntl

T = TypeVar("T")

MIGRATIONS: Final = (
    """
    create table tables (
        id text primary key,
        next integer not null,
        updated real not null,
        game text not null,
        status text not null,
        listed integer not null,
        due real,
        people text not null,
        summary blob not null
    ) strict, without rowid;
    create index tables_listed on tables (status, updated) where listed;
    create index tables_due on tables (due) where due is not null;
    create table events (
        table_id text not null,
        n integer not null,
        event blob not null,
        primary key (table_id, n)
    ) strict, without rowid;
    create table seats (
        person text not null,
        table_id text not null,
        primary key (person, table_id)
    ) strict, without rowid;
    create table people (
        id text primary key,
        name text not null,
        settings blob not null,
        key_hash blob not null unique
    ) strict, without rowid;
    """,
    """
    create index tables_status on tables (status, updated);
    create table editions (
        hash text primary key,
        content blob not null,
        used real not null
    ) strict;
    create table edition_uses (
        table_id text not null,
        hash text not null,
        primary key (table_id, hash)
    ) strict, without rowid;
    create index edition_uses_hash on edition_uses (hash);
    create table results (
        table_id text primary key,
        ended real not null,
        line blob not null
    ) strict, without rowid;
    create table reports (
        id text primary key,
        at real not null,
        table_id text not null,
        seat integer not null,
        by_seat integer not null,
        text text not null
    ) strict, without rowid;
    create table bans (
        subject text primary key,
        until real,
        note text not null
    ) strict, without rowid;
    """,
    """
    alter table tables add column rewrites integer not null default 0;
    """,
    """
    create table played (
        person text not null,
        ended real not null,
        table_id text not null,
        game text not null,
        seats integer not null,
        against text not null,
        result text not null,
        points integer,
        levels text not null,
        counted integer not null,
        line blob not null,
        rated integer not null,
        mean real,
        deviation real,
        primary key (person, ended, table_id)
    ) strict, without rowid;
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

INSERT_PERSON: Final = "insert into people (id, name, settings, key_hash) values (?, ?, ?, ?)"
DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
LOCK_SECONDS: Final = 5.0
"""How long a write waits for a lock that another program holds on the file."""
READ_ONLY: Final = "attempt to write a readonly database"
"""As SQLite says it."""
WIPE_TRIES: Final = 10
"""Attempts to wipe while others read or write, which they do for moments, unless it is a backup."""
WIPE_PAUSE_SECONDS: Final = 0.02
"""Between two of them."""

log: Final = logging.getLogger(__name__)


class SqliteStore(SqlStore):
    """Tables in a file. All writes that wait are committed together, so many tables cost little more than one."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened = AsyncExitStack()
        self.moderation = Moderation(self._write)
        self.played = PlayedGames(self._ask, self._write)
        self._unwiped = False
        self._wiping = asyncio.Lock()

    async def open(self) -> None:
        """Create the file if it is missing, readable by its owner alone: it holds the secrets of running games."""
        async with AsyncExitStack() as opening:
            opening.callback(await asyncio.to_thread(self._lock_out))
            await asyncio.to_thread(self._migrate)
            self._writer = ConnectionThread(self.path, "begin immediate")
            opening.push_async_callback(self._writer.close)
            self._reader = ConnectionThread(self.path, "begin")
            opening.push_async_callback(self._reader.close)
            self._opened = opening.pop_all()  # nothing of it stays open unless all of it was opened

    async def close(self) -> None:
        """Finish the writes that wait, then close the file."""
        await self._opened.aclose()

    async def append(self, table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
        def call(connection: sqlite3.Connection) -> None:
            query = "select next, rewrites, people from tables where id = ?"
            found = connection.execute(query, (table,)).fetchone()
            following, rewritten, sitting = found or (0, 0, "[]")
            if (n, rewrites) != (following, rewritten) or (n == 0 and found):
                raise Conflict(f"event {n} of table {table} cannot be written; the next one is {following}")
            _write_head(connection, ListedTable(table, time.time(), head), n + len(events), rewrites)
            _write_events(connection, table, n, events)
            if sitting != json.dumps(head.people):
                _write_seats(connection, table, head.people)

        await self._writer.do(call)

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        return await self._reader.do(lambda connection: _read_events(connection, table, since))

    async def is_behind(self, table: str, known: int, rewrites: int) -> bool:
        """Never: there is no other process."""
        return False

    async def tables_of(self, person: str, limit: int) -> list[ListedTable]:
        rest = "where id in (select table_id from seats where person = %s) order by updated desc limit %s"
        return await self._tables(rest, person, limit)

    async def rewrite(self, table: str, events: Sequence[bytes], head: TableHead, rewrites: int) -> None:
        def call(connection: sqlite3.Connection) -> None:
            query = "select updated from tables where id = ? and next = ? and rewrites = ?"
            found = connection.execute(query, (table, len(events), rewrites)).fetchone()
            if found is None:
                raise Conflict(f"table {table} has other events")
            connection.execute("delete from events where table_id = ?", (table,))
            connection.execute("delete from played where table_id = ?", (table,))
            _write_head(connection, ListedTable(table, found[0], head), len(events), rewrites + 1)
            _write_events(connection, table, 0, events)
            _write_seats(connection, table, head.people)

        await self._writer.do(call)
        await self._wipe()

    async def remove(self, table: str, known: int | None = None) -> bool:
        def call(connection: sqlite3.Connection) -> bool:
            query = "delete from tables where id = ? returning next"
            removed = connection.execute(query, (table,)).fetchall()
            if removed and known is not None and removed != [(known,)]:
                raise Conflict(f"table {table} has other events")
            for query in (
                "delete from events where table_id = ?",
                "delete from seats where table_id = ?",
                "delete from edition_uses where table_id = ?",
                "delete from reports where table_id = ?",
            ):
                connection.execute(query, (table,))
            return bool(removed)

        removed = await self._writer.do(call)
        await self._wipe()
        return removed

    async def sweep(self) -> None:
        query = "delete from editions where used < ? and hash not in (select hash from edition_uses)"
        long_ago = time.time() - EDITION_SECONDS
        await self._writer.do(lambda connection: connection.execute(query, (long_ago,)))
        if self._unwiped:
            await self._wipe()

    async def usage(self) -> Usage:
        ((tables,),) = await self._ask("select count(*) from tables", ())
        pragmas = "pragma_page_count, pragma_freelist_count, pragma_page_size"
        ((pages, free, size),) = await self._ask(f"select page_count, freelist_count, page_size from {pragmas}", ())
        return Usage(tables, (pages - free) * size)

    async def add_person(self, person: Person, key_hash: bytes) -> None:
        def call(connection: sqlite3.Connection) -> None:
            values = (person.id, person.name, person.settings, key_hash)
            added = connection.execute(f"{INSERT_PERSON} on conflict do nothing", values)
            if not added.rowcount:
                raise Conflict(f"there already is a person {person.id} or somebody with that key")

        await self._writer.do(call)

    async def change_person(self, person: Person, before: Person | None = None) -> None:
        def call(connection: sqlite3.Connection) -> None:
            if before is not None:
                query = "select name, settings from people where id = ?"
                if connection.execute(query, (person.id,)).fetchone() not in (None, (before.name, before.settings)):
                    raise Conflict(f"person {person.id} was changed")
            values = (person.name, person.settings, person.id)
            changed = connection.execute("update people set name = ?, settings = ? where id = ?", values)
            if not changed.rowcount:
                raise KeyError(person.id)

        await self._writer.do(call)

    async def change_key(self, person: str, key_hash: bytes) -> None:
        def call(connection: sqlite3.Connection) -> None:
            query = "update or ignore people set key_hash = ? where id = ?"
            if connection.execute(query, (key_hash, person)).rowcount:
                return
            if connection.execute("select 1 from people where id = ?", (person,)).fetchone():
                raise Conflict("there already is somebody with that key")
            raise KeyError(person)

        await self._writer.do(call)

    async def remove_person(self, person: str) -> bool:
        query = "delete from people where id = ?"
        removed = await self._writer.do(lambda connection: connection.execute(query, (person,)).rowcount)
        await self._wipe()
        return bool(removed)

    async def claim(self, table: str) -> bool:
        """Always: there is no other process."""
        return True

    async def release(self, table: str) -> None:
        """There is no other process that could want it."""

    def listen(self, heard: Callable[[str], None], told: Callable[[str, str], None]) -> None:
        """There is no other process to hear of."""

    async def tell(self, text: str) -> None:
        """There is no other process to tell."""

    async def check(self) -> None:
        for damage in (self._reader.damage, self._writer.damage):
            if damage:
                raise Unavailable(_damaged(self.path, damage), damage)
        await self._reader.do(lambda connection: connection.execute("select 1 from tables limit 1").fetchone())
        await self._writer.do(_write_version)

    async def rows(self) -> AsyncIterator[Row]:
        with as_unavailable(self.path), closing(await asyncio.to_thread(self._connect_existing)) as connection:

            async def ask(query: str) -> list[Any]:
                return await asyncio.to_thread(lambda: connection.execute(query).fetchall())

            async def events(table: str) -> list[bytes]:
                return await asyncio.to_thread(_read_events, connection, table)

            async for row in self._all_rows(ask, events):
                yield row

    async def fill(self, rows: AsyncIterator[Row]) -> None:
        await asyncio.to_thread(self._migrate)
        with as_unavailable(self.path), closing(_connect(self.path)) as connection:
            connection.execute("begin immediate")
            if connection.execute(ANY_ROW).fetchone():
                raise Conflict(f"{self.path} is not empty")
            async for row in rows:
                await asyncio.to_thread(_insert, connection, row)
            await asyncio.to_thread(connection.commit)

    async def _ask(self, query: str, values: tuple[object, ...]) -> list[Any]:
        return await self._reader.do(partial(_fetch, query, values))

    async def _write(self, query: str, values: tuple[object, ...]) -> list[Any]:
        """Run a statement of `moderation` or `played`."""
        return await self._writer.do(partial(_fetch, query, values))

    @staticmethod
    def _people(found: Any) -> list[str]:
        people: list[str] = json.loads(found)
        return people

    async def _wipe(self) -> None:
        """Leave nothing of what was removed: not in free pages (`secure_delete`), not in the file beside this one.

        While somebody still reads what was there before, as a backup does, that stays until a later `sweep`; also if
        this fails, since what was removed is removed all the same.
        """

        def call() -> bool:
            with closing(_connect(self.path)) as connection:
                connection.execute("pragma busy_timeout = 0")  # to wait for readers here would keep all writers out
                busy, _, _ = connection.execute("pragma wal_checkpoint(truncate)").fetchone()
                return bool(busy)

        for _ in range(WIPE_TRIES):
            async with self._wiping:
                try:
                    self._unwiped = await asyncio.to_thread(call)
                except (sqlite3.Error, Unavailable) as error:
                    self._unwiped = True
                    log.warning("what was removed is not wiped yet: %s", error)
                    return
            if not self._unwiped:
                return
            await asyncio.sleep(WIPE_PAUSE_SECONDS)

    def _lock_out(self) -> Callable[[], None]:
        """Lock a second server out, whatever it calls the file; returns what unlocks it.

        The lock is on the file itself, beside those of SQLite, and ends with the process. The file must stay open until
        SQLite has closed it, too: to close a file drops all locks that SQLite has on it in this process.
        """
        _touch(self.path)
        file = os.open(self.path, os.O_RDONLY)
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                os.close(file)
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise Unavailable(f"{self.path} cannot be locked: {error.strerror}") from error
                raise Unavailable(
                    f"another server uses {self.path}; stop it, or use PostgreSQL for several processes"
                ) from None
        return lambda: os.close(file)

    def _migrate(self) -> None:
        _touch(self.path)
        with as_unavailable(self.path), closing(_connect(self.path)) as connection:
            self._version(connection)  # a newer database is left as it is
            _check_sound(self.path, connection)
            connection.execute("pragma journal_mode = wal")
            connection.execute("begin immediate")
            for step in MIGRATIONS[self._version(connection) :]:
                for statement in step.split(";"):
                    connection.execute(statement)
            _write_version(connection)
            connection.commit()

    def _version(self, connection: sqlite3.Connection) -> int:
        version: int = connection.execute("pragma user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise Unavailable(f"{self.path} was written by a newer Pediment; update this one")
        return version

    def _connect_existing(self) -> sqlite3.Connection:
        """A connection for a backup, which sees the file as it is now."""
        if not self.path.is_file():
            raise Unavailable(f"there is no database {self.path}")
        connection = _connect(self.path)
        try:
            connection.execute("begin")
            version = self._version(connection)
            if version == 0:
                raise Unavailable(f"{self.path} is not a database of Pediment")
            if version < len(MIGRATIONS):
                raise Unavailable(
                    f"{self.path} is from an earlier Pediment; "
                    "make the backup with that version, or start the server on it once"
                )
        except BaseException:
            connection.close()
            raise
        return connection


@contextmanager
def as_unavailable(path: Path) -> Iterator[None]:
    """Errors of SQLite inside come out as Unavailable, with the name of the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise Unavailable(f"{path}: {error}", str(error)) from error


@dataclass(slots=True)
class Call:
    """Something to do with the connection of a thread, for whoever waits in a loop."""

    work: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def tell(self) -> None:
        """Give the answer, in the loop, unless nobody waits for it any more."""
        if self.answer.done():
            return
        if self.error:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(self.result)


class ConnectionThread:
    """A thread with a connection of its own. It does all calls that wait in one transaction."""

    def __init__(self, path: Path, begin: str) -> None:
        self._path = path
        self._begin = begin
        self._loop = asyncio.get_running_loop()
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._closed = False
        self.damage = ""  # what SQLite has said of a file that is damaged
        self._connection = _connect(path)
        self._thread = threading.Thread(target=self._run, name=f"{path.name} {begin}", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work returns, once its transaction is committed."""
        if self._closed:
            raise Unavailable(f"{self._path} is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._calls.put(Call(work, answer))
        return await answer

    async def close(self) -> None:
        """Finish the calls that wait, then end the thread."""
        self._closed = True
        self._calls.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        more = True
        while more:
            waiting = [self._calls.get()]
            while True:
                try:
                    waiting.append(self._calls.get_nowait())
                except Empty:
                    break
            calls = [call for call in waiting if call]
            more = len(calls) == len(waiting)
            if calls:
                self._transact(calls)
                self._loop.call_soon_threadsafe(_tell, calls)

    def _transact(self, calls: list[Call]) -> None:
        connection = self._connection
        try:
            with as_unavailable(self._path):
                connection.execute(self._begin)
                for call in calls:
                    connection.execute("savepoint work")
                    try:
                        call.result = call.work(connection)
                    except sqlite3.Error:
                        raise
                    except Exception as error:  # for the one who asked; the others go on
                        connection.execute("rollback to work")
                        call.error = error
                    connection.execute("release work")
                connection.commit()
        except Unavailable as error:
            with suppress(sqlite3.Error):
                connection.rollback()
            if isinstance(error.__cause__, sqlite3.Error) and error.__cause__.sqlite_errorcode & 0xFF in DAMAGED:
                self.damage = error.why
            for call in calls:
                call.error = Unavailable(str(error), error.why)


def _tell(calls: list[Call]) -> None:
    for call in calls:
        call.tell()


def _check_sound(path: Path, connection: sqlite3.Connection) -> None:
    """Read the whole file once. Raises Unavailable for one that is damaged."""
    try:
        found = str(connection.execute("pragma quick_check(1)").fetchone()[0]).splitlines()[-1]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in DAMAGED:
            raise
        found = str(error)
    if found != "ok":
        raise Unavailable(_damaged(path, found), found)


def _damaged(path: Path, what: str) -> str:
    restore = f"pediment backup --database BACKUP {shlex.quote(str(path))}"
    return f"{path} is damaged ({what}); move it away and restore the last backup: {restore}"


def _touch(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    except OSError as error:
        raise Unavailable(f"{path} cannot be created: {error.strerror}") from error
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError as error:
        # SQLite would leave files beside it that can only be read either, even when it can be written again
        raise Unavailable(f"{path}: {READ_ONLY}", READ_ONLY) from error


def _connect(path: Path) -> sqlite3.Connection:
    with as_unavailable(path):
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("pragma synchronous = full")  # the first look at the file, which may be anything
            connection.execute("pragma secure_delete = on")
        except sqlite3.Error:
            connection.close()
            raise
    return connection


def _write_version(connection: sqlite3.Connection) -> None:
    """Say that the file is of this version; SQLite writes that even where it says so already."""
    connection.execute(f"pragma user_version = {len(MIGRATIONS)}")


def _fetch(query: str, values: tuple[object, ...], connection: sqlite3.Connection) -> list[Any]:
    """The rows of a statement that is the same for both stores."""
    return connection.execute(query.replace("%s", "?"), values).fetchall()


def _read_events(connection: sqlite3.Connection, table: str, since: int = 0) -> list[bytes]:
    query = "select event from events where table_id = ? and n >= ? order by n"
    events = [event for (event,) in connection.execute(query, (table, since))]
    kept = editions.hashes_in(events[:1]) if since == 0 else []
    if kept:
        query = f"select hash, content from editions where hash in ({', '.join('?' * len(kept))})"
        events[0] = editions.join(events[0], dict(connection.execute(query, kept).fetchall()))
    return events


def _write_head(connection: sqlite3.Connection, listed: ListedTable, following: int, rewrites: int) -> None:
    head = listed.head
    connection.execute(
        "insert or replace into tables (id, next, updated, game, status, listed, due, people, summary, rewrites)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            listed.table,
            following,
            listed.updated,
            head.game,
            head.status,
            head.listed,
            head.due,
            json.dumps(head.people),
            head.summary,
            rewrites,
        ),
    )


def _write_events(connection: sqlite3.Connection, table: str, n: int, events: Iterable[bytes]) -> None:
    rows = [(table, n + i, event) for i, event in enumerate(events)]
    if n == 0 and rows:  # the one that may hold an edition
        short, found = editions.split(rows[0][2])
        rows[0] = (table, 0, short)
        for name, content in found.items():
            connection.execute(
                "insert into editions values (?, ?, ?) on conflict (hash) do update set used = excluded.used",
                (name, content, time.time()),
            )
            connection.execute("insert or ignore into edition_uses values (?, ?)", (table, name))
    connection.executemany("insert into events (table_id, n, event) values (?, ?, ?)", rows)


def _write_seats(connection: sqlite3.Connection, table: str, people: Iterable[str]) -> None:
    connection.execute("delete from seats where table_id = ?", (table,))
    connection.executemany(
        "insert into seats (person, table_id) values (?, ?)", ((person, table) for person in set(people))
    )


def _insert(connection: sqlite3.Connection, row: Row) -> None:
    """One row of a backup."""
    if isinstance(row, KeyedPerson):
        person = row.person
        values = (person.id, person.name, person.settings, row.key_hash)
        connection.execute(INSERT_PERSON, values)
    elif isinstance(row, Played):
        _fetch(*add(row), connection)
    elif not isinstance(row, WholeTable):
        _fetch(*insert(row), connection)
    else:
        _write_head(connection, row.listed, len(row.events), 0)
        _write_events(connection, row.listed.table, 0, row.events)
        _write_seats(connection, row.listed.table, row.listed.head.people)
