"""Lessons over HTTP: a request names a beat and perhaps the move tried there, and needs nothing that was before."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

import pediment
from pediment.core.lesson import Answer, Lesson, LessonError, lesson_of
from pediment.lab.chapters import Course
from pediment.server.domain.refusal import Refused
from pediment.server.live import compose
from pediment.server.structured_log import log
from pediment.server.web import bodies
from pediment.server.web.puzzles import packs


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


@cache
def courses() -> dict[str, Course]:
    """The lessons with the puzzles at the ends of their chapters, by game."""
    return {game: Course(lesson, packs().get(game)) for game, lesson in taught().items()}


def lessons(language: str) -> list[bodies.Lesson]:
    """All lessons, one for each game that has one."""
    found: list[bodies.Lesson] = []
    for game, course in courses().items():
        words = course.lesson.words(language)
        chapters = [
            bodies.LessonChapter(
                id=chapter,
                title=words.chapters[chapter].title,
                about=words.chapters[chapter].about,
                beats=len(steps),
                minutes=course.lesson.minutes(chapter, language),
                puzzles=[puzzle.id for puzzle in course.puzzles[chapter]],
            )
            for chapter, steps in course.lesson.steps.items()
        ]
        found.append(bodies.Lesson(game, words.title, words.about, chapters))
    return found


def answer(name: str, asked: bodies.AskBeat, language: str) -> bodies.Beat:
    """The beat that was asked for; with a move that leads on, the next one. Raises Refused if there is none."""
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    if name not in taught():
        raise Refused("no-lesson", language, game=pediment.kit(name).title)
    lesson = taught()[name]
    if asked.beat >= len(lesson.steps.get(asked.chapter, [])):
        raise Refused("no-beat", language)
    if asked.move is None:
        return _beat(lesson, asked.chapter, asked.beat, language)
    tried = lesson.answer(lesson.steps[asked.chapter][asked.beat], asked.move, language)
    return _beat(lesson, asked.chapter, asked.beat + tried.leads_on, language, tried)


def _beat(lesson: Lesson, chapter: str, number: int, language: str, tried: Answer | None = None) -> bodies.Beat:
    game, seat, words, steps = lesson.game, lesson.seat, lesson.words(language), lesson.steps[chapter]
    step = steps[number]
    view = game.view(step.state, seat)
    entries: list[dict[str, Any]] = view.pop("log")
    asked = game.to_move(step.state) == seat
    return bodies.Beat(
        chapter=chapter,
        title=words.chapters[chapter].title,
        beat=number,
        beats=len(steps),
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
        last=number == len(steps) - 1,
    )
