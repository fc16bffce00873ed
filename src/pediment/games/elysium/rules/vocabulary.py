"""The rulebook's words as ints, with their names, and the vocabulary of all answers."""

from __future__ import annotations

from typing import Final

# Families (E1.1)
APOLLO: Final = 0
ARES: Final = 1
ATHENA: Final = 2
HADES: Final = 3
HEPHAESTUS: Final = 4
HERMES: Final = 5
POSEIDON: Final = 6
ZEUS: Final = 7
FAMILIES: Final = ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"]
NO_FAMILY: Final = -1

FAMILY_SETS: Final[dict[str, list[int]]] = {  # E2.1
    "first-game": [ATHENA, HADES, HEPHAESTUS, POSEIDON, ZEUS],
    "opulence": [ARES, ATHENA, HEPHAESTUS, HERMES, ZEUS],
    "misfortune": [ARES, HADES, HEPHAESTUS, HERMES, POSEIDON],
    "wasteland": [APOLLO, ARES, HADES, HERMES, POSEIDON],
    "deadly-plots": [APOLLO, ATHENA, HADES, HEPHAESTUS, HERMES],
    "why-bother": [APOLLO, ARES, ATHENA, POSEIDON, ZEUS],
}

# Column colours (E1.2); a set of columns is an int with bit `1 << colour`
COLOURS: Final = ["red", "yellow", "green", "blue"]
LETTERS: Final = "RYGB"
ALL_COLUMNS: Final = 0b1111
COLUMN_COUNT: Final = [bin(columns).count("1") for columns in range(16)]

# Counters of a player's purse
GOLD: Final = 0
VP: Final = 1
PP: Final = 2
COUNTERS: Final = ["gold", "vp", "pp"]

# Kinds of power (E5)
INSTANT: Final = 0
PERMANENT: Final = 1
ACTIVATE: Final = 2
TRIGGER: Final = 3
LEGEND: Final = 4
CHRONOS: Final = 5
POWERS: Final = ["instant", "permanent", "activate", "trigger", "legend", "chronos"]

# Phases (E3)
AWAKENING: Final = 0
ACTIONS: Final = 1
TRANSFERS: Final = 2
FINISHED: Final = 3
PHASES: Final = ["awakening", "actions", "transfers", "over"]

# A player's Quest: a number, or one of these
NO_QUEST: Final = 0
INCOMPLETE: Final = -1

EPOCHS: Final = 5
TURNS: Final = 4  # E4.1
CARDS_OWED: Final = 3  # E4.3
LEVEL_BONUS: Final = [3, 6, 9]  # E2.6
FAMILY_BONUS: Final = [5, 2]
START_GOLD: Final = 4  # E2.4
MOST_OF_A_PURSE: Final = 999_999  # far above what five Epochs can bring

# Cards: printed ones have the numbers below this one, Citizens those from it on, in the order of their taking (E3.2)
FIRST_CITIZEN: Final = 1000  # far above the number of printed cards
MOST_CITIZENS: Final = 1024  # far above what five Epochs can bring
NONE: Final = -1

# The vocabulary: every answer to every question is one of these ints
A_PASS: Final = 0
A_CITIZEN: Final = 1
A_END: Final = 2
A_STOP: Final = 3
A_YES: Final = 4
A_NO: Final = 5
A_GOLD: Final = 6
A_VP: Final = 7
A_DRAW: Final = 8
A_PAY: Final = 9
PLAIN_LABELS: Final = [
    "pass", "citizen", "end turn", "stop", "yes", "no", "gold", "vp", "draw", "pay 2 gold",
]  # fmt: skip

MOST_LEGENDS: Final = 32
MOST_CONVERTED: Final = 99
A_QUEST: Final = 9  # + number from 1
A_DISMISS: Final = 14  # + colour
A_LEVEL: Final = 17  # + Level from 1
A_LEGEND: Final = 20  # + place from 1
A_NEW_LEGEND: Final = A_LEGEND + MOST_LEGENDS + 1
A_SWAP: Final = 54  # + 4 x colour on the board + colour dismissed
A_TAKE: Final = 70  # + kind


class Answers:
    """Where the answers after `A_TAKE` begin, which depends on how many kinds of cards there are.

    The families' effects need it while they run, not while they are imported: so it is settled when all are counted.
    """

    def __init__(self) -> None:
        self.use = 0  # + kind
        self.choose = 0  # + kind, the last is the Citizen; likewise below
        self.discard = 0
        self.transfer = 0
        self.convert_gold = 0  # + amount from 1
        self.convert_vp = 0
        self.count = 0

    def settle(self, kinds: int) -> None:
        """There are so many kinds of printed cards."""
        self.use = A_TAKE + kinds
        self.choose = self.use + kinds
        self.discard = self.choose + kinds + 1
        self.transfer = self.discard + kinds + 1
        self.convert_gold = self.transfer + kinds
        self.convert_vp = self.convert_gold + MOST_CONVERTED
        self.count = self.convert_vp + MOST_CONVERTED + 1


ANSWERS: Final = Answers()
