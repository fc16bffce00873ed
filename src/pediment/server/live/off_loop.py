"""Work that would hold up the loop: done in a thread beside it, and paid for by the address that wants it."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pediment.server.live.limits import PAYER

T = TypeVar("T")


class OffLoop:
    """One thread for such work. An address has one piece of work in it at a time, so that addresses take turns."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "off-loop")
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._wanted: defaultdict[str, int] = defaultdict(int)

    async def do(self, work: Callable[[], T]) -> T:
        """What the work returns. Raises what it raises, and Refused for an address that has used up its budget."""
        payer = PAYER.get()
        self._wanted[payer.address] += 1
        try:
            async with self._turns[payer.address]:
                payer.check()
                result, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, _timed, work)
                payer.charge(seconds)
        finally:
            self._wanted[payer.address] -= 1
            if not self._wanted[payer.address]:
                del self._wanted[payer.address], self._turns[payer.address]
        if isinstance(result, BaseException):
            raise result
        return result

    def close(self) -> None:
        """No more work is begun."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[[], T]) -> tuple[T | BaseException, float]:
    """What the work returned or raised, and its CPU time."""
    began = time.thread_time()
    try:
        result: T | BaseException = work()
    except Exception as error:
        result = error
    return result, time.thread_time() - began
