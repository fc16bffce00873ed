"""All tables of a server: loaded, changed, kept and let go of, with a store that is told how to behave."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
import pytest

import pediment
from pediment.server.domain import commands, deals, decide, opening, wishes
from pediment.server.domain.clock import Clock
from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    By,
    Chatted,
    Deal,
    Declined,
    Handed,
    House,
    Rematched,
    Sat,
    Shared,
    Started,
    Undone,
    read_event,
    write_event,
)
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import Change, Table
from pediment.server.domain.wishes import CHALLENGE_SECONDS, Wish
from pediment.server.jobs.bot_workers import Closed, Question
from pediment.server.live import autoplay, compose, live_table, tables
from pediment.server.live.autoplay import Autoplay, _if_same, _soon
from pediment.server.live.limits import PAYER, Limits, Payer
from pediment.server.live.listing import head_of
from pediment.server.live.live_table import Listener, LiveTable
from pediment.server.live.quotas import Quotas
from pediment.server.live.tables import LiveTables, store_errors_refused
from pediment.server.live.timekeeper import Step
from pediment.server.metrics import Metrics
from pediment.server.settings import Settings
from pediment.server.store.store import ALL_TABLES, Conflict, OutcomeUnknown, TableHead, Unavailable
from tests.server.playing import LIVE, Sitting, facts, labels_to_plan, logged, until
from tests.server.stores import PATIENCE
from tests.server.test_hidden import defenders, secretly_asked

T = TypeVar("T")
ANN = Caller(frozenset({hash_of("seat_0")}))


class Shelf:
    """A store in memory that can be told to fail."""

    shared = False

    def __init__(self) -> None:
        self.tables: dict[str, list[bytes]] = {}
        self.heads: dict[str, TableHead] = {}
        self.rewritten: Counter[str] = Counter()
        self.due_now: list[str] = []
        self.asked_before: list[float] = []
        self.ours = True
        self.released: list[str] = []
        self.failing: list[Exception] = []
        self.heard: Callable[[str], None] = lambda table: None
        self.hear: Callable[[str, str], None] = lambda process, text: None
        self.told: list[str] = []
        self.reads = 0
        self.asked: list[str] = []

    def _fail(self) -> None:
        if self.failing:
            raise self.failing.pop(0)

    async def append(self, table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
        self._fail()
        if (n, rewrites) != (len(self.tables.get(table, [])), self.rewritten[table]):
            raise Conflict("no")
        self.tables.setdefault(table, []).extend(events)
        self.heads[table] = head

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        self._fail()
        self.reads += 1
        await asyncio.sleep(0)
        return self.tables.get(table, [])[since:]

    async def rewrites(self, table: str) -> int | None:
        self.asked.append(table)
        self._fail()
        return self.rewritten[table] if table in self.tables else None

    async def rewrite(self, table: str, events: Sequence[bytes], head: TableHead, rewrites: int) -> None:
        if (len(events), rewrites) != (len(self.tables.get(table, [])), self.rewritten[table]):
            raise Conflict("no")
        self.tables[table], self.heads[table] = list(events), head
        self.rewritten[table] += 1

    async def remove(self, table: str, known: int | None = None) -> bool:
        if known is not None and len(self.tables.get(table, [])) != known:
            raise Conflict("no")
        return self.tables.pop(table, None) is not None

    async def due(self, before: float) -> list[str]:
        self._fail()
        self.asked_before.append(before)
        return self.due_now

    async def claim(self, table: str) -> bool:
        return self.ours

    async def is_behind(self, table: str, known: int, rewrites: int) -> bool:
        self._fail()
        return (known, rewrites) != (len(self.tables.get(table, [])), self.rewritten[table])

    async def release(self, table: str) -> None:
        self.released.append(table)

    async def tell(self, text: str) -> None:
        self.told.append(text)

    def listen(self, heard: Callable[[str], None], told: Callable[[str, str], None]) -> None:
        self.heard = heard
        self.hear = told


class NoWorkers:
    """What metrics ask of workers."""

    waiting = busy = answered = fallbacks = 0
    replaced: Mapping[str, int] = MappingProxyType({})


class Bench:
    """Tables on a shelf, with what they said had changed."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.metrics = Metrics(NoWorkers())  # type: ignore[arg-type]
        self.tables = LiveTables(self.shelf, self.metrics, Limits(1e6, 1e6), 300.0)  # type: ignore[arg-type]
        self.changes: list[tuple[str, Table | None]] = []
        self.tables.changed = lambda live, before: self.changes.append((live.table.id, before))

    def keep(self, sitting: Sitting, table: str = "a-table") -> None:
        self.shelf.tables[table] = sitting.events[:]

    def count(self, name: str, **labels: str) -> float:
        return self.metrics.registry.get_sample_value(name, labels) or 0.0


def with_tables(test: Callable[[Bench], Coroutine[Any, Any, None]]) -> None:
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
        found = await asyncio.gather(*(bench.tables.get("a-table") for _ in range(5)))
        assert len(set(found)) == 1
        assert facts(found[0].table) == facts(sitting.table)
        assert (bench.shelf.reads, bench.changes) == (1, [("a-table", None)])
        assert await bench.tables.get("a-table") is found[0]
        assert (bench.shelf.reads, bench.tables._loading) == (1, {})

    with_tables(test)


def test_a_table_that_is_not_there() -> None:
    async def test(bench: Bench) -> None:
        for table in ("nowhere", "no\x00where"):
            assert await refusal(bench.tables.get(table)) == "no-table"
        assert bench.shelf.asked == ["nowhere"]  # what no table can be called is not even looked for
        assert (bench.tables.loaded, bench.tables._loading, bench.changes) == ({}, {}, [])
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(bench.tables.get("nowhere")) == "unavailable"
        assert bench.tables._loading == {}
        bench.keep(Sitting("elysium", 2), "nowhere")
        assert (await bench.tables.get("nowhere")).table.status == "running"

    with_tables(test)


def test_a_table_that_is_removed_while_it_is_read_is_not_there() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))

        async def removed(table: str, since: int = 0) -> list[bytes]:
            return []

        bench.shelf.read = removed  # type: ignore[method-assign]
        assert await refusal(bench.tables.get("a-table")) == "no-table"
        assert bench.tables.loaded == {}

    with_tables(test)


def test_a_table_that_is_loaded_is_woken() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2, house=House(clock=LIVE)))
        bench.tables.boot = 5_000_000.0
        assert (await bench.tables.get("a-table")).table.due() == 5_000_000.0 + 70.0

    with_tables(test)


def test_whoever_asks_for_a_table_uses_it() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        live.used = 0.0
        await bench.tables.get("a-table")
        assert live.used > 0.0
        live.used = 0.0
        bench.tables.use(live)
        assert live.used > 0.0

    with_tables(test)


# What others write


def test_what_another_process_wrote_is_folded() -> None:
    async def test(bench: Bench) -> None:
        sitting, other = Sitting("elysium", 2), Sitting("elysium", 2, seed=1)
        bench.keep(sitting)
        bench.keep(other, "other")
        await bench.tables.start()
        live, there = await bench.tables.get("a-table"), await bench.tables.get("other")
        for news, told in (("a-table", ["a-table"]), (ALL_TABLES, ["a-table", "other"]), ("unknown", [])):
            for one, name in ((sitting, "a-table"), (other, "other")):
                one.do(commands.Chat(0, news))
                bench.keep(one, name)
            bench.changes.clear()
            bench.shelf.heard(news)
            assert [p.table.id for p in (live, there) if p.stale] == told
            await until(lambda: not live.stale and not there.stale and not live.lock.locked())
            await asyncio.gather(*(bench.tables._refresh(p) for p in (live, there)))
            assert bench.changes == [(table, None) for table in told]
            for p, one in ((live, sitting), (there, other)):
                assert (len(p.table.chat) == len(one.table.chat)) == (p.table.id in told)
        await bench.tables.close()

    with_tables(test)


def test_a_stale_table_is_read_before_it_is_given_and_stays_stale_if_that_fails() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        sitting.move()
        bench.keep(sitting)
        live.stale = True
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(bench.tables.get("a-table")) == "unavailable"
        stale = [live.stale]
        assert facts((await bench.tables.get("a-table")).table) == facts(sitting.table)
        assert [*stale, live.stale] == [True, False]
        bench.changes.clear()
        live.stale = True
        table = live.table
        await bench.tables.get("a-table")
        assert (live.table is table, bench.changes) == (True, [])  # nothing was new

    with_tables(test)


def test_news_that_cannot_be_read_are_read_by_the_next_who_asks() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        bench.shelf.failing = [Unavailable("away")]
        live.stale = True
        await bench.tables._refresh(live)
        stale = [live.stale]
        await bench.tables._refresh(live)
        assert [*stale, live.stale] == [True, False]
        reads = bench.shelf.reads
        await bench.tables._refresh(live)
        assert bench.shelf.reads == reads

    with_tables(test)


# Changing


def test_a_change_is_durable_before_it_happens() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        before, moved = live.table, live.moved
        bench.changes.clear()
        done = await bench.tables.command(live, ANN, commands.Chat(0, "Hello"), "en")
        assert (done.id, done.seq) == ("", before.seq[0])
        assert bench.changes == [("a-table", before)]
        assert moved.is_set()
        assert [line.text for line in live.table.chat] == ["Hello"]
        assert facts(Table.of("a-table", bench.shelf.tables["a-table"])) == facts(live.table)
        assert bench.shelf.heads["a-table"] == head_of(live.table)

    with_tables(test)


def test_a_move_has_the_receipt_of_that_very_move_however_often_it_is_asked_for() -> None:
    """Not of what happens before the answer goes out, nor of what has happened in secret when it comes again."""

    async def test(bench: Bench) -> None:
        sitting = Sitting("ephyran", 3, course=defenders())
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        move = commands.Move(0, live.table.seq[0], "support athena-token ts03", "mine")

        def at_once(live: LiveTable, before: Table | None) -> None:
            live.replace(decide.act(live.table, 1, "let it happen", 2_000_000.0, "stand-in", "en"))

        bench.tables.changed = at_once
        first = await bench.tables.command(live, ANN, move, "en")
        assert live.table.labels == [move.move, "let it happen"]
        sitting.do(move)
        assert first.receipt == sitting.table.receipt(0, move.seq)
        assert await bench.tables.command(live, ANN, move, "en") == first
        sitting.do(commands.Propose(0, first.seq, "again"))
        change = decide.decide(sitting.table, ANN, commands.Move(0, first.seq, "anything", "again"), 2e6, "en")
        assert compose.done_message(commands.Move(0, first.seq, "anything", "again"), change).receipt == ""

    with_tables(test)


def test_a_seat_has_its_limit_and_nobody_else_uses_it_up() -> None:
    async def test(bench: Bench) -> None:
        bench.tables.limits = Limits(1, 1, clock=lambda: 0.0)
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        chat = commands.Chat(0, "Hello")
        assert await refusal(bench.tables.command(live, Caller(), chat, "en")) == "not-your-seat"
        await bench.tables.command(live, ANN, chat, "en")
        assert await refusal(bench.tables.command(live, ANN, chat, "en")) == "too-fast"
        assert len(live.table.chat) == 1

    with_tables(test)


def test_a_command_is_counted_once_however_often_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bench: Bench) -> None:
        bench.tables.limits = Limits(1, 2, clock=lambda: 0.0)
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        append, tries = bench.tables.store.append, 0

        async def late(*args: Any) -> None:
            nonlocal tries
            tries += 1
            if tries < 5:
                raise Conflict
            await append(*args)

        monkeypatch.setattr(bench.tables.store, "append", late)
        await bench.tables.command(live, ANN, commands.Chat(0, "Hello"), "en")
        assert (tries, len(live.table.chat)) == (5, 1)
        wish = commands.Rematch(0)
        assert await refusal(bench.tables.command(live, ANN, wish, "en")) == "not-over"
        assert await refusal(bench.tables.command(live, ANN, wish, "en")) == "too-fast"

    with_tables(test)


class Counting:
    """A game that counts how often it is asked for what costs time."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        self.asked[name] += 1
        return getattr(self.game, name)


@pytest.mark.parametrize("game", pediment.games())
def test_a_move_is_parsed_and_played_once_and_each_view_built_once(game: str) -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting(game, 3))
        live = await bench.tables.get("a-table")
        listeners = [Listener(caller, language) for caller in (ANN, Caller()) for language in ("en", "fr")]
        for listener in listeners:
            live.add(listener)
            listener.messages(live)
        sitting = Sitting(game, 3)
        seat, label = sitting.table.asked, sitting.options()[0]
        assert seat is not None
        live.table.game = counting = Counting(live.table.game)  # type: ignore[assignment]
        await bench.tables.command(live, sitting.caller(seat), commands.Move(seat, live.table.seq[seat], label), "en")
        assert [listener.messages(live) for listener in listeners]
        assert {name: counting.asked[name] for name in ("parse", "why_not", "apply", "view")} == {
            "parse": 1,
            "why_not": 0,
            "apply": 1,
            "view": 4,
        }

    with_tables(test)


def test_what_changes_nothing_is_not_written() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        table = live.table
        bench.changes.clear()
        await bench.tables.change(live, lambda table: table.change([]))
        assert (live.table is table, bench.changes, bench.shelf.heads) == (True, [], {})
        assert (await bench.tables.command(live, ANN, commands.Return(0), "en")).seq == table.seq[0]

    with_tables(test)


def test_a_clock_that_was_put_back_is_corrected_once() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2, house=House(clock=LIVE, chat=True)))
        live = await bench.tables.get("a-table")
        before = live.table.asked_at
        bench.tables.time.steps.append(Step(time.time(), -50.0))
        for text in ("one", "two"):
            await bench.tables.command(live, ANN, commands.Chat(0, text), "en")
        assert live.table.asked_at == before - 50.0

    with_tables(test)


def test_a_conflict_is_decided_again() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        sitting.do(commands.Chat(1, "first"))
        bench.keep(sitting)  # another process was quicker
        seen: list[int] = []

        def deciding(table: Table) -> Change:
            seen.append(len(table.chat))
            return table.change([Chatted(at=9.0, seat=0, text="second")])

        await bench.tables.change(live, deciding)
        assert (seen, [line.text for line in live.table.chat]) == ([0, 1], ["first", "second"])
        assert not live.stale

    with_tables(test)


def test_a_table_that_is_always_in_conflict_is_given_up() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        tries = 0

        async def append(*given: Any, **named: Any) -> None:
            nonlocal tries
            tries += 1
            raise Conflict("again")

        bench.shelf.append = append  # type: ignore[method-assign]
        assert await refusal(bench.tables.command(live, ANN, commands.Chat(0, "x"), "en")) == "unavailable"
        assert tries == tables.MAX_APPEND_TRIES == 20

    with_tables(test)


@pytest.mark.parametrize(("error", "code"), [(Unavailable("away"), "unavailable"), (OutcomeUnknown("lost"), "unsure")])
def test_after_a_failure_nobody_knows_what_the_store_has(error: Exception, code: str) -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        table = live.table
        bench.changes.clear()
        bench.shelf.failing = [error]
        with logged() as lines:
            assert await refusal(bench.tables.command(live, ANN, commands.Chat(0, "x"), "en")) == code
        assert ("database failed" in lines.getvalue()) == (code == "unavailable")
        assert (live.stale, live.table is table, bench.changes) == (True, True, [])
        await bench.tables.command(live, ANN, commands.Chat(0, "x"), "en")
        assert not live.stale

    with_tables(test)


def test_what_a_store_says_is_told_and_anything_else_is_not_ours() -> None:
    for error, code in ((OutcomeUnknown("x"), "unsure"), (Unavailable("x"), "unavailable")):
        with pytest.raises(Refused) as refused, store_errors_refused():
            raise error
        assert refused.value.code == code
    with pytest.raises(KeyError), store_errors_refused():
        raise KeyError("x")
    with store_errors_refused():
        pass


def test_a_new_table() -> None:
    async def test(bench: Bench) -> None:
        wanted = commands.NewTable("elysium", [commands.Chair("me", "Ann"), commands.Chair("open")])
        events = opening.new_table(wanted, Caller(), 1.0, "en").events
        live = await bench.tables.create(events)
        table = live.table.id
        assert len(table) == 16
        assert bench.tables.loaded == {table: live}
        assert bench.changes == [(table, None)]
        assert bench.shelf.tables[table] == [write_event(event) for event in events]
        assert bench.shelf.heads[table] == head_of(live.table)
        assert bench.count("pediment_tables_total", game="elysium") == 1
        await bench.tables._wake_and_forget()
        assert bench.tables.loaded == {table: live}  # it was used just now
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(bench.tables.create(events)) == "unavailable"
        assert list(bench.tables.loaded) == [table]

    with_tables(test)


def test_a_table_that_is_not_there_is_not_one_that_cannot_be_loaded() -> None:
    """Whoever forgets a person must know: the first is done, the second is to be tried again."""

    async def test(bench: Bench) -> None:
        for code in ("no-table", "unavailable"):
            bench.shelf.failing = [Unavailable("down")] if code == "unavailable" else []
            with pytest.raises(Refused) as refused:
                await bench.tables.find("nowhere")
            assert refused.value.code == code

    with_tables(test)


def test_a_rematch_is_made_once_however_many_want_it() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        sitting.finish(random.Random(1))
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        ben = sitting.caller(1)
        await asyncio.gather(
            bench.tables.command(live, ANN, commands.Rematch(0), "en"),
            bench.tables.command(live, ben, commands.Rematch(1), "en"),
        )
        again = live.table.rematch
        assert again in bench.tables.loaded
        assert len(bytes.fromhex(again)) == 8  # 64 bits, which nobody guesses
        done = await bench.tables.command(live, ANN, commands.Rematch(0), "en")
        assert (done.seq, done.receipt) == (live.table.seq[0], "")
        live.table.events = decide.MAX_EVENTS  # too many for a new one, but there is one
        await bench.tables.command(live, ANN, commands.Rematch(0), "en")
        assert live.table.rematch == again
        rematches = [e for e in map(read_event, bench.shelf.tables["a-table"]) if isinstance(e, Rematched)]
        assert len(rematches) == 1

    with_tables(test)


def test_a_rematch_that_another_process_removed_is_noticed_at_once() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        sitting.finish(random.Random(1))
        bench.keep(sitting)
        await bench.tables.start()
        live = await bench.tables.get("a-table")
        for news in ("its rematch", ALL_TABLES):
            await bench.tables.command(live, ANN, commands.Rematch(0), "en")
            again = live.rematch
            assert again is not None
            del bench.tables.loaded[again]  # it was unloaded
            bench.shelf.asked.clear()
            bench.shelf.heard("neither of them")
            await asyncio.sleep(0)  # tasks begin
            assert bench.shelf.asked == []
            del bench.shelf.tables[again]
            watching = Listener(ANN, "en")
            live.add(watching)
            live.changed()
            watching.news.clear()
            told = live.number
            bench.shelf.heard(again if news == "its rematch" else news)
            await until(lambda: live.rematch is None)
            assert watching.news.is_set()
            assert live.number == told + 1
            live.remove(watching)
        await bench.tables.close()

    with_tables(test)


def test_a_rematch_that_is_removed_here_is_lost_at_once() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        sitting.finish(random.Random(1))
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        await bench.tables.command(live, ANN, commands.Rematch(0), "en")
        assert live.rematch is not None
        assert await bench.tables.remove(live.rematch)
        assert live.rematch is None

    with_tables(test)


def test_what_an_address_adds_is_counted_and_limited_but_for_moves() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2, house=House(chat=True)))
        live = await bench.tables.get("a-table")
        bench.tables.quotas = Quotas(tables=9, size=200, all_tables=9, all_size=1_000_000)

        async def say() -> None:
            await bench.tables.command(live, ANN, commands.Chat(0, "x" * 60), "en")

        for _ in range(2):  # the server itself adds what it must
            await say()
        PAYER.set(Payer("192.0.2.7"))
        for _ in range(2):  # up to the limit, and once beyond
            await say()
        assert await refusal(say()) == "quota"
        asked = live.table.asked
        assert asked is not None
        mover = Caller(frozenset({hash_of(f"seat_{asked}")}))
        move = commands.Move(asked, live.table.seq[asked], live.table.options()[0])
        await bench.tables.command(live, mover, move, "en")
        PAYER.set(Payer("192.0.2.8"))
        await say()

    with_tables(test)


def test_a_rematch_counts_as_a_creation_only_if_it_is_one() -> None:
    async def test(bench: Bench) -> None:
        bench.tables._creations = Limits(1, 2, clock=lambda: 0.0)
        playing, sitting = Sitting("elysium", 2), Sitting("elysium", 2)
        sitting.finish(random.Random(1))
        bench.keep(playing, "playing")
        bench.keep(sitting)
        ask = partial(bench.tables.command, caller=ANN, command=commands.Rematch(0), language="en", address="a")
        for _ in range(3):
            assert await refusal(ask(await bench.tables.get("playing"))) == "not-over"
        live = await bench.tables.get("a-table")
        for _ in range(3):
            await ask(live)
        bench.shelf.tables.pop(live.rematch or "")  # another process has removed it
        await ask(live)
        bench.shelf.tables.pop(live.rematch or "")
        assert await refusal(ask(live)) == "too-fast"

    with_tables(test)


def test_a_record_does_not_tell_where_the_rematch_is() -> None:
    """It names the table and tells its secret; tables that are alike in both have other rematches."""

    async def rematch(same_token: bool) -> str | None:
        bench, sitting = Bench(), Sitting("elysium", 2, same_token=same_token)
        sitting.finish(random.Random(1))
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        assert live.table.created.secret == Sitting("elysium", 2).secret
        await bench.tables.command(live, ANN, commands.Rematch(0), "en")
        return live.table.rematch

    found = [asyncio.run(rematch(same_token)) for same_token in (False, True)]
    assert None not in found
    assert found[0] != found[1]


def test_a_server_that_is_closing_does_nothing_new() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        moved = live.moved
        await bench.tables.close()
        assert moved.is_set()
        assert await refusal(bench.tables.change(live, lambda table: table.change([]))) == "closing"
        assert await refusal(bench.tables.create([])) == "closing"
        assert await refusal(bench.tables.get("other")) == "closing"
        assert await bench.tables.get("a-table") is live  # who is there is told so by the others

    with_tables(test)


def test_what_was_begun_is_finished() -> None:
    """Also when who asked is gone, and while the server closes."""

    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        gate = asyncio.Event()
        append = bench.shelf.append

        async def slow(*given: Any, **named: Any) -> None:
            await gate.wait()
            await append(*given, **named)

        bench.shelf.append = slow  # type: ignore[method-assign]
        await bench.tables.start()
        asked = asyncio.create_task(bench.tables.command(live, ANN, commands.Chat(0, "x"), "en"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        closing = asyncio.create_task(bench.tables.close())
        await asyncio.sleep(0)
        gate.set()
        await closing
        assert [line.text for line in live.table.chat] == ["x"]
        assert not bench.tables._tasks

    with_tables(test)


def test_decisions_and_ends_are_counted() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        both = Caller(ANN.keys | sitting.caller(1).keys)
        moves = 0
        while live.table.asked is not None:
            table = live.table
            assert table.asked is not None
            assert bench.count("pediment_games_over_total", game="elysium") == 0
            seat = table.asked
            await bench.tables.command(live, both, commands.Move(seat, table.seq[seat], table.options()[0]), "en")
            moves += 1
        assert bench.count("pediment_moves_total", game="elysium", by="person") == moves
        assert bench.count("pediment_games_over_total", game="elysium") == 1
        assert bench.count("pediment_append_seconds_count") == moves

    with_tables(test)


def test_what_was_taken_back_is_counted_by_how() -> None:
    bench = Bench()
    table = Sitting("elysium", 2).table
    bench.metrics.count(table, [Undone(at=1.0, seat=0, to=0, told=0)])
    bench.metrics.count(table, [Undone(at=1.0, seat=0, to=0, told=0, branch=1)] * 2)
    assert bench.count("pediment_undone_total", game="elysium", how="free") == 1
    assert bench.count("pediment_undone_total", game="elysium", how="vote") == 2


# Time


def test_what_is_due_is_woken() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        bench.keep(Sitting("elysium", 2), "other")
        await bench.tables.get("a-table")
        bench.changes.clear()
        bench.shelf.due_now = ["a-table", "other"]
        bench.shelf.ours = False
        before = time.time()
        await bench.tables._wake_and_forget()
        assert bench.changes == [("a-table", None)]  # the other is for another process
        assert before + tables.TICK_SECONDS <= bench.shelf.asked_before[0] <= time.time() + tables.TICK_SECONDS
        bench.shelf.ours = True
        await bench.tables._wake_and_forget()
        assert bench.changes == [("a-table", None), ("a-table", None), ("other", None)]
        assert (tables.TICK_SECONDS, tables.IDLE_SECONDS) == (5.0, 120.0)

    with_tables(test)


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
        with caplog.at_level(logging.WARNING, logger="pediment.server"):
            assert await refusal(bench.tables.get("gone")) == "game-gone"
            for _ in range(2):
                await bench.tables._wake_and_forget()
        assert list(bench.tables.loaded) == ["other"]
        [entry] = caplog.records
        fields = {"table": "gone", "game": "ephyran"}
        assert (entry.message, entry.levelno, vars(entry)["fields"]) == ("game gone", logging.WARNING, fields)

    with_tables(test)


def test_a_table_that_nobody_uses_is_let_go_of() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))

        async def kept(**how: Any) -> bool:
            live = await bench.tables.get("a-table")
            live.used -= how.get("idle", tables.IDLE_SECONDS + 1.0)
            if how.get("listener"):
                live.listeners.add(Listener(ANN, "en"))
            if how.get("autoplay"):
                live.autoplay_task = asyncio.create_task(asyncio.sleep(0))
            if how.get("lock"):
                await live.lock.acquire()
            waiting = asyncio.create_task(live.wait(PATIENCE)) if how.get("waiting") else None
            await until(lambda: bool(live.waiting) == bool(waiting))
            await bench.tables._wake_and_forget()
            still = "a-table" in bench.tables.loaded
            bench.tables.loaded.clear()
            if waiting:
                live.changed()
                await waiting
                assert live.idle
            return still

        assert await kept(idle=tables.IDLE_SECONDS - 5.0)
        assert await kept(listener=True)
        assert await kept(autoplay=True)
        assert await kept(lock=True)
        assert await kept(waiting=True)
        assert bench.shelf.released == []
        assert not await kept()
        assert bench.shelf.released == ["a-table"]

    with_tables(test)


def test_of_the_tables_that_nobody_uses_only_so_many_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used least recently go, however short that is ago; what somebody uses does not count."""
    assert tables.MAX_IDLE_TABLES == 500
    monkeypatch.setattr(tables, "MAX_IDLE_TABLES", 2)

    async def test(bench: Bench) -> None:
        now = time.monotonic()
        for n in range(5):
            bench.keep(Sitting("elysium", 2), f"table {n}")
            (await bench.tables.get(f"table {n}")).used = now - n
        bench.tables.loaded["table 4"].listeners.add(Listener(ANN, "en"))
        await bench.tables._wake_and_forget()
        assert list(bench.tables.loaded) == ["table 0", "table 1", "table 4"]
        assert bench.shelf.released == ["table 3", "table 2"]
        await bench.tables._wake_and_forget()
        assert len(bench.tables.loaded) == 3

    with_tables(test)


def test_who_comes_while_others_are_let_go_of_stays() -> None:
    async def test(bench: Bench) -> None:
        for name in ("a-table", "other", "third"):
            bench.keep(Sitting("elysium", 2), name)
            (await bench.tables.get(name)).used -= tables.IDLE_SECONDS + 1.0

        async def release(table: str) -> None:  # which takes a while
            bench.tables.loaded["other"].listeners.add(Listener(ANN, "en"))
            bench.tables.forget("third")

        bench.shelf.release = release  # type: ignore[method-assign]
        bench.tables.loaded["a-table"].used -= 1.0
        await bench.tables._wake_and_forget()
        assert list(bench.tables.loaded) == ["other"]

    with_tables(test)


# Rewriting


def without_chat(events: list[AnyEvent]) -> list[AnyEvent]:
    return [msgspec.structs.replace(event, text="") if isinstance(event, Chatted) else event for event in events]


def chatty() -> Sitting:
    sitting = Sitting("elysium", 2)
    sitting.do(commands.Chat(0, "my secret"))
    return sitting


def test_whoever_is_at_a_table_stays_when_it_is_rewritten() -> None:
    """Or one player could send the others away by deleting what they said, again and again."""

    async def test(bench: Bench) -> None:
        bench.keep(chatty())
        live = await bench.tables.get("a-table")
        listener = Listener(ANN, "en", changes=True)
        live.add(listener)
        listener.messages(live)
        listener.news.clear()
        await bench.tables.rewrite(live, without_chat)
        assert (bench.tables.loaded, live.gone) == ({"a-table": live}, False)
        await listener.news.wait()
        (message,) = map(json.loads, listener.messages(live))
        assert (message["type"], message["chat"]) == ("changed", [])
        assert b"my secret" not in b"".join(bench.shelf.tables["a-table"])
        await bench.tables.command(live, ANN, commands.Chat(0, "something else"), "en")
        assert [line.text for line in live.table.chat] == ["", "something else"]

    with_tables(test)


def test_a_table_where_others_go_on_all_the_time_is_rewritten_all_the_same() -> None:
    """As two bots do, who answer at once: each attempt found new events, and a name could not be deleted."""

    async def test(bench: Bench) -> None:
        bench.keep(chatty())
        live = await bench.tables.get("a-table")

        async def talk() -> None:
            while True:
                await bench.tables.change(live, lambda table: table.change([Chatted(at=1.0, seat=0, text="again")]))

        def slowly(events: list[AnyEvent]) -> list[AnyEvent]:
            time.sleep(0.02)
            return without_chat(events)

        talking = asyncio.create_task(talk())
        await bench.tables.rewrite(live, slowly)
        talking.cancel()
        assert b"my secret" not in b"".join(bench.shelf.tables["a-table"])

    with_tables(test)


async def for_address(address: str, work: Coroutine[Any, Any, T]) -> T:
    """Work that a request of that address wants."""
    PAYER.set(Payer(address, Limits(1e6, 1e6)))
    return await work


def test_nobody_waits_for_the_turn_of_another_who_has_a_table_rewritten() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(chatty())
        live, off_loop = await bench.tables.get("a-table"), bench.tables.off_loop
        async with off_loop._turns["192.0.2.7"]:  # that address has much to do
            rewriting = asyncio.create_task(for_address("192.0.2.7", bench.tables.rewrite(live, without_chat)))
            await until(lambda: off_loop._wanted["192.0.2.7"] == 1)
            await bench.tables.command(live, ANN, commands.Chat(0, "meanwhile"), "en")
            again = bench.tables.loaded["a-table"] = LiveTable(live.table)
        await rewriting
        assert [line.text for line in again.table.chat] == ["", ""]
        bench.shelf.rewritten["a-table"] += 1
        async with off_loop._turns["192.0.2.7"]:
            await asyncio.create_task(for_address("192.0.2.7", bench.tables.get("a-table")))
        assert again.rewrites == 2

    with_tables(test)


def test_whoever_has_a_table_rewritten_pays_for_what_comes_after() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(chatty())
        live = await bench.tables.get("a-table")
        payer = Payer("192.0.2.7", Limits(1e6, 1e6))
        PAYER.set(payer)
        await bench.tables.rewrite(live, without_chat)
        assert PAYER.get() is payer

    with_tables(test)


def test_the_smallest_budget_pays_for_loading_a_table() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        limits = Limits(0.1, 0.1 * 10, clock=lambda: 0.0)
        payer = Payer("192.0.2.7", limits)
        payer.admit("en")
        payer.paid = 60.0  # of CPU time: however slow this machine is
        PAYER.set(payer)
        await bench.tables.get("a-table")
        bench.tables.loaded.clear()
        limits.charge("192.0.2.7", 0.5)
        assert await refusal(bench.tables.get("a-table")) == "too-fast"

    with_tables(test)


@pytest.mark.parametrize("news", ["a-table", ALL_TABLES])
def test_a_table_that_another_process_rewrote_or_removed_is_known_no_more(news: str) -> None:
    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)
        await bench.tables.start()
        live = await bench.tables.get("a-table")
        written = without_chat([read_event(event) for event in sitting.events])
        await bench.shelf.rewrite("a-table", [write_event(event) for event in written], head_of(sitting.table), 0)
        bench.shelf.heard(news)
        assert await bench.tables.get("a-table") is live
        assert [line.text for line in live.table.chat] == [""]
        del bench.shelf.tables["a-table"]
        bench.shelf.heard(news)
        assert await refusal(bench.tables.get("a-table")) == "no-table"
        assert (live.gone, bench.tables.loaded) == (True, {})
        await bench.tables.close()

    with_tables(test)


@pytest.mark.parametrize("news", ["a-table", ALL_TABLES])
def test_a_table_that_is_rewritten_while_it_is_loaded_is_loaded_again(news: str) -> None:
    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)
        await bench.tables.start()
        off_loop, rewritten = bench.tables.off_loop, threading.Event()
        before = asyncio.create_task(off_loop.do(partial(rewritten.wait, PATIENCE)))
        getting = asyncio.create_task(bench.tables.get("a-table"))
        await until(lambda: sum(off_loop._wanted.values()) == 2)  # it has been read, and waits to be folded
        written = without_chat([read_event(event) for event in sitting.events])
        await bench.shelf.rewrite("a-table", [write_event(event) for event in written], head_of(sitting.table), 0)
        bench.shelf.heard(news)
        rewritten.set()
        assert await before
        live = await getting
        assert [line.text for line in live.table.chat] == [""]
        assert (bench.tables._loading, list(bench.tables.loaded)) == ({}, ["a-table"])
        await bench.tables.close()

    with_tables(test)


def test_a_table_that_we_rewrite_while_it_is_loaded_is_loaded_again() -> None:
    """Even if the store cannot tell afterwards whether what was read is still true."""

    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)

        async def unknown(table: str, known: int, rewrites: int) -> bool:
            raise Unavailable("no")

        bench.shelf.is_behind = unknown  # type: ignore[method-assign]
        off_loop = bench.tables.off_loop
        async with off_loop._turns["192.0.2.7"]:  # that address has much to do
            getting = asyncio.create_task(for_address("192.0.2.7", bench.tables.get("a-table")))
            await until(lambda: off_loop._wanted["192.0.2.7"] == 1)  # it has been read, and waits to be folded
            await bench.tables.rewrite_stored("a-table", without_chat, lambda events: head_of(sitting.table))
        assert [line.text for line in (await getting).table.chat] == [""]

    with_tables(test)


def test_what_was_forgotten_elsewhere_is_not_written_back() -> None:
    """A process that has heard of nothing yet knows the name: it writes nothing before it has forgotten it, too."""

    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        written = without_chat([read_event(event) for event in sitting.events])
        await bench.shelf.rewrite("a-table", [write_event(event) for event in written], head_of(sitting.table), 0)
        assert [line.text for line in live.table.chat] == ["my secret"]
        await bench.tables.command(live, ANN, commands.Chat(0, "something else"), "en")
        assert [line.text for line in live.table.chat] == ["", "something else"]
        assert b"my secret" not in b"".join(bench.shelf.tables["a-table"])

    with_tables(test)


@pytest.mark.parametrize("loaded", [True, False])
def test_a_table_whose_every_rewrite_is_in_conflict_stays_as_it_is(loaded: bool) -> None:
    """From the sixth attempt on, nobody else of this process can write there meanwhile."""

    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)
        tries: list[tuple[str, bool]] = []
        live = await bench.tables.get("a-table") if loaded else None

        async def conflict(table: str, events: Sequence[bytes], head: TableHead, rewrites: int) -> None:
            tries.append((table, live is not None and live.lock.locked()))
            raise Conflict("no")

        bench.shelf.rewrite = conflict  # type: ignore[method-assign]
        if live is not None:
            assert await refusal(bench.tables.rewrite(live, without_chat)) == "unavailable"
        else:
            rewriting = bench.tables.rewrite_stored("a-table", without_chat, lambda events: head_of(sitting.table))
            assert await refusal(rewriting) == "unavailable"
        assert tries == [("a-table", loaded and n >= 5) for n in range(20)]
        assert bench.shelf.tables["a-table"] == sitting.events

    with_tables(test)


def test_what_is_added_to_a_table_that_is_not_loaded() -> None:
    """It is decided again if another process was faster, and nothing is written where nothing is to be added."""

    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)
        line = Chatted(at=9.0, seat=0, text="once more")
        seen: list[int] = []
        append, faster = bench.shelf.append, [True]

        def adding(before: list[AnyEvent]) -> list[AnyEvent]:
            seen.append(len(before))
            return [line]

        def head(events: list[AnyEvent]) -> TableHead:
            return TableHead("elysium", "running", False, float(len(events)), (), write_event(events[-1]))

        async def late(table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
            if faster.pop():
                faster.append(False)
                sitting.do(commands.Chat(1, "first"))
                bench.keep(sitting)
            await append(table, n, events, head, rewrites)

        bench.shelf.append = late  # type: ignore[method-assign]
        await bench.tables.append_stored("a-table", adding, head)
        before = len(sitting.events)
        assert seen == [before - 1, before]
        assert bench.shelf.tables["a-table"] == [*sitting.events, write_event(line)]
        assert bench.shelf.heads["a-table"] == head([line] * (before + 1))
        assert bench.tables.loaded == {}
        await bench.tables.append_stored("a-table", lambda before: [], head)
        assert len(bench.shelf.tables["a-table"]) == before + 1

        async def conflict(table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
            seen.clear()
            raise Conflict("no")

        bench.shelf.append = conflict  # type: ignore[method-assign]
        assert await refusal(bench.tables.append_stored("a-table", adding, head)) == "unavailable"
        assert len(bench.shelf.tables["a-table"]) == before + 1

    with_tables(test)


def test_two_rewrites_at_once_are_both_done() -> None:
    async def test(bench: Bench) -> None:
        sitting = chatty()
        sitting.do(commands.Chat(1, "another secret"))
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        rewrite, others = bench.shelf.rewrite, [0, 1]

        async def late(table: str, events: Sequence[bytes], head: TableHead, rewrites: int) -> None:
            if others:  # another process is faster
                seat = others.pop()
                stored = [read_event(event) for event in bench.shelf.tables[table]]
                less = [
                    msgspec.structs.replace(event, text="")
                    if isinstance(event, Chatted) and event.seat == seat
                    else event
                    for event in stored
                ]
                await rewrite(table, [write_event(event) for event in less], head, bench.shelf.rewritten[table])
            await rewrite(table, events, head, rewrites)

        bench.shelf.rewrite = late  # type: ignore[method-assign]
        await bench.tables.rewrite(live, without_chat)
        assert [line.text for line in live.table.chat] == ["", ""]
        assert bench.shelf.rewritten["a-table"] == 2

    with_tables(test)


def test_a_table_is_removed_as_it_stands_or_not_at_all() -> None:
    async def test(bench: Bench) -> None:
        sitting = chatty()
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        sitting.do(commands.Chat(1, "I am here"))
        bench.keep(sitting)  # another process has written it, and nobody has heard of it yet

        def check(table: Table) -> None:
            if len(table.chat) > 1:
                raise Refused("not-alone")

        assert await refusal(bench.tables.remove_if(live, check)) == "not-alone"
        assert (bench.tables.loaded, list(bench.shelf.tables)) == ({"a-table": live}, ["a-table"])
        await bench.tables.remove_if(live, lambda table: None)
        assert (bench.tables.loaded, bench.shelf.tables, live.gone) == ({}, {}, True)

    with_tables(test)


@pytest.mark.parametrize("loaded", [True, False])
def test_a_table_is_removed_however_it_stands(loaded: bool) -> None:
    async def test(bench: Bench) -> None:
        bench.keep(chatty())
        live = await bench.tables.get("a-table") if loaded else None
        watching = Listener(ANN, "en")
        if live is not None:
            live.listeners.add(watching)
        assert await bench.tables.remove("a-table") is True
        assert watching.news.is_set() == loaded  # whoever is there is woken, to find out
        assert (bench.tables.loaded, bench.shelf.tables) == ({}, {})
        if live is not None:
            assert live.gone
            assert await refusal(bench.tables.command(live, ANN, commands.Chat(0, "wait"), "en")) == "unavailable"
        assert await bench.tables.remove("a-table") is False

    with_tables(test)


def test_a_table_whose_every_removal_is_in_conflict_stays() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(chatty())
        live = await bench.tables.get("a-table")

        async def conflict(table: str, known: int | None = None) -> bool:
            raise Conflict("no")

        bench.shelf.remove = conflict  # type: ignore[method-assign]
        assert await refusal(bench.tables.remove_if(live, lambda table: None)) == "unavailable"
        assert bench.tables.loaded == {"a-table": live}

    with_tables(test)


def test_one_bad_look_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TICK_SECONDS", 0.0)

    async def test(bench: Bench) -> None:
        bench.shelf.failing = [Unavailable("away"), RuntimeError("broken")]
        await bench.tables.start()
        await until(lambda: len(bench.shelf.asked_before) > 1)
        await bench.tables.close()

    with logged() as lines:
        with_tables(test)
    text = lines.getvalue()
    assert "database away" in text
    assert "tick failed" in text


# What lists show


def test_the_head_of_a_table() -> None:
    table = Sitting("elysium", 3, house=House(clock=LIVE, listed=True), bots=(2,)).table
    table = table.after(
        [Sat(at=7.0, seat=k, name=name, token=name, person=name) for k, name in enumerate(("Zoë", "Ann"))]
    )
    head = head_of(table)
    assert (head.game, head.status, head.listed, head.due) == ("elysium", "running", True, table.due())
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
            "options": table.created.options,
            "clock": {"kind": "live", "minutes": LIVE.minutes, "seconds": LIVE.seconds, "days": LIVE.days},
            "winners": [],
            "points": [],
            "yours": [],
            "bots": [None, None, "potter"],
            "stand_ins": [],
            "ended": 0.0,
            "helped": False,
            "deal": "",
            "host": 0,
            "until": 0.0,
            "host_rating": None,
        },
        "asked": table.seats[table.asked or 0].person,
        "people": ["Zoë", "Ann", None],
    }
    left = json.loads(head_of(table.after([Handed(at=8.0, seat=1, level="scholar", why="left")])).summary)["summary"]
    assert (left["stand_ins"], left["bots"]) == ([1], [None, None, "potter"])
    same = table.after([Sat(at=7.0, seat=1, name="Zed", token="x", person="Zoë")])
    assert json.loads(head_of(same).summary)["people"] == ["Zoë", "Zoë", None]
    assert head_of(same).people == ("Ann", "Zoë"), "each once, also who left: they can still ask to be forgotten there"
    assert json.loads(head_of(secretly_asked().table).summary)["asked"] is None
    sitting = Sitting("elysium", 2)
    assert head_of(sitting.table).people == ()
    assert not head_of(sitting.table).listed


# What a table needs done


def live_of(sitting: Sitting) -> LiveTable:
    return LiveTable(sitting.table)


class Notes:
    """People who remember what they were told."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def notify(self, person: str, news: dict[str, Any]) -> None:
        self.sent.append((person, news))


def autoplaying(bench: Bench, workers: Thinkers | None = None, **settings: Any) -> tuple[Autoplay, Notes]:
    notes = Notes()
    chosen = Settings(database="x", public_url="https://play.example.org", **settings)
    return Autoplay(bench.tables, workers, notes, chosen), notes  # type: ignore[arg-type]


class Thinkers:
    """Workers that give these answers, raise what is an error, and are closed after them."""

    def __init__(self, *answers: str | Exception | None) -> None:
        self.answers = list(answers)
        self.asked: list[Question] = []

    def least_served(self, addresses: Iterable[str]) -> str:
        return next(iter(addresses), "")

    async def answer(self, question: Question, address: str, table: str) -> str:
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
    monkeypatch.setattr(autoplay, "asyncio", found)
    return found


def answering(bench: Bench, sitting: Sitting, workers: Thinkers, **settings: Any) -> tuple[Autoplay, LiveTable]:
    """A table to be looked after; what follows from its changes is not done."""
    player, _ = autoplaying(bench, workers, **settings)
    bench.tables.changed = lambda live, before: None
    bench.keep(sitting)
    return player, LiveTable(sitting.table)


def last_act(bench: Bench) -> Acted:
    event = read_event(bench.shelf.tables["a-table"][-1])
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
        asked = sitting.table.asked
        assert asked is not None
        if by == "stand-in":
            sitting.do(commands.Hand(asked, level))
        sitting.table.asked_at = time.time() + asked_at
        workers = Thinkers(None)
        player, live = answering(bench, sitting, workers, pace=pace)
        await player._answer(live)
        assert len(naps.taken) == 1
        assert low <= naps.taken[0] <= high
        event = last_act(bench)
        assert (event.seat, event.by, event.used, event.move) == (asked, by, 0.0, sitting.options()[0])
        [question] = workers.asked
        assert (question.seat, question.level, question.legal) == (asked, level, sitting.table.options())
        assert question.course == sitting.table.course()

    with_tables(test)


class Standing:
    """The module `time`, but the time of day stands still."""

    def __init__(self) -> None:
        self.now = 5_000_000.0

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def time(self) -> float:
        return self.now


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch) -> Standing:
    found = Standing()
    monkeypatch.setattr(autoplay, "time", found)
    return found


@pytest.mark.parametrize(
    ("asked_ago", "level", "nap"),
    [(0.0, "potter", 0.5), (0.25, "potter", 0.25), (7.0, "potter", 0.0), (-7.0, "potter", 0.5), (0.5, "titan", 0.8)],
)
def test_the_pace_runs_from_the_question(
    naps: Naps, standing: Standing, asked_ago: float, level: str, nap: float
) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        asked = sitting.table.asked
        assert asked is not None
        sitting.do(commands.Hand(asked, level))
        sitting.table.asked_at = standing.now - asked_ago
        player, live = answering(bench, sitting, Thinkers(None), pace=0.5)
        await player._answer(live)
        assert naps.taken == [pytest.approx(nap)]
        assert last_act(bench).at == standing.now

    with_tables(test)


def test_bots_that_play_a_deal_for_comparison_do_so_at_once(naps: Naps, standing: Standing) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, bots=(0, 1))
        sitting.table.created = msgspec.structs.replace(sitting.table.created, deal=Deal("x", ends=1.0))
        sitting.table.asked_at = standing.now
        workers = Thinkers(None)
        player, live = answering(bench, sitting, workers, pace=5.0)
        await player._answer(live)
        assert naps.taken == [0.0]
        assert [question.seed for question in workers.asked] == [deals.bot_seed(sitting.table, last_act(bench).seat)]

    with_tables(test)


@pytest.mark.parametrize(("asked_ago", "nap"), [(0.0, 0.5), (0.25, 0.25), (7.0, 0.0), (-7.0, 0.5)])
def test_a_plan_is_played_after_the_pace_of_bots(naps: Naps, standing: Standing, asked_ago: float, nap: float) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        asked = sitting.table.asked
        assert asked is not None
        [label] = labels_to_plan(sitting.table, 1 - asked)[-1:]
        sitting.do(commands.Plan(1 - asked, sitting.table.seq[1 - asked], [label]))
        while sitting.table.asked == asked:
            sitting.move(next(option for option in sitting.options() if option != label))
        sitting.table.asked_at = standing.now - asked_ago
        player, live = answering(bench, sitting, Thinkers(), pace=0.5)
        await player._answer(live)
        assert naps.taken == [pytest.approx(nap)]
        acted = last_act(bench)
        assert (acted.at, acted.seat, acted.move, acted.by) == (standing.now, 1 - asked, label, "person")

    with_tables(test)


@pytest.mark.parametrize(("left", "nap"), [(30.0, 30.0), (-5.0, 0.0)])
def test_the_clock_runs_until_the_time_is_up(naps: Naps, standing: Standing, left: float, nap: float) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))
        sitting.table.asked_at = standing.now + left - 70.0
        player, live = answering(bench, sitting, Thinkers())
        await player._answer(live)
        assert naps.taken == [nap]
        handed = Handed(at=standing.now, seat=sitting.table.asked or 0, level="scholar", why="clock")
        assert read_event(bench.shelf.tables["a-table"][-1]) == handed
        assert live.table.events == sitting.table.events + 1

    with_tables(test)


@pytest.mark.parametrize(("left", "nap"), [(30.0, 30.0), (-5.0, 0.0)])
def test_a_chair_is_kept_for_whoever_was_challenged_until_then(
    naps: Naps, standing: Standing, left: float, nap: float
) -> None:
    async def test(bench: Bench) -> None:
        opened = wishes.challenge(
            Wish("elysium"), "Ann", "", Caller(), "ben", standing.now - CHALLENGE_SECONDS + left, "en"
        )
        table = Table("a-table").after(opened.events)
        bench.shelf.tables["a-table"] = [write_event(event) for event in opened.events]
        player, _ = autoplaying(bench)
        bench.tables.changed = lambda live, before: None
        live = LiveTable(table)
        await player._answer(live)
        assert naps.taken == [nap]
        assert read_event(bench.shelf.tables["a-table"][-1]) == Declined(at=standing.now, seat=1)
        assert (live.table.challenged, live.table.status, live.table.events) == ([], "open", table.events + 1)

    with_tables(test)


def test_for_a_bot_that_is_not_offered_any_more_another_plays_on(naps: Naps, standing: Standing) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        asked = sitting.table.asked
        assert asked is not None
        sitting.add(Handed(at=1.0, seat=asked, level="aristotle", why="asked"))
        workers = Thinkers()
        player, live = answering(bench, sitting, workers)
        await player._answer(live)
        assert (naps.taken, workers.asked) == ([], [])
        gone = Handed(at=standing.now, seat=asked, level="scholar", why="gone")
        assert read_event(bench.shelf.tables["a-table"][-1]) == gone
        assert live.table.events == sitting.table.events + 1

    with_tables(test)


def test_how_many_are_asked_in_secret_takes_no_time(naps: Naps) -> None:
    """The pace runs from what everybody knows of."""

    async def test(bench: Bench) -> None:
        sitting = secretly_asked(bots=(1,))
        now = time.time()
        sitting.table.updated, sitting.table.asked_at = now - 100.0, now + 1e6
        player, live = answering(bench, sitting, Thinkers("let it happen"), pace=5.0)
        await player._answer(live)
        assert naps.taken == [0.0]

    with_tables(test)


def test_who_is_asked_in_secret_keeps_the_seat_when_time_is_up(naps: Naps) -> None:
    async def test(bench: Bench) -> None:
        sitting = secretly_asked()
        sitting.table.asked_at = time.time() - 20.0
        workers = Thinkers("let it happen")
        player, live = answering(bench, sitting, workers, pace=5.0)
        await player._answer(live)
        assert len(naps.taken) == 1  # until the time was up; none for show
        assert 0.0 < naps.taken[0] <= 10.0
        assert (last_act(bench).by, last_act(bench).seat) == ("stand-in", 1)
        assert live.table.seats[1].level is None
        assert workers.asked[0].level == live.table.created.house.stand_in

    with_tables(test)


def test_what_fails_is_tried_again_later(naps: Naps) -> None:
    """But not what somebody else was quicker with."""

    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        asked = sitting.table.asked
        assert asked is not None
        sitting.do(commands.Hand(asked, "potter"))
        workers = Thinkers(Refused("unavailable"), Refused("not-asked"), RuntimeError("broken"))
        player, live = answering(bench, sitting, workers, pace=0.0)
        with logged() as lines:
            player.attend(live, None)
            task = live.autoplay_task
            assert task is not None
            await task
        assert naps.taken == [autoplay.RETRY_SECONDS, autoplay.RETRY_SECONDS]
        assert lines.getvalue().count("autoplay failed") == 2
        assert "code=unavailable" in lines.getvalue()
        assert "not-asked" not in lines.getvalue()
        assert (len(workers.asked), live.autoplay_task is None, live.table is sitting.table) == (4, True, True)

    with_tables(test)


def test_at_a_table_that_is_gone_nothing_is_tried_again(naps: Naps) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, bots=(0, 1))
        workers = Thinkers(Refused("unavailable"))
        player, live = answering(bench, sitting, workers)
        live.look()
        live.gone = True
        with logged() as lines:
            await player._try_to_answer(live)
        assert (len(workers.asked), naps.taken, lines.getvalue()) == (1, [], "")

    with_tables(test)


def test_bots_that_are_watched_only_elsewhere_are_left_to_that_process() -> None:
    """There somebody can be charged for what they think."""

    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, bots=(0, 1))
        player, live = answering(bench, sitting, Thinkers(None, None, None), pace=0.0)
        live.hear("another process", ([], 1))
        player.attend(live, None)
        assert [live.autoplay_task] == [None]
        live.look()
        bench.tables.changed = lambda live, before: setattr(live, "seen", -1e9)  # the last one here left long ago
        player.attend(live, None)
        task = live.autoplay_task
        assert task is not None
        await task
        assert (len(live.table.labels), bench.shelf.released, live.watched) == (1, ["a-table"], True)

    with_tables(test)


@pytest.mark.parametrize("bots", [(0, 1), (0,)])
def test_bots_that_are_watched_here_or_play_with_somebody_stay_here(bots: tuple[int, ...]) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, bots=bots)
        while sitting.table.asked != 0:
            sitting.move()
        player, live = answering(bench, sitting, Thinkers(None), pace=0.0)
        if len(bots) == 2:
            live.look()
        player.attend(live, None)
        task = live.autoplay_task
        assert task is not None
        before = len(live.table.labels)
        await task
        assert (len(live.table.labels), bench.shelf.released) == (before + 1, [])
        assert live.watched_here == (len(bots) == 2)

    with_tables(test)


def with_person(sitting: Sitting, seat: int) -> None:
    sitting.add(Sat(at=1.0, seat=seat, name="Ann", token=hash_of(sitting.tokens[seat]), person="ann"))


def test_whose_turn_it_is_is_told_to_who_is_away() -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        seat = sitting.table.asked
        assert seat is not None
        with_person(sitting, seat)
        before = copy.copy(Sitting("elysium", 2).table)
        before.asked_at -= 1.0  # another question
        _, notes = autoplaying(bench, webhooks=True)
        live = live_of(sitting)
        bench.tables.changed(live, before)
        link = "https://play.example.org/t/a-table"
        news = {"event": "your turn", "table": "a-table", "game": "elysium", "link": link}
        assert notes.sent == [("ann", news)]
        bench.tables.changed(live, None)  # it was only loaded
        bench.tables.changed(live, sitting.table)  # the same question
        live.add(Listener(sitting.caller(seat), "en"))
        bench.tables.changed(live, before)  # she is there
        sitting.do(commands.Hand(seat, "potter"))
        away = live_of(sitting)
        away.autoplay_task = asyncio.create_task(asyncio.sleep(0))
        bench.tables.changed(away, before)  # a bot plays for her
        nobody = Sitting("elysium", 2)
        bench.tables.changed(live_of(nobody), before)  # without an identity
        over = Sitting("elysium", 2)
        over.finish(random.Random(1))
        bench.tables.changed(live_of(over), before)
        assert len(notes.sent) == 1
        silent, quiet = autoplaying(bench, webhooks=False)
        silent.attend(live_of(sitting), before)
        assert quiet.sent == []
        await bench.tables.close()

    with_tables(test)


def test_who_is_surely_at_another_process_is_not_told_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2)
        seat = sitting.table.asked
        assert seat is not None
        with_person(sitting, seat)
        before = copy.copy(sitting.table)
        before.asked_at -= 1.0  # another question
        _, notes = autoplaying(bench, webhooks=True)
        live = live_of(sitting)
        live.hear("another process", ([seat], 0))
        bench.tables.changed(live, before)
        assert notes.sent == []
        monkeypatch.setattr(live_table, "HEARD_SECONDS", -1.0)  # that was long ago
        bench.tables.changed(live, before)
        assert [person for person, _ in notes.sent] == ["ann"]

    with_tables(test)


def test_what_another_process_tells_is_heard_by_all_who_want_to_know() -> None:
    async def test(bench: Bench) -> None:
        bench.shelf.shared = True
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        told: list[tuple[str, str]] = []
        bench.tables.told.append(lambda process, text: told.append((process, text)))
        await bench.tables.start()
        await asyncio.sleep(0)  # its tasks begin
        bench.shelf.hear("another process", '{"a-table":[[1],2]}')
        assert (live.present(), live.spectators) == ({1}, 2)
        assert told == [("another process", '{"a-table":[[1],2]}')]
        await bench.tables.close()

    with_tables(test)


def test_a_process_that_stops_tells_the_others_that_nobody_is_there() -> None:
    async def test(bench: Bench) -> None:
        bench.shelf.shared = True
        sitting = Sitting("elysium", 2)
        bench.keep(sitting)
        live = await bench.tables.get("a-table")
        live.add(Listener(ANN, "en"))
        await bench.tables.start()
        await until(lambda: bench.shelf.told == ['{"a-table":[[0],0]}'])
        await bench.tables.close()
        assert bench.shelf.told[1:] == ['{"a-table":[[],0]}']

    with_tables(test)


def test_a_table_is_looked_after_when_something_is_due_soon() -> None:
    async def test(bench: Bench) -> None:
        player, _ = autoplaying(bench)
        clock = Clock("days", days=1)
        far = Sitting("elysium", 2, house=House(clock=clock))
        live = live_of(far)
        far.table.asked_at = time.time() - 86_400.0 + autoplay.SOON_SECONDS + 5.0
        assert not _soon(live)
        far.table.asked_at -= 10.0
        assert _soon(live)
        removed = live_of(far)
        removed.gone = True
        assert not _soon(removed)
        never = live_of(Sitting("elysium", 2))
        assert not _soon(never)
        player.attend(never, None)
        assert never.autoplay_task is None
        bots = Table("bots").after(
            [
                far.table.created,
                *(Handed(at=1.0, seat=k, level="potter", why="seated") for k in range(2)),
                Started(at=1.0),
            ]
        )
        alone = LiveTable(bots)
        assert not _soon(alone)
        alone.add(Listener(Caller(), "en"))
        assert _soon(alone)
        bench.tables.closing = True
        player.attend(live, None)
        assert live.autoplay_task is None
        bench.tables.closing = False
        live.autoplay_task = running = asyncio.create_task(asyncio.sleep(60))
        player.attend(live, None)
        assert live.autoplay_task is running  # one is enough
        running.cancel()
        assert (autoplay.SOON_SECONDS, autoplay.RETRY_SECONDS, autoplay.MIN_TITAN_SECONDS) == (60.0, 3.0, 1.3)

    with_tables(test)


@pytest.mark.parametrize(
    ("pace", "level", "seconds"),
    [(0.6, "potter", 0.6), (0.6, "titan", 1.3), (2.0, "titan", 2.0), (0.0, "titan", 0.0), (0.0, "potter", 0.0)],
)
def test_the_pace_of_bots(pace: float, level: str, seconds: float) -> None:
    """A titan's time tells nothing; in tests nobody waits."""

    async def test(bench: Bench) -> None:
        player, _ = autoplaying(bench, pace=pace)
        assert player._pace(level) == seconds

    with_tables(test)


def test_what_nobody_waits_for_is_not_thought_about_any_more() -> None:
    async def test(bench: Bench) -> None:
        player, _ = autoplaying(bench)
        live = live_of(Sitting("elysium", 2))
        said: list[str] = []

        async def thinking() -> None:
            said.append("begun")
            try:
                await asyncio.Event().wait()
            finally:
                said.append("ended")

        waiting = asyncio.create_task(player._unless_moved(live, live.table, thinking()))
        await until(lambda: said == ["begun"])
        waiting.cancel()
        await until(lambda: said == ["begun", "ended"])

    with_tables(test)


def test_what_was_begun_for_a_question_ends_with_it() -> None:
    async def test(bench: Bench) -> None:
        player, _ = autoplaying(bench)
        sitting = Sitting("elysium", 2)
        live = live_of(sitting)
        waiting = asyncio.create_task(player._unless_moved(live, live.table, asyncio.Event().wait()))
        await asyncio.sleep(0)
        sitting.do(commands.Chat(0, "Hello"))
        live.replace(sitting.last)  # which changes nothing
        await asyncio.sleep(0)
        assert not waiting.done()
        sitting.now += 1.0
        sitting.move()
        live.replace(sitting.last)
        with pytest.raises(autoplay._Moved):
            await waiting
        await bench.tables.close()

    with_tables(test)


def test_a_decision_for_another_question_is_none() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    table = sitting.table
    deciding = _if_same(table, lambda now: decide.time_is_up(now, 3.0))
    assert [type(event) for event in deciding(table).events] == [Handed]
    sitting.do(commands.Return(0))
    assert deciding(sitting.table).events
    sitting.now += 1.0
    sitting.move()
    assert deciding(sitting.table).events == []


def test_a_table_of_another_process_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "RETRY_SECONDS", 0.0)

    async def test(bench: Bench) -> None:
        player, _ = autoplaying(bench)
        asked: list[str] = []

        async def claim(table: str) -> bool:
            asked.append(table)
            if len(asked) == 3:
                raise Closed
            return False

        bench.shelf.claim = claim  # type: ignore[method-assign]
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))  # whose time is long over
        live = live_of(sitting)
        player.attend(live, None)
        task = live.autoplay_task
        assert task is not None
        await task
        assert asked == ["a-table"] * 3
        assert (live.autoplay_task is None, live.table is sitting.table) == (True, True)

    with_tables(test)


def test_what_another_process_looks_after_is_looked_at_again_later_and_not_answered(naps: Naps) -> None:
    async def test(bench: Bench) -> None:
        player, live = answering(bench, Sitting("elysium", 2, house=House(clock=LIVE)), Thinkers())
        bench.shelf.ours = False
        before = live.table
        await player._answer(live)
        assert (naps.taken, live.table) == ([autoplay.RETRY_SECONDS], before)

    with_tables(test)


def test_time_that_is_up_hands_the_seat_over() -> None:
    async def test(bench: Bench) -> None:
        autoplaying(bench)
        sitting = Sitting("elysium", 2, house=House(clock=LIVE, stand_in="merchant"))
        bench.keep(sitting)
        bench.tables.boot = 0.0
        asked = sitting.table.asked
        assert asked is not None
        live = await bench.tables.get("a-table")
        await until(lambda: live.table.seats[asked].level == "merchant")
        handed = read_event(bench.shelf.tables["a-table"][-1])
        assert isinstance(handed, Handed)
        assert (handed.seat, handed.why) == (asked, "clock")
        if live.autoplay_task:
            live.autoplay_task.cancel()
        await bench.tables.close()

    with_tables(test)


def test_a_bot_answers_after_the_person_whose_time_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    """Autoplay that has answered a question goes on with the next one; nobody else would."""
    monkeypatch.setattr(autoplay, "SOON_SECONDS", 1000.0)

    async def test(bench: Bench) -> None:
        sitting = Sitting("elysium", 2, house=House(clock=LIVE), bots=(1,))
        sitting.now = time.time()
        while sitting.table.asked != 0 or not sitting.table.labels:
            seat = sitting.table.asked
            assert seat is not None
            by: By = "bot" if seat else "person"
            sitting.take(decide.act(sitting.table, seat, sitting.options()[0], sitting.now, by, "en"))
        workers = Thinkers(None)
        player, live = answering(bench, sitting, workers)
        player.attend(live, None)
        task = live.autoplay_task
        assert task is not None
        while live.table.asked == 0:
            await asyncio.sleep(0.01)  # the time of this question runs
            table = live.table
            label = table.game.label(table.state, table.game.legal(table.state)[0])
            await bench.tables.command(live, ANN, commands.Move(0, table.seq[0], label), "en")
        await task  # ended by the second question, which the workers have no answer to
        assert len(workers.asked) == 2
        assert (last_act(bench).seat, last_act(bench).by) == (1, "bot")

    with_tables(test)


def test_sharing_is_written_like_anything_else() -> None:
    async def test(bench: Bench) -> None:
        bench.keep(Sitting("elysium", 2))
        live = await bench.tables.get("a-table")
        await bench.tables.change(live, lambda table: table.change([Shared(at=1.0, token="x")]))
        assert live.table.shares == {"x"}

    with_tables(test)
