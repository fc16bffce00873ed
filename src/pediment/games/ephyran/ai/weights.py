"""What answers of Ephyran promise, in points: a set of weights for each number of seats, learned by playing.

The file holds them by name, so that a weight can be added or removed without shifting another (docs/bots.md).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[1] / "data" / "policy.json"
SEATS: Final = (2, 3, 4)

AREA: Final = 0  # an area more, by how near the end is (see `stages`)
OWN_ROOM: Final = 7  # if it takes a place of the own god's territory,
OTHER_ROOM: Final = 8  # or of another
HIGH: Final = 9  # for every number above 1: it may not fit again
PRINTED: Final = 10  # each point of a printed token
DIFFERENT: Final = 11  # by number, where all creatures differ: four of them count one more,
DIFFERENT_OWN: Final = 12  # in the own god's territory
OPENS: Final = 13  # each point of a half in hand that could be laid next,
BLOCKED_NEXT: Final = 14  # each other half in hand that would have fitted there
LAST_AREA: Final = 15  # the 16th area,
BEHIND: Final = 16  # which ends the game, if that would lose it
CHANGE: Final = 17  # to Replace, besides the points
TAKE: Final = 18  # to take a Dionysus, besides the area;
GIFT: Final = 19  # each point that its owner gets in exchange
DIONYSUS_TAKEN: Final = 20  # the first one in the city
LAY_DIONYSUS: Final = 21  # it fits everywhere: better kept for later
CHANGE_FOR_DIONYSUS: Final = 22  # to Replace by a Dionysus
DISCARD: Final = 23  # less what the card would have brought
DENY: Final = 24  # each point of it to the next player, who may draw it
TWO_CARDS: Final = 25  # Castor & Pollux,
TWO_CARDS_BEST: Final = 26  # and how much of the best other action, which follows
LOOK: Final = 27  # Graeae
OWN_TOKEN: Final = 28  # a token with a place for it in the own god's territory,
TOKEN: Final = 29  # or without
LOCK: Final = 30  # to lock a territory,
LOCK_POINTS: Final = 31  # each point in it,
LOCK_ROOM: Final = 32  # each free place in it
UNLOCK_ROOM: Final = 33  # an own territory that is not full,
UNLOCK: Final = 34  # or any other
THEFT: Final = 35  # each point of the best one
THEFT_COST: Final = 36
EXCHANGE: Final = 37  # each point of the best one
EXCHANGE_COST: Final = 38
DESTRUCTION: Final = 39  # each point that its victim loses at least
DESTRUCTION_COST: Final = 40
RIVAL: Final = 41  # what a point of the victim counts in theft and exchange
SPENT: Final = 42  # what the other half of a played card promised
IN_HAND: Final = 43  # by support
DIONYSUS_IN_HAND: Final = 51
WAITING: Final = 52  # for every area that is missing before a half
AREA_SPENT: Final = 53  # a half in hand, besides its token
KEPT: Final = 54  # how much of what a hand promises comes true, by how near the end is
DRAWN: Final = 61  # a card must promise more than this to be drawn from the first discard
DENY_DRAW: Final = 62  # each point of that card to the next player
DEFENDED: Final = 63  # an attack that costs more points than this is met,
DEFENCE_SPENT: Final = 64  # and what the defence's card promised
TOKEN_DEFENDED: Final = 65  # what a token from the supply for an opponent costs
WEIGHTS: Final = 66

BLOCKS: Final = [
    ("area", AREA),
    ("own_room", OWN_ROOM),
    ("other_room", OTHER_ROOM),
    ("high", HIGH),
    ("printed", PRINTED),
    ("different", DIFFERENT),
    ("different_own", DIFFERENT_OWN),
    ("opens", OPENS),
    ("blocked_next", BLOCKED_NEXT),
    ("last_area", LAST_AREA),
    ("behind", BEHIND),
    ("change", CHANGE),
    ("take", TAKE),
    ("gift", GIFT),
    ("dionysus_taken", DIONYSUS_TAKEN),
    ("lay_dionysus", LAY_DIONYSUS),
    ("change_for_dionysus", CHANGE_FOR_DIONYSUS),
    ("discard", DISCARD),
    ("deny", DENY),
    ("two_cards", TWO_CARDS),
    ("two_cards_best", TWO_CARDS_BEST),
    ("look", LOOK),
    ("own_token", OWN_TOKEN),
    ("token", TOKEN),
    ("lock", LOCK),
    ("lock_points", LOCK_POINTS),
    ("lock_room", LOCK_ROOM),
    ("unlock_room", UNLOCK_ROOM),
    ("unlock", UNLOCK),
    ("theft", THEFT),
    ("theft_cost", THEFT_COST),
    ("exchange", EXCHANGE),
    ("exchange_cost", EXCHANGE_COST),
    ("destruction", DESTRUCTION),
    ("destruction_cost", DESTRUCTION_COST),
    ("rival", RIVAL),
    ("spent", SPENT),
    ("in_hand", IN_HAND),
    ("dionysus_in_hand", DIONYSUS_IN_HAND),
    ("waiting", WAITING),
    ("area_spent", AREA_SPENT),
    ("kept", KEPT),
    ("drawn", DRAWN),
    ("deny_draw", DENY_DRAW),
    ("defended", DEFENDED),
    ("defence_spent", DEFENCE_SPENT),
    ("token_defended", TOKEN_DEFENDED),
]
"""Every name with the place of its first number."""

Weights = list[list[float]]
"""For 2, 3 and 4 seats the numbers in order."""


def read_weights(text: str | None = None) -> Weights:
    """The weights in that text, or of the package. Raises ValueError where a name is missing or has other sizes."""
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    found: Weights = []
    for seats in SEATS:
        numbers: list[float] = []
        for name, size in _sizes():
            values: Any = stored.get(str(seats), {}).get(name)
            values = [] if values is None else values if isinstance(values, list) else [values]
            if len(values) != size:
                raise ValueError(f"for {seats} seats the weight {name!r} has {len(values)} numbers instead of {size}")
            numbers += [float(value) for value in values]
        found.append(numbers)
    return found


def write_weights(weights: Weights) -> str:
    """The same as a text for the file."""
    stored: dict[str, Any] = {}
    for seats, numbers in zip(SEATS, weights, strict=True):
        named: dict[str, Any] = {}
        for (name, first), (_, size) in zip(BLOCKS, _sizes(), strict=True):
            values = [round(value, 4) for value in numbers[first : first + size]]
            named[name] = values[0] if size == 1 else values
        stored[str(seats)] = named
    return json.dumps(stored, indent=1) + "\n"


def _sizes() -> list[tuple[str, int]]:
    """Every name with the number of its weights, in order."""
    ends = [first for _, first in BLOCKS[1:]] + [WEIGHTS]
    return [(name, end - first) for (name, first), end in zip(BLOCKS, ends, strict=True)]
