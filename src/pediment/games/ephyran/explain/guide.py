"""The overview, the aid and the table above and beside the rules, with the numbers and names of the game filled in."""

from __future__ import annotations

from pediment.core.guide import Guide, RuleTable, read_guide, read_table
from pediment.games.ephyran.explain.speaker import EphyranSpeaker
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    CITY,
    FACE_POINTS,
    FACES,
    FIRST_BONUS,
    LATER_BONUS,
    SUPPORTS,
)


def guide(by: EphyranSpeaker) -> Guide:
    """The guide in the language of the speaker. Raises ValueError for a language that is not there."""
    return read_guide(by.texts, by.language, _values(by), {"Y9": [_when_supports_can_be_played(by)]})


def _values(by: EphyranSpeaker) -> dict[str, object]:
    """What the lines of overview and aid leave open."""
    values: dict[str, object] = {"city": CITY, "areas": AREAS, "first": FIRST_BONUS, "later": LATER_BONUS}
    for face, points in zip(FACES, FACE_POINTS, strict=True):
        values[face] = f"{points:+}".replace("-", "−")
    for support in SUPPORTS:
        values[support.replace("-", "_")] = by.word(support)
    return values


def _when_supports_can_be_played(by: EphyranSpeaker) -> RuleTable:
    rows = [(by.word(support), by.say(f"starts.{support}")) for support in SUPPORTS]
    return read_table(by.texts, by.language, "playable", rows)
