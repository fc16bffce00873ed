"""Whatever is given as a position, only PositionError comes out; and what is accepted can be played."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pediment
from pediment.core.engine.rng import stream
from pediment.core.errors import PositionError
from pediment.testing.random_game import Table, pick, without_log
from tests.depth import examples

pytestmark = [pytest.mark.laws, pytest.mark.deep]

GAME: Final = pediment.game("elysium")
CARDS: Final = [*GAME.cards()[26:39], *GAME.cards()[-13:], "citizen", "ares.hoplites", "zeus.heracles"]
numbers = st.integers(-2, 6) | st.sampled_from([99, 9999, 1 << 70])
leaves = (
    st.none() | st.booleans() | numbers | st.floats() | st.text(max_size=4) | st.sampled_from(CARDS)
    | st.sampled_from(["RYGB", "incomplete", "transfers", "over", "actions", "b", "level 1", "zeus 5", "first-game"])
    | st.sampled_from(["quest 1", "end turn", "use zeus.triumph", "take zeus.alliance", "dismiss red"])
)  # fmt: skip
junk: st.SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(min_size=1, max_size=4) | st.sampled_from(["card", "face", "deck", "taken", "used"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
cards = st.lists(st.sampled_from(CARDS) | junk, max_size=5)
legends = st.lists(st.lists(st.sampled_from(CARDS) | junk, max_size=4) | junk, max_size=3)
items = st.lists(
    st.sampled_from(CARDS)
    | st.fixed_dictionaries(
        {"card": st.sampled_from(CARDS)},
        optional={"used": st.booleans(), "ring": st.booleans(), "face": leaves, "deck": numbers, "taken": numbers},
    ),
    max_size=5,
)
SEAT: Final[dict[str, st.SearchStrategy[Any]]] = {
    "disc": numbers, "gold": numbers, "vp": numbers, "pp": numbers, "columns": st.text("RYGBx", max_size=4),
    "cards_taken": numbers, "quest": numbers | st.sampled_from([None, "incomplete"]),
    "bonuses": st.lists(st.sampled_from(["level 1", "level 3", "zeus 5", "zeus 2", "ares 5"]), max_size=3) | junk,
    "domain": items | cards, "elysium": legends,
}  # fmt: skip
FIELDS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "game": st.sampled_from(["elysium", "ephyran"]), "families": st.sampled_from(["first-game", "wasteland"]) | junk,
    "edition": junk, "epoch": numbers, "phase": st.sampled_from(["actions", "transfers", "over", "awakening"]),
    "pediment": st.sampled_from("abc"), "to_move": numbers, "agora": cards, "oracle": cards, "discard": cards,
    "draws": cards, "former_decks": st.lists(cards, max_size=2) | junk, "seed": numbers,
    "played": st.lists(st.sampled_from(GAME.label_list), max_size=3) | junk, "colour": junk,
}  # fmt: skip
seats = st.lists(st.fixed_dictionaries({}, optional=SEAT) | junk, min_size=1, max_size=5)
garbage = st.fixed_dictionaries({"seats": seats}, optional=FIELDS)


def accepted(position: Any) -> bool:
    """Read a position: it is refused with its fields, or it is one that can be seen, described and played."""
    try:
        state = GAME.position(position)
    except PositionError as error:
        if not error.problems or not all(field and text for field, text in error.problems):
            raise AssertionError(f"a problem without its field: {error.problems}") from None
        return False
    seen = GAME.view(state, None)
    assert json.loads(json.dumps(seen)) == seen
    again = GAME.position(GAME.describe(state))
    assert without_log(GAME.view(again, None)) == without_log(seen)
    moves = stream(1, "fuzz")
    for _ in range(15):
        if state.to_move >= 0:
            assert len(GAME.legal(state)) > 1
            GAME.apply(state, pick(GAME.legal(state), moves))
    assert GAME.view(state, None)["scores"] == GAME.scores(state)
    return True


@settings(max_examples=examples(100, 20))
@given(junk)
def test_junk_is_refused(position: Any) -> None:
    assert not accepted(position)


@settings(max_examples=examples(150, 60))
@given(garbage)
def test_structured_garbage_is_refused_or_played(position: dict[str, Any]) -> None:
    accepted(position)


@cache
def described() -> list[dict[str, Any]]:
    """Positions of random games."""
    return [
        GAME.describe(state)
        for seed in range(12)
        for state in Table(GAME, 2 + seed % 3, seed, {}, "positions").points(4)
    ]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [path] * bool(path) + [place for key in keys for place in places(value[key], (*path, key))]


@settings(max_examples=examples(150, 60))
@given(st.data())
def test_a_mutated_position_is_refused_or_played(data: st.DataObject) -> None:
    position = copy.deepcopy(data.draw(st.sampled_from(described())))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, key = data.draw(st.sampled_from(places(position)))
        spot: Any = position
        for step in path:
            spot = spot[step]
        change = data.draw(st.sampled_from(["replace", "remove", "repeat", "add"]))
        if change == "remove":
            del spot[key]
        elif change == "repeat" and isinstance(spot, list):
            spot.insert(key, copy.deepcopy(spot[key]))
        elif change == "add" and isinstance(spot, dict):
            spot[data.draw(st.sampled_from([*SEAT, *FIELDS, "face", "deck", "ring"]))] = data.draw(junk)
        else:
            fields = {**SEAT, **FIELDS}
            spot[key] = data.draw(fields.get(key, junk) if isinstance(key, str) else st.sampled_from(CARDS) | junk)
        if not places(position):
            break
    accepted(position)
