"""The app: the API, the page, and the guard in front of them."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import pediment
from pediment.command.error_messages import translate
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.server import Server
from pediment.server.store.store import Unavailable
from pediment.server.structured_log import log
from pediment.server.web import bodies, daily, people, pictures, rest
from pediment.server.web.guard import Guard, language_of, problem, retry_after
from pediment.server.web.headers import LOCAL, App, Message, Receive, Scope, SecurityHeaders, Send, allowed_hosts
from pediment.server.web.link_previews import get_previewed_page
from pediment.server.web.lobby_socket import live_lobby
from pediment.server.web.pages import COMPRESSED, File, document, get_file, get_page, is_file, sent
from pediment.server.web.socket import live

MAX_BODY_BYTES: Final = 1_000_000
MIN_COMPRESSED_BYTES: Final = 2_000
"""Answers of this size or more are compressed."""


@get("/api/openapi.json", include_in_schema=False, opt={COMPRESSED: True})
async def get_openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The description of the API, which is built once."""
    state = request.app.state
    if "openapi" not in state:
        state["openapi"] = File(msgspec.json.encode(request.app.openapi_schema.to_schema()), "application/json")
    return sent(request, state["openapi"], "no-cache")


@get("/healthz", include_in_schema=False)
async def get_health(server: rest.TheServer, locale: rest.Locale) -> Response[Any]:
    """Whether the server works: 503 and why, while nothing can be stored or the database is damaged."""
    try:
        await server.health.check()
    except Unavailable as error:
        log("unhealthy", level=logging.ERROR, why=str(error))
        unavailable = Refused("unavailable", locale)
        why = TEXTS.say(locale, "serve.unhealthy", why=translate(error.why, locale)) if error.why else unavailable.text
        return Response(bodies.Problem(unavailable.code, why, ""), status_code=503, headers={"retry-after": "1"})
    return Response({"status": "ok", "version": pediment.__version__})


@get("/metrics", include_in_schema=False)
async def get_metrics(request: Request[Any, Any, Any], server: rest.TheServer) -> Response[bytes]:
    """For Prometheus, on this machine only."""
    if request.client is None or request.client.host not in LOCAL:
        raise Refused("no-page")
    return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is read as strictly as a frame of the socket: no text for a number, no other encoding."""

    async def json(self) -> Any:
        """The body as the handler wants it. Raises Refused."""
        wanted = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=Any if wanted is None else wanted.annotation)
        except (msgspec.DecodeError, UnicodeError) as error:
            language = language_of(self.headers.get("accept-language", ""))
            raise Refused("malformed", language, why=str(error)[:200].rstrip(".")) from None


def app_of(server: Server) -> App:
    """The whole ASGI app of a server."""
    addresses = _addresses()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        scope[rest.SERVER] = server
        await addresses(scope, receive, send)  # type: ignore[arg-type]

    hosts = allowed_hosts(server.settings.host, server.settings.public_url)
    guarded: Any = Guard(app, hosts, server.requests, server.sending, server.metrics, is_file)
    return SecurityHeaders(guarded, server.settings.public_url)


def _without_body(send: Send) -> Send:
    """Sends what HEAD asks for: the headers that GET would have."""

    async def sent(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return sent


@cache
def _addresses() -> Litestar:
    """What is answered where, by whichever server of this process was asked: Litestar takes long to read it."""
    return Litestar(
        [
            Router(
                "/api",
                route_handlers=[
                    *rest.HANDLERS,
                    *daily.HANDLERS,
                    *people.HANDLERS,
                    *pictures.HANDLERS,
                    live,
                    live_lobby,
                ],
            ),
            get_page,
            get_previewed_page,
            get_file,
            get_openapi,
            get_health,
            get_metrics,
        ],
        dependencies={
            "server": Provide(rest.find_server, sync_to_thread=False),
            "caller": Provide(rest.find_caller),
            "locale": Provide(rest.find_language, sync_to_thread=False),  # no name of a field that clients send
            "live": Provide(rest.find_live_table),
        },
        exception_handlers={
            Refused: _refused,
            HTTPException: _http_error,
            RecursionError: _too_deep,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            title="Pediment",
            version=pediment.__version__,
            description="Tables of card games. Live play goes over the WebSocket /api/tables/{table}/live; "
            "its frames are described in /api/live.schema.json.",
            use_handler_docstrings=True,
            path="/api/-",  # Litestar's own address answers in HTML; ours is get_openapi
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"keys": SecurityScheme(type="http", scheme="bearer")}),
            security=[{}, {"keys": []}],
        ),
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=MIN_COMPRESSED_BYTES,
            gzip_compress_level=4,
            exclude_opt_key=COMPRESSED,
        ),
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY_BYTES,
        logging_config=None,
    )


def _refused(request: Request[Any, Any, Any], refused: Refused) -> Response[bodies.Problem]:
    server = rest.find_server(request.scope)
    server.metrics.refused.labels(refused.code).inc()
    headers = {"retry-after": retry_after(refused)} if refused.status in (429, 503) else {}
    said = refused.said(language_of(request.headers.get("accept-language", "")))
    return Response(problem(said), status_code=refused.status, headers=headers)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What Litestar itself refuses, in our own words."""
    language = language_of(request.headers.get("accept-language", ""))
    if isinstance(error, NotFoundException):
        if request.headers.get("accept", "").startswith("text/html"):  # somebody at a browser, not a program
            return document(request, 404)
        return _refused(request, Refused("no-page", language))
    if isinstance(error, MethodNotAllowedException):
        return _refused(request, Refused("no-method", language))
    if error.status_code == 413:
        return _refused(request, Refused("too-big", language, most=MAX_BODY_BYTES))
    if isinstance(error, ValidationException):
        return _refused(request, Refused("malformed", language, why=_what(error)))
    if isinstance(error, ClientException):
        return _refused(request, Refused("bad-request", language, why=error.detail[:200]))
    if isinstance(error, InternalServerException) and error.detail == "client disconnected prematurely":
        return _refused(request, Refused("malformed", why="it ends too early"))
    return _failed(request, error)


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bodies.Problem]:
    """A body of thousands of brackets."""
    return _refused(request, Refused("malformed", why="it is nested too deeply"))


def _what(error: ValidationException) -> str:
    """The first mistake of a body or a parameter, with its place."""
    for mistake in error.extra if isinstance(error.extra, list) else []:
        if isinstance(mistake, dict):
            place, message = mistake.get("key", ""), mistake.get("message", "")
            if message == "'data'":  # Litestar's words for a body without a byte
                return "it is empty"
            return (message if place == "data" else f"{place}: {message}")[:200].strip(": ")
    return error.detail[:200]


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[bodies.Problem]:
    """An error of ours: logged, and answered without details."""
    server = rest.find_server(request.scope)
    server.metrics.errors.inc()
    log("request failed", level=logging.ERROR, error=error)
    language = language_of(request.headers.get("accept-language", ""))
    return Response(problem(Refused("failed", language)), status_code=500)
