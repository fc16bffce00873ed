"""Files that people hand over or want to have. Every problem names its file."""

from __future__ import annotations

import argparse
import errno
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

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
    errno.EFBIG: "too-large",
}
"""What the system says in English only, in our words."""
NOT_BESIDE: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY)
"""Why a file that may be written cannot be replaced: its folder may not be changed, or it is mounted by itself."""


def path(name: str) -> Path:
    """The file of a name that was typed, also where the system's encoding cannot write it."""
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        name = os.fsdecode(name.encode())
    return Path(name).expanduser()


def is_there(name: str) -> bool:
    """Is there such a file? There is none with a name that is too long."""
    try:
        return path(name).is_file()
    except OSError:
        return False


def read(name: str, language: str) -> str:
    """The text of a file in UTF-8, with or without a byte order mark; "-" is the standard input. Raises UserError."""
    try:
        if name != STANDARD:
            return path(name).read_text(encoding="utf-8-sig")
        if not hasattr(sys.stdin, "buffer"):  # a stream of text stands in for it
            return sys.stdin.read().removeprefix("\ufeff")
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise problem("not-text", language, file=name, byte=error.start) from None
    except OSError as error:
        raise problem("unreadable", language, file=name, reason=reason(error, language)) from None


def write(name: str, text: str, language: str) -> None:
    """Write a file whole, or leave it as it was. Raises UserError."""
    file = path(name)
    try:
        if file.is_file() or not file.exists():
            _replace(_meant(file), text)
        else:  # a device or a pipe
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(name, error, language) from None


def _meant(file: Path) -> Path:
    """The file itself where the name is that of a link, even of one that leads nowhere yet."""
    return Path(os.path.realpath(file))


def _replace(file: Path, text: str) -> None:
    """Put a new file in the place of the old one.

    Where no file can be put there, as in a folder that may not be changed, the old one is written over.
    """
    is_new = not file.exists()
    if not is_new:
        file.open("ab").close()  # may it be written?
    try:
        with replacing(file, 0o666 if is_new else 0o600) as out:  # nobody reads it who may not read the old one
            out.write(text.encode())
            if not is_new:
                shutil.copymode(file, out.name)
    except OSError as error:
        if is_new or error.errno not in NOT_BESIDE:
            raise
        file.write_text(text, encoding="utf-8")


@contextmanager
def replacing(file: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A new file to write, which takes the place of the old one when the block ends without an error.

    After a crash, of the program or the machine, there is the old one or the new one, whole. Raises OSError.
    """
    beside = file.with_name(f".pediment-{os.getpid()}.new")
    try:
        beside.unlink(missing_ok=True)  # of a process that had the same number and was killed
        beside.touch(mode, exist_ok=False)
        with beside.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def keep(file: Path, data: bytes) -> None:
    """Write a file of our own whole, or leave it as it was. Raises OSError."""
    with replacing(file) as out:
        out.write(data)


def try_to_write(name: str | None, language: str) -> None:
    """Find out whether a file can be written before the work for it is done. Raises UserError.

    What it holds stays, and a new one is not left behind: the work may fail.
    """
    if name is None or name == STANDARD:
        return
    try:
        if path(name).is_fifo():  # whoever reads it would take that for the end
            return
        file = _meant(path(name))
        is_new = not file.exists()
        file.open("ab").close()
        if is_new:
            file.unlink()
    except OSError as error:
        raise unwritable(name, error, language) from None


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
    """The texts of the records in a file, one after the other, on a line each or on many. Raises UserError for none.

    One that is broken ends with its line. What does not even begin as a record stays with the one before it, so that
    whoever reads that says what is wrong.
    """
    if not text.strip():
        raise problem("empty", language, file=name)
    starts: list[int] = []
    ends = [0]
    while (start := _after_blanks(text, ends[-1])) < len(text):
        try:
            end = json.JSONDecoder().raw_decode(text, start)[1]
        except (ValueError, RecursionError):
            if not starts:
                return [text]
            end = text.find("\n", start) + 1 or len(text)
            if text[start] != "{":
                ends[-1] = end
                continue
        starts.append(start)
        ends.append(end)
    return [text[start:end] for start, end in zip(starts, ends[1:], strict=True)]


def _after_blanks(text: str, at: int) -> int:
    """A byte order mark is blank, too: files that have one may have been joined."""
    return next((i for i in range(at, len(text)) if not text[i].isspace() and text[i] != "\ufeff"), len(text))


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


def unwritable(name: str, error: OSError, language: str) -> UserError:
    """What every command says of a file that cannot be written, to be raised."""
    return problem("unwritable", language, file=name, reason=reason(error, language))


def problem(key: str, language: str, **params: object) -> UserError:
    """What is wrong with a file, to be raised."""
    return UserError(TEXTS.say(language, f"files.{key}", **params))
