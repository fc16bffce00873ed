"""A guess at how well a seat stands, for one-ply bots."""

from __future__ import annotations

from pediment.elysium.score import totals
from pediment.elysium.state import ElysiumState


def estimate(s: ElysiumState, seat: int) -> float:
    """How far the seat is ahead of the best other, if the game ended now."""
    found = totals(s)
    return found[seat] - max(found[k] for k in s.others(seat))
