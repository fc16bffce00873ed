"""A guess at how well a seat stands, for one-ply bots."""

from __future__ import annotations

from typing import Final

from pediment.ephyran.score import totals
from pediment.ephyran.state import EphyranState, Player
from pediment.ephyran.words import AREAS, DIONYSUS, NO_SUPPORT, NONE

LEADER: Final = 0.7  # how much of the rivals' strength is that of the best; the rest is their mean
AREA: Final = 0.8  # an area more is a step towards the city bonus and the end
ROOM: Final = 0.3  # a place that is still free, for what a better half may bring; twice in the own god's territory
DELAY: Final = 0.8  # a half that can be added in the next turn, against one laid now; again for every turn more
HOPED: Final = 0.15  # a half that waits for others before it
IN_HAND: Final = 0.15  # any card
DIONYSUS_IN_HAND: Final = 0.9
SUPPORT_WORTH: Final = [0.2] * 8
LOCKED: Final = 0.25  # each area of a complete territory that nobody can harm any more
LOCKED_ROOM: Final = 1.0  # each place that a lock keeps free


def estimate(s: EphyranState, seat: int) -> float:
    """How far the seat is ahead of the others, counting what its hand promises."""
    stands = [float(total) for total in totals(s)]
    if not s.last_round:
        for k, p in enumerate(s.players):
            stands[k] += AREA * p.size() + _territories(p)
        stands[seat] += _hand(s, s.players[seat])
    mine = stands.pop(seat)
    return mine - LEADER * max(stands) - (1 - LEADER) * sum(stands) / len(stands)


def _territories(p: Player) -> float:
    """Free places, and locks."""
    value = 0.0
    for god in range(AREAS):
        free = AREAS - len(p.areas[god])
        if p.locks[god] == NONE:
            value += ROOM * free * _factor(p, god)
        else:
            value += LOCKED * (AREAS - free) - LOCKED_ROOM * free
    return value


def _factor(p: Player, god: int) -> int:
    return 2 if p.god == god else 1


def _hand(s: EphyranState, p: Player) -> float:
    """Halves in the order in which they can be laid, the best first, and the other cards."""
    e = s.edition
    value = IN_HAND * len(p.hand)
    cards = [card for card in p.hand if card != DIONYSUS]
    value += DIONYSUS_IN_HAND * (len(p.hand) - len(cards))
    heights = [len(areas) for areas in p.areas]
    creatures = [{e.creature_id[half] for half in areas} for areas in p.areas]
    weight = DELAY
    while True:
        best = NONE
        most = 0.0
        for card in cards:
            for half in (2 * card, 2 * card + 1):
                god = e.god[half]
                if e.support[half] == NO_SUPPORT and p.locks[god] == NONE and e.number[half] == heights[god] + 1:
                    points = e.points[half] + (e.creature_id[half] not in creatures[god])
                    gain = points * _factor(p, god) + AREA - ROOM * _factor(p, god)
                    if gain > most:
                        best, most = half, gain
        if best == NONE:
            break
        value += weight * most
        weight *= DELAY
        cards.remove(best // 2)
        heights[e.god[best]] += 1
        creatures[e.god[best]].add(e.creature_id[best])
    for card in cards:
        value += _spare(s, p, card, creatures)
    return value


def _spare(s: EphyranState, p: Player, card: int, creatures: list[set[int]]) -> float:
    """A card that cannot be laid soon: its Support, or the best that it may bring later."""
    e = s.edition
    best = 0.0
    for half in (2 * card, 2 * card + 1):
        god = e.god[half]
        if e.support[half] != NO_SUPPORT:
            best = max(best, SUPPORT_WORTH[e.support[half]])
        elif p.locks[god] == NONE and e.number[half] > len(p.areas[god]):
            gain = e.points[half] + (e.creature_id[half] not in creatures[god])
            best = max(best, HOPED * gain * _factor(p, god))
    return best
