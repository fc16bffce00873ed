"""The rulebook's words as ints, with their names, and the vocabulary of all answers."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.vocabulary import Block, Vocabulary

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
MAX_PURSE: Final = 999_999  # far above what five Epochs can bring

# Cards: printed ones have the numbers below this one, Citizens those from it on, in the order of their taking (E3.2)
FIRST_CITIZEN: Final = 1000  # far above the number of printed cards
MAX_CITIZENS: Final = 1024  # far above what five Epochs can bring
NONE: Final = -1

# The vocabulary: answers of their own, and the first of each block
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

MAX_QUESTS: Final = 4
LEVELS: Final = 3
MAX_LEGENDS: Final = 32
MAX_CONVERTED: Final = 99
A_QUEST: Final = 10  # one for each number
A_DISMISS: Final = A_QUEST + MAX_QUESTS  # one for each colour
A_LEVEL: Final = A_DISMISS + 4  # one for each Level
A_LEGEND: Final = A_LEVEL + LEVELS  # one for each place
A_NEW_LEGEND: Final = A_LEGEND + MAX_LEGENDS
A_SWAP: Final = A_NEW_LEGEND + 1  # one for each colour on the board, with each colour dismissed
A_TAKE: Final = A_SWAP + 16  # one for each kind of card


class Answers(Vocabulary):
    """All answers with their labels. Blocks have the names by which the catalogues know their answers.

    Where the blocks behind `take` begin depends on how many kinds of cards there are. The families' effects need them
    while they run, not while they are imported: so they are added when all are counted.
    """

    use: Block
    choose: Block
    discard: Block
    transfer: Block
    convert_gold: Block
    convert_vp: Block

    def __init__(self) -> None:
        super().__init__()
        self.labels: list[str] = []
        for start, name, label in [
            (A_PASS, "pass", "pass"),
            (A_CITIZEN, "citizen", "citizen"),
            (A_END, "end-turn", "end turn"),
            (A_STOP, "stop", "stop"),
            (A_YES, "yes", "yes"),
            (A_NO, "no", "no"),
            (A_GOLD, "gold", "gold"),
            (A_VP, "vp", "vp"),
            (A_DRAW, "draw", "draw"),
            (A_PAY, "pay", "pay 2 gold"),
        ]:
            self._add(name, start, [label])
        self._add("quest", A_QUEST, [f"quest {n}" for n in range(1, MAX_QUESTS + 1)])
        self._add("dismiss", A_DISMISS, [f"dismiss {colour}" for colour in COLOURS])
        self._add("level", A_LEVEL, [f"level {n}" for n in range(1, LEVELS + 1)])
        self._add("legend", A_LEGEND, [f"legend {n}" for n in range(1, MAX_LEGENDS + 1)])
        self._add("new-legend", A_NEW_LEGEND, ["new legend"])
        self._add("swap", A_SWAP, [f"swap {given} for {got}" for given in COLOURS for got in COLOURS])

    def add_cards(self, cards: list[str]) -> None:
        """The answers about cards, which have these ids, the last that of the Citizen; and the amounts behind them."""
        printed = cards[:-1]
        self._add("take", A_TAKE, [f"take {card}" for card in printed])
        self.use = self._add("use", len(self), [f"use {card}" for card in printed])
        self.choose = self._add("choose", len(self), [f"choose {card}" for card in cards])
        self.discard = self._add("discard", len(self), [f"discard {card}" for card in cards])
        self.transfer = self._add("transfer", len(self), [f"transfer {card}" for card in cards])
        amounts = range(1, MAX_CONVERTED + 1)
        self.convert_gold = self._add("convert-gold", len(self), [f"convert {n} gold" for n in amounts])
        self.convert_vp = self._add("convert-vp", len(self), [f"convert {n} vp" for n in amounts])

    def _add(self, name: str, start: int, labels: list[str]) -> Block:
        self.labels += labels
        return self.add(name, start, len(labels))


ANSWERS: Final = Answers()
