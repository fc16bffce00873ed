"""Lessons: a game taught on real positions of its engine, one beat after the other.

A script in `lessons/GAME.toml` says where each chapter begins and what is played; `lessons/texts/` what is said to it.
Every beat's state follows from the script, so a request needs nothing but the beat's number and the move tried there.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import pediment
from pediment.core.texts import Texts
from pediment.table import bodies, telling
from pediment.table.refusal import Refused

FOLDER: Final = Path(__file__).parent / "lessons"
TEXTS: Final = Texts(FOLDER / "texts")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A beat in the script; what is said to it stands in the texts under the same id."""

    id: str
    point: list[str] = []
    expect: list[str] = []
    """Answers that lead on. Several only at a chapter's end: the next beat follows from the first."""
    replies: list[str] = []
    """What is played after that answer, or after "go on", by whoever is asked."""
    rules: list[str] = []


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Beats from one position on; without one they go on from the chapter before."""

    id: str
    beats: list[Line]
    position: dict[str, Any] | None = None


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole lesson, for whoever sits at `seat`."""

    seat: int
    chapters: list[Chapter]


class Step(msgspec.Struct, frozen=True):
    """A beat with the state in which it is shown."""

    chapter: str
    line: Line
    state: Any


@cache
def script(game: str) -> Script:
    """The script of a game's lesson. Raises msgspec.ValidationError with the place if it is malformed."""
    return msgspec.convert(tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8")), Script)


@cache
def steps(name: str) -> list[Step]:
    """All beats of a lesson. Raises PositionError or IllegalMove where the script is not the game's."""
    game = pediment.game(name)
    found: list[Step] = []
    state: Any = None
    for chapter in script(name).chapters:
        if chapter.position is not None:
            state = game.position(chapter.position)
        for line in chapter.beats:
            found.append(Step(chapter.id, line, state))
            state = state.clone()
            for move in (*line.expect[:1], *line.replies):
                game.play(state, move)
    return found


def lessons(language: str) -> list[bodies.Lesson]:
    """All lessons, one for each game."""
    found: list[bodies.Lesson] = []
    for game in pediment.games():
        texts = TEXTS.section(language, game)
        chapters = [texts["chapters"][chapter.id] for chapter in script(game).chapters]
        found.append(bodies.Lesson(game, texts["title"], texts["about"], chapters, len(steps(game))))
    return found


def answer(name: str, asked: bodies.AskBeat, language: str) -> bodies.Beat:
    """The beat that was asked for; with a move that leads on, the next one. Raises Refused for what is not there."""
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    all_steps = steps(name)
    if asked.beat >= len(all_steps):
        raise Refused("no-beat", language, last=len(all_steps) - 1)
    if asked.move is None:
        return _beat(name, asked.beat, language)
    game, step = pediment.game(name), all_steps[asked.beat]
    texts = TEXTS.section(language, name)
    said, names = texts["beats"][step.line.id], texts["names"]
    why = game.why_not(step.state, asked.move, language, names)
    if why is not None:
        return _beat(name, asked.beat, language, why.sentence, why.rule)
    if not step.line.expect:
        return _beat(name, asked.beat, language, TEXTS.say(language, "common.go-on"))
    expected = [game.parse(step.state, move) for move in step.line.expect]
    if game.parse(step.state, asked.move) not in expected:
        captions = [game.caption(step.state, action, language, names) for action in expected]
        wrong = said.get("wrong") or TEXTS.say(language, "common.wrong", moves=" / ".join(captions))
        return _beat(name, asked.beat, language, wrong)
    return _beat(name, asked.beat + 1, language, said.get("after", ""))


def _beat(name: str, number: int, language: str, remark: str = "", rule: str = "") -> bodies.Beat:
    game, all_steps, seat = pediment.game(name), steps(name), script(name).seat
    step, texts = all_steps[number], TEXTS.section(language, name)
    view = game.view(step.state, seat)
    entries: list[dict[str, Any]] = view.pop("log")
    names: list[str] = texts["names"]
    return bodies.Beat(
        beat=number,
        beats=len(all_steps),
        chapter=texts["chapters"][step.chapter],
        text=texts["beats"][step.line.id]["text"],
        point=step.line.point,
        expect=step.line.expect,
        rules=step.line.rules,
        seat=seat,
        names=names,
        view=view,
        log=[entry | {"text": game.log_line(entry, language, names)} for entry in entries],
        prompt=telling.prompt(game, step.state, language, names) if game.to_move(step.state) == seat else None,
        remark=remark,
        rule=rule,
        last=number == len(all_steps) - 1,
    )
