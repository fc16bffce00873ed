"""What somebody has made of the puzzles: a rating for each game, what was tried, and a streak of days.

With an identity it is stored among its settings, so that export and deletion cover it. A page without one keeps it
itself, and sends it along to be told what it is after an answer.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from pediment.lab import puzzle_rating
from pediment.lab.puzzles import Puzzle, PuzzleId

PuzzleIds = Annotated[list[PuzzleId], Meta(max_length=2_000)]


class PuzzleRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The puzzles of one game: the rating with its standard deviation, and by its first try what was solved."""

    rating: Annotated[float, Meta(ge=-10_000, le=10_000)] = puzzle_rating.START
    deviation: Annotated[float, Meta(ge=1, le=1_000)] = puzzle_rating.START_DEVIATION
    solved: PuzzleIds = msgspec.field(default_factory=list)
    failed: PuzzleIds = msgspec.field(default_factory=list)


PuzzleRecords = Annotated[dict[Annotated[str, Meta(max_length=40)], PuzzleRecord], Meta(max_length=20)]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has made of the puzzles. `day` is the last day whose puzzle was solved, as in 2026-11-18."""

    games: PuzzleRecords = msgspec.field(default_factory=dict)
    streak: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """Days in a row, up to that day,"""
    longest: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """and the most there ever were."""
    day: Annotated[str, Meta(max_length=10, pattern=r"^(\d{4}-\d\d-\d\d)?$")] = ""


def noted(before: Standing, puzzle: Puzzle, right: bool, of_the_day: date | None) -> Standing:
    """The standing after an answer. Only the first one to a puzzle is rated; `of_the_day` says whose puzzle it is."""
    name = puzzle.game().name
    record = before.games.get(name, PuzzleRecord())
    after = before
    if puzzle.id not in record.solved and puzzle.id not in record.failed:
        then = puzzle_rating.Rating(record.rating, record.deviation)
        now = puzzle_rating.rated(then, puzzle.rating, solved=right)
        record = PuzzleRecord(
            round(now.rating, 1),
            round(now.deviation, 1),
            [*record.solved, puzzle.id] if right else record.solved,
            record.failed if right else [*record.failed, puzzle.id],
        )
        after = msgspec.structs.replace(after, games=before.games | {name: record})
    if right and of_the_day is not None and before.day < of_the_day.isoformat():
        yesterday = (of_the_day - timedelta(days=1)).isoformat()
        streak = before.streak + 1 if before.day == yesterday else 1
        longest = max(before.longest, streak)
        after = msgspec.structs.replace(after, streak=streak, longest=longest, day=of_the_day.isoformat())
    return after
