"""A long history: `.venv/bin/python -m benchmarks.people` asks a server for the pages of somebody with many games.

The games are made up: one person against bots and against a hundred others, in both games, on two to four seats. They
are written into a database as the server notes them; then a server is started on it, and each address is asked for
again and again by one client in the same process, whose own CPU time is among what is shown. With `--postgresql` the
database is a PostgreSQL server that is started for the run.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table as Rows

from pediment.bots import levels
from pediment.server.domain.outcome import Finisher, Outcome
from pediment.server.domain.seats import hash_of
from pediment.server.live.histories import Histories, rows_of
from pediment.server.live.off_loop import OffLoop
from pediment.server.store.played import Played
from pediment.server.store.store import Person, store_of
from tests.server.playing import serving
from tests.server.stores import PostgresServer, program

KEY = "person_of-the-benchmark"
OTHER_KEY = "person_of-somebody-else"
FAMILIES = {"elysium": ["apollo", "ares", "athena", "hades", "zeus"], "ephyran": ["poseidon", "aether", "gaia"]}
BATCH = 500
RATED = 200
TARGET_MILLISECONDS = 100.0


def games(count: int, seed: int = 1) -> Iterator[tuple[str, Outcome]]:
    """Finished games of the person "me", the first first, with the ids of their tables."""
    chance = random.Random(seed)
    for n in range(count):
        game = chance.choice(sorted(FAMILIES))
        seats = chance.randint(2, 4)
        places = random.Random(n).sample(range(1, seats + 1), seats)
        finishers = [
            Finisher(
                name="Me" if k == 0 else f"Player {k}",
                total=chance.randint(20, 90),
                place=place,
                person="me" if k == 0 else None,
                gathered={name: chance.randint(1, 5) for name in FAMILIES[game]},
            )
            for k, place in enumerate(places)
        ]
        for k in range(1, seats):
            who = (
                {"person": f"other{chance.randrange(100)}-{k}"}
                if chance.random() < 0.2
                else {"level": chance.choice(levels())}
            )
            finishers[k] = msgspec.structs.replace(finishers[k], **who)
        began = 1_600_000_000.0 + n * 5_000.0
        yield f"table{n:011}", Outcome(game, began, began + 1800.0, 120, finishers)


async def fill(database: str, count: int) -> float:
    """Write that many games, the last RATED without ratings; returns the seconds that it took to find these."""
    store, off_loop = store_of(database), OffLoop()
    await store.open()
    try:
        for person, key in (("me", KEY), ("other1-1", OTHER_KEY)):
            await store.add_person(Person(person, person, b"{}"), bytes.fromhex(hash_of(key)))
        rows: list[Played] = []
        for table, outcome in games(count):
            rated = int(table.removeprefix("table")) < count - RATED
            rows += [replace(row, rated=rated, mean=1100.0, deviation=60.0) for row in rows_of(table, outcome)]
        for start in range(0, len(rows), BATCH):
            await store.played.put(rows[start : start + BATCH])
        began = time.perf_counter()
        await Histories(store, off_loop).rate()
        return time.perf_counter() - began
    finally:
        await store.close()
        off_loop.close()


def measure(database: str, count: int, times: int, console: Console) -> bool:
    """Ask for each page that often, and show how long it took; whether all of it was quick enough."""
    seconds = asyncio.run(fill(database, count))
    kind = database.partition("://")[0] if "://" in database else "sqlite"
    console.print(f"{kind}, {count:,} games; a game is rated in {seconds / RATED * 1e3:.1f} ms")
    asked = {
        "history": ("/api/me/games", KEY),
        "history, last page": (f"/api/me/games?start={count - 20}", KEY),
        "history, filtered": ("/api/me/games?game=elysium&seats=3&against=both&result=won", KEY),
        "record, ratings and chart": ("/api/me/record", KEY),
        "profile for an opponent": ("/api/people/me", OTHER_KEY),
    }
    table = Rows("what", "median ms", "99 of 100 ms", "CPU ms", "kB", box=box.SIMPLE)
    quick = True
    with serving(database) as running:
        for what, (path, key) in asked.items():
            client = running.client(key)
            client.get(path)  # texts and plans are loaded once
            found: list[float] = []
            spent = time.process_time()
            for _ in range(times):
                began = time.perf_counter()
                answer = client.call("GET", path)
                found.append((time.perf_counter() - began) * 1e3)
                assert answer.status == 200, answer.body
            spent = (time.process_time() - spent) / times * 1e3
            late = statistics.quantiles(found, n=100)[-1]
            quick &= statistics.median(found) < TARGET_MILLISECONDS
            shown = [f"{number:.0f}" for number in (statistics.median(found), late, spent, len(answer.body) / 1e3)]
            table.add_row(what, *shown)
    console.print(table)
    return quick


@contextmanager
def databases(postgresql: bool) -> Iterator[str]:
    """An empty database."""
    if not postgresql:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "tables.sqlite")
        return
    server = PostgresServer(program("postgres", "postgresql", "/usr/lib/postgresql/*/bin/postgres"))
    server.start()
    try:
        yield server.new_database()
    finally:
        server.remove()


def main() -> int:
    """0 if every page is answered quickly enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games of the history (default: 10000)")
    parser.add_argument("--times", type=int, default=100, help="requests for each page (default: 100)")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL instead of SQLite")
    args = parser.parse_args()
    with databases(args.postgresql) as database:
        return 0 if measure(database, args.games, args.times, Console()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
