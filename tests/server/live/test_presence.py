"""Who is present at another process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec
import pytest

from pediment.server.live import presence
from pediment.server.live.live_table import NOBODY, Listener, LiveTable
from pediment.server.live.presence import Presence
from pediment.server.store.sqlite import SqliteStore
from tests.server.playing import Client, Live, Sitting, in_a_loop, serving

OTHER = "another process"


class Wire(SqliteStore):
    """A store that keeps what is told."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    async def tell(self, text: str) -> None:
        assert len(text.encode()) < 7_900
        self.sent.append(msgspec.json.decode(text))


def test_changes_are_told_at_once_and_everything_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        wire, sitting = Wire(), Sitting("elysium", 2)
        loaded = {f"{n:040}": LiveTable(sitting.table) for n in range(250)}
        telling = Presence(wire, loaded, lambda live: None)

        async def told() -> dict[str, object]:
            wire.sent.clear()
            await telling.tell()
            return {table: found for some in wire.sent for table, found in some.items()}

        assert await told() == {}
        for live in loaded.values():
            live.add(Listener(sitting.caller(1), "en"))
        assert await told() == {key: [[1], 0] for key in loaded}
        assert len(wire.sent) == 3
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
        now[0] += presence.FORGET_SECONDS + 1
        await told()
        assert (live.present(), live.spectators) == ({1}, 0)

    asyncio.run(run())


@in_a_loop
def test_somebody_elsewhere_watches_and_is_away_only_after_leaving() -> None:
    live = LiveTable(Sitting("elysium", 2).table)
    number = live.number
    assert (live.watched, live.away(0.0)) == (False, {0, 1})
    assert live.hear(OTHER, ([1], 0))
    assert not live.hear(OTHER, ([1], 0)), "that is no news"
    assert (live.watched, live.away(0.0), live.number) == (True, {0}, number + 1)
    assert live.hear(OTHER, NOBODY)
    assert (live.watched, live.away(0.0), live.away(60.0)) == (False, {0, 1}, set())


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
