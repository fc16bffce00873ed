"""A guess at how a seat stands: the points it has, and what its cards, Gold, columns and time still promise.

Everything is counted in VP. The weights were found by letting the greedy bot play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.bits import count
from pediment.core.engine.vecs import listed
from pediment.games.elysium.rules.card import CHRONOS_OF, LISTENER
from pediment.games.elysium.rules.flow import PHASE_THREE, WRITE_LEGENDS, must_pass, open_quests, quest_of
from pediment.games.elysium.rules.legends import FAMILY_LEGEND, FULL, LEVEL_LEGEND, LONE, biggest, kind_of
from pediment.games.elysium.rules.score import (
    CITIZEN_VP,
    FAMILY_LEGEND_VP,
    LEVEL_LEGEND_VP,
    PRESTIGE_VP,
    prestige_of,
    prestige_points,
    totals,
)
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import ELEUSIS, FAMILY, KIND, LEVEL, POWER
from pediment.games.elysium.rules.vocabulary import (
    ACTIONS,
    ARES,
    CARDS_OWED,
    CHRONOS,
    EPOCHS,
    FAMILY_BONUS,
    FINISHED,
    FIRST_CITIZEN,
    GOLD,
    INSTANT,
    LEVEL_BONUS,
    NO_QUEST,
    NONE,
    TRIGGER,
    TURNS,
)

LEADER: Final = 0.53  # how much of the rivals' strength is that of the best; the rest is their mean
GOLD_WORTH: Final = 0.59  # Gold that can still pay for transfers
IDLE_GOLD: Final = 0.02  # Gold that cannot: it breaks ties (E8.7)
EPOCH_GOLD: Final = 3.5  # Gold that an Epoch to come may bring
EPOCH_TRANSFERS: Final = 1.1  # transfers likewise
SPARE_TRANSFER: Final = 0.41  # a transfer of this Epoch, whatever it will be used for
QUEST_PLACE: Final = 0.4  # each place later in the order of the next Epoch (E6.1)
QUEST_RISK: Final = 0.51  # the chance that a Quest in reach is gone when its time comes
PLANNED: Final = 0.78  # growth of a Legend that the Domain can bring, against the same growth done
HOPED: Final = 0.08  # growth by a card still to come, for each Epoch to come
SPARE_CARD: Final = 0.11  # a Domain card that fits nothing yet, for each Epoch to come
PRESTIGE_RISK: Final = 0.086  # the part of Prestige that may still change hands, for each Epoch to come
LATER: Final = 0.64  # a power in an Epoch to come
ALONE: Final = 0.32  # an Initiation without a second one (E5.3)
CHRONOS_TO_WRITE: Final = 0.62  # a Chronos card in the Domain or alone
CHRONOS_TO_GROW: Final = 0.12  # a Chronos card in a Legend, for each Epoch to come
WANTED: Final = 1.3  # an Agora card that a Legend waits for
TAKES: Final = [0.75, 0.7, 0.49]  # the best Agora card in reach, the second, the third

# Sets of cards as cells of a table of families and Levels, a bit each; all cells of a Level, of a family
LEVEL_CELLS: Final = vec[i64]([0] + [sum(1 << 3 * family + level for family in range(8)) for level in range(3)])
FAMILY_CELLS: Final = vec[i64]([7 << 3 * family for family in range(8)])
_PRESTIGE: Final = [sum(PRESTIGE_VP[:seats]) for seats in range(5)]  # what all ranks bring together


def estimate(s: ElysiumState, seat: int) -> float:
    """How far the seat is ahead of the others."""
    stands = [total + Outlook(s, k).promise() for k, total in enumerate(totals(s))]
    mine = stands.pop(seat)
    return mine - LEADER * max(stands) - (1 - LEADER) * sum(stands) / len(stands)


class Outlook:
    """What one seat may expect beyond the points it has."""

    def __init__(self, s: ElysiumState, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.p = s.players[seat]
        self.later = EPOCHS - s.epoch  # Epochs after this one
        self.acting = False  # may powers still be used in this Epoch?
        self.writing = False  # are the seat's transfers of this Epoch still to begin?
        self.transfers = 0.0  # left in this Epoch
        self.gold = float(self.p.purse[GOLD])
        self.times: list[float] = []  # how often a power in the Domain will still serve, by its kind
        self.cells = 0  # Domain cards that no growth needs yet
        self.citizens = 0  # likewise
        self.wanted = 0  # cards that would let a Legend grow
        self.growths: list[tuple[float, float, int, int]] = []  # rank, VP, transfers, Gold

    def promise(self) -> float:
        """Everything together."""
        if self.s.phase == FINISHED:
            return IDLE_GOLD * self.gold
        value = self._quest() + self._powers()
        for legend in self.p.legends:
            value += self._legend(legend, kind_of(legend), len(legend))
        for family in self.s.families:
            if count(self.cells & FAMILY_CELLS[family]) > 1:
                self._grow(family, 0, FAMILY_CELLS[family], 0)
        for level in range(1, 4):
            if count(self.cells & LEVEL_CELLS[level]) > 1:
                self._grow(NONE, level, LEVEL_CELLS[level], 0)
        return value + self._plan() + self._takes() + (self._prestige() if ARES in self.s.families else 0.0)

    def _quest(self) -> float:
        """Note the transfers and Gold of this Epoch; what else the Quest, taken or in reach, brings."""
        s, p = self.s, self.p
        quest = quest_of(s, self.seat)
        n: int = p.quest
        if s.phase != ACTIONS:
            begun = s.frame_of(PHASE_THREE.id).step
            self.writing = p.disc > begun
            if self.writing:
                self.transfers = float(quest.transfers)
            elif p.disc == begun:
                writing = s.find_frame(WRITE_LEGENDS.id)
                self.transfers = float(writing.amount) if writing is not None else 0.0
            return 0.0
        self.writing = True
        # A turn that can only be a pass is skipped, and no power is used in it (E4.1).
        self.acting = (p.turns < TURNS and not must_pass(s, self.seat)) or s.turn == self.seat
        quests, less = s.edition.quests(len(s.players)), s.edition.incomplete
        best = 0.0
        for open_n in open_quests(s, p) if n == NO_QUEST else []:
            other = quests[open_n - 1]
            rank = other.gold + other.transfers + other.vp - QUEST_PLACE * open_n
            if rank > best:
                best, quest, n = rank, other, open_n
        chance = 1 - QUEST_RISK if p.quest == NO_QUEST else 1.0
        self.transfers = less.transfers + chance * (quest.transfers - less.transfers)
        self.gold += less.gold + chance * (quest.gold - less.gold)
        return less.vp + chance * (quest.vp - less.vp) - QUEST_PLACE * (n if n > NO_QUEST else len(quests) + 1)

    def _powers(self) -> float:
        """Powers of the Domain; notes which cards it holds."""
        p, later, worths = self.p, LATER * self.later, self.s.edition.worth
        ready = later + 1 if self.acting else later
        paid = later + 1 if self.writing else later
        written = CHRONOS_TO_WRITE if later or self.transfers else 0.0
        self.times = [1.0, (later + ready) / 2, ready, 1.0 if ready else 0.0, paid, written]
        value = initiations = 0.0
        eleusis = 0
        for card in p.domain:
            if card >= FIRST_CITIZEN:
                self.citizens += 1
                continue
            self.cells |= 1 << 3 * FAMILY[card] + LEVEL[card] - 1
            power = POWER[card]
            worth = worths[card] * (later if card in p.used else self.times[power])
            if ELEUSIS[card]:
                eleusis += 1
                initiations += worth
            elif power != INSTANT and (power != TRIGGER or card in p.rings):
                value += worth
            listener = LISTENER[card]
            if self.writing and listener is not None:
                self.transfers += listener.extra_transfers(self.s)
        return value + (initiations if eleusis > 1 else ALONE * initiations)

    def _legend(self, legend: list[int], kind: int, n: int) -> float:
        """Let a Legend grow by the Domain, or else hope; and its Chronos cards."""
        family, level = FAMILY[legend[0]], LEVEL[legend[0]]
        of_family = 0 if kind == LEVEL_LEGEND else FAMILY_CELLS[family]
        of_level = 0 if kind == FAMILY_LEGEND else LEVEL_CELLS[level]
        chronos = self.times[CHRONOS] if kind == LONE else CHRONOS_TO_GROW * self.later
        value = 0.0
        for card in legend:
            if card < FIRST_CITIZEN:
                of_family &= ~LEVEL_CELLS[LEVEL[card]]
                of_level &= ~FAMILY_CELLS[FAMILY[card]]
                if CHRONOS_OF[card] is not None:
                    value += chronos * self.s.edition.worth[card]
        if kind != LONE and n == FULL[kind]:
            return value
        self.wanted |= of_family | of_level
        if (of_family and self._grow(family, 0, of_family, n)) or (of_level and self._grow(NONE, level, of_level, n)):
            return value
        return value + HOPED * self.later * self._gain(family, 0 if kind == FAMILY_LEGEND else level, n, 1)

    def _grow(self, family: int, level: int, wanted: int, n: int) -> bool:
        """Plan to let a Legend of n cards grow by those of the Domain: a Level Legend, with Level 0 a Family Legend."""
        cells = self.cells & wanted
        k, charge = min(count(cells), 5 - n), 0
        if not k and n > 1 and self.citizens:  # a Citizen stands in (E7.4)
            cells, k, charge = wanted, 1, CITIZEN_VP
        if not k or (gain := self._gain(family, level, n, k) + charge) <= 0:
            return False
        self.citizens -= charge != 0
        self.cells &= ~cells
        cost = k * level or sum(i for i in range(1, 4) if cells & LEVEL_CELLS[i])
        self.growths.append(((GOLD_WORTH * cost - gain) / k, gain, k, cost))
        return True

    def _gain(self, family: int, level: int, n: int, k: int) -> float:
        """The VP of such a growth by k cards, with the bonus tile it wins."""
        if level:
            holder = self.s.level_tiles[level - 1]
            wins = holder == NONE or (holder != self.seat and n + k > biggest(self.s.players[holder], level))
            return LEVEL_LEGEND_VP[n + k] - LEVEL_LEGEND_VP[n] + (LEVEL_BONUS[level - 1] if wins else 0)
        bonus = 0
        if n + k == 3:
            for i in (1, 0):
                if self.s.family_tiles[2 * family + i] == NONE:
                    bonus = FAMILY_BONUS[i]
        return FAMILY_LEGEND_VP[n + k] - FAMILY_LEGEND_VP[n] + bonus

    def _plan(self) -> float:
        """The best growths that transfers and Gold allow, and what is left of both."""
        later = self.later
        transfers = self.transfers + EPOCH_TRANSFERS * later
        funds = self.gold + EPOCH_GOLD * later
        value = spent = 0.0
        for rank, gain, n, cost in sorted(self.growths):
            if transfers > 0 and funds > 0 and (rank < 0 or not later):
                share = min(1.0, transfers / n, funds / cost)
                value += share * share * PLANNED * gain  # half a Legend is worth less than half
                spent += share * cost
                transfers -= n
                funds -= cost
        if not later:
            return value + IDLE_GOLD * (self.gold - spent)
        spare = SPARE_CARD * later * (count(self.cells) + self.citizens)
        return value + GOLD_WORTH * (self.gold - spent) + SPARE_TRANSFER * self.transfers + spare

    def _takes(self) -> float:
        """Agora cards in reach of the columns, as many as are owed."""
        s, p = self.s, self.p
        if not self.acting or p.cards_taken == CARDS_OWED:
            return 0.0
        free = s.edition.takeable[p.columns][:]
        for card in p.domain:
            free[KIND[card]] = False
        first = second = third = 0.0
        for card in s.agora:
            if free[KIND[card]]:
                worth = self.s.edition.worth[card] * self.times[POWER[card]]
                if self.wanted >> 3 * FAMILY[card] + LEVEL[card] - 1 & 1:
                    worth += WANTED
                if worth > first:
                    first, second, third = worth, first, second
                elif worth > second:
                    second, third = worth, second
                elif worth > third:
                    third = worth
        value = TAKES[0] * first
        if p.cards_taken < 2:
            value += TAKES[1] * second
        if p.cards_taken < 1:
            value += TAKES[2] * third
        return value

    def _prestige(self) -> float:
        """The ranks of today (E8.5) are not those of the end: a share by PP instead of them."""
        points = prestige_points(self.s)
        pp = listed(points)
        share = (pp[self.seat] + 1) / (sum(pp) + len(pp)) * _PRESTIGE[len(pp)]
        return PRESTIGE_RISK * self.later * (share - prestige_of(points, self.seat))
