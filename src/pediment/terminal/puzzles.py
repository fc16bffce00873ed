"""`pediment puzzles`: find the best answer in positions from strong play; and make more of them."""

from __future__ import annotations

import argparse
import json
import secrets
import shlex
from contextlib import closing
from datetime import UTC, date, datetime
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.errors import FAILED, INTERRUPTED, UserError, complain
from pediment.core.engine.rng import stream
from pediment.core.match import Match
from pediment.lab.cluster import add_jobs
from pediment.lab.puzzle_maker import HARDER, ITERATIONS, Making, OtherTerms, terms_of
from pediment.lab.puzzles import GRADERS, LEVELS, TRIES, Pack, PackError, Puzzle, parse, played_on, shipped, solution
from pediment.lab.workers import WorkerLost
from pediment.terminal.board import board_of, seat_names
from pediment.terminal.messages import Messages
from pediment.terminal.options import Options
from pediment.terminal.prompt import Leave, Prompt

PUZZLES: Final = 150
"""How many are made unless a number is given."""
ANSWERS: Final = 2
"""How often one may answer before the solution is shown."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment puzzles`."""
    say = Messages(parser.language)
    games = pediment.games()
    parser.add_argument(
        "action", choices=("solve", "make", *games), nargs="?", default="solve", help=say("help-puzzles.action")
    )
    parser.add_argument("of", choices=games, nargs="?", metavar="GAME", help=say("help-puzzles.of"))
    parser.add_argument("--game", choices=games, help=say("help-puzzles.game"))
    parser.add_argument("--id", metavar="ID", help=say("help-puzzles.id"))
    parser.add_argument("--day", metavar="YYYY-MM-DD", help=say("help-puzzles.day"))
    parser.add_argument("--level", choices=LEVELS, help=say("help-puzzles.level"))
    parser.add_argument("--list", action="store_true", help=say("help-puzzles.list"))
    parser.add_argument("--pack", metavar="FILE", help=say("help-puzzles.pack"))
    parser.add_argument("--save", metavar="FILE", help=say("help-puzzles.save"))
    parser.add_argument("--out", metavar="FILE", help=say("help-puzzles.out"))
    parser.add_argument("--puzzles", type=int, default=PUZZLES, metavar="N", help=say("help-puzzles.puzzles"))
    parser.add_argument("--iterations", type=int, default=ITERATIONS, metavar="N", help=say("help-puzzles.iterations"))
    parser.add_argument("--harder", type=int, default=HARDER, metavar="N", help=say("help-puzzles.harder"))
    add_jobs(parser, say("help-puzzles.making"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say("help-puzzles.seed"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment puzzles`: 0 if it was solved, shown or made, 1 if not; 130 when making was interrupted."""
    say = Messages(args.language)
    games = pediment.games()
    named = dict.fromkeys(name for name in (args.action, args.of, args.game) if name in games)
    game, *others = named or games[:1]
    if others:
        raise UserError(say("puzzles.two-games", first=game, second=others[0]))
    if args.action == "make":
        return _make(args, game, say, console)
    pack = _pack(args, game, say)
    if args.list:
        _list(pack, say, console)
        return 0
    puzzle = _chosen(args, pack, say)
    if args.save:
        position = played_on(puzzle, stream(secrets.randbits(59), "puzzle"))
        files.write(args.save, json.dumps(position, ensure_ascii=False, indent=1) + "\n", say.language)
        players = ",".join("human" if seat == puzzle.seat else GRADERS[0] for seat in range(puzzle.seats()))
        command = f"pediment play --load {shlex.quote(args.save)} --players {players}"
        console.print(say("puzzles.saved", file=args.save, command=command))
        return 0
    return 0 if Solving(puzzle, say, console).run() else FAILED


class Solving(Prompt):
    """A puzzle at the screen."""

    def __init__(self, puzzle: Puzzle, say: Messages, console: Console) -> None:
        match = Match.of(puzzle.game(), puzzle.state())
        names = seat_names(match, say)
        short = names[:]
        names[puzzle.seat] += f" ({say('play.you')})"
        super().__init__(match, board_of(match, say, names, short), say, console)
        self.puzzle = puzzle
        self.board.you = puzzle.seat
        self.help = say("puzzles.help")

    def run(self) -> bool:
        """Ask until it is solved, answered too often or left; False unless it is solved."""
        try:
            return self.solve()
        except (Leave, KeyboardInterrupt):
            self.console.print(self.say("puzzles.left", id=self.puzzle.id))
            return False

    def solve(self) -> bool:
        """Ask until it is solved, or answered too often; False unless it is solved. Raises Leave."""
        puzzle, say = self.puzzle, self.say
        game, level = pediment.kit(self.game.name).title, _named(puzzle.level, say)
        title = say("puzzles.title", game=game, id=puzzle.id, level=level, n=puzzle.rating)
        self.console.print(Text(title, "bold"))
        view = self.match.view(puzzle.seat)
        self.options = options = Options(self.board, self.match.state, view, asked=True)
        self._table(view, puzzle.seat, options, self._told(view["log"]))
        self.console.print(Text(say("puzzles.asked"), "bold"))
        for answers in range(1, ANSWERS + 1):
            label = self._answered(options)
            caption = options.captions[options.numbers[label] - 1]
            if label == puzzle.answer:
                self.console.print(Text(say("puzzles.right", caption=caption), "bold green"))
                self._solution()
                return True
            again = say("puzzles.again") if answers < ANSWERS else ""
            self.console.print(Text(f"{say('puzzles.wrong', caption=caption)} {again}".rstrip(), "yellow"))
        self._solution()
        return False

    def _answered(self, options: Options) -> str:
        """The label of an answer; everything else that is typed is answered first."""
        while True:
            typed = self._read()
            self.editor.remember(typed)
            action = self._understand(typed, self.puzzle.seat, options)
            if action is not None:
                return self.game.label(self.match.state, action)

    def _solution(self) -> None:
        puzzle, say = self.puzzle, self.say
        found = solution(puzzle, say.language, self.board.short_names)
        self.console.print(Text(say("puzzles.best", caption=found.caption), "bold"))
        self._reasons(found.reasons)
        n = f"{puzzle.margin:.1f}".replace(".", "," if say.language == "fr" else ".")
        chance = round(100 * puzzle.chance)
        self.console.print(say("puzzles.margin", n=n, points=puzzle.margin, chance=chance, second=found.second))
        self._reasons(found.second_reasons)
        weaker, stronger = (puzzle.solved[bot] for bot in GRADERS)
        bots = dict(zip(("weaker", "stronger"), map(say.bot, GRADERS), strict=True))
        self.console.print(Text(say("puzzles.bots", of=TRIES, first=weaker, second=stronger, **bots), "dim"))

    def _reasons(self, reasons: list[str]) -> None:
        for reason in reasons:
            line = Table.grid(padding=(0, 1))
            line.add_row("·", reason)
            self.console.print(Padding(line, (0, 0, 0, 2), expand=False))

    def _hint(self, rest: str, seat: int, options: Options) -> None:
        """There is none: the question is what the best answer is."""
        self.console.print(self.say("puzzles.no-hint"))


def _pack(args: argparse.Namespace, game: str, say: Messages) -> Pack:
    if args.pack is None:
        pack = shipped(game)
        if pack is None or not pack.puzzles:
            raise UserError(say("puzzles.none", game=pediment.kit(game).title), FAILED)
        return pack
    try:
        pack = parse(files.read(args.pack, say.language))
    except PackError:
        raise UserError(say("puzzles.not-a-pack", file=args.pack)) from None
    if not pack.puzzles:
        raise UserError(say("puzzles.empty", file=args.pack), FAILED)
    return pack


def _chosen(args: argparse.Namespace, pack: Pack, say: Messages) -> Puzzle:
    """The puzzle with that id, or that of the day; of a level, one by chance."""
    if args.id is not None:
        if args.id not in pack.by_id:
            raise UserError(say("puzzles.no-id", id=args.id), FAILED)
        return pack.by_id[args.id]
    if args.level is not None:
        found = [puzzle for puzzle in pack.puzzles if puzzle.level == args.level]
        if not found:
            raise UserError(say("puzzles.no-level", level=_named(args.level, say)), FAILED)
        return secrets.choice(found)
    try:
        return pack.of_the_day(date.fromisoformat(args.day) if args.day else datetime.now(UTC).date())
    except ValueError:
        raise UserError(say("puzzles.no-day", given=args.day)) from None


def _list(pack: Pack, say: Messages, console: Console) -> None:
    table = Table.grid(padding=(0, 2))
    for puzzle in sorted(pack.puzzles, key=lambda puzzle: puzzle.rating):
        seats = say("puzzles.seats", n=puzzle.seats())
        table.add_row(puzzle.id, _named(puzzle.level, say), str(puzzle.rating), seats)
    console.print(table)


def _named(level: str, say: Messages) -> str:
    """A level in words."""
    return say("puzzles.levels").split()[LEVELS.index(level)]


def _make(args: argparse.Namespace, game: str, say: Messages, console: Console) -> int:
    if args.out is None:
        raise UserError(say("puzzles.no-out"))
    for option in ("puzzles", "iterations", "harder", "jobs"):
        n = getattr(args, option)
        if not isinstance(n, str) and n < 1:
            raise UserError(say("puzzles.at-least-one", option=option, n=n))
    terms = terms_of(pediment.game(game), args.seed, args.iterations, args.harder)
    try:
        making = Making(terms, args.puzzles, files.path(args.out), args.jobs)
    except OtherTerms as error:
        facts: dict[str, Any] = {"fact": error.fact, "found": error.found, "wanted": error.wanted}
        raise UserError(say("puzzles.other-terms", file=args.out, **facts)) from None
    except PackError:
        raise UserError(say("puzzles.not-a-pack", file=args.out)) from None
    except OSError as error:
        raise files.unwritable(args.out, error, say.language) from None
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with closing(making), Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(say("puzzles.making"), total=args.puzzles, completed=len(making.found))
        try:
            for found in making:
                bar.update(task, completed=found)
        except KeyboardInterrupt:
            console.print(say("puzzles.go-on", n=len(making.found), file=args.out))
            return INTERRUPTED
        except WorkerLost as error:
            complain(f"pediment puzzles: {say.problem(error)}")
            console.print(say("puzzles.go-on", n=len(making.found), file=args.out))
            return FAILED
    console.print(say("puzzles.made", n=len(making.found), games=making.games, file=args.out))
    return 0
