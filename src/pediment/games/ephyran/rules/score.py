"""Scoring (Y7.2 to Y7.5), itemised, from any position, as one seat knows it or in truth."""

from __future__ import annotations

from typing import Any

from pediment.games.ephyran.rules.gains import points
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import AREAS, DIONYSUS_AREA, FACE_POINTS, GODS, NONE


def scores(s: EphyranState, viewer: int | None = None) -> list[dict[str, Any]]:
    """Per seat the items of every territory; with a viewer (a bit of `seen`), only tokens it has seen count."""
    found: list[dict[str, Any]] = []
    for seat, p in enumerate(s.players):
        territories = {GODS[god]: _territory(s, seat, god, viewer) for god in range(AREAS)}
        total = p.city_bonus + sum(items["points"] for items in territories.values())
        found.append({"territories": territories, "city_bonus": p.city_bonus, "total": total})
    return found


def totals(s: EphyranState) -> list[int]:
    """Per seat the true total."""
    return [points(s, p) for p in s.players]


def dionysus_territory(s: EphyranState, seat: int) -> int:
    """The god in whose territory the city's Dionysus scores: the own god's, else the first (Y6.2); or NONE."""
    p = s.players[seat]
    gods = [god for god in range(AREAS) if DIONYSUS_AREA in p.areas[god]]
    return p.god if p.god in gods else gods[0] if gods else NONE


def _territory(s: EphyranState, seat: int, god: int, viewer: int | None) -> dict[str, int]:
    e = s.edition
    p = s.players[seat]
    areas = p.areas[god]
    creatures = len({e.creature_id[half] for half in areas if half != DIONYSUS_AREA})
    tokens = [token for on_area in p.tokens[god] for token in on_area]
    seen = [token for token in tokens if viewer is None or s.seen[token] >> viewer & 1]
    items = {
        "creatures": creatures,
        "dionysus": int(dionysus_territory(s, seat) == god),
        "variety": int(creatures == AREAS),
        "printed": sum(e.points[half] for half in areas),
        "added": sum(FACE_POINTS[s.token_face[token]] for token in seen),
    }
    points = sum(items.values())
    items["factor"] = 2 if god == p.god else 1
    items["points"] = points * items["factor"]
    items["unseen"] = len(tokens) - len(seen)
    return items
