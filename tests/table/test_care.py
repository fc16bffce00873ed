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
from pediment.table import bodies, care, chronicle, rooms, tables, wire
from pediment.table.chronicle import Acted, Created, Handed, House, Sat, Started
from pediment.table.clock import Clock
from pediment.table.place import Ear, Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.seats import Who, hash_of
from pediment.table.server import Server
from pediment.table.store import Head, Unavailable, Unsure
from tests.table.playing import facts, logged, settings_of, until
from tests.table.stores import PATIENCE
from tests.table.test_hidden import defenders

QUICK = Clock("live", minutes=0, seconds=1)
WHO = Who(frozenset({hash_of("seat_a")}))


def new_table(game: str, kinds: str, **house: Any) -> list[chronicle.AnyEvent]:
    """The events of a table: `p` for a person with the token seat_a, `b` for a bot."""
    chairs = [
        bodies.Chair("me", f"Player {k}") if kind == "p" else bodies.Chair("bot", level="shepherd")
        for k, kind in enumerate(kinds)
    ]
    wanted = bodies.NewTable(game, chairs, house=House(stand_in="shepherd", **house))
    events, _ = tables.new(wanted, Who(), time.time(), "en")
    return [
        Sat(at=event.at, seat=event.seat, name=event.name, token=hash_of("seat_a")) if isinstance(event, Sat) else event
        for event in events
    ]


async def play_on(server: Server, place: Place, chance: random.Random, most: int = 1000) -> None:
    """The person answers whatever they are asked, at random, until the game is over or so often."""
    for n in range(most):
        await until(lambda: place.room.status == "over" or _persons_turn(place.room))
        room = place.room
        if room.asked is None:
            return
        label = room.game.label(room.state, chance.choice(room.game.legal(room.state)))
        await server.rooms.command(place, WHO, wire.Move(room.asked, room.seq[room.asked], label, f"m{n}"), "en")


def watch(server: Server, place: Place) -> None:
    """A spectator is there, as over a socket."""
    place.add(Ear(Who(), "en"))
    server.rooms.changed(place, None)


def _persons_turn(room: Room) -> bool:
    return room.asked is not None and room.seats[room.asked].played_by_person


async def rebuilt(server: Server, place: Place) -> None:
    """What the store has is what is in memory, at a moment in which nobody writes."""
    async with asyncio.timeout(PATIENCE):
        while True:
            room = place.room
            events = await server.store.read(room.table)
            if place.room is room and len(events) == room.events:
                break
    assert facts(Room.of(room.table, events)) == facts(room)


def acted(events: list[bytes]) -> list[Acted]:
    return [event for event in map(chronicle.read, events) if isinstance(event, Acted)]


@pytest.mark.parametrize("kinds", ["bb", "bbb", "bbbb", "pbb"])
@pytest.mark.parametrize("game", pediment.games())
def test_bots_play_whole_games(tmp_path: Path, game: str, kinds: str) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            place = await server.rooms.create(new_table(game, kinds))
            watch(server, place)
            await play_on(server, place, random.Random(1))
            await until(lambda: place.room.status == "over")
            await rebuilt(server, place)
            assert pediment.replay(tables.written(place.room, "en")).state.to_move < 0
            by = {(event.seat, event.by) for event in acted(await server.store.read(place.room.table))}
            assert by == {(k, "person" if kind == "p" else "bot") for k, kind in enumerate(kinds)}
            assert server.workers.fallbacks == 0

    asyncio.run(run())


def test_bots_among_themselves_rest_while_nobody_watches(tmp_path: Path) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            place = await server.rooms.create(new_table("elysium", "bb"))
            assert (place.room.due(), place.care) == (None, None)
            await asyncio.sleep(0.3)
            assert place.room.labels == []
            assert await server.store.due(time.time() + 60) == []
            watch(server, place)
            await until(lambda: len(place.room.labels) > 5)
            place.ears.clear()
            place.changed()
            await until(lambda: place.care is None)
            assert place.room.status == "running"

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
    for module in (care, rooms):
        monkeypatch.setattr(module, "time", later)
    monkeypatch.setattr(rooms, "IDLE", 0.0)
    monkeypatch.setattr(rooms, "TICK", 0.1)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            clock = Clock("live", minutes=0, seconds=3600)
            table = (await server.rooms.create(new_table("elysium", "pp", clock=clock))).room.table
            await until(lambda: table not in server.rooms.places)
            later.by = 3000.0
            await asyncio.sleep(0.3)  # some ticks
            assert table not in server.rooms.places
            later.by = 3600.0
            await until(lambda: table in server.rooms.places)
            await until(lambda: any(seat.level for seat in server.rooms.places[table].room.seats))

    asyncio.run(run())


def test_time_runs_out_and_people_come_back(tmp_path: Path) -> None:
    """A live clock hands the seat to a bot; its person gets it back by asking, or by simply playing."""

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite", pace=0.3))
        async with server.running():
            place = await server.rooms.create(new_table("elysium", "pp", clock=QUICK))
            first = place.room.asked
            assert first is not None
            await until(lambda: place.room.seats[first].level is not None)
            other = 1 - first
            await until(lambda: place.room.seats[other].level is not None)
            await server.rooms.command(place, WHO, wire.Return(first), "en")
            assert place.room.seats[first].played_by_person
            await server.rooms.command(place, WHO, wire.Leave(first), "en")
            async with asyncio.timeout(PATIENCE):
                while not place.room.seats[other].played_by_person:
                    await until(lambda: place.room.asked == other)
                    room = place.room
                    label = room.game.label(room.state, room.game.legal(room.state)[0])
                    with contextlib.suppress(Refused):  # the bot was quicker
                        await server.rooms.command(place, WHO, wire.Move(other, room.seq[other], label), "en")
            why = [
                event.why
                for event in map(chronicle.read, await server.store.read(place.room.table))
                if isinstance(event, Handed)
            ]
            assert why[:2] == ["clock", "clock"]
            await rebuilt(server, place)

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
            server.rooms.boot = time.time() - 599.0
            place = await server.rooms.create(events)
            table = place.room.table
        server = Server(settings_of(tmp_path / "t.sqlite"))
        server.rooms.boot = time.time() - 599.0
        async with server.running():
            await until(lambda: table in server.rooms.places)
            place = server.rooms.places[table]
            await until(lambda: any(seat.level for seat in place.room.seats))
            assert place.room.seats[0].owned

    asyncio.run(run())


def _fields(created: Created) -> dict[str, Any]:
    return {name: getattr(created, name) for name in created.__struct_fields__ if name != "at"}


def test_a_secret_question_past_its_time_is_answered_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot answers once; the seat stays its person's, and nobody sees any of it."""
    monkeypatch.setattr("pediment.table.clock.SECRET_SECONDS", 0.5)

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
            place = await server.rooms.create([created, *people, Started(at=now)])
            move = wire.Move(0, place.room.seq[0], "support athena-token ts03")
            await server.rooms.command(place, WHO, move, "en")
            asked = place.room
            assert (asked.asked, asked.secret) == (1, True)
            await until(lambda: len(place.room.labels) > len(asked.labels))
            [answer] = [e for e in acted(await server.store.read(place.room.table)) if e.seat == 1][:1]
            assert (answer.by, answer.used) == ("stand-in", 0.0)
            stored = [chronicle.read(event) for event in await server.store.read(place.room.table)]
            assert not [event for event in stored[: stored.index(answer)] if isinstance(event, Handed)]
            assert answer.move != "let it happen" or not answer.told >> 3 & 1

    asyncio.run(run())


def test_a_restart_while_a_bot_thinks(tmp_path: Path) -> None:
    async def some_moves(table: str, least: int, more: int) -> int:
        """Start a server, and stop it after some moves; returns how many there are."""
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            await until(lambda: table in server.rooms.places)  # it is woken up by itself
            place = server.rooms.places[table]
            assert len(place.room.labels) >= least
            wanted = len(place.room.labels) + more
            await until(lambda: len(place.room.labels) >= wanted or place.room.status == "over")
            if more > 100:
                await rebuilt(server, place)
                assert place.room.status == "over"
            return len(place.room.labels)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            place = await server.rooms.create(new_table("ephyran", "pbb"))
            await server.rooms.command(place, WHO, wire.Hand(0, "shepherd"), "en")
            table = place.room.table
        moves = 0
        for more in (5, 5, 5, 10_000):
            moves = await some_moves(table, moves, more)

    asyncio.run(run())


class Moody:
    """A store that fails when it is told to: before it writes, or after."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.mood: str = "well"
        self.failed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, table: str, n: int, events: Sequence[bytes], head: Head) -> None:
        if self.mood == "away":
            self.failed += 1
            raise Unavailable("away")
        await self._store.append(table, n, events, head)
        if self.mood == "unsure":
            self.failed += 1
            raise Unsure("lost in the middle")

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
    monkeypatch.setattr("pediment.table.care.RETRY", 0.05)

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        store = Moody(server.store)
        server.store = server.rooms.store = store
        chance = random.Random(3)
        async with server.running():
            place = await server.rooms.create(new_table("elysium", "pb"))
            for n in range(60):
                await until(lambda: place.room.status == "over" or _persons_turn(place.room) or place.stale)
                room = place.room
                if room.status == "over":
                    break
                store.mood = chance.choice(["well", "away", "unsure"])
                if room.asked is not None and _persons_turn(room):
                    label = room.game.label(room.state, chance.choice(room.game.legal(room.state)))
                    move = wire.Move(room.asked, room.seq[room.asked], label, f"m{n}")
                    await insist(server, store, place, move)
                await asyncio.sleep(0.02)
                store.mood = "well"
            assert store.failed > 5
            store.mood = "well"
            await play_on(server, place, chance)
            await until(lambda: place.room.status == "over")
            await rebuilt(server, place)

    with logged() as lines:
        asyncio.run(run())
    assert "Traceback" not in lines.getvalue()


def test_a_move_while_the_database_is_asked_who_cares(tmp_path: Path) -> None:
    """The person answers just then: the bot that is asked next does not wait for the time that they had."""

    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        store = Moody(server.store)
        server.store = server.rooms.store = store
        async with server.running():
            store.mood = "slow"
            place = await server.rooms.create(new_table("elysium", "pb", clock=Clock("days", days=2)))
            for n in range(30):
                room = place.room
                if room.asked != 0:
                    break
                await asyncio.sleep(0.01)
                label = room.game.label(room.state, room.game.legal(room.state)[0])
                await server.rooms.command(place, WHO, wire.Move(0, room.seq[0], label, f"m{n}"), "en")
            await until(lambda: any(step.seat == 1 for step in place.room.steps))

    asyncio.run(run())


async def insist(server: Server, store: Moody, place: Place, move: wire.Move) -> None:
    """Send a move until it counts, as a client does; it counts once."""
    before = len(place.room.labels)
    for _ in range(5):
        with contextlib.suppress(Refused):
            await server.rooms.command(place, WHO, move, "en")
            break
        store.mood = "well"
    events = acted(await store.read(place.room.table))
    assert [event.id for event in events].count(move.id) == 1
    assert len(place.room.labels) > before


def test_two_processes_at_one_table(tmp_path: Path) -> None:
    """Both write to the same store; whoever comes second reads what the first wrote and decides again."""

    async def run() -> None:
        one, two = (Server(settings_of(tmp_path / "t.sqlite", port=port)) for port in (1, 2))
        await one.store.open()
        two.store = two.rooms.store = one.store
        try:
            here = await one.rooms.create(new_table("elysium", "pp", chat=True))
            there = await two.rooms.place(here.room.table)
            chance = random.Random(4)
            for n in range(30):
                room = here.room
                assert room.asked is not None
                label = room.game.label(room.state, chance.choice(room.game.legal(room.state)))
                move = wire.Move(room.asked, room.seq[room.asked], label, f"m{n}")
                talk = wire.Chat(0, f"line {n}")
                done = await asyncio.gather(
                    one.rooms.command(here, WHO, move, "en"),
                    two.rooms.command(there, WHO, move, "en"),
                    two.rooms.command(there, WHO, talk, "en"),
                    return_exceptions=True,
                )
                assert not [error for error in done if isinstance(error, BaseException)], done
                here.stale = there.stale = True  # as the store's news would say
                here, there = await one.rooms.place(room.table), await two.rooms.place(room.table)
                assert facts(here.room) == facts(there.room)
                assert len(here.room.labels) == n + 1
        finally:
            await one.rooms.close()
            await two.rooms.close()
            await one.store.close()

    asyncio.run(run())


def test_a_table_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            place = await server.rooms.create(new_table("elysium", "pb"))
            await server.rooms.command(place, WHO, wire.Hand(0, "shepherd"), "en")
            head = Head("elysium", "running", False, 0.0, (), b"{}")
            await server.store.append("broken", 0, [b'{"event":"exploded","at":1}'], head)
            table = place.room.table
        server = Server(settings_of(tmp_path / "t.sqlite"))
        async with server.running():
            await until(lambda: table in server.rooms.places)
            await until(lambda: server.rooms.places[table].room.status == "over")

    with logged() as lines:
        asyncio.run(run())
    assert "table failed" in lines.getvalue()
