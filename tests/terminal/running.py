"""What a test gets from a command that it ran, and what it runs commands with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest

from pediment.bots import Bot


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *arguments: str, typed: str = "", columns: int = 80, lines: int = 24) -> Ran: ...


def saved(position: dict[str, Any]) -> str:
    """The name of a file with that position, in the folder of the test."""
    Path("position.json").write_text(json.dumps(position), encoding="utf-8")
    return "position.json"


def worlds_given_to_bots(run: Run, monkeypatch: pytest.MonkeyPatch, game: str) -> list[tuple[int, Any]]:
    """The seat and the world of every question that two bots are asked in a game of seed 1."""
    given: list[tuple[int, Any]] = []

    class Watching(Bot):
        name = "watching"

        def answer(self, game: Any, world: Any, seat: int) -> int:
            given.append((seat, world))
            return int(game.legal(world)[0])

    monkeypatch.setattr("pediment.bots._BOTS", {"watching": Watching})
    run("play", game, "--players", "watching,watching", "--seed", "1")
    return given
