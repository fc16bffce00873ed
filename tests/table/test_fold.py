"""What each event does to a room, counted and compared; the long games are in `test_room`."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pediment.core import fair
from pediment.table import bodies, chronicle, commands, room, telling, wire
from pediment.table.chronicle import (
    Acted,
    AnyEvent,
    Chatted,
    Created,
    Handed,
    Hinted,
    House,
    Proposed,
    Rematched,
    Returned,
    Sat,
    Shared,
    Started,
    Stood,
    Undone,
    Voted,
)
from pediment.table.clock import Clock
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.seats import Seat
from tests.table.playing import LIVE, Sitting, facts
from tests.table.test_hidden import secretly_asked


def created(seats: int = 2, **more: Any) -> Created:
    fields: dict[str, Any] = {"options": {}, "house": House(), "secret": "07" * 32, "invite": "invited"}
    return Created(at=1.0, game="elysium", seats=seats, **fields | more)


def sat(seat: int, name: str = "", token: str = "") -> Sat:
    return Sat(at=2.0, seat=seat, name=name or f"P{seat}", token=token or f"t{seat}", nonce=f"n{seat}")


def bot(seat: int, level: str = "potter") -> Handed:
    return Handed(at=2.0, seat=seat, level=level, why="seated")


def opened(*events: AnyEvent, **more: Any) -> Room:
    return Room("a-table").after([created(**more), *events])


def until_undo(sitting: Sitting, seat: int, how: str) -> None:
    while sitting.room.undo_of(seat) != how:
        sitting.move()


# Before the start


def test_a_table_as_it_is_set_up() -> None:
    found = opened(seats=3, reserved={1: "kept"}, reserved_people={1: "ben"})
    assert found.seats == [Seat(), Seat(reserved="kept", person="ben"), Seat()]
    assert (found.status, found.asked, found.due(), found.due(watched=True)) == ("open", None, None, None)
    assert (found.seq, found.undone, found.done, found.viewers) == ([0] * 4, [0] * 4, [{}, {}, {}], 4)
    assert (found.events, found.number, found.updated) == (1, 1, 1.0)
    assert (found.begun, found.branches, found.wishes, found.base) == (0, 0, 0, {})
    assert found.commitment == fair.commitment(bytes.fromhex("07" * 32))


def test_sitting_down_and_standing_up() -> None:
    found = opened(sat(0), seats=3, reserved={1: "kept"})
    assert found.seats[0] == Seat("P0", "t0", None, None, "n0")
    found = found.after([Sat(at=3.0, seat=1, name="Ben", token="ben", person="b", nonce="x")])
    assert found.seats[1] == Seat("Ben", "ben", "b", None, "x")
    assert (found.number, found.updated) == (3, 3.0)
    found = found.after([Stood(at=4.0, seat=1)])
    assert found.seats[1] == Seat()
    assert (found.number, found.updated, found.events) == (4, 4.0, 4)
    assert list(found.news) == [
        sat(0),
        Sat(at=3.0, seat=1, name="Ben", token="ben", person="b", nonce="x"),
        Stood(at=4.0, seat=1),
    ]


def test_the_start_makes_the_seed_of_everybodys_nonce() -> None:
    found = opened(sat(0), bot(1)).after([Started(at=5.0, nonces={0: "late"})])
    assert [seat.nonce for seat in found.seats] == ["late", ""]
    seed = fair.fair_seed(bytes.fromhex("07" * 32), ["late", ""], 0)
    assert (found.seed, found.base["seed"]) == (seed, seed)
    assert found.seed_of(2) == fair.fair_seed(bytes.fromhex("07" * 32), ["late", ""], 2) != seed
    assert found.base == {"game": "elysium", "rules": "1", "options": {}, "seats": 2, "seed": seed}
    assert (found.seq, found.asked_at, found.status) == ([1, 1, 1], 5.0, "running")
    assert found.banks == [0.0, 0.0]
    assert (found.number, found.updated) == (4, 5.0)
    assert found.course() == found.base | {"actions": [], "redraws": []}


def test_bots_of_the_beginning_are_no_news() -> None:
    assert list(opened(bot(1)).news) == []
    for why in ("asked", "clock", "left"):
        sitting = Sitting("elysium", 2)
        sitting.room.news.clear()
        handed = Handed(at=9.0, seat=0, level="potter", why=why)
        assert list(sitting.room.after([handed]).news) == [handed]


@pytest.mark.parametrize(
    ("people", "bots", "names"),
    [
        (["Ann"], ["potter", "potter", "titan"], ["Ann", "Potter", "Potter 2", "Titan"]),
        (["Potter"], ["potter", "potter", "potter"], ["Potter", "Potter 2", "Potter 3", "Potter 4"]),
        (["Potter", "Potter 2", "Potter 3"], ["potter"], ["Potter", "Potter 2", "Potter 3", "Potter 4"]),
        (["Potter 2"], ["potter", "potter"], ["Potter 2", "Potter", "Potter 3"]),
    ],
)
def test_bots_are_called_by_their_level(people: list[str], bots: list[str], names: list[str]) -> None:
    found = opened(
        *(sat(k, name) for k, name in enumerate(people)),
        *(bot(len(people) + k, level) for k, level in enumerate(bots)),
        seats=len(names),
    )
    assert found.names() == found.called("en") == names
    assert opened().names() == ["", ""]
    assert opened().called("en") is None
    assert opened(sat(1)).called("en") == ["", "P1"]
    assert opened(sat(0), bot(1)).names("fr") == ["P0", "Potier"]


def test_a_person_keeps_their_name_while_a_bot_plays() -> None:
    sitting = Sitting("elysium", 2)
    sitting.do(wire.Hand(0, "titan"))
    assert sitting.room.names() == ["Player 0", "Player 1"]


# When something is due


def test_when_a_table_needs_something_done() -> None:
    assert Sitting("elysium", 2).room.due() is None  # no clock, nobody but people
    bots = opened(bot(0), bot(1)).after([Started(at=5.0)])
    assert (bots.due(), bots.due(watched=True)) == (None, 5.0)
    live = Sitting("elysium", 2, house=House(clock=LIVE))
    asked = live.room.asked
    assert asked is not None
    live.room.banks[asked] = 7.0
    assert live.room.due() == live.room.asked_at + 10.0 + 7.0
    live.do(wire.Hand(asked, "potter"))
    assert live.room.due() == live.room.asked_at
    secret = secretly_asked()
    assert secret.room.due() == secret.room.asked_at + 30.0  # whatever is in the bank
    over = Sitting("elysium", 2, house=House(clock=LIVE))
    over.finish(random.Random(1))
    assert (over.room.due(), over.room.due(watched=True), over.room.asked) == (None, None, None)


def test_nobody_is_woken_where_nothing_runs() -> None:
    for found in (opened(sat(0)), Sitting("elysium", 2).room):
        before = found.asked_at
        found.wake(1e9)
        assert found.asked_at == before


def test_whoever_was_asked_after_the_server_was_back_gains_nothing() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=Clock("days", days=1)))
    before = sitting.room.asked_at
    for boot in (before - 100.0, before + 86_400.0 - 601.0):
        sitting.room.wake(boot)
        assert sitting.room.asked_at == before
    sitting.room.wake(before + 86_400.0 - 599.0)
    assert sitting.room.asked_at == before + 1.0
    secret = secretly_asked()
    secret.room.wake(secret.now + 100.0)
    assert secret.room.due() == secret.now + 130.0  # less than ten minutes, but all of it


def test_a_question_is_told_from_any_other() -> None:
    sitting = Sitting("elysium", 2)
    asked = sitting.room.asked
    assert asked is not None
    seen = [sitting.room.question()]
    sitting.do(wire.Chat(0, "Hello"))
    assert sitting.room.question() == seen[0]
    sitting.do(wire.Hand(asked, "potter"))
    seen.append(sitting.room.question())
    sitting.do(wire.Return(asked))
    assert sitting.room.question() == seen[0]
    sitting.now += 1.0
    sitting.move()
    seen.append(sitting.room.question())
    assert len(set(seen)) == 3
    other = sitting.room.after([])
    other.branches += 1
    assert other.question() != sitting.room.question()
    assert opened().question()[:2] == (None, False)


# The game


def test_a_decision_is_noted_with_what_it_cost() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat, label = sitting.room.asked, sitting.options()[0]
    assert seat is not None
    before = sitting.room
    sitting.now += 12.5
    [event] = sitting.move(label, "first")
    assert isinstance(event, Acted)
    assert (event.at, event.seat, event.move, event.id, event.by, event.used) == (
        sitting.now, seat, label, "first", "person", 2.5,
    )  # fmt: skip
    found = sitting.room
    assert found.steps == [room.Step(seat, before.state.drawn, before.asked_at, 2.5)]
    assert (found.banks[seat], found.banks[1 - seat]) == (57.5, 60.0)
    assert (found.labels, found.asked_at, found.updated) == ([label], sitting.now, sitting.now)
    assert found.done[seat] == {"first": found.seq[seat]}
    assert found.done[1 - seat] == {}
    assert (found.number, found.events) == (before.number, before.events + 1)
    for viewer in range(3):
        assert found.seq[viewer] == before.seq[viewer] + (event.told >> viewer & 1)
    assert event.told >> seat & 1


def test_what_bots_take_costs_no_time() -> None:
    for by in ("bot", "stand-in", "person"):
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))
        seat = sitting.room.asked
        assert seat is not None
        label = sitting.options()[0]
        event = commands.act(sitting.room, seat, label, sitting.now + 30.0, by, "en")
        assert (event.by, event.used, event.id) == (by, 20.0 if by == "person" else 0.0, "")
        handed = sitting.room.after([Handed(at=1.0, seat=seat, level="potter", why="asked")])
        assert commands.act(handed, seat, label, sitting.now + 30.0, "person", "en").used == 0.0


def test_the_end_of_a_game_is_a_change_of_the_table() -> None:
    sitting = Sitting("elysium", 2)
    while True:
        before = sitting.room
        sitting.move()
        if sitting.room.status == "over":
            break
        assert sitting.room.number == before.number
    assert sitting.room.number == before.number + 1
    assert telling.table(sitting.room, (), 0, [], 1).seed == sitting.room.seed


def test_a_hint_is_told_once_in_a_question() -> None:
    sitting = Sitting("elysium", 2, house=House(hints=True))
    seat = sitting.room.asked
    assert seat is not None
    hinted = Hinted(at=3.0, seat=seat)
    before = sitting.room
    sitting.add(hinted)
    told = sitting.room
    sitting.move()
    assert [found.hinted for found in (before, told, sitting.room)] == [False, True, False]
    assert told.news[-1] == hinted


def test_a_shared_game_and_its_rematch() -> None:
    sitting = Sitting("elysium", 2)
    number = sitting.room.number
    sitting.add(Shared(at=3.0, token="a"), Shared(at=4.0, token="b"), Rematched(at=5.0, table="next"))
    found = sitting.room
    assert (found.shares, found.rematch, found.number, found.updated) == ({"a", "b"}, "next", number + 3, 5.0)
    assert not {Shared, Rematched} & set(map(type, found.news))


def test_time_that_is_up_empties_the_bank_and_nothing_else_does() -> None:
    for why, bank in (("clock", 0.0), ("asked", 60.0), ("left", 60.0)):
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))
        sitting.add(Handed(at=3.0, seat=1, level="potter", why=why))  # type: ignore[arg-type]
        assert sitting.room.banks == [60.0, bank]
        handed = sitting.room.seats[1]
        sitting.add(Returned(at=4.0, seat=1))
        returned = sitting.room.seats[1]
        assert (handed.level, returned.level, returned.owned) == ("potter", None, True)


# Taking back


def test_a_free_undo_gives_back_the_time() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    until_undo(sitting, 0, "free")
    before = sitting.room
    last = before.steps[-1]
    before.banks[0] -= 4.0
    before.steps[-1] = room.Step(0, last.drawn, last.asked_at, 4.0)
    sitting.now += 3.0
    [event] = sitting.do(wire.Undo(0, before.seq[0], "back"))
    assert isinstance(event, Undone)
    assert (event.to, event.branch, event.id, event.seat) == (len(before.labels) - 1, None, "back", 0)
    found = sitting.room
    assert (found.banks[0], found.asked_at) == (before.banks[0] + 4.0, last.asked_at)
    assert (found.labels, found.steps) == (before.labels[:-1], before.steps[:-1])
    assert found.done[0]["back"] == found.seq[0]
    assert (found.branches, found.redraws) == (0, [])
    assert [new - old for old, new in zip(before.undone, found.undone, strict=True)] == [
        event.told >> viewer & 1 for viewer in range(3)
    ]
    assert event.told & 0b100  # spectators have seen the decision
    assert found.news[-1] == event
    assert found.number == before.number + 1
    assert found.updated == sitting.now


def test_an_undo_by_vote_gives_back_no_time() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    until_undo(sitting, 0, "vote")
    banks = sitting.room.banks[:]
    to = sitting.room.last_of(0)
    sitting.do(wire.Propose(0, sitting.room.seq[0], "please"))
    wish = sitting.room.wish
    assert wish == room.Wish(1, 0, to or 0, set())
    assert sitting.room.done[0]["please"] == sitting.room.seq[0]
    sitting.now += 8.0
    voted, undone = sitting.do(wire.Vote(1, True))
    assert voted == Voted(at=sitting.now, seat=1, yes=True)
    assert isinstance(undone, Undone)
    assert (undone.branch, undone.to, undone.seat, undone.id) == (1, to, 0, "")
    assert (sitting.room.banks, sitting.room.asked_at) == (banks, sitting.now)
    assert (sitting.room.wish, sitting.room.wishes, sitting.room.branches) == (None, 1, 1)
    assert sitting.room.redraws == [{"at": to, "seed": sitting.room.seed_of(1)}]
    assert voted not in sitting.room.news  # what came of it is


def test_a_vote_against_is_news_and_ends_the_wish() -> None:
    sitting = Sitting("elysium", 3)
    until_undo(sitting, 0, "vote")
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    number = sitting.room.number
    sitting.do(wire.Vote(1, True))
    one = sitting.room
    assert (one.wish, one.number) == (room.Wish(1, 0, one.last_of(0) or 0, {1}), number + 1)
    [against] = sitting.do(wire.Vote(2, False))
    two = sitting.room
    assert (two.wish, two.news[-1]) == (None, against)
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    assert sitting.room.wish == room.Wish(2, 0, two.last_of(0) or 0, set())
    assert sitting.room.wishes == 2
    assert sitting.refused(wire.Vote(1, True, 1)).code == "no-vote"  # meant for the first
    assert sitting.do(wire.Vote(1, True, 2))


def test_what_nobody_sees_leaves_no_trace() -> None:
    """Neither a secret decision nor its way back: only the defenders are told, and the wish stays."""
    sitting = secretly_asked()
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    before = sitting.room
    sitting.now += 29.0
    [acted] = sitting.move("let it happen")
    assert isinstance(acted, Acted)
    assert acted.told == 0b0110
    sitting.add(Undone(at=sitting.now, seat=1, to=len(before.labels), told=0b0110, branch=None))
    after = sitting.room
    assert (after.updated, after.number, list(after.news)) == (before.updated, before.number, list(before.news))
    assert after.wish == before.wish is not None


def test_one_wish_at_a_time() -> None:
    sitting = Sitting("elysium", 3)
    while None in [sitting.room.undo_of(seat) for seat in range(3)]:
        sitting.move()
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    for seat in range(3):
        assert sitting.refused(wire.Propose(seat, sitting.room.seq[seat])).code == "wish-pending"


def test_a_wish_that_nobody_has_to_agree_to_counts_once() -> None:
    sitting = Sitting("elysium", 2, same_token=True)
    for _ in range(6):
        sitting.move()
    seat = sitting.room.steps[-1].seat
    propose = wire.Propose(seat, sitting.room.seq[seat], "please")
    [undone] = sitting.do(propose)
    assert isinstance(undone, Undone)
    assert (undone.branch, undone.id, undone.to) == (1, "please", 5)
    assert sitting.do(propose) == []
    [again] = sitting.do(wire.Propose(sitting.room.steps[-1].seat, sitting.room.seq[sitting.room.steps[-1].seat]))
    assert isinstance(again, Undone)
    assert (again.branch, sitting.room.branches) == (2, 2)


def test_only_the_wisher_who_goes_takes_the_wish_along() -> None:
    sitting = Sitting("elysium", 3)
    until_undo(sitting, 0, "vote")
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    assert sitting.room.after([Handed(at=9.0, seat=1, level="potter", why="left")]).wish is not None
    assert sitting.room.after([Handed(at=9.0, seat=0, level="potter", why="left")]).wish is None
    assert sitting.room.after([Returned(at=9.0, seat=0)]).wish is not None


def test_a_wish_that_the_next_move_ends_is_a_change_of_the_table() -> None:
    sitting = Sitting("elysium", 3)
    until_undo(sitting, 0, "vote")
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    number = sitting.room.number
    sitting.move()
    assert (sitting.room.wish, sitting.room.number) == (None, number + 1)


def test_who_must_agree() -> None:
    sitting = Sitting("elysium", 4, bots=(3,))
    assert sitting.room.asked_to_agree(0) == {1, 2}
    assert sitting.room.asked_to_agree(2) == {0, 1}
    sitting.do(wire.Leave(1))
    assert sitting.room.asked_to_agree(0) == {1, 2}  # nobody agrees for somebody who is away
    assert Sitting("elysium", 3, same_token=True).room.asked_to_agree(1) == set()


def test_the_last_decision_of_a_seat() -> None:
    sitting = Sitting("elysium", 2)
    assert (sitting.room.last_of(0), sitting.room.last_of(1)) == (None, None)
    for _ in range(12):
        sitting.move()
    for seat in (0, 1):
        places = [k for k, step in enumerate(sitting.room.steps) if step.seat == seat]
        assert sitting.room.last_of(seat) == places[-1]


def test_the_last_decision_of_a_table_that_goes_on() -> None:
    """It counts what was decided before, and takes none of it back."""
    first = Sitting("elysium", 2)
    for _ in range(5):
        first.move()
    course = first.room.course()
    going = Sitting("elysium", 2, course={**course, "actions": course["actions"][:]})
    assert (going.room.begun, going.room.last_of(0), going.room.last_of(1)) == (5, None, None)
    assert going.room.redraws == [{"at": 5, "seed": going.room.seed}]
    seat = going.room.asked
    assert seat is not None
    going.move()
    assert going.room.last_of(seat) == 5
    assert facts(Room.of("a-table", going.events)) == facts(going.room)
    going.do(wire.Propose(seat, going.room.seq[seat]))
    going.do(wire.Vote(1 - seat, True))
    assert going.room.labels == first.room.labels
    assert going.room.redraws == [{"at": 5, "seed": going.room.seed_of(1)}]
    assert facts(Room.of("a-table", going.events)) == facts(going.room)


def test_nothing_is_taken_back_before_or_after() -> None:
    assert opened(sat(0)).undo_of(0) is None
    sitting = Sitting("elysium", 2)
    sitting.finish(random.Random(1))
    assert [sitting.room.undo_of(seat) for seat in (0, 1)] == [None, None]


# Hints


def test_when_a_hint_may_be_asked_for() -> None:
    sitting = Sitting("elysium", 2, house=House(hints=True))
    asked = sitting.room.asked
    assert asked is not None
    other, seq = 1 - asked, sitting.room.seq

    def hint(found: Room, seat: int, at: int, language: str = "en") -> list[AnyEvent]:
        return commands.hint(found, sitting.who(seat), bodies.AskHint(seat, at), 4.0, language)

    def refused(found: Room, seat: int, at: int) -> str:
        with pytest.raises(Refused) as refusal:
            hint(found, seat, at)
        return refusal.value.code

    assert hint(sitting.room, asked, seq[asked]) == [Hinted(at=4.0, seat=asked)]
    assert hint(sitting.room.after([Hinted(at=3.0, seat=asked)]), asked, seq[asked]) == []
    assert refused(sitting.room, asked, seq[asked] + 1) == "old-view"
    assert refused(sitting.room, asked, seq[asked] - 1) == "old-view"
    assert refused(sitting.room, other, seq[other]) == "not-asked"
    assert refused(Sitting("elysium", 2).room, asked, seq[asked]) == "no-hints"
    secret = secretly_asked()
    assert refused(secret.room, 1, secret.room.seq[1]) == "hint-tells"
    sitting.finish(random.Random(1))
    assert refused(sitting.room, asked, sitting.room.seq[asked]) == "not-running"


# What is remembered


def test_how_much_is_remembered() -> None:
    assert (room.REMEMBERED, room.CHAT_LINES, room.NEWS_LINES, room.WAKING) == (32, 100, 30, 600.0)
    sitting = Sitting("elysium", 2)
    for n in range(40):
        sitting.room._remember(0, f"m{n}")
        sitting.room._remember(1, "")
    assert list(sitting.room.done[0]) == [f"m{n}" for n in range(8, 40)]
    assert sitting.room.done[1] == {}
    for n in range(110):
        sitting.room.fold(Chatted(at=float(n), seat=0, text=f"{n}"))
    assert [line.text for line in sitting.room.chat] == [f"{n}" for n in range(10, 110)]
    for n in range(40):
        sitting.room.fold(Returned(at=float(n), seat=0))
    assert [event.at for event in sitting.room.news] == [float(n) for n in range(10, 40)]


def test_no_event_changes_the_room_before_it() -> None:
    """Nor what it shares with the room after."""
    sitting = Sitting("elysium", 3, house=House(chat=True, clock=LIVE))
    until_undo(sitting, 0, "vote")
    seat = sitting.room.asked
    assert seat is not None
    happen: list[list[AnyEvent]] = [
        [Chatted(at=9.0, seat=0, text="Hello")],
        [Hinted(at=9.0, seat=seat)],
        [Handed(at=9.0, seat=1, level="potter", why="clock")],
        [Returned(at=9.0, seat=1)],
        [Shared(at=9.0, token="x")],
        [Rematched(at=9.0, table="x")],
        [Proposed(at=9.0, seat=0, id="p"), Voted(at=9.0, seat=1, yes=True)],
        [commands.act(sitting.room, seat, sitting.options()[0], 9.0, "person", "en", "m")],
        [commands._undone(sitting.room, 0, 9.0, 1, "u")],
    ]
    before = facts(sitting.room)
    for events in happen:
        after = sitting.room.after(events)
        assert facts(sitting.room) == before, events
        assert facts(after) != before, events
        again = Room.of("a-table", [*sitting.events, *map(chronicle.write, events)])
        assert facts(again) == facts(after), events


def test_a_decision_of_another_process_changes_only_the_room_after_it() -> None:
    """Nobody has tried it here before it comes."""
    sitting = Sitting("elysium", 2)
    elsewhere = Room.of("a-table", sitting.events)
    seat = elsewhere.asked
    assert seat is not None
    event = commands.act(elsewhere, seat, sitting.options()[0], 9.0, "person", "en")
    before = facts(sitting.room)
    after = sitting.room.after([event])
    assert facts(sitting.room) == before
    assert facts(after) == facts(elsewhere.after([event])) != before


def test_a_room_from_the_store_goes_on_like_a_live_one() -> None:
    """Also after something that could not be written, and so did not happen."""
    sitting = Sitting("elysium", 2)
    for _ in range(4):
        sitting.move()
    sitting.room = Room.of("a-table", sitting.events)
    seat = sitting.room.asked
    assert seat is not None
    for label in sitting.options()[:2]:
        sitting.room.after([commands.act(sitting.room, seat, label, 9.0, "person", "en")])
    sitting.move()
    sitting.do(wire.Propose(seat, sitting.room.seq[seat]))
    sitting.do(wire.Vote(1 - seat, True))
    assert len(sitting.room.labels) == 4
    assert facts(Room.of("a-table", sitting.events)) == facts(sitting.room)


def test_an_event_that_nobody_knows_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="nobody knows"):
        opened().fold("nonsense")  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="nobody knows"):
        commands._decide("nonsense", opened(), 1.0, "en")  # type: ignore[arg-type]


def test_a_refused_decision_says_why_in_the_language_of_its_seat() -> None:
    sitting = Sitting("elysium", 2)
    seat = sitting.room.asked
    assert seat is not None
    for language in ("en", "fr"):
        with pytest.raises(Refused) as refused:
            commands.act(sitting.room, seat, "nonsense", 1.0, "person", language)
        why = sitting.room.game.why_not(sitting.room.state, "nonsense", language, sitting.room.names())
        assert why is not None
        assert (refused.value.text, refused.value.rule) == (why.sentence, why.rule)
