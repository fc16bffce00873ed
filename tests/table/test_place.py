"""A table while people use it: who may look at it, who is present, and what each listener hears."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from pediment.table import place as places
from pediment.table import wire
from pediment.table.chronicle import Created, Handed, House, Rematched, Sat, Shared, Started, Stood
from pediment.table.place import KEPT, POLLED, Ear, Place
from pediment.table.room import Room
from pediment.table.seats import Who
from tests.table.playing import LIVE, Sitting, in_a_loop

ANN, BEN, NOBODY = Who(frozenset({"ann"})), Who(frozenset({"ben"})), Who()
INVITED = Who(frozenset({"invited"}))
SHARED = Who(frozenset({"shared"}))


class Now:
    """A clock that stands until it is moved, in place of the module `time`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    found = Now()
    monkeypatch.setattr(places, "time", found)
    return found


def room_of(invite: str = "invited", reserved: dict[int, str] | None = None, **house: Any) -> Room:
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
    return Room("a-table").after([created, Sat(at=1.0, seat=0, name="Ann", token="ann", nonce="n0")])


def looks(room: Room) -> list[bool]:
    """May Ann, somebody invited, somebody with the shared link, Ben and a stranger look?"""
    place = Place(room)
    return [place.may_look(who) for who in (ANN, INVITED, SHARED, BEN, NOBODY)]


# Who may look


@in_a_loop
def test_a_table_with_spectators_is_seen_by_all() -> None:
    assert looks(room_of()) == [True] * 5


@in_a_loop
def test_a_table_without_spectators_is_seen_by_who_has_to_do_with_it() -> None:
    room = room_of(spectators=False)
    assert looks(room) == [True, True, False, False, False]
    running = room.after([Handed(at=2.0, seat=1, level="potter", why="seated"), Started(at=2.0)])
    assert looks(running) == [True, False, False, False, False]
    assert looks(running.after([Shared(at=3.0, token="shared")])) == [True, False, False, False, False]
    over = Sitting("elysium", 2, house=House(spectators=False))
    over.finish(random.Random(1))
    assert looks(over.room) == [False] * 5
    shared = over.room.after([Shared(at=3.0, token="shared")])
    assert looks(shared) == [False, False, True, False, False]
    assert Place(shared).may_look(over.who(1))


@in_a_loop
def test_whoever_may_sit_down_may_look() -> None:
    """At a listed table that is anybody, until the game has begun."""
    room = room_of(invite="", listed=True, spectators=False)
    assert looks(room) == [True] * 5
    running = room.after([Sat(at=2.0, seat=1, name="Ben", token="ben"), Started(at=2.0)])
    assert looks(running) == [True, False, False, True, False]


@in_a_loop
def test_who_has_a_seat_kept_may_look_until_somebody_sits_there() -> None:
    room = room_of(spectators=False, reserved={1: "ben"})
    assert looks(room) == [True, True, False, True, False]
    taken = room.after([Handed(at=2.0, seat=1, level="potter", why="seated")])
    assert looks(taken) == [True, True, False, False, False]


# Who is there


@in_a_loop
def test_who_listens_is_there() -> None:
    place = Place(room_of())
    ear, watching = Ear(ANN, "en"), Ear(NOBODY, "en")
    assert (place.present(), place.watched) == (set(), False)
    number, moved = place.number, place.moved
    place.add(ear)
    assert (place.present(), place.watched, place.number) == ({0}, True, number + 1)
    assert moved.is_set()
    assert not place.moved.is_set()
    place.add(watching)
    table = place.table(ANN)
    assert (table.spectators, [seat.present for seat in table.seats]) == (1, [True, False])
    assert (table.yours, place.table(NOBODY).yours) == ([0], [])
    place.remove(ear)
    assert (place.present(), place.table(ANN).spectators, place.number) == (set(), 1, number + 3)
    place.remove(watching)
    assert (place.watched, place.table(ANN).spectators) == (False, 0)


@in_a_loop
def test_a_listener_who_sits_down_is_there() -> None:
    place = Place(room_of())
    place.add(Ear(BEN, "en"))
    assert (place.present(), place.table(ANN).spectators) == (set(), 1)
    place.replace(place.room.after([Sat(at=2.0, seat=1, name="Ben", token="ben")]))
    assert (place.present(), place.table(ANN).spectators) == ({1}, 0)


def test_who_asks_without_a_socket_is_there_for_a_while(now: Now) -> None:
    async def run() -> None:
        place = Place(room_of())
        assert not place.watched
        number = place.number
        place.polled_by(ANN)
        assert (place.present(), place.watched, place.number) == ({0}, True, number + 1)
        now.now += POLLED - 1.0
        place.polled_by(ANN)  # still there: nothing to tell
        assert (place.present(), place.number) == ({0}, number + 1)
        now.now += POLLED - 0.5
        assert (place.present(), place.watched) == ({0}, True)
        now.now += 0.5
        assert (place.present(), place.watched) == (set(), False)
        place.polled_by(ANN)
        assert (place.present(), place.number) == ({0}, number + 2)
        place.polled_by(NOBODY)  # nobody's seat: nobody comes
        assert (place.present(), place.number) == ({0}, number + 2)

    asyncio.run(run())


def test_a_table_that_nobody_has_asked_for_is_not_watched(now: Now) -> None:
    """Also on a machine that was started just now."""

    async def run() -> None:
        now.now = 1.0
        assert not Place(room_of()).watched

    asyncio.run(run())


def test_how_long_things_are_kept() -> None:
    assert (POLLED, KEPT) == (60.0, 1.0)


@in_a_loop
def test_whoever_owns_no_seat_looks_as_a_spectator() -> None:
    sitting = Sitting("elysium", 3, same_token=True)
    place = Place(sitting.room)
    assert place.viewers_of(sitting.who(0)) == place.seats_of(sitting.who(0)) == [0, 1, 2]
    assert (place.viewers_of(NOBODY), place.seats_of(NOBODY)) == ([3], [])


# What a listener is told


def heard(ear: Ear, place: Place) -> list[dict[str, Any]]:
    return [json.loads(message) for message in ear.messages(place)]


def kinds(messages: list[dict[str, Any]]) -> list[tuple[str, int | None]]:
    return [(message["type"], message.get("seat")) for message in messages]


@in_a_loop
def test_only_what_is_new_is_told() -> None:
    sitting = Sitting("elysium", 2)
    place = Place(sitting.room)
    ear, watching = Ear(sitting.who(0), "en"), Ear(NOBODY, "en")
    assert kinds(heard(ear, place)) == [("table", None), ("view", 0)]
    assert kinds(heard(watching, place)) == [("table", None), ("view", None)]
    assert heard(ear, place) == heard(watching, place) == []
    sitting.do(wire.Chat(1, "Hello"))
    place.replace(sitting.room)
    assert kinds(heard(ear, place)) == [("table", None)]
    lines = len(sitting.room.state.log)
    sitting.move()
    place.replace(sitting.room)
    [view] = heard(ear, place)
    assert (view["type"], view["log"]["start"]) == ("view", lines)
    assert len(view["log"]["entries"]) == len(sitting.room.state.log) - lines
    assert kinds(heard(watching, place)) == [("table", None), ("view", None)]  # who has not heard for a while


@in_a_loop
def test_before_the_start_there_is_no_view() -> None:
    place = Place(room_of())
    ear = Ear(ANN, "en")
    assert kinds(heard(ear, place)) == [("table", None)]
    assert heard(ear, place) == []
    place.replace(place.room.after([Handed(at=2.0, seat=1, level="potter", why="seated"), Started(at=2.0)]))
    assert kinds(heard(ear, place)) == [("table", None), ("view", 0)]


@in_a_loop
def test_after_something_was_taken_back_the_whole_log_is_told() -> None:
    sitting = Sitting("elysium", 2)
    place = Place(sitting.room)
    ears = [Ear(sitting.who(viewer), "en") for viewer in range(3)]
    while sitting.room.undo_of(0) != "free":
        sitting.move()
        place.replace(sitting.room)
        told = [message for ear in ears for message in heard(ear, place)]
    assert any(message["log"]["start"] for message in told if message["type"] == "view")
    sitting.do(wire.Undo(0, sitting.room.seq[0]))
    place.replace(sitting.room)
    for ear in ears:
        [view] = [message for message in heard(ear, place) if message["type"] == "view"]
        assert (view["log"]["start"], len(view["log"]["entries"])) == (0, len(sitting.room.state.log))
    sitting.move()
    place.replace(sitting.room)
    [view] = [message for message in heard(ears[0], place) if message["type"] == "view"]
    assert view["log"]["start"] > 0


@in_a_loop
def test_a_clock_that_changes_is_told_though_the_game_has_not() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    asked = sitting.room.asked
    assert asked is not None
    place, ear = Place(sitting.room), Ear(NOBODY, "en")
    heard(ear, place)
    sitting.do(wire.Hand(asked, "potter"))
    place.replace(sitting.room)
    _, view = heard(ear, place)
    assert (view["time"]["running"], view["time"]["until"]) == (asked, None)


@in_a_loop
def test_what_is_told_to_many_is_made_once() -> None:
    sitting = Sitting("elysium", 2)
    place = Place(sitting.room)
    english = place.view(0, "en", 0)
    assert place.view(0, "en", 0) is english
    assert place.view(0, "fr", 0) != english
    assert place.view(2, "en", 0) != english
    assert json.loads(place.view(0, "en", 1))["log"]["start"] == 1
    place.changed()
    assert place.view(0, "en", 0) is not english


def test_what_is_told_to_many_is_not_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "KEPT", 0.0)

    async def run() -> None:
        place = Place(Sitting("elysium", 2).room)
        first = place.view(0, "en", 0)
        assert place.view(0, "en", 0) is first
        for _ in range(3):
            await asyncio.sleep(0)
        assert place.view(0, "en", 0) is not first

    asyncio.run(run())


@in_a_loop
def test_every_listener_hears_of_a_change() -> None:
    place = Place(room_of())
    ears = [Ear(ANN, "en"), Ear(NOBODY, "en")]
    for ear in ears:
        place.add(ear)
    for ear in ears:
        ear.news.clear()
    place.replace(place.room.after([Stood(at=2.0, seat=0)]))
    assert all(ear.news.is_set() for ear in ears)
    assert place.room.seats[0].free
    place.replace(place.room.after([Rematched(at=3.0, table="next")]))
    assert place.table(NOBODY).rematch == "next"
