"""The power of a card as an effect."""

from __future__ import annotations

from pediment.core.engine.effect import Effect
from pediment.games.elysium.rules.state import ElysiumState


class Power(Effect[ElysiumState]):
    """A verb, or an effect of one card."""

    def amounts(self) -> list[tuple[str, int]]:
        """What its numbers are called in an edition, and where they stand there."""
        return []
