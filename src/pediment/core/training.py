"""What a game offers to `pediment train`: positions as sparse features, and judges that learned weights make."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from pediment.core.search.tree import Judge

Weights = dict[str, list[float]]
"""What was learned, by name: `features`, `rows`, `bias` and `outs` are the numbers of a `pediment.core.search.net.Net`;
`spread` has, by stage, the points that make a victory e times as likely. What a game adds under other names stays."""


class Trainer(ABC):
    """A game's side of training. The judge of its weights asks a `Net`, to which `note` gives the same features."""

    features: int
    """How many there are."""
    stages: int
    """How many parts a game has, such as rounds, within which positions are about equally open."""

    @abstractmethod
    def read(self, text: str | None = None) -> Weights:
        """The weights in a text, or those of the package."""

    @abstractmethod
    def write(self, weights: Weights, made: dict[str, Any]) -> str:
        """The same as a text, with what they were made by."""

    @abstractmethod
    def judge(self, weights: Weights) -> Judge:
        """A judge of these weights."""

    @abstractmethod
    def stage(self, state: Any) -> int:
        """The part of the game, from 0."""

    @abstractmethod
    def note(self, state: Any, weights: Weights) -> Sequence[tuple[float, list[int]]]:
        """For every seat what it has so far, in points, and the features that hold.

        Features with their worths and what hidden units make of them are all that a judge adds.
        """
