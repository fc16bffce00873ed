"""A process that writes to ten tables of a database, whose URL it is given, and says what is written."""

from __future__ import annotations

import asyncio

from pediment.server.store.store import Store, store_of
from tests.server.stores import HEAD


async def play(store: Store, table: str) -> None:
    n = len(await store.read(table))
    while True:
        events = [f"{table} {n + i}".encode() for i in range(1 + n % 3)]
        await store.append(table, n, events, HEAD)
        n += len(events)
        print(table, n, flush=True)


async def write(url: str) -> None:
    store = store_of(url)
    await store.open()
    assert await store.claim("claimed")
    await asyncio.gather(*(play(store, f"table-{i}") for i in range(10)))


def main(arguments: list[str]) -> None:
    [url] = arguments
    asyncio.run(write(url))
