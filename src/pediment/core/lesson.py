"""Lessons: a game taught in chapters on real positions of its engine, one beat after the other.

A script says where each chapter begins and what is played; the section `lesson` of the game's catalogue says what is
told to it. Every beat's state follows from the script, so a front end remembers nothing but the chapter and the number
of the beat in it.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from pediment.core.game import Game
from pediment.core.texts import Texts

TEXTS: Final = Texts(Path(__file__).parent / "data" / "texts")
"""What is said in the lessons of all games."""
WORDS_A_MINUTE: Final = 150
"""How fast a learner reads who looks at the board as well,"""
MOVES_A_MINUTE: Final = 4
"""and how fast they find what is asked for."""


class LessonError(ValueError):
    """A lesson that cannot be taught: its script or its texts are wrong, and where."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A beat in the script; what is said to it stands in the texts under the same id."""

    id: str
    point: list[str] = []
    """What to look at: an answer's label, a card's id, or a place of the board."""
    expect: str = ""
    """The answer that leads on; with none, the learner just reads on."""
    replies: list[str] = []
    """What is played after that answer, or after "go on", by whoever is asked."""
    rules: list[str] = []


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Beats from one position on; without one they go on from the chapter before. The last beat asks for no move."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]*$")]
    beats: Annotated[list[Line], Meta(min_length=1)]
    position: dict[str, Any] | None = None
    puzzles: list[str] = []
    """Which puzzles come after it: those with a best answer like one of these, such as "take *"."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole lesson, for whoever sits at `seat`."""

    seat: int
    chapters: list[Chapter]


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at a beat, to another legal move, and once it is done."""

    text: str
    wrong: str = ""
    after: str = ""


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a chapter is called, and what it teaches."""

    title: str
    about: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson in one language: its texts, and what the places of the board are called that it points at."""

    title: str
    about: str
    names: list[str]
    places: dict[str, str]
    chapters: dict[str, Heading]
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

    @property
    def chapters(self) -> list[str]:
        """The ids of the chapters, in order."""
        return list(self.steps)

    def words(self, language: str) -> Words:
        """The lesson in a language. Raises KeyError for one that we do not speak."""
        return self._words[language]

    def minutes(self, chapter: str, language: str) -> int:
        """About how long a chapter takes without its puzzles: for reading it, and for finding each move."""
        steps, words = self.steps[chapter], self.words(language)
        told = [words.beats[step.line.id] for step in steps]
        read = sum(len(text.split()) for said in told for text in (said.text, said.after))
        return math.ceil(read / WORDS_A_MINUTE + sum(bool(step.line.expect) for step in steps) / MOVES_A_MINUTE)

    def expected(self, step: Step, language: str) -> str:
        """The move that leads on from a step, in words; empty where none is asked for."""
        if not step.line.expect:
            return ""
        action = self.game.parse(step.state, step.line.expect)
        return self.game.caption(step.state, action, language, self.words(language).names)

    def answer(self, step: Step, move: str, language: str) -> Answer:
        """What is said to a move at a step, by its label."""
        game, words = self.game, self.words(language)
        said = words.beats[step.line.id]
        why = game.why_not(step.state, move, language, words.names)
        if why is not None:
            return Answer(False, why.sentence, why.rule)
        if not step.line.expect:
            return Answer(False, TEXTS.say(language, "lesson.go-on"))
        if game.parse(step.state, move) != game.parse(step.state, step.line.expect):
            return Answer(False, said.wrong or TEXTS.say(language, "lesson.wrong", move=self.expected(step, language)))
        return Answer(True, said.after)

    def _played(self) -> dict[str, list[Step]]:
        """All beats by chapter, each where the script leads.

        Raises PositionError or IllegalMove where it leads nowhere, ValueError for a chapter that cannot be told apart
        or that ends with a move: what that leads to would never be shown.
        """
        found: dict[str, list[Step]] = {}
        state: Any = None
        for chapter in self.script.chapters:
            if chapter.id in found:
                raise ValueError(f"there are two chapters {chapter.id!r}")
            if chapter.beats[-1].expect:
                raise ValueError(f"chapter {chapter.id!r} ends with a beat that expects a move")
            found[chapter.id] = []
            fresh = chapter.position is not None
            if chapter.position is not None:
                state = self.game.position(chapter.position)
            for line in chapter.beats:
                found[chapter.id].append(Step(chapter.id, line, state, fresh))
                fresh = False
                state = state.clone()
                for move in (*filter(None, [line.expect]), *line.replies):
                    self.game.play(state, move)
        return found

    def _read(self, language: str) -> Words:
        """What is said in a language. Raises ValueError if something is missing."""
        words = msgspec.convert(self.game.texts.section(language, "lesson"), Words)
        known = {*words.places, *self.game.cards(), *self.game.label_list}
        for step in (step for steps in self.steps.values() for step in steps):
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
