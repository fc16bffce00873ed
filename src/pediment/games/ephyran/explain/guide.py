"""The overview, the aid and the table above and beside the rules, with the numbers and names of the game filled in."""

from __future__ import annotations

from pediment.core.guide import Guide, RuleTable, read_guide, read_table
from pediment.games.ephyran.explain.captions import TEXTS, word
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    CITY,
    FACE_POINTS,
    FACES,
    FIRST_BONUS,
    LATER_BONUS,
    SUPPORTS,
)


def guide(language: str) -> Guide:
    """The guide in that language. Raises ValueError for a language that is not there."""
    return read_guide(TEXTS, language, _values(language), {"Y9": [_when_supports_can_be_played(language)]})


def _values(language: str) -> dict[str, object]:
    """What the lines of overview and aid leave open."""
    values: dict[str, object] = {"city": CITY, "areas": AREAS, "first": FIRST_BONUS, "later": LATER_BONUS}
    for face, points in zip(FACES, FACE_POINTS, strict=True):
        values[face] = f"{points:+}".replace("-", "−")
    for support in SUPPORTS:
        values[support.replace("-", "_")] = word(language, support)
    return values


def _when_supports_can_be_played(language: str) -> RuleTable:
    rows = [(word(language, support), TEXTS.say(language, f"starts.{support}")) for support in SUPPORTS]
    return read_table(TEXTS, language, "playable", rows)
