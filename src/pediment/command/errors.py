"""Errors that the person at the keyboard can put right, exit codes, and which word was probably meant."""

from __future__ import annotations

import difflib
import os
import re
import sys
import textwrap
from collections.abc import Iterable
from typing import Final

FAILED: Final = 1
"""The exit code of a command whose work could not be done, such as after a lost process."""
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class UserError(Exception):
    """A wrong argument or a bad file. The command line shows the message and ends with `code`."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def complain(text: str) -> None:
    """Write an error to stderr; in a terminal its lines are as long as the window is wide, and no word is broken."""
    if sys.stderr.isatty():
        width = os.get_terminal_size(sys.stderr.fileno()).columns
        text = "\n".join(_folded(line, width) for line in text.split("\n"))
    print(text, file=sys.stderr)


def _folded(line: str, width: int) -> str:
    return line if len(line) <= width else textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)


def closest(given: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """The known word that was probably meant, if one is near.

    >>> closest("hercles", ["hercules", "triumph"])
    'hercules'
    """
    found = difflib.get_close_matches(given.lower(), list(known), n=1, cutoff=least)
    return found[0] if found else None


def words(text: str) -> list[str]:
    """The words in a message that a misspelt one could mean; what the message quotes is the misspelt one."""
    return re.findall(r"[a-z][a-z0-9-]+", re.sub(r"'[^']*'", "", text))
