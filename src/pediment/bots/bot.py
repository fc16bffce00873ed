"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn, final

from pediment.core.engine.rng import stream
from pediment.core.errors import IllegalAnswer, brief
from pediment.core.game import Game

MAX_SHOWN_LABELS: Final = 5
"""Legal answers that are listed where a bot gave another one."""


class Bot(ABC):
    """A player that chooses moves. Its random numbers come from its own stream, never from the game's.

    It is fair by construction: whatever state `choose` is handed, the bot itself sees only another world that its seat
    cannot tell from it, and draws more such worlds as it likes.
    """

    name: str
    copyable = True
    """Can it be copied and pickled in the middle of a game? Not if it keeps a search tree or a program running."""

    plays: Mapping[str, Collection[int]] | None = None
    """By game, for how many players it can play, such as `{"elysium": [2]}` for a network that knows only that; None
    for one that plays everything."""
    ratings: Mapping[str, float] = MappingProxyType({})
    """By game, how strong `pediment arena` has found it."""

    def __init__(self, seed: int) -> None:
        self.stream = stream(seed, f"bot {self.name}")

    def __getstate__(self) -> dict[str, Any]:
        if not self.copyable:
            raise TypeError(
                f"the bot {self.name} cannot be copied or pickled in the middle of a game:"
                " it keeps a search tree or a program running"
            )
        return vars(self)

    def check_plays(self, game: str, seats: int) -> None:
        """Raise ValueError if the bot cannot play the game of that name for so many players."""
        if self.plays is not None and seats not in self.plays.get(game, ()):
            known = ", ".join(f"{name} for {'/'.join(map(str, counts))}" for name, counts in self.plays.items())
            raise ValueError(f"the bot {self.name} does not play {game} for {seats}, only {known}")

    @final
    def choose(self, game: Game[Any], state: Any, seat: int) -> int:
        """One of `game.legal(state)` for the seat that is asked. The state is not changed. Raises IllegalAnswer."""
        world = game.resample(state, seat, self.stream)
        action = self.answer(game, world, seat)
        return action if action in game.legal(state) else self.refuse(game, world, action)

    @abstractmethod
    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """One of `game.legal(world)`, of a world that the seat cannot tell from the true one. It is not changed."""

    def refuse(self, game: Game[Any], world: Any, given: object) -> NoReturn:
        """Raise IllegalAnswer for what was given instead of a legal answer."""
        labels = [game.label(world, action) for action in game.legal(world)]
        more = ", …" if len(labels) > MAX_SHOWN_LABELS else ""
        raise IllegalAnswer(
            f"the bot {self.name} answered {brief(given)}, which is not legal;"
            f" legal are {', '.join(labels[:MAX_SHOWN_LABELS])}{more}"
        )

    def close(self) -> None:  # noqa: B027
        """The bot is no longer needed: let go of what it holds, a process for example."""
