"""Python's garbage collection, at a time of our choosing.

With a thousand tables and their sockets in memory, a full search stops the server for half a second and more, and
Python by itself makes one every few seconds while they come. Nearly all that a server lets go of is freed without it.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

YOUNG_OBJECTS: Final = 10_000
"""New objects after which the young ones are searched, which takes a few milliseconds."""
NEVER_REACHED_SEARCHES: Final = 1_000_000
"""Searches of the middle-aged objects after which Python would search all by itself."""
FULL_COLLECTION_SECONDS: Final = 600.0
"""Seconds between two full searches."""


async def collect_seldom() -> None:
    """Until it is cancelled. For a process that is a server and nothing else."""
    gc.collect()
    gc.freeze()  # the modules stay for ever
    gc.set_threshold(YOUNG_OBJECTS, 10, NEVER_REACHED_SEARCHES)
    while True:
        await asyncio.sleep(FULL_COLLECTION_SECONDS)
        gc.collect()
