"""What statistics and undo read of a game while it is played."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pediment


def played(name: str, seats: int, seed: int) -> Any:
    """A finished random game, after a check at every move that whatever chance brings is counted."""
    game, chance = pediment.game(name), random.Random(seed)
    state = game.new(seats=seats, seed=seed)
    while game.to_move(state) != pediment.OVER:
        revealed, drawn = len(state.revealed), state.drawn
        game.apply(state, chance.choice(game.legal(state)))
        assert state.drawn >= drawn
        assert len(state.revealed) == revealed or state.drawn > drawn
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_offered_and_taken_in_elysium(seats: int) -> None:
    game = pediment.game("elysium")
    log = game.view(played("elysium", seats, 5), None)["log"]
    for entry in log:
        shown = entry["event"] in ("agora", "slide")
        assert game.cards_offered(entry) == (entry["cards"] if shown else [])
        taken = (entry["seat"], entry["card"]) if entry["event"] == "take" else None
        assert game.card_taken(entry) == taken
    assert sum(game.card_taken(entry) is not None for entry in log) >= 8 * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_played_in_ephyran(seats: int) -> None:
    game = pediment.game("ephyran")
    taken = [game.card_taken(entry) for entry in game.view(played("ephyran", seats, 5), None)["log"]]
    cards = {*game.cards(), "dionysus"}
    assert {card for found in taken if found for card in found[1:]} <= cards
    assert game.card_taken({"event": "add", "seat": 1, "half": "TT01a"}) == (1, "TT01")
    assert game.card_taken({"event": "add", "seat": 1, "half": "dionysus"}) == (1, "dionysus")
    assert game.card_taken({"event": "support", "seat": 0, "card": "TS05"}) == (0, "TS05")
    assert game.card_taken({"event": "draw", "seat": 0}) is None


@pytest.mark.parametrize("name", pediment.games())
def test_items_of_a_score_are_points(name: str) -> None:
    game = pediment.game(name)
    for score in game.scores(played(name, 3, 8)):
        items = game.item_points(score)
        assert set(items) == set(score)
        assert all(type(points) is int for points in items.values())
    if name == "ephyran":
        assert items["territories"] + items["city_bonus"] == items["total"]


def test_a_label_of_ephyran_is_that_of_a_legal_answer() -> None:
    game = pediment.game("ephyran")
    state = game.new(seats=2, seed=3)
    other = next(action for action in range(game.num_actions) if action not in game.legal(state))
    with pytest.raises(ValueError, match=f"^action {other} is not an answer to the question 'action'$"):
        game.label(state, other)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("name", "options"), [("elysium", {}), ("ephyran", {"gods": "random"}), ("ephyran", {"gods": "choose"})]
)
def test_rounds_of_states_are_those_of_their_views(name: str, options: dict[str, Any], seats: int) -> None:
    game = pediment.game(name)
    end = game.new(seats=seats, seed=seats, **options)
    game.play_out(end, seats)
    states = [state.clone() for state in game.retrace(end)]
    rounds = [game.round_of(state) for state in states]
    assert rounds == game.rounds([game.view(state, None) for state in states])
    assert rounds[-1] > 4


def test_what_chance_set_up_is_what_can_be_seen() -> None:
    elysium, ephyran = pediment.game("elysium"), pediment.game("ephyran")
    state = elysium.new(seats=2, seed=3)
    view = elysium.view(state, None)
    assert elysium.setup(state) == {"families": view["families"], "pediment": [view["pediment"]]}
    state = ephyran.new(seats=3, seed=3)
    assert ephyran.setup(state) == {"gods": [seat["god"] for seat in ephyran.view(state, None)["seats"]]}
    assert ephyran.setup(ephyran.new(seats=2, seed=3, gods="choose")) == {"gods": ["", ""]}
