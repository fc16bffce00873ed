"""The course of a game: Epochs, phases and turns, as frames like everything else."""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64

from pediment.core.engine import vecs
from pediment.core.engine.answers import Answers
from pediment.core.engine.effect import Effect
from pediment.core.engine.state import Frame
from pediment.core.engine.vecs import EMPTY, listed
from pediment.games.elysium.io.log import (
    L_AGORA,
    L_DISC,
    L_DISMISS,
    L_END,
    L_EPOCH,
    L_INCOME,
    L_INCOMPLETE,
    L_LEFTOVERS,
    L_ORACLE,
    L_PASS,
    L_QUEST,
    L_SLIDE,
    L_STOP,
    L_TRANSFERS,
    L_USE,
)
from pediment.games.elysium.rules.card import EFFECT, LISTENER
from pediment.games.elysium.rules.deck import enter_domain, pick, settle, take_citizen
from pediment.games.elysium.rules.edition import Quest
from pediment.games.elysium.rules.effects import draw_cards
from pediment.games.elysium.rules.legends import announce
from pediment.games.elysium.rules.listeners import SECOND_TRANSFER, TRANSFERS_BEGIN
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import ELEUSIS, HEARS, KIND, POWER
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import (
    A_CITIZEN,
    A_DISMISS,
    A_END,
    A_PASS,
    A_QUEST,
    A_STOP,
    A_TAKE,
    ACTIONS,
    ACTIVATE,
    ALL_COLUMNS,
    ANSWERS,
    APOLLO,
    AWAKENING,
    CARDS_OWED,
    EPOCHS,
    FINISHED,
    GOLD,
    INCOMPLETE,
    NO_QUEST,
    NONE,
    TRANSFERS,
    TRIGGER,
    TURNS,
    VP,
)

ORACLE_SIZE: Final = 4


class Epochs(Effect[ElysiumState]):
    """The whole game: the bottom frame. `step` is the phase to come."""

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """Begin the next phase."""
        if f.step == AWAKENING:
            awaken(s)
            s.phase = ACTIONS
            PHASE_TWO.start(s, NONE, NONE, 0)
        elif f.step == ACTIONS:
            begin_phase_three(s)
            PHASE_THREE.start(s, NONE, NONE)
        else:
            self._end_epoch(s)
            f.step = AWAKENING
            return False
        f.step += 1
        return False

    def _end_epoch(self, s: ElysiumState) -> None:
        """Phase IV (E3.3); after the last Epoch too."""
        for p in s.players:
            p.columns = ALL_COLUMNS
            p.straighten()
            p.cards_taken = 0
            p.quest = NO_QUEST
        s.turn = NONE
        if s.epoch == EPOCHS:
            s.phase = FINISHED
            s.log.note(L_END, NONE)
            s.stack.pop()
        else:
            s.epoch += 1
            s.phase = AWAKENING


def awaken(s: ElysiumState) -> None:
    """Phase I (E3.1), and the deal of E2.5."""
    s.log.note(L_EPOCH, NONE, s.epoch)
    leftovers = listed(s.agora)
    s.log.note_cards(L_LEFTOVERS, NONE, leftovers)
    s.discard += leftovers
    s.log.note_cards(L_SLIDE, NONE, listed(s.oracle))
    s.agora = s.oracle
    s.oracle = EMPTY
    s.old_discards = len(s.discard)  # Phase I is no turn: the leftovers are shuffled in (E3.2)
    drawn = draw_cards(s, 3 * len(s.players) + 1 - len(s.agora))
    s.agora = extend(s.agora[:], drawn)
    s.log.note_cards(L_AGORA, NONE, listed(drawn))
    if APOLLO in s.families:
        s.oracle = draw_cards(s, ORACLE_SIZE)
        s.log.note_cards(L_ORACLE, NONE, listed(s.oracle))


class PhaseTwo(Effect[ElysiumState]):
    """Turns in Disc order, round and round, four each at most (E4.1). `target` is the Disc that had the last turn."""

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """The next turn, if somebody has one left."""
        seat = s.acting_seat(f.target)
        s.old_discards = len(s.discard)  # what the next turn discards stays out of a reshuffle (E3.2)
        if seat == NONE:
            s.stack.pop()
        else:
            f.target = s.players[seat].disc
            if must_pass(s, seat):
                pass_turn(s, seat)
                return False
            s.turn = seat
            s.checkpoint()
            TURN.start(s, seat, NONE)
        return False


def begin_next_turn(s: ElysiumState, seat: int) -> bool:
    """Leave what is under way and put the seat's next turn in its place, if it has one left in this Epoch."""
    if s.phase != ACTIONS or s.players[seat].turns == TURNS:
        return False
    while s.stack[-1].effect != PHASE_TWO.id:
        s.stack.pop()
    s.turn = seat
    TURN.start(s, seat, NONE)
    return True


def must_pass(s: ElysiumState, seat: int) -> bool:
    """Does the seat owe only a Quest, and can take none (E4.1)?"""
    p = s.players[seat]
    return p.cards_taken == CARDS_OWED and p.quest == NO_QUEST and s.passes_are_skipped and quest_set(s, p) == 0


def pass_turn(s: ElysiumState, seat: int) -> None:
    """Nothing is taken and no column dismissed (E4.6); the log tells it."""
    s.players[seat].quest = INCOMPLETE
    s.log.note(L_PASS, NONE, seat)


class Turn(Effect[ElysiumState]):
    """Any number of powers, exactly one take, any number of powers (E4.2). `step` counts the take."""

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """No power runs when this frame is on top; if one made the last Quest impossible, that is a pass (E4.7)."""
        if s.chain:
            s.chain.clear()
        if f.step == 0 and must_pass(s, f.actor):
            pass_turn(s, f.actor)
            s.stack.pop()
            return False
        return True

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Powers that can be started, and the takes or the end."""
        p = s.players[f.actor]
        if f.step:
            answers.add(A_END)
        else:
            if p.quest == NO_QUEST:
                offer_quests(s, p, answers)
            if p.cards_taken < CARDS_OWED:
                offer_cards(s, p, answers)
            if answers.size == 0:  # E4.7
                answers.add(A_CITIZEN if p.cards_taken < CARDS_OWED else A_PASS)
        for card in p.domain:
            if POWER[card] in (ACTIVATE, TRIGGER) and startable(s, f.actor, p, card):
                answers.add(ANSWERS.use.start + KIND[card])

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Start the power, or take."""
        p = s.players[f.actor]
        if action >= ANSWERS.use.start:
            use(s, f.actor, pick(p.domain, action - ANSWERS.use.start))
            return
        if action == A_END:
            s.stack.pop()
            return
        f.step = 1
        if action >= A_TAKE:
            p.cards_taken += 1
            card = pick(s.agora, action - A_TAKE)
            s.agora = vecs.without(s.agora, card)
            enter_domain(s, f.actor, card, NONE)
            DISMISS.start(s, f.actor, NONE, card)
        elif action >= A_QUEST:
            p.quest = action - A_QUEST + 1
            s.log.note(L_QUEST, NONE, f.actor, p.quest)
            DISMISS.start(s, f.actor, NONE)
        elif action == A_CITIZEN:
            p.cards_taken += 1
            take_citizen(s, f.actor, NONE)
            DISMISS.start(s, f.actor, NONE)
        else:
            pass_turn(s, f.actor)

    def asks(self, f: Frame) -> str:
        """Before or after the take."""
        return "after-take" if f.step else "turn"


def offer_cards(s: ElysiumState, p: Player, answers: Answers) -> None:
    """The cards of the Agora that can be taken (E4.4), without those identical to a card of the Domain (E4.5)."""
    free = s.edition.takeable[p.columns][:]  # by kind
    for card in p.domain:
        free[KIND[card]] = False
    for card in s.agora:
        kind = KIND[card]
        if free[kind]:
            answers.add(A_TAKE + kind)


def offer_quests(s: ElysiumState, p: Player, answers: Answers) -> None:
    """The Quests that can be taken."""
    quests = quest_set(s, p)
    n: i64 = 0
    while quests:
        if quests & 1:
            answers.add(A_QUEST + n - 1)
        quests >>= 1
        n += 1


def open_quests(s: ElysiumState, p: Player) -> list[int]:
    """The numbers of the Quests that can be taken."""
    quests = quest_set(s, p)
    return [n for n in range(1, len(s.quest_columns)) if quests >> n & 1]


def quest_set(s: ElysiumState, p: Player) -> i64:
    """The Quests that can be taken, a bit each: there still, and one of their colours on the board (E4.4)."""
    columns: i64 = p.columns
    found: i64 = 0
    bit: i64 = 1
    for needed in s.quest_columns:
        if needed & columns:
            found |= bit
        bit <<= 1
    for other in s.players:
        quest: i64 = other.quest
        if quest > NO_QUEST:
            found &= ~(1 << quest)
    return found


def startable(s: ElysiumState, seat: int, p: Player, card: i64) -> bool:
    """Can the power of this card of the Domain be started now (E5.3, E5.4, E5.7, E10)?"""
    power = POWER[card]
    if power == TRIGGER:
        if card not in p.rings:
            return False
    elif power != ACTIVATE or card in p.used or (ELEUSIS[card] and initiations(p.domain) < 2):
        return False
    effect = EFFECT[card]
    assert effect is not None
    s.starting = card
    possible = effect.possible(s, seat)
    s.starting = NONE
    return possible


def initiations(domain: vec[i64]) -> int:
    """How many Eleusis cards these are."""
    found = 0
    for card in domain:
        if ELEUSIS[card]:
            found += 1
    return found


def use(s: ElysiumState, seat: int, card: int) -> None:
    """Start a power: first the card is turned or its ring goes back (E5.7)."""
    p = s.players[seat]
    if POWER[card] == TRIGGER:
        p.return_ring(card)
    else:
        p.turn_card(card)
    s.log.note(L_USE, NONE, seat, card)
    s.chain.append(card)
    effect = EFFECT[card]
    assert effect is not None
    effect.start(s, seat, card)


class Dismiss(Effect[ElysiumState]):
    """Dismiss exactly one column after a take, then ring and Instant of the card `target` (E4.6)."""

    asking = "dismiss"

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """Without a column, which only a position can bring about, none is dismissed."""
        if s.players[f.actor].columns:
            return True
        self._settle(s, f)
        return False

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Any column still on the board."""
        columns: i64 = s.players[f.actor].columns
        action: i64 = A_DISMISS
        while columns:
            if columns & 1:
                answers.add(action)
            columns >>= 1
            action += 1

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Off the board until the end of the Epoch."""
        colour = action - A_DISMISS
        s.players[f.actor].columns &= ~(1 << colour)
        s.log.note(L_DISMISS, NONE, f.actor, colour)
        self._settle(s, f)

    def _settle(self, s: ElysiumState, f: Frame) -> None:
        s.stack.pop()
        if f.target != NONE:
            settle(s, f.actor, f.target)


def begin_phase_three(s: ElysiumState) -> None:
    """Incomplete Quests (E4.8), new Discs (E6.1), income (E6.2)."""
    s.phase = TRANSFERS
    s.turn = NONE
    players = s.players
    for seat in s.order:
        if players[seat].quest <= NO_QUEST:
            players[seat].quest = INCOMPLETE
            s.log.note(L_INCOMPLETE, NONE, seat)
    order = [seat for quest in range(1, len(s.quest_columns)) for seat in s.order if players[seat].quest == quest]
    s.order = order + [seat for seat in s.order if players[seat].quest == INCOMPLETE]
    for i, seat in enumerate(s.order):
        players[seat].disc = i + 1
        s.log.note(L_DISC, NONE, seat, i + 1)
    for seat in s.order:
        quest = quest_of(s, seat)
        _income(s, seat, quest.gold, GOLD)
        _income(s, seat, quest.vp, VP)


def _income(s: ElysiumState, seat: int, n: int, counter: int) -> None:
    if n:
        s.players[seat].receive(n, counter)
        s.log.note(L_INCOME, NONE, seat, n, counter)


def quest_of(s: ElysiumState, seat: int) -> Quest:
    """The Quest that the seat has in Phase III."""
    number = s.players[seat].quest
    return s.edition.incomplete if number <= NO_QUEST else s.edition.quests(len(s.players))[number - 1]


class PhaseThree(Effect[ElysiumState]):
    """In the new order each player writes Legends (E6.3). `step` counts Discs, `amount` the seat's transfers."""

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """The next player's transfers; Legend powers pay at their beginning (E5.5)."""
        if f.step == len(s.order):
            s.stack.pop()
            return False
        seat = s.order[f.step]
        f.step += 1
        f.amount = 0
        s.turn = seat
        s.checkpoint()
        domain = s.players[seat].domain
        announce(s, TRANSFERS_BEGIN, seat, NONE, domain)
        n = quest_of(s, seat).transfers
        for card in domain:
            if HEARS[card]:
                listener = LISTENER[card]
                assert listener is not None
                n += listener.extra_transfers(s)
        s.log.note(L_TRANSFERS, NONE, seat, n)
        WRITE_LEGENDS.start(s, seat, NONE, NONE, n)
        return False


class WriteLegends(Transfer):
    """The transfers of Phase III, one card at a time."""

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """To stop is worth a line in the log."""
        if action == A_STOP:
            s.log.note(L_STOP, NONE, f.actor)
        super().choose(s, f, action)

    def made(self, s: ElysiumState, f: Frame, before: vec[i64]) -> None:
        """Charon hears the second transfer if it was in the Domain when that began (E5.5)."""
        phase = s.frame_of(PHASE_THREE.id)
        phase.amount += 1
        if phase.amount == 2:
            announce(s, SECOND_TRANSFER, f.actor, f.target, before)


EPOCHS_FRAME: Final = Epochs()
PHASE_TWO: Final = PhaseTwo()
TURN: Final = Turn()
DISMISS: Final = Dismiss()
PHASE_THREE: Final = PhaseThree()
WRITE_LEGENDS: Final = WriteLegends(may=True)
