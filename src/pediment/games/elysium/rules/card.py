"""What a card is, and its entry into the tables."""

from __future__ import annotations

from typing import Final

from pediment.core.effect import Effect
from pediment.games.elysium.rules.chronos import Chronos
from pediment.games.elysium.rules.listeners import Listener
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, ELEUSIS, FAMILY, IDS, KIND, KIND_OF_ID, LEVEL, POWER
from pediment.games.elysium.rules.vocabulary import (
    ACTIVATE,
    CHRONOS,
    CITIZEN_KIND,
    FAMILIES,
    FIRST_CITIZEN,
    INSTANT,
    LEGEND,
    MOST_CITIZENS,
    NO_FAMILY,
    NONE,
    PERMANENT,
    TRIGGER,
)

Power = Effect[ElysiumState]


class Card:
    """A kind of card: its Level, how often it exists, and the one power it has."""

    def __init__(
        self,
        name: str,
        level: int,
        copies: int,
        *,
        instant: Power | None = None,
        permanent: Listener | None = None,
        activate: Power | None = None,
        eleusis: Power | None = None,
        trigger: Power | None = None,
        legend: Listener | None = None,
        chronos: Chronos | None = None,
    ) -> None:
        self.id = name
        self.level = level
        self.copies = copies
        self.eleusis = eleusis is not None
        self.effect = instant or activate or eleusis or trigger
        self.listener = permanent or legend
        self.chronos = chronos
        if instant:
            self.power = INSTANT
        elif trigger:
            self.power = TRIGGER
        elif permanent:
            self.power = PERMANENT
        elif legend:
            self.power = LEGEND
        elif chronos:
            self.power = CHRONOS
        else:
            self.power = ACTIVATE


# By card, as in `tables`
EFFECT: Final[list[Power | None]] = []
LISTENER: Final[list[Listener | None]] = []
CHRONOS_OF: Final[list[Chronos | None]] = []


def add_family(family: int, cards: list[Card]) -> None:
    """Enter a family's cards into the tables; families come in the order of E1.1."""
    for card in cards:
        card.id = f"{FAMILIES[family]}.{card.id}"
        KIND_OF_ID[card.id] = kind = len(IDS)
        IDS.append(card.id)
        CARDS_OF_KIND.append(list(range(len(KIND), len(KIND) + card.copies)))
        for _ in range(card.copies):
            _add(kind, family, card.level, card.power, card.eleusis, card.effect, card.listener, card.chronos)


def add_citizens() -> None:
    """Enter the Citizens, after all families."""
    if len(KIND) != FIRST_CITIZEN:
        raise AssertionError(f"{len(KIND)} cards instead of {FIRST_CITIZEN}")
    IDS.append("citizen")
    KIND_OF_ID["citizen"] = CITIZEN_KIND
    for _ in range(MOST_CITIZENS):
        _add(CITIZEN_KIND, NO_FAMILY, 0, NONE, False, None, None, None)


def _add(
    kind: int,
    family: int,
    level: int,
    power: int,
    eleusis: bool,
    effect: Power | None,
    listener: Listener | None,
    chronos: Chronos | None,
) -> None:
    KIND.append(kind)
    FAMILY.append(family)
    LEVEL.append(level)
    POWER.append(power)
    ELEUSIS.append(eleusis)
    EFFECT.append(effect)
    LISTENER.append(listener)
    CHRONOS_OF.append(chronos)
