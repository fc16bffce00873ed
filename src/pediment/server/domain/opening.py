"""New tables: as somebody wants them, from a finished game, or from a record."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import msgspec

import pediment
from pediment.command.error_messages import translate, translate_record_error
from pediment.core import record
from pediment.core.engine.edition import MAX_NAME_CHARS
from pediment.core.engine.state import OVER
from pediment.core.errors import EditionError, OptionError, RecordError, brief
from pediment.core.game import Game
from pediment.server.domain.commands import Chair, GoOn, NewTable, PlayOn
from pediment.server.domain.events import AnyEvent, Created, Handed, House, Sat, Started
from pediment.server.domain.history import check_over
from pediment.server.domain.levels import LADDER, Levels
from pediment.server.domain.names import clean, look_alike
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.seats import Caller, hash_of, new_word
from pediment.server.domain.table import Table

MAX_RECORD_ACTIONS: Final = 5_000
"""Of an imported record; a long game of four has a few hundred."""
MAX_OPTIONS_BYTES: Final = 100_000
"""Of the options of a new table, with all values of an edition: those of a large one have a tenth of it."""
MAX_ERROR_CHARS: Final = 2_000
"""Of what is wrong with options that is put into words."""
_COURSE_FIELDS: Final = ("game", "options", "seats", "seed", "position", "actions", "redraws")


@dataclass(frozen=True, slots=True)
class Opened:
    """The first events of a new table, and what its host is told this once."""

    events: list[AnyEvent]
    seats: list[int]
    """The host's own,"""
    token: str | None
    """what they show for them,"""
    invite: str | None
    """and the word for the link by which others sit down."""


def read_edition(game: str, text: str, language: str) -> dict[str, Any]:
    """The edition written in a text, as a game's options hold it. Raises Refused.

    A stranger's text is read in a process of its own: the time that it takes is theirs to choose.
    """
    editions = _game(game, language).editions
    try:
        if editions is None:
            raise OptionError(f"{game} has no editions")
        return editions.name(editions.parse(text))
    except (OptionError, EditionError) as error:
        raise _options_refused(error, language) from None


def new_table(wanted: NewTable, caller: Caller, now: float, language: str, levels: Levels = LADDER) -> Opened:
    """A new table; its edition, if it has one of its own, is among the options. Raises Refused."""
    assert wanted.edition is None, "its text is read by `read_edition`"
    game = _game(wanted.game, language)
    options = dict(wanted.options)
    try:
        if not isinstance(options.get("edition"), dict | None):
            raise OptionError("edition: its text goes into the field edition beside the options")
        _check_chairs(game, wanted.chairs, wanted.house, language, levels)
        _check_size(options, language)
        options = game.check_options(len(wanted.chairs), 0, options)
    except OptionError as error:
        raise _options_refused(error, language) from None
    _check_edition_name(options, language)
    created = Created(
        at=now,
        game=game.name,
        seats=len(wanted.chairs),
        options=options,
        house=wanted.house,
        secret=secrets.token_hex(32),
        invite="",
        rules=game.rules_version,
        starts=wanted.start,
        fair=2,
    )
    return _furnished(created, wanted.chairs, wanted.nonce, caller, now, language)


def continue_game(
    table: Table, wanted: GoOn, caller: Caller, now: float, language: str, levels: Levels = LADDER
) -> Opened:
    """A table that continues a finished game from one of its moves, with new draws. Raises Refused."""
    check_over(table, language)
    if wanted.move > len(table.labels):
        raise Refused("no-view", language, first=0, last=len(table.labels))
    course = table.course()
    course["actions"] = table.labels[: wanted.move]
    course["redraws"] = [redraw for redraw in table.redraws if redraw["at"] < wanted.move]
    state = record.follow(table.game, course)
    if state.to_move == OVER:
        raise Refused("at-its-end", language)
    if "position" in course:
        course["position"] = state.origin.position  # which names its edition
    if len(wanted.chairs) != len(table.seats):
        raise Refused("chairs", language, game=table.game.name, counts=len(table.seats))
    _check_chairs(table.game, wanted.chairs, wanted.house, language, levels)
    created = Created(
        at=now,
        game=table.game.name,
        seats=len(table.seats),
        options=table.created.options,
        house=wanted.house,
        secret=secrets.token_hex(32),
        invite="",
        rules=table.created.rules,
        course=course,
        fair=2,
    )
    return _furnished(created, wanted.chairs, wanted.nonce, caller, now, language)


def from_position(
    game: Game[Any],
    position: dict[str, Any],
    wanted: PlayOn,
    caller: Caller,
    now: float,
    language: str,
    levels: Levels = LADDER,
) -> Opened:
    """A table that begins at a position of ours, with new draws. Raises Refused."""
    state = game.position(position)
    if len(wanted.chairs) != state.origin.seats:
        raise Refused("chairs", language, game=game.name, counts=state.origin.seats)
    _check_chairs(game, wanted.chairs, wanted.house, language, levels)
    course = {"game": game.name, "position": state.origin.position, "actions": position.get("played", [])}
    created = Created(
        at=now,
        game=game.name,
        seats=state.origin.seats,
        options=state.origin.options,
        house=wanted.house,
        secret=secrets.token_hex(32),
        invite="",
        rules=str(state.origin.rules),
        course=course,
        fair=2,
    )
    return _furnished(created, wanted.chairs, wanted.nonce, caller, now, language)


def from_record(given: dict[str, Any], now: float, language: str) -> list[AnyEvent]:
    """The events of a table that shows an imported record. Raises Refused, saying what is wrong where."""
    actions = given.get("actions")
    if isinstance(actions, list) and len(actions) > MAX_RECORD_ACTIONS:
        raise Refused("record", language, why=f"actions: more than {MAX_RECORD_ACTIONS}")
    try:
        match = pediment.replay(given)
    except RecordError as error:
        altered = error.place.startswith("hashes")  # of which only programmers know
        why = TEXTS.say(language, "records.altered") if altered else translate_record_error(error, given, language)
        raise Refused("record", language, why=why[:500]) from None
    origin = match.state.origin
    _check_edition_name(origin.options, language)
    fair = given.get("fair", {"version": 1, "table": ""})
    course = {key: value for key, value in given.items() if key in _COURSE_FIELDS}
    if "position" in course:
        course["position"] = origin.position  # which names its edition
    return [
        Created(
            at=now,
            game=match.game.name,
            seats=origin.seats,
            options=origin.options,
            house=House(),
            secret="",
            invite="",
            rules=given["rules"],
            course=course,
            shown=True,
            fair=fair["version"],
            fair_table=fair["table"],
        )
    ]


def _check_chairs(game: Game[Any], chairs: list[Chair], house: House, language: str, levels: Levels) -> None:
    if len(chairs) not in game.seat_counts:
        raise Refused("chairs", language, game=game.name, counts=", ".join(map(str, game.seat_counts)))
    for number, chair in enumerate(chairs):
        if (chair.kind == "me") != (chair.name is not None) or (chair.kind == "bot") != (chair.level is not None):
            raise Refused("chair", language, number=number)
    LADDER.check(house.stand_in, game.name, len(chairs), language)  # it plays on for agents, too
    for chair in chairs:
        if chair.level is not None:
            levels.check(chair.level, game.name, len(chairs), language)


def _furnished(created: Created, chairs: list[Chair], nonce: str, caller: Caller, now: float, language: str) -> Opened:
    token, invite = new_word("seat"), new_word("invite")
    free = any(chair.kind == "open" for chair in chairs)
    private = not created.house.listed
    mine = [seat for seat, chair in enumerate(chairs) if chair.name is not None]
    host = hash_of(token) if mine else ""
    events: list[AnyEvent] = [msgspec.structs.replace(created, invite=hash_of(invite) if private else "", host=host)]
    names: list[str] = []
    for seat, chair in enumerate(chairs):
        if chair.name is not None:
            name = clean(chair.name, language)
            if any(look_alike(name, other) for other in names):
                raise Refused("name-taken", language, name=brief(name))
            names.append(name)
            events.append(Sat(at=now, seat=seat, name=name, token=host, person=caller.person, nonce=nonce))
        elif chair.level is not None:
            events.append(Handed(at=now, seat=seat, level=chair.level, why="seated"))
    if created.starts and not free:
        events.append(Started(at=now))
    waiting = private and (free or not created.starts)
    return Opened(events, mine, token if mine else None, invite if waiting else None)


def _game(name: str, language: str) -> Game[Any]:
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    return pediment.game(name)


def _options_refused(error: OptionError | EditionError, language: str) -> Refused:
    text = str(error)[:MAX_ERROR_CHARS]  # it may repeat what was given, and to translate takes time
    return Refused("options", language, why=translate(text, language)[:500].rstrip("."))


def _check_size(options: dict[str, Any], language: str) -> None:
    """Raise Refused for options that no edition and no game needs."""
    if len(msgspec.json.encode(options)) > MAX_OPTIONS_BYTES:
        raise Refused("too-big", language, most=MAX_OPTIONS_BYTES)


def _check_edition_name(options: dict[str, Any], language: str) -> None:
    """The name of an edition is shown like that of a player. Raises Refused."""
    edition = options.get("edition")
    name = edition["name"] if isinstance(edition, dict) else "-"
    with suppress(Refused):
        if len(name) <= MAX_NAME_CHARS and clean(name, language) == name:
            return
    raise Refused("edition-name", language, most=MAX_NAME_CHARS)
