"""The log: what happened, as ints; each entry names the card that caused it, if one did."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.log import Events
from pediment.games.elysium.rules.tables import IDS, KIND, POWER
from pediment.games.elysium.rules.vocabulary import COLOURS, COUNTERS, FAMILIES

# name, the rule behind it where no card is the cause, fields
_TABLE: Final[list[tuple[str, str, list[str]]]] = [
    ("start", "E2.4", ["seat"]),
    ("epoch", "E3.1", ["n"]),
    ("leftovers", "E3.1", ["cards"]),
    ("slide", "E3.1", ["cards"]),
    ("agora", "E3.1", ["cards"]),
    ("oracle", "E3.1", ["cards"]),
    ("reshuffle", "E3.2", ["n"]),
    ("take", "E4.4", ["seat", "card"]),
    ("citizen", "E4.7", ["seat"]),
    ("nothing", "E3.2", ["seat"]),
    ("quest", "E4.4", ["seat", "n"]),
    ("pass", "E4.7", ["seat"]),
    ("dismiss", "E4.6", ["seat", "colour"]),
    ("use", "E5.7", ["seat", "card"]),
    ("copy", "E5.9", ["seat", "card"]),
    ("gain", "E5.1", ["seat", "n", "counter"]),
    ("lose", "E5.1", ["seat", "n", "counter"]),
    ("give", "E5.1", ["seat", "n", "counter", "to"]),
    ("discard", "E5.7", ["seat", "card"]),
    ("reveal", "E5.10", ["seat", "card"]),
    ("duplicate", "E5.11", ["seat", "card"]),
    ("swap", "E5.4", ["seat", "colour", "other"]),
    ("exchange", "E7.8", ["seat", "card", "legend"]),
    ("level", "E5.4", ["seat", "n"]),
    ("point", "E5.4", ["seat", "to", "card"]),
    ("convert", "E5.1", ["seat", "n", "counter", "into"]),
    ("incomplete", "E4.8", ["seat"]),
    ("disc", "E6.1", ["seat", "n"]),
    ("income", "E6.2", ["seat", "n", "counter"]),
    ("transfers", "E6.3", ["seat", "n"]),
    ("transfer", "E7.1", ["seat", "card", "legend", "n"]),
    ("stop", "E6.3", ["seat"]),
    ("level-bonus", "E7.7", ["seat", "n"]),
    ("family-bonus", "E7.6", ["seat", "family", "n"]),
    ("steal", "E7.7", ["seat", "n", "to"]),
    ("end", "E3.3", []),
]
L_START: Final = 0
L_EPOCH: Final = 1
L_LEFTOVERS: Final = 2
L_SLIDE: Final = 3
L_AGORA: Final = 4
L_ORACLE: Final = 5
L_RESHUFFLE: Final = 6
L_TAKE: Final = 7
L_CITIZEN: Final = 8
L_NOTHING: Final = 9
L_QUEST: Final = 10
L_PASS: Final = 11
L_DISMISS: Final = 12
L_USE: Final = 13
L_COPY: Final = 14
L_GAIN: Final = 15
L_LOSE: Final = 16
L_GIVE: Final = 17
L_DISCARD: Final = 18
L_REVEAL: Final = 19
L_DUPLICATE: Final = 20
L_SWAP: Final = 21
L_EXCHANGE: Final = 22
L_LEVEL: Final = 23
L_POINT: Final = 24
L_CONVERT: Final = 25
L_INCOMPLETE: Final = 26
L_DISC: Final = 27
L_INCOME: Final = 28
L_TRANSFERS: Final = 29
L_TRANSFER: Final = 30
L_STOP: Final = 31
L_LEVEL_BONUS: Final = 32
L_FAMILY_BONUS: Final = 33
L_STEAL: Final = 34
L_END: Final = 35

_POWER_RULES: Final = ["E5.1", "E5.2", "E5.3", "E5.4", "E5.5", "E5.6"]


def _show(field: str, value: int) -> object:
    if field == "card":
        return IDS[KIND[value]]
    if field in ("colour", "other"):
        return COLOURS[value]
    if field in ("counter", "into"):
        return COUNTERS[value]
    return FAMILIES[value] if field == "family" else value


def _cause(card: int) -> tuple[str, str]:
    return IDS[KIND[card]], _POWER_RULES[POWER[card]]


EVENTS: Final = Events(_TABLE, _show, _cause)
