from __future__ import annotations

from typing import Any

import pytest

from pediment.core.errors import PositionError
from pediment.core.position import Reader


def fields(reader: Reader) -> list[str]:
    return [field for field, _ in reader.problems]


def test_a_position_is_a_table() -> None:
    with pytest.raises(PositionError, match="position: must be a table of fields, not 7"):
        Reader(7)


def test_a_number_has_bounds_and_a_default() -> None:
    reader = Reader({"gold": 5, "vp": 10, "pp": True, "disc": 1.0, "epoch": "1"})
    assert reader.number(reader.position, "", "gold", 4, 0, 9) == 5
    assert reader.number(reader.position, "", "missing", 4, 0, 9) == 4
    assert fields(reader) == []
    for field in ("vp", "pp", "disc", "epoch"):
        assert reader.number(reader.position, "seats[1].", field, 4, 0, 9) == 4
    assert fields(reader) == ["seats[1].vp", "seats[1].pp", "seats[1].disc", "seats[1].epoch"]


@pytest.mark.parametrize(("value", "fits"), [(-1, False), (0, True), (1, True), (8, True), (9, True), (10, False)])
def test_the_bounds_of_a_number_belong_to_it(value: int, fits: bool) -> None:
    reader = Reader({"gold": value})
    assert reader.number(reader.position, "", "gold", 4, 0, 9) == (value if fits else 4)
    assert fields(reader) == ([] if fits else ["gold"])


def test_a_list_is_empty_by_default() -> None:
    reader = Reader({"agora": ["a"], "oracle": "a"})
    assert reader.items(reader.position, "", "agora") == ["a"]
    assert reader.items(reader.position, "", "discard") == []
    assert fields(reader) == []
    assert reader.items(reader.position, "", "oracle") == []
    assert fields(reader) == ["oracle"]


@pytest.mark.parametrize("value", ["c", 0, None, [], {}])
def test_a_choice_is_one_of_a_few_words(value: Any) -> None:
    reader = Reader({"pediment": value})
    assert reader.choice("phase", "b", ["a", "b"]) == 1
    assert fields(reader) == []
    assert reader.choice("pediment", "b", ["a", "b"]) == 1
    assert fields(reader) == ["pediment"]


def test_nothing_from_a_file_reaches_a_terminal_as_it_is() -> None:
    """A field with control characters, or a long one, is shown in brief."""
    reader = Reader({"\x1b[2J": 1, "x" * 1000: 1})
    reader.fields(reader.position, "seats[0].", [])
    assert fields(reader) == ["seats[0].'\\x1b[2J'", "seats[0].'" + "x" * 59]


def test_unknown_fields_are_named_with_those_known() -> None:
    reader = Reader({"game": "chess", "colour": 1})
    reader.check_game("elysium", ["game", "seats"])
    assert fields(reader) == ["colour", "game"]
    assert reader.table([], "seats[0]", ["disc"]) == {}
    assert reader.table({"disk": 1}, "seats[1]", ["disc"]) == {"disk": 1}
    assert fields(reader) == ["colour", "game", "seats[0]", "seats[1].disk"]
    assert reader.problems[-1][1] == "unknown field; known are disc"


@pytest.mark.parametrize("seats", [None, [], [{}], [{}] * 5, {}, "two"])
def test_without_seats_nothing_can_be_read(seats: Any) -> None:
    reader = Reader({"seats": seats})
    with pytest.raises(PositionError, match=r"seats: a position needs 2 to 4 seats \(E2.1\)"):
        reader.seats("E2.1")


@pytest.mark.parametrize("n", [2, 3, 4])
def test_two_to_four_seats_are_read(n: int) -> None:
    assert Reader({"seats": [{}] * n}).seats("E2.1") == [{}] * n


def test_what_must_differ_names_the_second() -> None:
    reader = Reader({})
    reader.unique("disc", [2, 1, 2, 2])
    assert reader.problems == [
        ("seats[2].disc", "seat 0 has disc 2 too"),
        ("seats[3].disc", "seat 0 has disc 2 too"),
    ]
