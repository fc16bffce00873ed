"""News between processes through Redis: which table was written to. The truth is in the database, never here."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pediment.table.store import EVERYTHING

CHANNEL: Final = "pediment"
PAUSE: Final = 0.5
"""Seconds between two attempts to reach Redis."""
PATIENCE: Final = 3.0
"""Seconds without an answer after which Redis counts as down."""

log: Final = logging.getLogger(__name__)


class Fanout(Protocol):
    """Tells other processes which tables were written to."""

    async def open(self, heard: Callable[[str], None]) -> None:
        """Begin; `heard` gets the tables that others wrote to, or EVERYTHING when news may have been missed."""

    def publish(self, table: str) -> None:
        """Tell the others, soon and without waiting."""

    async def close(self) -> None:
        """Stop."""


class RedisFanout:
    """A channel of Redis. While Redis is down games go on, and what was not told is told afterwards."""

    def __init__(self, url: str) -> None:
        self._name = secrets.token_hex(8)
        self._untold: dict[str, None] = {}
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._down = False
        self._redis = Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        )

    async def open(self, heard: Callable[[str], None]) -> None:
        """Return when messages come in, or when Redis turns out to be down."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._keep(lambda: self._hear(heard, ready))),
            asyncio.create_task(self._keep(self._tell)),
        ]
        with suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), PATIENCE)

    def publish(self, table: str) -> None:
        """See Fanout."""
        self._untold[table] = None
        self._news.set()

    async def close(self) -> None:
        """Tell what is untold, unless Redis is down, and stop."""
        until = time.monotonic() + PATIENCE
        while self._untold and not self._down and time.monotonic() < until:
            await asyncio.sleep(0.01)
        # Again and again: the library swallows a cancellation that comes while it gets an answer
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=0.1)
        await self._redis.aclose()

    async def _keep(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do what never ends again and again, whatever becomes of Redis."""
        while True:
            try:
                await work()
            except (RedisError, OSError) as error:
                if not self._down:
                    log.warning("Redis is down, other processes learn of moves later: %s", error)
                self._down = True
            await asyncio.sleep(PAUSE)

    async def _hear(self, heard: Callable[[str], None], ready: asyncio.Event) -> None:
        try:
            async with self._redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                while True:
                    message = await channel.get_message(timeout=None)
                    if message and message["type"] == "subscribe":  # also when the library has connected anew
                        if self._down:
                            log.info("Redis is back")
                        self._down = False
                        ready.set()
                        heard(EVERYTHING)
                    elif message and message["type"] == "message":
                        name, _, table = message["data"].decode().partition(" ")
                        if name != self._name:
                            heard(table)
        finally:
            ready.set()

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._untold:
                table = next(iter(self._untold))
                del self._untold[table]  # before: what is written meanwhile must be told once more
                try:
                    await self._redis.publish(CHANNEL, f"{self._name} {table}")
                except BaseException:
                    self.publish(table)
                    raise
