from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pediment.cli import main
from pediment.server.store.backup import copy
from pediment.server.store.moderation import Ban, Report
from pediment.server.store.store import Conflict, KeyedPerson, Person, Row, Store, Unavailable, WholeTable, store_of
from tests.server.store.test_store import file_of, opened
from tests.server.stores import HEAD

ANA = Person("ana", "Άννα", b'{"language":"fr"}')


async def write_some(url: str) -> None:
    async with opened(url) as store:
        for i in range(20):
            head = replace(HEAD, due=i / 3 if i % 2 else None, listed=i > 9, people=("ana",) * (i % 3))
            await store.append(f"Table {i}" if i % 4 else f"table-é-{i}", 0, [bytes([i, j]) for j in range(i)], head)
        await store.add_person(ANA, b"\x00hash")
        await store.add_person(replace(ANA, id="Mo"), b"other")


async def everything(url: str) -> list[Row]:
    return [row async for row in store_of(url).rows()]


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_there_and_back_again(source: str, target: str, new_database: Callable[[str], str]) -> None:
    async def run() -> None:
        original, backup, restored = new_database(source), new_database(target), new_database(source)
        await write_some(original)
        tally = await copy(store_of(original), store_of(backup))
        assert (tally.tables, tally.events, tally.people) == (20, 190, 2)
        await copy(store_of(backup), store_of(restored))
        assert await everything(original) == await everything(backup) == await everything(restored)
        async with opened(restored) as store:
            assert await store.person_by_key(b"\x00hash") == ANA
            assert len(await store.tables_of("ana", 99)) == 13
            assert len(await store.due(99.0)) == 10
            await store.append("Table 7", 7, [b"more"], HEAD)

    asyncio.run(run())


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_while_games_go_on_is_of_one_instant(
    source: str, target: str, new_database: Callable[[str], str]
) -> None:
    """The tables are written to in turn, so that at every instant they differ by one event at most."""

    async def play(store: Store, written: asyncio.Event, stop: asyncio.Event) -> int:
        n = 0
        while not stop.is_set():
            for i in range(10):
                await store.append(f"t{i}", n, [f"{n}".encode()], HEAD)
            written.set()
            n += 1
        return n

    async def run() -> None:
        url, backup = new_database(source), new_database(target)
        written, stop = asyncio.Event(), asyncio.Event()
        async with opened(url) as store:
            task = asyncio.create_task(play(store, written, stop))
            await written.wait()
            tally = await copy(store_of(url), store_of(backup))
            stop.set()
            rounds = await task
        lengths = [len(row.events) for row in await everything(backup) if isinstance(row, WholeTable)]
        assert len(lengths) == 10
        assert lengths == sorted(lengths, reverse=True)
        assert 0 <= lengths[0] - lengths[-1] <= 1
        assert sum(lengths) == tally.events <= 10 * rounds

    asyncio.run(run())


def test_only_into_an_empty_database(database: str, tmp_path: Path) -> None:
    async def run() -> None:
        source = str(tmp_path / "source.sqlite")
        await write_some(source)
        await copy(store_of(source), store_of(database))
        before = await everything(database)
        with pytest.raises(Conflict):
            await copy(store_of(source), store_of(database))
        assert await everything(database) == before

    asyncio.run(run())


@pytest.mark.parametrize("row", [Ban("address 192.0.2.7", None, "spam"), Report("r", 1.0, "t", 0, 1, "Rude")])
def test_a_database_with_nothing_but_a_ban_or_a_report_is_not_empty(
    row: Ban | Report, database: str, tmp_path: Path
) -> None:
    async def run() -> None:
        source = str(tmp_path / "source.sqlite")
        await write_some(source)
        store = store_of(database)
        await store.open()
        await store.moderation.put(row)
        await store.close()
        with pytest.raises(Conflict):
            await copy(store_of(source), store_of(database))
        assert await everything(database) == [row]

    asyncio.run(run())


def test_all_or_nothing(database: str, tmp_path: Path) -> None:
    async def broken(rows: AsyncIterator[Row]) -> AsyncIterator[Row]:
        async for row in rows:
            if isinstance(row, KeyedPerson):
                raise Unavailable("the source is gone")
            yield row

    async def run() -> None:
        source = store_of(str(tmp_path / "source.sqlite"))
        await write_some(str(tmp_path / "source.sqlite"))
        with pytest.raises(Unavailable, match="the source is gone"):
            await store_of(database).fill(broken(source.rows()))
        assert await everything(database) == []
        await copy(source, store_of(database))

    asyncio.run(run())


def test_what_is_no_database_cannot_be_copied(new_database: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite").touch()
    (tmp_path / "text.sqlite").write_text("this is no database, however long you look at it\n" * 99)
    sources = {
        str(tmp_path / "nowhere.sqlite"): "there is no database",
        str(tmp_path / "empty.sqlite"): "not a database of Pediment",
        str(tmp_path / "text.sqlite"): "file is not a database",
        new_database("postgresql"): "not a database of Pediment",
    }
    for source, message in sources.items():
        with pytest.raises(Unavailable, match=message):
            asyncio.run(copy(store_of(source), store_of(str(tmp_path / "target.sqlite"))))


def test_a_copy_that_differs_is_noticed(tmp_path: Path) -> None:
    class Forgetful:
        def __init__(self, store: Store) -> None:
            self.store = store
            self.fill = store.fill

        async def rows(self) -> AsyncIterator[Row]:
            with closing(sqlite3.connect(tmp_path / "target.sqlite")) as connection, connection:
                connection.execute("delete from events where n = 3")
            async for row in self.store.rows():
                yield row

    source = str(tmp_path / "source.sqlite")
    asyncio.run(write_some(source))
    target: Store = Forgetful(store_of(str(tmp_path / "target.sqlite")))  # type: ignore[assignment]
    with pytest.raises(Unavailable, match="not what was read"):
        asyncio.run(copy(store_of(source), target))


def test_the_command(
    new_database: Callable[[str], str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asyncio.run(write_some(f"sqlite://{tmp_path}/pediment/tables.sqlite"))
    backup, restored = new_database("sqlite"), new_database("postgresql")
    assert main(["backup", str(file_of(backup))]) == 0
    assert main(["backup", "--database", backup, restored, "--language", "fr"]) == 0
    english, french = capsys.readouterr().out.splitlines()
    assert english == "Copied and checked: 20 tables, 190 events, 2 people."
    assert french == "Copié et vérifié\u00a0: 20 tables, 190 événements, 2 personnes."
    assert {file.name for file in file_of(backup).parent.iterdir()} == {"tables.sqlite"}
    assert file_of(backup).stat().st_mode & 0o777 == 0o600


def test_the_command_refuses(
    new_database: Callable[[str], str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, target = str(tmp_path / "source.sqlite"), new_database("postgresql")
    asyncio.run(write_some(source))
    asyncio.run(write_some(target))
    attempts = {
        (source, target.replace("postgres@", "postgres:secret@")): (2, "is not empty"),
        (source, "mysql://user:secret@host/name"): (2, "no store for mysql"),
        (str(tmp_path / "nowhere.sqlite"), str(tmp_path / "target.sqlite")): (1, "there is no database"),
        ("postgresql://u:secret@127.0.0.1:1/name", str(tmp_path / "target.sqlite")): (1, "cannot be reached"),
    }
    for (database, into), (code, message) in attempts.items():
        assert main(["backup", "--database", database, into]) == code
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("pediment backup: ")
        assert message in err
        assert "secret" not in err


def test_a_missing_source_leaves_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "new" / "monday.sqlite"
    assert main(["backup", "--language", "en", "--database", str(tmp_path / "nothing.sqlite"), str(target)]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
