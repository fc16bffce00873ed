from __future__ import annotations

import gc
import logging
import os
import resource
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, find, settings
from hypothesis.strategies import none

from tests.depth import examples

# Workers of pytest-xdist that each take all cores for a matrix spend their time waiting for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What a program prints arrives as it does at a user's.
os.environ.pop("PYTHONUNBUFFERED", None)

MAX_MEMORY_BYTES = 4 << 30
"""A bug that fills the memory fails its test instead of the machine. It holds for every process that a test starts."""

settings.register_profile(
    "pediment",
    deadline=None,
    derandomize=True,
    max_examples=examples(100, 100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pediment")


def pytest_configure() -> None:
    # What is started with nohup, or in the background of a script, ignores these, and so would all that tests start.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > MAX_MEMORY_BYTES:  # else the machine allows less already
        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, hard))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and tests stay to the end: to look for garbage among them takes a quarter of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        find(none(), lambda _: True)  # its random numbers are to be seen by the collector, which it asks (Python 3.14)
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)  # what tests make is gone without it: looking seldom saves a twentieth
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that no core waits for another at the end."""
    items.sort(key=lambda item: item.get_closest_marker("heavy") is None)


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A server that was set up in this process logs to a stream that pytest closes after the test."""
    before = logging.root.handlers[:]
    yield
    for handler in set(logging.root.handlers) - set(before):
        logging.root.removeHandler(handler)
