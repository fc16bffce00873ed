"""Budgets: what each key, such as an address, has used is measured afterwards, and waited for when it was too much."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from pediment.server.live.limits import MAX_KEYS


class Budgets:
    """`rate` a second in the long run, and `burst` at once.

    >>> budgets = Budgets(rate=2, burst=10, clock=lambda: 0.0)
    >>> budgets.spend("192.0.2.7", 14)
    >>> budgets.wait("192.0.2.7"), budgets.wait("192.0.2.8")
    (2.0, 0.0)
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._max_keys = max_keys
        self._full: OrderedDict[str, float] = OrderedDict()  # by key, when its budget is whole again; the oldest first

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._full)

    def spend(self, key: str, amount: float) -> None:
        """Somebody has used that much."""
        now = self._clock()
        oldest = next(iter(self._full), None)
        if oldest is not None and (self._full[oldest] <= now or len(self._full) >= self._max_keys):
            del self._full[oldest]
        self._full[key] = max(self._full.pop(key, now), now) + amount / self._rate

    def wait(self, key: str) -> float:
        """Seconds until that key may go on; 0.0 for now."""
        return max(0.0, self._full.get(key, 0.0) - self._clock() - self._burst / self._rate)
