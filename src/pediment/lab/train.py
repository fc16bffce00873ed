"""`pediment train`: a game's judge learns from games that it plays against itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.error_messages import translate
from pediment.command.errors import FAILED, INTERRUPTED, UserError, complain
from pediment.core.extras import install
from pediment.lab.cluster import add_jobs
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.workers import WorkerLost

if TYPE_CHECKING:
    from pediment.lab.training import Event, Training

COUNTS: Final = {
    "generations": 3,
    "games": 10_000,
    "keep": 2,
    "epochs": 3,
    "deals": 100,
    "iterations": 100,
}
"""Options that are at least 1, with their defaults."""


def trained() -> list[str]:
    """The games that offer something to learn."""
    return [name for name in pediment.games() if pediment.kit(name).trainer]


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment train`."""
    say = TEXTS.section(parser.language, "train-help")
    parser.add_argument("game", choices=trained(), help=say["game"])
    parser.add_argument("--out", required=True, metavar="FOLDER", help=say["out"])
    for name, n in COUNTS.items():
        parser.add_argument(f"--{name}", type=int, default=n, metavar="N", help=say[name].format(n=n))
    add_jobs(parser)
    parser.add_argument("--hidden", type=int, default=32, metavar="N", help=say["hidden"])
    parser.add_argument("--search", type=int, default=0, metavar="N", help=say["search"])
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say["seed"])
    parser.add_argument("--start", default="", metavar="FILE", help=say["start"])


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment train`: 0 when it is done, 1 for a lost process, 130 when interrupted. Raises UserError."""
    language: str = args.language
    _check(args, language)
    try:
        from pediment.lab.training import Damaged, OtherSettings, Settings, Training  # its libraries may be missing

        counts = {name: getattr(args, name) for name in (*COUNTS, "hidden", "search", "seed", "start")}
        settings = Settings(args.game, **counts)
        folder = files.path(args.out)
        try:
            return _train(Training(settings, folder, args.jobs), folder, console, language)
        except OtherSettings:
            raise UserError(TEXTS.say(language, "train-errors.other-settings", folder=folder)) from None
        except Damaged as error:
            raise UserError(TEXTS.say(language, "train-errors.damaged", file=error)) from None
    except ModuleNotFoundError as error:
        text = TEXTS.say(language, "train-errors.missing", module=error.name, install=install("train"))
        raise UserError(text) from None
    except OSError as error:
        raise files.unwritable(error.filename or args.out, error, language) from None


def _check(args: argparse.Namespace, language: str) -> None:
    for name in (*COUNTS, "hidden", "search"):
        least, n = int(name in COUNTS), getattr(args, name)
        if n < least:
            key = "errors.at-least-one" if least else "train-errors.not-negative"
            raise UserError(TEXTS.say(language, key, option=name, n=n))
    if not isinstance(args.jobs, str) and args.jobs < 1:
        raise UserError(TEXTS.say(language, "errors.at-least-one", option="jobs", n=args.jobs))
    if args.start:
        text = files.read(args.start, language)
        try:
            pediment.kit(args.game).part(pediment.kit(args.game).trainer).read(text)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UserError(TEXTS.say(language, "train-errors.no-weights", file=args.start)) from None
    if args.hidden % 2:
        raise UserError(TEXTS.say(language, "train-errors.odd", n=args.hidden))


def _train(training: Training, folder: Path, console: Console, language: str) -> int:
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        training.told = Teller(bar, console, folder, language).tell
        try:
            training.run()
        except KeyboardInterrupt:
            console.print(TEXTS.say(language, "train-words.stopped"))
            return INTERRUPTED
        except WorkerLost as error:
            complain(f"pediment train: {translate(error, language)}")
            return FAILED
    console.print(TEXTS.say(language, "train-words.best", file=folder / "best.json"))
    return 0


class Teller:
    """Shows how far a training is, says what every generation brought, and keeps the page up to date."""

    def __init__(self, bar: Progress, console: Console, folder: Path, language: str) -> None:
        self.bar = bar
        self.console = console
        self.folder = folder
        self.language = language
        self.part: tuple[int, str] | None = None
        self.task: TaskID | None = None

    def tell(self, event: Event) -> None:
        """This happened."""
        if self.part != (event.generation, event.part):
            if self.task is not None:
                self.bar.remove_task(self.task)
            self.part = event.generation, event.part
            text = TEXTS.say(self.language, f"train-words.{event.part}", generation=event.generation)
            self.task = self.bar.add_task(text, total=event.total)
        assert self.task is not None
        self.bar.update(self.task, completed=event.n)
        if event.n == event.total and event.part != "play":
            self.console.print(self._line(event))
            self._write_page()

    def _line(self, event: Event) -> str:
        found, language = event.found, self.language
        if event.part == "learn":
            error, surprise = number(found["points"] ** 0.5, language), number(found["chances"], language, 3)
            return TEXTS.say(
                language, "train-words.learned", generation=event.generation, points=error, surprise=surprise
            )
        key = "wins" if found["wins"] else "loses"
        share, low = percent(found["share"], language), percent(max(found["low"], 0), language)
        return TEXTS.say(
            language, f"train-words.{key}", generation=event.generation, share=share, low=low, games=2 * found["deals"]
        )

    def _write_page(self) -> None:
        from pediment.lab.training_page import write

        write(self.folder, self.language)
