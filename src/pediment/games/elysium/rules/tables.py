"""Tables to look cards up by number, filled while the families are imported.

The first cards are the printed ones, equal ones side by side; higher numbers are Citizens, which have no family, no
Level and no power (E1.5), so the tables answer for them too.
"""

from __future__ import annotations

from typing import Final

# By kind; the last kind is the Citizen
IDS: Final[list[str]] = []
KIND_OF_ID: Final[dict[str, int]] = {}
CARDS_OF_KIND: Final[list[list[int]]] = []  # printed kinds only

# By card
KIND: Final[list[int]] = []
FAMILY: Final[list[int]] = []
LEVEL: Final[list[int]] = []
POWER: Final[list[int]] = []
ELEUSIS: Final[list[bool]] = []
WORTH: Final[list[float]] = []
