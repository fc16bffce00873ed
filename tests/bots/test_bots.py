from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.bots import Bot, bots, levels, make
from tests.bots.common import ELYSIUM, GAMES, NAMES, play, positions, quick, worlds


def test_every_name_makes_a_bot_of_that_name() -> None:
    assert bots() == ["uniform", "greedy", "search", *levels()]
    assert [make(name, seed=1).name for name in bots()] == bots()
    assert make("search@250ms", seed=1).name == "search@250ms"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gready", "no bot 'gready'; there are uniform, greedy, search, shepherd, potter"),
        ("serch@1s", "no bot 'serch'"),
        ("search@soon", "a budget is 1s, 250ms, or iterations such as 2000; 1sx2 in two processes; 1s-cpu .* 'soon'"),
        ("search@", "a budget is 1s"),
        ("greedy@1s", "only search takes a time to think: leave out @1s"),
        ("titan@2000", "only search takes a time to think: leave out @2000"),
    ],
)
def test_what_is_no_bot_is_refused(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(name, seed=1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_bot_answers_with_a_legal_action_and_touches_nothing(game: pediment.Game[Any], name: str) -> None:
    for state in positions(game, 3, seed=4, every=19):
        before = game.digest(state), state.rng.state, state.legal[:], len(state.log)
        assert quick(name, seed=2).choose(game, state, state.to_move) in game.legal(state)
        assert (game.digest(state), state.rng.state, state.legal, len(state.log)) == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_bot_is_fair(game: pediment.Game[Any], name: str) -> None:
    """With everything that its seat cannot know drawn again, it chooses the same."""
    every = 51 if "x" in name else 17  # one with processes of its own starts them for each question
    for seats in (2, 4):
        for i, state in enumerate(positions(game, seats, seed=seats, every=every)):
            seat = state.to_move
            assert len({quick(name, seed=i).choose(game, world, seat) for world in worlds(game, state, 2)}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_does_not_see_what_a_position_holds_in_store(name: str) -> None:
    def choice(seed: int, face: str, *draws: str) -> int:
        state = ELYSIUM.position({
            "seats": [{"domain": ["athena.divine-law", {"card": "citizen", "face": face}, "zeus.trial-of-heroes"]}, {}],
            "agora": ["zeus.alliance", "hades.charon"],
            "draws": [*draws],
        })  # fmt: skip
        return quick(name, seed, iterations=20).choose(ELYSIUM, state, 0)

    for seed in range(5):
        best = choice(seed, "hades.tartarus", "zeus.hercules", "zeus.justice-of-zeus")
        worst = choice(seed, "hades.posthumous-hero", "poseidon.earthquake", "athena.democracy")
        assert best == worst


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_bot_never_gets_the_true_state(game: pediment.Game[Any]) -> None:
    class Curious(Bot):
        name = "curious"

        def answer(self, game: pediment.Game[Any], world: Any, seat: int) -> int:
            assert world is not true
            assert world.rng.state != true.rng.state
            assert game.view(world, seat) == game.view(true, seat)
            return game.legal(world)[0]

    bot = Curious(seed=3)
    for true in positions(game, 3, seed=1, every=11):
        assert bot.choose(game, true, true.to_move) in true.legal


@pytest.mark.parametrize("name", bots())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_seed_plays_the_same(game: pediment.Game[Any], name: str) -> None:
    one, two = (play(game, [quick(name, 1, 6), quick("uniform", 2)], seed=5, most=30) for _ in range(2))
    assert one.actions == two.actions


def test_uniform_gives_every_answer_the_same_chance() -> None:
    state = ELYSIUM.new(seats=2, seed=1)
    legal = ELYSIUM.legal(state)
    bot = make("uniform", seed=1)
    chosen = [bot.choose(ELYSIUM, state, state.to_move) for _ in range(200 * len(legal))]
    for action in legal:
        assert 150 < chosen.count(action) < 250
