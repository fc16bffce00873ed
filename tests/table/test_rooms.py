"""All tables of a server: loaded, changed, kept and let go of, with a store that is told how to behave."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

import pediment
from pediment.table import bodies, care, chronicle, commands, rooms, tables, wire
from pediment.table.care import Care, _if_same, _soon
from pediment.table.chronicle import Acted, AnyEvent, Chatted, Handed, House, Sat, Shared, Started
from pediment.table.clock import Clock
from pediment.table.metrics import Metrics
from pediment.table.place import Ear, Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.rooms import Rooms, database, head_of
from pediment.table.seats import Who, hash_of
from pediment.table.settings import Settings
from pediment.table.store import EVERYTHING, Conflict, Head, Unavailable, Unsure
from pediment.table.workers import Closed, Question
from tests.table.playing import LIVE, Sitting, facts, logged, until
from tests.table.test_hidden import secretly_asked

ANN = Who(frozenset({hash_of("seat_0")}))


class Shelf:
    """A store in memory that can be told to fail."""

    def __init__(self) -> None:
        self.tables: dict[str, list[bytes]] = {}
        self.heads: dict[str, Head] = {}
        self.due_now: list[str] = []
        self.asked_before: list[float] = []
        self.ours = True
        self.released: list[str] = []
        self.failing: list[Exception] = []
        self.heard: Callable[[str], None] = lambda table: None
        self.reads = 0

    def _fail(self) -> None:
        if self.failing:
            raise self.failing.pop(0)

    async def append(self, table: str, n: int, events: Sequence[bytes], head: Head) -> None:
        self._fail()
        if n != len(self.tables.get(table, [])):
            raise Conflict("no")
        self.tables.setdefault(table, []).extend(events)
        self.heads[table] = head

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        self._fail()
        self.reads += 1
        await asyncio.sleep(0)
        return self.tables.get(table, [])[since:]

    async def due(self, before: float) -> list[str]:
        self._fail()
        self.asked_before.append(before)
        return self.due_now

    async def claim(self, table: str) -> bool:
        return self.ours

    async def release(self, table: str) -> None:
        self.released.append(table)

    def listen(self, heard: Callable[[str], None]) -> None:
        self.heard = heard


class NoWorkers:
    """What metrics ask of workers."""

    waiting = busy = answered = fallbacks = 0
    replaced: Mapping[str, int] = MappingProxyType({})


class Bench:
    """Rooms on a shelf, with what they said had changed."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.metrics = Metrics(NoWorkers())  # type: ignore[arg-type]
        self.rooms = Rooms(self.shelf, self.metrics)  # type: ignore[arg-type]
        self.changes: list[tuple[str, Room | None]] = []
        self.rooms.changed = lambda place, before: self.changes.append((place.room.table, before))

    def keep(self, sitting: Sitting, table: str = "a-table") -> None:
        self.shelf.tables[table] = sitting.events[:]

    def count(self, name: str, **labels: str) -> float:
        return self.metrics.registry.get_sample_value(name, labels) or 0.0


def with_rooms(test: Callable[[Bench], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        bench = Bench()
        async with asyncio.timeout(60):
            await test(bench)

    asyncio.run(main())


async def refusal(asked: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(Refused) as refused:
        await asked
    return refused.value.code


# Loading


def test_a_table_is_loaded_once() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        places = await asyncio.gather(*(bench.rooms.place("a-table") for _ in range(5)))
        assert len(set(places)) == 1
        assert facts(places[0].room) == facts(sitting.room)
        assert (bench.shelf.reads, bench.changes) == (1, [("a-table", None)])
        assert await bench.rooms.place("a-table") is places[0]
        assert (bench.shelf.reads, bench.rooms._loading) == (1, {})

    with_rooms(test)


def test_a_table_that_is_not_there() -> None:
    async def test(bench: Bench) -> None:
        for table in ("nowhere", "no\x00where"):
            assert await refusal(bench.rooms.place(table)) == "no-table"
        assert bench.shelf.reads == 1  # what no table can be called is not even looked for
        assert (bench.rooms.places, bench.rooms._loading, bench.changes) == ({}, {}, [])
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(bench.rooms.place("nowhere")) == "unavailable"
        assert bench.rooms._loading == {}
        bench.keep(Sitting("elysium", 2), "nowhere")
        assert (await bench.rooms.place("nowhere")).room.status == "running"

    with_rooms(test)


def test_a_table_that_is_loaded_is_woken() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2, house=House(clock=LIVE)))
        bench.rooms.boot = 5_000_000.0
        assert (await bench.rooms.place("a-table")).room.due() == 5_000_000.0 + 70.0

    with_rooms(test)


def test_whoever_asks_for_a_table_uses_it() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        place.used = 0.0
        await bench.rooms.place("a-table")
        assert place.used > 0.0
        place.used = 0.0
        bench.rooms.use(place)
        assert place.used > 0.0

    with_rooms(test)


# What others write


def test_what_another_process_wrote_is_folded() -> None:
    async def test(bench: Bench) -> None:
        sitting, other = Sitting("elysium", 2), Sitting("elysium", 2, seed=1)
        bench.keep(sitting)
        bench.keep(other, "other")
        await bench.rooms.start()
        place, there = await bench.rooms.place("a-table"), await bench.rooms.place("other")
        for news, told in (("a-table", ["a-table"]), (EVERYTHING, ["a-table", "other"]), ("unknown", [])):
            for one, name in ((sitting, "a-table"), (other, "other")):
                one.do(wire.Chat(0, news))
                bench.keep(one, name)
            bench.changes.clear()
            bench.shelf.heard(news)
            assert [p.room.table for p in (place, there) if p.stale] == told
            await until(lambda: not place.stale and not there.stale and not place.lock.locked())
            await asyncio.gather(*(bench.rooms._refresh(p) for p in (place, there)))
            assert bench.changes == [(table, None) for table in told]
            for p, one in ((place, sitting), (there, other)):
                assert (len(p.room.chat) == len(one.room.chat)) == (p.room.table in told)
        await bench.rooms.close()

    with_rooms(test)


def test_a_stale_table_is_read_before_it_is_given_and_stays_stale_if_that_fails() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        place = await bench.rooms.place("a-table")
        sitting.move()
        bench.keep(sitting)
        place.stale = True
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(bench.rooms.place("a-table")) == "unavailable"
        stale = [place.stale]
        assert facts((await bench.rooms.place("a-table")).room) == facts(sitting.room)
        assert [*stale, place.stale] == [True, False]
        bench.changes.clear()
        place.stale = True
        room = place.room
        await bench.rooms.place("a-table")
        assert (place.room is room, bench.changes) == (True, [])  # nothing was new

    with_rooms(test)


def test_news_that_cannot_be_read_are_read_by_the_next_who_asks() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        place = await bench.rooms.place("a-table")
        bench.shelf.failing = [Unavailable("away")]
        place.stale = True
        await bench.rooms._refresh(place)
        stale = [place.stale]
        await bench.rooms._refresh(place)
        assert [*stale, place.stale] == [True, False]
        reads = bench.shelf.reads
        await bench.rooms._refresh(place)
        assert bench.shelf.reads == reads

    with_rooms(test)


# Changing


def test_a_change_is_durable_before_it_happens() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        place = await bench.rooms.place("a-table")
        before, moved = place.room, place.moved
        bench.changes.clear()
        done = await bench.rooms.command(place, ANN, wire.Chat(0, "Hello"), "en")
        assert (done.id, done.seq) == ("", before.seq[0])
        assert bench.changes == [("a-table", before)]
        assert moved.is_set()
        assert [line.text for line in place.room.chat] == ["Hello"]
        assert facts(Room.of("a-table", bench.shelf.tables["a-table"])) == facts(place.room)
        assert bench.shelf.heads["a-table"] == head_of(place.room)

    with_rooms(test)


def test_what_changes_nothing_is_not_written() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        room = place.room
        bench.changes.clear()
        assert await bench.rooms.change(place, lambda room: []) == []
        assert (place.room is room, bench.changes, bench.shelf.heads) == (True, [], {})
        assert (await bench.rooms.command(place, ANN, wire.Return(0), "en")).seq == room.seq[0]

    with_rooms(test)


def test_a_conflict_is_decided_again() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        place = await bench.rooms.place("a-table")
        sitting.do(wire.Chat(1, "first"))
        bench.keep(sitting)  # another process was quicker
        seen: list[int] = []

        def decide(room: Room) -> list[AnyEvent]:
            seen.append(len(room.chat))
            return [Chatted(at=9.0, seat=0, text="second")]

        await bench.rooms.change(place, decide)
        assert (seen, [line.text for line in place.room.chat]) == ([0, 1], ["first", "second"])
        assert not place.stale

    with_rooms(test)


def test_a_table_that_is_always_in_conflict_is_given_up() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        tries = 0

        async def append(table: str, n: int, events: Sequence[bytes], head: Head) -> None:
            nonlocal tries
            tries += 1
            raise Conflict("again")

        bench.shelf.append = append  # type: ignore[method-assign]
        assert await refusal(bench.rooms.command(place, ANN, wire.Chat(0, "x"), "en")) == "unavailable"
        assert tries == rooms.TRIES == 20

    with_rooms(test)


@pytest.mark.parametrize(("error", "code"), [(Unavailable("away"), "unavailable"), (Unsure("lost"), "unsure")])
def test_after_a_failure_nobody_knows_what_the_store_has(error: Exception, code: str) -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        room = place.room
        bench.changes.clear()
        bench.shelf.failing = [error]
        with logged() as lines:
            assert await refusal(bench.rooms.command(place, ANN, wire.Chat(0, "x"), "en")) == code
        assert ("database failed" in lines.getvalue()) == (code == "unavailable")
        assert (place.stale, place.room is room, bench.changes) == (True, True, [])
        await bench.rooms.command(place, ANN, wire.Chat(0, "x"), "en")
        assert not place.stale

    with_rooms(test)


def test_what_a_store_says_is_told_and_anything_else_is_not_ours() -> None:
    for error, code in ((Unsure("x"), "unsure"), (Unavailable("x"), "unavailable")):
        with pytest.raises(Refused) as refused, database():
            raise error
        assert refused.value.code == code
    with pytest.raises(KeyError), database():
        raise KeyError("x")
    with database():
        pass


def test_a_new_table() -> None:
    async def test(bench: Bench) -> None:
        wanted = bodies.NewTable("elysium", [bodies.Chair("me", "Ann"), bodies.Chair("open")])
        events, _ = tables.new(wanted, Who(), 1.0, "en")
        place = await bench.rooms.create(events)
        table = place.room.table
        assert len(table) == 16
        assert bench.rooms.places == {table: place}
        assert bench.changes == [(table, None)]
        assert bench.shelf.tables[table] == [chronicle.write(event) for event in events]
        assert bench.shelf.heads[table] == head_of(place.room)
        assert bench.count("pediment_tables_total", game="elysium") == 1
        await bench.rooms._wake_and_forget()
        assert bench.rooms.places == {table: place}  # it was used just now
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(bench.rooms.create(events)) == "unavailable"
        assert list(bench.rooms.places) == [table]

    with_rooms(test)


def test_a_rematch_is_made_once_however_many_want_it() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        sitting.finish(random.Random(1))
        bench.keep(sitting)
        place = await bench.rooms.place("a-table")
        ben = sitting.who(1)
        await asyncio.gather(
            bench.rooms.command(place, ANN, wire.Rematch(0), "en"),
            bench.rooms.command(place, ben, wire.Rematch(1), "en"),
        )
        again = place.room.rematch
        assert again in bench.rooms.places
        await bench.rooms.command(place, ANN, wire.Rematch(0), "en")
        assert place.room.rematch == again
        rematches = [
            e for e in map(chronicle.read, bench.shelf.tables["a-table"]) if isinstance(e, chronicle.Rematched)
        ]
        assert len(rematches) == 1

    with_rooms(test)


def test_a_server_that_is_closing_does_nothing_new() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        moved = place.moved
        await bench.rooms.close()
        assert moved.is_set()
        assert await refusal(bench.rooms.change(place, lambda room: [])) == "closing"
        assert await refusal(bench.rooms.create([])) == "closing"
        assert await refusal(bench.rooms.place("other")) == "closing"
        assert await bench.rooms.place("a-table") is place  # who is there is told so by the others

    with_rooms(test)


def test_what_was_begun_is_finished() -> None:
    """Also when who asked is gone, and while the server closes."""

    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        gate = asyncio.Event()
        append = bench.shelf.append

        async def slow(table: str, n: int, events: Sequence[bytes], head: Head) -> None:
            await gate.wait()
            await append(table, n, events, head)

        bench.shelf.append = slow  # type: ignore[method-assign]
        await bench.rooms.start()
        asked = asyncio.create_task(bench.rooms.command(place, ANN, wire.Chat(0, "x"), "en"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        closing = asyncio.create_task(bench.rooms.close())
        await asyncio.sleep(0)
        gate.set()
        await closing
        assert [line.text for line in place.room.chat] == ["x"]
        assert not bench.rooms._tasks

    with_rooms(test)


def test_decisions_and_ends_are_counted() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        place = await bench.rooms.place("a-table")
        both = Who(ANN.keys | sitting.who(1).keys)
        moves = 0
        while place.room.asked is not None:
            room = place.room
            assert room.asked is not None
            assert bench.count("pediment_games_over_total", game="elysium") == 0
            seat = room.asked
            await bench.rooms.command(place, both, wire.Move(seat, room.seq[seat], room.options()[0]), "en")
            moves += 1
        assert bench.count("pediment_moves_total", game="elysium", by="person") == moves
        assert bench.count("pediment_games_over_total", game="elysium") == 1
        assert bench.count("pediment_append_seconds_count") == moves

    with_rooms(test)


def test_what_was_taken_back_is_counted_by_how() -> None:
    bench = Bench()
    room = Sitting("elysium", 2).room
    bench.metrics.count(room, [chronicle.Undone(at=1.0, seat=0, to=0, told=0)])
    bench.metrics.count(room, [chronicle.Undone(at=1.0, seat=0, to=0, told=0, branch=1)] * 2)
    assert bench.count("pediment_undone_total", game="elysium", how="free") == 1
    assert bench.count("pediment_undone_total", game="elysium", how="vote") == 2


# Time


def test_what_is_due_is_woken() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        bench.keep(Sitting("elysium", 2), "other")
        await bench.rooms.place("a-table")
        bench.changes.clear()
        bench.shelf.due_now = ["a-table", "other"]
        bench.shelf.ours = False
        before = time.time()
        await bench.rooms._wake_and_forget()
        assert bench.changes == [("a-table", None)]  # the other is for another process
        assert before + rooms.TICK <= bench.shelf.asked_before[0] <= time.time() + rooms.TICK
        bench.shelf.ours = True
        await bench.rooms._wake_and_forget()
        assert bench.changes == [("a-table", None), ("a-table", None), ("other", None)]
        assert (rooms.TICK, rooms.IDLE) == (5.0, 120.0)

    with_rooms(test)


def test_a_table_whose_game_is_gone_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is refused, noted once, and the tables that are due after it are woken."""

    async def test(bench: Bench) -> None:
        bench.keep(Sitting("ephyran", 2), "gone")
        bench.keep(Sitting("elysium", 2), "other")
        kits = pediment._kits()
        monkeypatch.setattr(pediment, "_kits", lambda: {"elysium": kits["elysium"]})
        bench.shelf.due_now = ["gone", "other"]
        with caplog.at_level(logging.WARNING, logger="pediment.table"):
            assert await refusal(bench.rooms.place("gone")) == "game-gone"
            for _ in range(2):
                await bench.rooms._wake_and_forget()
        assert list(bench.rooms.places) == ["other"]
        [entry] = caplog.records
        fields = {"table": "gone", "game": "ephyran"}
        assert (entry.message, entry.levelno, vars(entry)["fields"]) == ("game gone", logging.WARNING, fields)

    with_rooms(test)


def test_a_table_that_nobody_uses_is_let_go_of() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))

        async def kept(**how: Any) -> bool:
            place = await bench.rooms.place("a-table")
            place.used -= how.get("idle", rooms.IDLE + 1.0)
            if how.get("ear"):
                place.ears.add(Ear(ANN, "en"))
            if how.get("care"):
                place.care = asyncio.create_task(asyncio.sleep(0))
            if how.get("lock"):
                await place.lock.acquire()
            await bench.rooms._wake_and_forget()
            still = "a-table" in bench.rooms.places
            bench.rooms.places.clear()
            return still

        assert await kept(idle=rooms.IDLE - 5.0)
        assert await kept(ear=True)
        assert await kept(care=True)
        assert await kept(lock=True)
        assert bench.shelf.released == []
        assert not await kept()
        assert bench.shelf.released == ["a-table"]

    with_rooms(test)


def test_one_bad_look_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "TICK", 0.0)

    async def test(bench: Bench) -> None:
        bench.shelf.failing = [Unavailable("away"), RuntimeError("broken")]
        await bench.rooms.start()
        await until(lambda: len(bench.shelf.asked_before) > 1)
        await bench.rooms.close()

    with logged() as lines:
        with_rooms(test)
    text = lines.getvalue()
    assert "database away" in text
    assert "tick failed" in text


# What lists show


def test_the_head_of_a_table() -> None:
    room = Sitting("elysium", 3, house=House(clock=LIVE, listed=True), bots=(2,)).room
    room = room.after(
        [Sat(at=7.0, seat=k, name=name, token=name, person=name) for k, name in enumerate(("Zoë", "Ann"))]
    )
    head = head_of(room)
    assert (head.game, head.status, head.listed, head.due) == ("elysium", "running", True, room.due())
    assert head.people == ("Ann", "Zoë")
    assert json.loads(head.summary) == {
        "summary": {
            "table": "a-table",
            "game": "elysium",
            "status": "running",
            "updated": 7.0,
            "players": ["Zoë", "Ann", "Potter"],
            "free": 0,
            "your_turn": False,
        },
        "asked": room.seats[room.asked or 0].person,
    }
    same = room.after([Sat(at=7.0, seat=1, name="Zed", token="x", person="Zoë")])
    assert head_of(same).people == ("Zoë",)
    assert json.loads(head_of(secretly_asked().room).summary)["asked"] is None
    sitting = Sitting("elysium", 2)
    assert head_of(sitting.room).people == ()
    assert not head_of(sitting.room).listed


# What a table needs done


def place_of(sitting: Sitting) -> Place:
    return Place(sitting.room)


class Notes:
    """People who remember what they were told."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def notify(self, person: str, news: dict[str, Any]) -> None:
        self.sent.append((person, news))


def caring(bench: Bench, workers: Thinkers | None = None, **settings: Any) -> tuple[Care, Notes]:
    notes = Notes()
    chosen = Settings(database="x", public_url="https://play.example.org", **settings)
    return Care(bench.rooms, workers, notes, chosen), notes  # type: ignore[arg-type]


class Thinkers:
    """Workers that give these answers, raise what is an error, and are closed after them."""

    def __init__(self, *answers: str | Exception | None) -> None:
        self.answers = list(answers)
        self.asked: list[Question] = []

    async def answer(self, question: Question) -> str:
        self.asked.append(question)
        if not self.answers:
            raise Closed
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer or question.legal[0]


class Naps:
    """The module `asyncio`, but sleeping is noted and takes no time."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self.taken.append(seconds)


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> Naps:
    found = Naps()
    monkeypatch.setattr(care, "asyncio", found)
    return found


def answering(bench: Bench, sitting: Sitting, workers: Thinkers, **settings: Any) -> tuple[Care, Place]:
    """A place to be looked after; what follows from its changes is not done."""
    care_, _ = caring(bench, workers, **settings)
    bench.rooms.changed = lambda place, before: None
    bench.keep(sitting)
    return care_, Place(sitting.room)


def last_act(bench: Bench) -> Acted:
    event = chronicle.read(bench.shelf.tables["a-table"][-1])
    assert isinstance(event, Acted)
    return event


@pytest.mark.parametrize(("level", "by"), [("potter", "bot"), ("merchant", "stand-in")])
@pytest.mark.parametrize(("pace", "asked_at", "low", "high"), [
    (0.6, -100.0, 0.0, 0.0),  # asked long ago
    (0.6, 1e6, 0.6, 0.6),  # the system's clock was put back
    (30.0, 0.0, 1.0, 30.0),
    (0.0, 0.0, 0.0, 0.0),
])  # fmt: skip
def test_a_bot_answers_at_its_pace(
    naps: Naps, level: str, by: str, pace: float, asked_at: float, low: float, high: float
) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, bots=(0, 1) if by == "bot" else ())
        asked = sitting.room.asked
        assert asked is not None
        if by == "stand-in":
            sitting.do(wire.Hand(asked, level))
        sitting.room.asked_at = time.time() + asked_at
        workers = Thinkers(None)
        care_, place = answering(bench, sitting, workers, pace=pace)
        await care_._answer(place)
        assert len(naps.taken) == 1
        assert low <= naps.taken[0] <= high
        event = last_act(bench)
        assert (event.seat, event.by, event.used, event.move) == (asked, by, 0.0, sitting.options()[0])
        [question] = workers.asked
        assert (question.seat, question.level, question.legal) == (asked, level, sitting.room.options())
        assert question.course == sitting.room.course()

    with_rooms(test)


def test_how_many_are_asked_in_secret_takes_no_time(naps: Naps) -> None:
    """The pace runs from what everybody knows of."""

    async def test(bench: Bench) -> None:
        sitting = secretly_asked(bots=(1,))
        now = time.time()
        sitting.room.updated, sitting.room.asked_at = now - 100.0, now + 1e6
        care_, place = answering(bench, sitting, Thinkers("let it happen"), pace=5.0)
        await care_._answer(place)
        assert naps.taken == [0.0]

    with_rooms(test)


def test_who_is_asked_in_secret_keeps_the_seat_when_time_is_up(naps: Naps) -> None:
    async def test(bench: Bench) -> None:
        sitting = secretly_asked()
        sitting.room.asked_at = time.time() - 20.0
        workers = Thinkers("let it happen")
        care_, place = answering(bench, sitting, workers, pace=5.0)
        await care_._answer(place)
        assert len(naps.taken) == 1  # until the time was up; none for show
        assert 0.0 < naps.taken[0] <= 10.0
        assert (last_act(bench).by, last_act(bench).seat) == ("stand-in", 1)
        assert place.room.seats[1].level is None
        assert workers.asked[0].level == place.room.created.house.stand_in

    with_rooms(test)


def test_what_fails_is_tried_again_later(naps: Naps) -> None:
    """But not what somebody else was quicker with."""

    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        asked = sitting.room.asked
        assert asked is not None
        sitting.do(wire.Hand(asked, "potter"))
        workers = Thinkers(Refused("unavailable"), Refused("not-asked"), RuntimeError("broken"))
        care_, place = answering(bench, sitting, workers, pace=0.0)
        with logged() as lines:
            care_.look_after(place, None)
            task = place.care
            assert task is not None
            await task
        assert naps.taken == [care.RETRY, care.RETRY]
        assert lines.getvalue().count("care failed") == 2
        assert (len(workers.asked), place.care is None, place.room is sitting.room) == (4, True, True)

    with_rooms(test)


def with_person(sitting: Sitting, seat: int) -> None:
    sitting.add(Sat(at=1.0, seat=seat, name="Ann", token=hash_of(sitting.tokens[seat]), person="ann"))


def test_whose_turn_it_is_is_told_to_who_is_away() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        seat = sitting.room.asked
        assert seat is not None
        with_person(sitting, seat)
        before = Sitting("elysium", 2).room.after([])
        before.asked_at -= 1.0  # another question
        _, notes = caring(bench, webhooks=True)
        place = place_of(sitting)
        bench.rooms.changed(place, before)
        link = "https://play.example.org/t/a-table"
        news = {"event": "your turn", "table": "a-table", "game": "elysium", "link": link}
        assert notes.sent == [("ann", news)]
        bench.rooms.changed(place, None)  # it was only loaded
        bench.rooms.changed(place, sitting.room)  # the same question
        place.add(Ear(sitting.who(seat), "en"))
        bench.rooms.changed(place, before)  # she is there
        sitting.do(wire.Hand(seat, "potter"))
        away = place_of(sitting)
        away.care = asyncio.create_task(asyncio.sleep(0))
        bench.rooms.changed(away, before)  # a bot plays for her
        nobody = Sitting("elysium", 2)
        bench.rooms.changed(place_of(nobody), before)  # without an identity
        over = Sitting("elysium", 2)
        over.finish(random.Random(1))
        bench.rooms.changed(place_of(over), before)
        assert len(notes.sent) == 1
        silent, quiet = caring(bench, webhooks=False)
        silent.look_after(place_of(sitting), before)
        assert quiet.sent == []
        await bench.rooms.close()

    with_rooms(test)


def test_a_table_is_looked_after_when_something_is_due_soon() -> None:
    async def test(bench: Bench) -> None:
        care_, _ = caring(bench)
        clock = Clock("days", days=1)
        far = Sitting("elysium", 2, house=House(clock=clock))
        place = place_of(far)
        far.room.asked_at = time.time() - 86_400.0 + care.SOON + 5.0
        assert not _soon(place)
        far.room.asked_at -= 10.0
        assert _soon(place)
        never = place_of(Sitting("elysium", 2))
        assert not _soon(never)
        care_.look_after(never, None)
        assert never.care is None
        bots = Room("bots").after(
            [
                far.room.created,
                *(Handed(at=1.0, seat=k, level="potter", why="seated") for k in range(2)),
                Started(at=1.0),
            ]
        )
        alone = Place(bots)
        assert not _soon(alone)
        alone.add(Ear(Who(), "en"))
        assert _soon(alone)
        bench.rooms.closing = True
        care_.look_after(place, None)
        assert place.care is None
        bench.rooms.closing = False
        place.care = running = asyncio.create_task(asyncio.sleep(60))
        care_.look_after(place, None)
        assert place.care is running  # one is enough
        running.cancel()
        assert (care.SOON, care.RETRY, care.TITAN_SECONDS) == (60.0, 3.0, 1.3)

    with_rooms(test)


@pytest.mark.parametrize(
    ("pace", "level", "seconds"),
    [(0.6, "potter", 0.6), (0.6, "titan", 1.3), (2.0, "titan", 2.0), (0.0, "titan", 0.0), (0.0, "potter", 0.0)],
)
def test_the_pace_of_bots(pace: float, level: str, seconds: float) -> None:
    """A titan's time tells nothing; in tests nobody waits."""

    async def test(bench: Bench) -> None:
        care_, _ = caring(bench, pace=pace)
        assert care_._pace(level) == seconds

    with_rooms(test)


def test_a_decision_for_another_question_is_none() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    room = sitting.room
    decide = _if_same(room, lambda now: commands.time_is_up(now, 3.0))
    assert [type(event) for event in decide(room)] == [Handed]
    sitting.do(wire.Return(0))
    assert decide(sitting.room)
    sitting.now += 1.0
    sitting.move()
    assert decide(sitting.room) == []


def test_a_table_of_another_process_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(care, "RETRY", 0.0)

    async def test(bench: Bench) -> None:
        care_, _ = caring(bench)
        asked: list[str] = []

        async def claim(table: str) -> bool:
            asked.append(table)
            if len(asked) == 3:
                raise Closed
            return False

        bench.shelf.claim = claim  # type: ignore[method-assign]
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))  # whose time is long over
        place = place_of(sitting)
        care_.look_after(place, None)
        task = place.care
        assert task is not None
        await task
        assert asked == ["a-table"] * 3
        assert (place.care is None, place.room is sitting.room) == (True, True)

    with_rooms(test)


def test_time_that_is_up_hands_the_seat_over() -> None:
    async def test(bench: Bench) -> None:
        caring(bench)
        sitting = Sitting("elysium", 2, house=House(clock=LIVE, stand_in="merchant"))
        bench.keep(sitting)
        bench.rooms.boot = 0.0
        asked = sitting.room.asked
        assert asked is not None
        place = await bench.rooms.place("a-table")
        await until(lambda: place.room.seats[asked].level == "merchant")
        handed = chronicle.read(bench.shelf.tables["a-table"][-1])
        assert isinstance(handed, Handed)
        assert (handed.seat, handed.why) == (asked, "clock")
        if place.care:
            place.care.cancel()
        await bench.rooms.close()

    with_rooms(test)


def test_a_bot_answers_after_the_person_whose_time_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks after a question goes on with the next one; nobody else would."""
    monkeypatch.setattr(care, "SOON", 1000.0)

    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, house=House(clock=LIVE), bots=(1,))
        sitting.now = time.time()
        while sitting.room.asked != 0 or not sitting.room.labels:
            seat = sitting.room.asked
            assert seat is not None
            by: chronicle.By = "bot" if seat else "person"
            sitting.add(commands.act(sitting.room, seat, sitting.options()[0], sitting.now, by, "en"))
        workers = Thinkers(None)
        care_, place = answering(bench, sitting, workers)
        care_.look_after(place, None)
        task = place.care
        assert task is not None
        while place.room.asked == 0:
            await asyncio.sleep(0.01)  # the time of this question runs
            room = place.room
            label = room.game.label(room.state, room.game.legal(room.state)[0])
            await bench.rooms.command(place, ANN, wire.Move(0, room.seq[0], label), "en")
        await task  # ended by the second question, which the workers have no answer to
        assert len(workers.asked) == 2
        assert (last_act(bench).seat, last_act(bench).by) == (1, "bot")

    with_rooms(test)


def test_sharing_is_written_like_anything_else() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        place = await bench.rooms.place("a-table")
        await bench.rooms.change(place, lambda room: [Shared(at=1.0, token="x")])
        assert place.room.shares == {"x"}

    with_rooms(test)
