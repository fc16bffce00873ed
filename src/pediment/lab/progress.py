"""A bar that shows how far games are, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from pediment.lab.formatting import TEXTS

T = TypeVar("T")


def watched(games: Iterable[T], n: int, console: Console, language: str, of: str = "words.progress") -> Iterator[T]:
    """The games, with a bar that shows how many of n there are and the time left; only for people, not for files."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(games, total=n, description=TEXTS.say(language, of))
