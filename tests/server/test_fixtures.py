"""What earlier versions left behind is found again by this one: databases and records, exactly as they were."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.server.domain.table import Table
from pediment.server.store.store import store_of
from tests.fixtures import facts
from tests.server.playing import Client, Running, serving

FOLDERS = sorted((Path(__file__).parents[1] / "fixtures").glob("v*"))
EXPECTED: dict[Path, dict[str, Any]] = {
    folder: json.loads((folder / "expected.json").read_text(encoding="utf-8")) for folder in FOLDERS
}
KINDS = ("sqlite", "postgresql")
Json = dict[str, Any]

pytestmark = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@pytest.fixture(autouse=True)
def soon_after(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be_soon_after(folder, monkeypatch)


def be_soon_after(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the hour in which the old server stopped: later, open tables expire and players run out of time."""
    connection = sqlite3.connect(f"file:{folder / 'tables.db'}?mode=ro&immutable=1", uri=True)
    try:
        (stopped,) = connection.execute("select max(updated) from tables").fetchone()
    finally:
        connection.close()
    now, since = time.time, time.time() - stopped
    monkeypatch.setattr(time, "time", lambda: now() - since)


def test_every_record_replays_to_what_it_was(folder: Path) -> None:
    expected = EXPECTED[folder]["records"]
    files = {file.name: file.read_text(encoding="utf-8") for file in (folder / "records").iterdir()}
    assert {name: facts.of_match(pediment.replay(text)) for name, text in files.items()} == expected
    for name, text in files.items():
        assert json.loads(text).get("result") == expected[name]["scores"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_table_stands_at_the_same_question(folder: Path, kind: str, old: Callable[[Path, str], str]) -> None:
    expected = EXPECTED[folder]["tables"]

    async def read() -> dict[str, Table]:
        store = store_of(database)
        await store.open()
        try:
            ids = {title: table["table"] for title, table in expected.items()}
            return {title: Table.of(id, await store.read(id)) for title, id in ids.items()}
        finally:
            await store.close()

    database = old(folder, kind)
    for title, table in asyncio.run(read()).items():
        found = facts.of_table(table)
        assert found == {field: expected[title][field] for field in found}, title


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_opens_what_it_opened(folder: Path, kind: str, old: Callable[[Path, str], str]) -> None:
    tables = EXPECTED[folder]["tables"]
    with serving(old(folder, kind)) as running:
        for expected in tables.values():
            for key in filter(None, set(expected["keys"])):
                check_seats(
                    running.client(key), expected, [seat for seat, k in enumerate(expected["keys"]) if k == key]
                )
            if expected["share"]:
                check_seats(running.client(expected["share"]), expected, [])
        for person in EXPECTED[folder]["people"]:
            me = running.client(person["key"])
            found = me.get("/api/me")
            assert {field: found[field] for field in ("person", "name", "language")} == {
                field: person[field] for field in ("person", "name", "language")
            }
            mine = {summary["table"] for summary in me.get("/api/me/tables")}
            assert {tables["elysium-2-finished-pass"]["table"], tables["ephyran-2-finished-exchange"]["table"]} <= mine
        for title, expected in tables.items():
            file = folder / "records" / f"{title}.json"
            if file.exists():
                record = running.client(expected["keys"][0]).get(f"/api/tables/{expected['table']}/record")
                assert record == json.loads(file.read_text(encoding="utf-8"))


def check_seats(client: Client, expected: Json, seats: list[int]) -> None:
    """The key is of these seats, and the one that is asked sees its question."""
    found = client.get(f"/api/tables/{expected['table']}")
    table = found["table"]
    sitting = [seat for seat in seats if expected["players"][seat]]
    assert (table["yours"], [seat["name"] for seat in table["seats"]]) == (sitting, expected["players"])
    if expected["asked"] in seats:
        [view] = [view for view in found["views"] if view["seat"] == expected["asked"]]
        assert view["seq"] == expected["seq"][view["seat"]]
        assert [option["label"] for option in view["prompt"]["options"]] == expected["match"]["legal"]


@pytest.mark.parametrize(
    ("kind", "which"),
    [
        pytest.param("sqlite", "", marks=pytest.mark.long),
        ("sqlite", "-pass"),
        ("sqlite", "-exchange"),
        ("postgresql", "-2-running"),
    ],
)
def test_every_game_can_be_played_to_its_end(
    folder: Path, kind: str, which: str, old: Callable[[Path, str], str]
) -> None:
    """All of them in SQLite; the events are the same in PostgreSQL, so there one of each game is enough."""
    unfinished = {title: table for title, table in EXPECTED[folder]["tables"].items() if table["status"] != "over"}
    with serving(old(folder, kind)) as running:
        for title in [title for title in unfinished if which in title]:
            table = unfinished[title]
            record = play_on(running, table, random.Random(title))
            assert pediment.replay(record).over
            assert record["rules"] == "1"  # to its end by the rules it began with
            assert len(record["actions"]) > (table["match"]["actions"] if table["match"] else 0)


def play_on(running: Running, expected: Json, chance: random.Random) -> Json:
    """Everybody comes back, sits down where a seat is free, and plays on to the end; returns the record."""
    everybody = running.client(*{key for key in [*expected["keys"], expected["invite"]] if key})
    address = f"/api/tables/{expected['table']}"
    if expected["status"] == "open":
        for seat, name in enumerate(expected["players"]):
            if not name:
                everybody.post(f"{address}/seats", {"seat": seat, "name": f"Guest {seat}"})
        if everybody.get(address)["table"]["status"] == "open":
            everybody.command(expected["table"], "start", 0)
    with everybody.live(expected["table"]) as live:
        live.quiet()
        if live.play(chance, 20) == 20:
            running.finish(expected["table"], left=10)
            live.quiet()
            live.play(chance)
    record: Json = everybody.get(f"{address}/record")
    return record


def test_the_sqlite_file_is_whole(folder: Path) -> None:
    """A copy as the server left it: whole, and with nothing beside it."""
    connection = sqlite3.connect(f"file:{folder / 'tables.db'}?mode=ro&immutable=1", uri=True)
    try:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        assert connection.execute("pragma user_version").fetchone()[0] >= 1
    finally:
        connection.close()


def test_the_fixtures_hold_what_they_are_for(folder: Path) -> None:
    """Both games for two to four, open, running and finished; answers whose rules a later version may change."""
    tables, records = EXPECTED[folder]["tables"], EXPECTED[folder]["records"]
    statuses = {(title.split("-")[0], len(table["players"]), table["status"]) for title, table in tables.items()}
    for game in pediment.games():
        assert {(game, n, status) for n in (2, 3, 4) for status in ("running", "over")} <= statuses
        assert (game, 3, "open") in statuses
        finished = json.loads((folder / "records" / f"{game}-4-finished-edition.json").read_text(encoding="utf-8"))
        assert finished["options"]["edition"]["values"]["name"] == "my box"
        assert records[f"{game}-position-finished.json"]["scores"]
    for title in ("elysium-2-continued-pass", "elysium-3-running-pass"):
        assert "pass" in tables[title]["match"]["legal"]
    assert any(label.startswith("with t") for label in tables["ephyran-2-running-exchange"]["match"]["legal"])
    assert tables["elysium-2-running-edition"]["proposal"] == 0


def test_a_pass_was_an_answer(folder: Path) -> None:
    record = json.loads((folder / "records" / "elysium-2-finished-pass.json").read_text(encoding="utf-8"))
    assert "pass" in record["actions"]
    passes = [entry for entry in pediment.replay(record).view()["log"] if entry["event"] == "pass"]
    assert len(passes) >= record["actions"].count("pass")  # where nothing else is possible nobody is asked


def test_an_exchange_with_the_hand_put_the_old_area_into_the_hand(folder: Path) -> None:
    record = json.loads((folder / "records" / "ephyran-2-finished-exchange.json").read_text(encoding="utf-8"))
    beginning = {**record, "actions": [], "hashes": {"0": record["hashes"]["0"]}}
    del beginning["result"]
    match = pediment.replay(beginning)
    swapped = 0
    for n, label in enumerate(record["actions"]):
        seat = match.to_move
        before = match.view(seat)
        match.play(label)
        if label.startswith("with t"):
            _, god, number = record["actions"][n - 1].split()  # exchange gaia 2
            area = before["seats"][seat]["territories"][god]["areas"][int(number) - 1]
            card = label.removeprefix("with ")[:-1].upper()
            assert match.view(seat)["hand"] == sorted([*set(before["hand"]) - {card}, area["card"]])
            swapped += 1
    assert swapped
    assert [score["total"] for score in match.scores()] == record["result"]
