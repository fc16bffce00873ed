"""A seat may take back up to the last event that taught anybody anything or drew anything.

Random games of every game are cut into stretches in which `drawn` stays the same, since undo goes no further back than
that. Whatever anybody saw in such a stretch must be possible in every world that they could not tell from the true one
at its beginning: else they know more than before, and somebody would decide again with it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import pediment
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.testing.toy import GAME as PEBBLES
from tests.depth import games, often

pytestmark = pytest.mark.laws

WORLDS = often(1, games(2, 1))
SEEDS = {"pebbles": 20, "elysium": 1, "ephyran": games(4, 1)}  # in Elysium all see the same, and go long without a draw
GAMES: list[Game[Any]] = [PEBBLES, *map(pediment.game, pediment.games())]


class Stretch:
    """What one viewer saw from a state on, change by change, and what they decided themselves."""

    def __init__(self, game: Game[Any], states: list[Any], viewer: int | None) -> None:
        self.game = game
        self.viewer = viewer
        self.sights = [game.view(states[0], viewer)]
        self.labels: list[str] = []  # of all decisions
        self.own: dict[int, list[str]] = {}  # the viewer's, by the number of sights before
        for before, after in itertools.pairwise(states):
            label = game.label(before, after.actions[-1])
            self.labels.append(label)
            if before.to_move == viewer:
                self.own.setdefault(len(self.sights), []).append(label)
            sight = game.view(after, viewer)
            if sight != self.sights[-1]:
                self.sights.append(sight)

    def possible(self, world: Any, k: int = 1, own: int = 0, depth: int = 0) -> bool:
        """Could the viewer have seen this in that world, which shows what stands in sight k - 1, with nothing drawn?"""
        if k == len(self.sights):
            return True
        if world.to_move == OVER or depth > len(self.labels) + 3:
            return False
        for action in self.candidates(world, k, own, depth):
            after = world.clone()
            self.game.apply(after, action)
            if after.drawn != world.drawn:
                continue
            sight = self.game.view(after, self.viewer)
            mine = own + 1 if world.to_move == self.viewer else own
            if sight == self.sights[k] and self.possible(after, k + 1, 0, depth + 1):
                return True
            if sight == self.sights[k - 1] and self.possible(after, k, mine, depth + 1):
                return True
        return False

    def candidates(self, world: Any, k: int, own: int, depth: int) -> list[int]:
        """The viewer decides as they did; others as they can, what they truly did first."""
        legal = self.game.legal(world)
        labels = [self.game.label(world, action) for action in legal]
        if world.to_move == self.viewer:
            wanted = self.own.get(k, [])[own : own + 1]
            return [action for action, label in zip(legal, labels, strict=True) if label in wanted]
        return sorted(legal, key=lambda action: labels[legal.index(action)] not in self.labels[depth : depth + 1])


def stretches(game: Game[Any], state: Any, moves: Stream) -> Iterator[list[Any]]:
    """A random game, cut where something was drawn or shown; only what somebody could take back."""
    found = [state.clone()]
    while state.to_move != OVER:
        game.apply(state, state.legal[moves.below(len(state.legal))])
        if state.drawn != found[0].drawn:
            if len(found) > 1:
                yield found
            found = []
        found.append(state.clone())
    if len(found) > 1:
        yield found


def check(game: Game[Any], states: list[Any], chance: Stream) -> None:
    first, last = states[0], states[-1]
    for viewer in (None, *range(first.origin.seats)):
        stretch = Stretch(game, states, viewer)
        for _ in range(WORLDS):
            world = game.resample(first, viewer, chance)
            assert stretch.possible(world), (
                f"{game.name}: viewer {viewer} learns from what can be taken back: {stretch.labels} after "
                f"{len(first.actions)} of {len(last.actions)} actions, {first.origin.seed=}, {game.asking(last)=}"
            )


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nobody_learns_from_what_can_be_taken_back(game: Game[Any], seats: int) -> None:
    chance = stream(seats, "worlds")
    for seed in range(SEEDS[game.name]):
        for states in stretches(game, game.new(seats=seats, seed=seed), stream(seed, "moves")):
            check(game, states, chance)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_stretch_is_what_undo_takes_back(game: Game[Any]) -> None:
    """From its last state every seat that decided in it can go back to where it did, and nobody beyond."""
    for states in stretches(game, game.new(seats=3, seed=5), stream(5, "moves")):
        for seat in range(3):
            decided = [len(state.actions) for state in states[:-1] if state.to_move == seat]
            match = Match.of(game, states[-1].clone())
            while match.undo(seat):
                assert len(match.state.actions) == decided.pop()
            assert not decided
