"""A sign that somebody thinks, on a real terminal only, and gone when they are done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console

PATIENCE: Final = 0.3
"""Seconds before the sign appears: quick bots do not make the screen flicker."""


@contextmanager
def thinking(console: Console, text: str) -> Iterator[None]:
    """Show the text while the work inside goes on."""
    if not console.is_terminal:
        yield
        return
    status = console.status(text)
    timer = threading.Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
