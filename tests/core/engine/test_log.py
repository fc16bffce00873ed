from __future__ import annotations

import pytest

from pediment.core.engine.log import NO_CAUSE, SILENT, Events, Log

NAMES = ["ann", "bob", "cleo"]
EVENTS = Events(
    [("take", "E4.4", ["seat", "card"]), ("deal", "E3.1", ["n", "cards"]), ("end", "E3.3", [])],
    lambda field, value: NAMES[value] if field == "card" else value,
    lambda card: (NAMES[card], "E5.1"),
)


def test_an_entry_has_its_values_by_name() -> None:
    assert EVENTS.entry((0, NO_CAUSE, 3, 1)) == {
        "event": "take", "seat": 3, "card": "bob", "cause": None, "rule": "E4.4",
    }  # fmt: skip


def test_cards_takes_all_that_follow() -> None:
    assert EVENTS.entry((1, NO_CAUSE, 2, 0, 2))["cards"] == ["ann", "cleo"]
    assert EVENTS.entry((1, NO_CAUSE, 0))["cards"] == []


def test_a_cause_brings_its_rule() -> None:
    entry = EVENTS.entry((2, 2))
    assert entry == {"event": "end", "cause": "cleo", "rule": "E5.1"}


def test_clones_of_a_log_do_not_touch_each_other() -> None:
    log = Log([(2, NO_CAUSE)])
    other = log.clone()
    third = other.clone()
    log.note(0, NO_CAUSE, 1, 1)
    other.note(0, NO_CAUSE, 2, 2)
    assert list(log) == [(2, NO_CAUSE), (0, NO_CAUSE, 1, 1)]
    assert list(other) == [(2, NO_CAUSE), (0, NO_CAUSE, 2, 2)]
    assert list(third) == [(2, NO_CAUSE)]
    assert (len(log), log[-1]) == (2, (0, NO_CAUSE, 1, 1))


def test_a_log_is_shown_line_by_line() -> None:
    log = Log([(2, NO_CAUSE)])
    first = EVENTS.entries(log)
    other = log.clone()
    log.note(1, NO_CAUSE, 2, 0, 2)
    other.note(0, NO_CAUSE, 2, 2)
    assert EVENTS.entries(log) == [EVENTS.entry(line) for line in log]
    assert EVENTS.entries(other) == [EVENTS.entry(line) for line in other]
    assert EVENTS.entries(log)[:1] == first


def test_an_entry_is_the_readers_own() -> None:
    log = Log([(1, NO_CAUSE, 2, 0, 2)])
    for entry in (EVENTS.entry(log[0]), EVENTS.entries(log)[0]):
        entry["cards"].append("zoe")
        entry["event"] = "theft"
    assert EVENTS.entries(log) == [EVENTS.entry(log[0])]
    assert EVENTS.entry(log[0])["cards"] == ["ann", "cleo"]


def test_entries_are_kept_within_bounds() -> None:
    events = Events([("count", "E1.1", ["n"])], lambda field, value: value, lambda card: ("", ""))
    most = 0
    for n in range(50_000):
        assert events.entry((0, NO_CAUSE, n))["n"] == n
        most = max(most, len(events.known))
    assert most == 20_000


def test_a_line_that_comes_again_is_not_made_again() -> None:
    made: list[int] = []

    def show(field: str, value: int) -> int:
        made.append(value)
        return value

    events = Events([("count", "E1.1", ["n"])], show, lambda card: ("", ""))
    for n in (1, 2, 1, 1):
        assert events.entry((0, NO_CAUSE, n))["n"] == n
    assert made == [1, 2]


def test_a_closed_log_stays_as_it_is() -> None:
    log = Log([(2, NO_CAUSE)])
    world = log.clone()
    world.closed = True
    for closed in (world, world.clone()):
        closed.note(2, NO_CAUSE)
        closed.note_cards(1, NO_CAUSE, [0, 2])
        assert list(closed) == [(2, NO_CAUSE)]
    log.note(2, NO_CAUSE)
    log.note_cards(1, NO_CAUSE, [])
    assert len(log) == 2


def test_nothing_is_written_in_the_log_of_games_that_need_none() -> None:
    SILENT.note(2, NO_CAUSE)
    SILENT.clone().note(2, NO_CAUSE)
    assert len(SILENT) == 0


def test_a_long_log_and_its_clones() -> None:
    log = Log([])
    clones = []
    for n in range(200):
        log.note(0, NO_CAUSE, n, 1)
        log.note_cards(1, NO_CAUSE, [n, 0, 2])
        clones.append(log.clone())
    for n, clone in enumerate(clones):
        clone.note(2, n)
    lines = [line for n in range(200) for line in ((0, NO_CAUSE, n, 1), (1, NO_CAUSE, n, 0, 2))]
    assert list(log) == lines
    for n, clone in enumerate(clones):
        assert list(clone) == [*lines[: 2 * n + 2], (2, n)]
    assert [log.event(i) for i in range(len(log))] == [0, 1] * 200
    for at in (400, -401):
        with pytest.raises(IndexError):
            log[at]
