"""The setup of a game (E2)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.log import Log
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import Frame, Origin
from pediment.core.engine.vecs import EMPTY
from pediment.games.elysium.io.log import L_START
from pediment.games.elysium.rules.edition import EDITIONS
from pediment.games.elysium.rules.flow import EPOCHS_FRAME
from pediment.games.elysium.rules.state import NO_LEGENDS, ElysiumState, Player
from pediment.games.elysium.rules.vocabulary import (
    ALL_COLUMNS,
    AWAKENING,
    FAMILIES,
    FAMILY_SETS,
    NO_QUEST,
    NONE,
    START_GOLD,
)

SIDES: Final = ["a", "b"]


def set_up(origin: Origin) -> ElysiumState:
    """E2, up to the deal, which is the first thing that the Epochs do."""
    n, options = origin.seats, origin.options
    edition = EDITIONS.of(options["edition"])
    families = _families(options["families"], origin.stream("families"))
    side: str = options["pediment"]
    pediment = origin.stream("pediment").below(2) if side == "random" else SIDES.index(side)
    first = origin.stream("start player").below(n)
    players: list[Player] = []
    for seat in range(n):
        disc = (seat - first) % n + 1
        purse = vec[i64]([START_GOLD, disc, 0])
        players.append(Player(disc, purse, ALL_COLUMNS, 0, NO_QUEST, EMPTY, EMPTY, EMPTY, NO_LEGENDS))
    order = [(first + i) % n for i in range(n)]
    deck = edition.deck(families)
    draws = origin.stream("draws")
    draws.lay_out([deck])
    return ElysiumState(
        origin, draws,
        [Frame(EPOCHS_FRAME.id, NONE, NONE, NONE, 0, AWAKENING)], Answers(), NONE, [],
        Log([(L_START, NONE, first)]), [], 0,
        edition, families, pediment, edition.quest_columns(n, pediment), players, order,
        [deck], vec[i64]([0]), EMPTY, EMPTY, EMPTY, EMPTY, [], vec[i64]([NONE] * 3), vec[i64]([NONE] * 16),
        [], [], 1, AWAKENING, NONE, 0,
    )  # fmt: skip


def _families(given: str | list[str], rng: Stream) -> list[int]:
    if isinstance(given, list):
        return sorted([FAMILIES.index(name) for name in given])
    if given in FAMILY_SETS:
        return FAMILY_SETS[given]
    left = list(range(len(FAMILIES)))
    found = [left.pop(rng.below(len(left))) for _ in range(5)]
    found.sort()
    return found
