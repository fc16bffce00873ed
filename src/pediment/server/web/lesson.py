"""Lessons over HTTP: a request names a beat and perhaps the move tried there; the server remembers no learner."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

import pediment
from pediment.core.lesson import Answer, Lesson, LessonError, lesson_of
from pediment.server.domain.refusal import Refused
from pediment.server.live import compose
from pediment.server.structured_log import log
from pediment.server.web import bodies


@cache
def taught() -> dict[str, Lesson]:
    """The lessons there are, by game. One that cannot be taught is left out, and the log says why."""
    found: dict[str, Lesson] = {}
    for name in pediment.games():
        kit = pediment.kit(name)
        if kit.lesson is not None:
            try:
                found[name] = lesson_of(kit.game(), kit.lesson)
            except LessonError as error:
                log("lesson left out", level=logging.ERROR, game=name, error=error)
    return found


def lessons(language: str) -> list[bodies.Lesson]:
    """All lessons, one for each game that has one."""
    found: list[bodies.Lesson] = []
    for game, lesson in taught().items():
        words = lesson.words(language)
        chapters = [words.chapters[chapter.id] for chapter in lesson.script.chapters]
        found.append(bodies.Lesson(game, words.title, words.about, chapters, len(lesson.steps)))
    return found


def answer(name: str, asked: bodies.AskBeat, language: str) -> bodies.Beat:
    """The beat that was asked for; with a move that leads on, the next one. Raises Refused if there is none."""
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    if name not in taught():
        raise Refused("no-lesson", language, game=pediment.kit(name).title)
    lesson = taught()[name]
    if asked.beat >= len(lesson.steps):
        raise Refused("no-beat", language, last=len(lesson.steps) - 1)
    if asked.move is None:
        return _beat(lesson, asked.beat, language)
    tried = lesson.answer(asked.beat, asked.move, language)
    return _beat(lesson, asked.beat + tried.leads_on, language, tried)


def _beat(lesson: Lesson, number: int, language: str, tried: Answer | None = None) -> bodies.Beat:
    game, seat, words, step = lesson.game, lesson.seat, lesson.words(language), lesson.steps[number]
    view = game.view(step.state, seat)
    entries: list[dict[str, Any]] = view.pop("log")
    asked = game.to_move(step.state) == seat
    return bodies.Beat(
        beat=number,
        beats=len(lesson.steps),
        chapter=words.chapters[step.chapter],
        text=words.beats[step.line.id].text,
        point=step.line.point,
        expect=step.line.expect,
        rules=step.line.rules,
        seat=seat,
        names=words.names,
        view=view,
        log=[entry | {"text": game.log_line(entry, language, words.names, you=seat)} for entry in entries],
        prompt=compose.prompt(game, step.state, language, words.names) if asked else None,
        remark=tried.remark if tried else "",
        rule=tried.rule if tried else "",
        last=number == len(lesson.steps) - 1,
    )
