"""`pediment score`: the score sheet of a table that somebody typed in."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.text import Text

from pediment.command import documents
from pediment.command.arguments import Parser
from pediment.command.files import write_json
from pediment.terminal.board import board_of, seat_names
from pediment.terminal.messages import Messages


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment score`."""
    say = Messages(parser.language)
    parser.add_argument("file", metavar="FILE", help=say("help-score.file"))
    parser.add_argument("--game", type=int, metavar="N", help=say("help.which"))
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment score`: a position that says nothing of whose turn it is, is a finished table."""
    say = Messages(args.language)
    found = documents.document(args.file, say.language, args.game)
    match = documents.match_in(args.file, documents.as_described(found), say.language)
    returns = match.game.returns(match.state)
    facts = {"game": match.game.name, "over": match.over, "scores": match.scores(), "returns": returns}
    if write_json(args, facts):
        return 0
    view = match.view(None)
    board = board_of(match, say, seat_names(match, say, documents.names_in(found)))
    if not match.over:
        console.print(Text(say("play.score-now"), "dim"))
    console.print(board.sheet(view, console.width))
    console.print(Text(board.verdict(view, returns), "bold"))
    if remark := board.worked_out(found, view):
        console.print(Text(remark, "dim"))
    return 0
