"""The moves that actions and Supports are made of: drawing, laying, removing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.core.engine import vecs
from pediment.core.engine.lists import contains, remove, with_last, without
from pediment.games.ephyran.io.log import L_CITY, L_DRAW, L_GONE, L_LAST_ROUND, L_NOTHING, L_PICK
from pediment.games.ephyran.rules.state import EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import (
    DIONYSUS,
    DIONYSUS_AREA,
    EVERYBODY,
    FIRST_BONUS,
    LATER_BONUS,
    MAX_TOKENS,
    NONE,
)

PILE: Final = 0
SUPPLY: Final = 1
"""What a deal knows as decks."""
TOKEN_REVEALED = 1000  # + face, in `revealed`


def leave_pile(s: EphyranState) -> int:
    """The card that leaves the pile, by chance; the last one brings the last round (Y7.6)."""
    if s.draws:
        at = s.pile.index(s.draws[-1])
        s.draws = s.draws[:-1]
    else:
        at = s.rng.pick(s.pile, PILE)
    card = s.pile[at]
    s.pile[at] = s.pile[-1]
    s.pile.pop()
    s.revealed.append(card)
    s.drawn += 1
    if not s.pile:
        begin_last_round(s)
    return card


def draw_from_pile(s: EphyranState, seat: int, source: int) -> None:
    """A card from the pile into the hand, if there is one."""
    if s.pile:
        s.log.note(L_DRAW, source, seat)
        s.players[seat].hand.append(leave_pile(s))
    else:
        s.log.note(L_NOTHING, source, seat)


def draw_from_discard(s: EphyranState, seat: int, source: int) -> None:
    """The top of the first discard into the hand: all know it (Y8.1)."""
    card = s.first_discard.pop()
    s.settled = min(s.settled, len(s.first_discard))
    receive_known(s.players[seat], card)
    s.log.note(L_PICK, source, seat, card)


def receive_known(p: Player, card: int) -> None:
    """A card that all have seen enters the hand."""
    p.hand.append(card)
    p.known = with_last(p.known, card)


def leave_hand(s: EphyranState, p: Player, card: int) -> None:
    """A card leaves the hand; one that the others did not know is shown to them."""
    remove(p.hand, card)
    if contains(p.known, card):
        p.known = without(p.known, card)
    else:
        s.drawn += 1


def draw_token(s: EphyranState, seat: int) -> int:
    """A token from the supply, by chance; the player who draws it looks at it (Y4.3)."""
    if s.token_draws:
        at = s.supply.index(s.token_draws[-1])
        s.token_draws = s.token_draws[:-1]
    else:
        at = s.rng.pick(s.supply, SUPPLY)
    face = s.supply[at]
    s.supply[at] = s.supply[-1]
    s.supply.pop()
    s.revealed.append(TOKEN_REVEALED + face)
    s.drawn += 1
    s.token_face = vecs.with_last(s.token_face, face)
    s.seen = vecs.with_last(s.seen, 1 << seat)
    assert len(s.token_face) <= MAX_TOKENS
    return len(s.token_face) - 1


def card_of(half: int) -> int:
    """The card of an area."""
    return DIONYSUS if half == DIONYSUS_AREA else half // 2


def first_half(card: i64) -> i64:
    """The first half of a card, no Dionysus; the second is the next number."""
    return 2 * card


def lay(s: EphyranState, seat: int, god: int, half: int, tokens: list[int]) -> None:
    """A new area on top of a territory; the 16th earns the city bonus (Y7.2)."""
    p = s.players[seat]
    p.lay(god, half, tokens)
    if p.complete() and not p.city_bonus:
        p.city_bonus = FIRST_BONUS if all(not other.city_bonus for other in s.players) else LATER_BONUS
        s.log.note(L_CITY, NONE, seat, p.city_bonus)
        begin_last_round(s)


def begin_last_round(s: EphyranState) -> None:
    """The round is played out; once triggered this is not undone (Y7.1)."""
    if not s.last_round:
        s.last_round = True
        s.log.note(L_LAST_ROUND, NONE)


def tokens_leave(s: EphyranState, seat: int, tokens: list[int]) -> None:
    """Added tokens leave the game face down (Y5.2)."""
    if tokens:
        s.tokens_gone = s.tokens_gone + tokens
        s.log.note(L_GONE, NONE, seat, len(tokens))


def look(s: EphyranState, seat: int, tokens: list[int]) -> None:
    """A player who receives tokens looks at them (Y5.2)."""
    for token in tokens:
        if not s.seen[token] >> seat & 1:
            s.seen = vecs.with_at(s.seen, token, s.seen[token] | 1 << seat)
            s.drawn += 1


def reveal_cities(s: EphyranState) -> None:
    """At the end the added tokens in cities are turned up (Y7.3), and every score is known."""
    s.drawn += 1
    seen = s.seen[:]
    for p in s.players:
        for territory in p.tokens:
            for tokens in territory:
                for token in tokens:
                    seen[token] = EVERYBODY
    s.seen = seen
