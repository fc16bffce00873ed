"""Health: whether something can be stored, tried at most once a second, however many want to know."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Final

from pediment.server.store.store import Store

TRY_SECONDS: Final = 1.0
"""For which an answer holds: a try is a write, and anybody may ask."""


class Health:
    """The health of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tried_at = -math.inf
        self._trying: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise Unavailable if nothing can be stored, or the database is damaged."""
        now = time.monotonic()
        if self._trying is None or (self._trying.done() and now >= self._tried_at + TRY_SECONDS):
            self._tried_at = now
            self._trying = asyncio.create_task(self._store.check())
        await asyncio.shield(self._trying)
