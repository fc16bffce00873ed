"""No acknowledged move is lost: servers and databases are killed at random instants under load, and games go on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path

import pytest

import pediment
from pediment.server.domain.events import Acted, Undone
from tests.depth import often
from tests.server.server_processes import Player, TableServer, Trouble, check_table, new_table, tables_in
from tests.server.stores import PATIENCE, PostgresServer

KILLS = often(1, 12)
DATABASE_KILLS = often(1, 5)
TABLES = often(2, 8)

pytestmark = [pytest.mark.deep, pytest.mark.heavy]


def sit_down(home: TableServer, trouble: Trouble, tables: int = TABLES) -> list[Player]:
    """Two or three people and a bot at each table, of both games."""
    games = pediment.games()
    return [
        player for n in range(tables) for player in new_table([home], games[n % len(games)], 2 + n // 2 % 2, trouble, n)
    ]


@asynccontextmanager
async def playing(players: list[Player]) -> AsyncIterator[None]:
    """They play, and when all are there, inside happens what happens; then all games come to their end."""
    try:
        async with asyncio.timeout(often(3, 5) * PATIENCE), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            while not all(player.there for player in players):
                await asyncio.sleep(0.01)
            yield
    except TimeoutError:
        pytest.fail("the games do not go on:\n" + "\n".join(map(str, players)))


async def check_all(home: TableServer, players: list[Player], database: str) -> None:
    """Every game is in the database as its people have played it."""
    found = await tables_in(database)
    for table, group in groupby(players, lambda player: player.table):
        people = list(group)
        record = home.ask("GET", f"/api/tables/{table}/record", keys=(people[0].token,))
        check_table(found[table], people, record)


def test_a_killed_server_has_lost_no_acknowledged_move(database: str, tmp_path: Path) -> None:
    asyncio.run(kill_again_and_again(TableServer(database, tmp_path / "log"), database))


async def kill_again_and_again(home: TableServer, database: str) -> None:
    rng = random.Random(database.partition(":")[0])
    trouble = Trouble()
    try:
        await home.start()
        players = sit_down(home, trouble)
        async with playing(players):
            for _ in range(KILLS):
                await trouble.until(trouble.acknowledged + rng.randrange(20, 80))
                await asyncio.sleep(rng.uniform(0, 0.03))
                home.kill()
                await home.start()
            while not on_their_way(trouble) and not all(player.over for player in players):
                if any(player.waits_for_an_answer for player in players):
                    home.kill()
                    await home.start()
                await asyncio.sleep(rng.uniform(0, 0.03))
        home.check()
        assert trouble.counts["sockets lost"] >= KILLS
        assert on_their_way(trouble), "no move was on its way when the server was killed: nothing was tried"
        await check_all(home, players, database)
    finally:
        home.kill()


def on_their_way(trouble: Trouble) -> int:
    """How many moves were sent and not acknowledged when a server was killed, as far as their people are back."""
    return trouble.counts["unacknowledged and durable"] + trouble.counts["unacknowledged and gone"]


def test_a_killed_database_has_lost_no_acknowledged_move(postgres: PostgresServer, tmp_path: Path) -> None:
    database = postgres.new_database()
    asyncio.run(kill_database(TableServer(database, tmp_path / "log"), postgres, database))


async def kill_database(home: TableServer, postgres: PostgresServer, database: str) -> None:
    """The table server itself goes on all the time."""
    rng = random.Random(1)
    trouble = Trouble()
    try:
        await home.start()
        players = sit_down(home, trouble, often(2, 6))
        async with playing(players):
            for _ in range(DATABASE_KILLS):
                await trouble.until(trouble.acknowledged + rng.randrange(50, 150))
                await asyncio.sleep(rng.uniform(0, 0.03))
                await asyncio.to_thread(postgres.crash)
                await asyncio.to_thread(postgres.start)
        home.check()
        assert not trouble.counts["sockets lost"], "the table server has thrown people out"
        await check_all(home, players, database)
    finally:
        home.kill()


@pytest.mark.long
def test_two_servers_play_one_table(postgres: PostgresServer, tmp_path: Path) -> None:
    database = postgres.new_database()
    asyncio.run(play_in_two(database, [tmp_path / "log1", tmp_path / "log2"]))


async def play_in_two(database: str, logs: list[Path]) -> None:
    """First whole games between two servers, then games in the middle of which one of the two is killed."""
    homes = [TableServer(database, log) for log in logs]
    try:
        await asyncio.gather(*(home.start() for home in homes))
        trouble = Trouble()
        players = talkative(homes, trouble)
        async with playing(players):
            pass
        await check_all(homes[1], players, database)
        await check_bots(homes, database)
        assert not trouble.counts["sockets lost"]

        trouble = Trouble()
        players = talkative(homes, trouble)
        async with playing(players):
            await trouble.until(100)
            homes[1].kill()
        assert trouble.counts["sockets lost"]
        await check_all(homes[0], players, database)
    finally:
        for home in homes:
            home.kill()


def talkative(homes: list[TableServer], trouble: Trouble) -> list[Player]:
    """People of two tables, at both of which everybody says something and takes something back."""
    players = [
        player for n, game in enumerate(pediment.games()) for player in new_table(homes, game, 2, trouble, n, chat=True)
    ]
    for player in players:
        player.may_be_late = True
        player.undos, player.votes = 3, 2
        player.lines = [f"Line {n} of {player.name}" for n in range(5)]
    return players


async def check_bots(homes: list[TableServer], database: str) -> None:
    """Only one of the servers has thought about each question of a bot; one that was taken back was asked in vain."""
    events = [event for events in (await tables_in(database)).values() for event in events]
    answers = sum(isinstance(event, Acted) and event.by == "bot" for event in events)
    undone = sum(isinstance(event, Undone) for event in events)
    voted = sum(isinstance(event, Undone) and event.branch is not None for event in events)
    asked = sum(home.measured("pediment_bots_answered") for home in homes)
    assert voted
    assert undone > voted
    assert answers <= asked <= answers + undone, f"{answers} answers of bots were written, {asked} were thought about"
