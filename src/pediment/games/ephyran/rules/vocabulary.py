"""The rulebook's words as ints, with their names, and the vocabulary of all answers."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.vocabulary import Vocabulary

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
MAX_TOKENS: Final = 12

HAND: Final = 4  # dealt besides the Dionysus (Y2.1)
FIRST_BONUS: Final = 3  # Y7.2
LATER_BONUS: Final = 1
EVERYBODY: Final = 0b11111  # seats 0 to 3 and the spectators have seen a token

# The vocabulary: answers of their own, and the first of each block
A_DRAW_PILE: Final = 0
A_DRAW_DISCARD: Final = 1
A_WITH_DIONYSUS: Final = 2
A_LET: Final = 3
A_SEAT: Final = 4  # one for each seat
A_GOD: Final = A_SEAT + 4  # one for each god
A_DIONYSUS: Final = A_GOD + AREAS  # one for each god: lay a Dionysus there
A_CHANGE_DIONYSUS: Final = A_DIONYSUS + AREAS  # one for each god: put a Dionysus in the place of the uncovered area
A_AREA: Final = A_CHANGE_DIONYSUS + AREAS  # one for each god with each number
A_TOKEN: Final = A_AREA + CITY  # one for each place among the victim's tokens
A_CARD: Final = A_TOKEN + MAX_TOKENS  # one for each card, the last for a Dionysus
A_PLAY: Final = A_CARD + CARDS + 1  # one for each half: add, change, support, exchange with
A_TAKE: Final = A_PLAY + HALVES  # one for each half: take a Dionysus with

ANSWERS: Final = Vocabulary()  # what an int says depends on the question: see `labels`
for _name, _start, _size in [
    ("draw-pile", A_DRAW_PILE, 1),
    ("draw-discard", A_DRAW_DISCARD, 1),
    ("with-dionysus", A_WITH_DIONYSUS, 1),
    ("let", A_LET, 1),
    ("seat", A_SEAT, 4),
    ("god", A_GOD, AREAS),
    ("dionysus", A_DIONYSUS, AREAS),
    ("change-dionysus", A_CHANGE_DIONYSUS, AREAS),
    ("area", A_AREA, CITY),
    ("token", A_TOKEN, MAX_TOKENS),
    ("card", A_CARD, CARDS + 1),
    ("play", A_PLAY, HALVES),
    ("take", A_TAKE, HALVES),
]:
    ANSWERS.add(_name, _start, _size)
