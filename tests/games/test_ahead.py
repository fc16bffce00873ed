"""A turn that somebody will have: how it looks now, what a planned answer rests on, and what remains to act with."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import pediment
from pediment.core.game import Game
from pediment.testing.toy import GAME as TOY
from tests.games.ephyran.common import game as whole_game

ELYSIUM = pediment.game("elysium")
EPHYRAN = pediment.game("ephyran")


def played(name: str, seats: int, seed: int, most: int) -> list[Any]:
    """The states of a random game, each a clone."""
    game, chance = pediment.game(name), random.Random(seed)
    state = game.new(seats=seats, seed=seed)
    found = [state.clone()]
    while state.to_move != pediment.OVER and len(found) < most:
        game.apply(state, chance.choice(game.legal(state)))
        found.append(state.clone())
    return found


def labels(game: Any, state: Any) -> list[str]:
    return [game.label(state, found) for found in state.legal]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_a_turn_ahead_is_what_would_be_asked_now(name: str, seats: int) -> None:
    game = pediment.game(name)
    told = 0
    for before, state in pairwise(played(name, seats, 3, 400)):
        world = game.describe(state)
        for seat in range(seats):
            ahead = game.turn_ahead(state, seat)
            assert game.describe(state) == world
            if ahead is None:
                continue
            told += 1
            assert ahead.to_move == seat
            assert set(game.reach(ahead)) <= set(ahead.legal)
            assert all(game.thing(ahead, action) for action in game.reach(ahead))
            begun = before.to_move != seat == state.to_move and state.turns_begun > before.turns_begun
            if begun and game.asking(ahead) == game.asking(state):
                assert labels(game, ahead) == labels(game, state)
    assert told


def elysium(**more: Any) -> Any:
    seat = {"gold": 4}
    laid = ["zeus.hercules", "zeus.assembly", "hades.charon", "zeus.triumph"]
    return ELYSIUM.position({"seats": [seat, seat], "families": "first-game", "agora": laid} | more)


def action(game: Any, state: Any, label: str) -> int:
    return int(game.parse(state, label))


def test_in_elysium_cards_and_quests_are_ahead_while_another_chooses() -> None:
    state = elysium()
    ELYSIUM.play(state, "take zeus.hercules")
    ahead = ELYSIUM.turn_ahead(state, 1)
    assert ahead is not None
    reach = {ELYSIUM.label(ahead, found) for found in ELYSIUM.reach(ahead)}
    assert "take zeus.hercules" not in reach
    assert {"take zeus.assembly", "take hades.charon", "quest 1"} <= reach
    assert ELYSIUM.thing(ahead, action(ELYSIUM, ahead, "take hades.charon")) == "Charon"
    assert ELYSIUM.thing(ahead, action(ELYSIUM, ahead, "quest 2"), "fr") == "Quête 2"
    assert ELYSIUM.remains(ahead, 1) == "columns left: red, yellow, green, blue"
    ELYSIUM.play(state, "dismiss blue")
    assert ELYSIUM.remains(state, 0, "fr").endswith("rouge, jaune, verte")


def test_in_elysium_nothing_is_ahead_without_a_turn_in_this_epoch() -> None:
    writing = elysium(phase="transfers", seats=[{"gold": 4, "domain": ["zeus.hercules"]}, {"gold": 4}], agora=[])
    assert ELYSIUM.asking(writing) != "turn"
    assert ELYSIUM.turn_ahead(writing, 0) is None
    done = {"gold": 4, "cards_taken": 3, "quest": 1, "columns": ""}
    state = elysium(seats=[{"gold": 4, "cards_taken": 2, "quest": 2, "columns": "R"}, done])
    assert ELYSIUM.turn_ahead(state, 1) is None
    assert ELYSIUM.remains(state, 1) == ""


@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_the_game_goes_on_after_a_turn_ahead(name: str) -> None:
    game, chance = pediment.game(name), random.Random(4)
    turns = [game.turn_ahead(state, 2) for state in played(name, 3, 4, 20)]
    assert sum(turn is not None for turn in turns) > 5
    assert {len(turn.stack) for turn in turns if turn is not None} == {3}  # nothing of what was under way
    for turn in turns:
        begun = turn and turn.turns_begun
        while turn is not None and turn.turns_begun == begun:
            game.apply(turn, chance.choice(game.legal(turn)))
            assert turn.to_move != pediment.OVER


def test_what_a_plan_rests_on_in_elysium() -> None:
    """To take a card, on one's own area; to use a power, on all that lies there."""
    families = ["ares", "athena", "hades", "hermes", "zeus"]
    own = {"gold": 4, "domain": ["ares.glorious-victory"]}

    def ahead(*seats: dict[str, Any]) -> Any:
        return ELYSIUM.turn_ahead(elysium(families=families, seats=list(seats)), 1)

    mine, others, changed = ahead({"gold": 4}, own), ahead({"gold": 7}, own), ahead({"gold": 4}, own | {"gold": 3})
    take, use = (action(ELYSIUM, mine, label) for label in ("take zeus.assembly", "use ares.glorious-victory"))
    assert use not in ELYSIUM.reach(mine)
    assert ELYSIUM.thing(mine, use) == ELYSIUM.caption(mine, use)
    assert ELYSIUM.basis(mine, 1, take) == ELYSIUM.basis(others, 1, take) != ELYSIUM.basis(changed, 1, take)
    assert ELYSIUM.basis(mine, 1, use) != ELYSIUM.basis(others, 1, use)


def ephyran(seed: int = 3) -> list[Any]:
    """The states of a game of two at which one has an action to choose."""
    found = [state for state in played("ephyran", 2, seed, 400) if state.to_move != pediment.OVER]
    return [state for state in found if EPHYRAN.asking(state) == "action"]


def test_in_ephyran_all_but_discarding_is_in_reach() -> None:
    for state in ephyran():
        reach = [EPHYRAN.label(state, found) for found in EPHYRAN.reach(state)]
        assert reach == [label for label in labels(EPHYRAN, state) if not label.startswith("discard ")]


def test_in_ephyran_nothing_is_ahead_after_ones_last_turn() -> None:
    last = [state for state in ephyran() if state.last_round]
    assert last
    for state in last:
        order = [state.athena, 1 - state.athena]
        for seat in range(2):
            still = order.index(seat) > order.index(state.to_move)
            assert (EPHYRAN.turn_ahead(state, seat) is not None) == still


def test_in_ephyran_nothing_that_was_under_way_is_ahead() -> None:
    """Neither a Dionysus between two cities, nor cards that are looked at, nor a card or token about to be placed."""
    things = ["in_play", "transit", "holding", "looking_size"]
    met: set[str] = set()
    for seed in range(4):
        for state in whole_game(3, seed):
            asked = state.to_move if state.to_move != pediment.OVER else None
            shown = EPHYRAN.view(state, asked)
            under_way = {thing for thing in things if shown[thing] not in (None, 0)}
            met |= under_way
            for seat in range(3) if under_way else ():
                ahead = EPHYRAN.turn_ahead(state, seat)
                if ahead is not None:
                    shown = EPHYRAN.view(ahead, asked)
                    assert [shown[thing] for thing in things] == [None, None, None, 0]
                    assert (shown["active"], shown["to_move"], shown["turn"]) == (seat, seat, [])
    assert met == set(things)


def test_what_a_plan_rests_on_in_ephyran() -> None:
    """To play half a card or to discard, on one's own city and hand; a Support against others, on all cities."""
    kinds: dict[str, set[bool]] = {}
    for state in ephyran():
        seat = state.to_move
        other = EPHYRAN.resample(state, seat, random.Random(1))
        shown = EPHYRAN.view(state, seat)
        for found in state.legal:
            rests_on = EPHYRAN.basis(state, seat, found)
            assert rests_on == EPHYRAN.basis(other, seat, found)  # on nothing that the seat cannot see
            whole = isinstance(rests_on, dict)
            assert "log" not in rests_on if whole else shown["hand"] in rests_on
            kinds.setdefault(EPHYRAN.label(state, found).split()[0], set()).add(whole)
    assert kinds["discard"] == kinds["add"] == {False}
    assert kinds["support"] == {True}


def test_actions_of_ephyran_have_names_without_a_question() -> None:
    names = [EPHYRAN.answer_name(found) for found in range(EPHYRAN.num_actions)]
    assert len(set(names)) == len(names)
    assert {"draw pile", "god poseidon", "area poseidon 1", "take tt01a", "card tt05"} <= set(names)


def test_a_game_that_says_nothing_of_turns_ahead_has_none() -> None:
    state = TOY.new(seats=2, seed=1)
    assert Game.turn_ahead(TOY, state, 0) is None
    assert Game.reach(TOY, state) == state.legal
    assert TOY.thing(state, state.legal[0]) == TOY.caption(state, state.legal[0])
    assert TOY.remains(state, 0) == ""
    own, _ = Game.basis(TOY, state, 0, state.legal[0])
    assert own == TOY.view(state, 0)["seats"][0]


def test_a_plan_rests_on_the_own_area_and_on_what_the_seat_alone_sees_unless_the_game_says_more() -> None:
    state = ephyran()[0]
    view = EPHYRAN.view(state, state.to_move)
    found = Game.basis(EPHYRAN, state, state.to_move, state.legal[0])
    assert found == (view["seats"][state.to_move], {"hand": view["hand"]})
