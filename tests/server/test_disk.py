"""What is kept on disk: editions once, no more than the quotas allow, and no table that nobody needs."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import pediment
from pediment.server.domain.refusal import Refused
from pediment.server.live import housekeeping, quotas
from pediment.server.live.live_table import WATCHED_SECONDS
from pediment.server.live.quotas import Quotas
from pediment.server.store import editions
from pediment.server.store.backup import copy
from pediment.server.store.store import Usage, WholeTable, store_of
from tests.server.playing import serving, wait_for
from tests.server.store.test_backup import everything
from tests.server.store.test_store import opened
from tests.server.stores import HEAD

OPEN = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


def box(name: str) -> str:
    """An edition file of one's own."""
    kept = pediment.game("elysium").editions
    assert kept is not None
    return (kept.folder / "standard.toml").read_text().replace('name = "reconstruction"', f'name = "{name}"')


# Editions


def test_an_edition_is_stored_once(database: str, new_database: Callable[[str], str]) -> None:
    """However many tables and records have it; what is given out is whole."""
    with serving(database) as running:
        ann = running.client()
        first = running.finished(ann, edition=box("mine"))
        record = ann.get(f"/api/tables/{first}/record")
        assert record["options"]["edition"]["values"]
        before = running.do(running.server.store.usage).bytes
        for _ in range(6):
            ann.post("/api/records", record)
            running.client().new_table(edition=box("mine"))
        grown = (running.do(running.server.store.usage).bytes - before) / 12
        assert grown < 30_000, "less than 30 kB a table, of which a record has most"
        kept = ann.post("/api/records", record)["table"]
        events = running.do(lambda: running.server.store.read(kept))
        assert json.loads(events[0])["options"]["edition"] == record["options"]["edition"]
        running.server.tables.loaded.clear()
        assert ann.get(f"/api/tables/{kept}/record") == record
        assert pediment.replay(record).over

    async def count() -> int:
        async with opened(database) as store:
            return len(await store.moderation._ask("select hash from editions where used > %s", (0.0,)))

    assert asyncio.run(count()) == 1
    backup, restored = new_database("sqlite"), new_database("sqlite")
    asyncio.run(copy(store_of(database), store_of(backup)))
    asyncio.run(copy(store_of(backup), store_of(restored)))
    assert asyncio.run(everything(restored)) == asyncio.run(everything(database))
    whole = [row.events[0] for row in asyncio.run(everything(backup)) if isinstance(row, WholeTable)]
    assert all(b'"values":{' in event for event in whole)


def test_what_holds_no_edition_is_written_as_it_is() -> None:
    for event in (b"anything", b"", b'{"values": 1}', b'{"a":{"values":{"b":1}}}'):
        short, found = editions.split(event)
        assert (short, found) == (event, {})
        assert editions.join(event, {}) == event


def test_editions_that_no_table_uses_are_swept_out_after_a_day(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        event = b'{"edition":{"name":"m","hash":"0","values":{"a":1}}}'
        async with opened(database) as store:
            await store.append("one", 0, [event], HEAD)
            await store.append("two", 0, [event], HEAD)
            monkeypatch.setattr("pediment.server.store.sqlite.EDITION_SECONDS", -1.0)
            monkeypatch.setattr("pediment.server.store.postgres.EDITION_SECONDS", -1.0)
            await store.remove("one")
            await store.sweep()
            assert await store.read("two") == [event]
            await store.remove("two")
            await store.sweep()
            assert await store.moderation._ask("select hash from editions where used > %s", (0.0,)) == []

    asyncio.run(run())


# Quotas


def test_an_address_creates_so_much_in_a_day(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", daily_tables=3) as running:
        ann = running.client()
        for _ in range(3):
            ann.new_table(chairs=OPEN)
        refused = ann.call("POST", "/api/tables", {"game": "elysium", "chairs": OPEN})
        assert (refused.status, refused.code) == (429, "quota")
        assert "3 tables" in refused.json["text"]
        assert ann.call("GET", "/healthz").status == 200
    with serving(tmp_path / "tables.sqlite", daily_bytes=8_500) as running:
        ann = running.client()
        assert ann.call("POST", "/api/tables", {"game": "elysium", "chairs": OPEN, "edition": box("a")}).status == 201
        assert ann.call("POST", "/api/tables", {"game": "elysium", "chairs": OPEN, "edition": box("a")}).status == 201
        refused = ann.call("POST", "/api/tables", {"game": "elysium", "chairs": OPEN, "edition": box("b")})
        assert (refused.status, refused.code) == (429, "quota")


def test_people_and_reports_count_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_DAILY_REPORTS", 2)
    with serving(tmp_path / "tables.sqlite", daily_tables=3) as running:
        ann = running.client()
        for name in ("Ann", "Ben", "Cleo"):
            ann.post("/api/people", {"name": name})
        refused = ann.call("POST", "/api/people", {"name": "Dora"})
        assert (refused.status, refused.code, "3 identities" in refused.json["text"]) == (429, "quota", True)
        table = ann.new_table()["table"]
        report = {"seat": 0, "about": 1, "text": "Rude"}
        for _ in range(2):
            ann.post(f"/api/tables/{table}/reports", report)
        refused = ann.call("POST", f"/api/tables/{table}/reports", report)
        assert (refused.status, refused.code, "2 reports" in refused.json["text"]) == (429, "quota", True)


def test_seats_count_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time that somebody sits down, but not when the same request comes again; nobody else is kept out."""
    with serving(tmp_path / "tables.sqlite", daily_tables=1) as running:
        ann, eve = running.client(), replace(running.client(), address="198.51.100.66")
        seated = ann.new_table(chairs=[*OPEN, {"kind": "open"}])
        path = f"/api/tables/{seated['table']}/seats"
        token = "seat_" + "e5" * 16
        wanted = {"seat": 1, "name": "Eve", "token": token}
        eve.keys = [seated["invite"], token]

        def sit_and_leave(times: int) -> None:
            for _ in range(times):
                for _ in range(2):
                    assert eve.call("POST", path, wanted).status == 201
                assert eve.command(seated["table"], "leave", 1).status == 200

        monkeypatch.setattr(quotas, "MAX_DAILY_SEATS_THERE", 2)
        sit_and_leave(2)
        events = running.table(seated["table"]).events
        refused = eve.call("POST", path, wanted, headers={"accept-language": "fr"})
        assert (refused.status, refused.code, "2 fois à cette table" in refused.json["text"]) == (
            429,
            "sat-often",
            True,
        )
        assert running.table(seated["table"]).events == events
        monkeypatch.undo()
        sit_and_leave(quotas.SEATS_PER_TABLE - 2)
        refused = eve.call("POST", path, wanted)
        assert (refused.status, refused.code, "4 seats" in refused.json["text"]) == (429, "quota", True)
        assert ann.call("POST", path, {"seat": 1, "name": "Ben"}).status == 201


def test_an_address_sits_down_so_often_at_one_table() -> None:
    now = [0.0]
    found = Quotas(tables=500, size=10**6, all_tables=9, all_size=10**9, clock=lambda: now[0])
    for _ in range(quotas.MAX_DAILY_SEATS_THERE):
        found.check("192.0.2.7", "a-table", 1)
        found.written("192.0.2.7", "a-table", 100, 1)
    with pytest.raises(Refused) as refused:
        found.check("192.0.2.7", "a-table", 1)
    assert (refused.value.code, refused.value.status) == ("sat-often", 429)
    found.check("192.0.2.7", "a-table")  # anything else is possible there
    found.check("192.0.2.7", "another", 1)
    found.check("192.0.2.8", "a-table", 1)
    now[0] += quotas.DAY_SECONDS
    found.check("192.0.2.7", "a-table", 1)


def test_what_is_said_counts_as_well(tmp_path: Path) -> None:
    """An address that has added too much still plays on, and deletes what it likes, but adds no more."""
    with serving(tmp_path / "tables.sqlite", daily_bytes=20_000) as running:
        ann = running.client()
        waiting = ann.new_table(chairs=OPEN)["table"]
        table = ann.new_table(house={"chat": True, "hints": True})["table"]
        said = 0
        while (found := ann.command(table, "chat", 0, text="\N{PERFORMING ARTS}" * 500)).status == 200:
            said += 1
        assert (found.status, found.code, 5 < said < 12) == (429, "quota", True)
        assert ann.call("POST", "/api/tables", {"game": "elysium", "chairs": OPEN}).code == "quota"
        assert ann.call("POST", f"/api/tables/{waiting}/seats", {"seat": 1, "name": "Cleo"}).code == "quota"
        [asked] = [view for view in ann.get(f"/api/tables/{table}")["views"] if view["prompt"]]
        wanted = {"seat": asked["seat"], "seq": asked["seq"]}
        assert ann.call("POST", f"/api/tables/{table}/hint", wanted).code == "quota"
        running.finish(table, left=2)
        with ann.live(table) as live:
            assert live.play(random.Random(1))
        french = replace(ann, language="fr")
        refused = french.call("POST", f"/api/tables/{table}/share")
        assert (refused.code, "revenez demain" in refused.json["text"]) == ("quota", True)
        for path in (f"/api/tables/{table}/share", f"/api/tables/{table}/seats", f"/api/tables/{waiting}"):
            assert ann.call("DELETE", path).status == 200


@pytest.mark.parametrize("bound", [{"max_tables": 2}, {"max_bytes": 1_000}])
def test_a_full_server_says_so_and_plays_on(tmp_path: Path, bound: dict[str, int]) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        tables = [ann.new_table()["table"] for _ in range(2)]
    with serving(tmp_path / "tables.sqlite", **bound) as running:
        running.do(running.server.housekeeping.go_round)
        ann.port = running.port
        refused = ann.call("POST", "/api/tables", {"game": "elysium", "chairs": OPEN})
        assert (refused.status, refused.code) == (507, "full")
        with ann.live(tables[0]) as live:
            assert live.play(random.Random(2), 3) == 3


def test_a_day_begins_again() -> None:
    now = [0.0]
    counted = Quotas(2, 100, 5, 1000, lambda: now[0])
    counted.add("a", 60, "en")
    with pytest.raises(Refused, match=r"1 tables, .* 60 bytes"):
        counted.add("a", 41, "en")
    counted.add("a", 40, "en")
    counted.add("b", 100, "en")
    now[0] = 86_400.0
    counted.add("a", 100, "en")
    counted.measured(Usage(5, 0))
    with pytest.raises(Refused) as full:
        counted.add("c", 1, "fr")
    assert (full.value.code, full.value.status) == ("full", 507)
    counted.measured(Usage(4, 0))
    counted.add("c", 1, "fr")


# Rematches


def test_a_rematch_is_one_table_however_often_it_is_asked_for(database: str) -> None:
    with serving(database) as running:
        ann = running.client()
        table = running.finished(ann)
        before = running.do(running.server.store.usage).tables
        with ThreadPoolExecutor(20) as pool:
            asked = [pool.submit(ann.command, table, "rematch", n % 2) for n in range(60)]
        assert {found.result().status for found in asked} == {200}
        other = ann.get(f"/api/tables/{table}")["table"]["rematch"]
        assert running.do(running.server.store.usage).tables == before + 1
        assert ann.get(f"/api/tables/{other}")["table"]["status"] == "open"


def test_two_processes_make_the_same_rematch(new_database: Callable[[str], str]) -> None:
    database = new_database("postgresql")
    with serving(database) as one, serving(database) as two:
        ann = one.client()
        table = one.finished(ann)
        ben = two.client(*ann.keys)
        ben.get(f"/api/tables/{table}")
        with ThreadPoolExecutor(10) as pool:
            asked = [pool.submit(who.command, table, "rematch", 0) for who in (ann, ben) * 10]
        assert {found.result().status for found in asked} == {200}
        assert one.do(one.server.store.usage).tables == 2
        other = ann.get(f"/api/tables/{table}")["table"]["rematch"]
        ben.post(f"/api/tables/{other}/seats", {"seat": 0, "name": "Ben"})
        assert ben.call("DELETE", f"/api/tables/{other}").status == 200
        assert ann.get(f"/api/tables/{table}")["table"]["rematch"] is None, "it was deleted at the other process"
        assert {who.command(table, "rematch", 0).status for who in (ann, ben)} == {200}
        assert one.do(one.server.store.usage).tables == 2


def test_after_a_rematch_was_removed_there_can_be_another(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", open_days=0.0) as running:
        ann = running.client()
        table = running.finished(ann)
        with ann.live(table) as live:
            live.quiet()

            def rematch() -> str:
                assert live.ask({"type": "rematch", "seat": 0})["type"] == "done"
                while not live.table["rematch"]:
                    live.hear()
                return str(live.table["rematch"])

            def removed(other: str) -> None:
                while live.table["rematch"]:
                    live.hear()
                assert ann.get(f"/api/tables/{table}")["table"]["rematch"] is None
                assert ann.call("GET", f"/api/tables/{other}").code == "no-table"

            first = rematch()
            ann.post(f"/api/tables/{first}/seats", {"seat": 0, "name": "Ann"})
            assert ann.call("DELETE", f"/api/tables/{first}").status == 200
            removed(first)
            second = rematch()
            running.do(running.server.housekeeping.go_round)  # nobody has joined
            removed(second)
        third = ann.command(table, "rematch", 0)
        assert third.status == 200
        last = ann.get(f"/api/tables/{table}")["table"]["rematch"]
        assert len({first, second, last}) == 3
    with serving(tmp_path / "tables.sqlite") as running:
        ann.port = running.port
        assert ann.get(f"/api/tables/{table}")["table"]["rematch"] == last
        running.do(lambda: running.server.store.remove(last))  # as by another process
        assert ann.get(f"/api/tables/{table}")["table"]["rematch"] is None


def test_a_rematch_counts_as_a_creation(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", daily_tables=1) as running:
        ann = running.client()
        table = running.finished(ann)
        refused = ann.command(table, "rematch", 0)
        assert (refused.status, refused.code) == (429, "quota")
        with ann.live(table) as live:
            assert live.ask({"type": "rematch", "seat": 0})["code"] == "quota"
    with serving(tmp_path / "tables.sqlite", creations=1 / 60) as running:
        ann.port = running.port
        assert ann.call("POST", "/api/people", {"name": "Ann"}).status == 201
        assert ann.command(table, "rematch", 0).code == "too-fast"


# Tables that nobody needs


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """All processes have told who is where as soon as a table is loaded."""
    monkeypatch.setattr(housekeeping, "KNOWN_SECONDS", 0.0)


def test_no_open_table_expires_before_other_processes_can_have_told_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next round decides, however many tables there are."""
    monkeypatch.setattr(housekeeping, "MAX_LOOKED_AT", 1)
    with serving(tmp_path / "tables.sqlite", open_days=0.0, listed_hours=1e6) as running:
        ann, server = running.client(), running.server
        server.store.shared = True
        lonely, elsewhere = (ann.new_table(chairs=OPEN)["table"] for _ in range(2))
        for table in (lonely, elsewhere):
            running.do(server.housekeeping.go_round)
            live = server.tables.loaded[table]
            live.since -= housekeeping.KNOWN_SECONDS
            if table == elsewhere:
                running.loop.call_soon_threadsafe(live.hear, "another process", ([0], 0))
            running.do(server.housekeeping.go_round)
        assert set(server.tables.loaded) == {elsewhere}
        assert ann.get(f"/api/tables/{elsewhere}")["table"]["seats"][0]["present"]


@pytest.mark.usefixtures("known")
def test_open_tables_that_nobody_joined_expire(database: str) -> None:
    with serving(database, open_days=0.0, listed_hours=1e6) as running:
        ann = running.client()
        table, watched = (ann.new_table(chairs=OPEN)["table"] for _ in range(2))
        playing = ann.new_table()["table"]
        with ann.live(watched) as live:
            live.quiet()
            running.do(running.server.housekeeping.go_round)
            assert ann.call("GET", f"/api/tables/{table}").code == "no-table"
            assert ann.get(f"/api/tables/{watched}")["table"]["status"] == "open"
            assert ann.get(f"/api/tables/{playing}")["table"]["status"] == "running"


@pytest.mark.usefixtures("known")
def test_tables_that_stay_do_not_keep_others_from_expiring(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round goes on where the one before ended, and begins again after the last."""
    monkeypatch.setattr(housekeeping, "MAX_LOOKED_AT", 2)
    with serving(database, listed_hours=0.0) as running:
        ann, ben = running.client(), running.client()

        def new_table() -> str:
            return str(ann.new_table(chairs=[*OPEN, {"kind": "open"}], house={"listed": True})["table"])

        def left_after_a_round() -> set[str]:
            running.do(running.server.housekeeping.go_round)
            return {found["table"] for found in ben.get("/api/tables")}

        assert left_after_a_round() == set()  # after the one with which the server begins
        watched, *joined = (new_table() for _ in range(3))
        for table in joined:
            ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Ben"})
        lonely = new_table()
        with ann.live(watched) as socket:
            socket.quiet()
            assert left_after_a_round() == {watched, *joined, lonely}
            assert left_after_a_round() == {watched, *joined}
        live = running.server.tables.loaded[watched]
        wait_for(lambda: not live.listeners)
        live.seen -= WATCHED_SECONDS
        assert left_after_a_round() == {watched, *joined}
        assert left_after_a_round() == {*joined}


@pytest.mark.usefixtures("known")
def test_a_listed_table_with_only_its_absent_host_expires_sooner(database: str) -> None:
    with serving(database, listed_hours=0.0) as running:
        ann, ben = running.client(), running.client()
        chairs = [*OPEN, {"kind": "open"}]
        lonely, joined = (ann.new_table(chairs=chairs, house={"listed": True})["table"] for _ in range(2))
        private = ann.new_table(chairs=chairs)["table"]
        ben.post(f"/api/tables/{joined}/seats", {"seat": 1, "name": "Ben"})
        store, head = running.server.store, replace(HEAD, status="open")
        running.do(lambda: store.append("broken", 0, [b'{"event":"exploded","at":1}'], head))
        running.do(running.server.housekeeping.go_round)
        assert running.do(lambda: store.remove("broken")), "nobody knows who joined it"
        assert [found["table"] for found in ben.get("/api/tables")] == [joined]
        assert ann.call("GET", f"/api/tables/{lonely}").code == "no-table"
        assert ann.get(f"/api/tables/{private}")["table"]["status"] == "open"


def test_finished_games_are_kept_for_so_many_days_and_their_results_for_ever(database: str) -> None:
    with serving(database) as running:
        ann = running.client()
        table, playing = running.finished(ann), ann.new_table()["table"]
        totals = ann.get(f"/api/tables/{table}/record")["result"]
        running.do(running.server.housekeeping.go_round)
        assert ann.get(f"/api/tables/{table}")["table"]["status"] == "over"  # unless told otherwise
    with serving(database, keep_finished=0.0) as running:
        ann.port = running.port
        running.do(running.server.housekeeping.go_round)
        assert ann.call("GET", f"/api/tables/{table}").code == "no-table"
        assert ann.get(f"/api/tables/{playing}")["table"]["status"] == "running"
        [result] = running.do(lambda: running.server.store.moderation.results(9))
        line = json.loads(result.line)
        assert (result.table, line["totals"], line["players"]) == (table, totals, ["person", "person"])
        assert b"Ann" not in result.line
