"""Tables in lists: what the store notes of each, and what a client is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from pediment.server.domain.clock import Clock
from pediment.server.domain.events import AnyEvent, Created, Handed, Sat, Stood
from pediment.server.domain.forgetting import seated
from pediment.server.domain.table import Table
from pediment.server.live.career import Strength
from pediment.server.store.store import ListedTable, TableHead


class Summary(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    status: str
    updated: float
    players: list[str]
    free: int
    your_turn: bool = False
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    winners: list[int] = []
    points: list[int] = []
    """Of every seat, once the game is over."""
    yours: list[int] = []
    bots: list[str | None] = []
    """The level of each seat's bot, by which it is called in any language; not noted before."""
    stand_ins: list[int] = []
    """The seats of people for whom a bot plays; not noted before."""
    ended: float = 0.0
    """When the last move of a finished game was made; not noted before."""
    helped: bool = False
    """Whether a bot has moved for a person; not noted before."""
    deal: str = ""
    """The deal that the table shares with others, if it does."""
    host: int | None = None
    """The seat of the host; not noted before."""
    until: float = 0.0
    """Until when a chair is kept for somebody who was challenged; 0 where none is."""
    host_rating: Strength | None = None
    """Of the host in that game, in lists of open tables; null for guests, and if they hide it."""


def head_of(table: Table) -> TableHead:
    """What lists show of a table."""
    summary = Summary(
        table=table.id,
        game=table.created.game,
        status=table.status,
        updated=table.updated,
        players=table.names(),
        bots=[None if seat.owned or table.created.shown else seat.level for seat in table.seats],
        stand_ins=[k for k, seat in enumerate(table.seats) if seat.owned and seat.level],
        free=sum(seat.free for seat in table.seats),
        options=table.created.public_options(),
        clock=table.created.house.clock,
        winners=table.winners(),
        host=table.host,
        until=table.created.until if table.challenged else 0.0,
        points=table.game.totals(table.state) if table.status == "over" else [],
        ended=table.ended if table.status == "over" else 0.0,
        helped=table.helped,
        deal="" if table.created.deal is None else table.created.deal.id,
    )
    people = [seat.person for seat in table.seats]
    return TableHead(
        game=table.created.game,
        status=table.status,
        listed=table.created.house.listed,
        due=table.due(),
        people=tuple(sorted({*table.people, *(person for person in people if person)})),
        summary=msgspec.json.encode({"summary": summary, "asked": _asked_person(table), "people": people}),
    )


def _asked_person(table: Table) -> str | None:
    """Whose turn it is, if everybody may know."""
    seat = table.asked
    return None if seat is None or table.secret else table.seats[seat].person


def renamed_head(head: TableHead, events: Sequence[AnyEvent]) -> TableHead:
    """The head of a table that cannot be folded, with the names and people that its events have now."""
    noted = msgspec.json.decode(head.summary, type=_Noted)
    sat = seated(events)
    people = {event.person for event in events if isinstance(event, Sat)}
    people |= {person for event in events if isinstance(event, Created) for person in event.reserved_people.values()}
    noted.people = [sat[seat].person if seat in sat else None for seat in range(len(noted.summary.players))]
    noted.asked = noted.asked if noted.asked in noted.people else None
    left = _left(events)
    players = ["" if seat in left else name for seat, name in enumerate(noted.summary.players)]
    players = [sat[seat].name if seat in sat else name for seat, name in enumerate(players)]
    free = players.count("") if head.status == "open" else noted.summary.free
    noted.summary = msgspec.structs.replace(noted.summary, players=players, free=free)
    return replace(head, people=tuple(sorted(filter(None, people))), summary=msgspec.json.encode(noted))


def _left(events: Sequence[AnyEvent]) -> set[int]:
    """The seats that somebody has left and nobody has taken since, no bot either."""
    left: set[int] = set()
    for event in events:
        if isinstance(event, Stood):
            left.add(event.seat)
        elif isinstance(event, Sat | Handed):
            left.discard(event.seat)
    return left


class _Noted(msgspec.Struct):
    """What the store keeps for lists."""

    summary: Summary
    asked: str | None
    people: list[str | None] = []
    """Who has which seat; not noted before."""


def summaries(listed: Sequence[ListedTable], person: str | None) -> list[Summary]:
    """Tables for a list, in the order of what everybody may know of: the store knows of secret decisions, too."""
    found: list[Summary] = []
    for table in listed:
        noted = msgspec.json.decode(table.head.summary, type=_Noted)
        mine = person is not None and noted.asked == person
        yours = [seat for seat, other in enumerate(noted.people) if other and other == person]
        found.append(msgspec.structs.replace(noted.summary, your_turn=mine, yours=yours))
    return sorted(found, key=lambda summary: summary.updated, reverse=True)


def host_of(listed: ListedTable) -> str | None:
    """The identity of the host, if they have one and it was noted."""
    noted = msgspec.json.decode(listed.head.summary, type=_Host)
    return None if noted.summary.host is None or not noted.people else noted.people[noted.summary.host]


def challenger_of(listed: ListedTable) -> str | None:
    """The identity that challenges somebody at that table, who has not answered yet."""
    return host_of(listed) if msgspec.json.decode(listed.head.summary, type=_Host).summary.until else None


class _HostSeat(msgspec.Struct):
    host: int | None = None
    until: float = 0.0


class _Host(msgspec.Struct):
    """What of that says who the host is, and whether somebody is challenged."""

    summary: _HostSeat
    people: list[str | None] = []


def partners_in(listed: ListedTable, person: str) -> list[tuple[str, int, str]]:
    """The other identities that play or played at a table with somebody: id, seat and name there."""
    if listed.head.status == "open":
        return []
    noted = msgspec.json.decode(listed.head.summary, type=_Noted)
    bots = noted.summary.bots or [None] * len(noted.people)
    played = [other if level is None else None for other, level in zip(noted.people, bots, strict=True)]
    if person not in played:
        return []
    names = noted.summary.players
    return [(other, seat, names[seat]) for seat, other in enumerate(played) if other is not None and other != person]
