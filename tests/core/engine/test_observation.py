"""Observations as the contract hands them out, shown on Pebbles."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from pediment.core.engine.observation import room
from pediment.core.errors import OptionError
from pediment.testing.toy import GAME

TABLE = GAME.position({"seats": [{"open": [2], "hidden": [4]}, {"open": [1, 1]}, {"hidden": [3]}], "gone": [2]})


def part(seat: int, name: str) -> list[int]:
    """One slice of what that seat observes."""
    found = {part.name: part for part in GAME.slices(3)}[name]
    return list(GAME.observe(TABLE, seat)[found.start : found.end])


def test_slices_lie_side_by_side_in_the_order_of_the_seats() -> None:
    slices = GAME.slices(3)
    assert [part.name for part in slices] == [
        *("gone", "bag", "discard"),
        *(f"{who}.{name}" for who in ("me", "next", "third") for name in ("asked", "open", "hidden", "covered")),
    ]
    assert [part.start for part in slices[1:]] == [part.end for part in slices[:-1]]
    assert len(GAME.observe(TABLE, 0)) == slices[-1].end == GAME.observer.width(3)
    assert [len(GAME.slices(seats)) for seats in (2, 3, 4)] == [11, 15, 19]
    assert all(part.meaning for part in slices)


def test_who_looks_comes_first_and_the_others_follow_clockwise() -> None:
    assert part(0, "me.open") == part(2, "next.open") == part(1, "third.open") == [0, 1, 0, 0]
    assert part(1, "me.open") == [2, 0, 0, 0]
    assert [part(seat, "me.asked") for seat in range(3)] == [[1], [0], [0]]


def test_what_is_hidden_shows_to_its_owner_only() -> None:
    assert part(0, "me.hidden") == [0, 0, 0, 1]
    assert part(2, "next.hidden") == [0, 0, 0, 0]
    assert part(2, "next.covered") == [1]


def test_a_seat_that_there_is_not_observes_nothing() -> None:
    with pytest.raises(ValueError, match="there is no seat 3; seats run from 0 to 2"):
        GAME.observe(TABLE, 3)
    with pytest.raises(ValueError, match="a spectator has none"):
        GAME.observe(TABLE, None)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="seats must be one of 2, 3, 4, not 5"):
        GAME.slices(5)


def test_rows_follow_each_other() -> None:
    for rows in (vec[u8](), room(3 * GAME.observer.width(3))):
        for seat in range(3):
            rows = GAME.observer.add(TABLE, seat, rows)
        assert bytes(rows) == b"".join(GAME.observe(TABLE, seat) for seat in range(3))


def test_a_room_is_written_over() -> None:
    empty = room(2 * GAME.observer.width(3))
    first = GAME.observer.add(TABLE, 0, empty)
    second = GAME.observer.add(TABLE, 1, empty)
    assert len(empty) == 0
    assert bytes(first) == bytes(second) == GAME.observe(TABLE, 1)
