"""What the greedy bot sees in a position of Elysium: `game.evaluate`."""

from __future__ import annotations

import math
from typing import Any

import pytest

import pediment
from pediment.core.engine.rng import Stream, stream
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, WORTH

GAME = pediment.game("elysium")


def value(me: dict[str, Any], other: dict[str, Any] | None = None, **more: Any) -> float:
    """How the first seat stands in a position."""
    return GAME.evaluate(GAME.position({"seats": [me, other or {}], **more}), 0)


def test_every_kind_of_card_has_its_worth() -> None:
    assert len(CARDS_OF_KIND) == len(GAME.cards())
    assert all(WORTH[card] > 0 for cards in CARDS_OF_KIND for card in cards)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_a_number_at_every_question_and_the_same_in_every_world(seats: int) -> None:
    state = GAME.new(seats=seats, seed=seats)
    moves = stream(seats, "moves")
    while state.to_move != pediment.OVER:
        seat = state.to_move
        found = GAME.evaluate(state, seat)
        assert math.isfinite(found)
        assert GAME.evaluate(GAME.resample(state, seat, Stream(len(state.actions))), seat) == found
        GAME.apply(state, state.legal[moves.below(len(state.legal))])
    assert math.isfinite(GAME.evaluate(state, 0))


def test_between_two_players_one_is_ahead_by_what_the_other_is_behind() -> None:
    state = GAME.new(seats=2, seed=9)
    moves = stream(9, "moves")
    while state.to_move != pediment.OVER:
        assert GAME.evaluate(state, 0) == pytest.approx(-GAME.evaluate(state, 1))
        GAME.apply(state, state.legal[moves.below(len(state.legal))])


def test_at_the_end_the_points_count_and_then_the_gold() -> None:
    state = GAME.new(seats=2, seed=5)
    moves = stream(5, "moves")
    while state.to_move != pediment.OVER:
        GAME.apply(state, state.legal[moves.below(len(state.legal))])
    totals = [score["total"] for score in GAME.scores(state)]
    gold = [seat["gold"] for seat in GAME.view(state, None)["seats"]]
    assert abs(GAME.evaluate(state, 0) - (totals[0] - totals[1])) < 1
    assert (GAME.evaluate(state, 0) > totals[0] - totals[1]) == (gold[0] > gold[1])


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ({"gold": 4}, {"gold": 5}),
        ({"vp": 4}, {"vp": 5}),
        ({"domain": []}, {"domain": ["zeus.angels-of-zeus"]}),
        ({"domain": ["zeus.hercules"]}, {"domain": ["zeus.hercules"], "elysium": [["zeus.alliance", "zeus.triumph"]]}),
        ({"domain": [{"card": "zeus.hercules", "ring": False}]}, {"domain": ["zeus.hercules"]}),
        ({"domain": [{"card": "athena.naval-power", "used": True}]}, {"domain": ["athena.naval-power"]}),
        ({"domain": ["zeus.initiation"]}, {"domain": ["zeus.initiation", "hades.initiation"]}),
        ({"elysium": [["zeus.alliance"], ["zeus.triumph"]]}, {"elysium": [["zeus.alliance", "zeus.triumph"]]}),
        ({"domain": ["hades.tartarus"]}, {"elysium": [["hades.tartarus", "hades.charon"]]}),
        ({"columns": "R", "cards_taken": 3}, {"columns": "RG", "cards_taken": 3}),
    ],
)
def test_more_is_better(less: dict[str, Any], more: dict[str, Any]) -> None:
    assert value(less, epoch=3) < value(more, epoch=3)


def test_gold_is_worth_little_when_nothing_can_be_written_any_more() -> None:
    def one_gold(**more: Any) -> float:
        return value({"gold": 5, "quest": 1}, **more) - value({"gold": 4, "quest": 1}, **more)

    assert one_gold(epoch=1) > 0.3
    assert one_gold(epoch=5) < 0.1


def test_a_card_that_a_legend_waits_for_is_worth_more() -> None:
    def in_agora(card: str) -> float:
        return value({"elysium": [["zeus.alliance", "zeus.triumph"]]}, agora=[card], epoch=2)

    assert in_agora("zeus.whispers-of-hera") > in_agora("hades.horn-of-plenty")


def test_columns_that_reach_a_card_are_worth_more() -> None:
    agora = ["zeus.hercules"]  # blue and yellow
    me = {"cards_taken": 1, "quest": 2, "domain": ["athena.naval-power"]}
    reached, missed = (value({**me, "columns": columns}, agora=agora) for columns in ("YB", "RG"))
    assert reached > missed


def test_prestige_is_less_sure_the_earlier_it_is() -> None:
    families = ["ares", "athena", "hades", "hephaestus", "zeus"]
    early, late = (value({"pp": 1}, {"pp": 0}, families=families, epoch=epoch) for epoch in (1, 5))
    assert 0 < early < late
