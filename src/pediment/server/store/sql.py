"""What both stores ask in the same words: each says only how it runs a statement."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final

from pediment.server.store.moderation import COLUMNS, select
from pediment.server.store.played import COLUMNS as PLAYED_COLUMNS
from pediment.server.store.played import played
from pediment.server.store.store import KeyedPerson, ListedTable, Person, Row, Store, TableHead, WholeTable

SELECT_TABLES: Final = "select id, updated, game, status, listed, due, people, summary from tables"


class SqlStore(Store):
    """A store with a database that speaks SQL."""

    @abstractmethod
    async def _ask(self, query: str, values: tuple[object, ...]) -> list[Any]:
        """The rows of a statement that changes nothing, with values at each %s."""

    @staticmethod
    @abstractmethod
    def _people(found: Any) -> Sequence[str]:
        """The ids of people as the database has them in a head."""

    async def rewrites(self, table: str) -> int | None:
        rows = await self._ask("select rewrites from tables where id = %s", (table,))
        return rows[0][0] if rows else None

    async def due(self, before: float) -> list[str]:
        return [table for (table,) in await self._ask("select id from tables where due <= %s order by due", (before,))]

    async def listing(self, table: str) -> ListedTable | None:
        found = await self._tables("where id = %s", table)
        return found[0] if found else None

    async def listings(self, tables: Sequence[str]) -> list[ListedTable]:
        places = ", ".join(["%s"] * len(tables))
        return await self._tables(f"where id in ({places})", *tables) if tables else []

    async def listed(self, status: str, limit: int) -> list[ListedTable]:
        return await self._tables("where listed and status = %s order by updated desc limit %s", status, limit)

    async def quiet(
        self,
        status: str,
        before: float,
        limit: int,
        listed_only: bool = False,
        after: tuple[float, str] = (0.0, ""),
    ) -> list[ListedTable]:
        also = " and listed" if listed_only else ""
        rest = f"where status = %s and updated < %s and (updated, id) > (%s, %s){also} order by updated, id limit %s"
        return await self._tables(rest, status, before, *after, limit)

    async def newest(self, limit: int) -> list[ListedTable]:
        return await self._tables("order by updated desc limit %s", limit)

    async def person_by_key(self, key_hash: bytes) -> Person | None:
        return await self._person("key_hash = %s", key_hash)

    async def person(self, person: str) -> Person | None:
        return await self._person("id = %s", person)

    async def people(self, ids: Sequence[str]) -> list[Person]:
        places = ", ".join(["%s"] * len(ids))
        query = f"select id, name, settings from people where id in ({places})"
        return [Person(*row) for row in await self._ask(query, tuple(ids))] if ids else []

    async def _person(self, which: str, value: object) -> Person | None:
        rows = await self._ask(f"select id, name, settings from people where {which}", (value,))
        return Person(*rows[0]) if rows else None

    async def _tables(self, rest: str, *values: object) -> list[ListedTable]:
        return [self._listed(row) for row in await self._ask(f"{SELECT_TABLES} {rest}", values)]

    def _listed(self, row: Sequence[Any]) -> ListedTable:
        table, updated, game, status, listed, due, people, summary = row
        head = TableHead(game, status, bool(listed), due, tuple(self._people(people)), summary)
        return ListedTable(table, updated, head)

    async def _all_rows(
        self, ask: Callable[[str], Awaitable[list[Any]]], events: Callable[[str], Awaitable[list[bytes]]]
    ) -> AsyncIterator[Row]:
        """Everything, by a connection that sees one instant."""
        for found in await ask(f"{SELECT_TABLES} order by id"):
            listed = self._listed(found)
            yield WholeTable(listed, await events(listed.table))
        for *person, key_hash in await ask("select id, name, settings, key_hash from people order by id"):
            yield KeyedPerson(Person(*person), key_hash)
        for found in await ask(f"select {PLAYED_COLUMNS} from played order by person, ended, table_id"):
            yield played(found)
        for kind in COLUMNS:
            for found in await ask(select(kind, "1")):
                yield kind(*found)
