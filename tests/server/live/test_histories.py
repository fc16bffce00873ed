"""Histories and ratings: noted from events, found again from them, forgotten with their people. On both databases."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest

from pediment.server.domain.events import write_event
from pediment.server.domain.forgetting import forget
from pediment.server.domain.outcome import Outcome, outcome_of
from pediment.server.domain.table import Table
from pediment.server.live.histories import Histories, rating_after
from pediment.server.live.listing import head_of
from pediment.server.live.off_loop import OffLoop
from pediment.server.live.profiles import Profiles, Wanted
from pediment.server.store.played import Played
from pediment.server.store.store import Person, Store, store_of
from tests.server.finished import Finished

Test = Callable[[Store, Histories], Coroutine[Any, Any, None]]


def with_histories(database: str, test: Test) -> None:
    async def main() -> None:
        store, off_loop = store_of(database), OffLoop()
        await store.open()
        try:
            await test(store, Histories(store, off_loop))
        finally:
            await store.close()
            off_loop.close()

    asyncio.run(main())


async def everything(store: Store) -> list[Played]:
    """All rows, as a backup has them."""
    return [row async for row in store.rows() if isinstance(row, Played)]


async def noted(store: Store, histories: Histories, *games: Finished) -> None:
    for game in games:
        await histories.note(await game.store(store))
    await histories.rate()


def some_games() -> list[Finished]:
    return [
        Finished("a", ["ann", "scholar"], day=0).concede(0),
        Finished("b", ["ann", "ben"], day=1).concede(1, 0),
        Finished("c", ["ben", "cy", "potter"], day=2).concede(1, 0),
        Finished("d", ["ann", "cy"], day=3).concede(0, 1),
        Finished("e", ["ann", "ann"], day=4).concede(0, 1),
        Finished("f", ["ann", "shepherd"], day=5, game="ephyran").concede(0),
        Finished("g", ["cy", None, "ben"], day=6).concede(1, 2, 0),
    ]


def test_who_played_is_noted_and_rated(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        await noted(store, histories, *some_games())
        rows = await store.played.of("ann")
        assert [row.table_id for row in rows] == ["f", "e", "d", "b", "a"]
        assert all(row.rated for row in rows)
        ratings = {row.table_id: row.mean for row in rows}
        assert ratings["a"] is not None
        assert ratings["a"] < 1000.0  # lost against a scholar
        assert ratings["b"] is not None
        assert ratings["b"] > ratings["a"]  # Ben gave up first
        assert ratings["e"] == ratings["d"]  # at one screen, nothing is rated
        assert ratings["f"] is not None
        assert ratings["f"] < 1000.0  # another game, another rating
        assert await store.played.together("ann", "cy") == {"lost": 1}
        assert await store.played.together("ann", "nobody") == {}
        assert await store.played.known(["a", "b", "x"]) == {"a", "b"}
        assert await store.played.kept(["a", "x"]) == {"a"}

    with_histories(database, test)


def test_everything_can_be_made_again(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        await noted(store, histories, *some_games())
        before = await everything(store)
        assert len(before) == 11
        await store.played.unrate()
        await histories.rate()
        assert await everything(store) == before
        for row in before:
            await store.played.clear(row.table_id)
        assert await everything(store) == []
        await histories.rebuild()
        await histories.rate()
        assert await everything(store) == before

    with_histories(database, test)


@pytest.mark.parametrize("late", ["b"])
def test_a_game_that_is_noted_late_finds_its_place(database: str, late: str) -> None:
    """All ratings are then as if it had been noted in time, those of third people too."""

    async def test(store: Store, histories: Histories) -> None:
        games = some_games()
        await noted(store, histories, *(game for game in games if game.table.id != late))
        await noted(store, histories, *(game for game in games if game.table.id == late))
        found = await everything(store)
        await store.played.unrate()
        await histories.rate()
        assert await everything(store) == found

    with_histories(database, test)


def test_to_note_twice_changes_nothing(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        await noted(store, histories, *some_games())
        before = await everything(store)
        for row in before:
            await histories.note(row.table_id)
        await histories.note("nowhere")
        assert await everything(store) == before

    with_histories(database, test)


def test_the_line_stays_when_the_table_is_removed(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        await noted(store, histories, *some_games())
        before = await everything(store)
        await store.remove("b")
        await histories.note("b")
        await histories.rebuild()
        await histories.rate()
        assert await everything(store) == before
        page = await Profiles(store, OffLoop()).history("ann", Wanted())
        assert {game.table: game.kept for game in page.games}["b"] is False

    with_histories(database, test)


def test_a_rewritten_table_is_noted_again_without_whom_was_forgotten(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        games = some_games()
        await noted(store, histories, *games)
        for game in games:
            if "ben" in game.table.people:
                events = forget(game.read(), "ben", ())
                head = head_of(Table.of(game.table.id, [write_event(event) for event in events]))
                await store.rewrite(game.table.id, [write_event(event) for event in events], head, 0)
                assert await store.played.at(game.table.id) == []
                await histories.note(game.table.id)
        await histories.rate()
        found = await everything(store)
        assert "ben" not in {row.person for row in found}
        assert all(b"ben" not in row.line for row in found)
        assert len(found) == 8
        await store.played.unrate()
        await histories.rate()
        assert await everything(store) == found

    with_histories(database, test)


def test_what_the_server_left_undone_is_noted_after_its_start(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        for game in some_games():
            await game.store(store)
        running = Finished("h", ["ann", "ben"], day=7)
        await running.store(store)
        histories.start()
        until = time.monotonic() + 120
        while len(await everything(store)) < 11 or await store.played.unrated(1):
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        ended = running.concede(0, 1)
        await store.append("h", 4, ended.events[4:], head_of(ended.table))
        histories.ended("h")
        while not await store.played.at("h") or await store.played.unrated(1):
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        await histories.close()
        assert {row.person for row in await store.played.at("h")} == {"ann", "ben"}

    with_histories(database, test)


def test_lists_show_present_ratings_roughly_unless_they_are_hidden(database: str) -> None:
    async def test(store: Store, histories: Histories) -> None:
        profiles = Profiles(store, OffLoop())
        for n, name in enumerate(("ann", "ben")):
            await store.add_person(Person(name, name, b"{}"), bytes([n] * 32))
        wanted = {("ann", "elysium"), ("ann", "ephyran"), ("ben", "elysium"), ("nobody", "elysium")}
        assert await profiles.strengths(wanted) == {}
        changed: list[str] = []
        histories.rated = changed.append
        await noted(store, histories, *some_games())
        assert {"ann", "ben"} <= set(changed)
        found = await profiles.strengths(wanted)
        last = next(row for row in await store.played.of("ann") if row.game == "elysium")
        assert last.mean is not None
        assert last.deviation is not None
        ann = found["ann", "elysium"]
        assert (ann.rating % 10, ann.margin % 10) == (0, 0)
        assert (ann.rating, ann.margin) == pytest.approx((last.mean, 1.96 * last.deviation), abs=5)
        assert ("nobody", "elysium") not in found
        await store.change_person(Person("ann", "ann", b'{"hidden":true}'))
        assert await profiles.strengths(wanted) == {pair: one for pair, one in found.items() if pair[0] != "ann"}

    with_histories(database, test)


def test_a_game_without_anybody_to_compare_with_counts_for_nobody() -> None:
    game = Finished("t", ["ann", "potter"]).concede(0)
    outcome = outcome_of(game.table, game.read())
    assert isinstance(outcome, Outcome)
    assert rating_after(outcome, 0, [None, None]) is None
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome
