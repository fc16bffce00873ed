"""Doors and stores at their bounds: the last that is allowed, and the first that is not."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

import pediment
from pediment.core.match import Match
from pediment.server.live.listing import Summary, summaries
from pediment.server.store.postgres import PostgresStore
from pediment.server.store.sqlite import SqliteStore
from pediment.server.store.store import Conflict, ListedTable, Store, TableHead, store_of
from pediment.server.web import rest, wire
from pediment.server.web.socket import MAX_MISTAKES
from tests.server.playing import Client, Running, serving, wait_for
from tests.server.store.test_store import with_store
from tests.server.stores import HEAD, PATIENCE

TWO = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("bounds") / "tables.sqlite", sockets=3) as found:
        yield found


@pytest.fixture
def ann(running: Running) -> Client:
    return running.client()


# Keys


@pytest.mark.parametrize(
    ("shown", "status"),
    [
        ("", 200),
        ("Bearer", 200),
        ("Bearer ", 200),
        ("bearer seat_x", 200),
        ("BEARER seat_x , ,seat_y,", 200),
        ("Bearer " + ",".join("abcdefgh"), 200),
        ("Bearer " + ",".join("abcdefghi"), 401),
        ("Bearer " + "x" * 100, 200),
        ("Bearer " + "x" * 101, 401),
        ("Basic seat_x", 401),
    ],
)
def test_how_many_keys_and_how_long(ann: Client, shown: str, status: int) -> None:
    table = ann.new_table()["table"]
    answer = ann.call("GET", f"/api/tables/{table}", headers={"authorization": shown}, keys=[])
    assert answer.status == status, answer.body
    if status == 401:
        assert answer.code == "no-person"
        french = ann.call(
            "GET", f"/api/tables/{table}", headers={"authorization": shown, "accept-language": "fr"}, keys=[]
        )
        assert french.json["text"] != answer.json["text"]


def test_every_key_of_several_counts(running: Running, ann: Client) -> None:
    first, second = (ann.new_table()["table"] for _ in range(2))
    for table in (first, second):
        assert ann.get(f"/api/tables/{table}")["table"]["yours"] == [0, 1]


# Seats


def test_one_more_seat_is_taken_with_the_same_token(ann: Client) -> None:
    """At one screen; somebody else's token is a new one."""
    seated = ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}])
    at = f"/api/tables/{seated['table']}"
    assert ann.post(f"{at}/seats", {"seat": 1, "name": "Ana"}) == {
        "table": seated["table"],
        "seats": [1],
        "token": None,
        "invite": None,
        "twin": None,
    }
    ben = Client(ann.port, [seated["invite"]])
    assert ben.post(f"{at}/seats", {"seat": 2, "name": "Ben"})["token"].startswith("seat_")
    assert ann.get(at, keys=[seated["token"]])["table"]["yours"] == [0, 1]


def test_an_identity_gets_a_token_for_its_seat(ann: Client) -> None:
    """Its own seats there may have been taken with another device's token, which is not shown."""
    person = ann.post("/api/people", {"name": "Ann"})
    device = Client(ann.port, [person["key"]])
    seated = device.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}])
    other = Client(ann.port, [person["key"]])
    sat = other.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Ana"})
    assert sat["token"].startswith("seat_")
    assert sat["token"] != seated["token"]


# Lists


def listed(table: str, updated: float, asked: str | None) -> ListedTable:
    summary = Summary(table, "elysium", "running", updated, ["Ann"], 0)
    text = msgspec.json.encode({"summary": summary, "asked": asked})
    return ListedTable(table, 0.0, TableHead("elysium", "running", True, None, (), text))


def test_a_list_says_which_seats_are_yours() -> None:
    summary = Summary("a", "elysium", "over", 1.0, ["Ann", "Ben", "Ann"], 0)
    text = msgspec.json.encode({"summary": summary, "asked": None, "people": ["ann", None, "ann"]})
    rows = [ListedTable("a", 0.0, TableHead("elysium", "over", True, None, (), text))]
    assert [summaries(rows, person)[0].yours for person in ("ann", "ben", None)] == [[0, 2], [], []]


def test_lists_go_by_what_everybody_may_know() -> None:
    rows = [listed("a", 1.0, "ann"), listed("b", 3.0, "ben"), listed("c", 2.0, None)]
    found = summaries(rows, "ann")
    assert [(summary.table, summary.your_turn) for summary in found] == [("b", False), ("c", False), ("a", True)]
    assert not any(summary.your_turn for summary in summaries(rows, None))
    assert (rest.MAX_LISTED, rest.MAX_KEYS, rest.MAX_WAIT_SECONDS) == (100, 8, 25.0)


# Waiting


def test_the_longest_wait_is_allowed(ann: Client) -> None:
    at = f"/api/tables/{ann.new_table()['table']}"
    assert ann.call("GET", f"{at}?wait=25").status == 200  # without a tag everything is new
    assert ann.call("GET", f"{at}?wait=25.1").status == 400
    first = ann.call("GET", at)
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = ann.call("GET", at, headers={"if-none-match": tag})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    other = Client(ann.port).call("GET", at, headers={"if-none-match": tag})
    assert other.status == 200  # somebody else sees something else
    assert len(tag) == 34


def test_who_may_no_longer_look_is_told_while_they_wait(running: Running, ann: Client) -> None:
    seated = ann.new_table(chairs=TWO, house={"spectators": False})
    at = f"/api/tables/{seated['table']}"
    ben = Client(ann.port, [seated["invite"]])
    tag = ben.call("GET", at).headers["etag"]
    ann.get(at)
    tag = ben.call("GET", at).headers["etag"]
    found: list[Any] = []
    waiting = threading.Thread(
        target=lambda: found.append(ben.call("GET", f"{at}?wait=25", headers={"if-none-match": tag}))
    )
    waiting.start()
    assert ann.command(seated["table"], "start", 0, level="shepherd").status == 200
    waiting.join(PATIENCE)
    assert (found[0].status, found[0].code) == (403, "no-spectators")


# Games


def test_unknown_games_are_refused_with_the_known_ones(ann: Client) -> None:
    for path in ("cards", "rules", "guide"):
        answer = ann.call("GET", f"/api/games/chess/{path}")
        assert (answer.status, answer.code) == (422, "no-game")
        assert "elysium, ephyran" in answer.json["text"]
        assert ann.get(f"/api/games/elysium/{path}")


def test_a_record_with_a_move_too_many(ann: Client) -> None:
    match = Match(pediment.game("elysium"), seats=2, seed=1)
    chance = random.Random(1)
    for _ in range(6):
        match.play(chance.choice(match.options()))
    table = ann.post("/api/records", match.record())["table"]
    assert ann.get(f"/api/tables/{table}/moves/6")["played"] is None
    assert ann.call("GET", f"/api/tables/{table}/moves/7").code == "no-view"
    assert ann.call("GET", f"/api/tables/{table}/moves/100001").status == 400
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "shepherd"}]
    going = ann.post(f"/api/tables/{table}/continue", {"move": 6, "chairs": chairs})  # it is not at its end
    ann.keys = [going["token"]]
    assert ann.get(f"/api/tables/{going['table']}")["table"]["begun"] == 6
    beyond = ann.call("POST", f"/api/tables/{table}/continue", {"move": 7, "chairs": chairs})
    assert beyond.code == "no-view"


# Sockets


def test_the_longest_frame(ann: Client) -> None:
    with ann.live(ann.new_table()["table"]) as live:
        live.quiet()
        ping = '{"type":"ping"}'
        live.socket.send(ping + " " * (wire.MAX_FRAME_BYTES - len(ping)))
        assert live.until(lambda message: message["type"] in ("pong", "error"))["type"] == "pong"
        live.socket.send(ping + " " * (wire.MAX_FRAME_BYTES - len(ping) + 1))
        assert live.until(lambda message: message["type"] in ("pong", "error"))["code"] == "too-big"


def test_mistakes_in_a_row_end_the_talk_and_not_one_earlier(ann: Client) -> None:
    table = ann.new_table()["table"]
    wrong = {"type": "vote", "seat": 0, "yes": True}
    with ann.live(table) as live:
        live.quiet()
        for _ in range(2):  # what counts makes good for them
            for _ in range(MAX_MISTAKES - 1):
                assert live.ask(wrong)["code"] == "no-vote"
            assert live.ask({"type": "ping"})["type"] == "pong"
        for _ in range(MAX_MISTAKES):
            assert live.ask(wrong)["code"] == "no-vote"
        with pytest.raises(ConnectionClosed) as closed:
            live.until(lambda message: False)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too many mistakes")
    assert MAX_MISTAKES == 20


def test_so_many_sockets_of_an_address_and_no_more(running: Running, ann: Client) -> None:
    table = ann.new_table()["table"]
    wait_for(lambda: not running.server.sockets)  # those of other tests are gone
    with ann.live(table) as one, ann.live(table) as two, ann.live(table) as three:
        for live in (one, two, three):
            live.quiet()
        with ann.open(table) as fourth, pytest.raises(ConnectionClosed) as closed:
            fourth.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too many sockets")
    wait_for(lambda: not running.server.sockets)
    with ann.live(table) as again:
        again.quiet()


# Stores


def test_what_is_due_is_due_at_the_very_time(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("a", 0, [b"1"], replace(HEAD, due=20.5))
        await store.append("b", 0, [b"1"], replace(HEAD, due=20.0))
        await store.append("c", 0, [b"1"], replace(HEAD, due=None))
        assert await store.due(19.9) == []
        assert await store.due(20.0) == ["b"]
        assert await store.due(20.5) == ["b", "a"]

    with_store(database, test)


def test_lists_end_at_their_limit(database: str) -> None:
    async def test(store: Store) -> None:
        for k in range(4):
            await store.append(f"t{k}", 0, [b"1"], HEAD)
        assert [found.table for found in await store.listed("running", 2)] == ["t3", "t2"]
        assert [found.table for found in await store.tables_of("ana", 3)] == ["t3", "t2", "t1"]
        assert await store.listed("running", 0) == []

    with_store(database, test)


def test_a_table_is_made_once(database: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, [], HEAD)
        with pytest.raises(Conflict):
            await store.append("t", 0, [b"1"], HEAD)
        assert await store.read("t") == []

    with_store(database, test)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("tables.sqlite", "tables.sqlite"),
        ("sqlite:///var/tables.sqlite", "/var/tables.sqlite"),
        ("postgresql", "postgresql"),
        ("sqlite", "sqlite"),
        ("a:/b", "a:/b"),
    ],
)
def test_where_a_file_is(url: str, path: str) -> None:
    store = store_of(url)
    assert isinstance(store, SqliteStore)
    assert store.path == Path(path)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_which_urls_are_of_postgresql(scheme: str) -> None:
    assert isinstance(store_of(f"{scheme}://host/name"), PostgresStore)


def test_frames_and_bodies_are_read_alike(ann: Client) -> None:
    """The same command over the socket and as a request is refused with the same words."""
    table = ann.new_table()["table"]
    for command in ({"type": "undo", "seat": 0, "seq": 1}, {"type": "hand", "seat": 0, "level": "x"}):
        answer = ann.call("POST", f"/api/tables/{table}/commands", command)
        with ann.live(table) as live:
            told = live.ask(command)
        assert {key: told[key] for key in ("code", "text", "rule")} == json.loads(answer.body)
