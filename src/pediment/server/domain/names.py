"""Names and lines of chat: what can be seen, and names that cannot be told apart."""

from __future__ import annotations

import contextlib
import unicodedata
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from pediment.server.domain.refusal import Refused

_TABLE: Final = Path(__file__).with_name("confusables.txt")
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_AS_EMOJI: Final = "\N{VARIATION SELECTOR-16}"
_INVISIBLE: Final = frozenset(
    [
        "\N{COMBINING GRAPHEME JOINER}",
        "\N{HANGUL CHOSEONG FILLER}",
        "\N{HANGUL JUNGSEONG FILLER}",
        "\N{HANGUL FILLER}",
        "\N{HALFWIDTH HANGUL FILLER}",
        "\N{KHMER VOWEL INHERENT AQ}",
        "\N{KHMER VOWEL INHERENT AA}",
        "\N{BRAILLE PATTERN BLANK}",
        "\N{MUSICAL SYMBOL NULL NOTEHEAD}",
        "\N{KHITAN SMALL SCRIPT FILLER}",
        *map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]),
    ]
)
"""Printable by their category, and yet nothing to see: fillers and variation selectors."""
_EMOJI: Final = frozenset(
    [
        *"\u00a9\u00ae\u203c\u2049\u2122\u2139\u24c2\u3030\u303d\u3297\u3299",
        *map(chr, [*range(0x2190, 0x2200), *range(0x2300, 0x2400), *range(0x25A0, 0x27C0), *range(0x2900, 0x2980)]),
        *map(chr, [*range(0x2B00, 0x2C00), *range(0x1F000, 0x1FB00)]),
    ]
)
"""Signs that can be emoji, and the other signs of their blocks: after them, some invisible characters are at home."""


def clean(text: str, language: str) -> str:
    """A name or a line of chat as it is shown: one line that can be seen. Raises Refused for anything else."""
    found = " ".join(word for word in unicodedata.normalize("NFC", text).split(" ") if word)
    if not all(_is_visible(found, place) for place in range(len(found))) or not any(map(_is_something, found)):
        raise Refused("unprintable", language)
    return found


def look_alike(one: str, other: str) -> bool:
    """Whether two names cannot be told apart on a screen, by Unicode's table of confusable characters.

    >>> look_alike("Paul", "paul"), look_alike("Paul", "Раul"), look_alike("Paul", "Paula")
    (True, True, False)
    """
    return skeleton(one) == skeleton(other) or skeleton(_folded(one)) == skeleton(_folded(other))


def _folded(text: str) -> str:
    """A text without capitals, also those that are variants of others."""
    return unicodedata.normalize("NFKD", text).translate(_capitals()).casefold()


def skeleton(text: str) -> str:
    """A text with every character replaced by the one that it looks like, and without what cannot be seen (UTS #39).

    That table leaves out most wide, raised and encircled letters: they are variants by Unicode itself.
    """
    for _ in range(2):  # a few look like such variants
        text = unicodedata.normalize("NFKD", text).translate(_confusables())
    return unicodedata.normalize("NFD", text)


@cache
def _capitals() -> dict[int, str]:
    """Small and white-on-black capitals, which Unicode does not count as variants, and what they stand for."""
    names = (
        "LATIN LETTER SMALL CAPITAL",
        "NEGATIVE SQUARED LATIN CAPITAL LETTER",
        "NEGATIVE CIRCLED LATIN CAPITAL LETTER",
    )
    found: dict[int, str] = {}
    for letter in ascii_uppercase:
        for name in names:
            with contextlib.suppress(KeyError):  # there is no small capital X
                found[ord(unicodedata.lookup(f"{name} {letter}"))] = letter
    return found


@cache
def _confusables() -> dict[int, str | None]:
    lines = (line for line in _TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("# "))
    pairs = (line.split("\t") for line in lines)
    shown: dict[int, str | None] = {ord(char): seen for seen, chars in pairs for char in chars}
    return shown | dict.fromkeys(map(ord, (_JOINER, *_INVISIBLE)))


def _is_visible(text: str, place: int) -> bool:
    char, before = text[place], text[place - 1] if place else ""
    if char == _JOINER:  # inside an emoji
        return (before == _AS_EMOJI or before in _EMOJI) and text[place + 1 : place + 2] in _EMOJI
    if char == _AS_EMOJI:
        return before in _EMOJI
    return char.isprintable() and char not in _INVISIBLE


def _is_something(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS"
