"""Who is present at another process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec
import pytest

from pediment.server.live import live_table, presence
from pediment.server.live.live_table import NOBODY, Listener, LiveTable
from pediment.server.live.presence import Presence
from pediment.server.store.sqlite import SqliteStore
from pediment.server.store.store import Unavailable
from tests.server.playing import Client, Live, Sitting, in_a_loop, logged, serving, until

OTHER = "another process"


class Wire(SqliteStore):
    """A store that keeps what is told."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []
        self.failing: list[Exception] = []

    async def tell(self, text: str) -> None:
        if self.failing:
            raise self.failing.pop(0)
        assert len(text.encode()) <= 7_900
        self.sent.append(msgspec.json.decode(text))


def test_changes_are_told_at_once_and_everything_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        wire, sitting = Wire(), Sitting("elysium", 2)
        loaded = {f"{n:040}": LiveTable(sitting.table) for n in range(250)}
        telling = Presence(wire, loaded)

        async def told() -> dict[str, object]:
            wire.sent.clear()
            await telling.tell()
            return {table: found for some in wire.sent for table, found in some.items()}

        assert await told() == {}
        for live in loaded.values():
            live.add(Listener(sitting.caller(1), "en"))
        assert await told() == {key: [[1], 0] for key in loaded}
        assert len(wire.sent) == 2
        assert await told() == {}
        first, live = next(iter(loaded.items()))
        live.add(Listener(sitting.caller(2), "en"))
        assert await told() == {first: [[1], 1]}
        del loaded[first]
        assert await told() == {first: [[], 0]}
        now[0] += presence.REPEAT_SECONDS
        assert await told() == {key: [[1], 0] for key in loaded}
        first, live = next(iter(loaded.items()))
        telling.hear(OTHER, msgspec.json.encode({first: [[0], 2], "elsewhere": [[0], 0]}).decode())
        assert (live.present(), live.spectators, live.here()) == ({0, 1}, 2, ([1], 0))
        assert await told() == {first: [[1], 0]}, "the other one may have loaded it just now"
        telling.hear(OTHER, "what a later version says")
        now[0] += presence.FORGET_SECONDS
        await told()
        assert (live.present(), live.spectators) == ({0, 1}, 2)
        now[0] += 1.0
        await told()
        assert (live.present(), live.spectators) == ({1}, 0)

    asyncio.run(run())


def test_what_could_not_be_told_is_told_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever went wrong: somebody who has left meanwhile, and somebody who is still there."""
    monkeypatch.setattr(presence, "EVERY_SECONDS", 0.0)

    async def run() -> None:
        wire, sitting = Wire(), Sitting("elysium", 2)
        loaded = {name: LiveTable(sitting.table) for name in ("stays", "leaves")}
        for live in loaded.values():
            live.add(Listener(sitting.caller(1), "en"))
        telling = Presence(wire, loaded)
        await telling.tell()
        wire.sent.clear()
        del loaded["leaves"]
        telling.hear(OTHER, '{"stays":[[0],0]}')
        wire.failing = [Unavailable("away"), RuntimeError("broken")]
        with logged() as lines:
            running = asyncio.create_task(telling.run())
            await until(lambda: bool(wire.sent))
            running.cancel()
        assert wire.sent == [{"stays": [[1], 0], "leaves": [[], 0]}]
        assert lines.getvalue().count("presence failed") == 1

    asyncio.run(run())


def test_many_tables_with_many_people_are_told_in_pieces() -> None:
    news = {f"“{n:040}”": (list(range(12)), 100_000 + n) for n in range(1_000)}
    texts = list(presence._texts(news))
    assert max(len(text.encode()) for text in texts) <= presence.MAX_TOLD_BYTES
    assert len(texts) < 20
    assert {table: found for text in texts for table, found in presence._READ.decode(text).items()} == news
    assert list(presence._texts({})) == []


def test_a_server_that_stops_says_that_nobody_is_there() -> None:
    async def run() -> None:
        wire, sitting = Wire(), Sitting("elysium", 2)
        live = LiveTable(sitting.table)
        live.add(Listener(sitting.caller(1), "en"))
        telling = Presence(wire, {"a-table": live, "empty": LiveTable(sitting.table)})
        await telling.tell()
        await telling.leave()
        assert wire.sent == [{"a-table": [[1], 0]}, {"a-table": [[], 0]}]
        wire.failing = [Unavailable("away")]
        await telling.leave()  # it stops all the same

    asyncio.run(run())


@in_a_loop
def test_somebody_elsewhere_watches_and_is_away_only_after_leaving() -> None:
    live = LiveTable(Sitting("elysium", 2).table)
    number = live.number
    assert (live.watched, live.away(0.0)) == (False, {0, 1})
    assert live.hear(OTHER, ([1], 0))
    assert not live.hear(OTHER, ([1], 0)), "that is no news"
    assert (live.watched, live.watched_here, live.away(0.0), live.number) == (True, False, {0}, number + 1)
    assert live.hear(OTHER, NOBODY)
    assert (live.watched, live.away(0.0), live.away(60.0)) == (False, {0, 1}, set())


@in_a_loop
def test_who_was_not_told_of_again_is_not_surely_there(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    live = LiveTable(Sitting("elysium", 2).table)
    live.hear(OTHER, ([1], 0))
    now[0] += presence.REPEAT_SECONDS + 2.0
    assert live.surely_present() == {1}
    now[0] = 1_000.0 + live_table.HEARD_SECONDS
    assert (live.surely_present(), live.present()) == (set(), {1})


def test_players_at_two_processes_see_each_other(new_database: Callable[[str], str]) -> None:
    """And nobody can let a bot play for somebody who is at the other one."""
    database = new_database("postgresql")

    def until_present(live: Live, *expected: bool) -> None:
        while [seat["present"] for seat in live.table.get("seats", [])] != list(expected):
            live.hear()

    with serving(database, away=0.0) as one, serving(database, away=0.0) as two:
        ann, ben = one.client(), two.client()
        seated = ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])
        table = seated["table"]
        sat = ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Ben"}, keys=[seated["invite"]])
        ben.keys = [sat["token"]]
        with ann.live(table) as at_one:
            with ben.live(table) as at_two, Client(two.port).live(table) as watching:
                watching.quiet()
                until_present(at_one, True, True)
                until_present(at_two, True, True)
                while at_one.table["spectators"] != 1:
                    at_one.hear()
                assert at_one.ask({"type": "replace", "seat": 0, "chair": 1})["code"] == "not-away"
            until_present(at_one, True, False)
            assert at_one.ask({"type": "replace", "seat": 0, "chair": 1})["type"] == "done"
