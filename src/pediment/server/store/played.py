"""The games that people have finished: a line for each person and game, which stays when the table is removed.

All of it follows from the events of tables, and can be made again as long as these are there. Ratings follow from the
lines, in the order in which the games ended. The statements are the same for SQLite and PostgreSQL; each store says how
it runs one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from typing import Any, Final, NamedTuple

from pediment.server.store.moderation import Ask


@dataclass(frozen=True, slots=True)
class Played:
    """A game that somebody has finished."""

    person: str
    ended: float
    table_id: str
    game: str
    seats: int
    against: str
    """Whom they played against: "people", "bots" or "both";"""
    result: str
    """how it ended for them: "won", "shared", "lost", or "none" where they had several seats;"""
    points: int | None
    """their points, unless they gave it up;"""
    levels: str
    """the levels of the bots, with + for those whom they finished before;"""
    counted: bool
    """and whether it counts for their rating."""
    line: bytes
    """JSON: how it ended, the same for all who played it."""
    rated: bool = False
    """Whether the rating is up to date."""
    mean: float | None = None
    """The person's rating in that game after it, with its standard deviation; None if they have none."""
    deviation: float | None = None


class Brief(NamedTuple):
    """A finished game in brief: what a record counts of it."""

    game: str
    ended: float
    seats: int
    against: str
    result: str
    points: int | None
    levels: str
    counted: bool
    mean: float | None
    deviation: float | None


COLUMNS: Final = ", ".join(field.name for field in fields(Played))
KEY: Final = ("person", "ended", "table_id")
NEWEST_FIRST: Final = "order by ended desc, table_id desc"


def add(*rows: Played) -> tuple[str, tuple[object, ...]]:
    """The statement that adds rows, or replaces those of the same people and tables, and its values."""
    names = COLUMNS.split(", ")
    marks = ", ".join([f"({', '.join(['%s'] * len(names))})"] * len(rows))
    changes = ", ".join(f"{name} = excluded.{name}" for name in names if name not in KEY)
    query = f"insert into played ({COLUMNS}) values {marks} on conflict ({', '.join(KEY)}) do update set {changes}"
    return f"{query} returning 1", tuple(value for row in rows for value in astuple(row))


def played(row: Sequence[Any]) -> Played:
    """A row as the database has it."""
    found = Played(*row)
    return replace(found, counted=bool(found.counted), rated=bool(found.rated))  # SQLite has numbers for them


class PlayedGames:
    """The finished games of all people. `ask` runs a statement that changes nothing, `write` any other, durably."""

    def __init__(self, ask: Ask, write: Ask) -> None:
        self._ask = ask
        self._write = write

    async def of(self, person: str, limit: int = 1_000_000) -> list[Played]:
        """The games of a person, the newest first."""
        return await self._rows(f"where person = %s {NEWEST_FIRST} limit %s", person, limit)

    async def lines(self, person: str, limit: int) -> list[bytes]:
        """How the newest games of a person ended, the newest first."""
        query = f"select line from played where person = %s {NEWEST_FIRST} limit %s"
        return [line for (line,) in await self._ask(query, (person, limit))]

    async def page(self, person: str, wanted: dict[str, object], start: int, limit: int) -> tuple[list[Played], int]:
        """So many games of a person after the first `start`, the newest first, and how many there are in all.

        `wanted` are columns with their values; `opponent` is somebody who played, too.
        """
        conditions, values = ["person = %s"], [person]
        for name, value in wanted.items():
            theirs = "table_id in (select table_id from played where person = %s)"
            conditions.append(theirs if name == "opponent" else f"{name} = %s")
            values.append(value)  # type: ignore[arg-type]
        where = f"where {' and '.join(conditions)}"
        ((count,),) = await self._ask(f"select count(*) from played {where}", tuple(values))
        return await self._rows(f"{where} {NEWEST_FIRST} limit %s offset %s", *values, limit, start), count

    async def briefs(self, person: str) -> list[Brief]:
        """All games of a person in brief, by game, the first first; without those of several seats."""
        rest = "from played where person = %s and result <> 'none' order by game, ended, table_id"
        return [Brief._make(row) for row in await self._ask(f"select {', '.join(Brief._fields)} {rest}", (person,))]

    async def ratings(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], tuple[float, float]]:
        """The present ratings of these people in these games, with their deviations, for those who have one."""
        if not pairs:
            return {}
        latest = (
            "(select {} from played where person = asked.person and game = asked.game and mean is not null"
            " order by ended desc, table_id desc limit 1)"
        )
        values = ", ".join(["(cast(%s as text), cast(%s as text))"] * len(pairs))
        query = (
            f"with asked (person, game) as (values {values})"
            f" select person, game, {latest.format('mean')}, {latest.format('deviation')} from asked"
        )
        found = await self._ask(query, tuple(value for pair in pairs for value in pair))
        return {(person, game): (mean, deviation) for person, game, mean, deviation in found if mean is not None}

    async def together(self, one: str, other: str) -> dict[str, int]:
        """By result for the first of two, how many games they have finished at the same tables."""
        query = (
            "select mine.result, count(*) from played mine join played theirs on theirs.table_id = mine.table_id"
            " where mine.person = %s and theirs.person = %s group by mine.result"
        )
        return dict(await self._ask(query, (one, other)))

    async def at(self, table: str) -> list[Played]:
        """The rows of a table, one for each person."""
        return await self._rows("where table_id = %s order by person", table)

    async def known(self, tables: Sequence[str]) -> set[str]:
        """Those of these tables that have rows."""
        return await self._among("select distinct table_id from played where table_id", tables)

    async def kept(self, tables: Sequence[str]) -> set[str]:
        """Those of these tables whose events are still there."""
        return await self._among("select id from tables where id", tables)

    async def put(self, rows: Sequence[Played]) -> None:
        """Add rows, or replace those of the same people and tables: all of them or none."""
        if rows:
            await self._write(*add(*rows))

    async def unrated(self, limit: int) -> list[tuple[float, str]]:
        """The tables whose ratings are to be found, with when they ended, the first first."""
        query = "select distinct ended, table_id from played where not rated order by ended, table_id limit %s"
        return [(ended, table) for ended, table in await self._ask(query, (limit,))]

    async def last(self, person: str, game: str, before: tuple[float, str] | None = None) -> Played | None:
        """A person's newest game of that name, or the newest before another."""
        earlier = "" if before is None else " and (ended, table_id) < (%s, %s)"
        query = f"where person = %s and game = %s{earlier} {NEWEST_FIRST} limit 1"
        found = await self._rows(query, person, game, *(before or ()))
        return found[0] if found else None

    async def rate(self, row: Played, changed: bool) -> None:
        """Write the rating of a row; if it has changed, those of the same person's later games are to be found anew.

        A row whose line was rewritten meanwhile, to forget somebody, is left to be rated again.
        """
        if changed:  # first, so that nothing is lost between the two
            later = "person = %s and game = %s and (ended, table_id) > (%s, %s)"
            query = f"update played set rated = %s where {later} and rated returning 1"
            await self._write(query, (False, row.person, row.game, row.ended, row.table_id))
        query = (
            "update played set rated = %s, mean = %s, deviation = %s"
            " where person = %s and ended = %s and table_id = %s and line = %s returning 1"
        )
        await self._write(query, (True, row.mean, row.deviation, row.person, row.ended, row.table_id, row.line))

    async def unrate(self) -> None:
        """All ratings are to be found again."""
        await self._write("update played set rated = %s where rated returning 1", (False,))

    async def clear(self, table: str) -> None:
        """Remove the rows of a table."""
        await self._write("delete from played where table_id = %s returning 1", (table,))

    async def remove(self, person: str) -> None:
        """Remove the games of a person from their own history."""
        await self._write("delete from played where person = %s returning 1", (person,))

    async def _rows(self, rest: str, *values: object) -> list[Played]:
        return [played(row) for row in await self._ask(f"select {COLUMNS} from played {rest}", values)]

    async def _among(self, query: str, tables: Sequence[str]) -> set[str]:
        marks = ", ".join(["%s"] * len(tables))
        return {found for (found,) in await self._ask(f"{query} in ({marks})", tuple(tables))} if tables else set()
