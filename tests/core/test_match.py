from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.core.errors import IllegalMove
from pediment.core.match import Match
from pediment.testing.toy import GAME


def test_a_match_is_played_by_labels() -> None:
    match = Match(GAME, seats=2, seed=7, copies=1)
    assert (match.to_move, match.over, match.options()) == (0, False, ["open", "hide"])
    match.play("hide")
    match.play(match.options()[1])
    assert match.view(0)["seats"][1]["hidden"] == [None]
    while not match.over:
        match.play("hide")
    assert match.options() == []
    assert sum(score["total"] for score in match.scores()) == 1 + 2 + 3 + 4


def test_a_match_is_for_two_with_seed_0_unless_it_is_said() -> None:
    record = Match(GAME).record()
    assert (record["seats"], record["seed"]) == (2, 0)
    assert record == Match.of(GAME, GAME.new()).record()


def test_an_illegal_move_raises_and_changes_nothing() -> None:
    match = Match(GAME, seed=7)
    before = match.record()
    assert match.why_not("discard 1") == "P1: First answer the question."
    with pytest.raises(IllegalMove, match="P1"):
        match.play("discard 1")
    assert match.record() == before


def test_undo_takes_back_decisions_up_to_the_last_draw() -> None:
    start = {"seats": [{}, {"open": [1, 2]}, {"open": [2, 3]}], "draws": [4, 1]}
    match = Match.of(GAME, GAME.position(start))
    assert not match.undo(0)  # nothing was played
    match.play("open")
    assert not match.undo(0)  # the 4 was drawn
    match.play("discard 1")
    assert not match.undo(0)
    assert not match.undo(2)  # has decided nothing yet
    match.play("discard 3")
    assert match.undo(1)  # takes back what followed, too
    assert (match.to_move, match.options()) == (1, ["discard 1", "discard 2"])
    match.play("discard 2")
    match.play("discard 2")
    assert match.undo(2)
    assert (match.to_move, match.view()["gone"]) == (2, [2])
    match.play("discard 3")
    match.play("open")
    assert not match.undo(2)  # a new draw
    assert match.view()["seats"][1]["open"] == [1, 1]


def test_undo_does_not_change_what_chance_brings() -> None:
    match = Match(pediment.game("elysium"), seats=2, seed=3)
    while match.game.asking(match.state) != "dismiss":
        match.play(match.options()[-1])
    other = Match.of(match.game, match.state.clone())
    assert match.undo(match.to_move)
    match.play(other.game.label(other.state, other.state.actions[-1]))
    for one in (match, other):
        while not one.over:
            one.play(one.options()[0])
    assert match.view() == other.view()


def test_undo_stops_at_a_citizen_turned_up() -> None:
    game = pediment.game("elysium")
    seats = [{"domain": ["zeus.trial-of-heroes", "zeus.triumph", "citizen"], "columns": "RYG"}, {}]
    match = Match.of(game, game.position({"seats": seats, "agora": ["zeus.father-of-the-gods"]}))
    match.play("use zeus.triumph")
    assert match.undo(0)
    match.play("use zeus.triumph")
    match.play("use zeus.trial-of-heroes")
    match.play("discard citizen")  # turned up: everybody has learnt its face
    assert not match.undo(0)
    match.play("quest 1")
    assert match.undo(0)
    assert match.view()["seats"][0]["quest"] is None


def test_undo_stops_at_a_citizen_taken() -> None:
    game = pediment.game("elysium")
    match = Match.of(game, game.position({"seats": [{"domain": ["zeus.trial-of-heroes"], "quest": 1}, {}]}))
    match.play("citizen")
    assert game.asking(match.state) == "dismiss"
    assert not match.undo(0)
    match.play("dismiss red")
    assert match.undo(0)
    assert match.options() == ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]


def test_undo_stops_at_a_face_that_a_position_fixed() -> None:
    game = pediment.game("elysium")
    citizen = {"card": "citizen", "face": "zeus.alliance"}
    seats = [{"domain": ["zeus.trial-of-heroes", citizen]}, {}]
    match = Match.of(game, game.position({"seats": seats, "agora": ["zeus.triumph", "zeus.hercules"]}))
    match.play("use zeus.trial-of-heroes")
    match.play("discard citizen")
    assert match.view()["discard"] == ["zeus.alliance"]
    assert not match.undo(0)


def test_a_match_goes_on_from_a_state() -> None:
    state = GAME.new(seats=3, seed=2)
    match = Match.of(GAME, state)
    match.play("open")
    assert match.state is state
    assert len(state.actions) == 1


def test_a_record_is_the_callers_own() -> None:
    match = Match.of(GAME, GAME.position({"seats": [{"open": [1]}, {}], "draws": [2]}))
    match.play("open")
    record = match.record()
    record["position"]["draws"].clear()
    record["position"]["seats"][0]["open"].append(4)
    assert match.record()["position"] == {"seats": [{"open": [1]}, {}], "draws": [2]}


@pytest.mark.parametrize(("given", "named"), [("elysium", "'elysium'"), (7, "NAME")])
def test_a_match_is_of_a_game(given: Any, named: str) -> None:
    with pytest.raises(TypeError, match=rf"such as pediment\.game\({named}\), not {given!r}"):
        Match(given)
