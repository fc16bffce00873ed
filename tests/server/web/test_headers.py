"""Security headers on every response; requests from other sites' pages are refused."""

from __future__ import annotations

import asyncio

import pytest

from pediment.server.web.headers import (
    Message,
    Receive,
    Scope,
    SecurityHeaders,
    Send,
    allowed_hosts,
    check_host,
    check_origin,
)


def respond(path: str, public_url: str | None = None, own: tuple[tuple[bytes, bytes], ...] = ()) -> dict[str, str]:
    """The headers of a response of an app that sets its own."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": own})
        await send({"type": "http.response.body", "body": b"x"})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(SecurityHeaders(app, public_url)({"type": "http", "path": path}, receive, send))
    start, body = sent
    assert body == {"type": "http.response.body", "body": b"x"}
    names = [name.lower() for name, _ in start["headers"]]
    assert len(names) == len(set(names))
    return {name.decode().lower(): value.decode() for name, value in start["headers"]}


def test_every_response_has_them() -> None:
    headers = respond("/")
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers
    assert "cache-control" not in headers


def test_https_is_kept_only_where_there_is_https() -> None:
    assert respond("/", "https://play.example.org")["strict-transport-security"].startswith("max-age=")
    assert "strict-transport-security" not in respond("/", "http://play.example.org")


@pytest.mark.parametrize("path", ["/api", "/api/tables"])
def test_nothing_of_the_api_is_stored(path: str) -> None:
    assert respond(path)["cache-control"] == "no-store"
    assert respond(path, own=((b"Cache-Control", b"max-age=9"),))["cache-control"] == "max-age=9"


def test_what_only_looks_like_the_api_may_be_stored() -> None:
    assert "cache-control" not in respond("/apiary")


def test_what_the_app_has_set_stays() -> None:
    assert respond("/", own=((b"Referrer-Policy", b"same-origin"),))["referrer-policy"] == "same-origin"


def test_websockets_pass_untouched() -> None:
    seen: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])
        assert send is forward

    async def receive() -> Message:
        return {}

    async def forward(message: Message) -> None:
        pass

    for kind in ("websocket", "lifespan"):
        asyncio.run(SecurityHeaders(app)({"type": kind, "path": "/"}, receive, forward))
    assert seen == ["websocket", "lifespan"]


LOCAL = {"localhost", "127.0.0.1", "::1"}


@pytest.mark.parametrize(
    ("listened_on", "public_url", "allowed"),
    [
        ("127.0.0.1", None, LOCAL),
        ("192.168.1.5", None, LOCAL | {"192.168.1.5"}),
        ("Box.Local", None, LOCAL | {"box.local"}),
        ("127.0.0.1", "https://Play.example.org:8443/games", LOCAL | {"play.example.org"}),
        ("0.0.0.0", "https://play.example.org", LOCAL | {"play.example.org"}),
        ("0.0.0.0", None, None),
        ("::", None, None),
        ("", None, None),
    ],
)
def test_the_names_of_a_server(listened_on: str, public_url: str | None, allowed: set[str] | None) -> None:
    assert allowed_hosts(listened_on, public_url) == allowed


HERE = frozenset(LOCAL | {"play.example.org"})


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST", "play.example.org", "play.example.org.:443"]
)
def test_a_host_of_ours(host: str) -> None:
    assert check_host([(b"host", host.encode())], HERE)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "evil.example@localhost",
        "evil.example#localhost",
        "localhost/evil",
        "localhost:x",
        "[::1",
        "localhost\\",
        "localhost evil",
        "",
        "\xff",
    ],
)
def test_a_host_that_is_not_ours(host: str) -> None:
    assert not check_host([(b"host", host.encode("latin-1"))], HERE)


def test_exactly_one_host() -> None:
    assert not check_host([], HERE)
    assert not check_host([], None)
    assert not check_host([(b"host", b"localhost"), (b"host", b"localhost")], HERE)
    assert check_host([(b"host", b"whatever.example")], None)


def request(host: str, *origins: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", host.encode()), *((b"Origin", origin.encode()) for origin in origins)]


def test_programs_have_no_origin() -> None:
    assert check_origin(request("localhost:8000"), HERE)
    assert not check_origin(request("evil.example"), HERE)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "http://localhost:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("play.example.org", "https://play.example.org"),
        ("127.0.0.1:8000", "https://play.example.org"),  # a proxy that tells its own name
    ],
)
def test_pages_of_ours(host: str, origin: str) -> None:
    assert check_origin(request(host, origin), HERE)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://evil.example:8000",
        "http://localhost:3000",  # another server on the same machine
        "http://localhost:8000.evil.example",
        "http://localhost:8000@evil.example",
        "http://play.example.org.evil.example",
        "http://play.example.org@evil.example",
        "https://play.example.org/path",
        "file://localhost:8000",
        "null",
        "",
        "localhost:8000",
    ],
)
def test_pages_of_others(origin: str) -> None:
    assert not check_origin(request("localhost:8000", origin), HERE)


def test_two_origins_are_none() -> None:
    assert not check_origin(request("localhost", "http://localhost", "http://localhost"), HERE)


def test_a_server_without_a_name_knows_its_pages_by_the_host_they_call() -> None:
    assert check_origin(request("box:8000", "http://box:8000"), None)
    assert not check_origin(request("box:8000", "http://evil.example"), None)
