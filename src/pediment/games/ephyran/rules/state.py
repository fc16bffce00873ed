"""The state of a game of Ephyran: ints in lists."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.lists import with_at, with_last
from pediment.core.engine.log import Log
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import Frame, Origin, State
from pediment.games.ephyran.rules.edition import EphyranEdition
from pediment.games.ephyran.rules.vocabulary import AREAS, CITY, DIONYSUS_AREA, NONE

NO_AREAS: Final[list[int]] = []
NO_TOKENS: Final[list[int]] = []
NO_LOCKS: Final = [NONE] * AREAS
"""Of a bare territory, a bare area, a city without shields: one list for all of them, so that it is at hand."""
_BARE: Final = [[NO_TOKENS] * areas for areas in range(AREAS + 1)]
"""The tokens of a territory that has none, by its number of areas."""

FIRST_PLACES: Final = 0b0001_0001_0001_0001  # number 1 of every territory
_OTHERS: Final = [[[(seat + i) % n for i in range(1, n)] for seat in range(n)] for n in range(AREAS + 1)]


class Player:
    """One seat: its god, hand and city.

    The lists of a territory, `known` and `locks` are replaced, never changed, so that clones share them. Sets of places
    are kept beside them, with bit 4 x god + number - 1 for each: every change of the city goes through the methods
    here, which keep them right. All but `token_places` are of the unlocked territories.
    """

    __slots__ = (
        "areas",
        "built",
        "city_bonus",
        "dionysus_places",
        "free_places",
        "god",
        "hand",
        "known",
        "locks",
        "placed",
        "places",
        "token_places",
        "tokens",
        "top_places",
    )

    def __init__(
        self,
        god: int,
        hand: list[int],
        known: list[int],
        areas: list[list[int]],
        tokens: list[list[list[int]]],
        locks: list[int],
        city_bonus: int,
        places: i64,
        top_places: i64,
        free_places: i64,
        dionysus_places: i64,
        token_places: i64,
    ) -> None:
        self.god: i64 = god
        self.hand = hand
        self.known = known  # cards of the hand that all know (Y8.1)
        self.areas = areas  # by god: the halves, from number 1 up
        self.tokens = tokens  # by god and area: added tokens in the order of arrival
        self.locks = locks  # by god: the shield that locks the territory, or NONE
        self.city_bonus: i64 = city_bonus
        self.places = places  # that have an area,
        self.top_places = top_places  # that have an uncovered one,
        self.free_places = free_places  # where the next area is added,
        self.dionysus_places = dionysus_places  # and where a Dionysus lies
        self.token_places = token_places  # areas with added tokens, locked or not
        self.built: i64 = 0  # how often areas were changed since this player was made,
        self.placed: i64 = 0  # and how often tokens

    def clone(self) -> Player:
        """A player with the same cards."""
        return Player(
            self.god,
            self.hand[:],
            self.known,
            self.areas[:],
            self.tokens[:],
            self.locks,
            self.city_bonus,
            self.places,
            self.top_places,
            self.free_places,
            self.dionysus_places,
            self.token_places,
        )

    def lay(self, god: int, half: int, tokens: list[int]) -> None:
        """A new area on top of a territory."""
        self.areas[god] = with_last(self.areas[god], half)
        self._put_territory(god, with_last(self.tokens[god], tokens))
        self._recount(god)

    def replace(self, god: int, at: int, half: int, tokens: list[int]) -> None:
        """Another area, with these tokens, in the place of one."""
        self.areas[god] = with_at(self.areas[god], at, half)
        self.put_tokens(god, at, tokens)
        self._recount(god)

    def remove(self, god: int) -> None:
        """The uncovered area of a territory goes."""
        self.areas[god] = self.areas[god][:-1]
        self._put_territory(god, self.tokens[god][:-1])
        self._recount(god)

    def swap(self, other: Player, god: int, at: int) -> None:
        """Two cities swap an area, tokens and all."""
        half, tokens = self.areas[god][at], self.tokens[god][at]
        self.replace(god, at, other.areas[god][at], other.tokens[god][at])
        other.replace(god, at, half, tokens)

    def put_tokens(self, god: int, at: int, tokens: list[int]) -> None:
        """These are the added tokens of an area from now on."""
        self._put_territory(god, with_at(self.tokens[god], at, tokens))

    def _put_territory(self, god: int, territory: list[list[int]]) -> None:
        """These are the added tokens of a territory, area by area."""
        self.placed += 1
        place: i64 = 1 << AREAS * god
        others = self.token_places & ~(0b1111 * place)
        found: i64 = 0
        for tokens in territory:
            if tokens:
                found |= place
            place <<= 1
        self.tokens[god] = territory if found else _BARE[len(territory)]
        self.token_places = others | found

    def lock(self, god: int, shield: int) -> None:
        """Lock a territory with a shield, or with NONE unlock it."""
        self.locks = with_at(self.locks, god, shield)
        self._recount(god)

    def _recount(self, god: int) -> None:
        """Put the places of a territory anew into the sets, when its areas or its lock have changed."""
        self.built += 1
        first: i64 = AREAS * god
        others: i64 = ~(0b1111 << first)
        places: i64 = 0
        top: i64 = 0
        free: i64 = 0
        dionysus: i64 = 0
        if self.locks[god] == NONE:
            place: i64 = 1 << first
            for half in self.areas[god]:
                top = place
                places |= place
                if half == DIONYSUS_AREA:
                    dionysus |= place
                place <<= 1
            if len(self.areas[god]) < AREAS:
                free = place
        self.places = self.places & others | places
        self.top_places = self.top_places & others | top
        self.free_places = self.free_places & others | free
        self.dionysus_places = self.dionysus_places & others | dionysus

    def size(self) -> int:
        """Areas in the city."""
        return sum(len(areas) for areas in self.areas)

    def complete(self) -> bool:
        """Does the city have its 16 areas?"""
        return self.size() == CITY

    def open(self, god: int) -> bool:
        """Is the territory unlocked, with room for another area?"""
        return self.free_places >> AREAS * god & 0b1111 != 0

    def uncovered(self) -> list[int]:
        """Gods of the unlocked territories that have an area (Y1.2)."""
        return [god for god in range(AREAS) if self.top_places >> AREAS * god & 0b1111]

    def can_lose_token(self) -> bool:
        """Is there an added token in an unlocked territory?"""
        return self.token_places & self.places != 0

    def stealable(self) -> list[int]:
        """Added tokens in unlocked territories, in the order of their places: an answer counts them from 0."""
        return [token for god in self.uncovered() for tokens in self.tokens[god] for token in tokens]

    def place_of(self, token: int) -> tuple[int, int, int]:
        """Where a token of the city lies: god, area from 0, place on the area from 0."""
        for god, territory in enumerate(self.tokens):
            for at, tokens in enumerate(territory):
                if token in tokens:
                    return god, at, tokens.index(token)
        raise AssertionError(f"token {token} is not in the city of {self.god}")


def new_player(god: int) -> Player:
    """A player without cards."""
    return Player(god, [], [], [NO_AREAS] * AREAS, [_BARE[0]] * AREAS, NO_LOCKS, 0, 0, 0, FIRST_PLACES, 0, 0)


class EphyranState(State):
    """A whole game.

    The pile has no order: a card is drawn when it is needed, by chance out of `pile`; likewise tokens from `supply`.

    Its own lists are replaced, never changed, so that clones share them; except `players`, `pile`, the discard piles,
    `supply` and `turn`.
    """

    __slots__ = (
        "active",
        "athena",
        "draws",
        "edition",
        "fed",
        "first_discard",
        "holding",
        "in_play",
        "last_round",
        "looking",
        "pile",
        "players",
        "second_discard",
        "seen",
        "settled",
        "supply",
        "token_draws",
        "token_face",
        "tokens_gone",
        "transit",
        "transit_tokens",
        "turn",
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
        edition: EphyranEdition,
        players: list[Player],
        athena: int,
        active: int,
        last_round: bool,
        pile: list[int],
        draws: list[int],
        first_discard: list[int],
        second_discard: list[int],
        supply: list[int],
        token_draws: list[int],
        token_face: vec[i64],
        seen: vec[i64],
        tokens_gone: list[int],
        turn: list[tuple[int, ...]],
        fed: bool,
        in_play: int,
        transit: bool,
        transit_tokens: list[int],
        looking: list[int],
        holding: int,
    ) -> None:
        super().__init__(origin, rng, stack, answers, to_move, actions, log, revealed, drawn)
        self.edition = edition
        self.players = players
        self.athena: i64 = athena  # who has the Athena token, and began every round
        self.active: i64 = active  # whose turn it is, or NONE
        self.last_round = last_round
        self.pile = pile
        self.draws = draws  # cards that are to leave the pile next, the last first; empty: chance decides
        self.first_discard = first_discard  # bottom to top
        self.settled: i64 = 0  # cards at its bottom that nobody has drawn since an observer looked
        self.second_discard = second_discard
        self.supply = supply  # faces of the tokens not drawn yet
        self.token_draws = token_draws  # as `draws`, for tokens
        self.token_face = token_face  # by token that was drawn: its face,
        self.seen = seen  # and who has seen it: a bit for each seat, and one for the spectators
        self.tokens_gone = tokens_gone  # in the order of leaving the game
        self.turn = turn  # what was played in this turn, as phrases
        self.fed = fed  # has the active player put a card on the first discard in this turn (Y3.2)?
        self.in_play: i64 = in_play  # the half named to take a Dionysus, or the shield about to lock, or NONE
        self.transit = transit  # a Dionysus is taken and not laid yet,
        self.transit_tokens = transit_tokens  # with these tokens on it
        self.looking = looking  # cards that Graeae shows
        self.holding: i64 = holding  # the token about to be placed, or NONE

    def chance_from(self, rng: Stream) -> None:
        """Chance comes from that stream; what a position wanted to be drawn is forgotten."""
        self.rng = rng
        self.draws = []
        self.token_draws = []

    def clone(self) -> EphyranState:
        """A state that can be played on without touching this one."""
        other = EphyranState(
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
            [p.clone() for p in self.players],
            self.athena,
            self.active,
            self.last_round,
            self.pile[:],
            self.draws,
            self.first_discard[:],
            self.second_discard[:],
            self.supply[:],
            self.token_draws,
            self.token_face,
            self.seen,
            self.tokens_gone,
            self.turn[:],
            self.fed,
            self.in_play,
            self.transit,
            self.transit_tokens,
            self.looking,
            self.holding,
        )
        other.turns_begun = self.turns_begun
        return other

    @property
    def exchanged_areas_are_spent(self) -> bool:
        """Does an area exchanged with a hand card go to the second discard (Y4.5)? In version 1: into the hand."""
        return self.origin.rules >= 2

    def others(self, seat: int) -> list[int]:
        """The other seats clockwise from that seat, that is by ascending numbers (Y2.1); a list not to be changed."""
        return _OTHERS[len(self.players)][seat]
