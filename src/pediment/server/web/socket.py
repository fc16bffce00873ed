"""The WebSocket of a table: commands in, messages out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.live.limits import PAYER, address_key, metered
from pediment.server.live.live_table import Listener, LiveTable
from pediment.server.live.messages import encode
from pediment.server.live.tables import store_errors_refused
from pediment.server.server import Server
from pediment.server.structured_log import log
from pediment.server.web import wire
from pediment.server.web.connections import CLOSE_POLICY
from pediment.server.web.guard import language_of

MAX_HELLO_SECONDS: Final = 10.0
MAX_MISTAKES: Final = 20
"""Refused frames in a row before the socket is closed; failures of the server itself do not count."""
MAX_PAUSE_SECONDS: Final = 1.0
"""For which a socket is told nothing at a time, when its address was sent too much."""
CLOSE_RESTART: Final = 1012
CLOSE_FAILED: Final = 1011

Socket = WebSocket[Any, Any, Any]
T = TypeVar("T")


@websocket("/tables/{table:str}/live")
async def live(socket: Socket, table: FromPath[str], server: NamedDependency[Server]) -> None:
    """Hello first; then commands in, messages out, until one side leaves."""
    await attend(socket, server, lambda address: _TableConnection(socket, server, address).run(table))


async def attend(socket: Socket, server: Server, run: Callable[[str], Awaitable[None]]) -> None:
    """Serve a socket of that address, unless it has too many."""
    address = address_key(socket.client.host if socket.client else "unknown")
    await socket.accept()
    server.sockets[address] += 1
    server.metrics.sockets.inc()
    try:
        if server.sockets[address] > server.settings.sockets:
            await socket.close(code=CLOSE_POLICY, reason="too many sockets")
        else:
            await run(address)
    except (WebSocketDisconnect, WebSocketException, RuntimeError):
        pass  # gone
    finally:
        server.metrics.sockets.dec()
        server.sockets[address] -= 1
        server.sockets += Counter()  # forget addresses without any


class Connection:
    """One socket, at a table or in the lobby."""

    def __init__(self, socket: Socket, server: Server, address: str) -> None:
        self._address = address
        self._socket = socket
        self._server = server
        self._sending = asyncio.Lock()
        self._doing = asyncio.Lock()
        self._language = language_of(socket.headers.get("accept-language", ""))

    async def _hello(self, read: Callable[[str | bytes], T]) -> wire.Hello:
        """The first frame, which says who is there. Raises Refused."""
        try:
            async with asyncio.timeout(MAX_HELLO_SECONDS):
                frame = self._read(await self._receive(), read)
        except TimeoutError:
            raise Refused("first-hello", self._language) from None
        if not isinstance(frame, wire.Hello):
            raise Refused("first-hello", self._language)
        return frame

    async def _admit(self, hello: wire.Hello) -> Caller:
        """Whoever says hello. Raises Refused."""
        self._language = hello.language
        with store_errors_refused():
            caller = await self._server.identities.caller(hello.keys, hello.language)
        self._server.operator.admit(self._address, caller, hello.language)
        return caller

    async def _turn_away(self, refused: Refused) -> None:
        """Say why, and close."""
        await self._refuse(refused, "")
        await self._socket.close(code=CLOSE_RESTART if refused.status >= 500 else CLOSE_POLICY, reason=refused.code)

    async def _say_goodbye(self) -> None:
        """The server stops; a command under way is answered first."""
        async with self._doing:
            await self._send(encode(wire.Bye(Refused("closing", self._language).text)))
            await self._socket.close(code=CLOSE_RESTART)

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="gone")
        text: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    def _read(self, text: str | bytes, read: Callable[[str | bytes], T]) -> T:
        if len(text) > wire.MAX_FRAME_BYTES:
            raise Refused("too-big", self._language, most=wire.MAX_FRAME_BYTES)
        try:
            return read(text)
        except msgspec.DecodeError as error:
            raise Refused("malformed", self._language, why=str(error)[:200]) from None
        except UnicodeError:
            raise Refused("malformed", self._language, why="it is not UTF-8") from None
        except RecursionError:
            raise Refused("malformed", self._language, why="it is nested too deeply") from None

    async def _send(self, message: bytes) -> None:
        self._server.sending.charge(self._address, len(message))
        async with self._sending:
            try:
                await self._socket.send_data(message.decode(), mode="text")
            except OSError:  # uvicorn's word for it
                raise WebSocketDisconnect(detail="gone") from None

    async def _refuse(self, refused: Refused, name: str) -> None:
        self._server.metrics.refused.labels(refused.code).inc()
        text = refused.said(self._language).text
        await self._send(encode(wire.Error(refused.code, text, refused.rule, name)))

    async def _speak(self, news: asyncio.Event, tell: Callable[[], Awaitable[bool]]) -> None:
        """Tell what is new, whenever something is, until there is no more; at the cost of whoever listens."""
        await metered(self._tell(news, tell))

    async def _tell(self, news: asyncio.Event, tell: Callable[[], Awaitable[bool]]) -> None:
        with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
            try:
                while not self._server.tables.closing:
                    if wait := self._server.sending.wait(self._address):  # then only the newest
                        await asyncio.sleep(min(wait, MAX_PAUSE_SECONDS))
                        continue
                    news.clear()
                    if not await tell():
                        return
                    await news.wait()
            except (WebSocketDisconnect, WebSocketException, RuntimeError):
                raise
            except Exception as error:
                self._server.metrics.errors.inc()
                log("telling failed", level=logging.ERROR, error=error)
                await self._socket.close(code=CLOSE_FAILED)
                return
            await self._say_goodbye()

    async def _hear(self, read: Callable[[str | bytes], T], do: Callable[[T], Awaitable[None]]) -> None:
        """Do what the client asks, one frame after the other."""
        mistakes = 0
        while mistakes < MAX_MISTAKES:
            text = await self._receive()
            name = ""
            try:
                frame = self._read(text, read)
                name = getattr(frame, "id", "")
                async with self._doing:
                    await do(frame)
                mistakes = 0
            except Refused as refused:
                mistakes += refused.status < 500
                await self._refuse(refused, name)
                if refused.code == "banned":
                    await self._socket.close(code=CLOSE_POLICY, reason=refused.code)
                    return
            except WebSocketDisconnect:
                raise
            except Exception as error:
                self._server.metrics.errors.inc()
                log("frame failed", level=logging.ERROR, error=error)
                await self._refuse(Refused("unavailable", self._language), name)
        await self._socket.close(code=CLOSE_POLICY, reason="too many mistakes")


class _TableConnection(Connection):
    """A socket at a table."""

    async def run(self, table: str) -> None:
        """Wait for hello, then serve the socket."""
        try:
            hello = await self._hello(wire.read_frame)
            caller = await self._admit(hello)
            live = await self._server.tables.get(table)
            self._server.operator.admit(self._address, caller, hello.language, live.table)
            if not live.may_look(caller):
                raise Refused("no-spectators", hello.language)
            await self._server.deals.unseal(live)
        except Refused as refused:
            await self._turn_away(refused)
            return
        listener = Listener(caller, hello.language, hello.changes)
        live.add(listener)
        self._server.tables.changed(live, None)  # bots among themselves may have rested
        speaking = asyncio.create_task(self._speak(listener.news, lambda: self._news(live, listener)))
        try:
            with self._server.lobby.here.present(caller):
                await self._hear(wire.read_frame, lambda frame: self._do(live, caller, frame))
        finally:
            speaking.cancel()
            live.remove(listener)

    async def _news(self, live: LiveTable, listener: Listener) -> bool:
        """Send what is new at the table; whether there may be more."""
        if live.gone:
            await self._socket.close(code=CLOSE_RESTART, reason="table")
            return False
        if not live.may_look(listener.caller):  # came by an invitation, and the game began without them
            await self._turn_away(Refused("no-spectators", listener.language))
            return False
        for message in listener.messages(live):
            await self._send(message)
        return True

    async def _do(self, live: LiveTable, caller: Caller, frame: wire.Frame) -> None:
        self._server.operator.admit(self._address, caller, self._language, live.table)  # perhaps not any more
        PAYER.get().admit(self._language)
        if isinstance(frame, wire.Ping):
            await self._send(encode(wire.Pong(time.time())))
        elif isinstance(frame, wire.Hello):
            raise Refused("said-hello", self._language)
        else:
            self._server.tables.use(live)
            done = await self._server.tables.command(live, caller, frame, self._language, self._address)
            await self._send(encode(done))
