"""`pediment bot-check`: does somebody's bot speak the protocol, play by the rules, in time, and always the same?"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress
from rich.table import Table

import pediment
from pediment.bots import Bot, Budget, make
from pediment.bots.external.bot import External, Trace
from pediment.bots.external.protocol import About
from pediment.bots.external.transport import Broken
from pediment.bots.python_bots import is_python
from pediment.bots.watched import Watched
from pediment.command.arguments import Parser
from pediment.command.errors import UserError
from pediment.command.files import path, try_to_write, write, write_json
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.terminal.messages import Messages

FORMAT: Final = "pediment-bot-check-1"
OPPONENTS: Final = ("uniform", "greedy")
MAX_SHOWN_FAULTS: Final = 5
"""Problems that are shown; the JSON file has all of them."""
DIFFERENT: Final = "different"
"""The kind of problem that no single answer shows; the others are those of the protocol."""
NAMES: Final = {
    "start": "bot-check.start",
    "timeout": "bot-check.timeout",
    "crash": "bot-check.crash",
    "rubbish": "bot-check.rubbish",
    "protocol": "bot-check.protocol",
    "illegal": "bot-check.illegal",
    DIFFERENT: "bot-check.different",
}
"""The texts that name the kinds of problems."""


@dataclass(frozen=True)
class Sitting:
    """A game that is played: where the bot sits, and against whom."""

    game: str
    seats: int
    seat: int
    opponent: str
    seed: int


@dataclass(frozen=True)
class Problem:
    """What went wrong where; `question` counts the bot's own questions of that game from 1."""

    sitting: Sitting
    question: int
    kind: str
    detail: str


@dataclass
class Report:
    """What the check of a bot found."""

    command: str
    about: About
    allowed: float
    problems: list[Problem] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    memory: int | None = None
    games: int = 0
    questions: int = 0
    won: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    """The returns of the bot, by game and opponent."""

    def counts(self) -> dict[str, int]:
        """How many problems there are of each kind."""
        found = Counter(problem.kind for problem in self.problems)
        return {kind: found[kind] for kind in NAMES}

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON can hold it."""
        return {
            "format": FORMAT,
            "command": self.command,
            **asdict(self.about),
            "games": self.games,
            "questions": self.questions,
            "counts": self.counts(),
            "problems": [
                asdict(found.sitting) | {"question": found.question, "kind": found.kind, "detail": found.detail}
                for found in self.problems
            ],
            "time_ms": {
                "allowed": round(self.allowed * 1000, 3),
                "median": round(statistics.median(self.times) * 1000, 3) if self.times else None,
                "longest": round(max(self.times) * 1000, 3) if self.times else None,
            },
            "memory_bytes": self.memory,
            "results": [
                {"game": game, "opponent": opponent, "games": len(returns), "won": sum(returns)}
                for (game, opponent), returns in self.won.items()
            ],
        }


def sittings(game: Game[Any], games: int, counts: list[int], seed: int) -> list[Sitting]:
    """That many games in which the bot sits everywhere in turn, against each opponent in turn."""
    places = [(seats, seat) for seats in counts for seat in range(seats)]
    found: list[Sitting] = []
    for i in range(games):
        seats, seat = places[i % len(places)]
        opponent = OPPONENTS[(i % len(places) + i // len(places)) % len(OPPONENTS)]
        found.append(Sitting(game.name, seats, seat, opponent, stream(seed, f"game {i}").getrandbits(32)))
    return found


def check(
    command: str,
    plan: list[Sitting],
    *,
    seconds: float | None = None,
    trace: Trace | None = None,
    done: Callable[[], None] = lambda: None,
) -> Report:
    """Play all games over one connection, then put the questions of each again to the bot newly started.

    Raises ValueError for a command that can be none, and Broken if the bot does not even start.
    """
    with _bot(command, 0, seconds, trace) as bot:
        report = Report(bot.command, bot.open(), bot.seconds)
        played = [_play(bot, sitting, report, done) for sitting in plan]
    report.memory = bot.memory
    for sitting, moves in zip(plan, played, strict=True):
        with _bot(command, _seed(sitting, sitting.seat), seconds, trace) as bot:
            _compare(bot, sitting, moves, report)
        done()
    return report


def _bot(command: str, seed: int, seconds: float | None, trace: Trace | None) -> External | Watched:
    """The bot that is checked. Raises ValueError for one that there is not."""
    return Watched(command, seed, seconds) if is_python(command) else External(command, seed, seconds, trace)


def _seed(sitting: Sitting, seat: int) -> int:
    """The seed of a bot, from which that of the game cannot be told."""
    return stream(sitting.seats, f"{sitting.game} {sitting.seat} {seat}").getrandbits(32)


def _play(bot: External | Watched, sitting: Sitting, report: Report, done: Callable[[], None]) -> list[int]:
    """Play a game; returns all moves up to the first that was played in the bot's place."""
    game = pediment.game(sitting.game)
    bot.begin(_seed(sitting, sitting.seat))
    players: list[Bot] = [make(sitting.opponent, _seed(sitting, seat)) for seat in range(sitting.seats)]
    players[sitting.seat] = bot
    state = game.new(seats=sitting.seats, seed=sitting.seed)
    questions = 0
    moves: list[int] = []
    faults = 0
    while (seat := game.to_move(state)) != OVER:
        action = players[seat].choose(game, state, seat)
        questions += seat == sitting.seat
        for fault in bot.faults[faults:]:
            report.problems.append(Problem(sitting, questions, fault.kind, fault.detail))
        faults = len(bot.faults)
        if not bot.fallbacks:
            moves.append(action)
        game.apply(state, action)
    bot.over(game, state, sitting.seat)
    report.times += bot.times
    report.games += 1
    report.questions += questions
    report.won.setdefault((game.name, sitting.opponent), []).append(game.returns(state)[sitting.seat])
    done()
    return moves


def _compare(bot: External | Watched, sitting: Sitting, moves: list[int], report: Report) -> None:
    """Put the same questions to the bot again; the first other answer is a problem."""
    game = pediment.game(sitting.game)
    state = game.new(seats=sitting.seats, seed=sitting.seed)
    question = 0
    for move in moves:
        if game.to_move(state) == sitting.seat:
            question += 1
            action = bot.choose(game, state, sitting.seat)
            if bot.fallbacks:
                return
            if action != move:
                first, second = game.label(state, move), game.label(state, action)
                report.problems.append(Problem(sitting, question, DIFFERENT, f"{first!r}, then {second!r}"))
                return
        game.apply(state, move)


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment bot-check`."""
    say = Messages(parser.language)
    counts = sorted({count for name in pediment.games() for count in pediment.game(name).seat_counts})
    parser.add_argument("bot", metavar=say("help-bot-check.bot-name"), help=say("help-bot-check.bot"))
    parser.add_argument("--games", type=int, default=9, metavar="N", help=say("help-bot-check.games"))
    parser.add_argument("--game", choices=[*pediment.games(), "all"], default="all", help=say("help-bot-check.game"))
    parser.add_argument("--time", metavar="T", help=say("help-bot-check.time"))
    parser.add_argument("--seats", type=int, choices=counts, help=say("help-bot-check.seats"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say("help-bot-check.seed"))
    parser.add_json()
    parser.add_argument("--trace", metavar="FILE", help=say("help-bot-check.trace"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment bot-check`: 0 for a bot without problems, 1 for one with, 2 for wrong arguments."""
    say = Messages(args.language)
    if args.games < 1:
        raise UserError(say("bot-check.few-games", n=args.games))
    if args.trace and is_python(args.bot):
        raise UserError(say("bot-check.no-messages", bot=args.bot))
    try_to_write(args.json, say.language)
    names = pediment.games() if args.game == "all" else [args.game]
    plan: list[Sitting] = []
    for name, counts in _tables(args, names, say).items():
        plan += sittings(pediment.game(name), args.games, counts, args.seed)
    with ExitStack() as stack:
        trace: Trace | None = None
        if args.trace:
            write(args.trace, "", say.language)  # says so if it cannot
            file = stack.enter_context(path(args.trace).open("w", encoding="utf-8"))
            trace = _Tracer(file)
        progress = stack.enter_context(_progress(console))
        task = progress.add_task(say("bot-check.progress"), total=2 * len(plan))
        try:
            report = check(
                args.bot, plan, seconds=_seconds(args.time, say), trace=trace, done=lambda: progress.advance(task)
            )
        except ValueError as error:
            raise UserError(say.problem(error)) from None
        except Broken as error:
            raise UserError(say("bot-check.no-start", bot=args.bot, problem=say.problem(error)), code=1) from None
    if not write_json(args, report.as_dict()):
        show(report, console, say)
    return 1 if report.problems else 0


def show(report: Report, console: Console, say: Messages) -> None:
    """Print the report for people."""
    name = f"{report.about.name} {report.about.version}".strip()
    games, questions = say("bot-check.games", n=report.games), say("bot-check.questions", n=report.questions)
    console.print(f"{name} ({report.command}): {games}, {questions}")
    table = Table.grid(padding=(0, 2))
    for kind, n in report.counts().items():
        table.add_row(f"  {say(NAMES[kind])}", str(n), style="bold" if n else "")
    console.print(table)
    if report.times:
        median, longest = (f"{1000 * t:.3g}" for t in (statistics.median(report.times), max(report.times)))
        console.print(say("bot-check.times", median=median, longest=longest, allowed=f"{1000 * report.allowed:g}"))
    if report.memory:
        console.print(say("bot-check.memory", n=f"{report.memory / 2**20:.0f}"))
    for (game, opponent), returns in report.won.items():
        console.print(say("bot-check.won", game=game, opponent=opponent, won=f"{sum(returns):.3g}", games=len(returns)))
    for problem in report.problems[:MAX_SHOWN_FAULTS]:
        sitting = problem.sitting
        place = say(
            "bot-check.place",
            game=sitting.game,
            seats=sitting.seats,
            player=sitting.seat + 1,
            opponent=sitting.opponent,
            question=problem.question,
        )
        told = say.problem(f"{say(NAMES[problem.kind])}: {problem.detail}")
        console.print(f"{place} {told}")
    if len(report.problems) > MAX_SHOWN_FAULTS:
        console.print(say("bot-check.more", n=len(report.problems) - MAX_SHOWN_FAULTS))
    console.print(say("bot-check.problems", n=len(report.problems)) if report.problems else say("bot-check.fine"))


class _Tracer:
    """Writes every message to a file."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def __call__(self, way: str, text: str) -> None:
        print(way, text, file=self.file)


def _tables(args: argparse.Namespace, games: list[str], say: Messages) -> dict[str, list[int]]:
    """By game, for how many players the bot is checked: what was asked for, as far as the bot says that it plays it."""
    wanted = {name: [args.seats] if args.seats else list(pediment.game(name).seat_counts) for name in games}
    if not is_python(args.bot):
        return wanted
    try:
        with closing(make(args.bot)) as bot:
            if bot.plays is None:
                return wanted
            found = {name: [n for n in counts if n in bot.plays.get(name, ())] for name, counts in wanted.items()}
            if not any(found.values()):
                bot.check_plays(games[0], wanted[games[0]][0])
    except ValueError as error:
        raise UserError(say.problem(error)) from None
    return {name: counts for name, counts in found.items() if counts}


def _seconds(time: str | None, say: Messages) -> float | None:
    """The time for a move that was asked for."""
    try:
        seconds = Budget.parse(time).seconds if time else None
    except ValueError:
        seconds = None
    if time and seconds is None:
        raise UserError(say("bot-check.no-time", given=time))
    return seconds


def _progress(console: Console) -> Progress:
    """A bar for people, not for files."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
