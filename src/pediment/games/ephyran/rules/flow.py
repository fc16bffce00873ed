"""The course of a game: rounds, turns, actions and draws (Y2, Y3, Y6.3, Y7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.effect import Effect
from pediment.core.engine.state import Frame
from pediment.games.ephyran.io.log import (
    L_ADD,
    L_CHANGE,
    L_DEAL,
    L_DISCARD,
    L_END,
    L_GOD,
    L_REPLACE,
    L_SUPPORT,
    cause_of,
)
from pediment.games.ephyran.rules.labels import V_DRAW_DISCARD, V_DRAW_PILE, V_LET, action_words, phrase
from pediment.games.ephyran.rules.moves import (
    card_of,
    draw_from_discard,
    draw_from_pile,
    first_half,
    lay,
    leave_hand,
    leave_pile,
    look,
    receive_known,
    reveal_cities,
    tokens_leave,
)
from pediment.games.ephyran.rules.state import NO_TOKENS, EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import (
    A_CARD,
    A_CHANGE_DIONYSUS,
    A_DIONYSUS,
    A_DRAW_DISCARD,
    A_DRAW_PILE,
    A_GOD,
    A_PLAY,
    A_SEAT,
    A_TAKE,
    AREAS,
    DIONYSUS,
    DIONYSUS_AREA,
    HAND,
    NO_SUPPORT,
    NONE,
    SHIELD,
)


class Part(Effect[EphyranState]):
    """An effect of this game."""

    def answered(self, s: EphyranState, f: Frame, action: int) -> None:
        """What was played in this turn is noted for the views; that somebody let it happen is not (Y8.1)."""
        words = self.words(s, action)
        if words[1] != V_LET:
            s.turn.append(words)

    def words(self, s: EphyranState, action: int) -> tuple[int, ...]:
        """An answer as a phrase, behind the seat that gives it."""
        return (s.to_move,) + phrase(s, action)  # noqa: RUF005 - a third of the time, compiled


class Rounds(Part):
    """The whole game: the bottom frame. `step`: gods, deal, first turn, turns. `target` counts the gods."""

    asking = "god"

    def run(self, s: EphyranState, f: Frame) -> bool:
        """Choose gods, deal, then turn after turn until the last round is played out."""
        n = len(s.players)
        if f.step == 0:
            if f.target == 0:
                s.checkpoint()
            if f.target < n:
                f.actor = (s.athena + f.target) % n
                return True
            f.step = 1
        elif f.step == 1:
            deal(s)
            f.step = 2
        elif f.step == 3 and s.last_round and (s.active + 1) % n == s.athena:  # Y7.1, Y7.6
            reveal_cities(s)
            s.active = NONE
            s.turn.clear()
            s.log.note(L_END, NONE)
            s.stack.pop()
        else:
            s.active = s.athena if s.active == NONE else (s.active + 1) % n
            f.step = 3
            TURN.start(s, s.active, NONE)
        return False

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Gods that nobody has (Y2.1)."""
        taken = [p.god for p in s.players]
        return [A_GOD + god for god in range(AREAS) if god not in taken]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Take the god."""
        s.players[f.actor].god = action - A_GOD
        s.log.note(L_GOD, NONE, f.actor, action - A_GOD)
        f.target += 1


def begin_next_turn(s: EphyranState, seat: int) -> bool:
    """Leave what is under way and put the seat's next turn in its place, if it is to have one."""
    n = len(s.players)
    if s.active == NONE or (s.last_round and (seat - s.athena) % n <= (s.active - s.athena) % n):
        return False
    while len(s.stack) > 1:
        s.stack.pop()
    s.in_play = s.holding = NONE
    s.transit = False
    s.transit_tokens = []
    s.looking = []
    s.active = seat
    TURN.start(s, seat, NONE)
    return True


def deal(s: EphyranState) -> None:
    """A Dionysus, known to all, and four cards each (Y2.1)."""
    for seat in [s.athena, *s.others(s.athena)]:
        p = s.players[seat]
        receive_known(p, DIONYSUS)
        p.hand += [leave_pile(s) for _ in range(HAND)]
        s.log.note(L_DEAL, NONE, seat, HAND)


class Turn(Part):
    """One action, then the draw (Y3.1). `step`: action, draw, end."""

    def run(self, s: EphyranState, f: Frame) -> bool:
        """With an empty hand the action is skipped (Y3.5)."""
        if f.step == 0:
            s.turn.clear()
            s.fed = False
            s.checkpoint()
            f.step = 1
        if f.step == 1:
            f.step = 2
            if s.players[f.actor].hand:
                ACTION.start(s, f.actor, NONE)
        elif f.step == 2:
            f.step = 3
            DRAW.start(s, f.actor, NONE)
        else:
            s.stack.pop()
        return False


class Action(Part):
    """Add, take a Dionysus, Change, Support or Discard."""

    asking = "action"
    supports = True

    def run(self, s: EphyranState, f: Frame) -> bool:
        """A lone card that can only be discarded is: to be asked tells that it is another one."""
        p = s.players[f.actor]
        if len(p.hand) == 1 and not p.known:
            s.drawn += 1
        return True

    def offer(self, s: EphyranState, f: Frame, answers: Answers) -> None:
        """Everything that the hand allows."""
        p = s.players[f.actor]
        e = s.edition
        playable = p.top_places | p.free_places  # Change, Add
        takeable = dionysus_places(s, f.actor)
        half: i64
        for card in p.hand:
            answers.add(A_CARD + card)
            if card == DIONYSUS:
                answers.add_all([A_DIONYSUS + god for god in range(AREAS) if p.open(god)])
                answers.add_all([A_CHANGE_DIONYSUS + god for god in p.uncovered()])
        for card in p.hand:
            if card != DIONYSUS:
                for half in range(first_half(card), first_half(card) + 2):
                    place = e.place[half]
                    if place == 0:
                        if self.supports and PLAYABLE[e.support[half]].playable(s, f.actor, card):
                            answers.add(A_PLAY + half)
                    elif place & playable:
                        answers.add(A_PLAY + half)
                    if place & takeable:
                        answers.add(A_TAKE + half)

    def words(self, s: EphyranState, action: int) -> tuple[int, ...]:
        return action_words(s, action)

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Play the card, discard it, or take a Dionysus with it."""
        s.stack.pop()
        seat = f.actor
        p = s.players[seat]
        if action >= A_TAKE:
            s.in_play = action - A_TAKE
            leave_hand(s, p, card_of(s.in_play))
            TAKE_FROM.start(s, seat, NONE)
        elif action >= A_PLAY:
            self._play(s, seat, p, action - A_PLAY)
        elif action >= A_CARD:
            card = action - A_CARD
            leave_hand(s, p, card)
            put_on_first(s, card)
            s.log.note(L_DISCARD, NONE, seat, card)
        else:
            leave_hand(s, p, DIONYSUS)
            if action >= A_CHANGE_DIONYSUS:
                change(s, seat, action - A_CHANGE_DIONYSUS, DIONYSUS_AREA)
            else:
                add(s, seat, action - A_DIONYSUS, DIONYSUS_AREA)

    def _play(self, s: EphyranState, seat: int, p: Player, half: int) -> None:
        card = half // 2
        support = s.edition.support[half]
        leave_hand(s, p, card)
        if support == NO_SUPPORT:
            god = s.edition.god[half]
            if s.edition.number[half] == len(p.areas[god]):
                change(s, seat, god, half)
            else:
                add(s, seat, god, half)
            return
        if support == SHIELD:
            s.in_play = half
        else:
            s.second_discard.append(card)  # at announcement (Y4.11)
        s.log.note(L_SUPPORT, NONE, seat, support, card)
        PLAYABLE[support].start(s, seat, cause_of(card, support))


class Again(Action):
    """The further action of Castor & Pollux: no Support (Y4.1)."""

    asking = "again"
    supports = False


def add(s: EphyranState, seat: int, god: int, half: int) -> None:
    """Add an area (Y3.3)."""
    s.log.note(L_ADD, NONE, seat, half, god)
    lay(s, seat, god, half, NO_TOKENS)


def change(s: EphyranState, seat: int, god: int, half: int) -> None:
    """Replace the uncovered area; the old card goes to the first discard, its tokens leave the game (Y3.4)."""
    p = s.players[seat]
    old = p.areas[god][-1]
    tokens = p.tokens[god][-1]
    p.replace(god, -1, half, NO_TOKENS)
    s.log.note(L_CHANGE, NONE, seat, half, god)
    put_on_first(s, card_of(old))
    tokens_leave(s, seat, tokens)


def put_on_first(s: EphyranState, card: int) -> None:
    """The active player puts a card on the first discard, and must then draw from the pile (Y3.2)."""
    s.first_discard.append(card)
    s.fed = True


def dionysus_places(s: EphyranState, seat: int) -> i64:
    """Places from which the seat could take a Dionysus and has room to lay it (Y6.3), as in the sets of a Player."""
    found: i64 = 0
    if s.players[seat].free_places:
        for k in s.others(seat):
            found |= s.players[k].dionysus_places
    return found


def dionysus_owners(s: EphyranState, seat: int, half: int) -> list[int]:
    """Adversaries from whom this half takes a Dionysus: it stands in its very place, unlocked (Y6.3)."""
    place = s.edition.place[half]
    return [k for k in s.others(seat) if s.players[k].dionysus_places & place]


class TakeFrom(Part):
    """From whom is the Dionysus taken?"""

    asking = "take from"

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Those who have it where the half fits."""
        return [A_SEAT + k for k in dionysus_owners(s, f.actor, s.in_play)]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """The half now belongs to the opponent; the Dionysus comes with its tokens, which the taker sees."""
        s.stack.pop()
        owner = action - A_SEAT
        half = s.in_play
        s.in_play = NONE
        god, at = s.edition.god[half], s.edition.number[half] - 1
        p = s.players[owner]
        s.transit = True
        s.transit_tokens = p.tokens[god][at]
        p.replace(god, at, half, NO_TOKENS)
        look(s, f.actor, s.transit_tokens)
        s.log.note(L_REPLACE, NONE, f.actor, owner, half, god)
        LAY.start(s, f.actor, NONE)


class Lay(Part):
    """Where is the Dionysus laid?"""

    asking = "lay"

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Any unlocked territory of one's own with room."""
        p = s.players[f.actor]
        return [A_DIONYSUS + god for god in range(AREAS) if p.open(god)]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """As a new area."""
        s.stack.pop()
        s.transit = False
        god = action - A_DIONYSUS
        s.log.note(L_ADD, NONE, f.actor, DIONYSUS_AREA, god)
        lay(s, f.actor, god, DIONYSUS_AREA, s.transit_tokens)
        s.transit_tokens = []


class Draw(Part):
    """Draw one card: top of the pile, or top of the first discard (Y3.1, Y3.2)."""

    asking = "draw"

    def start(self, s: EphyranState, actor: int, source: int, target: int = NONE, amount: int = 1) -> None:
        """Where there is nothing to choose, the card is drawn at once."""
        tops = self._tops(s)
        if len(tops) > 1:
            super().start(s, actor, source, target, amount)
        elif tops:
            self._draw(s, actor, source, tops[0])

    def words(self, s: EphyranState, action: int) -> tuple[int, ...]:
        return s.to_move, V_DRAW_PILE if action == A_DRAW_PILE else V_DRAW_DISCARD

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        return self._tops(s)

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Into the hand."""
        s.stack.pop()
        self._draw(s, f.actor, f.source, action)

    def _tops(self, s: EphyranState) -> list[int]:
        """Compulsory when one is allowed; none allowed, none drawn."""
        found = [A_DRAW_PILE] if s.pile else []
        if s.first_discard and not s.fed:
            found.append(A_DRAW_DISCARD)
        return found

    def _draw(self, s: EphyranState, seat: int, source: int, top: int) -> None:
        if top == A_DRAW_PILE:
            draw_from_pile(s, seat, source)
        else:
            draw_from_discard(s, seat, source)


class Support(Part):
    """A Support. `playable` is the whole test of Y9."""

    def playable(self, s: EphyranState, seat: int, card: int) -> bool:
        """Could it have an effect, played with this card of the hand?"""
        raise AssertionError


PLAYABLE: Final[list[Support]] = []
"""By support, filled by `supports.fill_table`."""

ROUNDS: Final = Rounds()
TURN: Final = Turn()
ACTION: Final = Action()
AGAIN: Final = Again()
TAKE_FROM: Final = TakeFrom()
LAY: Final = Lay()
DRAW: Final = Draw()
