"""Records and positions in files: what `play --load`, `replay`, `verify`, `score` and `hint` read."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pediment
from pediment.command import files
from pediment.command.errors import UserError
from pediment.core.match import Match
from pediment.terminal.voice import Voice

_OF_A_MOMENT = frozenset(
    ("phase", "to_move", "epoch", "agora", "oracle", "played", "over", "last_round", "athena", "draws")
)
"""Fields of a position that only a running game needs, or that say that it is over."""


def document(name: str, say: Voice, wanted: int | None = None) -> dict[str, Any]:
    """The fields of a record or a position, in JSON or TOML; of a file of many records those of the one wanted."""
    text = files.read(name, say.language)
    try:
        if not _is_json(name, text):
            if wanted not in (None, 1):
                raise UserError(say("files.no-records", file=name))
            found = tomllib.loads(text)
        else:
            found = json.loads(files.record(name, text, wanted, say.language))
    except json.JSONDecodeError as error:
        place = say("files.place", line=error.lineno, column=error.colno)
        raise UserError(say("files.not-json", file=name, place=place, problem=say.problem(error.msg))) from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(say("files.not-toml", file=name, problem=say.problem(error))) from None
    except RecursionError:
        raise UserError(say("files.too-deep", file=name)) from None
    if not isinstance(found, dict):
        raise UserError(say("files.no-table", file=name))
    return found


def _is_json(name: str, text: str) -> bool:
    return name.endswith((".json", ".jsonl")) or text.lstrip().startswith("{")


def record(name: str, say: Voice, wanted: int | None = None) -> dict[str, Any]:
    """The fields of a record. Raises UserError for a position."""
    found = document(name, say, wanted)
    if "format" not in found:
        raise UserError(say("replay.no-record", file=name))
    return found


def is_finished_table(found: dict[str, Any]) -> bool:
    """Does a position tell only what counts at the end, and nothing of whose turn it is or what lies open?"""
    return "format" not in found and not _OF_A_MOMENT & found.keys()


def as_described(found: dict[str, Any]) -> dict[str, Any]:
    """A position at the moment that it describes, which is the same for `score` and `hint`."""
    if not is_finished_table(found):
        return found
    return found | ({"over": True} if found.get("game") == "ephyran" else {"phase": "over"})


def match_in(name: str, found: dict[str, Any], say: Voice) -> Match:
    """The match of a record or of a position."""
    try:
        if "format" in found:
            return pediment.replay(found)
        game = pediment.game(str(found.get("game", pediment.games()[0])))
        return Match.of(game, game.position(found))
    except pediment.RecordError as error:
        raise UserError(say("files.bad-record", file=name, problem=say.problem(error))) from None
    except pediment.PositionError as error:
        problems = "".join(f"\n  {say.problem(f'{field}: {text}')}" for field, text in error.problems)
        if "game" not in found:
            problems += "\n" + say("files.no-game", game=pediment.games()[0], others=", ".join(pediment.games()[1:]))
        raise UserError(say("files.bad-position", file=name, problems=problems)) from None
    except ValueError as error:
        raise UserError(say.problem(f"{name}: {error}")) from None


def load(name: str, say: Voice, wanted: int | None = None) -> Match:
    """The match in a file, a record or a position."""
    return match_in(name, document(name, say, wanted), say)
