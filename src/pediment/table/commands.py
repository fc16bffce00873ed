"""From a wish to events: who may do what at a table, and when. Everything is checked here, before anything is written.

`decide(room, who, command, now, language)` gives the events that the command makes, none for one that came twice, and
raises Refused for one that does not count.
"""

from __future__ import annotations

import secrets
from functools import singledispatch

import msgspec

from pediment.bots import levels
from pediment.table import bodies, wire
from pediment.table.chronicle import (
    Acted,
    AnyEvent,
    By,
    Chatted,
    Handed,
    Hinted,
    Proposed,
    Returned,
    Sat,
    Started,
    Stood,
    Undone,
    Voted,
)
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.seats import Who, clean


def decide(room: Room, who: Who, command: wire.AnyCommand, now: float, language: str) -> list[AnyEvent]:
    """The events of a command. Raises Refused; nothing has changed then."""
    check_seat(room, who, command.seat, language)
    return _decide(command, room, now, language)


def check_seat(room: Room, who: Who, seat: int, language: str) -> None:
    """Raise Refused unless there is such a seat, and it belongs to who asks."""
    if seat >= len(room.seats):
        raise Refused("no-seat", language, seats=len(room.seats))
    if not who.owns(room.seats[seat]):
        raise Refused("not-your-seat", language)


@singledispatch
def _decide(command: wire.AnyCommand, room: Room, now: float, language: str) -> list[AnyEvent]:
    raise AssertionError(f"a command that nobody knows: {command}")


@_decide.register
def _(command: wire.Move, room: Room, now: float, language: str) -> list[AnyEvent]:
    if not _first_time(room, command, language):
        return []
    seat = command.seat
    back: list[AnyEvent] = [Returned(at=now, seat=seat)] if room.seats[seat].level else []
    return [*back, act(room, seat, command.move, now, "person", language, command.id)]


def act(room: Room, seat: int, move: str, now: float, by: By, language: str, name: str = "") -> Acted:
    """The decision of a seat. Raises Refused unless the seat is asked and the rules allow it."""
    if room.asked != seat:
        raise Refused("not-asked", language)
    game = room.game
    why = game.why_not(room.state, move, language, room.called(language))
    if why is not None:
        raise Refused.illegal(why, language)
    action = game.parse(room.state, move)
    label = game.label(room.state, action)
    after = room.state.clone()
    game.apply(after, action)
    clock = room.created.house.clock
    timed = by == "person" and room.seats[seat].level is None
    used = clock.used(now - room.asked_at, room.banks[seat], room.secret) if timed else 0.0
    return Acted(at=now, seat=seat, move=label, told=room.told(after, seat), id=name, by=by, used=used)


@_decide.register
def _(command: wire.Undo, room: Room, now: float, language: str) -> list[AnyEvent]:
    if not _first_time(room, command, language):
        return []
    if room.undo_of(command.seat) != "free":
        raise Refused("no-undo", language)
    return [_undone(room, command.seat, now, None, command.id)]


@_decide.register
def _(command: wire.Propose, room: Room, now: float, language: str) -> list[AnyEvent]:
    if not _first_time(room, command, language):
        return []
    if room.undo_of(command.seat) is None:
        raise Refused("nothing-to-undo", language)
    if room.wish:
        raise Refused("wish-pending", language)
    if not room.asked_to_agree(command.seat):
        return [_undone(room, command.seat, now, room.branches + 1, command.id)]
    return [Proposed(at=now, seat=command.seat, id=command.id)]


@_decide.register
def _(command: wire.Vote, room: Room, now: float, language: str) -> list[AnyEvent]:
    wish = room.wish
    late = wish is not None and command.number not in (None, wish.number)
    if wish is None or late or command.seat not in room.asked_to_agree(wish.seat) - wish.agreed:
        raise Refused("no-vote", language)
    voted = Voted(at=now, seat=command.seat, yes=command.yes)
    if not command.yes or room.asked_to_agree(wish.seat) - wish.agreed != {command.seat}:
        return [voted]
    return [voted, _undone(room, wish.seat, now, room.branches + 1, "", wish.to)]


@_decide.register
def _(command: wire.Hand, room: Room, now: float, language: str) -> list[AnyEvent]:
    _check_level(command.level, language)
    if room.status != "running":
        raise Refused("not-running", language)
    return [Handed(at=now, seat=command.seat, level=command.level, why="asked")]


@_decide.register
def _(command: wire.Return, room: Room, now: float, language: str) -> list[AnyEvent]:
    if room.status != "running":
        raise Refused("not-running", language)
    return [Returned(at=now, seat=command.seat)] if room.seats[command.seat].level else []


@_decide.register
def _(command: wire.Leave, room: Room, now: float, language: str) -> list[AnyEvent]:
    if room.status == "over":
        raise Refused("not-running", language)
    if room.status == "open":
        return [Stood(at=now, seat=command.seat)]
    return [Handed(at=now, seat=command.seat, level=room.created.house.stand_in, why="left")]


@_decide.register
def _(command: wire.Start, room: Room, now: float, language: str) -> list[AnyEvent]:
    _check_level(command.level, language)
    if room.status != "open":
        raise Refused("already-started", language)
    bots: list[AnyEvent] = [
        Handed(at=now, seat=seat, level=command.level, why="seated") for seat, s in enumerate(room.seats) if s.free
    ]
    token = room.seats[command.seat].token
    mine = [] if command.nonce is None else [seat for seat, s in enumerate(room.seats) if s.token == token]
    return [*bots, Started(at=now, nonces=dict.fromkeys(mine, command.nonce or ""))]


@_decide.register
def _(command: wire.Chat, room: Room, now: float, language: str) -> list[AnyEvent]:
    if not room.created.house.chat:
        raise Refused("no-chat", language)
    return [Chatted(at=now, seat=command.seat, text=clean(command.text, language))]


def sit(room: Room, who: Who, wanted: bodies.SitDown, token: str, now: float, language: str) -> list[AnyEvent]:
    """Somebody sits down, and the game begins if it was the last free seat. `token` is a hash. Raises Refused."""
    if room.status != "open":
        raise Refused("already-started", language)
    if wanted.seat >= len(room.seats):
        raise Refused("no-seat", language, seats=len(room.seats))
    seat = room.seats[wanted.seat]
    if not seat.free:
        raise Refused("seat-taken", language)
    if seat.reserved and not who.expected(seat):
        raise Refused("seat-reserved", language)
    known = any(who.owns(other) for other in room.seats) or bool(seat.reserved)
    if room.created.invite and not known and room.created.invite not in who.keys:
        raise Refused("no-invitation", language)
    name = clean(wanted.name, language)
    if name.casefold() in [other.casefold() for other in room.names()]:
        raise Refused("name-taken", language, name=name)
    events: list[AnyEvent] = [
        Sat(at=now, seat=wanted.seat, name=name, token=token, person=who.person, nonce=wanted.nonce)
    ]
    if room.created.starts and sum(other.free for other in room.seats) == 1:
        events.append(Started(at=now))
    return events


def hint(room: Room, who: Who, wanted: bodies.AskHint, now: float, language: str) -> list[AnyEvent]:
    """A hint is asked for, which the table is told once in a question. Raises Refused."""
    check_seat(room, who, wanted.seat, language)
    if not room.created.house.hints:
        raise Refused("no-hints", language)
    _check_view(room, wanted.seat, wanted.seq, language)
    if room.asked != wanted.seat:
        raise Refused("not-asked", language)
    if room.secret:
        raise Refused("hint-tells", language)
    return [] if room.hinted else [Hinted(at=now, seat=wanted.seat)]


def rematch(room: Room, who: Who, command: wire.Rematch, now: float, language: str) -> list[AnyEvent]:
    """The events of a new table for the same people, their seats kept for them; none if there is one already."""
    check_seat(room, who, command.seat, language)
    if room.status != "over":
        raise Refused("not-over", language)
    if room.rematch:
        return []
    created = msgspec.structs.replace(
        room.created,
        at=now,
        rules=room.game.rules_version,  # a new game, even after one by earlier rules
        options=room.game.options_anew(room.state),
        secret=secrets.token_hex(32),
        starts=True,
        course=None,
        reserved={k: seat.token for k, seat in enumerate(room.seats) if seat.owned},
        reserved_people={k: seat.person for k, seat in enumerate(room.seats) if seat.person},
    )
    bots = [
        Handed(at=now, seat=k, level=seat.level, why="seated")
        for k, seat in enumerate(room.seats)
        if seat.level and not seat.owned
    ]
    return [created, *bots]


def time_is_up(room: Room, now: float) -> list[AnyEvent]:
    """The clock of the asked seat has run out: a bot plays on for its person."""
    assert room.asked is not None
    return [Handed(at=now, seat=room.asked, level=room.created.house.stand_in, why="clock")]


def _undone(room: Room, seat: int, now: float, branch: int | None, name: str, to: int | None = None) -> Undone:
    place = room.last_of(seat) if to is None else to
    assert place is not None
    return Undone(at=now, seat=seat, to=place, told=room.told(room.back(place, branch), seat), id=name, branch=branch)


def _first_time(room: Room, command: wire.Move | wire.Undo | wire.Propose, language: str) -> bool:
    """Is this a new command of the game, made of the seat's present view? Raises Refused for one of an older view."""
    if command.id and command.id in room.done[command.seat]:
        return False
    _check_view(room, command.seat, command.seq, language)
    return True


def _check_view(room: Room, seat: int, seq: int, language: str) -> None:
    """Raise Refused unless that is what the seat sees now."""
    if room.status != "running":
        raise Refused("not-running", language)
    if seq != room.seq[seat]:
        raise Refused("old-view", language, seq=seq, now=room.seq[seat])


def _check_level(level: str, language: str) -> None:
    if level not in levels():
        raise Refused("no-level", language, levels=", ".join(levels()))
