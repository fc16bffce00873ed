"""Bots with human failings: short sight, and powers that they never think of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pediment.bots.greedy import Greedy
from pediment.core.engine.rng import stream
from pediment.core.game import Game

DEFAULT_MISSED_PERCENT: Final = 30


@dataclass(frozen=True)
class Failings:
    """What a weak player does not see."""

    sight: float
    """How much of what a position promises is seen: 0 counts the own points of now, 1 all that `evaluate` knows."""
    missed: dict[str, int]
    """By game, how many cards of a hundred the player does not think of: it has not grasped their use."""


class Fallible(Greedy):
    """Looks one move ahead as `Greedy` does, with failings.

    Nothing is left to chance from move to move: what it misses it misses all game long, so that one can see it and
    make use of it; of the rest it always takes what looks best to it.
    """

    name = "mortal"  # its stream depends on it: another name would play other games

    def __init__(self, seed: int, failings: Failings) -> None:
        super().__init__(seed)
        self.seed = seed
        self.failings = failings

    def seen(self, game: Game[Any], world: Any) -> list[int]:
        """The answers that come to its mind, at least one."""
        missed = self.failings.missed.get(game.name, DEFAULT_MISSED_PERCENT)
        cards = {card.lower() for card in game.cards()}
        found: list[int] = []
        clearest, least = -1, 0
        for action in game.legal(world):
            grasp = self._grasp(game.label(world, action).rpartition(" ")[2], cards)
            if grasp >= missed:
                found.append(action)
            if grasp > clearest:
                clearest, least = grasp, action
        return found or [least]

    def _grasp(self, word: str, cards: set[str]) -> int:
        """How well it knows the card of a label, 0 to 99 and the same for a whole game; 100 for what is not a card."""
        known = word in cards or word[:-1] in cards  # a half of a card is a thing of its own
        return stream(self.seed, f"grasp of {word}").below(100) if known else 100

    def value(self, game: Game[Any], world: Any, seat: int) -> float:
        sight = self.failings.sight
        now = (1 - sight) * game.totals(world)[seat] if sight < 1 else 0.0
        return now + sight * game.evaluate(world, seat)
