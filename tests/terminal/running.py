"""What a test gets from a command that it ran."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *arguments: str, typed: str = "", columns: int = 80, lines: int = 24) -> Ran: ...
