"""Connections to PostgreSQL: a few of them, and what their ends and errors mean.

psycopg_pool connects in the background: while PostgreSQL is down, a statement would wait for the pool's timeout and not
learn why, where here it fails at once with PostgreSQL's own words. After a restart it tries its dead connections one by
one with growing pauses (tried with 3.3.3: no connection within 10 seconds, here 0.2), and moves would wait for that.
"""

from __future__ import annotations

import asyncio
import select
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from pediment.server.store.store import Unavailable

Connection = psycopg.AsyncConnection[tuple[Any, ...]]

MAX_CONNECTIONS: Final = 8
CONNECTION_DEFAULTS: Final = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "pediment",
    "options": "-c synchronous_commit=on",
}
"""So that a dead connection is noticed within seconds, and what is committed is durable."""


class ConnectionLost(Exception):
    """The connection broke during a statement, which may or may not have been carried out."""


class Pool:
    """Up to MAX_CONNECTIONS connections, made when they are needed, each for one transaction at a time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[Connection] = []
        self._free = asyncio.Semaphore(MAX_CONNECTIONS)
        self._closed = False

    async def ask(self, query: str, values: Sequence[object] | Mapping[str, object]) -> list[Any]:
        """The rows of one statement, which is a transaction of its own.

        Raises Unavailable if nothing was done, ConnectionLost if that is not known.
        """
        async with self._connection() as connection:
            try:
                return await fetch(connection, query, values)
            except psycopg.Error as error:
                if connection.closed or _is_loss(error):
                    await connection.close()
                    raise ConnectionLost(str(error)) from error
                if isinstance(error, (psycopg.OperationalError, psycopg.InternalError)):
                    raise Unavailable(f"PostgreSQL refuses: {error}", error.diag.message_primary or "") from error
                raise

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A connection for several statements that happen together. Errors come out as Unavailable."""
        async with as_unavailable(), self._connection() as connection, connection.transaction():
            yield connection

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        """One of the connections; it is used again unless something was left unfinished."""
        async with self._free:
            if self._closed:
                raise Unavailable("the database is closed")
            connection = await self._take()
            try:
                yield connection
            finally:
                if not connection.closed and connection.info.transaction_status == TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:
                    await connection.close()

    async def close(self) -> None:
        """Finish the transactions under way, then close all connections."""
        self._closed = True
        for _ in range(MAX_CONNECTIONS):
            await self._free.acquire()
        for connection in self._idle:
            await connection.close()
        for _ in range(MAX_CONNECTIONS):
            self._free.release()

    async def _take(self) -> Connection:
        while self._idle:
            connection = self._idle.pop()
            if not _has_ended(connection):
                return connection
            await connection.close()
        return await connect(self._url)


async def connect(url: str) -> Connection:
    """A connection where every statement is a transaction of its own. Raises Unavailable."""
    defaults: Any = {name: value for name, value in CONNECTION_DEFAULTS.items() if name not in conninfo_to_dict(url)}
    try:
        return await psycopg.AsyncConnection.connect(url, autocommit=True, **defaults)
    except psycopg.Error as error:
        raise Unavailable(f"PostgreSQL cannot be reached: {error}") from error


@asynccontextmanager
async def as_unavailable() -> AsyncIterator[None]:
    """Errors of PostgreSQL inside come out as Unavailable."""
    try:
        yield
    except psycopg.Error as error:
        raise Unavailable(f"PostgreSQL: {error}") from error


def _is_loss(error: psycopg.Error) -> bool:
    """Did the connection end? Errors without a code come from the client, 57P and 08 from a server that shuts down."""
    return isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(("08", "57P"))


def _has_ended(connection: Connection) -> bool:
    """Has an idle connection ended? Anything to read on it is its end; better to know before a statement is sent."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


async def fetch(
    connection: Connection, query: str, values: Sequence[object] | Mapping[str, object] | None = None
) -> list[Any]:
    """The rows of one statement. Raises psycopg.Error."""
    cursor = await connection.execute(query, values, prepare=True, binary=True)
    return await cursor.fetchall()
