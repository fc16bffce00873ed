"""Legends: what may join them, what it costs, and the bonus tiles they win (E7)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.vecs import with_at
from pediment.games.elysium.io.log import L_FAMILY_BONUS, L_LEVEL_BONUS, L_STEAL, L_TRANSFER
from pediment.games.elysium.rules.card import LISTENER
from pediment.games.elysium.rules.listeners import TRANSFERRED
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import FAMILY, HEARS, LEVEL
from pediment.games.elysium.rules.vocabulary import FAMILY_BONUS, GOLD, NONE

LONE: Final = 0
FAMILY_LEGEND: Final = 1
LEVEL_LEGEND: Final = 2
LEGEND_KINDS: Final = ["lone", "family", "level"]
FULL: Final = [1, 3, 5]


def kind_of(legend: list[int]) -> int:
    """The kind that the second card fixed (E7.2); the first two cards of a Legend are never Citizens (E7.4)."""
    if len(legend) < 2:
        return LONE
    return FAMILY_LEGEND if FAMILY[legend[0]] == FAMILY[legend[1]] else LEVEL_LEGEND


def fits(legend: list[int], card: int) -> bool:
    """May this card, no Citizen, join the Legend (E7.3)?"""
    family, level, first = FAMILY[card], LEVEL[card], legend[0]
    kind = kind_of(legend)
    if kind == LONE:
        return (FAMILY[first] == family) != (LEVEL[first] == level)
    return len(legend) < FULL[kind] and suits(legend, kind, family, level)


def suits(legend: list[int], kind: int, family: int, level: int) -> bool:
    """Is the Legend legal with such a card, Citizens and size left aside (E7.3, E7.8)?"""
    if kind == FAMILY_LEGEND:
        if FAMILY[legend[0]] != family:
            return False
        return all(LEVEL[c] != level for c in legend)
    if LEVEL[legend[0]] != level:
        return False
    return all(FAMILY[c] != family for c in legend)


def stand_in(legend: list[int]) -> int:
    """The Level that a Citizen would stand for in this Legend (E7.4), or 0 if none may join."""
    n = len(legend)
    if n < 2:
        return 0
    if kind_of(legend) == FAMILY_LEGEND:
        return 6 - LEVEL[legend[0]] - LEVEL[legend[1]] if n == 2 else 0
    return LEVEL[legend[0]] if n < 5 else 0


def biggest(p: Player, level: int) -> int:
    """The size of the player's biggest Level Legend of that Level (E7.7)."""
    size = 0
    for legend in p.legends:
        if len(legend) > size and LEVEL[legend[0]] == level and kind_of(legend) == LEVEL_LEGEND:
            size = len(legend)
    return size


def transfer(s: ElysiumState, seat: int, card: int, place: int, cost: int, source: int) -> vec[i64]:
    """Move a card from the Domain into a Legend, in the order of E7.9; `place` NONE founds a new one.

    Returns the Domain as it was when the transfer began.
    """
    p = s.players[seat]
    before = p.domain
    p.purse[GOLD] -= cost
    p.leave(card)
    place = p.write(card, place)
    s.log.note(L_TRANSFER, source, seat, card, place + 1, cost)
    announce(s, TRANSFERRED, seat, card, before)
    _award(s, seat, p.legends[place])
    return before


def announce(s: ElysiumState, event: int, seat: int, subject: int, domain: vec[i64]) -> None:
    """Tell every listening card of that Domain."""
    for own in domain:
        if HEARS[own]:
            listener = LISTENER[own]
            assert listener is not None
            listener.hear(s, event, seat, subject, own)


def _award(s: ElysiumState, seat: int, legend: list[int]) -> None:
    kind = kind_of(legend)
    if kind == FAMILY_LEGEND and len(legend) == 3:  # E7.6
        family = FAMILY[legend[0]]
        for i in range(2):
            if s.family_tiles[2 * family + i] == NONE:
                s.family_tiles = with_at(s.family_tiles, 2 * family + i, seat)
                s.log.note(L_FAMILY_BONUS, NONE, seat, family, FAMILY_BONUS[i])
                return
    elif kind == LEVEL_LEGEND:  # E7.7
        level = LEVEL[legend[0]]
        holder = s.level_tiles[level - 1]
        if holder == NONE:
            s.level_tiles = with_at(s.level_tiles, level - 1, seat)
            s.log.note(L_LEVEL_BONUS, NONE, seat, level)
        elif holder != seat and len(legend) > biggest(s.players[holder], level):
            s.level_tiles = with_at(s.level_tiles, level - 1, seat)
            s.log.note(L_STEAL, NONE, seat, level, holder)
