"""`pediment edition`: the printed values of somebody's own box."""

from __future__ import annotations

import argparse
import shlex

from rich.console import Console

import pediment
from pediment.command import files
from pediment.command.arguments import Parser
from pediment.command.editions import check_game, game_of, problems, with_editions
from pediment.command.errors import UserError
from pediment.core.errors import EditionError
from pediment.terminal.messages import Messages


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment edition`."""
    say = Messages(parser.language)
    parser.add_argument("action", choices=("new", "check"), help=say("help-edition.action"))
    parser.add_argument("file", metavar="FILE", help=say("help-edition.file"))
    parser.add_argument("--game", choices=pediment.games(), help=say("help-edition.game"))
    parser.add_argument("--force", action="store_true", help=say("help-edition.force"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment edition`: a file with problems ends with 1, one that cannot be read or written with 2."""
    say = Messages(args.language)
    return _new(args, say, console) if args.action == "new" else _check(args, say, console)


def _new(args: argparse.Namespace, say: Messages, console: Console) -> int:
    game = args.game or with_editions()[0]
    if game not in with_editions():
        raise files.problem("no-editions", say.language, game=pediment.kit(game).title)
    template = pediment.game(game).edition_template(say.language)
    if args.file == files.STANDARD:
        print(template, end="")
        return 0
    if files.is_there(args.file) and not args.force:
        raise UserError(say("edition.exists", file=args.file))
    files.write(args.file, template, say.language)
    console.print(say("edition.written", file=args.file, typed=shlex.quote(args.file)))
    return 0


def _check(args: argparse.Namespace, say: Messages, console: Console) -> int:
    """Without a game, the file is taken for an edition of the game whose sections it has."""
    text = files.read(args.file, say.language)
    game = args.game or game_of(text)
    check_game(args.file, text, game, say.language)
    try:
        name, digest = pediment.game(game).check_edition(text)
    except EditionError as error:
        for problem in problems(args.file, error, say.language):
            console.print(problem, soft_wrap=True)
        console.print(say("edition.problems", n=len(error.problems)))
        return 1
    console.print(say("edition.fine", file=args.file, game=pediment.kit(game).title, name=name, hash=digest))
    return 0
