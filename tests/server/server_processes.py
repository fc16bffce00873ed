"""Real servers in processes of their own, and people who play at their tables over sockets, whatever happens.

`main` with settings as JSON is such a server, and with a file after them one whose system clock is ahead by the seconds
in that file.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import operator
import os
import random
import signal
import socket
import time
from collections import Counter
from itertools import takewhile
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import pediment
from pediment.core.engine import fairness
from pediment.server import structured_log
from pediment.server.domain.events import Acted, AnyEvent, Chatted, Proposed, Undone, read_event
from pediment.server.domain.table import Table
from pediment.server.jobs.bot_workers import Workers
from pediment.server.live import compose, messages
from pediment.server.serve import serve
from pediment.server.server import Server
from pediment.server.settings import Settings
from pediment.server.store.store import WholeTable, store_of
from tests.server.forks import Forked
from tests.server.playing import Client
from tests.server.stores import PATIENCE, free_port

OUTAGES = ("unavailable", "unsure", "closing")
"""Refusals of a database that is away: the same command is sent again until it is answered."""

Json = dict[str, Any]


class TableServer:
    """A server process with its own group, which can be killed and started again on the same database.

    With a file for its clock, that can be set.
    """

    def __init__(self, database: str, log: Path, files: int = 0, clock: Path | None = None, **settings: Any) -> None:
        self.port = free_port()
        self.log = log
        self.files = files
        own = {"database": database, "port": self.port, "workers": 1, "pace": 0.0}
        self.settings = own | {"requests": 1e6, "creations": 1e6, "commands": 1e6, "sending": 1e12} | settings
        self.process: Forked | None = None
        self.up = asyncio.Event()
        self.clock = clock
        if clock is not None:
            self.set_clock(0.0)

    def set_clock(self, ahead: float) -> None:
        """Put its clock ahead of ours by so many seconds, at once, whether it runs or not."""
        assert self.clock is not None
        new = self.clock.with_suffix(".new")
        new.write_text(str(ahead))
        new.replace(self.clock)

    async def start(self) -> None:
        """Return when it answers."""
        arguments = [json.dumps(self.settings), *([] if self.clock is None else [str(self.clock)])]
        with self.log.open("ab") as log:
            out = log.fileno()
            self.process = Forked(__name__, arguments, stdout=out, stderr=out, env={**os.environ}, files=self.files)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                await asyncio.to_thread(self.ask, "GET", "/healthz")
                break
            except OSError:
                self.check()
                assert time.monotonic() < until, f"no answer from the server:\n{self.told()}"
                await asyncio.sleep(0.02)
        self.up.set()

    def check(self) -> None:
        """Fail if it has ended by itself."""
        assert self.process is not None
        assert self.process.poll() is None, f"the server has ended:\n{self.told()}"

    def kill(self) -> None:
        """From one instruction to the next, with all that it was doing."""
        if self.process:
            self.up.clear()
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(PATIENCE)
            self.process = None

    def told(self) -> str:
        """The end of its log."""
        return self.log.read_text(errors="replace")[-5000:]

    def ask(self, method: str, path: str, body: Json | None = None, keys: tuple[str, ...] = ()) -> Any:
        """The answer to a request; an assertion fails if it is refused."""
        answer = Client(self.port, list(keys)).call(method, path, body)
        text = answer.body.decode()
        assert answer.status < 300, f"{method} {path}: {answer.status} {text}"
        return json.loads(text) if text.startswith(("{", "[")) else text

    def memory(self) -> int:
        """Bytes that its process holds, workers apart."""
        assert self.process is not None
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def measured(self, name: str) -> float:
        """One of its metrics."""
        lines = self.ask("GET", "/metrics").splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))


class Trouble:
    """What a test wants to know while people play: how much was acknowledged, and what they went through."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.counts: Counter[str] = Counter()
        self._news = asyncio.Event()

    def acknowledge(self) -> None:
        """A command was answered by `done`."""
        self.acknowledged += 1
        self._news.set()

    async def until(self, acknowledged: int) -> None:
        """Wait until this many commands were acknowledged."""
        while self.acknowledged < acknowledged:
            self._news.clear()
            await self._news.wait()


class Player:
    """Somebody who plays a seat over a socket with random moves, and comes back whenever the socket breaks.

    What was sent and not acknowledged is sent again with the same id. What must hold after a loss is checked on the
    way: nothing that was shown is taken back, and the game goes on at the very question.
    """

    def __init__(
        self, homes: list[TableServer], table: str, seat: int, token: str, trouble: Trouble, seed: int
    ) -> None:
        self.homes = homes
        self.table = table
        self.seat = seat
        self.token = token
        self.trouble = trouble
        self.random = random.Random(seed)
        self.name = f"seat {seat} of {table}"
        self.undos = 0  # free ones that are still to be made
        self.votes = 0  # wishes to take back that are still to be made
        self.lines: list[str] = []  # what is still to be said
        self.may_be_late = False  # may a move come too late, because somebody else has taken back theirs?
        self.sent: dict[str, Json] = {}
        self.acknowledged: list[str] = []
        self.said: list[str] = []
        self.shown: dict[int, Json] = {}
        self.commitments: set[str] = set()
        self._over = False
        self._view: Json | None = None
        self._log: list[Json] = []
        self._answered = -1
        self._pending: Json | None = None
        self._unnamed: list[Json] = []
        self._back = False
        self._wishing = False
        self._wished = False
        self._agreeing = False

    def __str__(self) -> str:
        """Where they are, for the message of a test that fails."""
        view = self._view or {"seq": None, "prompt": None}
        state = "over" if self._over else "asked" if view["prompt"] else "waiting"
        wishing = ", wishing to take back" if self._wishing else ""
        return f"{self.name}: {state} at view {view['seq']}{wishing}, unanswered: {self._pending} {self._unnamed}"

    @property
    def there(self) -> bool:
        """Have they been shown the game?"""
        return self._view is not None

    @property
    def over(self) -> bool:
        """Have they seen the end of the game?"""
        return self._over

    @property
    def waits_for_an_answer(self) -> bool:
        """Are they there, with something sent that was not acknowledged?"""
        return self.there and not self._back and self._pending is not None

    async def play(self) -> None:
        """Until the game is over."""
        while not self._over:
            await _first([home.up.wait() for home in self.homes])
            home = next((home for home in self.homes if home.up.is_set()), None)
            if home is None:
                continue
            address = f"ws://127.0.0.1:{home.port}/api/tables/{self.table}/live"
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                async with connect(address, max_size=None, compression=None, open_timeout=PATIENCE) as talk:
                    await self._talk(talk)
            self._back = True
            self.trouble.counts["sockets lost"] += not self._over

    async def _talk(self, socket: ClientConnection) -> None:
        self._back = self._wished = True
        self._unnamed.clear()
        await socket.send(json.dumps({"type": "hello", "keys": [self.token]}))
        async for text in socket:
            message = json.loads(text)
            match message["type"]:
                case "table":
                    self.commitments.add(message["commitment"])
                    self._over = message["status"] == "over"
                    self._see_wish(message["proposal"])
                case "view":
                    self._see(message)
                    if self._back:
                        await self._come_back(socket, message)
                case "done":
                    self._done(message)
                case "error":
                    await self._hear_error(socket, message)
            if self._over:
                return
            await self._go_on(socket)

    def _see(self, view: Json) -> None:
        """What is shown never goes back, and what was shown once stays the same under its number."""
        seq, start = view["seq"], view["log"]["start"]
        last = -1 if self._view is None else self._view["seq"]
        assert seq >= last, f"{self.name}: view {last} was shown, and then view {seq}: moves were lost"
        self._log[start:] = view["log"]["entries"]
        shown = {"view": view["view"], "prompt": view["prompt"], "log": list(self._log)}
        before = self.shown.setdefault(seq, shown)
        assert before == shown, f"{self.name}: view {seq} is not what it was before"
        self._view = view
        if seq > last:
            self._wishing = False

    async def _come_back(self, socket: ClientConnection, view: Json) -> None:
        """The first view after a loss is what it was, or follows from the answer that was on its way."""
        self._back = False
        if self._pending:
            durable = view["seq"] > self._pending["seq"]
            self.trouble.counts["unacknowledged and durable" if durable else "unacknowledged and gone"] += 1
            await socket.send(json.dumps(self._pending))

    def _done(self, message: Json) -> None:
        self.trouble.acknowledge()
        if not message["id"]:
            command = self._unnamed.pop(0)
            if command["type"] == "chat":
                self.said.append(command["text"])
            return
        pending = self._pending
        assert pending, f"{self.name}: done twice: {message}"
        assert message["id"] == pending["id"], f"{self.name}: not sent: {message}"
        self.acknowledged.append(message["id"])
        if pending["type"] != "propose":
            self._answered = pending["seq"]
        self._pending = None

    async def _hear_error(self, socket: ClientConnection, message: Json) -> None:
        self.trouble.counts[message["code"]] += 1
        if not message["id"]:
            assert self._unnamed or message["code"] in OUTAGES, f"{self.name}: the hello was refused: {message}"
            del self._unnamed[:1]
            return
        pending = self._pending
        assert pending, f"{self.name}: refused after done: {message}"
        if message["code"] in OUTAGES:
            await asyncio.sleep(0.1)
            await socket.send(json.dumps(pending))
            return
        if pending["type"] == "move":
            assert self.may_be_late, f"{self.name}: {pending} was refused: {message}"
            self._answered = pending["seq"]
        del self.sent[pending["id"]]
        self._pending = None
        self._wishing = False

    def _see_wish(self, undo_request: Json | None) -> None:
        """Agree to what others want to take back; wait until they have agreed to one's own wish, or it is void."""
        self._agreeing = undo_request is not None and self.seat in undo_request["asked"]
        if self._wished and undo_request is None and self._pending is None:
            self._wishing = False
        self._wished = undo_request is not None and undo_request["seat"] == self.seat

    async def _go_on(self, socket: ClientConnection) -> None:
        """Do what is to be done now, if nothing is on its way."""
        if self._agreeing and not self._unnamed:
            self._agreeing = False
            await self._send_unnamed(socket, {"type": "vote", "seat": self.seat, "yes": True})
        view = self._view
        if self._pending or self._wishing or self._back or view is None or view["seq"] <= self._answered:
            return
        if self.lines and not self._unnamed:
            await self._send_unnamed(socket, {"type": "chat", "seat": self.seat, "text": self.lines.pop()})
        if self.undos and view["undo"] == "free":
            self.undos -= 1
            await self._send(socket, {"type": "undo"})
        elif self.votes and view["undo"] == "vote" and view["prompt"]:
            self.votes -= 1
            self._wishing = True
            await self._send(socket, {"type": "propose"})
        elif view["prompt"]:
            move = self.random.choice(view["prompt"]["options"])["label"]
            await self._send(socket, {"type": "move", "move": move})

    async def _send(self, socket: ClientConnection, command: Json) -> None:
        assert self._view is not None
        name = f"{self.seat}-{self.random.getrandbits(48):x}"
        self._pending = command | {"seat": self.seat, "seq": self._view["seq"], "id": name}
        self.sent[name] = self._pending
        await socket.send(json.dumps(self._pending))

    async def _send_unnamed(self, socket: ClientConnection, command: Json) -> None:
        self._unnamed.append(command)
        await socket.send(json.dumps(command))


async def _first(waiting: list[Any]) -> None:
    """Wait for one of them."""
    tasks = [asyncio.ensure_future(one) for one in waiting]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


def new_table(
    homes: list[TableServer], game: str, people: int, trouble: Trouble, seed: int, **house: Any
) -> list[Player]:
    """The people of a new table: the first makes it, the others come by its link; then there is a bot.

    With several servers, each of them has another one as the first choice.
    """
    chairs: list[Json] = [{"kind": "me", "name": "Ana"}, *({"kind": "open"} for _ in range(people - 1))]
    wanted: Json = {
        "game": game,
        "chairs": [*chairs, {"kind": "bot", "level": "potter"}],
        "house": house,
        "nonce": f"{seed}",
    }
    made = homes[0].ask("POST", "/api/tables", wanted)
    tokens = [made["token"]]
    for seat in range(1, people):
        wanted = {"seat": seat, "name": f"Guest {seat}"}
        sat = homes[0].ask("POST", f"/api/tables/{made['table']}/seats", wanted, (made["invite"],))
        tokens.append(sat["token"])
    return [
        Player(homes[seat:] + homes[:seat], made["table"], seat, token, trouble, seed * 10 + seat)
        for seat, token in enumerate(tokens)
    ]


async def tables_in(database: str) -> dict[str, list[AnyEvent]]:
    """All tables of a database, by id, read without any server."""
    rows = [row async for row in store_of(database).rows()]
    return {row.listed.table: list(map(read_event, row.events)) for row in rows if isinstance(row, WholeTable)}


def check_table(events: list[AnyEvent], players: list[Player], record: Json) -> None:
    """Whatever was acknowledged or shown is in the database, once, and the record is of that game."""
    table = check_shown(events, players)
    named = [event for event in events if isinstance(event, (Acted, Undone, Proposed)) and event.id]
    times = Counter((event.seat, event.id) for event in named)
    for player in players:
        for name, command in player.sent.items():
            n = times[player.seat, name]
            assert n <= 1, f"{player.name}: {command} counted {n} times"
            assert n == 1 or name not in player.acknowledged, f"{player.name}: {command} was acknowledged and is lost"
        lines = Counter(event.text for event in events if isinstance(event, Chatted) and event.seat == player.seat)
        for line in player.said:
            assert lines[line] == 1, f"{player.name}: {line!r} was acknowledged and is there {lines[line]} times"
    sent = {(player.seat, name): command for player in players for name, command in player.sent.items()}
    for event in named:
        command = sent[event.seat, event.id]
        assert not isinstance(event, Acted) or event.move == command["move"], f"{command} has become {event}"
    people = {player.seat for player in players}
    strange = [e for e in events if isinstance(e, Acted) and (bool(e.id), e.by == "person") != (e.seat in people,) * 2]
    assert not strange, f"decisions that nobody made: {strange}"
    assert record["actions"] == table.labels
    assert pediment.replay(record).over
    published = {commitment for player in players for commitment in player.commitments}
    assert record["fair"] == {"version": 2, "table": table.id}
    terms = fairness.terms(table.id, {field: record[field] for field in ("game", "rules", "options", "seats")})
    assert published == {fairness.commitment(fairness.parse(record["seed"]).secret, terms)}


def check_shown(events: list[AnyEvent], players: list[Player]) -> Table:
    """Every view that anybody was shown is that of the events, under the same number."""
    table = Table(players[0].table)
    unseen = [dict(player.shown) for player in players]
    logs: list[tuple[list[Json], list[Json]]] = [([], []) for _ in players]  # the entries, and what they are told as
    for event in events:
        table.fold(event)
        if table.state is None:
            continue
        table.look()
        for player, shown, (entries, told) in zip(players, unseen, logs, strict=True):
            expected = shown.pop(table.seq[player.seat], None)
            if expected is not None:
                seen = table.view(player.seat)
                known = sum(takewhile(bool, map(operator.eq, entries, seen["log"])))
                view = json.loads(messages.encode(compose.view_message(table, player.seat, "en", known, seen)))
                entries[known:], told[known:] = seen["log"][known:], view["log"]["entries"]
                found = {"view": view["view"], "prompt": view["prompt"], "log": told}
                assert found == expected, f"{player.name} was shown another view {view['seq']} than the database has"
    for player, shown in zip(players, unseen, strict=True):
        assert not shown, f"{player.name} was shown what is not in the database: views {sorted(shown)}"
    return table


def go_by(clock: Path) -> None:
    """Let the system's clock of this process be ahead by the seconds in that file, whenever it is looked at."""
    true_time = time.time
    time.time = lambda: true_time() + float(clock.read_text())


def start_when_asked(workers: Workers) -> None:
    """Let the processes in which bots think wait for the first question: few tests ask any, and to start one takes as
    long as all the rest of a server."""
    vars(workers)["start"] = lambda: vars(workers).pop("start")  # instead of the first call, with which a server begins


def main(arguments: list[str]) -> None:
    settings, *clocks = arguments
    server = Server(Settings(**json.loads(settings)))
    start_when_asked(server.workers)
    for clock in clocks:
        go_by(Path(clock))
    structured_log.set_up("text")
    with socket.create_server(("127.0.0.1", server.settings.port)) as listener:
        asyncio.run(serve(server, listener, lambda: None))
