"""`pediment edition`: the printed values of somebody's own box."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

import pediment
from pediment.core.errors import EditionError
from pediment.terminal import files
from pediment.terminal.errors import UserError
from pediment.terminal.voice import Voice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `pediment edition`."""
    say = Voice(parser.get_default("language"))
    parser.add_argument("action", choices=("new", "check"), help=say("help-edition.action"))
    parser.add_argument("file", metavar="FILE", help=say("help-edition.file"))
    parser.add_argument("--game", choices=pediment.games(), default=pediment.games()[0], help=say("help.game"))
    parser.add_argument("--force", action="store_true", help=say("help-edition.force"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment edition`: a file with problems ends with 1, one that cannot be read or written with 2."""
    say = Voice(args.language)
    game = pediment.game(args.game)
    try:
        if args.action == "new":
            if Path(args.file).expanduser().exists() and not args.force:
                raise UserError(say("edition.exists", file=args.file))
            files.write(args.file, game.edition_template(), say)
            console.print(say("edition.written", file=args.file))
            return 0
        name, digest = game.check_edition(files.read(args.file, say))
    except EditionError as error:
        for line, text in error.problems:
            console.print(f"{args.file}:{line}: {text}" if line else f"{args.file}: {text}", soft_wrap=True)
        console.print(say.count("edition.problems", len(error.problems)))
        return 1
    console.print(say("edition.fine", file=args.file, name=name, hash=digest))
    return 0
