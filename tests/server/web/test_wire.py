"""What clients may send, to the last character; what a host can set; what refusals are called."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pediment.lab.analysis import ITERATIONS
from pediment.server.domain import commands
from pediment.server.domain.clock import MIN_SECRET_SECONDS, Clock
from pediment.server.domain.events import Acted, Created, House
from pediment.server.domain.refusal import STATUS, TEXTS, Refused
from pediment.server.domain.wishes import Wish
from pediment.server.live import messages
from pediment.server.live.identities import ChangePerson, NewPerson
from pediment.server.server import Server
from pediment.server.settings import Settings, default_database
from pediment.server.web import bodies, wire

MOVE = {"type": "move", "seat": 0, "seq": 1, "move": "pass"}
CHAT = {"type": "chat", "seat": 0, "text": "Hello"}
PLAN = {"type": "plan", "seat": 0, "seq": 1}
START = {"type": "start", "seat": 0}
VOTE = {"type": "vote", "seat": 0, "yes": True}
HELLO = {"type": "hello"}
CHAIR = {"kind": "me", "name": "Ann"}
TABLE = {"game": "elysium", "chairs": [CHAIR, CHAIR]}
GO_ON = {"move": 0, "chairs": [CHAIR]}


def frame(document: dict[str, Any]) -> Any:
    return wire.read_frame(msgspec.json.encode(document))


@pytest.mark.parametrize(
    ("base", "field", "right", "wrong"),
    [
        (MOVE, "seat", [0, 9], [-1, 10, "0", 0.5, None]),
        (MOVE, "seq", [0, 1_000_000], [-1, 1_000_001]),
        (MOVE, "move", ["", "x" * 120], ["x" * 121]),
        (MOVE, "id", ["", "x" * 64], ["x" * 65]),
        (CHAT, "text", ["x", "x" * 500], ["", "x" * 501]),
        (PLAN, "moves", [[], ["x" * 120] * 6], [["x"] * 7, ["x" * 121], [1]]),
        (START, "level", ["", "x" * 40], ["x" * 41]),
        (START, "nonce", ["", "0az9" * 16, None], ["a" * 65, "A", "a b", "ä", "a-b"]),
        (VOTE, "number", [1, 1_000_000, None], [0, 1_000_001]),
        (VOTE, "yes", [True, False], [1, "yes", None]),
        (HELLO, "keys", [[], ["x"] * 8, ["x" * 100]], [["x"] * 9, [""], ["x" * 101], "x"]),
        (HELLO, "language", ["en", "fr"], ["de", "EN", None]),
    ],
)
def test_the_bounds_of_frames(base: dict[str, Any], field: str, right: list[object], wrong: list[object]) -> None:
    for value in right:
        assert getattr(frame({**base, field: value}), field) == value
    for value in wrong:
        with pytest.raises(msgspec.ValidationError):
            frame({**base, field: value})


@pytest.mark.parametrize(
    ("kind", "base", "field", "right", "wrong"),
    [
        (commands.NewTable, TABLE, "game", ["", "x" * 40], ["x" * 41]),
        (commands.NewTable, TABLE, "chairs", [[CHAIR], [CHAIR] * 10], [[], [CHAIR] * 11]),
        (commands.NewTable, TABLE, "edition", [None, "x" * 64_000], ["x" * 64_001]),
        (commands.GoOn, GO_ON, "move", [0, 100_000], [-1, 100_001]),
        (commands.GoOn, GO_ON, "chairs", [[CHAIR], [CHAIR] * 10], [[], [CHAIR] * 11]),
        (commands.Chair, CHAIR, "name", ["x", "x" * 40, None], ["", "x" * 41]),
        (commands.Chair, CHAIR, "kind", ["me", "bot", "open"], ["you"]),
        (commands.SitDown, {"seat": 0, "name": "Ann"}, "name", ["x", "x" * 40], ["", "x" * 41]),
        (NewPerson, {"name": "Ann"}, "name", ["x" * 40], ["", "x" * 41]),
        (ChangePerson, {}, "webhook", ["", "x" * 500], ["x" * 501]),
        (bodies.AskBeat, {"chapter": "city", "beat": 0}, "beat", [0, 1000], [-1, 1001]),
        (bodies.AskBeat, {"chapter": "city", "beat": 0}, "move", ["", "x" * 120, None], ["x" * 121]),
        (bodies.AskBeat, {"chapter": "city", "beat": 0}, "chapter", ["x" * 40], ["x" * 41]),
        (commands.AskHint, {"seat": 0, "seq": 0}, "seat", [9], [10]),
        (Clock, {}, "minutes", [0, 600], [-0.1, 600.1]),
        (Clock, {}, "seconds", [1, 3600], [0.9, 3600.1]),
        (Clock, {}, "days", [0.01, 60], [0.009, 60.1]),
        (Clock, {}, "kind", ["none", "live", "days"], ["hours"]),
    ],
)
def test_the_bounds_of_bodies(
    kind: type, base: dict[str, Any], field: str, right: list[object], wrong: list[object]
) -> None:
    for value in right:
        found = getattr(msgspec.convert({**base, field: value}, kind), field)
        assert msgspec.to_builtins(found) == value or field == "chairs"
    for value in wrong:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**base, field: value}, kind)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**base, "more": 1}, kind)


def test_what_is_left_out() -> None:
    assert frame(MOVE).id == frame({"type": "undo", "seat": 0, "seq": 1}).id == ""
    assert (frame(START).level, frame(START).nonce, frame(VOTE).number) == ("scholar", None, None)
    assert (frame(HELLO).keys, frame(HELLO).language) == ([], "en")
    table = msgspec.convert(TABLE, commands.NewTable)
    assert (table.options, table.edition, table.house, table.nonce, table.start) == ({}, None, House(), "", True)
    assert House() == House(Clock("none", 15, 30, 2), False, True, False, "scholar", False)
    created = Created(at=1.0, game="", seats=2, options={}, house=House(), secret="", invite="")
    assert (created.starts, created.course, created.shown) == (True, None, False)
    acted = Acted(at=1.0, seat=0, move="pass", told=1)
    assert (acted.id, acted.by, acted.used) == ("", "person", 0.0)
    assert wire.MAX_FRAME_BYTES == 16_384


def test_frames_are_told_apart_by_their_type() -> None:
    for kind in commands.AnyCommand.__args__:
        fields = {
            **MOVE,
            **CHAT,
            **VOTE,
            "level": "potter",
            "chair": 1,
            "phrase": "hello",
            "type": kind.__name__.lower(),
        }
        wanted = {name: fields[name] for name in ("type", *kind.__struct_fields__) if name in fields}
        assert isinstance(frame(wanted), kind)
        with pytest.raises(msgspec.ValidationError):
            frame({**wanted, "more": 1})
    assert isinstance(frame({"type": "ping"}), wire.Ping)
    done = messages.Done("x", 3, "0.2.ab")
    assert msgspec.json.decode(messages.encode(done)) == {"type": "done", "id": "x", "seq": 3, "receipt": "0.2.ab"}


def test_the_frames_of_the_lobby() -> None:
    def read(document: dict[str, Any]) -> Any:
        return wire.read_lobby_frame(msgspec.json.encode(document))

    assert read({"type": "seek", "name": "Ann"}) == wire.Seek("Ann", Wish())
    assert read({"type": "seek", "name": "Ann", "wish": {"seats": 3}}) == wire.Seek("Ann", Wish(seats=3))
    assert read({"type": "stop"}) == wire.Stop()
    assert read({"type": "ping"}) == wire.Ping()
    assert read({"type": "hello"}) == wire.Hello([], "en", False)
    for wrong in (MOVE, {"type": "seek"}, {"type": "seek", "name": "Ann", "more": 1}):
        with pytest.raises(msgspec.ValidationError):
            read(wrong)


def test_the_schema_names_both_sides() -> None:
    document = wire.schema()
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    sides = ("Frame", "Message", "LobbyFrame", "LobbyMessage")
    assert document["anyOf"] == [{"$ref": f"#/$defs/{side}"} for side in sides]
    assert "#/$defs/Move" in str(document["$defs"]["Frame"])
    assert "#/$defs/View" in str(document["$defs"]["Message"])
    assert document["$defs"]["Move"]["properties"]["seat"]["description"] == "a seat, counted from 0"


def test_a_live_clock() -> None:
    clock = Clock("live", minutes=2, seconds=10)
    assert (clock.bank, Clock("none").bank, Clock("days").bank) == (120.0, 0.0, 0.0)
    assert isinstance(Clock("live", minutes=2).bank, float)
    assert (clock.allowed(5.0, False), clock.allowed(5.0, True)) == (15.0, MIN_SECRET_SECONDS)
    assert Clock("live", seconds=40).allowed(5.0, True) == 40
    assert [clock.used(seconds, 60.0, False) for seconds in (-5.0, 10.0, 11.0, 70.0, 99.0)] == [
        0.0,
        0.0,
        1.0,
        60.0,
        60.0,
    ]
    assert clock.used(11.0, 60.0, True) == Clock("days").used(11.0, 60.0, False) == 0.0
    assert (Clock("days", days=2).allowed(5.0, False), Clock("none").allowed(5.0, False)) == (172_800.0, None)
    assert MIN_SECRET_SECONDS == 30.0


# What a host can set


def test_how_a_server_is_called() -> None:
    assert Settings(database="x").url == "http://127.0.0.1:8000"
    assert Settings(database="x", host="::1", port=80).url == "http://[::1]:80"
    assert Settings(database="x", public_url="https://play.example.org").url == "https://play.example.org"


def test_what_is_set_unless_a_host_says_otherwise(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As `docs/hosting.md` tells it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = Settings()
    assert found.database == default_database() == f"sqlite://{tmp_path}/pediment/tables.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_database() == f"sqlite://{tmp_path}/.local/share/pediment/tables.sqlite"
    assert (found.think, found.pace, found.hint, found.analysis) == (20.0, 0.6, 1200, ITERATIONS)
    assert (found.webhooks, found.webhook_hosts, found.proxies) == (False, frozenset(), "127.0.0.1")
    assert (found.requests, found.creations, found.commands, found.sockets) == (20.0, 0.5, 10.0, 200)
    assert (found.connections, found.reading, found.sending) == (300, 0.2, 1e6)
    assert (found.daily_tables, found.daily_bytes) == (500, 20_000_000)
    assert (found.max_tables, found.max_bytes) == (200_000, 10_000_000_000)
    assert (found.open_days, found.listed_hours, found.keep_finished, found.away) == (14.0, 24.0, None, 300.0)
    assert (found.host, found.port, found.operator) == ("127.0.0.1", 8000, None)
    assert (found.public_url, found.logs) == (None, "text")


@pytest.mark.parametrize(("cores", "workers"), [(None, 1), (1, 1), (2, 1), (3, 2), (8, 7)])
def test_one_core_is_left_for_the_server(monkeypatch: pytest.MonkeyPatch, cores: int | None, workers: int) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert Settings(database="x").workers == workers


def test_how_many_at_once(tmp_path: Path) -> None:
    """Ten seconds of requests, a minute of creations, five seconds of commands."""
    server = Server(Settings(database=str(tmp_path / "x.sqlite"), requests=2.0, creations=0.1, commands=3.0, workers=1))
    for limits, burst in ((server.requests, 20), (server.creations, 6), (server.commands, 15)):
        assert [limits.allow("x") > 0 for _ in range(burst + 1)] == [False] * burst + [True]


# Refusals


def test_the_status_of_every_refusal() -> None:
    """409 where the wish is right in itself, but not now."""
    now_not = {
        "already-started",
        "clock-waits",
        "conceded",
        "dealt-alone",
        "first-hello",
        "full-chat",
        "full-mutes",
        "full-table",
        "hint-tells",
        "many-challenges",
        "many-to-one",
        "many-tries",
        "name-taken",
        "no-chat",
        "no-hints",
        "no-plan",
        "no-undo",
        "no-vote",
        "not-asked",
        "not-away",
        "not-over",
        "not-running",
        "nothing-to-undo",
        "old-view",
        "one-hint",
        "one-seat",
        "plan-when",
        "said-hello",
        "sealed",
        "seat-reserved",
        "seat-taken",
        "wish-pending",
    }
    assert set(TEXTS.section("en", "refused")) - set(STATUS) == now_not
    by_status: dict[int, set[str]] = {}
    for code, status in STATUS.items():
        by_status.setdefault(status, set()).add(code)
    assert by_status == {
        400: {"malformed", "bad-request"},
        401: {"no-person"},
        403: {
            "not-your-seat",
            "no-spectators",
            "no-invitation",
            "only-host",
            "other-origin",
            "banned",
            "muted",
            "not-alone",
            "not-operator",
            "no-partner",
        },
        404: {
            "no-challenge",
            "no-mail",
            "no-mail-word",
            "no-table",
            "game-gone",
            "no-page",
            "no-profile",
            "no-puzzle",
            "no-view",
            "no-beat",
            "no-lesson",
            "no-picture",
            "no-such",
        },
        405: {"no-method"},
        413: {"too-big"},
        415: {"bad-type"},
        421: {"other-host"},
        422: {
            "no-game",
            "at-its-end",
            "options",
            "unprintable",
            "record",
            "webhook",
            "no-seat",
            "not-others",
            "no-level",
            "no-moves",
            "not-plannable",
            "chairs",
            "chair",
            "no-day",
            "not-two",
            "illegal",
            "unreadable",
            "edition-name",
            "bad-address",
        },
        429: {"too-fast", "own-line", "long-reading", "quota", "sat-often", "mail-often"},
        500: {"failed"},
        503: {"unavailable", "no-hint", "long-line", "unsure", "closing"},
        507: {"full"},
    }


@pytest.mark.parametrize("code", ["malformed", "bad-request"])
def test_what_a_library_says_is_cut_and_has_one_full_stop(code: str) -> None:
    assert Refused(code, why="x" * 400).text == Refused(code, why="x" * 300).text != Refused(code, why="x" * 299).text
    assert "x" * 301 not in Refused(code, why="x" * 400).text
    assert "x" * 300 in Refused(code, why="x" * 400).text
    assert Refused(code, why="No.").text == Refused(code, why="No").text


def test_a_refusal_says_the_same_in_another_language() -> None:
    refused = Refused("illegal", rule="E4.3", why="No.")
    again = refused.said("fr")
    assert (again.code, again.status, again.rule, again.params) == ("illegal", 422, "E4.3", {"why": "No."})
    assert str(refused) == refused.text == "No."
    assert Refused("not-over").status == 409
