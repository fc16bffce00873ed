"""Games played to their end inside the engine, for search and simulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from pediment.core.engine.kernel import apply
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """A way to choose among the answers; uniform unless a subclass chooses otherwise."""

    def choose(self, s: State, rng: Stream) -> int:
        """One of `s.legal`."""
        return s.answers.at(rng.below(s.answers.size))


@mypyc_attr(allow_interpreted_subclasses=True)
class Weighted(Policy):
    """Chooses an answer as often as its weight in a table says; all weights of a question zero: uniformly.

    The table has a whole number of 0 or more for each action of the game, in all less than 2**32. Raises ValueError.
    """

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights: list[int] = []
        for weight in list[Any](weights):
            if not isinstance(weight, int) or weight < 0:
                raise ValueError(f"a weight is a whole number of 0 or more, not {weight!r}")
            self.weights.append(weight)
        if sum(self.weights) >= 2**32:
            raise ValueError("the weights of a table must add up to less than 2**32")

    def __reduce__(self) -> tuple[type[Weighted], tuple[list[int]]]:
        """So that it can be copied and pickled."""
        return Weighted, (self.weights,)

    def choose(self, s: State, rng: Stream) -> int:
        """By weight."""
        total = 0
        for action in s.legal:
            total += self.weights[action]
        if total == 0:
            return s.answers.at(rng.below(s.answers.size))
        at = rng.below(total)
        for action in s.legal:
            at -= self.weights[action]
            if at < 0:
                return action
        raise AssertionError("the weights of a question add up to their total")


def play_out(s: State, policy: Policy, rng: Stream) -> int:
    """Play the state to its end; returns the number of decisions."""
    decisions = 0
    while s.to_move != OVER:
        apply(s, policy.choose(s, rng))
        decisions += 1
    return decisions
