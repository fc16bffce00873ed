"""The lab's texts, and numbers as a language writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pediment.core.texts import Texts

TEXTS: Final = Texts(Path(__file__).parent / "texts")


def number(n: float, language: str, digits: int = 1) -> str:
    """A number with its decimals: "27.7", in French "27,7"."""
    text = f"{n:.{digits}f}"
    return text.replace(".", ",") if language == "fr" else text


def signed(n: float, language: str) -> str:
    """A number with its sign: "+2.1", "−0.3", but "0.0"."""
    text = number(abs(n), language)
    return text if text in ("0.0", "0,0") else f"{'−' if n < 0 else '+'}{text}"


def percent(share: float, language: str, digits: int = 1) -> str:
    """A share: "50.0%", in French "50,0 %"."""
    return number(100 * share, language, digits) + percent_sign(language)


def percent_sign(language: str) -> str:
    """What follows the number: in French a no-break space and the sign."""
    return "\N{NO-BREAK SPACE}%" if language == "fr" else "%"
