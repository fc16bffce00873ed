"""The space of answers, for environments in which only some of them are legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pediment.bots.agent import whole
from pediment.core.errors import OptionError, brief
from pediment.core.extras import extra

with extra("rl"):
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
    from numpy.typing import NDArray


def no_options(options: dict[str, Any] | None) -> None:
    """Raise OptionError if `reset` was given options: a game's are given when its environment is made."""
    if options:
        raise OptionError(f"reset has no options, not {brief(options)}; give them when you make the environment")


def with_mask(observation: Box, actions: int) -> Dict:
    """The space of observations that hold their mask, which has a 1 for every legal action."""
    return Dict({"observation": observation, "action_mask": Box(0, 1, (actions,), np.int8)})


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

    def contains(self, x: Any) -> bool:
        """Whatever `whole` takes for an action of the game."""
        try:
            return 0 <= whole(x) < int(self.n)
        except TypeError:
            return False


if TYPE_CHECKING:
    Numbers: TypeAlias = MultiDiscrete[np.int64]
else:
    Numbers = MultiDiscrete  # Gymnasium 1.2 does not say of what


class BatchAnswers(Numbers):
    """An answer for each row of a batch. As `Answers` does, `sample()` draws among those that are legal now.

    With a mask or probabilities it is Gymnasium's `MultiDiscrete`, and it is equal to one of the same size.
    """

    def __init__(self, rows: int, actions: int) -> None:
        super().__init__([actions] * rows)
        self.masks: NDArray[np.int8] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """A legal answer for each row if neither a mask nor probabilities say otherwise; any before there are games."""
        if self.masks is None or mask is not None or probability is not None:
            return super().sample(mask, probability)
        _, legal = np.nonzero(self.masks)
        counts = self.masks.sum(axis=1, dtype=np.int64)
        found: NDArray[np.int64] = legal[np.cumsum(counts) - counts + self.np_random.integers(counts)]
        return found
