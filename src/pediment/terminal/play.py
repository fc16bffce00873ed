"""`pediment play`: who plays, from where, and off it goes."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import secrets
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

import pediment
from pediment.bots import Bot, bots, make
from pediment.bots.external import External, greet, is_external
from pediment.command.arguments import Parser
from pediment.command.editions import check_game
from pediment.command.errors import UserError, closest, words
from pediment.core.match import Match
from pediment.core.rng import stream
from pediment.terminal import files
from pediment.terminal.board import drawn_games
from pediment.terminal.session import OPPONENT, Session
from pediment.terminal.voice import Voice

HUMAN = "human"
_OPTIONS = ("families", "pediment", "gods", "edition")
_OF_A_NEW_GAME = (*_OPTIONS, "seed", "seats")


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment play`."""
    say = Voice(parser.language)
    parser.add_argument("game", choices=drawn_games(), nargs="?", help=say("help.game"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("help-play.seats"))
    parser.add_argument("--players", metavar="A,B,…", help=say("help-play.players"))
    parser.add_argument("--families", metavar="F", help=say("help-play.families"))
    parser.add_argument("--pediment", metavar="P", help=say("help-play.pediment"))
    parser.add_argument("--gods", metavar="G", help=say("help-play.gods"))
    parser.add_argument("--edition", metavar="FILE", help=say("help-play.edition"))
    parser.add_argument("--seed", type=int, metavar="N", help=say("help-play.seed"))
    parser.add_argument("--load", metavar="FILE", help=say("help-play.load"))
    parser.add_argument("--game", type=int, metavar="N", help=say("help.which"), dest="record")


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment play`: ends with 0 when the game is over or the player leaves."""
    say = Voice(args.language)
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    match = _loaded(args, say) if args.load else _new(args, seed, say)
    players = _players(args, match.state.origin.seats, seed, say)
    session = Session(match, players, say, console)
    _welcome(session, seed if not args.load else None)
    if args.load:
        session.catch_up()
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):  # line editing, where there is such a thing
            importlib.import_module("readline")
    try:
        session.run()
    finally:
        for bot in players:
            if bot:
                bot.close()
            if isinstance(bot, External) and bot.fallbacks:
                console.print(say("play.fallbacks", bot=bot.name, n=bot.fallbacks))
    return 0


def _loaded(args: argparse.Namespace, say: Voice) -> Match:
    given = [f"--{name}" for name in _OF_A_NEW_GAME if getattr(args, name) is not None]
    if given:
        raise UserError(say("play.load-alone", options=", ".join(given)))
    match = files.load(args.load, say, args.record)
    if args.game not in (None, match.game.name):
        found, wanted = match.game.name.capitalize(), args.game.capitalize()
        raise UserError(say("play.other-game", file=args.load, found=found, game=wanted))
    return match


def _new(args: argparse.Namespace, seed: int, say: Voice) -> Match:
    if args.record is not None:
        raise UserError(say("play.record-of-what"))
    game = args.game or drawn_games()[0]
    named = [name for name in (args.players or "").split(",") if name.strip()]
    seats = args.seats if args.seats is not None else len(named) or 2
    if named and len(named) != seats:
        raise UserError(say("play.seats-differ", seats=seats, players=len(named)))
    options: dict[str, Any] = {name: value for name in _OPTIONS if (value := getattr(args, name)) is not None}
    if args.edition:
        check_game(args.edition, game, say.language)
    if game == "elysium":
        options.setdefault("families", "first-game")
    if "," in options.get("families", ""):
        options["families"] = [name.strip().lower() for name in options["families"].split(",")]
    try:
        return Match(pediment.game(game), seats=seats, seed=seed, **options)
    except pediment.OptionError as error:
        values = [options.get(name, "") for name in _OPTIONS if name != "edition"]
        given = [word for value in values for word in (value if isinstance(value, list) else [value])]
        known = words(str(error))
        near = [meant for name in given if name not in known and (meant := closest(name, known))]
        hint = "".join(f" {say('errors.did-you-mean', word=word)}" for word in near)
        raise UserError(f"{error}.{hint}" if hint else str(error)) from None


def _players(args: argparse.Namespace, seats: int, seed: int, say: Voice) -> list[Bot | None]:
    """The bot of each seat, None for a human; the first seat's default is human."""
    names = [name.strip() for name in (args.players or "").split(",") if name.strip()]
    names = [name if is_external(name) else name.lower() for name in names]
    names = names or [HUMAN] + [OPPONENT] * (seats - 1)
    if len(names) != seats:
        raise UserError(say("play.seats-differ", seats=seats, players=len(names)))
    known = [HUMAN, *bots()]
    for name in names:
        if name.partition("@")[0] not in known and not is_external(name):
            near = closest(name, known)
            hint = " " + say("errors.did-you-mean", word=near) if near else ""
            raise UserError(say("play.unknown-player", name=name, known=", ".join(known)) + hint)
    if args.seed is None:
        seed = secrets.randbits(60)  # a bot of another program must not find the game's seed by its own
    try:
        players = [
            None if name == HUMAN else make(name, stream(seed, f"player {seat}").getrandbits(32))
            for seat, name in enumerate(names)
        ]
        for bot in players:
            if bot:
                greet(bot)
        return players
    except ValueError as error:
        raise UserError(str(error)) from None


def _welcome(session: Session, seed: int | None) -> None:
    say, game = session.say, session.game
    head = say("play.welcome", game=game.name.capitalize(), players=say.all(session.board.names))
    lines = [head if seed is None else f"{head} {say('play.seed', seed=seed)}"]
    if session.humans:
        lines.append(say(f"{game.name}.how-to"))
    if session.board.remark:
        lines.append(session.board.remark)
    session.console.print(Text("\n".join(lines)))
