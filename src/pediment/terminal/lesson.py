"""`pediment lesson`: a game taught on its own board, step by step."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

import pediment
from pediment.command.arguments import Parser
from pediment.command.errors import UserError
from pediment.command.layout import Flow
from pediment.core.lesson import Answer, Lesson, LessonError, lesson_of
from pediment.core.match import Match
from pediment.terminal.board import Detail, board_of, heading
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.matching import matching
from pediment.terminal.messages import TEXTS, Messages
from pediment.terminal.options import Options
from pediment.terminal.prompt import Leave, Prompt
from pediment.terminal.rules import Rulebook

GENTLE = "shepherd"
"""The opponent of a first game, whom the lessons recommend."""


class GuidedLesson(Prompt):
    """A lesson at the screen, from a beat on; each is shown at the state where the script has led."""

    def __init__(self, lesson: Lesson, at: int, say: Messages, console: Console) -> None:
        self.lesson = lesson
        self.words = words = lesson.words(say.language)
        names = words.names[:]
        names[lesson.seat] += f" ({say('play.you')})"
        match = Match.of(lesson.game, lesson.steps[at].state)
        super().__init__(match, board_of(match, say, names, words.names), say, console)
        self.board.you = lesson.seat
        self.help = say("lesson.help")
        self.before: dict[str, Any] | None = None  # the view of the beat before, if this one follows from it
        self.numbered = False  # does the table on the screen show the numbers of options?
        self._go(at)

    def run(self) -> bool:
        """Teach from here to the end; False if the learner leaves before."""
        try:
            while not self.last:
                self._teach()
            self._show()
        except (Leave, KeyboardInterrupt):
            command = f"pediment lesson {self.game.name} --chapter {self.chapter + 1}"
            self.console.print(self.say("lesson.left", command=command))
            return False
        return True

    @property
    def last(self) -> bool:
        """Is this the last beat?"""
        return self.at == len(self.lesson.steps) - 1

    @property
    def chapter(self) -> int:
        """Which chapter this beat is of, from 0."""
        return [chapter.id for chapter in self.lesson.script.chapters].index(self.lesson.steps[self.at].chapter)

    def _go(self, at: int, remark: str | None = None) -> None:
        """To another beat: with a remark to the one that follows, else without what has happened in between."""
        self.at = at
        self.step = step = self.lesson.steps[at]
        self.remark = remark or ""
        self.moved = True
        if remark is None or step.fresh:
            self.before = None

    def _teach(self) -> None:
        """Show the beat, and answer what the learner types until it leads to another one."""
        options, seat = self._show(), self.lesson.seat
        self.moved = False
        while not self.moved:
            typed = self._read()
            self.editor.remember(typed)
            action = self._understand(typed, seat, options)
            if action is not None:
                answer = self.lesson.answer(self.at, self.game.label(self.step.state, action), self.say.language)
                if answer.leads_on:
                    self._go(self.at + 1, answer.remark)
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
        place = say("lesson.step", n=self.at + 1, of=len(self.lesson.steps))
        parts: list[RenderableType] = [heading([self.words.chapters[step.chapter], place], "green")]
        parts += [Text(self.remark, "green")] if self.remark else []
        parts.append(Text.assemble(self.words.beats[step.line.id].text, (f" ({', '.join(step.line.rules)})", "cyan")))
        if step.line.point:
            first, *more = (self._named(point, options) for point in step.line.point)
            parts.append(Flow([Text(text, "italic") for text in (say("lesson.look", thing=first), *more)], indent=2))
        if step.line.expect:
            parts.append(super()._question(seat, options, detail))
        elif not self.last:
            parts.append(Text(say("lesson.enter"), "bold"))
        return Group(*parts)

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
            self._go(self.at + 1, "")
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
            self._remark(self.lesson.answer(self.at, label, self.say.language))

    # The commands of a lesson

    def _hint(self, rest: str, seat: int, options: Options) -> None:
        moves = " / ".join(self.lesson.expected(self.at, self.say.language))
        self.console.print(self.say("lesson.hint", moves=moves) if moves else self.say("lesson.enter"))

    def _rules(self, rest: str, seat: int, options: Options) -> None:
        """The rules of this beat, or those that are asked for."""
        book = Rulebook([self.game], self.say)
        rules = book.find(rest) if rest else [entry for rule in self.step.line.rules for entry in book.named(rule)]
        self.console.print(book.show(rules) if rules else book.nothing(rest))

    def _back(self, rest: str, seat: int, options: Options) -> None:
        if self.at:
            self._go(self.at - 1)
        else:
            self.console.print(self.say("lesson.first"))

    def _again(self, rest: str, seat: int, options: Options) -> None:
        self._go(0)

    def _chapter(self, rest: str, seat: int, options: Options) -> None:
        """To a chapter by its number or its title; without one, which there are."""
        titles = [self.words.chapters[chapter.id] for chapter in self.lesson.script.chapters]
        found = [int(rest) - 1] if rest.isdecimal() else matching(rest, titles)
        if len(found) == 1 and 0 <= found[0] < len(titles):
            self._go(self.lesson.chapter_starts()[found[0]])
            return
        for n, title in enumerate(titles, 1):
            here = "bold" if n == self.chapter + 1 else ""
            self.console.print(Text.assemble((f"{n:>4}", "bold cyan"), " ", (title, here)))
        self.console.print(self.say("lesson.which-chapter"))


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment lesson`."""
    say = Messages(parser.language)
    parser.add_argument("game", choices=pediment.games(), nargs="?", help=say("help-lesson.game"))
    parser.add_argument("--chapter", type=int, metavar="N", help=say("help-lesson.chapter"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment lesson`: exit code 1 for a game that has none."""
    say = Messages(args.language)
    name = args.game or _chosen(say, console)
    if name is None:
        return 0
    lesson = _lesson(name, say)
    starts = lesson.chapter_starts()
    if args.chapter is not None and not 1 <= args.chapter <= len(starts):
        raise UserError(say("lesson.no-chapter", given=str(args.chapter), last=len(starts)))
    words = lesson.words(say.language)
    console.print(Text(words.title, "bold"))
    console.print(Text(" ".join(filter(None, [words.about, say("lesson.how-to"), words.screen]))))
    if GuidedLesson(lesson, starts[(args.chapter or 1) - 1], say, console).run():
        _offer_game(name, say, console)
    return 0


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
