"""How far somebody has come in the lessons in the terminal, kept in a file beside their games."""

from __future__ import annotations

import msgspec

from pediment.command import files
from pediment.lab.chapters import ChapterProgress, Course, Progress, merged
from pediment.terminal.saved_games import home


def kept() -> Progress:
    """What is kept; nothing yet if there is no file, or one that is not ours."""
    try:
        return msgspec.json.decode((home() / "lessons.json").read_bytes(), type=Progress)
    except (OSError, msgspec.MsgspecError):
        return Progress()


def keep(course: Course, chapter: str, beat: int, language: str, solved: str = "") -> None:
    """Note where a learner is, and a puzzle that they have solved. Raises UserError if it cannot be written."""
    lesson, file = course.lesson, home() / "lessons.json"
    read = beat == len(lesson.steps[chapter]) - 1
    news = Progress({lesson.game.name: {chapter: ChapterProgress(beat, read, [solved] if solved else [])}})
    text = msgspec.json.encode(merged(kept(), news, {lesson.game.name: course})).decode()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise files.unwritable(str(file), error, language) from None
    files.write(str(file), text + "\n", language)
