"""Where on the board the answers are: the names of its places."""

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
from pediment.games.ephyran.rules.vocabulary import AREAS, GODS, NONE

_PLACES: Final = {V_DRAW_PILE: "pile", V_DRAW_DISCARD: "discard", V_LET: "", V_KEEP: "looking", V_PUT: "looking"}
_AREAS: Final = (V_PLACE, V_EXCHANGE, V_STEAL)  # their words are a god and a number
_TERRITORIES: Final = (V_GOD, V_LOCK, V_UNLOCK)


def place(s: EphyranState, action: int) -> str:
    """Where the thing lies that a legal answer names; whatever is in no other place is a card of the hand."""
    verb, *words = phrase(s, action)
    if verb in _AREAS:
        return _city(s, s.stack[-1].target if verb == V_STEAL else s.to_move, words[0], words[1])
    if verb in _TERRITORIES:
        return _city(s, s.stack[-1].target if verb == V_UNLOCK else s.to_move, words[0])
    if verb == V_SEAT:
        return _city(s, words[0])
    if verb == V_WITH_SEAT:
        god, at = divmod(s.stack[-1].target, AREAS)
        return _city(s, words[0], god, at + 1)
    if verb == V_DESTROY:
        return _city(s, s.to_move, words[0], len(s.players[s.to_move].areas[words[0]]))
    if verb == V_DIONYSUS and s.transit:  # it comes from an opponent and only has to be placed
        return _city(s, s.to_move, words[0], len(s.players[s.to_move].areas[words[0]]) + 1)
    return _PLACES.get(verb, "hand")


def _city(s: EphyranState, seat: int, god: int = NONE, n: int = 0) -> str:
    """A city, one of its territories, or an area of that."""
    words = ["city", *([] if seat == s.to_move else [str(seat)]), *([] if god == NONE else [GODS[god]])]
    return " ".join([*words, str(n)] if n else words)
