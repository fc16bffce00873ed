"""Rate limits: a token bucket for each key, such as an address or a seat."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from pediment.server.domain.refusal import Refused

MAX_KEYS: Final = 20_000
"""Keys that are remembered; beyond that, the least recently used one gets a full bucket again."""


class Limits:
    """At most `rate` a second in the long run, and `burst` at once.

    >>> limits = Limits(rate=1, burst=2, clock=lambda: 0.0)
    >>> [limits.allow("seat 1") for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        if rate <= 0 or burst < 1:
            raise ValueError(f"a limit allows at least one at once, at a rate above 0; not {burst} at a rate of {rate}")
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens and when; the oldest first

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def allow(self, key: str) -> float:
        """Take a token: 0.0 if there was one, else the seconds until there is one; a refused try costs nothing."""
        now = self._clock()
        self._forget(now)
        tokens, then = self._buckets.pop(key, (self._burst, now))
        tokens = min(tokens + (now - then) * self._rate, self._burst)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate
        self._buckets[key] = (tokens if wait else tokens - 1), now
        if len(self._buckets) > self._max_keys:
            self._buckets.popitem(last=False)
        return wait

    def check(self, key: str, language: str) -> None:
        """Take a token. Raises Refused if there is none."""
        wait = self.allow(key)
        if wait:
            raise Refused("too-fast", language, seconds=max(1, round(wait + 0.5)))

    def _forget(self, now: float) -> None:
        """Drop the oldest buckets that are full again; two at a time, which is faster than new ones come."""
        for _ in range(2):
            oldest = next(iter(self._buckets), None)
            if oldest is None or self._buckets[oldest][1] + self._burst / self._rate > now:
                return
            del self._buckets[oldest]
