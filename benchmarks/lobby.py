"""`python -m benchmarks.lobby`: how long a lobby of many open tables takes a server.

It fills a database with open tables, then measures in one process what the server does: for somebody who comes (the
list is read from the store and put into words), for somebody who comes after them, for everybody when one table has
changed, and for the HTTP list. With `--postgresql URL` in an empty database there, else in an SQLite file.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from statistics import median, quantiles

import pediment
from pediment.server.domain.clock import Clock
from pediment.server.domain.commands import Chair, NewTable
from pediment.server.domain.events import House
from pediment.server.domain.opening import new_table
from pediment.server.domain.seats import Caller
from pediment.server.server import Server
from pediment.server.settings import Settings
from pediment.server.store.played import Played
from pediment.server.store.store import Person

CLOCKS = (Clock("none"), Clock("live"), Clock("days"))


async def fill(server: Server, tables: int) -> None:
    """Open tables of all games and sizes, by hosts with identities and ratings."""
    chance = random.Random(1)
    known = {person.id for person in await server.store.people([f"person-{n}" for n in range(tables)])}
    for n in range(tables):
        person = f"person-{n}"
        if person not in known:
            await server.store.add_person(Person(person, f"Host {n}", b"{}"), sha256(person.encode()).digest())
            await server.store.played.put(
                [rated(person, game, n * 10.0 + day) for game in pediment.games() for day in range(3)]
            )
        game = chance.choice(pediment.games())
        seats = chance.choice(list(pediment.game(game).seat_counts))
        house = House(clock=chance.choice(CLOCKS), listed=True)
        chairs = [Chair("me", f"Host {n}"), *[Chair("open")] * (seats - 1)]
        opened = new_table(NewTable(game, chairs, house=house), Caller(person=person), time.time(), "en")
        await server.tables.create(opened.events)


def rated(person: str, game: str, ended: float) -> Played:
    """A game that somebody has finished."""
    mean = 1000.0 + ended % 300
    return Played(
        person, ended, f"{person} {ended}", game, 2, "bots", "won", 50, "scholar+", True, b"{}", True, mean, 60.0
    )


async def timed(rounds: int, work: Callable[[], Awaitable[int]]) -> str:
    """What some work takes in milliseconds, as the median: CPU time of all threads and time by the clock, with the 95th
    percentile of the latter; and the bytes that it made.
    """
    cpu: list[float] = []
    seconds: list[float] = []
    size = 0
    for _ in range(rounds):
        began, used = time.perf_counter(), time.process_time()
        size = await work()
        seconds.append(time.perf_counter() - began)
        cpu.append(time.process_time() - used)
    slow = quantiles(seconds, n=20)[-1]
    return f"{median(cpu) * 1e3:8.1f} {median(seconds) * 1e3:8.1f} {slow * 1e3:8.1f} {size:10,}"


async def measure(database: str, tables: int, rounds: int) -> None:
    """Fill a database and print a line for each kind of work."""
    server = Server(Settings(database=database, workers=1))
    async with server.running():
        await fill(server, tables)
        lobby = server.lobby

        async def first() -> int:
            lobby._open, lobby._shown, lobby._changed = {}, {}, True
            return await second()

        async def second() -> int:
            with lobby.listening(Caller(person="person-0")) as listener:
                return sum(map(len, await listener.messages()))

        with lobby.listening(Caller()) as listener:
            await listener.messages()

            async def change() -> int:
                await fill(server, 1)
                await lobby.look()
                return sum(map(len, await listener.messages()))

            print(f"{tables:,} open tables: CPU ms, ms, 95%, bytes")
            print("  the first who comes      ", await timed(rounds, first))
            print("  somebody after them      ", await timed(rounds, second))
            print("  one table more, for one  ", await timed(rounds, change))


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lobby", description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--postgresql", metavar="URL")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.postgresql or str(Path(folder) / "tables.sqlite")
        asyncio.run(measure(database, args.tables, args.rounds))


if __name__ == "__main__":
    main()
