"""The gate before the app: what it lets through, what it refuses and how, and what it counts."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, Counter

from pediment.server.domain.refusal import Refused
from pediment.server.live.limits import Limits, address_key
from pediment.server.web import guard
from pediment.server.web.bodies import Problem
from pediment.server.web.guard import Guard, language_of, problem
from pediment.server.web.headers import Message, Receive, Scope, Send
from tests.server.playing import logged

HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
ASSETS = [f"/assets/part-{n}.js" for n in range(40)]
JSON = {"content-type": "application/json", "content-length": "2"}


class Numbers:
    """The two counters of the server's metrics that the guard counts with."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self.refused = Counter("refused", "", ["code"], registry=registry)
        self.requests = Counter("requests", "", ["method", "status"], registry=registry)

    def refusals(self, code: str) -> float:
        return self.registry.get_sample_value("refused_total", {"code": code}) or 0.0

    def served(self, method: str, status: int) -> float:
        return self.registry.get_sample_value("requests_total", {"method": method, "status": str(status)}) or 0.0


class Gate:
    """A guard before an app that answers everything with a status."""

    def __init__(
        self, status: int | None = 204, limits: Limits | None = None, sending: Limits | None = None, body: bytes = b""
    ) -> None:
        self.numbers = Numbers()
        self.reached: list[str] = []
        self.sent: list[Message] = []
        self.status = status
        limits = Limits(1e6, 1e6) if limits is None else limits
        sending = Limits(1e12, 1e12) if sending is None else sending
        self.body = body
        self.guard = Guard(self.app, HOSTS, limits, sending, self.numbers, ASSETS.__contains__)  # type: ignore[arg-type]

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached.append(scope["type"])
        if self.status is None:
            raise OSError("broken")
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": self.status, "headers": []})
            await send({"type": "http.response.body", "body": self.body})

    def call(self, method: str = "GET", path: str = "/api/games", kind: str = "http", **more: Any) -> int:
        """The status of an answer, or the code with which a socket is closed; 0 for a socket that is let in."""
        client = more.pop("client", ("192.0.2.1", 1))
        headers = {"host": "localhost", **more.pop("headers", {})}
        scope: dict[str, Any] = {
            "type": kind,
            "path": path,
            "client": client,
            "headers": [(key.encode(), value.encode("latin-1")) for key, value in headers.items()],
        }
        if kind == "http":
            scope["method"] = method
        self.sent = []

        async def send(message: Message) -> None:
            self.sent.append(message)

        async def receive() -> Message:
            raise AssertionError("the guard reads nothing")

        asyncio.run(self.guard(scope, receive, send))
        if not self.sent:
            return 0
        first = self.sent[0]
        if kind == "http":
            assert [message["type"] for message in self.sent] == ["http.response.start", "http.response.body"]
        return int(first["code"] if kind == "websocket" else first["status"])

    @property
    def problem(self) -> dict[str, Any]:
        """The body of a refusal."""
        return dict(json.loads(self.sent[1]["body"]))


# What is counted and logged


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_known_methods_are_counted_by_their_name(method: str) -> None:
    gate = Gate(205)
    with logged() as lines:
        assert gate.call(method) == 205
    assert gate.numbers.served(method, 205) == 1
    assert gate.numbers.served("other", 205) == 0
    assert f"method={method} path=/api/games status=205" in lines.getvalue()


def test_what_an_answer_took_is_logged_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([5.0, 5.12344])
    monkeypatch.setattr(guard, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    with logged() as lines:
        assert Gate().call() == 204
    assert "status=204 ms=123.4\n" in lines.getvalue()


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "get", "X" * 100])
def test_unknown_methods_are_counted_together(method: str) -> None:
    """Or anybody could make as many counters as there are words."""
    gate = Gate(405)
    assert gate.call(method) == 405
    assert gate.numbers.served("other", 405) == 1
    assert gate.numbers.served(method, 405) == 0


def test_an_app_that_breaks_is_counted_as_a_failure() -> None:
    gate = Gate(None)
    with pytest.raises(OSError, match="broken"):
        gate.call()
    assert gate.numbers.served("GET", 500) == 1


def test_who_watches_the_server_is_not_logged_and_long_paths_are_cut() -> None:
    gate = Gate()
    with logged() as lines:
        for path in ("/healthz", "/metrics"):
            assert gate.call(path=path) == 204
        assert "request" not in lines.getvalue()
        gate.call(path="/" + "x" * 300)
    assert "path=/" + "x" * 199 + " " in lines.getvalue()
    assert gate.numbers.served("GET", 204) == 3


# What is refused


@pytest.mark.parametrize(("method", "safe"), [("GET", True), ("HEAD", True), ("OPTIONS", True), ("POST", False)])
def test_pages_of_others_may_read_and_change_nothing(method: str, safe: bool) -> None:
    gate = Gate()
    status = gate.call(method, headers={"origin": "https://evil.example"})
    assert status == (204 if safe else 403)
    if not safe:
        assert (gate.problem["code"], gate.reached) == ("other-origin", [])
        assert gate.numbers.refusals("other-origin") == 1
    assert gate.call(method, headers={"origin": "http://localhost"}) == 204


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
def test_whatever_is_not_known_as_safe_changes_something(method: str) -> None:
    assert Gate().call(method, headers={"origin": "https://evil.example"}) == 403


def test_sockets_are_refused_with_the_code_as_their_reason() -> None:
    gate = Gate()
    assert gate.call(kind="websocket") == 0
    assert gate.reached == ["websocket"]
    assert gate.call(kind="websocket", headers={"origin": "https://evil.example"}) == 1008
    assert gate.sent == [{"type": "websocket.close", "code": 1008, "reason": "other-origin"}]
    assert gate.call(kind="websocket", headers={"host": "evil.example"}) == 1008
    assert gate.sent[0]["reason"] == "other-host"
    assert gate.reached == ["websocket"]
    assert gate.call(kind="websocket", headers={"content-length": "5"}) == 0  # a body is for requests to say


def test_the_start_of_the_server_passes() -> None:
    gate = Gate()
    assert gate.call(kind="lifespan", headers={"host": "evil.example"}) == 0  # nothing is refused
    assert gate.reached == ["lifespan"]


def test_another_host_is_named_in_the_refusal() -> None:
    gate = Gate()
    host = "evil.example" + "x" * 200
    assert gate.call(headers={"host": host}) == 421
    assert gate.problem["code"] == "other-host"
    assert host[:100] in gate.problem["text"]
    assert host[:101] not in gate.problem["text"]
    assert dict(gate.sent[0]["headers"]) == {b"content-type": b"application/json"}
    assert gate.problem == {"code": "other-host", "text": Refused("other-host", host=host[:100]).text, "rule": ""}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 204),
        ({"content-length": "0"}, 204),
        (JSON, 204),
        ({**JSON, "content-type": "Application/JSON ; charset=utf-8"}, 204),
        ({"content-length": "2"}, 415),
        ({"transfer-encoding": "chunked"}, 415),
        ({"content-length": "0", "transfer-encoding": "chunked"}, 415),
        ({"transfer-encoding": "chunked", "content-type": "application/json"}, 204),
        ({**JSON, "content-type": "text/plain"}, 415),
        ({**JSON, "content-type": "application/jsonp"}, 415),
        ({**JSON, "content-type": "text/plain; application/json"}, 415),
    ],
)
def test_a_body_must_be_said_to_be_json(headers: dict[str, str], status: int) -> None:
    gate = Gate()
    assert gate.call("POST", headers=headers) == status
    assert gate.call("GET", headers=headers) == 204  # where a body means nothing
    if status == 415:
        assert gate.numbers.refusals("bad-type") == 1


def test_refusals_are_in_the_language_that_is_asked_for() -> None:
    gate = Gate()
    refusals = [{"host": "evil.example"}, {"origin": "https://evil.example"}, {"content-length": "2"}]
    for headers in refusals:
        gate.call("POST", headers=headers)
        english = gate.problem["text"]
        gate.call("POST", headers={**headers, "accept-language": "fr"})
        assert gate.problem["text"] != english


# Not too often


def test_addresses_are_counted_apart() -> None:
    gate = Gate(limits=Limits(1, 2, clock=lambda: 0.0))
    assert [gate.call() for _ in range(3)] == [204, 204, 429]
    assert gate.problem == {"code": "too-fast", "text": Refused("too-fast", seconds=2).text, "rule": ""}
    assert dict(gate.sent[0]["headers"]) == {b"content-type": b"application/json", b"retry-after": b"2"}
    assert gate.call(client=("192.0.2.2", 1)) == 204
    assert gate.call(kind="websocket") == 1008
    assert gate.sent[0]["reason"] == "too-fast"
    assert [gate.call(client=None) for _ in range(3)] == [204, 204, 429]  # all who are unknown are one


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_who_watches_the_server_from_this_machine_is_not_limited(path: str, address: str) -> None:
    gate = Gate(limits=Limits(1, 1, clock=lambda: 0.0))
    assert [gate.call(path=path, client=(address, 1)) for _ in range(3)] == [204] * 3
    assert [gate.call(client=(address, 1)) for _ in range(2)] == [204, 429]
    assert [gate.call(path=path) for _ in range(2)] == [204, 429]


def test_what_an_address_is_sent_is_counted() -> None:
    """Beyond its share it is refused until that is paid for; others, and who watches from this machine, are not."""
    now = [0.0]
    gate = Gate(sending=Limits(100, 1000, least=0.0, clock=lambda: now[0]), body=bytes(600))
    assert [gate.call() for _ in range(3)] == [204, 204, 429]
    assert gate.problem["text"] == Refused("too-fast", seconds=2).text
    assert gate.call(client=("192.0.2.2", 1)) == 204
    assert [gate.call(path="/healthz", client=("127.0.0.1", 1)) for _ in range(5)] == [204] * 5
    now[0] += 2.0
    assert gate.call() == 204


def test_what_is_refused_for_another_reason_costs_nothing() -> None:
    gate = Gate(limits=Limits(1, 1, clock=lambda: 0.0))
    assert gate.call(headers={"host": "evil.example"}) == 421
    assert gate.call("POST", headers={"content-length": "2"}) == 415
    assert gate.call() == 204


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("fr", "fr"), (" FR-ch;q=0.9, en", "fr"), ("en, fr", "en"), ("de, fr", "en"), ("x-fr", "en")],
)
def test_the_language_that_comes_first(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


def test_a_refusal_as_a_body_has_its_rule() -> None:
    refused = Refused("illegal", rule="E4.3", why="No.")
    assert problem(refused) == Problem("illegal", "No.", "E4.3")


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_whom_an_address_counts_for(address: str, key: str) -> None:
    assert address_key(address) == key


def test_a_class_behind_one_address_can_open_the_page() -> None:
    """Thirty visits, each with a document and forty of its files, fit into the burst of one address."""
    gate = Gate(200, Limits(rate=1e-9, burst=200))
    for _ in range(30):
        assert gate.call(path="/t/abc") == 200
        assert {gate.call(path=asset) for asset in ASSETS} == {200}
    assert {gate.call("HEAD", path=ASSETS[0]) for _ in range(500)} == {200, 429}


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/assets/no-such-file.js", "http"),
        ("GET", "/assets/", "http"),
        ("OPTIONS", ASSETS[0], "http"),
        ("POST", ASSETS[0], "http"),
        ("", ASSETS[0], "websocket"),
    ],
)
def test_only_files_of_the_page_are_cheap(method: str, path: str, kind: str) -> None:
    gate = Gate(204, Limits(rate=1e-9, burst=2))
    served, refused = (204, 429) if kind == "http" else (0, 1008)
    assert [gate.call(method, path, kind) for _ in range(3)] == [served, served, refused]


def test_files_of_the_page_are_logged_only_if_they_fail() -> None:
    for status in (200, 304, 399, 400, 404, 500):
        with logged() as lines:
            gate = Gate(status)
            assert gate.call(path=ASSETS[0]) == status
        assert ("path=/assets/part-0.js" in lines.getvalue()) == (status >= 400)
        assert gate.numbers.served("GET", status) == 1
