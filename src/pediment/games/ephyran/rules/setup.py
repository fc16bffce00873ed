"""The setup of a game (Y2)."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.answers import Answers
from pediment.core.engine.log import Log
from pediment.core.engine.state import Frame, Origin
from pediment.core.engine.vecs import EMPTY
from pediment.games.ephyran.io.log import L_START
from pediment.games.ephyran.rules.edition import EDITIONS
from pediment.games.ephyran.rules.flow import ROUNDS
from pediment.games.ephyran.rules.state import EphyranState, new_player
from pediment.games.ephyran.rules.vocabulary import AREAS, CARDS, NONE

CHOOSE: Final = "choose"
"""The option that lets the players choose their gods."""


def set_up(origin: Origin) -> EphyranState:
    """Y2, up to the deal."""
    n = origin.seats
    edition = EDITIONS.of(origin.options["edition"])
    chosen = origin.options["gods"] == CHOOSE
    rng = origin.stream("gods")
    gods = list(range(AREAS))
    players = [new_player(NONE if chosen else gods.pop(rng.below(len(gods)))) for _ in range(n)]
    first = origin.stream("first player").below(n)
    draws = origin.stream("draws")
    draws.lay_out([list(range(CARDS)), edition.tokens])
    return EphyranState(
        origin, draws, [Frame(ROUNDS.id, NONE, NONE, 0, 0, 0 if chosen else 1)], Answers(), NONE, [],
        Log([(L_START, NONE, first)]), [], 0,
        edition, players, first, NONE, False, list(range(CARDS)), [], [], [],
        edition.tokens[:], [], EMPTY, EMPTY, [], [], False, NONE, False, [], [], NONE,
    )  # fmt: skip
