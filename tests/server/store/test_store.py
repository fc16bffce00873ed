"""Both stores keep the same promises; then what each does when its database fails."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from pediment.server.settings import default_database
from pediment.server.store import postgres as postgres_store
from pediment.server.store import sqlite as sqlite_store
from pediment.server.store.pool import MAX_CONNECTIONS
from pediment.server.store.sqlite import SqliteStore
from pediment.server.store.store import ALL_TABLES, Conflict, OutcomeUnknown, Person, Row, Store, Unavailable, store_of
from tests.server.forks import Talking
from tests.server.stores import HEAD, PATIENCE, PostgresServer


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = store_of(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def with_store(url: str, test: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await asyncio.wait_for(test(store), PATIENCE)

    asyncio.run(main())


def file_of(url: str) -> Path:
    return Path(urlsplit(url).path)


def writer(url: str) -> Talking:
    """A process that writes to ten tables and says what is written."""
    return Talking("tests.server.store_writer", url)


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


# What both promise


def test_events_are_read_as_they_were_written(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, [b"created", b"\x00\xff"], HEAD)
        await store.append("t", 2, [b"sat"], HEAD)
        await store.append("other", 0, [b"created"], HEAD)
        assert await store.read("t") == [b"created", b"\x00\xff", b"sat"]
        assert await store.read("t", 2) == [b"sat"]
        assert await store.read("t", 3) == []
        assert await store.read("nowhere") == []
        await store.check()

    with_store(database, test)


def test_tables_by_their_ids(database: str) -> None:
    async def test(store: Store) -> None:
        for table in ("a", "b", "c"):
            await store.append(table, 0, [b"created"], HEAD)
        assert sorted(found.table for found in await store.listings(["a", "c", "nowhere"])) == ["a", "c"]
        assert await store.listings([]) == []

    with_store(database, test)


def test_events_are_there_when_the_store_is_opened_again(database: str) -> None:
    async def write(store: Store) -> None:
        await store.append("t", 0, [b"created"], HEAD)

    async def look(store: Store) -> None:
        assert await store.read("t") == [b"created"]

    with_store(database, write)
    with_store(database, look)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_another_number_than_the_next_is_a_conflict(database: str, n: int) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, [b"a", b"b"], HEAD)
        with pytest.raises(Conflict):
            await store.append("t", n, [b"c"], replace(HEAD, status="over"))
        assert await store.read("t") == [b"a", b"b"]
        assert (await store.listed("running", 9))[0].head == HEAD

    with_store(database, test)


def test_a_table_begins_at_nought(database: str) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t", 1, [b"a"], HEAD)
        assert await store.read("t") == []
        assert await store.listed("running", 9) == []

    with_store(database, test)


def test_one_of_many_wins_each_number(database: str) -> None:
    async def test(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            others = [store]
            if not isinstance(store, SqliteStore):
                others += [await _open(store_of(database)) for _ in range(2)]
            tasks = [group.create_task(_race(others[i % len(others)], f"{i}")) for i in range(6)]
        won = [win for task in tasks for win in task.result()]
        assert sorted(n for n, _ in won) == list(range(30))
        assert await store.read("t") == [event for _, event in sorted(won)]
        for other in others[1:]:
            await other.close()

    with_store(database, test)


async def _open(store: Store) -> Store:
    await store.open()
    return store


async def _race(store: Store, name: str) -> list[tuple[int, bytes]]:
    won = []
    for n in range(30):
        event = f"{name} wrote {n}".encode()
        with suppress(Conflict):
            await store.append("t", n, [event], HEAD)
            won.append((n, event))
    return won


def test_one_conflict_does_not_hurt_the_others(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, [b"a"], HEAD)
        numbers = [0, 5, 1]
        more = (store.append(f"t{i}", 0, [b"b"], HEAD) for i in range(50))
        done = await asyncio.gather(
            *(store.append("t", n, [b"c"], HEAD) for n in numbers), *more, return_exceptions=True
        )
        assert [type(answer) for answer in done[:3]] == [Conflict, Conflict, type(None)]
        assert done[3:] == [None] * 50
        assert await store.read("t") == [b"a", b"c"]
        assert len(await store.listed("running", 99)) == 51

    with_store(database, test)


def test_what_cannot_be_written_hurts_nobody_else(database: str) -> None:
    async def test(store: Store) -> None:
        bad = replace(HEAD, game="\ud800")
        answers = await asyncio.gather(
            store.append("t", 0, [b"a"], bad), store.append("u", 0, [b"b"], HEAD), return_exceptions=True
        )
        assert isinstance(answers[0], UnicodeEncodeError)
        assert answers[1] is None
        assert await store.read("t") == []
        assert await store.read("u") == [b"b"]

    with_store(database, test)


def test_lists(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("a", 0, [b"1"], replace(HEAD, status="open", people=()))
        await store.append("b", 0, [b"1"], replace(HEAD, listed=False, due=50.0))
        await store.append("c", 0, [b"1"], replace(HEAD, due=20.5))
        await store.append("d", 0, [b"1"], HEAD)
        assert [found.table for found in await store.listed("running", 9)] == ["d", "c"]
        assert [found.table for found in await store.listed("open", 9)] == ["a"]
        assert [found.table for found in await store.tables_of("ana", 9)] == ["d", "c", "b"]
        assert [found.table for found in await store.tables_of("ana", 1)] == ["d"]
        assert await store.due(20.4) == []
        assert await store.due(99.0) == ["c", "b"]
        now = replace(HEAD, status="over", people=("mo", "zoe"))
        await store.append("c", 1, [b"2"], now)
        found = await store.listed("over", 9)
        assert found[0].head == now
        assert found[0].updated >= (await store.listed("running", 1))[0].updated
        assert [found.table for found in await store.tables_of("ana", 9)] == ["d", "b"]
        assert [found.table for found in await store.tables_of("zoe", 9)] == ["c"]
        assert await store.due(99.0) == ["b"]

    with_store(database, test)


def test_people(database: str) -> None:
    async def test(store: Store) -> None:
        ana = Person("ana", "Ana", b"{}")
        await store.add_person(ana, b"hash")
        assert await store.person_by_key(b"hash") == ana
        assert await store.person_by_key(b"other") is None
        assert await store.person("ana") == ana
        assert await store.person("mo") is None
        for person, key in ((ana, b"other"), (replace(ana, id="mo"), b"hash")):
            with pytest.raises(Conflict):
                await store.add_person(person, key)
        await store.change_person(replace(ana, name="Άννα", settings=b'{"a":1}'))
        assert await store.person_by_key(b"hash") == Person("ana", "Άννα", b'{"a":1}')
        changed = Person("ana", "Άννα", b'{"a":1}')
        with pytest.raises(Conflict):  # another writer was faster
            await store.change_person(replace(changed, settings=b'{"a":2}'), before=ana)
        assert await store.person("ana") == changed
        await store.change_person(replace(changed, settings=b'{"a":3}'), before=changed)
        assert await store.person("ana") == Person("ana", "Άννα", b'{"a":3}')
        for before in (None, ana):
            with pytest.raises(KeyError):
                await store.change_person(Person("nobody", "", b""), before)

    with_store(database, test)


def test_a_claim_is_kept(database: str) -> None:
    async def test(store: Store) -> None:
        assert await store.claim("t")
        assert await store.claim("t")
        await store.release("t")
        await store.release("t")
        assert await store.claim("t")

    with_store(database, test)


def test_a_closed_store_refuses(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            pass
        await store.close()
        for asked in (store.read("t"), store.append("t", 0, [b"a"], HEAD), store.check()):
            with pytest.raises(Unavailable):
                await asked

    asyncio.run(main())


def test_closing_waits_for_what_was_begun(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            tasks = [asyncio.create_task(store.append(f"t{i}", 0, [b"a"], HEAD)) for i in range(5)]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)

    asyncio.run(main())


def test_a_newer_database_is_refused(database: str) -> None:
    async def nothing(store: Store) -> None: ...

    with_store(database, nothing)
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(file_of(database))) as connection:
            connection.execute("pragma user_version = 99")
    else:
        with psycopg.connect(database) as connected:
            connected.execute("update pediment set version = 99")
    with pytest.raises(Unavailable, match="newer Pediment"):
        with_store(database, nothing)


def test_every_append_that_returned_survives_the_death_of_its_process(database: str) -> None:
    with writer(database) as process:
        said = [process.stdout.readline() for _ in range(300)]
        process.kill()
        said += process.stdout.read().splitlines()  # said before it died
    written = {table: int(n) for table, n in (line.split() for line in said if line.count(" ") == 1 and line[-1:])}
    assert len(written) == 10

    async def test(store: Store) -> None:
        for table, n in written.items():
            events = await store.read(table)
            assert len(events) >= n
            assert events == [f"{table} {i}".encode() for i in range(len(events))]
            await store.append(table, len(events), [b"more"], HEAD)

    with_store(database, test)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://host/name", "no store for mysql://"),
        ("sqlite://name", "sqlite:///path/to/file"),
        ("postgresql://user:secret@host/name?what=secret", "not a URL of PostgreSQL"),
    ],
)
def test_urls_that_lead_nowhere(url: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        store_of(url)
    assert "secret" not in str(refused.value)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pediment.server.store.postgres")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ModuleNotFoundError, match=r"psycopg is missing.*\[scale\]"):
        store_of("postgresql://host/name")


def test_the_default_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = store_of(default_database())
    assert isinstance(store, SqliteStore)
    assert store.path == tmp_path / "pediment/tables.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_database().endswith("/.local/share/pediment/tables.sqlite")


# SQLite


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a/b/tables.sqlite"

    async def test(store: Store) -> None:
        await store.append("t", 0, [b"a"], HEAD)
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}
        assert path.parent.stat().st_mode & 0o777 == 0o700

    with_store(str(path), test)


def test_all_that_wait_are_written_together(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        statements: list[str] = []
        store._writer._connection.set_trace_callback(statements.append)
        gate = threading.Event()
        waiting = asyncio.create_task(store._writer.do(lambda connection: gate.wait(PATIENCE)))
        await eventually(lambda: "begin immediate" in statements)
        appends = [asyncio.create_task(store.append(f"t{i}", 0, [b"a"], HEAD)) for i in range(100)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(waiting, *appends)
        assert statements.count("begin immediate") == 2

    with_store(str(tmp_path / "tables.sqlite"), test)


def test_a_second_server_is_refused_by_any_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    (tmp_path / "elsewhere").mkdir()
    names = [tmp_path / "elsewhere" / name for name in ("soft.sqlite", "hard.sqlite")]

    async def test(store: Store) -> None:
        names[0].symlink_to(path)
        names[1].hardlink_to(path)
        for name in [path, *names, tmp_path / "elsewhere" / ".." / "tables.sqlite"]:
            with pytest.raises(Unavailable, match="another server uses"):
                await store_of(str(name)).open()
        await store.append("t", 0, [b"a"], HEAD)

    with_store(str(path), test)
    for name in (path, names[0]):
        with writer(str(name)) as process:
            process.stdout.readline()
            with pytest.raises(Unavailable, match="another server uses"):
                asyncio.run(store_of(str(path)).open())
        with_store(str(path), lambda store: store.check())


def test_a_full_disk_is_survived(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def test(store: Store) -> None:
        await store.append("t", 0, [b"a"], HEAD)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, hard))
        try:
            with pytest.raises(Unavailable, match=r"tables\.sqlite"):
                await store.append("t", 1, [bytes(4 << 20)], HEAD)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert await store.read("t") == [b"a"]
        await store.append("t", 1, [b"b"], HEAD)
        assert await store.read("t") == [b"a", b"b"]

    with_store(str(path), test)
    with_store(str(path), lambda store: store.check())


def test_a_check_writes(tmp_path: Path) -> None:
    """A disk on which nothing can be written is noticed without a move that is lost."""

    async def test(store: Store) -> None:
        await store.append("t", 0, [b"a"], HEAD)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "tables.sqlite-wal").stat().st_size, hard))
        try:
            with pytest.raises(Unavailable) as failed:
                await store.check()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert failed.value.why in ("disk I/O error", "database or disk is full")
        await store.check()

    with_store(str(tmp_path / "tables.sqlite"), test)


def damage(path: Path) -> None:
    """Write over everything but the first page, once the log has been written back."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"damage" * ((path.stat().st_size - 4096) // 6))


def test_a_damaged_file_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "my tables.sqlite"
    with_store(str(path), lambda store: store.append("t", 0, [b"a" * 10_000], HEAD))
    damage(path)
    restore = r"restore the last backup: pediment backup --database BACKUP '.*my tables\.sqlite'$"
    with pytest.raises(Unavailable, match=rf"my tables\.sqlite is damaged \(.+\); move it away and {restore}"):
        asyncio.run(store_of(str(path)).open())


def test_damage_while_the_file_is_in_use_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def test(store: Store) -> None:
        for n in range(50):
            await store.append(f"t{n}", 0, [bytes(4000)], HEAD)
        damage(path)
        tried = await asyncio.gather(*(store.read(f"t{n}") for n in range(50)), return_exceptions=True)
        assert any(isinstance(found, Unavailable) for found in tried)
        with pytest.raises(Unavailable, match="is damaged") as failed:
            await store.check()
        assert failed.value.why == "database disk image is malformed"

    with_store(str(path), test)


def test_what_others_wrote_is_known_of(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, [b"1", b"2"], HEAD)
        shared = database.startswith("postgresql")  # else there is nobody who could know more
        assert not await store.is_behind("t", 2, 0)
        assert await store.is_behind("t", 1, 0) == shared
        await store.rewrite("t", [b"1", b"3"], HEAD, 0)
        assert await store.is_behind("t", 2, 0) == shared
        assert not await store.is_behind("t", 2, 1)
        await store.remove("t")
        assert await store.is_behind("t", 2, 1) == shared

    with_store(database, test)


def test_what_was_rewritten_is_not_written_back(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, [b"1", b"Annabel"], replace(HEAD, summary=b"Annabel"))
        assert [await store.rewrites(table) for table in ("t", "u")] == [0, None]
        await store.rewrite("t", [b"1", b"Player"], replace(HEAD, summary=b"Player"), 0)
        assert await store.rewrites("t") == 1
        with pytest.raises(Conflict):
            await store.append("t", 2, [b"2"], replace(HEAD, summary=b"Annabel"))
        with pytest.raises(Conflict):
            await store.rewrite("t", [b"1", b"Annabel"], replace(HEAD, summary=b"Annabel"), 0)
        with pytest.raises(Conflict):
            await store.rewrite("t", [b"1"], HEAD, 1)
        (listed,) = await store.newest(9)
        assert (listed.head.summary, await store.read("t")) == (b"Player", [b"1", b"Player"])
        await store.append("t", 2, [b"2"], HEAD, 1)
        with pytest.raises(Conflict):
            await store.remove("t", 2)
        assert await store.read("t") == [b"1", b"Player", b"2"]
        assert [await store.remove("t", 3), await store.remove("t", 3)] == [True, False]
        assert (await store.read("t"), await store.newest(9)) == ([], [])

    with_store(database, test)


def test_what_is_removed_while_somebody_reads_it_is_wiped_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup sees the file as it was when it began, and keeps nobody waiting; when it has ended, nothing is left."""
    monkeypatch.setattr(sqlite_store, "LOCK_SECONDS", 2 * PATIENCE)
    path = tmp_path / "tables.sqlite"

    def is_there() -> bool:
        return any(b"my secret" in file.read_bytes() for file in tmp_path.iterdir())

    async def test(store: Store) -> None:
        await store.append("t", 0, [b"my secret"], HEAD)
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("begin")
            reader.execute("select * from tables").fetchall()
            await store.rewrite("t", [b"nothing"], HEAD, 0)
            assert is_there()
        await store.sweep()
        assert not is_there()

    with_store(str(path), test)


def test_what_is_removed_is_removed_even_if_it_cannot_be_wiped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tables.sqlite"

    def fail(path: Path) -> sqlite3.Connection:
        raise Unavailable("the disk has failed")

    async def test(store: Store) -> None:
        await store.append("t", 0, [b"my secret"], HEAD)
        await store.add_person(Person("ana", "Ana", b"{}"), b"key")
        with monkeypatch.context() as failing:
            failing.setattr(sqlite_store, "_connect", fail)
            await store.rewrite("t", [b"nothing"], HEAD, 0)
            assert await store.remove("t")
            assert await store.remove_person("ana")
        await store.sweep()
        assert not any(b"my secret" in file.read_bytes() for file in tmp_path.iterdir())

    with_store(str(path), test)


def test_a_locked_file_is_survived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "LOCK_SECONDS", 0.05)
    path = tmp_path / "tables.sqlite"

    async def test(store: Store) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            for asked in (store.append("t", 0, [b"a"], HEAD), store.check()):
                with pytest.raises(Unavailable, match="locked"):
                    await asked
            assert await store.read("t") == []
        await store.append("t", 0, [b"a"], HEAD)
        await store.check()

    with_store(str(path), test)


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "other.sqlite").write_text("this is no database, however long you look at it\n" * 99)
    for name, message in (("file/x.sqlite", "cannot be created"), ("other.sqlite", "not a database")):
        with pytest.raises(Unavailable, match=message):
            asyncio.run(store_of(str(tmp_path / name)).open())


class Connections:
    """All connections to SQLite that are made meanwhile; one of them fails if it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[sqlite3.Connection] = []
        self.fails: int | None = None
        self.connect = sqlite3.connect
        monkeypatch.setattr(sqlite3, "connect", self)

    def __call__(self, *args: Any, **options: Any) -> sqlite3.Connection:
        if len(self.made) == self.fails:
            raise sqlite3.OperationalError("unable to open database file")
        self.made.append(self.connect(*args, **options))
        return self.made[-1]

    def are_closed(self) -> bool:
        """Python itself tells of open ones from 3.13 on, if at all."""
        for connection in self.made:
            try:
                connection.total_changes  # noqa: B018
            except sqlite3.ProgrammingError:
                continue
            return False
        return True


def test_what_turns_out_not_to_be_a_database_is_not_kept_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connections = Connections(monkeypatch)
    junk = tmp_path / "junk.sqlite"
    junk.write_text("this is no database, however long you look at it\n" * 99)

    async def rows() -> AsyncIterator[Row]:
        async for row in store_of(str(junk)).rows():
            yield row

    async def read() -> None:
        async for _ in rows():
            pass

    for asked in (store_of(str(junk)).open(), read(), store_of(str(junk)).fill(rows())):
        connections.made.clear()
        with pytest.raises(Unavailable, match="not a database"):
            asyncio.run(asked)
        assert connections.made
        assert connections.are_closed()


@pytest.mark.parametrize("connection", range(3))
def test_a_store_that_cannot_be_opened_keeps_nothing_open(
    connection: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening takes three connections: to migrate, to write and to read."""
    connections = Connections(monkeypatch)
    connections.fails = connection
    before = threading.active_count()
    with pytest.raises(Unavailable, match="unable to open"):
        asyncio.run(store_of(str(tmp_path / "tables.sqlite")).open())
    assert len(connections.made) == connection
    assert connections.are_closed()
    assert threading.active_count() == before
    connections.fails = None
    with_store(str(tmp_path / "tables.sqlite"), lambda store: store.check())
    assert connections.are_closed()


def test_who_no_longer_waits_is_not_told(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        task = asyncio.create_task(store.append("t", 0, [b"a"], HEAD))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        await store.append("u", 0, [b"a"], HEAD)
        assert await store.read("t") == [b"a"]

    with_store(str(tmp_path / "tables.sqlite"), test)


# PostgreSQL


class Proxy:
    """Stands between a store and PostgreSQL, and cuts the line at a chosen instant."""

    def __init__(self, server: PostgresServer) -> None:
        self.server = server
        self.answers = True
        self.requests = True
        self.closed = False
        self.cuts = 0

    async def __aenter__(self) -> Proxy:
        self.listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.listener.close()

    def url(self, direct: str) -> str:
        port = self.listener.sockets[0].getsockname()[1]
        return direct.replace(f":{self.server.port}/", f":{port}/")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.closed:
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self.server.port)
        asked = False  # since an answer shall get lost: news come on another line

        def request_passes() -> bool:
            nonlocal asked
            asked = not self.answers
            return self.requests

        async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, passes: Callable[[], bool]) -> None:
            with suppress(OSError):
                while data := await source.read(65536):
                    if not passes():
                        self.cuts += 1
                        self.answers = self.requests = True
                        break
                    target.write(data)
            back.close()
            writer.close()

        await asyncio.gather(carry(reader, back, request_passes), carry(there, writer, lambda: not asked))


def test_an_answer_that_got_lost_is_looked_up(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_store, "SETTLE_SECONDS", PATIENCE)

    async def main() -> None:
        direct = postgres.new_database()
        async with Proxy(postgres) as proxy, opened(direct) as other, opened(proxy.url(direct)) as store:
            await store.append("t", 0, [b"a"], HEAD)
            await store.append("t", 1, [b"b"], HEAD)
            proxy.answers, proxy.closed = False, True
            task = asyncio.create_task(store.append("t", 2, [b"c", b"d"], HEAD))
            await eventually(lambda: proxy.cuts == 1)
            assert await other.read("t") == [b"a", b"b", b"c", b"d"]
            await other.append("t", 4, [b"e"], HEAD)
            proxy.closed = False
            await task
            assert await store.read("t") == [b"a", b"b", b"c", b"d", b"e"]

    asyncio.run(main())


def test_a_request_that_got_lost_is_sent_again(postgres: PostgresServer) -> None:
    async def main() -> None:
        direct = postgres.new_database()
        async with Proxy(postgres) as proxy, opened(direct) as other, opened(proxy.url(direct)) as store:
            await store.append("t", 0, [b"a"], HEAD)
            proxy.requests = False
            await store.append("t", 1, [b"b"], HEAD)
            assert proxy.cuts == 1
            assert await other.read("t") == [b"a", b"b"]
            proxy.requests = False
            assert await store.read("t") == [b"a", b"b"]
            assert proxy.cuts == 2

    asyncio.run(main())


def test_a_lost_request_may_come_too_late(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_store, "SETTLE_SECONDS", PATIENCE)

    async def main() -> None:
        direct = postgres.new_database()
        async with Proxy(postgres) as proxy, opened(direct) as other, opened(proxy.url(direct)) as store:
            await store.append("t", 0, [b"a"], HEAD)
            proxy.requests, proxy.closed = False, True
            task = asyncio.create_task(store.append("t", 1, [b"b"], HEAD))
            await eventually(lambda: proxy.cuts == 1)
            await other.append("t", 1, [b"c"], HEAD)
            proxy.closed = False
            with pytest.raises(Conflict):
                await task
            assert await other.read("t") == [b"a", b"c"]

    asyncio.run(main())


def test_what_cannot_be_found_out_is_said(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_store, "SETTLE_SECONDS", 0.5)

    async def main() -> None:
        direct = postgres.new_database()
        async with Proxy(postgres) as proxy, opened(direct) as other, opened(proxy.url(direct)) as store:
            await store.append("t", 0, [b"a"], HEAD)
            await store.append("t", 1, [b"b"], HEAD)
            proxy.answers, proxy.closed = False, True
            with pytest.raises(OutcomeUnknown):
                await store.append("t", 2, [b"c"], HEAD)
            for asked in (store.append("t", 3, [b"d"], HEAD), store.check(), store.claim("t")):
                with pytest.raises(Unavailable, match="cannot be reached"):
                    await asked
            proxy.closed = False
            assert await other.read("t") == await store.read("t") == [b"a", b"b", b"c"]
            proxy.answers = False
            with pytest.raises(OutcomeUnknown):
                await store.add_person(Person("ana", "Ana", b"{}"), b"hash")

    asyncio.run(main())


def test_a_database_that_refuses(postgres: PostgresServer) -> None:
    async def main() -> None:
        url = postgres.new_database()
        name = urlsplit(url).path[1:]
        async with opened(url) as store:
            await store.append("t", 0, [b"a"], HEAD)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"alter database {name} set default_transaction_read_only = on")
            async with opened(url) as store:
                for asked in (store.append("t", 1, [b"b"], HEAD), store.check()):
                    with pytest.raises(Unavailable, match="read"):
                        await asked
                assert await store.read("t") == [b"a"]

    asyncio.run(main())


def test_a_server_that_crashes_in_the_middle(postgres: PostgresServer) -> None:
    """Games go on when it is back; all that was acknowledged is there, once."""

    async def main() -> None:
        url = postgres.new_database()
        heard: list[str] = []
        done = 0

        async def written(store: Store, table: str) -> int:
            """How many events there are, once that can be found out again."""
            while True:
                with suppress(Unavailable):
                    return len(await store.read(table))
                await asyncio.sleep(0.02)

        async def play(store: Store, table: str) -> None:
            nonlocal done
            n = 0
            while n < 30:
                try:
                    await store.append(table, n, [f"{n}".encode()], HEAD)
                    n, done = n + 1, done + 1
                except Unavailable:  # also when it is not sure
                    n = await written(store, table)

        async with opened(url) as store, opened(url) as other:
            other.listen(heard.append, lambda process, text: None)
            assert await store.claim("t0")
            async with asyncio.TaskGroup() as group:
                for i in range(20):
                    group.create_task(play(store, f"t{i}"))
                await eventually(lambda: done > 200)
                await asyncio.to_thread(postgres.crash)
                with pytest.raises(Unavailable, match="cannot be reached"):
                    await store.append("new", 0, [b"a"], HEAD)
                await asyncio.to_thread(postgres.start)
            assert await store.read("new") == []
            for i in range(20):
                assert await store.read(f"t{i}") == [f"{n}".encode() for n in range(30)]
            await eventually(lambda: ALL_TABLES in heard)
            assert await other.claim("t0")
            assert not await store.claim("t0")
            heard.clear()
            await store.append("t0", 30, [b"end"], HEAD)
            await eventually(lambda: "t0" in heard)

    asyncio.run(main())


def test_processes_hear_of_each_other(postgres: PostgresServer) -> None:
    async def main() -> None:
        url = postgres.new_database()
        async with opened(url) as one, opened(url) as two:
            heard: dict[str, list[str]] = {"one": [], "two": []}
            await one.append("before", 0, [b"a"], HEAD)
            told: list[tuple[str, str]] = []
            one.listen(heard["one"].append, lambda process, text: pytest.fail("nobody hears themselves"))

            def listening(*found: str) -> None:
                told.append((found[0], found[1]))
                raise RuntimeError("what is not understood does not make deaf")

            two.listen(heard["two"].append, listening)
            await one.tell("who is here")
            await one.append("a table", 0, [b"a"], HEAD)
            with pytest.raises(Conflict):
                await one.append("a table", 0, [b"a"], HEAD)
            await two.append("last", 0, [b"a"], HEAD)
            await one.append("last", 1, [b"a"], HEAD)
            await eventually(lambda: "last" in heard["one"] and "last" in heard["two"])
            assert [text for _, text in told] == ["who is here"]
            assert heard["one"] == ["last"]
            assert [table for table in heard["two"] if table != "before"] == ["a table", "last"]

    asyncio.run(main())


def test_processes_that_write_to_the_same_tables_do_not_block_each_other(postgres: PostgresServer) -> None:
    """Each writes to all tables at once, in another order: nobody waits for somebody who waits for him."""
    tables = [f"t{i}" for i in range(20)]

    async def write(store: Store, order: list[str], n: int) -> list[str]:
        answers = await asyncio.gather(
            *(store.append(table, n, [b"a"], HEAD) for table in order), return_exceptions=True
        )
        assert {type(answer) for answer in answers} <= {Conflict, type(None)}, answers
        return [table for table, answer in zip(order, answers, strict=True) if answer is None]

    async def main() -> None:
        url = postgres.new_database()
        async with opened(url) as one, opened(url) as two:
            for n in range(30):
                won = await asyncio.gather(write(one, tables, n), write(two, tables[::-1], n))
                assert sorted(won[0] + won[1]) == sorted(tables)

    asyncio.run(main())


def test_however_much_is_removed_at_once_there_are_only_so_many_connections(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    connecting = psycopg.AsyncConnection.connect
    made: list[object] = []

    async def connect(*given: Any, **more: Any) -> Any:
        made.append(given)
        return await connecting(*given, **more)

    async def test(store: Store) -> None:
        tables = [f"t{i}" for i in range(5 * MAX_CONNECTIONS)]
        await asyncio.gather(*(store.append(table, 0, [b"Annabel"], HEAD) for table in tables))
        monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
        await asyncio.gather(*(store.rewrite(table, [b"Player"], HEAD, 0) for table in tables))
        assert [await store.read(table) for table in tables] == [[b"Player"]] * len(tables)
        assert all(await asyncio.gather(*map(store.remove, tables)))
        assert len(made) <= MAX_CONNECTIONS
        assert await store.newest(9) == []

    with_store(postgres.new_database(), test)


def test_only_one_process_claims_a_table(postgres: PostgresServer) -> None:
    url = postgres.new_database()

    async def test(store: Store) -> None:
        async with opened(url) as other:
            assert await store.claim("t")
            assert not await other.claim("t")
            assert await other.claim("u")
            await other.release("t")
            assert not await other.claim("t")
            await store.release("t")
            assert await other.claim("t")
        assert await store.claim("t")

    async def inherit(store: Store) -> None:
        assert not await store.claim("claimed")
        process.kill()
        async with asyncio.timeout(PATIENCE):
            while not await store.claim("claimed"):
                await asyncio.sleep(0.01)

    with_store(url, test)
    with writer(url) as process:
        process.stdout.readline()
        with_store(url, inherit)


def test_processes_that_start_together(postgres: PostgresServer) -> None:
    async def main() -> None:
        stores = [store_of(url) for url in [postgres.new_database()] * 5]
        await asyncio.gather(*(store.open() for store in stores))
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(main())


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(Unavailable, match="cannot be reached"):
        asyncio.run(store_of("postgresql://postgres@127.0.0.1:1/none").open())
