"""What cities are worth, and what a move would change: the sums that policies and judges ask for again and again.

All of them look at the state as it is, tokens face up: but for the score they are for worlds that were drawn, never
for the true state.
"""

from __future__ import annotations

from mypy_extensions import i64

from pediment.games.ephyran.rules.edition import EphyranEdition
from pediment.games.ephyran.rules.state import EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import AREAS, DIONYSUS, DIONYSUS_AREA, FACE_POINTS, NONE


def printed(e: EphyranEdition, areas: list[int], at: int = NONE, instead: int = NONE) -> int:
    """What a territory counts without its added tokens and without Dionysus, once (Y7.3).

    With a place (from 0), another half lies there instead; behind the last area, it is one more.
    """
    creatures: i64 = 0  # a bit for each
    different: i64 = 0
    found: i64 = 0
    n = len(areas)
    for i in range(n + 1 if at == n else n):
        half = instead if i == at else areas[i]
        if half != DIONYSUS_AREA:
            creature: i64 = 1 << e.creature_id[half]
            if not creatures & creature:
                creatures |= creature
                different += 1
            found += e.points[half]
    if different == AREAS:
        found += 1
    return int(found + different)


def added(s: EphyranState, tokens: list[int]) -> int:
    """What added tokens count, once."""
    found = 0
    for token in tokens:
        found += FACE_POINTS[s.token_face[token]]
    return found


def factor(p: Player, god: int) -> int:
    """How often the territory of a god counts (Y7.4)."""
    return 2 if p.god == god else 1


def points(s: EphyranState, p: Player) -> int:
    """The total of a city, as `score.totals` has it, without the items."""
    found = p.city_bonus
    dionysus = 0
    for god in range(AREAS):
        areas = p.areas[god]
        if areas:
            here = printed(s.edition, areas)
            for tokens in p.tokens[god]:
                if tokens:
                    here += added(s, tokens)
            found += factor(p, god) * here
            if DIONYSUS_AREA in areas and (p.god == god or not dionysus):
                dionysus = factor(p, god)
    return found + dionysus


def replaced(s: EphyranState, p: Player, god: int, at: int, half: int) -> int:
    """The points gained by a half in the place of an own area (from 0), whose tokens leave the game."""
    areas = p.areas[god]
    gain = printed(s.edition, areas, at, half) - printed(s.edition, areas) - added(s, p.tokens[god][at])
    return factor(p, god) * gain


def swapped(s: EphyranState, p: Player, other: Player, god: int, at: int, mine: int = 1, theirs: int = 1) -> int:
    """How much better a city stands against another when they swap an area, tokens and all (Y4.5).

    `mine` and `theirs` are what a point of either city counts, here and below.
    """
    e = s.edition
    here = p.areas[god]
    there = other.areas[god]
    tokens = added(s, other.tokens[god][at]) - added(s, p.tokens[god][at])
    gain = factor(p, god) * (printed(e, here, at, there[at]) - printed(e, here) + tokens)
    return mine * gain - theirs * factor(other, god) * (printed(e, there, at, here[at]) - printed(e, there) - tokens)


def best_swap(s: EphyranState, p: Player, other: Player, place: int, mine: int = 1, theirs: int = 1) -> int:
    """The best swap with that city, at one place (4 x god + area from 0) or at any (NONE); 0 if none is good."""
    best = 0
    for god in range(AREAS):
        if p.locks[god] == NONE and other.locks[god] == NONE:
            for at in range(min(len(p.areas[god]), len(other.areas[god]))):
                if place == NONE or place == AREAS * god + at:
                    best = max(best, swapped(s, p, other, god, at, mine, theirs))
    return best


def best_exchange(s: EphyranState, p: Player, place: int) -> int:
    """The best exchange with a card of the hand, at one place or at any (NONE); 0 if none is good."""
    e = s.edition
    best = 0
    for card in p.hand:
        if card == DIONYSUS:
            continue
        for half in range(2 * card, 2 * card + 2):
            god = e.god[half]
            if god != NONE and p.locks[god] == NONE and e.number[half] <= len(p.areas[god]):
                at = e.number[half] - 1
                if place == NONE or place == AREAS * god + at:
                    best = max(best, replaced(s, p, god, at, half))
    return best


def best_theft(s: EphyranState, p: Player, other: Player, mine: int = 1, theirs: int = 1) -> int:
    """The best theft from that city: what it loses and the thief gains; 0 if none is good."""
    gained = 0
    for god in p.uncovered():
        gained = max(gained, factor(p, god))
    best = 0
    if gained:
        for god in other.uncovered():
            for tokens in other.tokens[god]:
                for token in tokens:
                    best = max(best, FACE_POINTS[s.token_face[token]] * (mine * gained + theirs * factor(other, god)))
    return best


def destroyed(s: EphyranState, p: Player, god: int) -> int:
    """The points that the uncovered area of a territory takes with it."""
    areas = p.areas[god]
    loss = printed(s.edition, areas) - printed(s.edition, areas[:-1]) + added(s, p.tokens[god][-1])
    return factor(p, god) * loss


def least_destroyed(s: EphyranState, p: Player) -> int:
    """The points that a destruction costs who chooses well; 0 if there is nothing to destroy."""
    gods = p.uncovered()
    if not gods:
        return 0
    least = destroyed(s, p, gods[0])
    for i in range(1, len(gods)):
        least = min(least, destroyed(s, p, gods[i]))
    return least
