"""Libraries that not everybody needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def install(name: str) -> str:
    """The command that gets an extra."""
    return f"pip install 'pediment[{name}]'"


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around an import of a library of an extra such as `lab`: says what to install where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        raise ModuleNotFoundError(f"{library} is missing; get it with: {install(name)}", name=library) from None
