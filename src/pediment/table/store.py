"""Where tables are kept: each is a list of events that only grows, numbered 0, 1, 2 … without a gap."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from pediment.core.extras import extra

EVERYTHING: Final = "*"
"""Heard instead of the id of a table: messages may have been missed, look at every table again."""


class Conflict(Exception):
    """Somebody else has written there meanwhile; nothing was written now."""


class Unavailable(Exception):
    """The database cannot be reached or refuses; nothing was written. The message is for people."""


class Unsure(Unavailable):
    """The database was lost in the middle: whether the events were written is known only by reading them later."""


@dataclass(frozen=True, slots=True)
class Head:
    """What lists show of a table, written together with its events."""

    game: str
    status: str
    """"open", "running" or "over"."""
    listed: bool
    due: float | None
    """When the server has something to do there by itself (a bot, a clock), in Unix time; None: never."""
    people: tuple[str, ...]
    """Ids of the people who sit there."""
    summary: bytes
    """JSON for lists."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list."""

    table: str
    updated: float
    head: Head


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who keeps an identity."""

    id: str
    name: str
    settings: bytes
    """JSON."""


@dataclass(frozen=True, slots=True)
class WholeTable:
    """A table with all its events, as a backup takes it."""

    listed: Listed
    events: list[bytes]


@dataclass(frozen=True, slots=True)
class KeyedPerson:
    """A person with the hash of the key they are known by, as a backup takes it."""

    person: Person
    key_hash: bytes


Row = WholeTable | KeyedPerson


class Store(Protocol):
    """A database of tables. Every method but `listen` may raise Unavailable, and works again when the database does."""

    async def open(self) -> None:
        """Connect, and make the database ready where it is new. A database of a newer Pediment is refused."""

    async def close(self) -> None:
        """Finish what was begun and let the database go."""

    async def append(self, table: str, n: int, events: Sequence[bytes], head: Head) -> None:
        """Write the events n, n + 1 … of a table and its head; n = 0 makes the table. Durable when it returns.

        Raises Conflict unless n is the next number of the table. A caller that is cancelled while it waits does not
        know whether the events were written.
        """

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """The events from number `since` on; none for a table that is not there."""

    async def due(self, before: float) -> list[str]:
        """The tables that are due at that time or earlier, the most urgent first."""

    async def listed(self, status: str, limit: int) -> list[Listed]:
        """Public tables of that status, newest first."""

    async def tables_of(self, person: str, limit: int) -> list[Listed]:
        """The tables where somebody sits, newest first."""

    async def add_person(self, person: Person, key_hash: bytes) -> None:
        """Keep a new person. Raises Conflict for an id or a key that is taken."""

    async def person_by_key(self, key_hash: bytes) -> Person | None:
        """Whose key has that hash."""

    async def person(self, person: str) -> Person | None:
        """Who has that id."""

    async def change_person(self, person: Person) -> None:
        """Another name or other settings. Raises KeyError for an unknown person."""

    async def claim(self, table: str) -> bool:
        """May this process think for that table? True until it releases the table or ends, for no other process."""

    async def release(self, table: str) -> None:
        """Let another process think for that table."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """From now on call `heard` in the loop with the id of a table that another process wrote to, or EVERYTHING."""

    async def check(self) -> None:
        """Return if the database can be written to, else raise Unavailable."""

    def rows(self) -> AsyncIterator[Row]:
        """Everything at one instant: tables, then people, each by id. Needs no `open`, runs beside a server."""

    async def fill(self, rows: AsyncIterator[Row]) -> None:
        """Take in what another store's `rows` gives, all or nothing. Needs no `open`; Conflict unless it is empty."""


def store_of(url: str, fanout: str | None = None) -> Store:
    """The store at `sqlite:///path/to/file`, a plain path or `postgresql://user@host/name`.

    `fanout`, such as `redis://host`, carries news between processes instead of the database.

    >>> store_of("tables.sqlite")                                  # doctest: +SKIP

    Raises ValueError for another kind of URL, ModuleNotFoundError where a library for it is missing.
    """
    scheme, separator, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and separator:
        return _postgres(url, fanout)
    if scheme != "sqlite" and separator:
        raise ValueError(f"no store for {scheme}://; there are sqlite:///path/to/file and postgresql://host/name")
    if fanout:
        raise ValueError("a fan-out is for several processes, and several processes need PostgreSQL")
    if separator and not rest.startswith("/"):
        raise ValueError("an SQLite file is named with its whole path: sqlite:///path/to/file")
    from pediment.table.sqlite import SqliteStore

    return SqliteStore(Path(rest if separator else url))


def _postgres(url: str, fanout: str | None) -> Store:
    with extra("scale"):
        from pediment.table.postgres import PostgresStore
    if not fanout:
        return PostgresStore(url)
    if not fanout.startswith(("redis://", "rediss://")):
        raise ValueError(f"no fan-out for {fanout.partition(':')[0]}; there is redis://host")
    with extra("scale"):
        from pediment.table.fanout import RedisFanout
    return PostgresStore(url, RedisFanout(fanout))
