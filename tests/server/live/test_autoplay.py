"""What a table does by itself: bots answer, clocks run out, and a database that fails for a while loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.server.domain import commands, history, opening
from pediment.server.domain.clock import Clock
from pediment.server.domain.events import Acted, AnyEvent, Created, Handed, House, Sat, Started, read_event, write_event
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import Table
from pediment.server.live import autoplay, tables
from pediment.server.live.live_table import Listener, LiveTable
from pediment.server.server import Server
from pediment.server.store.store import OutcomeUnknown, TableHead, Unavailable
from tests.depth import some_of
from tests.server.playing import facts, finish, labels_to_plan, logged, settings_of, until
from tests.server.stores import PATIENCE
from tests.server.test_hidden import defenders

QUICK = Clock("live", minutes=0, seconds=1)
WHO = Caller(frozenset({hash_of("seat_a")}))


def new_table(game: str, kinds: str, **house: Any) -> list[AnyEvent]:
    """The events of a table: `p` for a person with the token seat_a, `b` for a bot."""
    chairs = [
        commands.Chair("me", f"Player {k}") if kind == "p" else commands.Chair("bot", level="shepherd")
        for k, kind in enumerate(kinds)
    ]
    wanted = commands.NewTable(game, chairs, house=House(stand_in="shepherd", **house))
    events = opening.new_table(wanted, Caller(), time.time(), "en").events
    return [
        Sat(at=event.at, seat=event.seat, name=event.name, token=hash_of("seat_a")) if isinstance(event, Sat) else event
        for event in events
    ]


async def play_on(server: Server, live: LiveTable, chance: random.Random, most: int = 1000) -> None:
    """The person answers whatever they are asked, at random, until the game is over or so often."""
    for n in range(most):
        await until(lambda: live.table.status == "over" or _persons_turn(live.table))
        table = live.table
        if table.asked is None:
            return
        label = table.game.label(table.state, chance.choice(table.game.legal(table.state)))
        await server.tables.command(live, WHO, commands.Move(table.asked, table.seq[table.asked], label, f"m{n}"), "en")


def watch(server: Server, live: LiveTable) -> None:
    """A spectator is there, as over a socket."""
    live.add(Listener(Caller(), "en"))
    server.tables.changed(live, None)


def _persons_turn(table: Table) -> bool:
    return table.asked is not None and table.seats[table.asked].played_by_person


async def rebuilt(server: Server, live: LiveTable) -> None:
    """What the store has is what is in memory, at a moment in which nobody writes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            table = live.table
            events = await server.store.read(table.id)
            if live.table is table and len(events) == table.events:
                break
    assert facts(Table.of(table.id, events)) == facts(table)


def acted(events: list[bytes]) -> list[Acted]:
    return [event for event in map(read_event, events) if isinstance(event, Acted)]


@pytest.mark.parametrize("kinds", some_of(["bb", "bbb", "bbbb", "pbb"], ["pbb"]))
@pytest.mark.parametrize("game", pediment.games())
def test_bots_play_whole_games(tmp_path: Path, game: str, kinds: str) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.create(new_table(game, kinds))
            watch(server, live)
            await play_on(server, live, random.Random(1))
            await until(lambda: live.table.status == "over")
            await rebuilt(server, live)
            assert pediment.replay(history.record_of(live.table, "en")).state.to_move < 0
            by = {(event.seat, event.by) for event in acted(await server.store.read(live.table.id))}
            assert by == {(k, "person" if kind == "p" else "bot") for k, kind in enumerate(kinds)}
            assert server.workers.fallbacks == 0

    asyncio.run(run())


def test_bots_among_themselves_rest_while_nobody_watches(tmp_path: Path) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.create(new_table("elysium", "bb"))
            assert (live.table.due(), live.autoplay_task) == (None, None)
            await asyncio.sleep(0.3)
            assert live.table.labels == []
            assert await server.store.due(time.time() + 60) == []
            watch(server, live)
            await until(lambda: len(live.table.labels) > 5)
            live.listeners.clear()
            live.changed()
            await until(lambda: live.autoplay_task is None)
            assert live.table.status == "running"

    asyncio.run(run())


@pytest.mark.parametrize("how", ["handed", "clock"])
def test_a_table_that_everybody_has_left_rests_across_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Bots answer while a person plays; once bots play for everybody, they wait until somebody looks."""
    monkeypatch.setattr(tables, "TICK_SECONDS", 0.05)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            clock = QUICK if how == "clock" else Clock()
            live = await server.tables.create(new_table("elysium", "pb", clock=clock))
            await until(lambda: _persons_turn(live.table))
            if how == "handed":
                await server.tables.command(live, WHO, commands.Hand(0, "shepherd"), "en")
            await until(lambda: live.table.seats[0].level is not None and live.autoplay_task is None)
            moves, table = len(live.table.labels), live.table.id
            assert live.table.due() is None
            assert await server.store.due(time.time() + 1e6) == []
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            await asyncio.sleep(0.2)  # some ticks
            assert table not in server.tables.loaded
            live = await server.tables.get(table)
            assert (len(live.table.labels), live.autoplay_task) == (moves, None)
            watch(server, live)
            await until(lambda: len(live.table.labels) > moves + 1)
            live.listeners.clear()
            await until(lambda: live.autoplay_task is None)

    asyncio.run(run())


def test_a_table_that_was_noted_as_due_by_an_earlier_version_is_loaded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(tables, "IDLE_SECONDS", 0.0)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.create(new_table("elysium", "pb"))
            await until(lambda: _persons_turn(live.table))
            handed = Handed(at=time.time(), seat=0, level="shepherd", why="asked")
            head = TableHead("elysium", "running", False, 1.0, (), b"{}")
            await server.store.append(live.table.id, live.table.events, [write_event(handed)], head)
            live.stale, moves = True, live.table.labels
            await until(lambda: not server.tables.loaded and bool(server.tables._resting))
            await asyncio.sleep(0.2)  # some ticks
            assert not server.tables.loaded
            live = await server.tables.get(live.table.id)
            assert live.table.labels == moves
            await server.tables.command(live, WHO, commands.Return(0), "en")
            assert not server.tables._resting

    asyncio.run(run())


class Later:
    """The module `time`, whose time of day can be put forward."""

    def __init__(self) -> None:
        self.by = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def time(self) -> float:
        return time.time() + self.by


def test_a_table_whose_time_is_far_off_is_let_go_of_and_woken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = Later()
    for module in (autoplay, tables):
        monkeypatch.setattr(module, "time", later)
    monkeypatch.setattr(tables, "IDLE_SECONDS", 0.0)
    monkeypatch.setattr(tables, "TICK_SECONDS", 0.1)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            clock = Clock("live", minutes=0, seconds=3600)
            table = (await server.tables.create(new_table("elysium", "pp", clock=clock))).table.id
            await until(lambda: table not in server.tables.loaded)
            later.by = 3000.0
            await asyncio.sleep(0.3)  # some ticks
            assert table not in server.tables.loaded
            later.by = 3600.0
            await until(lambda: table in server.tables.loaded)
            await until(lambda: any(seat.level for seat in server.tables.loaded[table].table.seats))

    asyncio.run(run())


def test_time_runs_out_and_people_come_back(tmp_path: Path) -> None:
    """A live clock hands the seat to a bot; its person gets it back by asking, or by simply playing."""

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite", pace=0.3))
        async with server.running():
            live = await server.tables.create(new_table("elysium", "pp", clock=QUICK))
            first = live.table.asked
            assert first is not None
            await until(lambda: live.table.seats[first].level is not None)
            other = 1 - first
            await until(lambda: live.table.seats[other].level is not None)
            await server.tables.command(live, WHO, commands.Return(first), "en")
            assert live.table.seats[first].played_by_person
            await server.tables.command(live, WHO, commands.Leave(first), "en")
            async with asyncio.timeout(PATIENCE):
                while not live.table.seats[other].played_by_person:
                    await until(lambda: live.table.asked == other)
                    table = live.table
                    label = table.game.label(table.state, table.game.legal(table.state)[0])
                    with contextlib.suppress(Refused):  # the bot was quicker
                        await server.tables.command(live, WHO, commands.Move(other, table.seq[other], label), "en")
            why = [
                event.why
                for event in map(read_event, await server.store.read(live.table.id))
                if isinstance(event, Handed)
            ]
            assert why[:2] == ["clock", "clock"]
            await rebuilt(server, live)

    asyncio.run(run())


def test_days_pass(tmp_path: Path) -> None:
    """A clock of days: a table that was asked long ago is woken up, with a while to come back."""

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        long_ago = time.time() - 90 * 86_400
        events = [
            Created(at=long_ago, **_fields(event)) if isinstance(event, Created) else event
            for event in new_table("elysium", "pp", clock=Clock("days", days=1))
        ]
        events = [Started(at=long_ago) if isinstance(event, Started) else event for event in events]
        async with server.running():
            server.tables.boot = time.time() - 599.0
            live = await server.tables.create(events)
            table = live.table.id
        server = Server(settings_of(tmp_path / "t.sqlite"))
        server.tables.boot = time.time() - 599.0
        async with server.running():
            await until(lambda: table in server.tables.loaded)
            live = server.tables.loaded[table]
            await until(lambda: any(seat.level for seat in live.table.seats))
            assert live.table.seats[0].owned

    asyncio.run(run())


def _fields(created: Created) -> dict[str, Any]:
    return {name: getattr(created, name) for name in created.__struct_fields__ if name != "at"}


def test_a_secret_question_past_its_time_is_answered_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot answers once; the seat stays its person's, and nobody sees any of it."""
    monkeypatch.setattr("pediment.server.domain.clock.MIN_SECRET_SECONDS", 0.5)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            now = time.time()
            created = Created(
                at=now,
                game="ephyran",
                seats=3,
                options={},
                house=House(clock=Clock("live", minutes=1, seconds=1), stand_in="shepherd"),
                secret="00" * 32,
                invite="",
                course=defenders(),
            )
            people = [Sat(at=now, seat=k, name=f"P{k}", token=hash_of("seat_a")) for k in range(3)]
            live = await server.tables.create([created, *people, Started(at=now)])
            move = commands.Move(0, live.table.seq[0], "support athena-token ts03")
            await server.tables.command(live, WHO, move, "en")
            asked = live.table
            assert (asked.asked, asked.secret) == (1, True)
            await until(lambda: len(live.table.labels) > len(asked.labels))
            [answer] = [e for e in acted(await server.store.read(live.table.id)) if e.seat == 1][:1]
            assert (answer.by, answer.used) == ("stand-in", 0.0)
            stored = [read_event(event) for event in await server.store.read(live.table.id)]
            assert not [event for event in stored[: stored.index(answer)] if isinstance(event, Handed)]
            assert answer.move != "let it happen" or not answer.told >> 3 & 1

    asyncio.run(run())


def test_a_restart_while_a_bot_thinks(tmp_path: Path) -> None:
    async def some_moves(table: str, least: int, more: int) -> int:
        """Start a server, and stop it after some moves; returns how many there are."""
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.get(table)
            watch(server, live)
            assert len(live.table.labels) >= least
            wanted = len(live.table.labels) + more
            await until(lambda: len(live.table.labels) >= wanted)
            return len(live.table.labels)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.create(new_table("ephyran", "pbb"))
            await server.tables.command(live, WHO, commands.Hand(0, "shepherd"), "en")
            table = live.table.id
        moves = 0
        for more in (5, 5, 5):
            moves = await some_moves(table, moves, more)
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.get(table)
            assert len(live.table.labels) >= moves
            await finish(server.tables, table, left=20)
            watch(server, live)
            await until(lambda: live.table.status == "over")
            await rebuilt(server, live)

    asyncio.run(run())


class Moody:
    """A store that fails when it is told to: before it writes, or after."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.mood: str = "well"
        self.failed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
        if self.mood == "away":
            self.failed += 1
            raise Unavailable("away")
        await self._store.append(table, n, events, head, rewrites)
        if self.mood == "unsure":
            self.failed += 1
            raise OutcomeUnknown("lost its database")

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        if self.mood == "away":
            self.failed += 1
            raise Unavailable("away")
        found: list[bytes] = await self._store.read(table, since)
        return found

    async def claim(self, table: str) -> bool:
        if self.mood == "away":
            raise Unavailable("away")
        if self.mood == "slow":
            await asyncio.sleep(0.3)
        return bool(await self._store.claim(table))


def test_a_database_that_fails_for_a_while_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pediment.server.live.autoplay.RETRY_SECONDS", 0.05)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        store = Moody(server.store)
        server.store = server.tables.store = store
        chance = random.Random(3)
        async with server.running():
            live = await server.tables.create(new_table("elysium", "pb"))
            for n in range(60):
                await until(lambda: live.table.status == "over" or _persons_turn(live.table) or live.stale)
                table = live.table
                if table.status == "over":
                    break
                store.mood = chance.choice(["well", "away", "unsure"])
                if table.asked is not None and _persons_turn(table):
                    label = table.game.label(table.state, chance.choice(table.game.legal(table.state)))
                    move = commands.Move(table.asked, table.seq[table.asked], label, f"m{n}")
                    await insist(server, store, live, move)
                await asyncio.sleep(0.02)
                store.mood = "well"
            assert store.failed > 5
            store.mood = "well"
            await finish(server.tables, live.table.id, left=20)
            await play_on(server, live, chance)
            await until(lambda: live.table.status == "over")
            await rebuilt(server, live)

    with logged() as lines:
        asyncio.run(run())
    assert "Traceback" not in lines.getvalue()


def test_a_move_while_the_database_is_asked_who_cares(tmp_path: Path) -> None:
    """The person answers just then: the bot that is asked next does not wait for the time that they had."""

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        store = Moody(server.store)
        server.store = server.tables.store = store
        async with server.running():
            store.mood = "slow"
            live = await server.tables.create(new_table("elysium", "pb", clock=Clock("days", days=2)))
            for n in range(30):
                table = live.table
                if table.asked != 0:
                    break
                await asyncio.sleep(0.01)
                label = table.game.label(table.state, table.game.legal(table.state)[0])
                await server.tables.command(live, WHO, commands.Move(0, table.seq[0], label, f"m{n}"), "en")
            await until(lambda: any(step.seat == 1 for step in live.table.past_moves))

    asyncio.run(run())


async def insist(server: Server, store: Moody, live: LiveTable, move: commands.Move) -> None:
    """Send a move until it counts, as a client does; it counts once."""
    before = len(live.table.labels)
    for _ in range(5):
        with contextlib.suppress(Refused):
            await server.tables.command(live, WHO, move, "en")
            break
        store.mood = "well"
    events = acted(await store.read(live.table.id))
    assert [event.id for event in events].count(move.id) == 1
    assert len(live.table.labels) > before


def test_two_processes_at_one_table(tmp_path: Path) -> None:
    """Both write to the same store; whoever comes second reads what the first wrote and decides again."""

    async def run() -> None:
        one, two = (Server(settings_of(tmp_path / "t.sqlite", port=port)) for port in (1, 2))
        await one.store.open()
        two.store = two.tables.store = one.store
        try:
            here = await one.tables.create(new_table("elysium", "pp", chat=True))
            there = await two.tables.get(here.table.id)
            chance = random.Random(4)
            for n in range(30):
                table = here.table
                assert table.asked is not None
                label = table.game.label(table.state, chance.choice(table.game.legal(table.state)))
                move = commands.Move(table.asked, table.seq[table.asked], label, f"m{n}")
                talk = commands.Chat(0, f"line {n}")
                done = await asyncio.gather(
                    one.tables.command(here, WHO, move, "en"),
                    two.tables.command(there, WHO, move, "en"),
                    two.tables.command(there, WHO, talk, "en"),
                    return_exceptions=True,
                )
                assert not [error for error in done if isinstance(error, BaseException)], done
                here.stale = there.stale = True  # as the store's news would say
                here, there = await one.tables.get(table.id), await two.tables.get(table.id)
                assert facts(here.table) == facts(there.table)
                assert len(here.table.labels) == n + 1
        finally:
            await one.tables.close()
            await two.tables.close()
            await one.store.close()

    asyncio.run(run())


def test_a_table_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            live = await server.tables.create(new_table("elysium", "pp", clock=QUICK))
            head = TableHead("elysium", "running", False, 0.0, (), b"{}")
            await server.store.append("broken", 0, [b'{"event":"exploded","at":1}'], head)
            table = live.table.id
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            await until(lambda: table in server.tables.loaded)
            await until(lambda: any(seat.level for seat in server.tables.loaded[table].table.seats))

    with logged() as lines:
        asyncio.run(run())
    assert "table failed" in lines.getvalue()


def test_a_plan_outlasts_restarts_and_is_played_when_nobody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stops once before the turn comes, and once between the turn and the plan."""
    monkeypatch.setattr(tables, "TICK_SECONDS", 0.05)
    path = tmp_path / "t.sqlite"

    async def run() -> None:
        server = Server(settings_of(path))
        turns: list[int] = []
        async with server.running():
            live = await server.tables.create(new_table("elysium", "pp"))
            table_id, asked = live.table.id, live.table.asked
            assert asked is not None
            own = 1 - asked
            label = labels_to_plan(live.table, own)[-1]
            plan = commands.Plan(own, live.table.seq[own], [label])
            await server.tables.command(live, WHO, plan, "en")
        server = Server(settings_of(path, pace=1000.0))
        async with server.running():
            server.autoplay.turn_came = lambda live, seat, before: turns.append(seat)
            live = await server.tables.get(table_id)
            assert live.table.plans[own].moves == (label,)
            for n in range(3):
                table = live.table
                if table.asked == asked:
                    move = next(option for option in table.options() if option != label)
                    await server.tables.command(live, WHO, commands.Move(asked, table.seq[asked], move, f"m{n}"), "en")
            assert live.table.plan_is_due
            await rebuilt(server, live)
            moves = len(live.table.labels)
        assert own not in turns  # nobody is sent for
        server = Server(settings_of(path))
        async with server.running():
            await until(lambda: table_id in server.tables.loaded)
            live = server.tables.loaded[table_id]
            await until(lambda: len(live.table.labels) > moves)
            assert live.table.labels[moves] == label
            assert live.table.plans == {}
            await rebuilt(server, live)

    asyncio.run(run())
