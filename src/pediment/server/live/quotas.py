"""Quotas: how much an address may add to the database in a day, and how much there may be of everything."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from pediment.server.domain.refusal import Refused
from pediment.server.store.store import Usage

DAY_SECONDS: Final = 86_400.0
MAX_ADDRESSES: Final = 20_000
"""Of which something is known; beyond that, the one that was quiet for longest is forgotten."""


class Quotas:
    """What each address has added since its day began, in memory only: the database knows no address.

    >>> quotas = Quotas(tables=1, size=100, all_tables=9, all_size=1000)
    >>> quotas.add("192.0.2.7", 60, "en")
    >>> quotas.add("192.0.2.7", 60, "en")
    Traceback (most recent call last):
        ...
    pediment.server.domain.refusal.Refused: Your address has added 1 tables and 60 bytes today; come back tomorrow.
    """

    def __init__(
        self, tables: int, size: int, all_tables: int, all_size: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = tables, size
        self._most_of_all = all_tables, all_size
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, int, int]] = OrderedDict()  # since when, tables, bytes
        self._all = Usage(0, 0)

    def measured(self, usage: Usage) -> None:
        """What the database holds, as it was found just now."""
        self._all = usage

    def add(self, address: str, size: int, language: str) -> None:
        """Count a new table of so many bytes. Raises Refused, and counts nothing, if it is one too many."""
        if self._all.tables >= self._most_of_all[0] or self._all.bytes + size > self._most_of_all[1]:
            raise Refused("full", language)
        since, tables, used = self._today(address)
        if tables >= self._most[0] or used + size > self._most[1]:
            raise Refused("quota", language, tables=tables, bytes=used)
        self._note(address, (since, tables + 1, used + size))
        self._all = Usage(self._all.tables + 1, self._all.bytes + size)

    def check(self, address: str, language: str) -> None:
        """Raise Refused for an address that has added all that it may today."""
        _, tables, used = self._today(address)
        if used >= self._most[1]:
            raise Refused("quota", language, tables=tables, bytes=used)

    def written(self, address: str, size: int) -> None:
        """Count bytes that an address has added to a table that there was."""
        since, tables, used = self._today(address)
        self._note(address, (since, tables, used + size))

    def _today(self, address: str) -> tuple[float, int, int]:
        now = self._clock()
        since, tables, used = self._used.get(address, (now, 0, 0))
        return (since, tables, used) if now - since < DAY_SECONDS else (now, 0, 0)

    def _note(self, address: str, used: tuple[float, int, int]) -> None:
        self._used.pop(address, None)
        self._used[address] = used
        if len(self._used) > MAX_ADDRESSES:
            self._used.popitem(last=False)
