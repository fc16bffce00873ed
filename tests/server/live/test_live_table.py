"""A table while people use it: who may look at it, who is present, and what each listener hears."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest

from pediment.server.domain import commands
from pediment.server.domain.events import Created, Handed, House, Rematched, Sat, Shared, Started, Stood
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import MAX_CHAT_LINES, Table
from pediment.server.live import compose, live_table, messages
from pediment.server.live.limits import PAYER, Payer
from pediment.server.live.live_table import (
    KEEP_MESSAGES_SECONDS,
    PRESENT_SECONDS,
    WATCHED_SECONDS,
    Listener,
    LiveTable,
)
from tests.server.playing import LIVE, Sitting, in_a_loop, wild_game

ANN, BEN, NOBODY = Caller(frozenset({"ann"})), Caller(frozenset({"ben"})), Caller()
INVITED = Caller(frozenset({"invited"}))
SHARED = Caller(frozenset({"shared"}))
NEWS = {"table", "changed"}
"""Messages about a table."""


class Now:
    """A clock that stands until it is moved, in place of the module `time`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    found = Now()
    monkeypatch.setattr(live_table, "time", found)
    return found


def table_of(invite: str = "invited", reserved: dict[int, str] | None = None, **house: Any) -> Table:
    """An open table with Ann on seat 0 and a free seat."""
    created = Created(
        at=1.0,
        game="elysium",
        seats=2,
        options={},
        house=House(**house),
        secret="00" * 32,
        invite=invite,
        reserved=reserved or {},
    )
    return Table("a-table").after([created, Sat(at=1.0, seat=0, name="Ann", token="ann", nonce="n0")])


def looks(table: Table) -> list[bool]:
    """May Ann, somebody invited, somebody with the shared link, Ben and a stranger look?"""
    live = LiveTable(table)
    return [live.may_look(caller) for caller in (ANN, INVITED, SHARED, BEN, NOBODY)]


# Who may look


@in_a_loop
def test_a_table_with_spectators_is_seen_by_all() -> None:
    assert looks(table_of()) == [True] * 5


@in_a_loop
def test_a_table_without_spectators_is_seen_by_who_has_to_do_with_it() -> None:
    table = table_of(spectators=False)
    assert looks(table) == [True, True, False, False, False]
    running = table.after([Handed(at=2.0, seat=1, level="potter", why="seated"), Started(at=2.0)])
    assert looks(running) == [True, False, False, False, False]
    assert looks(running.after([Shared(at=3.0, token="shared")])) == [True, False, False, False, False]
    over = Sitting("elysium", 2, house=House(spectators=False))
    over.finish(random.Random(1))
    assert looks(over.table) == [False] * 5
    shared = over.table.after([Shared(at=3.0, token="shared")])
    assert looks(shared) == [False, False, True, False, False]
    assert LiveTable(shared).may_look(over.caller(1))


@in_a_loop
def test_whoever_may_sit_down_may_look() -> None:
    """At a listed table that is anybody, until the game has begun."""
    table = table_of(invite="", listed=True, spectators=False)
    assert looks(table) == [True] * 5
    running = table.after([Sat(at=2.0, seat=1, name="Ben", token="ben"), Started(at=2.0)])
    assert looks(running) == [True, False, False, True, False]


@in_a_loop
def test_who_has_a_seat_kept_may_look_until_somebody_sits_there() -> None:
    table = table_of(spectators=False, reserved={1: "ben"})
    assert looks(table) == [True, True, False, True, False]
    taken = table.after([Handed(at=2.0, seat=1, level="potter", why="seated")])
    assert looks(taken) == [True, True, False, False, False]


# Who is there


@in_a_loop
def test_who_listens_is_there() -> None:
    live = LiveTable(table_of())
    listener, watching = Listener(ANN, "en"), Listener(NOBODY, "en")
    assert (live.present(), live.watched) == (set(), False)
    number, moved = live.number, live.moved
    live.add(listener)
    assert (live.present(), live.watched, live.number) == ({0}, True, number + 1)
    assert moved.is_set()
    assert not live.moved.is_set()
    live.add(watching)
    table = live.table_message(ANN)
    assert (table.spectators, [seat.present for seat in table.seats]) == (1, [True, False])
    assert (table.yours, live.table_message(NOBODY).yours) == ([0], [])
    live.remove(listener)
    assert (live.present(), live.table_message(ANN).spectators, live.number) == (set(), 1, number + 3)
    live.remove(watching)
    assert (live.watched, live.table_message(ANN).spectators) == (True, 0)  # bots play on for a while


@in_a_loop
def test_a_listener_who_sits_down_is_there() -> None:
    live = LiveTable(table_of())
    live.add(Listener(BEN, "en"))
    assert (live.present(), live.table_message(ANN).spectators) == (set(), 1)
    live.replace(live.table.change([Sat(at=2.0, seat=1, name="Ben", token="ben")]))
    assert (live.present(), live.table_message(ANN).spectators) == ({1}, 0)


def test_who_asks_without_a_socket_is_there_for_a_while(now: Now) -> None:
    async def run() -> None:
        live = LiveTable(table_of())
        assert not live.watched
        number = live.number
        live.poll(ANN)
        assert (live.present(), live.watched, live.number) == ({0}, True, number + 1)
        now.now += PRESENT_SECONDS - 1.0
        live.poll(ANN)  # still there: nothing to tell
        assert (live.present(), live.number) == ({0}, number + 1)
        now.now += PRESENT_SECONDS - 0.5
        assert (live.present(), live.watched) == ({0}, True)
        now.now += 0.5
        assert (live.present(), live.watched) == (set(), True)
        now.now += WATCHED_SECONDS - PRESENT_SECONDS
        assert (live.present(), live.watched, live.addresses) == (set(), False, set())
        live.poll(ANN)
        assert (live.present(), live.number) == ({0}, number + 2)
        live.poll(NOBODY)  # nobody's seat: nobody comes
        assert (live.present(), live.number) == ({0}, number + 2)

    asyncio.run(run())


@in_a_loop
def test_addresses_are_known_for_as_long_as_the_table_is_watched(now: Now) -> None:
    live = LiveTable(table_of())
    for n in range(18):
        PAYER.set(Payer(f"192.0.2.{n}"))
        live.look()
        live.look()
    assert live.addresses == {f"192.0.2.{n}" for n in range(2, 18)}  # the last 16
    for n in (2, 18):
        PAYER.set(Payer(f"192.0.2.{n}"))
        live.look()
    assert live.addresses == {f"192.0.2.{n}" for n in (2, *range(4, 19))}  # whoever looks again counts anew
    now.now += WATCHED_SECONDS - 1.0
    PAYER.set(Payer("192.0.2.2"))
    live.look()
    now.now += 1.0
    assert live.addresses == {"192.0.2.2"}


@in_a_loop
def test_who_sat_down_from_an_address() -> None:
    live = LiveTable(table_of())
    for seat, address in enumerate(["192.0.2.1", "192.0.2.2", "192.0.2.1"]):
        PAYER.set(Payer(address))
        live.sat(seat)
    assert (live.sat_from("192.0.2.1"), live.sat_from("192.0.2.2"), live.sat_from("192.0.2.3")) == ({0, 2}, {1}, set())
    live.sat(1)
    assert live.sat_from("192.0.2.1") == {0, 1, 2}


@in_a_loop
def test_everybody_is_told_of_the_queue() -> None:
    live = LiveTable(Sitting("elysium", 2).table)
    listener = Listener(NOBODY, "en")
    live.add(listener)
    listener.messages(live)
    for place in (3, 3, 0):
        listener.news.clear()
        before = live.place
        live.show_place(place)
        queue = [message for message in heard(listener, live) if message["type"] == "queue"]
        assert [message["place"] for message in queue] == ([place] if place != before else [])


@in_a_loop
def test_a_rematch_that_was_removed_is_lost_once() -> None:
    live = LiveTable(Sitting("elysium", 2).table)
    number = live.number
    live.lose_rematch()  # there is none
    assert live.number == number
    live.replace(live.table.change([Rematched(at=1.0, table="next")]))
    number = live.number
    for _ in range(2):
        live.lose_rematch()
        assert (live.rematch, live.number) == (None, number + 1)
    live.replace(live.table.change([Rematched(at=2.0, table="another")]))
    assert live.rematch == "another"


def test_a_table_that_nobody_has_asked_for_is_not_watched(now: Now) -> None:
    """Also on a machine that was started just now."""

    async def run() -> None:
        now.now = 1.0
        assert not LiveTable(table_of()).watched

    asyncio.run(run())


def test_how_long_things_are_kept() -> None:
    assert (PRESENT_SECONDS, WATCHED_SECONDS, KEEP_MESSAGES_SECONDS) == (60.0, 180.0, 1.0)


@in_a_loop
def test_whoever_owns_no_seat_looks_as_a_spectator() -> None:
    sitting = Sitting("elysium", 3, same_token=True)
    live = LiveTable(sitting.table)
    assert live.viewers_of(sitting.caller(0)) == live.seats_of(sitting.caller(0)) == [0, 1, 2]
    assert (live.viewers_of(NOBODY), live.seats_of(NOBODY)) == ([3], [])


# What a listener is told


def heard(listener: Listener, live: LiveTable) -> list[dict[str, Any]]:
    return [json.loads(message) for message in listener.messages(live)]


def kinds(messages: list[dict[str, Any]]) -> list[tuple[str, int | None]]:
    return [(message["type"], message.get("seat")) for message in messages]


@in_a_loop
def test_only_what_is_new_is_told() -> None:
    sitting = Sitting("elysium", 2)
    live = LiveTable(sitting.table)
    listener, watching = Listener(sitting.caller(0), "en"), Listener(NOBODY, "en")
    assert kinds(heard(listener, live)) == [("table", None), ("view", 0)]
    assert kinds(heard(watching, live)) == [("table", None), ("view", None)]
    assert heard(listener, live) == heard(watching, live) == []
    sitting.do(commands.Chat(1, "Hello"))
    live.replace(sitting.last)
    assert kinds(heard(listener, live)) == [("table", None)]
    lines = len(sitting.table.state.log)
    sitting.move()
    live.replace(sitting.last)
    [view] = heard(listener, live)
    assert (view["type"], view["log"]["start"]) == ("view", lines)
    assert len(view["log"]["entries"]) == len(sitting.table.state.log) - lines
    assert kinds(heard(watching, live)) == [("table", None), ("view", None)]  # who has not heard for a while


@in_a_loop
def test_before_the_start_there_is_no_view() -> None:
    live = LiveTable(table_of())
    listener = Listener(ANN, "en")
    assert kinds(heard(listener, live)) == [("table", None)]
    assert heard(listener, live) == []
    live.replace(live.table.change([Handed(at=2.0, seat=1, level="potter", why="seated"), Started(at=2.0)]))
    assert kinds(heard(listener, live)) == [("table", None), ("view", 0)]


@in_a_loop
def test_after_something_was_taken_back_the_whole_log_is_told() -> None:
    sitting = Sitting("elysium", 2)
    live = LiveTable(sitting.table)
    listeners = [Listener(sitting.caller(viewer), "en") for viewer in range(3)]
    while sitting.table.undo_of(0) != "free":
        sitting.move()
        live.replace(sitting.last)
        told = [message for listener in listeners for message in heard(listener, live)]
    assert any(message["log"]["start"] for message in told if message["type"] == "view")
    sitting.do(commands.Undo(0, sitting.table.seq[0]))
    live.replace(sitting.last)
    for listener in listeners:
        [view] = [message for message in heard(listener, live) if message["type"] == "view"]
        assert (view["log"]["start"], len(view["log"]["entries"])) == (0, len(sitting.table.state.log))
    sitting.move()
    live.replace(sitting.last)
    [view] = [message for message in heard(listeners[0], live) if message["type"] == "view"]
    assert view["log"]["start"] > 0


@in_a_loop
def test_a_clock_that_changes_is_told_though_the_game_has_not() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    asked = sitting.table.asked
    assert asked is not None
    live, listener = LiveTable(sitting.table), Listener(NOBODY, "en")
    heard(listener, live)
    sitting.do(commands.Hand(asked, "potter"))
    live.replace(sitting.last)
    _, view = heard(listener, live)
    assert (view["time"]["running"], view["time"]["until"]) == (asked, None)


@in_a_loop
def test_what_is_told_to_many_is_made_once() -> None:
    sitting = Sitting("elysium", 2)
    live = LiveTable(sitting.table)
    english = live.view_message(0, "en", 0)
    assert live.view_message(0, "en", 0) is english
    assert live.view_message(0, "fr", 0) != english
    assert live.view_message(2, "en", 0) != english
    assert json.loads(live.view_message(0, "en", 1))["log"]["start"] == 1
    live.changed()
    assert live.view_message(0, "en", 0) is not english


def test_what_is_told_to_many_is_not_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "KEEP_MESSAGES_SECONDS", 0.0)

    async def run() -> None:
        live = LiveTable(Sitting("elysium", 2).table)
        first = live.view_message(0, "en", 0)
        assert live.view_message(0, "en", 0) is first
        for _ in range(3):
            await asyncio.sleep(0)
        assert live.view_message(0, "en", 0) is not first

    asyncio.run(run())


@in_a_loop
def test_every_listener_hears_of_a_change() -> None:
    live = LiveTable(table_of())
    listeners = [Listener(ANN, "en"), Listener(NOBODY, "en")]
    for listener in listeners:
        live.add(listener)
    for listener in listeners:
        listener.news.clear()
    live.replace(live.table.change([Stood(at=2.0, seat=0)]))
    assert all(listener.news.is_set() for listener in listeners)
    assert live.table.seats[0].free
    live.replace(live.table.change([Rematched(at=3.0, table="next")]))
    assert live.table_message(NOBODY).rematch == "next"


# Changes


def said(*texts: str) -> list[messages.Said]:
    return [messages.Said(0.0, 0, text) for text in texts]


@in_a_loop
def test_a_table_is_told_as_what_has_changed() -> None:
    old = LiveTable(table_of()).table_message(ANN)
    for fields in (
        {"spectators": 3},
        {"status": "over", "winners": [1], "seed": "x"},
        {"rematch": "r", "proposal": messages.Proposal(1, 0, [], [1])},
        {"chat": said("a", "b")},
    ):
        new = msgspec.structs.replace(old, number=old.number + 1, **fields)
        found = json.loads(messages.encode(compose.changed_message(old, new)))
        expected = json.loads(msgspec.json.encode(fields))
        if "chat" in expected:
            expected["said"] = expected.pop("chat")
        assert found == {"type": "changed", "number": old.number + 1, **expected}
        old = new
    other = msgspec.structs.replace(old, number=9, commitment="another")
    assert compose.changed_message(old, other) is other  # what never changes


@pytest.mark.parametrize(
    ("before", "after", "lines", "whole"),
    [
        ("", "a", "a", False),
        ("ab", "abc", "c", False),
        ("aa", "aaa", "a", False),
        ("ab", "a", "a", True),  # one was taken away
        ("abc", "acd", "acd", True),
        ("ab", "xy", "xy", True),
        ("m" * 100, "m" * 99 + "x", "x", False),
        ("abcdefghij" * 10, "cdefghijab" * 9 + "cdefghijxy", "xy", False),
    ],
)
def test_new_lines_of_the_chat_are_told_alone(before: str, after: str, lines: str, whole: bool) -> None:
    async def tables() -> messages.Table:
        return LiveTable(table_of()).table_message(ANN)

    table = asyncio.run(tables())
    old, new = (msgspec.structs.replace(table, chat=said(*chat)) for chat in (before, after))
    found = compose.changed_message(old, new)
    assert isinstance(found, messages.Changed)
    assert (found.chat, found.said)[:: -1 if whole else 1] == (msgspec.UNSET, said(*lines))


@pytest.mark.parametrize("seed", range(3))
@in_a_loop
def test_whoever_is_told_changes_knows_the_same_table(seed: int, now: Now) -> None:
    """Whatever happens at a table, and however long polling players stay away."""
    chance = random.Random(seed)
    sitting = Sitting("elysium", 3, house=House(clock=LIVE, chat=True), bots=(2,), seed=seed)
    live = LiveTable(sitting.table)
    callers = [sitting.caller(0), sitting.caller(1), NOBODY]
    whole, changes = ([Listener(caller, "en", told) for caller in callers] for told in (False, True))
    for listener in (*whole, *changes):
        live.add(listener)
    tables: list[dict[str, Any]] = [{} for _ in callers]
    steps = wild_game(sitting, chance, 300)
    kinds: set[str] = set()
    while True:
        tell = chance.random() < 0.7
        for k, (one, other) in enumerate(zip(whole, changes, strict=True)):
            if not tell:
                continue
            expected = [message for each in one.messages(live) if (message := json.loads(each))["type"] == "table"]
            found = [message for each in other.messages(live) if (message := json.loads(each))["type"] in NEWS]
            assert len(found) == len(expected) <= 1
            for message in found:
                kinds.add(message["type"])
                if message["type"] == "changed":
                    chat = (message.pop("chat", tables[k]["chat"]) + message.pop("said", []))[-MAX_CHAT_LINES:]
                    message = tables[k] | message | {"type": "table", "chat": chat}
                tables[k] = message
                assert message == expected[0]
        now.now += chance.choice([0.1, 1.0, PRESENT_SECONDS])
        if chance.random() < 0.3:
            live.poll(sitting.caller(chance.randrange(3)))
        if chance.random() < 0.1:
            for listener in (whole[1], changes[1]):  # Ben goes, or comes back
                (live.remove if listener in live.listeners else live.add)(listener)
        if next(steps, None) is None:
            break
        live.replace(sitting.last)
    assert kinds == NEWS


def test_a_crowd_is_told_of_twice_a_second() -> None:
    async def test() -> None:
        live = LiveTable(table_of())
        watching = Listener(NOBODY, "en")
        live.add(watching)
        watching.messages(live)
        watching.news.clear()
        for _ in range(50):
            live.add(Listener(NOBODY, "en"))
        assert not watching.news.is_set()
        await asyncio.wait_for(watching.news.wait(), 60)
        (message,) = watching.messages(live)
        assert json.loads(message)["spectators"] == 51

    asyncio.run(test())
