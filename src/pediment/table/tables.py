"""New tables: from a wish, from a finished game, from a record; and what finished games give away."""

from __future__ import annotations

import secrets
from typing import Any, Final

import msgspec

import pediment
from pediment.bots import levels
from pediment.command.problems import in_words, of_record
from pediment.core import record
from pediment.core.errors import EditionError, OptionError, RecordError, brief
from pediment.core.game import Game
from pediment.core.state import OVER
from pediment.table import bodies, telling, wire
from pediment.table.chronicle import AnyEvent, Created, Handed, House, Sat, Started
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.seats import Who, clean, hash_of, new_word

MOST_ACTIONS: Final = 5_000
"""Decisions in a record from elsewhere; a long game of four has a few hundred."""
_OF_A_COURSE: Final = ("game", "options", "seats", "seed", "position", "actions", "redraws")


def new(wanted: bodies.NewTable, who: Who, now: float, language: str) -> tuple[list[AnyEvent], bodies.Seated]:
    """The events of a new table, and what its maker is told; the table's id is still to come. Raises Refused."""
    if wanted.game not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    game = pediment.game(wanted.game)
    options = dict(wanted.options)
    try:
        if wanted.edition is not None:
            options["edition"] = _edition(game, wanted.edition)
        if not isinstance(options.get("edition"), dict | None):
            raise OptionError("edition: its text goes into the field edition beside the options")
        _check_chairs(game, wanted.chairs, wanted.house, language)
        options = game.check_options(len(wanted.chairs), 0, options)
    except (OptionError, EditionError) as error:
        raise Refused("options", language, why=in_words(error, language)[:500].rstrip(".")) from None
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
    )
    return _furnished(created, wanted.chairs, wanted.nonce, who, now, language)


def go_on(room: Room, wanted: bodies.GoOn, who: Who, now: float, language: str) -> tuple[list[AnyEvent], bodies.Seated]:
    """The events of a table that goes on from a finished game, with new draws. Raises Refused."""
    check_over(room, language)
    if wanted.move > len(room.labels):
        raise Refused("no-view", language, first=0, last=len(room.labels))
    course = room.course()
    course["actions"] = room.labels[: wanted.move]
    course["redraws"] = [redraw for redraw in room.redraws if redraw["at"] < wanted.move]
    state = record.follow(room.game, course)
    if state.to_move == OVER:
        raise Refused("at-its-end", language)
    if "position" in course:
        course["position"] = state.origin.position  # which names its edition
    if len(wanted.chairs) != len(room.seats):
        raise Refused("chairs", language, game=room.game.name, counts=len(room.seats))
    _check_chairs(room.game, wanted.chairs, wanted.house, language)
    created = Created(
        at=now,
        game=room.game.name,
        seats=len(room.seats),
        options=room.created.options,
        house=wanted.house,
        secret=secrets.token_hex(32),
        invite="",
        rules=room.created.rules,
        course=course,
    )
    return _furnished(created, wanted.chairs, wanted.nonce, who, now, language)


def kept(given: dict[str, Any], now: float, language: str) -> list[AnyEvent]:
    """The events of a table that shows a record from elsewhere. Raises Refused with the place that is wrong."""
    actions = given.get("actions")
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise Refused("record", language, why=f"actions: more than {MOST_ACTIONS}")
    try:
        match = pediment.replay(given)
    except RecordError as error:
        raise Refused("record", language, why=of_record(error, given, language)[:500]) from None
    origin = match.state.origin
    course = {key: value for key, value in given.items() if key in _OF_A_COURSE}
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
        )
    ]


def written(room: Room, language: str) -> dict[str, Any]:
    """The record of a finished game. Raises Refused while it runs: it would tell the seed."""
    check_over(room, language)
    return record.write(room.game, room.state)


def shown(room: Room, move: int, seat: int | None, language: str) -> bodies.Shown:
    """A finished game after its first decisions, as any seat saw it. Raises Refused."""
    check_over(room, language)
    if move > len(room.labels):
        raise Refused("no-view", language, first=0, last=len(room.labels))
    if seat is not None and seat >= len(room.seats):
        raise Refused("no-seat", language, seats=len(room.seats))
    game, state = room.game, room.back(move, None)
    view = game.view(state, seat)
    entries = telling.lines(room, view.pop("log"), language)
    if move == len(room.labels):
        return bodies.Shown(move, move, seat, view, entries, None, None, None)
    played = room.labels[move]
    caption = game.caption(state, game.parse(state, played), language, room.called(language))
    return bodies.Shown(move, len(room.labels), seat, view, entries, played, state.to_move, caption)


def as_shown(table: str, events: list[bytes], viewer: int, seq: int, language: str) -> wire.View:
    """What that viewer was shown under that number. Raises Refused."""
    room = Room(table)
    for _ in room.unfold(events):
        if room.state is not None and room.seq[viewer] == seq:
            room.look()
            return telling.view(room, viewer, language)
    raise Refused("no-view", language, first=1, last=room.seq[viewer])


def check_over(room: Room, language: str) -> None:
    """Raise Refused while the game runs."""
    if room.status != "over":
        raise Refused("not-over", language)


def _check_chairs(game: Game[Any], chairs: list[bodies.Chair], house: House, language: str) -> None:
    if len(chairs) not in game.seat_counts:
        raise Refused("chairs", language, game=game.name, counts=", ".join(map(str, game.seat_counts)))
    for number, chair in enumerate(chairs):
        if (chair.kind == "me") != (chair.name is not None) or (chair.kind == "bot") != (chair.level is not None):
            raise Refused("chair", language, number=number)
    for level in [house.stand_in, *(chair.level for chair in chairs if chair.level is not None)]:
        if level not in levels():
            raise Refused("no-level", language, levels=", ".join(levels()))


def _furnished(
    created: Created, chairs: list[bodies.Chair], nonce: str, who: Who, now: float, language: str
) -> tuple[list[AnyEvent], bodies.Seated]:
    token, invite = new_word("seat"), new_word("invite")
    free = any(chair.kind == "open" for chair in chairs)
    private = not created.house.listed
    events: list[AnyEvent] = [msgspec.structs.replace(created, invite=hash_of(invite) if private else "")]
    mine: list[int] = []
    names: set[str] = set()
    for seat, chair in enumerate(chairs):
        if chair.name is not None:
            name = clean(chair.name, language)
            if name.casefold() in names:
                raise Refused("name-taken", language, name=brief(name))
            names.add(name.casefold())
            mine.append(seat)
            events.append(Sat(at=now, seat=seat, name=name, token=hash_of(token), person=who.person, nonce=nonce))
        elif chair.level is not None:
            events.append(Handed(at=now, seat=seat, level=chair.level, why="seated"))
    if created.starts and not free:
        events.append(Started(at=now))
    waiting = private and (free or not created.starts)
    return events, bodies.Seated("", mine, token if mine else None, invite if waiting else None)


def _edition(game: Game[Any], text: str) -> dict[str, Any]:
    """The edition written in that text, as a game's options hold it."""
    if game.editions is None:
        raise OptionError(f"{game.name} has no editions")
    return game.editions.name(game.editions.parse(text))
