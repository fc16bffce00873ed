"""`pediment arena`: a tournament between bots."""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import closing
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.text import Text

import pediment
from pediment.bots.external.bot import greet_all
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.bot_names import canonical_names, display_name
from pediment.command.error_messages import translate, translate_option_error
from pediment.command.errors import FAILED, INTERRUPTED, UserError, complain
from pediment.command.game_options import add_options, options_of
from pediment.core.extras import install
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.cluster import add_jobs
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.tournament import Contest, Result, Tournament, prepare, read, thinks_by_the_clock
from pediment.lab.workers import WorkerLost

GAMES: Final = 100
SEATS: Final = 2
SEED: Final = 1
TERMS: Final = ("games", "seats", "seed")
"""What a tournament in a file has decided already."""
SHOWN_LEADERS: Final = 3
"""Bots beside the bar."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment arena`."""
    say = TEXTS.section(parser.language, "arena-help")
    parser.add_argument("game", choices=pediment.games(), nargs="?", help=say["game"])
    parser.add_argument("--bots", metavar="A,B,…", help=say["bots"], elsewhere=("players",))
    parser.add_argument("--join", metavar="A,B,…", help=say["join"])
    parser.add_argument("--games", type=int, metavar="N", help=say["games"].format(n=GAMES))
    parser.add_argument("--seats", type=int, metavar="N", help=say["seats"].format(n=SEATS))
    parser.add_argument("--time", metavar="T", help=say["time"])
    add_options(parser)
    add_jobs(parser)
    parser.add_argument("--seed", type=int, metavar="N", help=say["seed"].format(n=SEED))
    parser.add_argument("--out", metavar="FILE", help=say["out"])
    parser.add_argument("--plot", metavar="FILE", help=say["plot"])
    parser.add_argument("--page", metavar="FILE", help=say["page"])
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment arena`: 0 for all games, 1 for a lost process, 130 when interrupted. Raises UserError."""
    language: str = getattr(args, "language", None) or DEFAULT_LANGUAGE
    try:
        contest = _prepare(args, language)
    except ValueError as error:
        raise UserError(translate_option_error(error, language)) from None
    except ModuleNotFoundError as error:
        text = TEXTS.say(language, "arena-errors.missing", module=error.name, install=install("lab"))
        raise UserError(text) from None
    except OSError as error:
        raise files.unwritable(error.filename or args.out or files.STANDARD, error, language) from None
    code = _play(contest, console, language)
    n = len(contest.results)
    if code == 0:
        _tell(contest.tournament, args, console, language)
        if args.out:
            console.print(TEXTS.say(language, "arena-words.written", n=n, file=args.out))
    else:
        console.print(TEXTS.say(language, "arena-words.stopped", n=n, games=len(contest.tables)))
        key = "go-on" if args.out else "lost"
        console.print(TEXTS.say(language, f"arena-words.{key}", file=args.out))
    return code


def _prepare(args: argparse.Namespace, language: str) -> Contest:
    """Everything that can be wrong is found before the first game."""
    from pediment.lab import ratings  # noqa: F401 - its libraries may be missing

    if args.plot:
        from pediment.lab import plots

        plots.kind(args.plot, language)
    if args.page and not args.page.lower().endswith(".html"):
        raise ValueError(TEXTS.say(language, "arena-errors.page-name", file=args.page))
    game, wanted = _wanted(args, language)
    terms, bots = prepare(game, **wanted, jobs=args.jobs, time=args.time, language=language)
    greet_all(bots)
    for file in (args.plot, args.page, args.json):
        files.try_to_write(file, language)
    cores = os.cpu_count() or 1
    on_cluster = isinstance(args.jobs, str)
    if (on_cluster or args.jobs > cores) and any(map(thinks_by_the_clock, bots)):
        complain(TEXTS.say(language, "cluster-words.clock" if on_cluster else "arena-words.busy", cores=cores))
    return Contest(game, terms, bots, wanted["games"], args.jobs, args.out and str(files.path(args.out)), language)


def _wanted(args: argparse.Namespace, language: str) -> tuple[Game[Any], dict[str, Any]]:
    """What is to be played: as it was typed, or what the file of --out has, with the bots that join."""
    if args.bots and args.join:
        raise ValueError(TEXTS.say(language, "arena-errors.join-or-bots"))
    if args.bots:
        name = args.game or pediment.games()[0]
        usual = {"games": GAMES, "seats": SEATS, "seed": SEED}
        typed = {term: getattr(args, term) for term in TERMS if getattr(args, term) is not None}
        return pediment.game(name), {
            **usual,
            **typed,
            "options": options_of(args, name),
            "bots": canonical_names(args.bots),
        }
    if not args.out or not files.is_there(args.out):
        raise ValueError(TEXTS.say(language, "arena-errors.no-bots"))
    found = read(files.path(args.out), language)
    terms = found.terms
    options = [f"--{option}" for option in TERMS if getattr(args, option) is not None]
    options += [f"--{option}" for option in options_of(args, terms.game)]
    if options:
        raise ValueError(TEXTS.say(language, "arena-errors.its-terms", file=args.out, options=", ".join(options)))
    if args.game not in (None, terms.game):
        title = pediment.kit(terms.game).title
        raise ValueError(TEXTS.say(language, "arena-errors.other-game", file=args.out, game=title))
    joining = canonical_names(args.join) if args.join else []
    bots = [*found.bots, *(bot for bot in joining if bot not in found.bots)]  # after an interruption some are there
    games = terms.seats * len({result.deal for result in found.results})
    wanted = {"games": games, "seats": terms.seats, "seed": terms.seed, "options": terms.options, "bots": bots}
    return pediment.game(terms.game), wanted


def _play(contest: Contest, console: Console, language: str) -> int:
    """Play all games that are left, with a bar for people; 0 when all were played."""
    if contest.results:
        console.print(TEXTS.say(language, "arena-words.reused", n=len(contest.results)))
    columns = (
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        Rate(language),
        TimeRemainingColumn(),
        "{task.fields[leaders]}",
    )
    score = Score(contest.results.values(), language)
    with closing(contest), Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(
            TEXTS.say(language, "arena-words.progress"),
            total=len(contest.tables),
            completed=len(contest.results),
            leaders=score.leaders(),
        )
        try:
            for result in contest:
                score.add(result)
                bar.update(task, advance=1, leaders=score.leaders())
        except KeyboardInterrupt:
            return INTERRUPTED
        except WorkerLost as error:
            complain(f"pediment arena: {translate(error, language)}")
            return FAILED
    return 0


def _tell(tournament: Tournament, args: argparse.Namespace, console: Console, language: str) -> None:
    from pediment.lab import arena_report, leaderboard, ratings

    standings = ratings.standings(tournament.results)
    if not files.write_json(args, ratings.summary(tournament, standings)):
        arena_report.show(tournament, standings, console, language)
    if args.plot:
        from pediment.lab import plots

        plots.save(standings, str(files.path(args.plot)), arena_report.title(tournament, language), language)
    if args.page:
        files.write(args.page, leaderboard.page(tournament, standings, language), language)
    if args.json != files.STANDARD:
        for file, key in ((args.plot, "arena-words.plotted"), (args.page, "report.written")):
            if file:
                console.print(TEXTS.say(language, key, file=file))


class Score:
    """Who wins how often, as far as is known."""

    def __init__(self, results: Iterable[Result], language: str) -> None:
        self.language = language
        self.games: Counter[str] = Counter()
        self.wins: defaultdict[str, float] = defaultdict(float)
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """One more game."""
        self.games.update(result.bots)
        for bot, won in zip(result.bots, result.returns, strict=True):
            self.wins[bot] += won

    def leaders(self) -> str:
        """The three best by their share of wins."""
        shares = sorted(((self.wins[bot] / n, bot) for bot, n in self.games.items()), reverse=True)
        return ", ".join(
            f"{display_name(bot, self.language)} {percent(won, self.language, 0)}"
            for won, bot in shares[:SHOWN_LEADERS]
        )


class Rate(ProgressColumn):
    """Games a second."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def render(self, task: Task) -> Text:
        if not task.speed:
            return Text()
        return Text(TEXTS.say(self.language, "arena-words.rate", n=number(task.speed, self.language)))
