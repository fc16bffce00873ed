"""What a table tells, put together from a room."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pediment.core.match import Match
from pediment.table import tables, telling, wire
from pediment.table.chronicle import Handed, Hinted, House, Rematched, Returned, Sat, Stood, Undone, Voted
from pediment.table.room import Room
from tests.table.playing import LIVE, Sitting
from tests.table.test_fold import bot, opened, sat, until_undo
from tests.table.test_hidden import secretly_asked


def told(room: Room, present: tuple[int, ...] = (), spectators: int = 0) -> wire.Table:
    return telling.table(room, present, spectators, [], 7)


def test_who_sits_where() -> None:
    room = opened(sat(0), bot(2), seats=4, reserved={1: "kept", 0: "old"})
    found = telling.table(room, {0}, 3, [0], 7)
    assert found.seats == [
        wire.Player("P0", "person", None, True, False),
        wire.Player("", "free", None, False, True),
        wire.Player("Potter", "bot", "potter", False, False),
        wire.Player("", "free", None, False, False),
    ]
    assert (found.table, found.number, found.game, found.status) == ("a-table", 7, "elysium", "open")
    assert (found.spectators, found.yours, found.nonces) == (3, [0], ["n0", "", "", ""])
    assert (found.commitment, found.seed, found.winners, found.proposal) == (room.commitment, None, [], None)
    assert (found.options, found.house) == (room.created.options, room.created.house)
    assert (found.chat, found.rematch, found.begun) == ([], None, 0)


def test_a_person_who_is_away_is_still_a_person() -> None:
    sitting = Sitting("elysium", 2)
    sitting.do(wire.Hand(1, "potter"))
    assert told(sitting.room).seats[1] == wire.Player("Player 1", "person", "potter", False, False)


def test_chat_and_rematch() -> None:
    sitting = Sitting("elysium", 2)
    sitting.do(wire.Chat(1, " Hello  there "))
    sitting.add(Rematched(at=2.0, table="next"))
    assert told(sitting.room).chat == [wire.Said(sitting.now, 1, "Hello there")]
    assert told(sitting.room).rematch == "next"


def test_news_in_their_words() -> None:
    happened: list[tuple[Any, str]] = [
        (Sat(at=1.0, seat=0, name="Ann", token="x"), "sat"),
        (Stood(at=1.0, seat=0), "stood"),
        (Handed(at=1.0, seat=0, level="potter", why="asked"), "handed"),
        (Handed(at=1.0, seat=0, level="potter", why="clock"), "time-up"),
        (Handed(at=1.0, seat=0, level="potter", why="left"), "left"),
        (Returned(at=1.0, seat=0), "returned"),
        (Undone(at=1.0, seat=0, to=0, told=0), "took-back"),
        (Undone(at=1.0, seat=0, to=0, told=0, branch=1), "took-back-by-vote"),
        (Voted(at=1.0, seat=0, yes=False), "refused-take-back"),
        (Hinted(at=1.0, seat=0), "hinted"),
    ]
    for event, what in happened:
        assert telling._news(event) == wire.News(1.0, 0, what)  # type: ignore[arg-type]
    room = opened(sat(0), sat(1))
    assert [news.what for news in told(room).news] == ["sat", "sat"]


def test_a_wish_with_who_agreed_and_who_is_to_be_asked() -> None:
    sitting = Sitting("elysium", 4)
    until_undo(sitting, 0, "vote")
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    assert told(sitting.room).proposal == wire.Proposal(1, 0, [], [1, 2, 3])
    sitting.do(wire.Vote(2, True))
    assert told(sitting.room).proposal == wire.Proposal(1, 0, [2], [1, 3])


def test_a_view_for_each_viewer() -> None:
    sitting = Sitting("elysium", 2)
    sitting.move()
    room = sitting.room
    asked = room.asked
    assert asked is not None
    for viewer in range(3):
        view = telling.view(room, viewer, "en")
        assert view.seat == (None if viewer == 2 else viewer)
        assert view.seq == room.seq[viewer]
        assert view.view == {key: value for key, value in room.view(viewer).items() if key != "log"}
        assert view.undo == (None if viewer == 2 else room.undo_of(viewer))
        assert (view.prompt is not None) == (viewer == asked)
        assert view.log.start == 0
        assert [entry["text"] for entry in view.log.entries]
    prompt = telling.view(room, asked, "en").prompt
    assert prompt is not None
    assert [option.label for option in prompt.options] == list(room.options())
    assert all(option.caption for option in prompt.options)
    assert prompt.text == room.game.prompt(room.state, "en", room.names())
    assert prompt.question == room.game.asking(room.state)
    french = telling.view(room, asked, "fr").prompt
    assert french is not None
    assert french.text != prompt.text


def test_the_log_from_where_one_knows_it() -> None:
    sitting = Sitting("ephyran", 2)
    for _ in range(6):
        sitting.move()
    whole = telling.view(sitting.room, 0, "en").log.entries
    last = len(whole)
    assert last > 2
    for known in (0, 1, last, last + 5):
        lines = telling.view(sitting.room, 0, "en", known).log
        start = min(known, last)
        assert (lines.start, lines.entries) == (start, whole[start:])
    assert {"Player 0" in entry["text"] or "Player 1" in entry["text"] for entry in whole} >= {True}


def test_what_is_to_be_told_again() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    for how in (None, "free", "vote"):
        if how:
            until_undo(sitting, 0, how)
        assert telling.view(sitting.room, 0, "en").undo == how
        for viewer in range(3):
            view = telling.view(sitting.room, viewer, "en")
            assert telling.besides(sitting.room, viewer) == (view.seq, view.time, view.undo)


# Time


def test_banks_are_told_to_a_tenth() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    sitting.room.banks[:] = [12.345, 6.0]
    time = telling.view(sitting.room, 2, "en").time
    assert time is not None
    assert time.banks == [12.3, 6.0]


def test_the_time_of_a_bot_is_not_told() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    asked = sitting.room.asked
    assert asked is not None
    sitting.do(wire.Hand(asked, "potter"))
    time = telling.view(sitting.room, 2, "en").time
    assert time == wire.Time([60.0, 60.0], asked, None)


def test_only_the_one_who_is_asked_in_secret_sees_the_time() -> None:
    sitting = secretly_asked()
    for viewer in range(4):
        time = telling.view(sitting.room, viewer, "en").time
        assert time is not None
        assert time.running == (1 if viewer == 1 else None)
        assert time.until == (sitting.room.due() if viewer == 1 else None)


def test_no_time_without_a_clock_or_after_the_end() -> None:
    assert telling.view(Sitting("elysium", 2).room, 0, "en").time is None
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    sitting.finish(random.Random(1))
    assert telling.view(sitting.room, 0, "en").time is None


def test_the_end_gives_the_seed_and_who_has_won() -> None:
    sitting = Sitting("elysium", 2)
    assert (told(sitting.room).seed, told(sitting.room).winners) == (None, [])
    sitting.finish(random.Random(1))
    room = sitting.room
    assert told(room).seed == room.seed
    assert told(room).winners == [seat for seat, share in enumerate(room.game.returns(room.state)) if share]
    assert len(told(room).winners) == 1


# Records from elsewhere


@pytest.mark.parametrize("moves", [0, 3])
def test_a_record_tells_of_people_without_names(moves: int) -> None:
    match = Match(Sitting("elysium", 2).room.game, seats=2, seed=1)
    for _ in range(moves):
        match.play(match.options()[0])
    room = Room("kept").after(tables.kept(match.record(), 1.0, "en"))
    found = told(room)
    assert [(player.name, player.kind) for player in found.seats] == [("", "person")] * 2
    assert (found.seed, found.commitment, found.begun, found.winners) == (None, "", 0, [])
    assert (room.begun, room.seq) == (moves, [1, 1, 1])
    view = telling.view(room, 0, "en")
    assert (view.prompt, view.undo, view.time) == (None, None, None)
