from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.bots import Bot, bots, make
from pediment.core.rng import Stream, stream
from pediment.testing.toy import GAME as PEBBLES

ELYSIUM = pediment.game("elysium")


def positions(game: pediment.Game[Any], seats: int, seed: int, every: int) -> list[Any]:
    """Every so many questions of a random game."""
    state = game.new(seats=seats, seed=seed)
    moves = stream(seed, "moves")
    found: list[Any] = []
    while game.to_move(state) != pediment.OVER:
        if len(state.actions) % every == 0:
            found.append(state.clone())
        legal = game.legal(state)
        game.apply(state, legal[moves.below(len(legal))])
    return found


def play(game: pediment.Game[Any], players: list[Bot], seed: int) -> Any:
    """A game as a table lets bots play it."""
    state = game.new(seats=len(players), seed=seed)
    worlds = stream(seed, "worlds")
    while (seat := game.to_move(state)) != pediment.OVER:
        game.apply(state, players[seat].choose(game, game.resample(state, seat, worlds), seat))
    return state


def test_there_are_two_bots() -> None:
    assert bots() == ["uniform", "greedy"]
    assert [make(name, seed=1).name for name in bots()] == bots()


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no bot 'gready'; there are uniform, greedy"):
        make("gready", seed=1)


@pytest.mark.parametrize("name", bots())
@pytest.mark.parametrize("game", [ELYSIUM, PEBBLES], ids=lambda game: game.name)
def test_a_bot_answers_with_a_legal_action_and_touches_nothing(game: pediment.Game[Any], name: str) -> None:
    for state in positions(game, 3, seed=4, every=9):
        before = game.digest(state), state.rng.state
        assert make(name, seed=2).choose(game, state, state.to_move) in game.legal(state)
        assert (game.digest(state), state.rng.state) == before


@pytest.mark.parametrize("name", bots())
@pytest.mark.parametrize("game", [ELYSIUM, PEBBLES], ids=lambda game: game.name)
def test_a_bot_is_fair(game: pediment.Game[Any], name: str) -> None:
    """With everything that its seat cannot know drawn again, it chooses the same."""
    for seats in (2, 4):
        for i, state in enumerate(positions(game, seats, seed=seats, every=7)):
            seat = state.to_move
            worlds = [game.resample(state, seat, Stream(world)) for world in range(3)]
            assert len({make(name, seed=i).choose(game, world, seat) for world in worlds}) == 1


@pytest.mark.parametrize("name", bots())
def test_a_bot_does_not_see_what_a_position_holds_in_store(name: str) -> None:
    def choice(seed: int, face: str, *draws: str) -> int:
        state = ELYSIUM.position({
            "seats": [{"domain": ["athena.divine-law", {"card": "citizen", "face": face}, "zeus.trial-of-heroes"]}, {}],
            "agora": ["zeus.alliance", "hades.charon"],
            "draws": [*draws],
        })  # fmt: skip
        return make(name, seed).choose(ELYSIUM, state, 0)

    for seed in range(5):
        best = choice(seed, "hades.tartarus", "zeus.hercules", "zeus.justice-of-zeus")
        worst = choice(seed, "hades.posthumous-hero", "poseidon.earthquake", "athena.democracy")
        assert best == worst


def test_the_same_seed_plays_the_same_game() -> None:
    one, two = (play(ELYSIUM, [make("greedy", 1), make("uniform", 2)], seed=5) for _ in range(2))
    assert one.actions == two.actions


def test_uniform_gives_every_answer_the_same_chance() -> None:
    state = ELYSIUM.new(seats=2, seed=1)
    legal = ELYSIUM.legal(state)
    bot = make("uniform", seed=1)
    chosen = [bot.choose(ELYSIUM, state, state.to_move) for _ in range(200 * len(legal))]
    for action in legal:
        assert 150 < chosen.count(action) < 250
