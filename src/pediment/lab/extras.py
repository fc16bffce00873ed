"""Libraries that not everybody needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

INSTALL: Final = "pip install 'pediment[lab]'"


@contextmanager
def lab_extra() -> Iterator[None]:
    """Around an import of a library of the extra `lab`: says what to install where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        raise ModuleNotFoundError(f"{library} is missing; get it with: {INSTALL}", name=library) from None
