"""Deals at work, with a store that is told how to behave and days that pass when they are told to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

import pediment
from pediment.server.domain import deals, opening
from pediment.server.domain.commands import Chair, NewTable, PlayDaily
from pediment.server.domain.events import (
    AnyEvent,
    Closed,
    Dealt,
    Revealed,
    Sat,
    Started,
    read_event,
    write_event,
)
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import Change, Table
from pediment.server.live.deals import Deals, DuplicateMatch, MatchPlayer
from pediment.server.live.listing import head_of
from pediment.server.live.live_table import LiveTable
from pediment.server.store.store import ListedTable, TableHead, Unavailable
from tests.server.domain.test_deals import DAY, MIDNIGHT, NOON, TOKEN
from tests.server.live.test_tables import Bench, refusal, with_tables

ANN = Caller(person="ann")
DAILY = deals.daily_id("elysium", DAY)


def days(bench: Bench, at: float = NOON) -> Deals:
    """The deals of these tables, at that time."""
    found = Deals(bench.tables)
    found.clock = lambda: at

    async def listings(tables: list[str]) -> list[ListedTable]:
        return [
            ListedTable(table, 0.0, head_of(Table.of(table, bench.shelf.tables[table])))
            for table in tables
            if table in bench.shelf.tables
        ]

    bench.shelf.listings = listings  # type: ignore[attr-defined]
    return found


def keep(bench: Bench, table: str, events: Sequence[AnyEvent]) -> None:
    bench.shelf.tables[table] = [write_event(event) for event in events]


def added(bench: Bench, table: str, since: int) -> list[type]:
    """What was added to a table after so many events."""
    return [type(read_event(event)) for event in bench.shelf.tables[table][since:]]


async def match(bench: Bench, seated: bool = True) -> tuple[LiveTable, LiveTable]:
    """Both tables of a match that Ann has made; Ben sits at both, or at none."""
    chairs = [Chair("me", "Ann"), Chair("open")]
    wanted = NewTable("elysium", chairs)
    opened = deals.duplicate(opening.new_table(wanted, ANN, NOON, "en"), wanted, "en")
    for k, (table, one) in enumerate(opened):
        ben: list[AnyEvent] = [
            Sat(at=NOON, seat=1 - k, name="Ben", token="ben's", person="ben"),
            Started(at=NOON),
        ]
        keep(bench, table, [*one.events, *(ben if seated else [])])
    (here, _), (there, _) = opened
    return await bench.tables.get(here), await bench.tables.get(there)


async def close(bench: Bench, live: LiveTable) -> None:
    """The game there is over."""
    await bench.tables.change(live, lambda table: table.change([Closed(at=NOON)]))


# The deal of the day


def test_the_first_who_asks_has_the_deals_of_the_day_made() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        told = await found.daily(None, ANN, "en")
        assert [(one.game, one.day, one.ends, one.over) for one in told] == [
            (game, "2026-11-18", MIDNIGHT, False) for game in pediment.games()
        ]
        kept = {deals.daily_id(game, DAY) for game in pediment.games()}
        assert {*bench.shelf.tables} == kept
        deal = bench.tables.loaded[DAILY].table
        assert (told[0].commitment, told[0].options) == (deal.commitment, deal.created.public_options())
        assert told[0].opponents == ["scholar"] * (deal.created.seats - 1)
        assert (told[0].players, told[0].table, told[0].done, told[0].results, told[0].seed) == (
            0, None, False, None, None,
        )  # fmt: skip
        assert await found.daily(None, ANN, "en") == told == await found.daily(DAY, ANN, "en")

    with_tables(test)


def test_a_day_that_nobody_has_asked_for_has_no_deals() -> None:
    async def test(bench: Bench) -> None:
        assert await days(bench).daily(DAY, ANN, "en") == []
        assert bench.shelf.tables == {}

    with_tables(test)


def test_a_day_is_over_at_midnight_and_then_its_seed_is_told() -> None:
    async def test(bench: Bench) -> None:
        keep(bench, DAILY, deals.daily(pediment.game("elysium"), DAY, NOON))
        for at, over in ((MIDNIGHT - 1.0, False), (MIDNIGHT, True)):
            [told] = await days(bench, at).daily(DAY, Caller(), "en")
            assert (told.over, told.results, told.seed is not None) == (over, [] if over else None, over)
        assert told.seed == bench.tables.loaded[DAILY].table.seed

    with_tables(test)


def test_a_deal_that_another_process_has_made_meanwhile_is_taken() -> None:
    async def test(bench: Bench) -> None:
        append = bench.shelf.append

        async def late(table: str, n: int, events: Sequence[bytes], head: TableHead, rewrites: int = 0) -> None:
            if table == DAILY:
                keep(bench, DAILY, deals.daily(pediment.game("elysium"), DAY, NOON))
            await append(table, n, events, head, rewrites)

        bench.shelf.append = late  # type: ignore[method-assign]
        told, *_ = await days(bench).daily(None, ANN, "en")
        assert told.commitment == Table.of(DAILY, bench.shelf.tables[DAILY]).commitment

    with_tables(test)


def test_where_the_store_fails_there_is_no_second_deal() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        bench.shelf.failing = [Unavailable("away")]
        assert await refusal(found.daily(None, ANN, "en")) == "unavailable"
        assert bench.shelf.tables == {}

    with_tables(test)


def test_a_game_that_is_gone_has_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bench: Bench) -> None:
        [created] = deals.daily(pediment.game("elysium"), DAY, NOON)
        keep(bench, DAILY, [msgspec.structs.replace(created, game="chess")])
        keep(bench, deals.daily_id("ephyran", DAY), deals.daily(pediment.game("ephyran"), DAY, NOON))
        assert [one.game for one in await days(bench).daily(DAY, ANN, "en")] == ["ephyran"]

    with_tables(test)


async def play(found: Deals, caller: Caller = ANN, token: str | None = None) -> tuple[str, str | None]:
    return await found.play("elysium", PlayDaily("Ann", token), caller, "192.0.2.7", "en")


def test_whoever_plays_has_a_table_and_so_has_each_bot_once() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        table, token = await play(found)
        assert token is not None
        kept = bench.tables.loaded[DAILY].table
        assert kept.tries[deals.mark_of(kept, ANN, token)] == table
        assert [mark for mark in kept.tries if mark.startswith("bot ")] == [f"bot {one}" for one in deals.COMPARED]
        assert len(bench.shelf.tables) == 2 + len(deals.COMPARED)
        again = await play(found)
        assert again == (table, None)
        create = bench.tables.create
        made: list[str] = []

        async def creating(
            events: Sequence[AnyEvent], address: str | None = None, language: str = "en", table_id: str = ""
        ) -> LiveTable:
            made.append(table_id)
            return await create(events, address, language, table_id)

        bench.tables.create = creating  # type: ignore[method-assign]
        other, _ = await play(found, Caller(), TOKEN)
        assert await play(found, Caller(), TOKEN) == (other, None)
        assert await play(found, Caller(frozenset({hash_of(TOKEN)}))) == (other, None)
        assert len(made) == 1  # none, for them or for a bot, that would be removed again
        assert len(bench.shelf.tables) == 3 + len(deals.COMPARED)
        told, *_ = await found.daily(DAY, ANN, "en")
        assert (told.players, told.table, told.done, told.results) == (2, table, False, None)

    with_tables(test)


def test_whoever_is_faster_elsewhere_has_no_second_table() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        kept = await found._today("elysium")
        opened = deals.play_daily(kept.table, PlayDaily("Ann"), ANN, NOON, "en")
        first = await found._begin(kept, opened.events, "ann's mark", "en")
        assert first[1] is True
        assert await found._begin(kept, opened.events, "ann's mark", "en") == (first[0], False)
        assert {*bench.shelf.tables} == {DAILY, first[0]}

    with_tables(test)


def test_beyond_the_last_try_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "MAX_TRIES", 3)

    async def test(bench: Bench) -> None:
        found = days(bench)
        kept = await found._today("elysium")
        await bench.tables.change(
            kept, lambda table: table.change([Dealt(at=NOON, table="x", by=mark) for mark in ("a", "b")])
        )
        opened = deals.play_daily(kept.table, PlayDaily("Ann"), ANN, NOON, "en")
        table, _ = await found._begin(kept, opened.events, "ann", "en")
        assert await refusal(found._begin(kept, opened.events, "ben", "en")) == "many-tries"
        assert {*bench.shelf.tables} == {DAILY, table}

    with_tables(test)


def test_a_try_of_which_nobody_knows_whether_it_is_noted_stays() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        kept = await found._today("elysium")
        opened = deals.play_daily(kept.table, PlayDaily("Ann"), ANN, NOON, "en")

        async def change(*_: object, **__: object) -> Change:
            raise Refused("unsure")

        bench.tables.change = change  # type: ignore[method-assign]
        assert await refusal(found._begin(kept, opened.events, "ann", "en")) == "unsure"
        assert len(bench.shelf.tables) == 2

    with_tables(test)


def test_results_are_told_to_whoever_has_played_and_bots_are_no_players() -> None:
    async def test(bench: Bench) -> None:
        keep(bench, DAILY, deals.daily(pediment.game("elysium"), DAY, NOON))
        kept = await bench.tables.get(DAILY)
        opened = deals.play_daily(kept.table, PlayDaily("Ann", TOKEN), ANN, NOON, "en")
        keep(bench, "anns", opened.events)
        keep(bench, "bens", deals.play_daily(kept.table, PlayDaily("Ben"), Caller(), NOON, "en").events)
        keep(bench, "bots", deals.compare_daily(kept.table, "potter", NOON))
        marks = {deals.mark_of(kept.table, ANN, TOKEN): "anns", "ben": "bens", "bot potter": "bots"}
        tries = [Dealt(at=NOON, table=table, by=mark) for mark, table in marks.items()]
        await bench.tables.change(kept, lambda table: table.change(tries))
        found = days(bench)
        [told] = await found.daily(DAY, ANN, "en")
        assert (told.players, told.table, told.done, told.results) == (2, "anns", False, None)
        bench.shelf.tables["anns"].append(write_event(Closed(at=NOON)))
        [told] = await found.daily(DAY, ANN, "en")
        assert (told.table, told.done, told.results) == ("anns", True, [])  # nobody has moved: none was played
        [told] = await found.daily(DAY, Caller(), "en")
        assert (told.table, told.done, told.results) == (None, False, None)
        del bench.shelf.tables["anns"]
        [told] = await found.daily(DAY, ANN, "en")
        assert (told.table, told.done, told.results) == (None, True, [])
        summary = head_of(Table.of("bots", bench.shelf.tables["bots"])).summary
        assert b'"deal":"daily-2026-11-18-elysium"' in summary

    with_tables(test)


# Duplicate matches


def test_whoever_sits_down_at_one_table_is_seated_at_the_other() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        here, there = await match(bench, seated=False)
        await found.joined(here)
        assert there.table.status == "open"
        await bench.tables.change(
            here, lambda table: table.change([Sat(at=NOON, seat=1, name="Ben", token="ben's"), Started(at=NOON)])
        )
        await found.joined(here)
        assert (there.table.status, there.table.names()) == ("running", ["Ben", "Ann"])
        events = there.table.events
        await found.joined(here)
        assert there.table.events == events
        bench.shelf.failing = [Unavailable("away")]
        del bench.tables.loaded[there.table.id]
        assert await refusal(found.joined(here)) == "unavailable"

    with_tables(test)


@pytest.mark.parametrize("seated", [False, True])
def test_only_a_match_that_has_not_begun_is_removed_whole(seated: bool) -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        here, there = await match(bench, seated)
        await bench.tables.remove(here.table.id)
        await found.removed(here.table)
        assert list(bench.shelf.tables) == ([there.table.id] if seated else [])

    with_tables(test)


def test_how_a_match_stands() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        here, there = await match(bench)
        tables = [here.table.id, there.table.id]
        unknown = [MatchPlayer(name, [None, None], 0) for name in ("Ann", "Ben")]
        assert await found.match(here, "en") == DuplicateMatch(tables, False, unknown)
        here.table.state = pediment.game("elysium").position({"seats": [{"vp": 7}, {"vp": 4}]})
        await close(bench, here)
        points = here.table.game.totals(here.table.state)
        assert points[0] != points[1]
        half = [MatchPlayer(name, [points[k], None], points[k]) for k, name in enumerate(("Ann", "Ben"))]
        assert await found.match(here, "en") == DuplicateMatch(tables, False, half)
        other = [MatchPlayer(name, [None, points[1 - k]], points[1 - k]) for k, name in enumerate(("Ben", "Ann"))]
        assert await found.match(there, "en") == DuplicateMatch(tables[::-1], False, other)
        await bench.tables.remove(there.table.id)
        alone = [MatchPlayer(name, [points[k]], points[k]) for k, name in enumerate(("Ann", "Ben"))]
        assert await found.match(here, "en") == DuplicateMatch(tables[:1], True, alone)

    with_tables(test)


def test_whoever_asks_how_a_match_ended_has_the_other_table_opened() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        here, there = await match(bench)
        await close(bench, there)
        await found.match(here, "en")
        assert there.table.sealed
        await close(bench, here)
        told = await found.match(here, "en")
        assert (told.over, there.table.sealed) == (True, False)

    with_tables(test)


def test_a_table_of_no_match_has_none() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        keep(bench, DAILY, deals.daily(pediment.game("elysium"), DAY, NOON))
        kept = await bench.tables.get(DAILY)
        keep(bench, "plain", opening.new_table(NewTable("elysium", [Chair("open")] * 2), ANN, NOON, "en").events)
        for live in (kept, await bench.tables.get("plain")):
            assert await refusal(found.match(live, "en")) == "no-page"
            await found.joined(live)
            await found.removed(live.table)
        assert len(bench.shelf.tables) == 2

    with_tables(test)


# Sealed tables


def test_a_match_is_opened_once_both_its_games_are_over() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        here, there = await match(bench)
        events = here.table.events
        await found.go_round()
        await close(bench, here)
        await found.go_round()
        assert added(bench, here.table.id, events) == [Closed]
        await close(bench, there)
        for _ in range(2):
            await found.go_round()
        for live in (here, there):
            assert added(bench, live.table.id, events) == [Closed, Revealed]
            assert not live.table.sealed

    with_tables(test)


def test_a_match_whose_other_table_is_gone_is_opened_and_one_whose_store_is_away_is_not() -> None:
    async def test(bench: Bench) -> None:
        found = days(bench)
        here, there = await match(bench)
        await close(bench, here)
        del bench.tables.loaded[there.table.id]
        bench.shelf.failing = [Unavailable("away")]
        await found.unseal(here)
        assert here.table.sealed
        await bench.tables.remove(there.table.id)
        await found.unseal(here)
        assert not here.table.sealed

    with_tables(test)


def test_a_deal_of_the_day_is_opened_at_midnight_but_for_the_table_that_keeps_it() -> None:
    async def test(bench: Bench) -> None:
        keep(bench, DAILY, deals.daily(pediment.game("elysium"), DAY, NOON))
        kept = await bench.tables.get(DAILY)
        keep(bench, "anns", deals.play_daily(kept.table, PlayDaily("Ann"), ANN, NOON, "en").events)
        anns = await bench.tables.get("anns")
        events = anns.table.events
        await days(bench, MIDNIGHT - 1.0).go_round()
        assert anns.table.sealed
        for _ in range(2):
            await days(bench, MIDNIGHT).go_round()
        assert added(bench, "anns", events) == [Revealed]
        assert added(bench, DAILY, 1) == []

    with_tables(test)


def test_what_is_no_deal_is_not_opened() -> None:
    async def test(bench: Bench) -> None:
        chairs = [Chair("bot", level="potter")] * 2
        keep(bench, "plain", opening.new_table(NewTable("elysium", chairs), ANN, NOON, "en").events)
        plain = await bench.tables.get("plain")
        await close(bench, plain)
        events = plain.table.events
        await days(bench).go_round()
        assert plain.table.events == events

    with_tables(test)
