"""Bots that answer quickly and by their seed alone, and positions to ask them about."""

from __future__ import annotations

from typing import Any, Final

import pediment
from pediment.bots import Bot, Budget, bots, make
from pediment.bots.search import Search
from pediment.core.engine.rng import Stream, stream
from pediment.testing.toy import GAME as PEBBLES

ELYSIUM: Final = pediment.game("elysium")
EPHYRAN: Final = pediment.game("ephyran")
GAMES: Final[list[Any]] = [ELYSIUM, EPHYRAN, PEBBLES]
NAMES: Final = [*bots(), "search@3x2"]


def quick(name: str, seed: int, iterations: int = 3) -> Bot:
    """A bot by its name; a search that it thinks with gets few iterations, so that no clock has a say."""
    bot = make(name, seed)
    if isinstance(bot, Search):
        bot.budget = Budget(iterations=iterations, processes=bot.budget.processes)
        bot.by_game = {}
    return bot


def positions(game: pediment.Game[Any], seats: int, seed: int, every: int) -> list[Any]:
    """Questions of a random game, one out of `every`."""
    state = game.new(seats=seats, seed=seed)
    moves = stream(seed, "moves")
    found: list[Any] = []
    while game.to_move(state) != pediment.OVER:
        if len(state.actions) % every == 0:
            found.append(state.clone())
        legal = game.legal(state)
        game.apply(state, legal[moves.below(len(legal))])
    return found


def play(game: pediment.Game[Any], players: list[Bot], seed: int, most: int | None = None) -> Any:
    """A game as a table lets bots play it, at most this many questions."""
    state = game.new(seats=len(players), seed=seed)
    while (seat := game.to_move(state)) != pediment.OVER and (most is None or len(state.actions) < most):
        game.play(state, players[seat].choose(game, state, seat))
    return state


def worlds(game: pediment.Game[Any], state: Any, n: int) -> list[Any]:
    """The true state, and others that the seat that is asked cannot tell from it."""
    return [state, *(game.resample(state, state.to_move, Stream(world)) for world in range(n))]


def beats_uniform(game: pediment.Game[Any], seats: int, games: range) -> float:
    """The share of games that greedy wins alone among uniform players, in every seat by turns."""
    won = 0.0
    for seed in games:
        hero = seed % seats
        players = [make("greedy" if seat == hero else "uniform", 100 * seed + seat) for seat in range(seats)]
        state = game.new(seats=seats, seed=seed)
        draws = stream(seed, "worlds")
        while (seat := state.to_move) != pediment.OVER:
            game.apply(state, players[seat].choose(game, game.resample(state, seat, draws), seat))
        won += game.returns(state)[hero]
    return won / len(games)
