"""Records: a game as one JSON document, replayed and checked on the way."""

from __future__ import annotations

import copy
import itertools
import json
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pediment.core.engine.state import Origin, State
from pediment.core.errors import IllegalMove, OptionError, PositionError, RecordError, brief, field_name
from pediment.core.game import NEWEST, Game, check_seed

FORMAT: Final = "pediment-record-1"
ACTIONS_PER_HASH: Final = 20
_COURSE: Final = {"game", "rules", "options", "seats", "seed", "position", "actions", "redraws"}
_FIELDS: Final = _COURSE | {"format", "names", "fair", "hashes", "result"}
MAX_NAME_LETTERS: Final = 40
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "game": (str,),
    "rules": (str,),
    "options": (dict,),
    "seats": (int,),
    "seed": (int, str),
    "position": (dict,),
    "actions": (list,),
    "redraws": (list,),
    "names": (list,),
    "fair": (dict,),
    "hashes": (dict,),
}


def write(game: Game[Any], state: State) -> dict[str, Any]:
    """The record of a state: where it began, every action by its label, and hashes on the way."""
    labels: list[str] = []
    hashes: dict[str, str] = {}
    last = len(state.actions)
    for again in game.retrace(state):
        n = len(again.actions)
        if n % ACTIONS_PER_HASH == 0 or n == last:
            hashes[str(n)] = game.digest(again)
        if n < last:
            labels.append(game.label(again, state.actions[n]))
    origin = state.origin
    record: dict[str, Any] = {"format": FORMAT, "game": game.name, "rules": str(origin.rules)}
    if origin.position is None:
        record |= {"options": origin.options, "seats": origin.seats, "seed": origin.seed}
    else:
        record["position"] = origin.position
    record["actions"] = labels
    if origin.redraws:
        record["redraws"] = [{"at": at, "seed": seed} for at, seed in origin.redraws]
    record["hashes"] = hashes
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
            "format", f"this is not a record of Pediment: format is {brief(record.get('format'))}, not {FORMAT!r}"
        )
    _check_fields(record, _FIELDS, ["rules", "hashes"])
    fair = record.get("fair", {"version": 2, "table": ""})
    if fair.keys() != {"version", "table"} or type(fair["version"]) is not int or not isinstance(fair["table"], str):
        raise RecordError("fair", f"must be a table of version and table, not {brief(fair)}")
    for i, name in enumerate(record.get("names", [])):
        if not isinstance(name, str) or len(name) > MAX_NAME_LETTERS or not name.isprintable():
            raise RecordError(f"names[{i}]", f"must be a name of at most {MAX_NAME_LETTERS} letters, not {brief(name)}")


def _check_fields(course: dict[str, Any], known: set[str], more: list[str]) -> None:
    for field in course:
        if field not in known:
            raise RecordError(field_name(field), "unknown field")
    for field in ["game", *more, *(["position"] if "position" in course else ["options", "seats", "seed"]), "actions"]:
        if field not in course:
            raise RecordError(field, "missing; the record is truncated or was altered")
    for field, kinds in _KINDS.items():
        if field in course and (not isinstance(course[field], kinds) or isinstance(course[field], bool)):
            names = " or ".join(kind.__name__ for kind in kinds)
            raise RecordError(field, f"must be a {names}, not {brief(course[field])}")
    for i, action in enumerate(course["actions"]):
        if not isinstance(action, str):
            raise RecordError(f"actions[{i}]", f"must be a label, not {brief(action)}")
    last = 0
    for i, redraw in enumerate(course.get("redraws", [])):
        if not isinstance(redraw, dict) or redraw.keys() != {"at", "seed"}:
            raise RecordError(f"redraws[{i}]", f"must be a table of at and seed, not {brief(redraw)}")
        at = redraw["at"]
        if type(at) is not int or not last <= at <= len(course["actions"]):
            text = f"must be a number of actions from {last} to {len(course['actions'])}, not {brief(at)}"
            raise RecordError(f"redraws[{i}].at", text)
        last = at + 1


def replay(game: Game[Any], record: dict[str, Any], noted: list[tuple[str, int, int]] | None = None) -> Any:
    """The state at the end of a record; every draw is noted if wished, as (purpose, out of how many, which).

    Raises RecordError that names the place: a wrong field, an action that cannot be played, the action after
    which the game is another one than the recorded, or a result that differs.
    """
    return _last(checked(game, record, noted))


def checked(game: Game[Any], record: dict[str, Any], noted: list[tuple[str, int, int]] | None = None) -> Iterator[Any]:
    """The state at the beginning of a record and after every action: one object, played on.

    It is checked on the way as by `replay`, and raises the same: the last checks come when there is no more state.
    """
    check(record)
    hashes = _check_hashes(record)
    agreed = 0
    for n, state in enumerate(_walk(game, record, noted)):
        if n == 0:
            _check_in_full(record, state)
            _check_number_of_names(record, state.origin.seats)
        expected = hashes.get(str(n))
        if expected is not None:
            if expected != game.digest(state):
                if n == 0:
                    raise RecordError(
                        "hashes['0']", "the game does not start as the record says; the record was altered"
                    )
                place = f"actions[{n - 1}]"
                raise RecordError(place, f"the game diverges from the record between actions[{agreed}] and here")
            agreed = n
        yield state
    if "result" in record and record["result"] != [score["total"] for score in game.scores(state)]:
        raise RecordError("result", f"the game replays to {[score['total'] for score in game.scores(state)]}")
    if state.to_move < 0 and "result" not in record:
        raise RecordError("result", "missing, though the game is over; the record was altered")


def follow(game: Game[Any], course: dict[str, Any]) -> Any:
    """The state that a course leads to: the fields of a record that make a game, without format, hashes or result.

    For example `follow(game, {"game": "elysium", "options": {}, "seats": 2, "seed": 7, "actions": []})`; instead of
    options, seats and seed a position, `redraws` if there are some, and `rules` where they are not the present ones.
    Whatever names its rules but no edition has the first one, since it was version 0.1.0 that left the edition out.
    Raises RecordError that names the place.
    """
    return _last(walk(game, course))


def walk(game: Game[Any], course: dict[str, Any]) -> Iterator[Any]:
    """The state at the beginning of a course and after every action: one object, played on. Raises as `follow` does."""
    if not isinstance(course, dict):
        raise RecordError("course", "a course is a table of fields")
    _check_fields(course, _COURSE, [])
    return _walk(game, course)


def at(game: Game[Any], record: dict[str, Any], n: int) -> Any:
    """The state after the first n actions of a record that was replayed once, with the redraws up to there.

    Raises ValueError for a number of actions that it does not have, RecordError for what is no record.
    """
    check(record)
    if type(n) is not int or not 0 <= n <= len(record["actions"]):
        raise ValueError(f"the record has {len(record['actions'])} actions; there is no state after {brief(n)}")
    return _last(itertools.islice(_walk(game, record), n + 1))


def _last(states: Iterable[Any]) -> Any:
    return deque(states, 1)[0]


def _walk(game: Game[Any], course: dict[str, Any], noted: list[tuple[str, int, int]] | None = None) -> Iterator[Any]:
    """The state at the beginning and after every action, redraws done. It is one object, played on."""
    if course["game"] != game.name:
        raise RecordError("game", f"this is a record of {course['game']!r}, not of {game.name!r}")
    state = _begin(game, course, noted)
    redraws = {redraw["at"]: (i, redraw["seed"]) for i, redraw in enumerate(course.get("redraws", []))}
    for n in range(len(course["actions"]) + 1):
        if n:
            try:
                game.play(state, course["actions"][n - 1])
            except IllegalMove as error:
                raise RecordError(f"actions[{n - 1}]", str(error)) from None
        if n in redraws:
            i, seed = redraws[n]
            try:
                game.redraw(state, seed)
            except ValueError as error:
                raise RecordError(f"redraws[{i}].seed", str(error)) from None
        yield state


def _check_hashes(record: dict[str, Any]) -> dict[str, str]:
    """The hashes, which are at the beginning, at the end and nowhere beyond."""
    last = len(record["actions"])
    hashes: dict[str, str] = record["hashes"]
    places = {str(n) for n in range(last + 1)}
    for key in hashes:
        if key not in places:
            raise RecordError(f"hashes[{key!r}]", f"there are {last} actions; the record is truncated or was altered")
        if not isinstance(hashes[key], str):
            raise RecordError(f"hashes[{key!r}]", f"must be a hash, not {brief(hashes[key])}")
    for n in (0, last):
        if str(n) not in hashes:
            raise RecordError("hashes", f"none after {n} actions; the record is truncated or was altered")
    return hashes


def _check_in_full(record: dict[str, Any], state: State) -> None:
    for name in state.origin.options:
        if name not in record["options"]:
            raise RecordError(f"options.{name}", "missing; the record is truncated or was altered")
    if state.origin.rules > 1 and state.origin.options.get("edition") and record["options"]["edition"] is None:
        raise RecordError("options.edition", "must be a table of name, hash and values; only rules '1' do without")


def _check_number_of_names(record: dict[str, Any], seats: int) -> None:
    found = len(record.get("names", [])) or seats
    if found != seats:
        raise RecordError("names", f"must be {seats} names, one for each seat, not {found}")


def _begin(game: Game[Any], course: dict[str, Any], noted: list[tuple[str, int, int]] | None) -> Any:
    try:
        rules = game.rules_number(course.get("rules", NEWEST))
    except ValueError as error:
        raise RecordError("rules", str(error)) from None
    if "position" in course:
        try:
            return game.position(course["position"], noted, str(rules) if "rules" in course else None)
        except PositionError as error:
            raise RecordError("position", str(error)) from None
    seats, seed, options = course["seats"], course["seed"], course["options"]
    if not isinstance(options.get("edition"), dict | None):
        raise RecordError("options.edition", "must be a table of name, hash and values")
    if "rules" in course and options.get("edition") is None and game.editions is not None:
        # Version 0.1.0 left it out, as in positions, at the rematch of a game from a position
        options = options | {"edition": game.editions.name(game.editions.first)}
    try:
        check_seed(seed, seats)
    except ValueError as error:
        raise RecordError("seed", str(error)) from None
    try:
        options = game.check_options(seats, seed, options)
    except OptionError as error:
        raise RecordError("options", str(error)) from None
    return game.restart(Origin(seats, seed, options, None, rules, noted=noted))
