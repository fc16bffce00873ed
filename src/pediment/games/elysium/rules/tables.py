"""Tables to look cards up by number, filled while the families are imported.

The first cards are the printed ones, equal ones side by side; higher numbers are Citizens, which have no family, no
Level and no power (E1.5): that is what the tables say of every number until a printed card is entered under it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN, MAX_CITIZENS, NO_FAMILY, NONE

NUMBERS: Final = FIRST_CITIZEN + MAX_CITIZENS  # of cards

# By kind; the last kind is the Citizen
IDS: Final[list[str]] = []
KIND_OF_ID: Final[dict[str, int]] = {}
CARDS_OF_KIND: Final[list[list[int]]] = []  # printed kinds only

# By card: vectors, which the compiled engine reads without making objects of their ints
KIND: Final = vec[i64]([NONE] * NUMBERS)  # a Citizen's is known when the printed ones are counted
FAMILY: Final = vec[i64]([NO_FAMILY] * NUMBERS)
LEVEL: Final = vec[i64]([0] * NUMBERS)
POWER: Final = vec[i64]([NONE] * NUMBERS)
ELEUSIS: Final = vec[bool]([False] * NUMBERS)
HEARS: Final = vec[bool]([False] * NUMBERS)  # does its power listen?
WORTH: Final = vec[float]([0.0] * NUMBERS)
