"""The bots of one game after another."""

from __future__ import annotations

import weakref
from typing import Any

from pediment.bots import Agent, Bot, Maker, make
from pediment.bots.external.bot import External
from pediment.core.engine.state import OVER
from pediment.core.game import Game


class Roster:
    """Makes bots for one game after another. Programs that somebody wrote stay up between their games, agents loaded.

    >>> roster = Roster()
    >>> bot = roster.make("greedy", seed=7)
    >>> roster.release(bot)
    >>> roster.close()
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[str | Maker, External | Agent]] = []
        self._playing: dict[int, tuple[Bot, str | Maker]] = {}  # by `id`: somebody's bot may have no hash
        weakref.finalize(self, _close, self._waiting)  # where nobody else does, so that programs hear of the end

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has no bots yet."""
        return Roster, ()

    def make(self, bot: str | Maker, seed: int) -> Bot:
        """A bot for a new game, as `pediment.bots.make` makes it. Raises ValueError."""
        found = next((pair for pair in self._waiting if pair[0] == bot), None)
        if found is None:
            made = make(bot, seed)
        else:
            self._waiting.remove(found)
            made = found[1]
            made.begin(seed)
        self._playing[id(made)] = made, bot
        return made

    def release(self, bot: Bot) -> None:
        """The game of a bot is over, or was broken off."""
        found = self._playing.pop(id(bot), None)  # none for a copy of a bot
        if found is None or not isinstance(bot, External | Agent):
            bot.close()
        else:
            self._waiting.append((found[1], bot))

    def close(self) -> None:
        """No more games: end the programs."""
        _close(self._waiting)


def _close(waiting: list[tuple[str | Maker, External | Agent]]) -> None:
    while waiting:
        waiting.pop()[1].close()


def tell_over(game: Game[Any], state: Any, bots: dict[int, Bot]) -> None:
    """Tell the programs among the bots, by their seats, how the game ended; nothing if it did not."""
    if game.to_move(state) == OVER:
        for seat, bot in bots.items():
            if isinstance(bot, External):
                bot.over(game, state, seat)
