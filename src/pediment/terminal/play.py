"""`pediment play`: a game at this keyboard, new, loaded or resumed."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from dataclasses import replace
from typing import Final

from rich.console import Console
from rich.text import Text

import pediment
from pediment.bots import bots
from pediment.bots.external.bot import External, greet, is_external
from pediment.bots.python_bots import is_python
from pediment.command import documents, family_names, game_options
from pediment.command.arguments import Parser
from pediment.command.bot_names import canonical_name
from pediment.command.error_messages import translate_option_error
from pediment.command.errors import UserError, closest, words
from pediment.command.game_options import EDITION, add_options, options_of
from pediment.command.layout import Flow
from pediment.core.match import Match
from pediment.core.texts import plain
from pediment.terminal.local_game import OPPONENT, LocalGame
from pediment.terminal.messages import TEXTS, Messages
from pediment.terminal.saved_games import HUMAN, Player, SavedGame, bot_seeds, unfinished_games

_OF_A_NEW_GAME = ("seed", "seats")
MAX_NAME_LETTERS: Final = 20


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment play`."""
    say = Messages(parser.language)
    parser.add_argument("game", choices=pediment.games(), nargs="?", help=say("help.game"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("help-play.seats"))
    parser.add_argument("--players", metavar="A,B,…", help=say("help-play.players"), elsewhere=("bots",))
    parser.add_argument("--names", metavar="A,B,…", help=say("help-play.names"))
    add_options(parser)
    parser.add_argument("--seed", type=int, metavar="N", help=say("help-play.seed"))
    parser.add_argument("--load", metavar="FILE", help=say("help-play.load"))
    parser.add_argument("--game", type=int, metavar="N", help=say("help.which"), dest="record")
    parser.add_argument("--resume", action="store_true", help=say("help-play.resume"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment play`: ends with 0 when the game is over or the player leaves."""
    say = Messages(args.language)
    if args.resume:
        saved = _chosen(args, say, console)
        if saved is None:
            return 0
        match, seed = documents.match_in(str(saved.file), saved.record, say.language), None
    else:
        seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
        match, names = _loaded(args, say) if args.load is not None else (_new(args, seed, say), [])
        if args.names is not None:
            names = args.names.split(",")
        saved = SavedGame(_players(args, names, match.state.origin.seats, seed, say))
        if console.is_terminal and (waiting := len(unfinished_games())):
            console.print(say("play.unfinished", n=waiting), style="dim")
    told = None if args.load is not None else seed
    while True:
        try:
            if not _play(match, saved, told, say, console):
                return 0
        finally:
            saved.close()
        told = seed = secrets.randbelow(1_000_000) if args.seed is None or seed is None else seed + 1
        match = _rematch(match, seed)
        seeds = bot_seeds(seed if args.seed is not None else secrets.randbits(60), len(saved.players))
        saved = SavedGame([replace(player, seed=own) for player, own in zip(saved.players, seeds, strict=True)])


def _play(match: Match, saved: SavedGame, seed: int | None, say: Messages, console: Console) -> bool:
    """A game from where it stands; True if a rematch is wanted. Only a new game tells its seed."""
    try:
        players = [player.sit_down(state) for player, state in zip(saved.players, saved.streams, strict=True)]
        for bot in players:
            if bot:
                bot.check_plays(match.game.name, len(players))
                greet(bot)
    except ValueError as error:
        raise UserError(say.problem(error)) from None
    names = [player.name for player in saved.players]
    session = LocalGame(match, players, say, console, names, saved if None in players else None)
    _welcome(session, seed)
    if match.state.actions or seed is None:
        session.catch_up()
    try:
        return session.run()
    finally:
        for bot in players:
            if bot:
                bot.close()
            if isinstance(bot, External) and bot.fallbacks:
                console.print(say("play.fallbacks", bot=bot.name, n=bot.fallbacks))


def _rematch(match: Match, seed: int) -> Match:
    """The same game from the start, dealt by another seed, by the rules and with the values of new games."""
    seats, options = match.state.origin.seats, match.game.options_anew(match.state)
    return Match(match.game, seats=seats, seed=seed, **options)


def _chosen(args: argparse.Namespace, say: Messages, console: Console) -> SavedGame | None:
    """The unfinished game to go on with: of several the player picks one, without a terminal it is the newest.

    None if they would rather leave.
    """
    more = (*_OF_A_NEW_GAME, "players", "names", "load")
    given = game_options.given(args) + [f"--{name}" for name in more if getattr(args, name) is not None]
    if given:
        raise UserError(say("play.resume-alone", options=", ".join(given)))
    if args.record is not None:
        raise UserError(say("play.record-of-what"))
    found = unfinished_games(args.game)
    if not found:
        raise UserError(say("play.nothing-to-resume"), 1)
    if len(found) == 1 or not sys.stdin.isatty():
        return _open(found[0], say)
    console.print(say("play.which-game"))
    for i, saved in enumerate(found, 1):
        players = [player.name or say.bot(player.player) for player in saved.players]
        moves = say("play.moves", n=len(saved.record["actions"]))
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.left))
        game = str(saved.record["game"])
        title = pediment.kit(game).title if game in pediment.games() else game  # it may be of a package that is gone
        facts = [title, ", ".join(players), moves, day]
        console.print(Flow([Text.assemble((f"{i:>2}", "bold cyan"), f" {facts[0]}"), *map(Text, facts[1:])], indent=3))
    while True:
        try:
            typed = input(say("play.which-number", n=len(found))).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if typed.lower() in TEXTS.section(say.language, "commands")["quit"]:
            return None
        number = typed or "1"
        if number.isdecimal() and 1 <= int(number) <= len(found):
            try:
                return _open(found[int(number) - 1], say)
            except UserError as error:
                console.print(str(error))


def _open(saved: SavedGame, say: Messages) -> SavedGame:
    """The game as it stands now, with other windows saved out. Raises UserError."""
    try:
        again = SavedGame.resume(saved.file)
    except BlockingIOError:
        raise UserError(say("play.open-elsewhere"), 1) from None
    if again is None:
        raise UserError(say("play.no-longer-there"), 1)
    return again


def _loaded(args: argparse.Namespace, say: Messages) -> tuple[Match, list[str]]:
    """The match in a file, and the names of its players, if it has them."""
    given = game_options.given(args) + [f"--{name}" for name in _OF_A_NEW_GAME if getattr(args, name) is not None]
    if given:
        raise UserError(say("play.load-alone", options=", ".join(given)))
    found = documents.document(args.load, say.language, args.record)
    match = documents.match_in(args.load, found, say.language)
    if args.game not in (None, match.game.name):
        own, wanted = pediment.kit(match.game.name).title, pediment.kit(args.game).title
        raise UserError(say("play.other-game", file=args.load, found=own, game=wanted))
    return match, [_short(name) for name in documents.names_in(found)]


def _short(name: str) -> str:
    """A name from a file, its end alone where it is too long for a seat: commands of bots differ there."""
    return name if len(name) <= MAX_NAME_LETTERS else f"…{name[1 - MAX_NAME_LETTERS :]}"


def _new(args: argparse.Namespace, seed: int, say: Messages) -> Match:
    if args.record is not None:
        raise UserError(say("play.record-of-what"))
    game = args.game or pediment.games()[0]
    named = [name for name in (args.players or "").split(",") if name.strip()]
    seats = args.seats if args.seats is not None else len(named) or pediment.game(game).usual_seats()
    if named and len(named) != seats:
        raise UserError(say("play.seats-differ", seats=seats, players=len(named)))
    typed = options_of(args, game)
    chosen = {**pediment.kit(game).beginner, **typed}
    try:
        return Match(pediment.game(game), seats=seats, seed=seed, **chosen)
    except pediment.OptionError as error:
        values = [value for name, value in typed.items() if name != EDITION]
        given = [str(word) for value in values for word in (value if isinstance(value, list) else [value])]
        known = words(str(error))
        near = [
            meant
            for name in given
            if name not in known
            and (meant := closest(name, known) or family_names.closest_family(pediment.game(game), name, say.language))
            and plain(meant) != plain(name)
        ]
        hint = "".join(f" {say('errors.did-you-mean', word=word)}" for word in near)
        problem = translate_option_error(error, say.language)
        raise UserError(f"{problem}.{hint}" if hint else problem) from None


def _players(args: argparse.Namespace, names: list[str], seats: int, seed: int, say: Messages) -> list[Player]:
    """Who sits at each seat; the first seat's default is human."""
    players = [name.strip() for name in (args.players or "").split(",") if name.strip()]
    players = [name if _is_foreign(name) else canonical_name(name).lower() for name in players]
    players = players or [HUMAN] + [OPPONENT] * (seats - 1)
    if len(players) != seats:
        raise UserError(say("play.seats-differ", seats=seats, players=len(players)))
    known = [HUMAN, *bots()]
    for name in players:
        if name.partition("@")[0] not in known and not _is_foreign(name):
            shown = [say.bot(own) for own in known]
            near = closest(name, shown)
            hint = " " + say("errors.did-you-mean", word=near) if near else ""
            raise UserError(say("play.unknown-player", name=name, known=", ".join(shown)) + hint)
    names = _names(names, seats, say)
    if args.seed is None:
        seed = secrets.randbits(60)  # a bot of another program must not find the game's seed by its own
    seeds = bot_seeds(seed, seats)
    return [Player(*fields) for fields in zip(players, names, seeds, strict=True)]


def _is_foreign(name: str) -> bool:
    return is_external(name) or is_python(name)


def _names(given: list[str], seats: int, say: Messages) -> list[str]:
    """What the players are called, seat by seat; empty for those that nobody named."""
    names = [" ".join(name.split()) for name in given]
    if len(names) > seats:
        raise UserError(say("play.too-many-names", seats=seats, names=len(names)))
    for name in names:
        if len(name) > MAX_NAME_LETTERS or not name.isprintable():
            raise UserError(say("play.bad-name", name=name, n=MAX_NAME_LETTERS))
        if name and names.count(name) > 1:
            raise UserError(say("play.same-name", name=name))
    return names + [""] * (seats - len(names))


def _welcome(session: LocalGame, seed: int | None) -> None:
    say, game = session.say, session.game
    head = say("play.welcome", game=pediment.kit(game.name).title, players=say.all(session.board.names))
    lines = [head if seed is None else f"{head} {say('play.seed', seed=seed)}"]
    if session.humans and not session.match.state.actions:  # a player who continues knows
        lines.append(session.board.guide("how-to"))
    lines += [line for line in (session.board.setting(session.match.view(None)), session.board.remark) if line]
    session.console.print(Text("\n".join(lines)))
