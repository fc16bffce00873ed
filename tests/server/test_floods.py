"""One hostile stranger: whatever a single address does below the level of messages, the others play on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection

from benchmarks import attack
from benchmarks.attack import HELLO, Attacker, frame, request
from pediment.server.live.limits import Limits
from pediment.server.web import connections
from tests.server.playing import Client, Running, serving
from tests.server.server_processes import TableServer
from tests.server.stores import PATIENCE

MB = 2**20
MINE = {"game": "elysium", "chairs": attack.MINE}


@contextlib.asynccontextmanager
async def attacked(folder: Path, **settings: Any) -> AsyncIterator[TableServer]:
    """A server process with the limits of a real one for everything but requests."""
    server = TableServer(f"sqlite://{folder}/tables.sqlite", folder / "log", **{"sending": 1e6, **settings})
    await server.start()
    try:
        yield server
    finally:
        server.kill()


async def plays_on(server: TableServer) -> None:
    """Somebody else asks for its health, makes a table, and plays a move there."""

    def play() -> None:
        assert server.ask("GET", "/healthz")["status"] == "ok"
        made = server.ask("POST", "/api/tables", MINE)
        at, keys = f"/api/tables/{made['table']}", (made["token"],)
        view = next(view for view in server.ask("GET", at, keys=keys)["views"] if view["prompt"])
        label = view["prompt"]["options"][0]["label"]
        move = {"type": "move", "seat": view["seat"], "seq": view["seq"], "move": label, "id": "m"}
        assert server.ask("POST", f"{at}/commands", move, keys)["type"] == "done"

    await asyncio.to_thread(play)


def during(folder: Path, test: Callable[[TableServer, Attacker], Awaitable[None]], **settings: Any) -> None:
    """Run a test with a server process and somebody hostile."""

    async def run() -> None:
        async with attacked(folder, **settings) as server:
            await test(server, Attacker(server.port))

    asyncio.run(run())


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(happened):
            await asyncio.sleep(0.05)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What comes until the connection is closed, however it is closed."""
    found = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while data := await reader.read(2**16):
                found += data
    return found


# How many


@contextlib.asynccontextmanager
async def silent(server: TableServer, address: str, n: int) -> AsyncIterator[None]:
    """So many connections that say nothing, all of them kept open from that side."""

    async def one() -> asyncio.StreamWriter:
        while True:
            with contextlib.suppress(ConnectionError):
                _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
                return writer

    writers = await asyncio.gather(*(one() for _ in range(n)))
    try:
        yield
    finally:
        for writer in writers:
            writer.transport.abort()


@pytest.mark.parametrize(("address", "most"), [(attack.HOSTILE, 300), ("127.0.0.1", 824)], ids=["stranger", "proxy"])
def test_silent_connections_keep_nobody_out(tmp_path: Path, address: str, most: int) -> None:
    """1,100 where 1,024 files can be open: of an address that is limited, and of a proxy, which is not."""

    async def test(server: TableServer, _: Attacker) -> None:
        async with silent(server, address, 1100):
            await plays_on(server)
            assert server.measured("pediment_connections") <= most + 1  # and the one that asks
            assert "out of system resources" not in server.told()
        await until(lambda: server.measured("pediment_connections") == 1)

    during(tmp_path, test, files=1024)


def test_a_dropped_connection_is_logged_once_a_second(tmp_path: Path) -> None:
    async def test(server: TableServer, _: Attacker) -> None:
        began = time.monotonic()
        async with silent(server, attack.HOSTILE, 200):
            await asyncio.sleep(1.1)
        async with silent(server, attack.HOSTILE, 30):
            await plays_on(server)
        lines = re.findall(r"connection dropped.*", server.told())
        assert 2 <= len(lines) <= time.monotonic() - began + 2
        assert sum(int(count) for line in lines for count in re.findall(r"left_out=(\d+)", line)) > 50

    during(tmp_path, test, connections=10, reading=10.0)


def test_the_oldest_silent_connection_makes_room(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", connections=3) as running:

        async def test() -> None:
            attacker = Attacker(running.port)
            table = (await attacker.table())["table"]
            async with attacker.open() as (first, _), attacker.upgrade(table) as (reader, writer):
                writer.write(frame(1, HELLO))
                await reader.readuntil(b'"type":"view"')
                async with attacker.open(), attacker.open():  # one too many
                    assert await ended(first) == b""
                    writer.write(frame(1, b'{"type":"ping"}'))
                    await reader.readuntil(b'"type":"pong"')

        asyncio.run(test())
        assert running.client().get("/healthz")


def test_behind_a_proxy_it_is_the_client_who_is_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", connections=3) as running:
        table = running.client().new_table()["table"]

        def opened(address: str) -> ClientConnection:
            return Client(running.port, address=address).open(table)

        with contextlib.ExitStack() as stack:
            for _ in range(3):
                live = stack.enter_context(opened("192.0.2.1"))
                live.send(HELLO.decode())
                live.recv(timeout=PATIENCE)
            with pytest.raises((WebSocketException, OSError)):
                opened("192.0.2.1")
            for client in ("192.0.2.2", "192.0.2.3", "192.0.2.2"):
                live = stack.enter_context(opened(client))
                live.send(HELLO.decode())
                live.recv(timeout=PATIENCE)


# How long


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that waits for a fraction of a second where others wait for many."""
    for name in ("HEADERS_SECONDS", "BODY_SECONDS", "STALL_SECONDS", "CLOSING_SECONDS"):
        monkeypatch.setattr(connections, name, 0.3)
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.05)
    with serving(tmp_path / "tables.sqlite") as running:
        yield running


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ",
        request("POST", "/api/tables", b"x" * 1000)[:-999],
        b"POST /api/people HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: text/plain\r\ncontent-length: 999\r\n\r\n",
        request("GET", "/healthz") + b"GET /",
    ],
    ids=["nothing", "headers", "body", "refused body", "second request"],
)
def test_dribbles_come_to_an_end(impatient: Running, start: bytes) -> None:
    """However slowly bytes come, a new one gives no new time."""

    async def test() -> None:
        async with Attacker(impatient.port).open() as (reader, writer):

            async def dribble() -> None:
                writer.write(start)
                while start:
                    await asyncio.sleep(0.05)
                    writer.write(b"x")

            dribbling = asyncio.create_task(dribble())
            await ended(reader)
            dribbling.cancel()

    asyncio.run(test())
    assert impatient.client().new_table()


def test_a_long_poll_is_no_dribble(impatient: Running) -> None:
    ann = impatient.client()
    at = f"/api/tables/{ann.new_table()['table']}"
    tag = ann.call("GET", at).headers["etag"]
    assert ann.call("GET", f"{at}?wait=1.5", headers={"if-none-match": tag}).status == 304


@pytest.mark.parametrize("socket", [False, True])
def test_whoever_reads_nothing_is_hung_up_on(impatient: Running, socket: bool) -> None:
    """Whatever is still to be sent to them."""

    async def test() -> None:
        attacker = Attacker(impatient.port)
        table = (await attacker.table())["table"]
        pings = frame(1, HELLO) + frame(9, bytes(125)) * 500
        asking = pings if socket else request("GET", "/api/games/elysium/rules") * 9
        with contextlib.suppress(ConnectionError):
            async with attacker.upgrade(table) if socket else attacker.open() as (_, writer):
                while True:
                    writer.write(asking)
                    await writer.drain()
                    await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(test(), PATIENCE))
    assert impatient.client().new_table()


# How much


@pytest.mark.parametrize("name", ["pings", "small-pings", "fragments"])
def test_frames_below_messages_are_bounded(tmp_path: Path, name: str) -> None:
    async def test(server: TableServer, attacker: Attacker) -> None:
        await plays_on(server)
        before = server.memory()
        attacking = asyncio.create_task(attack.ATTACKS[name](attacker))
        await until(lambda: attacker.sent > 3 * MB)
        for _ in range(3):
            await plays_on(server)
        assert server.memory() - before < 40 * MB
        assert not attacking.done()
        attacking.cancel()
        await asyncio.gather(attacking, return_exceptions=True)

    during(tmp_path, test)


def test_a_message_of_too_many_fragments_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table = ann.new_table()["table"]

        async def test(n: int) -> bytes:
            hello = [HELLO[k : k + 1] for k in range(len(HELLO))]
            parts = [*hello, *[b""] * (n - len(hello))]
            frames = [frame(0 if k else 1, part, last=k == n - 1) for k, part in enumerate(parts)]
            async with Attacker(running.port).upgrade(table) as (reader, writer):
                writer.write(b"".join(frames))
                found = b""
                while b'"type":"table"' not in found and (data := await reader.read(2**16)):
                    found += data
                return found

        assert b'"type":"table"' in asyncio.run(test(connections.MAX_FRAGMENTS))
        assert b"\x03\xf0too many fragments" in asyncio.run(test(connections.MAX_FRAGMENTS + 1))
        assert Client(running.port).get("/healthz")


def test_requests_that_come_too_fast_are_read_later(tmp_path: Path) -> None:
    """All of them are answered, in time."""
    with serving(tmp_path / "tables.sqlite", reading=0.05) as running:

        async def test() -> None:
            async with Attacker(running.port).open() as (reader, writer):
                writer.write(request("GET", "/healthz") * 300)
                for _ in range(300):
                    await reader.readuntil(b'"version"')

        asyncio.run(asyncio.wait_for(test(), PATIENCE))
        assert running.client().get("/healthz")


def test_what_was_sent_ahead_waits_for_the_share_of_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that came in one piece are served one after the other, each when the address may go on."""
    now = 0.0
    monkeypatch.setattr(connections, "MAX_HELD_SECONDS", 0.0)

    async def test() -> None:
        nonlocal now
        reading = Limits(rate=1.0, burst=1.0, least=0.0, clock=lambda: now)
        proxy = SimpleNamespace(trusted_hosts=frozenset[str]())
        among = connections.Connections(proxy, reading, 10, 10)  # type: ignore[arg-type]
        connection = connections.Connection(among, SimpleNamespace(), "192.0.2.1", SimpleNamespace())  # type: ignore[arg-type]
        served: list[str] = []
        connection.when_allowed(lambda: served.append("first"))
        reading.charge(connection.address, 5.0)
        connection.when_allowed(lambda: served.append("second"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert served == ["first"]
        now += 10.0
        for _ in range(5):
            await asyncio.sleep(0)
        assert served == ["first", "second"]

    asyncio.run(test())


# Amplification


def test_spectators_draw_no_more_than_their_share(tmp_path: Path) -> None:
    """Who come and go, read all they are sent and want whole tables, while somebody fills the chat."""

    async def test(server: TableServer, attacker: Attacker) -> None:
        made = await attacker.table()
        at, drawn = f"/api/tables/{made['table']}", 0
        said = {"type": "chat", "seat": 0, "text": "x" * 300}

        async def once(k: int) -> None:
            nonlocal drawn
            if k == 0:
                assert (await attacker.ask("POST", f"{at}/commands", said, made["token"]))[0] == 200
                return
            async with attacker.upgrade(made["table"]) as (reader, writer):
                writer.write(frame(1, HELLO))
                async with asyncio.timeout(0.5 if k < 20 else None):
                    while data := await reader.read(2**16):
                        drawn += len(data)

        async def again(k: int) -> None:
            while True:
                with contextlib.suppress(OSError, EOFError):  # a timeout, too
                    await once(k)

        began = time.monotonic()
        attacking = [asyncio.create_task(again(k)) for k in range(80)]
        addresses = itertools.cycle(f"203.0.113.{n}" for n in range(250))

        def shown() -> Any:
            return Client(server.port, address=next(addresses)).get(at)

        await until(lambda: len(shown()["table"]["chat"]) == 100)
        for _ in range(3):
            await plays_on(server)
        seconds = time.monotonic() - began
        for task in attacking:
            task.cancel()
        await asyncio.gather(*attacking, return_exceptions=True)
        whole = len(json.dumps(shown()))  # of which each socket may be sent one more than is left
        assert drawn < 1e5 * (seconds + 10) + 80 * whole
        assert server.memory() < 512 * MB

    during(tmp_path, test, sending=1e5)


def test_what_was_said_is_sent_once(tmp_path: Path) -> None:
    """A client that asks for changes gets new lines, who is there, and nothing that it knows."""
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table = ann.new_table(house={"chat": True})["table"]
        with ann.live(table, changes=True) as live, ann.live(table) as whole:
            live.quiet()
            for n in range(105):
                assert whole.ask({"type": "chat", "seat": 0, "text": f"{n} " + "x" * 200})["type"] == "done"
            wait = {"text": "104 " + "x" * 200}.items()
            for each in (live, whole):
                while not each.table["chat"] or not wait <= each.table["chat"][-1].items():
                    each.hear()
            told = [message for message in live.heard if message["type"] == "changed"]
            lines = [line["text"] for message in told for line in message.get("said", [])]
            assert len(lines) == len(set(lines)) >= 100
            assert not any("chat" in message or "seats" in message for message in told)
            assert live.table == whole.table
            assert len(live.table["chat"]) == 100
            with running.client().live(table):
                message = live.until(lambda message: message.get("spectators") == 1)
                assert message.keys() == {"type", "number", "spectators"}
