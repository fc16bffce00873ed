"""What a table tells, put together from a table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pediment.core.match import Match
from pediment.server.domain import commands, opening
from pediment.server.domain.events import Handed, Hinted, House, Rematched, Returned, Sat, Stood, Undone, Voted
from pediment.server.domain.table import Table
from pediment.server.live import compose, messages
from tests.server.domain.test_fold import bot, opened, sat, until_undo
from tests.server.playing import LIVE, Sitting
from tests.server.test_hidden import secretly_asked


def told(table: Table, present: tuple[int, ...] = (), spectators: int = 0) -> messages.Table:
    return compose.table_message(table, present, spectators, [], 7, table.rematch)


def test_who_sits_where() -> None:
    table = opened(sat(0), bot(2), seats=4, reserved={1: "kept", 0: "old"})
    found = compose.table_message(table, {0}, 3, [0], 7, None)
    assert found.seats == [
        messages.Player("P0", "person", None, True, False),
        messages.Player("", "free", None, False, True),
        messages.Player("Potter", "bot", "potter", False, False),
        messages.Player("", "free", None, False, False),
    ]
    assert (found.table, found.number, found.game, found.status) == ("a-table", 7, "elysium", "open")
    assert (found.spectators, found.yours, found.nonces) == (3, [0], ["n0", "", "", ""])
    assert (found.commitment, found.seed, found.winners, found.proposal) == (table.commitment, None, [], None)
    assert (found.options, found.house) == (table.created.options, table.created.house)
    assert (found.chat, found.rematch, found.begun) == ([], None, 0)


def test_a_person_who_is_away_is_still_a_person() -> None:
    sitting = Sitting("elysium", 2)
    sitting.do(commands.Hand(1, "potter"))
    assert told(sitting.table).seats[1] == messages.Player("Player 1", "person", "potter", False, False)


def test_chat_and_rematch() -> None:
    sitting = Sitting("elysium", 2)
    sitting.do(commands.Chat(1, " Hello  there "))
    sitting.add(Rematched(at=2.0, table="next"))
    assert told(sitting.table).chat == [messages.Said(sitting.now, 1, "Hello there")]
    assert told(sitting.table).rematch == "next"


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
        assert compose._news(event) == messages.News(1.0, 0, what)  # type: ignore[arg-type]
    table = opened(sat(0), sat(1))
    assert [news.what for news in told(table).news] == ["sat", "sat"]


def test_a_wish_with_who_agreed_and_who_is_to_be_asked() -> None:
    sitting = Sitting("elysium", 4)
    until_undo(sitting, 0, "vote")
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    assert told(sitting.table).proposal == messages.Proposal(1, 0, [], [1, 2, 3])
    sitting.do(commands.Vote(2, True))
    assert told(sitting.table).proposal == messages.Proposal(1, 0, [2], [1, 3])


def test_a_view_for_each_viewer() -> None:
    sitting = Sitting("elysium", 2)
    sitting.move()
    table = sitting.table
    asked = table.asked
    assert asked is not None
    for viewer in range(3):
        view = compose.view_message(table, viewer, "en")
        assert view.seat == (None if viewer == 2 else viewer)
        assert view.seq == table.seq[viewer]
        assert view.view == {key: value for key, value in table.view(viewer).items() if key != "log"}
        assert view.undo == (None if viewer == 2 else table.undo_of(viewer))
        assert (view.prompt is not None) == (viewer == asked)
        assert view.log.start == 0
        assert [entry["text"] for entry in view.log.entries]
    prompt = compose.view_message(table, asked, "en").prompt
    assert prompt is not None
    assert [option.label for option in prompt.options] == list(table.options())
    assert all(option.caption for option in prompt.options)
    assert prompt.text == table.game.prompt(table.state, "en", table.names())
    assert prompt.question == table.game.asking(table.state)
    french = compose.view_message(table, asked, "fr").prompt
    assert french is not None
    assert french.text != prompt.text


def test_the_log_from_where_one_knows_it() -> None:
    sitting = Sitting("ephyran", 2)
    for _ in range(6):
        sitting.move()
    whole = compose.view_message(sitting.table, 0, "en").log.entries
    last = len(whole)
    assert last > 2
    for known in (0, 1, last, last + 5):
        lines = compose.view_message(sitting.table, 0, "en", known).log
        start = min(known, last)
        assert (lines.start, lines.entries) == (start, whole[start:])
    assert {"Player 0" in entry["text"] or "Player 1" in entry["text"] for entry in whole} >= {True}


def test_what_is_to_be_told_again() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    for how in (None, "free", "vote"):
        if how:
            until_undo(sitting, 0, how)
        assert compose.view_message(sitting.table, 0, "en").undo == how
        for viewer in range(3):
            view = compose.view_message(sitting.table, viewer, "en")
            assert compose.view_version(sitting.table, viewer) == (view.seq, view.time, view.undo, None, False)


# Time


def test_banks_are_told_to_a_tenth() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    sitting.table.banks[:] = [12.345, 6.0]
    time = compose.view_message(sitting.table, 2, "en").time
    assert time is not None
    assert time.banks == [12.3, 6.0]


def test_the_time_of_a_bot_is_not_told() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    asked = sitting.table.asked
    assert asked is not None
    sitting.do(commands.Hand(asked, "potter"))
    time = compose.view_message(sitting.table, 2, "en").time
    assert time == messages.Time([60.0, 60.0], asked, None)


def test_only_the_one_who_is_asked_in_secret_sees_the_time() -> None:
    sitting = secretly_asked()
    for viewer in range(4):
        time = compose.view_message(sitting.table, viewer, "en").time
        assert time is not None
        assert time.running == (1 if viewer == 1 else None)
        assert time.until == (sitting.table.due() if viewer == 1 else None)


def test_no_time_without_a_clock_or_after_the_end() -> None:
    assert compose.view_message(Sitting("elysium", 2).table, 0, "en").time is None
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    sitting.finish(random.Random(1))
    assert compose.view_message(sitting.table, 0, "en").time is None


def test_the_end_gives_the_seed_and_who_has_won() -> None:
    sitting = Sitting("elysium", 2)
    assert (told(sitting.table).seed, told(sitting.table).winners) == (None, [])
    sitting.finish(random.Random(1))
    table = sitting.table
    assert told(table).seed == table.seed
    assert told(table).winners == [seat for seat, share in enumerate(table.game.returns(table.state)) if share]
    assert len(told(table).winners) == 1


# Records from elsewhere


@pytest.mark.parametrize("moves", [0, 3])
def test_a_record_tells_of_people_without_names(moves: int) -> None:
    match = Match(Sitting("elysium", 2).table.game, seats=2, seed=1)
    for _ in range(moves):
        match.play(match.options()[0])
    table = Table("kept").after(opening.from_record(match.record(), 1.0, "en"))
    found = told(table)
    assert [(player.name, player.kind) for player in found.seats] == [("", "person")] * 2
    assert (found.seed, found.commitment, found.begun, found.winners) == (None, "", 0, [])
    assert (table.begun, table.seq) == (moves, [1, 1, 1])
    view = compose.view_message(table, 0, "en")
    assert (view.prompt, view.undo, view.time) == (None, None, None)
