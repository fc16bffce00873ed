"""A later Pediment brings the databases of every earlier one up to date: once, whole or not at all.

The steps that versions after this one take are those of `tests/server/later_version.py`.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

import pediment
from pediment.cli import main
from pediment.server import serve
from pediment.server.store import sqlite as sqlite_store
from pediment.server.store.backup import copy
from pediment.server.store.sqlite import SqliteStore
from pediment.server.store.store import Unavailable, WholeTable, store_of
from tests.depth import DEEP
from tests.server.forks import Talking
from tests.server.later_version import LAST, PRESENT, VERSIONS
from tests.server.playing import serving
from tests.server.store.test_backup import everything
from tests.server.store.test_store import file_of, opened
from tests.server.stores import PATIENCE
from tests.server.test_fixtures import EXPECTED, FOLDERS, KINDS, be_soon_after, play_on

Dump = dict[str, list[Any]]
FIRST = FOLDERS[0]
"""What version 0.1.0 left behind: databases of the first version."""
with closing(sqlite3.connect(f"file:{FIRST / 'tables.db'}?mode=ro&immutable=1", uri=True)) as first:
    EVENTS: dict[str, list[bytes]] = {
        table: [event for (event,) in first.execute("select event from events where table_id = ? order by n", (table,))]
        for (table,) in first.execute("select id from tables")
    }
"""By table, as they must be for ever."""
NOBODY = 65534


def become(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is a Pediment whose databases have this many versions."""
    for module, steps in VERSIONS.items():
        monkeypatch.setattr(module, "MIGRATIONS", steps[:version])


def dump(url: str) -> Dump:
    """All that is in a database: its version, the shape of its tables and their rows."""
    if not url.startswith("postgresql"):
        with closing(sqlite3.connect(file_of(url))) as connection:
            shape = connection.execute("select name, sql from sqlite_master order by name").fetchall()
            version = connection.execute("pragma user_version").fetchall()
            return {"version": version, "shape": shape, "rows": sorted(connection.iterdump())}
    with psycopg.connect(url, autocommit=True) as connected:
        columns = connected.execute(
            "select table_name, column_name, data_type, is_nullable, column_default, collation_name"
            " from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position"
        ).fetchall()
        indexes = connected.execute("select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1")
        found: Dump = {"shape": [*columns, *indexes.fetchall()]}
        for table in dict.fromkeys(name for name, *_ in columns):
            found[table] = sorted(connected.execute(f"select {table}::text from {table}").fetchall())
        return found


def version_of(url: str) -> int:
    found = dump(url)
    ((version,),) = found["version"] if "version" in found else found["pediment"]
    return int(str(version).strip("()"))


def added(url: str) -> tuple[list[str], list[str]]:
    """What the steps of a later Pediment wrote: the titles of tables and the notes on people."""
    queries = ("select title from tables order by 1", "select note from notes order by 1")
    if url.startswith("postgresql"):
        with psycopg.connect(url) as connected:
            titles, notes = ([value for (value,) in connected.execute(query).fetchall()] for query in queries)
    else:
        with closing(sqlite3.connect(file_of(url))) as connection:
            titles, notes = ([value for (value,) in connection.execute(query)] for query in queries)
    return titles, notes


def migrate(url: str) -> None:
    """Open a database as a server does; every table of version 0.1.0 is there with all its events."""

    async def look() -> dict[str, list[bytes]]:
        async with opened(url) as store:
            await store.check()
            return {table: await store.read(table) for table in EVENTS}

    assert asyncio.run(look()) == EVENTS


@contextmanager
def started(url: str, *words: str) -> Iterator[Talking]:
    """A process of a later Pediment that is ready to open a database."""
    with Talking("tests.server.later_version", url, *words) as process:
        assert answer(process) == "ready"
        yield process


def answer(process: Talking) -> str:
    return process.stdout.readline().strip()


def tell(process: Talking) -> None:
    process.stdin.write("\n")
    process.stdin.flush()


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a command says when it fails, after which the database is as it was."""

    def started_after_all(*_: object) -> None:
        pytest.fail("the server has opened the database")  # and would serve for ever

    monkeypatch.setattr(serve, "listening", started_after_all)

    def ask(database: str, code: int, *arguments: str) -> str:
        before = dump(database)
        assert main([*arguments]) == code
        out, err = capsys.readouterr()
        assert out == ""
        assert dump(database) == before
        return str(err)

    return ask


# Up to date


@pytest.mark.deep
@pytest.mark.parametrize("version", range(1, LAST))
@pytest.mark.parametrize("kind", KINDS)
def test_every_earlier_version_is_brought_up_to_date(
    kind: str,
    version: int,
    old: Callable[[Path, str], str],
    new_database: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Opened by the server of a later Pediment: listed, loaded, played on, backed up and restored."""
    be_soon_after(FIRST, monkeypatch)
    database, fresh = old(FIRST, kind), new_database(kind)
    assert version_of(database) == 1
    become(version, monkeypatch)
    migrate(database)
    assert version_of(database) == version

    become(LAST, monkeypatch)
    migrate(database)
    assert version_of(database) == LAST
    tables = EXPECTED[FIRST]["tables"]
    names = {title: title.partition("-")[0] for title in tables}
    assert added(database)[0] == sorted(f"{names[title]} {table['status']}" for title, table in tables.items())
    assert added(database)[1] == sorted(person["name"] for person in EXPECTED[FIRST]["people"])
    asyncio.run(opened_once(fresh))
    assert dump(database)["shape"] == dump(fresh)["shape"]  # as if it had been made by the later one
    migrate(database)

    with serving(database) as running:
        for status, title in (("open", "elysium-3-open"), ("running", "ephyran-3-running-reactions")):
            listed = running.client().get(f"/api/tables?status={status}")
            assert [found["table"] for found in listed] == [tables[title]["table"]]
        ana = running.client(EXPECTED[FIRST]["people"][0]["key"])
        assert tables["elysium-2-finished-pass"]["table"] in [found["table"] for found in ana.get("/api/me/tables")]
        titles = ["elysium-3-running-pass", "ephyran-2-running-exchange"]
        for title in titles if DEEP else [titles[version % 2]]:
            record = play_on(running, tables[title], random.Random(title))
            assert pediment.replay(record).over
            assert record["rules"] == "1"
        new = running.client().post("/api/tables", {"game": "ephyran", "chairs": [{"kind": "open"}] * 2})["table"]

    backup, restored = new_database("sqlite"), new_database(kind)
    asyncio.run(copy(store_of(database), store_of(backup)))
    asyncio.run(copy(store_of(backup), store_of(restored)))
    kept = asyncio.run(everything(restored))
    assert kept == asyncio.run(everything(database))
    assert new in [row.listed.table for row in kept if isinstance(row, WholeTable)]


async def opened_once(url: str) -> None:
    async with opened(url) as store:
        await store.check()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_what_version_0_1_0_left_behind_is_backed_up_and_restored(
    kind: str, target: str, old: Callable[[Path, str], str], new_database: Callable[[str], str]
) -> None:
    database, backup, restored = old(FIRST, kind), new_database(target), new_database(kind)
    migrate(database)
    tally = asyncio.run(copy(store_of(database), store_of(backup)))
    assert tally.tables == len(EXPECTED[FIRST]["tables"])
    asyncio.run(copy(store_of(backup), store_of(restored)))
    migrate(restored)
    assert asyncio.run(everything(restored)) == asyncio.run(everything(database))


# Once


def test_processes_that_start_together_migrate_once(old: Callable[[Path, str], str]) -> None:
    """With PostgreSQL: one takes the steps, none of which can be taken twice, and the others wait for it."""
    database = old(FIRST, "postgresql")
    with started(database) as one, started(database) as two, started(database) as three:
        processes = (one, two, three)
        for process in processes:
            tell(process)
        assert [answer(process) for process in processes] == ["open"] * 3
    assert version_of(database) == LAST
    assert len(added(database)[1]) == len(EXPECTED[FIRST]["people"])


def test_of_two_servers_on_a_file_one_migrates_and_the_other_is_refused(old: Callable[[Path, str], str]) -> None:
    database = old(FIRST, "sqlite")
    with started(database) as one, started(database) as two:
        for process in (one, two):
            tell(process)
        said = sorted([answer(one), answer(two)])
        assert said[0] == "open"
        assert said[1].startswith("refused: another server uses ")
    assert version_of(database) == LAST
    with started(database) as three:
        tell(three)
        assert answer(three) == "open"


def test_whoever_migrates_a_file_at_the_same_time_waits(
    old: Callable[[Path, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a server and somebody who restores a backup may."""
    database = old(FIRST, "sqlite")
    become(LAST, monkeypatch)
    monkeypatch.setattr(sqlite_store, "LOCK_SECONDS", PATIENCE)
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(SqliteStore(Path(database))._migrate) for _ in range(8)]:
            done.result()
    assert version_of(database) == LAST
    migrate(database)


# Whole or not at all


@pytest.mark.parametrize("kind", KINDS)
def test_a_migration_that_is_killed_in_the_middle_has_changed_nothing(
    kind: str, old: Callable[[Path, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = old(FIRST, kind)
    migrate(database)
    before = dump(database)
    with started(database, "pause") as process:
        tell(process)
        assert answer(process) == "in the middle"
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    assert dump(database) == before
    migrate(database)  # the former Pediment can go on with it
    assert dump(database) == before
    become(LAST, monkeypatch)
    migrate(database)
    assert version_of(database) == LAST
    assert len(added(database)[1]) == len(EXPECTED[FIRST]["people"])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_step_that_fails_has_changed_nothing(
    kind: str,
    language: str,
    old: Callable[[Path, str], str],
    refused: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = old(FIRST, kind)
    for module, steps in VERSIONS.items():
        monkeypatch.setattr(module, "MIGRATIONS", (*steps, "update tables set title = 1 / 0, missing = 1"))
    said = refused(database, 2, "serve", "--language", language, "--port", "0", "--database", database)
    unusable = {"en": "the database cannot be used: ", "fr": "la base de données est inutilisable\u00a0: "}
    assert said.startswith(f"pediment serve: {unusable[language]}")
    assert "missing" in said
    become(LAST, monkeypatch)
    migrate(database)
    assert version_of(database) == LAST


# What cannot be done


@pytest.mark.parametrize("kind", KINDS)
def test_a_newer_database_is_refused_and_left_as_it_is(
    kind: str,
    old: Callable[[Path, str], str],
    new_database: Callable[[str], str],
    refused: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    database, other = old(FIRST, kind), new_database("sqlite")
    with monkeypatch.context() as later:
        become(LAST, later)
        migrate(database)
    if kind == "sqlite":
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("pragma journal_mode = delete").fetchone() == ("delete",)  # not even that
        before = Path(database).read_bytes()
    start = ("serve", "--port", "0", "--database", database, "--language")
    sentence = {"en": "was written by a newer Pediment; update this one", "fr": "vient d’un Pediment plus récent"}
    for language, expected in sentence.items():
        assert expected in refused(database, 2, *start, language)
        assert expected in refused(
            database, 1, "backup", "--database", database, str(file_of(other)), "--language", language
        )
    asyncio.run(opened_once(other))
    assert sentence["en"] in refused(database, 1, "backup", "--language", "en", "--database", other, database)
    if kind == "sqlite":
        assert Path(database).read_bytes() == before
    become(LAST, monkeypatch)
    migrate(database)


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_an_earlier_version_says_what_to_do(
    kind: str,
    old: Callable[[Path, str], str],
    new_database: Callable[[str], str],
    refused: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database, target = old(FIRST, kind), file_of(new_database("sqlite"))
    become(LAST, monkeypatch)
    advice = {
        "en": "from an earlier Pediment; make the backup with that version, or start the server on it once",
        "fr": "d’un Pediment plus ancien\u00a0; copiez-la avec cette version-là, ou démarrez-y une fois le serveur",
    }
    for language, expected in advice.items():
        arguments = ("backup", "--language", language, "--database", database, str(target))
        assert expected in refused(database, 1, *arguments)
        assert not target.exists()
    migrate(database)
    assert main(["backup", "--database", database, str(target)]) == 0


@contextmanager
def somebody_else() -> Iterator[None]:
    """Inside, root is nobody: root may write to everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("folder", "file", "message"),
    [(0o777, 0o444, "attempt to write a readonly database"), (0o555, 0o444, "readonly database|unable to open")],
)
@pytest.mark.parametrize("version", [PRESENT, LAST])
def test_a_file_that_can_only_be_read(
    folder: int, file: int, message: str, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a new version it is not migrated, with its own the server does not start either: it could not play."""
    become(version, monkeypatch)
    with tempfile.TemporaryDirectory() as live:
        path = Path(live, "tables.sqlite")
        path.write_bytes((FIRST / "tables.db").read_bytes())
        path.chmod(file)
        Path(live).chmod(folder)
        with somebody_else(), pytest.raises(Unavailable, match=message):
            asyncio.run(store_of(str(path)).open())
        assert os.listdir(live) == [path.name]  # nothing beside it that would stay read-only
        Path(live).chmod(0o700)
        path.chmod(0o600)
        assert path.read_bytes() == (FIRST / "tables.db").read_bytes()
        migrate(str(path))


def test_a_database_that_can_only_be_read(old: Callable[[Path, str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    database = old(FIRST, "postgresql")
    migrate(database)
    before = dump(database)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"alter database {urlsplit(database).path[1:]} set default_transaction_read_only = on")
        become(LAST, monkeypatch)
        with pytest.raises(Unavailable, match="read-only transaction"):
            migrate(database)
        assert dump(database) == before
        connection.execute(f"alter database {urlsplit(database).path[1:]} reset all")
    migrate(database)
    assert version_of(database) == LAST
