"""The levels: weak ones with human failings, strong ones that search."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

import pediment
from pediment.bots import bots, levels, make, search
from pediment.bots.fallible import Failings, Fallible
from pediment.bots.greedy import Greedy
from pediment.bots.ladder import Rating, level, ratings
from pediment.bots.search import Search
from pediment.core.search.tree import Tree
from pediment.testing.toy import GAME as PEBBLES
from tests.bots.common import ELYSIUM, EPHYRAN, play, positions, quick


def failings(sight: float, missed: int) -> Failings:
    """The same in every game."""
    return Failings(sight, {"elysium": missed, "ephyran": missed, "pebbles": missed})


SHARP = failings(1.0, 0)

# A turn with two powers, a card that brings Victory Points at once, and a column for it
TURN = {
    "agora": ["zeus.hercules", "zeus.triumph", "hades.temple-of-hades", "athena.democracy"],
    "seats": [
        {"columns": "YGB", "gold": 5, "domain": ["zeus.trial-of-heroes", "athena.naval-power"]},
        {"domain": ["poseidon.medusa", "citizen"]},
    ],
}


def labels(game: pediment.Game[Any], state: Any, actions: list[int]) -> list[str]:
    return sorted(game.label(state, action) for action in actions)


@pytest.mark.parametrize("game", [ELYSIUM, EPHYRAN], ids=lambda game: game.name)
@pytest.mark.parametrize("name", levels())
def test_every_level_plays_whole_games(game: pediment.Game[Any], name: str) -> None:
    for seats in (2, 3):
        players = [quick(name, 1, 2), *(quick("uniform", seat) for seat in range(1, seats))]
        state = play(game, players, seed=seats)  # which refuses what is not legal
        assert state.to_move == pediment.OVER


def test_a_level_has_its_name_and_its_seed() -> None:
    for name in levels():
        assert level(name, 3).name == name == make(name, 3).name
    assert set(levels()) < set(bots())
    with pytest.raises(KeyError):
        level("zeus", 1)


def test_from_gentle_to_strong() -> None:
    """The failings become less, then there are none, then it searches."""
    made = [make(name, 1) for name in levels()]
    mortals = [bot.failings for bot in made if isinstance(bot, Fallible)]
    assert [type(bot) for bot in made] == [*[Fallible] * len(mortals), Greedy, Search, Search]
    for weak, strong in itertools.pairwise(mortals):
        assert weak.sight <= strong.sight
        for game in pediment.games():
            assert weak.missed[game] > strong.missed[game]


def test_a_game_says_how_long_its_strategist_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def grow(tree: Tree, game: Any, world: Any, *others: Any) -> None:
        asked.append(others[2])
        tree.iterate(world.clone())

    monkeypatch.setattr(search, "grow", grow)
    for game in (ELYSIUM, EPHYRAN, PEBBLES):
        state = game.new(seats=2, seed=1)
        make("strategist", 1).choose(game, state, state.to_move)
    assert asked == [150, pediment.kit("ephyran").iterations["strategist"], 150]


# Ratings


@pytest.mark.parametrize("game", pediment.games())
def test_every_level_has_a_rating_within_its_interval_and_they_rise(game: str) -> None:
    found = ratings(game)
    assert list(found) == levels()
    for rating in found.values():
        assert rating.low <= rating.rating <= rating.high
    for weak, strong in itertools.pairwise(found.values()):
        assert weak.rating < strong.rating
    assert found["scholar"].rating == pytest.approx(1000)


def test_a_game_without_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = replace(pediment.kit("elysium"), ratings=None, overlooked={"shepherd": 3})
    monkeypatch.setattr(pediment, "kit", lambda name: kit if name == "elysium" else pediment._kits()[name])
    assert ratings("elysium") == {}
    mortals = [bot.failings.missed for bot in map(make, levels()) if isinstance(bot, Fallible)]
    assert mortals == [{"elysium": 3, "ephyran": 55}, {"ephyran": 35}, {"ephyran": 12}]
    monkeypatch.undo()
    with pytest.raises(ValueError, match="no game 'chess'"):
        ratings("chess")
    assert Rating(1.0, 0.0, 2.0).rating == 1


# Failings


def about_cards(game: pediment.Game[Any], label: str) -> bool:
    word = label.split()[-1]
    return any(card.lower() in (word, word[:-1]) for card in game.cards())


@pytest.mark.parametrize("game", [ELYSIUM, EPHYRAN], ids=lambda game: game.name)
def test_it_misses_cards_and_nothing_else_all_game_long(game: pediment.Game[Any]) -> None:
    half, blind = Fallible(3, failings(1.0, 50)), Fallible(3, failings(1.0, 100))
    missed: dict[str, bool] = {}
    for state in positions(game, 2, seed=1, every=9):
        everything = labels(game, state, game.legal(state))
        seen = labels(game, state, half.seen(game, state))
        assert seen
        assert labels(game, state, Fallible(3, SHARP).seen(game, state)) == everything
        others = [label for label in everything if not about_cards(game, label)]
        found = labels(game, state, blind.seen(game, state))
        assert found == others if others else len(found) == 1
        if len(seen) == 1 and not others:
            continue  # one must come to mind, grasped or not
        for label in everything:
            if label not in others:
                assert missed.setdefault(label.split()[-1], label not in seen) == (label not in seen)
    assert 0.25 < sum(missed.values()) / len(missed) < 0.75


def test_another_player_misses_other_cards() -> None:
    state = ELYSIUM.new(seats=4, seed=1)
    seen = {tuple(Fallible(seed, failings(1.0, 50)).seen(ELYSIUM, state)) for seed in range(9)}
    assert len(seen) > 3


def test_in_a_game_it_does_not_know_it_misses_some_cards_too() -> None:
    bot = Fallible(1, Failings(1.0, {}))
    state = ELYSIUM.new(seats=4, seed=1)
    assert 0 < len(bot.seen(ELYSIUM, state)) < len(state.legal)


@pytest.mark.parametrize("game", [ELYSIUM, EPHYRAN], ids=lambda game: game.name)
def test_without_failings_it_sees_what_greedy_sees(game: pediment.Game[Any]) -> None:
    for state in positions(game, 2, seed=1, every=25):
        for seat in (0, 1):
            assert Fallible(1, SHARP).value(game, state, seat) == Greedy(1).value(game, state, seat)


def test_short_sight_counts_the_points_of_now() -> None:
    def value(sight: float, seat: int = 0) -> float:
        return Fallible(1, failings(sight, 0)).value(ELYSIUM, state, seat)

    state = ELYSIUM.position({"seats": [{"vp": 7, "domain": ["zeus.hercules"]}, {"vp": 9}], "epoch": 2})
    evaluation = ELYSIUM.evaluate(state, 0)
    assert value(0.0) == 7
    assert value(0.0, seat=1) == 9
    assert value(1.0) == evaluation != 7
    assert value(0.25) == pytest.approx(0.75 * 7 + 0.25 * evaluation)


def test_short_sight_takes_the_points_of_now() -> None:
    """A creature in the own god's territory counts twice at once, but needs its place there."""

    def points(sight: float) -> int:
        bot = Fallible(1, failings(sight, 0))
        return after(bot.choose(EPHYRAN, state, 0))

    def after(action: int) -> int:
        other = state.clone()
        EPHYRAN.apply(other, action)
        return EPHYRAN.totals(other)[0]

    state = EPHYRAN.position({"seats": [{"god": "gaia", "hand": ["dionysus", "TT22"]}, {}]})
    most = max(after(action) for action in state.legal)
    assert points(sight=0.0) == most > min(after(action) for action in state.legal)
