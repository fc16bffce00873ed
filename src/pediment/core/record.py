"""Records: a game as one JSON document, replayed and checked on the way."""

from __future__ import annotations

import copy
import json
from typing import Any, Final

from pediment.core.errors import IllegalMove, OptionError, PositionError, RecordError, brief
from pediment.core.game import Game
from pediment.core.state import Origin, State

FORMAT: Final = "pediment-record-1"
CHECK_EVERY: Final = 20
_FIELDS: Final = {"format", "game", "rules", "options", "seats", "seed", "position", "actions", "hashes", "result"}


def write(game: Game[Any], state: State) -> dict[str, Any]:
    """The record of a state: where it began, every action by its label, and hashes on the way."""
    origin = state.origin
    labels: list[str] = []
    hashes: dict[str, str] = {}
    again = game.restart(game.past(state))
    hashes["0"] = game.digest(again)
    for action in state.actions:
        labels.append(game.label(again, action))
        game.apply(again, action)
        n = len(labels)
        if n % CHECK_EVERY == 0 or n == len(state.actions):
            hashes[str(n)] = game.digest(again)
    record: dict[str, Any] = {"format": FORMAT, "game": game.name, "rules": game.rules_version}
    if origin.position is None:
        record |= {"options": origin.options, "seats": origin.seats, "seed": origin.seed}
    else:
        record["position"] = origin.position
    record |= {"actions": labels, "hashes": hashes}
    if state.to_move < 0:
        record["result"] = [score["total"] for score in game.scores(state)]
    return copy.deepcopy(record)


def parse(text: str) -> dict[str, Any]:
    """The record in a JSON text. Raises RecordError with line and column for what is not JSON."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"line {error.lineno}, column {error.colno}", f"not a whole JSON document: {error.msg}"
        ) from None
    except (ValueError, RecursionError) as error:  # a number or a nesting beyond what Python reads
        raise RecordError("record", f"cannot be read: {error}") from None
    check(record)
    return dict(record)


def check(record: Any) -> None:
    """Raise RecordError unless this has the shape of a record."""
    if not isinstance(record, dict):
        raise RecordError("record", "a record is a JSON object")
    if record.get("format") != FORMAT:
        raise RecordError(
            "format", f"this is no record of Pediment: format is {record.get('format')!r}, not {FORMAT!r}"
        )
    for field in record:
        if field not in _FIELDS:
            raise RecordError(field, "unknown field")
    needed = ["game", "rules", "actions", "hashes"]
    needed += ["position"] if "position" in record else ["options", "seats", "seed"]
    for field in needed:
        if field not in record:
            raise RecordError(field, "missing; the record is truncated or was altered")
    kinds = {
        "game": str,
        "rules": str,
        "options": dict,
        "seats": int,
        "seed": int,
        "position": dict,
        "actions": list,
        "hashes": dict,
    }
    for field, kind in kinds.items():
        if field in record and (not isinstance(record[field], kind) or isinstance(record[field], bool)):
            raise RecordError(field, f"must be a {kind.__name__}, not {brief(record[field])}")
    for i, action in enumerate(record["actions"]):
        if not isinstance(action, str):
            raise RecordError(f"actions[{i}]", f"must be a label, not {brief(action)}")


def replay(game: Game[Any], record: dict[str, Any]) -> Any:
    """The state at the end of a record.

    Raises RecordError that names the place: a wrong field, an action that cannot be played, the action after
    which the game is another one than the recorded, or a result that differs.
    """
    check(record)
    if record["game"] != game.name:
        raise RecordError("game", f"this is a record of {record['game']!r}, not of {game.name!r}")
    if record["rules"] != game.rules_version:
        raise RecordError("rules", f"recorded under rules version {record['rules']!r}; this is {game.rules_version!r}")
    state = _begin(game, record)
    actions: list[str] = record["actions"]
    hashes: dict[str, str] = record["hashes"]
    places = {str(n) for n in range(len(actions) + 1)}
    for key in hashes:
        if key not in places:
            raise RecordError(
                f"hashes[{key!r}]", f"there are {len(actions)} actions; the record is truncated or was altered"
            )
        if not isinstance(hashes[key], str):
            raise RecordError(f"hashes[{key!r}]", f"must be a hash, not {brief(hashes[key])}")
    for n in (0, len(actions)):
        if str(n) not in hashes:
            raise RecordError("hashes", f"none after {n} actions; the record is truncated or was altered")
    if hashes["0"] != game.digest(state):
        raise RecordError("hashes['0']", "the game begins otherwise than the record says; it was altered")
    checked = 0
    for i, label in enumerate(actions):
        try:
            game.play(state, label)
        except IllegalMove as error:
            raise RecordError(f"actions[{i}]", str(error)) from None
        expected = hashes.get(str(i + 1))
        if expected is not None and expected != game.digest(state):
            raise RecordError(f"actions[{i}]", f"the game diverges from the record between actions[{checked}] and here")
        if expected is not None:
            checked = i + 1
    if "result" in record and record["result"] != [score["total"] for score in game.scores(state)]:
        raise RecordError("result", f"the game replays to {[score['total'] for score in game.scores(state)]}")
    if state.to_move < 0 and "result" not in record:
        raise RecordError("result", "missing, though the game is over; the record was altered")
    return state


def _begin(game: Game[Any], record: dict[str, Any]) -> Any:
    if "position" in record:
        try:
            return game.position(record["position"])
        except PositionError as error:
            raise RecordError("position", str(error)) from None
    if not isinstance(record["options"].get("edition"), dict | None):
        raise RecordError("options.edition", "must be a table of name, hash and values")
    try:
        options = game.check_options(record["seats"], record["seed"], record["options"])
    except OptionError as error:
        raise RecordError("options", str(error)) from None
    for name in options:
        if name not in record["options"]:
            raise RecordError(f"options.{name}", "missing; the record is truncated or was altered")
    return game.restart(Origin(record["seats"], record["seed"], options, None))
