"""Where tables are kept: each is a list of events that only grows, numbered 0, 1, 2 … without a gap."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from pediment.core.extras import extra
from pediment.server.store.moderation import Moderation, ModerationRow
from pediment.server.store.played import Played, PlayedGames

ALL_TABLES: Final = "*"
"""Heard instead of the id of a table: news may have been missed, so look at every table again."""
EDITION_SECONDS: Final = 86_400.0
"""For which an edition is kept that no table uses: longer than any append takes."""


class Conflict(Exception):
    """Another writer was faster; nothing was written."""


class Unavailable(Exception):
    """The database cannot be reached, or refuses; nothing was written. The message is for people.

    `why` is what the database itself said, without the place where it is; empty if it said nothing.
    """

    def __init__(self, message: str, why: str = "") -> None:
        super().__init__(message)
        self.why = why


class OutcomeUnknown(Unavailable):
    """The database was lost in the middle of a write: only reading it later will show whether anything was written."""


@dataclass(frozen=True, slots=True)
class TableHead:
    """What lists show of a table, written together with its events."""

    game: str
    status: str
    """"open", "running" or "over"."""
    listed: bool
    due: float | None
    """When the server itself has something to do there (a bot, a clock), in Unix time; None: never."""
    people: tuple[str, ...]
    """Ids of the people who sit or sat there."""
    summary: bytes
    """JSON for lists."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list."""

    table: str
    updated: float
    head: TableHead


@dataclass(frozen=True, slots=True)
class Person:
    """An identity that somebody keeps."""

    id: str
    name: str
    settings: bytes
    """JSON."""


@dataclass(frozen=True, slots=True)
class WholeTable:
    """A table with all its events, for a backup."""

    listed: ListedTable
    events: list[bytes]


@dataclass(frozen=True, slots=True)
class KeyedPerson:
    """A person with the hash of their key, for a backup."""

    person: Person
    key_hash: bytes


Row = WholeTable | KeyedPerson | ModerationRow | Played


@dataclass(frozen=True, slots=True)
class Usage:
    """How full a database is."""

    tables: int
    bytes: int


class Store(Protocol):
    """A database of tables. Every method but `listen` may raise Unavailable, and works again when the database does."""

    moderation: Moderation
    played: PlayedGames
    shared: bool
    """Can several processes use it at the same time?"""

    async def open(self) -> None:
        """Connect, and create or migrate the database. One of a newer Pediment is refused."""

    async def close(self) -> None:
        """Finish what was begun, then disconnect."""

    async def append(self, table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
        """Write the events n, n + 1 … of a table and its head; n = 0 creates the table. Durable when it returns.

        Raises Conflict unless n is the next number of the table, which was rewritten so often: else what the caller
        knows, and writes into the head, may have been removed. A caller that is cancelled while it waits does not know
        whether the events were written.
        """

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """The events from number `since` on; none for a table that does not exist."""

    async def rewrites(self, table: str) -> int | None:
        """How often a table was rewritten; None for one that does not exist. Ask before you read."""

    async def is_behind(self, table: str, known: int, rewrites: int) -> bool:
        """Has another process written to that table since it had so many events and was rewritten so often?"""

    async def due(self, before: float) -> list[str]:
        """The tables that are due at that time or earlier, the most urgent first."""

    async def listed(self, status: str, limit: int) -> list[ListedTable]:
        """Public tables of that status, newest first."""

    async def listing(self, table: str) -> ListedTable | None:
        """A table as lists show it; None for one that does not exist."""

    async def listings(self, tables: Sequence[str]) -> list[ListedTable]:
        """Those of these tables that exist, as lists show them."""

    async def tables_of(self, person: str, limit: int) -> list[ListedTable]:
        """The tables where somebody sits or sat, newest first."""

    async def quiet(
        self,
        status: str,
        before: float,
        limit: int,
        listed_only: bool = False,
        after: tuple[float, str] = (0.0, ""),
    ) -> list[ListedTable]:
        """Tables of that status to which nothing was written since, the quietest first.

        They come by when they were last written to and by id; `after` is where to go on.
        """

    async def newest(self, limit: int) -> list[ListedTable]:
        """All tables, the last written to first."""

    async def rewrite(self, table: str, events: Sequence[bytes], head: TableHead, rewrites: int) -> None:
        """Replace the events of a table by as many others, for good: nothing of the former ones stays in the database,
        nor of what was noted in the players' histories: that has to be noted again.

        Raises Conflict if the table has another number of events or of rewrites. Other processes hear of it.
        """

    async def remove(self, table: str, known: int | None = None) -> bool:
        """Remove a table with all its events and reports; False if it is not there. Other processes hear of it.

        The histories of its players keep how it ended.

        Raises Conflict if it is to have a known number of events, and has another.
        """

    async def sweep(self) -> None:
        """Remove editions that no table has used for EDITION_SECONDS, and what could not be wiped out before."""

    async def usage(self) -> Usage:
        """How many tables there are, and how much space the database takes."""

    async def add_person(self, person: Person, key_hash: bytes) -> None:
        """Add a person. Raises Conflict for an id or a key that is taken."""

    async def person_by_key(self, key_hash: bytes) -> Person | None:
        """The person whose key has that hash."""

    async def person(self, person: str) -> Person | None:
        """The person with that id."""

    async def people(self, ids: Sequence[str]) -> list[Person]:
        """Those people with these ids who exist, in any order."""

    async def change_person(self, person: Person, before: Person | None = None) -> None:
        """Change the name or the settings. Raises KeyError for an unknown person, and Conflict for one who is known,
        but not as they were `before`: another writer was faster.
        """

    async def change_key(self, person: str, key_hash: bytes) -> None:
        """Give a person another key. Raises KeyError for an unknown person, Conflict for a key that is taken."""

    async def remove_person(self, person: str) -> bool:
        """Remove a person; False if they are not there. Their seats are not touched."""

    async def claim(self, table: str) -> bool:
        """May this process think for that table? True until it releases the table or ends, for no other process."""

    async def release(self, table: str) -> None:
        """Let another process think for that table."""

    def listen(self, heard: Callable[[str], None], told: Callable[[str, str], None]) -> None:
        """From now on call `heard` in the loop with the id of a table that another process wrote to, or ALL_TABLES;
        and `told` with a name of that process and what it tells.
        """

    async def tell(self, text: str) -> None:
        """Tell other processes something that is not stored; a text of less than 8,000 bytes."""

    async def check(self) -> None:
        """Write something that changes nothing. Raises Unavailable if that fails, or the database is damaged."""

    def rows(self) -> AsyncIterator[Row]:
        """Everything at one instant: tables, people, finished games, then what moderation needs, each by id.

        Needs no `open`; a server may be running.
        """

    async def fill(self, rows: AsyncIterator[Row]) -> None:
        """Take in the `rows` of another store, all or nothing. Needs no `open`; Conflict unless it is empty."""


def store_of(url: str) -> Store:
    """The store at `sqlite:///path/to/file`, a plain path or `postgresql://user@host/name`.

    >>> store_of("tables.sqlite")                                  # doctest: +SKIP

    Raises ValueError for another kind of URL, ModuleNotFoundError where a library for it is missing.
    """
    scheme, separator, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and separator:
        with extra("scale"):
            from pediment.server.store.postgres import PostgresStore
        return PostgresStore(url)
    if scheme != "sqlite" and separator:
        raise ValueError(f"no store for {scheme}://; there are sqlite:///path/to/file and postgresql://host/name")
    if separator and not rest.startswith("/"):
        raise ValueError("an SQLite file is named with its whole path: sqlite:///path/to/file")
    from pediment.server.store.sqlite import SqliteStore

    return SqliteStore(Path(rest if separator else url))
