"""Redis carries news between processes; games do without it."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pediment.table.fanout import RedisFanout
from pediment.table.store import EVERYTHING, Conflict, Store, store_of
from tests.table.stores import HEAD, PostgresServer, RedisServer, free_port
from tests.table.test_store import eventually


@asynccontextmanager
async def two_processes(database: str, fanout: str) -> AsyncIterator[tuple[Store, Store, list[str], list[str]]]:
    """Two stores on one database, and what each hears."""
    one, two = store_of(database, fanout), store_of(database, fanout)
    heard: tuple[list[str], list[str]] = [], []
    one.listen(heard[0].append)
    two.listen(heard[1].append)
    await one.open()
    await two.open()
    try:
        yield one, two, *heard
    finally:
        await one.close()
        await two.close()


def test_processes_hear_of_each_other(postgres: PostgresServer, redis_server: RedisServer) -> None:
    async def main() -> None:
        async with two_processes(postgres.new_database(), redis_server.url) as (one, two, at_one, at_two):
            await eventually(lambda: at_one == at_two == [EVERYTHING])
            await one.append("a table", 0, [b"a"], HEAD)
            with pytest.raises(Conflict):
                await one.append("a table", 0, [b"a"], HEAD)
            await eventually(lambda: at_two[1:] == ["a table"])
            await two.append("a table", 1, [b"b"], HEAD)
            await eventually(lambda: at_one[1:] == ["a table"])
            assert at_two[1:] == ["a table"]

    asyncio.run(main())


def test_games_go_on_while_redis_is_down(
    postgres: PostgresServer, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pediment.table.fanout")

    async def main() -> None:
        async with two_processes(postgres.new_database(), redis_server.url) as (one, two, _, at_two):
            await asyncio.to_thread(redis_server.stop, signal.SIGKILL)
            await one.append("t", 0, [b"a"], HEAD)
            await eventually(lambda: "Redis is down" in caplog.text)
            await one.append("t", 1, [b"b"], HEAD)
            await one.append("u", 0, [b"c"], HEAD)
            assert await two.read("t") == [b"a", b"b"]
            at_two.clear()
            await asyncio.to_thread(redis_server.start)
            await eventually(lambda: EVERYTHING in at_two)
            await eventually(lambda: "Redis is back" in caplog.text)
            await one.append("v", 0, [b"d"], HEAD)
            await eventually(lambda: "v" in at_two)

    asyncio.run(main())
    assert caplog.text.count("Redis is down") == 2  # once in each process


def test_a_server_starts_without_redis(postgres: PostgresServer, redis_server: RedisServer) -> None:
    async def main() -> None:
        nowhere = f"redis://127.0.0.1:{free_port()}"
        async with two_processes(postgres.new_database(), nowhere) as (one, _, _, at_two):
            await one.append("t", 0, [b"a"], HEAD)
            assert await one.read("t") == [b"a"]
            assert at_two == []

    asyncio.run(main())


def test_what_was_not_told_is_told_afterwards(redis_server: RedisServer) -> None:
    async def main() -> None:
        heard: list[str] = []
        one, two = RedisFanout(redis_server.url), RedisFanout(redis_server.url)
        await two.open(heard.append)
        one.publish("t")  # long before it reaches Redis
        one.publish("u")
        await one.open(lambda table: None)
        await eventually(lambda: heard == [EVERYTHING, "t", "u"])
        await one.close()
        await two.close()

    asyncio.run(main())
