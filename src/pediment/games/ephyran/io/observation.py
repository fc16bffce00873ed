"""What a seat may know (Y8) as a row of small ints: the view for programs that learn.

Cards stand in the order of `Game.cards`, halves in theirs, a before b. All that the view shows is there, but for the
log, and the order of the discard pile below its two topmost cards.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64, u8

from pediment.core.engine import lists, vecs
from pediment.core.engine.kernel import asking
from pediment.core.engine.observation import Observer, Slice, zeros
from pediment.core.engine.state import OVER, State
from pediment.core.engine.vecs import EMPTY
from pediment.games.ephyran.io.log import support_of
from pediment.games.ephyran.rules.edition import EphyranEdition
from pediment.games.ephyran.rules.flow import PLAYABLE
from pediment.games.ephyran.rules.gains import printed
from pediment.games.ephyran.rules.reactions import REACTIONS
from pediment.games.ephyran.rules.state import NO_AREAS, NO_LOCKS, EphyranState, Player
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    ARES_THEFT,
    ATHENA_EXCHANGE,
    CARDS,
    CASTOR_POLLUX,
    CITY,
    DIONYSUS_AREA,
    FACE_POINTS,
    FIRST_BONUS,
    HALVES,
    MAX_TOKENS,
    NONE,
)

QUESTIONS: Final = [
    "over", "god", "action", "again", "take from", "lay", "draw", "keep", "put", "theft from", "steal", "place",
    "exchange", "exchange with", "destruction of", "destroy", "lock", "unlock of", "unlock", "reactions",
]  # fmt: skip
_QUESTION: Final = {name: i for i, name in enumerate(QUESTIONS)}

ALL_CARDS: Final[i64] = CARDS + 1  # the last is a Dionysus
UNSEEN: Final = 4  # a token whose face one has not seen
TOKENS: Final = UNSEEN + 1
SUPPORT_KINDS: Final = 8
SEATS: Final = 4  # as many Dionysus cards there are at most
MAX_HAND: Final = 12  # this and more is the same, likewise below
MAX_POINTS: Final = 150
ZERO: Final = 50  # what stands for no points, since points may be below zero

# Blocks of the table, each behind the one before
SEAT: Final[i64] = 0
HAND: Final[i64] = SEAT + SEATS
PILE: Final[i64] = HAND + ALL_CARDS
FIRST: Final[i64] = PILE + 1
TOP: Final[i64] = FIRST + ALL_CARDS
BELOW_TOP: Final[i64] = TOP + ALL_CARDS
SECOND: Final[i64] = BELOW_TOP + ALL_CARDS
LOCKS: Final[i64] = SECOND + ALL_CARDS
SUPPLY: Final[i64] = LOCKS + CARDS
GONE: Final[i64] = SUPPLY + 1
LAST_ROUND: Final[i64] = GONE + TOKENS
SUPPORT: Final[i64] = LAST_ROUND + 1
DRAW_AGAIN: Final[i64] = SUPPORT + SUPPORT_KINDS
AIM: Final[i64] = DRAW_AGAIN + 1
AIM_TOKEN: Final[i64] = AIM + CITY
IN_PLAY: Final[i64] = AIM_TOKEN + TOKENS
TRANSIT: Final[i64] = IN_PLAY + HALVES
TRANSIT_TOKENS: Final[i64] = TRANSIT + 1
LOOKING: Final[i64] = TRANSIT_TOKENS + TOKENS
LOOKING_SIZE: Final[i64] = LOOKING + CARDS
HOLDING: Final[i64] = LOOKING_SIZE + 1
ASKING: Final[i64] = HOLDING + TOKENS
TABLE: Final[i64] = ASKING + len(QUESTIONS)

# Blocks of a seat
ASKED: Final[i64] = 0
ACTIVE: Final[i64] = ASKED + 1
ATHENA: Final[i64] = ACTIVE + 1
AIMED: Final[i64] = ATHENA + 1
GOD: Final[i64] = AIMED + 1
HAND_SIZE: Final[i64] = GOD + AREAS
KNOWN: Final[i64] = HAND_SIZE + 1
CITY_BONUS: Final[i64] = KNOWN + ALL_CARDS
LOCKED: Final[i64] = CITY_BONUS + 1
SIZES: Final[i64] = LOCKED + AREAS
CITY_SIZE: Final[i64] = SIZES + AREAS
LAID: Final[i64] = CITY_SIZE + 1
DIONYSUS_AT: Final[i64] = LAID + HALVES
ADDED: Final[i64] = DIONYSUS_AT + CITY
STEALABLE: Final[i64] = ADDED + CITY * TOKENS
POINTS: Final[i64] = STEALABLE + MAX_TOKENS * TOKENS
TOTAL: Final[i64] = POINTS + AREAS
PLAYER: Final[i64] = TOTAL + 1

_FACES: Final = "thunderbolt, trident, owl, helmet, and those the seat has not seen"
_AREAS: Final = "4 areas for each god, from number 1"
_GODS: Final = "by territory: poseidon, hephaestus, aether, gaia"


class EphyranObserver(Observer):
    """Cards by card, areas by half, tokens by face."""

    def table(self) -> list[Slice]:
        """The piles, the question, and what is under way."""
        return [
            Slice("seat", SEATS, 1, "1 at the number of the seat itself, which answers such as `seat 2` name"),
            Slice("hand", ALL_CARDS, SEATS, "the seat's own hand, by card; the last is a Dionysus"),
            Slice("pile_size", 1, CARDS, "cards in the draw pile"),
            Slice("first_discard", ALL_CARDS, SEATS, "the discard pile, by card"),
            Slice("first_discard_top", ALL_CARDS, 1, "1 at the card on top of the discard pile"),
            Slice("first_discard_below", ALL_CARDS, 1, "1 at the card right below it"),
            Slice("second_discard", ALL_CARDS, SEATS, "the second discard pile, by card"),
            Slice("locks", CARDS, 1, "1 at every card that locks a territory, no matter whose"),
            Slice("supply_size", 1, MAX_TOKENS, "tokens in the supply"),
            Slice("tokens_gone", TOKENS, MAX_TOKENS, f"tokens that have left the game: {_FACES}"),
            Slice("last_round", 1, 1, "1 if this is the last round"),
            Slice(
                "support", SUPPORT_KINDS, 1,
                "1 at the Support under way: castor-pollux, graeae, athena-token, ares-theft, athena-exchange, "
                "ares-destruction, shield, hecate",
            ),
            Slice("draw_again", 1, 1, "1 if Castor & Pollux let the active player draw another card after this one"),
            Slice("aim", CITY, 1, f"1 at the area that the Support under way is aimed at: {_AREAS}"),
            Slice("aim_token", TOKENS, 1, f"1 at the token that is about to be stolen: {_FACES}"),
            Slice("in_play", HALVES, 1, "1 at the half-card that takes a Dionysus, or at the shield about to lock"),
            Slice("transit", 1, 1, "1 if a Dionysus was taken and is not placed yet"),
            Slice("transit_tokens", TOKENS, MAX_TOKENS, f"tokens on that Dionysus: {_FACES}"),
            Slice("looking", CARDS, 1, "the cards that Graeae shows, by card, if the seat looks at them"),
            Slice("looking_size", 1, 3, "how many cards Graeae shows to the active player"),
            Slice("holding", TOKENS, 1, f"1 at the token that is about to be placed: {_FACES}"),
            Slice("asking", len(QUESTIONS), 1, f"1 at the pending question: {', '.join(QUESTIONS)}"),
        ]  # fmt: skip

    def seat(self) -> list[Slice]:
        """A player and their city."""
        return [
            Slice("asked", 1, 1, "1 for the seat that is asked; who else may defend with a card is hidden"),
            Slice("active", 1, 1, "1 for the seat whose turn it is"),
            Slice("athena", 1, 1, "1 for the first player, who has the Athena token"),
            Slice("aimed", 1, 1, "1 for the seat that the Support under way is aimed at"),
            Slice("god", AREAS, 1, "1 at the god: poseidon, hephaestus, aether, gaia"),
            Slice("hand_size", 1, MAX_HAND, f"cards in the hand; {MAX_HAND} means that many or more"),
            Slice("known", ALL_CARDS, SEATS, "cards in the hand that everybody knows, by card"),
            Slice("city_bonus", 1, FIRST_BONUS, "the city bonus"),
            Slice("locked", AREAS, 1, f"1 if it is locked, {_GODS}"),
            Slice("sizes", AREAS, AREAS, f"areas, {_GODS}"),
            Slice("city_size", 1, CITY, "areas in the city"),
            Slice("areas", HALVES, 1, "1 at every half-card that is an area of the city; it fits only one place"),
            Slice("dionysus", CITY, 1, f"1 where the area is a Dionysus: {_AREAS}"),
            Slice("tokens", CITY * TOKENS, MAX_TOKENS, f"added tokens, 5 numbers for an area, {_AREAS}: {_FACES}"),
            Slice(
                "stealable", MAX_TOKENS * TOKENS, 1,
                "the added tokens of the city one after the other, as the answers of a theft count them, those in "
                f"locked territories last; for each a 1 at its face: {_FACES}",
            ),
            Slice("points", AREAS, MAX_POINTS, f"points and {ZERO} more, with the tokens the seat has seen, {_GODS}"),
            Slice("total", 1, MAX_POINTS, f"points of the city and {ZERO} more, with the tokens the seat has seen"),
        ]  # fmt: skip

    def prefetch(self, s: State) -> i64:
        """Players, piles, and what is kept."""
        assert isinstance(s, EphyranState)
        kept = s.observed
        assert isinstance(kept, Kept)
        found = super().prefetch(s) | s.athena | s.settled | s.in_play | s.holding
        found |= len(s.pile) | len(s.first_discard) | len(s.second_discard) | len(s.turn) | len(kept.first)
        for p in s.players:
            found |= p.god | p.places | p.built | len(p.hand) | len(p.areas) | len(p.tokens)
        for board in kept.boards:
            found |= board.built | board.total
        return found

    def prefetch_inner(self, s: State) -> i64:
        """Their cards and tokens."""
        assert isinstance(s, EphyranState)
        kept = s.observed
        assert isinstance(kept, Kept)
        found = (
            super().prefetch_inner(s)
            | lists.last(s.pile)
            | lists.last(s.first_discard)
            | vecs.first(s.seen)
            | vecs.first(s.token_face)
        )
        found |= i64(kept.table[SEAT])
        for p in s.players:
            found |= lists.last(p.hand) | len(p.known) | len(p.locks) | len(p.areas[p.god])
        for board in kept.boards:
            found |= i64(board.row[HAND_SIZE]) | vecs.first(board.tokens)
        return found

    def add(self, s: State, seat: int, rows: vec[u8]) -> vec[u8]:
        """Only what `view` shows that seat: the table, then seat by seat, each as it is kept, the rest anew."""
        assert isinstance(s, EphyranState)
        kept = s.observed
        if not isinstance(kept, Kept):
            kept = s.observed = Kept(s)
        kept.keep_up(s)
        return _shown(s, kept, seat, rows)


def _shown(s: EphyranState, kept: Kept, seat: i64, rows: vec[u8]) -> vec[u8]:
    """Rows and one more: the parts that are kept, as the seat looks at them, and the rest."""
    n: i64 = len(s.players)
    at: i64 = len(rows)
    row = extend(rows, kept.table)
    i: i64
    for i in range(n):
        row = extend(row, kept.boards[(seat + i) % n].row)
    asked = asking(s)
    mine = s.to_move == seat
    row[at + SEAT + seat] = 1
    _cards(s.players[seat].hand, row, at + HAND)
    row[at + PILE] = len(s.pile)
    first = s.first_discard
    if first:
        row[at + TOP + first[-1]] = 1
        if len(first) > 1:
            row[at + BELOW_TOP + first[-2]] = 1
    row[at + SUPPLY] = len(s.supply)
    for token in s.tokens_gone:
        row[at + GONE + _face(s, token, seat)] += 1
    if s.last_round:
        row[at + LAST_ROUND] = 1
    if s.in_play != NONE:
        row[at + IN_PLAY + s.in_play] = 1
    if s.transit:
        row[at + TRANSIT] = 1
        for token in s.transit_tokens:
            row[at + TRANSIT_TOKENS + _face(s, token, seat)] += 1
    if s.looking:
        row[at + LOOKING_SIZE] = len(s.looking)
        if mine:
            _cards(s.looking, row, at + LOOKING)
    if s.holding != NONE:
        row[at + HOLDING + _face(s, s.holding, seat)] = 1
    row[at + ASKING + _QUESTION[asked]] = 1
    players = at + TABLE
    if s.to_move != OVER and (mine or asked != "reactions"):  # who may defend is nobody else's business (Y4.10)
        row[players + (s.to_move - seat) % n * PLAYER + ASKED] = 1
    if s.active != NONE:
        row[players + (s.active - seat) % n * PLAYER + ACTIVE] = 1
    row[players + (s.athena - seat) % n * PLAYER + ATHENA] = 1
    aimed = _support(s, seat, asked, row, at)
    if aimed != NONE:
        row[players + (aimed - seat) % n * PLAYER + AIMED] = 1
    for i in range(n):
        board = kept.boards[(seat + i) % n]
        if len(board.tokens):
            _tokens(s, seat, board, row, players + i * PLAYER)
    return row


class Board:
    """A player in a row as everybody sees them, but for tokens, and what that was written from.

    Of the tokens it is known where they are, in the order of `Player.stealable`, those in locked territories last.
    """

    __slots__ = (
        "areas",
        "built",
        "city_bonus",
        "dionysus",
        "god",
        "known",
        "locks",
        "placed",
        "points",
        "printed",
        "row",
        "tokens",
        "total",
    )

    def __init__(self) -> None:
        self.row = zeros(PLAYER)
        self.built: i64 = -1
        self.god = NONE
        self.city_bonus = 0
        self.known: list[int] = []
        self.areas = [NO_AREAS] * AREAS
        self.locks = NO_LOCKS
        self.placed: i64 = -1
        self.tokens = EMPTY  # the place of each, 4 x god + area from 0, and behind it the token
        self.printed = vec[i64]([0] * AREAS)  # by god: what `printed` says,
        self.dionysus = vec[bool]([False] * AREAS)  # whether a Dionysus lies there,
        self.points = vec[i64]([0] * AREAS)  # and what all but the tokens counts, once
        self.total: i64 = 0

    def keep_up(self, e: EphyranEdition, p: Player, table: vec[u8]) -> None:
        """Write what has changed."""
        self.row[HAND_SIZE] = min(len(p.hand), MAX_HAND)
        if p.known is not self.known:
            _less(self.known, self.row, KNOWN)
            _cards(p.known, self.row, KNOWN)
            self.known = p.known
        if p.placed != self.placed or (p.locks is not self.locks and p.token_places):
            self._place(p)
        if p.locks is not self.locks:
            self._lock(p.locks, table)
        if p.built != self.built or p.god != self.god or p.city_bonus != self.city_bonus:
            self._build(e, p)

    def _place(self, p: Player) -> None:
        """Where the added tokens are."""
        self.placed = p.placed
        found = EMPTY[:]
        for locked in (False, True):
            for god in range(AREAS):
                if (p.locks[god] != NONE) is locked:
                    place: i64 = AREAS * god
                    for tokens in p.tokens[god]:
                        for token in tokens:
                            found = append(append(found, place), token)
                        place += 1
        self.tokens = found

    def _lock(self, locks: list[int], table: vec[u8]) -> None:
        """The territories that are locked, and the cards that lock them."""
        for god in range(AREAS):
            former, lock = self.locks[god], locks[god]
            if former != NONE:
                table[LOCKS + former] = 0
            if lock != NONE:
                table[LOCKS + lock] = 1
            self.row[LOCKED + god] = 1 if lock != NONE else 0
        self.locks = locks

    def _build(self, e: EphyranEdition, p: Player) -> None:
        """God, areas, and what they count without tokens."""
        row = self.row
        self.built = p.built
        own: i64 = p.god
        self.god = p.god
        if own != NONE:
            row[GOD + own] = 1
        self.city_bonus = p.city_bonus
        row[CITY_BONUS] = u8(p.city_bonus)
        size: i64 = 0
        scoring: i64 = NONE  # where a Dionysus counts: in the own god's territory, else in the first (Y6.2)
        god: i64
        for god in range(AREAS):
            areas = p.areas[god]
            if areas is not self.areas[god]:
                self._lay(god, self.areas[god], 0)
                self._lay(god, areas, 1)
                self.printed[god] = printed(e, areas)
                self.dionysus[god] = DIONYSUS_AREA in areas
                self.areas[god] = areas
                row[SIZES + god] = u8(len(areas))
            size += len(areas)
            if self.dionysus[god] and (scoring == NONE or god == own):
                scoring = god
        row[CITY_SIZE] = u8(size)
        total: i64 = p.city_bonus
        for god in range(AREAS):
            points = self.printed[god]
            if god == scoring:
                points += 1
            self.points[god] = points
            if god == own:
                points *= 2
            row[POINTS + god] = _points(points)
            total += points
        self.total = total
        row[TOTAL] = _points(total)

    def _lay(self, god: i64, areas: list[int], mark: u8) -> None:
        """Write that wherever one of these areas has its place."""
        row = self.row
        place: i64 = DIONYSUS_AT + AREAS * god
        half: i64
        for half in areas:
            row[place if half == DIONYSUS_AREA else LAID + half] = mark
            place += 1


class Kept:
    """The parts of rows that mostly stay the same from one question to the next, and what they were written from.

    They are what everybody sees of the discard piles and the players; only what has changed since is written anew.
    """

    __slots__ = ("boards", "first", "second", "table")

    def __init__(self, s: EphyranState) -> None:
        self.table = zeros(TABLE)
        self.boards = [Board() for _ in s.players]
        self.first: list[int] = []
        self.second = 0

    def keep_up(self, s: EphyranState) -> None:
        """Write what has changed."""
        for k, p in enumerate(s.players):
            self.boards[k].keep_up(s.edition, p, self.table)
        self._piles(s)

    def _piles(self, s: EphyranState) -> None:
        """The first discard, as far down as it has changed, and the second, which grows."""
        row = self.table
        first = self.first
        while len(first) > s.settled:
            row[FIRST + first.pop()] -= 1
        while len(first) < len(s.first_discard):
            card = s.first_discard[len(first)]
            row[FIRST + card] += 1
            first.append(card)
        s.settled = len(first)
        while self.second < len(s.second_discard):
            row[SECOND + s.second_discard[self.second]] += 1
            self.second += 1


def _cards(cards: list[int], row: vec[u8], at: i64) -> None:
    card: i64
    for card in cards:
        row[at + card] += 1  # above 1 only for a Dionysus


def _less(cards: list[int], row: vec[u8], at: i64) -> None:
    card: i64
    for card in cards:
        row[at + card] -= 1


def _face(s: EphyranState, token: i64, seat: i64) -> i64:
    """The place of a token among the faces, as the seat sees it."""
    seen: i64 = s.seen[token]
    return s.token_face[token] if seen >> seat & 1 else UNSEEN


def _support(s: EphyranState, seat: i64, asked: str, row: vec[u8], at: i64) -> int:
    """What Support is under way and what it is aimed at, as far as it was told; returns the seat aimed at, or NONE."""
    if not s.stack or s.stack[-1].source == NONE:
        return NONE
    f = s.stack[-1]
    support = support_of(f.source)
    row[at + SUPPORT + support] = 1
    if asked == "draw":
        row[at + DRAW_AGAIN] = int(s.frame_of(PLAYABLE[CASTOR_POLLUX].id).step == 1)
    reacting = f.effect == REACTIONS.id
    if reacting:
        f = s.frame_of(PLAYABLE[support].id)
    if support == ATHENA_EXCHANGE:
        # Before the log tells the area, others know it only if it had to be named in this turn.
        if reacting or (f.target != NONE and (f.actor == seat or len(s.turn) > 1)):
            row[at + AIM + f.target] = 1
        return f.amount if reacting else NONE
    if support == ARES_THEFT and reacting:
        god, place, _ = s.players[f.target].place_of(f.amount)
        row[at + AIM + AREAS * god + place] = 1
        row[at + AIM_TOKEN + _face(s, f.amount, seat)] = 1
    return f.target


def _tokens(s: EphyranState, seat: i64, board: Board, row: vec[u8], at: i64) -> None:
    """The added tokens of a city as the seat sees them, and what they change."""
    total = board.total
    tokens = board.tokens
    stealable = at + STEALABLE
    i: i64 = 0
    while i < len(tokens):
        god = tokens[i] // AREAS
        added: i64 = 0  # what those of the territory that the seat has seen count, once
        while i < len(tokens) and tokens[i] // AREAS == god:
            face = _face(s, tokens[i + 1], seat)
            row[at + ADDED + TOKENS * tokens[i] + face] += 1
            row[stealable + face] = 1
            if face != UNSEEN:
                added += FACE_POINTS[face]
            stealable += TOKENS
            i += 2
        factor: i64 = 2 if god == board.god else 1
        total += factor * added
        row[at + POINTS + god] = _points(factor * (board.points[god] + added))
    row[at + TOTAL] = _points(total)


def _points(points: i64) -> u8:
    return u8(max(0, min(points + ZERO, MAX_POINTS)))
