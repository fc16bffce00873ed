"""The chapters of a lesson with the puzzles at their ends, and how far somebody has come in them.

>>> import pediment
>>> from pediment.core.lesson import lesson_of
>>> from pediment.lab.puzzles import shipped
>>> kit = pediment.kit("elysium")
>>> course = Course(lesson_of(kit.game(), kit.lesson), shipped("elysium"))
>>> [puzzle.answer for puzzle in course.puzzles["quest"]]
['quest 2', 'quest 1', 'quest 3']
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from pediment.core.lesson import Lesson
from pediment.lab.puzzles import Pack, Puzzle, PuzzleId

MOST_PUZZLES: Final = 3
"""How many puzzles come after a chapter, if there are so many."""
MAX_KEPT_PUZZLES: Final = 100
"""Of a chapter, that are kept as solved: those of earlier packs are among them."""


class ChapterProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody has come in a chapter."""

    beat: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """Where they are, from 0,"""
    read: bool = False
    """whether they ever came to its end,"""
    solved: Annotated[list[PuzzleId], Meta(max_length=MAX_KEPT_PUZZLES)] = msgspec.field(default_factory=list)
    """and which of its puzzles they have solved, at whatever try."""


Chapters = Annotated[dict[Annotated[str, Meta(max_length=40)], ChapterProgress], Meta(max_length=100)]


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far somebody has come in the lessons: by game, by chapter."""

    games: Annotated[dict[Annotated[str, Meta(max_length=40)], Chapters], Meta(max_length=20)] = msgspec.field(
        default_factory=dict
    )

    def chapters(self, game: str) -> Mapping[str, ChapterProgress]:
        """What there is of one game."""
        return self.games.get(game, {})


class Course:
    """A lesson with the puzzles at the ends of its chapters."""

    def __init__(self, lesson: Lesson, pack: Pack | None) -> None:
        """Choose the puzzles from a pack; there are none without it.

        Each kind of answer that a chapter names has its turn, and brings the easiest puzzle left with such an answer,
        though not with the same answer again; none comes after two chapters. The easiest is the first. So they follow
        from the pack, and another pack brings others.
        """
        self.lesson = lesson
        self.puzzles: dict[str, list[Puzzle]] = {}
        left = (
            [] if pack is None else sorted(pack.puzzles, key=lambda puzzle: (puzzle.rating, puzzle.seats(), puzzle.id))
        )
        for chapter in lesson.script.chapters:
            chosen = self.puzzles[chapter.id] = []
            for answer in chapter.puzzles * MOST_PUZZLES:
                answers = {one.answer for one in chosen}
                fitting = [one for one in left if fnmatchcase(one.answer, answer) and one.answer not in answers]
                if fitting and len(chosen) < MOST_PUZZLES:
                    chosen.append(fitting[0])
                    left.remove(fitting[0])
            chosen.sort(key=lambda puzzle: puzzle.rating)

    def is_complete(self, chapter: str, progress: ChapterProgress) -> bool:
        """Has the chapter been read, and were its puzzles solved? Those of an earlier pack count, too."""
        return progress.read and len(progress.solved) >= len(self.puzzles[chapter])

    def to_resume(self, done: Mapping[str, ChapterProgress]) -> str:
        """The chapter to go on with: the first one begun and not read, else the first not read, else the first."""
        unread = [chapter for chapter in self.lesson.chapters if not done.get(chapter, ChapterProgress()).read]
        begun = [chapter for chapter in unread if chapter in done]
        return [*begun, *unread, self.lesson.chapters[0]][0]

    def noted(self, chapter: str, before: ChapterProgress, news: ChapterProgress) -> ChapterProgress:
        """The progress in a chapter after news of it: where somebody is now, and all that was ever done there."""
        ids = [puzzle.id for puzzle in self.puzzles[chapter]]
        solved = [one for one in dict.fromkeys(news.solved) if one in ids and one not in before.solved]
        beat = min(news.beat, len(self.lesson.steps[chapter]) - 1)
        return ChapterProgress(beat, before.read or news.read, [*before.solved, *solved][-MAX_KEPT_PUZZLES:])


def merged(before: Progress, news: Progress, courses: Mapping[str, Course]) -> Progress:
    """The progress after news of some chapters. What these courses do not have is left out."""
    games = {name: dict(chapters) for name, chapters in before.games.items()}
    for name, chapters in news.games.items():
        course = courses.get(name)
        for chapter, new in chapters.items():
            if course is not None and chapter in course.lesson.steps:
                old = games.setdefault(name, {}).get(chapter, ChapterProgress())
                games[name][chapter] = course.noted(chapter, old, new)
    return Progress(games)
