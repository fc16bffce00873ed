"""Elysium written down for programs that learn: everything the view shows but the log, and what the question is about.

All knowledge is public here (E9.1); only the order of the seats differs from chair to chair. Conditions of cards are
not told one by one: they never change, and `reach` says what they allow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i64, u8

from pediment.core.engine import lists, vecs
from pediment.core.engine.kernel import asking
from pediment.core.engine.observation import Observer, Slice, zeros
from pediment.core.engine.state import State
from pediment.core.engine.vecs import EMPTY, same
from pediment.games.elysium.rules.edition import Quest
from pediment.games.elysium.rules.kinds import KINDS
from pediment.games.elysium.rules.score import prestige_points, tile_vp, untiled
from pediment.games.elysium.rules.state import NO_LEGENDS, ElysiumState, Player
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
T_SEAT: Final[i64] = 0
T_FAMILIES: Final[i64] = T_SEAT + 4
T_EPOCH: Final[i64] = T_FAMILIES + 8
T_PHASE: Final[i64] = T_EPOCH + EPOCHS
T_PEDIMENT: Final[i64] = T_PHASE + 4
T_ASKING: Final[i64] = T_PEDIMENT + 1
T_SOURCE: Final[i64] = T_ASKING + len(QUESTIONS)
T_ABOUT: Final[i64] = T_SOURCE + KINDS
T_NUMBER: Final[i64] = T_ABOUT + KINDS + 1
T_COLOURS: Final[i64] = T_NUMBER + 1
T_QUEST_GOLD: Final[i64] = T_COLOURS + 4 * 4
T_QUEST_TRANSFERS: Final[i64] = T_QUEST_GOLD + 5
T_QUEST_VP: Final[i64] = T_QUEST_TRANSFERS + 5
T_AGORA: Final[i64] = T_QUEST_VP + 5
T_ORACLE: Final[i64] = T_AGORA + KINDS
T_DISCARD: Final[i64] = T_ORACLE + KINDS
T_UNSEEN: Final[i64] = T_DISCARD + KINDS
T_FORMER: Final[i64] = T_UNSEEN + KINDS
T_DECK: Final[i64] = T_FORMER + KINDS
T_SIZE: Final[i64] = T_DECK + 1

# A seat:
P_ASKED: Final[i64] = 0
P_TURN: Final[i64] = P_ASKED + 1
P_POINTED: Final[i64] = P_TURN + 1
P_DISC: Final[i64] = P_POINTED + 1
P_GOLD: Final[i64] = P_DISC + 4
P_VP: Final[i64] = P_GOLD + 1
P_PP: Final[i64] = P_VP + 1
P_TOTAL: Final[i64] = P_PP + 1
P_COLUMNS: Final[i64] = P_TOTAL + 1
P_CARDS_TAKEN: Final[i64] = P_COLUMNS + 4
P_TURNS: Final[i64] = P_CARDS_TAKEN + 1
P_QUEST: Final[i64] = P_TURNS + 1
P_DOMAIN: Final[i64] = P_QUEST + 6
P_SPENT: Final[i64] = P_DOMAIN + KINDS
P_CITIZENS: Final[i64] = P_SPENT + KINDS
P_REACH: Final[i64] = P_CITIZENS + 2
P_WRITTEN: Final[i64] = P_REACH + KINDS
P_LEGENDS: Final[i64] = P_WRITTEN + KINDS
P_LEGEND_CITIZENS: Final[i64] = P_LEGENDS + LEGENDS * CELLS
P_LEVEL_TILES: Final[i64] = P_LEGEND_CITIZENS + LEGENDS
P_FAMILY_TILES: Final[i64] = P_LEVEL_TILES + 3
P_SIZE: Final[i64] = P_FAMILY_TILES + 2 * 8


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

    def prefetch(self, s: State) -> i64:
        """Players, and what is kept."""
        assert isinstance(s, ElysiumState)
        kept = s.observed
        assert isinstance(kept, Kept)
        found = super().prefetch(s) | s.pediment | s.phase | s.turn | len(s.discard) | kept.decks | kept.revealed
        for p in s.players:
            found |= p.disc | p.quest | p.arranged | len(p.legends) | p.purse[GOLD]
        for board in kept.boards:
            found |= board.arranged | board.columns
        return found

    def prefetch_inner(self, s: State) -> i64:
        """Their cards."""
        assert isinstance(s, ElysiumState)
        kept = s.observed
        assert isinstance(kept, Kept)
        found = (
            super().prefetch_inner(s)
            | vecs.first(s.agora)
            | vecs.first(s.oracle)
            | lists.last(s.unseen[-1])
            | vecs.first(kept.tile_vp)
        )
        found |= i64(kept.table[T_SEAT])
        for p in s.players:
            found |= vecs.first(p.domain)
        for board in kept.boards:
            found |= i64(board.row[P_ASKED])
        return found

    def add(self, s: State, seat: int, rows: vec[u8]) -> vec[u8]:
        """The table, then seat by seat: the cards as they are kept, the rest anew."""
        assert isinstance(s, ElysiumState)
        kept = s.observed
        if not isinstance(kept, Kept):
            kept = s.observed = Kept(s)
        kept.keep_up(s)
        return _shown(s, kept, seat, rows)


def _shown(s: ElysiumState, kept: Kept, seat: i64, rows: vec[u8]) -> vec[u8]:
    """Rows and one more: the parts that are kept, as the seat looks at them, and the rest."""
    at: i64 = len(rows)
    n: i64 = len(s.players)
    first = at + T_SIZE
    rows = extend(rows, kept.table)
    i: i64
    for i in range(n):
        rows = extend(rows, kept.boards[(seat + i) % n].row)
    rows[at + T_SEAT + seat] = 1
    rows[at + T_EPOCH + s.epoch - 1] = 1
    rows[at + T_PHASE + s.phase] = 1
    pp = prestige_points(s)
    for i in range(n):
        k = (seat + i) % n
        _player(s, k, untiled(s, k, pp) + kept.tile_vp[k], rows, first + P_SIZE * i)
    _question(s, seat, rows, at)
    return rows


class Board:
    """The cards of a player in a row, and what they were written from."""

    __slots__ = ("arranged", "columns", "decks", "domain", "legends", "row")

    def __init__(self) -> None:
        self.row = zeros(P_SIZE)
        self.arranged: i64 = NONE
        self.columns: i64 = NONE
        self.decks: i64 = NONE
        self.domain = EMPTY
        self.legends = NO_LEGENDS

    def put(self, s: ElysiumState, p: Player) -> None:
        """The cards of the Domain, if others lie there or their powers were used."""
        decks: i64 = len(s.unseen)
        if self.arranged == p.arranged and self.decks == decks:
            return
        row = self.row
        for card in self.domain:
            if card < FIRST_CITIZEN:
                row[P_DOMAIN + KIND[card]] = 0
                row[P_SPENT + KIND[card]] = 0
        self.arranged = p.arranged
        self.domain = p.domain
        self.decks = decks
        here: i64 = 0
        former: i64 = 0
        for card in p.domain:
            if card >= FIRST_CITIZEN:
                if s.citizen_deck[card - FIRST_CITIZEN] == decks - 1:
                    here += 1
                else:
                    former += 1
                continue
            row[P_DOMAIN + KIND[card]] = 1
            if card in p.used or (POWER[card] == TRIGGER and card not in p.rings):
                row[P_SPENT + KIND[card]] = 1
        row[P_CITIZENS] = u8(min(here, MAX_CITIZENS))
        row[P_CITIZENS + 1] = u8(min(former, MAX_CITIZENS))

    def reach(self, s: ElysiumState, p: Player, former: vec[i64]) -> None:
        """The cards of the Agora that the columns reach, which was former ones."""
        columns: i64 = p.columns
        self.columns = columns
        row = self.row
        for card in former:
            row[P_REACH + KIND[card]] = 0
        takeable = s.edition.takeable[columns]
        for card in s.agora:
            if takeable[KIND[card]]:
                row[P_REACH + KIND[card]] = 1

    def write(self, p: Player) -> bool:
        """The Legends, if others are written; says whether they are."""
        if self.legends is p.legends:
            return False
        self._legends(self.legends, False)
        self.legends = p.legends
        self._legends(p.legends, True)
        return True

    def _legends(self, legends: list[list[int]], there: bool) -> None:
        """Write Legends, or zeros in their places."""
        row = self.row
        place: i64 = 0
        for legend in legends:
            for i in range(len(legend)):
                card: i64 = legend[i]
                if card >= FIRST_CITIZEN:
                    if place < LEGENDS:
                        row[P_LEGEND_CITIZENS + place] = row[P_LEGEND_CITIZENS + place] + 1 if there else 0
                    continue
                row[P_WRITTEN + KIND[card]] = row[P_WRITTEN + KIND[card]] + 1 if there else 0
                if place < LEGENDS:
                    row[P_LEGENDS + CELLS * place + 3 * FAMILY[card] + LEVEL[card] - 1] = 1 if there else 0
            place += 1


class Kept:
    """The parts of a row that mostly stay the same from one question to the next, and what they were written from.

    They are those that are told of cards and tiles; only what has changed since is written anew.
    """

    __slots__ = (
        "agora",
        "boards",
        "citizens",
        "decks",
        "discarded",
        "drawn",
        "oracle",
        "revealed",
        "table",
        "tile_vp",
    )

    def __init__(self, s: ElysiumState) -> None:
        self.table = zeros(T_SIZE)
        self.boards = [Board() for _ in s.players]
        self.agora = EMPTY
        self.oracle = EMPTY
        self.decks: i64 = NONE
        self.citizens: i64 = NONE
        self.discarded: i64 = NONE
        self.drawn: i64 = NONE
        self.revealed: i64 = NONE
        row = self.table
        for family in s.families:
            row[T_FAMILIES + family] = 1
        row[T_PEDIMENT] = u8(s.pediment)
        for i, quest in enumerate(s.edition.quests(len(s.players))):
            _bits(s.quest_columns[i + 1], row, T_COLOURS + 4 * i)
            _quest(quest, row, i)
        _quest(s.edition.incomplete, row, 4)  # last, whatever the number of the others
        self._tiles(s)

    def keep_up(self, s: ElysiumState) -> None:
        """Write what has changed."""
        drawn: i64 = s.drawn
        if drawn != self.drawn or len(s.discard) != self.discarded:
            self.drawn = drawn
            self.citizens = NONE
            self._piles(s)
        if len(s.citizen_deck) != self.citizens:
            self.citizens = len(s.citizen_deck)
            self.table[T_DECK] = s.deck_size()
        new = not same(self.agora, s.agora)
        written = False
        for k, p in enumerate(s.players):
            board = self.boards[k]
            board.put(s, p)
            if new or board.columns != p.columns:
                board.reach(s, p, self.agora)
            if board.write(p):
                written = True
        if new:
            _replace(self.agora, s.agora, self.table, T_AGORA)
            self.agora = s.agora
        if not same(self.oracle, s.oracle):
            _replace(self.oracle, s.oracle, self.table, T_ORACLE)
            self.oracle = s.oracle
        if written:  # a tile changes hands only with a card that joins a Legend (E7.6, E7.7)
            self._tiles(s)

    def _piles(self, s: ElysiumState) -> None:
        """The discard pile, which grows, and what nobody has seen, which shrinks; after a reshuffle all of it anew."""
        row = self.table
        decks: i64 = len(s.unseen)
        discarded: i64 = len(s.discard)
        revealed: i64 = len(s.revealed)
        card: i64
        if decks == 1 == self.decks:
            while self.revealed < revealed:
                card = s.revealed[self.revealed]
                row[T_UNSEEN + KIND[card]] -= 1
                self.revealed += 1
            while self.discarded < discarded:
                card = s.discard[self.discarded]
                row[T_DISCARD + KIND[card]] += 1
                self.discarded += 1
        elif self.decks != decks or self.discarded != discarded or self.revealed != revealed:
            self.decks = decks
            self.discarded = discarded
            self.revealed = revealed
            for i in range(T_DISCARD, T_DECK):
                row[i] = 0
            _count(s.discard, row, T_DISCARD)
            for deck in range(decks):
                _count(s.unseen[deck], row, T_UNSEEN if deck == decks - 1 else T_FORMER)

    def _tiles(self, s: ElysiumState) -> None:
        """The bonus tiles of every seat."""
        self.tile_vp = tile_vp(s)  # by seat
        for k in range(len(self.boards)):
            row = self.boards[k].row
            for i in range(len(s.level_tiles)):
                row[P_LEVEL_TILES + i] = 1 if s.level_tiles[i] == k else 0
            for i in range(len(s.family_tiles)):
                row[P_FAMILY_TILES + i] = 1 if s.family_tiles[i] == k else 0


def _replace(former: vec[i64], cards: vec[i64], row: vec[u8], at: i64) -> None:
    """These cards by kind instead of the former ones."""
    for card in former:
        row[at + KIND[card]] = 0
    for card in cards:
        row[at + KIND[card]] += 1


def _question(s: ElysiumState, seat: i64, row: vec[u8], at: i64) -> None:
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


def _quest(quest: Quest, row: vec[u8], place: i64) -> None:
    """What it gives."""
    row[T_QUEST_GOLD + place] = quest.gold
    row[T_QUEST_TRANSFERS + place] = quest.transfers
    row[T_QUEST_VP + place] = quest.vp


def _player(s: ElysiumState, seat: i64, total: i64, row: vec[u8], at: i64) -> None:
    """What is told of one player beside the cards and the tiles."""
    p = s.players[seat]
    gold: i64 = p.purse[GOLD]
    vp: i64 = p.purse[VP]
    pp: i64 = p.purse[PP]
    if s.to_move == seat:
        row[at + P_ASKED] = 1
    if s.turn == seat:
        row[at + P_TURN] = 1
    row[at + P_DISC + p.disc - 1] = 1
    row[at + P_GOLD] = u8(min(gold, MAX_GOLD))
    row[at + P_VP] = u8(min(vp, MAX_VP))
    row[at + P_PP] = u8(min(pp, MAX_PP))
    row[at + P_TOTAL] = u8(min(total, MAX_TOTAL))
    _bits(p.columns, row, at + P_COLUMNS)
    row[at + P_CARDS_TAKEN] = p.cards_taken
    row[at + P_TURNS] = p.turns
    row[at + P_QUEST + p.quest + 1] = 1


def _bits(columns: i64, row: vec[u8], at: i64) -> None:
    """One number for each colour."""
    for colour in range(4):
        if columns >> colour & 1:
            row[at + colour] = 1


def _count(cards: list[int], row: vec[u8], at: i64) -> None:
    """Cards by kind."""
    card: i64
    for card in cards:
        row[at + KIND[card]] += 1
