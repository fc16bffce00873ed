"""A hint, as it is found and told."""

from __future__ import annotations

import msgspec


class Hint(msgspec.Struct, frozen=True):
    """A move, its chance of winning and its margin by a search, and why. The band is a 95% interval of the chance."""

    label: str
    caption: str
    chance: float
    band: tuple[float, float]
    margin: float
    reasons: list[str]
