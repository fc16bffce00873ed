"""Deals that several tables share: the deal of the day, and the two tables of a duplicate match.

All tables of a deal draw from one secret, so they take no nonces; the commitment names the deal instead of the table.
Until the last of them may know it, nothing that tells of draws leaves the server but the views of those who play.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import msgspec

from pediment.core.game import Game
from pediment.server.domain.commands import NewTable, PlayDaily
from pediment.server.domain.events import AnyEvent, Created, Deal, Handed, House, Sat, Started
from pediment.server.domain.names import clean
from pediment.server.domain.opening import Opened
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of, new_id, new_word
from pediment.server.domain.table import Change, Table

OPPONENT: Final = "scholar"
"""The level of the bots at the other seats of the deal of the day."""
COMPARED: Final = ("potter", "scholar", "strategist")
"""The levels of the bots that play it, too, in everybody's own seat."""
MAX_TRIES: Final = 2_000
"""Of one deal of the day, those of bots among them."""

_replace = msgspec.structs.replace


def today(now: float) -> date:
    """The day by which deals go, that of UTC."""
    return datetime.fromtimestamp(now, UTC).date()


def daily_id(game: str, day: date) -> str:
    """The id of a deal of the day, and of the table that keeps it.

    >>> daily_id("elysium", date(2026, 11, 18))
    'daily-2026-11-18-elysium'
    """
    return f"daily-{day.isoformat()}-{game}"


def daily(game: Game[Any], day: date, now: float) -> list[AnyEvent]:
    """The events of the table that keeps the deal of a day: nobody can sit there, or look at it."""
    midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC).timestamp()
    seats = game.usual_seats()
    created = Created(
        at=now,
        game=game.name,
        seats=seats,
        options=game.check_options(seats, 0, {}),
        house=House(spectators=False),
        secret=secrets.token_hex(32),
        invite=hash_of(new_word("invite")),
        rules=game.rules_version,
        fair=2,
        deal=Deal(daily_id(game.name, day), ends=midnight),
    )
    return [created]


def play_daily(deal: Table, wanted: PlayDaily, caller: Caller, now: float, language: str) -> Opened:
    """A table at which the caller plays the deal of the day, against bots. Raises Refused."""
    token = wanted.token or new_word("seat")
    sat = Sat(at=now, seat=0, name=clean(wanted.name, language), token=hash_of(token), person=caller.person)
    return Opened(_try(deal, sat, now), [0], token, None)


def compare_daily(deal: Table, level: str, now: float) -> list[AnyEvent]:
    """The events of a table at which a bot plays the deal of the day in everybody's own seat."""
    return _try(deal, Handed(at=now, seat=0, level=level, why="seated"), now)


def _try(deal: Table, first: Sat | Handed, now: float) -> list[AnyEvent]:
    host = first.token if isinstance(first, Sat) else ""
    created = _replace(deal.created, at=now, invite=hash_of(new_word("invite")), host=host)
    others = [Handed(at=now, seat=seat, level=OPPONENT, why="seated") for seat in range(1, created.seats)]
    return [created, first, *others, Started(at=now)]


def marks_of(deal: Table, caller: Caller) -> list[str]:
    """By what a deal of the day recognises whoever asks, their identity first; it tells nobody else who they are."""
    own = [] if caller.person is None else [f"person {caller.person}"]
    return [_mark(deal, word) for word in [*own, *(f"token {key}" for key in sorted(caller.keys))]]


def mark_of(deal: Table, caller: Caller, token: str) -> str:
    """The mark of somebody who plays: of their identity, or else of their seat's token."""
    return _mark(deal, f"token {hash_of(token)}" if caller.person is None else f"person {caller.person}")


def bot_mark(level: str) -> str:
    """The mark of a bot that plays a deal of the day."""
    return f"bot {level}"


def _mark(deal: Table, word: str) -> str:
    return hash_of(f"{deal.created.secret} {word}")[:32]


def bot_seed(table: Table, seat: int) -> int | None:
    """What a bot's chance comes from at a table of a deal, so that it answers alike wherever the same was played."""
    if table.created.deal is None:
        return None
    return int(hash_of(f"{table.created.secret} bot {seat} {len(table.labels)}")[:15], 16)


def duplicate(opened: Opened, wanted: NewTable, language: str) -> list[tuple[str, Opened]]:
    """A new table of two with an empty seat as two with the same deal, at which its host sits the other way round; each
    with its id. Raises Refused for another number of seats.
    """
    if sorted(chair.kind for chair in wanted.chairs) != ["me", "open"]:
        raise Refused("not-two", language)
    ids = [new_id(), new_id()]
    deal = new_id()
    found: list[tuple[str, Opened]] = []
    for k, table in enumerate(ids):
        events = [_turned(event, k, Deal(deal, twin=ids[1 - k])) for event in opened.events]
        found.append((table, replace(opened, events=events, seats=[seat ^ k for seat in opened.seats])))
    return found


def _turned(event: AnyEvent, k: int, deal: Deal) -> AnyEvent:
    """The first event of a table, at the second one of a match with the seats exchanged. Only the first is listed."""
    if isinstance(event, Sat):
        return _replace(event, seat=event.seat ^ k, nonce="")
    assert isinstance(event, Created)
    event = _replace(event, deal=deal, starts=True)
    if k and event.house.listed:
        return _replace(event, house=_replace(event.house, listed=False), invite=hash_of(new_word("invite")))
    return event


def join(table: Table, twin: Table, now: float) -> Change:
    """Whoever has sat down at the twin of a table sits down there, too: the game begins."""
    free = [seat for seat, found in enumerate(table.seats) if found.free]
    new = [found for found in twin.seats if found.owned and found.token not in table.tokens]
    if table.status != "open" or len(free) != 1 or len(new) != 1:
        return table.change([])
    sat = Sat(at=now, seat=free[0], name=new[0].name, token=new[0].token, person=new[0].person)
    return table.change([sat, Started(at=now)])
