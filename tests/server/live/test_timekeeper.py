"""Steps of the system's clock and times without a server are nobody's time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pediment.server.domain.clock import Clock
from pediment.server.domain.events import House
from pediment.server.live.timekeeper import Timekeeper
from tests.server.playing import LIVE, Client, Running, Sitting, serving


class SystemClock:
    """The system's clock, which can be set. The monotonic one goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.ahead)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SystemClock:
    return SystemClock(monkeypatch)


def left(running: Running, table: str) -> float:
    """The seconds that the asked seat has left."""
    due = running.table(table).due()
    assert due is not None
    return due - time.time()


def move(client: Client, table: str) -> None:
    view = next(view for view in client.get(f"/api/tables/{table}")["views"] if view["prompt"])
    label = view["prompt"]["options"][0]["label"]
    assert client.command(table, "move", view["seat"], seq=view["seq"], move=label).status == 200


@pytest.mark.parametrize("step", [3600.0, -3600.0, 5.0, -5.0])
def test_a_live_clock_does_not_go_by_the_wall(tmp_path: Path, clock: SystemClock, step: float) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table = ann.new_table(house={"clock": {"kind": "live", "minutes": 1, "seconds": 10}})["table"]
        clock.ahead = step
        move(ann, table)
        assert running.table(table).banks == [60.0, 60.0]
        assert not any(seat.level for seat in running.table(table).seats)
        assert 60.0 < left(running, table) <= 70.0


def test_days_go_by_the_calendar_but_for_steps_of_more_than_a_minute(tmp_path: Path, clock: SystemClock) -> None:
    day = 86_400.0
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table = ann.new_table(house={"clock": {"kind": "days", "days": 1}})["table"]
        clock.ahead += 30.0
        ann.command(table, "return", 0)
        assert day - 40.0 < left(running, table) <= day - 30.0
        for step in (10 * day, -3 * day):
            clock.ahead += step
            ann.command(table, "return", 0)
            assert day - 40.0 < left(running, table) <= day - 30.0
        del running.server.tables.loaded[table]  # as after a while without anybody
        assert not any(seat["level"] for seat in ann.get(f"/api/tables/{table}")["table"]["seats"])
        assert day - 40.0 < left(running, table) <= day - 30.0


def test_a_live_clock_waits_for_the_server(tmp_path: Path, clock: SystemClock) -> None:
    """However long it was away, and whatever is left in the bank."""
    house = {"clock": {"kind": "live", "minutes": 60, "seconds": 10}}
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table = ann.new_table(house=house)["table"]
        move(ann, table)
    clock.ahead = 100_000.0
    with serving(tmp_path / "tables.sqlite") as running:
        ann.port = running.port
        assert not any(seat["level"] for seat in ann.get(f"/api/tables/{table}")["table"]["seats"])
        assert 3600.0 < left(running, table) <= 3610.0
        view = next(view for view in ann.get(f"/api/tables/{table}")["views"] if view["undo"] == "free")
        ann.command(table, "undo", view["seat"], seq=view["seq"])
        move(ann, table)
        assert running.table(table).banks == [3600.0, 3600.0]


def test_without_a_clock_nothing_is_corrected(clock: SystemClock) -> None:
    keeper = Timekeeper()
    clock.ahead = 500.0
    keeper.look()
    keeper.look()
    assert [round(step.seconds) for step in keeper.steps] == [500]
    idle = Sitting("elysium", 2).table
    assert keeper.corrected(idle, 0) is idle
    live = Sitting("elysium", 2, house=House(clock=LIVE)).table
    assert round(keeper.corrected(live, 0).asked_at - live.asked_at) == 500
    assert keeper.corrected(live, 1) is live
    days = Sitting("elysium", 2, house=House(clock=Clock("days", days=1))).table
    assert round(keeper.corrected(days, 0).asked_at - days.asked_at) == 500
