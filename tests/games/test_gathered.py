"""What players gather: the families or gods that their page counts over many games."""

from __future__ import annotations

import random

import pytest

import pediment
from pediment.core.engine.state import OVER
from pediment.core.texts import SPOKEN
from pediment.games.elysium.rules.vocabulary import FAMILIES
from pediment.games.ephyran.rules.vocabulary import GODS


@pytest.mark.parametrize(("name", "names"), [("elysium", FAMILIES), ("ephyran", GODS)])
def test_gathered_cards_have_names_in_every_language(name: str, names: list[str]) -> None:
    game = pediment.game(name)
    state = game.new(seats=3, seed=4)
    assert game.gathered(state) == [{}, {}, {}]
    chance = random.Random(1)
    while state.to_move != OVER:
        game.apply(state, chance.choice(game.legal(state)))
    found = game.gathered(state)
    assert len(found) == 3
    assert {one for seat in found for one in seat} <= set(names)
    assert all(n > 0 for seat in found for n in seat.values())
    assert sum(sum(seat.values()) for seat in found) > 6
    for language in SPOKEN:
        assert all(game.texts.say(language, f"words.{one}") for one in names)


def test_a_citizen_is_of_no_family() -> None:
    """E1.5"""
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=9)
    chance = random.Random(2)
    while state.to_move != OVER:
        game.apply(state, chance.choice(game.legal(state)))
    cards = [sum(len(legend) for legend in player.legends) for player in state.players]
    citizens = [score["citizens"] // -2 for score in game.scores(state)]
    assert sum(citizens) > 0
    for seat, gathered in enumerate(game.gathered(state)):
        assert sum(gathered.values()) == cards[seat] - citizens[seat]
