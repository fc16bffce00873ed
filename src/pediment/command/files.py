"""Files that people hand over or want to have. Every problem names its file."""

from __future__ import annotations

import argparse
import errno
import json
import sys
from pathlib import Path
from typing import Any, Final

from pediment.command.arguments import TEXTS
from pediment.command.encoding import writes_everything
from pediment.command.errors import UserError

STANDARD: Final = "-"
"""The name of the standard input or output."""
REASONS: Final = {
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no-folder",
    errno.EACCES: "forbidden",
    errno.EROFS: "read-only",
    errno.ENOSPC: "full",
}
"""What the system says in English only, in our words."""


def read(name: str, language: str) -> str:
    """The text of a file in UTF-8, with or without a byte order mark; "-" is the standard input. Raises UserError."""
    try:
        if name != STANDARD:
            return Path(name).expanduser().read_text(encoding="utf-8-sig")
        if not hasattr(sys.stdin, "buffer"):  # a stream of text stands in for it
            return sys.stdin.read().removeprefix("\ufeff")
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise problem("not-text", language, file=name, byte=error.start) from None
    except OSError as error:
        raise problem("unreadable", language, file=name, reason=reason(error, language)) from None


def write(name: str, text: str, language: str) -> None:
    """Write a file whole. Raises UserError."""
    try:
        Path(name).expanduser().write_text(text, encoding="utf-8")
    except OSError as error:
        raise problem("unwritable", language, file=name, reason=reason(error, language)) from None


def try_to_write(name: str | None, language: str) -> None:
    """Find out whether a file can be written before the work for it is done; what it holds stays. Raises UserError."""
    if name is None or name == STANDARD:
        return
    try:
        Path(name).expanduser().open("ab").close()
    except OSError as error:
        raise problem("unwritable", language, file=name, reason=reason(error, language)) from None


def write_json(args: argparse.Namespace, value: Any) -> bool:
    """Write the result of a command where --json says, if it does. Is that all that the command shall tell?

    Raises UserError for a file that cannot be written.
    """
    if args.json == STANDARD:
        print(json.dumps(value, indent=2, ensure_ascii=not writes_everything(sys.stdout.encoding)))
        return True
    if args.json is not None:
        write(args.json, json.dumps(value, indent=2, ensure_ascii=False) + "\n", args.language)
    return False


def records(name: str, text: str, language: str) -> list[str]:
    """The texts of the records in a file: the whole of it, or a record on each line. Raises UserError for none."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise problem("empty", language, file=name)
    try:
        json.loads(lines[0])
    except (ValueError, RecursionError):
        return [text]
    return lines


def record(name: str, text: str, wanted: int | None, language: str) -> str:
    """The text of one record of a file, by its number from 1; it may be left out where there is only one."""
    texts = records(name, text, language)
    if wanted is None and len(texts) > 1:
        raise problem("several", language, file=name, n=len(texts))
    if wanted is not None and not 1 <= wanted <= len(texts):
        raise problem("no-such-record", language, file=name, game=wanted, n=len(texts))
    return texts[(wanted or 1) - 1]


def reason(error: OSError, language: str) -> str:
    """Why the system refuses a file; what is rare stays in its own words."""
    key = REASONS.get(error.errno or 0)
    return TEXTS.say(language, f"files.{key}") if key else str(error.strerror or error)


def problem(key: str, language: str, **params: object) -> UserError:
    """What is wrong with a file, to be raised."""
    return UserError(TEXTS.say(language, f"files.{key}", **params))
