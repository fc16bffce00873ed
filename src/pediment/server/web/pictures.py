"""Pictures to share over HTTP: of finished games and their positions, puzzles, and the deal of the day.

A running game has none, and nobody learns from these addresses whether a table exists that they may not see.
"""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Annotated, Final, Literal

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

import pediment
from pediment.pictures import posters
from pediment.pictures.canvas import Canvas
from pediment.pictures.words import Words
from pediment.server.domain import history
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Table
from pediment.server.live.live_table import LiveTable
from pediment.server.live.pictures import Picture
from pediment.server.server import Server
from pediment.server.web import puzzles
from pediment.server.web.pages import COMPRESSED
from pediment.server.web.rest import (
    AnyRequest,
    GameName,
    Locale,
    PuzzleName,
    TableId,
    TheCaller,
    TheServer,
    find_live_table,
    problems,
)

UNSEEN: Final = ("no-table", "no-spectators", "game-gone", "not-over", "sealed", "no-view")
"""Why a table has no picture for somebody; they are told the same of all."""
FOR_ALL: Final = {
    "cache-control": "public, max-age=300",  # not longer: a name can be deleted
    "cross-origin-resource-policy": "cross-origin",
}
FOR_ONE: Final = {"cache-control": "private, no-cache"}
Language = Annotated[
    Literal["en", "fr"] | None, Parameter(description="the language; without, that of the request's headers")
]
MoveNumber = Annotated[
    int | None, Parameter(ge=0, le=100_000, description="the number of moves played; without, how the game ended")
]
PICTURE_RESPONSES: Final = {
    200: ResponseSpec(None, description="a PNG", media_type="image/png", generate_examples=False),
    304: ResponseSpec(None, description="you have it", generate_examples=False),
}


async def find_finished(request: AnyRequest, table: str, caller: Caller, language: str, server: Server) -> LiveTable:
    """A finished game that the caller may see. Raises Refused, with one answer for all that is not there for them."""
    try:
        live = await find_live_table(request, table, caller, language, server)
        history.check_over(live.table, language)
    except Refused as refused:
        if refused.code in UNSEEN:
            raise Refused("no-picture", language) from None
        raise
    return live


@get(
    "/tables/{table:str}/picture",
    responses=problems(401, 404) | PICTURE_RESPONSES,
    summary="A picture of a finished game",
    media_type="image/png",
    opt={COMPRESSED: True},
)
async def get_table_picture(
    request: AnyRequest,
    table: TableId,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
    move: MoveNumber = None,
    language: Language = None,
) -> Response[bytes]:
    """How it ended, or the table after some of its moves as a spectator saw it then."""
    live = await find_finished(request, table, caller, locale, server)
    found, spoken = live.table, language or locale
    if move is not None and move > len(found.labels):
        raise Refused("no-picture", locale)
    key = (found.id, found.events, live.rewrites, tuple(found.names(spoken)), move, spoken)
    draw = partial(ending, found, spoken) if move is None else partial(position, found, move, spoken)
    return _sent(request, await server.pictures.get(key, draw), FOR_ALL if live.may_look(Caller()) else FOR_ONE)


@get(
    "/puzzles/{game:str}/{puzzle:str}/picture",
    responses=problems(404, 422) | PICTURE_RESPONSES,
    summary="A picture of a puzzle",
    media_type="image/png",
    opt={COMPRESSED: True},
)
async def get_puzzle_picture(
    request: AnyRequest,
    game: GameName,
    puzzle: PuzzleName,
    locale: Locale,
    server: TheServer,
    language: Language = None,
) -> Response[bytes]:
    """Its question, as the seat sees it that is asked; nothing of the answer."""
    puzzles.find(game, puzzle, locale)
    spoken = language or locale
    found = await server.pictures.get((game, puzzle, spoken), partial(question, game, puzzle, spoken))
    return _sent(request, found, FOR_ALL)


@get(
    "/daily/picture",
    responses=problems() | PICTURE_RESPONSES,
    summary="A picture of the deal of the day",
    media_type="image/png",
    opt={COMPRESSED: True},
)
async def get_daily_picture(
    request: AnyRequest, locale: Locale, server: TheServer, language: Language = None
) -> Response[bytes]:
    """What it is, and which day; nothing of its cards."""
    day, spoken = puzzles.today(), language or locale
    found = await server.pictures.get((day, spoken), partial(deal, day, spoken))
    return _sent(request, found, FOR_ALL)


def ending(table: Table, language: str) -> Canvas:
    """How a finished game ended."""
    view = table.game.view(table.state, None)
    return posters.ending(view, table.names(language), table.winners(), history.places(table), language)


def position(table: Table, move: int, language: str) -> Canvas:
    """A finished game after its first `move` moves, as a spectator saw it then."""
    game, state = table.game, table.back(move, None)
    last = move == len(table.labels)
    prompt = "" if last else game.prompt(state, language, table.called(language))
    line = Words(language)("poster.move", n=move, total=len(table.labels))
    view, winners = game.view(state, None), table.winners() if last else []
    return posters.position(view, table.names(language), winners, prompt, line, language, box=game.edition_of(state))


def question(game: str, puzzle: str, language: str) -> Canvas:
    """A puzzle, as the seat sees it that is asked."""
    found = puzzles.find(game, puzzle, language)
    own, state, names, words = found.game(), found.state(), puzzles.names_of(found, language), Words(language)
    prompt = own.prompt(state, language, names)
    line = words("poster.puzzle", level=words(f"poster.{found.level}"))
    view = own.view(state, found.seat)
    return posters.position(view, names, [], prompt, line, language, found.seat, own.edition_of(state))


def deal(day: date, language: str) -> Canvas:
    """The deal of a day."""
    return posters.daily(day, [pediment.kit(name).title for name in pediment.games()], language)


def _sent(request: AnyRequest, picture: Picture, headers: dict[str, str]) -> Response[bytes]:
    known = request.headers.get("if-none-match") == picture.tag
    return Response(
        b"" if known else picture.body,
        status_code=304 if known else 200,
        media_type="image/png",
        headers=headers | {"etag": picture.tag, "vary": "accept-language, authorization"},
    )


HANDLERS: Final = [get_table_picture, get_puzzle_picture, get_daily_picture]
