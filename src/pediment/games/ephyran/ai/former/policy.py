"""The former policy, frozen: every answer by what it promises at first sight, without trying it.

It plays out games for the search, and tells it which answers to look at first. The numbers were found by playing:
many thousand games of the policy against its neighbours, each weight moved to where more were won.
"""

from __future__ import annotations

from typing import Final

from pediment.core.engine.rng import Stream
from pediment.core.engine.state import Frame, State
from pediment.core.search.playout import Policy
from pediment.games.ephyran.io.log import support_of
from pediment.games.ephyran.rules.flow import ACTION, AGAIN, DRAW, LAY, PLAYABLE, TAKE_FROM
from pediment.games.ephyran.rules.gains import (
    added,
    best_exchange,
    best_swap,
    best_theft,
    destroyed,
    factor,
    least_destroyed,
    points,
    printed,
    replaced,
    swapped,
)
from pediment.games.ephyran.rules.reactions import REACTIONS
from pediment.games.ephyran.rules.state import EphyranState, Player
from pediment.games.ephyran.rules.supports import DESTROY
from pediment.games.ephyran.rules.vocabulary import (
    A_AREA,
    A_CARD,
    A_CHANGE_DIONYSUS,
    A_DIONYSUS,
    A_DRAW_DISCARD,
    A_DRAW_PILE,
    A_GOD,
    A_LET,
    A_PLAY,
    A_SEAT,
    A_TAKE,
    A_TOKEN,
    A_WITH_DIONYSUS,
    AREAS,
    ARES_DESTRUCTION,
    ARES_THEFT,
    ATHENA_EXCHANGE,
    ATHENA_TOKEN,
    CASTOR_POLLUX,
    CITY,
    DIONYSUS,
    DIONYSUS_AREA,
    FACE_POINTS,
    FIRST_BONUS,
    GRAEAE,
    HECATE,
    NO_SUPPORT,
    NONE,
    SHIELD,
)

# What an action is worth besides the points it brings, in points
AREA: Final = 1.4  # an area more
OWN_ROOM: Final = -0.15  # if it takes a place of the own god's territory,
OTHER_ROOM: Final = 0.4  # or of another
HIGH: Final = 0.1  # for every number above 1: it may not fit again
LAST_AREA: Final = 2.7  # the 16th area,
LAST_AREA_BEHIND: Final = -1.8  # which ends the game, if that would lose it
CHANGE: Final = 0.1
TAKE: Final = 0.35  # a Dionysus, besides the area;
GIFT: Final = 0.7  # each point that its owner gets in exchange
LAY_DIONYSUS: Final = -1.4  # it fits everywhere: better kept for later
CHANGE_FOR_DIONYSUS: Final = -2.0
DISCARD: Final = 0.4  # less what the card would have brought
DENY: Final = 0.5  # what each point of a discarded card is worth to the next player, who may draw it

# Supports played
TWO_CARDS: Final = 1.9
LOOK: Final = 0.9
OWN_TOKEN: Final = 1.7  # with a place for it in the own god's territory,
TOKEN: Final = 1.1  # or without
LOCK: Final = -0.8
UNLOCK_ROOM: Final = 0.95  # an own territory that is not full,
UNLOCK: Final = 0.1  # or any other
THEFT: Final = 1.6  # each point of the best one;
THEFT_COST: Final = -0.5
EXCHANGE: Final = 0.5
EXCHANGE_COST: Final = -0.5
DESTRUCTION: Final = 0.9
DELAY: Final = 0.9  # an area that has to be built again

# What a half in hand promises, which is lost with its card
SPENT: Final = 0.95
IN_HAND: Final = [0.77, 0.72, 0.33, 0.33, 1.24, 0.69, 0.75, 0.67]  # by support
DIONYSUS_IN_HAND: Final = 3.0
WAITING: Final = 0.35  # for every area that is missing before it
DRAWN: Final = 0.65  # a card must promise more than this to be drawn from the first discard

DEFENDED: Final = 1  # an attack that costs more points than this is met
CHOSEN: Final = 0.7  # how much better than the others the answer to a smaller question is
WORST: Final = -99  # less than any answer promises


class EphyranPolicy(Policy):
    """Plays by first sight."""

    def choose(self, s: State, rng: Stream) -> int:
        """The answer that promises most."""
        assert isinstance(s, EphyranState)
        f = s.stack[-1]
        effect = f.effect
        p = s.players[s.to_move]
        if effect == ACTION.id or effect == AGAIN.id:
            return _best(s.legal, _actions(s, s.to_move, p))
        if effect == DRAW.id:
            return A_DRAW_DISCARD if _in_hand(s, p, s.first_discard[-1]) > DRAWN else A_DRAW_PILE
        if effect == REACTIONS.id:
            return s.legal[-1] if _attack(s, p, f) > DEFENDED else A_LET
        if effect == DESTROY.id:
            return _best(s.legal, [-float(destroyed(s, p, action - A_GOD)) for action in s.legal])
        if effect == LAY.id:
            return _best(s.legal, [_laid(p, action - A_DIONYSUS) for action in s.legal])
        if s.holding != NONE:
            return _place(s, p)
        if effect == PLAYABLE[ARES_THEFT].id and f.step == 1:
            return _steal(s, s.players[f.target])
        if effect == PLAYABLE[ATHENA_EXCHANGE].id:
            return _best(s.legal, [_exchanged(s, p, f, action) for action in s.legal])
        if effect == PLAYABLE[GRAEAE].id and f.step == 1:
            return _best(s.legal, [_in_hand(s, p, action - A_CARD) for action in s.legal])
        if A_SEAT <= s.legal[0] < A_GOD:
            return _best(s.legal, [_aimed_at(s, p, effect, s.players[action - A_SEAT]) for action in s.legal])
        return s.legal[rng.below(len(s.legal))]

    def promises(self, s: State, rng: Stream) -> list[float]:
        """By answer of `s.legal` what it promises, in points that only compare answers to the same question."""
        assert isinstance(s, EphyranState)
        effect = s.stack[-1].effect
        if effect == ACTION.id or effect == AGAIN.id:
            return _actions(s, s.to_move, s.players[s.to_move])
        chosen = self.choose(s, rng)
        return [CHOSEN if action == chosen else 0.0 for action in s.legal]


def _best(legal: list[int], promises: list[float]) -> int:
    """The answer that promises most, the first of equal ones."""
    best = 0
    for i in range(1, len(promises)):
        if promises[i] > promises[best]:
            best = i
    return legal[best]


def _actions(s: EphyranState, seat: int, p: Player) -> list[float]:
    """By action what it promises."""
    e = s.edition
    area = _area(s, seat, p)
    next_player = s.players[s.others(seat)[0]]
    found: list[float] = []
    for action in s.legal:
        if action >= A_TAKE:
            n = action - A_TAKE
            value = TAKE + area - GIFT * int(1 + e.points[n]) - SPENT * _half_in_hand(s, p, n ^ 1)
        elif action >= A_PLAY:
            n = action - A_PLAY
            god = e.god[n]
            if e.support[n] != NO_SUPPORT:
                value = _support(s, seat, p, e.support[n])
            elif e.number[n] > len(p.areas[god]):
                value = area + _added_half(s, p, n)
            else:
                value = CHANGE + replaced(s, p, god, len(p.areas[god]) - 1, n)
            value -= SPENT * _half_in_hand(s, p, n ^ 1)
        elif action >= A_CARD:
            n = action - A_CARD
            value = DISCARD - _in_hand(s, p, n) - DENY * _in_hand(s, next_player, n)
        elif action >= A_CHANGE_DIONYSUS:
            value = CHANGE_FOR_DIONYSUS
        else:
            value = area + LAY_DIONYSUS + _added_dionysus(p, action - A_DIONYSUS)
        found.append(value)
    return found


def _area(s: EphyranState, seat: int, p: Player) -> float:
    """What an area more is worth, apart from its points."""
    if p.size() < CITY - 1:
        return 0.0 if s.last_round else AREA
    if not s.last_round:
        mine = points(s, p) + FIRST_BONUS
        for k in s.others(seat):
            if points(s, s.players[k]) > mine:
                return LAST_AREA_BEHIND
    return LAST_AREA


def _added_half(s: EphyranState, p: Player, half: int) -> float:
    """What a half brings as a new area."""
    e = s.edition
    god = e.god[half]
    areas = p.areas[god]
    value = printed(e, areas, len(areas), half) - printed(e, areas) + HIGH * int(e.number[half] - 1)
    return 2 * value + OWN_ROOM if p.god == god else value + OTHER_ROOM


def _added_dionysus(p: Player, god: int) -> float:
    """What a Dionysus brings as a new area: it counts once (Y7.3)."""
    gain = 1
    for areas in p.areas:
        if DIONYSUS_AREA in areas:
            gain = 0
    return 2 * gain + OWN_ROOM if p.god == god else gain + OTHER_ROOM


def _support(s: EphyranState, seat: int, p: Player, support: int) -> float:
    """What playing a Support promises."""
    if support == CASTOR_POLLUX:
        return TWO_CARDS
    if support == GRAEAE:
        return LOOK
    if support == ATHENA_TOKEN:
        return OWN_TOKEN if p.areas[p.god] and p.locks[p.god] == NONE else TOKEN
    if support == SHIELD:
        return LOCK
    if support == HECATE:
        for god in range(AREAS):
            if p.locks[god] != NONE and len(p.areas[god]) < AREAS:
                return UNLOCK_ROOM
        return UNLOCK
    best = best_exchange(s, p, NONE) if support == ATHENA_EXCHANGE else 0
    for k in s.others(seat):
        other = s.players[k]
        if support == ARES_THEFT:
            best = max(best, best_theft(s, p, other))
        elif support == ATHENA_EXCHANGE:
            best = max(best, best_swap(s, p, other, NONE))
        else:
            best = max(best, least_destroyed(s, other))
    if support == ARES_DESTRUCTION:
        return DESTRUCTION * best + DELAY
    return THEFT * best + THEFT_COST if support == ARES_THEFT else EXCHANGE * best + EXCHANGE_COST


def _in_hand(s: EphyranState, p: Player, card: int) -> float:
    """What a card in hand promises."""
    if card == DIONYSUS:
        return DIONYSUS_IN_HAND
    return max(_half_in_hand(s, p, 2 * card), _half_in_hand(s, p, 2 * card + 1))


def _half_in_hand(s: EphyranState, p: Player, half: int) -> float:
    e = s.edition
    if e.support[half] != NO_SUPPORT:
        return IN_HAND[e.support[half]]
    god = e.god[half]
    missing = e.number[half] - len(p.areas[god]) - 1
    if missing < 0 or p.locks[god] != NONE:
        return 0.0
    value = float(factor(p, god) * (1 + e.points[half]))
    for _ in range(missing):
        value *= WAITING
    return value


def _attack(s: EphyranState, p: Player, f: Frame) -> int:
    """What the announced Support costs the seat that is asked, in points."""
    attack = s.frame_of(PLAYABLE[support_of(f.source)].id)
    if attack.effect == PLAYABLE[ATHENA_EXCHANGE].id:
        return swapped(s, s.players[attack.actor], p, attack.target // AREAS, attack.target % AREAS)
    if attack.effect == PLAYABLE[ARES_THEFT].id:
        return 3 * added(s, [attack.amount])
    if attack.effect == PLAYABLE[ARES_DESTRUCTION].id:
        return least_destroyed(s, p) + 2
    return 2  # a token, likely for the territory that counts twice


def _aimed_at(s: EphyranState, p: Player, effect: int, other: Player) -> float:
    """How good a target a player is: the leader is best, except for gifts."""
    if effect == PLAYABLE[ARES_THEFT].id:
        return float(best_theft(s, p, other))
    if effect == TAKE_FROM.id:
        return -float(points(s, other))
    if effect == PLAYABLE[HECATE].id and other is p:
        return float(-WORST)
    return float(points(s, other))


def _laid(p: Player, god: int) -> float:
    """How well a taken Dionysus lies there: high up, and not where a creature counts twice."""
    return 0.5 * len(p.areas[god]) - (1.5 if p.god == god else 0.0)


def _place(s: EphyranState, p: Player) -> int:
    """A good token at the bottom of the own god's territory, a bad one on top of another."""
    good = FACE_POINTS[s.token_face[s.holding]] > 0
    best = s.legal[0]
    found = False
    for action in s.legal:
        own = (action - A_AREA) // AREAS == p.god
        if own == good and not (good and found):
            best = action
            found = True
    return best


def _steal(s: EphyranState, victim: Player) -> int:
    """The token that counts most where it lies."""
    best = 0
    most = WORST
    at = 0
    for god in victim.uncovered():
        for tokens in victim.tokens[god]:
            for token in tokens:
                value = FACE_POINTS[s.token_face[token]] * factor(victim, god)
                if value > most:
                    most = value
                    best = at
                at += 1
    return A_TOKEN + best


def _exchanged(s: EphyranState, p: Player, f: Frame, action: int) -> float:
    """What an answer to a question of an exchange promises."""
    if f.step == 0:
        best = best_exchange(s, p, action - A_AREA)
        for k in s.others(f.actor):
            best = max(best, best_swap(s, p, s.players[k], action - A_AREA))
        return float(best)
    if action == A_WITH_DIONYSUS:
        return float(WORST)
    god, at = f.target // AREAS, f.target % AREAS
    if A_SEAT <= action < A_GOD:
        return float(swapped(s, p, s.players[action - A_SEAT], god, at))
    return float(replaced(s, p, god, at, action - A_PLAY))
