"""Every number of a position has its bounds, which belong to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pediment
from pediment.core.errors import PositionError

THREE: list[dict[str, Any]] = [{}, {}, {}]
ARES = ["ares", "zeus", "hades", "hermes", "apollo"]


def whole(field: str, **more: Any) -> Callable[[int], dict[str, Any]]:
    """A position with that number as one of its fields."""
    return lambda value: {"seats": THREE, **more, field: value}


def seat(field: str, **more: Any) -> Callable[[int], dict[str, Any]]:
    """A position with that number as a field of its second seat."""
    return lambda value: {"seats": [{}, {field: value}, {}], **more}


def citizen(field: str) -> Callable[[int], dict[str, Any]]:
    """A position with that number as a field of a Citizen, and as many former decks as can be."""
    decks = [["zeus.hercules"], *[[] for _ in range(98)]]
    return lambda value: {"seats": [{}, {"domain": [{"card": "citizen", field: value}]}, {}], "former_decks": decks}


def disc(value: int) -> dict[str, Any]:
    """A position with that Disc, and the others at the other seats."""
    return {"seats": [{"disc": 1 + value % 3}, {"disc": value}, {"disc": 1 + (value + 1) % 3}]}


NUMBERS: list[tuple[str, Callable[[int], dict[str, Any]], str, int, int]] = [
    ("elysium", whole("epoch"), "epoch", 1, 5),
    ("elysium", whole("epoch", phase="over"), "epoch", 5, 5),
    ("elysium", whole("to_move"), "to_move", 0, 2),
    ("elysium", disc, "seats[1].disc", 1, 3),
    ("elysium", seat("gold"), "seats[1].gold", 0, 999_999),
    ("elysium", seat("vp"), "seats[1].vp", 0, 999_999),
    ("elysium", seat("pp", families=ARES), "seats[1].pp", 0, 999_999),
    ("elysium", seat("cards_taken"), "seats[1].cards_taken", 0, 3),
    ("elysium", citizen("deck"), "seats[1].domain[0].deck", 0, 99),
    ("elysium", citizen("taken"), "seats[1].domain[0].taken", 0, 9999),
    ("ephyran", whole("athena"), "athena", 0, 2),
    ("ephyran", whole("to_move"), "to_move", 0, 2),
    ("ephyran", whole("pile_size"), "pile_size", 0, 104),
    ("ephyran", whole("pile_size", draws=["TT01", "TT02"], first_discard=["TT03"]), "pile_size", 2, 103),
    ("ephyran", whole("supply_size"), "supply_size", 0, 12),
    ("ephyran", whole("supply_size", supply=["owl"], tokens_gone=["owl"]), "supply_size", 1, 11),
    ("ephyran", seat("city_bonus"), "seats[1].city_bonus", 0, 3),
    *((name, whole("seed"), "seed", 0, 1 << 62) for name in pediment.games()),
]


@pytest.mark.parametrize(
    ("name", "position", "field", "least", "most"), NUMBERS, ids=[f"{name} {field}" for name, _, field, _, _ in NUMBERS]
)
def test_a_number_is_read_between_its_bounds(
    name: str, position: Callable[[int], dict[str, Any]], field: str, least: int, most: int
) -> None:
    def problem(value: int) -> str | None:
        try:
            pediment.game(name).position(position(value))
        except PositionError as error:
            return next((text for place, text in error.problems if place == field), None)
        return None

    for value in (least, most):
        assert problem(value) is None
    for value in (least - 1, most + 1):
        assert problem(value) == f"must be a whole number from {least} to {most}, not {value}"
