"""A hint, as it is found and told."""

from __future__ import annotations

import msgspec


class Hint(msgspec.Struct, frozen=True):
    """A move with the chance to win and the margin that a search expects of it, and why. The band is of 95 %."""

    label: str
    caption: str
    chance: float
    band: tuple[float, float]
    margin: float
    reasons: list[str]
