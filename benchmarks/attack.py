"""A hostile stranger beside people who play: `.venv/bin/python -m benchmarks.attack` attacks a server of its own.

One address sends up to 100 Mbit/s over up to 1,000 connections, one kind of attack after the other, each on a fresh
server with its usual limits and 1,024 files. Beside it, people at addresses of their own play over sockets and ask over
HTTP. Printed are the times of their moves, what of theirs failed, the memory of the server process, and by how much the
disk was filled. `--against REVISION` attacks the sources of that revision first, so that both can be compared.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as Rows
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import pediment
from benchmarks.environments import sources_of
from benchmarks.load import free_port, listens, percentiles
from pediment.core.match import Match

Json = dict[str, Any]
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HERE = Path(__file__).resolve().parents[1]
HOSTILE = "127.0.0.2"
"""The address of the attacker; nobody else has it."""
PROXY = "127.0.0.9"
"""The only address that the server takes for a proxy; nobody has it."""
MAX_CONNECTIONS = 1_000
BYTES_PER_SECOND = 100e6 / 8
HANDSHAKE_BYTES = 200
"""On the line, to open a connection."""
PLAYERS = 10
PACE_SECONDS = 0.4
"""Between two moves of a player."""
PATIENCE_SECONDS = 10.0
"""After which a request of a player counts as failed."""
HELLO = b'{"type":"hello"}'
MINE = [{"kind": "me", "name": "Mallory"}, {"kind": "me", "name": "Trudy"}]
"""Two seats of the attacker's own."""


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client, whose mask is zeros, so that the payload stays as it is.

    >>> frame(9, b"x").hex(" ")
    '89 81 00 00 00 00 78'
    """
    size = len(payload)
    length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + size.to_bytes(2)
    return bytes([opcode | last << 7]) + length + bytes(4) + payload


@dataclass
class Attacker:
    """Somebody with one address and 100 Mbit/s."""

    port: int
    sent: float = 0.0
    began: float = field(default_factory=time.perf_counter)
    answers: Counter[int] = field(default_factory=Counter)
    """Answers to requests, by status."""

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Line]:
        """A connection that has said nothing."""
        self.sent += HANDSHAKE_BYTES
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HOSTILE, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        """Send something, no faster than the line."""
        self.sent += len(data)
        late = self.began + self.sent / BYTES_PER_SECOND - time.perf_counter()
        if late > 0:
            await asyncio.sleep(late)
        writer.write(data)
        await writer.drain()

    async def ask(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
        """The answer to a request over a connection of its own, which counts as 0 if there is none."""
        data = b"" if body is None else json.dumps(body).encode()
        async with self.open() as (reader, writer):
            await self.write(writer, request(method, path, data, key, "connection: close\r\n"))
            head, _, text = (await reader.read()).partition(b"\r\n\r\n")
        status = int(head.split()[1]) if head else 0
        self.answers[status] += 1
        return status, json.loads(text) if text[:1] in (b"{", b"[") else None

    async def table(self, **wishes: Any) -> Json:
        """A table, by default with two seats of one's own, and chat."""
        wanted = {"game": "elysium", "chairs": MINE, "house": {"chat": True}} | wishes
        status, made = await self.ask("POST", "/api/tables", wanted)
        if status != 201:
            raise OSError(f"no table: {status} {made}")
        found: Json = made
        return found

    @contextlib.asynccontextmanager
    async def upgrade(self, table: str) -> AsyncIterator[Line]:
        """A WebSocket at a table, before hello."""
        key = secrets.token_bytes(16).hex()[:22] + "=="
        extra = (
            f"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n"
        )
        async with self.open() as (reader, writer):
            await self.write(writer, request("GET", f"/api/tables/{table}/live", b"", "", extra))
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in head:
                raise OSError(head.split(b"\r\n")[0].decode())
            yield reader, writer

    async def many(self, n: int, once: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        """So many at a time, each over and over."""

        async def again(k: int) -> None:
            while True:
                try:
                    await once(k)
                except* (OSError, EOFError):  # hung up
                    pass
                await asyncio.sleep(0.05)

        async with asyncio.TaskGroup() as group:
            for k in range(n):
                group.create_task(again(k))


def request(method: str, path: str, body: bytes = b"", key: str = "", extra: str = "") -> bytes:
    """A request as it goes out."""
    shown = f"authorization: Bearer {key}\r\n" if key else ""
    sized = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{shown}{sized}{extra}\r\n".encode() + body


# The attacks. Each goes on until it is cancelled.


async def nothing(_: Attacker) -> None:
    """Nobody attacks."""
    await asyncio.Event().wait()


async def silence(attacker: Attacker) -> None:
    """1,000 connections that say nothing, opened again when they are closed."""

    async def once(k: int) -> None:
        async with attacker.open() as (reader, _):
            await reader.read(1)

    await attacker.many(MAX_CONNECTIONS, once)


async def dribbled_headers(attacker: Attacker) -> None:
    """1,000 requests whose headers come byte by byte."""

    async def once(k: int) -> None:
        async with attacker.open() as (_, writer):
            await attacker.write(writer, b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ")
            while True:
                await attacker.write(writer, b"x")
                await asyncio.sleep(0.5)

    await attacker.many(MAX_CONNECTIONS, once)


async def dribbled_bodies(attacker: Attacker) -> None:
    """1,000 requests whose bodies come byte by byte."""

    async def once(k: int) -> None:
        async with attacker.open() as (_, writer):
            start = request("POST", "/api/tables", b"x" * 10_000)
            await attacker.write(writer, start[:-10_000] + b'{"game":"')
            while True:
                await attacker.write(writer, b"x")
                await asyncio.sleep(0.5)

    await attacker.many(MAX_CONNECTIONS, once)


async def pings(attacker: Attacker) -> None:
    """100 sockets that send pings and never read."""
    table = (await attacker.table())["table"]
    data = frame(1, HELLO) + frame(9, bytes(125)) * 500

    async def once(k: int) -> None:
        async with attacker.upgrade(table) as (_, writer):
            while True:
                await attacker.write(writer, data)

    await attacker.many(100, once)


async def small_pings(attacker: Attacker) -> None:
    """100 sockets that send empty pings, 6 bytes each, and read the answers."""
    table = (await attacker.table())["table"]
    data = frame(9) * 2_000

    async def once(k: int) -> None:
        async with attacker.upgrade(table) as (reader, writer), asyncio.TaskGroup() as group:
            group.create_task(read_all(reader))
            await attacker.write(writer, frame(1, HELLO))
            while True:
                await attacker.write(writer, data)

    await attacker.many(100, once)


async def fragments(attacker: Attacker) -> None:
    """100 sockets that send a message of endless empty fragments."""
    table = (await attacker.table())["table"]
    data = frame(0, last=False) * 2_000

    async def once(k: int) -> None:
        async with attacker.upgrade(table) as (_, writer):
            await attacker.write(writer, frame(1, HELLO) + frame(1, b"x", last=False))
            while True:
                await attacker.write(writer, data)

    await attacker.many(100, once)


async def pipelined(attacker: Attacker) -> None:
    """200 connections that send requests without waiting for answers."""
    data = request("GET", "/api/games") * 100

    async def once(k: int) -> None:
        async with attacker.open() as (reader, writer), asyncio.TaskGroup() as group:
            group.create_task(read_all(reader))
            while True:
                await attacker.write(writer, data)

    await attacker.many(200, once)


async def costly(attacker: Attacker) -> None:
    """The requests that cost most, 50 at a time."""
    made = await attacker.table()
    at, key = f"/api/tables/{made['table']}", made["token"]
    paths = ["/api/openapi.json", "/api/live.schema.json", "/api/games/elysium/cards", "/api/games/elysium/rules"]
    paths += [f"{at}/cards", f"{at}/preview?seat=0&move=quest+1", f"{at}/views/1", at, "/api/lessons"]

    async def once(k: int) -> None:
        await attacker.ask("GET", paths[k % len(paths)], key=key)

    await attacker.many(50, once)


async def editions(attacker: Attacker) -> None:
    """Editions whose text is one key of many dots."""
    text = ".".join(["a"] * 30_000) + " = 1"
    wanted = {"game": "elysium", "chairs": MINE, "edition": text}

    async def once(k: int) -> None:
        await attacker.ask("POST", "/api/tables", wanted)

    await attacker.many(5, once)


async def titans(attacker: Attacker) -> None:
    """Tables where only the strongest bots play."""

    async def once(k: int) -> None:
        chairs = [MINE[0], {"kind": "bot", "level": "titan"}]
        made = await attacker.table(chairs=chairs)
        hand = {"type": "hand", "seat": 0, "level": "titan"}
        await attacker.ask("POST", f"/api/tables/{made['table']}/commands", hand, made["token"])
        await asyncio.sleep(1)

    await attacker.many(15, once)


async def spectators(attacker: Attacker) -> None:
    """180 spectators who read all they are sent, 20 of them coming and going, while the chat goes on."""
    made = await attacker.table()
    table, key = made["table"], made["token"]

    async def once(k: int) -> None:
        if k == 0:
            said = {"type": "chat", "seat": 0, "text": "x" * 300}
            await attacker.ask("POST", f"/api/tables/{table}/commands", said, key)
            return
        async with attacker.upgrade(table) as (reader, writer):
            await attacker.write(writer, frame(1, HELLO))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.3 if k <= 20 else None):
                    await read_all(reader)

    await attacker.many(180, once)


async def creations(attacker: Attacker) -> None:
    """New tables with many words, and whole records, as fast as they are taken."""
    record = finished("elysium")
    chairs = [{"kind": "me", "name": "x" * 20}, {"kind": "open"}]

    async def once(k: int) -> None:
        if k % 2:
            await attacker.ask("POST", "/api/records", record)
        else:
            await attacker.ask("POST", "/api/tables", {"game": "elysium", "chairs": chairs})

    await attacker.many(20, once)


async def rematches(attacker: Attacker) -> None:
    """60 rematches at once, at one finished table after the other."""
    record = finished("ephyran")
    _, kept = await attacker.ask("POST", "/api/records", record)

    async def once(k: int) -> None:
        going = {"move": len(record["actions"]) - 1, "chairs": MINE}
        status, made = await attacker.ask("POST", f"/api/tables/{kept['table']}/continue", going)
        if status != 201:
            return
        at, key = f"/api/tables/{made['table']}", made["token"]
        status, state = await attacker.ask("GET", at, key=key)
        if status != 200:
            return
        view = next(view for view in state["views"] if view["prompt"])
        label = view["prompt"]["options"][0]["label"]
        move = {"type": "move", "seat": view["seat"], "seq": view["seq"], "move": label, "id": "last"}
        await attacker.ask("POST", f"{at}/commands", move, key)
        again = {"type": "rematch", "seat": 0}
        await asyncio.gather(*(attacker.ask("POST", f"{at}/commands", again, key) for _ in range(60)))

    await attacker.many(1, once)


ATTACKS: dict[str, Callable[[Attacker], Coroutine[Any, Any, None]]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        nothing,
        silence,
        dribbled_headers,
        dribbled_bodies,
        pings,
        small_pings,
        fragments,
        pipelined,
        costly,
        editions,
        titans,
        spectators,
        creations,
        rematches,
    )
}


async def read_all(reader: asyncio.StreamReader) -> int:
    """Read until the end; how many bytes there were."""
    count = 0
    while data := await reader.read(2**16):
        count += len(data)
    return count


def finished(game: str) -> Json:
    """The record of a game that was played at random."""
    match = Match(pediment.game(game), seats=2, seed=1)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.options()))
    record: Json = match.record()
    return record


# The others


@dataclass
class Suffered:
    """What the others went through."""

    moves: list[float] = field(default_factory=list)
    """Seconds from a move sent to its answer."""
    requests: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)


class Player:
    """Somebody with an address of their own who plays both seats of a table over a socket, and asks over HTTP."""

    def __init__(self, port: int, n: int, suffered: Suffered) -> None:
        self.port = port
        self.address = f"127.0.1.{n + 1}"
        self.random = random.Random(n)
        self.suffered = suffered
        self.made: Json = {}
        self._views: dict[int, Json] = {}
        self._over = False

    async def sit_down(self) -> None:
        """Make a table."""
        chairs = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
        status, self.made = await self.ask("POST", "/api/tables", {"game": "elysium", "chairs": chairs})
        if status != 201:
            raise OSError(f"no table: {status} {self.made}")
        self._over = False

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """The answer to a request over a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        try:
            data = b"" if body is None else json.dumps(body).encode()
            writer.write(request(method, path, data, self.made.get("token", ""), "connection: close\r\n"))
            head, _, text = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        if not head:
            raise OSError("hung up")
        return int(head.split()[1]), json.loads(text) if text[:1] in (b"{", b"[") else None

    async def play(self) -> None:
        """Until cancelled; whatever fails is counted, and tried again with a new socket."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    if not self.made or self._over:
                        await self.sit_down()
                    at = f"ws://127.0.0.1:{self.port}/api/tables/{self.made['table']}/live"
                    live = await connect(at, compression=None, local_addr=(self.address, 0), open_timeout=None)
                try:
                    await self._play(live)
                finally:
                    await asyncio.shield(live.close())
            except (OSError, EOFError, TimeoutError, WebSocketException) as error:
                self.suffered.failed[f"{type(error).__name__}: {error}"[:100]] += 1
                await asyncio.sleep(0.2)

    async def _play(self, live: ClientConnection) -> None:
        self._views.clear()
        await live.send(json.dumps({"type": "hello", "keys": [self.made["token"]]}))
        while True:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while (view := next((view for view in self._views.values() if view["prompt"]), None)) is None:
                    if self._over:
                        return
                    self._hear(json.loads(await live.recv()))
            await asyncio.sleep(self.random.uniform(0.5, 1.5) * PACE_SECONDS)
            label = self.random.choice(view["prompt"]["options"])["label"]
            move = {"type": "move", "seat": view["seat"], "seq": view["seq"], "move": label, "id": str(view["seq"])}
            self._views[view["seat"]] = view | {"prompt": None}
            began = time.perf_counter()
            async with asyncio.timeout(PATIENCE_SECONDS):
                await live.send(json.dumps(move))
                while (answer := self._hear(json.loads(await live.recv())))["type"] not in ("done", "error"):
                    pass
            if answer["type"] == "error":
                raise OSError(answer["code"])
            self.suffered.moves.append(time.perf_counter() - began)
            if self.random.random() < 0.3:
                await self._look()

    def _hear(self, message: Json) -> Json:
        if message["type"] == "view":
            self._views[message["seat"]] = message
        elif message["type"] == "table":
            self._over = message["status"] == "over"
        return message

    async def _look(self) -> None:
        path = self.random.choice(["/healthz", "/api/games", f"/api/tables/{self.made['table']}"])
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE_SECONDS):
            status, problem = await self.ask("GET", path)
        if status != 200:
            raise OSError(f"{path} {status} {problem}")
        self.suffered.requests.append(time.perf_counter() - began)


# The server


class Attacked:
    """A server as a host starts it, with 1,024 files."""

    def __init__(self, sources: Path, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.sources = sources
        self.log = folder / "log"
        self.most_memory = 0

    def start(self) -> None:
        """Return when it listens."""
        options = ["--port", str(self.port), "--database", f"sqlite://{self.folder}/data/tables.sqlite"]
        command = [sys.executable, "-m", "pediment.cli", "serve", *options, "--workers", "1", "--proxy", PROXY]
        limited = ["sh", "-c", 'ulimit -n 1024; exec "$@"', "sh", *command]
        environ = os.environ | {"PYTHONPATH": str(self.sources / "src")}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(limited, stdout=log, stderr=log, cwd=self.folder, env=environ)
        while not listens(self.port):
            if self.process.poll() is not None:
                sys.exit(self.log.read_text(errors="replace"))
            time.sleep(0.05)

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()

    def look(self) -> None:
        """Note how much memory the process holds."""
        with contextlib.suppress(OSError, IndexError):
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
            self.most_memory = max(self.most_memory, pages * os.sysconf("SC_PAGE_SIZE"))

    def disk(self) -> int:
        """Bytes that the database takes."""
        return sum(path.stat().st_size for path in (self.folder / "data").glob("*"))


async def attack(name: str, served: Attacked, seconds: float) -> Json:
    """Play, attack for so long, and measure."""
    suffered = Suffered()
    players = [Player(served.port, n, suffered) for n in range(PLAYERS)]
    for player in players:
        await player.sit_down()
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(1)
    disk = served.disk()
    suffered.moves.clear()
    own = [sys.executable, "-m", "benchmarks.attack", name, "--seconds", str(seconds), "--attack", str(served.port)]
    attacker = await asyncio.create_subprocess_exec("nice", *own, stdout=subprocess.PIPE)
    telling = asyncio.create_task(attacker.communicate())
    while not telling.done():
        served.look()
        await asyncio.sleep(0.1)
    grown = served.disk() - disk
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    log = served.log.read_bytes()
    return {
        "moves": len(suffered.moves),
        "moves, ms": percentiles(suffered.moves),
        "requests, ms": percentiles(suffered.requests),
        "failed": sum(suffered.failed.values()),
        "failures": dict(suffered.failed),
        "memory, MB": round(served.most_memory / 1e6, 1),
        "disk, kB/s": round(grown / 1e3 / seconds, 1),
        "log lines": log.count(b"\n"),
        **json.loads(telling.result()[0]),
    }


async def be_hostile(name: str, port: int, seconds: float) -> Json:
    """Attack for so long; what it took. This is a process of its own, which leaves the processor to the others."""
    attacker = Attacker(port)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](attacker)
    return {"sent, MB": round(attacker.sent / 1e6, 1), "answers": dict(attacker.answers)}


def run(name: str, sources: Path, seconds: float) -> Json:
    """One attack on a fresh server."""
    with tempfile.TemporaryDirectory() as folder:
        served = Attacked(sources, Path(folder))
        served.start()
        try:
            return asyncio.run(attack(name, served, seconds))
        finally:
            served.stop()


def show(found: dict[str, dict[str, Json]], console: Console) -> None:
    """The numbers as a table, for each revision."""
    rows = Rows(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("attack", "on", "moves", "p50, ms", "p99, ms", "max, ms", "failed", "memory, MB", "disk, kB/s"):
        rows.add_column(title, justify="left" if title in ("attack", "on") else "right", no_wrap=True)
    for name, by_revision in found.items():
        for revision, part in by_revision.items():
            times = [f"{part['moves, ms'].get(p, float('nan')):.0f}" for p in ("p50", "p99", "max")]
            sizes = [f"{part['memory, MB']:.0f}", f"{part['disk, kB/s']:.0f}"]
            rows.add_row(name, revision, str(part["moves"]), *times, str(part["failed"]), *sizes)
    console.print(rows)


def main() -> None:
    """`.venv/bin/python -m benchmarks.attack`."""
    parser = argparse.ArgumentParser("benchmarks.attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"some of {', '.join(ATTACKS)}; all without")
    parser.add_argument("--seconds", type=float, default=12.0, help="for each attack")
    parser.add_argument("--against", metavar="REVISION", help="attack the sources of that git revision, too")
    parser.add_argument("--json", metavar="FILE", help="keep the numbers")
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        return print(json.dumps(asyncio.run(be_hostile(args.attacks[0], args.attack, args.seconds))))
    if unknown := set(args.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and nothing is left behind
    found: dict[str, dict[str, Json]] = {}
    with contextlib.ExitStack() as stack:
        trees = {args.against: stack.enter_context(sources_of(args.against))} if args.against else {}
        trees["now"] = HERE
        for name in args.attacks or ATTACKS:
            for revision, sources in trees.items():
                print(f"{name} on {revision} for {args.seconds:g} s", file=sys.stderr)
                found.setdefault(name, {})[revision] = run(name, sources, args.seconds)
                if args.json:
                    Path(args.json).write_text(json.dumps(found, indent=1))
    show(found, Console(width=100))


if __name__ == "__main__":
    main()
