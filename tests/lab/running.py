"""Commands of the lab in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from types import ModuleType

from rich.console import Console

from pediment.command.arguments import Parser
from pediment.command.errors import UserError


def printed(show: Callable[[Console], None], width: int = 100) -> str:
    """What is printed on a console of that width."""
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    show(console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def run_command(module: ModuleType, name: str, *words: str, terminal: bool = False) -> tuple[int, str]:
    """The exit code of a command with these words, and what it prints."""
    parser = Parser(f"pediment {name}", "en")
    module.add_arguments(parser)
    console = Console(file=io.StringIO(), width=100, highlight=False, markup=False, force_terminal=terminal)
    try:
        code = module.run(parser.parse_args(words), console)
    except UserError as error:  # the command line shows it
        print(error, file=sys.stderr)
        code = error.code
    assert isinstance(console.file, io.StringIO)
    return code, console.file.getvalue()
