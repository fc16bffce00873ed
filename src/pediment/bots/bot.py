"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from pediment.core.game import Game
from pediment.core.rng import stream


class Bot(ABC):
    """Somebody who chooses. Its random numbers come from its own stream, never from the game's.

    A table never hands out the true state. It asks like this:

    >>> world = game.resample(state, seat, rng)                    # doctest: +SKIP
    >>> action = bot.choose(game, world, seat)                     # doctest: +SKIP
    """

    name: str

    def __init__(self, seed: int) -> None:
        self.stream = stream(seed, f"bot {self.name}")

    @abstractmethod
    def choose(self, game: Game[Any], state: Any, seat: int) -> int:
        """One of `game.legal(state)` for the seat that is asked.

        `state` is a world that the seat cannot tell from the true one. It is not changed.
        """
