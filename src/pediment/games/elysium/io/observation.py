"""Elysium written down for programs that learn: everything the view shows but the log, and what the question is about.

All knowledge is public here (E9.1); only the order of the seats differs from chair to chair. Conditions of cards are
not told one by one: they never change, and `reach` says what they allow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pediment.core.engine.kernel import asking
from pediment.core.engine.observation import Counts, Observer, Slice
from pediment.core.engine.state import State
from pediment.games.elysium.rules.edition import Quest
from pediment.games.elysium.rules.kinds import KINDS
from pediment.games.elysium.rules.score import tally, totals
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, FAMILY, KIND, LEVEL, POWER
from pediment.games.elysium.rules.vocabulary import (
    CARDS_OWED,
    EPOCHS,
    FAMILIES,
    FIRST_CITIZEN,
    GOLD,
    NONE,
    PHASES,
    PP,
    TRIGGER,
    TURNS,
    VP,
)

QUESTIONS: Final = [
    "turn", "after-take", "dismiss", "transfer", "legend", "discard", "oracle", "copy", "gold-or-vp", "offer-citizen",
    "offer-oath", "draw-or-transfer", "convert", "swap", "exchange", "exchange-legend", "card-or-gold", "level",
    "discard-level", "point", "discard-pointed", "over",
]  # fmt: skip
"""Every name that `asking` can give, in the order of its slice; a further one goes to the end."""
_PLACE: Final = {name: place for place, name in enumerate(QUESTIONS)}

COPIES: Final = max(len(cards) for cards in CARDS_OF_KIND)  # no card exists more often
DECK: Final = sum(
    sorted([list(FAMILY).count(family) for family in range(len(FAMILIES))])[-5:]
)  # no deck has more cards
MAX_NUMBER: Final = 20  # this and more is the same, likewise below
MAX_INCOME: Final = 20
MAX_GOLD: Final = 60
MAX_VP: Final = 120
MAX_PP: Final = 40
MAX_CITIZENS: Final = 40
MAX_TOTAL: Final = 150
LEGENDS: Final = 16
CELLS: Final = 24  # family x Level

# Where things stand, each behind the one before. The table:
T_SEAT: Final = 0
T_FAMILIES: Final = T_SEAT + 4
T_EPOCH: Final = T_FAMILIES + 8
T_PHASE: Final = T_EPOCH + EPOCHS
T_PEDIMENT: Final = T_PHASE + 4
T_ASKING: Final = T_PEDIMENT + 1
T_SOURCE: Final = T_ASKING + len(QUESTIONS)
T_ABOUT: Final = T_SOURCE + KINDS
T_NUMBER: Final = T_ABOUT + KINDS + 1
T_COLOURS: Final = T_NUMBER + 1
T_QUEST_GOLD: Final = T_COLOURS + 4 * 4
T_QUEST_TRANSFERS: Final = T_QUEST_GOLD + 5
T_QUEST_VP: Final = T_QUEST_TRANSFERS + 5
T_AGORA: Final = T_QUEST_VP + 5
T_ORACLE: Final = T_AGORA + KINDS
T_DISCARD: Final = T_ORACLE + KINDS
T_UNSEEN: Final = T_DISCARD + KINDS
T_FORMER: Final = T_UNSEEN + KINDS
T_DECK: Final = T_FORMER + KINDS
T_SIZE: Final = T_DECK + 1

# A seat:
P_ASKED: Final = 0
P_TURN: Final = P_ASKED + 1
P_POINTED: Final = P_TURN + 1
P_DISC: Final = P_POINTED + 1
P_GOLD: Final = P_DISC + 4
P_VP: Final = P_GOLD + 1
P_PP: Final = P_VP + 1
P_TOTAL: Final = P_PP + 1
P_COLUMNS: Final = P_TOTAL + 1
P_CARDS_TAKEN: Final = P_COLUMNS + 4
P_TURNS: Final = P_CARDS_TAKEN + 1
P_QUEST: Final = P_TURNS + 1
P_DOMAIN: Final = P_QUEST + 6
P_SPENT: Final = P_DOMAIN + KINDS
P_CITIZENS: Final = P_SPENT + KINDS
P_REACH: Final = P_CITIZENS + 2
P_WRITTEN: Final = P_REACH + KINDS
P_LEGENDS: Final = P_WRITTEN + KINDS
P_LEGEND_CITIZENS: Final = P_LEGENDS + LEGENDS * CELLS
P_LEVEL_TILES: Final = P_LEGEND_CITIZENS + LEGENDS
P_FAMILY_TILES: Final = P_LEVEL_TILES + 3
P_SIZE: Final = P_FAMILY_TILES + 2 * 8


class ElysiumObserver(Observer):
    """Cards by kind in the order of `cards()`, families in that of E1.1, columns as red, yellow, green, blue."""

    def table(self) -> list[Slice]:
        """The question, the Quests, and the cards that nobody has."""
        quests = "of Quests 1 to 4 and of an incomplete one"
        return [
            Slice("seat", T_FAMILIES - T_SEAT, 1, "1 at the number of the seat that looks, from 0"),
            Slice("families", T_EPOCH - T_FAMILIES, 1, f"families in play: {', '.join(FAMILIES)}"),
            Slice("epoch", T_PHASE - T_EPOCH, 1, "1 at the Epoch, from 1"),
            Slice("phase", T_PEDIMENT - T_PHASE, 1, f"1 at the phase: {', '.join(PHASES)}"),
            Slice("pediment", T_ASKING - T_PEDIMENT, 1, "1 if the Pediment shows side B"),
            Slice("asking", T_SOURCE - T_ASKING, 1, f"1 at the question: {', '.join(QUESTIONS)}"),
            Slice("source", T_ABOUT - T_SOURCE, 1, "1 at the card whose power asks, by kind"),
            Slice(
                "about",
                T_NUMBER - T_ABOUT,
                2,
                "the cards that the question is about, by kind, Citizens last: just taken, to go into a Legend, "
                "or chosen for Medusa",
            ),
            Slice(
                "number",
                T_COLOURS - T_NUMBER,
                MAX_NUMBER,
                "the number in the question: transfers left, the Level to discard, or Gold or VP offered",
            ),
            Slice("colours", T_QUEST_GOLD - T_COLOURS, 1, "columns of which one is needed, Quest by Quest"),
            Slice("quest_gold", T_QUEST_TRANSFERS - T_QUEST_GOLD, MAX_INCOME, f"Gold {quests}"),
            Slice("quest_transfers", T_QUEST_VP - T_QUEST_TRANSFERS, MAX_INCOME, f"transfers {quests}"),
            Slice("quest_vp", T_AGORA - T_QUEST_VP, MAX_INCOME, f"VP {quests}"),
            Slice("agora", T_ORACLE - T_AGORA, COPIES, "cards in the Agora, by kind"),
            Slice("oracle", T_DISCARD - T_ORACLE, COPIES, "cards in the Oracle, by kind"),
            Slice("discard", T_UNSEEN - T_DISCARD, COPIES, "cards in the discard pile, by kind"),
            Slice(
                "unseen",
                T_FORMER - T_UNSEEN,
                COPIES,
                "cards in the draw pile or under the Citizens taken from it, by kind; nobody knows which is where",
            ),
            Slice("former", T_DECK - T_FORMER, COPIES, "cards under the Citizens of former decks, by kind"),
            Slice("deck", T_SIZE - T_DECK, DECK, "cards in the draw pile"),
        ]

    def seat(self) -> list[Slice]:
        """A player's board, Domain and Elysium."""
        return [
            Slice("asked", P_TURN - P_ASKED, 1, "1 for the seat that is asked"),
            Slice("turn", P_POINTED - P_TURN, 1, "1 for the seat whose turn it is, or who writes Legends"),
            Slice("pointed", P_DISC - P_POINTED, 1, "1 for the seat in whose Domain Medusa's user chooses"),
            Slice("disc", P_GOLD - P_DISC, 1, "1 at the Disc, from 1"),
            Slice("gold", P_VP - P_GOLD, MAX_GOLD, "Gold"),
            Slice("vp", P_PP - P_VP, MAX_VP, "VP tokens"),
            Slice("pp", P_TOTAL - P_PP, MAX_PP, "Prestige Points"),
            Slice(
                "total",
                P_COLUMNS - P_TOTAL,
                MAX_TOTAL,
                "the score if the game ended now",
            ),
            Slice("columns", P_CARDS_TAKEN - P_COLUMNS, 1, "columns on the board: red, yellow, green, blue"),
            Slice("cards_taken", P_TURNS - P_CARDS_TAKEN, CARDS_OWED, "cards taken in this Epoch"),
            Slice("turns", P_QUEST - P_TURNS, TURNS, "turns taken in this Epoch"),
            Slice("quest", P_DOMAIN - P_QUEST, 1, "1 at the Quest: incomplete, none yet, 1 to 4"),
            Slice("domain", P_SPENT - P_DOMAIN, 1, "cards in the Domain, by kind"),
            Slice(
                "spent",
                P_CITIZENS - P_SPENT,
                1,
                "those of them whose power was used: turned Activate cards, Triggers without their ring",
            ),
            Slice(
                "citizens", P_REACH - P_CITIZENS, MAX_CITIZENS, "Citizens in the Domain: of this deck, of former ones"
            ),
            Slice("reach", P_WRITTEN - P_REACH, 1, "cards in the Agora whose condition the columns meet, by kind"),
            Slice("written", P_LEGENDS - P_WRITTEN, COPIES, "cards in the Legends, by kind"),
            Slice(
                "legends",
                P_LEGEND_CITIZENS - P_LEGENDS,
                1,
                f"the first {LEGENDS} Legends in order, {CELLS} numbers each: "
                "1 for a card of that family and Level, Levels 1 to 3 of the first family first",
            ),
            Slice("legend_citizens", P_LEVEL_TILES - P_LEGEND_CITIZENS, 3, "Citizens in each of these Legends"),
            Slice("level_tiles", P_FAMILY_TILES - P_LEVEL_TILES, 1, "the Level 1 to 3 bonus tiles"),
            Slice("family_tiles", P_SIZE - P_FAMILY_TILES, 1, "the Family bonus tiles, 5 VP before 2 VP"),
        ]

    def write(self, s: State, seat: int, row: vec[u8], at: i64) -> None:
        """The table, then seat by seat."""
        assert isinstance(s, ElysiumState)
        row[at + T_SEAT + seat] = 1
        for family in s.families:
            row[at + T_FAMILIES + family] = 1
        row[at + T_EPOCH + s.epoch - 1] = 1
        row[at + T_PHASE + s.phase] = 1
        row[at + T_PEDIMENT] = s.pediment
        _temple(s).write(row, at)
        card: i64
        for card in s.agora:
            row[at + T_AGORA + KIND[card]] += 1
        for card in s.oracle:
            row[at + T_ORACLE + KIND[card]] += 1
        _piles(s).write(row, at)
        row[at + T_DECK] = s.deck_size()
        n = len(s.players)
        first = at + T_SIZE
        total = totals(s)
        for i in range(n):
            k = (seat + i) % n
            _seat(s, k, total[k], row, first + P_SIZE * i)
        for level in range(3):
            holder = s.level_tiles[level]
            if holder != NONE:
                row[first + P_SIZE * ((holder - seat) % n) + P_LEVEL_TILES + level] = 1
        for family in s.families:
            for tile in range(2 * family, 2 * family + 2):
                holder = s.family_tiles[tile]
                if holder != NONE:
                    row[first + P_SIZE * ((holder - seat) % n) + P_FAMILY_TILES + tile] = 1
        _question(s, seat, row, at)


def _question(s: ElysiumState, seat: int, row: vec[u8], at: i64) -> None:
    """What is asked, by which card, and about what."""
    question = asking(s)
    place = _PLACE.get(question, NONE)
    if place != NONE:  # a question that the list does not have is all zeros
        row[at + T_ASKING + place] = 1
    if not s.stack:
        return
    f = s.stack[-1]
    if f.source != NONE:
        row[at + T_SOURCE + KIND[f.source]] = 1
    if question in ("dismiss", "legend", "exchange-legend"):
        if f.target != NONE:
            row[at + T_ABOUT + KIND[f.target]] = 1
    elif question == "discard-pointed":
        row[at + T_ABOUT + KIND[f.target]] = 1
        row[at + T_ABOUT + KIND[f.amount]] += 1  # both may be Citizens
    elif question == "point":
        row[at + T_SIZE + P_SIZE * ((f.target - seat) % len(s.players)) + P_POINTED] = 1
        if f.step:
            row[at + T_ABOUT + KIND[f.amount]] = 1
    if question in ("transfer", "legend", "draw-or-transfer", "discard-level", "gold-or-vp"):
        row[at + T_NUMBER] = u8(min(f.amount, MAX_NUMBER))


def _temple(s: ElysiumState) -> Counts:
    """The Quests, which stay the same in a game; an incomplete one stands last, whatever the number of the others."""
    known = s.temple
    if known is None:
        known = s.temple = Counts()
        for i, quest in enumerate(s.edition.quests(len(s.players))):
            for colour in range(4):
                known.add(T_COLOURS + 4 * i + colour, s.quest_columns[i + 1] >> colour & 1)
            _add_quest(known, quest, i)
        _add_quest(known, s.edition.incomplete, 4)
    return known


def _add_quest(counts: Counts, quest: Quest, place: i64) -> None:
    """What it gives."""
    counts.add(T_QUEST_GOLD + place, quest.gold)
    counts.add(T_QUEST_TRANSFERS + place, quest.transfers)
    counts.add(T_QUEST_VP + place, quest.vp)


def _piles(s: ElysiumState) -> Counts:
    """The discard pile and what nobody has seen: found anew when a card has come to light or has been discarded."""
    now: i64 = (len(s.revealed) << 40) + (len(s.discard) << 20) + len(s.unseen)
    known = s.piles
    if known is None or s.piles_at != now:
        known = s.piles = Counts()
        s.piles_at = now
        _count(s.discard, known, T_DISCARD)
        here = len(s.unseen) - 1
        for deck in range(here + 1):
            _count(s.unseen[deck], known, T_UNSEEN if deck == here else T_FORMER)
    return known


def _seat(s: ElysiumState, seat: int, total: int, row: vec[u8], at: i64) -> None:
    """One player but for the tiles."""
    p = s.players[seat]
    if s.to_move == seat:
        row[at + P_ASKED] = 1
    if s.turn == seat:
        row[at + P_TURN] = 1
    row[at + P_DISC + p.disc - 1] = 1
    row[at + P_GOLD] = min(p.purse[GOLD], MAX_GOLD)
    row[at + P_VP] = min(p.purse[VP], MAX_VP)
    row[at + P_PP] = min(p.purse[PP], MAX_PP)
    row[at + P_TOTAL] = min(total, MAX_TOTAL)
    _bits(p.columns, row, at + P_COLUMNS)
    row[at + P_CARDS_TAKEN] = p.cards_taken
    row[at + P_TURNS] = p.turns
    row[at + P_QUEST + p.quest + 1] = 1
    here = former = 0
    for card in p.domain:
        if card >= FIRST_CITIZEN:
            if s.citizen_deck[card - FIRST_CITIZEN] == len(s.unseen) - 1:
                here += 1
            else:
                former += 1
            continue
        row[at + P_DOMAIN + KIND[card]] = 1
        if card in p.used or (POWER[card] == TRIGGER and card not in p.rings):
            row[at + P_SPENT + KIND[card]] = 1
    row[at + P_CITIZENS] = min(here, MAX_CITIZENS)
    row[at + P_CITIZENS + 1] = min(former, MAX_CITIZENS)
    takeable = s.edition.takeable[p.columns]
    for card in s.agora:
        if takeable[KIND[card]]:
            row[at + P_REACH + KIND[card]] = 1
    _legends(p).write(row, at)


def _legends(p: Player) -> Counts:
    """The player's Legends."""
    known = tally(p)
    if known.counts is None:
        counts = known.counts = Counts()
        card: i64
        for place, legend in enumerate(p.legends):
            for card in legend:
                if card < FIRST_CITIZEN:
                    counts.add(P_WRITTEN + KIND[card])
                    if place < LEGENDS:
                        counts.add(P_LEGENDS + CELLS * place + 3 * FAMILY[card] + LEVEL[card] - 1)
                elif place < LEGENDS:
                    counts.add(P_LEGEND_CITIZENS + place)
    return known.counts


def _bits(columns: i64, row: vec[u8], at: i64) -> None:
    """One number for each colour."""
    colour: i64
    for colour in range(4):
        if columns >> colour & 1:
            row[at + colour] = 1


def _count(cards: list[int], counts: Counts, place: i64) -> None:
    """Cards by kind."""
    card: i64
    for card in cards:
        counts.add(place + KIND[card])
