"""Rate limits: a token bucket for each key, such as an address or a seat.

A request or a frame takes a token when it comes, which pays for its first CPU time; what it takes beyond that, measured
while it is served, its address pays for afterwards. Bytes and the time for reading are paid for afterwards alone.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
import types
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pediment.server.domain.refusal import Refused

T = TypeVar("T")

MAX_KEYS: Final = 20_000
"""Keys that are remembered; beyond that, the least recently used one gets a full bucket again."""
CPU_SECONDS_PER_TOKEN: Final = 0.01
"""CPU time of the server that a token pays for: a request takes one when it comes, and more if it took longer."""


def address_key(address: str) -> str:
    """The key of an address: an IPv4 address by itself, IPv6 addresses by their network of 64 bits.

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


class Limits:
    """At most `rate` a second in the long run, and `burst` at once.

    >>> limits = Limits(rate=1, burst=2, clock=lambda: 0.0)
    >>> [limits.allow("seat 1") for _ in range(3)]
    [0.0, 0.0, 1.0]

    `least` is what must be there to go on: a whole token, or 0 for what is only paid for afterwards.

    >>> sending = Limits(rate=2, burst=10, least=0, clock=lambda: 0.0)
    >>> sending.charge("192.0.2.7", 14)
    >>> sending.wait("192.0.2.7"), sending.wait("192.0.2.8")
    (2.0, 0.0)
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        least: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        max_keys: int = MAX_KEYS,
    ) -> None:
        if rate <= 0 or burst < least:
            raise ValueError(f"a limit allows at least one at once, at a rate above 0; not {burst} at a rate of {rate}")
        self._rate = rate
        self._burst = burst
        self._least = least
        self._clock = clock
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens and when; the oldest first

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def allow(self, key: str, price: float = 1.0) -> float:
        """Take a token, or that part of one: 0.0 if there was one, else the seconds until then; a refusal is free."""
        wait = self.wait(key)
        self.charge(key, 0 if wait else price)
        return wait

    def wait(self, key: str) -> float:
        """The seconds until that key may go on; takes nothing."""
        return max(0.0, (self._least - self._tokens(key)) / self._rate)

    def charge(self, key: str, tokens: float) -> None:
        """Take tokens, even those that are not there: a debt is paid before anything else is allowed."""
        self._forget()
        left = self._tokens(key) - tokens
        self._buckets.pop(key, None)
        self._buckets[key] = left, self._clock()
        if len(self._buckets) > self._max_keys:
            self._buckets.popitem(last=False)

    def check(self, key: str, language: str, price: float = 1.0) -> None:
        """Take a token, or that part of one. Raises Refused if there is none."""
        _refuse(self.allow(key, price), language)

    def check_debt(self, key: str, language: str = "en", arrears: float = 0.0) -> None:
        """Raise Refused for a key in debt that may not go on for longer than so many seconds; takes nothing."""
        if self._tokens(key) < 0:
            _refuse(self.wait(key) - arrears, language)

    def _tokens(self, key: str) -> float:
        tokens, then = self._buckets.get(key, (self._burst, 0.0))
        return min(tokens + (self._clock() - then) * self._rate, self._burst)

    def _forget(self) -> None:
        """Drop the oldest buckets that are full again; two at a time, which is faster than new ones come."""
        for _ in range(2):
            oldest = next(iter(self._buckets), None)
            if oldest is None or self._tokens(oldest) < self._burst:
                return
            del self._buckets[oldest]


def _refuse(wait: float, language: str) -> None:
    if wait > 0:
        raise Refused("too-fast", language, seconds=max(1, round(wait + 0.5)))


@dataclass(eq=False)
class Payer:
    """The address that a request is served for. What the server does by itself costs nobody anything."""

    address: str = ""
    limits: Limits | None = None
    paid: float = 0.0
    """CPU seconds that are left of the last token."""

    def admit(self, language: str, price: float = 1.0) -> None:
        """Take what a request or a frame costs, which pays for its first CPU time. Raises Refused without a token."""
        if self.limits is not None:
            self.limits.check(self.address, language, price)
            self.paid = price * CPU_SECONDS_PER_TOKEN

    def charge(self, cpu_seconds: float) -> None:
        """Pay for CPU time."""
        if self.limits is not None:
            due = cpu_seconds - self.paid
            self.paid = max(0.0, -due)
            if due > 0:
                self.limits.charge(self.address, due / CPU_SECONDS_PER_TOKEN)

    def check(self) -> None:
        """Raise Refused if this address has used more than it may; the last token of all pays for its request."""
        if self.limits is not None:
            self.limits.check_debt(self.address)

    async def settled(self) -> None:
        """Wait until this address may go on: for long work that it may want, but not at the cost of others."""
        while self.limits is not None and (wait := self.limits.wait(self.address)):
            await asyncio.sleep(wait)


_SERVER: Final = Payer()
PAYER: Final[ContextVar[Payer]] = ContextVar("payer", default=_SERVER)
"""For whom the present task works; tasks that it starts inherit it."""


async def metered(work: Coroutine[Any, Any, T]) -> T:
    """Do that work, and let the present payer pay for the CPU time of each of its steps."""
    return await _metered(work, PAYER.get())


@types.coroutine
def _metered(work: Coroutine[Any, Any, T], payer: Payer) -> Generator[Any, Any, T]:
    step: Callable[[Any], Any] = work.send
    given: Any = None
    while True:
        began = time.thread_time()
        try:
            awaited = step(given)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            payer.charge(time.thread_time() - began)
        try:
            given = yield awaited
            step = work.send
        except GeneratorExit:
            work.close()
            raise
        except BaseException as error:
            step, given = work.throw, error
