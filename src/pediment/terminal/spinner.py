"""A sign that somebody thinks, on a real terminal only, and gone when they are done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console

from pediment.command.encoding import writes_everything

DELAY_SECONDS: Final = 0.3
"""How long nothing is shown: quick bots do not make the screen flicker."""


@contextmanager
def spinner(console: Console, text: str) -> Iterator[None]:
    """Show the text while the work inside goes on."""
    if not console.is_terminal:
        yield
        return
    status = console.status(text, spinner="dots" if writes_everything(console.encoding) else "line")
    timer = threading.Timer(DELAY_SECONDS, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
