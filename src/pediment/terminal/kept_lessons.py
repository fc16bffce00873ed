"""How far somebody has come in the lessons in the terminal, kept in a file beside their games."""

from __future__ import annotations

import msgspec

from pediment.command import files
from pediment.lab.chapters import ChapterProgress, Course, Progress, merged
from pediment.terminal.saved_games import home


def kept() -> Progress:
    """What is kept; nothing yet if there is no file, or one that cannot be understood."""
    return _read() or Progress()


def _read() -> Progress | None:
    """What is kept; None if it cannot be understood, as when a later version wrote it."""
    try:
        return msgspec.json.decode((home() / "lessons.json").read_bytes(), type=Progress)
    except OSError:
        return Progress()
    except msgspec.MsgspecError:
        return None


def keep(course: Course, chapter: str, beat: int, language: str, solved: str = "") -> None:
    """Note where a learner is, and a puzzle that they have solved. Raises UserError if it cannot be written.

    A file that cannot be understood is set aside, not lost.
    """
    lesson, file = course.lesson, home() / "lessons.json"
    read = beat == len(lesson.steps[chapter]) - 1
    news = Progress({lesson.game.name: {chapter: ChapterProgress(beat, read, [solved] if solved else [])}})
    before = _read()
    text = msgspec.json.encode(merged(before or Progress(), news, {lesson.game.name: course})).decode()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if before is None:
            file.replace(file.with_suffix(".bad.json"))
    except OSError as error:
        raise files.unwritable(str(file), error, language) from None
    files.write(str(file), text + "\n", language)
