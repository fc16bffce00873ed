"""The eight Supports (Y4, Y9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.core.engine.lists import with_last, without
from pediment.core.engine.state import Frame
from pediment.games.ephyran.io.log import (
    L_DESTROY,
    L_EXCHANGE,
    L_KEEP,
    L_LOCK,
    L_LOOK,
    L_PLACE,
    L_PUT,
    L_STEAL,
    L_SWAP,
    L_TARGET,
    L_TARGET_AREA,
    L_TOKEN,
    L_UNLOCK,
)
from pediment.games.ephyran.rules.flow import AGAIN, DRAW, PLAYABLE, TURN, Part, Support
from pediment.games.ephyran.rules.moves import (
    card_of,
    draw_token,
    first_half,
    leave_hand,
    leave_pile,
    look,
    receive_known,
    tokens_leave,
)
from pediment.games.ephyran.rules.reactions import BLOCKED, REACTIONS
from pediment.games.ephyran.rules.state import NO_TOKENS, EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import (
    A_AREA,
    A_CARD,
    A_GOD,
    A_PLAY,
    A_SEAT,
    A_TOKEN,
    A_WITH_DIONYSUS,
    ANSWERS,
    AREAS,
    DIONYSUS,
    DIONYSUS_AREA,
    HECATE,
    NONE,
    SHIELD,
)

TURN_OVER: Final = 3  # the step of the turn's frame behind its draw


def no_other_draw(s: EphyranState) -> None:
    """This turn has no draw at its end."""
    s.frame_of(TURN.id).step = TURN_OVER


class CastorPollux(Support):
    """Take 2 cards now, each from either top, then one more action (Y4.1)."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """A card can be taken, or a hand card remains."""
        return bool(s.pile or s.first_discard or len(s.players[seat].hand) > 1)

    def run(self, s: EphyranState, f: Frame) -> bool:
        """Draw, draw, act."""
        f.step += 1
        if f.step <= 2:
            no_other_draw(s)
            DRAW.start(s, f.actor, f.source)
            return False
        s.stack.pop()
        if s.players[f.actor].hand:
            AGAIN.start(s, f.actor, f.source)
        return False


class Graeae(Support):
    """Look at 3 cards of the pile, keep one, put the others on the first discard (Y4.2)."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """The pile is not empty."""
        return bool(s.pile)

    def run(self, s: EphyranState, f: Frame) -> bool:
        """Look, then ask which to keep, then which to put first."""
        if f.step == 0:
            no_other_draw(s)
            n = min(3, len(s.pile))
            s.log.note(L_LOOK, f.source, f.actor, n)
            s.looking = [leave_pile(s) for _ in range(n)]
            f.step = 1
        if f.step == 1 or s.looking:
            return True
        s.stack.pop()
        return False

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """The cards that are looked at."""
        return [A_CARD + card for card in s.looking]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """The first is kept, nobody else knows which; the others go to the first discard."""
        card = action - A_CARD
        s.looking = without(s.looking, card)
        if f.step == 1:
            s.players[f.actor].hand.append(card)
            s.log.note(L_KEEP, f.source, f.actor)
            f.step = 2
        else:
            s.drawn += 1  # the others have not seen it before
            s.first_discard.append(card)
            s.log.note(L_PUT, f.source, f.actor, card)

    def asks(self, f: Frame) -> str:
        return "keep" if f.step == 1 else "put"


def placeable(p: Player) -> bool:
    """Is there an area to place a token on (Y5.1)?"""
    return p.top_places != 0


class Placing(Support):
    """A Support that ends with a token placed on one of your areas (Y5.1)."""

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Any area in an unlocked territory."""
        return areas_of(s.players[f.actor])

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Face down, bound to that area from now on."""
        s.stack.pop()
        god, at = divmod(action - A_AREA, AREAS)
        p = s.players[f.actor]
        p.put_tokens(god, at, with_last(p.tokens[god][at], s.holding))
        s.holding = NONE
        s.log.note(L_PLACE, f.source, f.actor, god, at + 1)

    def asks(self, f: Frame) -> str:
        """Where to."""
        return "place"


def areas_of(p: Player) -> list[int]:
    """Every area in an unlocked territory."""
    return [A_AREA + AREAS * god + at for god in p.uncovered() for at in range(len(p.areas[god]))]


class AthenaToken(Placing):
    """Draw an added token, look, place it (Y4.3)."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """A token in supply, and an area to place it on."""
        return bool(s.supply) and placeable(s.players[seat])

    def run(self, s: EphyranState, f: Frame) -> bool:
        """Any opponent may answer with Hecate; blocked, no token is drawn or seen."""
        if f.step == 0:
            f.step = 1
            REACTIONS.start(s, NONE, f.source, NONE, HECATE)
        elif f.step == 1:
            s.holding = draw_token(s, f.actor)
            s.log.note(L_TOKEN, f.source, f.actor)
            return True
        else:
            s.stack.pop()
        return False


class AresTheft(Placing):
    """Steal an added token, look, place it (Y4.4). `target` is the victim, `amount` the token."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """An opponent's token in an unlocked territory, and an area to place it on."""
        return placeable(s.players[seat]) and any(s.players[k].can_lose_token() for k in s.others(seat))

    def run(self, s: EphyranState, f: Frame) -> bool:
        """Whose, which, the victim's Hecate, then the token changes hands."""
        if f.step == 2:
            f.step = 3
            god, at, _ = s.players[f.target].place_of(f.amount)
            s.log.note(L_TARGET_AREA, f.source, f.actor, f.target, god, at + 1)
            REACTIONS.start(s, NONE, f.source, f.target, HECATE)
            return False
        if f.step == BLOCKED:
            s.stack.pop()
            return False
        if f.step == 3:
            self._steal(s, f)
        return True

    def _steal(self, s: EphyranState, f: Frame) -> None:
        god, at, _ = s.players[f.target].place_of(f.amount)
        victim = s.players[f.target]
        victim.put_tokens(god, at, without(victim.tokens[god][at], f.amount))
        look(s, f.actor, [f.amount])
        s.holding = f.amount
        s.log.note(L_STEAL, f.source, f.actor, f.target, god, at + 1)

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Adversaries with tokens, then their tokens, then the place."""
        if f.step == 0:
            return [A_SEAT + k for k in s.others(f.actor) if s.players[k].can_lose_token()]
        if f.step == 1:
            return [A_TOKEN + i for i in range(len(s.players[f.target].stealable()))]
        return super().options(s, f)

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Note whose and which; or place."""
        if f.step == 0:
            f.target = action - A_SEAT
        elif f.step == 1:
            f.amount = s.players[f.target].stealable()[action - A_TOKEN]
        else:
            super().choose(s, f, action)
            return
        f.step += 1

    def asks(self, f: Frame) -> str:
        return ("theft from", "steal")[f.step] if f.step < 2 else "place"


class AthenaExchange(Support):
    """Swap an own area with a hand card, or with an opponent's area of the same place (Y4.5).

    `target` is the area; `amount` the opponent once named.
    """

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """Some own area has a counterpart, the Support card itself left aside."""
        p = s.players[seat]
        counterparts: i64 = 0
        for k in s.others(seat):
            counterparts |= s.players[k].places
        for other in p.hand:
            if other == DIONYSUS:
                counterparts |= p.places
            elif other != card:
                first = first_half(other)
                counterparts |= s.edition.place[first] | s.edition.place[first + 1]
        return p.places & counterparts != 0

    def run(self, s: EphyranState, f: Frame) -> bool:
        """The area, its counterpart, the opponent's shield, the swap."""
        if f.step == 2:
            f.step = 3
            god, at = divmod(f.target, AREAS)
            s.log.note(L_TARGET_AREA, f.source, f.actor, f.amount, god, at + 1)
            REACTIONS.start(s, NONE, f.source, f.amount, SHIELD)
            return False
        if f.step < 2:
            s.drawn += 1  # that there is a counterpart, and whether one can choose, tells of the hand
            return True
        if f.step == 3:
            self._swap(s, f)
        s.stack.pop()
        return False

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Own areas that have a counterpart, then the counterparts."""
        p = s.players[f.actor]
        if f.step == 0:
            return [area for area in areas_of(p) if self._counterparts(s, f.actor, area - A_AREA)]
        return self._counterparts(s, f.actor, f.target)

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """With a hand card at once; with an opponent after the reactions."""
        if f.step == 0:
            f.target = action - A_AREA
            f.step = 1
        elif ANSWERS.block_of(action).name == "seat":
            f.amount = action - A_SEAT
            f.step = 2
        else:
            s.stack.pop()
            self._exchange(s, f, DIONYSUS_AREA if action == A_WITH_DIONYSUS else action - A_PLAY)

    def _exchange(self, s: EphyranState, f: Frame, half: int) -> None:
        """The old card goes to the second discard; its tokens leave the game."""
        p = s.players[f.actor]
        god, at = divmod(f.target, AREAS)
        old = p.areas[god][at]
        tokens = p.tokens[god][at]
        leave_hand(s, p, card_of(half))
        p.replace(god, at, half, NO_TOKENS)
        if s.exchanged_areas_are_spent:
            s.second_discard.append(card_of(old))
        else:
            receive_known(p, card_of(old))
        s.log.note(L_EXCHANGE, f.source, f.actor, half, god, at + 1)
        tokens_leave(s, f.actor, tokens)

    def _swap(self, s: EphyranState, f: Frame) -> None:
        """Areas change cities with their tokens; the new owners look."""
        god, at = divmod(f.target, AREAS)
        mine, theirs = s.players[f.actor], s.players[f.amount]
        mine.swap(theirs, god, at)
        look(s, f.actor, mine.tokens[god][at])
        look(s, f.amount, theirs.tokens[god][at])
        s.log.note(L_SWAP, f.source, f.actor, f.amount, god, at + 1)

    def _counterparts(self, s: EphyranState, seat: int, area: int) -> list[int]:
        """Hand halves of the same god and number, a Dionysus, opponents with that area unlocked."""
        place: i64 = 1 << area
        e = s.edition
        hand = s.players[seat].hand
        found = [
            A_PLAY + half
            for card in hand
            if card != DIONYSUS
            for half in range(2 * card, 2 * card + 2)
            if e.place[half] == place
        ]
        if DIONYSUS in hand:
            found.append(A_WITH_DIONYSUS)
        return found + [A_SEAT + k for k in s.others(seat) if s.players[k].places & place]

    def asks(self, f: Frame) -> str:
        return "exchange" if f.step == 0 else "exchange with"


class AresDestruction(Support):
    """An opponent loses one of their uncovered areas, their choice which (Y4.6). `target` is the victim."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """An opponent has an area in an unlocked territory."""
        return any(s.players[k].top_places for k in s.others(seat))

    def run(self, s: EphyranState, f: Frame) -> bool:
        """Whom, the victim's shield, then the victim chooses."""
        if f.step == 1:
            f.step = 2
            s.log.note(L_TARGET, f.source, f.actor, f.target)
            REACTIONS.start(s, NONE, f.source, f.target, SHIELD)
            return False
        if f.step == 0:
            return True
        s.stack.pop()
        if f.step == 2:
            DESTROY.start(s, f.target, f.source)
        return False

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Adversaries with such an area."""
        return [A_SEAT + k for k in s.others(f.actor) if s.players[k].top_places]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Note the victim."""
        f.target = action - A_SEAT
        f.step = 1

    def asks(self, f: Frame) -> str:
        return "destruction of"


class Destroy(Part):
    """The victim chooses which uncovered area goes to the second discard."""

    asking = "destroy"

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Unlocked territories."""
        return [A_GOD + god for god in s.players[f.actor].uncovered()]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Its added tokens leave the game face down."""
        s.stack.pop()
        god = action - A_GOD
        p = s.players[f.actor]
        half = p.areas[god][-1]
        tokens = p.tokens[god][-1]
        p.remove(god)
        s.second_discard.append(card_of(half))
        s.log.note(L_DESTROY, f.source, f.actor, half, god)
        tokens_leave(s, f.actor, tokens)


class Shield(Support):
    """Lock one of your territories (Y4.7)."""

    asking = "lock"

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """An own unlocked territory with an area."""
        return s.players[seat].top_places != 0

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        return [A_GOD + god for god in s.players[f.actor].uncovered()]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Nothing and nobody changes it until it is unlocked."""
        s.stack.pop()
        god = action - A_GOD
        s.players[f.actor].lock(god, card_of(s.in_play))
        s.in_play = NONE
        s.log.note(L_LOCK, f.source, f.actor, god)


class Hecate(Support):
    """Unlock any locked territory of anybody (Y4.8). `target` is whose."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """Any locked territory."""
        for p in s.players:
            for lock in p.locks:
                if lock != NONE:
                    return True
        return False

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Whose, own too, then which."""
        if f.step == 0:
            return [A_SEAT + k for k, p in enumerate(s.players) if locked(p)]
        return [A_GOD + god for god in locked(s.players[f.target])]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Shield and Hecate lie on the second discard."""
        if f.step == 0:
            f.target = action - A_SEAT
            f.step = 1
            return
        s.stack.pop()
        god = action - A_GOD
        p = s.players[f.target]
        s.second_discard.append(p.locks[god])
        p.lock(god, NONE)
        s.log.note(L_UNLOCK, f.source, f.actor, f.target, god)

    def asks(self, f: Frame) -> str:
        return "unlock of" if f.step == 0 else "unlock"


def locked(p: Player) -> list[int]:
    """Gods of the locked territories."""
    return [god for god in range(AREAS) if p.locks[god] != NONE]


DESTROY: Final = Destroy()
_SUPPORTS: Final[list[Support]] = [
    CastorPollux(),
    Graeae(),
    AthenaToken(),
    AresTheft(),
    AthenaExchange(),
    AresDestruction(),
    Shield(),
    Hecate(),
]


def fill_table() -> None:
    """Enter every Support into the table of what can be played."""
    PLAYABLE[:] = _SUPPORTS
