from __future__ import annotations

from pediment.core.events import NO_CAUSE, Events

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
