"""Tables for tests: one in memory, folded from its events; and a whole server on loopback, with clients."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import http.client
import io
import json
import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

import pediment
from pediment.server import structured_log
from pediment.server.domain import commands, decide, plans
from pediment.server.domain.clock import Clock
from pediment.server.domain.events import AnyEvent, By, Created, Handed, House, Sat, Started, write_event
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import MAX_CHAT_LINES, Change, Table
from pediment.server.live.tables import LiveTables
from pediment.server.serve import listening
from pediment.server.server import Server
from pediment.server.settings import Settings
from tests.server.stores import PATIENCE

P = ParamSpec("P")
T = TypeVar("T")
SILENT = logging.getLogger("tests.server.client")  # what the client's library complains of is not in the server's log
SILENT.disabled = True
LIVE = Clock("live", minutes=1, seconds=10)
ANALYSIS_PATIENCE = 4 * PATIENCE
"""Seconds for an analysis, which gives way to everything else: at a load of 20 a hundredth of a core is left for it."""


# In memory


class Sitting:
    """A table in memory with a person on every seat, or bots on some; its clock stands until it is moved."""

    def __init__(
        self,
        game: str = "elysium",
        seats: int = 2,
        *,
        house: House | None = None,
        seed: int = 0,
        course: dict[str, Any] | None = None,
        bots: tuple[int, ...] = (),
        same_token: bool = False,
        rules: str = "",
    ) -> None:
        self.now = 1_000_000.0
        self.events: list[bytes] = []
        self.table = Table("a-table")
        self.last = Change([], self.table)
        self.tokens = [f"seat_{0 if same_token else k}" for k in range(seats)]
        self.secret = hashlib.sha256(f"{game} {seats} {seed}".encode()).hexdigest()
        house = house or House(chat=True)
        created = Created(
            at=self.now,
            game=game,
            seats=seats,
            options=options_of(game, seats) if course is None else {},
            house=house,
            secret=self.secret,
            invite="",
            rules=rules or pediment.game(game).rules_version,
            course=course,
        )
        people = [k for k in range(seats) if k not in bots]
        self.add(
            created,
            *(Handed(at=self.now, seat=k, level="potter", why="seated") for k in bots),
            *(
                Sat(at=self.now, seat=k, name=f"Player {k}", token=hash_of(self.tokens[k]), nonce=f"n{k}")
                for k in people
            ),
            Started(at=self.now),
        )

    def add(self, *events: AnyEvent) -> None:
        """Let events happen that nobody decided on."""
        self.take(self.table.change(events))

    def take(self, change: Change) -> list[AnyEvent]:
        """Let a change happen, as a server does."""
        self.last, self.table = change, change.table
        self.events += [write_event(event) for event in change.events]
        return change.events

    def caller(self, seat: int) -> Caller:
        """Somebody who shows the token of that seat; a spectator after the last one."""
        return Caller(frozenset({hash_of(self.tokens[seat])})) if seat < len(self.tokens) else Caller()

    def do(self, command: commands.AnyCommand, language: str = "en") -> list[AnyEvent]:
        """A command of the seat's own person. Raises Refused."""
        return self.take(decide.decide(self.table, self.caller(command.seat), command, self.now, language))

    def move(self, label: str | None = None, name: str = "") -> list[AnyEvent]:
        """The asked seat plays: that label, or its first option."""
        table = self.table
        assert table.asked is not None
        events = self.do(commands.Move(table.asked, table.seq[table.asked], label or self.options()[0], name))
        assert events, "a move that does nothing would be made for ever"
        return events

    def options(self) -> list[str]:
        """What the asked seat can answer."""
        return [self.table.game.label(self.table.state, action) for action in self.table.game.legal(self.table.state)]

    def finish(self, chance: random.Random) -> None:
        """Play at random to the end."""
        while self.table.status == "running":
            self.move(chance.choice(self.options()))

    def refused(self, command: commands.AnyCommand, caller: Caller | None = None, language: str = "en") -> Refused:
        """The refusal of a command, which has changed nothing."""
        before = facts(self.table)
        try:
            decide.decide(self.table, caller or self.caller(command.seat), command, self.now, language)
        except Refused as refused:
            assert facts(self.table) == before
            return refused
        raise AssertionError(f"{command} counts")


def options_of(game: str, seats: int) -> dict[str, Any]:
    """The options of a new game, in full."""
    return pediment.game(game).check_options(seats, 0, {})


def facts(table: Table) -> dict[str, Any]:
    """All of a table, to compare it with another one."""
    found = {name: value for name, value in vars(table).items() if name not in ("state", "game", "chat")}
    found["chat"] = list(table.chat)
    found["created"] = msgspec.to_builtins(table.created, str_keys=True)
    found["secret"], found["status"], found["due"] = table.secret, table.status, table.due()
    if table.state is not None:
        found["course"] = table.course()
        found["drawn"] = table.state.drawn
        found["digest"] = table.game.digest(table.state)
        found["views"] = [json.dumps(table.view(viewer)) for viewer in range(table.viewers)]
        found["undo"] = [table.undo_of(seat) for seat in range(len(table.seats))]
    copy: dict[str, Any] = json.loads(json.dumps(found, default=repr))
    return copy


def labels_to_plan(table: Table, seat: int) -> list[str]:
    """What the seat can plan for its next turn; something else if that is nothing."""
    turn = None if table.status != "running" else plans.turn_ahead(table.game, table.state, seat)
    return ["nonsense"] if turn is None else [table.game.label(turn, action) for action in turn.legal]


def wild_command(table: Table, chance: random.Random, n: int) -> commands.AnyCommand:
    """Anything that somebody might send, often sensible."""
    seat = chance.randrange(len(table.seats))
    if (
        table.undo_request
        and (asked := table.asked_to_agree(table.undo_request.seat) - table.undo_request.agreed)
        and chance.random() < 0.6
    ):
        return commands.Vote(min(asked), chance.random() < 0.8)
    seq = table.seq[seat] - (chance.random() < 0.1)
    kind = chance.choice(
        ["undo", "undo", "propose", "vote", "vote", "hand", "return", "leave", "chat", "phrase", "move", "plan", "plan"]
    )
    if kind == "undo":
        return commands.Undo(seat, seq, f"u{n}")
    if kind == "propose":
        return commands.Propose(seat, seq, f"p{n}")
    if kind == "vote":
        return commands.Vote(seat, chance.random() < 0.7)
    if kind == "hand":
        return commands.Hand(seat, chance.choice(["potter", "nobody"]))
    if kind == "return":
        return commands.Return(seat)
    if kind == "leave":
        return commands.Leave(seat)
    if kind == "chat":
        return commands.Chat(seat, chance.choice(["Hello", "  a  b ", "\u202e", "\n"]))
    if kind == "plan":
        moves = [] if chance.random() < 0.2 else [chance.choice(labels_to_plan(table, seat))]
        return commands.Plan(seat, seq, moves, f"q{n}")
    if kind == "phrase":
        return commands.Phrase(seat, "thanks")
    return commands.Move(seat, seq, "nonsense", f"m{n}")


def wild_game(sitting: Sitting, chance: random.Random, most: int = 10_000) -> Iterator[list[AnyEvent]]:
    """Play a game at random with everything that happens at tables; gives the events of each step."""
    for n in range(most):
        table = sitting.table
        if table.asked is None:
            return
        sitting.now += chance.choice([0.5, 2.0, 15.0])
        if chance.random() < (0.8 if table.undo_request else 0.2):
            with contextlib.suppress(Refused):
                events = sitting.do(wild_command(table, chance, n))
                if events:
                    yield events
            continue
        if table.plan_is_due and (planned := sitting.take(decide.play_plan(table, sitting.now))):
            yield planned
            continue
        seat, label = table.asked, chance.choice(sitting.options())
        due = table.due()
        if table.seats[seat].level is None and due is not None and due < sitting.now and not table.secret:
            events = sitting.take(decide.time_is_up(table, sitting.now))
        elif table.seats[seat].level is not None and chance.random() < 0.8:
            events = sitting.take(decide.act(table, seat, label, sitting.now, "bot", "en"))
        elif table.seats[seat].owned:
            events = sitting.do(commands.Move(seat, table.seq[seat], label, f"m{n}"))
        else:
            continue
        yield events


def in_a_loop(test: Callable[P, None]) -> Callable[P, None]:
    """Run a test in a loop, as live tables need one."""

    @functools.wraps(test)
    def run(*args: P.args, **more: P.kwargs) -> None:
        async def call() -> None:
            test(*args, **more)

        asyncio.run(call())

    return run


# A whole server


@dataclass
class Answer:
    """What an HTTP request got."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.json["code"])


@dataclass
class Client:
    """Somebody with some keys who asks a server."""

    port: int
    keys: list[str] = field(default_factory=list)
    language: str = ""
    address: str = ""
    """Where they are, as the proxy of this machine tells it; else here."""

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        raw: bytes | None = None,
        keys: list[str] | None = None,
    ) -> Answer:
        """One request; `body` goes as JSON, `raw` as it is."""
        shown = self.keys if keys is None else keys
        sent = {"authorization": "Bearer " + ",".join(shown)} if shown else {}
        if self.language:
            sent["accept-language"] = self.language
        if self.address:
            sent["x-forwarded-for"] = self.address
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            sent["content-type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, data, sent | (headers or {}))
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def get(self, path: str, **more: Any) -> Any:
        """What is there; nothing but success will do."""
        answer = self.call("GET", path, **more)
        assert answer.status == 200, (answer.status, answer.body)
        return answer.json

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        """Do something that succeeds."""
        answer = self.call("POST", path, body, **more)
        assert answer.status in (200, 201), (answer.status, answer.body)
        return answer.json

    def new_table(self, game: str = "elysium", chairs: Any = None, **more: Any) -> dict[str, Any]:
        """A table of one's own, whose words one keeps; by default with two seats of one's own."""
        chairs = chairs or [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
        seated: dict[str, Any] = self.post("/api/tables", {"game": game, "chairs": chairs, **more})
        self.keys += [word for word in (seated["token"], seated["invite"]) if word]
        return seated

    def command(self, table: str, kind: str, seat: int, **fields: Any) -> Answer:
        """A command at a table."""
        return self.call("POST", f"/api/tables/{table}/commands", {"type": kind, "seat": seat, **fields})

    @contextlib.contextmanager
    def live(self, table: str, **hello: Any) -> Iterator[Live]:
        """A socket that has said hello."""
        with self.open(table) as socket:
            live = Live(socket)
            live.say({"type": "hello", "keys": self.keys, **hello})
            yield live

    def open(self, table: str, **more: Any) -> ClientConnection:
        """A socket that has said nothing yet, to be used in a with statement."""
        found: ClientConnection = connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/live",
            max_size=None,
            max_queue=None,  # who reads late is not waited for
            compression=None,
            open_timeout=PATIENCE,
            logger=SILENT,
            additional_headers={"x-forwarded-for": self.address} if self.address else None,
            **more,
        )
        return found


class Live:
    """A socket at a table, with what it was told last."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.views: dict[int | None, dict[str, Any]] = {}

    def say(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        self.sent.append(frame)
        self.socket.send(json.dumps(frame))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "changed":
            chat = (message.get("chat", self.table["chat"]) + message.get("said", []))[-MAX_CHAT_LINES:]
            changed = {name: value for name, value in message.items() if name not in ("type", "said")}
            self.table = self.table | changed | {"chat": chat}
        elif message["type"] == "view":
            self.views[message["seat"]] = message
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message of that kind."""
        while not wanted(message := self.hear()):
            pass
        return message

    def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self.say(frame)
        return self.until(lambda message: message["type"] in ("done", "error", "pong"))

    def quiet(self) -> None:
        """Hear everything that is under way, at least how the table stands."""
        while not self.table or (self.table["status"] != "open" and not self.views):
            self.hear()
        self.ask({"type": "ping"})

    def prompt(self) -> dict[str, Any]:
        """The view of a seat of one's own that is asked."""
        while True:
            for view in self.views.values():
                if view["prompt"] and self.table["status"] == "running":
                    return view
            self.hear()

    def play(self, chance: random.Random, most: int = 10_000) -> int:
        """Answer every question at random until the game is over, at most `most` times; returns how often."""
        for n in range(most):
            while self.table.get("status") != "over" and not any(view["prompt"] for view in self.views.values()):
                self.hear()
            if self.table["status"] == "over":
                return n
            view = next(view for view in self.views.values() if view["prompt"])
            label = chance.choice(view["prompt"]["options"])["label"]
            self.views[view["seat"]] = view | {"prompt": None}
            move = {"type": "move", "seat": view["seat"], "seq": view["seq"], "move": label, "id": f"at {view['seq']}"}
            done = self.ask(move)
            if done.get("code") in ("old-view", "not-running"):  # a bot or a clock came between; what it did is told
                continue
            assert done["type"] == "done", (done, label)
        return most


@dataclass
class Running:
    """A server that runs in a thread."""

    port: int
    server: Server
    loop: asyncio.AbstractEventLoop
    lines: io.StringIO
    """Everything that it has logged."""

    def client(self, *keys: str, language: str = "") -> Client:
        """Somebody."""
        return Client(self.port, list(keys), language)

    def table(self, table: str) -> Table:
        """A table as the server has it in memory; it is never changed, only replaced."""
        return self.server.tables.loaded[table].table

    def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)

    def finish(self, table: str, left: int = 0) -> None:
        """Have the game at a table over, or nearly."""

        self.do(lambda: finish(self.server.tables, table, left))

    def finished(self, client: Client, game: str = "elysium", **more: Any) -> str:
        """The id of a new table of that client, whose game is over."""
        table = str(client.new_table(game, **more)["table"])
        self.finish(table)
        return table


async def finish(tables: LiveTables, table: str, left: int = 0) -> None:
    """Play at random at a table, for everybody, until the game is over or a few moves are left: so many, if they were
    the same again.

    It is one change of the table: over a socket, each move takes ten times as long.
    """
    await tables.change(await tables.get(table), functools.partial(_played_out, left=left), essential=True)


def _played_out(table: Table, left: int) -> Change:
    chance = random.Random(1)
    events: list[AnyEvent] = []
    now = table
    while now.asked is not None:
        label = now.game.label(now.state, chance.choice(now.game.legal(now.state)))
        by: By = "person" if now.seats[now.asked].level is None else "bot"
        change = decide.act(now, now.asked, label, time.time(), by, "en")
        events, now = events + change.events, change.table
    return table.change(events[: max(len(events) - left, 0)])


def settings_of(database: Path | str, **more: Any) -> Settings:
    """Settings for tests: quick bots, hardly any limits."""
    return Settings(
        **{
            "database": str(database),
            "workers": 1,
            "pace": 0.0,
            "requests": 1e6,
            "commands": 1e6,
            "creations": 1e6,
            "sending": 1e12,
            **more,
        }
    )


@contextlib.contextmanager
def serving(database: Path | str, **more: Any) -> Iterator[Running]:
    """A server on that database, on a free port; stopped in the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as `serve` does: else each answer waits 40 ms
    port = listener.getsockname()[1]
    server = Server(settings_of(database, port=port, **more))
    config, filtering = listening(server, listener)
    config.timeout_graceful_shutdown = 5
    web = uvicorn.Server(config)
    failed: list[BaseException] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        async with server.running():
            await web.serve([filtering])

    def in_thread() -> None:
        try:
            asyncio.run(run())
        except BaseException as error:
            failed.append(error)

    with logged() as lines:
        thread = threading.Thread(target=in_thread, name="server")
        thread.start()
        try:
            wait_for(lambda: web.started or bool(failed))
            assert not failed, failed
            yield Running(port, server, loops[0], lines)
        finally:
            web.should_exit = True
            thread.join(PATIENCE)
            filtering.close()
        assert not thread.is_alive()
        assert not failed, failed


@contextlib.contextmanager
def logged() -> Iterator[io.StringIO]:
    """What the table and uvicorn log meanwhile, as it is written for people."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(structured_log.TextLines())
    loggers = [logging.getLogger(name) for name in ("pediment", "uvicorn")]
    before = [logger.level for logger in loggers]
    root = logging.getLogger()
    root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def wait_for(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so. To ask again and again would keep busy whom we wait for: so more and more rarely."""
    until = time.monotonic() + seconds
    pause = 0.01
    while not happened():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(pause)
        pause = min(pause * 1.2, 0.5)


async def until(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait in the loop until something is so."""
    async with asyncio.timeout(seconds):
        while not happened():
            await asyncio.sleep(0.005)
