"""Agents: bots that answer from a row of numbers, as a trained network does."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from pediment.bots.bot import Bot
from pediment.core.engine.rng import stream
from pediment.core.errors import brief
from pediment.core.extras import extra
from pediment.core.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def whole(action: object) -> int:
    """The action as an int: one of Python, NumPy, or a tensor of one number and no dimension.

    Raises TypeError for anything else: a float is not an answer.
    """
    if getattr(action, "shape", None) == () and hasattr(action, "item"):
        action = action.item()
    if isinstance(action, int) and not isinstance(action, bool):
        return int(action)
    raise TypeError(f"an action is a whole number, not {brief(action)}")


@cache
def highest(game: Game[Any], seats: int) -> list[int]:
    """The highest number that each place of an observation can hold; divided by it, all are from 0 to 1."""
    return [part.most for part in game.slices(seats) for _ in range(part.size)]


class Question:
    """What an agent is asked, with all that its seat may know in numbers: as the environments of `pediment.rl` show it.

    `game` is the game, `seats` the number of players, `seat` that of the agent.
    """

    def __init__(self, game: Game[Any], world: Any, seat: int) -> None:
        self.game = game
        self.seats: int = world.origin.seats
        self.seat = seat
        self._world = world

    @cached_property
    def actions(self) -> list[int]:
        """The legal answers, ascending."""
        return self.game.legal(self._world)

    @cached_property
    def labels(self) -> list[str]:
        """The same as short texts, in the same order."""
        return [self.game.label(self._world, action) for action in self.actions]

    @cached_property
    def mask(self) -> NDArray[np.int8]:
        """1 for every legal answer."""
        with extra("rl"):
            import numpy as np
        mask = np.zeros(self.game.num_actions, np.int8)
        mask[self.actions] = 1
        return mask

    @cached_property
    def observation(self) -> NDArray[np.float32]:
        """What the seat may know: numbers from 0 to 1."""
        with extra("rl"):
            import numpy as np
        row = np.frombuffer(self.game.observe(self._world, self.seat), np.uint8).astype(np.float32)
        return np.divide(row, _divisors(self.game, self.seats), out=row)


@cache
def _divisors(game: Game[Any], seats: int) -> NDArray[np.float32]:
    import numpy as np

    return np.array(highest(game, seats), np.float32)


class Agent(Bot):
    """A bot that answers from numbers. A subclass says how in `act`; its weights it loads in `__init__`, once for many
    games, each of which starts with `begin`.

    >>> class First(Agent):
    ...     name = "first"
    ...
    ...     def act(self, question):
    ...         return question.mask.argmax()
    """

    name = "agent"

    def begin(self, seed: int) -> None:
        """A new game with this seed for the agent, which may have played others before.

        One that remembers something of a game forgets it here, and calls `super().begin(seed)`.
        """
        self.stream = stream(seed, f"bot {self.name}")

    @abstractmethod
    def act(self, question: Question) -> Any:
        """One of the legal answers: an action, also as a number of NumPy or a tensor, or its label."""

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """The agent's answer; `choose` checks whether it is legal.

        Raises TypeError for what can be no answer, ValueError if the agent does not play that game for so many.
        """
        self.check_plays(game.name, world.origin.seats)
        given = self.act(Question(game, world, seat))
        if not isinstance(given, str):
            return whole(given)
        found = [action for action in game.legal(world) if game.label(world, action) == given]
        return found[0] if found else self.refuse(game, world, given)


class FunctionAgent(Agent):
    """An agent that is a function: it is handed a question and returns an answer."""

    def __init__(self, seed: int, name: str, function: Callable[[Question], Any]) -> None:
        self.name = name
        super().__init__(seed)
        self._function = function

    def act(self, question: Question) -> Any:
        return self._function(question)
