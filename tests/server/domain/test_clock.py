"""The clocks: what a decision costs, and when time is up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pediment.server.domain import commands, decide
from pediment.server.domain.clock import MIN_SECRET_SECONDS, Clock
from pediment.server.domain.events import Handed, House
from pediment.server.domain.table import Table
from pediment.server.live import compose, messages
from tests.server.playing import LIVE, Sitting

clocks = st.builds(
    Clock,
    st.sampled_from(["none", "live", "days"]),
    st.floats(0, 600),
    st.floats(1, 3600),
    st.floats(0.01, 60),
)


@given(clocks, st.floats(-1e6, 1e6), st.floats(0, 36_000), st.booleans())
def test_a_bank_never_falls_below_nothing(clock: Clock, seconds: float, bank: float, secret: bool) -> None:
    used = clock.used(seconds, bank, secret)
    assert 0 <= used <= bank
    if secret or clock.kind != "live" or seconds <= clock.seconds:
        assert used == 0


@given(clocks, st.floats(0, 36_000), st.floats(0, 36_000))
def test_a_secret_question_has_a_time_that_tells_nothing(clock: Clock, bank: float, other: float) -> None:
    assert clock.allowed(bank, True) == clock.allowed(other, True)
    allowed = clock.allowed(bank, True)
    assert (allowed is None) == (clock.kind == "none")
    if clock.kind == "live":
        assert allowed is not None
        assert allowed >= MIN_SECRET_SECONDS


def test_seconds_beyond_come_out_of_the_bank() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat = sitting.table.asked
    assert seat is not None
    assert sitting.table.banks == [60.0, 60.0]
    assert sitting.table.due() == sitting.now + 70.0
    sitting.now += 25.0
    sitting.move()
    assert sitting.table.banks[seat] == 45.0
    assert sitting.table.banks[1 - seat] == 60.0


def test_a_bank_runs_out_and_a_bot_plays_on() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE, stand_in="merchant"))
    seat = sitting.table.asked
    assert seat is not None
    sitting.now += 71.0
    events = sitting.take(decide.time_is_up(sitting.table, sitting.now))
    assert events == [Handed(at=sitting.now, seat=seat, level="merchant", why="clock")]
    assert sitting.table.due() == sitting.table.asked_at  # at once
    sitting.take(decide.act(sitting.table, seat, sitting.options()[0], sitting.now, "stand-in", "en"))
    assert sitting.table.banks[seat] == 0.0  # all of it was spent; the stand-in costs nothing


def test_no_time_is_won_by_handing_over_and_returning() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat = sitting.table.asked
    assert seat is not None
    until = sitting.table.due()
    for _ in range(3):
        sitting.now += 9.0
        sitting.do(commands.Hand(seat, "potter"))
        sitting.do(commands.Return(seat))
    assert sitting.table.due() == until
    sitting.move()
    assert sitting.table.banks[seat] == 60.0 - (27.0 - 10.0)


def whose(sitting: Sitting) -> int:
    """Whose decision was the last."""
    return sitting.table.past_moves[-1].seat if sitting.table.past_moves else 0


def test_a_table_whose_time_was_put_right_asked_all_its_questions_then() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    for _ in range(2):
        sitting.now += 3.0
        sitting.move()
    before = sitting.table
    for seconds in (40.0, -40.0):
        later = before.delayed(seconds)
        assert later.asked_at == before.asked_at + seconds
        assert [move.asked_at for move in later.past_moves] == [move.asked_at + seconds for move in before.past_moves]


def test_no_time_is_won_by_taking_back() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    while sitting.table.undo_of(whose(sitting)) != "free":
        sitting.move()
    seat = whose(sitting)
    last = sitting.table.past_moves[-1]
    bank = sitting.table.banks[seat] + last.used
    sitting.now += 5.0
    sitting.do(commands.Undo(seat, sitting.table.seq[seat]))
    assert (sitting.table.banks[seat], sitting.table.asked_at) == (bank, last.asked_at)
    assert Table.of("a-table", sitting.events).asked_at == last.asked_at


def test_who_returns_after_their_time_can_answer_at_once_or_wait_for_the_next_question() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat = sitting.table.asked
    assert seat is not None
    sitting.now += 71.0
    sitting.take(decide.time_is_up(sitting.table, sitting.now))
    sitting.now += 100.0
    sitting.do(commands.Return(seat))
    due = sitting.table.due()
    assert due is not None
    assert due < sitting.now
    sitting.move()
    assert sitting.table.banks[seat] == 0.0


def test_a_clock_of_days_touches_no_bank() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=Clock("days", days=1)))
    assert sitting.table.due() == sitting.now + 86_400.0
    sitting.now += 80_000.0
    sitting.move()
    assert sitting.table.banks == [0.0, 0.0]


def test_without_a_clock_nothing_is_due_and_no_time_is_told() -> None:
    sitting = Sitting("elysium", 2)
    assert sitting.table.due() is None
    assert compose.view_message(sitting.table, 0, "en").time is None


def test_the_time_is_told_to_all_who_may_know_whose_it_is() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    told = [compose.view_message(sitting.table, viewer, "en").time for viewer in range(3)]
    assert told[0] == told[1] == told[2] == messages.Time([60.0, 60.0], sitting.table.asked, sitting.table.due())
