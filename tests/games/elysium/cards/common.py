"""Positions that several card scenarios build alike."""

from __future__ import annotations

from typing import Any

import pediment

FIRST_GAME = ["athena", "hades", "hephaestus", "poseidon", "zeus"]


def deck_of(position: dict[str, Any], *deck: str) -> dict[str, Any]:
    """The position with exactly these cards in the deck: the Agora gets every card that is named nowhere else."""
    game = pediment.game("elysium")
    placed = _words({field: value for field, value in position.items() if field != "draws"}) + list(deck)
    spare: list[str] = []
    for card in game.cards():
        facts = game.card(card)
        if facts["family"] in position.get("families", FIRST_GAME):
            spare += [card] * (facts["copies"] - placed.count(card))
    return {**position, "agora": [*position.get("agora", []), *spare]}


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [word for item in value for word in _words(item)]
    return [value] if isinstance(value, str) else []
