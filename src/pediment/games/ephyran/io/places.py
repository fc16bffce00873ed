"""Where on the board the answers are: the names of its areas."""

from __future__ import annotations

from typing import Final

from pediment.games.ephyran.rules.labels import (
    V_DESTROY,
    V_DIONYSUS,
    V_DRAW_DISCARD,
    V_DRAW_PILE,
    V_EXCHANGE,
    V_GOD,
    V_KEEP,
    V_LET,
    V_LOCK,
    V_PLACE,
    V_PUT,
    V_SEAT,
    V_STEAL,
    V_UNLOCK,
    V_WITH_SEAT,
    phrase,
)
from pediment.games.ephyran.rules.state import EphyranState

# By verb; what is not listed is a card of the hand
_AREAS: Final = {
    V_DRAW_PILE: "pile",
    V_DRAW_DISCARD: "discard",
    V_LET: "",
    V_KEEP: "looking",
    V_PUT: "looking",
    V_GOD: "city",
    V_DESTROY: "city",
    V_LOCK: "city",
    V_PLACE: "city",
    V_EXCHANGE: "city",
}


def place(s: EphyranState, action: int) -> str:
    """The area of a legal answer."""
    words = phrase(s, action)
    verb = words[0]
    if verb in (V_SEAT, V_WITH_SEAT):
        return _city(s, words[1])
    if verb in (V_STEAL, V_UNLOCK):
        return _city(s, s.stack[-1].target)
    if verb == V_DIONYSUS and s.transit:  # it comes from an opponent and only has to be placed
        return "city"
    return _AREAS.get(verb, "hand")


def _city(s: EphyranState, seat: int) -> str:
    return "city" if seat == s.to_move else f"city {seat}"
