"""`pediment help`: the same as --help, for those who ask in words."""

from __future__ import annotations

import argparse

from rich.console import Console

from pediment.command.arguments import Parser
from pediment.terminal.commands import COMMANDS, parser_of, parser_of_all
from pediment.terminal.messages import Messages


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment help`."""
    say = Messages(parser.language)
    parser.add_argument(
        "topic", nargs="?", choices=list(COMMANDS), metavar=say("help-help.topic-name"), help=say("help-help.topic")
    )


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment help`."""
    say = Messages(args.language)
    parser = parser_of(args.topic, say) if args.topic else parser_of_all(say)
    print(parser.format_help(), end="")
    return 0
