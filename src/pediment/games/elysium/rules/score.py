"""Final scoring (E8), itemised, from any position."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pediment.core.engine.lists import with_last
from pediment.games.elysium.rules.card import CHRONOS_OF
from pediment.games.elysium.rules.chronos import citizens
from pediment.games.elysium.rules.legends import FAMILY_LEGEND, LEGEND_KINDS, kind_of
from pediment.games.elysium.rules.state import NO_CHRONOS, ElysiumState, Player
from pediment.games.elysium.rules.tables import IDS, KIND
from pediment.games.elysium.rules.vocabulary import FAMILIES, FAMILY_BONUS, GOLD, LEVEL_BONUS, NONE, PP, VP

FAMILY_LEGEND_VP: Final = [0, 0, 3, 6]  # E8.3, by size
LEVEL_LEGEND_VP: Final = [0, 0, 2, 4, 8, 12]
PRESTIGE_VP: Final = [16, 8, 4, 2]  # E8.5, by rank
CITIZEN_VP: Final = -2  # E8.6
_LEVEL_TILES: Final = [(f"level {i}", vp) for i, vp in enumerate(LEVEL_BONUS, 1)]
_FAMILY_TILES: Final = [(f"{family} {vp}", vp) for family in FAMILIES for vp in FAMILY_BONUS]


def scores(s: ElysiumState) -> list[dict[str, Any]]:
    """Per seat: tokens, each Chronos card, each Legend, bonus tiles, Prestige, Citizens, and their total."""
    prestige = prestige_vp(prestige_points(s))
    return [_score(s, seat, prestige[seat]) for seat in range(len(s.players))]


def totals(s: ElysiumState) -> list[int]:
    """Per seat the total of `scores`, without the items."""
    pp = prestige_points(s)
    tiled = tile_vp(s)
    return [untiled(s, seat, pp) + tiled[seat] for seat in range(len(s.players))]


def prestige_points(s: ElysiumState) -> vec[i64]:
    """The PP of each seat."""
    found = vec[i64](capacity=len(s.players))
    for p in s.players:
        found = append(found, p.purse[PP])
    return found


def untiled(s: ElysiumState, seat: int, pp: vec[i64]) -> int:
    """The total of a seat without its bonus tiles, from the PP of each."""
    p = s.players[seat]
    if p.tallied is not p.legends:
        tally(s, seat, p)
    found = p.purse[VP] + prestige_of(pp, seat) + p.legends_vp
    for card, legend in p.chronos:
        chronos = CHRONOS_OF[card]
        assert chronos is not None
        found += chronos.vp(s, seat, legend)
    return found


def tile_vp(s: ElysiumState) -> vec[i64]:
    """The VP of each seat's bonus tiles."""
    found = vec[i64]([0] * len(s.players))
    for level in range(len(s.level_tiles)):
        holder = s.level_tiles[level]
        if holder != NONE:
            found[holder] += LEVEL_BONUS[level]
    tile: i64
    for tile in range(len(s.family_tiles)):
        holder = s.family_tiles[tile]
        if holder != NONE:
            found[holder] += FAMILY_BONUS[tile & 1]
    return found


def tally(s: ElysiumState, seat: int, p: Player) -> None:
    """Keep what comes from the player's Legends alone."""
    vp = CITIZEN_VP * citizens(p)
    others = NO_CHRONOS
    for legend in p.legends:
        if len(legend) > 1:
            vp += legend_vp(legend)
            for card in legend:
                chronos = CHRONOS_OF[card]
                if chronos is None:
                    continue
                if chronos.of_legends:
                    vp += chronos.vp(s, seat, legend)
                else:
                    others = with_last(others, (card, legend))
    p.tallied = p.legends
    p.legends_vp = vp
    p.chronos = others


def winners(s: ElysiumState) -> list[int]:
    """Highest total, then most Gold, then shared (E8.7)."""
    standing = [(total, p.purse[GOLD]) for total, p in zip(totals(s), s.players, strict=True)]
    best = max(standing)
    return [seat for seat, stands in enumerate(standing) if stands == best]


def prestige_vp(pp: vec[i64]) -> list[int]:
    """VP for Prestige: tied players share the sum of their ranks, rounded down; no PP, no rank (E8.5).

    >>> prestige_vp(vec[i64]([3, 3, 1, 0]))
    [12, 12, 4, 0]
    """
    return [prestige_of(pp, seat) for seat in range(len(pp))]


def prestige_of(pp: vec[i64], seat: i64) -> int:
    """The same for one seat."""
    mine = pp[seat]
    if mine == 0:
        return 0
    rank: i64 = 0
    tied: i64 = 0
    for other in pp:
        if other > mine:
            rank += 1
        elif other == mine:
            tied += 1
    vp: i64 = 0
    for i in range(rank, rank + tied):
        vp += PRESTIGE_VP[i]
    return vp // tied


def legend_vp(legend: list[int]) -> int:
    """What a Legend of 2+ cards is worth (E8.3)."""
    return (FAMILY_LEGEND_VP if kind_of(legend) == FAMILY_LEGEND else LEVEL_LEGEND_VP)[len(legend)]


def tiles(s: ElysiumState, holder: int) -> list[tuple[str, int]]:
    """The bonus tiles of a seat, or with NONE those that nobody holds: name and VP, sorted by name."""
    found = [_LEVEL_TILES[i] for i in range(len(LEVEL_BONUS)) if s.level_tiles[i] == holder]
    for family in s.families:
        found += [_FAMILY_TILES[i] for i in range(2 * family, 2 * family + 2) if s.family_tiles[i] == holder]
    return sorted(found)


def _score(s: ElysiumState, seat: int, prestige: int) -> dict[str, Any]:
    p = s.players[seat]
    chronos: list[dict[str, Any]] = []
    legends: list[dict[str, Any]] = []
    for place, legend in enumerate(p.legends, 1):
        if len(legend) < 2:  # E8.1: lone cards are gone
            continue
        kind = LEGEND_KINDS[kind_of(legend)]
        legends.append({"legend": place, "kind": kind, "cards": len(legend), "vp": legend_vp(legend)})
        for card in legend:
            power = CHRONOS_OF[card]
            if power is not None:
                chronos.append({"card": IDS[KIND[card]], "legend": place, "vp": power.vp(s, seat, legend)})
    bonuses = [{"tile": name, "vp": vp} for name, vp in tiles(s, seat)]
    items: dict[str, Any] = {
        "tokens": p.purse[VP],
        "chronos": chronos,
        "legends": legends,
        "bonuses": bonuses,
        "prestige": prestige,
        "citizens": CITIZEN_VP * citizens(p),
    }
    total: int = items["tokens"] + items["prestige"] + items["citizens"]
    for part in ("chronos", "legends", "bonuses"):
        total += sum(item["vp"] for item in items[part])
    items["total"] = total
    return items
