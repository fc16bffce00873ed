"""The live door: a WebSocket that tells what happens at a table and takes commands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from pediment.table import wire
from pediment.table.guard import check_limit, language_of
from pediment.table.limits import address_key
from pediment.table.logs import log
from pediment.table.place import Ear, Place
from pediment.table.refusal import Refused
from pediment.table.rooms import database
from pediment.table.seats import Who
from pediment.table.server import Server

HELLO_SECONDS: Final = 10.0
MOST_MISTAKES: Final = 20
"""So many refused frames in a row, and the socket is closed. What fails for the server's own reasons does not count."""
POLICY: Final = 1008
RESTART: Final = 1012
FAILED: Final = 1011

Socket = WebSocket[Any, Any, Any]


@websocket("/tables/{table:str}/live")
async def live(socket: Socket, table: FromPath[str], server: NamedDependency[Server]) -> None:
    """Hello first; then commands in, messages out, until somebody leaves."""
    address = address_key(socket.client.host if socket.client else "unknown")
    await socket.accept()
    server.sockets[address] += 1
    server.metrics.sockets.inc()
    try:
        if server.sockets[address] > server.settings.sockets:
            await socket.close(code=POLICY, reason="too many sockets")
        else:
            await _Talk(socket, server, address).run(table)
    except (WebSocketDisconnect, WebSocketException, RuntimeError):
        pass  # gone
    finally:
        server.metrics.sockets.dec()
        server.sockets[address] -= 1
        server.sockets += Counter()  # forget addresses without any


class _Talk:
    """One socket."""

    def __init__(self, socket: Socket, server: Server, address: str) -> None:
        self._address = address
        self._socket = socket
        self._server = server
        self._sending = asyncio.Lock()
        self._doing = asyncio.Lock()
        self._language = language_of(socket.headers.get("accept-language", ""))

    async def run(self, table: str) -> None:
        """Say hello, then talk."""
        try:
            hello = await self._hello()
            self._language = hello.language
            with database():
                who = await self._server.people.who(hello.keys, hello.language)
            place = await self._server.rooms.place(table)
            if not place.may_look(who):
                raise Refused("no-spectators", hello.language)
        except Refused as refused:
            await self._refuse(refused, "")
            await self._socket.close(code=RESTART if refused.status >= 500 else POLICY, reason=refused.code)
            return
        ear = Ear(who, hello.language)
        place.add(ear)
        self._server.rooms.changed(place, None)  # bots among themselves may have rested
        speaking = asyncio.create_task(self._speak(place, ear))
        try:
            await self._hear(place, who)
        finally:
            speaking.cancel()
            place.remove(ear)

    async def _hello(self) -> wire.Hello:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                frame = self._read(await self._receive())
        except TimeoutError:
            raise Refused("first-hello", self._language) from None
        if not isinstance(frame, wire.Hello):
            raise Refused("first-hello", self._language)
        return frame

    async def _speak(self, place: Place, ear: Ear) -> None:
        """Tell what is new, whenever something is."""
        with contextlib.suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
            try:
                while not self._server.rooms.closing:
                    ear.news.clear()
                    if not place.may_look(ear.who):  # who came by an invitation, and the game began without them
                        await self._refuse(Refused("no-spectators", ear.language), "")
                        await self._socket.close(code=POLICY, reason="no-spectators")
                        return
                    for message in ear.messages(place):
                        await self._send(message)
                    await ear.news.wait()
            except (WebSocketDisconnect, WebSocketException, RuntimeError):
                raise
            except Exception as error:
                self._server.metrics.errors.inc()
                log("telling failed", level=logging.ERROR, error=error)
                await self._socket.close(code=FAILED)
                return
            async with self._doing:  # a command under way is answered first
                await self._send(wire.encode(wire.Bye(Refused("closing", ear.language).text)))
                await self._socket.close(code=RESTART)

    async def _hear(self, place: Place, who: Who) -> None:
        """Do what is wanted, one after the other."""
        mistakes = 0
        while mistakes < MOST_MISTAKES:
            text = await self._receive()
            name = ""
            try:
                frame = self._read(text)
                name = getattr(frame, "id", "")
                async with self._doing:
                    await self._do(place, who, frame)
                mistakes = 0
            except Refused as refused:
                mistakes += refused.status < 500
                await self._refuse(refused, name)
            except WebSocketDisconnect:
                raise
            except Exception as error:
                self._server.metrics.errors.inc()
                log("frame failed", level=logging.ERROR, error=error)
                await self._refuse(Refused("unavailable", self._language), name)
        await self._socket.close(code=POLICY, reason="too many mistakes")

    async def _do(self, place: Place, who: Who, frame: wire.Frame) -> None:
        check_limit(self._server.requests, self._address, self._language)
        if isinstance(frame, wire.Ping):
            await self._send(wire.encode(wire.Pong(time.time())))
        elif isinstance(frame, wire.Hello):
            raise Refused("said-hello", self._language)
        else:
            self._server.rooms.use(place)
            await self._send(wire.encode(await self._server.command(place, who, frame, self._language)))

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="gone")
        text: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    def _read(self, text: str | bytes) -> wire.Frame:
        if len(text) > wire.LONGEST_FRAME:
            raise Refused("too-big", self._language, most=wire.LONGEST_FRAME)
        try:
            return wire.read_frame(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Refused("malformed", self._language, why=str(error)[:200]) from None

    async def _send(self, message: bytes) -> None:
        async with self._sending:
            try:
                await self._socket.send_data(message.decode(), mode="text")
            except OSError:  # uvicorn's word for it
                raise WebSocketDisconnect(detail="gone") from None

    async def _refuse(self, refused: Refused, name: str) -> None:
        self._server.metrics.refused.labels(refused.code).inc()
        text = refused.said(self._language).text
        await self._send(wire.encode(wire.Error(refused.code, text, refused.rule, name)))
