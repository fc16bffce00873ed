"""The HTTP API of deals that several tables share: the deal of the day, and duplicate matches."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

from litestar import get, post
from litestar.params import JSONBody, Parameter

import pediment
from pediment.server.domain.commands import PlayDaily
from pediment.server.domain.refusal import Refused
from pediment.server.live.deals import Daily, DuplicateMatch
from pediment.server.web import bodies
from pediment.server.web.rest import (
    AnyRequest,
    GameName,
    Locale,
    TheCaller,
    TheServer,
    TheTable,
    address_of,
    check_creations,
    problems,
)

Day = Annotated[str | None, Parameter(max_length=10, description="a day as 2026-11-18; without, today's")]


@get("/daily", responses=problems(401, 422), summary="The deal of the day")
async def get_daily(caller: TheCaller, locale: Locale, server: TheServer, day: Day = None) -> list[Daily]:
    """Today's deal of every game, or those of an earlier day.

    The results are told to those who have played the deal, and to everybody once its day is over.
    """
    try:
        wanted = None if day is None else date.fromisoformat(day)
    except ValueError:
        raise Refused("no-day", locale) from None
    return await server.deals.daily(wanted, caller, locale)


@post("/daily/{game:str}", responses=problems(401, 409, 413, 415, 422, 507), summary="Play the deal of the day")
async def play_daily(
    request: AnyRequest,
    game: GameName,
    data: JSONBody[PlayDaily],
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> bodies.Seated:
    """A table with today's deal, against bots. There is one for each identity, or for each token that you choose."""
    check_creations(request, server)
    if game not in pediment.games():
        raise Refused("no-game", locale, games=", ".join(pediment.games()))
    table, token = await server.deals.play(game, data, caller, address_of(request), locale)
    return bodies.Seated(table, [0], token)


@get("/tables/{table:str}/match", responses=problems(401, 404), summary="A duplicate match")
async def get_match(live: TheTable, locale: Locale, server: TheServer) -> DuplicateMatch:
    """How the duplicate match stands that the table belongs to: both players' points at both tables."""
    return await server.deals.match(live, locale)


HANDLERS: Final = [get_daily, play_daily, get_match]
