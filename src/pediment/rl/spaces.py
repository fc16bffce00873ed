"""The space of answers, for environments in which only some of them are legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pediment.core.errors import OptionError, brief
from pediment.core.extras import extra

with extra("rl"):
    import numpy as np
    from gymnasium.spaces import Discrete


def no_options(options: dict[str, Any] | None) -> None:
    """Raise OptionError if `reset` was given options: a game's are given when its environment is made."""
    if options:
        raise OptionError(f"reset has no options, not {brief(options)}; give them when you make the environment")


def whole(action: object) -> int:
    """The action as an int, from Python or NumPy. Raises TypeError for anything else: a float is not an answer.

    >>> whole(np.int64(7))
    7
    """
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action[()]
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        return int(action)
    raise TypeError(f"an action is a whole number, not {brief(action)}")


class Answers(Discrete[np.int64]):
    """All answers of a game. `sample()` draws one of those that are legal now, where somebody is asked.

    >>> answers = Answers(100, seed=1)
    >>> answers.legal = [7, 9]
    >>> int(answers.sample()) in (7, 9)
    True

    With a mask or probabilities it is Gymnasium's `Discrete`, and it is equal to one of the same size.
    """

    def __init__(self, n: int, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(n, seed)
        self.legal: Sequence[int] = ()

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A legal answer if neither a mask nor probabilities say otherwise; any answer while nobody is asked."""
        if self.legal and mask is None and probability is None:
            return np.int64(self.legal[int(self.np_random.integers(len(self.legal)))])
        return super().sample(mask, probability)
