"""Whatever stands in a part of a position: it is refused in few words, or read and described again."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

import pediment
from pediment.core.errors import PositionError

ELYSIUM: Final[dict[str, Any]] = {
    "game": "elysium",
    "families": ["apollo", "athena", "hades", "hephaestus", "hermes"],
    "epoch": 2, "phase": "actions", "pediment": "a", "to_move": 0, "seed": 3, "rules": "2", "former_decks": [[]],
    "seats": [
        {
            "disc": 1, "gold": 4, "vp": 2, "pp": 0, "columns": "RYGB", "cards_taken": 0, "quest": None,
            "bonuses": ["hades 5"],
            "domain": [
                "hermes.theft", "citizen", {"card": "hades.cerberus", "used": True},
                {"card": "apollo.dark-future", "ring": False},
                {"card": "citizen", "face": "apollo.charisma", "deck": 0, "taken": 3},
            ],
            "elysium": [["hades.assembly", "hades.charon", "citizen"], ["athena.embassy"]],
        },
        {},
    ],
    "agora": ["athena.aegis"], "oracle": ["apollo.homer"], "discard": ["athena.democracy"], "draws": ["hades.charon"],
    "played": ["take athena.aegis"],
}  # fmt: skip
EPHYRAN: Final[dict[str, Any]] = {
    "game": "ephyran", "to_move": 0, "athena": 0, "last_round": False,
    "seats": [
        {
            "god": "poseidon", "city_bonus": 0, "hand": ["TS21", {"card": "TT01", "known": True}, "dionysus"],
            "territories": {
                "poseidon": {
                    "locked": None,
                    "areas": [
                        "TS02a",
                        {"card": "TS04", "half": "a", "tokens": ["owl", {"token": "helmet", "seen": [0, 2]}]},
                        "dionysus",
                    ],
                },
                "gaia": {"locked": "TS09", "areas": ["TS37a"]},
            },
        },
        {"god": "gaia"},
    ],
    "draws": ["TT05", "TT07"], "pile_size": 20, "supply": ["thunderbolt"], "supply_size": 9, "tokens_gone": ["owl"],
    "first_discard": ["TT02", "TT03"], "second_discard": ["TS10"],
    "played": ["support graeae ts21", "keep tt05"], "seed": 0,
}  # fmt: skip
TO_CHOOSE: Final[dict[str, Any]] = {
    "game": "ephyran", "gods": "choose", "athena": 1, "seats": [{"hand": [], "territories": {}}, {"city_bonus": 0}],
    "draws": ["TT05"], "pile_size": 20, "supply": ["owl"], "supply_size": 2, "tokens_gone": [], "over": False,
    "first_discard": [], "second_discard": [], "last_round": False,
}  # fmt: skip
FOUND: Final[list[Any]] = [
    None, True, False, -1, 0, 1, 2, 99, 10**30, 1.0, float("nan"), "", "citizen", "dionysus", "zeus.hercules", "TS01",
    "TS01a", "owl", "over", "2", "x" * 5000, "\x1b[2J", "é", "²", [], {}, [[]], [{}], [None], ["citizen"] * 40,
    ["hades.charon"] * 3, {"card": None}, {"card": ["x"]}, {"token": {}, "seen": [True]}, {"x" * 5000: 1},
    {"name": "x", "hash": "y", "values": {}}, {"card": "TS01", "half": [], "tokens": None}, (1, 2), b"x",
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a position, but to the whole."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


def with_part(position: dict[str, Any], place: tuple[Any, ...], part: Any) -> dict[str, Any]:
    """The position with another part in that place."""
    found: Any = copy.deepcopy(position)
    inner = found
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = part
    return dict(found)


@pytest.mark.parametrize("position", [ELYSIUM, EPHYRAN, TO_CHOOSE], ids=["elysium", "ephyran", "to-choose"])
def test_any_part_may_be_anything(position: dict[str, Any]) -> None:
    game = pediment.game(position["game"])
    game.position(position)
    read = refused = 0
    for place in places(position):
        for part in FOUND:
            given = with_part(position, place, part)
            before = repr(given)
            try:
                state = game.position(given)
            except PositionError as error:
                refused += 1
                for field, text in error.problems:
                    assert field
                    assert text
                    assert len(field) <= 150
                    assert len(text) <= 350
                    assert (field + text).isprintable()
            else:
                read += 1
                again = game.position(json.loads(json.dumps(game.describe(state))))
                for seat in (None, *range(state.origin.seats)):
                    assert {**game.view(again, seat), "log": []} == {**game.view(state, seat), "log": []}
                for _ in range(12):
                    if state.to_move >= 0:
                        game.apply(state, game.legal(state)[-1])
            assert repr(given) == before
    assert read > 10
    assert refused > 300
