"""The frozen players of `benchmarks/former`, against which later ones are measured."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from benchmarks.former import Former, Greedy
from pediment.bots import Budget, make
from tests.bots.common import ELYSIUM, EPHYRAN, play, positions

BOTH = [ELYSIUM, EPHYRAN]


class Brief(Former):
    """Takes no clock's word."""

    budget_of_level = Budget(iterations=40)


@pytest.mark.parametrize("name", ["Fiftieth", "Greedy", "Strategist", "Tenth", "Titan"])
def test_they_have_names_like_bots_of_other_packages(name: str) -> None:
    assert make(f"benchmarks.former:{name}", seed=1).name == f"benchmarks.former:{name}"


@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_they_play_whole_games_at_every_table_size(game: pediment.Game[Any], seats: int) -> None:
    players = [Brief(1), Greedy(2), Greedy(3), Greedy(4)][:seats]
    players[0].budget = Budget(iterations=4)  # type: ignore[attr-defined]
    assert game.to_move(play(game, players, seed=seats)) == pediment.OVER


FROZEN = {
    "elysium": [
        ("take hermes.god-of-thieves", "take hermes.god-of-thieves"),
        ("transfer poseidon.initiation", "transfer hephaestus.forges-of-hephaestus"),
        ("transfer hermes.keeper-of-dreams", "stop"),
        ("end turn", "end turn"),
        ("quest 2", "quest 2"),
        ("legend 2", "legend 2"),
        ("use hephaestus.master-builder", "use hephaestus.master-builder"),
        ("discard poseidon.medusa", "discard zeus.trial-of-heroes"),
    ],
    "ephyran": [
        ("add tt14a", "support castor-pollux ts47"),
        ("add tt37a", "add tt28a"),
        ("add tt08a", "add tt08a"),
        ("draw discard", "draw pile"),
        ("add tt49b", "add ts21a"),
        ("add tt45b", "change gaia with tt53a"),
        ("discard tt53", "change poseidon with tt44b"),
        ("add tt01b", "take dionysus with tt01a"),
    ],
}
"""By game, what the search and the one-move player answer in eight positions."""


@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.name)
def test_they_still_answer_as_they_did_when_they_were_frozen(game: pediment.Game[Any]) -> None:
    asked = positions(game, seats=2, seed=5, every=12)[:8]
    answers = [
        tuple(game.label(state, bot(7).choose(game, state, state.to_move)) for bot in (Brief, Greedy))
        for state in asked
    ]
    assert answers == FROZEN[game.name]
