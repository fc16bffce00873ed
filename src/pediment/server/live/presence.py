"""Presence across processes: each tells the others who is at its tables, and hears who is at theirs.

Nothing is stored. What a process does not repeat is forgotten, so one that was killed leaves nobody behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final

import msgspec

from pediment.server.live.live_table import NOBODY, Here, LiveTable
from pediment.server.store.store import Store, Unavailable

EVERY_SECONDS: Final = 1.0
"""Between two times that changes are told."""
REPEAT_SECONDS: Final = 20.0
"""Between two times that everything is told again."""
FORGET_SECONDS: Final = 50.0
"""After which somebody elsewhere counts as gone, unless they were told of again."""
MAX_TOLD_AT_ONCE: Final = 100
"""Tables in one notification, which PostgreSQL limits to 8,000 bytes."""

_READ: Final = msgspec.json.Decoder(dict[str, Here])


class Presence:
    """Tells and hears who is present, for the tables that are loaded here."""

    def __init__(self, store: Store, loaded: dict[str, LiveTable], changed: Callable[[LiveTable], None]) -> None:
        self._store = store
        self._loaded = loaded
        self._changed = changed
        self._told: dict[str, Here] = {}
        self._asked: set[str] = set()  # tables of which another process may not know yet who is here
        self._repeat_at = 0.0

    async def run(self) -> None:
        """For ever; while the database is away, nobody is told anything."""
        while True:
            with contextlib.suppress(Unavailable):
                await self.tell()
            await asyncio.sleep(EVERY_SECONDS)

    async def tell(self) -> None:
        """Tell what has changed, or everything again; forget what others have not repeated."""
        now = time.monotonic()
        again = now >= self._repeat_at
        if again:
            self._repeat_at = now + REPEAT_SECONDS
        for live in self._loaded.values():
            live.forget_elsewhere(now - FORGET_SECONDS)
        here = {table: found for table, live in self._loaded.items() if (found := live.here()) != NOBODY}
        told, self._told = self._told, here
        news = {
            table: found for table, found in here.items() if again or table in self._asked or told.get(table) != found
        }
        self._asked.clear()
        news |= dict.fromkeys(told.keys() - here.keys(), NOBODY)
        tables = list(news)
        for start in range(0, len(tables), MAX_TOLD_AT_ONCE):
            some = {table: news[table] for table in tables[start : start + MAX_TOLD_AT_ONCE]}
            await self._store.tell(msgspec.json.encode(some).decode())

    def hear(self, process: str, text: str) -> None:
        """Another process tells who is there. What cannot be read is of another version."""
        with contextlib.suppress(msgspec.DecodeError):
            for table, found in _READ.decode(text).items():
                live = self._loaded.get(table)
                if live is not None and live.hear(process, found):
                    self._asked.add(table)
                    self._changed(live)  # bots among themselves may have rested
