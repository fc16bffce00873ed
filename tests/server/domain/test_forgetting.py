"""Whose a seat was and when, read from events alone, as for a table whose game is gone."""

from __future__ import annotations

import math

import msgspec
import pytest

from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    Chatted,
    Conceded,
    Created,
    Handed,
    House,
    Planned,
    Returned,
    Sat,
    Started,
    Stood,
)
from pediment.server.domain.forgetting import forget, held, host_of, known_of, leaving, seated, was_theirs


def made(*events: AnyEvent, host: str = "ann's") -> list[AnyEvent]:
    """A table for three that Ann has made, and what happened there."""
    created = Created(
        at=0.0,
        game="gone",
        seats=3,
        options={},
        house=House(stand_in="titan"),
        secret="00",
        invite="",
        host=host,
    )
    return [created, *events]


def sat(at: float, seat: int, who: str) -> Sat:
    return Sat(at=at, seat=seat, name=who.title(), token=f"{who}'s", person=who)


def test_a_seat_is_that_of_the_last_who_sat_down() -> None:
    cy = sat(5.0, 0, "cy")
    ben = sat(2.0, 1, "ben")
    events = made(sat(1.0, 0, "ann"), ben, sat(3.0, 2, "dee"), Stood(at=4.0, seat=0), cy, Stood(at=6.0, seat=2))
    assert seated(events) == {0: cy, 1: ben}
    assert seated(made()) == {}


def test_the_host_is_whoever_made_the_table_or_else_the_first_person_there() -> None:
    people = [sat(1.0, 2, "ann"), sat(2.0, 1, "ben"), sat(3.0, 0, "cy")]
    assert host_of(made(*people)) == 2
    assert host_of(made(*people, Stood(at=4.0, seat=2))) == 0
    assert host_of(made(*people[:2], host="nobody's")) == 1
    assert host_of(made(Handed(at=1.0, seat=0, level="potter", why="seated"))) is None


def test_a_seat_was_somebodys_from_sitting_down_until_standing_up() -> None:
    events = made(sat(1.0, 0, "ann"), Stood(at=4.0, seat=0), sat(5.0, 0, "ben"), sat(6.0, 2, "ann"))
    anns = held(events, "ann", ())
    assert [was_theirs(anns, 0, at) for at in (0.9, 1.0, 2.5, 4.0, 4.1, 5.5)] == [False, True, True, True, False, False]
    assert [was_theirs(anns, 2, at) for at in (5.9, 6.0, 1e9)] == [False, True, True]
    assert not was_theirs(anns, 1, 2.0)
    assert held(events, None, {"ann's"}) == anns == [(0, 1.0, 4.0), (2, 6.0, math.inf)]
    assert [was_theirs(held(events, "ben", ()), 0, at) for at in (4.9, 5.0)] == [False, True]


def test_what_is_said_at_a_seat_after_standing_up_was_somebody_else() -> None:
    lines = [Chatted(at=at, seat=0, text="Hello") for at in (2.0, 5.0)]
    events = made(sat(1.0, 0, "ann"), lines[0], Stood(at=4.0, seat=0), lines[1])
    assert [said["at"] for said in known_of(events, "ann", ())["chat"]] == [2.0]


def test_what_is_known_of_somebody_is_when_they_sat_moved_and_spoke() -> None:
    """Not what a bot did in their place, nor what others did."""
    moves: list[AnyEvent] = [
        Acted(at=5.0, seat=0, move="pass", told=-1),
        Acted(at=6.0, seat=0, move="take", told=-1, by="stand-in"),
        Acted(at=7.0, seat=1, move="pass", told=-1),
    ]
    plans: list[AnyEvent] = [Planned(at=8.0, seat=seat, moves=["quest 1"], basis="") for seat in (0, 1)]
    said: list[AnyEvent] = [Chatted(at=9.0 + seat, seat=seat, text="Hello") for seat in (0, 1)]
    phrase = Chatted(at=11.0, seat=0, text="", phrase="thanks")
    seats: list[AnyEvent] = [msgspec.structs.replace(sat(1.0, 0, "ann"), nonce="n1"), sat(2.0, 1, "ben")]
    events = made(*seats, Started(at=4.0), *moves, *plans, *said, phrase)
    anns = {
        "sat": [{"at": 1.0, "seat": 0, "name": "Ann", "nonce": "n1"}],
        "moves": [{"at": 5.0, "seat": 0, "move": "pass"}],
        "plans": [{"at": 8.0, "seat": 0, "moves": ["quest 1"]}],
        "chat": [{"at": 9.0, "seat": 0, "text": "Hello"}, {"at": 11.0, "seat": 0, "text": "", "phrase": "thanks"}],
    }
    assert known_of(events, "ann", ()) == known_of(events, None, {"ann's"}) == anns
    assert known_of(events, "cy", {"cy's"}) == {"sat": [], "moves": [], "plans": [], "chat": []}


def test_whoever_is_forgotten_leaves_their_moves_and_nothing_of_themselves() -> None:
    kept: list[AnyEvent] = [
        sat(2.0, 1, "ben"),
        Started(at=4.0),
        Acted(at=5.0, seat=0, move="pass", told=-1),
        Chatted(at=6.0, seat=1, text="Hello"),
    ]
    events = made(sat(1.0, 0, "ann"), *kept, Chatted(at=7.0, seat=0, text="", phrase="thanks"))
    created, sat_down, *others = forget(events, "ann", ())
    assert isinstance(created, Created)
    assert isinstance(sat_down, Sat)
    assert (sat_down.at, sat_down.seat, sat_down.name, sat_down.person) == (1.0, 0, "Player 1", None)
    assert created.host == sat_down.token != "ann's"
    assert len(sat_down.token) == 64
    assert others == [*kept, Chatted(at=7.0, seat=0, text="")]
    by_token = forget(events, None, {"ann's"})
    assert [type(event) for event in by_token] == [type(event) for event in events]
    assert isinstance(by_token[1], Sat)
    assert (by_token[1].name, by_token[1].person) == ("Player 1", None)


def test_only_their_own_chair_is_kept_for_them_no_more() -> None:
    created, *others = made(sat(1.0, 0, "ann"))
    assert isinstance(created, Created)
    kept = msgspec.structs.replace(created, reserved={0: "ann's", 1: "ben's"}, reserved_people={0: "ann", 1: "ben"})
    found = forget([kept, *others], "ann", ())[0]
    assert isinstance(found, Created)
    assert (found.reserved, found.reserved_people) == ({1: "ben's"}, {1: "ben"})


def test_a_seat_that_somebody_else_takes_over_is_theirs_no_more() -> None:
    anns = held(made(sat(1.0, 0, "ann"), sat(3.0, 0, "ben")), "ann", ())
    assert [was_theirs(anns, 0, at) for at in (2.0, 3.0, 3.1)] == [True, True, False]


def test_whoever_leaves_before_the_start_frees_their_seats() -> None:
    events = made(sat(1.0, 0, "ann"), sat(2.0, 1, "ben"), sat(3.0, 2, "ann"))
    assert leaving(events, "open", "ann", (), 9.0) == [Stood(at=9.0, seat=0), Stood(at=9.0, seat=2)]
    assert leaving(events, "open", None, {"ben's"}, 9.0) == [Stood(at=9.0, seat=1)]
    assert leaving(events, "over", "ann", (), 9.0) == []


@pytest.mark.parametrize(
    ("since", "handed"),
    [
        ([], True),
        ([Handed(at=5.0, seat=0, level="potter", why="asked")], False),
        ([Conceded(at=5.0, seat=0, level="scholar")], False),
        ([Handed(at=5.0, seat=0, level="potter", why="asked"), Returned(at=6.0, seat=0)], True),
        ([Handed(at=5.0, seat=1, level="potter", why="asked")], True),
    ],
)
def test_a_bot_plays_on_for_whoever_leaves_unless_one_does_already(since: list[AnyEvent], handed: bool) -> None:
    """It is the one that the table named for this."""
    events = made(sat(1.0, 0, "ann"), sat(2.0, 1, "ben"), sat(3.0, 2, "cy"), Started(at=4.0), *since)
    expected = [Handed(at=9.0, seat=0, level="titan", why="left")]
    assert leaving(events, "running", "ann", (), 9.0) == (expected if handed else [])
