from __future__ import annotations

import pytest

import pediment
from pediment.core.game import Game


def test_games_are_found_by_name() -> None:
    for name in pediment.games():
        game = pediment.game(name)
        assert isinstance(game, Game)
        assert game.name == name
        assert pediment.game(name) is game


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no game 'chess'; there are .*elysium"):
        pediment.game("chess")


def test_play_checks_first() -> None:
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=1)
    before = game.digest(state)
    with pytest.raises(pediment.IllegalMove) as error:
        pediment.play(game, state, "end turn")
    assert error.value.rule == "E4.2"
    assert game.digest(state) == before
    pediment.play(game, state, game.legal(state)[0])
    assert len(state.actions) == 1


def test_a_replayed_record_is_a_match() -> None:
    match = pediment.Match(pediment.game("elysium"), seats=3, seed=4)
    for _ in range(30):
        match.play(match.options()[-1])
    again = pediment.replay(match.record())
    assert again.view() == match.view()
    assert again.options() == match.options()
    assert pediment.OVER == -1


def test_a_game_is_for_two_or_for_its_fewest(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game("elysium")
    assert game.usual_seats() == 2
    monkeypatch.setattr(game, "seat_counts", range(3, 6))
    assert game.usual_seats() == 3


def test_rounds_are_counted_by_the_first_seat() -> None:
    views = [{"to_move": seat, "asking": "turn"} for seat in (1, None, 0, 1, 1, 0, None, 1)]
    assert pediment.Game.rounds(pediment.game("elysium"), views) == [1, 1, 1, 2, 2, 2, 2, 3]
    assert pediment.game("elysium").rounds([{"epoch": 1}, {"epoch": 4}]) == [1, 4]
    turns = [{"active": seat, "athena": 1} for seat in (1, 1, 2, 0, 0, 1, 1, 2, 0, 1)]
    assert pediment.game("ephyran").rounds(turns) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 3]
