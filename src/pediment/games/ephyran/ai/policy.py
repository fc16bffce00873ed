"""A quick way to play Ephyran: every answer by what it promises at first sight, without trying it.

It plays out games for the search, and tells it which answers to look at first. What things are worth depends on the
number of seats and was learned by playing (`pediment.games.ephyran.ai.weights`).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.rng import Stream
from pediment.core.engine.state import Frame, State
from pediment.core.search.playout import Policy
from pediment.games.ephyran.ai.stages import stage
from pediment.games.ephyran.ai.weights import (
    AREA,
    AREA_SPENT,
    BEHIND,
    BLOCKED_NEXT,
    CHANGE,
    CHANGE_FOR_DIONYSUS,
    DEFENCE_SPENT,
    DEFENDED,
    DENY,
    DENY_DRAW,
    DESTRUCTION,
    DESTRUCTION_COST,
    DIFFERENT,
    DIFFERENT_OWN,
    DIONYSUS_IN_HAND,
    DIONYSUS_TAKEN,
    DISCARD,
    DRAWN,
    EXCHANGE,
    EXCHANGE_COST,
    GIFT,
    HIGH,
    IN_HAND,
    KEPT,
    LAST_AREA,
    LAY_DIONYSUS,
    LOCK,
    LOCK_POINTS,
    LOCK_ROOM,
    LOOK,
    OPENS,
    OTHER_ROOM,
    OWN_ROOM,
    OWN_TOKEN,
    PRINTED,
    RIVAL,
    SPENT,
    TAKE,
    THEFT,
    THEFT_COST,
    TOKEN,
    TOKEN_DEFENDED,
    TWO_CARDS,
    TWO_CARDS_BEST,
    UNLOCK,
    UNLOCK_ROOM,
    WAITING,
    WEIGHTS,
)
from pediment.games.ephyran.io.log import support_of
from pediment.games.ephyran.rules.flow import ACTION, AGAIN, DRAW, LAY, PLAYABLE, TAKE_FROM, dionysus_owners
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

CHOSEN: Final = 0.7  # how much better than the others the answer to a smaller question is
WORST: Final = -99  # less than any answer promises
PERCENT: Final = 100


class EphyranPolicy(Policy):
    """Plays by first sight."""

    def __init__(self, weights: list[list[float]]) -> None:
        """The weights for 2, 3 and 4 seats. Raises ValueError."""
        self.weights: list[vec[float]] = []
        for values in weights:
            if len(values) != WEIGHTS:
                raise ValueError(f"the policy of Ephyran has {WEIGHTS} weights, not {len(values)}")
            self.weights.append(vec[float](values))

    def choose(self, s: State, rng: Stream) -> int:
        """The answer that promises most."""
        assert isinstance(s, EphyranState)
        f = s.stack[-1]
        effect = f.effect
        p = s.players[s.to_move]
        w = self.weights[len(s.players) - 2]
        if effect == ACTION.id or effect == AGAIN.id:
            return _best(s.legal, _actions(s, s.to_move, p, w))
        if effect == DRAW.id:
            return A_DRAW_DISCARD if _drawn(s, s.to_move, p, w) > w[DRAWN] else A_DRAW_PILE
        if effect == REACTIONS.id:
            return _reaction(s, p, f, w)
        if effect == DESTROY.id:
            return _best(s.legal, [-float(destroyed(s, p, action - A_GOD)) for action in s.legal])
        if effect == LAY.id:
            return _best(s.legal, [_laid(p, action - A_DIONYSUS) for action in s.legal])
        if s.holding != NONE:
            return _place(s, p)
        if effect == PLAYABLE[ARES_THEFT].id and f.step == 1:
            return _steal(s, s.players[f.target])
        if effect == PLAYABLE[ATHENA_EXCHANGE].id:
            return _best(s.legal, [_exchanged(s, p, f, action, _rival(w)) for action in s.legal])
        if effect == PLAYABLE[GRAEAE].id and f.step == 1:
            return _best(s.legal, [_in_hand(s, p, action - A_CARD, w) for action in s.legal])
        if effect == PLAYABLE[SHIELD].id:
            return _best(s.legal, [_locked(s, p, action - A_GOD, w) for action in s.legal])
        if A_SEAT <= s.legal[0] < A_GOD:
            return _best(s.legal, [_aimed_at(s, p, effect, action - A_SEAT, w) for action in s.legal])
        return s.legal[rng.below(len(s.legal))]

    def promises(self, s: State, rng: Stream) -> list[float]:
        """By answer of `s.legal` what it promises, in points that only compare answers to the same question."""
        assert isinstance(s, EphyranState)
        effect = s.stack[-1].effect
        if effect == ACTION.id or effect == AGAIN.id:
            return _actions(s, s.to_move, s.players[s.to_move], self.weights[len(s.players) - 2])
        chosen = self.choose(s, rng)
        return [CHOSEN if action == chosen else 0.0 for action in s.legal]


def _best(legal: list[int], promises: list[float]) -> int:
    """The answer that promises most, the first of equal ones."""
    best = 0
    for i in range(1, len(promises)):
        if promises[i] > promises[best]:
            best = i
    return legal[best]


def _actions(s: EphyranState, seat: int, p: Player, w: vec[float]) -> list[float]:
    """By action what it promises."""
    e = s.edition
    at = stage(s)
    kept = w[KEPT + at]
    area = _area(s, seat, p, w, at)
    opened = vec[float]([0.0] * AREAS)  # by god: the best half that could be laid after the next one,
    fitting = vec[i64]([0] * AREAS)  # and how many could be next
    half: i64
    for card in p.hand:
        if card != DIONYSUS:
            for half in range(2 * card, 2 * card + 2):
                god = e.god[half]
                if god >= 0 and p.locks[god] == NONE:
                    missing: i64 = e.number[half] - 1 - len(p.areas[god])
                    if missing == 0:
                        fitting[god] += 1
                    elif missing == 1:
                        value = float(factor(p, god) * (1 + e.points[half]))
                        if value > opened[god]:
                            opened[god] = value
    next_player = s.players[s.others(seat)[0]]
    found: list[float] = []
    supports = False
    most = 0.0
    for action in s.legal:
        if action >= A_TAKE:
            half = action - A_TAKE
            value = w[TAKE] + area - _gift(s, seat, half, w) - w[SPENT] * kept * _half_in_hand(s, p, half ^ 1, w)
        elif action >= A_PLAY:
            half = action - A_PLAY
            god = e.god[half]
            if e.support[half] != NO_SUPPORT:
                supports = True
                found.append(0.0)
                continue
            if e.number[half] > len(p.areas[god]):
                value = area + _added_half(s, p, half, w)
                value += kept * (w[OPENS] * opened[god] + w[BLOCKED_NEXT] * int(fitting[god] - 1))
            else:
                value = w[CHANGE] + replaced(s, p, god, len(p.areas[god]) - 1, half)
            value -= w[SPENT] * kept * _half_in_hand(s, p, half ^ 1, w)
        elif action >= A_CARD:
            n = action - A_CARD
            value = w[DISCARD] - kept * (_in_hand(s, p, n, w) + w[DENY] * _in_hand(s, next_player, n, w))
        elif action >= A_CHANGE_DIONYSUS:
            value = w[CHANGE_FOR_DIONYSUS]
        else:
            god = action - A_DIONYSUS
            value = area + kept * w[LAY_DIONYSUS] + _added_dionysus(p, god, w)
            value += kept * (w[OPENS] * opened[god] + w[BLOCKED_NEXT] * int(fitting[god]))
        if value > most:
            most = value
        found.append(value)
    if supports:
        for i, action in enumerate(s.legal):
            if A_PLAY <= action < A_TAKE and e.support[action - A_PLAY] != NO_SUPPORT:
                half = action - A_PLAY
                found[i] = _support(s, seat, p, e.support[half], w, kept, most)
                found[i] -= w[SPENT] * kept * _half_in_hand(s, p, half ^ 1, w)
    return found


def _area(s: EphyranState, seat: int, p: Player, w: vec[float], at: i64) -> float:
    """What an area more is worth, apart from its points."""
    if p.size() < CITY - 1:
        return w[AREA + at]
    if not s.last_round:
        mine = points(s, p) + FIRST_BONUS
        for k in s.others(seat):
            if points(s, s.players[k]) > mine:
                return w[BEHIND]
    return w[LAST_AREA]


def _added_half(s: EphyranState, p: Player, half: i64, w: vec[float]) -> float:
    """What a half brings as a new area."""
    e = s.edition
    god = e.god[half]
    number = e.number[half]
    areas = p.areas[god]
    creature = e.creature_id[half]
    others: i64 = 0  # creatures, a bit for each
    different: i64 = 0
    new = 1
    for other in areas:
        if other != DIONYSUS_AREA:
            bit: i64 = 1 << e.creature_id[other]
            if not others & bit:
                different += 1
                others |= bit
    if others >> creature & 1:
        new = 0
    value = w[PRINTED] * int(e.points[half]) + new + w[HIGH] * int(number - 1)
    if new and different + 1 == number:  # four different ones count one more (Y7.3)
        if number == AREAS:
            value += 1.0
        elif p.god == god:
            value += w[DIFFERENT_OWN] * int(number)
        else:
            value += w[DIFFERENT] * int(number)
    return 2 * value + w[OWN_ROOM] if p.god == god else value + w[OTHER_ROOM]


def _added_dionysus(p: Player, god: int, w: vec[float]) -> float:
    """What a Dionysus brings as a new area: it counts once (Y7.3)."""
    gain = 1
    for areas in p.areas:
        if DIONYSUS_AREA in areas:
            gain = 0
    return 2 * gain + w[OWN_ROOM] if p.god == god else gain + w[OTHER_ROOM]


def _gift(s: EphyranState, seat: int, half: i64, w: vec[float]) -> float:
    """What the half costs that its owner gets for a Dionysus, less what the Dionysus brings."""
    e = s.edition
    god = e.god[half]
    least = -float(WORST)
    for k in dionysus_owners(s, seat, half):
        other = s.players[k]
        areas = other.areas[god]
        gained = float(factor(other, god) * (printed(e, areas, e.number[half] - 1, half) - printed(e, areas)))
        if gained < least:
            least = gained
    brought = 1
    for areas in s.players[seat].areas:
        if DIONYSUS_AREA in areas:
            brought = 0
    return w[GIFT] * least - w[DIONYSUS_TAKEN] * brought


def _support(s: EphyranState, seat: int, p: Player, support: i64, w: vec[float], kept: float, most: float) -> float:
    """What playing a Support promises, where the best of the other actions promises `most`."""
    if support == CASTOR_POLLUX:
        return w[TWO_CARDS] * kept + w[TWO_CARDS_BEST] * most
    if support == GRAEAE:
        return w[LOOK] * kept
    if support == ATHENA_TOKEN:
        return w[OWN_TOKEN] if p.areas[p.god] and p.locks[p.god] == NONE else w[TOKEN]
    if support == SHIELD:
        value = float(WORST)
        for god in p.uncovered():
            value = max(value, _locked(s, p, god, w))
        return value
    if support == HECATE:
        for god in range(AREAS):
            if p.locks[god] != NONE and len(p.areas[god]) < AREAS:
                return w[UNLOCK_ROOM]
        return w[UNLOCK]
    rival = _rival(w)
    best = PERCENT * best_exchange(s, p, NONE) if support == ATHENA_EXCHANGE else 0
    for k in s.others(seat):
        other = s.players[k]
        if support == ARES_THEFT:
            best = max(best, best_theft(s, p, other, PERCENT, rival))
        elif support == ATHENA_EXCHANGE:
            best = max(best, best_swap(s, p, other, NONE, PERCENT, rival))
        else:
            best = max(best, PERCENT * least_destroyed(s, other))
    gained = best / PERCENT
    if support == ARES_DESTRUCTION:
        return w[DESTRUCTION] * gained + w[DESTRUCTION_COST]
    return w[THEFT] * gained + w[THEFT_COST] if support == ARES_THEFT else w[EXCHANGE] * gained + w[EXCHANGE_COST]


def _rival(w: vec[float]) -> int:
    """What a point of a victim counts, in hundredths."""
    return int(PERCENT * w[RIVAL] + 0.5)


def _locked(s: EphyranState, p: Player, god: int, w: vec[float]) -> float:
    """What it promises to lock a territory: what lies there is safe, and what is missing stays away."""
    areas = p.areas[god]
    here = printed(s.edition, areas)
    for tokens in p.tokens[god]:
        here += added(s, tokens)
    return w[LOCK] + w[LOCK_POINTS] * (factor(p, god) * here) + w[LOCK_ROOM] * (factor(p, god) * (AREAS - len(areas)))


def _drawn(s: EphyranState, seat: int, p: Player, w: vec[float]) -> float:
    """What the top of the first discard promises."""
    card = s.first_discard[-1]
    return _in_hand(s, p, card, w) + w[DENY_DRAW] * _in_hand(s, s.players[s.others(seat)[0]], card, w)


def _in_hand(s: EphyranState, p: Player, card: int, w: vec[float]) -> float:
    """What a card in hand promises."""
    if card == DIONYSUS:
        return w[DIONYSUS_IN_HAND]
    return max(_half_in_hand(s, p, 2 * card, w), _half_in_hand(s, p, 2 * card + 1, w))


def _half_in_hand(s: EphyranState, p: Player, half: i64, w: vec[float]) -> float:
    e = s.edition
    if e.support[half] != NO_SUPPORT:
        return w[IN_HAND + e.support[half]]
    god = e.god[half]
    missing: i64 = e.number[half] - len(p.areas[god]) - 1
    if missing < 0 or p.locks[god] != NONE:
        return 0.0
    value = factor(p, god) * (w[AREA_SPENT] + int(e.points[half]))
    while missing > 0:
        value *= w[WAITING]
        missing -= 1
    return value


def _reaction(s: EphyranState, p: Player, f: Frame, w: vec[float]) -> int:
    """The defence whose card promises least, if the attack costs more; or let it happen."""
    best = A_LET
    most = 0.0
    cost = _attack(s, p, f, w)
    for action in s.legal:
        if action != A_LET:
            value = cost - w[DEFENDED] - w[DEFENCE_SPENT] * _in_hand(s, p, action - A_CARD, w)
            if value > most:
                best = action
                most = value
    return best


def _attack(s: EphyranState, p: Player, f: Frame, w: vec[float]) -> float:
    """What the announced Support costs the seat that is asked, in points."""
    attack = s.frame_of(PLAYABLE[support_of(f.source)].id)
    if attack.effect == PLAYABLE[ATHENA_EXCHANGE].id:
        return float(swapped(s, s.players[attack.actor], p, attack.target // AREAS, attack.target % AREAS))
    if attack.effect == PLAYABLE[ARES_THEFT].id:
        return float(3 * added(s, [attack.amount]))
    if attack.effect == PLAYABLE[ARES_DESTRUCTION].id:
        return float(least_destroyed(s, p) + 2)
    return w[TOKEN_DEFENDED]


def _aimed_at(s: EphyranState, p: Player, effect: int, seat: int, w: vec[float]) -> float:
    """How good a target a player is: the leader is best, except for gifts."""
    other = s.players[seat]
    if effect == PLAYABLE[ARES_THEFT].id:
        return float(best_theft(s, p, other, PERCENT, _rival(w)))
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


def _exchanged(s: EphyranState, p: Player, f: Frame, action: int, rival: int) -> float:
    """What an answer to a question of an exchange promises."""
    if f.step == 0:
        best = PERCENT * best_exchange(s, p, action - A_AREA)
        for k in s.others(f.actor):
            best = max(best, best_swap(s, p, s.players[k], action - A_AREA, PERCENT, rival))
        return float(best)
    if action == A_WITH_DIONYSUS:
        return float(PERCENT * WORST)
    god, at = f.target // AREAS, f.target % AREAS
    if A_SEAT <= action < A_GOD:
        return float(swapped(s, p, s.players[action - A_SEAT], god, at, PERCENT, rival))
    return float(PERCENT * replaced(s, p, god, at, action - A_PLAY))
