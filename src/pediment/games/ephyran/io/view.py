"""What a seat may know (Y8): an allow-list."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.engine.kernel import asking
from pediment.core.engine.state import OVER
from pediment.games.ephyran.io.log import EVENTS, card_id, half_id
from pediment.games.ephyran.rules.labels import public_text
from pediment.games.ephyran.rules.moves import card_of
from pediment.games.ephyran.rules.score import scores
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import AREAS, DIONYSUS_AREA, FACES, GODS, NONE, SHIELD

SPECTATOR: Final = 4  # the bit of `seen` that is for everybody who has no seat


def view(s: EphyranState, seat: int | None) -> dict[str, Any]:
    """The table as that seat sees it; None for a spectator."""
    viewer = SPECTATOR if seat is None else seat
    mine = seat is not None and seat == s.to_move
    asked = asking(s)
    return {
        "game": "ephyran",
        "edition": s.edition.name,
        "seats": [_seat(s, k, viewer) for k in range(len(s.players))],
        "hand": [] if seat is None else sorted(card_id(card) for card in s.players[seat].hand),
        "pile_size": len(s.pile),
        "first_discard": [card_id(card) for card in s.first_discard],
        "second_discard": [card_id(card) for card in s.second_discard],
        "supply_size": len(s.supply),
        "tokens_gone": [_token(s, token, viewer) for token in s.tokens_gone],
        "active": None if s.active == NONE else s.active,
        "athena": s.athena,
        "to_move": None if s.to_move == OVER or (asked == "reactions" and not mine) else s.to_move,
        "asking": asked,
        "last_round": s.last_round,
        "turn": [[words[0], public_text(words[1:], words[0] == seat)] for words in s.turn],
        "in_play": _in_play(s),
        "transit": area(s, DIONYSUS_AREA, s.transit_tokens, viewer) if s.transit else None,
        "looking": [card_id(card) for card in sorted(s.looking)] if mine else [],
        "looking_size": len(s.looking),
        "holding": None if s.holding == NONE else _token(s, s.holding, viewer),
        "scores": scores(s, viewer),
        "log": EVENTS.entries(s.log),
    }


def _seat(s: EphyranState, seat: int, viewer: int) -> dict[str, Any]:
    p = s.players[seat]
    return {
        "god": None if p.god == NONE else GODS[p.god],
        "hand_size": len(p.hand),
        "known": sorted(card_id(card) for card in p.known),
        "city_bonus": p.city_bonus,
        "territories": {
            GODS[god]: {
                "locked": None if p.locks[god] == NONE else card_id(p.locks[god]),
                "areas": [area(s, half, p.tokens[god][at], viewer) for at, half in enumerate(p.areas[god])],
            }
            for god in range(AREAS)
        },
    }


def area(s: EphyranState, half: int, tokens: list[int], viewer: int) -> dict[str, Any]:
    """An area: its card, the half played, its creature, its added tokens."""
    return {
        "card": card_id(card_of(half)),
        "half": None if half == DIONYSUS_AREA else "ab"[half % 2],
        "creature": s.edition.creature[half],
        "tokens": [_token(s, token, viewer) for token in tokens],
    }


def _token(s: EphyranState, token: int, viewer: int) -> str | None:
    return FACES[s.token_face[token]] if s.seen[token] >> viewer & 1 else None


def _in_play(s: EphyranState) -> str | None:
    if s.in_play == NONE:
        return None
    return card_id(s.in_play // 2) if s.edition.support[s.in_play] == SHIELD else half_id(s.in_play)
