"""While a table waits for a bot or a hint, everybody there is told its place in the queue."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

from pediment.server.jobs.supervisor import Job, Supervisor
from pediment.server.live.live_table import LiveTable

QUEUE_LOOK_SECONDS: Final = 2.0
"""After which a wait is worth showing, and between two looks at the queue."""


@contextlib.asynccontextmanager
async def showing_queue_place(live: LiveTable, supervisor: Supervisor, job: Job[Any]) -> AsyncIterator[None]:
    """While a job of that table is done, show its place; not where nobody may know that a bot is asked."""
    showing = asyncio.create_task(_show(live, supervisor, job))
    try:
        yield
    finally:
        showing.cancel()
        live.show_place(0)


async def _show(live: LiveTable, supervisor: Supervisor, job: Job[Any]) -> None:
    while True:
        await asyncio.sleep(QUEUE_LOOK_SECONDS)
        live.show_place(0 if live.table.secret else supervisor.place(job))
