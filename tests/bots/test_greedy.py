from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.bots import make
from tests.bots.common import beats_uniform

GAME = pediment.game("elysium")


def answers(position: dict[str, Any], n: int = 1, seat: int = 0) -> list[str]:
    """What greedy answers to the next n questions of a position."""
    state = GAME.position(position)
    bot = make("greedy", seed=1)
    found: list[str] = []
    for _ in range(n):
        assert state.to_move == seat
        action = bot.choose(GAME, state, seat)
        found.append(GAME.label(state, action))
        GAME.apply(state, action)
    return found


@pytest.mark.parametrize("half", [range(30), range(30, 60)])
def test_it_beats_uniform(half: range) -> None:
    assert beats_uniform(GAME, 2, half) >= 0.9


@pytest.mark.parametrize("seats", [3, 4])
def test_it_is_the_best_of_more_players_too(seats: int) -> None:
    assert beats_uniform(GAME, seats, range(2 * seats)) >= 0.8


LAST = {"epoch": 5, "families": ["athena", "hades", "hephaestus", "poseidon", "zeus"]}


def test_it_takes_the_card_that_completes_a_legend() -> None:
    me = {"gold": 4, "elysium": [["zeus.alliance", "zeus.triumph"]]}
    agora = ["poseidon.golden-fleece", "zeus.whispers-of-hera", "hephaestus.automatons"]
    assert answers({**LAST, "seats": [me, {}], "agora": agora}) == ["take zeus.whispers-of-hera"]


@pytest.mark.parametrize(
    ("first", "then"), [("take zeus.garden-of-the-hesperides", "dismiss blue"), ("quest 1", "dismiss red")]
)
def test_it_keeps_the_column_that_it_needs(first: str, then: str) -> None:
    me = {"cards_taken": 2, "columns": "RB"}  # the card wants blue, Quest 1 red or yellow
    other = {"quest": 2, "cards_taken": 3}
    agora = ["zeus.garden-of-the-hesperides"]
    assert answers({**LAST, "seats": [me, other], "agora": agora, "played": [first]}) == [then]


def test_it_writes_the_legend_and_not_the_lone_card() -> None:
    me = {
        "quest": 1, "gold": 3, "domain": ["zeus.hercules", "hades.persephone", "poseidon.medusa"],
        "elysium": [["zeus.alliance", "zeus.triumph"], ["hades.charon"]],
    }  # fmt: skip
    found = answers({**LAST, "phase": "transfers", "seats": [me, {"quest": 2}]}, 2)
    assert found == ["transfer zeus.hercules", "legend 1"]


def test_it_stops_when_nothing_is_to_be_won() -> None:
    me = {"quest": 1, "gold": 2, "domain": ["hades.charon", "hades.helm-of-invisibility"]}
    assert answers({**LAST, "phase": "transfers", "seats": [me, {"quest": 2}]}) == ["stop"]


def test_it_uses_its_triggers_before_it_is_too_late() -> None:
    me = {"quest": 1, "cards_taken": 2, "columns": "R", "vp": 12, "domain": ["zeus.hercules"]}
    other = {"quest": 2, "cards_taken": 3}
    found = answers({**LAST, "seats": [me, other], "agora": ["zeus.temple-of-zeus"]}, 2)
    assert "use zeus.hercules" in found  # before the take or after it


def test_it_gives_away_the_card_that_is_worth_least() -> None:
    me = {"vp": 9, "domain": ["zeus.trial-of-heroes", "citizen", "zeus.hercules"]}
    found = answers({"epoch": 3, "seats": [me, {}], "played": ["use zeus.trial-of-heroes"]})
    assert found == ["discard citizen"]


def test_it_takes_the_richer_quest() -> None:
    assert answers({"seats": [{"cards_taken": 3, "columns": "RG"}, {}]}) == ["quest 2"]
