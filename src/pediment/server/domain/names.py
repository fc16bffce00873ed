"""Names and lines of chat: what can be seen, and names that cannot be told apart."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
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
        *map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]),
    ]
)
"""Printable by their category, and yet nothing to see: fillers and variation selectors."""


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
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())


def skeleton(text: str) -> str:
    """A text with every character replaced by the one that it looks like (UTS #39)."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_confusables()))


@cache
def _confusables() -> dict[int, str]:
    lines = (line for line in _TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("# "))
    pairs = (line.split("\t") for line in lines)
    return {ord(char): shown for shown, chars in pairs for char in chars}


def _is_visible(text: str, place: int) -> bool:
    char, before = text[place], text[place - 1] if place else ""
    if char == _JOINER:  # inside an emoji
        return place + 1 < len(text) and _is_emoji(before) and _is_emoji(text[place + 1])
    if char == _AS_EMOJI:
        return _is_emoji(before)
    return char.isprintable() and char not in _INVISIBLE


def _is_emoji(char: str) -> bool:
    """Whether this is a part of an emoji, as far as its category tells: a symbol, a skin tone, the sign for both."""
    return bool(char) and (char == _AS_EMOJI or unicodedata.category(char) in ("So", "Sm", "Sk"))


def _is_something(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS"
