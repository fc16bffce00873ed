"""The log. What only one seat may know never enters it (Y8.1)."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.log import Events
from pediment.games.ephyran.rules.edition import CARD_OF_ID, IDS
from pediment.games.ephyran.rules.vocabulary import DIONYSUS, GODS, SUPPORTS

_TABLE: Final[list[tuple[str, str, list[str]]]] = [
    ("start", "Y2.1", ["seat"]),
    ("god", "Y2.1", ["seat", "god"]),
    ("deal", "Y2.1", ["seat", "n"]),
    ("add", "Y3.3", ["seat", "half", "god"]),
    ("change", "Y3.4", ["seat", "half", "god"]),
    ("discard", "Y3.5", ["seat", "card"]),
    ("draw", "Y3.1", ["seat"]),
    ("pick", "Y3.1", ["seat", "card"]),
    ("nothing", "Y3.2", ["seat"]),
    ("support", "Y3.1", ["seat", "support", "card"]),
    ("look", "Y4.2", ["seat", "n"]),
    ("keep", "Y4.2", ["seat"]),
    ("put", "Y4.2", ["seat", "card"]),
    ("token", "Y4.3", ["seat"]),
    ("place", "Y5.1", ["seat", "god", "n"]),
    ("steal", "Y4.4", ["seat", "to", "god", "n"]),
    ("exchange", "Y4.5", ["seat", "half", "god", "n"]),
    ("swap", "Y4.5", ["seat", "to", "god", "n"]),
    ("destroy", "Y4.6", ["seat", "half", "god"]),
    ("lock", "Y4.7", ["seat", "god"]),
    ("unlock", "Y4.8", ["seat", "to", "god"]),
    ("defend", "Y4.9", ["seat", "support", "card"]),
    ("replace", "Y6.3", ["seat", "to", "half", "god"]),
    ("gone", "Y5.2", ["seat", "n"]),
    ("last-round", "Y7.1", []),
    ("city", "Y7.2", ["seat", "n"]),
    ("end", "Y7.1", []),
    ("target", "Y4.6", ["seat", "to"]),
    ("target-area", "Y4.4", ["seat", "to", "god", "n"]),
]
L_START: Final = 0
L_GOD: Final = 1
L_DEAL: Final = 2
L_ADD: Final = 3
L_CHANGE: Final = 4
L_DISCARD: Final = 5
L_DRAW: Final = 6
L_PICK: Final = 7
L_NOTHING: Final = 8
L_SUPPORT: Final = 9
L_LOOK: Final = 10
L_KEEP: Final = 11
L_PUT: Final = 12
L_TOKEN: Final = 13
L_PLACE: Final = 14
L_STEAL: Final = 15
L_EXCHANGE: Final = 16
L_SWAP: Final = 17
L_DESTROY: Final = 18
L_LOCK: Final = 19
L_UNLOCK: Final = 20
L_DEFEND: Final = 21
L_REPLACE: Final = 22
L_GONE: Final = 23
L_LAST_ROUND: Final = 24
L_CITY: Final = 25
L_END: Final = 26
L_TARGET: Final = 27
L_TARGET_AREA: Final = 28


def card_id(card: int) -> str:
    """The id of a card, "dionysus" for a Dionysus."""
    return "dionysus" if card == DIONYSUS else IDS[card]


def half_id(half: int) -> str:
    """The id of a half: "TS04a", or "dionysus"."""
    return "dionysus" if half == 2 * DIONYSUS else IDS[half // 2] + "ab"[half % 2]


def half_of_id(half: str) -> int:
    """The half of such an id, in any case; no Dionysus. Raises KeyError for a card that is not there."""
    return 2 * CARD_OF_ID[half[:-1].upper()] + "ab".index(half[-1].lower())


def _show(field: str, value: int) -> object:
    if field == "card":
        return card_id(value)
    if field == "half":
        return half_id(value)
    if field == "god":
        return GODS[value]
    return SUPPORTS[value] if field == "support" else value


def cause_of(card: int, support: int) -> int:
    """A Support played with this card, as the cause of a log line."""
    return len(SUPPORTS) * card + support


def support_of(cause: int) -> int:
    """The Support of such a cause."""
    return cause % len(SUPPORTS)


def _cause(cause: int) -> tuple[str, str]:
    return card_id(cause // len(SUPPORTS)), f"Y4.{support_of(cause) + 1}"


EVENTS: Final = Events(_TABLE, _show, _cause)
