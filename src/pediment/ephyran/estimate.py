"""A guess at how well a seat stands, for one-ply bots."""

from __future__ import annotations

from typing import Final

from pediment.ephyran.score import totals
from pediment.ephyran.state import EphyranState
from pediment.ephyran.words import AREAS, CITY, DIONYSUS, NO_SUPPORT, NONE

AREA: Final = 0.8  # an area more is a step towards creatures, variety and the city bonus
NEXT_HALF: Final = 0.35  # a hand card that can be added now
LATER_HALF: Final = 0.1  # or later
IN_HAND: Final = 0.15
DIONYSUS_IN_HAND: Final = 0.9
SUPPORT_IN_HAND: Final = 0.2
LOCK: Final = 0.3  # per area of a complete territory that nobody can harm any more


def estimate(s: EphyranState, seat: int) -> float:
    """How far the seat is ahead of the best other, counting what its hand promises."""
    points = totals(s)
    standing = [points[k] + AREA * s.players[k].size() for k in range(len(s.players))]
    ahead = standing[seat] - max(standing[k] for k in s.others(seat))
    return ahead + _hand(s, seat) + _locks(s, seat)


def _hand(s: EphyranState, seat: int) -> float:
    p = s.players[seat]
    e = s.edition
    if s.last_round:
        return 0.0
    value = 0.0
    places: list[int] = []
    for card in p.hand:
        if card == DIONYSUS:
            value += DIONYSUS_IN_HAND
            continue
        value += IN_HAND
        best = 0.0
        for half in (2 * card, 2 * card + 1):
            if e.support[half] != NO_SUPPORT:
                best = max(best, SUPPORT_IN_HAND)
                continue
            god, missing = e.god[half], e.number[half] - len(p.areas[e.god[half]])
            place = AREAS * god + e.number[half]
            if missing >= 1 and p.locks[god] == NONE and place not in places:
                places.append(place)
                best = max(best, NEXT_HALF if missing == 1 else LATER_HALF)
        value += best
    return value * (1 - p.size() / (2 * CITY))


def _locks(s: EphyranState, seat: int) -> float:
    p = s.players[seat]
    value = 0.0
    for god in range(AREAS):
        if p.locks[god] != NONE:
            value += LOCK * len(p.areas[god]) if len(p.areas[god]) == AREAS else -2.0
    return value
