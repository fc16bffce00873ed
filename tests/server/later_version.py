"""A later Pediment, whose databases have two more versions than those of this one.

`main` with a URL is a process of it that opens a database when a line comes in, says how that went, and stays until its
input ends. With the word `pause` it stops for ever in the middle of the migration.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from pediment.server.store import postgres, sqlite
from pediment.server.store.store import Unavailable, store_of

PRESENT: Final = len(sqlite.MIGRATIONS)
LAST: Final = PRESENT + 2
STEPS: Final = {
    # None of them can be taken twice
    sqlite: (
        """
        alter table tables add column title text not null default '';
        create index tables_title on tables (title);
        """,
        """
        create table notes (person text primary key, note text not null) strict, without rowid;
        insert into notes select id, name from people;
        update tables set title = game || ' ' || status;
        """,
    ),
    postgres: (
        """
        alter table tables add column title text not null default '';
        create index tables_title on tables (title);
        """,
        """
        create table notes (person text collate "C" primary key, note text not null);
        insert into notes select id, name from people;
        update tables set title = game || ' ' || status;
        """,
    ),
}
VERSIONS: Final = {module: module.MIGRATIONS + STEPS[module] for module in STEPS}
assert len(postgres.MIGRATIONS) == PRESENT, "both kinds of databases have the same versions"


class Pausing(tuple[str, ...]):
    """Steps after the first of which whoever takes them stops."""

    def __getitem__(self, which: Any) -> Any:
        return self._some(super().__getitem__(which))

    def _some(self, steps: tuple[str, ...]) -> Iterator[str]:
        yield steps[0]
        print("in the middle", flush=True)
        time.sleep(3600)


async def open_when_told(url: str) -> None:
    """Open the database and say so, or why not."""
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    store = store_of(url)
    try:
        await store.open()
    except Unavailable as error:
        print(f"refused: {error}", flush=True)
        return
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await store.close()


def main(arguments: list[str]) -> None:
    url, *pause = arguments
    for module, steps in VERSIONS.items():
        vars(module).update(MIGRATIONS=Pausing(steps) if pause else steps)
    asyncio.run(open_when_told(url))
