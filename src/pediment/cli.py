"""The command line: finds the command, reads its arguments and runs it."""

from __future__ import annotations

import argparse
import errno
import importlib
import itertools
import os
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import pediment
from pediment.command import encoding, files
from pediment.command.errors import FAILED, INTERRUPTED, UserError, closest, complain
from pediment.command.files import STANDARD
from pediment.core.errors import IllegalAnswer
from pediment.terminal.commands import COMMANDS, parser_of, parser_of_all
from pediment.terminal.messages import TEXTS, Messages, preferred_language


def main(argv: list[str] | None = None) -> int:
    """Run a command. Exit codes: 0 fine, 1 a check failed or nothing was found, 2 wrong arguments or a bad file."""
    with warnings.catch_warnings():
        return _main(argv)


def _main(argv: list[str] | None) -> int:
    _open_what_was_closed()
    encoding.prepare()
    words = [encoding.typed(word) for word in (sys.argv[1:] if argv is None else argv)]
    say = Messages(_language(words))
    warnings.showwarning = partial(_warn, warnings.showwarning, say)
    at = _place_of_the_command(words)
    name = " ".join(["pediment", *words[at : at + 1]])
    try:
        code = _do(words, at, say)
        sys.stdout.flush()
        return code
    except UserError as error:
        complain(f"{name}: {error}")
        return error.code
    except IllegalAnswer as error:
        complain(f"{name}: {say.problem(error)}")
        return FAILED
    except BrokenPipeError:  # whoever read along has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EFBIG, errno.EIO):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left cannot be written either
        full = files.unwritable(STANDARD, error, say.language)
        complain(f"{name}: {full}")
        return full.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _open_what_was_closed() -> None:
    """For a stream that was closed at the start, as by `<&-`, Python has None: the null device stands in for it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run


def _do(words: list[str], at: int, say: Messages) -> int:
    """Run the command in that place of what was typed, or show how to type one."""
    parser = parser_of_all(say)
    parser.parse_args(words[:at])
    if at == len(words):
        print(parser.format_help(), end="")
        return 0
    command = words[at]
    if command not in COMMANDS:
        parser.refuse("unknown-command", closest(command, COMMANDS), given=command)
    return _run(command, parser_of(command, say).parse_args(words[at + 1 :]))


def _warn(
    otherwise: Callable[..., None], say: Messages, message: Warning | str, category: type[Warning], *more: Any
) -> None:
    """A game that was left out is told as everything else is; other warnings are for programmers."""
    if issubclass(category, pediment.GameLeftOut):
        print(f"pediment: {say.problem(message)}", file=sys.stderr)
    else:
        otherwise(message, category, *more)


def _language(words: list[str]) -> str:
    """The language that --language names anywhere on the line; it is needed before all else."""
    after = [word for option, word in itertools.pairwise(words) if option == "--language"]
    joined = [word.partition("=")[2] for word in words if word.startswith("--language=")]
    return next((word for word in after + joined if word in TEXTS.languages), preferred_language())


def _place_of_the_command(words: list[str]) -> int:
    """Where the first word stands that is neither an option nor the language; at the end if there is none."""
    for i, word in enumerate(words):
        if not word.startswith("-") and words[i - 1 : i] != ["--language"]:
            return i
    return len(words)


def _run(command: str, args: argparse.Namespace) -> int:
    from pediment.terminal.screen import Screen  # slow to import, and help does without

    # with the result as JSON on stdout, everything else goes to stderr
    console = Screen(stderr=getattr(args, "json", None) == STANDARD)
    if not encoding.writes_everything(console.encoding):
        console.width -= 2  # room for what is longer in ASCII
    code: int = importlib.import_module(COMMANDS[command]).run(args, console)
    return code


if __name__ == "__main__":
    sys.exit(main())
