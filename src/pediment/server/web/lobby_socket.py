"""The WebSocket of the lobby: what is new in it goes out, and seekers are brought together."""

from __future__ import annotations

import asyncio
import contextlib
import time

from litestar import websocket
from litestar.di import NamedDependency

from pediment.server.domain.names import clean
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.live.limits import PAYER
from pediment.server.live.lobby import LobbyListener
from pediment.server.live.messages import encode
from pediment.server.live.seekers import Met
from pediment.server.server import Server
from pediment.server.web import wire
from pediment.server.web.socket import Connection, Socket, attend


@websocket("/lobby/live")
async def live_lobby(socket: Socket, server: NamedDependency[Server]) -> None:
    """Hello first; then what is new in the lobby goes out, and a seeker is told where to sit down."""
    await attend(socket, server, lambda address: _LobbyConnection(socket, server, address).run())


class _LobbyConnection(Connection):
    """A socket in the lobby."""

    def __init__(self, socket: Socket, server: Server, address: str) -> None:
        super().__init__(socket, server, address)
        self._seeking = contextlib.ExitStack()
        self._met: Met | Refused | None = None

    async def run(self) -> None:
        """Wait for hello, then serve the socket; whoever leaves seeks nobody any more."""
        try:
            caller = await self._admit(await self._hello(wire.read_lobby_frame))
        except Refused as refused:
            await self._turn_away(refused)
            return
        with self._server.lobby.listening(caller) as listener:
            speaking = asyncio.create_task(self._speak(listener.news, lambda: self._news(listener)))
            try:
                await self._hear(wire.read_lobby_frame, lambda frame: self._do(listener, frame))
            finally:
                speaking.cancel()
                self._seeking.close()

    async def _news(self, listener: LobbyListener) -> bool:
        """Send what is new in the lobby; there is always more."""
        await self._tell_met()
        with contextlib.suppress(Refused):  # the database is away: the next time
            for message in await listener.messages():
                await self._send(message)
        return True

    async def _tell_met(self) -> None:
        met, self._met = self._met, None
        if isinstance(met, Met):
            await self._send(encode(wire.Meeting(met.table, met.seat, met.name, met.token)))
        elif met is not None:
            await self._refuse(met, "")
        if met is not None:
            await self._send(encode(wire.Seeking(None)))

    async def _do(self, listener: LobbyListener, frame: wire.LobbyFrame) -> None:
        caller = listener.caller
        self._server.operator.admit(self._address, caller, self._language)  # perhaps not any more
        PAYER.get().admit(self._language)
        match frame:
            case wire.Ping():
                await self._send(encode(wire.Pong(time.time())))
            case wire.Hello():
                raise Refused("said-hello", self._language)
            case wire.Stop():
                self._seeking.close()
                await self._send(encode(wire.Seeking(None)))
            case wire.Seek():
                await self._seek(frame, caller, listener)

    async def _seek(self, frame: wire.Seek, caller: Caller, listener: LobbyListener) -> None:
        def met(found: Met | Refused) -> None:
            self._met = found
            listener.news.set()

        name = clean(frame.name, self._language)
        self._server.creations.check(self._address, self._language)
        self._seeking.close()
        seekers = self._server.lobby.seekers
        self._seeking.enter_context(
            seekers.seeking(frame.wish, name, caller.person, self._address, self._language, met)
        )
        await self._send(encode(wire.Seeking(frame.wish)))
