"""How often somebody may do something: a bucket of tokens for each key, an address or a seat."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_KEYS: Final = 20_000
"""Keys that are remembered; beyond, the one unheard of for the longest time has a full bucket again."""


class Limits:
    """So many times a second in the long run, and so many at once.

    >>> limits = Limits(rate=1, burst=2, clock=lambda: 0.0)
    >>> [limits.allow("seat 1") for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, most_keys: int = MOST_KEYS
    ) -> None:
        if rate <= 0 or burst < 1:
            raise ValueError(f"a limit allows at least one at once, at a rate above 0; not {burst} at a rate of {rate}")
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._most = most_keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens and when; the oldest first

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def allow(self, key: str) -> float:
        """Take a token: 0.0 if there was one, else the seconds until there is; a try in vain costs nothing."""
        now = self._clock()
        self._forget(now)
        tokens, then = self._buckets.pop(key, (self._burst, now))
        tokens = min(tokens + (now - then) * self._rate, self._burst)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate
        self._buckets[key] = (tokens if wait else tokens - 1), now
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return wait

    def _forget(self, now: float) -> None:
        """Drop the oldest buckets that are full again; two at a time, which is faster than new ones come."""
        for _ in range(2):
            oldest = next(iter(self._buckets), None)
            if oldest is None or self._buckets[oldest][1] + self._burst / self._rate > now:
                return
            del self._buckets[oldest]


def address_key(address: str) -> str:
    """Whom a limit counts: an IPv4 address by itself, IPv6 addresses by their network of 64 bits.

    >>> address_key("::ffff:192.0.2.7"), address_key("2001:db8:1:2:3:4:5:6"), address_key("testclient")
    ('192.0.2.7', '2001:db8:1:2::/64', 'testclient')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]  # a socket of a file system, a test
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
