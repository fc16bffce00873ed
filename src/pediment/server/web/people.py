"""Addresses about people: what one has played, profiles of those one has played with, and whose words one hides."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pediment.server.domain.commands import Request, SeatNumber
from pediment.server.domain.outcome import Against, Result
from pediment.server.domain.refusal import Refused
from pediment.server.live.identities import has_muted
from pediment.server.live.live_table import LiveTable
from pediment.server.live.profiles import Careers, HistoryPage, Profile, Wanted
from pediment.server.live.tables import store_errors_refused
from pediment.server.store.store import Person
from pediment.server.web.rest import AnyRequest, Locale, TheCaller, TheServer, TheTable, keys_of, problems

PersonId = Annotated[str, Parameter(max_length=40, description="the id of a person")]


class Mute(Request, frozen=True):
    """Hide what another seat says, or show it again; only you notice."""

    seat: SeatNumber
    muted: bool = True


class MutedSeats(msgspec.Struct, frozen=True):
    """The seats of a table whose words you do not want to read."""

    seats: list[int]


@get("/me/games", responses=problems(401), summary="My finished games")
async def get_my_games(
    request: AnyRequest,
    locale: Locale,
    server: TheServer,
    game: Annotated[str | None, Parameter(max_length=40, description="the name of a game")] = None,
    seats: Annotated[int | None, Parameter(ge=1, le=10, description="how many played")] = None,
    against: Annotated[Against | None, Parameter(description="whom you played against")] = None,
    result: Annotated[Result | None, Parameter(description="how it ended for you")] = None,
    opponent: Annotated[str | None, Parameter(max_length=40, description="the id of somebody who played, too")] = None,
    start: Annotated[int, Parameter(ge=0, le=1_000_000, description="how many to skip")] = 0,
) -> HistoryPage:
    """The games that you have finished, the newest first, 20 at a time."""
    wanted = Wanted(game, seats, against, result, opponent)
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
        return await server.profiles.history(person.id, wanted, start)


@get("/me/record", responses=problems(401), summary="My record")
async def get_my_record(request: AnyRequest, locale: Locale, server: TheServer) -> Careers:
    """What your finished games add up to: ratings, records, best scores, streaks, favourites."""
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
        return await server.profiles.record(person.id, locale)


@get("/people/{person:str}", responses=problems(401, 404), summary="A profile")
async def get_profile(person: PersonId, caller: TheCaller, locale: Locale, server: TheServer) -> Profile:
    """The profile of somebody you have finished a game with, unless they hide it."""
    with store_errors_refused():
        return await server.profiles.profile(person, caller.person, locale)


@get("/tables/{table:str}/mutes", responses=problems(401, 404), summary="Whom I have muted here")
async def get_mutes(request: AnyRequest, live: TheTable, locale: Locale, server: TheServer) -> MutedSeats:
    """The seats whose words you do not want to read."""
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
    return _muted(person, live)


@post(
    "/tables/{table:str}/mutes",
    status_code=200,
    responses=problems(401, 404, 409, 413, 415, 422),
    summary="Mute a player",
)
async def mute(
    request: AnyRequest, data: JSONBody[Mute], live: TheTable, caller: TheCaller, locale: Locale, server: TheServer
) -> MutedSeats:
    """Hide what somebody says, only from yourself: here, and wherever you meet if they have an identity. Or show it."""
    if data.seat >= len(live.table.seats):
        raise Refused("no-seat", locale, seats=len(live.table.seats))
    if not live.table.seats[data.seat].owned or data.seat in live.seats_of(caller):
        raise Refused("not-others", locale)
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
        person = await server.identities.mute(person, _who(live, data.seat), data.muted, locale)
    return _muted(person, live)


def _muted(person: Person, live: LiveTable) -> MutedSeats:
    seats = live.table.seats
    return MutedSeats([k for k in range(len(seats)) if seats[k].owned and has_muted(person, _who(live, k))])


def _who(live: LiveTable, seat: int) -> str:
    """Whoever has that seat: a person wherever they are, a guest only there."""
    return live.table.seats[seat].person or f"{live.table.id}/{seat}"


HANDLERS: Final = [get_my_games, get_my_record, get_profile, get_mutes, mute]
