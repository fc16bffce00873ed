"""The live door: sockets, as browsers use them."""

from __future__ import annotations

import asyncio
import random
import socket as sockets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from websockets.exceptions import ConnectionClosed

import pediment
from pediment.server.live.live_table import LiveTable
from pediment.server.store.store import Unavailable
from pediment.server.web.socket import MAX_MISTAKES
from tests.server.playing import Client, Live, Running, serving, wait_for
from tests.server.stores import PATIENCE

ANN_AND_A_BOT = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "potter"}]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("live") / "tables.sqlite") as found:
        yield found


@pytest.fixture
def ann(running: Running) -> Client:
    return running.client()


def validators(client: Client) -> dict[str, Any]:
    document = client.get("/api/live.schema.json")
    jsonschema_rs.meta.validate(document)
    return {
        name: jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": document["$defs"]})
        for name in ("Frame", "Message")
    }


def test_what_a_socket_is_told_is_paid_for(ann: Client, running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own address, however little that address asks for."""
    paid: list[float] = []
    monkeypatch.setattr(running.server.requests, "charge", lambda key, tokens: paid.append(tokens))
    made = LiveTable.view_message

    def slow(*given: Any) -> bytes:
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
        return made(*given)

    monkeypatch.setattr(LiveTable, "view_message", slow)
    with ann.live(ann.new_table()["table"]) as live:
        live.prompt()
        wait_for(lambda: max(paid) > 4)  # five tokens, of which one may have been paid


@pytest.mark.parametrize("game", pediment.games())
def test_every_frame_is_as_the_schema_says(running: Running, ann: Client, game: str) -> None:
    """A game of two people with chat, a clock, taking back and votes, leaving and coming back, and a rematch."""
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "bot", "level": "potter"}]
    house = {"chat": True, "clock": {"kind": "live", "minutes": 30}, "stand_in": "shepherd"}
    seated = ann.new_table(game, chairs, house=house)
    table = seated["table"]
    ben = running.client(seated["invite"])
    chance = random.Random(1)
    with ann.live(table) as one, ben.live(table, changes=True) as watching:
        one.quiet()
        ben.keys.append(ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Ben"})["token"])
        with ben.live(table) as two:
            two.quiet()
            for n in range(25):
                player: Live = _whose_turn(one, two)
                view = player.prompt()
                label = chance.choice(view["prompt"]["options"])["label"]
                seat = view["seat"]
                player.views[seat] = view | {"prompt": None}
                done = player.ask({"type": "move", "seat": seat, "seq": view["seq"], "move": label, "id": f"m{n}"})
                assert done["type"] == "done", done
                if n % 4 == 3:
                    _whose_turn(one, two)  # as long as a bot thinks, the table may change at any time
                    _take_back(player, one if player is two else two, seat)
            running.finish(table, left=60)
            errors = [
                one.ask({"type": "undo", "seat": 1, "seq": 1}),
                one.ask({"type": "move", "seat": 0, "seq": 0, "move": "x", "id": "wrong"}),
                one.ask({"type": "hello"}),
            ]
            assert [error["code"] for error in errors] == ["not-your-seat", "old-view", "said-hello"]
            assert errors[1]["id"] == "wrong"
            for frame in (
                {"type": "chat", "seat": 0, "text": "See you"},
                {"type": "leave", "seat": 0},
                {"type": "return", "seat": 0},
                {"type": "hand", "seat": 0, "level": "potter"},
            ):
                assert one.ask(frame)["type"] == "done"
            assert two.ask({"type": "leave", "seat": 1})["type"] == "done"
            for live in (one, two, watching):
                if live.table.get("status") != "over":
                    live.until(lambda message: message.get("status") == "over")
                live.quiet()
            assert one.ask({"type": "rematch", "seat": 0})["type"] == "done"
            two.until(lambda message: message["type"] == "table" and message["rematch"])
            assert [line["text"] for line in two.table["chat"]] == ["See you"]
            found = validators(ann)
            for live in (one, two, watching):
                for message in live.heard:
                    found["Message"].validate(message)
                for frame in live.sent:
                    found["Frame"].validate(frame)
    # and a queue where the machine is so busy that bots have to wait
    assert {message["type"] for message in one.heard} - {"queue"} == {"table", "view", "done", "error", "pong"}
    assert {message["type"] for message in watching.heard} - {"queue"} == {"table", "changed", "view", "pong"}


def _whose_turn(one: Live, two: Live) -> Live:
    """Who is asked; bots may be thinking before."""
    while True:
        for live in (one, two):
            live.quiet()
            if any(view["prompt"] for view in live.views.values()):
                return live
        one.hear()


def _take_back(player: Live, other: Live, seat: int) -> None:
    """Take the last decision of a seat back, if that is possible; the other person agrees if they are asked to."""
    player.quiet()
    view = player.views[seat]
    if view["undo"] == "free":
        assert player.ask({"type": "undo", "seat": seat, "seq": view["seq"]})["type"] == "done"
    elif view["undo"] == "vote":
        assert player.ask({"type": "propose", "seat": seat, "seq": view["seq"]})["type"] == "done"
        while not other.table["proposal"]:
            other.hear()
        assert other.table["proposal"]["asked"] == [1 - seat]
        assert other.ask({"type": "vote", "seat": 1 - seat, "yes": True})["type"] == "done"
    player.quiet()
    other.quiet()
    while view["undo"] and not player.views[seat]["prompt"]:
        player.hear()


def test_reconnecting_resumes_at_the_exact_question(ann: Client) -> None:
    table = ann.new_table("ephyran")["table"]
    chance = random.Random(4)
    for _ in range(12):
        with ann.live(table) as live:
            before = live.prompt()
        with ann.live(table) as live:
            assert live.prompt() == before
            live.play(chance, 1)


def test_a_move_sent_again_after_a_lost_connection_counts_once(running: Running, ann: Client) -> None:
    table = ann.new_table()["table"]
    with ann.live(table) as live:
        view = live.prompt()
        label = view["prompt"]["options"][0]["label"]
        frame = {"type": "move", "seat": view["seat"], "seq": view["seq"], "move": label, "id": "once"}
        live.say(frame)  # and gone before the answer
    wait_for(lambda: len(running.table(table).labels) == 1)
    with ann.live(table) as live:
        done = live.ask(frame)
        assert (done["type"], done["id"]) == ("done", "once")
        assert live.ask(frame)["type"] == "done"
    assert ann.command(table, **frame_fields(frame)).status == 200
    assert len(running.table(table).labels) == 1


def frame_fields(frame: dict[str, Any]) -> dict[str, Any]:
    return {"kind": frame["type"], **{key: value for key, value in frame.items() if key != "type"}}


def test_several_sockets_of_one_seat_are_told_the_same(ann: Client) -> None:
    table = ann.new_table(chairs=ANN_AND_A_BOT)["table"]
    with ann.live(table) as one, ann.live(table) as two:
        one.play(random.Random(5), 10)
        one.quiet()
        two.quiet()
        latest = one.views[0]["seq"]
        if two.views[0]["seq"] < latest:
            two.until(lambda message: message["type"] == "view" and message["seq"] >= latest)
        assert two.views[0]["view"] == one.views[0]["view"] or two.views[0]["seq"] > latest
        assert two.table["seats"][0]["present"]
    wait_for(lambda: not ann.get(f"/api/tables/{table}", keys=[])["table"]["seats"][0]["present"])


def test_only_new_lines_are_sent_and_they_add_up(ann: Client) -> None:
    table = ann.new_table("ephyran")["table"]
    with ann.live(table) as live:
        live.play(random.Random(6), 30)
        live.quiet()
        for seat in (0, 1):
            log: list[Any] = []
            for message in live.heard:
                if message["type"] == "view" and message["seat"] == seat:
                    lines = message["log"]
                    assert lines["start"] <= len(log)
                    log[lines["start"] :] = lines["entries"]
            state = next(view for view in ann.get(f"/api/tables/{table}")["views"] if view["seat"] == seat)
            assert state["log"]["entries"] == log


def test_who_comes_and_goes_is_seen(running: Running, ann: Client) -> None:
    table = ann.new_table()["table"]
    with ann.live(table) as live:
        live.quiet()
        assert (live.table["spectators"], [seat["present"] for seat in live.table["seats"]]) == (0, [True, True])
        with running.client().live(table) as watching:
            watching.quiet()
            live.until(lambda message: message["type"] == "table" and message["spectators"] == 1)
        live.until(lambda message: message["type"] == "table" and message["spectators"] == 0)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type":"ping"}', "first-hello"),
        ("hello", "malformed"),
        ('{"type":"hello","keys":["person_nobody"]}', "no-person"),
        ('{"type":"hello","language":"de"}', "malformed"),
    ],
)
def test_a_bad_beginning_ends_at_once(ann: Client, frame: str, code: str) -> None:
    with ann.open(ann.new_table()["table"]) as socket:
        socket.send(frame)
        assert f'"code":"{code}"' in str(socket.recv(timeout=PATIENCE))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, code)


def test_an_outage_is_not_the_mistake_of_who_talks(
    running: Running, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often they try meanwhile, they are not sent away; and whoever comes meanwhile may come again."""
    table = ann.new_table(house={"chat": True})["table"]

    async def away(*_: object) -> None:
        raise Unavailable("away")

    with ann.live(table) as live, running.client("person_somebody").open(table) as late:
        live.quiet()
        with monkeypatch.context() as outage:
            outage.setattr(running.server.store, "append", away)
            outage.setattr(running.server.store, "person_by_key", away)
            for n in range(MAX_MISTAKES + 5):
                assert live.ask({"type": "chat", "seat": 0, "text": f"line {n}"})["code"] == "unavailable"
            late.send('{"type":"hello","keys":["person_somebody"]}')
            assert '"code":"unavailable"' in str(late.recv(timeout=PATIENCE))
            with pytest.raises(ConnectionClosed) as closed:
                late.recv(timeout=PATIENCE)
        assert live.ask({"type": "chat", "seat": 0, "text": "at last"})["type"] == "done"
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "unavailable")


def test_who_has_sent_much_when_the_server_stops_is_told_goodbye(tmp_path: Path) -> None:
    """All that is under way is refused first; that is nobody's mistake either."""
    with serving(tmp_path / "tables.sqlite") as server:
        ann = server.client()
        table = ann.new_table(house={"chat": True})["table"]
        with ann.live(table) as live:
            live.quiet()
            server.server.tables.closing = True
            for n in range(MAX_MISTAKES + 5):
                live.say({"type": "chat", "seat": 0, "text": f"line {n}"})
            for _ in range(MAX_MISTAKES + 5):
                assert live.hear()["code"] == "closing"
            asyncio.run_coroutine_threadsafe(server.server.tables.close(), server.loop).result(PATIENCE)
            assert live.until(lambda message: message["type"] == "bye")["text"]


def test_tables_that_are_not_there_or_not_for_all(running: Running, ann: Client) -> None:
    private = ann.new_table(house={"spectators": False})["table"]
    for table, code in (("nowhere", "no-table"), (private, "no-spectators")):
        with running.client().live(table) as live:
            assert live.hear()["code"] == code
            with pytest.raises(ConnectionClosed):
                live.hear()
    with ann.live(private) as live:
        live.quiet()
        assert live.table["yours"] == [0, 1]


def test_who_does_not_read_hurts_nobody(running: Running, ann: Client) -> None:
    """A spectator that never reads costs no memory, and the game goes on."""
    table = ann.new_table(chairs=ANN_AND_A_BOT)["table"]
    deaf = [_deaf(running.port, table) for _ in range(5)]
    try:
        wait_for(lambda: len(running.server.tables.loaded[table].listeners) == 5)
        with ann.live(table) as live:
            assert live.play(random.Random(7)) > 5
    finally:
        for socket in deaf:
            socket.close()
    wait_for(lambda: not running.server.tables.loaded[table].listeners)


def _deaf(port: int, table: str) -> sockets.socket:
    """A spectator's socket that says hello and never reads."""
    socket = sockets.socket()
    socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1024)
    socket.connect(("127.0.0.1", port))
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1",
        "Host: 127.0.0.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    ]
    socket.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += socket.recv(1)
    text = b'{"type":"hello"}'
    socket.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
    return socket


def test_the_server_says_goodbye(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = tmp_path_factory.mktemp("bye") / "tables.sqlite"
    with serving(database) as server:
        ann = server.client()
        table = ann.new_table()["table"]
        with ann.live(table) as live:
            live.play(random.Random(8), 3)
            live.quiet()
            seq = live.views[0]["seq"]
            leaving = server.server.tables.close()
            asyncio.run_coroutine_threadsafe(leaving, server.loop).result(PATIENCE)
            assert live.until(lambda message: message["type"] == "bye")["text"]
            with pytest.raises(ConnectionClosed):
                live.until(lambda message: False)
        refused = ann.command(table, "leave", 0)
        assert (refused.status, refused.code, refused.headers["retry-after"]) == (503, "closing", "1")
    with serving(database) as server, server.client(*ann.keys).live(table) as live:
        live.quiet()
        assert live.views[0]["seq"] == seq
