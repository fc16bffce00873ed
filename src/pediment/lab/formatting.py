"""The lab's texts, and numbers as a language writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pediment.core.game import Game
from pediment.core.texts import Texts, plain

TEXTS: Final = Texts(Path(__file__).parent / "texts")


def number(n: float, language: str, digits: int = 1) -> str:
    """A number with its decimals: "27.7", in French "27,7"; "−0.3", but "0.0"."""
    text = f"{abs(n):.{digits}f}"
    if n < 0 and float(text):
        text = f"−{text}"
    return text.replace(".", ",") if language == "fr" else text


def signed(n: float, language: str) -> str:
    """A number with its sign: "+2.1", "−0.3", but "0.0"."""
    text = number(n, language)
    return f"+{text}" if n > 0 and text not in ("0.0", "0,0") else text


def percent(share: float, language: str, digits: int = 1) -> str:
    """A share: "50.0%", in French "50,0 %"."""
    return number(100 * share, language, digits) + percent_sign(language)


def percent_sign(language: str) -> str:
    """What follows the number: in French a no-break space and the sign."""
    return "\N{NO-BREAK SPACE}%" if language == "fr" else "%"


def card_name(card: str, game: Game[Any], language: str) -> str:
    """A card by its name and its family, if it has one that the name does not say: several can be called the same."""
    facts = game.card(card, language)
    name, family = str(facts["name"]), str(facts.get("family_name", ""))
    return name if plain(family) in plain(name) else f"{name} {family}"
