"""Positions of Ephyran: a state from a dict and back; the shapes are those of the view."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.log import Log
from pediment.core.engine.state import Frame, Origin
from pediment.core.errors import PositionError, brief
from pediment.core.position import Reader
from pediment.games.ephyran.io.log import card_id
from pediment.games.ephyran.io.view import SPECTATOR
from pediment.games.ephyran.rules.edition import CARD_OF_ID, IDS, EphyranEdition
from pediment.games.ephyran.rules.flow import ROUNDS
from pediment.games.ephyran.rules.moves import TOKEN_REVEALED, card_of, reveal_cities
from pediment.games.ephyran.rules.state import EphyranState, Player, new_player
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    CARDS,
    CITY,
    DIONYSUS,
    DIONYSUS_AREA,
    FACES,
    FIRST_BONUS,
    GODS,
    HAND,
    LATER_BONUS,
    NONE,
    SHIELD,
)

_FIELDS: Final = [
    "game", "edition", "gods", "to_move", "athena", "last_round", "over", "seats", "draws", "pile_size", "supply",
    "supply_size", "tokens_gone", "first_discard", "second_discard", "played", "seed", "rules",
]  # fmt: skip
_SEAT_FIELDS: Final = ["god", "city_bonus", "hand", "territories"]


class EphyranReader(Reader):
    """Reads a position into a state."""

    def __init__(self, position: Any, edition: EphyranEdition) -> None:
        super().__init__(position)
        self.edition = edition
        self.placed: set[int] = set()
        self.dionysus = 0
        self.faces = edition.tokens[:]  # tokens not placed yet
        self.token_face: list[int] = []
        self.seen: list[int] = []

    def card(self, name: Any, where: str) -> int:
        """A card by its id, "dionysus" too; NONE with a problem noted."""
        if isinstance(name, str) and name.lower() == "dionysus":
            self.dionysus += 1
            if self.dionysus == len(self.position["seats"]) + 1:
                self.note(where, "more Dionysus cards than seats (Y2.1)")
            return DIONYSUS
        card = CARD_OF_ID.get(name.upper(), NONE) if isinstance(name, str) else NONE
        if card == NONE:
            self.note(where, f"unknown card {brief(name)}")
        elif card in self.placed:
            self.note(where, f"{name} is in the position twice")
        self.placed.add(card)
        return card

    def cards(self, field: str) -> list[int]:
        """A list of cards."""
        found = [self.card(name, f"{field}[{i}]") for i, name in enumerate(self.items(self.position, "", field))]
        return [card for card in found if card != NONE]

    def face(self, name: Any, where: str) -> int:
        """The face of a token that is still to be had; NONE with a problem noted."""
        face = FACES.index(name) if name in FACES else NONE
        if face == NONE:
            self.note(where, f"unknown token {brief(name)}; there are {', '.join(FACES)}")
        elif face not in self.faces:
            self.note(where, f"more {brief(name)} tokens than exist")
            return NONE
        else:
            self.faces.remove(face)
        return face

    def token(self, item: Any, where: str, seen: int) -> int:
        """A token that was drawn: a word, or its face and who has seen it."""
        if isinstance(item, dict):
            self.fields(item, f"{where}.", ["token", "seen"])
            seats = self.items(item, f"{where}.", "seen")
            if any(type(seat) is not int or not 0 <= seat < SPECTATOR for seat in seats):
                self.note(f"{where}.seen", f"must be seats from 0 to {SPECTATOR - 1}, not {brief(seats)}")
            elif "seen" in item:
                seen = sum(1 << seat for seat in set(seats))
            item = item.get("token")
        face = self.face(item, where)
        if face == NONE:
            return NONE
        self.token_face.append(face)
        self.seen.append(seen)
        return len(self.token_face) - 1

    def tokens(self, items: list[Any], where: str, seen: int) -> list[int]:
        """Tokens in their order."""
        found = [self.token(item, f"{where}[{i}]", seen) for i, item in enumerate(items)]
        return [token for token in found if token != NONE]

    def player(self, seat: int, values: Any) -> Player:
        """One seat; its god is settled when all are read."""
        where = f"seats[{seat}]"
        values = self.table(values, where, _SEAT_FIELDS)
        p = new_player(NONE)
        p.city_bonus = self.number(values, f"{where}.", "city_bonus", 0, 0, FIRST_BONUS)
        if p.city_bonus not in (0, LATER_BONUS, FIRST_BONUS):
            self.note(f"{where}.city_bonus", f"must be 0, {LATER_BONUS} or {FIRST_BONUS}, not {p.city_bonus} (Y7.2)")
        god = values.get("god")
        if god in GODS:
            p.god = GODS.index(god)
        elif god is not None:
            self.note(f"{where}.god", f"unknown god {brief(god)}; there are {', '.join(GODS)}")
        for i, item in enumerate(self.items(values, f"{where}.", "hand")):
            self.hand_card(p, item, f"{where}.hand[{i}]")
        territories = values.get("territories", {})
        for name, territory in self.table(territories, f"{where}.territories", GODS).items():
            if name in GODS:
                self.territory(seat, p, GODS.index(name), territory, f"{where}.territories.{name}")
        if p.size() == CITY and not p.city_bonus:
            self.note(f"{where}.city_bonus", "16 areas, but no city bonus (Y7.2)")
        return p

    def hand_card(self, p: Player, item: Any, where: str) -> None:
        """A card of a hand: a word, or with `known`."""
        fields = item if isinstance(item, dict) else {"card": item}
        self.fields(fields, f"{where}.", ["card", "known"])
        card = self.card(fields.get("card"), where)
        known = fields.get("known", False)
        if not isinstance(known, bool):
            self.note(f"{where}.known", f"must be true or false, not {brief(known)}")
        if card != NONE:
            p.hand.append(card)
            if known is True or card == DIONYSUS:  # which is always known (Y8.1)
                p.known.append(card)

    def territory(self, seat: int, p: Player, god: int, values: Any, where: str) -> None:
        """Areas from number 1 up, and the lock."""
        values = self.table(values, where, ["locked", "areas"])
        for at, item in enumerate(self.items(values, f"{where}.", "areas")):
            self.area(seat, p, god, at, item, f"{where}.areas[{at}]")
        lock = values.get("locked")
        if lock is None:
            return
        card = self.card(lock, f"{where}.locked")
        if card == DIONYSUS or (card != NONE and SHIELD not in self.edition.support[2 * card : 2 * card + 2]):
            self.note(f"{where}.locked", f"{lock} has no shield (Y4.7)")
        elif not p.areas[god]:
            self.note(f"{where}.locked", "a lock needs a territory with an area (Y4.7)")
        p.lock(god, card)

    def area(self, seat: int, p: Player, god: int, at: int, item: Any, where: str) -> None:
        """One area: short "TS04a" or "dionysus", or the view's shape."""
        fields = item if isinstance(item, dict) else _short(item)
        self.fields(fields, f"{where}.", ["card", "half", "creature", "tokens"])
        card = self.card(fields.get("card"), where)
        half = DIONYSUS_AREA
        if card not in (NONE, DIONYSUS):
            if fields.get("half") not in ("a", "b"):
                self.note(f"{where}.half", f'must be "a" or "b", not {brief(fields.get("half"))}')
                return
            half = 2 * card + "ab".index(fields["half"])
            if at >= AREAS or self.edition.god[half] != god or self.edition.number[half] != at + 1:
                self.note(where, f"{card_id(card)}{fields['half']} does not fit {GODS[god]} {at + 1} (Y3.3)")
        elif at >= AREAS:
            self.note(where, f"a territory has {AREAS} areas (Y1.2)")
        tokens = self.tokens(self.items(fields, f"{where}.", "tokens"), f"{where}.tokens", 1 << seat)
        if card != NONE and at < AREAS:
            p.lay(god, half, tokens)

    def gods(self, players: list[Player]) -> None:
        """A god missing is the first free one."""
        named = [p.god for p in players if p.god != NONE]
        for seat, p in enumerate(players):
            if p.god != NONE and p.god in [other.god for other in players[:seat]]:
                self.note(f"seats[{seat}].god", f"{GODS[p.god]} is named twice (Y2.1)")
        for p in players:
            if p.god == NONE:
                p.god = next(god for god in range(AREAS) if god not in named)
                named.append(p.god)

    def before_the_deal(self, players: list[Player], pile: int) -> None:
        """While gods are chosen, nobody has one by the position, and there is a card for everybody's hand."""
        for seat, p in enumerate(players):
            if p.god != NONE:
                self.note(f"seats[{seat}].god", '"choose" says that the gods are still to be chosen')
        if pile < HAND * len(players):
            self.note("pile_size", f"the deal takes {HAND * len(players)} cards, not {pile} (Y2.1)")

    def pile(self, draws: list[int], second_discard: list[int]) -> list[int]:
        """Cards named nowhere; with `pile_size` the rest lies at the bottom of the second discard."""
        unnamed = [card for card in range(CARDS) if card not in self.placed]
        if "pile_size" in self.position:
            size = self.number(self.position, "", "pile_size", len(draws), len(draws), len(draws) + len(unnamed))
            second_discard[:0] = unnamed[size - len(draws) :]
            unnamed = unnamed[: size - len(draws)]
        return draws + unnamed

    def supply(self, gone: list[int]) -> tuple[list[int], list[int]]:
        """Faces of the supply and those to come next; with `supply_size` the rest is gone, seen by nobody."""
        names = self.items(self.position, "", "supply")
        coming = [self.face(name, f"supply[{i}]") for i, name in enumerate(names)]
        coming = [face for face in coming if face != NONE]
        left = self.faces[:]
        if "supply_size" in self.position:
            size = self.number(self.position, "", "supply_size", len(coming), len(coming), len(coming) + len(left))
            for face in left[size - len(coming) :]:
                gone.append(len(self.token_face))
                self.token_face.append(face)
                self.seen.append(0)
            left = left[: size - len(coming)]
        return coming + left, coming

    def state(self, origin: Origin) -> EphyranState:
        """The state before its first question; raises PositionError if anything was noted."""
        position = self.position
        self.check_game("ephyran", _FIELDS)
        seats = self.seats("Y2.1")
        n = len(seats)
        players = [self.player(seat, values) for seat, values in enumerate(seats)]
        choosing = position.get("gods") == "choose"
        if not choosing:
            self.gods(players)
        athena = self.number(position, "", "athena", 0, 0, n - 1)
        to_move = self.number(position, "", "to_move", athena, 0, n - 1)
        first, second = self.cards("first_discard"), self.cards("second_discard")
        gone = self.tokens(self.items(position, "", "tokens_gone"), "tokens_gone", 0)
        draws = self.cards("draws")
        if DIONYSUS in draws:
            self.note("draws", "there is no Dionysus in the draw pile (Y2.1)")
        pile = self.pile(draws, second)
        supply, coming = self.supply(gone)
        self.check_seed(n)
        for field in ("last_round", "over"):
            if not isinstance(position.get(field, False), bool):
                self.note(field, f"must be true or false, not {brief(position[field])}")
        over = position.get("over", False)
        dealt = over or any(p.hand or p.size() or p.city_bonus for p in players)
        if "gods" in position and (not choosing or dealt):
            self.note("gods", '"choose" is possible only before the deal')
        if choosing:
            self.before_the_deal(players, len(pile))
        if self.problems:
            raise PositionError(self.problems)
        last = position.get("last_round", False) or not pile or any(p.city_bonus for p in players) or over
        stack = [] if over else [Frame(ROUNDS.id, NONE, NONE, 0, 0, 0 if choosing else 2)]
        before = NONE if over or choosing else (to_move - 1) % n
        state = EphyranState(
            origin, origin.stream("draws"), stack, Answers(), NONE, [], Log([]), [], 0,
            self.edition, players, athena, before, last and not choosing, pile, draws[::-1], first, second,
            supply, coming[::-1], vec[i64](self.token_face), vec[i64](self.seen), gone,
            [], False, NONE, False, [], [], NONE,
        )  # fmt: skip
        if over:
            reveal_cities(state)  # Y7.3
        return state


def _short(item: Any) -> dict[str, Any]:
    """The fields of a short area: "TS04a" or "dionysus"."""
    if not isinstance(item, str) or item.lower() == "dionysus":
        return {"card": item}
    return {"card": item[:-1], "half": item[-1:].lower()}


def describe_start(s: EphyranState, now: EphyranState) -> dict[str, Any]:
    """The position at the start of a turn; `draws` and `supply` have what became known until `now`."""
    n = len(s.players)
    since = now.revealed[len(s.revealed) :]
    draws = [card for card in since if card < TOKEN_REVEALED] + now.draws[::-1]
    supply = [face - TOKEN_REVEALED for face in since if face >= TOKEN_REVEALED] + now.token_draws[::-1]
    position: dict[str, Any] = {
        "game": "ephyran",
        "athena": s.athena,
        "seats": [_describe_seat(s, p) for p in s.players],
        "draws": [card_id(card) for card in draws],
        "supply": [FACES[face] for face in supply],
        "tokens_gone": [_describe_token(s, token) for token in s.tokens_gone],
        "first_discard": [card_id(card) for card in s.first_discard],
        "second_discard": [card_id(card) for card in s.second_discard],
    }
    if any(p.god == NONE for p in s.players):
        return position | {"gods": "choose"}
    if s.stack:
        return position | {"to_move": s.active, "last_round": s.last_round}
    return position | {"over": True, "last_round": True, "to_move": (s.athena - 1) % n}


def _describe_seat(s: EphyranState, p: Player) -> dict[str, Any]:
    known = p.known[:]
    hand: list[Any] = []
    for card in p.hand:
        if card in known:
            known.remove(card)
            hand.append("dionysus" if card == DIONYSUS else {"card": IDS[card], "known": True})
        else:
            hand.append(card_id(card))
    shown: dict[str, Any] = {} if p.god == NONE else {"god": GODS[p.god]}
    shown |= {"city_bonus": p.city_bonus, "hand": hand, "territories": {}}
    for god in range(AREAS):
        if not p.areas[god]:
            continue
        shown["territories"][GODS[god]] = {
            "locked": None if p.locks[god] == NONE else card_id(p.locks[god]),
            "areas": [
                _describe_area(s, half, tokens) for half, tokens in zip(p.areas[god], p.tokens[god], strict=True)
            ],
        }
    return shown


def _describe_area(s: EphyranState, half: int, tokens: list[int]) -> dict[str, Any]:
    shown: dict[str, Any] = {"card": card_id(card_of(half))}
    if half != DIONYSUS_AREA:
        shown["half"] = "ab"[half % 2]
    return shown | {"tokens": [_describe_token(s, token) for token in tokens]}


def _describe_token(s: EphyranState, token: int) -> dict[str, Any]:
    seats = [seat for seat in range(len(s.players)) if s.seen[token] >> seat & 1]
    return {"token": FACES[s.token_face[token]], "seen": seats}


def read(origin: Origin, edition: EphyranEdition) -> EphyranState:
    """The state of the origin's position before its first question. Raises PositionError with every problem."""
    return EphyranReader(origin.position, edition).state(origin)
