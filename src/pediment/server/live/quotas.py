"""Quotas: how much an address may add to the database in a day, and how much there may be of everything."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from pediment.server.domain.refusal import Refused
from pediment.server.store.store import Usage

DAY_SECONDS: Final = 86_400.0
MAX_ADDRESSES: Final = 20_000
"""Of which something is known; beyond that, the one that was quiet for longest is forgotten."""
MAX_DAILY_REPORTS: Final = 50
"""Of one address; the operator reads them all."""

SEATS_PER_TABLE: Final = 4
"""Seats that an address can take in a day for every table that it can create: each stores about a quarter as much."""
MAX_DAILY_SEATS_THERE: Final = 20
"""At one table from one address: somebody who stands up and sits down again does not fill up a stranger's table."""

Kind = Literal["tables", "seats", "people", "reports"]
"""What an address can add."""


@dataclass
class _Day:
    """What an address has added since its day began."""

    since: float
    counts: Counter[Kind] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    """By table."""
    bytes: int = 0


class Quotas:
    """What each address has added since its day began, in memory only: the database knows no address.

    >>> quotas = Quotas(tables=1, size=100, all_tables=9, all_size=1000)
    >>> quotas.add("192.0.2.7", 60, "en")
    >>> quotas.add("192.0.2.7", 60, "en")
    Traceback (most recent call last):
        ...
    pediment.server.domain.refusal.Refused: Your address has added as much as it may in a day (1 tables, \
0 seats, 0 identities, 0 reports, 60 bytes); come back tomorrow.
    """

    def __init__(
        self, tables: int, size: int, all_tables: int, all_size: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most: dict[Kind, int] = {
            "tables": tables,
            "seats": tables * SEATS_PER_TABLE,
            "people": tables,
            "reports": MAX_DAILY_REPORTS,
        }
        self._most_bytes = size
        self._most_of_all = all_tables, all_size
        self._clock = clock
        self._days: OrderedDict[str, _Day] = OrderedDict()
        self._all = Usage(0, 0)

    def measured(self, usage: Usage) -> None:
        """What the database holds, as it was found just now."""
        self._all = usage

    def add(self, address: str, size: int, language: str, kind: Kind = "tables") -> None:
        """Count something new of so many bytes. Raises Refused, and counts nothing, if it is one too many."""
        tables = self._all.tables + (kind == "tables")
        if tables > self._most_of_all[0] or self._all.bytes + size > self._most_of_all[1]:
            raise Refused("full", language)
        day = self._today(address)
        if day.counts[kind] >= self._most[kind] or day.bytes + size > self._most_bytes:
            raise _used_up(day, language)
        day.counts[kind] += 1
        self._note(address, day, size)
        self._all = Usage(tables, self._all.bytes + size)

    def check(self, address: str, table: str, seats: int = 0) -> None:
        """Raise Refused for an address that has added all that it may today, or may not take so many more seats."""
        day = self._today(address)
        if seats and day.seats[table] + seats > MAX_DAILY_SEATS_THERE:
            raise Refused("sat-often", most=MAX_DAILY_SEATS_THERE)
        if day.bytes >= self._most_bytes or (seats and day.counts["seats"] + seats > self._most["seats"]):
            raise _used_up(day, "en")

    def written(self, address: str, table: str, size: int, seats: int = 0) -> None:
        """Count bytes, and seats that were taken, that an address has added to a table that there was."""
        day = self._today(address)
        if seats:
            day.counts["seats"] += seats
            day.seats[table] += seats
        self._note(address, day, size)

    def _today(self, address: str) -> _Day:
        now = self._clock()
        day = self._days.get(address)
        return _Day(now) if day is None or now - day.since >= DAY_SECONDS else day

    def _note(self, address: str, day: _Day, size: int) -> None:
        day.bytes += size
        self._days[address] = day
        self._days.move_to_end(address)
        if len(self._days) > MAX_ADDRESSES:
            self._days.popitem(last=False)


def _used_up(day: _Day, language: str) -> Refused:
    tables, seats, people, reports = (day.counts[kind] for kind in get_args(Kind))
    return Refused("quota", language, tables=tables, seats=seats, people=people, reports=reports, bytes=day.bytes)
