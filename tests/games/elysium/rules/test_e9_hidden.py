"""E9: what is hidden."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import pediment

GAME = pediment.game("elysium")
FACES = ["zeus.hercules", "zeus.father-of-the-gods", "hades.persephone"]  # one copy of each exists


def citizens() -> dict[str, Any]:
    """Three Citizens whose faces the position fixes, in a Domain and in a Legend."""
    faces = [{"card": "citizen", "face": face} for face in FACES]
    return {
        "seats": [
            {"domain": ["zeus.trial-of-heroes", faces[0], faces[1]]},
            {"elysium": [["zeus.alliance", "zeus.triumph", faces[2]]]},
        ],
        "agora": ["zeus.assembly"],
        "discard": ["hades.charon"],
    }


def midgame(seats: int, seed: int, moves: int) -> Any:
    """A game some random moves on."""
    state = GAME.new(seats=seats, seed=seed, families="why-bother")
    choice = random.Random(seed)
    for _ in range(moves):
        if GAME.to_move(state) == pediment.OVER:
            break
        GAME.apply(state, choice.choice(GAME.legal(state)))
    return state


def test_the_faces_of_citizens_are_hidden_from_everybody() -> None:
    """E9.1: a face stands nowhere but among all cards unseen."""
    state = GAME.position(citizens())
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        unseen = view["unseen"]
        shown = json.dumps({field: view[field] for field in ("seats", "agora", "oracle", "discard", "log", "scores")})
        for face in FACES:
            assert face not in shown
            assert face in unseen[0]


def test_which_cards_are_in_the_deck_and_under_citizens_is_public_taken_together() -> None:
    """E9.1: all cards not shown elsewhere, in an order that tells nothing."""
    state = GAME.position(citizens())
    view = GAME.view(state, None)
    (unseen,) = view["unseen"]
    assert unseen == sorted(unseen)
    assert len(unseen) == view["deck_size"] + 3
    shown = ["zeus.trial-of-heroes", "zeus.alliance", "zeus.triumph", "zeus.assembly", "hades.charon"]
    everything = Counter(
        {card: GAME.card(card)["copies"] for card in GAME.cards() if card.partition(".")[0] in view["families"]}
    )
    assert Counter(unseen) == everything - Counter(shown)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
@pytest.mark.parametrize("moves", [0, 25, 90])
def test_everything_else_is_public_to_all(seats: int, seed: int, moves: int) -> None:
    """E9.1: every seat sees what a spectator sees."""
    state = midgame(seats, seed, moves)
    public = GAME.view(state, None)
    assert all(GAME.view(state, seat) == public for seat in range(seats))


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (3, 5), (4, 6)])
def test_no_view_tells_what_will_be_drawn(seats: int, seed: int) -> None:
    """E9.1: another world with other draws to come and other faces looks the same."""
    state = midgame(seats, seed, 40)
    for seat in (None, 0):
        other = GAME.resample(state, seat, random.Random(9))
        assert GAME.view(other, seat) == GAME.view(state, seat)
        assert GAME.legal(other) == GAME.legal(state)


def test_another_world_has_other_faces() -> None:
    """E9.1: the faces that a position fixed are drawn again like any others."""
    turned_up = set()
    for seed in range(12):
        other = GAME.resample(GAME.position(citizens()), 0, random.Random(seed))
        GAME.play(other, "use zeus.trial-of-heroes")
        GAME.play(other, "discard citizen")
        turned_up.add(GAME.view(other, 0)["discard"][-1])
    assert len(turned_up) > 5


def test_another_world_has_another_deck_order() -> None:
    """E9.1"""
    position = {"seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0}], "draws": ["zeus.hercules"]}
    drawn = set()
    for seed in range(12):
        other = GAME.resample(GAME.position(position), 1, random.Random(seed))
        GAME.play(other, "use athena.divine-law")
        drawn.add(GAME.view(other, 0)["seats"][0]["domain"][-1])
    assert len(drawn) > 5


def test_taking_a_citizen_tells_nothing_about_its_face() -> None:
    """E9.1, E1.5: neither in the view nor in the log; only a discard turns it up."""
    with_draw = GAME.position({"seats": [{"quest": 1}, {}], "draws": ["zeus.hercules"]})
    without = GAME.position({"seats": [{"quest": 1}, {}]})
    assert GAME.view(with_draw, 0) == GAME.view(without, 0)
    entry = next(entry for entry in GAME.view(with_draw, 0)["log"] if entry["event"] == "citizen")
    assert "card" not in entry


def test_a_discarded_citizen_is_public() -> None:
    """E9.1, E5.10"""
    state = GAME.position(citizens())
    GAME.play(state, "use zeus.trial-of-heroes")
    GAME.play(state, "discard citizen")
    assert GAME.view(state, None)["discard"] == ["hades.charon", "zeus.hercules"]
    assert "zeus.hercules" not in GAME.view(state, None)["unseen"][0]
