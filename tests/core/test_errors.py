from __future__ import annotations

import copy
import pickle

import pytest

import pediment
from pediment.core.errors import (
    EditionError,
    IllegalMove,
    OptionError,
    PositionError,
    RecordError,
    WhyNot,
    brief,
    field_name,
    told,
)


def test_why_not_is_a_text_with_its_rule() -> None:
    why = WhyNot("E4.4", "You have no green column.")
    assert why == "E4.4: You have no green column."
    assert (why.rule, why.sentence) == ("E4.4", "You have no green column.")
    assert WhyNot("", "There is no such move.") == "There is no such move."


def test_an_illegal_move_says_which_and_why() -> None:
    error = IllegalMove("take zeus.hercules", WhyNot("E4.5", "You have it already."))
    assert str(error) == "'take zeus.hercules' cannot be played. E4.5: You have it already."
    assert (error.move, error.rule, error.why.sentence) == ("take zeus.hercules", "E4.5", "You have it already.")


def test_errors_name_their_place() -> None:
    assert str(PositionError([("seats", "none"), ("epoch", "6")])) == "seats: none; epoch: 6"
    error = RecordError("actions[17]", "no such move")
    assert (str(error), error.place) == ("actions[17]: no such move", "actions[17]")
    assert str(EditionError([(0, "name is missing"), (4, "unknown")])) == "name is missing; line 4: unknown"


def test_all_are_value_errors() -> None:
    for error in (EditionError, IllegalMove, OptionError, PositionError, RecordError):
        assert issubclass(error, ValueError)
    assert pediment.IllegalMove is IllegalMove
    assert pediment.RecordError is RecordError


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("take", WhyNot("E4.4", "No.")),
        PositionError([("seats", "no")]),
        RecordError("actions[1]", "no"),
        EditionError([(3, "no")]),
        OptionError("no"),
    ],
)
def test_an_error_reaches_other_processes_whole(error: Exception) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_a_reason_reaches_other_processes_whole() -> None:
    why = pickle.loads(pickle.dumps(WhyNot("E4.4", "No.")))
    assert (why, why.rule, why.sentence) == ("E4.4: No.", "E4.4", "No.")


def test_whatever_is_shown_in_an_error_is_short() -> None:
    assert len(brief(["x" * 1000])) == 60
    assert brief(10**5000) == "a number of more than 50 digits"
    for value in (10**50, -(10**50)):
        assert brief(value) == str(value)
    for value in (10**50 + 1, -(10**50) - 1):
        assert brief(value) == "a number of more than 50 digits"


def test_a_field_is_named_as_it_is_if_it_can_be_read() -> None:
    for field in ("gold", "a field", "é", "x" * 60):
        assert field_name(field) == field
    for other in ("", "x" * 61, "a\nb", "\x1b[2J", 7, None):
        assert field_name(other) == brief(other)


class Silent(ValueError):
    """Says nothing of itself."""

    def __repr__(self) -> str:
        raise ZeroDivisionError

    __str__ = __repr__


def test_whatever_cannot_be_shown_is_named_by_its_kind() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert brief(nested) == "something nested too deeply"
    assert brief(Silent()) == "a Silent without words"


def test_what_other_code_raised_is_told_by_its_kind_and_its_text() -> None:
    assert told(KeyError("gold")) == "KeyError: 'gold'"
    assert [told(ValueError()), told(Silent())] == ["ValueError", "Silent"]
