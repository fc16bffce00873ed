"""The browser table as it is served: every file with its type, compressed, under the policy."""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.server.server import Server
from pediment.server.settings import Settings
from pediment.server.web import pages
from pediment.server.web.app import app_of
from pediment.server.web.headers import CONTENT_SECURITY_POLICY, App, Message


@cache
def app() -> App:
    """An app whose database is never opened: the page needs none."""
    return app_of(Server(Settings(database="sqlite:///unused.sqlite")))


def get(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer of the app."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    given = {"host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope: dict[str, Any] = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }

    async def serve() -> None:
        await app()(scope, receive, send)

    asyncio.run(serve())
    told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, b"".join(message.get("body", b"") for message in sent[1:])


def test_the_page_is_built() -> None:
    assert "/index.html" in pages.files(), "make page builds it"


@pytest.mark.parametrize(
    "path", ["/", "/t/abc", "/t/abc/review", "/play/elysium", "/learn/ephyran", "/rules", "/cards/elysium"]
)
def test_every_address_of_the_page_gives_the_document(path: str) -> None:
    status, headers, body = get(path, accept_encoding="br, gzip")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert headers["content-encoding"] == "gzip"
    assert headers["cache-control"] == "no-cache"
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert gzip.decompress(body) == (pages.STATIC / "index.html").read_bytes()


def test_every_file_is_served_with_its_type() -> None:
    types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
    types |= {".woff2": "font/woff2", ".png": "image/png", ".webmanifest": "application/manifest+json"}
    for path in pages.files():
        status, headers, body = get(path)
        assert status == 200, path
        assert body == (pages.STATIC / path[1:]).read_bytes()
        assert headers["content-type"].split(";")[0] == types[Path(path).suffix]
        assert headers["x-content-type-options"] == "nosniff"
        assert ("immutable" in headers["cache-control"]) is path.startswith("/assets/")


def test_big_answers_are_compressed_once() -> None:
    _, headers, body = get("/api/games/elysium/cards", accept_encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert [card["id"] for card in json.loads(gzip.decompress(body))] == pediment.game("elysium").cards()
    assert "content-encoding" not in get("/api/games/elysium/cards")[1]


def test_what_one_has_is_not_sent_again() -> None:
    _, headers, _ = get("/sw.js")
    status, _, body = get("/sw.js", if_none_match=headers["etag"])
    assert (status, body) == (304, b"")


def test_an_address_that_leads_nowhere_is_told_by_the_page_itself() -> None:
    status, headers, body = get("/nowhere", accept="text/html")
    assert status == 404
    assert headers["content-type"].startswith("text/html")
    assert body == (pages.STATIC / "index.html").read_bytes()
    assert get("/nowhere")[0] == get("/assets/nowhere.js")[0] == 404


@pytest.mark.parametrize(
    ("why", "command"), [("sources", "make page"), ("no-tools", "make play"), ("failed", "make play")]
)
@pytest.mark.parametrize(("language", "title"), [("en", "The page is missing"), ("fr", "La page manque")])
def test_without_a_page_a_document_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, why: str, command: str, language: str, title: str
) -> None:
    monkeypatch.setattr(pages, "files", lambda: {})
    monkeypatch.setattr(pages, "why_no_page", lambda: why)
    for path in ("/", "/t/abc"):
        status, headers, body = get(path, accept_language=language)
        assert status == 503
        assert headers["content-type"].startswith("text/html")
        said = body.decode()
        assert f'<html lang="{language}">' in said
        assert f"<h1>{title}</h1>" in said
        assert f"<pre>{command}</pre>" in said
    assert ("npm" in said) is (why == "no-tools")
    assert get("/api/games")[0] == 200
