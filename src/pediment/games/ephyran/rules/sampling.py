"""Other worlds that a seat cannot tell from the true one (Y8)."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.engine.answers import Answers
from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.kernel import asking
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER
from pediment.games.ephyran.io.view import SPECTATOR
from pediment.games.ephyran.rules.flow import PLAYABLE
from pediment.games.ephyran.rules.labels import V_KEEP, V_WITH_SEAT
from pediment.games.ephyran.rules.reactions import defences
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import ATHENA_EXCHANGE, NONE

MOST_WORLDS: Final = 1000
"""So many are tried for the sake of an exchange under way."""


def resample(state: EphyranState, seat: int | None, rng: Stream) -> EphyranState:
    """A world in which the seat has seen what it has seen: hands, pile and tokens uniformly out of all such.

    While reactions are awaited, who is asked is drawn among the defenders of that world. What could be concluded
    from questions that were not put in an exchange already over is not used; nor is what could be concluded in one
    under way if that leaves next to no world, since the search for it would not end.
    """
    viewer = SPECTATOR if seat is None else seat
    tried = 0
    while True:
        tried += 1
        other = state.clone()
        other.origin = state.origin.of_world()
        other.chance_from(Stream(rng.getrandbits(64)))
        other.revealed = []  # the past has hidden cards in it too
        other.actions = []
        _deal_cards(other, viewer, rng)
        _deal_tokens(other, viewer, rng)
        asked = state.to_move in (OVER, viewer) or _still_asked(other, viewer, rng)
        if asked and (tried > MOST_WORLDS or _exchange_as_asked(other)):
            return other


def _deal_cards(s: EphyranState, viewer: int, rng: Stream) -> None:
    """Deal what the viewer does not know anew: the pile, unknown cards of other hands, what Graeae shows others."""
    hands = [(p, [card for card in p.hand if card not in p.known]) for k, p in enumerate(s.players) if k != viewer]
    pool = s.pile + [card for _, unknown in hands for card in unknown]
    looking = s.looking if s.to_move != viewer else []
    pool += looking
    pool.sort()  # the true order leaves no trace
    shuffle(pool, rng)
    for p, unknown in hands:
        dealt = [pool.pop() if card in unknown else card for card in p.hand]
        s.turn = [_kept_instead(words, p.hand, dealt) for words in s.turn]
        p.hand = dealt
    if looking:
        s.looking = [pool.pop() for _ in looking]
    s.pile = pool


def _kept_instead(words: tuple[int, ...], hand: list[int], dealt: list[int]) -> tuple[int, ...]:
    """What was played, with the card that Graeae let that hand keep in this world."""
    if words[1] != V_KEEP or words[2] not in hand:
        return words
    return words[0], V_KEEP, dealt[hand.index(words[2])]


def _deal_tokens(s: EphyranState, viewer: int, rng: Stream) -> None:
    """Deal the faces of tokens that the viewer has not seen anew, the supply among them."""
    unseen = [token for token, seen in enumerate(s.seen) if not seen >> viewer & 1]
    pool = s.supply + [s.token_face[token] for token in unseen]
    pool.sort()
    shuffle(pool, rng)
    faces = s.token_face[:]
    for token in unseen:
        faces[token] = pool.pop()
    s.token_face = faces
    s.supply = pool


def _still_asked(s: EphyranState, viewer: int, rng: Stream) -> bool:
    """Would somebody be asked the pending question in this world? Then `legal` fits it."""
    f = s.stack[-1]
    if asking(s) == "reactions":
        asked = _asked_defenders(s, viewer)
        if not asked:
            return False
        f.step = asked[rng.below(len(asked))]  # the viewer cannot know who of them it is (Y4.10)
        f.actor = s.others(s.active)[f.step]
    effect: Any = EFFECTS[f.effect]
    answers = Answers()
    effect.offer(s, f, answers)
    if answers.size < 2:
        return False
    s.answers = answers
    s.to_move = f.actor
    return True


def _asked_defenders(s: EphyranState, viewer: int) -> list[int]:
    """Places, clockwise, of those who may be asked now; a viewer who holds the card knows its own place in time."""
    f = s.stack[-1]
    others = s.others(s.active)
    holders = [i for i, k in enumerate(others) if f.target in (NONE, k) and defences(s, k, f.amount)]
    if viewer in others and others.index(viewer) in holders:
        mine = others.index(viewer)
        return [i for i in holders if (i > mine) == (f.step > mine) and i != mine]
    return holders


def _exchange_as_asked(s: EphyranState) -> bool:
    """Would an exchange under way have put the questions that stand in `turn`, and no others, in this world?

    They depend on the hand of the active player; in `turn` everybody sees which were put.
    """
    effect = PLAYABLE[ATHENA_EXCHANGE]
    for f in s.stack:
        if f.effect != effect.id or f.step == 0:
            continue
        seat_named = s.turn[-1][1] == V_WITH_SEAT
        area_named = len(s.turn) > 1 + seat_named
        for step, named in enumerate((area_named, seat_named)[: f.step]):
            before = f.clone()
            before.step = step
            answers = Answers()
            effect.offer(s, before, answers)
            if (answers.size > 1) != named:
                return False
    return True


def shuffle(items: list[int], rng: Stream) -> None:
    """Put a list in an order of chance."""
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]
