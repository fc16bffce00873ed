"""Files that people hand over: records, positions, editions. Every problem names its place."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pediment
from pediment.core.match import Match
from pediment.terminal.errors import UserError
from pediment.terminal.voice import Voice

STDIN = "-"


def read(name: str, say: Voice) -> str:
    """The text of a file; "-" is the standard input."""
    try:
        return sys.stdin.read() if name == STDIN else Path(name).expanduser().read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(say("files.not-text", file=name, byte=error.start)) from None
    except OSError as error:
        raise UserError(say("files.unreadable", file=name, reason=error.strerror or error)) from None


def write(name: str, text: str, say: Voice) -> None:
    """Write a file whole."""
    try:
        Path(name).expanduser().write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(say("files.unwritable", file=name, reason=error.strerror or error)) from None


def document(name: str, text: str, say: Voice) -> dict[str, Any]:
    """The table of fields in a JSON or TOML text."""
    try:
        is_json = name.endswith(".json") or text.lstrip().startswith("{")
        found = json.loads(text) if is_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        place = say("files.place", line=error.lineno, column=error.colno)
        raise UserError(say("files.not-json", file=name, place=place, problem=error.msg)) from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(say("files.not-toml", file=name, problem=error)) from None
    except RecursionError:
        raise UserError(say("files.too-deep", file=name)) from None
    if not isinstance(found, dict):
        raise UserError(say("files.no-table", file=name))
    return found


def match_in(name: str, found: dict[str, Any], say: Voice) -> Match:
    """The match of a record or of a position."""
    try:
        if "format" in found:
            return pediment.replay(found)
        game = pediment.game(str(found.get("game", pediment.games()[0])))
        return Match.of(game, game.position(found))
    except pediment.RecordError as error:
        raise UserError(say("files.bad-record", file=name, problem=error)) from None
    except pediment.PositionError as error:
        problems = "".join(f"\n  {field}: {text}" for field, text in error.problems)
        if "game" not in found:
            problems += "\n" + say("files.no-game", game=pediment.games()[0], others=", ".join(pediment.games()[1:]))
        raise UserError(say("files.bad-position", file=name, problems=problems)) from None
    except ValueError as error:
        raise UserError(f"{name}: {error}") from None


def load(name: str, say: Voice) -> Match:
    """The match in a file, a record or a position."""
    return match_in(name, document(name, read(name, say), say), say)
