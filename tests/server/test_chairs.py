"""Chairs: a lost answer loses none, an absent player holds up nobody, and no stranger fills a listed table."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server.playing import Client, Running, serving

OPEN = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
WORD = "seat_" + "a1" * 16


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server where others may act for an absent player at once."""
    with serving(tmp_path_factory.mktemp("chairs") / "tables.sqlite", away=0.0) as found:
        yield found


def sit(client: Client, table: str, seat: int, name: str, **more: Any) -> Any:
    seated = client.post(f"/api/tables/{table}/seats", {"seat": seat, "name": name, **more})
    client.keys.append(seated["token"])
    return seated


def test_the_same_request_gives_the_same_chair(running: Running) -> None:
    """Whoever chooses the token can send it again, also when the game has begun meanwhile."""
    ann = running.client()
    seated = ann.new_table(chairs=OPEN[:2])
    path = f"/api/tables/{seated['table']}/seats"
    ben = running.client(seated["invite"])
    wanted = {"seat": 1, "name": "Ben", "nonce": "n1", "token": WORD}
    first = ben.post(path, wanted)
    events = running.table(seated["table"]).events
    given = {"table": seated["table"], "seats": [1], "token": WORD, "invite": None, "twin": None}
    assert ben.post(path, wanted) == first == given
    assert ben.post(path, wanted, keys=[WORD]) == first
    assert running.table(seated["table"]).events == events
    assert running.table(seated["table"]).status == "running"
    thief = ben.call("POST", path, wanted | {"token": "seat_" + "b2" * 16})
    assert (thief.status, thief.code) == (409, "already-started")
    ben.keys = [WORD]
    assert ben.get(f"/api/tables/{seated['table']}")["table"]["yours"] == [1]


@pytest.mark.parametrize("token", ["", "seat_", "seat_short", "person_" + "a" * 32, "seat_" + "é" * 32, 7])
def test_a_token_that_is_none(running: Running, token: object) -> None:
    seated = running.client().new_table(chairs=OPEN)
    body = {"seat": 1, "name": "Ben", "token": token}
    answer = running.client(seated["invite"]).call("POST", f"/api/tables/{seated['table']}/seats", body)
    assert (answer.status, answer.code) == (400, "malformed")


def test_the_host_frees_the_chair_of_somebody_else(running: Running) -> None:
    ann = running.client()
    table = ann.new_table(chairs=OPEN)["table"]
    ben, cleo = running.client(ann.keys[1]), running.client(ann.keys[1])
    sit(ben, table, 1, "Ben")
    assert ann.get(f"/api/tables/{table}")["table"]["host"] == 0
    assert ben.command(table, "free", 1, chair=0).code == "only-host"
    assert ann.command(table, "free", 0, chair=0).code == "not-others"
    assert ann.command(table, "free", 0, chair=9).code == "no-seat"
    with ben.live(table) as live:  # present or not
        live.quiet()
        assert ann.command(table, "free", 0, chair=1).status == 200
    assert ann.command(table, "free", 0, chair=1).status == 200  # it came twice
    assert running.table(table).seats[1].free
    assert ben.get(f"/api/tables/{table}", keys=[*ben.keys, ann.keys[1]])["table"]["yours"] == []
    sit(cleo, table, 1, "Cleo")


def test_the_others_let_a_bot_play_for_somebody_absent(running: Running) -> None:
    """All who are present must ask; the absent one takes the seat back by playing."""
    ann = running.client()
    table = ann.new_table("ephyran", OPEN)["table"]
    ben, cleo = running.client(ann.keys[1]), running.client(ann.keys[1])
    sit(ben, table, 1, "Ben")
    sit(cleo, table, 2, "Cleo")
    with ann.live(table) as one, ben.live(table) as two:
        one.quiet()
        two.quiet()
        assert one.ask({"type": "replace", "seat": 0, "chair": 1})["code"] == "not-away"
        assert one.ask({"type": "replace", "seat": 0, "chair": 2})["type"] == "done"
        assert running.table(table).seats[2].level is None
        assert one.ask({"type": "free", "seat": 0, "chair": 2})["code"] == "already-started"
        assert two.ask({"type": "replace", "seat": 1, "chair": 2})["type"] == "done"
        assert running.table(table).seats[2].level == "scholar"
        two.quiet()
        assert [news["what"] for news in two.table["news"]][-3:] == ["missed", "missed", "replaced"]
        assert two.ask({"type": "replace", "seat": 1, "chair": 2})["type"] == "done"  # it came twice
        assert cleo.command(table, "return", 2).status == 200
        assert running.table(table).seats[2].played_by_person
        assert running.table(table).missed == {}


def test_days_for_each_move_are_left_to_the_clock(running: Running) -> None:
    ann = running.client()
    table = ann.new_table(chairs=OPEN[:2], house={"clock": {"kind": "days"}})["table"]
    ben = running.client(ann.keys[1])
    sit(ben, table, 1, "Ben")
    assert ann.command(table, "replace", 0, chair=1).code == "clock-waits"


def test_absence_takes_a_while(tmp_path: Path) -> None:
    """Nobody is away who sat down, asked or listened within the time that the server waits."""
    with serving(tmp_path / "tables.sqlite", away=3600.0) as running:
        ann = running.client()
        table = ann.new_table(chairs=OPEN[:2])["table"]
        ben = running.client(ann.keys[1])
        sit(ben, table, 1, "Ben")
        assert ann.command(table, "replace", 0, chair=1).code == "not-away"


def test_a_stranger_does_not_begin_a_listed_table(running: Running) -> None:
    """Its host does; after they have left, the first who is still there."""
    ann = running.client()
    table = ann.new_table(chairs=OPEN, house={"listed": True})["table"]
    ben = running.client()
    sit(ben, table, 1, "Ben")
    refused = ben.command(table, "start", 1)
    assert (refused.status, refused.code) == (403, "only-host")
    assert running.table(table).status == "open"
    assert ann.command(table, "leave", 0).status == 200
    assert ben.get(f"/api/tables/{table}")["table"]["host"] == 1
    assert ben.command(table, "start", 1).status == 200
    assert running.table(table).status == "running"


def test_a_stranger_takes_one_chair_of_a_listed_table(running: Running) -> None:
    """By whatever token; the host may have several, and frees that one."""
    ann, eve = running.client(), running.client()
    table = ann.new_table("ephyran", [*OPEN, {"kind": "open"}], house={"listed": True})["table"]
    sit(eve, table, 1, "Eve")
    for client in (eve, running.client()):
        refused = client.call("POST", f"/api/tables/{table}/seats", {"seat": 2, "name": "Mallory"})
        assert (refused.status, refused.code) == (409, "one-seat")
    ann.post(f"/api/tables/{table}/seats", {"seat": 2, "name": "Ann too"})
    assert ann.command(table, "free", 0, chair=1).status == 200
    assert ann.command(table, "free", 0, chair=2).code == "not-others"
    sit(running.client(), table, 3, "Ben")
    assert [seat.name for seat in running.table(table).seats] == ["Ann", "", "Ann too", "Ben"]


def test_many_at_once_from_one_address_take_one_chair_of_a_listed_table(running: Running) -> None:
    table = running.client().new_table("ephyran", [*OPEN, {"kind": "open"}], house={"listed": True})["table"]
    wanted = [{"seat": seat, "name": f"Eve {seat}"} for seat in (1, 2, 3)]
    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(running.client().call, "POST", f"/api/tables/{table}/seats", body) for body in wanted]
    assert sorted(found.result().status for found in asked) == [201, 409, 409]


def test_who_was_invited_may_begin(running: Running) -> None:
    ann = running.client()
    table = ann.new_table(chairs=OPEN)["table"]
    ben = running.client(ann.keys[1])
    sit(ben, table, 1, "Ben")
    assert ben.command(table, "start", 1).status == 200
    assert running.table(table).status == "running"
