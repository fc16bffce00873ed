"""A position of Ephyran as one seat of a world knows it: the numbers of the features that hold.

`judge.py` asks a network what they are worth, in points. That was learned from games of bots (docs/train.md): whoever
changes a feature has to learn again. A half is known by its god, number, creature, token and Support, never as itself,
so a new card needs no weights.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.core.engine.state import OVER
from pediment.core.search.net import Found
from pediment.games.ephyran.ai.stages import STAGES, stage
from pediment.games.ephyran.rules.flow import ACTION, AGAIN, DRAW
from pediment.games.ephyran.rules.gains import added, factor, points, printed
from pediment.games.ephyran.rules.state import EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    CITY,
    DIONYSUS,
    DIONYSUS_AREA,
    NO_SUPPORT,
    NONE,
    SUPPORTS,
)

# Blocks of features, each behind the one before. Parts of the game are pairs of stages (`stages.py`).
PARTS: Final = 4
TURNS: Final = 4  # until it is the seat's turn, 0 in its turn
GAINS: Final = 8  # of a half as the next area: none to lay; from a point less to five more
HELD: Final = 12  # cards in hand: this less one and more is the same, likewise below
LEADS: Final = 27
AHEAD: Final = 9
EXPOSED: Final = 10
TOPS: Final = 2 + 8 + 2 * GAINS  # top of the discard: of no use; a Dionysus; a Support; own or other gain

TIME: Final[i64] = 0  # seats at the table, stage, turns until the seat's own
PENDING: Final[i64] = TIME + 3 * STAGES * TURNS  # stage, what is to be done in the own turn
TO_COME: Final[i64] = PENDING + STAGES * 4  # seats, if the seat's turn of the last round is still to come
GOD: Final[i64] = TO_COME + 3  # the seat's god
SIZE: Final[i64] = GOD + AREAS  # stage, areas in the city
TERRITORY: Final[i64] = SIZE + STAGES * (CITY + 1)  # part, own, locked, Dionysus, height, different creatures
NEXT: Final[i64] = TERRITORY + PARTS * 8 * 25  # part, own, number of the next area, best gain of a half in hand
AFTER: Final[i64] = NEXT + PARTS * 2 * AREAS * GAINS  # part, own, best gain of a half for the area after that
FITS: Final[i64] = AFTER + PARTS * 2 * GAINS  # part, cards that could be laid next
OPEN: Final[i64] = FITS + PARTS * HELD  # stage, territories for which there is such a card
HAND: Final[i64] = OPEN + STAGES * (AREAS + 1)  # stage, cards in hand
DIONYSUS_HELD: Final[i64] = HAND + STAGES * HELD  # stage, Dionysus cards in hand
SUPPORT: Final[i64] = DIONYSUS_HELD + STAGES * 4  # part, Support in hand, one or more
DIONYSUS_LAID: Final[i64] = SUPPORT + PARTS * 8 * 2  # part, in the own god's territory or how many in others, unlocked
EXPOSED_AT: Final[i64] = DIONYSUS_LAID + PARTS * 5  # part, points of added tokens in unlocked territories
LEAD: Final[i64] = EXPOSED_AT + PARTS * EXPOSED  # stage, points ahead of the best other
RACE: Final[i64] = LEAD + STAGES * LEADS  # stage, areas ahead of the biggest other city
TOP: Final[i64] = RACE + STAGES * AHEAD  # turns until the own, what the top of the discard brings
FEATURES: Final[i64] = TOP + TURNS * TOPS

BLOCKS: Final = [
    ("time", TIME), ("pending", PENDING), ("to_come", TO_COME), ("god", GOD), ("size", SIZE),
    ("territory", TERRITORY), ("next", NEXT), ("after", AFTER), ("fits", FITS), ("open", OPEN), ("hand", HAND),
    ("dionysus_held", DIONYSUS_HELD), ("support", SUPPORT), ("dionysus_laid", DIONYSUS_LAID),
    ("exposed", EXPOSED_AT), ("lead", LEAD), ("race", RACE), ("top", TOP),
]  # fmt: skip
"""Every block with its name, in order, and where it begins."""


def find(s: EphyranState, seat: int, totals: list[float], found: Found) -> None:
    """Tell `found` of each feature that holds for the seat; `totals` are the points of every seat."""
    p = s.players[seat]
    n = len(s.players)
    at = stage(s)
    part = (at + 1) >> 1
    wait: i64 = (seat - s.active) % n if s.active != NONE else 0
    found.append(TIME + TURNS * (STAGES * (n - 2) + at) + wait)
    if wait == 0:
        found.append(PENDING + 4 * at + _pending(s))
    if s.last_round and (seat - s.athena) % n > (s.active - s.athena) % n:
        found.append(TO_COME + n - 2)
    if p.god != NONE:
        found.append(GOD + p.god)
    size = p.size()
    found.append(SIZE + (CITY + 1) * at + size)
    best = -1000.0
    biggest = 0
    for k in s.others(seat):
        best = max(best, totals[k])
        biggest = max(biggest, s.players[k].size())
    found.append(LEAD + LEADS * at + _between(int(totals[seat] - best) + LEADS // 2, LEADS - 1))
    found.append(RACE + AHEAD * at + _between(size - biggest + AHEAD // 2, AHEAD - 1))
    _find_city(s, p, part, found)
    _find_hand(s, p, at, part, found)
    if s.first_discard:
        found.append(TOP + TOPS * wait + _top(s, p, s.first_discard[-1]))


def _between(n: i64, most: i64) -> i64:
    """The number, or the nearest from 0 to that."""
    return 0 if n < 0 else most if n > most else n


def _pending(s: EphyranState) -> i64:
    """What is to be done in the turn that is under way: an action, one more, the draw, or part of an action."""
    effect = s.stack[-1].effect if s.to_move != OVER else NONE
    return 0 if effect == ACTION.id else 1 if effect == AGAIN.id else 2 if effect == DRAW.id else 3


def _find_city(s: EphyranState, p: Player, part: i64, found: Found) -> None:
    """What lies there."""
    e = s.edition
    exposed = 0
    dionysus = 0
    own_dionysus = False
    for god in range(AREAS):
        areas = p.areas[god]
        creatures: i64 = 0  # a bit for each
        different: i64 = 0
        with_dionysus = 0
        for half in areas:
            if half == DIONYSUS_AREA:
                with_dionysus = 1
            else:
                bit: i64 = 1 << e.creature_id[half]
                if not creatures & bit:
                    creatures |= bit
                    different += 1
        own = int(p.god == god)
        locked = int(p.locks[god] != NONE)
        kind = 4 * own + 2 * locked + with_dionysus
        found.append(TERRITORY + 25 * (8 * part + kind) + 5 * len(areas) + different)
        if not locked:
            if with_dionysus and own:
                own_dionysus = True
            else:
                dionysus += with_dionysus
            for tokens in p.tokens[god]:
                if tokens:
                    exposed += factor(p, god) * added(s, tokens)
    found.append(EXPOSED_AT + EXPOSED * part + _between(exposed, EXPOSED - 1))
    if own_dionysus:
        found.append(DIONYSUS_LAID + 5 * part)
    if dionysus:
        found.append(DIONYSUS_LAID + 5 * part + dionysus)


def _find_hand(s: EphyranState, p: Player, at: i64, part: i64, found: Found) -> None:
    """What it holds, and what of it could be laid."""
    e = s.edition
    gains = [0] * AREAS  # by god: of the best half that could be laid next,
    later = [0] * AREAS  # and of the best one that could follow it
    supports = [0] * len(SUPPORTS)
    fits = 0
    dionysus = 0
    half: i64
    for card in p.hand:
        if card == DIONYSUS:
            dionysus += 1
            continue
        fitting = False
        for half in range(2 * card, 2 * card + 2):
            support = e.support[half]
            if support != NO_SUPPORT:
                supports[support] += 1
                continue
            god = e.god[half]
            if p.locks[god] == NONE:
                missing: i64 = e.number[half] - 1 - len(p.areas[god])
                if missing == 0:
                    fitting = True
                    gains[god] = max(gains[god], _gain(s, p, half))
                elif missing == 1:
                    later[god] = max(later[god], _gain(s, p, half))
        fits += fitting
    free = 0
    for god in range(AREAS):
        height = len(p.areas[god])
        if height < AREAS and p.locks[god] == NONE:
            own = int(p.god == god)
            found.append(NEXT + GAINS * (AREAS * (2 * part + own) + height) + gains[god])
            if later[god]:
                found.append(AFTER + GAINS * (2 * part + own) + later[god])
            free += gains[god] > 0
    found.append(FITS + HELD * part + min(fits, HELD - 1))
    found.append(OPEN + (AREAS + 1) * at + free)
    found.append(HAND + HELD * at + min(len(p.hand), HELD - 1))
    found.append(DIONYSUS_HELD + 4 * at + min(dionysus, 3))
    for support in range(len(SUPPORTS)):
        if supports[support]:
            found.append(SUPPORT + 2 * (8 * part + support) + (supports[support] > 1))


def _gain(s: EphyranState, p: Player, half: i64) -> int:
    """What a half brings on top of its territory, from 1 for a point less."""
    areas = p.areas[s.edition.god[half]]
    gain = printed(s.edition, areas, len(areas), half) - printed(s.edition, areas)
    return min(max(gain + 2, 1), GAINS - 1)


def _top(s: EphyranState, p: Player, card: int) -> i64:
    """What the card brings whoever draws it from the discard."""
    if card == DIONYSUS:
        return 1
    e = s.edition
    best: i64 = 0
    half: i64
    for half in range(2 * card, 2 * card + 2):
        support = e.support[half]
        god = e.god[half]
        if support != NO_SUPPORT:
            best = max(best, 2 + support)
        elif p.locks[god] == NONE and e.number[half] == len(p.areas[god]) + 1:
            best = max(best, 10 + GAINS * int(p.god == god) + _gain(s, p, half))
    return best


def features(s: EphyranState, seat: int) -> list[int]:
    """The features that hold for the seat."""
    found = Found()
    find(s, seat, [float(points(s, p)) for p in s.players], found)
    return found.listed()
