"""`pediment lesson`: a game taught in chapters on its own board, step by step."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from itertools import pairwise
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command.arguments import Parser
from pediment.command.errors import UserError
from pediment.command.layout import Flow
from pediment.core.lesson import Answer, Lesson, LessonError, lesson_of
from pediment.core.match import Match
from pediment.lab.chapters import ChapterProgress, Course
from pediment.lab.puzzles import PackError, Puzzle, shipped
from pediment.terminal.board import Detail, board_of, heading
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.kept_lessons import keep, kept
from pediment.terminal.matching import matching
from pediment.terminal.messages import TEXTS, Messages
from pediment.terminal.options import Options
from pediment.terminal.prompt import Leave, Prompt
from pediment.terminal.puzzles import Solving
from pediment.terminal.rules import Rulebook

GENTLE = "shepherd"
"""The opponent of a first game, whom the lessons recommend."""


class GuidedLesson(Prompt):
    """A lesson at the screen, from a beat of a chapter on; each is shown at the state where the script has led."""

    def __init__(self, course: Course, chapter: str, at: int, say: Messages, console: Console) -> None:
        self.course = course
        self.lesson = lesson = course.lesson
        self.words = words = lesson.words(say.language)
        names = words.names[:]
        names[lesson.seat] += f" ({say('play.you')})"
        match = Match.of(lesson.game, lesson.steps[chapter][at].state)
        super().__init__(match, board_of(match, say, names, words.names), say, console)
        self.board.you = lesson.seat
        self.help = say("lesson.help")
        self.before: dict[str, Any] | None = None  # the view of the beat before, if this one follows from it
        self.numbered = False  # does the table on the screen show the numbers of options?
        self.finished = False  # did the learner go on from the last chapter?
        self.kept = True  # can it be written down where they are?
        self._go(chapter, at)

    def run(self) -> bool:
        """Teach from here to the end; False if the learner leaves before."""
        try:
            while not self.finished:
                self._teach()
        except (Leave, KeyboardInterrupt):
            self.console.print(self.say("lesson.left", command=f"pediment lesson {self.game.name}"))
            return False
        return True

    @property
    def last(self) -> bool:
        """Is this the last beat of its chapter?"""
        return self.at == len(self.lesson.steps[self.chapter]) - 1

    def _go(self, chapter: str, at: int = 0, remark: str | None = None) -> None:
        """To another beat: with a remark to the one that follows, else without what has happened in between."""
        self.chapter, self.at = chapter, at
        self.step = step = self.lesson.steps[chapter][at]
        self.remark = remark or ""
        self.moved = True
        if remark is None or step.fresh:
            self.before = None
        self._keep()

    def _keep(self, solved: str = "") -> None:
        """Note where the learner is; if that cannot be written, say so once."""
        try:
            keep(self.course, self.chapter, self.at, self.say.language, solved)
        except UserError as error:
            if self.kept:
                self.console.print(Text(str(error), "yellow"))
            self.kept = False

    def _teach(self) -> None:
        """Show the beat, and answer what the learner types until it leads to another one."""
        options, seat = self._show(), self.lesson.seat
        self.moved = False
        while not self.moved:
            typed = self._read()
            self.editor.remember(typed)
            action = self._understand(typed, seat, options)
            if action is not None:
                answer = self.lesson.answer(self.step, self.game.label(self.step.state, action), self.say.language)
                if answer.leads_on:
                    self._go(self.chapter, self.at + 1, answer.remark)
                else:
                    self._remark(answer)

    def _show(self) -> Options:
        """The table where something is new on it, what has happened, and what the teacher says."""
        seat, asked = self.lesson.seat, bool(self.step.line.expect)
        self.match = Match.of(self.game, self.step.state)
        view = self.match.view(seat)
        self.options = options = Options(self.board, self.step.state, view, asked)
        before = self.before
        entries = [] if before is None else view["log"][len(before["log"]) :]
        private = self.board.private(before, view, seat)
        self.console.print()
        if self.match.over and "scores" in self.step.line.point:
            verdict = self.board.verdict(view, self.game.returns(self.step.state))
            sheet = Group(self.board.sheet(view, self.console.width), Text(verdict, "bold"))
            self.console.print(Group(*self._told(entries, private), sheet, self._question(seat, options)))
        elif before is None or self._lacks_numbers(options) or (view != before and self.board.changed(before, view)):
            news = [entry for entry in entries if entry["event"] not in self.board.quiet]
            self._table(view, seat, options, self._told(news, private))
            self.numbered = asked
        else:
            reminder = None if view == before else self.board.reminder(view, seat, options.numbers)
            parts = self._told(entries, private) + ([] if reminder is None else [reminder])
            self.console.print(Group(*parts, self._question(seat, options)))
            self.numbered = False
        self.before = view
        return options

    def _lacks_numbers(self, options: Options) -> bool:
        """Would there be numbers on the table now that the one on the screen does not show?"""
        return not self.numbered and any(map(self.board.numbered, options.labels))

    def _question(self, seat: int, options: Options, detail: Detail = Detail.FULL) -> RenderableType:
        """What the teacher says, points at and asks."""
        step, say = self.step, self.say
        place = say("lesson.step", n=self.at + 1, of=len(self.lesson.steps[self.chapter]))
        parts: list[RenderableType] = [heading([self.words.chapters[step.chapter].title, place], "green")]
        parts += [Text(self.remark, "green")] if self.remark else []
        parts.append(Text.assemble(self.words.beats[step.line.id].text, (f" ({', '.join(step.line.rules)})", "cyan")))
        if step.line.point:
            first, *more = (self._named(point, options) for point in step.line.point)
            parts.append(Flow([Text(text, "italic") for text in (say("lesson.look", thing=first), *more)], indent=2))
        if step.line.expect:
            parts.append(super()._question(seat, options, detail))
        else:
            parts.append(Text(self._what_follows(), "bold"))
        return Group(*parts)

    def _what_follows(self) -> str:
        """What Enter does where nothing is to be played."""
        if not self.last:
            return self.say("lesson.enter")
        following = self._following()
        then = self.words.chapters[following].title if following else self.say("lesson.end")
        left = len(self._unsolved())
        return self.say("lesson.puzzles", n=left, then=then) if left else self.say("lesson.next", then=then)

    def _following(self) -> str | None:
        """The next chapter, if there is one."""
        return dict(pairwise(self.lesson.chapters)).get(self.chapter)

    def _unsolved(self) -> list[Puzzle]:
        """The puzzles of this chapter that are still to be solved."""
        done = kept().chapters(self.game.name).get(self.chapter, ChapterProgress())
        return [puzzle for puzzle in self.course.puzzles[self.chapter] if puzzle.id not in done.solved]

    def _named(self, point: str, options: Options) -> str:
        """What the teacher points at, in words: an option with its number, a card, a place of the board."""
        if point in options.numbers:
            n = options.numbers[point]
            return self.say("lesson.option", n=n, caption=options.captions[n - 1])
        if point in self.words.places:
            return self.words.places[point]
        return str(self.game.card(point, self.say.language)["name"])

    def _remark(self, answer: Answer) -> None:
        rule = f" ({answer.rule})" if answer.rule else ""
        self.console.print(Text.assemble((answer.remark, "yellow"), (rule, "cyan")))

    def _understand(self, typed: str, seat: int, options: Options) -> int | None:
        """As at a table; besides, Enter goes on where nothing is to be played, and the number of a rule shows it."""
        if not typed and not self.step.line.expect:
            if self.last:
                self._finish()
            else:
                self._go(self.chapter, self.at + 1, "")
        elif typed.upper() in self.game.rules(self.say.language):
            self._rules(typed, seat, options)
        else:
            return super()._understand(typed, seat, options)
        return None

    def _unknown(self, typed: str, options: Options) -> None:
        if options.actions:
            super()._unknown(typed, options)
        else:  # there are no options to speak of
            self.console.print(self.say("lesson.unknown", typed=typed))

    def _refusal(self, label: str, options: Options) -> None:
        if options.actions:
            super()._refusal(label, options)
        else:
            self._remark(self.lesson.answer(self.step, label, self.say.language))

    def _finish(self) -> None:
        """The puzzles of the chapter that are still to be solved, one after the other; then the next chapter."""
        for puzzle in self._unsolved():
            self.console.print()
            if Solving(puzzle, self.say, self.console).solve():
                self._keep(puzzle.id)
            self._read(self.say("lesson.enter") + " ")
        self._next("", self.lesson.seat, self.options)

    # The commands of a lesson

    def _next(self, rest: str, seat: int, options: Options | None) -> None:
        """To the next chapter, without the puzzles; after the last one, the lesson is over."""
        following = self._following()
        if following is None:
            self.finished = self.moved = True
        else:
            self._go(following)

    def _hint(self, rest: str, seat: int, options: Options) -> None:
        move = self.lesson.expected(self.step, self.say.language)
        self.console.print(self.say("lesson.hint", move=move) if move else self._what_follows())

    def _rules(self, rest: str, seat: int, options: Options) -> None:
        """The rules of this beat, or those that are asked for."""
        book = Rulebook([self.game], self.say)
        rules = book.find(rest) if rest else [entry for rule in self.step.line.rules for entry in book.named(rule)]
        self.console.print(book.show(rules) if rules else book.nothing(rest))

    def _back(self, rest: str, seat: int, options: Options) -> None:
        before = [chapter for chapter, after in pairwise(self.lesson.chapters) if after == self.chapter]
        if self.at:
            self._go(self.chapter, self.at - 1)
        elif before:
            self._go(before[0], len(self.lesson.steps[before[0]]) - 1)
        else:
            self.console.print(self.say("lesson.first"))

    def _again(self, rest: str, seat: int, options: Options) -> None:
        self._go(self.chapter)

    def _chapter(self, rest: str, seat: int, options: Options) -> None:
        """To a chapter by its number or its title; without one, which there are."""
        titles = [self.words.chapters[chapter].title for chapter in self.lesson.chapters]
        found = [int(rest) - 1] if rest.isdecimal() else matching(rest, titles)
        if len(found) == 1 and 0 <= found[0] < len(titles):
            self._go(self.lesson.chapters[found[0]])
            return
        self.console.print(_chapters(self.course, self.say, here=self.chapter))
        self.console.print(self.say("lesson.which-chapter"))


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment lesson`."""
    say = Messages(parser.language)
    parser.add_argument("game", choices=pediment.games(), nargs="?", help=say("help-lesson.game"))
    parser.add_argument("--chapter", type=int, metavar="N", help=say("help-lesson.chapter"))
    parser.add_argument("--list", action="store_true", help=say("help-lesson.list"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment lesson`: exit code 1 for a game that has none."""
    say = Messages(args.language)
    name = args.game or _chosen(say, console)
    if name is None:
        return 0
    lesson = _lesson(name, say)
    if args.chapter is not None and not 1 <= args.chapter <= len(lesson.chapters):
        raise UserError(say("lesson.no-chapter", given=str(args.chapter), last=len(lesson.chapters)))
    words = lesson.words(say.language)
    console.print(Text(words.title, "bold"))
    course = _course(lesson)
    if args.list:
        console.print(_chapters(course, say))
        return 0
    console.print(Text(" ".join(filter(None, [words.about, say("lesson.how-to"), words.screen]))))
    if GuidedLesson(course, *_where(course, args.chapter), say, console).run():
        _offer_game(name, say, console)
    return 0


def _course(lesson: Lesson) -> Course:
    """The lesson with its puzzles; without any if the pack cannot be read."""
    try:
        return Course(lesson, shipped(lesson.game.name))
    except (PackError, OSError):
        return Course(lesson, None)


def _where(course: Course, wanted: int | None) -> tuple[str, int]:
    """The chapter and the beat to begin with: where the learner was, or the start of the chapter they ask for."""
    lesson = course.lesson
    if wanted is not None:
        return lesson.chapters[wanted - 1], 0
    done = kept().chapters(lesson.game.name)
    chapter = course.to_resume(done)
    before = done.get(chapter, ChapterProgress())
    return chapter, 0 if before.read else min(before.beat, len(lesson.steps[chapter]) - 1)


def _chapters(course: Course, say: Messages, here: str = "") -> RenderableType:
    """The list of the chapters: what each teaches, how long it takes, and how far the learner has come in it."""
    lesson = course.lesson
    words, done = lesson.words(say.language), kept().chapters(lesson.game.name)
    table = Table.grid(padding=(0, 1))
    for n, chapter in enumerate(lesson.chapters, 1):
        heading_, progress = words.chapters[chapter], done.get(chapter)
        facts = [say("lesson.minutes", n=lesson.minutes(chapter, say.language))]
        if progress is not None:
            of = len(course.puzzles[chapter])
            facts += [say("lesson.solved", n=min(of, len(progress.solved)), of=of)] if of else []
            complete = course.is_complete(chapter, progress)
            facts.append(say("lesson.complete" if complete else "lesson.read" if progress.read else "lesson.begun"))
        told = Text.assemble((heading_.title, "bold" if chapter == here else ""), (f"  {' · '.join(facts)}", "dim"))
        table.add_row(Text(f"{n:>4}", "bold cyan"), Group(told, Text(heading_.about)))
    return table


def _lesson(name: str, say: Messages) -> Lesson:
    """The lesson of a game. Raises UserError if there is none, or none that can be taught."""
    kit = pediment.kit(name)
    known = ", ".join(other for other in pediment.games() if pediment.kit(other).lesson is not None)
    if kit.lesson is None:
        raise UserError(say("lesson.none", game=kit.title, known=known), 1)
    try:
        return lesson_of(kit.game(), kit.lesson)
    except LessonError as error:
        raise UserError(say("lesson.broken", game=kit.title, problem=error), 1) from error


def _chosen(say: Messages, console: Console) -> str | None:
    """The game to learn where none was named: of several the learner picks one, without a terminal it is the first.

    None if they would rather leave.
    """
    lessons: dict[str, Lesson] = {}
    for name in pediment.games():
        with contextlib.suppress(UserError):  # one that cannot be taught keeps nobody from the others
            lessons[name] = _lesson(name, say)
    names = list(lessons)
    if len(names) == 1 or not sys.stdin.isatty():
        return names[0]
    titles = [pediment.kit(name).title for name in names]
    for n, lesson in enumerate(lessons.values(), 1):
        console.print(Text.assemble((f"{n:>2}", "bold cyan"), " ", (titles[n - 1], "bold")))
        console.print(Padding(Text(lesson.words(say.language).about), (0, 0, 0, 3)))
    while True:
        try:
            typed = input(say("lesson.which", n=len(names), first=titles[0])).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if typed.lower() in TEXTS.section(say.language, "commands")["quit"]:
            return None
        found = [int(typed or 1) - 1] if typed.isdecimal() or not typed else matching(typed, titles)
        if len(found) == 1 and 0 <= found[0] < len(names):
            return names[found[0]]


def _offer_game(name: str, say: Messages, console: Console) -> None:
    """A first game, right away if somebody is there to play it."""
    words = [name, "--players", f"human,{GENTLE}"]
    console.print(Text(say("lesson.first-game", command=f"pediment play {' '.join(words)}"), "bold"))
    if not sys.stdin.isatty():
        return
    try:
        typed = input(say("lesson.play-now")).strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return
    if typed in TEXTS.section(say.language, "keys")["yes"]:
        importlib.import_module(COMMANDS["play"]).run(parser_of("play", say).parse_args(words), console)
