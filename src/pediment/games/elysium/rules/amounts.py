"""The numbers in the powers of the cards: a power asks the edition of the game, which may have changed them."""

from __future__ import annotations

from typing import Final

MOST: Final = 20  # that an edition may make of a number
# By number: what it is unless an edition says otherwise, and the least that it may be
STANDARD: Final[list[int]] = []
LEAST: Final[list[int]] = []
# By id of a card: what the numbers in its power are called, and where they stand
OF_CARD: Final[dict[str, dict[str, int]]] = {}


def changeable(standard: int, least: int = 1) -> int:
    """Where a number of a power stands in `edition.amounts`, for an edition may make another of it."""
    STANDARD.append(standard)
    LEAST.append(least)
    return len(STANDARD) - 1


def name_amounts(card: str, named: list[tuple[str, int]]) -> None:
    """Enter the numbers of a card's power; one that serves two parts of the power has the name of the first."""
    found: dict[str, int] = {}
    for name, at in named:
        if at not in found.values():
            if name in found:
                raise AssertionError(f"{card} has two numbers {name!r}")
            found[name] = at
    OF_CARD[card] = found
