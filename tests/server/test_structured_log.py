"""Logs: one line for each event, and never a secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
import uvicorn

from pediment.core.engine.fairness import fair_seed
from pediment.server import structured_log
from pediment.server.structured_log import censor, log

SEED = fair_seed(bytes(range(32)), ["", "ada"])
TOKEN = "Zm9vYmFyYmF6cXV4MTIzNA"
NAMES = ("", "pediment", "pediment.server", "uvicorn", "uvicorn.error", "uvicorn.access")
Written = Callable[[Literal["text", "json"]], io.StringIO]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """Sets up logs of a kind; gives what is written to stderr from then on. All loggers are as before afterwards."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(logger.handlers[:], logger.level, logger.propagate, logger.disabled) for logger in loggers]
    loggers[0].handlers.clear()  # pytest's, which `force` would close

    def set_up(kind: Literal["text", "json"]) -> io.StringIO:
        stderr = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stderr)
        structured_log.set_up(kind)
        return stderr

    yield set_up
    for logger, (handlers, level, propagate, disabled) in zip(loggers, before, strict=True):
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logger.propagate, logger.disabled = propagate, disabled


def fail(text: str) -> Exception:
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


def test_json_lines(written: Written) -> None:
    stderr = written("json")
    log("move", table="blue-owl", seat=1, ms=2.5, bots=("titan",), late=False, why=None)
    log("a\nbreak", level=logging.WARNING, name="Zoë\n2026")
    first, second = map(json.loads, stderr.getvalue().splitlines())
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ", first.pop("time"))
    assert first == {
        "level": "info",
        "event": "move",
        "table": "blue-owl",
        "seat": 1,
        "ms": 2.5,
        "bots": ["titan"],
        "late": False,
        "why": None,
    }
    assert (second["level"], second["event"], second["name"]) == ("warning", "a\nbreak", "Zoë\n2026")


def test_text_lines(written: Written) -> None:
    stderr = written("text")
    log("move", table="blue-owl", seat=1, name="Zoë the\n2026 first \x1b[2J", bots=["titan"])
    log("forged\n2026-01-01T00:00:00.000Z info \x1b[2J")
    first, second = stderr.getvalue().splitlines()
    assert first.endswith(
        r'Z info    move table=blue-owl seat=1 name="Zo\u00eb the\n2026 first \u001b[2J" bots="[\"titan\"]"'
    )
    assert second.endswith("forged 2026-01-01T00:00:00.000Z info ?[2J")


def test_a_field_overwrites_nothing(written: Written) -> None:
    stderr = written("json")
    log("move", time=3)
    told = json.loads(stderr.getvalue())
    assert told["time"] != 3
    assert told["time_"] == 3


def test_an_error_is_one_field(written: Written) -> None:
    stderr = written("json")
    log("broken", level=logging.ERROR, error=fail(f"a\nb {SEED}"))
    told = json.loads(stderr.getvalue())
    assert told["error"].startswith("Traceback (most recent call last):\n")
    assert told["error"].endswith("ValueError: a\nb hmac-sha256:***")
    assert "line" in told["error"]


def test_an_error_in_text_is_indented(written: Written) -> None:
    stderr = written("text")
    log("broken", error=fail("a\n2026 forged \x1b"))
    first, *others = stderr.getvalue().splitlines()
    assert first.endswith("broken")
    assert all(line.startswith("    ") for line in others)
    assert others[-1] == "    2026 forged ?"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"by Bearer {TOKEN}!", "by Bearer ***"),
        ("authorization: bearer abc", "authorization: bearer ***"),
        (f"seed {SEED} drawn", "seed hmac-sha256:*** drawn"),
        (f"'{SEED}'", "'hmac-sha256:***'"),
        ("GET /api/tables/7?token=a&b=c HTTP/1.1", "GET /api/tables/7?*** HTTP/1.1"),
        ("https://example.org/#abc", "https://example.org/#***"),
        ("postgresql://me:word@db/x down", "postgresql://*** down"),
        ("Origin(seats=2, seed=123456, options={})", "Origin(seats=2, seed=*** options={})"),
        ('{"seed": 7, "token": "ab"}', '{"seed": *** "token": ***"}'),
        (f"/t/{TOKEN}/view", "/t/***/view"),
        ("0b7c296bc55780e8ca3f8758e892fac2", "***"),
        ("-" + "9" * 18, "-***"),
        ("f" * 8 + "0" * 24, "***"),
    ],
)
def test_secrets_are_hidden(text: str, clean: str) -> None:
    assert censor(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "worker replaced",
        'File "/usr/lib/python3.11/asyncio/base_events.py", line 653, in run_until_complete',
        "asyncio.exceptions.LimitOverrunError: Separator is not found",
        "test_a_very_long_name_of_a_function_in_a_traceback",
        "SSLCertVerificationError",
        "answered 404 in 17.123456 ms at 2026-11-16T06:29:38.123Z",
        "take zeus.hercules? No.",
        "2001:db8:1:2::/64",
        "table blue-owl-seven",
    ],
)
def test_the_harmless_stays(text: str) -> None:
    assert censor(text) == text


def test_tokens_of_every_making_are_hidden() -> None:
    for make in (secrets.token_urlsafe, secrets.token_hex):
        for size in (16, 24, 32):
            for _ in range(300):
                token = make(size)
                assert token not in censor(f"seat {token}, /t/{token}/view, x={token};")


@pytest.mark.parametrize("part", ["_", "Aaa", "AAAAaaa", "a-", "seed", "token:", "://", "?a", "bearer ", "9"])
def test_no_text_takes_long(part: str) -> None:
    assert len(censor(part * 20_000 + "1!")) <= len(part) * 20_000 + 100_000


def test_fields_are_censored_by_name_and_by_look(written: Written) -> None:
    stderr = written("json")
    deep: dict[str, Any] = {"course": {"seed": 7, "actions": [f"x {TOKEN}"]}, TOKEN: {"nonces": ["a"]}}
    log("all", seed=7, api_key="a", Authorization="a", seat_token="a", deep=deep, number=10**17, path=f"/t/{TOKEN}")
    told = json.loads(stderr.getvalue())
    for name in ("seed", "api_key", "Authorization", "seat_token", "number"):
        assert told[name] == "***"
    assert told["deep"] == {"course": {"seed": "***", "actions": ["x ***"]}, "***": {"nonces": "***"}}
    assert told["path"] == "/t/***"


def test_other_loggers_write_alike(written: Written) -> None:
    stderr = written("json")
    logging.getLogger("asyncio").error("lost %s", TOKEN)
    logging.getLogger("websockets.server").info("chatter")
    told = json.loads(stderr.getvalue())
    assert (told["logger"], told["event"], told["level"]) == ("asyncio", "lost ***", "error")


def test_uvicorn_writes_alike_and_no_access_log(written: Written) -> None:
    stderr = written("json")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def serve() -> None:
        server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="off", **structured_log.UVICORN))
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /?token={TOKEN} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()
        server.should_exit = True
        await task

    asyncio.run(serve())
    assert stderr.getvalue() == ""  # what it says of connections has addresses of people in it
    logging.getLogger("uvicorn.error").warning("what it complains of")
    told = [json.loads(line) for line in stderr.getvalue().splitlines()]
    assert {line["logger"] for line in told} == {"uvicorn.error"}
    assert TOKEN not in stderr.getvalue()
    assert "GET" not in stderr.getvalue()


def test_a_cause_is_written_once_a_second(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    stderr = written("json")
    for _ in range(5):
        log("database failed", level=logging.ERROR, why="full")
        log("frame failed", level=logging.ERROR, error=fail("a"))
        log("request", path="/")
        logging.getLogger("uvicorn.error").warning("%s is wrong", now)
        now += 0.3
    lines = [json.loads(line) for line in stderr.getvalue().splitlines()]
    found = [(line["event"], line.get("left_out")) for line in lines if line["event"] != "request"]
    assert found == [
        ("database failed", None),
        ("frame failed", None),
        ("0.0 is wrong", None),
        ("database failed", 3),
        ("frame failed", 3),
        ("1.2 is wrong", 3),
    ]
    assert sum(line["event"] == "request" for line in lines) == 5


def test_causes_are_forgotten_in_the_end() -> None:
    once = structured_log.OncePerSecond()
    for n in range(structured_log.MAX_CAUSES + 1):
        assert once.filter(logging.LogRecord("x", logging.ERROR, "", 0, f"cause {n}", None, None))
    assert once.filter(logging.LogRecord("x", logging.ERROR, "", 0, "cause 0", None, None))
    assert not once.filter(logging.LogRecord("x", logging.ERROR, "", 0, "cause 9", None, None))
