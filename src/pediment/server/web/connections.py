"""Connections: how many there may be, how long they may keep the server waiting, how much of its time they may take.

uvicorn's protocols leave that open: they wait for headers and bodies for ever, collect any number of fragments, and
answer pings of a client that reads nothing. Here they are asked what they wait for, and are not fed what one address
sends beyond its share.
"""

from __future__ import annotations

import asyncio
import logging
import math
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from pediment.server.live.limits import Limits, address_key
from pediment.server.structured_log import log

if sys.platform != "win32":
    import resource

MAX_CONNECTIONS: Final = 10_000
RESERVED_FILES: Final = 200
"""Files that are left for the database, workers, logs, and connections that were accepted in the same moment."""
FILES_OF_A_WORKER: Final = 4
ACCEPTED_AT_ONCE: Final = 32
"""Connections that are accepted before those before them are looked at."""
READ_BYTES: Final = 8_192
"""Read from a connection at a time: what is parsed without anybody else being served."""
HEADERS_SECONDS: Final = 10.0
"""Within which the headers of a request are there, from the first connection or the last answer on."""
BODY_SECONDS: Final = 60.0
"""Within which the body of a request is there."""
STALL_SECONDS: Final = 30.0
"""For which a client may leave unread what it is sent."""
CLOSING_SECONDS: Final = 10.0
"""For which a connection that was closed may wait until its last bytes are read."""
SWEEP_SECONDS: Final = 1.0
"""Between two looks at all connections."""
MAX_HELD_SECONDS: Final = 1.0
"""For which a connection is not read at a time, when its address has used up its share."""
MAX_REFUSED_AT_ONCE: Final = 64
"""Connections that are turned away one after the other before somebody else is served."""
REQUEST_SECONDS: Final = 0.0003
"""What a request or a new connection costs besides reading it."""
MAX_DEBT_SECONDS: Final = 1.0
"""An address that has to wait longer than this gets no new connections."""
MAX_FRAGMENTS: Final = 64
"""Frames in one message of a WebSocket."""
CLOSE_POLICY: Final = 1008
"""Closes a WebSocket whose client is not allowed what it asks for or does."""


def most_connections(workers: int) -> int:
    """How many connections the files allow that this process may open."""
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(1, min(MAX_CONNECTIONS, files - RESERVED_FILES - FILES_OF_A_WORKER * workers))


class Connections:
    """All connections of a server. Those that wait for nothing but their client make room for others."""

    def __init__(self, proxy: ProxyHeadersMiddleware, reading: Limits, most: int, per_address: int) -> None:
        self.proxies = proxy.trusted_hosts
        self.reading = reading
        self._most = most
        self._per_address = per_address
        self._open: dict[str, dict[Connection, None]] = {}  # by address, the oldest first
        self._count = 0
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many connections are open."""
        return self._count

    def refuses(self, host: str) -> bool:
        """Whether that address has used so much that it is not even let in."""
        return self.reading.wait(address_key(host)) > MAX_DEBT_SECONDS and host not in self.proxies

    def add(self, connection: Connection) -> None:
        """A connection was opened, or has told whose it is; it or a silent one is dropped where there are too many."""
        self._open.setdefault(connection.address, {})[connection] = None
        self._count += 1
        if self._sweeping is None:
            self._sweeping = connection.loop.call_later(SWEEP_SECONDS, self._sweep)
        if connection.limited:
            self.reading.charge(connection.address, REQUEST_SECONDS)
            if len(self._open[connection.address]) > self._per_address:
                self._drop(self._oldest_silent(connection.address) or connection, "too many of an address")
        if self._count > self._most:
            crowded = sorted(self._open, key=lambda address: len(self._open[address]), reverse=True)
            silent = next(filter(None, map(self._oldest_silent, crowded)), None)
            self._drop(silent or connection, "too many")

    def remove(self, connection: Connection) -> None:
        """A connection was closed."""
        of_address = self._open.get(connection.address, {})
        if connection in of_address:
            del of_address[connection]
            self._count -= 1
            if not of_address:
                del self._open[connection.address]

    def _oldest_silent(self, address: str) -> Connection | None:
        return next((each for each in self._open[address] if each.silent), None)

    def _drop(self, connection: Connection, why: str) -> None:
        self._abort(connection)
        log("connection dropped", level=logging.WARNING, why=why, open=self._count)

    def _abort(self, connection: Connection) -> None:
        self.remove(connection)
        connection.transport.abort()

    def _sweep(self) -> None:
        now = time.monotonic()
        for connection in [each for of_address in self._open.values() for each in of_address]:
            if connection.is_late(now):
                self._abort(connection)
        self._sweeping = None
        if self._count:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)


class FilteringSocket(socket.socket):
    """A socket that listens, and turns away those who are not let in before anything is made for them."""

    def __init__(self, listener: socket.socket, connections: Connections) -> None:
        super().__init__(listener.family, listener.type, listener.proto, listener.detach())
        self._connections = connections

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises BlockingIOError if there is none."""
        for _ in range(MAX_REFUSED_AT_ONCE):
            connection, address = super().accept()
            if not self._connections.refuses(address[0]):
                return connection, address
            connection.close()
        raise BlockingIOError


class UvicornProtocol(Protocol):
    """What a connection feeds: a protocol of uvicorn."""

    @property
    def wants_data(self) -> bool:
        """Whether uvicorn would read on."""

    def parse(self, data: bytes) -> None:
        """Take in what was read."""


class Connection:
    """One connection, for as long as it lasts: first a request, then perhaps a WebSocket."""

    def __init__(self, among: Connections, transport: asyncio.Transport, host: str, protocol: UvicornProtocol) -> None:
        self.transport = transport
        self.protocol = protocol
        self.loop = asyncio.get_running_loop()
        self.address = address_key(host)
        self.proxied = host in among.proxies
        self.silent = True  # does it wait for its client alone?
        self.answer_by = math.inf  # when the client must have done what it is waited for
        self._among = among
        self._stalled_by = math.inf
        self._closed_by = math.inf
        self._held = b""
        self._pause: asyncio.TimerHandle | None = None
        transport.max_size = READ_BYTES  # type: ignore[attr-defined]  # of asyncio's own transport
        among.add(self)

    @property
    def limited(self) -> bool:
        """Whether limits of one address apply: not to a proxy, which speaks for many."""
        return not self.proxied

    def speaks_for(self, forwarded: str) -> None:
        """A proxy has named its client, to whom the connection belongs from now on."""
        host, _ = self._among.proxies.get_trusted_client_address(forwarded)
        if self.proxied and host:
            self._among.remove(self)
            self.address, self.proxied = address_key(host), False
            self._among.add(self)

    def lost(self) -> None:
        """It is closed."""
        self._among.remove(self)
        if self._pause is not None:
            self._pause.cancel()

    def receive(self, data: bytes) -> None:
        """Feed what was read, and measure its cost; beyond the share of the address, hold it back for a while."""
        wait = self._wait()
        if not wait and self._pause is None:
            began = time.thread_time()
            self.protocol.parse(data)
            data = b""
            if self.limited:
                self._among.reading.charge(self.address, time.thread_time() - began)
                wait = self._wait()
        self._held += data
        if wait and self._pause is None:
            self._pause = self.loop.call_later(min(wait, MAX_HELD_SECONDS), self._go_on)
        if self._pause is not None:
            self.transport.pause_reading()

    def when_allowed(self, go_on: Callable[[], None]) -> None:
        """Read what was sent ahead, and measure its cost: now, or when the address has its share again."""
        wait = self._wait()
        if wait:
            self.loop.call_later(min(wait, MAX_HELD_SECONDS), self.when_allowed, go_on)
            return
        began = time.thread_time()
        go_on()
        if self.limited:
            self._among.reading.charge(self.address, time.thread_time() - began)

    def started(self) -> None:
        """A request was read, and is being served."""
        if self.limited:
            self._among.reading.charge(self.address, REQUEST_SECONDS)

    def stalled(self) -> None:
        """The client does not read what it is sent."""
        self._stalled_by = time.monotonic() + STALL_SECONDS

    def unstalled(self) -> None:
        """The client reads again."""
        self._stalled_by = math.inf

    def read_on(self) -> None:
        """Read on, if nothing speaks against it."""
        if self._pause is None and self.protocol.wants_data and not self.transport.is_closing():
            self.transport.resume_reading()

    def is_late(self, now: float) -> bool:
        """Whether the client has kept the server waiting for too long."""
        if self.transport.is_closing():
            self._closed_by = min(self._closed_by, now + CLOSING_SECONDS)
        return now > min(self.answer_by, self._stalled_by, self._closed_by)

    def _wait(self) -> float:
        return self._among.reading.wait(self.address) if self.limited else 0.0

    def _go_on(self) -> None:
        self._pause = None
        held, self._held = self._held, b""
        if held and not self.transport.is_closing():
            self.receive(held)
        self.read_on()


class Overseen(asyncio.Protocol):
    """What both protocols of uvicorn leave to their connection."""

    connection: Connection

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.lost()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.connection.receive(data)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.connection.stalled()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.connection.unstalled()


class HttpConnection(Overseen, H11Protocol):
    """uvicorn's protocol of HTTP/1.1, which does not wait for ever."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._connections = connections
        self._phase: tuple[object, str] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.connection = Connection(self._connections, transport, self.client[0] if self.client else "unknown", self)
        self._note()

    def parse(self, data: bytes) -> None:
        """Take in what was read."""
        H11Protocol.data_received(self, data)
        self._note()

    @property
    def wants_data(self) -> bool:
        """Whether uvicorn would read on."""
        return not self.flow.read_paused

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a WebSocket, on the same connection."""

        def upgraded(**given: Any) -> SocketConnection:
            return SocketConnection(self.connection, **given)

        self.ws_protocol_class = upgraded  # type: ignore[assignment]
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """It is the client's turn again; what it has sent meanwhile is read as if it came only now."""
        self.connection.when_allowed(self._complete)

    def _complete(self) -> None:
        super().on_response_complete()
        self._note()

    def _note(self) -> None:
        """Note whose turn it is; only a new turn gives the client new time, not the bytes that it dribbles."""
        if self.connection.protocol is not self:  # it is a WebSocket by now
            return
        cycle: RequestResponseCycle | None = self.cycle
        served = cycle is not None and not cycle.response_complete
        waits_for = "headers" if not served else "body" if self.cycle.more_body else "us"
        phase = cycle, waits_for
        if phase != self._phase:
            if served and (self._phase is None or self._phase[0] is not cycle):
                self.connection.started()
            self._phase = phase
            seconds = {"headers": HEADERS_SECONDS, "body": BODY_SECONDS, "us": math.inf}[waits_for]
            self.connection.answer_by = time.monotonic() + seconds
            self.connection.silent = waits_for == "headers"


class SocketConnection(Overseen, WebSocketsSansIOProtocol):
    """uvicorn's protocol of WebSockets, with bounds below the level of messages."""

    def __init__(self, connection: Connection, **given: Any) -> None:
        super().__init__(**given)
        self.connection = connection
        connection.protocol = self
        connection.silent = True
        connection.answer_by = math.inf  # the table waits for a hello, and pings

    def parse(self, data: bytes) -> None:
        """Take in what was read."""
        WebSocketsSansIOProtocol.data_received(self, data)
        if not self.writable.is_set():  # what a client does not read, it gets no more of
            self.transport.pause_reading()

    @property
    def wants_data(self) -> bool:
        """Whether uvicorn would read on."""
        return not self.read_paused and self.writable.is_set()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.connection.read_on()

    def handle_connect(self, event: Request) -> None:
        """Note whose socket it is, and accept it."""
        forwarded = event.headers.get_all("X-Forwarded-For")
        if forwarded:
            self.connection.speaks_for(", ".join(forwarded))
        self.connection.started()
        super().handle_connect(event)

    def handle_cont(self, event: Frame) -> None:
        """Another fragment of a message, if there have not been too many."""
        if self.close_sent:
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self.conn.fail(CLOSE_POLICY, "too many fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        self.connection.silent = False
        super().send_receive_event_to_app()
