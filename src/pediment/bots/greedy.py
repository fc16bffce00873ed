"""A bot that looks one move ahead."""

from __future__ import annotations

from typing import Any, Final

from pediment.bots.bot import Bot
from pediment.core.game import Game

MAX_WORLDS: Final = 4
"""In how many worlds a move is tried that brings something to light."""
MAX_FOLLOW_UPS: Final = 4
"""How many questions that a move puts to its own player are looked through."""


class Greedy(Bot):
    """Tries every answer, looks at the position after it, and plays the best.

    An answer is often only the first part of a move (take this card, then dismiss which column?). So the questions that
    a move puts to the same seat are answered too, each by its best next position, before the position is judged.
    Nothing that the seat cannot know takes part: the worlds are drawn with the bot's own stream, and a move that
    brings something to light is judged by its average over a few of them.
    """

    name = "greedy"

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """The answer that leads to the best position for the seat; of equal ones, any."""
        worlds = [world]
        best: list[int] = []
        most = 0.0
        for action in self.seen(game, world):
            value = self._value(game, worlds, action, seat)
            if not best or value > most:
                best, most = [action], value
            elif value == most:
                best.append(action)
        return best[self.stream.below(len(best))]

    def seen(self, game: Game[Any], world: Any) -> list[int]:
        """The answers that are tried: all of them."""
        return game.legal(world)

    def value(self, game: Game[Any], world: Any, seat: int) -> float:
        """What a position is worth to the seat."""
        return game.evaluate(world, seat)

    def _value(self, game: Game[Any], worlds: list[Any], action: int, seat: int) -> float:
        """What the answer is worth, on average if chance has a say in it."""
        after, value = self._move(game, worlds[0], action, seat)
        if len(after.revealed) == len(worlds[0].revealed):
            return value
        while len(worlds) < MAX_WORLDS:
            worlds.append(game.resample(worlds[0], seat, self.stream))
        return (value + sum(self._move(game, world, action, seat)[1] for world in worlds[1:])) / len(worlds)

    def _move(self, game: Game[Any], world: Any, action: int, seat: int) -> tuple[Any, float]:
        """The position at the end of the move that this answer begins, and its value."""
        question, depth = game.asking(world), len(world.stack)
        after = _play(game, world, action)
        value: float | None = None
        for i in range(MAX_FOLLOW_UPS):
            if after.to_move != seat or after.turns_begun > world.turns_begun or game.asking(after) == question:
                break  # somebody else is asked, a new turn has begun, or the same is asked again
            if i and len(after.stack) <= depth:
                break  # what the move set off is finished
            after, value = self._best(game, after, seat)
        return after, self.value(game, after, seat) if value is None else value

    def _best(self, game: Game[Any], world: Any, seat: int) -> tuple[Any, float]:
        """The best position one answer further, and its value."""
        best: Any = None
        most = 0.0
        for action in game.legal(world):
            after = _play(game, world, action)
            value = self.value(game, after, seat)
            if best is None or value > most:
                best, most = after, value
        return best, most


def _play(game: Game[Any], world: Any, action: int) -> Any:
    after = world.clone()
    game.apply(after, action)
    return after
