"""Terminals and pipes that cannot write every sign: what cannot be written is replaced by something readable."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Final

READABLE: Final = "pediment.readable"
LATIN: Final = "pediment.latin"
PLAIN: Final = {
    "·": ".",
    "•": "*",
    "○": "o",
    "…": "...",
    "→": "->",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "×": "x",
    "±": "+/-",
    "≤": "<=",
    "≥": ">=",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
    "─": "-",
    "━": "-",
    "╸": "-",
    "╺": "-",
    "│": "|",
    **dict(zip("▁▂▃▄▅▆▇█", "12345678", strict=True)),
}
"""ASCII for the signs that we print; an accent is stripped without being told here."""


def prepare() -> None:
    """Let no sign that is printed or typed end a command: to be called once, before anything is printed."""
    codecs.register_error(READABLE, _readable)
    codecs.register_error(LATIN, _latin)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=READABLE)
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != LATIN:  # not after the first read
        ascii_only = codecs.lookup(sys.stdin.encoding).name == "ascii"
        sys.stdin.reconfigure(encoding="utf-8" if ascii_only else None, errors=LATIN)


def typed(word: str) -> str:
    """An argument as it was typed: where the locale is ASCII, Python keeps every other byte as half a sign."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return os.fsencode(word).decode("utf-8", LATIN)
    return word


def writes_everything(encoding: str | None) -> bool:
    """Is it an encoding of all signs, such as UTF-8?"""
    return codecs.lookup(encoding or "ascii").name.startswith("utf")


def to_ascii(text: str) -> str:
    """A text in ASCII: signs as words or other signs, letters without their accents.

    >>> to_ascii("Époque 1 · 3 → 4…")
    'Epoque 1 . 3 -> 4...'
    """
    return "".join(PLAIN.get(sign) or _bare(sign) for sign in text)


def _bare(sign: str) -> str:
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def _readable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


def _latin(error: UnicodeError) -> tuple[str, int]:
    """What is typed and is not UTF-8 is most probably Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end
