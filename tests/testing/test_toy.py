from __future__ import annotations

from typing import Any, ClassVar

import pytest

from pediment.core.errors import IllegalMove, OptionError, PositionError
from pediment.core.match import Match
from pediment.testing import conformance
from pediment.testing.conformance import Conformance
from pediment.testing.toy import GAME


@pytest.mark.laws
class TestPebbles(Conformance):
    game = GAME
    tables: ClassVar[list[tuple[int, int, dict[str, Any]]]] = [
        (seats, seed, {"copies": 1 + seed % 4}) for seats in (2, 3, 4) for seed in range(40)
    ]

    def test_hidden_until_chance(self) -> None:
        self.keep(conformance.hidden_until_chance)

    def count(self, view: dict[str, Any]) -> int:
        return int(view["bag_size"]) + len(view["gone"]) + sum(len(s["open"] + s["hidden"]) for s in view["seats"])


def test_a_game_of_pebbles() -> None:
    match = Match.of(GAME, GAME.position({"seats": [{}, {}, {}], "copies": 1, "draws": [2, 1, 4, 3]}))
    assert match.options() == ["open", "hide"]
    for seat, label in enumerate(["open", "hide", "open"]):
        assert match.to_move == seat
        match.play(label)
    # seat 0 discarded its only open pebble unasked, seat 1 had none to discard
    view = match.view(1)
    assert [seat["open"] for seat in view["seats"]] == [[], [], [4]]
    assert [seat["hidden"] for seat in view["seats"]] == [[], [1], []]
    assert match.view()["seats"][1]["hidden"] == [None]
    assert view["gone"] == [2]
    match.play("open")
    assert match.over
    assert [score["total"] for score in match.scores()] == [4, 1, 5]
    assert GAME.returns(match.state) == [0, 0, 1]
    assert match.view()["seats"][1]["hidden"] == [1]


def test_a_discard_is_asked_of_another_seat() -> None:
    state = GAME.position({"seats": [{"open": [1, 2, 2]}, {"hidden": [3]}], "to_move": 1, "draws": [4]})
    GAME.play(state, "open")
    assert (GAME.to_move(state), GAME.asking(state)) == (0, "discard")
    assert [GAME.label(state, action) for action in GAME.legal(state)] == ["discard 1", "discard 2"]
    why = GAME.why_not(state, "discard 4")
    assert why is not None
    assert why.rule == "P3"
    assert GAME.evaluate(state, 0) == 8 - 5
    GAME.play(state, "discard 2")
    assert GAME.view(state, None)["gone"] == [2]
    entry = GAME.view(state, None)["log"][-1]
    assert (entry["cause"], entry["rule"]) == ("4", "P3")
    assert GAME.log_line(entry, names=["Ann", "Bob"]) == "Ann discards a 2."
    assert GAME.log_line(entry, "fr") == "Joueur 1 défausse un 2."


def test_a_shared_victory_splits_the_1() -> None:
    state = GAME.position({"seats": [{}, {}], "copies": 1, "draws": [4, 1, 2, 3], "played": ["hide"] * 4})
    assert [score["total"] for score in GAME.scores(state)] == [6, 4]
    state = GAME.position({"seats": [{}, {}], "copies": 1, "draws": [4, 3, 1, 2], "played": ["hide"] * 4})
    assert GAME.returns(state) == [0.5, 0.5]
    with pytest.raises(IllegalMove, match="over"):
        GAME.play(state, "open")


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ({"seats": [{}]}, "seats"),
        ({"seats": [{}, 3]}, "seats[1]"),
        ({"seats": [{}, {"gold": 4}]}, "seats[1].gold"),
        ({"seats": [{"open": [5]}, {}]}, "seats[0].open[0]"),
        ({"seats": [{"open": [True]}, {}]}, "seats[0].open[0]"),
        ({"seats": [{"hidden": [1, 1, 1, 1]}, {}]}, "seats[0].hidden[3]"),
        ({"seats": [{}, {}], "copies": 0}, "copies"),
        ({"seats": [{}, {}], "gone": "none"}, "gone"),
        ({"seats": [{}, {}], "to_move": 2}, "to_move"),
        ({"seats": [{}, {}], "played": ["pass"]}, "played[0]"),
        ({"seats": [{}, {}], "game": "elysium"}, "game"),
    ],
)
def test_a_wrong_position_names_its_field(position: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionError) as error:
        GAME.position(position)
    assert field in [place for place, _ in error.value.problems]


@pytest.mark.parametrize(
    "options", [{"seats": 5}, {"seats": True}, {"seed": "x"}, {"copies": 0}, {"copies": "many"}, {"families": "random"}]
)
def test_a_wrong_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        GAME.new(**options)


def test_what_is_to_know() -> None:
    assert [GAME.card(card)["open"] for card in GAME.cards()] == [2, 3, 4, 5]
    assert list(GAME.rules("fr")) == list(GAME.rules()) == ["P1", "P2", "P3", "P4"]
    with pytest.raises(KeyError):
        GAME.card("5")
    with pytest.raises(ValueError, match="seat 2"):
        GAME.view(GAME.new(), 2)
