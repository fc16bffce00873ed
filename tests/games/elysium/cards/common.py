"""Positions that several card scenarios build alike."""

from __future__ import annotations

from typing import Any

import pediment

GAME = pediment.game("elysium")
FIRST_GAME = ["athena", "hades", "hephaestus", "poseidon", "zeus"]


def cards_in_play(families: str | list[str] = "first-game") -> int:
    """How many cards five families have, copies and all."""
    families = GAME.sets()[families] if isinstance(families, str) else families
    facts = [GAME.card(card) for card in GAME.cards()]
    return sum(card["copies"] for card in facts if card["family"] in families)


def printed() -> list[str]:
    """The ids of the cards that are in the printed box: cards that were added since are not."""
    assert GAME.editions is not None
    return GAME.cards_in(GAME.editions.first)


def deck_of(position: dict[str, Any], *deck: str) -> dict[str, Any]:
    """The position with exactly these cards in the deck: the Agora gets every card that is named nowhere else."""
    placed = _words({field: value for field, value in position.items() if field != "draws"}) + list(deck)
    spare: list[str] = []
    for card in GAME.cards():
        facts = GAME.card(card)
        if facts["family"] in position.get("families", FIRST_GAME):
            spare += [card] * (facts["copies"] - placed.count(card))
    return {**position, "agora": [*position.get("agora", []), *spare]}


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [word for item in value for word in _words(item)]
    return [value] if isinstance(value, str) else []
