"""A guess at how well a seat stands, for one-ply bots.

Points on the table, steps towards a whole city, and what the own hand promises: which halves can be laid in the turns
to come, one after the other. Everything is in points.
"""

from __future__ import annotations

from typing import Final

from pediment.core.engine.state import OVER
from pediment.games.ephyran.rules.score import totals
from pediment.games.ephyran.rules.state import EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import AREAS, DIONYSUS, NO_SUPPORT, NONE

LEADER: Final = 0.7  # how much of the rivals' strength is that of the best; the rest is their mean
AREA: Final = 0.8  # an area more is a step towards the city bonus and the end
ROOM: Final = 0.3  # a place that is still free, for what a better half may bring; twice in the own god's territory
DELAY: Final = 0.8  # a half that can be added in the next turn, against one laid now; again for every turn more
HOPED: Final = 0.15  # a half that waits for others before it, against one laid now
IN_HAND: Final = 0.15  # any card
DIONYSUS_IN_HAND: Final = 0.9
SUPPORT_IN_HAND: Final = 0.2
LOCKED: Final = 0.25  # each area of a locked territory, which nobody can harm
LOCKED_ROOM: Final = 1.0  # each place that a lock keeps empty
SAFE: Final = 5  # a lead of this many points will hardly be lost, nor made up for:
NEARLY_FINAL: Final = 1.0  # what each point of it counts more in the last round,
FINAL: Final = 3.0  # and at the end


def estimate(s: EphyranState, seat: int) -> float:
    """How far the seat is ahead of the others."""
    points = totals(s)
    lead = points[seat] - max(points[k] for k in s.others(seat))
    decisive = max(-SAFE, min(SAFE, lead))
    if s.to_move == OVER:
        return lead + FINAL * decisive
    built = _built(s, points)
    mine = built.pop(seat) + (NEARLY_FINAL * decisive if s.last_round else _hand(s, s.players[seat]))
    return mine - LEADER * max(built) - (1 - LEADER) * sum(built) / len(built)


def _built(s: EphyranState, points: list[int]) -> list[float]:
    """For every seat what lies on the table."""
    return [points[k] + AREA * p.size() + _territories(p) for k, p in enumerate(s.players)]


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
    return 2 if p.god == god else 1  # Y7.4


def _hand(s: EphyranState, p: Player) -> float:
    """The halves in the order in which they will be laid, the best first, and the cards that remain."""
    e = s.edition
    cards = [card for card in p.hand if card != DIONYSUS]
    value = IN_HAND * len(p.hand) + DIONYSUS_IN_HAND * (len(p.hand) - len(cards))
    heights = [len(areas) for areas in p.areas]
    creatures = [[e.creature_id[half] for half in areas] for areas in p.areas]
    weight = DELAY
    while True:
        best = NONE
        most = 0.0
        for card in cards:
            for half in (2 * card, 2 * card + 1):
                god = e.god[half]
                if e.support[half] == NO_SUPPORT and p.locks[god] == NONE and e.number[half] == heights[god] + 1:
                    gain = _gain(s, p, half, creatures) + AREA - ROOM * _factor(p, god)
                    if gain > most:
                        best, most = half, gain
        if best == NONE:
            break
        value += weight * most
        weight *= DELAY
        cards.remove(best // 2)
        heights[e.god[best]] += 1
        creatures[e.god[best]].append(e.creature_id[best])
    for card in cards:
        value += _spare(s, p, card, heights, creatures)
    return value


def _gain(s: EphyranState, p: Player, half: int, creatures: list[list[int]]) -> float:
    """The points of a half that is laid: its token, and its creature if the territory has none such."""
    e = s.edition
    god = e.god[half]
    return float(_factor(p, god) * (e.points[half] + (e.creature_id[half] not in creatures[god])))


def _spare(s: EphyranState, p: Player, card: int, heights: list[int], creatures: list[list[int]]) -> float:
    """A card that cannot be laid soon: its Support, or the best that it may bring later."""
    e = s.edition
    best = 0.0
    for half in (2 * card, 2 * card + 1):
        god = e.god[half]
        if e.support[half] != NO_SUPPORT:
            best = max(best, SUPPORT_IN_HAND)
        elif p.locks[god] == NONE and e.number[half] > heights[god]:
            best = max(best, HOPED * _gain(s, p, half, creatures))
    return best
