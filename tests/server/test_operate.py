"""Operating a server: people and tables are deleted and exported, keys changed, players reported, banned and muted."""

from __future__ import annotations

import argparse
import asyncio
import copy
import dataclasses
import errno
import io
import json
import random
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console
from websockets.exceptions import ConnectionClosed

import pediment
from pediment.cli import main
from pediment.command.errors import UserError
from pediment.server import operate
from pediment.server.domain.events import AnyEvent, Handed, Stood, read_event, write_event
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.live import erasure, off_loop
from pediment.server.live.listing import head_of
from pediment.server.store.backup import copy as copied
from pediment.server.store.store import Conflict, TableHead, Unavailable, store_of
from pediment.server.web import rest
from tests.server.playing import Client, Running, facts, serving
from tests.server.store.test_backup import everything

TOKEN = "operator-" + "x" * 40
HOUSE = {"chat": True}
SAID = "My telephone number is 5550100"


def person(running: Running, name: str) -> Client:
    client = running.client()
    client.keys = [client.post("/api/people", {"name": name})["key"]]
    return client


def pair(running: Running, ann: Client, ben: Client, game: str = "elysium") -> str:
    """A table where both have begun to play."""
    seated = ann.post(
        "/api/tables", {"game": game, "chairs": [{"kind": "me", "name": "Annabel"}, {"kind": "open"}], "house": HOUSE}
    )
    table = str(seated["table"])
    sat = ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Benedict"}, keys=[*ben.keys, seated["invite"]])
    assert sat["seats"] == [1]
    assert ann.command(table, "chat", 0, text=SAID).status == 200
    assert ben.command(table, "chat", 1, text="Hello").status == 200
    return table


def play(running: Running, ann: Client, ben: Client, table: str) -> dict[str, Any]:
    """Both to the end; the record."""
    for client in (ann, ben):
        assert client.get(f"/api/tables/{table}")["table"]["yours"]
    running.finish(table, left=4)
    chance = random.Random(1)
    with ann.live(table) as first, ben.live(table) as second:
        while first.table.get("status") != "over":
            for live in (first, second):
                live.quiet()
                if any(view["prompt"] for view in live.views.values()):
                    live.play(chance, 1)
    assert ann.get(f"/api/tables/{table}")["table"]["status"] == "over"
    return dict(ann.get(f"/api/tables/{table}/record"))


def events_of(running: Running, table: str) -> list[bytes]:
    found: list[bytes] = running.do(lambda: running.server.store.read(table))
    return found


# People


def test_a_person_is_forgotten_everywhere(database: str, tmp_path: Path) -> None:
    """Names, keys and chat are gone from the database itself; moves, numbers and hashes stay."""
    with serving(database) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        who = ann.get("/api/me")["person"]
        finished, running_table = pair(running, ann, ben), pair(running, ann, ben, "ephyran")
        record = play(running, ann, ben, finished)
        assert ann.command(finished, "rematch", 0).status == 200
        rematch = ann.get(f"/api/tables/{finished}")["table"]["rematch"]
        before = {table: events_of(running, table) for table in (finished, running_table, rematch)}
        data = ann.get("/api/me/data")
        assert {found["table"] for found in data["tables"]} == set(before)
        [told] = [found for found in data["tables"] if found["table"] == finished]
        assert [line["text"] for line in told["chat"]] == [SAID]
        assert (told["sat"][0]["name"], len(told["moves"]) > 5) == ("Annabel", True)
        assert "Benedict" not in json.dumps(data)

        with ben.live(finished) as live:
            live.quiet()
            assert ann.call("DELETE", "/api/me").json == {"tables": 3}
        assert ann.call("GET", "/api/me").code == "no-person"
        state = ben.get(f"/api/tables/{finished}")["table"]
        assert [seat["name"] for seat in state["seats"]] == ["Player 1", "Benedict"]
        assert [line["text"] for line in state["chat"]] == ["Hello"]
        assert ben.get(f"/api/tables/{finished}/record") == record
        assert pediment.replay(record).over
        assert ben.get(f"/api/tables/{running_table}")["table"]["seats"][0]["level"] == "scholar"
        for table, events in before.items():
            after = events_of(running, table)
            assert len(after) >= len(events)  # the seat was handed to a bot, which may have played
            old, new = Table.of(table, events), Table.of(table, after[: len(events)])
            assert (new.labels, new.seq, new.events) == (old.labels, old.seq, old.events)
            assert new.commitment == old.commitment
        mine = running.client(*ann.keys)
        assert mine.call("GET", f"/api/tables/{finished}", keys=[]).json["table"]["yours"] == []
    rows = repr(asyncio.run(everything(database)))
    for secret in ("Annabel", SAID, who):
        assert secret not in rows
    if not database.startswith("postgresql"):
        for file in Path(database.removeprefix("sqlite://")).parent.iterdir():
            text = file.read_bytes()
            for secret in ("Annabel", SAID, who):
                assert secret.encode() not in text, file.name


def test_who_left_a_table_is_forgotten_there_too(database: str) -> None:
    with serving(database) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        who = ann.get("/api/me")["person"]
        chairs = [{"kind": "me", "name": "Benedict"}, {"kind": "open"}, {"kind": "open"}]
        table = ben.post("/api/tables", {"game": "elysium", "chairs": chairs, "house": HOUSE | {"listed": True}})[
            "table"
        ]
        ann.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Annabel"})
        assert ann.command(table, "chat", 1, text=SAID).status == 200
        assert ann.command(table, "leave", 1).status == 200
        (told,) = ann.get("/api/me/data")["tables"]
        assert [line["text"] for line in told["chat"]] == [SAID]
        assert ann.call("DELETE", "/api/me").json == {"tables": 1}
    rows = repr(asyncio.run(everything(database)))
    for secret in ("Annabel", SAID, who):
        assert secret not in rows


def test_who_has_no_identity_is_forgotten_at_a_table(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        seated = ann.new_table(house=HOUSE)
        table = seated["table"]
        assert ann.command(table, "chat", 0, text=SAID).status == 200
        assert running.client().call("DELETE", f"/api/tables/{table}/seats").code == "not-your-seat"
        assert ann.call("DELETE", f"/api/tables/{table}/seats").status == 200
        text = b"".join(events_of(running, table))
        assert b"Ann" not in text
        assert SAID.encode() not in text
        assert ann.get(f"/api/tables/{table}", keys=[])["table"]["status"] == "running"
        assert ann.get(f"/api/tables/{table}")["table"]["yours"] == []


def test_a_guest_is_forgotten_after_they_left_and_when_it_failed_at_first(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database) as running:
        ben, guest = person(running, "Benedict"), running.client()
        chairs = [{"kind": "me", "name": "Benedict"}, {"kind": "open"}, {"kind": "open"}]
        house = HOUSE | {"spectators": False}
        made = ben.post("/api/tables", {"game": "elysium", "chairs": chairs, "house": house})
        table, rewrite = made["table"], running.server.store.rewrite
        too_fast = Refused("too-fast", seconds=1)
        for failure, code in ((None, ""), (Unavailable("away"), "unavailable"), (too_fast, "")):
            sat = guest.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Annabel"}, keys=[made["invite"]])
            guest.keys = [sat["token"]]
            assert guest.command(table, "chat", 1, text=SAID).status == 200
            if failure is None:
                assert guest.command(table, "leave", 1).status == 200
                assert guest.call("GET", f"/api/tables/{table}").code == "no-spectators"
            failures: list[Exception] = [] if failure is None else [failure]

            async def failing(*args: Any, failures: list[Exception] = failures) -> None:
                if failures:
                    raise failures.pop()
                await rewrite(*args)

            monkeypatch.setattr(running.server.store, "rewrite", failing)
            if code:
                assert guest.call("DELETE", f"/api/tables/{table}/seats").code == code
            assert guest.call("DELETE", f"/api/tables/{table}/seats").status == 200
            assert guest.call("DELETE", f"/api/tables/{table}/seats").code == "not-your-seat"
            text = b"".join(events_of(running, table))
            assert b"Annabel" not in text
            assert SAID.encode() not in text
            assert b"Benedict" in text


def bury(running: Running, table: str, buried: str) -> None:
    """Another table like this one, of a game that nobody has any more."""
    like = copy.copy(running.table(table))
    like.id = buried

    async def work() -> None:
        events = await running.server.store.read(table)
        (created, *others) = map(read_event, events)
        gone = msgspec.structs.replace(created, game="senet")
        head = dataclasses.replace(head_of(like), game="senet", due=None)
        await running.server.store.append(buried, 0, [*map(write_event, (gone, *others))], head)

    running.do(work)


def test_a_person_is_forgotten_where_the_game_is_gone_too(database: str) -> None:
    with serving(database) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        who = ann.get("/api/me")["person"]
        table = pair(running, ann, ben)
        bury(running, table, "buried")
        assert ann.call("GET", "/api/tables/buried").code == "game-gone"
        assert {found["table"] for found in ann.get("/api/me/data")["tables"]} == {table, "buried"}
        assert ann.call("DELETE", "/api/me").json == {"tables": 2}
        [told] = [found for found in ben.get("/api/me/tables") if found["table"] == "buried"]
        assert (told["players"], told["yours"]) == (["Player 1", "Benedict"], [1])
        last = read_event(events_of(running, "buried")[-1])
        assert isinstance(last, Handed)
        assert (last.seat, last.why) == (0, "left"), "if the game comes back, a bot plays on"
    rows = repr(asyncio.run(everything(database)))
    for secret in ("Annabel", SAID, who):
        assert secret not in rows


def test_the_host_deletes_an_open_table_and_others_leave_it_where_the_game_is_gone_too(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while something is written there."""
    with serving(database) as running:
        ann, ben = running.client(), running.client()
        chairs = [{"kind": "me", "name": "Annabel"}, {"kind": "open"}, {"kind": "open"}]
        seated = ann.new_table(chairs=chairs)
        sat = ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Benedict"}, keys=[seated["invite"]])
        ben.keys = [sat["token"]]
        bury(running, seated["table"], "buried")
        store = running.server.store

        def summary() -> Any:
            listed = running.do(lambda: store.listing("buried"))
            assert listed
            return json.loads(listed.head.summary)["summary"]

        assert ben.call("DELETE", "/api/tables/buried").code == "not-alone"
        assert (summary()["players"], summary()["free"]) == (["Annabel", "Benedict", ""], 1)
        assert ben.call("DELETE", "/api/tables/buried/seats").status == 200
        assert (summary()["players"], summary()["free"]) == (["Annabel", "", ""], 2)
        last = read_event(events_of(running, "buried")[-1])
        assert last == Stood(at=last.at, seat=1)
        bury(running, seated["table"], "other")
        remove, late = store.remove, [Conflict("no")]

        async def removing(table: str, known: int | None = None) -> bool:
            if late:
                raise late.pop()
            assert known is not None
            return await remove(table, known)

        monkeypatch.setattr(store, "remove", removing)
        assert ann.call("DELETE", "/api/tables/other").status == 200
        assert (ann.call("DELETE", "/api/tables/other").code, late) == ("no-table", [])


def test_guests_are_forgotten_and_delete_their_tables_where_the_game_is_gone_too(database: str) -> None:
    """Nobody looks, plays, sits down or leaves there; without an identity there is nothing to export."""
    with serving(database) as running:
        ann, ben, eve = (running.client() for _ in range(3))
        seated = ann.new_table(chairs=[{"kind": "me", "name": "Annabel"}, {"kind": "open"}], house={"chat": True})
        sat = ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Benedict"}, keys=[seated["invite"]])
        ben.keys = [sat["token"]]
        assert ann.command(seated["table"], "chat", 0, text=SAID).status == 200
        bury(running, seated["table"], "buried")
        bury(running, eve.new_table()["table"], "alone")
        assert ann.call("DELETE", f"/api/tables/{seated['table']}/seats").status == 200
        path = "/api/tables/buried"
        for answer in (
            ann.call("GET", path),
            ann.call("GET", f"{path}/record"),
            ann.command("buried", "leave", 0),
            ann.call("POST", f"{path}/seats", {"seat": 0, "name": "Annabel"}),
            ann.call("DELETE", f"{path}/chat?seat=0&at=1"),
        ):
            assert (answer.status, answer.code) == (404, "game-gone")
        for stranger in (eve, running.client()):
            for gone in (path, f"{path}/seats"):
                assert stranger.call("DELETE", gone).code == "not-your-seat"
        assert ben.call("DELETE", path).code == "not-alone"
        assert ann.call("DELETE", f"{path}/seats").status == 200
        assert ann.call("DELETE", f"{path}/seats").code == "not-your-seat", "that token fits no more"
        assert "Benedict" in repr(asyncio.run(everything(database)))
        assert eve.call("DELETE", "/api/tables/alone").status == 200
        assert eve.call("DELETE", "/api/tables/alone").code == "no-table"
        assert eve.call("DELETE", "/api/tables/alone/seats").code == "no-table"
        assert running.server.metrics.errors._value.get() == 0
    rows = repr(asyncio.run(everything(database)))
    for secret in ("Annabel", SAID):
        assert secret not in rows


def test_one_table_that_cannot_be_read_does_not_keep_a_person_at_the_others(database: str) -> None:
    with serving(database, operator=TOKEN) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        who = ann.get("/api/me")["person"]
        table = pair(running, ann, ben)
        theirs = TableHead("elysium", "over", False, None, (who,), b"{}")
        running.do(lambda: running.server.store.append("broken", 0, [b'{"event":"exploded","at":1}'], theirs))
        assert ann.call("DELETE", "/api/me").code == "failed"
        assert "forgetting failed" in running.lines.getvalue()
        assert ben.get(f"/api/tables/{table}")["table"]["seats"][0]["name"] == "Player 1"
        assert ann.get("/api/me")["person"] == who, "else they could not ask for it again"
        operator = running.client(TOKEN)
        assert operator.call("POST", "/api/operator", {"do": "forget", "person": who}).code == "failed"
        operator.post("/api/operator", {"do": "remove", "table": "broken"})
        assert ann.call("DELETE", "/api/me").json == {"tables": 0}
        assert ann.call("GET", "/api/me").code == "no-person"


def test_a_table_that_cannot_be_loaded_does_not_stop_the_others_from_being_retired(database: str) -> None:
    with serving(database) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        finished = pair(running, ann, ben)
        play(running, ann, ben, finished)
        bury(running, finished, "buried")
        over = TableHead("elysium", "over", False, None, (), b"{}")
        running.do(lambda: running.server.store.append("broken", 0, [b'{"event":"exploded","at":1}'], over))
        later = pair(running, ann, ben)
        play(running, ann, ben, later)
    with serving(database, keep_finished=0.0) as running:
        running.do(running.server.housekeeping.go_round)
        assert running.do(lambda: running.server.store.newest(9)) == []
        assert {found.table for found in running.do(lambda: running.server.store.moderation.results(9))} == {
            finished,
            later,
        }


def test_reports_and_bans_are_told_and_forgotten(database: str) -> None:
    """What somebody reported goes with them; a report about them stays until it is settled, but without its words."""
    with serving(database, operator=TOKEN) as running:
        ann, ben, operator = person(running, "Annabel"), person(running, "Benedict"), running.client(TOKEN)
        who = ann.get("/api/me")["person"]
        table = pair(running, ann, ben)
        path = f"/api/tables/{table}/reports"
        ann.post(path, {"seat": 0, "about": 1, "text": "Rude to Annabel"})
        ben.post(path, {"seat": 1, "about": 0, "text": "Annabel is rude"})
        operator.post("/api/operator", {"do": "ban", "subject": f"person {who}", "note": "Annabel again"})
        data = ann.get("/api/me/data")
        assert data["bans"] == [{"until": None, "note": "Annabel again"}]
        (told,) = data["tables"]
        assert [(found["seat"], found["text"]) for found in told["reports"]] == [(1, "Rude to Annabel")]
        assert [found["seat"] for found in told["reported"]] == [0]
        assert "is rude" not in json.dumps(data), "others are told in confidence"
        assert ann.call("DELETE", "/api/me").json == {"tables": 1}
        seen = operator.get("/api/operator")
        assert [(found["seat"], found["by"], found["text"]) for found in seen["reports"]] == [(0, 1, "")]
        assert seen["bans"] == []
        assert ben.get("/api/me/data")["tables"][0]["reports"] == [
            {"at": seen["reports"][0]["at"], "seat": 0, "text": ""}
        ]
    rows = repr(asyncio.run(everything(database)))
    for secret in ("Annabel", SAID, who):
        assert secret not in rows


def test_an_export_is_made_beside_the_loop_and_waits_for_its_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[str] = set()

    def noting(event: bytes) -> AnyEvent:
        threads.add(threading.current_thread().name)
        return read_event(event)

    with serving(tmp_path / "tables.sqlite", requests=100.0) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        tables = {pair(running, ann, ben) for _ in range(3)}
        monkeypatch.setattr(erasure, "read_event", noting)
        running.server.requests.charge(
            "127.0.0.1", 1000.0
        )  # all that it has: there is a token in a hundredth of a second
        monkeypatch.setattr(off_loop, "_timed", lambda work: (work(), 0.1))  # each table costs ten tokens
        while (found := ann.call("GET", "/api/me/data")).status == 429:
            pass
        assert {table["table"] for table in found.json["tables"]} == tables
        assert {name.split("_")[0] for name in threads} == {"off-loop"}
        while (found := ann.call("DELETE", "/api/me")).status == 429:
            pass
        assert found.json == {"tables": 3}


def test_an_export_of_the_operator_comes_table_by_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first tables are there before the last one is even looked at; one that fails is no complete export."""
    failing, asked = threading.Event(), threading.Event()
    monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", TOKEN)
    with serving(tmp_path / "tables.sqlite", operator=TOKEN) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        who = ann.get("/api/me")["person"]
        for _ in range(3):
            pair(running, ann, ben)
        read = running.server.store.read
        [*_, last] = [found["table"] for found in ann.get("/api/me/tables")]

        async def reading(table: str, since: int = 0) -> list[bytes]:
            if table == last and failing.is_set():
                asked.set()
                raise Unavailable("gone")
            return await read(table, since)

        monkeypatch.setattr(running.server.store, "read", reading)
        export = ["operate", "--language", "en", "--server", f"http://127.0.0.1:{running.port}", "export", who]
        assert main(export) == 0
        assert json.loads(capsys.readouterr().out) == ann.get("/api/me/data")
        failing.set()
        assert main(export) == 2
        out, err = capsys.readouterr()
        assert asked.is_set()
        assert out.count('"moves":') == 2, "the tables before it"
        assert err.startswith("pediment operate: ")


def test_a_leaked_key_is_changed(database: str) -> None:
    with serving(database) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        table = pair(running, ann, ben)
        old = list(ann.keys)
        new = ann.post("/api/me/key")
        assert (new["name"], new["key"].startswith("person_")) == ("Annabel", True)
        assert running.client(*old).call("GET", "/api/me").code == "no-person"
        mine = running.client(new["key"])
        assert mine.get("/api/me")["person"] == new["person"]
        assert mine.get(f"/api/tables/{table}")["table"]["yours"] == [0]


def test_other_processes_hear_of_it(new_database: Callable[[str], str]) -> None:
    database = new_database("postgresql")
    with serving(database) as one, serving(database) as two:
        ann, ben = person(one, "Annabel"), person(one, "Benedict")
        table = pair(one, ann, ben)
        there = two.client(*ben.keys)
        with there.live(table) as live:
            live.quiet()
            assert live.table["seats"][0]["name"] == "Annabel"
            ann.call("DELETE", "/api/me")
            live.until(lambda message: bool(live.table["seats"][0]["name"] == "Player 1"))
        assert there.get(f"/api/tables/{table}")["table"]["seats"][0]["name"] == "Player 1"
        assert there.command(table, "chat", 1, text="Who was that?").status == 200


# Tables, chat, links


def test_tables_are_deleted_by_whoever_is_alone_there_or_by_the_host_before_the_start(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        both = pair(running, ann, ben)
        assert ann.call("DELETE", f"/api/tables/{both}").code == "not-alone"
        assert running.client().call("DELETE", f"/api/tables/{both}").code == "not-your-seat"
        chairs = [{"kind": "me", "name": "Annabel"}, {"kind": "open"}, {"kind": "open"}]
        waiting = ann.post("/api/tables", {"game": "elysium", "chairs": chairs, "house": {"listed": True}})["table"]
        ben.post(f"/api/tables/{waiting}/seats", {"seat": 1, "name": "Benedict"})
        assert ben.call("DELETE", f"/api/tables/{waiting}").code == "not-alone"
        assert ann.call("DELETE", f"/api/tables/{waiting}").status == 200
        assert ben.call("GET", f"/api/tables/{waiting}").code == "no-table"
        alone = ann.post(
            "/api/tables", {"game": "elysium", "chairs": [chairs[0], {"kind": "bot", "level": "shepherd"}]}
        )["table"]
        assert ann.call("DELETE", f"/api/tables/{alone}").status == 200
        assert alone not in [found["table"] for found in ann.get("/api/me/tables")]


def test_a_line_of_chat_is_deleted_for_good(database: str) -> None:
    with serving(database) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        table = pair(running, ann, ben)
        before = facts(running.table(table))
        [line, _] = ben.get(f"/api/tables/{table}")["table"]["chat"]
        path = f"/api/tables/{table}/chat?seat=0&at={line['at']!r}"
        assert ben.call("DELETE", path).code == "not-your-seat"
        assert ann.call("DELETE", path).status == 200
        assert [said["text"] for said in ben.get(f"/api/tables/{table}")["table"]["chat"]] == ["Hello"]
        assert SAID.encode() not in b"".join(events_of(running, table))
        after = facts(running.table(table))
        assert {name for name in before if before[name] != after[name]} <= {"chat"}


def test_links_to_a_finished_game_stop_working(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table = running.finished(ann, house={"spectators": False})
        word = ann.post(f"/api/tables/{table}/share")["word"]
        guest = running.client(word)
        assert guest.get(f"/api/tables/{table}")["table"]["status"] == "over"
        assert guest.call("DELETE", f"/api/tables/{table}/share").code == "not-your-seat"
        assert ann.call("DELETE", f"/api/tables/{table}/share").status == 200
        assert guest.call("GET", f"/api/tables/{table}").code == "no-spectators"


# The operator


def test_without_a_token_there_is_no_operator(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        assert running.client(TOKEN).call("GET", "/api/operator").code == "no-page"
    with serving(tmp_path / "tables.sqlite", operator=TOKEN) as running:
        assert running.client().call("GET", "/api/operator").code == "not-operator"
        assert running.client("operator-wrong").call("POST", "/api/operator", {"do": "close", "table": "x"}).code == (
            "not-operator"
        )


def test_what_the_operator_sees_and_does(database: str) -> None:
    with serving(database, operator=TOKEN) as running:
        ann, ben, operator = person(running, "Annabel"), person(running, "Benedict"), running.client(TOKEN)
        table = pair(running, ann, ben, "ephyran")

        def order(**fields: Any) -> Any:
            return operator.call("POST", "/api/operator", fields)

        assert ann.post(f"/api/tables/{table}/reports", {"seat": 0, "about": 1, "text": "Rude"})["table"] == table
        assert ben.call("POST", f"/api/tables/{table}/reports", {"seat": 0, "about": 1, "text": "x"}).status == 403
        seen = operator.get("/api/operator")
        assert seen["load"]["tables"] == 1
        assert [(found["seat"], found["by"], found["text"]) for found in seen["reports"]] == [(1, 0, "Rude")]
        [listed] = seen["tables"]
        assert listed["summary"]["table"] == table
        whose = ben.get("/api/me")["person"]
        assert whose in listed["people"]
        assert running.table(table).created.secret not in json.dumps(seen)

        assert order(do="mute", table=table, seat=1).status == 200
        assert ben.command(table, "chat", 1, text="What?").code == "muted"
        assert ann.command(table, "chat", 0, text="Peace").status == 200
        assert order(do="mute", table=table, seat=1, muted=False).status == 200
        assert ben.command(table, "chat", 1, text="Thanks").status == 200
        line = ben.get(f"/api/tables/{table}")["table"]["chat"][0]
        assert order(do="line", table=table, seat=0, at=line["at"]).status == 200
        assert SAID.encode() not in b"".join(events_of(running, table))

        assert order(do="ban", subject=f"person {whose}", days=1, note="rude").status == 200
        assert ben.call("GET", f"/api/tables/{table}").code == "banned"
        with ben.live(table) as live:
            assert live.hear()["code"] == "banned"
        assert [ban["subject"] for ban in operator.get("/api/operator")["bans"]] == [f"person {whose}"]
        assert order(do="unban", subject=f"person {whose}").status == 200
        assert order(do="unban", subject=f"person {whose}").code == "no-such"
        assert ben.get(f"/api/tables/{table}")["table"]["yours"] == [1]
        for no_address in ("192.0.2.0/24", "2001:db8::/48", "somewhere"):
            assert order(do="ban", subject=f"address {no_address}").code == "malformed"
        assert order(do="ban", subject="address 2001:DB8:1:2:3:4:5:6", note="a\0b").code == "unprintable"
        assert order(do="ban", subject="address 2001:DB8:1:2:3:4:5:6").status == 200
        assert [ban["subject"] for ban in operator.get("/api/operator")["bans"]] == ["address 2001:db8:1:2::/64"]
        assert order(do="unban", subject="address 2001:db8:1:2::/64").status == 200
        assert order(do="ban", subject="address 127.0.0.1").status == 200
        assert ann.call("POST", "/api/people", {"name": "X"}).code == "banned"
        assert order(do="unban", subject="address 127.0.0.1").status == 200

        [report] = seen["reports"]
        assert order(do="settle", report=report["id"]).status == 200
        assert operator.get("/api/operator")["reports"] == []
        assert order(do="close", table=table).status == 200
        assert ann.get(f"/api/tables/{table}")["table"]["status"] == "over"
        assert ann.command(table, "chat", 0, text="Oh").status == 200
        assert order(do="export", person=whose).json["name"] == "Benedict"
        assert order(do="forget", person=whose).json == {"tables": 1}
        assert order(do="remove", table=table).status == 200
        assert ann.call("GET", f"/api/tables/{table}").code == "no-table"
        assert order(do="remove", table=table).code == "no-table"
        for wrong in ({"do": "ban", "subject": "everybody"}, {"do": "nothing"}, {"do": "close"}):
            assert operator.call("POST", "/api/operator", wrong).code == "malformed"


def test_who_is_banned_is_not_heard_any_more(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", operator=TOKEN) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        table = pair(running, ann, ben)
        with ben.live(table) as live:
            live.quiet()
            subject = f"person {ben.get('/api/me')['person']}"
            running.client(TOKEN).post("/api/operator", {"do": "ban", "subject": subject})
            assert live.ask({"type": "chat", "seat": 1, "text": "Still here"})["code"] == "banned"
            with pytest.raises(ConnectionClosed, match="banned"):
                live.until(lambda message: False)
        assert "Still here" not in [line["text"] for line in ann.get(f"/api/tables/{table}")["table"]["chat"]]


def test_a_ban_holds_for_whoever_shows_only_the_token_of_a_seat(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", operator=TOKEN) as running:
        ann, ben, operator = person(running, "Annabel"), person(running, "Benedict"), running.client(TOKEN)
        whose = ben.get("/api/me")["person"]
        chairs = [{"kind": "me", "name": "Annabel"}, {"kind": "open"}]
        made = ann.post("/api/tables", {"game": "elysium", "chairs": chairs, "house": HOUSE})
        table, keys = made["table"], [*ben.keys, made["invite"]]
        sat = ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Benedict"}, keys=keys)
        masked = running.client(sat["token"])
        with masked.live(table) as live:
            live.quiet()
            operator.post("/api/operator", {"do": "ban", "subject": f"person {whose}"})
            assert live.ask({"type": "chat", "seat": 1, "text": "Still here"})["code"] == "banned"
        with masked.live(table) as live:
            assert live.hear()["code"] == "banned"
        assert masked.call("GET", f"/api/tables/{table}").code == "banned"
        assert masked.command(table, "chat", 1, text="Still here").code == "banned"
        operator.post("/api/operator", {"do": "close", "table": table})
        assert ann.command(table, "rematch", 0).status == 200
        rematch = ann.get(f"/api/tables/{table}")["table"]["rematch"]
        assert masked.call("POST", f"/api/tables/{rematch}/seats", {"seat": 1, "name": "Ben"}).code == "banned"
        assert running.client().get(f"/api/tables/{table}")["table"]["chat"] == []
        assert masked.call("DELETE", f"/api/tables/{table}/seats").status == 200, "they may still be forgotten"


def test_reports_go_with_their_table(database: str) -> None:
    with serving(database, operator=TOKEN) as running:
        ann, ben, operator = person(running, "Annabel"), person(running, "Benedict"), running.client(TOKEN)
        table, other = pair(running, ann, ben), pair(running, ann, ben)
        for where in (table, other):
            ben.post(f"/api/tables/{where}/reports", {"seat": 1, "about": 0, "text": f"Annabel is rude at {where}"})
        operator.post("/api/operator", {"do": "remove", "table": table})
        assert [found["table"] for found in operator.get("/api/operator")["reports"]] == [other]
        assert ann.call("DELETE", "/api/me").status == 200
    assert "Annabel" not in repr(asyncio.run(everything(database)))


def test_only_so_many_reports_are_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "MAX_REPORTS", 2)
    with serving(database, operator=TOKEN) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        table = pair(running, ann, ben)
        report = {"seat": 0, "about": 1, "text": "Rude"}
        for _ in range(2):
            ann.post(f"/api/tables/{table}/reports", report)
        refused = ann.call("POST", f"/api/tables/{table}/reports", report)
        assert (refused.status, refused.code) == (507, "full")
        operator = running.client(TOKEN)
        (one, _) = operator.get("/api/operator")["reports"]
        operator.post("/api/operator", {"do": "settle", "report": one["id"]})
        ann.post(f"/api/tables/{table}/reports", report)


def test_a_refusal_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    body = io.BytesIO(b'{"text": "Not you."}')

    def refuse(request: urllib.request.Request, timeout: float) -> None:
        raise urllib.error.HTTPError(request.full_url, 403, "Forbidden", Message(), body)

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", "wrong")
    assert main(["operate", "tables"]) == 1
    assert body.closed


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.sqlite", operator=TOKEN) as running:
        ann, ben = person(running, "Annabel"), person(running, "Benedict")
        table = pair(running, ann, ben)
        whose = ben.get("/api/me")["person"]
        ann.post(f"/api/tables/{table}/reports", {"seat": 0, "about": 1, "text": "Rude"})

        def operate(*words: str) -> tuple[int, str, str]:
            code = main(["operate", "--language", "en", "--server", f"http://127.0.0.1:{running.port}", *words])
            out, err = capsys.readouterr()
            return code, out, err

        monkeypatch.delenv("PEDIMENT_OPERATOR_TOKEN", raising=False)
        assert operate("tables")[::2] == (
            2,
            "pediment operate: the operator’s token is missing: put the one that the "
            "server was started with into PEDIMENT_OPERATOR_TOKEN\n",
        )
        monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", "wrong")
        assert operate("tables")[::2] == (1, "pediment operate: This needs the operator’s token.\n")
        monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", TOKEN)
        code, out, _ = operate("tables")
        assert (code, out.split()[:3], "Annabel, Benedict" in out) == (0, [table, "elysium", "running"], True)
        assert "tables 1" in operate("load")[1]
        assert "text=Rude" in operate("reports")[1]
        assert operate("mute", table, "1")[:2] == (0, "Done.\n")
        assert ben.command(table, "chat", 1, text="?").code == "muted"
        assert operate("unmute", table, "1")[0] == 0
        assert operate("ban", "person", whose, "--days", "1", "--note", "rude")[0] == 0
        assert ben.call("GET", f"/api/tables/{table}").code == "banned"
        assert whose in operate("bans")[1]
        assert operate("unban", "person", whose)[0] == 0
        assert json.loads(operate("export", whose)[1])["name"] == "Benedict"
        assert operate("forget", whose)[0] == 0
        assert operate("close", table)[0] == 0
        assert operate("remove", table)[0] == 0
        assert table in operate("results")[1]
        assert operate("remove", table)[::2] == (1, "pediment operate: There is no such table.\n")
        for words in (["mute", table], ["mute", table, "x"], ["load", "more"]):
            assert operate(*words)[0] == 2
    assert operate("load")[0] == 2  # it is gone


@pytest.mark.parametrize(
    ("words", "language", "said"),
    [
        ("mute TABLE", "en", "mute is followed by: TABLE SEAT"),
        ("mute TABLE one", "fr", "mute est suivi de : TABLE SEAT"),
        ("line TABLE 1 yesterday", "en", "line is followed by: TABLE SEAT AT"),
        ("load more", "fr", "rien ne suit load"),
        ("rebuild all", "en", "nothing follows rebuild"),
    ],
)
def test_words_that_do_not_fit_are_named(
    words: str, language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["operate", *words.split(), "--language", language]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("error", "raised", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), UserError, "cannot write -"),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), BrokenPipeError, "Broken pipe"),
    ],
)
def test_an_export_that_cannot_be_written_is_not_blamed_on_the_server(
    monkeypatch: pytest.MonkeyPatch, error: OSError, raised: type[Exception], said: str
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise error

    monkeypatch.setattr(operate, "_asked", lambda *args: io.BytesIO(b"{}"))
    monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", TOKEN)
    args = argparse.Namespace(action="export", words=["someone"], server="http://127.0.0.1:1", language="en")
    with pytest.raises(raised, match=said):
        operate.run(args, Console(file=Full()))


def test_bans_and_reports_are_restored_from_a_backup(database: str, new_database: Callable[[str], str]) -> None:
    """With everything else: a restored server goes on at the very question."""
    with serving(database, operator=TOKEN) as running:
        ann, ben, operator = person(running, "Annabel"), person(running, "Benedict"), running.client(TOKEN)
        table = pair(running, ann, ben)
        ann.post(f"/api/tables/{table}/reports", {"seat": 0, "about": 1, "text": "Rude"})
        operator.post("/api/operator", {"do": "ban", "subject": "address 192.0.2.7", "note": "spam"})
        shown = ann.get(f"/api/tables/{table}")
        backup = new_database("sqlite")
        asyncio.run(copied(store_of(database), store_of(backup)))  # while it runs
        ann.command(table, "chat", 0, text="After the backup")
    restored = new_database("sqlite")
    asyncio.run(copied(store_of(backup), store_of(restored)))
    with serving(restored, operator=TOKEN) as running:
        ann.port = ben.port = running.port
        again = ann.get(f"/api/tables/{table}")
        assert again["views"] == shown["views"]
        assert again["table"]["chat"] == shown["table"]["chat"]
        seen = running.client(TOKEN).get("/api/operator")
        assert [ban["subject"] for ban in seen["bans"]] == ["address 192.0.2.7"]
        assert [found["text"] for found in seen["reports"]] == ["Rude"]
        assert pediment.replay(play(running, ann, ben, table)).over
        assert all(map(read_event, events_of(running, table)))


@pytest.mark.parametrize(
    ("server", "language", "said"),
    [
        ("http://127.0.0.1:9", "en", "http://127.0.0.1:9 does not answer: Connection refused"),
        ("http://127.0.0.1:9", "fr", "http://127.0.0.1:9 ne répond pas\u00a0: connexion refusée"),
        ("HTTP://127.0.0.1:9", "en", "HTTP://127.0.0.1:9 does not answer: Connection refused"),
        ("http://", "en", "http:// is not the address of a server: an address looks like https://play.example.org"),
        ("nonsense", "en", "nonsense is not the address of a server: an address looks like https://play.example.org"),
    ],
)
def test_a_server_that_does_not_answer(
    server: str, language: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", TOKEN)
    assert main(["operate", "--language", language, "--server", server, "tables"]) == 2
    assert capsys.readouterr().err == f"pediment operate: {said}\n"
