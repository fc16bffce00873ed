"""Token buckets: a burst, then a rate; memory that is bounded."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pediment.server.domain.refusal import Refused
from pediment.server.live.limits import CPU_SECONDS_PER_TOKEN, PAYER, Limits, Payer, metered
from pediment.server.live.off_loop import OffLoop


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_the_rate() -> None:
    clock = Clock()
    limits = Limits(rate=2, burst=3, clock=clock)
    assert [limits.allow("a") for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 0.5]
    assert limits.allow("b") == 0.0
    clock.now += 0.25
    assert limits.allow("a") == 0.25
    clock.now += 0.25
    assert [limits.allow("a") for _ in range(2)] == [0.0, 0.5]
    clock.now += 1000
    assert [limits.allow("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_part_of_a_token_is_kept_for_later() -> None:
    clock = Clock()
    limits = Limits(rate=2, burst=3, clock=clock)
    assert [limits.allow("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    clock.now += 0.75  # one and a half
    assert [limits.allow("a") for _ in range(2)] == [0.0, 0.25]
    clock.now += 0.25
    assert [limits.allow("a") for _ in range(2)] == [0.0, 0.5]


def test_whoever_waits_as_told_is_let_in() -> None:
    clock = Clock()
    limits = Limits(rate=3, burst=1, clock=clock)
    for _ in range(100):
        wait = limits.allow("a")
        clock.now += wait + 1e-9
        if wait:
            assert limits.allow("a") == 0.0


@given(st.lists(st.floats(0, 5), max_size=60), st.floats(0.1, 10), st.integers(1, 10))
def test_never_more_than_burst_and_rate(pauses: list[float], rate: float, burst: int) -> None:
    clock = Clock()
    limits = Limits(rate, burst, clock=clock)
    allowed = 0
    for pause in pauses:
        clock.now += pause
        allowed += limits.allow("a") == 0.0
        assert allowed <= burst + (clock.now - 100.0) * rate + 1e-6


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    limits = Limits(rate=1, burst=2, clock=clock)
    for i in range(1000):
        limits.allow(str(i))
    assert len(limits) == 1000
    clock.now += 3
    for i in range(600):
        limits.allow(f"new {i}")
    assert len(limits) == 600


def test_memory_is_bounded() -> None:
    limits = Limits(rate=1, burst=2, clock=Clock(), max_keys=10)
    for i in range(1000):
        assert limits.allow(str(i)) == 0.0
    assert len(limits) == 10
    limits.allow("990")  # heard of again: not the oldest any more
    limits.allow("another")
    assert limits.allow("990") > 0


def test_how_many_are_remembered() -> None:
    limits = Limits(rate=1, burst=2, clock=Clock())
    for i in range(20_010):
        limits.allow(str(i))
    assert len(limits) == 20_000


def test_the_smallest_limit() -> None:
    limits = Limits(rate=0.5, burst=1, clock=Clock())
    assert [limits.allow("a") for _ in range(2)] == [0.0, 2.0]


def test_a_bucket_is_forgotten_at_the_very_time_when_it_is_full() -> None:
    clock = Clock()
    limits = Limits(rate=1, burst=2, clock=clock)
    limits.charge("a", 2)
    clock.now += 1.9
    limits.allow("b")
    assert len(limits) == 2
    clock.now += 0.1
    limits.allow("b")
    assert len(limits) == 1


def test_a_debt_is_paid_before_anything_else_is_allowed() -> None:
    clock = Clock()
    limits = Limits(rate=2, burst=4, clock=clock)
    limits.charge("a", 10)
    assert limits.wait("a") == limits.allow("a") == 3.5
    assert limits.wait("b") == 0.0
    with pytest.raises(Refused) as refused:
        limits.check_debt("a")
    assert (refused.value.code, refused.value.params) == ("too-fast", {"seconds": 4})
    clock.now += 3
    limits.allow("b")
    assert len(limits) == 2, "a debt is not forgotten"
    limits.check_debt("a")  # it has nothing, and owes nothing
    clock.now += 0.5
    assert (limits.allow("a"), limits.allow("a")) == (0.0, 0.5)


def test_what_is_paid_for_afterwards_is_waited_for() -> None:
    clock = Clock()
    limits = Limits(rate=2.0, burst=4.0, least=0.0, clock=clock, max_keys=2)
    limits.charge("a", 4.0)
    assert limits.wait("a") == 0.0
    limits.charge("a", 3.0)
    assert (limits.wait("a"), limits.wait("b")) == (1.5, 0.0)
    clock.now += 1.5
    assert limits.wait("a") == 0.0
    limits.charge("b", 8.0)
    limits.charge("c", 1.0)  # forgets a, which is the oldest
    assert (len(limits), limits.wait("b")) == (2, 2.0)
    clock.now += 100.0
    limits.charge("d", 1.0)
    assert len(limits) == 1, "those that are whole again are forgotten"
    assert [limits.wait(key) for key in "abcd"] == [0.0] * 4


def test_a_frame_pays_once() -> None:
    """A token pays for the first CPU time of each request and frame, not of the first frame alone."""
    limits = Limits(rate=1e-9, burst=10, clock=lambda: 0.0)
    payer = Payer("a", limits)
    for _ in range(5):
        payer.admit("en")
        payer.charge(CPU_SECONDS_PER_TOKEN / 4)
        payer.charge(CPU_SECONDS_PER_TOKEN / 4)
    assert limits._tokens("a") == pytest.approx(5)
    payer.charge(CPU_SECONDS_PER_TOKEN)
    assert limits._tokens("a") == pytest.approx(4.5), "half a token was left of the last frame"
    payer.charge(CPU_SECONDS_PER_TOKEN * 4.5)
    with pytest.raises(Refused):
        payer.admit("en")


def test_long_work_waits_until_it_is_paid_for() -> None:
    clock = Clock()
    limits = Limits(rate=1.0, burst=1.0, clock=clock)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        clock.now += seconds

    async def main() -> None:
        await Payer().settled()
        payer = Payer("a", limits)
        await payer.settled()
        limits.charge("a", 3.0)
        await payer.settled()
        assert limits.allow("a") == 0.0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "sleep", sleep)
        asyncio.run(main())
    assert waits == [3.0]


def test_the_cpu_time_of_each_step_is_paid_by_whoever_works() -> None:
    limits = Limits(rate=1e-9, burst=1000, clock=lambda: 0.0)

    def burn(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    async def child() -> None:
        burn(0.02)

    async def work() -> str:
        burn(0.03)
        await asyncio.sleep(0.05)  # costs nothing
        await asyncio.create_task(metered(child()))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.sleep(10)
        with pytest.raises(KeyError):
            await metered(failing())
        return "done"

    async def failing() -> None:
        await asyncio.sleep(0)
        raise KeyError

    async def main() -> None:
        assert await metered(work()) == "done"
        assert len(limits) == 0, "what the server does by itself costs nobody anything"
        assert PAYER.get().limits is None
        PAYER.set(Payer("a", limits))
        PAYER.get().admit("en")
        assert await metered(work()) == "done"

    asyncio.run(main())
    spent = 1000 - limits._tokens("a")
    assert 4 <= spent < 50, "five, of which one was paid when the request came"


def test_work_that_nobody_waits_for_is_closed() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("work")

    async def main() -> None:
        kept = work()
        metering = metered(kept)
        metering.send(None)
        metering.close()
        assert ended == ["work"]

    asyncio.run(main())


def test_addresses_take_turns_beside_the_loop() -> None:
    limits = Limits(rate=1e-9, burst=2, clock=lambda: 0.0)
    order: list[str] = []

    async def main() -> None:
        off_loop, gate = OffLoop(), threading.Event()

        def note(address: str) -> None:
            gate.wait(60)
            order.append(address)

        async def wanting(address: str, limits: Limits | None = None) -> None:
            PAYER.set(Payer(address, limits))
            await off_loop.do(partial(note, address))

        tasks = [asyncio.create_task(wanting(address)) for address in ("eve", "eve", "eve", "eve", "ann", "ben")]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*tasks)
        assert order == ["eve", "ann", "ben", "eve", "eve", "eve"]

        async def costly() -> None:
            PAYER.set(Payer("mallory", limits))
            await off_loop.do(lambda: limits.charge("mallory", 5))

        found = await asyncio.gather(*(costly() for _ in range(10)), return_exceptions=True)
        assert [getattr(each, "code", None) for each in found] == [None, *["too-fast"] * 9]
        assert (dict(off_loop._turns), dict(off_loop._wanted)) == ({}, {})
        with pytest.raises(ZeroDivisionError):
            await off_loop.do(lambda: 1 // 0)
        off_loop.close()

    asyncio.run(main())


@pytest.mark.parametrize(("rate", "burst"), [(0, 1), (-1, 5), (1, 0.5)])
def test_a_limit_that_allows_nothing_is_a_mistake(rate: float, burst: float) -> None:
    with pytest.raises(ValueError, match="at least one"):
        Limits(rate, burst)


@pytest.mark.parametrize(("wait", "seconds"), [(0.01, 1), (0.4, 1), (0.6, 1), (1.2, 2), (9.9, 10)])
def test_how_long_to_wait_is_said_in_whole_seconds(wait: float, seconds: int) -> None:
    clock = Clock()
    limits = Limits(rate=0.1, burst=1, clock=clock)
    limits.check("a key", "fr")
    clock.now += 10 - wait
    with pytest.raises(Refused) as refused:
        limits.check("a key", "fr")
    assert refused.value.params == {"seconds": seconds}
    assert refused.value.text == Refused("too-fast", "fr", seconds=seconds).text
