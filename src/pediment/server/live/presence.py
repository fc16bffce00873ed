"""Presence across processes: each tells the others who is at its tables, and hears who is at theirs.

Nothing is stored. What a process does not repeat is forgotten, so one that was killed leaves nobody behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator
from typing import Final

import msgspec

from pediment.server.live.live_table import NOBODY, Here, LiveTable
from pediment.server.store.store import Store, Unavailable
from pediment.server.structured_log import log

EVERY_SECONDS: Final = 1.0
"""Between two times that changes are told."""
REPEAT_SECONDS: Final = 20.0
"""Between two times that everything is told again."""
FORGET_SECONDS: Final = 50.0
"""After which somebody elsewhere counts as gone, unless they were told of again."""
MAX_TOLD_BYTES: Final = 7_900
"""Of one notification, which PostgreSQL limits to 8,000 together with the name of the process."""
LEAVE_SECONDS: Final = 2.0
"""For which a server that stops tries to say so."""

_READ: Final = msgspec.json.Decoder(dict[str, Here])


class Presence:
    """Tells and hears who is present, for the tables that are loaded here."""

    def __init__(self, store: Store, loaded: dict[str, LiveTable]) -> None:
        self._store = store
        self._loaded = loaded
        self._told: dict[str, Here] = {}
        self._asked: set[str] = set()  # tables of which another process may not know yet who is here
        self._repeat_at = 0.0

    async def run(self) -> None:
        """For ever; while the database is away, nobody is told anything."""
        while True:
            try:
                with contextlib.suppress(Unavailable):
                    await self.tell()
            except Exception as error:
                log("presence failed", level=logging.ERROR, error=error)
            await asyncio.sleep(EVERY_SECONDS)

    async def leave(self) -> None:
        """This process stops: tell the others at once that nobody is here, if the database lets it."""
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._send(dict.fromkeys(self._told, NOBODY))
        except Exception as error:
            log("presence failed", level=logging.WARNING, error=error)

    async def tell(self) -> None:
        """Tell what has changed, or everything again; forget what others have not repeated."""
        now = time.monotonic()
        again = now >= self._repeat_at
        for live in self._loaded.values():
            live.forget_elsewhere(now - FORGET_SECONDS)
        here = {table: found for table, live in self._loaded.items() if (found := live.here()) != NOBODY}
        asked, self._asked = self._asked, set()
        told, repeat_at = self._told, now + REPEAT_SECONDS if again else self._repeat_at
        news = {table: found for table, found in here.items() if again or table in asked or told.get(table) != found}
        news |= dict.fromkeys(told.keys() - here.keys(), NOBODY)
        self._told, self._repeat_at = told | here, 0.0  # if this fails, nobody knows what was heard: all of it again
        await self._send(news)
        self._told, self._repeat_at = here, repeat_at

    async def _send(self, news: dict[str, Here]) -> None:
        for text in _texts(news):
            await self._store.tell(text)

    def hear(self, process: str, text: str) -> None:
        """Another process tells who is there. What cannot be read is of another version."""
        with contextlib.suppress(msgspec.DecodeError):
            for table, found in _READ.decode(text).items():
                live = self._loaded.get(table)
                if live is not None and live.hear(process, found):
                    self._asked.add(table)


def _texts(news: dict[str, Here]) -> Iterator[str]:
    """Who is at which table, in as few texts as there must be."""
    some: dict[str, Here] = {}
    size = 0
    for table, found in news.items():
        more = len(msgspec.json.encode({table: found}))  # its braces are more than a comma
        if some and size + more > MAX_TOLD_BYTES:
            yield msgspec.json.encode(some).decode()
            some, size = {}, 0
        some[table] = found
        size += more
    if some:
        yield msgspec.json.encode(some).decode()
