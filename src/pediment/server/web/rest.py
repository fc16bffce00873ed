"""The HTTP API: every address under /api, described for programs in /api/openapi.json."""

from __future__ import annotations

import time
from functools import cache, partial
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Request, Response, delete, get, patch, post, put
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, Parameter
from litestar.response import Stream
from litestar.types import Scope

import pediment
from pediment.core.game import Game
from pediment.lab.chapters import Progress, merged
from pediment.server.domain import deals, history, opening, preview
from pediment.server.domain.adopting import adopt
from pediment.server.domain.commands import AnyCommand, AskHint, GoOn, NewTable, PlayOn, SitDown
from pediment.server.domain.decide import check_plannable, check_room, sit
from pediment.server.domain.events import Shared, Unshared
from pediment.server.domain.forgetting import remove_line
from pediment.server.domain.names import clean
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of, new_id, new_word
from pediment.server.domain.table import Change, Table
from pediment.server.live import compose
from pediment.server.live.challenges import NewChallenge, without_muted
from pediment.server.live.hints import Hints
from pediment.server.live.identities import ChangePerson, Identity, NewPerson, identity, progress_of, standing_of
from pediment.server.live.limits import PAYER, address_key
from pediment.server.live.listing import Summary, summaries
from pediment.server.live.live_table import LiveTable
from pediment.server.live.messages import Done, Plannable, View
from pediment.server.live.operator import AnyOrder, Overview
from pediment.server.live.puzzles import Standing, noted
from pediment.server.live.tables import store_errors_refused
from pediment.server.live.turn_mail import EmailState, NewEmail
from pediment.server.server import Server
from pediment.server.store.moderation import MAX_REPORTS, Report
from pediment.server.web import bodies, lesson, puzzles, studies, wire
from pediment.server.web.game_facts import cards_of, facts_of, guide_of, rules_of
from pediment.server.web.guard import language_of
from pediment.server.web.pages import COMPRESSED, File, sent

SERVER: Final = "pediment.server"
"""Where the scope of a request or socket has the server that was asked."""
MAX_KEYS: Final = 8
MAX_LISTED: Final = 100
MAX_WAIT_SECONDS: Final = 25.0
"""For which a request may wait for news."""

AnyRequest = Request[Any, Any, Any]
TheServer = NamedDependency[Server]
TheTable = NamedDependency[LiveTable]
TheCaller = NamedDependency[Caller]
Locale = NamedDependency[str]
TableId = Annotated[str, Parameter(max_length=40, description="the id of a table")]
GameName = Annotated[str, Parameter(max_length=40, description="the name of a game")]
PuzzleName = Annotated[str, Parameter(max_length=16, description="the id of a puzzle")]
OwnSeat = Annotated[int, Parameter(ge=0, le=9, description="a seat of yours")]
MailWord = Annotated[str, Parameter(max_length=100, description="the word of a link in a mail")]
Label = Annotated[str, Parameter(max_length=120, description="the label of an answer")]
Ahead = Annotated[bool, Parameter(description="as the next move of your plan, not as an answer now")]
Viewer = Annotated[int | None, Parameter(ge=0, le=9, description="as which seat; without, as you see it")]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a handler, for its description."""
    about = {
        400: "cannot be read",
        401: "needs an identity",
        403: "not allowed",
        404: "not found",
        409: "not now",
        413: "too big",
        415: "not JSON",
        421: "wrong host",
        422: "not possible",
        429: "too many requests",
        503: "the database does not answer",
        507: "no room for more",
    }
    every = {400, 403, 421, 429, 503}
    return {
        status: ResponseSpec(bodies.Problem, description=about[status], generate_examples=False)
        for status in sorted({*every, *statuses})
    }


TABLE_RESPONSES: Final = {
    200: ResponseSpec(bodies.State, description="the table as it stands", generate_examples=False),
    304: ResponseSpec(None, description="nothing is new", generate_examples=False),
}
SCHEMA_RESPONSES: Final = {200: ResponseSpec(dict[str, Any], description="a JSON schema", generate_examples=False)}
DATA_RESPONSES: Final = {
    200: ResponseSpec(dict[str, Any], description="everything that is stored about you", generate_examples=False)
}
ORDER_RESPONSES: Final = {200: ResponseSpec(dict[str, Any], description="it is done", generate_examples=False)}
ANALYSIS_RESPONSES: Final = {
    200: ResponseSpec(bodies.AnalysisProgress, description="the progress so far", generate_examples=False)
}


def keys_of(request: AnyRequest) -> list[str]:
    """The keys of a request: `Authorization: Bearer key`, or several keys separated by commas."""
    kind, _, keys = request.headers.get("authorization", "").partition(" ")
    if not keys:
        return []
    found = [key.strip() for key in keys.split(",") if key.strip()]
    if kind.lower() != "bearer" or len(found) > MAX_KEYS or any(len(key) > 100 for key in found):
        raise Refused("no-person", find_language(request))
    return found


def find_server(scope: Scope) -> Server:
    """The server that was asked."""
    server: Server = scope[SERVER]  # type: ignore[typeddict-item]
    return server


async def find_caller(request: AnyRequest, server: TheServer) -> Caller:
    """The caller of a request."""
    language = find_language(request)
    with store_errors_refused():
        caller = await server.identities.caller(keys_of(request), language)
    server.operator.admit(address_of(request), caller, language)
    return caller


def find_language(request: AnyRequest) -> str:
    """The language of the answer."""
    return language_of(request.headers.get("accept-language", ""))


async def find_live_table(
    request: AnyRequest, table: TableId, caller: TheCaller, locale: Locale, server: TheServer
) -> LiveTable:
    """The table of the address, if the caller may see it."""
    live = await server.tables.get(table)
    server.operator.admit(address_of(request), caller, locale, live.table)
    if not live.may_look(caller):
        raise Refused("no-spectators", locale)
    await server.deals.unseal(live)
    return live


def check_creations(request: AnyRequest, server: Server) -> None:
    """Raise Refused for an address that is banned or creates too much."""
    server.operator.admit(address_of(request), Caller(), find_language(request))
    server.creations.check(address_of(request), find_language(request))


def address_of(request: AnyRequest) -> str:
    """The address of a client, as limits and quotas know it."""
    return address_key(request.client.host if request.client else "unknown")


@get("/games", responses=problems(), summary="The games")
async def get_games(locale: Locale, server: TheServer) -> list[bodies.GameFacts]:
    """All games, with their options and bots."""
    return [facts_of(name, locale, server.levels) for name in pediment.games()]


@get("/games/{game:str}/cards", responses=problems(422), summary="The cards of a game")
async def get_cards(game: GameName, locale: Locale) -> list[dict[str, Any]]:
    """Names, facts and texts of all cards, of the package's edition."""
    found = _game(game, locale)
    return [found.card(card, locale) for card in found.cards()]


@get("/games/{game:str}/rules", responses=problems(422), summary="The rules of a game")
async def get_rules(game: GameName, locale: Locale) -> list[bodies.Rule]:
    """Every rule by its number, under the title of its section."""
    return rules_of(_game(game, locale), locale)


@get("/games/{game:str}/guide", responses=problems(422), summary="The overview and the aid of a game")
async def get_guide(game: GameName, locale: Locale) -> bodies.Guide:
    """What comes before the rules: an overview, and an aid to print."""
    return guide_of(_game(game, locale), locale)


@get("/games/{game:str}/studies", responses=problems(422), summary="The studies of a game")
async def get_studies(game: GameName, locale: Locale, server: TheServer) -> list[bodies.Study]:
    """What the lab has found out: what cards are worth, and how balanced the game is."""
    return await server.tables.off_loop.do(partial(studies.shown, _game(game, locale).name, locale))


@get("/lessons", responses=problems(), summary="The lessons")
async def get_lessons(locale: Locale) -> list[bodies.Lesson]:
    """The lessons with their chapters, one for each game that has one."""
    return lesson.lessons(locale)


@post("/lessons/{game:str}", status_code=200, responses=problems(404, 413, 415, 422), summary="A beat of a lesson")
async def ask_beat(game: GameName, data: JSONBody[bodies.AskBeat], locale: Locale) -> bodies.Beat:
    """A beat as it stands; with a move, the next one if the move leads on, and if not, a remark about it."""
    return lesson.answer(game, data, locale)


@get("/puzzles", responses=problems(), summary="The puzzles")
async def get_puzzles(server: TheServer) -> list[bodies.PuzzleList]:
    """All puzzles by game, with their grades, and which one is that of the day; their answers are not told."""
    return await server.tables.off_loop.do(partial(puzzles.listed, puzzles.today()))


@get("/puzzles/{game:str}/{puzzle:str}", responses=problems(404, 422), summary="A puzzle")
async def get_puzzle(game: GameName, puzzle: PuzzleName, locale: Locale, server: TheServer) -> bodies.ShownPuzzle:
    """The question of a puzzle, as the seat sees it that is asked."""
    return await server.tables.off_loop.do(lambda: puzzles.shown(puzzles.find(game, puzzle, locale), locale))


@post(
    "/puzzles/{game:str}/{puzzle:str}",
    status_code=200,
    responses=problems(401, 404, 413, 415, 422),
    summary="Answer a puzzle",
)
async def answer_puzzle(
    request: AnyRequest,
    game: GameName,
    puzzle: PuzzleName,
    data: JSONBody[bodies.AnswerPuzzle],
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> bodies.JudgedAnswer:
    """Whether an answer is right, at once. The first one to a puzzle is rated, and kept with your identity."""
    found = puzzles.find(game, puzzle, locale)
    judged = await server.tables.off_loop.do(partial(puzzles.judged, found, data, locale))
    if not judged.counts:
        return judged
    changing = partial(noted, puzzle=found, right=judged.right, of_the_day=puzzles.day_of(found, puzzles.today()))
    if caller.person is None:
        standing = changing(data.standing or Standing())
    else:
        with store_errors_refused():
            standing = await server.identities.change_standing(keys_of(request), changing, locale)
    return msgspec.structs.replace(judged, standing=standing)


@post(
    "/puzzles/{game:str}/{puzzle:str}/continue",
    responses=problems(401, 404, 413, 415, 422, 507),
    summary="Continue from a puzzle",
)
async def play_puzzle_on(
    request: AnyRequest,
    game: GameName,
    puzzle: PuzzleName,
    data: JSONBody[PlayOn],
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> bodies.Seated:
    """A new table at the question of a puzzle; what follows is drawn afresh, and what its seat cannot know, too."""
    check_creations(request, server)
    opened = partial(puzzles.play_on, puzzles.find(game, puzzle, locale), data, caller, locale, server.levels)
    return await _created(request, server, await server.tables.off_loop.do(opened))


@post("/people", responses=problems(413, 415, 422), summary="A new identity")
async def add_person(request: AnyRequest, data: JSONBody[NewPerson], locale: Locale, server: TheServer) -> Identity:
    """A name and a secret key, told only this once; no password, no e-mail address."""
    check_creations(request, server)
    server.quotas.add(address_of(request), len(data.name.encode()), locale, "people")
    with store_errors_refused():
        return await server.identities.add(data, locale)


@get("/me", responses=problems(401), summary="My identity")
async def get_me(request: AnyRequest, locale: Locale, server: TheServer) -> Identity:
    """Your identity."""
    with store_errors_refused():
        return identity(await server.identities.of(keys_of(request), locale))


@patch("/me", responses=problems(401, 413, 415, 422), summary="Change my identity")
async def change_me(request: AnyRequest, data: JSONBody[ChangePerson], locale: Locale, server: TheServer) -> Identity:
    """Change your name, your language, the URL that is notified when it is your turn, or what others see of you."""
    with store_errors_refused():
        return await server.identities.change(await server.identities.of(keys_of(request), locale), data, locale)


@post("/me/key", status_code=200, responses=problems(401, 415), summary="A new key")
async def change_my_key(request: AnyRequest, locale: Locale, server: TheServer) -> Identity:
    """Another key for your identity, told only this once; the former one stops working, on every device."""
    with store_errors_refused():
        return await server.identities.change_key(await server.identities.of(keys_of(request), locale), locale)


@get("/me/data", responses=problems(401) | DATA_RESPONSES, summary="My data", opt={COMPRESSED: True})
async def get_my_data(request: AnyRequest, locale: Locale, server: TheServer) -> Stream:
    """Everything that is stored about your identity: its settings and bans; your names, moves, chat and reports at
    every table, and when you were reported.
    """
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
    return Stream(await server.erasure.export(person.id), media_type="application/json")


@delete("/me", status_code=200, responses=problems(401, 404), summary="Delete my identity")
async def delete_me(request: AnyRequest, locale: Locale, server: TheServer) -> bodies.Gone:
    """Delete your identity: name, key and chat are replaced at every table; your moves stay, as "Player 1"."""
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
    return bodies.Gone(await server.erasure.forget_person(person.id))


@get("/me/email", responses=problems(401), summary="My e-mail address")
async def get_my_email(request: AnyRequest, locale: Locale, server: TheServer) -> EmailState:
    """Where you are told of your turn in games over days, and whether this server sends mails at all."""
    with store_errors_refused():
        return server.mail.state(await server.identities.of(keys_of(request), locale))


@put("/me/email", responses=problems(401, 404, 413, 415, 422), summary="Set my e-mail address")
async def set_my_email(
    request: AnyRequest, data: JSONBody[NewEmail], caller: TheCaller, locale: Locale, server: TheServer
) -> EmailState:
    """Note an address; it is used once you have opened the link that is sent there."""
    check_creations(request, server)
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
        return await server.mail.ask(person, data, address_of(request), locale)


@delete("/me/email", status_code=200, responses=problems(401), summary="Remove my e-mail address")
async def remove_my_email(request: AnyRequest, locale: Locale, server: TheServer) -> EmailState:
    """Forget your address: no more mails."""
    with store_errors_refused():
        await server.mail.remove(await server.identities.of(keys_of(request), locale))
        return server.mail.state(await server.identities.of(keys_of(request), locale))


@post("/mail/confirm/{word:str}", status_code=200, responses=problems(404, 415), summary="Confirm an e-mail address")
async def confirm_email(word: MailWord, locale: Locale, server: TheServer) -> EmailState:
    """Confirm an address with the word of the link that was sent there."""
    with store_errors_refused():
        return await server.mail.confirm(word, locale)


@post("/mail/off/{word:str}", status_code=200, responses=problems(404), summary="Turn e-mail off")
async def turn_email_off(word: MailWord, locale: Locale, server: TheServer) -> bodies.Gone:
    """No more mails, by the word of the link in each of them; mail programs post here by themselves."""
    with store_errors_refused():
        await server.mail.turn_off(word, locale)
    return bodies.Gone(0)


@get("/me/tables", responses=problems(401), summary="My tables")
async def get_my_tables(request: AnyRequest, locale: Locale, server: TheServer) -> list[Summary]:
    """The tables where you sit or sat, the newest first."""
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
        return summaries(without_muted(person, await server.store.tables_of(person.id, MAX_LISTED)), person.id)


@get("/me/puzzles", responses=problems(401), summary="My puzzles")
async def get_my_puzzles(request: AnyRequest, locale: Locale, server: TheServer) -> Standing:
    """What you have made of the puzzles: your rating in each game, which ones you solved, and your streak."""
    with store_errors_refused():
        return standing_of(await server.identities.of(keys_of(request), locale))


@get("/me/lessons", responses=problems(401), summary="My lessons")
async def get_my_lessons(request: AnyRequest, locale: Locale, server: TheServer) -> Progress:
    """How far you have come in the lessons: by game and chapter, where you are, and which puzzles you have solved."""
    with store_errors_refused():
        return progress_of(await server.identities.of(keys_of(request), locale))


@post("/me/lessons", status_code=200, responses=problems(401, 413, 415), summary="Note my progress in the lessons")
async def note_my_lessons(request: AnyRequest, data: JSONBody[Progress], locale: Locale, server: TheServer) -> Progress:
    """Say where you are in some chapters, and what you have done there; what you did before stays done."""
    with store_errors_refused():
        person = await server.identities.of(keys_of(request), locale)
        noted = partial(merged, news=data, courses=lesson.courses())
        return await server.identities.change_progress(person, noted, locale)


@post(
    "/me/tables/{table:str}",
    status_code=200,
    responses=problems(401, 404, 409, 415),
    summary="Add a table to my identity",
)
async def adopt_table(live: TheTable, caller: TheCaller, locale: Locale, server: TheServer) -> bodies.Seated:
    """Let a table where you sat down without your identity belong to it: send your key and the tokens of your seats.

    Seats of another identity stay as they are.
    """
    person = caller.person
    if person is None:
        raise Refused("no-person", locale)
    if not live.table.tokens & caller.keys:
        raise Refused("not-your-seat", locale)
    await server.tables.rewrite(live, lambda events: adopt(events, person, caller.keys))
    return bodies.Seated(live.table.id, live.seats_of(caller), None)


@get("/tables", responses=problems(), summary="Public tables")
async def get_tables(
    server: TheServer, status: FromQuery[Literal["open", "running", "over"]] = "open"
) -> list[Summary]:
    """The tables that are listed, the newest first."""
    with store_errors_refused():
        listed = await server.store.listed(status, MAX_LISTED)
        return await server.profiles.listed(listed) if status == "open" else summaries(listed, None)


@post("/tables", responses=problems(401, 413, 415, 422, 507), summary="A new table")
async def add_table(
    request: AnyRequest, data: JSONBody[NewTable], caller: TheCaller, locale: Locale, server: TheServer
) -> bodies.Seated:
    """A table of any game, with seats for yourself, for bots and for others. It begins when no seat is free."""
    check_creations(request, server)
    if data.edition is not None:
        read = await server.upload_reader.edition(data.game, data.edition, PAYER.get().address, locale)
        data = msgspec.structs.replace(data, options=data.options | {"edition": read}, edition=None)
    opened = opening.new_table(data, caller, time.time(), locale, server.levels)
    if not data.duplicate:
        return await _created(request, server, opened)
    both = deals.duplicate(opened, data, locale)
    await server.deals.create_match(both, address_of(request), locale)
    (table, one), (twin, _) = both
    return bodies.Seated(table, one.seats, one.token, one.invite, twin)


@get(
    "/tables/{table:str}",
    responses=problems(401, 404) | TABLE_RESPONSES,
    summary="A table as it stands",
    response_headers=[
        ResponseHeader(
            name="ETag", description="names this answer; sent back as If-None-Match", documentation_only=True
        ),
    ],
)
async def get_table(
    request: AnyRequest,
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
    wait: Annotated[float, Parameter(ge=0, le=MAX_WAIT_SECONDS, description="seconds to wait for news")] = 0.0,
) -> Response[bytes]:
    """For clients without a socket: the table and the game as you may know them.

    With `If-None-Match` the answer is 304 while nothing is new; with `wait` it comes as soon as something is.
    """
    seen = request.headers.get("if-none-match")
    live.poll(caller)
    server.tables.changed(live, None)  # bots among themselves may have rested
    until = time.monotonic() + wait
    while True:
        if not live.may_look(caller):  # any more
            raise Refused("no-spectators", locale)
        body = _state(live, caller, locale)
        tag = f'"{hash_of(body.decode())[:32]}"'
        left = until - time.monotonic()
        if tag != seen or left <= 0 or server.tables.closing:
            break
        await live.wait(left)
    fresh = tag != seen
    return Response(
        body if fresh else b"",
        status_code=200 if fresh else 304,
        media_type="application/json",
        headers={"etag": tag, "cache-control": "no-cache"},
    )


def _state(live: LiveTable, caller: Caller, language: str) -> bytes:
    viewers = [] if live.table.state is None else live.viewers_of(caller)
    views = [msgspec.Raw(live.view_message(viewer, language, 0)) for viewer in viewers]
    return msgspec.json.encode({"table": live.table_message(caller), "views": views, "queue": live.place})


@post("/tables/{table:str}/seats", responses=problems(401, 404, 409, 413, 415, 422), summary="Sit down")
async def sit_down(
    data: JSONBody[SitDown], live: TheTable, caller: TheCaller, locale: Locale, server: TheServer
) -> bodies.Seated:
    """Take a free seat. Send the invitation's word with your other keys.

    A program that chooses the `token` itself can repeat a request whose answer was lost: it has the seat, once.
    """
    own = [seat.token for seat in live.table.seats if caller.owns(seat) and seat.token in caller.keys]
    kept = [s.reserved for s in live.table.seats[data.seat : data.seat + 1] if s.reserved and s.reserved in caller.keys]
    known = kept + own
    word = data.token or new_word("seat")
    token = known[0] if known else hash_of(word)

    def deciding(table: Table) -> Change:
        change = sit(table, caller, data, token, time.time(), locale, live.sat_from(PAYER.get().address))
        live.sat(data.seat)  # before the next one who wants to is heard
        return change

    await server.tables.change(live, deciding)
    await server.deals.joined(live)
    return bodies.Seated(live.table.id, [data.seat], word if token == hash_of(word) else None)


@delete("/tables/{table:str}/seats", status_code=200, responses=problems(401, 404, 409), summary="Forget me here")
async def forget_me_here(table: TableId, caller: TheCaller, locale: Locale, server: TheServer) -> bodies.Gone:
    """Delete your name and chat at this table, and give up your seats; also after you have left."""
    await server.erasure.forget_here(table, caller, locale)
    return bodies.Gone(1)


@delete("/tables/{table:str}", status_code=200, responses=problems(401, 404, 409), summary="Delete a table")
async def delete_table(
    request: AnyRequest, table: TableId, caller: TheCaller, locale: Locale, server: TheServer
) -> bodies.Gone:
    """Delete a table where nobody else has a seat, or as its host one that has not begun."""
    try:
        live = await find_live_table(request, table, caller, locale, server)
    except Refused as refused:
        if refused.code != "game-gone":
            raise
        await server.erasure.remove_stored(table, caller, locale)
        return bodies.Gone(1)

    def check(table: Table) -> None:
        mine = [seat for seat, found in enumerate(table.seats) if caller.owns(found)]
        others = [seat for seat, found in enumerate(table.seats) if found.owned and seat not in mine]
        if not mine:
            raise Refused("not-your-seat", locale)
        if others and not (table.status == "open" and table.host in mine):
            raise Refused("not-alone", locale)

    await server.housekeeping.retire(live.table.id, check)
    await server.deals.removed(live.table)
    return bodies.Gone(1)


@delete("/tables/{table:str}/chat", status_code=200, responses=problems(401, 404, 409), summary="Delete a line of chat")
async def delete_line(
    seat: OwnSeat,
    at: Annotated[float, Parameter(description="the time of the line")],
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> bodies.Gone:
    """Delete what you said: nobody is shown it any more, and it is not stored."""
    _check_own(live, caller, seat, locale)
    await server.tables.rewrite(live, lambda events: remove_line(events, seat, at))
    return bodies.Gone(1)


@post("/tables/{table:str}/reports", responses=problems(401, 404, 409, 413, 415, 422, 507), summary="Report a player")
async def report(
    request: AnyRequest,
    data: JSONBody[bodies.NewReport],
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> bodies.Kept:
    """Tell the operator of the server. Nobody at the table sees it."""
    check_creations(request, server)
    _check_own(live, caller, data.seat, locale)
    if data.about >= len(live.table.seats):
        raise Refused("no-seat", locale, seats=len(live.table.seats))
    text = clean(data.text, locale)
    server.quotas.add(address_of(request), len(text.encode()), locale, "reports")
    with store_errors_refused():
        if await server.store.moderation.report_count() >= MAX_REPORTS:
            raise Refused("full", locale)
        found = Report(new_id(), time.time(), live.table.id, data.about, data.seat, text)
        await server.store.moderation.put(found)
    return bodies.Kept(live.table.id)


@post("/challenges", responses=problems(401, 404, 409, 413, 415, 422, 507), summary="Challenge somebody")
async def challenge(
    request: AnyRequest, data: JSONBody[NewChallenge], caller: TheCaller, locale: Locale, server: TheServer
) -> bodies.Seated:
    """A table with a chair that is kept for somebody you have played with, for a day. They see it in the lobby."""
    check_creations(request, server)
    challenges = server.lobby.challenges
    seated = await _created(request, server, await challenges.challenge(data, caller, locale))
    challenges.made(server.tables.loaded[seated.table])
    return seated


@delete("/challenges/{table:str}", status_code=200, responses=problems(401, 404, 409), summary="Decline a challenge")
async def decline(live: TheTable, caller: TheCaller, locale: Locale, server: TheServer) -> bodies.Gone:
    """Decline a challenge: the chair that was kept for you is free for others, and the table is told."""
    await server.lobby.challenges.decline(live, caller, locale)
    return bodies.Gone(1)


@get("/operator", responses=problems(404), summary="The operator's overview")
async def get_overview(request: AnyRequest, locale: Locale, server: TheServer) -> Overview:
    """Load, tables, reports and bans, for the operator's token."""
    server.operator.check(keys_of(request), locale)
    return await server.operator.overview(server.load())


@post(
    "/operator",
    status_code=200,
    responses=problems(404, 409, 413, 415) | ORDER_RESPONSES,
    summary="The operator's orders",
)
async def operate(request: AnyRequest, data: JSONBody[AnyOrder], locale: Locale, server: TheServer) -> Response[Any]:
    """Ban, mute, close, remove, settle, export or forget, for the operator's token."""
    server.operator.check(keys_of(request), locale)
    done = await server.operator.do(data, locale)
    return Response(done) if isinstance(done, dict) else Stream(done, media_type="application/json")


@post(
    "/tables/{table:str}/commands",
    status_code=200,
    responses=problems(401, 404, 409, 413, 415, 422, 507),
    summary="Play",
)
async def do_command(
    request: AnyRequest,
    data: JSONBody[AnyCommand],
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> Done:
    """A move, or anything else that you do at a table: the same as over the socket."""
    return await server.tables.command(live, caller, data, locale, address_of(request))


@get("/tables/{table:str}/views/{seq:int}", responses=problems(401, 404, 422), summary="An earlier view")
async def get_view(
    seq: Annotated[int, Parameter(ge=1, le=1_000_000, description="the view's number")],
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
    seat: Viewer = None,
) -> View:
    """The view with that number, of your seat or as a spectator."""
    if seat is not None:
        _check_own(live, caller, seat, locale)
    viewer = live.viewers_of(caller)[0] if seat is None else seat
    with store_errors_refused():
        events = await server.store.read(live.table.id)

    def shown() -> View:
        table = history.at_view(live.table.id, events, viewer, seq, locale)
        return compose.view_message(table, viewer, locale)

    return await server.tables.off_loop.do(shown)


@get("/tables/{table:str}/record", responses=problems(401, 404, 409), summary="The record of a finished game")
async def get_record(live: TheTable, locale: Locale, server: TheServer) -> dict[str, Any]:
    """The whole game as a document, with its seed: `pediment verify` and `pediment replay` read it."""
    return await server.tables.off_loop.do(partial(history.record_of, live.table, locale))


@get("/tables/{table:str}/cards", responses=problems(401, 404), summary="The cards of a table")
async def get_table_cards(live: TheTable, locale: Locale, server: TheServer) -> list[dict[str, Any]]:
    """Names, facts and texts of all cards, of the edition that is played there."""
    return await server.tables.off_loop.do(partial(cards_of, live.table, locale))


@get("/tables/{table:str}/edition", responses=problems(401, 404), summary="The edition of a table")
async def get_table_edition(live: TheTable) -> Response[dict[str, Any]]:
    """Name, hash and, unless it came with the package, all values of the edition that is played there.

    Messages about the table name it by its hash; it never changes.
    """
    edition = live.table.created.options.get("edition") or {}
    return Response(edition, headers={"cache-control": "private, max-age=86400"})


@get("/tables/{table:str}/why", responses=problems(401, 404), summary="Why not?")
async def get_why(
    seat: OwnSeat, move: Label, live: TheTable, caller: TheCaller, locale: Locale, ahead: Ahead = False
) -> preview.Reason:
    """Why your seat cannot play that now."""
    _check_own(live, caller, seat, locale)
    return preview.why(live.table, seat, move, locale, ahead)


@get("/tables/{table:str}/preview", responses=problems(401, 404, 409, 422), summary="What a move would do")
async def get_preview(
    seat: OwnSeat,
    move: Label,
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
    ahead: Ahead = False,
) -> preview.Preview:
    """What an answer of your seat would do, as far as that seat can foresee it."""
    _check_own(live, caller, seat, locale)
    return await server.tables.off_loop.do(partial(preview.preview, live.table, seat, move, locale, ahead))


@get("/tables/{table:str}/ahead", responses=problems(401, 404, 409), summary="What you can plan next")
async def get_ahead(seat: OwnSeat, live: TheTable, caller: TheCaller, locale: Locale, server: TheServer) -> Plannable:
    """The question of your seat's next turn as things stand, or the one that follows what you have planned for it."""
    _check_own(live, caller, seat, locale)
    check_plannable(live.table, seat, locale)
    return await server.tables.off_loop.do(partial(compose.plannable, live.table, seat, locale))


@get(
    "/tables/{table:str}/moves/{move:int}", responses=problems(401, 404, 409, 422), summary="A finished game at a move"
)
async def get_move(
    move: Annotated[int, Parameter(ge=0, le=100_000, description="the number of moves played")],
    live: TheTable,
    locale: Locale,
    server: TheServer,
    seat: Viewer = None,
) -> history.Shown:
    """The game after its first moves, as any seat saw it then."""
    return await server.tables.off_loop.do(partial(history.at_move, live.table, move, seat, locale))


@post("/tables/{table:str}/share", responses=problems(401, 404, 409, 415), summary="Share a finished game")
async def share(live: TheTable, caller: TheCaller, locale: Locale, server: TheServer) -> bodies.Word:
    """A word for a link that shows the finished game to anybody."""
    if not live.seats_of(caller):
        raise Refused("not-your-seat", locale)
    word = new_word("share")

    def deciding(table: Table) -> Change:
        history.check_over(table, locale)
        check_room(table, locale)
        return table.change([Shared(at=time.time(), token=hash_of(word))])

    await server.tables.change(live, deciding)
    return bodies.Word(live.table.id, word)


@delete("/tables/{table:str}/share", status_code=200, responses=problems(401, 404, 409), summary="Delete links")
async def unshare(live: TheTable, caller: TheCaller, locale: Locale, server: TheServer) -> bodies.Gone:
    """All links that show the finished game stop working."""
    if not live.seats_of(caller):
        raise Refused("not-your-seat", locale)

    def deciding(table: Table) -> Change:
        return table.change([Unshared(at=time.time())] if table.shares else [])

    await server.tables.change(live, deciding, essential=True)
    return bodies.Gone(1)


@post(
    "/tables/{table:str}/continue", responses=problems(401, 404, 409, 413, 415, 422, 507), summary="Continue from here"
)
async def go_on(
    request: AnyRequest,
    data: JSONBody[GoOn],
    live: TheTable,
    caller: TheCaller,
    locale: Locale,
    server: TheServer,
) -> bodies.Seated:
    """A new table at that point of a finished game; what follows is drawn afresh."""
    check_creations(request, server)
    opened = partial(opening.continue_game, live.table, data, caller, time.time(), locale, server.levels)
    return await _created(request, server, await server.tables.off_loop.do(opened))


@post("/records", responses=problems(413, 415, 422, 507), summary="Import a record")
async def keep_record(
    request: AnyRequest, data: JSONBody[dict[str, Any]], locale: Locale, server: TheServer
) -> bodies.Kept:
    """Import a record, to look at it, share it and continue from it."""
    check_creations(request, server)
    events = await server.upload_reader.record(data, PAYER.get().address, time.time(), locale)
    live = await server.tables.create(events, address_of(request), locale)
    return bodies.Kept(live.table.id)


@post(
    "/tables/{table:str}/hint",
    status_code=200,
    responses=problems(401, 404, 409, 413, 415, 422),
    summary="Ask for a hint",
)
async def ask_hint(
    data: JSONBody[AskHint], live: TheTable, caller: TheCaller, locale: Locale, server: TheServer
) -> Hints:
    """The best moves for the seat that is asked, by what it may know. The whole table is told that it asked."""
    return await server.hints.hint(live, caller, data, locale)


@get(
    "/tables/{table:str}/analysis",
    responses=problems(401, 404, 409) | ANALYSIS_RESPONSES,
    summary="The analysis of a game",
)
async def get_analysis(live: TheTable, locale: Locale, server: TheServer) -> Response[bytes]:
    """How far the analysis of a finished game has come, and the analysis once it is done."""
    return Response(server.analyses.told(live.table, locale), media_type="application/json")


@post(
    "/tables/{table:str}/analysis",
    status_code=200,
    responses=problems(401, 404, 409, 415, 422) | ANALYSIS_RESPONSES,
    summary="Analyse a finished game",
)
async def start_analysis(request: AnyRequest, live: TheTable, locale: Locale, server: TheServer) -> Response[bytes]:
    """Start the analysis of a finished game, unless that was done; it may have to wait for others."""
    check_creations(request, server)
    server.analyses.start(live.table, PAYER.get().address, locale)
    return Response(server.analyses.told(live.table, locale), media_type="application/json")


@get(
    "/live.schema.json",
    responses=problems() | SCHEMA_RESPONSES,
    summary="The frames of the socket",
    opt={COMPRESSED: True},
)
async def get_schema(request: AnyRequest) -> Response[bytes]:
    """The JSON schema of everything that goes over a WebSocket at /api/tables/{table}/live."""
    return sent(request, _schema(), "no-cache")


@cache
def _schema() -> File:
    return File(msgspec.json.encode(wire.schema()), "application/json")


HANDLERS: Final = [
    get_games,
    get_cards,
    get_rules,
    get_guide,
    get_studies,
    get_lessons,
    ask_beat,
    get_puzzles,
    get_puzzle,
    answer_puzzle,
    play_puzzle_on,
    add_person,
    get_me,
    change_me,
    change_my_key,
    get_my_data,
    delete_me,
    get_my_email,
    set_my_email,
    remove_my_email,
    confirm_email,
    turn_email_off,
    get_my_tables,
    get_my_puzzles,
    get_my_lessons,
    note_my_lessons,
    adopt_table,
    get_tables,
    add_table,
    get_table,
    sit_down,
    forget_me_here,
    delete_table,
    delete_line,
    report,
    challenge,
    decline,
    get_overview,
    operate,
    do_command,
    get_view,
    get_record,
    get_table_cards,
    get_table_edition,
    get_why,
    get_preview,
    get_ahead,
    get_move,
    share,
    unshare,
    go_on,
    keep_record,
    ask_hint,
    get_analysis,
    start_analysis,
    get_schema,
]


def _game(name: str, language: str) -> Game[Any]:
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    return pediment.game(name)


def _check_own(live: LiveTable, caller: Caller, seat: int, language: str) -> None:
    if seat not in live.seats_of(caller):
        raise Refused("not-your-seat", language)


async def _created(request: AnyRequest, server: Server, opened: opening.Opened) -> bodies.Seated:
    live = await server.tables.create(opened.events, address_of(request), find_language(request))
    return bodies.Seated(live.table.id, opened.seats, opened.token, opened.invite)
