"""The doors for requests: every address under /api, described for programs in /api/openapi.json."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, get, patch, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, Parameter

import pediment
from pediment.core.game import Game
from pediment.table import advice, bodies, commands, lesson, tables, wire
from pediment.table.chronicle import AnyEvent, Shared
from pediment.table.guard import check_limit, language_of
from pediment.table.limits import address_key
from pediment.table.people import identity
from pediment.table.place import Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.rooms import database
from pediment.table.seats import Who, hash_of, new_word
from pediment.table.server import Server
from pediment.table.store import Listed

MOST_KEYS: Final = 8
MOST_LISTED: Final = 100
LONGEST_WAIT: Final = 25.0
"""Seconds that a request may wait for news."""

Asking = Request[Any, Any, Any]
TheServer = NamedDependency[Server]
ThePlace = NamedDependency[Place]
Asker = NamedDependency[Who]
Tongue = NamedDependency[str]
TableId = Annotated[str, Parameter(max_length=40, description="the id of a table")]
GameName = Annotated[str, Parameter(max_length=40, description="the name of a game")]
OwnSeat = Annotated[int, Parameter(ge=0, le=9, description="a seat of one's own")]
Label = Annotated[str, Parameter(max_length=120, description="the label of an answer")]
Viewer = Annotated[int | None, Parameter(ge=0, le=9, description="as which seat; without, as the asker sees it")]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a door, for its description."""
    about = {
        400: "cannot be read",
        401: "needs an identity",
        403: "not allowed to you",
        404: "not there",
        409: "not now",
        413: "too big",
        415: "not JSON",
        421: "another host",
        422: "not possible",
        429: "too often",
        503: "the database does not answer",
    }
    every = {400, 403, 421, 429, 503}
    return {
        status: ResponseSpec(bodies.Problem, description=about[status], generate_examples=False)
        for status in sorted({*every, *statuses})
    }


STANDS: Final = {
    200: ResponseSpec(bodies.State, description="the table as it stands", generate_examples=False),
    304: ResponseSpec(None, description="nothing is new", generate_examples=False),
}
STUDIED: Final = {200: ResponseSpec(bodies.Studied, description="as far as it is", generate_examples=False)}


def keys_of(request: Asking) -> list[str]:
    """What the request shows: `Authorization: Bearer key`, or several keys with commas between them."""
    kind, _, keys = request.headers.get("authorization", "").partition(" ")
    if not keys:
        return []
    found = [key.strip() for key in keys.split(",") if key.strip()]
    if kind.lower() != "bearer" or len(found) > MOST_KEYS or any(len(key) > 100 for key in found):
        raise Refused("no-person", find_language(request))
    return found


async def find_who(request: Asking, server: TheServer) -> Who:
    """Who asks."""
    with database():
        return await server.people.who(keys_of(request), find_language(request))


def find_language(request: Asking) -> str:
    """In which language they are answered."""
    return language_of(request.headers.get("accept-language", ""))


async def find_place(table: TableId, who: Asker, tongue: Tongue, server: TheServer) -> Place:
    """The table of the address, if the asker may see it."""
    place = await server.rooms.place(table)
    if not place.may_look(who):
        raise Refused("no-spectators", tongue)
    return place


def check_creations(request: Asking, server: Server) -> None:
    """Raise Refused for an address that makes too many new things."""
    address = address_key(request.client.host if request.client else "unknown")
    check_limit(server.creations, address, find_language(request))


@get("/games", responses=problems(), summary="The games")
async def get_games(tongue: Tongue) -> list[bodies.GameFacts]:
    """All games, with their options and bots."""
    return [advice.game_facts(name, tongue) for name in pediment.games()]


@get("/games/{game:str}/cards", responses=problems(422), summary="The cards of a game")
async def get_cards(game: GameName, tongue: Tongue) -> list[dict[str, Any]]:
    """Names, facts and texts of all cards, of the package's edition."""
    found = _game(game, tongue)
    return [found.card(card, tongue) for card in found.cards()]


@get("/games/{game:str}/rules", responses=problems(422), summary="The rules of a game")
async def get_rules(game: GameName, tongue: Tongue) -> list[bodies.Rule]:
    """Every rule by its number, under the title of its section."""
    return advice.rules(_game(game, tongue), tongue)


@get("/games/{game:str}/guide", responses=problems(422), summary="The overview and the aid of a game")
async def get_guide(game: GameName, tongue: Tongue) -> bodies.Guide:
    """What comes before the rules: an overview, and an aid to print."""
    return advice.guide(_game(game, tongue), tongue)


@get("/lessons", responses=problems(), summary="The lessons")
async def get_lessons(tongue: Tongue) -> list[bodies.Lesson]:
    """The lessons with their chapters, one for each game that has one."""
    return lesson.lessons(tongue)


@post("/lessons/{game:str}", status_code=200, responses=problems(404, 413, 415, 422), summary="A beat of a lesson")
async def ask_beat(game: GameName, data: JSONBody[bodies.AskBeat], tongue: Tongue) -> bodies.Beat:
    """A beat as it stands; with a move, the next one if the move leads on, and if not a remark to it."""
    return lesson.answer(game, data, tongue)


@post("/people", responses=problems(413, 415, 422), summary="A new identity")
async def add_person(
    request: Asking, data: JSONBody[bodies.NewPerson], tongue: Tongue, server: TheServer
) -> bodies.Identity:
    """A name and a secret key, told this once; no password, no address."""
    check_creations(request, server)
    with database():
        return await server.people.add(data, tongue)


@get("/me", responses=problems(401), summary="My identity")
async def get_me(request: Asking, tongue: Tongue, server: TheServer) -> bodies.Identity:
    """Who one is."""
    with database():
        return identity(await server.people.of(keys_of(request), tongue))


@patch("/me", responses=problems(401, 413, 415, 422), summary="Change my identity")
async def change_me(
    request: Asking, data: JSONBody[bodies.ChangePerson], tongue: Tongue, server: TheServer
) -> bodies.Identity:
    """Another name, language, or address that is told when it is one's turn."""
    with database():
        return await server.people.change(await server.people.of(keys_of(request), tongue), data, tongue)


@get("/me/tables", responses=problems(401), summary="My tables")
async def get_my_tables(request: Asking, tongue: Tongue, server: TheServer) -> list[bodies.Summary]:
    """Where one sits or sat, the newest first."""
    with database():
        person = await server.people.of(keys_of(request), tongue)
        return _summaries(await server.store.tables_of(person.id, MOST_LISTED), person.id)


@get("/tables", responses=problems(), summary="Public tables")
async def get_tables(
    server: TheServer, status: FromQuery[Literal["open", "running", "over"]] = "open"
) -> list[bodies.Summary]:
    """The tables that are listed, the newest first."""
    with database():
        return _summaries(await server.store.listed(status, MOST_LISTED), None)


@post("/tables", responses=problems(401, 413, 415, 422), summary="A new table")
async def add_table(
    request: Asking, data: JSONBody[bodies.NewTable], who: Asker, tongue: Tongue, server: TheServer
) -> bodies.Seated:
    """A table of any game, with seats for oneself, for bots and for others. It begins when no seat is free."""
    check_creations(request, server)
    events, seated = tables.new(data, who, time.time(), tongue)
    return await _created(server, events, seated)


@get(
    "/tables/{table:str}",
    responses=problems(401, 404) | STANDS,
    summary="A table as it stands",
    response_headers=[
        ResponseHeader(
            name="ETag", description="names this answer; sent back as If-None-Match", documentation_only=True
        ),
    ],
)
async def get_table(
    request: Asking,
    place: ThePlace,
    who: Asker,
    tongue: Tongue,
    server: TheServer,
    wait: Annotated[float, Parameter(ge=0, le=LONGEST_WAIT, description="seconds to wait for news")] = 0.0,
) -> Response[bytes]:
    """For who cannot keep a socket open: the table and the game as the asker may know them.

    With `If-None-Match` the answer is 304 while nothing is new; with `wait` it comes as soon as something is.
    """
    seen = request.headers.get("if-none-match")
    place.polled_by(who)
    server.rooms.changed(place, None)  # bots among themselves may have rested
    until = time.monotonic() + wait
    while True:
        moved = place.moved
        if not place.may_look(who):  # any more
            raise Refused("no-spectators", tongue)
        body = _state(place, who, tongue)
        tag = f'"{hash_of(body.decode())[:32]}"'
        left = until - time.monotonic()
        if tag != seen or left <= 0 or server.rooms.closing:
            break
        try:
            async with asyncio.timeout(left):
                await moved.wait()
        except TimeoutError:
            continue
    fresh = tag != seen
    return Response(
        body if fresh else b"",
        status_code=200 if fresh else 304,
        media_type="application/json",
        headers={"etag": tag, "cache-control": "no-cache"},
    )


def _state(place: Place, who: Who, language: str) -> bytes:
    viewers = [] if place.room.state is None else place.viewers_of(who)
    views = [msgspec.Raw(place.view(viewer, language, 0)) for viewer in viewers]
    return msgspec.json.encode({"table": place.table(who), "views": views})


@post("/tables/{table:str}/seats", responses=problems(401, 404, 409, 413, 415, 422), summary="Sit down")
async def sit_down(
    data: JSONBody[bodies.SitDown], place: ThePlace, who: Asker, tongue: Tongue, server: TheServer
) -> bodies.Seated:
    """Take a free seat. The invitation's word goes with the other keys."""
    own = [seat.token for seat in place.room.seats if who.owns(seat) and seat.token in who.keys]
    kept = [s.reserved for s in place.room.seats[data.seat : data.seat + 1] if s.reserved and s.reserved in who.keys]
    known = kept + own
    word = None if known else new_word("seat")
    token = known[0] if word is None else hash_of(word)

    def decide(room: Room) -> list[AnyEvent]:
        return commands.sit(room, who, data, token, time.time(), tongue)

    await server.rooms.change(place, decide)
    return bodies.Seated(place.room.table, [data.seat], word)


@post("/tables/{table:str}/commands", status_code=200, responses=problems(401, 404, 409, 413, 415, 422), summary="Play")
async def do_command(
    data: JSONBody[wire.AnyCommand], place: ThePlace, who: Asker, tongue: Tongue, server: TheServer
) -> wire.Done:
    """A move, or anything else that one does at a table: the same as over the socket."""
    return await server.command(place, who, data, tongue)


@get("/tables/{table:str}/views/{seq:int}", responses=problems(401, 404, 422), summary="A view of before")
async def get_view(
    seq: Annotated[int, Parameter(ge=1, le=1_000_000, description="the view's number")],
    place: ThePlace,
    who: Asker,
    tongue: Tongue,
    server: TheServer,
    seat: Viewer = None,
) -> wire.View:
    """What one was shown under that number, of one's seat or as a spectator."""
    if seat is not None:
        _check_own(place, who, seat, tongue)
    viewer = place.viewers_of(who)[0] if seat is None else seat
    with database():
        events = await server.store.read(place.room.table)
    return await asyncio.to_thread(tables.as_shown, place.room.table, events, viewer, seq, tongue)


@get("/tables/{table:str}/record", responses=problems(401, 404, 409), summary="The record of a finished game")
async def get_record(place: ThePlace, tongue: Tongue) -> dict[str, Any]:
    """The whole game as a document, with its seed: `pediment verify` and `pediment replay` read it."""
    return await asyncio.to_thread(tables.written, place.room, tongue)


@get("/tables/{table:str}/cards", responses=problems(401, 404), summary="The cards of a table")
async def get_table_cards(place: ThePlace, tongue: Tongue) -> list[dict[str, Any]]:
    """Names, facts and texts of all cards, of the edition that is played there."""
    return advice.cards(place.room, tongue)


@get("/tables/{table:str}/why", responses=problems(401, 404), summary="Why not?")
async def get_why(seat: OwnSeat, move: Label, place: ThePlace, who: Asker, tongue: Tongue) -> bodies.Reason:
    """Why a seat of one's own may not play that now."""
    _check_own(place, who, seat, tongue)
    return advice.why(place.room, seat, move, tongue)


@get("/tables/{table:str}/preview", responses=problems(401, 404, 409, 422), summary="What a move would do")
async def get_preview(seat: OwnSeat, move: Label, place: ThePlace, who: Asker, tongue: Tongue) -> bodies.Preview:
    """What an answer of a seat of one's own would do, as far as that seat can foresee it."""
    _check_own(place, who, seat, tongue)
    return await asyncio.to_thread(advice.preview, place.room, seat, move, tongue)


@get(
    "/tables/{table:str}/moves/{move:int}", responses=problems(401, 404, 409, 422), summary="A finished game at a move"
)
async def get_move(
    move: Annotated[int, Parameter(ge=0, le=100_000, description="so many decisions were made")],
    place: ThePlace,
    tongue: Tongue,
    seat: Viewer = None,
) -> bodies.Shown:
    """The game after its first decisions, as any seat saw it then."""
    return await asyncio.to_thread(tables.shown, place.room, move, seat, tongue)


@post("/tables/{table:str}/share", responses=problems(401, 404, 409, 415), summary="Share a finished game")
async def share(place: ThePlace, who: Asker, tongue: Tongue, server: TheServer) -> bodies.Word:
    """A word for a link by which anybody sees the finished game."""
    if not place.seats_of(who):
        raise Refused("not-your-seat", tongue)
    word = new_word("share")

    def decide(room: Room) -> list[AnyEvent]:
        if room.status != "over":
            raise Refused("not-over", tongue)
        return [Shared(at=time.time(), token=hash_of(word))]

    await server.rooms.change(place, decide)
    return bodies.Word(place.room.table, word)


@post("/tables/{table:str}/continue", responses=problems(401, 404, 409, 413, 415, 422), summary="Go on from here")
async def go_on(
    request: Asking, data: JSONBody[bodies.GoOn], place: ThePlace, who: Asker, tongue: Tongue, server: TheServer
) -> bodies.Seated:
    """A new table at that point of a finished game; what comes is drawn anew."""
    check_creations(request, server)
    events, seated = await asyncio.to_thread(tables.go_on, place.room, data, who, time.time(), tongue)
    return await _created(server, events, seated)


@post("/records", responses=problems(413, 415, 422), summary="Keep a record")
async def keep_record(
    request: Asking, data: JSONBody[dict[str, Any]], tongue: Tongue, server: TheServer
) -> bodies.Kept:
    """Import a record from elsewhere, to look at it, share it and go on from it."""
    check_creations(request, server)
    events = await asyncio.to_thread(tables.kept, data, time.time(), tongue)
    place = await server.rooms.create(events)
    return bodies.Kept(place.room.table)


@post(
    "/tables/{table:str}/hint",
    status_code=200,
    responses=problems(401, 404, 409, 413, 415, 422),
    summary="Ask for a hint",
)
async def ask_hint(
    data: JSONBody[bodies.AskHint], place: ThePlace, who: Asker, tongue: Tongue, server: TheServer
) -> bodies.Hints:
    """The best moves of the seat that is asked, by what it may know. The whole table is told that it asked."""
    return await server.hint(place, who, data, tongue)


@get("/tables/{table:str}/analysis", responses=problems(401, 404, 409) | STUDIED, summary="The analysis of a game")
async def get_analysis(place: ThePlace, tongue: Tongue, server: TheServer) -> Response[bytes]:
    """How far the analysis of a finished game is, and all of it once it is done."""
    return Response(server.studies.told(place.room, tongue), media_type="application/json")


@post(
    "/tables/{table:str}/analysis",
    status_code=200,
    responses=problems(401, 404, 409, 415, 422) | STUDIED,
    summary="Analyse a finished game",
)
async def study(request: Asking, place: ThePlace, tongue: Tongue, server: TheServer) -> Response[bytes]:
    """Begin the analysis of a finished game, unless that was done; it may have to wait for others."""
    check_creations(request, server)
    server.studies.start(place.room, tongue)
    return Response(server.studies.told(place.room, tongue), media_type="application/json")


@get("/live.schema.json", responses=problems(), summary="The frames of the socket")
async def get_schema() -> dict[str, Any]:
    """The JSON schema of everything that goes over a WebSocket at /api/tables/{table}/live."""
    return wire.schema()


DOORS: Final = [
    get_games,
    get_cards,
    get_rules,
    get_guide,
    get_lessons,
    ask_beat,
    add_person,
    get_me,
    change_me,
    get_my_tables,
    get_tables,
    add_table,
    get_table,
    sit_down,
    do_command,
    get_view,
    get_record,
    get_table_cards,
    get_why,
    get_preview,
    get_move,
    share,
    go_on,
    keep_record,
    ask_hint,
    get_analysis,
    study,
    get_schema,
]


def _game(name: str, language: str) -> Game[Any]:
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    return pediment.game(name)


def _check_own(place: Place, who: Who, seat: int, language: str) -> None:
    if seat not in place.seats_of(who):
        raise Refused("not-your-seat", language)


async def _created(server: Server, events: list[AnyEvent], seated: bodies.Seated) -> bodies.Seated:
    place = await server.rooms.create(events)
    return msgspec.structs.replace(seated, table=place.room.table)


class _Noted(msgspec.Struct):
    """What the store keeps for lists."""

    summary: bodies.Summary
    asked: str | None


def _summaries(listed: list[Listed], person: str | None) -> list[bodies.Summary]:
    """Tables for a list, in the order of what everybody may know of: the store knows of secret decisions, too."""
    found: list[bodies.Summary] = []
    for table in listed:
        noted = msgspec.json.decode(table.head.summary, type=_Noted)
        mine = person is not None and noted.asked == person
        found.append(msgspec.structs.replace(noted.summary, your_turn=mine))
    return sorted(found, key=lambda summary: summary.updated, reverse=True)
