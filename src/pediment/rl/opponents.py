"""The bots against whom one seat plays game after game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from pediment.bots import Bot, Maker
from pediment.bots.roster import Roster
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import State
from pediment.core.errors import OptionError, brief
from pediment.core.game import Game
from pediment.core.search.playout import Policy

Opponent: TypeAlias = str | Maker
"""What `pediment.bots.make` takes."""


class Opponents:
    """One bot for all other seats, or a list clockwise from the seat; programs and agents serve game after game.

    Raises OptionError for bots that there are not.
    """

    def __init__(self, opponents: Opponent | Sequence[Opponent], seats: int) -> None:
        named = [opponents] * (seats - 1) if isinstance(opponents, str) or callable(opponents) else opponents
        if not isinstance(named, list | tuple) or len(named) != seats - 1:
            raise OptionError(f"opponents must be one bot for all, or a list of {seats - 1}, not {brief(opponents)}")
        self._named = list(named)
        self._roster = Roster()
        self.release(self.sit_down([0] * (seats - 1)))  # so that a wrong name is refused now

    def sit_down(self, seeds: Sequence[int]) -> list[Bot]:
        """The bots of a new game, clockwise, each with its seed."""
        return [self._bot(named, seed) for named, seed in zip(self._named, seeds, strict=True)]

    def release(self, bots: Iterable[Bot]) -> None:
        """The game of these bots is over, or was broken off."""
        for bot in bots:
            self._roster.release(bot)

    def close(self) -> None:
        """No more games."""
        self._roster.close()

    def _bot(self, named: object, seed: int) -> Bot:
        if named == "self":
            raise OptionError("'self' is for a batch (gymnasium.make_vec), for all seats; here the opponents are bots")
        try:
            return self._roster.make(named if callable(named) else str(named), seed)
        except ValueError as error:
            raise OptionError(f"opponents: {error}") from None


class Bots(Policy):
    """Bots as the engine asks for answers in a batch."""

    def __init__(self, game: Game[Any], bots: dict[int, Bot]) -> None:
        self.game = game
        self.bots = bots
        """By seat."""

    def choose(self, s: State, rng: Stream) -> int:
        """The answer of the bot in the seat that is asked; its random numbers are its own."""
        return self.bots[s.to_move].choose(self.game, s, s.to_move)
