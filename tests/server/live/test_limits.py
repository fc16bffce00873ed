"""Token buckets: a burst, then a rate; memory that is bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pediment.server.domain.refusal import Refused
from pediment.server.live.limits import Limits


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
    limits = Limits(rate, burst, clock)
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
    limits.allow("a")
    clock.now += 1.9
    limits.allow("b")
    assert len(limits) == 2
    clock.now += 0.1
    limits.allow("b")
    assert len(limits) == 1


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
