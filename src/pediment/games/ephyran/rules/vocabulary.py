"""The rulebook's words as ints, with their names, and the vocabulary of all answers."""

from __future__ import annotations

from typing import Final

NONE: Final = -1

# Gods and their territories (Y1.1)
GODS: Final = ["poseidon", "hephaestus", "aether", "gaia"]
AREAS: Final = 4  # per territory (Y1.2)
CITY: Final = 16

# Cards: 104 of two halves; a half is 2 x card + 0 or 1. All Dionysus cards are alike.
CARDS: Final = 104
DIONYSUS: Final = CARDS
HALVES: Final = 2 * CARDS
DIONYSUS_AREA: Final = HALVES  # a Dionysus as an area
NO_SUPPORT: Final = -1

# Supports (Y4)
CASTOR_POLLUX: Final = 0
GRAEAE: Final = 1
ATHENA_TOKEN: Final = 2
ARES_THEFT: Final = 3
ATHENA_EXCHANGE: Final = 4
ARES_DESTRUCTION: Final = 5
SHIELD: Final = 6
HECATE: Final = 7
SUPPORTS: Final = [
    "castor-pollux", "graeae", "athena-token", "ares-theft",
    "athena-exchange", "ares-destruction", "shield", "hecate",
]  # fmt: skip

# Magical tokens (Y1.5): faces and what they are worth
FACES: Final = ["thunderbolt", "trident", "owl", "helmet"]
FACE_POINTS: Final = [3, 2, 1, -1]
MOST_TOKENS: Final = 12

HAND: Final = 4  # dealt besides the Dionysus (Y2.1)
FIRST_BONUS: Final = 3  # Y7.2
LATER_BONUS: Final = 1
EVERYBODY: Final = 0b11111  # seats 0 to 3 and the spectators have seen a token

# The vocabulary: what an int says depends on the question, see `labels`
A_DRAW_PILE: Final = 0
A_DRAW_DISCARD: Final = 1
A_WITH_DIONYSUS: Final = 2
A_LET: Final = 3
A_SEAT: Final = 4  # + seat
A_GOD: Final = 8  # + god
A_DIONYSUS: Final = 12  # + god: lay a Dionysus there
A_CHANGE_DIONYSUS: Final = 16  # + god: put a Dionysus in the place of the uncovered area
A_AREA: Final = 20  # + 4 x god + number - 1
A_TOKEN: Final = 36  # + place among the victim's tokens
A_CARD: Final = A_TOKEN + MOST_TOKENS  # + card, the last is a Dionysus
A_PLAY: Final = A_CARD + CARDS + 1  # + half: add, change, support, exchange with
A_TAKE: Final = A_PLAY + HALVES  # + half: take a Dionysus with
NUM_ACTIONS: Final = A_TAKE + HALVES
