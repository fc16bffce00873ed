"""Lessons: a game taught on real positions of its engine, one beat after the other.

A script says where each chapter begins and what is played; the section `lesson` of the game's catalogue says what is
told to it. Every beat's state follows from the script, so a front end remembers nothing but the number of the beat.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from pediment.core.game import Game
from pediment.core.texts import Texts

TEXTS: Final = Texts(Path(__file__).parent / "data" / "texts")
"""What is said in the lessons of all games."""


class LessonError(ValueError):
    """A lesson that cannot be taught: its script or its texts are wrong, and where."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A beat in the script; what is said to it stands in the texts under the same id."""

    id: str
    point: list[str] = []
    """What to look at: an answer's label, a card's id, or a place of the board."""
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


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at a beat, to another legal move, and once it is done."""

    text: str
    wrong: str = ""
    after: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson in one language: its texts, and what the places of the board are called that it points at."""

    title: str
    about: str
    names: list[str]
    places: dict[str, str]
    chapters: dict[str, str]
    beats: dict[str, Said]
    screen: str = ""
    """How things of the board look where it is drawn in letters."""


class Step(msgspec.Struct, frozen=True):
    """A beat with the state in which it is shown."""

    chapter: str
    line: Line
    state: Any
    fresh: bool
    """Does it begin at a position of its own, with nothing that happened before?"""


class Answer(msgspec.Struct, frozen=True):
    """What is said to a move that the learner tries, and whether it leads on; `rule` is the one that forbids it."""

    leads_on: bool
    remark: str
    rule: str = ""


class Lesson:
    """The lesson of a game, ready to be taught."""

    def __init__(self, game: Game[Any], script: Path) -> None:
        """Raises LessonError for a script that is not this game's, and for texts that are not this script's."""
        self.game = game
        try:
            self.script = msgspec.convert(tomllib.loads(script.read_text(encoding="utf-8")), Script)
            self.steps = self._played()
            self._words = {language: self._read(language) for language in TEXTS.languages}
        except Exception as error:  # it may be of any package, and fail in any part of its engine
            raise LessonError(f"{script}: {str(error) or type(error).__name__}") from error

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return self.script.seat

    def words(self, language: str) -> Words:
        """The lesson in a language. Raises KeyError for one that we do not speak."""
        return self._words[language]

    def chapter_starts(self) -> list[int]:
        """The number of the first beat of each chapter."""
        ids = [step.chapter for step in self.steps]
        return [ids.index(chapter.id) for chapter in self.script.chapters]

    def expected(self, beat: int, language: str) -> list[str]:
        """The moves that lead on from a beat, in words."""
        step, names = self.steps[beat], self.words(language).names
        actions = [self.game.parse(step.state, move) for move in step.line.expect]
        return [self.game.caption(step.state, action, language, names) for action in actions]

    def answer(self, beat: int, move: str, language: str) -> Answer:
        """What is said to a move at a beat, by its label."""
        game, step, words = self.game, self.steps[beat], self.words(language)
        said = words.beats[step.line.id]
        why = game.why_not(step.state, move, language, words.names)
        if why is not None:
            return Answer(False, why.sentence, why.rule)
        if not step.line.expect:
            return Answer(False, TEXTS.say(language, "lesson.go-on"))
        if game.parse(step.state, move) not in [game.parse(step.state, expected) for expected in step.line.expect]:
            moves = " / ".join(self.expected(beat, language))
            return Answer(False, said.wrong or TEXTS.say(language, "lesson.wrong", moves=moves))
        return Answer(True, said.after)

    def _played(self) -> list[Step]:
        """All beats, each where the script leads. Raises PositionError or IllegalMove where it leads nowhere."""
        found: list[Step] = []
        state: Any = None
        for chapter in self.script.chapters:
            fresh = chapter.position is not None
            if chapter.position is not None:
                state = self.game.position(chapter.position)
            for line in chapter.beats:
                found.append(Step(chapter.id, line, state, fresh))
                fresh = False
                for move in line.expect:
                    self.game.play(state.clone(), move)
                state = state.clone()
                for move in (*line.expect[:1], *line.replies):
                    self.game.play(state, move)
        return found

    def _read(self, language: str) -> Words:
        """What is said in a language. Raises ValueError if something is missing."""
        words = msgspec.convert(self.game.texts.section(language, "lesson"), Words)
        known = {*words.places, *self.game.cards(), *self.game.label_list}
        for step in self.steps:
            if step.chapter not in words.chapters or step.line.id not in words.beats:
                raise ValueError(f"no text in {language!r} for {step.chapter!r}, beat {step.line.id!r}")
            for point in step.line.point:
                if point not in known:
                    raise ValueError(f"beat {step.line.id!r}: there is nothing called {point!r} to look at")
        return words


@cache
def lesson_of(game: Game[Any], script: Path) -> Lesson:
    """The lesson of a game by its script, which is read once. Raises LessonError."""
    return Lesson(game, script)
