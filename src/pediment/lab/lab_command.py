"""`pediment lab`: studies for designers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console

import pediment
from pediment.bots import make
from pediment.bots.external.bot import greet_all
from pediment.command import editions, files
from pediment.command.arguments import Parser
from pediment.command.bot_names import canonical_name, canonical_names
from pediment.command.error_messages import translate, translate_option_error
from pediment.command.errors import FAILED, INTERRUPTED, UserError
from pediment.command.game_options import EDITION, add_options, option_of, options_of
from pediment.core.extras import install
from pediment.core.game import Game
from pediment.lab.arena import DEFAULT_BOT
from pediment.lab.cluster import add_jobs
from pediment.lab.formatting import TEXTS
from pediment.lab.progress import watched
from pediment.lab.workers import WorkerLost

if TYPE_CHECKING:
    from pediment.lab.comparison import Variant
    from pediment.lab.report import Report

ACTIONS: Final = ("compare", "cards", "balance", "calibrate")
STANDARD: Final = "standard"
"""The side that plays with the edition and the options of new games."""
RULES: Final = "rules"
"""What an option for an earlier version of the rules is called."""
DEALS: Final = 1000
TRIALS: Final = 200
TRIAL_DEALS: Final = 20
"""Of calibrate, for each edition."""
WEAKER: Final = "potter"
"""The bot against which the luck of a game is measured."""
ONLY_FOR: Final = {"weaker": "balance", "trials": "calibrate"}
"""Options that one study alone takes, beside --out."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment lab`."""
    say = TEXTS.section(parser.language, "lab-help")
    first = pediment.kit(pediment.games()[0]).title
    parser.add_argument("action", choices=ACTIONS, help=say["action"])
    parser.add_argument("words", metavar="WORD", nargs="*", help=say["words"])
    parser.add_argument("--game", choices=pediment.games(), help=say["game"].format(game=first))
    parser.add_argument("--deals", type=int, metavar="N", help=say["deals"], elsewhere=("games",))
    parser.add_argument("--seats", type=int, metavar="N", help=say["seats"])
    parser.add_argument("--bots", metavar="A,B,…", help=say["bots"], elsewhere=("players",))
    parser.add_argument("--weaker", metavar="BOT", help=say["weaker"])
    add_options(parser)
    add_jobs(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say["seed"])
    more = TEXTS.section(parser.language, "calibrate-help")
    parser.add_argument("--trials", type=int, metavar="N", help=more["trials"].format(n=TRIALS))
    parser.add_argument("--out", metavar="FILE", help=more["out"])
    parser.add_argument("--all", action="store_true", help=say["all"])
    parser.add_argument("--html", metavar="FILE", help=say["html"])
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment lab`: 0 when all deals were played, 1 for a lost process, 130 when interrupted. Raises UserError."""
    language: str = args.language
    if args.out and args.action != "calibrate":
        raise UserError(TEXTS.say(language, "calibrate-errors.only-calibrate", action=args.action))
    for option, study in ONLY_FOR.items():
        if getattr(args, option) is not None and args.action != study:
            wrong = {"option": f"--{option}", "study": study, "action": args.action}
            raise UserError(TEXTS.say(language, "compare-errors.other-study", **wrong))
    try:
        run_study = {"compare": _compare, "cards": _cards, "balance": _balance, "calibrate": _calibrate}[args.action]
        return run_study(args, console, language)
    except KeyboardInterrupt:
        console.print(TEXTS.say(language, "compare.interrupted"))
        if args.out:
            console.print(TEXTS.say(language, "tables.go-on"))
        return INTERRUPTED
    except ValueError as error:
        raise UserError(translate_option_error(error, language)) from None
    except ModuleNotFoundError as error:
        text = TEXTS.say(language, "arena-errors.missing", module=error.name, install=install("lab"))
        raise UserError(text) from None
    except WorkerLost as lost:
        raise UserError(translate(lost, language), FAILED) from None


def _compare(args: argparse.Namespace, console: Console, language: str) -> int:
    from pediment.lab import comparison_report  # its libraries may be missing
    from pediment.lab.comparison import compare

    if len(args.words) != 2:
        raise UserError(TEXTS.say(language, "compare-errors.two"))
    game = pediment.game(args.game or _game_of(args.words, language))
    a, b = (_side(game, text, options_of(args, game.name), language) for text in args.words)
    greet_all([bot for bot in (a.bot, b.bot) if bot is not None])
    found = compare(game, a, b, **_terms(args, console, language))
    return _tell(args, console, found.as_dict(), partial(comparison_report.report, found, game, language))


def _cards(args: argparse.Namespace, console: Console, language: str) -> int:
    from pediment.lab import card_worth_report  # its libraries may be missing
    from pediment.lab.card_worth import study

    game = _one_game(args, language)
    found = study(game, **_terms(args, console, language), **options_of(args, game.name))
    return _tell(args, console, found.as_dict(), partial(card_worth_report.report, found, game, language))


def _balance(args: argparse.Namespace, console: Console, language: str) -> int:
    from pediment.lab import balance_report  # its libraries may be missing
    from pediment.lab.balance import study

    game = _one_game(args, language)
    weaker = canonical_name(args.weaker or WEAKER)
    greet_all([weaker])
    found = study(game, weaker=weaker, **_terms(args, console, language), **options_of(args, game.name))
    return _tell(args, console, found.as_dict(), partial(balance_report.report, found, game, language))


def _calibrate(args: argparse.Namespace, console: Console, language: str) -> int:
    from pediment.lab import calibration_report  # its libraries may be missing
    from pediment.lab.calibration import Trial, study

    wanted = TRIALS if args.trials is None else args.trials

    def watch(trials: Iterable[Trial]) -> Iterable[Trial]:
        return watched(trials, wanted, console, language, "calibrate.progress")

    game = _one_game(args, language)
    terms = _terms(args, console, language)
    bots = terms.pop("bots") or [DEFAULT_BOT]
    if len(bots) > 1:
        raise UserError(TEXTS.say(language, "calibrate-errors.one-bot"))
    if args.seats is not None or options_of(args, game.name):
        raise UserError(TEXTS.say(language, "calibrate-errors.no-options"))
    del terms["seats"]
    if args.deals is None:
        terms["deals"] = TRIAL_DEALS
    out = files.path(args.out) if args.out else None
    try:
        found = study(game, **{**terms, "watch": watch}, trials=wanted, bot=bots[0], out=out)
    except OSError as error:
        raise files.unwritable(args.out or files.STANDARD, error, language) from None
    return _tell(args, console, found.as_dict(), partial(calibration_report.report, found, game, language))


def _one_game(args: argparse.Namespace, language: str) -> Game[Any]:
    names = [name for name in (*args.words, args.game) if name is not None]
    example = {"action": args.action, "game": pediment.games()[0]}
    if len(names) > 1:
        raise UserError(TEXTS.say(language, "compare-errors.one-game", **example))
    if names and names[0] not in pediment.games():
        known = ", ".join(pediment.games())
        raise UserError(TEXTS.say(language, "compare-errors.no-game", given=names[0], known=known, **example))
    return pediment.game(names[0] if names else pediment.games()[0])


def _tell(args: argparse.Namespace, console: Console, numbers: dict[str, Any], report: Callable[..., Report]) -> int:
    """Write and print what was found; a page lists everything."""
    from pediment.lab.report import show
    from pediment.lab.report_page import page

    if args.html:
        files.write(args.html, page(report(everything=True), args.language), args.language)
    if not files.write_json(args, numbers):
        show(report(everything=args.all), console)
        if args.html:
            console.print("", TEXTS.say(args.language, "report.written", file=args.html), sep="\n")
    return 0


def _terms(args: argparse.Namespace, console: Console, language: str) -> dict[str, Any]:
    """What all studies have in common, once it is known that files can be written and bots of others answer."""
    for file in (args.html, args.json):
        files.try_to_write(file, language)
    bots = canonical_names(args.bots) if args.bots else None
    greet_all(bots or [])
    deals = DEALS if args.deals is None else args.deals
    return {
        "deals": deals,
        "seats": args.seats,
        "bots": bots,
        "jobs": args.jobs,
        "seed": args.seed,
        "language": language,
        "watch": lambda played: watched(played, deals, console, language),
    }


def _game_of(sides: list[str], language: str) -> str:
    """The game of the first edition file, otherwise the first game."""
    for side in filter(_is_file, sides):
        return editions.game_of(files.read(side, language))
    return pediment.games()[0]


def _is_file(side: str) -> bool:
    return side.endswith(".toml")


def _side(game: Game[Any], text: str, common: dict[str, Any], language: str) -> Variant:
    """A side as it was typed, with the options that both have in common."""
    from pediment.lab.comparison import variant

    if text == STANDARD:
        return variant(game, text, **common)
    if _is_file(text):
        return variant(game, text, **common | {EDITION: option_of(EDITION, text, game.name, language)})
    option, equals, value = text.partition("=")
    if equals and option in (*game.options, RULES):
        given = value if option == RULES else option_of(option, value, game.name, language)
        try:
            return variant(game, text, **common | {option: given})
        except ValueError as error:
            if option != RULES:
                raise
            problem = translate(error, language)
            raise UserError(TEXTS.say(language, "compare-errors.rules", side=text, problem=problem)) from None
    bot = canonical_name(text)
    try:
        make(bot).close()
    except ValueError as error:
        if equals:
            example = f"{next(iter(game.options))}=…"
            kit = pediment.kit(game.name)
            problem = TEXTS.say(language, "compare-errors.no-side", side=text, game=kit.title, example=example)
            raise UserError(problem) from None
        raise error
    return variant(game, text, bot=bot, **common)
