"""A position of Elysium as one seat sees it: the numbers of the features that hold.

`judge.py` asks a network what they are worth, in points. That was learned from games of bots (docs/bots.md): whoever
changes a feature has to learn again. Blocks and cards may come and go, because `weights.py` knows them by name.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pediment.core.engine.bits import count
from pediment.core.search.net import Found
from pediment.games.elysium.ai.estimate import FAMILY_CELLS, LEVEL_CELLS, Outlook
from pediment.games.elysium.rules.flow import DISMISS, TURN, WRITE_LEGENDS, open_quests
from pediment.games.elysium.rules.kinds import KINDS
from pediment.games.elysium.rules.legends import FAMILY_LEGEND, LONE, biggest, kind_of
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import FAMILY, KIND, LEVEL, POWER
from pediment.games.elysium.rules.vocabulary import (
    ACTIONS,
    ARES,
    CARDS_OWED,
    EPOCHS,
    FIRST_CITIZEN,
    GOLD,
    NO_QUEST,
    PP,
    TRIGGER,
    TURNS,
)

# Blocks of features, each behind the one before. Most are by Epoch, because what there is time for is worth more.
TIMES: Final = 8  # of an Epoch: by turns left in the Actions; writing to come, going on, done
MAX_GOLD: Final = 24  # this and more is the same, likewise below
MAX_PROMISE: Final = 40
SHAPES: Final = 3 + 4 + 12  # of a Legend: lone by Level; of a family by what is missing, or full; by Level and size

STAGE: Final[i64] = 0  # Epoch, time
SEATS: Final[i64] = STAGE + EPOCHS * TIMES  # seats at the table
DISC: Final[i64] = SEATS + 3  # seats at the table, own Disc
GOLD_AT: Final[i64] = DISC + 4 * 4  # Epoch, Gold
TRANSFERS_AT: Final[i64] = GOLD_AT + EPOCHS * MAX_GOLD  # Epoch, transfers left, once Legends are written
QUEST: Final[i64] = TRANSFERS_AT + EPOCHS * 8  # Epoch, own Quest
COLUMNS: Final[i64] = QUEST + EPOCHS * 8  # turns left, own columns
DOMAIN: Final[i64] = COLUMNS + (TURNS + 1) * 16  # Epoch, kind of a card in the Domain
SPENT: Final[i64] = DOMAIN + EPOCHS * KINDS  # kind of a card there whose power was used
WRITTEN: Final[i64] = SPENT + KINDS  # kind of a card in a Legend
CITIZENS: Final[i64] = WRITTEN + KINDS  # Epoch, Citizens in the Domain
LEGENDS: Final[i64] = CITIZENS + EPOCHS * 8  # Epoch, shape of a Legend
FITTING: Final[i64] = LEGENDS + EPOCHS * SHAPES  # the same, cards in the Domain that fit it, if any
LEAD: Final[i64] = FITTING + EPOCHS * SHAPES * 3  # Epoch, Level, lead of the biggest Level Legend over all others
LEVEL_SET: Final[i64] = LEAD + EPOCHS * 3 * 6  # Epoch, Level, families of that Level in the Domain
FAMILY_SET: Final[i64] = LEVEL_SET + EPOCHS * 3 * 6  # Epoch, families with two and with three Levels in Domain
TAKEABLE: Final[i64] = FAMILY_SET + EPOCHS * 2 * 4  # cards owed, kind of a card in reach
TAKES_LEFT: Final[i64] = TAKEABLE + CARDS_OWED * KINDS  # cards owed, cards in reach
WANTED_TAKES: Final[i64] = TAKES_LEFT + CARDS_OWED * 9  # Epoch, cards in reach that fit a Legend
OPEN_QUEST: Final[i64] = WANTED_TAKES + EPOCHS * 5  # Epoch, a Quest in reach, or none
PRESTIGE: Final[i64] = OPEN_QUEST + EPOCHS * 6  # Epoch, PP ahead of the best other
PROMISE: Final[i64] = PRESTIGE + EPOCHS * 11  # Epoch, what the estimate promises
FAMILY_IN_PLAY: Final[i64] = PROMISE + EPOCHS * MAX_PROMISE  # family
ON_TURN: Final[i64] = FAMILY_IN_PLAY + 8  # time, if it is the seat's turn
PENDING: Final[i64] = ON_TURN + TIMES  # Epoch, the question that the seat is asked
TAKEN: Final[i64] = PENDING + EPOCHS * 6  # kind of a card that was taken, and whose column is still to be dismissed
FEATURES: Final[i64] = TAKEN + KINDS + 1

BLOCKS: Final = [
    ("stage", STAGE), ("seats", SEATS), ("disc", DISC), ("gold", GOLD_AT), ("transfers", TRANSFERS_AT),
    ("quest", QUEST), ("columns", COLUMNS), ("domain", DOMAIN), ("spent", SPENT), ("written", WRITTEN),
    ("citizens", CITIZENS), ("legends", LEGENDS), ("fitting", FITTING), ("lead", LEAD), ("level_set", LEVEL_SET),
    ("family_set", FAMILY_SET), ("takeable", TAKEABLE), ("takes_left", TAKES_LEFT), ("wanted_takes", WANTED_TAKES),
    ("open_quest", OPEN_QUEST), ("prestige", PRESTIGE), ("promised", PROMISE), ("family_in_play", FAMILY_IN_PLAY),
    ("on_turn", ON_TURN), ("pending", PENDING), ("taken", TAKEN),
]  # fmt: skip
"""Every block with its name, in order, and where it begins."""
BY_CARD: Final = {"domain": EPOCHS, "spent": 1, "written": 1, "takeable": CARDS_OWED, "taken": 1}
"""Blocks with features for every kind of card, and how many: all kinds have their first, then all their second."""


def features(s: ElysiumState, seat: int, outlook: Outlook, promise: float) -> list[int]:
    """The features that hold for the seat; `outlook` has made its promise."""
    found = Found()
    find(s, seat, outlook, promise, found)
    return found.listed()


def find(s: ElysiumState, seat: int, outlook: Outlook, promise: float, found: Found) -> None:
    """Tell `found` of each feature that holds."""
    p = s.players[seat]
    n = len(s.players)
    e = s.epoch - 1
    acting = s.phase == ACTIONS
    left = TURNS - p.turns
    time = left if acting else 5 if outlook.writing else 6 if outlook.transfers > 0 else 7
    found.append(STAGE + TIMES * e + time)
    found.append(SEATS + n - 2)
    found.append(DISC + 4 * (n - 1) + p.disc - 1)
    found.append(GOLD_AT + MAX_GOLD * e + min(p.purse[GOLD], MAX_GOLD - 1))
    found.append(QUEST + 8 * e + p.quest + 1)
    found.append(PROMISE + MAX_PROMISE * e + max(0, min(MAX_PROMISE - 1, int(promise))))
    if s.turn == seat:
        found.append(ON_TURN + time)
    if s.to_move == seat:
        _pending(s, e, found)
    if acting:
        found.append(COLUMNS + 16 * left + p.columns)
    elif outlook.writing or outlook.transfers > 0:
        found.append(TRANSFERS_AT + 8 * e + min(7, int(outlook.transfers)))
    cells = 0
    citizens = 0
    for card in p.domain:
        if card >= FIRST_CITIZEN:
            citizens += 1
            continue
        kind = KIND[card]
        cells |= 1 << 3 * FAMILY[card] + LEVEL[card] - 1
        found.append(DOMAIN + KINDS * e + kind)
        if card in p.used or (POWER[card] == TRIGGER and card not in p.rings):
            found.append(SPENT + kind)
    found.append(CITIZENS + 8 * e + min(7, citizens))
    wanted = 0
    for legend in p.legends:
        wanted |= _legend(legend, cells, e, found)
    for level in range(1, 4):
        mine = biggest(p, level)
        theirs = 0
        for k in range(n):
            if k != seat:
                theirs = max(theirs, biggest(s.players[k], level))
        holds = s.level_tiles[level - 1] == seat
        lead = max(-2, min(2, mine - theirs)) + 2
        found.append(LEAD + 18 * e + 6 * (level - 1) + (5 if mine == 0 and theirs == 0 else lead))
        if holds and lead == 2:
            found.append(LEAD + 18 * e + 6 * (level - 1) + 3)
        families = min(5, count(cells & LEVEL_CELLS[level]))
        found.append(LEVEL_SET + 18 * e + 6 * (level - 1) + families)
    twos = threes = 0
    for family in s.families:
        found.append(FAMILY_IN_PLAY + family)
        levels = count(cells & FAMILY_CELLS[family])
        twos += levels > 1
        threes += levels > 2
    found.append(FAMILY_SET + 8 * e + min(3, twos))
    found.append(FAMILY_SET + 8 * e + 4 + min(3, threes))
    if acting:
        owed = CARDS_OWED - p.cards_taken
        if owed > 0:
            _takes(s, seat, e, owed, wanted, found)
        if p.quest == NO_QUEST:
            quests = open_quests(s, p)
            for quest in quests:
                found.append(OPEN_QUEST + 6 * e + quest)
            if not quests:
                found.append(OPEN_QUEST + 6 * e)
    if ARES in s.families:
        best = 0
        for k in range(n):
            if k != seat:
                best = max(best, s.players[k].purse[PP])
        found.append(PRESTIGE + 11 * e + max(-5, min(5, p.purse[PP] - best)) + 5)


def _pending(s: ElysiumState, e: int, found: Found) -> None:
    """What the seat is asked: half of a move is not yet the whole."""
    f = s.stack[-1]
    if f.effect == DISMISS.id:
        found.append(PENDING + 6 * e + 2)
        if f.target >= 0:
            found.append(TAKEN + KIND[f.target])
    elif f.effect == TURN.id:
        found.append(PENDING + 6 * e + f.step)
    elif f.effect == WRITE_LEGENDS.id:
        found.append(PENDING + 6 * e + 3 + f.step)
    else:
        found.append(PENDING + 6 * e + 5)


def _takes(s: ElysiumState, seat: int, e: int, owed: int, wanted: int, found: Found) -> None:
    """Cards of the Agora in reach."""
    p = s.players[seat]
    free = s.edition.takeable[p.columns][:]
    for card in p.domain:
        free[KIND[card]] = False
    takes = fitting = 0
    for card in s.agora:
        kind = KIND[card]
        if free[kind]:
            free[kind] = False
            found.append(TAKEABLE + KINDS * (owed - 1) + kind)
            takes += 1
            fitting += wanted >> 3 * FAMILY[card] + LEVEL[card] - 1 & 1
    found.append(TAKES_LEFT + 9 * (owed - 1) + min(8, takes))
    found.append(WANTED_TAKES + 5 * e + min(4, fitting))


def _legend(legend: list[int], cells: int, e: int, found: Found) -> int:
    """A Legend's shape and cards, and what of the Domain fits; returns the cells that would."""
    first = legend[0]
    family, level, kind, size = FAMILY[first], LEVEL[first], kind_of(legend), len(legend)
    of_family, of_level, levels = FAMILY_CELLS[family], LEVEL_CELLS[level], 0
    for card in legend:
        if card < FIRST_CITIZEN:
            found.append(WRITTEN + KIND[card])
            of_family &= ~LEVEL_CELLS[LEVEL[card]]
            of_level &= ~FAMILY_CELLS[FAMILY[card]]
            levels += LEVEL[card]
    if kind == LONE:
        shape, wanted = level - 1, of_family | of_level
    elif kind == FAMILY_LEGEND:
        shape, wanted = (9 - levels if size == 2 else 3), of_family if size == 2 else 0
    else:
        shape, wanted = 7 + 4 * (level - 1) + size - 2, of_level if size < 5 else 0
    found.append(LEGENDS + SHAPES * e + shape)
    fits = min(3, count(cells & wanted))
    if fits:
        found.append(FITTING + 3 * (SHAPES * e + shape) + fits - 1)
    return wanted
