"""How near the end of a game of Ephyran is, which says what everything else is worth."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import CITY

STAGES: Final = 7


def stage(s: EphyranState) -> i64:
    """0 in the last round, then by the rounds that are left at most, 6 for 9 and more."""
    if s.last_round:
        return 0
    least: i64 = len(s.pile) // len(s.players)
    for p in s.players:
        missing: i64 = CITY
        for areas in p.areas:
            missing -= len(areas)
        if missing < least:
            least = missing
    if least > 8:
        return 6
    if least > 5:
        return 5
    if least > 3:
        return 4
    return least or 1
