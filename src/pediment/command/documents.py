"""Records and positions in files: what `play --load`, `replay`, `verify`, `score`, `hint` and `analyse` read."""

from __future__ import annotations

import json
import shlex
import tomllib
from typing import Any

import pediment
from pediment.command import editions, files
from pediment.command.arguments import TEXTS
from pediment.command.error_messages import translate, translate_record_error
from pediment.command.errors import UserError
from pediment.core.match import Match


def document(name: str, language: str, wanted: int | None = None) -> dict[str, Any]:
    """The fields of a record or a position, in JSON or TOML; of a file of many records those of the one wanted.

    Raises UserError for what is neither, such as an edition.
    """
    text = files.read(name, language)
    is_json = _is_json(name, text)
    if not is_json and (game := editions.recognised(text)):
        raise files.problem(
            "edition", language, file=name, typed=shlex.quote(name), game=pediment.kit(game).title, play=game
        )
    if not is_json and wanted not in (None, 1):
        raise files.problem("no-records", language, file=name)
    try:
        found = json.loads(files.record(name, text, wanted, language)) if is_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        place = TEXTS.say(language, "files.place", line=error.lineno, column=error.colno)
        problem = translate(error.msg, language)
        raise files.problem("not-json", language, file=name, place=place, problem=problem) from None
    except tomllib.TOMLDecodeError as error:
        raise files.problem("not-toml", language, file=name, problem=translate(error, language)) from None
    except RecursionError:
        raise files.problem("too-deep", language, file=name) from None
    except ValueError:  # a number beyond what Python reads
        raise files.problem("too-long", language, file=name) from None
    if not isinstance(found, dict):
        raise files.problem("no-table", language, file=name)
    return found


def _is_json(name: str, text: str) -> bool:
    return name.endswith((".json", ".jsonl")) or text.lstrip().startswith("{")


def record(name: str, language: str, wanted: int | None = None) -> dict[str, Any]:
    """The fields of a record. Raises UserError for a position."""
    found = document(name, language, wanted)
    if "format" not in found:
        raise files.problem("no-record", language, file=name)
    return found


def game_of(found: dict[str, Any]) -> str:
    """The game of a record or a position: the first one, if it names none."""
    return str(found.get("game", pediment.games()[0]))


def is_finished_table(found: dict[str, Any]) -> bool:
    """Does a position tell only what counts at the end, and nothing of whose turn it is or what lies open?"""
    return bool(_finished(found))


def as_described(found: dict[str, Any]) -> dict[str, Any]:
    """A position at the moment that it describes, which is the same for `score` and `hint`."""
    return found | _finished(found)


def _finished(found: dict[str, Any]) -> dict[str, Any]:
    """What a position of a finished table leaves out; nothing for any other position, and for records."""
    name = game_of(found)
    if "format" in found or name not in pediment.games():
        return {}
    kit = pediment.kit(name)
    return {} if kit.running & found.keys() else dict(kit.finished)


def match_in(name: str, found: dict[str, Any], language: str) -> Match:
    """The match of a record or of a position. Raises UserError."""
    try:
        if "format" in found:
            return pediment.replay(found)
        game = pediment.game(game_of(found))
        return Match.of(game, game.position(found))
    except pediment.RecordError as error:
        raise invalid(name, found, error, language) from None
    except pediment.PositionError as error:
        problems = "".join(f"\n  {translate(f'{field}: {text}', language)}" for field, text in error.problems)
        if "game" not in found:
            first, *others = pediment.games()
            problems += "\n" + TEXTS.say(language, "files.no-game", game=first, others=", ".join(others))
        raise files.problem("bad-position", language, file=name, problems=problems) from None
    except ValueError as error:
        raise UserError(translate(f"{name}: {error}", language)) from None


def names_in(found: dict[str, Any]) -> list[str]:
    """What a record calls its players, if it does; those with the same name, such as two bots of a kind, get numbers.

    >>> names_in({"names": ["greedy", "Ana", "greedy"]})
    ['greedy 1', 'Ana', 'greedy 2']
    """
    names: list[str] = found.get("names", [])
    return [
        f"{name} {names[: seat + 1].count(name)}" if name and names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def invalid(name: str, found: dict[str, Any], error: pediment.RecordError, language: str, code: int = 2) -> UserError:
    """What every command says of a record that cannot be replayed, to be raised."""
    text = TEXTS.say(language, "files.bad-record", file=name, problem=translate_record_error(error, found, language))
    return UserError(text, code)
