"""The command line. Each command lives in a module of its own, which is imported when the command is used."""

from __future__ import annotations

import argparse
import importlib
import re
import sys
import textwrap
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from pediment import __version__
from pediment.terminal.errors import UserError, closest
from pediment.terminal.voice import TEXTS, Voice, preferred

WIDTH: Final = 80
COMMANDS: Final = {
    "play": "pediment.terminal.play",
    "cards": "pediment.terminal.cards",
    "rules": "pediment.terminal.rules",
    "replay": "pediment.terminal.replay",
    "verify": "pediment.terminal.verify",
    "score": "pediment.terminal.score",
    "hint": "pediment.terminal.hint",
    "edition": "pediment.terminal.edition",
    "analyse": "pediment.lab.analyse",
    "simulate": "pediment.lab.simulate",
    "arena": "pediment.lab.arena_command",
    "bot-check": "pediment.terminal.bot_check",
    "bots": "pediment.terminal.bots",
    "games": "pediment.terminal.games",
    "serve": "pediment.table.serve",
    "backup": "pediment.table.backup",
    "doctor": "pediment.terminal.doctor",
}


class Parser(argparse.ArgumentParser):
    """A parser that speaks the player's language in its help, and says what a misspelt word probably means."""

    def __init__(self, say: Voice, key: str, **more: Any) -> None:
        super().__init__(
            description=textwrap.fill(say(f"{key}.about"), WIDTH),
            epilog=say(f"{key}.examples"),
            formatter_class=lambda prog: Help(prog, say("help.usage")),
            add_help=False,
            allow_abbrev=False,
            **more,
        )
        self.say = say
        self.command: Parser | None = None
        self._positionals.title = say("help.arguments")
        self._optionals.title = say("help.options")
        self.add_argument("-h", "--help", action="help", help=say("help.help"))
        self.add_argument("--language", choices=TEXTS.languages, default=say.language, help=say("help.language"))

    def check_options(self, arguments: list[str]) -> None:
        """Refuse an option that is not there, before its value is taken for something else."""
        parser = self.command or self
        known = re.findall(r"--[\w-]+", self.format_help() + parser.format_help())
        for argument in arguments:
            option = argument.partition("=")[0]
            if option.startswith("--") and option not in ("--", *known):
                parser.error(self.say("errors.unknown-option", option=option), closest(option, known))

    def error(self, message: str, near: str | None = None) -> NoReturn:
        """Usage, what is wrong, the nearest right word; exit code 2."""
        choice = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if choice:
            near = closest(choice[1], re.findall(r"[\w.-]+", choice[2]))
        hint = f" {self.say('errors.did-you-mean', word=near)}" if near else ""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}.{hint}\n{self.say('errors.see-help', prog=self.prog)}\n")


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as argparse writes it, with the word for "usage" given."""

    def __init__(self, prog: str, usage: str) -> None:
        super().__init__(prog, max_help_position=26)
        self.usage = usage

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        """The usage under its own word."""
        super().add_usage(usage, actions, groups, self.usage if prefix is None else prefix)


def parser_for(command: str | None, say: Voice) -> Parser:
    """The parser with the arguments of one command, so that the others need not be imported."""
    parser = Parser(say, "help", prog="pediment")
    parser.add_argument("--version", action="version", version=f"pediment {__version__}", help=say("help.version"))
    commands = parser.add_subparsers(dest="command", metavar=say("help.command"), title=say("help.commands"))
    for name, module in COMMANDS.items():
        key = f"help-{name}"
        sub = commands.add_parser(name, help=say(f"{key}.summary"), say=say, key=key)
        if name == command:
            parser.command = sub
            importlib.import_module(module).add_arguments(sub)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command. Exit codes: 0 fine, 1 a check failed or nothing was found, 2 wrong arguments or a bad file."""
    arguments = sys.argv[1:] if argv is None else argv
    language, rest = _language(arguments)
    command = next((word for word in rest if not word.startswith("-")), None)
    parser = parser_for(command, Voice(language))
    parser.check_options(arguments)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        return _run(args)
    except UserError as error:
        print(f"pediment {args.command}: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _language(arguments: list[str]) -> tuple[str, list[str]]:
    """The language to help in, which is needed before the help can be written, and the arguments without it."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--language")
    try:
        found, rest = first.parse_known_args(arguments)
    except argparse.ArgumentError:  # no value: the real parser says so
        return preferred(), arguments
    return (found.language if found.language in TEXTS.languages else preferred()), rest


def _run(args: argparse.Namespace) -> int:
    from rich.console import Console  # slow to import, and help does without

    console = Console(highlight=False, markup=False)
    code: int = importlib.import_module(COMMANDS[args.command]).run(args, console)
    return code


if __name__ == "__main__":
    sys.exit(main())
