"""Drawing, taking and discarding cards. A draw is chance: uniformly from what nobody has seen (E3.2)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine import vecs
from pediment.core.engine.vecs import listed
from pediment.games.elysium.io.log import L_CITIZEN, L_DISCARD, L_DUPLICATE, L_NOTHING, L_RESHUFFLE, L_REVEAL, L_TAKE
from pediment.games.elysium.rules.card import EFFECT
from pediment.games.elysium.rules.legends import announce
from pediment.games.elysium.rules.listeners import TAKEN
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import KIND, POWER
from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN, INSTANT, NONE, TRIGGER


def draw(s: ElysiumState) -> int:
    """The card drawn, now known, or NONE when nothing can be drawn."""
    if s.deck_size() == 0 and not _reshuffle(s):
        return NONE
    return _reveal(s, len(s.unseen) - 1)


def take(s: ElysiumState, seat: int, card: int, source: int) -> None:
    """Take a card by a power: no column is needed or dismissed (E4.9)."""
    enter_domain(s, seat, card, source)
    settle(s, seat, card)


def enter_domain(s: ElysiumState, seat: int, card: int, source: int) -> None:
    """The first half of a take: the card enters the Domain, permanent powers pay (E4.6)."""
    s.log.note(L_TAKE, source, seat, card)
    p = s.players[seat]
    p.enter(card)
    announce(s, TAKEN, seat, card, p.domain)


def settle(s: ElysiumState, seat: int, card: int) -> None:
    """The second half: a Trigger gets its ring, an Instant power resolves (E4.6)."""
    power = POWER[card]
    if power == TRIGGER:
        s.players[seat].put_ring(card)
    elif power == INSTANT:
        effect = EFFECT[card]
        assert effect is not None
        effect.start(s, seat, card)


def take_citizen(s: ElysiumState, seat: int, source: int) -> None:
    """Take the top card of the deck face down. If nothing can be drawn, no card comes (E4.7)."""
    if s.deck_size() == 0 and not _reshuffle(s):
        s.log.note(L_NOTHING, source, seat)
        return
    citizen = s.new_citizen(len(s.unseen) - 1)
    s.drawn += 1
    s.log.note(L_CITIZEN, source, seat)
    p = s.players[seat]
    p.enter(citizen)
    announce(s, TAKEN, seat, citizen, p.domain)


def draw_and_take(s: ElysiumState, seat: int, source: int) -> None:
    """Draw until a card can be taken; what is identical to a card of the Domain is discarded (E5.11)."""
    while True:
        card = draw(s)
        if card == NONE:
            s.log.note(L_NOTHING, source, seat)
            return
        if not holds(s, seat, KIND[card]):
            take(s, seat, card, source)
            return
        s.discard.append(card)
        s.log.note(L_DUPLICATE, source, seat, card)


def holds(s: ElysiumState, seat: int, kind: i64) -> bool:
    """Is a card of that kind in the seat's Domain (E4.5)?"""
    return any(KIND[card] == kind for card in s.players[seat].domain)


def pick(cards: vec[i64], kind: i64) -> int:
    """The first card of that kind among these; of several Citizens the one taken first (E3.2)."""
    if kind == KIND[FIRST_CITIZEN]:
        return min(card for card in cards if card >= FIRST_CITIZEN)
    for card in cards:
        if KIND[card] == kind:
            return card
    raise AssertionError(f"no card of kind {kind} among {listed(cards)}")


def discard(s: ElysiumState, seat: int, card: int, source: int) -> None:
    """Discard from the Domain; a Citizen is turned face up on the pile (E5.10)."""
    s.players[seat].leave(card)
    s.log.note(L_DISCARD, source, seat, card)
    if card >= FIRST_CITIZEN:
        card = _turn_up(s, card)
        s.log.note(L_REVEAL, source, seat, card)
    s.discard.append(card)


def _turn_up(s: ElysiumState, citizen: int) -> int:
    i = citizen - FIRST_CITIZEN
    face = s.citizen_face[i]
    deck = s.citizen_deck[i]
    s.face_down = vecs.with_at(s.face_down, deck, s.face_down[deck] - 1)
    if face == NONE:
        return _reveal(s, deck)
    s.citizen_face = vecs.with_at(s.citizen_face, i, NONE)
    return _bring_to_light(s, deck, s.unseen[deck].index(face))


def _reveal(s: ElysiumState, deck: int) -> int:
    unseen = s.unseen[deck]
    at = _forced(s, deck) if s.draws else NONE
    if at == NONE:
        at = s.rng.pick(unseen, deck)
    while s.origin.position is not None and unseen[at] in s.citizen_face:  # put there by the position
        at = s.rng.below(len(unseen))
    return _bring_to_light(s, deck, at)


def _bring_to_light(s: ElysiumState, deck: int, at: int) -> int:
    unseen = s.unseen[deck]
    card = unseen[at]
    last = unseen.pop()
    if at < len(unseen):
        unseen[at] = last
    s.revealed.append(card)
    s.drawn += 1
    return card


def _forced(s: ElysiumState, deck: int) -> int:
    """Where in that deck the next card that a position forces lies; fetched from another deck if it must be.

    A forced card that lies on the discard pile waits there for a reshuffle.
    """
    here = s.unseen[deck]
    for i in range(len(s.draws) - 1, -1, -1):
        card = s.draws[i]
        for cards in [here, *s.unseen]:
            free = [other for other in cards if KIND[other] == KIND[card] and other not in s.citizen_face]
            if free:
                s.draws = s.draws[:i] + s.draws[i + 1 :]
                at = cards.index(card if card in free else free[0])
                if cards is not here:
                    to = _free_place(s, here)
                    cards[at], here[to] = here[to], cards[at]
                    at = to
                return at
    return NONE


def _free_place(s: ElysiumState, deck: list[int]) -> int:
    """Where the first card of that deck lies, in the order of the card table, that a position put under no Citizen.

    That order is the same in a position that was described and read again; in version 1 it was that of the list.
    """
    found = NONE
    for at, card in enumerate(deck):
        if card not in s.citizen_face and (found == NONE or (card < deck[found] and s.origin.rules >= 2)):
            found = at
    return found


def _reshuffle(s: ElysiumState) -> bool:
    """Make a new deck of what was discarded before this turn; Citizens keep faces of the former one (E3.2)."""
    n = s.old_discards
    if n == 0:
        return False
    s.unseen.append(s.discard[:n])
    s.face_down = vecs.with_last(s.face_down, 0)
    del s.discard[:n]
    s.old_discards = 0
    s.log.note(L_RESHUFFLE, NONE, n)
    return True
