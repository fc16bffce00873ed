"""The rules of Ephyran once more, read a second time and written as plainly as possible.

Every question is yielded as (seat, labels), and its answer is sent back; a question with one answer is not put, except
a reaction (Y4.9). Nothing is taken from the engine but the halves of the cards and which card or token chance brought
to light. Nothing here is fast or clever: `test_second.py` compares the engine with it, answer by answer, for each seat.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, TypeAlias, TypeVar

from pediment.games.ephyran.rules.edition import EDITIONS, IDS
from pediment.games.ephyran.rules.vocabulary import NO_SUPPORT, SUPPORTS
from tests.games.ephyran.common import GODS

T = TypeVar("T")
Play: TypeAlias = Generator[tuple[int, list[str]], str, T]

DIONYSUS: Final = "dionysus"
POINTS: Final = {"thunderbolt": 3, "trident": 2, "owl": 1, "helmet": -1}


class Half:
    """What is printed on half a card: a place and a creature, or a Support (Y1.3)."""

    def __init__(self, number: int) -> None:
        edition = EDITIONS.standard
        self.name = IDS[number // 2] + "ab"[number % 2]
        self.label = self.name.lower()
        support = edition.support[number]
        self.support = "" if support == NO_SUPPORT else SUPPORTS[support]
        self.god = "" if self.support else GODS[edition.god[number]]
        self.number = edition.number[number]
        self.creature = edition.creature[number]
        self.points = edition.points[number]


HALVES: Final = {IDS[n // 2] + "ab"[n % 2]: Half(n) for n in range(2 * len(IDS))}


def halves(card: str) -> list[Half]:
    """Both; a Dionysus has none."""
    return [] if card == DIONYSUS else [HALVES[card + "a"], HALVES[card + "b"]]


def card_of(half: str) -> str:
    """The card of an area."""
    return half if half == DIONYSUS else half[:-1]


def card_named(label: str) -> str:
    """The card that a label ends with."""
    word = label.split()[-1]
    return word if word == DIONYSUS else word.upper()


def half_named(label: str) -> str:
    """The half that a label ends with."""
    word = label.split()[-1]
    return word if word == DIONYSUS else word[:-1].upper() + word[-1]


class Token:
    """An added token, and who has seen it (Y5.3)."""

    def __init__(self, face: str, seen: set[int]) -> None:
        self.face = face
        self.seen = seen


class Area:
    """A half or a Dionysus in a city, and the added tokens on it."""

    def __init__(self, half: str, tokens: list[Token]) -> None:
        self.half = half
        self.tokens = tokens


class Seat:
    """A player."""

    def __init__(self, god: str, city_bonus: int) -> None:
        self.god = god
        self.city_bonus = city_bonus
        self.hand: list[str] = []
        self.known: list[str] = []
        self.city: dict[str, list[Area]] = {god: [] for god in GODS}
        self.locks: dict[str, str | None] = dict.fromkeys(GODS)

    def unlocked(self) -> list[str]:
        """Territories that can be changed (Y4.7)."""
        return [god for god in GODS if self.locks[god] is None]

    def built(self) -> list[str]:
        """Those of them with an area."""
        return [god for god in self.unlocked() if self.city[god]]

    def with_room(self) -> list[str]:
        """Those of them with fewer than four."""
        return [god for god in self.unlocked() if len(self.city[god]) < 4]

    def has(self, god: str, n: int) -> bool:
        """Is there such an area, unlocked?"""
        return god in self.unlocked() and len(self.city[god]) >= n

    def places(self) -> list[tuple[str, int]]:
        """All unlocked areas."""
        return [(god, n) for god in self.unlocked() for n in range(1, len(self.city[god]) + 1)]

    def spend(self, card: str) -> None:
        """A card leaves the hand."""
        self.hand.remove(card)
        if card in self.known:
            self.known.remove(card)


class Second:
    """A game from a description at the start of a turn, played by `game`."""

    def __init__(self, described: dict[str, Any], view: dict[str, Any]) -> None:
        self.seats: list[Seat] = []
        for shown in described["seats"]:
            seat = Seat(shown["god"], shown["city_bonus"])
            for item in shown["hand"]:
                card = item["card"] if isinstance(item, dict) else item
                seat.hand.append(card)
                if isinstance(item, dict) or card == DIONYSUS:
                    seat.known.append(card)
            for god, territory in shown["territories"].items():
                seat.locks[god] = territory["locked"]
                seat.city[god] = [
                    Area(area["card"] + area.get("half", ""), [self.token(token) for token in area["tokens"]])
                    for area in territory["areas"]
                ]
            self.seats.append(seat)
        self.gone = [self.token(token) for token in described["tokens_gone"]]
        self.first: list[str] = list(view["first_discard"])
        self.second: list[str] = list(view["second_discard"])
        self.pile: int = view["pile_size"]
        self.supply: int = view["supply_size"]
        self.athena: int = view["athena"]
        self.active: int | None = view["active"]
        self.last_round: bool = view["last_round"]
        self.over = self.fed = False
        self.draws_at_the_end = True
        self.turn: list[tuple[int, str]] = []
        self.in_play: str | None = None
        self.transit: list[Token] | None = None
        self.looking: list[str] = []
        self.holding: Token | None = None
        self.cards_revealed: list[str] = []
        self.tokens_revealed: list[str] = []
        """What chance brought since the last answer; whoever plays fills both."""

    def token(self, described: dict[str, Any]) -> Token:
        """A token of a description."""
        return Token(described["token"], set(described["seen"]))

    # What a viewer knows (Y8)

    def face(self, token: Token, viewer: int | None) -> str | None:
        """Its face, for those who have seen it; at the end for all, in cities (Y7.3)."""
        in_city = any(token in area.tokens for seat in self.seats for areas in seat.city.values() for area in areas)
        return token.face if viewer in token.seen or (self.over and in_city) else None

    def shown(self, half: str, tokens: list[Token], viewer: int | None) -> dict[str, Any]:
        """An area."""
        joker = half == DIONYSUS
        return {
            "card": card_of(half),
            "half": None if joker else half[-1],
            "creature": "Dionysus" if joker else HALVES[half].creature,
            "tokens": [self.face(token, viewer) for token in tokens],
        }

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What can be compared with a view."""
        return {
            "seats": [
                {
                    "god": seat.god,
                    "hand_size": len(seat.hand),
                    "known": sorted(seat.known),
                    "city_bonus": seat.city_bonus,
                    "territories": {
                        god: {
                            "locked": seat.locks[god],
                            "areas": [self.shown(area.half, area.tokens, viewer) for area in seat.city[god]],
                        }
                        for god in GODS
                    },
                }
                for seat in self.seats
            ],
            "hand": [] if viewer is None else sorted(self.seats[viewer].hand),
            "pile_size": self.pile,
            "first_discard": self.first,
            "second_discard": self.second,
            "supply_size": self.supply,
            "tokens_gone": [self.face(token, viewer) for token in self.gone],
            "active": self.active,
            "athena": self.athena,
            "last_round": self.last_round,
            "in_play": self.in_play,
            "transit": None if self.transit is None else self.shown(DIONYSUS, self.transit, viewer),
            "looking": sorted(self.looking) if viewer == self.active else [],
            "looking_size": len(self.looking),
            "holding": None if self.holding is None else self.face(self.holding, viewer),
            "turn": [[k, "keep" if label.startswith("keep") and k != viewer else label] for k, label in self.turn],
        }

    def totals(self, viewer: int | None) -> list[int]:
        """The points as a viewer knows them (Y7.2 to Y7.4, Y8.1)."""
        return [self.points(seat, viewer) for seat in self.seats]

    def points(self, seat: Seat, viewer: int | None) -> int:
        """Those of a city."""
        found = seat.city_bonus
        jokers = [god for god in GODS if any(area.half == DIONYSUS for area in seat.city[god])]
        scores = seat.god if seat.god in jokers else jokers[0] if jokers else None
        for god in GODS:
            printed = [HALVES[area.half] for area in seat.city[god] if area.half != DIONYSUS]
            creatures = {half.creature for half in printed}
            here = len(creatures) + (len(creatures) == 4) + (god == scores) + sum(half.points for half in printed)
            for area in seat.city[god]:
                faces = [self.face(token, viewer) for token in area.tokens]
                here += sum(POINTS[face] for face in faces if face is not None)
            found += here * (2 if god == seat.god else 1)
        return found

    # Moves

    def ask(self, k: int, labels: list[str], reaction: bool = False) -> Play[str]:
        """A question with one answer is not put; that somebody let it happen is not noted (Y4.10)."""
        labels = list(dict.fromkeys(labels))
        if len(labels) == 1 and not reaction:
            return labels[0]
        label = yield k, labels
        if label != "let it happen":
            self.turn.append((k, label))
        return label

    def others(self, k: int) -> list[int]:
        """Clockwise from that seat."""
        n = len(self.seats)
        return [(k + i) % n for i in range(1, n)]

    def leave_pile(self) -> str:
        """Y7.6."""
        self.pile -= 1
        self.last_round |= self.pile == 0
        return self.cards_revealed.pop(0)

    def draw(self, k: int) -> Play[None]:
        """Y3.1, Y3.2."""
        tops = ["draw pile"] * (self.pile > 0) + ["draw discard"] * bool(self.first and not self.fed)
        if tops:
            label = yield from self.ask(k, tops)
            card = self.leave_pile() if label == "draw pile" else self.first.pop()
            self.seats[k].hand.append(card)
            if label == "draw discard":
                self.seats[k].known.append(card)

    def lay(self, k: int, god: str, half: str, tokens: list[Token]) -> None:
        """A new area (Y7.2)."""
        seat = self.seats[k]
        seat.city[god].append(Area(half, tokens))
        if sum(map(len, seat.city.values())) == 16 and not seat.city_bonus:
            seat.city_bonus = 1 if any(other.city_bonus for other in self.seats) else 3
            self.last_round = True

    def replace(self, area: Area, half: str) -> str:
        """Another half in its place: its tokens leave the game; returns the old card."""
        self.gone += area.tokens
        old, area.half, area.tokens = area.half, half, []
        return card_of(old)

    def owners(self, k: int, half: Half) -> list[int]:
        """From whom the half takes a Dionysus (Y6.3)."""
        others = [other for other in self.others(k) if self.seats[other].has(half.god, half.number)]
        return [other for other in others if self.area(other, half.god, half.number).half == DIONYSUS]

    def area(self, k: int, god: str, n: int) -> Area:
        """One area of a city."""
        return self.seats[k].city[god][n - 1]

    def actions(self, k: int, again: bool) -> list[str]:
        """Y3.1."""
        seat = self.seats[k]
        found = [f"discard {card.lower()}" for card in seat.hand]
        if DIONYSUS in seat.hand:
            found += [f"dionysus {god}" for god in seat.with_room()]
            found += [f"change {god} with dionysus" for god in seat.built()]
        for card in seat.hand:
            for half in halves(card):
                if half.support:
                    if not again and self.playable(half.support, k, card):
                        found.append(f"support {half.support} {card.lower()}")
                    continue
                if half.god in seat.unlocked() and len(seat.city[half.god]) == half.number - 1:
                    found.append(f"add {half.label}")
                if half.god in seat.built() and len(seat.city[half.god]) == half.number:
                    found.append(f"change {half.god} with {half.label}")
                if seat.with_room() and self.owners(k, half):
                    found.append(f"take dionysus with {half.label}")
        return found

    def playable(self, support: str, k: int, card: str) -> bool:
        """Y9."""
        seat = self.seats[k]
        others = [self.seats[other] for other in self.others(k)]
        match support:
            case "castor-pollux":
                return bool(self.pile or self.first or len(seat.hand) > 1)
            case "graeae":
                return self.pile > 0
            case "athena-token":
                return self.supply > 0 and bool(seat.built())
            case "ares-theft":
                return bool(seat.built()) and any(map(self.stealable, self.others(k)))
            case "athena-exchange":
                hand = [other for other in seat.hand if other != card]
                return any(self.counterparts(k, god, n, hand) for god, n in seat.places())
            case "ares-destruction":
                return any(other.built() for other in others)
            case "shield":
                return bool(seat.built())
        return any(lock for other in self.seats for lock in other.locks.values())

    def stealable(self, k: int) -> list[str]:
        """The added tokens that a seat can lose."""
        return [
            f"steal {god} {n} {j}"
            for god, n in self.seats[k].places()
            for j in range(1, len(self.area(k, god, n).tokens) + 1)
        ]

    def counterparts(self, k: int, god: str, n: int, hand: list[str]) -> list[str]:
        """For what an own area can be exchanged (Y4.5)."""
        fitting = [half for card in hand for half in halves(card) if (half.god, half.number) == (god, n)]
        found = [f"with {half.label}" for half in fitting] + ["with dionysus"] * (DIONYSUS in hand)
        return found + [f"with seat {other}" for other in self.others(k) if self.seats[other].has(god, n)]

    def act(self, k: int, again: bool) -> Play[None]:
        """The action of a turn, or the further one of Castor & Pollux."""
        seat = self.seats[k]
        label = yield from self.ask(k, self.actions(k, again))
        match label.split():
            case ["discard", _]:
                self.put_on_first(k, card_named(label))
            case ["add", _]:
                half = half_named(label)
                seat.spend(card_of(half))
                self.lay(k, HALVES[half].god, half, [])
            case ["dionysus", god]:
                seat.spend(DIONYSUS)
                self.lay(k, god, DIONYSUS, [])
            case ["change", god, "with", _]:
                half = half_named(label)
                seat.spend(card_of(half))
                self.first.append(self.replace(seat.city[god][-1], half))
                self.fed = True
            case ["take", *_]:
                yield from self.take_dionysus(k, half_named(label))
            case [_, support, _]:
                yield from self.support(k, support, card_named(label))

    def put_on_first(self, k: int, card: str) -> None:
        """Discard a card of the hand (Y3.5)."""
        self.seats[k].spend(card)
        self.first.append(card)
        self.fed = True

    def take_dionysus(self, k: int, half: str) -> Play[None]:
        """Y6.3."""
        seat = self.seats[k]
        seat.spend(card_of(half))
        self.in_play = half
        printed = HALVES[half]
        label = yield from self.ask(k, [f"seat {other}" for other in self.owners(k, printed)])
        area = self.area(int(label.split()[1]), printed.god, printed.number)
        self.in_play = None
        self.transit, area.half, area.tokens = area.tokens, half, []
        self.look(k, self.transit)
        label = yield from self.ask(k, [f"dionysus {god}" for god in seat.with_room()])
        tokens, self.transit = self.transit, None
        self.lay(k, label.split()[1], DIONYSUS, tokens)

    def look(self, k: int, tokens: list[Token]) -> None:
        """A new owner looks at once (Y5.2)."""
        for token in tokens:
            token.seen.add(k)

    # Supports (Y4)

    def support(self, k: int, support: str, card: str) -> Play[None]:
        """One of the eight."""
        seat = self.seats[k]
        seat.spend(card)
        if support == "shield":
            self.in_play = card
        else:
            self.second.append(card)
        match support:
            case "castor-pollux":
                yield from self.draw(k)
                yield from self.draw(k)
                if seat.hand:
                    yield from self.act(k, again=True)
                self.draws_at_the_end = False
            case "graeae":
                yield from self.graeae(k)
            case "athena-token":
                if not (yield from self.blocked(self.others(k), "hecate")):
                    self.supply -= 1
                    yield from self.place(k, Token(self.tokens_revealed.pop(0), {k}))
            case "ares-theft":
                yield from self.theft(k)
            case "athena-exchange":
                yield from self.exchange(k)
            case "ares-destruction":
                yield from self.destruction(k)
            case "shield":
                label = yield from self.ask(k, [f"lock {god}" for god in seat.built()])
                seat.locks[label.split()[1]] = card
                self.in_play = None
            case _:
                yield from self.unlock(k)

    def graeae(self, k: int) -> Play[None]:
        """Look at three, keep one, put the others."""
        self.draws_at_the_end = False
        self.looking = [self.leave_pile() for _ in range(min(3, self.pile))]
        verb = "keep"
        while self.looking:
            label = yield from self.ask(k, [f"{verb} {card.lower()}" for card in self.looking])
            card = card_named(label)
            self.looking.remove(card)
            (self.seats[k].hand if verb == "keep" else self.first).append(card)
            verb = "put"

    def blocked(self, defenders: list[int], defence: str) -> Play[bool]:
        """Y4.9: who holds the card is asked; the first defence ends it."""
        for other in defenders:
            seat = self.seats[other]
            cards = [card for card in seat.hand if any(half.support == defence for half in halves(card))]
            if cards:
                labels = [f"{defence} {card.lower()}" for card in cards]
                label = yield from self.ask(other, [*labels, "let it happen"], reaction=True)
                if label != "let it happen":
                    seat.spend(card_named(label))
                    self.second.append(card_named(label))
                    if self.pile:
                        seat.hand.append(self.leave_pile())
                    return True
        return False

    def place(self, k: int, token: Token) -> Play[None]:
        """Y5.1."""
        self.holding = token
        label = yield from self.ask(k, [f"place {god} {n}" for god, n in self.seats[k].places()])
        _, god, n = label.split()
        self.holding = None
        self.area(k, god, int(n)).tokens.append(token)

    def theft(self, k: int) -> Play[None]:
        """Y4.4."""
        label = yield from self.ask(k, [f"seat {other}" for other in self.others(k) if self.stealable(other)])
        victim = int(label.split()[1])
        label = yield from self.ask(k, self.stealable(victim))
        _, god, n, j = label.split()
        if not (yield from self.blocked([victim], "hecate")):
            token = self.area(victim, god, int(n)).tokens.pop(int(j) - 1)
            self.look(k, [token])
            yield from self.place(k, token)

    def exchange(self, k: int) -> Play[None]:
        """Y4.5."""
        seat = self.seats[k]
        places = [(god, n) for god, n in seat.places() if self.counterparts(k, god, n, seat.hand)]
        label = yield from self.ask(k, [f"exchange {god} {n}" for god, n in places])
        god, n = label.split()[1], int(label.split()[2])
        label = yield from self.ask(k, self.counterparts(k, god, n, seat.hand))
        mine = self.area(k, god, n)
        if not label.startswith("with seat"):
            seat.spend(card_of(half_named(label)))
            self.second.append(self.replace(mine, half_named(label)))
            return
        other = int(label.split()[2])
        if not (yield from self.blocked([other], "shield")):
            theirs = self.area(other, god, n)
            mine.half, theirs.half = theirs.half, mine.half
            mine.tokens, theirs.tokens = theirs.tokens, mine.tokens
            self.look(k, mine.tokens)
            self.look(other, theirs.tokens)

    def destruction(self, k: int) -> Play[None]:
        """Y4.6."""
        label = yield from self.ask(k, [f"seat {other}" for other in self.others(k) if self.seats[other].built()])
        victim = int(label.split()[1])
        if not (yield from self.blocked([victim], "shield")):
            seat = self.seats[victim]
            label = yield from self.ask(victim, [f"destroy {god}" for god in seat.built()])
            area = seat.city[label.split()[1]].pop()
            self.second.append(card_of(area.half))
            self.gone += area.tokens

    def unlock(self, k: int) -> Play[None]:
        """Y4.8."""
        owners = [other for other, seat in enumerate(self.seats) if any(seat.locks.values())]
        label = yield from self.ask(k, [f"seat {other}" for other in owners])
        seat = self.seats[int(label.split()[1])]
        label = yield from self.ask(k, [f"unlock {god}" for god in GODS if seat.locks[god]])
        god = label.split()[1]
        self.second.append(seat.locks[god] or "")
        seat.locks[god] = None

    def game(self) -> Play[None]:
        """Turn after turn, until the last round is played out (Y7.1)."""
        while self.active is not None:
            k = self.active
            self.turn = []
            self.fed = False
            self.draws_at_the_end = True
            if self.seats[k].hand:
                yield from self.act(k, again=False)
            if self.draws_at_the_end:
                yield from self.draw(k)
            self.active = (k + 1) % len(self.seats)
            if self.last_round and self.active == self.athena:
                self.active = None
                self.turn = []
                self.over = True
