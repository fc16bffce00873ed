"""What an operator needs for moderation: reports about players, bans, and the results of games that were removed.

The statements are the same for SQLite and PostgreSQL; each store says how it runs one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import astuple, dataclass
from typing import Any, Final

Ask = Callable[[str, tuple[object, ...]], Awaitable[list[Any]]]
"""Runs a statement with values at each %s, durably, and returns its rows."""

MAX_REPORTS: Final = 10_000
"""Of open ones; beyond that the server takes no more."""


@dataclass(frozen=True, slots=True)
class Result:
    """What is kept of a finished game whose table was removed: no name, no chat, no move."""

    table: str
    ended: float
    line: bytes
    """JSON: the game, its players as bots or people, their totals, the winners."""


@dataclass(frozen=True, slots=True)
class Report:
    """Something at a table that a player wants the operator to look at."""

    id: str
    at: float
    table: str
    seat: int
    """The seat that it is about,"""
    by: int
    """and the one that reported it."""
    text: str


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who is kept out: a person by their id, or an address by its key for rate limits."""

    subject: str
    """"person ID" or "address KEY"."""
    until: float | None
    note: str


ModerationRow = Result | Report | Ban

COLUMNS: Final[dict[type[Any], tuple[str, str]]] = {
    Result: ("results", "table_id, ended, line"),
    Report: ("reports", "id, at, table_id, seat, by_seat, text"),
    Ban: ("bans", "subject, until, note"),
}

ANY_ROW: Final = " union all ".join(
    f"select 1 from {name}" for name in ("tables", "people", "played", *(name for name, _ in COLUMNS.values()))
)
"""The statement that finds something in a database that is not empty."""


def insert(row: ModerationRow) -> tuple[str, tuple[object, ...]]:
    """The statement that adds a row, or replaces the one with the same key, and its values."""
    table, columns = COLUMNS[type(row)]
    key, *others = columns.split(", ")
    marks = ", ".join(["%s"] * (len(others) + 1))
    changes = ", ".join(f"{name} = excluded.{name}" for name in others)
    return (
        f"insert into {table} ({columns}) values ({marks}) on conflict ({key}) do update set {changes} returning 1",
        astuple(row),
    )


def select(kind: type[Any], order: str) -> str:
    """The statement that finds all rows of a kind."""
    table, columns = COLUMNS[kind]
    return f"select {columns} from {table} order by {order}"


class Moderation:
    """What an operator reads and writes, apart from tables and people."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def put(self, row: ModerationRow) -> None:
        """Add a result, a report or a ban."""
        await self._ask(*insert(row))

    async def results(self, limit: int) -> list[Result]:
        """The results of removed games, the newest first."""
        return [Result(*row) for row in await self._ask(f"{select(Result, 'ended desc')} limit %s", (limit,))]

    async def reports(self, limit: int) -> list[Report]:
        """Reports that nobody has settled, the oldest first."""
        return [Report(*row) for row in await self._ask(f"{select(Report, 'at')} limit %s", (limit,))]

    async def reports_at(self, table: str) -> list[Report]:
        """Reports about a table that nobody has settled."""
        name, columns = COLUMNS[Report]
        return [Report(*row) for row in await self._ask(f"select {columns} from {name} where table_id = %s", (table,))]

    async def report_count(self) -> int:
        """How many reports nobody has settled."""
        ((count,),) = await self._ask("select count(*) from reports", ())
        return int(count)

    async def settle(self, report: str) -> bool:
        """Remove a report; False if it is not there."""
        return bool(await self._ask("delete from reports where id = %s returning id", (report,)))

    async def bans(self) -> list[Ban]:
        """All bans, also those that are over."""
        return [Ban(*row) for row in await self._ask(select(Ban, "subject"), ())]

    async def unban(self, subject: str) -> bool:
        """Lift a ban; False if there is none."""
        return bool(await self._ask("delete from bans where subject = %s returning subject", (subject,)))
