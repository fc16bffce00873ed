"""The clocks: what a decision costs, and when time is up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pediment.table import commands, telling, wire
from pediment.table.chronicle import Handed, House
from pediment.table.clock import SECRET_SECONDS, Clock
from pediment.table.room import Room
from tests.table.playing import LIVE, Sitting

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
        assert allowed >= SECRET_SECONDS


def test_seconds_beyond_come_out_of_the_bank() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat = sitting.room.asked
    assert seat is not None
    assert sitting.room.banks == [60.0, 60.0]
    assert sitting.room.due() == sitting.now + 70.0
    sitting.now += 25.0
    sitting.move()
    assert sitting.room.banks[seat] == 45.0
    assert sitting.room.banks[1 - seat] == 60.0


def test_a_bank_runs_out_and_a_bot_plays_on() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE, stand_in="merchant"))
    seat = sitting.room.asked
    assert seat is not None
    sitting.now += 71.0
    events = commands.time_is_up(sitting.room, sitting.now)
    assert events == [Handed(at=sitting.now, seat=seat, level="merchant", why="clock")]
    sitting.add(*events)
    assert sitting.room.due() == sitting.room.asked_at  # at once
    sitting.add(commands.act(sitting.room, seat, sitting.options()[0], sitting.now, "stand-in", "en"))
    assert sitting.room.banks[seat] == 0.0  # all of it was spent; the stand-in costs nothing


def test_no_time_is_won_by_handing_over_and_returning() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat = sitting.room.asked
    assert seat is not None
    until = sitting.room.due()
    for _ in range(3):
        sitting.now += 9.0
        sitting.do(wire.Hand(seat, "potter"))
        sitting.do(wire.Return(seat))
    assert sitting.room.due() == until
    sitting.move()
    assert sitting.room.banks[seat] == 60.0 - (27.0 - 10.0)


def whose(sitting: Sitting) -> int:
    """Whose decision was the last."""
    return sitting.room.steps[-1].seat if sitting.room.steps else 0


def test_no_time_is_won_by_taking_back() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    while sitting.room.undo_of(whose(sitting)) != "free":
        sitting.move()
    seat = whose(sitting)
    last = sitting.room.steps[-1]
    bank = sitting.room.banks[seat] + last.used
    sitting.now += 5.0
    sitting.do(wire.Undo(seat, sitting.room.seq[seat]))
    assert (sitting.room.banks[seat], sitting.room.asked_at) == (bank, last.asked_at)
    assert Room.of("a-table", sitting.events).asked_at == last.asked_at


def test_who_returns_after_their_time_can_answer_at_once_or_wait_for_the_next_question() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat = sitting.room.asked
    assert seat is not None
    sitting.now += 71.0
    sitting.add(*commands.time_is_up(sitting.room, sitting.now))
    sitting.now += 100.0
    sitting.do(wire.Return(seat))
    due = sitting.room.due()
    assert due is not None
    assert due < sitting.now
    sitting.move()
    assert sitting.room.banks[seat] == 0.0


def test_a_clock_of_days_touches_no_bank() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=Clock("days", days=1)))
    assert sitting.room.due() == sitting.now + 86_400.0
    sitting.now += 80_000.0
    sitting.move()
    assert sitting.room.banks == [0.0, 0.0]


def test_without_a_clock_nothing_is_due_and_no_time_is_told() -> None:
    sitting = Sitting("elysium", 2)
    assert sitting.room.due() is None
    assert telling.view(sitting.room, 0, "en").time is None


def test_the_time_is_told_to_all_who_may_know_whose_it_is() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    told = [telling.view(sitting.room, viewer, "en").time for viewer in range(3)]
    assert told[0] == told[1] == told[2] == wire.Time([60.0, 60.0], sitting.room.asked, sitting.room.due())
