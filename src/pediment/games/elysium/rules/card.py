"""What a card is, and its entry into the tables."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.amounts import name_amounts
from pediment.games.elysium.rules.chronos import Chronos
from pediment.games.elysium.rules.listeners import Listener
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.tables import (
    CARDS_OF_KIND,
    ELEUSIS,
    FAMILY,
    HEARS,
    IDS,
    KIND,
    KIND_OF_ID,
    LEVEL,
    NUMBERS,
    POWER,
    WORTH,
)
from pediment.games.elysium.rules.vocabulary import (
    ACTIVATE,
    ANSWERS,
    CHRONOS,
    FAMILIES,
    INSTANT,
    LEGEND,
    PERMANENT,
    POWERS,
    TRIGGER,
)


class Card:
    """A kind of card: its Level, how often it exists, and the one power it has.

    `worth` is for the bots: the VP that the power brings once (Instant, Trigger, Chronos) or in an Epoch (others).
    Without it, a card is worth as much as the mean of all others with that kind of power.
    """

    def __init__(
        self,
        name: str,
        level: int,
        copies: int,
        *,
        worth: float | None = None,
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
        self.worth = worth
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

    def amounts(self) -> list[tuple[str, int]]:
        """The numbers in its power."""
        if self.effect is not None:
            return self.effect.amounts()
        if self.listener is not None:
            return self.listener.amounts()
        return self.chronos.amounts() if self.chronos is not None else []


# By card, as in `tables`
EFFECT: Final[list[Power | None]] = [None] * NUMBERS
LISTENER: Final[list[Listener | None]] = [None] * NUMBERS
CHRONOS_OF: Final[list[Chronos | None]] = [None] * NUMBERS


def fill_tables(families: list[list[Card]]) -> None:
    """Enter all cards into the tables, family by family in the order of E1.1, then the Citizens."""
    usual = _usual_worths([card for cards in families for card in cards])
    number = 0
    for family, cards in enumerate(families):
        for card in cards:
            card.id = f"{FAMILIES[family]}.{card.id}"
            KIND_OF_ID[card.id] = kind = len(IDS)
            IDS.append(card.id)
            name_amounts(card.id, card.amounts())
            CARDS_OF_KIND.append(list(range(number, number + card.copies)))
            worth = usual[card.power] if card.worth is None else card.worth
            for _ in range(card.copies):
                KIND[number] = kind
                FAMILY[number] = family
                LEVEL[number] = card.level
                POWER[number] = card.power
                ELEUSIS[number] = card.eleusis
                WORTH[number] = worth
                EFFECT[number] = card.effect
                LISTENER[number] = card.listener
                HEARS[number] = card.listener is not None
                CHRONOS_OF[number] = card.chronos
                number += 1
    citizen = KIND_OF_ID["citizen"] = len(IDS)
    IDS.append("citizen")
    for other in range(number, NUMBERS):
        KIND[other] = citizen
    ANSWERS.add_cards(IDS)


def _usual_worths(cards: list[Card]) -> list[float]:
    """By kind of power the mean worth of the cards that say theirs."""
    sums = [0.0] * len(POWERS)
    counts = [0] * len(POWERS)
    for card in cards:
        if card.worth is not None:
            sums[card.power] += card.worth
            counts[card.power] += 1
    return [total / max(1, count) for total, count in zip(sums, counts, strict=True)]
