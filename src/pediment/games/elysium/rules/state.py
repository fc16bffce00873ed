"""The state of a game of Elysium: ints in lists."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine import vecs
from pediment.core.engine.answers import Answers
from pediment.core.engine.lists import with_at, with_last
from pediment.core.engine.log import Log
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import Frame, Origin, State
from pediment.games.elysium.rules.edition import ElysiumEdition
from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN, MAX_PURSE, NONE, TURNS

NO_CHRONOS: Final[list[tuple[int, list[int]]]] = []
NO_LEGENDS: Final[list[list[int]]] = []
"""One list for all who have none, so that it is at hand."""


class Player:
    """One seat: its purse, columns, Domain and Elysium.

    Its lists of cards are replaced, never changed, so that clones share them. What comes from the Legends alone is kept
    beside them, for `score.tally`.
    """

    __slots__ = (
        "arranged",
        "cards_taken",
        "chronos",
        "columns",
        "disc",
        "domain",
        "legends",
        "legends_vp",
        "purse",
        "quest",
        "rings",
        "tallied",
        "used",
    )

    def __init__(
        self,
        disc: int,
        purse: vec[i64],
        columns: int,
        cards_taken: int,
        quest: int,
        domain: vec[i64],
        rings: vec[i64],
        used: vec[i64],
        legends: list[list[int]],
    ) -> None:
        self.disc: i64 = disc
        self.purse = purse
        self.columns: i64 = columns
        self.cards_taken = cards_taken
        self.quest: i64 = quest
        self.domain = domain
        self.rings = rings  # Triggers of the Domain that still have their ring
        self.used = used  # Activate cards of the Domain that are turned
        self.legends = legends
        self.tallied: list[list[int]] | None = None  # these Legends or earlier ones, once somebody asked
        self.legends_vp = 0  # of those, of Citizens in them, and of Chronos cards that depend on nothing else
        self.chronos = NO_CHRONOS  # the other Chronos cards in a Legend of 2 or more, each with its Legend
        self.arranged: i64 = 0  # how often Domain, rings or turned cards have changed since this player was made

    def clone(self) -> Player:
        """A player with the same cards and counters."""
        return Player(
            self.disc,
            self.purse[:],
            self.columns,
            self.cards_taken,
            self.quest,
            self.domain,
            self.rings,
            self.used,
            self.legends,
        )

    def receive(self, n: int, counter: int) -> None:
        """Put Gold, VP or PP into the purse; a full one stays full, so that a position can say all it holds."""
        self.purse[counter] = min(self.purse[counter] + n, MAX_PURSE)

    def enter(self, card: int) -> None:
        """A card comes into the Domain."""
        self.domain = vecs.with_last(self.domain, card)
        self.arranged += 1

    def leave(self, card: int) -> None:
        """A card leaves the Domain: its ring goes back, it is straight again (E7.5)."""
        self.domain = vecs.without(self.domain, card)
        if card in self.rings:
            self.rings = vecs.without(self.rings, card)
        elif card in self.used:
            self.used = vecs.without(self.used, card)
        self.arranged += 1

    def put_ring(self, card: int) -> None:
        """A Trigger of the Domain gets its ring (E4.6)."""
        self.rings = vecs.with_last(self.rings, card)
        self.arranged += 1

    def return_ring(self, card: int) -> None:
        """The ring of a Trigger goes back (E5.7)."""
        self.rings = vecs.without(self.rings, card)
        self.arranged += 1

    def turn_card(self, card: int) -> None:
        """An Activate card is turned (E5.7)."""
        self.used = vecs.with_last(self.used, card)
        self.arranged += 1

    def straighten(self) -> None:
        """Turned cards are straight again (E3.3)."""
        self.used = vecs.EMPTY
        self.arranged += 1

    def write(self, card: int, place: int) -> int:
        """A card joins a Legend, with NONE a new one; returns the place of the Legend."""
        if place == NONE:
            self.legends = with_last(self.legends, [card])
            return len(self.legends) - 1
        self.legends = with_at(self.legends, place, with_last(self.legends[place], card))
        return place

    @property
    def turns(self) -> int:
        """Turns taken in this Epoch."""
        return self.cards_taken + (self.quest != 0)


class ElysiumState(State):
    """A whole game.

    There is no deck order and no face of a Citizen in it: `unseen[d]` are the cards of deck d that nobody has
    seen, whether they lie in the deck or under one of the `face_down[d]` Citizens taken from it (E3.2, E9.1).
    Only a position can fix which of them lies under a Citizen.

    Its own lists are replaced, never changed, so that clones share them; except `players`, `unseen`, `discard` and
    `chain`.
    """

    __slots__ = (
        "agora",
        "chain",
        "citizen_deck",
        "citizen_face",
        "discard",
        "draws",
        "edition",
        "epoch",
        "face_down",
        "families",
        "family_tiles",
        "level_tiles",
        "old_discards",
        "oracle",
        "order",
        "pediment",
        "phase",
        "players",
        "quest_columns",
        "starting",
        "turn",
        "unseen",
    )

    def __init__(
        self,
        origin: Origin,
        rng: Stream,
        stack: list[Frame],
        answers: Answers,
        to_move: int,
        actions: list[int],
        log: Log,
        revealed: list[int],
        drawn: int,
        edition: ElysiumEdition,
        families: list[int],
        pediment: int,
        quest_columns: list[int],
        players: list[Player],
        order: list[int],
        unseen: list[list[int]],
        face_down: vec[i64],
        citizen_deck: vec[i64],
        citizen_face: vec[i64],
        agora: vec[i64],
        oracle: vec[i64],
        discard: list[int],
        level_tiles: vec[i64],
        family_tiles: vec[i64],
        chain: list[int],
        draws: list[int],
        epoch: int,
        phase: int,
        turn: int,
        old_discards: int,
    ) -> None:
        super().__init__(origin, rng, stack, answers, to_move, actions, log, revealed, drawn)
        self.edition = edition
        self.families = families
        self.pediment: i64 = pediment
        self.quest_columns = quest_columns  # by Quest number: the columns of which one is needed (E4.4)
        self.players = players
        self.order = order  # seats by Disc
        self.unseen = unseen
        self.face_down = face_down
        self.citizen_deck = citizen_deck  # by Citizen: which deck it came from
        self.citizen_face = citizen_face  # by Citizen: the unseen card that a position put under it, or NONE
        self.agora = agora
        self.oracle = oracle
        self.discard = discard
        self.level_tiles = level_tiles  # by Level - 1: the seat that holds the tile, or NONE
        self.family_tiles = family_tiles  # by 2 x family, the 5 VP first: the seat, or NONE
        self.chain = chain  # cards of the present chain of copies (E5.9), until the turn goes on,
        self.starting = NONE  # and the one before them while it is asked whether its power can be started
        self.draws = draws  # cards that are to become known next, the last first; empty: chance decides
        self.epoch = epoch
        self.phase: i64 = phase
        self.turn: i64 = turn  # whose turn it is, or NONE
        self.old_discards: i64 = old_discards  # cards of the pile that were there before this turn (E3.2)

    def chance_from(self, rng: Stream) -> None:
        """Chance comes from that stream; what a position wanted to be drawn is forgotten."""
        self.rng = rng
        self.draws = []

    def clone(self) -> ElysiumState:
        """A state that can be played on without touching this one."""
        other = ElysiumState(
            self.origin,
            self.rng.clone(),
            [f.clone() for f in self.stack],
            self.answers.share(),
            self.to_move,
            self.actions[:],
            self.log.clone(),
            self.revealed[:],
            self.drawn,
            self.edition,
            self.families,
            self.pediment,
            self.quest_columns,
            [p.clone() for p in self.players],
            self.order,
            [cards[:] for cards in self.unseen],
            self.face_down,
            self.citizen_deck,
            self.citizen_face,
            self.agora,
            self.oracle,
            self.discard[:],
            self.level_tiles,
            self.family_tiles,
            self.chain[:],
            self.draws,
            self.epoch,
            self.phase,
            self.turn,
            self.old_discards,
        )
        other.turns_begun = self.turns_begun
        return other

    @property
    def passes_are_skipped(self) -> bool:
        """Is the turn of a seat that can only pass skipped whole (E4.1)? In version 1 `pass` was an answer."""
        return self.origin.rules >= 2

    def deck_size(self) -> int:
        """Cards left in the present deck."""
        return len(self.unseen[-1]) - self.face_down[-1]

    def can_draw(self) -> bool:
        """Is there a card to draw, reshuffling if need be (E3.2)?"""
        return len(self.unseen[-1]) > self.face_down[-1] or self.old_discards > 0

    def new_citizen(self, deck: int, face: int = NONE) -> int:
        """The number of a Citizen newly made from that deck."""
        self.citizen_deck = vecs.with_last(self.citizen_deck, deck)
        self.citizen_face = vecs.with_last(self.citizen_face, face)
        self.face_down = vecs.with_at(self.face_down, deck, self.face_down[deck] + 1)
        return FIRST_CITIZEN + len(self.citizen_deck) - 1

    def other(self, seat: int, i: int) -> int:
        """Of the other seats the i-th, from 0, in the order of E5.8."""
        return self.order[(self.players[seat].disc + i) % len(self.order)]

    def others(self, seat: int) -> list[int]:
        """The other seats in the order of E5.8: from the Disc after that seat, going round."""
        order = self.order
        disc = self.players[seat].disc
        return order[disc:] + order[: disc - 1]

    def acting_seat(self, after_disc: int) -> int:
        """The next seat in Disc order that still has a turn in this Epoch, or NONE."""
        n: i64 = len(self.order)
        first: i64 = after_disc
        for i in range(n):
            seat = self.order[(first + i) % n]
            if self.players[seat].turns < TURNS:
                return seat
        return NONE
