"""What is no move, no seat or no action is refused as documented, by both games, and changes nothing."""

from __future__ import annotations

from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.rng import stream

GAMES: Final = [pediment.game(name) for name in pediment.games()]
JUNK: Final[list[Any]] = [None, 1.0, [], b"pass", True, "", "take", {"take": 1}, 10**6000, -1]


@pytest.mark.parametrize("game", GAMES, ids=pediment.games())
@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_no_move(game: pediment.Game[Any], junk: Any) -> None:
    state = game.new(seats=2, seed=1)
    before = game.digest(state)
    with pytest.raises(pediment.IllegalMove):
        game.play(state, junk)
    assert game.why_not(state, junk)
    assert game.digest(state) == before


@pytest.mark.parametrize("game", GAMES, ids=pediment.games())
@pytest.mark.parametrize("seat", [-1, 2, "0", 1.5, True])
def test_junk_is_no_seat(game: pediment.Game[Any], seat: Any) -> None:
    state = game.new(seats=2, seed=1)
    for ask in (game.view, game.evaluate, lambda s, k: game.resample(s, k, stream(1, "world"))):
        with pytest.raises(ValueError, match=r"there is no seat .*; seats run from 0 to 1"):
            ask(state, seat)


def test_junk_is_no_action() -> None:
    game = pediment.game("elysium")
    for action in (-1, game.num_actions):
        with pytest.raises(ValueError, match="there is no action"):
            game.label(game.new(), action)


def test_junk_is_no_game() -> None:
    nothing: Any = []
    with pytest.raises(ValueError, match="no game"):
        pediment.game(nothing)
    name: Any = "elysium"
    with pytest.raises(TypeError, match=r"pediment\.game\('elysium'\)"):
        pediment.Match(name)


def test_a_state_keeps_its_edition_to_itself() -> None:
    game = pediment.game("elysium")
    assert game.editions is not None
    given = game.editions.name(game.editions.parse(game.edition_template().replace('"BY"', '"R"')))
    state = game.new(seed=1, edition=given)
    given["values"]["conditions"]["zeus.hercules"] = "G"
    game.describe(state)["edition"]["values"]["conditions"]["zeus.hercules"] = "G"
    assert pediment.replay(pediment.Match.of(game, state).record()).state.edition.hash == given["hash"]


def test_what_is_nested_too_deep_is_a_problem() -> None:
    text = '{"format":"pediment-record-1","game":"elysium","rules":"1","actions":[],"hashes":{},"position":{"seats":'
    with pytest.raises(pediment.RecordError):
        pediment.replay(text + "[" * 900 + "]" * 900 + "}}")
