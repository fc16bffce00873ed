"""Whoever asks for the health of a server, and however often, costs one write a second."""

from __future__ import annotations

import asyncio

import pytest

from pediment.server.live import health
from pediment.server.live.health import TRY_SECONDS, Health
from pediment.server.store.store import Unavailable


class Sick:
    """A store, and a clock, that count."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.tried = 0
        self.full = False

    def monotonic(self) -> float:
        return self.now

    async def check(self) -> None:
        self.tried += 1
        await asyncio.sleep(0)
        if self.full:
            raise Unavailable("full")


def test_one_try_is_enough_for_all_who_ask_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = Sick()
        monkeypatch.setattr(health, "time", store)
        found = Health(store)  # type: ignore[arg-type]
        await asyncio.gather(*(found.check() for _ in range(100)))
        store.full = True
        await found.check()
        assert store.tried == 1
        store.now += TRY_SECONDS
        for _ in range(3):
            with pytest.raises(Unavailable):
                await found.check()
        assert store.tried == 2
        store.full = False
        store.now += TRY_SECONDS
        await found.check()
        assert store.tried == 3

    asyncio.run(test())
