"""Timing, in seconds of the processor, so that neighbours on the machine disturb little.

This file needs nothing but Python: the peers' scripts use it in their own environments.
"""

from __future__ import annotations

import time
from collections.abc import Callable


def per_second(work: Callable[[], list[int]], seconds: float) -> list[float]:
    """Repeat some work, which returns how often it did each of a few things, for a while; the rates."""
    done = work()
    began = time.process_time()
    done = [0] * len(done)
    while (passed := time.process_time() - began) < seconds:
        for i, n in enumerate(work()):
            done[i] += n
    return [n / passed for n in done]


def microseconds(work: Callable[[], int], seconds: float) -> float:
    """Repeat some work, which returns how many things it did, for a while; the time for one of them."""
    return 1e6 / per_second(lambda: [work()], seconds)[0]
