"""Many tables at once: `.venv/bin/python -m benchmarks.load` starts a server and plays at its tables over sockets.

First every table makes a random move every so many seconds, then as fast as it is answered. The clients are one
process, the server another; on two cores that is what a host with one core for the server would see. All limits of an
address are off, since all clients have the same one. With `--postgresql` the database is a PostgreSQL server that is
started for the run; with `--processes` several servers share it, and the sockets of each table are spread over them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table as Rows
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import pediment
from pediment.server import structured_log
from pediment.server.serve import serve
from pediment.server.server import Server
from pediment.server.settings import Settings
from tests.server.stores import PostgresServer, program

OPENING = 64
"""Sockets that are opened at once."""
UNLIMITED = 1e6
TARGET_SECONDS = 0.250
"""From a move sent to its view received, for 99 of 100."""


class Option(msgspec.Struct):
    label: str


class Prompt(msgspec.Struct):
    options: list[Option]


class News(msgspec.Struct):
    """What a client needs of a message; the rest is not even read."""

    type: Literal["table", "changed", "view", "done", "error", "pong", "bye"]
    id: str = ""
    seq: int = 0
    status: str = ""
    prompt: Prompt | None = None
    text: str = ""


_read = msgspec.json.Decoder(News).decode


@dataclass
class Measured:
    """Seconds from a move sent to what came of it."""

    mover: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    done: list[float] = field(default_factory=list)
    moves: int = 0
    games: int = 0


class Client:
    """A socket of a table: a seat's or a spectator's."""

    def __init__(self, table: Table, seat: int | None, token: str | None) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.socket: ClientConnection | None = None
        self.view: News | None = None
        self.shown = asyncio.Event()

    async def open(self, ports: Sequence[int]) -> None:
        """Return when the first view is there. Neighbours at a table are clients of different server processes."""
        port = ports[self.table.clients.index(self) % len(ports)]
        address = f"ws://127.0.0.1:{port}/api/tables/{self.table.id}/live"
        self.socket = await connect(address, compression=None, max_size=None, ping_interval=None, open_timeout=None)
        hello = {"type": "hello", "keys": [self.token] if self.token else [], "changes": True}
        await self.socket.send(json.dumps(hello))
        self.listening = asyncio.create_task(self._listen(self.socket))
        await self.shown.wait()

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                self.table.hear(self, _read(text), time.perf_counter())


class Table:
    """A table and its sockets. Each move has its own time: the next may be sent before everybody has seen it."""

    def __init__(self, id: str, tokens: Sequence[str], sockets: int, seed: int) -> None:
        self.id = id
        self.random = random.Random(seed)
        seats: list[tuple[int | None, str | None]] = list(enumerate(tokens))
        self.clients = [Client(self, *caller) for caller in (seats + [(None, None)] * sockets)[:sockets]]
        self.measured = Measured()
        self.over = False
        self.asked: Client | None = None
        self.news = asyncio.Event()
        self._sent: dict[int, tuple[Client, float]] = {}  # moves by the number of the view that shows them
        self._in_step = True  # not after a secret decision, which adds a view only for some: views are timed no more

    def hear(self, client: Client, news: News, now: float) -> None:
        """A message came to one of the sockets."""
        if news.type == "view":
            known, client.view = client.view.seq if client.view else news.seq, news
            client.shown.set()
            if news.prompt:
                self.asked = client
                self.news.set()
            for seq in range(known + 1, news.seq + 1):  # a slow client is sent only the newest view
                self._in_step &= seq in self._sent
                if self._in_step:
                    mover, sent = self._sent[seq]
                    times = self.measured.mover if client is mover else self.measured.others
                    times.append(now - sent)
        elif news.type == "done":
            self.measured.done.append(now - float(news.id))
            self.measured.moves += 1
        elif news.type == "error":
            raise RuntimeError(f"a move was refused: {news.text}")
        elif news.status == "over" and not self.over:
            self.over = True
            self.measured.games += 1
            self.news.set()

    async def move(self) -> None:
        """Let the seat that is asked make a random move, once one is."""
        while not self.asked and not self.over:
            self.news.clear()
            await self.news.wait()
        client, self.asked = self.asked, None
        if client is None or client.view is None or client.view.prompt is None or client.socket is None:
            return  # over
        label = self.random.choice(client.view.prompt.options).label
        shown_by, now = client.view.seq + 1, time.perf_counter()
        self._in_step &= shown_by not in self._sent
        self._sent[shown_by] = client, now
        move = {"type": "move", "seat": client.seat, "seq": client.view.seq, "move": label, "id": str(now)}
        await client.socket.send(json.dumps(move))

    async def play_slowly(self, every: float, until: float) -> None:
        """A move every so many seconds on average, at no common beat."""
        pause = self.random.uniform(0, every)
        while not self.over and time.perf_counter() + pause < until:
            await asyncio.sleep(pause)
            await self.move()
            pause = self.random.uniform(0.5, 1.5) * every

    async def play_fast(self, until: float) -> None:
        """A move as soon as somebody is asked."""
        while not self.over and time.perf_counter() < until:
            await self.move()


class Served:
    """The server, in one process or in several, and what it uses."""

    def __init__(self, processes: int, database: str | None, folder: Path) -> None:
        self.ports = [free_port() for _ in range(processes)]
        self.settings = {"database": database or f"sqlite://{folder}/tables.sqlite", "workers": 1}
        self.log = folder / "log"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.requests = http.client.HTTPConnection("127.0.0.1", self.ports[0])

    def start(self) -> None:
        """Return when every process listens."""
        with self.log.open("ab") as log:
            for port in self.ports:
                settings = json.dumps(self.settings | {"port": port})
                command = [sys.executable, "-m", "benchmarks.load", "--serve", settings]
                self.processes.append(subprocess.Popen(command, stdout=log, stderr=log))
        for port in self.ports:
            while not listens(port):
                if any(process.poll() is not None for process in self.processes):
                    sys.exit(self.log.read_text(errors="replace"))
                time.sleep(0.05)

    def stop(self) -> None:
        """End it."""
        self.requests.close()
        for process in self.processes:
            process.kill()
            process.wait()

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """The answer to a request."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
        self.requests.request(method, path, None if body is None else json.dumps(body).encode(), headers)
        response = self.requests.getresponse()
        text = response.read()
        if response.status >= 300:
            sys.exit(f"{method} {path}: {response.status} {text.decode()}")
        return json.loads(text)

    def memory(self) -> float:
        """Bytes that all its processes hold."""
        pages = sum(int(Path(f"/proc/{each.pid}/statm").read_text().split()[1]) for each in self.processes)
        return pages * float(os.sysconf("SC_PAGE_SIZE"))

    def processor(self) -> float:
        """Seconds of processor time that all its processes have used."""
        ticks = 0
        for each in self.processes:
            fields = Path(f"/proc/{each.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def new_table(self, n: int, sockets: int) -> Table:
        """A table of one of the games, for two to four people who come by a link."""
        games = pediment.games()
        people = min(2 + n // len(games) % 3, sockets)
        chairs = [{"kind": "me", "name": "Ana"}, *({"kind": "open"} for _ in range(people - 1))]
        made = self.ask("POST", "/api/tables", {"game": games[n % len(games)], "chairs": chairs})
        tokens = [made["token"]]
        for seat in range(1, people):
            wanted = {"seat": seat, "name": f"Guest {seat}"}
            tokens.append(self.ask("POST", f"/api/tables/{made['table']}/seats", wanted, made["invite"])["token"])
        return Table(made["table"], tokens, sockets, n)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database in a PostgreSQL server that is there for the run."""
    server = PostgresServer(program("postgres", "postgresql", "/usr/lib/postgresql/*/bin/postgres"))
    try:
        server.start()
        yield server.new_database()
    finally:
        server.remove()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Does a server accept connections there?"""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """The middle, what 99 of 100 stay below, and the worst, in milliseconds; nothing for nothing.

    >>> percentiles([0.001 * n for n in range(1, 101)])
    {'p50': 50.0, 'p99': 99.0, 'max': 100.0}
    """
    if not seconds:
        return {}
    ordered = sorted(seconds)

    def at(percent: int) -> float:
        return round(1000 * ordered[-(-len(ordered) * percent // 100) - 1], 3)

    return {"p50": at(50), "p99": at(99), "max": at(100)}


def together(tables: Sequence[Table]) -> Measured:
    """What all tables have measured since the last time."""
    found = Measured()
    for table in tables:
        part, table.measured = table.measured, Measured()
        found.mover += part.mover
        found.others += part.others
        found.done += part.done
        found.moves += part.moves
        found.games += part.games
    return found


def summary(measured: Measured, seconds: float, processor: float) -> dict[str, Any]:
    """The numbers of a run; `core` is the server's share of a processor core."""
    return {
        "seconds": round(seconds, 1),
        "moves": measured.moves,
        "moves/s": round(measured.moves / seconds, 1),
        "games": measured.games,
        "games/s": round(measured.games / seconds, 2),
        "mover, ms": percentiles(measured.mover),
        "others, ms": percentiles(measured.others),
        "done, ms": percentiles(measured.done),
        "core": round(processor / seconds, 2),
    }


async def run(args: argparse.Namespace, served: Served, say: Callable[[str], None]) -> dict[str, Any]:
    """Open the tables, play slowly, then fast."""
    empty = served.memory()
    began = time.perf_counter()
    tables = [served.new_table(n, args.sockets_per_table) for n in range(args.tables)]
    say(f"{len(tables)} tables in {time.perf_counter() - began:.1f} s")
    furnished = served.memory()
    clients = [client for table in tables for client in table.clients]
    random.Random(0).shuffle(clients)
    began = time.perf_counter()
    await open_all(clients, served.ports)
    opening = time.perf_counter() - began
    say(f"{len(clients)} sockets in {opening:.1f} s")
    found: dict[str, Any] = {
        "tables": len(tables),
        "sockets": len(clients),
        "connects/s": round(len(clients) / opening, 1),
        "memory": {
            "empty, MB": round(empty / 1e6, 1),
            "a table, kB": round((furnished - empty) / len(tables) / 1e3, 1),
            "a socket, kB": round((served.memory() - furnished) / len(clients) / 1e3, 1),
        },
    }
    gc.collect()
    gc.disable()  # the clients' own pauses would be counted as the server's
    for name, seconds in (("slow", args.seconds), ("fast", args.fast)):
        say(f"{name} for {seconds:.0f} s")
        began, used = time.perf_counter(), served.processor()
        until = began + seconds
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds + 5), asyncio.TaskGroup() as group:
                for table in tables:
                    play = table.play_slowly(args.every, until) if name == "slow" else table.play_fast(until)
                    group.create_task(play)
        found[name] = summary(together(tables), time.perf_counter() - began, served.processor() - used)
    found["memory"]["after, MB"] = round(served.memory() / 1e6, 1)
    return found


async def open_all(clients: Sequence[Client], ports: Sequence[int]) -> None:
    """Open all sockets, some at a time."""
    line: Iterator[Client] = iter(clients)

    async def some() -> None:
        for client in line:
            await client.open(ports)

    async with asyncio.TaskGroup() as group:
        for _ in range(OPENING):
            group.create_task(some())


def show(found: dict[str, Any], every: float, console: Console) -> None:
    """The numbers as a table."""
    memory = found["memory"]
    console.print(
        f"{found['tables']:,} tables, {found['sockets']:,} sockets, opened at {found['connects/s']:,.0f} a second; "
        f"memory of the server {memory['empty, MB']:.0f} MB and {memory['a table, kB']:.0f} kB for a table, "
        f"{memory['a socket, kB']:.0f} kB for a socket, {memory['after, MB']:.0f} MB in the end"
    )
    rows = Rows(box=box.SIMPLE_HEAD, pad_edge=False)
    titles = (
        "",
        "moves\n/s",
        "games\n/s",
        "mover\np50",
        "\np99",
        "\nmax",
        "others\np50",
        "\np99",
        "\nmax",
        "done\np99",
    )
    for title in (*titles, "server's\ncore"):
        rows.add_column(title, justify="right" if title else "left", no_wrap=True)
    for name, title in (("slow", f"every {every:g} s"), ("fast", "fast")):
        part = found[name]
        times = [part["mover, ms"].get(p) for p in ("p50", "p99", "max")]
        times += [part["others, ms"].get(p) for p in ("p50", "p99", "max")] + [part["done, ms"].get("p99")]
        cells = ["" if ms is None else f"{ms:.0f}" for ms in times]
        rows.add_row(title, f"{part['moves/s']:,.0f}", f"{part['games/s']:.1f}", *cells, f"{part['core']:.0%}")
    console.print(rows)
    console.print("Milliseconds from a move sent: to the view of the mover, to the views of the others, to its done.")
    worst = max(found["slow"][caller].get("p99", 0.0) for caller in ("mover, ms", "others, ms"))
    met = "met" if worst <= TARGET_SECONDS * 1000 else "missed"
    console.print(f"99 of 100 views within {worst:.0f} ms; aim {TARGET_SECONDS * 1000:.0f} ms: {met}")


def main() -> None:
    """`.venv/bin/python -m benchmarks.load`."""
    parser = argparse.ArgumentParser("benchmarks.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--sockets-per-table", type=int, default=4, help="seats first, then spectators")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="of the run at that pace")
    parser.add_argument("--fast", type=float, default=15.0, help="seconds of the run as fast as it goes")
    parser.add_argument("--database", help="a URL; without, SQLite in a folder that is removed afterwards")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL server for the run")
    parser.add_argument("--processes", type=int, default=1, help="of the server; several need PostgreSQL")
    parser.add_argument("--apart", action="store_true", help="clients on the first core, the server on the others")
    parser.add_argument("--json", metavar="FILE", help="keep the numbers")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        limits: dict[str, Any] = {
            "requests": UNLIMITED,
            "creations": UNLIMITED,
            "commands": UNLIMITED,
            "sockets": int(UNLIMITED),
            "connections": int(UNLIMITED),
            "reading": UNLIMITED,
            "sending": UNLIMITED * UNLIMITED,
            "daily_tables": int(UNLIMITED),
            "daily_bytes": int(UNLIMITED * UNLIMITED),
        }
        settings = Settings(**json.loads(args.serve), **limits)
        structured_log.set_up("text")
        with socket.create_server(("127.0.0.1", settings.port)) as listener:
            return asyncio.run(serve(Server(settings), listener, lambda: None))
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = stack.enter_context(postgresql()) if args.postgresql else args.database
        served = Served(args.processes, database, Path(folder))
        first, *others = sorted(os.sched_getaffinity(0))
        if args.apart:
            os.sched_setaffinity(0, others)  # which the server's processes inherit
        try:
            served.start()
            if args.apart:
                os.sched_setaffinity(0, [first])
            found = asyncio.run(run(args, served, lambda text: print(text, file=sys.stderr)))
        finally:
            served.stop()
    if args.json:
        Path(args.json).write_text(json.dumps(found, indent=1))
    console = Console()
    kind = "PostgreSQL" if args.postgresql or "postgres" in (args.database or "") else "SQLite"
    console.print(f"{kind}, {args.processes} server {'process' if args.processes == 1 else 'processes'}, limits off")
    show(found, args.every, console)


if __name__ == "__main__":
    main()
