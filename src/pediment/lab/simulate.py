"""`pediment simulate`, and the same from Python."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

import pediment
from pediment.bots.external.bot import greet_all
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.bot_names import canonical_names
from pediment.command.error_messages import translate, translate_option_error
from pediment.command.errors import FAILED, INTERRUPTED, UserError, complain
from pediment.command.game_options import add_options, options_of
from pediment.core.extras import install
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab import simulation_report
from pediment.lab.arena import Played, Setting, play_all, prepare
from pediment.lab.cluster import add_jobs
from pediment.lab.formatting import TEXTS
from pediment.lab.progress import watched
from pediment.lab.simulation_summary import Summary, Tally
from pediment.lab.workers import Jobs, WorkerLost

if TYPE_CHECKING:
    from pediment.lab.games_file import GamesFile


def simulate(
    game: Game[Any],
    *,
    games: int = 100,
    seats: int | None = None,
    bots: list[str] | None = None,
    jobs: Jobs = 1,
    seed: int = 1,
    out: Path | str | None = None,
    **options: Any,
) -> Summary:
    """Let bots play many games: `simulate(game, games=1000, bots=["uniform", "greedy"], families="random")`.

    One bot plays all seats; several have a seat each, and the seats rotate from game to game. The same seed gives the
    same games, whatever `jobs` is. With more than one job the caller's module must be safe to import, as always with
    `multiprocessing`, and the game must be a registered one. With `out`, such as "games.parquet", the games are written
    there as tables; what was written of the same simulation before it was ended is not played again. Raises ValueError
    for arguments that make no sense, OSError for a file that cannot be written.
    """
    counts = {"games": games, "jobs": jobs}
    setting = prepare(game, counts, seats=seats, bots=bots, seed=seed, options=options)
    tally = Tally()
    with ExitStack() as stack:
        found: Iterable[Played]
        if out is None:
            found = play_all(game, setting, games, jobs)
        else:
            found = stack.enter_context(closing(_games_file(game, setting, games, jobs, Path(out))))
        for played in found:
            tally.add(played)
    return tally.summary(game, setting)


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment simulate`."""
    say = TEXTS.section(parser.language, "help")
    first = pediment.games()[0]
    parser.add_argument("game", choices=pediment.games(), nargs="?", default=first, help=say["game"])
    parser.add_argument("--games", type=int, default=100, metavar="N", help=say["games"])
    parser.add_argument("--seats", type=int, metavar="N", help=say["seats"])
    parser.add_argument("--bots", metavar="A,B,…", help=say["bots"], elsewhere=("players",))
    add_options(parser)
    add_jobs(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say["seed"])
    parser.add_argument("--out", metavar="FILE", help=say["out"])
    parser.add_json()
    parser.add_argument("--cards", choices=["some", "all", "none"], default="some", help=say["cards"])


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment simulate`: 0 for all games, 1 for a lost process, 130 when interrupted. Raises UserError."""
    language: str = getattr(args, "language", None) or DEFAULT_LANGUAGE
    game = pediment.game(args.game)
    try:
        setting = prepare(
            game,
            {"games": args.games, "jobs": args.jobs},
            seats=args.seats,
            bots=canonical_names(args.bots) if args.bots else None,
            seed=args.seed,
            options=options_of(args, args.game),
            language=language,
            records=args.out is not None and not asks_for_tables(args.out),
        )
        files.try_to_write(args.json, language)
        greet_all(setting.bots)
        return _simulate(game, setting, args, console, language)
    except ValueError as error:
        raise UserError(translate_option_error(error, language)) from None
    except ModuleNotFoundError as error:
        text = TEXTS.say(language, "arena-errors.missing", module=error.name, install=install("lab"))
        raise UserError(text) from None
    except BrokenPipeError:  # as `head` does: the program ends quietly
        raise
    except OSError as error:
        raise files.unwritable(error.filename or args.out or files.STANDARD, error, language) from None


def _simulate(game: Game[Any], setting: Setting, args: argparse.Namespace, console: Console, language: str) -> int:
    tally = Tally()
    code = 0
    tables = args.out is not None and asks_for_tables(args.out)
    with ExitStack() as stack:
        games: Iterable[Played]
        out = None
        if tables:
            games_file = _games_file(game, setting, args.games, args.jobs, files.path(args.out), language)
            games = stack.enter_context(closing(games_file))
        else:
            games = play_all(game, setting, args.games, args.jobs)
            out = stack.enter_context(files.path(args.out).open("w", encoding="utf-8")) if args.out else None
        try:
            for played in watched(games, args.games, console, language):
                tally.add(played)
                if out:
                    print(played.record, file=out, flush=True)
        except KeyboardInterrupt:
            code = INTERRUPTED
        except WorkerLost as lost:
            complain(f"pediment simulate: {translate(lost, language)}")
            code = FAILED
        n = len(tally.decisions)
        if n:
            summary = tally.summary(game, setting)
            if not files.write_json(args, summary.as_dict()):
                simulation_report.show(summary, game, console, language, args.cards)
    if args.out and not (tables and code):
        key = "tables.written" if tables else "words.written"
        console.print(TEXTS.say(language, key, n=n, file=args.out))
    if code:
        console.print(TEXTS.say(language, "words.stopped", n=n, games=args.games))
        if tables:
            console.print(TEXTS.say(language, "tables.go-on"))
    return code


def asks_for_tables(out: Path | str) -> bool:
    """Does the name of a file ask for tables rather than for records?"""
    return Path(out).suffix.lower() == ".parquet"


def _games_file(
    game: Game[Any], setting: Setting, games: int, jobs: Jobs, path: Path, language: str = DEFAULT_LANGUAGE
) -> GamesFile:
    from pediment.lab.games_file import GamesFile  # its libraries may be missing

    return GamesFile(game, setting, games, jobs, path, language)
