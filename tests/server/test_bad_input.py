"""Whatever is sent: a clear refusal, nothing changed, nothing told to the log that is a secret."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.configuration import storage_directory
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from pediment.server.web.app import MAX_BODY_BYTES
from pediment.server.web.socket import MAX_MISTAKES
from pediment.server.web.wire import MAX_FRAME_BYTES
from tests.depth import often
from tests.server.playing import Client, Running, facts, serving
from tests.server.stores import PATIENCE

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
FEW = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("bad") / "tables.sqlite") as found:
        yield found
    assert_clean(found)


@pytest.fixture(scope="module")
def ann(running: Running) -> Client:
    """Somebody with a table under way, and an identity."""
    found = running.client()
    found.keys = [found.post("/api/people", {"name": "Ann"})["key"]]
    found.new_table("ephyran", house={"chat": True}, nonce="mynonce")
    return found


@pytest.fixture(scope="module")
def table(ann: Client) -> str:
    [summary] = ann.get("/api/me/tables")
    return str(summary["table"])


def assert_clean(running: Running) -> None:
    """The log holds no fault of ours and no secret."""
    text = running.lines.getvalue()
    assert "Traceback" not in text, text[text.index("Traceback") - 300 :][:6000]
    assert " error " not in re.sub(r"logger=uvicorn\.error", "", text)
    for live in running.server.tables.loaded.values():
        secret = live.table.created.secret
        assert not secret or secret not in text
        for seat in live.table.seats:
            assert not seat.token or seat.token not in text
    assert not re.search(r"(seat|person|invite|share)_[\w-]{10,}", text)


@pytest.mark.deep
@pytest.mark.parametrize("caller", [pytest.param("nobody", marks=[pytest.mark.long, pytest.mark.heavy]), "somebody"])
def test_the_document_describes_what_happens(tmp_path: Path, caller: str) -> None:
    """Schemathesis over all doors: as described, and never a 500."""
    with serving(tmp_path / "tables.sqlite") as running:
        config = tmp_path / "schemathesis.toml"
        config.write_text("")
        how = ["--phases", "coverage"]
        if caller == "somebody":
            ann = running.client()
            ann.keys = [ann.post("/api/people", {"name": "Ann"})["key"]]
            table = ann.new_table("elysium", house={"chat": True})["table"]
            config.write_text(
                f'headers = {{ Authorization = "Bearer {ann.keys[0]}" }}\n[parameters]\n"path.table" = "{table}"\n'
            )
            how = ["--phases", "fuzzing", "--max-examples", str(often(6, 20))]
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
        url = f"http://127.0.0.1:{running.port}/api/openapi.json"
        known = {"HYPOTHESIS_STORAGE_DIRECTORY": str(storage_directory().path)}  # else it lists all of Unicode again
        done = subprocess.run(
            [*command, url, "--checks", CHECKS, *how, "--generation-deterministic", "--no-color"],
            capture_output=True,
            text=True,
            timeout=500,
            cwd=tmp_path,
            env=os.environ | known,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert_clean(running)


# Requests


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "no-page"),
        ("GET", "/api/", 404, "no-page"),
        ("GET", "/api/nothing", 404, "no-page"),
        ("GET", "/api/tables/x/y/z", 404, "no-page"),
        ("GET", "/api/tables/nowhere", 404, "no-table"),
        ("GET", "/api/tables/" + "x" * 41, 400, "malformed"),
        ("GET", "/api/tables/%00", 404, "no-table"),
        ("GET", "/api/tables/..%2f..%2fetc", 404, "no-page"),
        ("GET", "/assets/../app.py", 404, "no-page"),
        ("GET", "/assets/%2e%2e/app.py", 404, "no-page"),
        ("GET", "/api/tables?status=lost", 400, "malformed"),
        ("DELETE", "/api/tables", 405, "no-method"),
        ("PUT", "/api/me", 405, "no-method"),
        ("POST", "/api/games", 405, "no-method"),
        ("TRACE", "/api/games", 405, "no-method"),
        ("GET", "/api/tables/nowhere/views/x", 404, "no-page"),
    ],
)
def test_addresses_and_methods(running: Running, method: str, path: str, status: int, code: str) -> None:
    answer = running.client().call(method, path)
    assert (answer.status, answer.code) == (status, code)
    assert answer.headers["content-type"] == "application/json"
    assert "content-security-policy" in answer.headers


ENGLISH = re.compile(r"\b(the|is|was|must|expected|invalid|got|missing|unexpected|for|required)\b", re.IGNORECASE)


def test_what_cannot_be_read_is_said_in_french(running: Running, ann: Client, table: str) -> None:
    french = {"accept-language": "fr", "content-type": "application/json"}
    commands = f"/api/tables/{table}/commands"
    bodies = [
        b"",
        b"{",
        b"[]",
        b"[1",
        b"null",
        b"\xff\xfe",
        b"[" * 5000,
        b"{} x",
        b'{"a"}',
        b"{1:2}",
        b'"\\x"',
        b'"\\u00zz"',
    ]
    bodies += [
        b'{"type":"move"}',
        b'{"type":"explode","seat":0}',
        b'{"type":"leave","seat":0,"more":1}',
        b"[1,]",
        b"01",
    ]
    bodies += [b'{"type":"move","seat":0,"seq":1,"move":"' + b"x" * 121 + b'"}', b'{"type":"chat","seat":0,"text":""}']
    bodies += [b'{"type":"leave","seat":%s}' % seat for seat in (b"-1", b"99", b"1.5", b'"x"', b"1" * 30, b"null")]
    answers = [ann.call("POST", commands, raw=body, headers=french) for body in bodies]
    paths = ["/api/tables/" + "x" * 41, "/api/tables?status=lost", f"/api/tables/{table}/preview"]
    paths += [f"/api/tables/{table}/preview?seat=x&move=y", f"/api/tables/{table}/views/1?seat=99"]
    answers += [ann.call("GET", path, headers=french) for path in paths]
    told = [(answer.status, answer.json["text"]) for answer in answers]
    assert {status for status, _ in told} == {400}
    assert [text for _, text in told if ENGLISH.search(text)] == []


def test_bodies(running: Running, ann: Client, table: str) -> None:
    before = facts(running.table(table))
    commands = f"/api/tables/{table}/commands"
    json_type = {"content-type": "application/json"}
    for raw in (
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"type":"move"}',
        b'{"type":"explode","seat":0}',
        b"[" * 5000,
    ):
        answer = ann.call("POST", commands, raw=raw, headers=json_type)
        assert answer.status == 400, (raw[:20], answer.body)
    for body in (
        {"type": "move", "seat": 99, "seq": 1, "move": "x"},
        {"type": "move", "seat": -1, "seq": 1, "move": "x"},
        {"type": "move", "seat": 0, "seq": -1, "move": "x"},
        {"type": "move", "seat": 0, "seq": 10**30, "move": "x"},
        {"type": "move", "seat": "first", "seq": 1, "move": "x"},
        {"type": "move", "seat": 0, "seq": 1.5, "move": "x"},
        {"type": "move", "seat": 0, "seq": 1, "move": "x" * 121},
        {"type": "move", "seat": 0, "seq": 1, "move": "x", "more": 1},
        {"type": "chat", "seat": 0, "text": ""},
        {"type": "chat", "seat": 0, "text": "x" * 501},
        {"type": "hello"},
    ):
        assert ann.call("POST", commands, body).status == 400, body
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = ann.call("POST", commands, raw=b'{"type":"leave","seat":0}', headers={"content-type": kind})
        assert (answer.status, answer.code) == (415, "bad-type"), kind
    assert facts(running.table(table)) == before


def test_too_much_at_once(running: Running, ann: Client) -> None:
    answer = ann.call("POST", "/api/records", {"x": "y" * (MAX_BODY_BYTES + 1)})
    assert (answer.status, answer.code) == (413, "too-big")
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    connection.request(
        "POST",
        "/api/records",
        iter([b" " * 100_000] * 12),  # its length is not told before
        {"content-type": "application/json"},
        encode_chunked=True,
    )
    response = connection.getresponse()
    assert response.status == 413
    connection.close()


@pytest.mark.parametrize(
    "head",
    [
        b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{}",
        b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
        b"GET /api/games HTTP/1.1\r\n\r\n",
        b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-A: " + b"a" * 300_000 + b"\r\n\r\n",
        b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-A: a\r\n" * 50_000 + b"\r\n",
        b"GET " + b"/" * 300_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=["short", "negative", "two lengths", "no host", "long header", "many headers", "long path", "tls"],
)
def test_lies_and_bombs(running: Running, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as client:
        try:
            client.sendall(head)
            client.shutdown(socket.SHUT_WR)
            answer = client.recv(4096)
        except OSError:  # it has hung up
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4"), answer[:100]
    assert running.client().call("GET", "/healthz").status == 200


@pytest.mark.parametrize(
    "shown",
    ["Basic dXNlcjpwYXNz", "Bearer " + ",".join(["x"] * 9), "Bearer " + "x" * 101, "Bearer person_x", "Nonsense x"],
)
def test_bad_keys(running: Running, shown: str) -> None:
    answer = running.client().call("GET", "/api/me", headers={"authorization": shown})
    assert (answer.status, answer.code) == (401, "no-person")


def test_other_peoples_seats(running: Running, ann: Client, table: str) -> None:
    before = facts(running.table(table))
    thief = running.client("seat_" + "x" * 32)
    wanted: dict[str, dict[str, Any]] = {
        "move": {"seq": 1, "move": "x"},
        "undo": {"seq": 1},
        "propose": {"seq": 1},
        "vote": {"yes": True},
        "hand": {"level": "potter"},
        "return": {},
        "leave": {},
        "start": {"level": "potter"},
        "chat": {"text": "I am Ann"},
        "rematch": {},
    }
    for kind, fields in wanted.items():
        answer = thief.command(table, kind, 0, **fields)
        assert (answer.status, answer.code) == (403, "not-your-seat"), kind
    assert facts(running.table(table)) == before


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost.evil.example"]
)
def test_pages_of_other_hosts(running: Running, ann: Client, table: str, origin: str) -> None:
    answer = ann.call("POST", "/api/people", {"name": "X"}, headers={"origin": origin})
    assert (answer.status, answer.code) == (403, "other-origin")
    assert ann.call("GET", "/api/games", headers={"origin": origin}).status == 200  # nothing lets the page read it
    assert "access-control-allow-origin" not in ann.call("GET", "/api/games", headers={"origin": origin}).headers
    with pytest.raises(InvalidStatus) as refused, ann.open(table, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_page_and_other_names(running: Running, ann: Client, table: str) -> None:
    own = f"http://127.0.0.1:{running.port}"
    assert ann.call("POST", "/api/people", {"name": "X"}, headers={"origin": own}).status == 201
    with ann.open(table, origin=own) as connection:
        connection.send('{"type":"hello"}')
        assert connection.recv(timeout=PATIENCE)
    answer = ann.call("GET", "/api/games", headers={"host": "evil.example"})
    assert (answer.status, answer.code) == (421, "other-host")


def test_too_often(tmp_path: Path) -> None:
    """Per address for requests; per seat for commands, and nobody uses up what another seat may do."""
    with serving(tmp_path / "tables.sqlite", requests=0.1) as running:  # so few that a slow machine, too, is refused
        client = running.client()
        assert client.call("GET", "/api/games").status == 200
        again = client.call("GET", "/api/games")
        assert (again.status, again.code) == (429, "too-fast")
        assert int(again.headers["retry-after"]) >= 1
        assert client.call("GET", "/healthz").status == 200
        with pytest.raises(InvalidStatus), client.open("nowhere"):
            pass
    with serving(tmp_path / "others.sqlite", commands=0.2) as running:
        ann = running.client()
        seated = ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}], house={"chat": True})
        ben = running.client(seated["invite"])
        ben.keys.append(ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Ben"})["token"])
        for n in range(5):  # more keys, or other ones, make no other seat
            ann.keys = [*ann.keys[:2], f"seat_{n}"]
            ann.command(seated["table"], "chat", 0, text="Hello")
            assert ben.command(seated["table"], "chat", 0, text="Hello").code == "not-your-seat"
        said = (ann.command(seated["table"], "chat", 0, text="Hello") for _ in range(20))
        refused = next(answer for answer in said if answer.status != 200)  # a slow machine is given one every 5 seconds
        assert (refused.status, refused.code) == (429, "too-fast")
        assert ben.command(seated["table"], "chat", 1, text="Hello").status == 200
        with ann.live(seated["table"]) as live:
            heard = [live.ask({"type": "chat", "seat": 0, "text": "Hello"}) for _ in range(4)]
            assert "too-fast" in [message.get("code") for message in heard]
    assert_clean(running)


# What is not text, and types


BIG = "9" * 5000


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/people", b'{"name": "\xff"}'),
        ("/api/people", b'{"name": "\\ud800"}'),
        ("/api/people", '{"name": "Ann"}'.encode("utf-16")),
        ("/api/people", b"\xef\xbb\xbf{}"),
        ("/api/records", f'{{"seed": {BIG}}}'.encode()),
        ("/api/records", b'{"seed": 1e999}'),
        ("/api/records", b'{"a":' * 50_000),
        ("/api/records", b'{"options":' + b"[" * 900 + b"]" * 900 + b"}"),
        (
            "/api/tables",
            json.dumps({"game": "elysium", "chairs": [{"kind": "open"}] * 2, "edition": f"a = {BIG}"}).encode(),
        ),
        (
            "/api/tables",
            json.dumps({"game": "elysium", "chairs": [{"kind": "open"}] * 2, "edition": f"a = 0x{BIG}"}).encode(),
        ),
        (
            "/api/tables",
            json.dumps({"game": "elysium", "chairs": [{"kind": "open"}] * 2, "edition": "a = " + "[" * 5000}).encode(),
        ),
    ],
    ids=range(11),
)
def test_bodies_that_are_no_text_or_no_number(running: Running, path: str, body: bytes) -> None:
    answer = running.client().call("POST", path, raw=body, headers={"content-type": "application/json"})
    assert (answer.status, answer.code) in ((400, "malformed"), (422, "record"), (422, "options")), answer.body


@pytest.mark.parametrize(
    "line",
    [
        b"GET /api/tables/%ff%fe",
        b"GET /api/tables/%ed%a0%80",
        b"GET /%ff",
        b"GET /assets/%ff%00",
        b"GET /api/tables?status=%ff",
        b"GET /api/games/%ff/cards",
        b"GET /api/tables/x/moves/" + BIG.encode(),
        b"GET /api/tables/x/views/" + BIG.encode(),
        b"GET /api/tables/x/why?seat=" + BIG.encode() + b"&move=%ff",
    ],
    ids=range(9),
)
@pytest.mark.parametrize(
    "header", [b"X-A: a", b"Authorization: Bearer person_\xff", b"Accept-Language: \xff", b"Accept: \xff"]
)
def test_paths_queries_and_headers_that_are_no_text(running: Running, line: bytes, header: bytes) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE) as client:
        client.sendall(line + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" + header + b"\r\n\r\n")
        answer = client.recv(4096)
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]


@pytest.mark.parametrize(
    "body",
    [
        {"type": "chat", "seat": "0", "text": "x"},
        {"type": "chat", "seat": 0.0, "text": "x"},
        {"type": "chat", "seat": False, "text": "x"},
        {"type": "chat", "seat": 0, "text": 7},
        {"type": "chat", "seat": 0, "text": "x", "more": 1},
        {"type": "vote", "seat": 0, "yes": 1},
        {"type": "vote", "seat": 0, "yes": "true"},
        {"type": "leave"},
        {"type": "nothing", "seat": 0},
        [],
        None,
    ],
    ids=range(11),
)
def test_bodies_are_read_as_strictly_as_frames(running: Running, ann: Client, table: str, body: Any) -> None:
    before = facts(running.table(table))
    answer = ann.call(
        "POST",
        f"/api/tables/{table}/commands",
        raw=json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    assert (answer.status, answer.code) == (400, "malformed")
    told = [message for message in answers(ann, table, [json.dumps(body)]) if message["type"] == "error"]
    assert [message["text"] for message in told] == [answer.json["text"]]
    assert facts(running.table(table)) == before


# Frames


def answers(ann: Client, table: str, frames: list[str | bytes]) -> list[dict[str, Any]]:
    """What a socket that has said hello is told after these frames; closed if it was."""
    found: list[dict[str, Any]] = []
    with ann.open(table) as connection:
        send_at_once(connection, [json.dumps({"type": "hello", "keys": ann.keys}), *frames, '{"type":"ping"}'])
        try:
            while not found or found[-1]["type"] != "pong":
                found.append(json.loads(connection.recv(timeout=PATIENCE)))
        except ConnectionClosed as closed:
            found.append({"type": "closed", "code": closed.rcvd.code if closed.rcvd else None})
    if found[-1]["type"] == "closed":
        assert found[-1]["code"] in (1002, 1007, 1008, 1009)
    return found


def send_at_once(connection: ClientConnection, frames: list[str | bytes]) -> None:
    """In one piece: one by one, the talk may be over before the last, and what was told is lost with it."""
    with connection.protocol_mutex:
        for frame in frames:
            if isinstance(frame, str):
                connection.protocol.send_text(frame.encode())
            else:
                connection.protocol.send_binary(frame)
        with contextlib.suppress(OSError):
            connection.socket.sendall(b"".join(connection.protocol.data_to_send()))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
kinds = st.sampled_from(
    ["move", "undo", "propose", "vote", "hand", "return", "leave", "start", "chat", "rematch", "hello", "ping", "x"]
)
fields = st.fixed_dictionaries(
    {"type": kinds | anything},
    optional={
        "seat": st.integers(2, 12) | anything,  # of nobody: nothing must count
        "seq": st.integers(-1, 5) | anything,
        "move": st.text(max_size=150) | anything,
        "id": st.text(max_size=70) | anything,
        "text": st.text(max_size=30) | anything,
        "level": st.text(max_size=10) | anything,
        "yes": st.booleans() | anything,
        "keys": st.lists(st.text(max_size=8), max_size=10) | anything,
    },
)
frames = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=100),
    fields.map(json.dumps),
    anything.map(json.dumps),
)


@FEW
@given(st.lists(frames, min_size=1, max_size=6))
def test_random_frames(running: Running, ann: Client, table: str, sent: list[str | bytes]) -> None:
    before = running.table(table)
    raw = [frame.encode("utf-8", "replace") if isinstance(frame, str) else frame for frame in sent]
    found = answers(ann, table, [frame.decode("utf-8", "replace") if n % 2 else frame for n, frame in enumerate(raw)])
    assert found[-1]["type"] in ("pong", "closed")
    assert {message["type"] for message in found} <= {"table", "view", "error", "pong", "closed"}
    assert running.table(table) is before


@pytest.mark.parametrize(
    "frame",
    [
        "[" * 10_000,
        '{"type":' * 2000,
        '{"type":"chat","seat":0,"text":"\\ud800"}',
        '{"type":"chat","seat":0,"text":"\\u202e"}',
        '{"type":"move","seat":NaN,"seq":1,"move":"x"}',
        '{"type":"move","seat":1e400,"seq":1,"move":"x"}',
        '{"type":"move","seat":0,"seq":99999999999999999999999,"move":"x"}',
        '{"type":"move","seat":0,"seq":1,"move":"x","seat":1}',
        '{"type":"hello","keys":["\\ud800"]}',
        '{"type":"move","seat":0,"seq":1,"move":"\\u0000"}',
        b"\x00\xff\xfe",
        b"",
        "",
        " " * (MAX_FRAME_BYTES + 1),
    ],
    ids=range(14),
)
def test_strange_frames(running: Running, ann: Client, table: str, frame: str | bytes) -> None:
    before = facts(running.table(table))
    found = answers(ann, table, [frame])
    refused = [message for message in found if message["type"] in ("error", "closed")]
    assert refused
    assert all(message.get("text") != "" for message in refused)
    assert facts(running.table(table)) == before


def test_a_frame_beyond_all_bounds(running: Running, ann: Client, table: str) -> None:
    """Its length is enough to end the talk. Whoever sends all of it may be cut off before they read why."""
    before = facts(running.table(table))
    length = 5 * MAX_FRAME_BYTES
    with ann.open(table) as connection:
        connection.send(json.dumps({"type": "hello", "keys": ann.keys}))
        connection.socket.sendall(bytes([0x81, 0x80 | 127]) + length.to_bytes(8) + bytes(4))
        closed = end(connection)
        assert closed.rcvd is not None
        assert closed.rcvd.code == 1009
    with ann.open(table) as connection:
        connection.send(json.dumps({"type": "hello", "keys": ann.keys}))
        with contextlib.suppress(ConnectionClosed):
            connection.send("x" * length)
        end(connection)
    assert facts(running.table(table)) == before


def end(connection: ClientConnection) -> ConnectionClosed:
    """How a talk was ended from the other side, after everything that was told."""
    try:
        while True:
            connection.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed


def test_too_many_mistakes_end_the_talk(ann: Client, table: str) -> None:
    found = answers(ann, table, ["nonsense"] * (MAX_MISTAKES + 5))
    assert found[-1]["type"] == "closed"
    assert [message["type"] for message in found].count("error") == MAX_MISTAKES


def test_who_hangs_up_in_the_middle(running: Running, ann: Client, table: str) -> None:
    """No trace of it in the log but that."""
    for _ in range(10):
        with ann.open(table) as connection:
            connection.send(json.dumps({"type": "hello", "keys": ann.keys}))
            for _ in range(20):
                connection.send('{"type":"chat","seat":0,"text":"Hello"}')
            connection.socket.close()
    assert running.client().call("GET", "/healthz").status == 200
    assert_clean(running)


# Records and options


def test_mutilated_records(running: Running) -> None:
    ann = running.client()
    record = ann.get(f"/api/tables/{running.finished(ann)}/record")
    chance = random.Random(2)
    for _ in range(40):
        broken = mutilated(record, chance)
        answer = ann.call("POST", "/api/records", broken)
        if not isinstance(broken, dict):
            assert (answer.status, answer.code) == (400, "malformed")
            continue
        assert answer.status in (201, 422), (answer.status, answer.body)
        if answer.status == 422:
            assert answer.code == "record"


def mutilated(value: Any, chance: random.Random) -> Any:
    """The same with something else somewhere."""
    strange: list[Any] = [None, True, -1, 10**30, 1.5, "", "x", [], {}, [[]], {"a": {}}, "\x00", "hmac-sha256:00:0:"]
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        if chance.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: mutilated(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        i = chance.randrange(len(value))
        return [*value[:i], mutilated(value[i], chance), *value[i + 1 :]]
    return chance.choice(strange)


@FEW
@given(
    st.sampled_from(["elysium", "ephyran"]),
    st.dictionaries(st.sampled_from(["edition", "gods", "families", "x"]), anything, max_size=2),
)
def test_strange_options(running: Running, game: str, options: dict[str, Any]) -> None:
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    answer = running.client().call("POST", "/api/tables", {"game": game, "chairs": chairs, "options": options})
    assert answer.status in (201, 400, 422), (options, answer.body)


def test_the_log_of_a_whole_game_tells_no_secret(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        person = ann.post("/api/people", {"name": "Ann"})
        ann.keys = [person["key"]]
        chairs = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
        seated = ann.new_table("ephyran", chairs, nonce="a1b2c3nonce")
        ben = running.client(seated["invite"])
        ben.keys.append(
            ben.post(f"/api/tables/{seated['table']}/seats?invite={seated['invite']}", {"seat": 1, "name": "Ben"})[
                "token"
            ]
        )
        assert ben.command(seated["table"], "hand", 1, level="shepherd").status == 200
        with ann.live(seated["table"]) as live:
            live.play(random.Random(1), 20)
            running.finish(seated["table"], left=20)
            live.quiet()
            live.play(random.Random(1))
        word = ann.post(f"/api/tables/{seated['table']}/share")["word"]
        ann.call("GET", f"/t/{seated['table']}?share={word}", headers={"cookie": f"x={word}"})
        ann.call("GET", f"/api/{person['key']}")
        secret = running.table(seated["table"]).created.secret
        words = [person["key"], seated["token"], seated["invite"], *ben.keys, word, secret, "a1b2c3nonce"]
    text = running.lines.getvalue()
    for found in words:
        assert found not in text
        assert found.partition("_")[2] == "" or found.partition("_")[2] not in text
    assert "Traceback" not in text
