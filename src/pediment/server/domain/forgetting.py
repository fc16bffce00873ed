"""Forgetting a person: their events are replaced by others that say as much of the game and nothing of them.

The number of events, every move, every draw and every hash stay as they were. Names become "Player 1", seat tokens
become hashes of words that nobody has, lines of chat become empty.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    Chatted,
    Conceded,
    Created,
    Handed,
    Planned,
    Returned,
    Sat,
    Stood,
)
from pediment.server.domain.seats import hash_of, new_word

_replace = msgspec.structs.replace


def forget(events: Sequence[AnyEvent], person: str | None, tokens: Collection[str]) -> list[AnyEvent]:
    """The same events without that identity and without whoever had these seat tokens, which are hashes."""
    theirs = {event.token for event in events if isinstance(event, Sat) and is_theirs(event, person, tokens)}
    fresh = {token: hash_of(new_word("seat")) for token in [*theirs, *tokens]}
    return [_forgotten(event, mine, person, fresh) for event, mine in _with_owner(events, person, tokens)]


def remove_line(events: Sequence[AnyEvent], seat: int, at: float) -> list[AnyEvent]:
    """The same events with that line of chat empty."""
    return [
        _replace(event, text="", phrase="")
        if isinstance(event, Chatted) and (event.seat, event.at) == (seat, at)
        else event
        for event in events
    ]


def known_of(events: Sequence[AnyEvent], person: str | None, tokens: Collection[str]) -> dict[str, Any]:
    """What these events tell of a person: when they sat down and by which name, their moves, plans and chat."""
    found: dict[str, Any] = {"sat": [], "moves": [], "plans": [], "chat": []}
    for event, mine in _with_owner(events, person, tokens):
        if mine and isinstance(event, Sat):
            found["sat"].append({"at": event.at, "seat": event.seat, "name": event.name, "nonce": event.nonce})
        elif mine and isinstance(event, Acted) and event.by == "person":
            found["moves"].append({"at": event.at, "seat": event.seat, "move": event.move})
        elif mine and isinstance(event, Planned):
            found["plans"].append({"at": event.at, "seat": event.seat, "moves": event.moves})
        elif mine and isinstance(event, Chatted):
            said = {"text": event.text} | ({"phrase": event.phrase} if event.phrase else {})
            found["chat"].append({"at": event.at, "seat": event.seat, **said})
    return found


def seated(events: Sequence[AnyEvent]) -> dict[int, Sat]:
    """By seat, how its person sat down; for a table that cannot be folded."""
    found: dict[int, Sat] = {}
    for event in events:
        if isinstance(event, Sat):
            found[event.seat] = event
        elif isinstance(event, Stood):
            found.pop(event.seat, None)
    return found


def host_of(events: Sequence[AnyEvent]) -> int | None:
    """The seat of the host, for a table that cannot be folded: whoever made it, or else the first person there."""
    created, sat = events[0], seated(events)
    assert isinstance(created, Created)
    return next((seat for seat in sorted(sat) if sat[seat].token == created.host), min(sat, default=None))


def leaving(
    events: Sequence[AnyEvent], status: str, person: str | None, tokens: Collection[str], now: float
) -> list[AnyEvent]:
    """What happens when a person leaves a table that cannot be folded: their seats are free, or a bot's."""
    mine = [seat for seat, sat in sorted(seated(events).items()) if is_theirs(sat, person, tokens)]
    if status == "open":
        return [Stood(at=now, seat=seat) for seat in mine]
    if status != "running":
        return []
    created = events[0]
    assert isinstance(created, Created)
    bots: set[int] = set()
    for event in events:
        if isinstance(event, Handed | Conceded):
            bots.add(event.seat)
        elif isinstance(event, Sat | Returned):
            bots.discard(event.seat)
    return [Handed(at=now, seat=seat, level=created.house.stand_in, why="left") for seat in mine if seat not in bots]


Held = list[tuple[int, float, float]]
"""Seats that were a person's, with when they sat down there and when they stood up."""


def held(events: Sequence[AnyEvent], person: str | None, tokens: Collection[str]) -> Held:
    """The seats that were a person's."""
    found: Held = []
    since: dict[int, float] = {}
    for event, mine in _with_owner(events, person, tokens):
        seat: Any = getattr(event, "seat", None)
        if mine:
            since.setdefault(seat, event.at)
        if seat in since and (isinstance(event, Stood) or not mine):
            found.append((seat, since.pop(seat), event.at))
    return found + [(seat, at, math.inf) for seat, at in since.items()]


def was_theirs(seats: Held, seat: int, at: float) -> bool:
    """Whether that seat was the person's at that time."""
    return any(own == seat and since <= at <= until for own, since, until in seats)


def is_theirs(event: Sat, person: str | None, tokens: Collection[str]) -> bool:
    """Whether it was that identity that sat down, or whoever had these seat tokens."""
    return event.token in tokens or (person is not None and event.person == person)


def _with_owner(
    events: Sequence[AnyEvent], person: str | None, tokens: Collection[str]
) -> Iterator[tuple[AnyEvent, bool]]:
    """Every event, and whether it is of a seat that was theirs at that time."""
    seats: set[int] = set()
    for event in events:
        if isinstance(event, Sat):
            seats.discard(event.seat)
            if is_theirs(event, person, tokens):
                seats.add(event.seat)
        yield event, getattr(event, "seat", None) in seats
        if isinstance(event, Stood):
            seats.discard(event.seat)


def _forgotten(event: AnyEvent, mine: bool, person: str | None, fresh: dict[str, str]) -> AnyEvent:
    if isinstance(event, Created):
        gone = {seat for seat, token in event.reserved.items() if token in fresh}
        gone |= {seat for seat, found in event.reserved_people.items() if found == person}
        return _replace(
            event,
            host=fresh.get(event.host, event.host),
            reserved={seat: token for seat, token in event.reserved.items() if seat not in gone},
            reserved_people={seat: found for seat, found in event.reserved_people.items() if seat not in gone},
        )
    if mine and isinstance(event, Sat):
        return _replace(event, name=f"Player {event.seat + 1}", token=fresh[event.token], person=None)
    if mine and isinstance(event, Chatted):
        return _replace(event, text="", phrase="")
    return event
