"""Hints: what they say, to whom, and that they tell nothing hidden."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import pediment
from pediment.bots import Budget, make
from pediment.bots.hint import Hint, hints, reasons_of_the_best
from pediment.bots.search import Search, Thought
from pediment.core.engine.rng import stream
from pediment.testing.toy import GAME as PEBBLES

FEW = Budget(iterations=24)


def test_the_best_three_with_bands_and_reasons() -> None:
    game = pediment.game("elysium")
    state = game.new(seats=3, seed=5)
    before = game.digest(state)
    seat = game.to_move(state)
    found = hints(game, state, seat, budget=Budget(iterations=60))
    assert game.digest(state) == before
    assert len(found) == 3
    ranks = [(round(100 * hint.chance), hint.margin) for hint in found]
    assert ranks == sorted(ranks, reverse=True)
    for hint in found:
        assert hint.action in game.legal(state)
        assert hint.label == game.label(state, hint.action)
        assert hint.caption == game.caption(state, hint.action)
        assert hint.reasons == tuple(game.reasons(state, hint.action, seat))
        assert 0 <= hint.chance_band[0] <= hint.chance <= hint.chance_band[1] <= 1
        assert hint.margin_band[0] <= hint.margin <= hint.margin_band[1]


def test_no_reason_speaks_against_the_best_move_alone() -> None:
    game = pediment.game("ephyran")
    mine = {"god": "gaia", "hand": ["TS02", "TS21"], "territories": {}}
    state = game.position({"game": "ephyran", "seats": [mine, {"god": "aether", "hand": ["TT08"]}]})
    legal = game.legal(state)
    chances = [float(game.label(state, action) == "discard ts02") for action in legal]
    found = hints(game, state, 0, bot=Opinion(*[(50, chance, 0.0) for chance in chances]), best=len(legal))
    assert (found[0].label, found[0].reasons) == (
        "discard ts02",
        ("the other choices look worse", *game.reasons(state, found[0].action, 0)[:2]),
    )
    assert found[0].reasons[1].startswith("gives up")
    assert all(hint.reasons == tuple(game.reasons(state, hint.action, 0)) for hint in found[1:])


class Opinion:
    """A thinker with these thoughts: visits, chance and margin of each answer, in order."""

    def __init__(self, *thoughts: tuple[int, float, float]) -> None:
        self.thoughts = thoughts

    def think(self, game: Any, world: Any, seat: int) -> list[Thought]:
        """As if it had searched."""
        legal = game.legal(world)
        return [
            Thought(action, visits, chance, (chance, chance), margin, (margin, margin))
            for action, (visits, chance, margin) in zip(legal, self.thoughts, strict=False)
        ]


@pytest.mark.parametrize(
    ("thoughts", "margins"),
    [
        ([(90, 0.0, -9.0), (50, 0.0, -4.0), (40, 0.0, -6.5)], [-4.0, -6.5, -9.0]),  # lost: by the points
        ([(90, 1.0, 3.0), (50, 1.0, 8.0)], [8.0, 3.0]),  # won
        ([(90, 0.502, 1.0), (50, 0.498, 2.0)], [2.0, 1.0]),  # the same percentage on the screen
        ([(90, 0.5, 1.0), (50, 0.6, -1.0)], [-1.0, 1.0]),  # by the chance, which is shown
        ([(90, 0.5, 1.0), (50, 0.4, 2.0), (2, 1.0, 30.0)], [1.0, 2.0]),  # luck with two tries is no opinion
    ],
)
def test_ranked_by_the_number_that_is_shown(thoughts: list[tuple[int, float, float]], margins: list[float]) -> None:
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=5)
    found = hints(game, state, game.to_move(state), bot=Opinion(*thoughts))
    assert [hint.margin for hint in found] == margins


def test_as_many_as_are_wanted_in_any_language() -> None:
    game = pediment.game("ephyran")
    state = game.new(seats=2, seed=2)
    seat = game.to_move(state)
    (best,) = hints(game, state, seat, budget=FEW, best=1, language="fr")
    assert best.caption == game.caption(state, best.action, "fr")
    assert best.reasons == tuple(reasons_of_the_best(game.reasons(state, best.action, seat, "fr"), "fr"))


def test_a_hint_is_json() -> None:
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=5)
    found = hints(game, state, game.to_move(state), budget=FEW)
    dicts = [hint.as_dict() for hint in found]
    assert json.loads(json.dumps(dicts)) == dicts
    assert dicts[0].keys() == Hint.__dataclass_fields__.keys()


def test_a_bot_thinks_with_its_own_budget() -> None:
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=5)
    seat = game.to_move(state)
    bot = Search(3, Budget(iterations=30))
    found = hints(game, state, seat, bot=bot, best=99)
    assert sum(hint.visits for hint in found) == 30
    assert all(hint.visits for hint in found)


def test_moves_that_were_not_tried_are_left_out() -> None:
    game = pediment.game("ephyran")
    state = game.new(seats=2, seed=5)
    assert len(game.legal(state)) > 4
    assert 1 <= len(hints(game, state, game.to_move(state), budget=Budget(iterations=2))) <= 2


def test_who_is_not_asked_gets_none() -> None:
    state = PEBBLES.new(seats=2, seed=1)
    with pytest.raises(ValueError, match="seat 1 is not asked now"):
        hints(PEBBLES, state, 1, budget=FEW)
    PEBBLES.play_out(state)
    with pytest.raises(ValueError, match="the game is over"):
        hints(PEBBLES, state, 0, budget=FEW)


def test_any_game_of_the_contract() -> None:
    state = PEBBLES.position({"seats": [{"open": [4]}, {}], "to_move": 1, "draws": [4], "played": ["open"]})
    assert PEBBLES.asking(state) in ("turn", "discard")
    found = hints(PEBBLES, state, PEBBLES.to_move(state), budget=FEW, best=1)
    assert found[0].reasons


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_the_same_hints_whatever_is_hidden(name: str, seats: int) -> None:
    """Through a whole game: what the seat cannot know is drawn anew, and the hints with the same bot are the same."""
    game = pediment.game(name)
    chance = random.Random(seats)
    worlds = stream(seats, "other worlds")
    state = game.new(seats=seats, seed=seats)
    looked = 0
    while game.to_move(state) != pediment.OVER:
        seat = game.to_move(state)
        if chance.random() < 0.12:
            other = game.resample(state, seat, worlds)
            first, second = (_hints(game, own, seat, looked) for own in (state, other))
            assert first == second
            looked += 1
        game.apply(state, chance.choice(game.legal(state)))
    assert looked > 4


def _hints(game: Any, state: Any, seat: int, seed: int) -> list[Hint]:
    bot = make("search@8", seed)
    assert isinstance(bot, Search)
    return hints(game, state, seat, bot=bot)
