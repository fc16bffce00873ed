"""The guard in front of the app: hosts, origins, rate limits. Requests that pass are counted and logged."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

import msgspec

from pediment.server.domain.refusal import Refused
from pediment.server.live.limits import PAYER, Limits, Payer, address_key, metered
from pediment.server.metrics import Metrics
from pediment.server.structured_log import log
from pediment.server.web.bodies import Problem
from pediment.server.web.headers import LOCAL, App, Message, Receive, Scope, Send, check_host, check_origin

MAX_ARREARS_SECONDS: Final = 1.0
"""An address that was sent so much that it has to wait longer than this is refused; its sockets wait by themselves."""
ASSETS: Final = "/assets/"
ASSET_TOKENS: Final = 0.1
"""What a file of the page costs: a visit asks for dozens of them, and a class behind one address visits at once."""
_READING: Final = frozenset({"GET", "HEAD"})
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ONE_CLICK: Final = "/api/mail/off/"
"""What a mail program posts to by itself, as a form (RFC 8058); the word in the address is all that counts."""
_UNLIMITED: Final = frozenset({"/healthz", "/metrics"})
"""For monitoring from this machine; these are not logged either."""
_KNOWN_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def language_of(accepted: str) -> str:
    """The language of an Accept-Language header: French if it is asked for first, else English.

    >>> language_of("fr-CH, fr;q=0.9, en;q=0.8"), language_of("de")
    ('fr', 'en')
    """
    return "fr" if accepted.strip().lower().startswith("fr") else "en"


class Guard:
    """An ASGI middleware that refuses before anything is read."""

    def __init__(
        self,
        app: App,
        hosts: frozenset[str] | None,
        requests: Limits,
        sending: Limits,
        metrics: Metrics,
        is_file: Callable[[str], bool],
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._requests = requests
        self._sending = sending
        self._metrics = metrics
        self._is_file = is_file  # is that the address of a file of the page?

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        payer = Payer(_address(scope), self._requests) if _limited(scope) else PAYER.get()
        try:
            self._check(scope, payer)
        except Refused as refused:
            self._metrics.refused.labels(refused.code).inc()
            await _refuse(scope, send, refused)
            return
        PAYER.set(payer)
        if scope["type"] == "websocket":
            await metered(self._app(scope, receive, send))
        else:
            await metered(self._serve(scope, receive, send))

    def _check(self, scope: Scope, payer: Payer) -> None:
        language = language_of(_header(scope, b"accept-language"))
        if not check_host(scope["headers"], self._hosts):
            raise Refused("other-host", language, host=_header(scope, b"host")[:100])
        changing = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changing and not check_origin(scope["headers"], self._hosts):
            raise Refused("other-origin", language)
        if scope["type"] == "http" and changing and not (_is_json(scope) or scope["path"].startswith(ONE_CLICK)):
            raise Refused("bad-type", language)
        self._sending.check_debt(payer.address, language, MAX_ARREARS_SECONDS)
        payer.admit(language, ASSET_TOKENS if self._is_asset(scope) else 1.0)

    def _is_asset(self, scope: Scope) -> bool:
        """Is it a file of the page that is asked for, one that exists?"""
        path = scope["path"]
        reading = scope["type"] == "http" and scope["method"] in _READING
        return reading and path.startswith(ASSETS) and self._is_file(path)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif PAYER.get().address:
                self._sending.charge(PAYER.get().address, len(message.get("body", b"")))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            method = scope["method"] if scope["method"] in _KNOWN_METHODS else "other"
            self._metrics.requests.labels(method, status).inc()
            if scope["path"] not in _UNLIMITED and not (self._is_asset(scope) and status < 400):
                ms = round((time.perf_counter() - began) * 1000, 1)
                log("request", level=logging.INFO, method=method, path=scope["path"][:200], status=status, ms=ms)


def _limited(scope: Scope) -> bool:
    return scope["path"] not in _UNLIMITED or _host(scope) not in LOCAL


def _host(scope: Scope) -> str:
    return str((scope.get("client") or ("unknown", 0))[0])


def _address(scope: Scope) -> str:
    return address_key(_host(scope))


def retry_after(refused: Refused) -> str:
    """The seconds after which the same request may succeed."""
    return str(refused.params.get("seconds", 1))


def problem(refused: Refused) -> Problem:
    """A refusal as the body of a response."""
    return Problem(refused.code, refused.text, refused.rule)


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _is_json(scope: Scope) -> bool:
    """Is the body, if there is one, said to be JSON? What a form of another page can send is not."""
    if _header(scope, b"content-length") in ("", "0") and not _header(scope, b"transfer-encoding"):
        return True
    return _header(scope, b"content-type").partition(";")[0].strip().lower() == "application/json"


async def _refuse(scope: Scope, send: Send, refused: Refused) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refused.code})
        return
    headers = [(b"content-type", b"application/json")]
    if refused.code == "too-fast":
        headers.append((b"retry-after", retry_after(refused).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem(refused))})
