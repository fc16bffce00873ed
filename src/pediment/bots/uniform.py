"""A bot without a plan."""

from __future__ import annotations

from typing import Any

from pediment.bots.bot import Bot
from pediment.core.game import Game


class Uniform(Bot):
    """Every legal answer with the same chance."""

    name = "uniform"

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        legal = game.legal(world)
        return legal[self.stream.below(len(legal))]
