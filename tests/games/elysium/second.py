"""The rules of Elysium once more, read a second time and written as plainly as possible.

Every question is yielded as (seat, labels), and its answer is sent back; a question with one answer is not put. Nothing
is taken from the engine but the facts of the cards, what stands in the edition, and which card chance brought to light.
Nothing here is fast or clever: `test_second.py` compares the engine with it, answer by answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable
from typing import Any, Final, TypeAlias, TypeVar

import pediment

T = TypeVar("T")
Play: TypeAlias = Generator[tuple[int, list[str]], str, T]

GAME: Final = pediment.game("elysium")
FACTS: Final = {card: GAME.card(card) for card in GAME.cards()}
ORDER: Final = [*GAME.cards(), "citizen"]
COLOURS: Final = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
SIMPLE_GAINS: Final = {
    "ares.hoplites": "pp", "ares.initiation": "pp", "hephaestus.divine-aid": "gold",
    "hephaestus.initiation": "gold", "zeus.garden-of-the-hesperides": "vp", "zeus.initiation": "vp",
}  # fmt: skip
GAINS_FOR_A_CARD: Final = {
    "ares.go-tell-the-spartans": "pp", "hephaestus.slaves": "gold", "zeus.trial-of-heroes": "vp",
}  # fmt: skip
GAINS_PER_CARD: Final = {"ares.glorious-victory": "pp", "hephaestus.master-builder": "gold"}
GAINS_FROM_OTHERS: Final = {
    "ares.deimos-and-phobos": "pp", "ares.water-dragon": "pp", "poseidon.raiders": "gold",
}  # fmt: skip
LOSSES_OF_OTHERS: Final = {
    "poseidon.tidal-wave": ["gold"], "poseidon.initiation": ["vp"], "poseidon.charybdis-and-scylla": ["vp", "gold"],
}  # fmt: skip
GAINS_AT_TRANSFERS: Final = {
    "ares.war-chariots": "pp", "hephaestus.workshop": "gold", "zeus.angels-of-zeus": "vp",
}  # fmt: skip
FOR_CITIZENS: Final = {"ares.recruiter": "pp", "hephaestus.apprentice": "gold", "zeus.alliance": "vp"}
ALWAYS: Final = {
    "athena.trade-agreement", "hades.charons-obol", "athena.naval-power", "hades.persephone", "athena.initiation",
    *SIMPLE_GAINS, *GAINS_FOR_A_CARD, *GAINS_PER_CARD,
}  # fmt: skip


class Card:
    """A physical card; a Citizen has no facts, but a deck and a place in the order of taking (E1.5, E3.2)."""

    def __init__(self, name: str, deck: int = 0, taken: int = 0) -> None:
        self.name = name
        self.deck = deck
        self.taken = taken
        self.ring = self.used = False
        facts = FACTS.get(name, {})
        self.is_citizen = not facts
        self.family: str | None = facts.get("family")
        self.level: int = facts.get("level", 0)
        self.power: str | None = facts.get("power")
        self.eleusis = bool(facts.get("eleusis"))

    def straighten(self) -> None:
        """It leaves the Domain (E7.5)."""
        self.ring = self.used = False


class Seat:
    """A player, from a view."""

    def __init__(self, shown: dict[str, Any]) -> None:
        self.disc: int = shown["disc"]
        self.purse: dict[str, int] = {counter: shown[counter] for counter in ("gold", "vp", "pp")}
        self.columns = set(shown["columns"])
        self.cards_taken: int = shown["cards_taken"]
        self.quest: int | str | None = shown["quest"]
        self.bonuses: list[str] = list(shown["bonuses"])
        self.domain: list[Card] = []
        self.elysium: list[list[Card]] = []

    def lose(self, n: int, counter: str) -> int:
        """As much as there is, n at most (E1.6)."""
        lost = min(n, self.purse[counter])
        self.purse[counter] -= lost
        return lost


def real(legend: list[Card]) -> list[Card]:
    """Its cards that are no Citizens."""
    return [card for card in legend if not card.is_citizen]


def is_family(legend: list[Card]) -> bool:
    """Is a Legend of 2 or more cards a Family Legend (E7.3)?"""
    first, second = real(legend)[:2]
    return first.family == second.family


def stand_in(legend: list[Card]) -> int | None:
    """The Level of a Citizen there, if one can join (E7.4)."""
    if len(legend) < 2:
        return None
    levels = [card.level for card in real(legend)]
    if is_family(legend):
        return 6 - levels[0] - levels[1] if len(legend) == 2 else None
    return levels[0] if len(legend) < 5 else None


def suits(legend: list[Card], card: Card) -> bool:
    """Would the Legend be legal with the card, Citizens and size left aside (E7.3)?"""
    cards = [*real(legend), card]
    levels = [one.level for one in cards]
    families = [one.family for one in cards]
    one_family = len(set(families)) == 1 and len(set(levels)) == len(cards)
    one_level = len(set(levels)) == 1 and len(set(families)) == len(cards)
    return one_family or one_level


def joins(legend: list[Card], card: Card) -> bool:
    """May the card join it (E7.2, E7.3)?"""
    full = 2 if len(legend) == 1 else 3 if is_family(legend) else 5
    return len(legend) < full and suits(legend, card)


def find(cards: Iterable[Card], name: str) -> Card:
    """The card of that name; of several Citizens the one taken first (E3.2)."""
    return min((card for card in cards if card.name == name), key=lambda card: card.taken if card.is_citizen else 0)


def without(cards: list[Card], card: Card) -> list[Card]:
    """The others."""
    return [other for other in cards if other is not card]


class Second:
    """A game from a view at the start of a turn or of a seat's transfers, played by `game`."""

    def __init__(self, view: dict[str, Any], numbers: dict[str, dict[str, int]]) -> None:
        self.numbers = numbers
        """By card, those in its power, as the edition has them."""
        self.families: list[str] = view["families"]
        self.epoch: int = view["epoch"]
        self.phase: str = view["phase"]
        self.turn: int | None = view["turn"]
        self.quests = {quest["n"]: quest for quest in view["quests"]}
        self.incomplete: dict[str, int] = view["incomplete_quest"]
        self.conditions: dict[str, str] = view["conditions"]
        self.unseen = [list(deck) for deck in view["unseen"]]
        self.face_down = [0] * len(self.unseen)
        self.order_of_taking = itertools.count()
        self.seats = [Seat(shown) for shown in view["seats"]]
        for seat, shown in zip(self.seats, view["seats"], strict=True):
            seat.elysium = [[self.read(card) for card in legend] for legend in shown["elysium"]]
            seat.domain = [self.read(card) for card in shown["domain"]]
        self.agora = [Card(name) for name in view["agora"]]
        self.oracle = [Card(name) for name in view["oracle"]]
        self.discard: list[str] = list(view["discard"])
        self.old_discards = len(self.discard)
        self.bonuses: list[str] = list(view["bonuses"])
        self.chain: list[Card] = []
        self.transfers_made: int | None = None  # in Phase III
        self.brought_to_light: list[str] = []
        """The cards that chance brought since the last answer; whoever plays fills it."""

    def read(self, shown: Any) -> Card:
        """A card as a view shows it."""
        fields = shown if isinstance(shown, dict) else {"card": shown}
        if fields["card"] == "citizen":
            return self.new_citizen(fields.get("deck", len(self.unseen) - 1))
        card = Card(fields["card"])
        card.ring = card.power == "trigger" and fields.get("ring", True)
        card.used = fields.get("used", False)
        return card

    def new_citizen(self, deck: int) -> Card:
        """A card of that deck, face down."""
        self.face_down[deck] += 1
        return Card("citizen", deck, next(self.order_of_taking))

    def shown(self, card: Card) -> Any:
        """A card as a view shows it."""
        if card.is_citizen:
            return "citizen" if card.deck == len(self.unseen) - 1 else {"card": "citizen", "deck": card.deck}
        return card.name

    def shown_in_domain(self, card: Card) -> Any:
        """With its ring and turn."""
        if card.power == "trigger" and not card.ring:
            return {"card": card.name, "ring": False}
        return {"card": card.name, "used": True} if card.used else self.shown(card)

    def view(self) -> dict[str, Any]:
        """What can be compared with a view."""
        return {
            "seats": [
                {
                    "disc": seat.disc,
                    **seat.purse,
                    "columns": "".join(letter for letter in COLOURS if letter in seat.columns),
                    "cards_taken": seat.cards_taken,
                    "quest": seat.quest,
                    "domain": [self.shown_in_domain(card) for card in seat.domain],
                    "elysium": [[self.shown(card) for card in legend] for legend in seat.elysium],
                    "bonuses": sorted(seat.bonuses),
                }
                for seat in self.seats
            ],
            "agora": [card.name for card in self.agora],
            "oracle": [card.name for card in self.oracle],
            "discard": self.discard,
            "deck_size": self.deck_size(),
            "unseen": [sorted(deck) for deck in self.unseen],
            "bonuses": sorted(self.bonuses),
            "epoch": self.epoch,
            "phase": self.phase,
            "turn": self.turn,
        }

    def n(self, card: str, name: str = "transfers") -> int:
        """A number in the power of a card."""
        return self.numbers[card][name]

    # Drawing, taking, discarding

    def deck_size(self) -> int:
        """Cards left to draw without shuffling."""
        return len(self.unseen[-1]) - self.face_down[-1]

    def can_draw(self) -> bool:
        """D of E10."""
        return self.deck_size() > 0 or self.old_discards > 0

    def has_card(self) -> bool:
        """Shuffle if need be: what was discarded in this turn stays out of it (E3.2)."""
        if self.deck_size() == 0 and self.old_discards > 0:
            self.unseen.append(self.discard[: self.old_discards])
            self.face_down.append(0)
            del self.discard[: self.old_discards]
            self.old_discards = 0
        return self.deck_size() > 0

    def reveal(self, deck: int) -> str:
        """Chance brings a card of that deck to light."""
        name = self.brought_to_light.pop(0)
        self.unseen[deck].remove(name)
        return name

    def draw(self) -> str | None:
        """The top card of the deck."""
        return self.reveal(len(self.unseen) - 1) if self.has_card() else None

    def draw_cards(self, n: int) -> list[Card]:
        """Up to n cards."""
        names = [self.draw() for _ in range(n)]
        return [Card(name) for name in names if name is not None]

    def take(self, k: int, card: Card, dismiss: bool = False) -> Play[None]:
        """The order of E4.6; `dismiss`: with a column."""
        seat = self.seats[k]
        before = list(seat.domain)
        seat.domain.append(card)
        self.pay(seat, card, before)
        if dismiss:
            yield from self.dismiss(k)
        card.ring = card.power == "trigger"
        if card.power == "instant":
            yield from self.use(card, k)

    def take_citizen(self, k: int) -> None:
        """The top card of the deck face down, if there is one."""
        if self.has_card():
            seat = self.seats[k]
            citizen = self.new_citizen(len(self.unseen) - 1)
            before = list(seat.domain)
            seat.domain.append(citizen)
            self.pay(seat, citizen, before)

    def draw_and_take(self, k: int) -> Play[None]:
        """E5.11."""
        while (name := self.draw()) is not None:
            if all(card.name != name for card in self.seats[k].domain):
                yield from self.take(k, Card(name))
                return
            self.discard.append(name)

    def take_from_oracle(self, k: int) -> Play[None]:
        """Compulsory if it is possible."""
        offered = self.takeable_oracle(self.seats[k].domain)
        if offered:
            card = yield from self.choose_card(k, "choose", offered)
            self.oracle.remove(card)
            yield from self.take(k, card)

    def takeable_oracle(self, domain: list[Card]) -> list[Card]:
        """O of E10: Oracle cards not identical to one of that Domain (E4.5)."""
        held = {card.name for card in domain}
        return [card for card in self.oracle if card.name not in held]

    def throw_away(self, k: int, card: Card) -> None:
        """Discard from the Domain; a Citizen is turned up (E5.10)."""
        self.seats[k].domain.remove(card)
        card.straighten()
        if card.is_citizen:
            self.face_down[card.deck] -= 1
        self.discard.append(self.reveal(card.deck) if card.is_citizen else card.name)

    def dismiss(self, k: int) -> Play[None]:
        """One column of your choice (E4.6)."""
        columns = self.seats[k].columns
        if columns:
            label = yield from self.ask(k, [f"dismiss {COLOURS[one]}" for one in COLOURS if one in columns])
            columns.remove(label.split()[1][0].upper())

    def pay(self, seat: Seat, moved: Card, domain: list[Card]) -> None:
        """Permanent powers of that Domain see a card taken or transferred (E5.2)."""
        for card in domain:
            counter = FOR_CITIZENS.get(card.name)
            if counter is None and card.power == "permanent" and moved.family == card.family:
                paid = "gold" if "Gold" in FACTS[card.name]["text"] else "vp"
                seat.purse[paid] += self.n(card.name, paid)
            elif counter is not None and moved.is_citizen:
                seat.purse[counter] += self.n(card.name, counter)

    # Asking

    def ask(self, k: int, labels: list[str]) -> Play[str]:
        """A question with one answer is not put."""
        labels = list(dict.fromkeys(labels))
        if len(labels) == 1:
            return labels[0]
        return (yield k, labels)

    def choose_card(self, k: int, verb: str, cards: list[Card]) -> Play[Card]:
        """One of these."""
        label = yield from self.ask(k, [f"{verb} {card.name}" for card in cards])
        return find(cards, label.removeprefix(f"{verb} "))

    def others(self, k: int) -> list[int]:
        """E5.8: from the Disc after that seat, going round."""
        order = self.by_disc()
        at = order.index(k)
        return order[at + 1 :] + order[:at]

    def by_disc(self) -> list[int]:
        """The seats in Disc order."""
        return sorted(range(len(self.seats)), key=lambda k: self.seats[k].disc)

    # Transfers

    def places(self, seat: Seat, card: Card, extra: int, free: bool) -> dict[str, int]:
        """Where the card can go, and what that costs (E7.1, E7.4)."""
        levels: dict[str, int | None] = {}
        for n, legend in enumerate(seat.elysium, 1):
            if card.is_citizen:
                levels[f"legend {n}"] = stand_in(legend)
            elif joins(legend, card):
                levels[f"legend {n}"] = card.level
        if not card.is_citizen:
            levels["new legend"] = card.level
        costs = {place: 0 if free else level + extra for place, level in levels.items() if level is not None}
        return {place: cost for place, cost in costs.items() if cost <= seat.purse["gold"]}

    def movable(
        self, k: int, domain: list[Card] | None = None, extra: int = 0, free: bool = False, citizens: bool = False
    ) -> list[Card]:
        """T of E10: the cards that can go somewhere."""
        seat = self.seats[k]
        cards = seat.domain if domain is None else domain
        return [card for card in cards if (card.is_citizen or not citizens) and self.places(seat, card, extra, free)]

    def transfer(
        self, k: int, may: bool = False, extra: int = 0, free: bool = False, citizens: bool = False
    ) -> Play[bool]:
        """One transfer, if one is possible and not declined."""
        offered = self.movable(k, None, extra, free, citizens)
        if not offered:
            return False
        label = yield from self.ask(k, [f"transfer {card.name}" for card in offered] + ["stop"] * may)
        if label == "stop":
            return False
        yield from self.transfer_card(k, find(offered, label.removeprefix("transfer ")), extra, free)
        return True

    def transfer_card(self, k: int, card: Card, extra: int = 0, free: bool = False) -> Play[None]:
        """The order of E7.9."""
        seat = self.seats[k]
        places = self.places(seat, card, extra, free)
        place = yield from self.ask(k, list(places))
        seat.purse["gold"] -= places[place]
        before = list(seat.domain)
        seat.domain.remove(card)
        card.straighten()
        if place == "new legend":
            seat.elysium.append([])
        legend = seat.elysium[-1 if place == "new legend" else int(place.split()[1]) - 1]
        legend.append(card)
        self.pay(seat, card, before)
        if len(legend) > 1:
            self.award(seat, legend)
        if self.transfers_made is not None:
            self.transfers_made += 1
            if self.transfers_made == 2 and any(other.name == "hades.charon" for other in before):
                seat.purse["vp"] += self.n("hades.charon", "vp")

    def award(self, seat: Seat, legend: list[Card]) -> None:
        """Bonus tiles (E7.6, E7.7)."""
        first = real(legend)[0]
        if is_family(legend):
            left = [f"{first.family} {vp}" for vp in (5, 2) if f"{first.family} {vp}" in self.bonuses]
            if len(legend) == 3 and left:
                self.move_tile(left[0], self.bonuses, seat)
            return
        tile = f"level {first.level}"
        if tile in self.bonuses:
            self.move_tile(tile, self.bonuses, seat)
            return
        holder = next(other for other in self.seats if tile in other.bonuses)
        if self.biggest(seat, first.level) > self.biggest(holder, first.level):
            self.move_tile(tile, holder.bonuses, seat)

    def move_tile(self, tile: str, source: list[str], seat: Seat) -> None:
        """From the table or from another player."""
        source.remove(tile)
        seat.bonuses.append(tile)

    def biggest(self, seat: Seat, level: int) -> int:
        """The size of the biggest Level Legend of that Level."""
        sizes = [len(x) for x in seat.elysium if len(x) > 1 and not is_family(x) and real(x)[0].level == level]
        return max(sizes, default=0)

    # When a power can be started (E10)

    def copied_by(self, name: str, k: int, domain: list[Card], chain: list[Card]) -> list[Card]:
        """The cards whose power that card could use (E5.9)."""
        match name:
            case "apollo.initiation":
                found = [card for card in self.oracle if card.power in ("trigger", "instant")]
            case "hermes.initiation":
                found = [card for other in self.others(k) for card in self.seats[other].domain if card.eleusis]
            case "hermes.psychopomp":
                cards = [card for legend in self.seats[k].elysium for card in legend]
                found = [card for card in cards if card.power in ("trigger", "instant")]
            case "hermes.theft":
                found = [card for card in domain if card.power in ("trigger", "instant")]
            case "hermes.keeper-of-dreams":
                found = [card for card in domain if card.power == "trigger"]
            case _:
                found = [card for card in domain if card.power == "instant"]
        return [
            card
            for card in found
            if all(card is not other for other in chain) and self.startable(card.name, k, domain, [*chain, card])
        ]

    def after_some_discard(self, domain: list[Card], test: Callable[[list[Card]], Any]) -> bool:
        """Is there a card without which the test holds?"""
        return any(test(without(domain, card)) for card in domain)

    def startable(self, name: str, k: int, domain: list[Card], chain: list[Card]) -> bool:
        """The line of the card in E10."""
        seat = self.seats[k]
        others = [self.seats[other] for other in self.others(k)]
        if name in ALWAYS:
            return True
        if name in GAINS_FROM_OTHERS:
            return any(other.purse[GAINS_FROM_OTHERS[name]] for other in others)
        if name in LOSSES_OF_OTHERS:
            return any(other.purse[counter] for other in others for counter in LOSSES_OF_OTHERS[name])
        match name:
            case "apollo.charisma" | "athena.democracy" | "athena.oath-of-hospitality":
                return self.can_draw()
            case "apollo.dark-future" | "apollo.offerings":
                return bool(self.oracle)
            case "apollo.prophecy-of-glory":
                return bool(self.takeable_oracle(domain))
            case "apollo.gathering-of-heroes":
                return self.can_draw() or bool(self.takeable_oracle(domain))
            case "apollo.succession" | "apollo.master-of-the-oracle":
                return self.after_some_discard(domain, self.takeable_oracle)
            case "athena.embassy":
                return any(card.family == "athena" for card in domain)
            case "athena.panathenaic-games":
                return bool(self.movable(k, domain)) or any(
                    self.movable(other, extra=self.n(name, "others_cost")) for other in self.others(k)
                )
            case "athena.divine-law":
                return self.can_draw() or bool(self.movable(k, domain)) or any(map(self.movable, self.others(k)))
            case "hades.initiation":
                return bool(self.movable(k, domain))
            case "hades.posthumous-hero":
                return any(card.is_citizen for card in domain) and any(map(stand_in, seat.elysium))
            case "hades.cerberus":
                return self.after_some_discard(domain, lambda left: self.movable(k, left))
            case "hades.judges-of-the-underworld":
                return any(card.family == "hades" for card in domain) and bool(self.movable(k, domain))
            case "hephaestus.sacrifice":
                return seat.purse["gold"] > 0 or seat.purse["vp"] > 0
            case "hephaestus.golden-throne-of-hera":
                return any(other.purse["gold"] > seat.purse["gold"] for other in others)
            case "hermes.swindler":
                return 0 < len(seat.columns) < 4
            case "hermes.messenger":
                return any(card.is_citizen for card in domain) and bool(self.copied_by(name, k, domain, chain))
            case "hermes.theft":
                return self.after_some_discard(domain, lambda left: self.copied_by(name, k, left, chain))
            case "hermes.orpheus":
                return any(self.exchangeable(seat, card) for card in domain)
            case "poseidon.cyclopes":
                return any(other.domain or other.purse["gold"] for other in others)
            case "poseidon.earthquake":
                return any(card.is_citizen for other in others for card in other.domain)
            case "poseidon.antaeus":
                return any(real(other.domain) for other in others)
            case "poseidon.medusa":
                return any(other.domain for other in others)
            case "zeus.triumph":
                return len(domain) >= self.n(name, "per")
            case "zeus.kings-council":
                return sum(card.family == "zeus" for card in domain) >= self.n(name, "per")
            case "zeus.hercules":
                return seat.purse["vp"] >= self.n(name, "per")
        return bool(self.copied_by(name, k, domain, chain))

    def exchangeable(self, seat: Seat, card: Card) -> list[int]:
        """The numbers of the Legends in which the card fits the place of a Citizen (E7.8)."""
        if card.is_citizen:
            return []
        return [n for n, x in enumerate(seat.elysium, 1) if len(real(x)) < len(x) and suits(x, card)]

    def usable(self, k: int) -> list[Card]:
        """The powers that a seat can start on its turn."""
        domain = self.seats[k].domain
        eleusis = sum(card.eleusis for card in domain)
        return [
            card
            for card in domain
            if (card.ring or (card.power == "activate" and not card.used and (not card.eleusis or eleusis > 1)))
            and self.startable(card.name, k, domain, [card])
        ]

    # What the powers do

    def start(self, k: int, card: Card) -> Play[None]:
        """E5.7: turned or without its ring, then cost and effect."""
        card.ring = False
        card.used = card.power == "activate"
        self.chain = [card]
        yield from self.use(card, k)
        self.chain = []

    def discard_as_cost(self, k: int, test: Callable[[list[Card]], Any] = lambda left: True) -> Play[None]:
        """A card without which the test holds."""
        domain = self.seats[k].domain
        card = yield from self.choose_card(k, "discard", [one for one in domain if test(without(domain, one))])
        self.throw_away(k, card)

    def gold_or_vp(self, k: int, gold: int, vp: int) -> Play[None]:
        """Their choice."""
        counter = yield from self.ask(k, ["gold", "vp"])
        self.seats[k].purse[counter] += gold if counter == "gold" else vp

    def use(self, card: Card, k: int) -> Play[None]:
        """The power of the card, for that seat."""
        name, seat, others = card.name, self.seats[k], self.others(k)
        purse, domain = seat.purse, seat.domain
        if name in SIMPLE_GAINS:
            purse[SIMPLE_GAINS[name]] += self.n(name, SIMPLE_GAINS[name])
        elif name in GAINS_FOR_A_CARD:
            yield from self.discard_as_cost(k)
            purse[GAINS_FOR_A_CARD[name]] += self.n(name, GAINS_FOR_A_CARD[name])
        elif name in GAINS_PER_CARD:
            cards = sum(one.family == card.family for one in domain)
            purse[GAINS_PER_CARD[name]] += cards * self.n(name, GAINS_PER_CARD[name])
        elif name in GAINS_FROM_OTHERS:
            counter = GAINS_FROM_OTHERS[name]
            for other in others:
                purse[counter] += self.seats[other].lose(self.n(name, f"others_{counter}"), counter)
        elif name in LOSSES_OF_OTHERS:
            for other in others:
                for counter in LOSSES_OF_OTHERS[name]:
                    self.seats[other].lose(self.n(name, f"others_{counter}"), counter)
        else:
            yield from self.use_special(card, k, seat, others)

    def use_special(self, card: Card, k: int, seat: Seat, others: list[int]) -> Play[None]:
        """Those that are like no other."""
        purse, domain, name = seat.purse, seat.domain, card.name
        match name:
            case "apollo.dark-future":
                purse["vp"] += self.n(name, "vp") * len({one.family for one in self.oracle})
            case "apollo.offerings":
                purse["gold"] += self.n(name, "gold") * len({one.family for one in self.oracle})
            case "apollo.charisma":
                self.take_citizen(k)
            case "apollo.prophecy-of-glory":
                yield from self.take_from_oracle(k)
            case "apollo.gathering-of-heroes":
                self.oracle += self.draw_cards(self.n(name, "cards"))
                yield from self.take_from_oracle(k)
            case "apollo.succession":
                yield from self.discard_as_cost(k, self.takeable_oracle)
                yield from self.take_from_oracle(k)
            case "apollo.master-of-the-oracle":
                yield from self.discard_as_cost(k, self.takeable_oracle)
                for _ in range(self.n(name, "cards")):
                    yield from self.take_from_oracle(k)
            case "athena.trade-agreement":
                purse["gold"] += self.n(name, "gold")
                for other in others:
                    self.seats[other].purse["gold"] += self.n(name, "others_gold")
            case "athena.democracy":
                self.take_citizen(k)
                cost = self.n(name, "others_cost")
                for other in others:
                    if self.seats[other].purse["gold"] >= cost and self.can_draw():
                        answer = yield from self.ask(other, ["yes", "no"])
                        if answer == "yes":
                            self.seats[other].purse["gold"] -= cost
                            self.take_citizen(other)
            case "athena.naval-power":
                purse["gold"] += self.n(name, "gold")
                purse["vp"] += self.n(name, "vp")
                for other in others:
                    yield from self.gold_or_vp(other, self.n(name, "others_gold"), self.n(name, "others_vp"))
            case "athena.initiation":
                purse["gold"] += self.n(name, "gold")
                for other in others:
                    if any(one.eleusis for one in self.seats[other].domain):
                        self.seats[other].purse["gold"] += self.n(name, "others_gold")
            case "athena.panathenaic-games":
                yield from self.transfers(k, self.n(name))
                for other in others:
                    yield from self.transfers(other, self.n(name, "others_transfers"), self.n(name, "others_cost"))
            case "athena.embassy":
                n = sum(one.family == "athena" for one in domain)
                gold, vp = n * self.n(name, "gold"), n * self.n(name, "vp")
                purse["gold"] += gold
                purse["vp"] += vp
                for other in others:
                    yield from self.gold_or_vp(other, gold, vp)
            case "athena.oath-of-hospitality":
                yield from self.discard_as_cost(k)
                yield from self.draw_and_take(k)
                for other in others:
                    yield from self.oath_of_another(other)
            case "athena.divine-law":
                yield from self.draw_and_take(k)
                yield from self.transfers(k, self.n(name))
                for other in others:
                    yield from self.draw_or_transfer(other)
            case "hades.posthumous-hero":
                for _ in range(self.n(name)):
                    yield from self.transfer(k, free=True, citizens=True)
            case "hades.charons-obol":
                purse["gold"] += self.n(name, "gold")
                yield from self.transfers(k, self.n(name))
            case "hades.initiation":
                for _ in range(self.n(name)):
                    yield from self.transfer(k)
            case "hades.cerberus":
                yield from self.discard_as_cost(k, lambda left: self.movable(k, left))
                for _ in range(self.n(name)):
                    yield from self.transfer(k)
            case "hades.judges-of-the-underworld":
                yield from self.transfers(k, self.n(name) * sum(one.family == "hades" for one in domain))
            case "hades.persephone":
                for _ in range(self.n(name)):
                    yield from self.transfer(k, free=True)
            case "hephaestus.sacrifice":
                yield from self.convert(k, purse)
            case "hephaestus.golden-throne-of-hera":
                purse["gold"] = max(other.purse["gold"] for other in self.seats)
            case "hermes.swindler":
                away = [one for one in COLOURS if one not in seat.columns]
                here = [one for one in COLOURS if one in seat.columns]
                labels = [f"swap {COLOURS[given]} for {COLOURS[got]}" for given in here for got in away]
                label = yield from self.ask(k, labels)
                given, got = (word[0].upper() for word in label.removeprefix("swap ").split(" for "))
                seat.columns = (seat.columns - {given}) | {got}
            case "hermes.orpheus":
                new = yield from self.choose_card(k, "choose", [x for x in domain if self.exchangeable(seat, x)])
                label = yield from self.ask(k, [f"legend {n}" for n in self.exchangeable(seat, new)])
                legend = seat.elysium[int(label.split()[1]) - 1]
                citizen = find(legend, "citizen")
                legend[legend.index(citizen)] = new
                domain.remove(new)
                new.straighten()
                domain.append(citizen)
            case "poseidon.cyclopes":
                for other in others:
                    yield from self.discard_card_or_gold(other)
            case "poseidon.earthquake":
                for other in others:
                    citizens = [one for one in self.seats[other].domain if one.is_citizen]
                    for citizen in sorted(citizens, key=lambda one: one.taken):
                        self.throw_away(other, citizen)
            case "poseidon.antaeus":
                levels = {one.level for other in others for one in real(self.seats[other].domain)}
                label = yield from self.ask(k, [f"level {level}" for level in sorted(levels)])
                for other in others:
                    found = [one for one in self.seats[other].domain if one.level == int(label.split()[1])]
                    if found:
                        self.throw_away(other, (yield from self.choose_card(other, "discard", found)))
            case "poseidon.medusa":
                for other in others:
                    yield from self.point(k, other)
            case "zeus.triumph":
                purse["vp"] += self.n(name, "vp") * (len(domain) // self.n(name, "per"))
            case "zeus.kings-council":
                cards = sum(one.family == "zeus" for one in domain)
                purse["vp"] += self.n(name, "vp") * (cards // self.n(name, "per"))
            case "zeus.hercules":
                purse["vp"] += self.n(name, "vp") * (purse["vp"] // self.n(name, "per"))
            case _:
                yield from self.copy(card, k)

    def copy(self, card: Card, k: int) -> Play[None]:
        """E5.9: its own cost, which card, then that power."""
        name, domain = card.name, self.seats[k].domain
        if name == "hermes.theft":
            yield from self.discard_as_cost(k, lambda left: self.copied_by(name, k, left, self.chain))
        copied = yield from self.choose_card(k, "choose", self.copied_by(name, k, domain, self.chain))
        self.chain.append(copied)
        yield from self.use(copied, k)
        self.chain.pop()

    def oath_of_another(self, k: int) -> Play[None]:
        """Discard a card and pay Gold to draw and take."""
        seat, cost = self.seats[k], self.n("athena.oath-of-hospitality", "others_cost")
        if seat.purse["gold"] >= cost and seat.domain and self.can_draw():
            label = yield from self.ask(k, [*(f"discard {card.name}" for card in seat.domain), "stop"])
            if label != "stop":
                self.throw_away(k, find(seat.domain, label.removeprefix("discard ")))
                seat.purse["gold"] -= cost
                yield from self.draw_and_take(k)

    def draw_or_transfer(self, k: int) -> Play[None]:
        """Divine Law, others."""
        offered = self.movable(k)
        labels = ["draw"] * self.can_draw() + [f"transfer {card.name}" for card in offered]
        if labels:
            label = yield from self.ask(k, [*labels, "stop"])
            if label == "draw":
                yield from self.draw_and_take(k)
            elif label != "stop":
                yield from self.transfer_card(k, find(offered, label.removeprefix("transfer ")))

    def convert(self, k: int, purse: dict[str, int]) -> Play[None]:
        """Sacrifice; with nothing to exchange nobody is asked."""
        labels = [f"convert {n} {counter}" for counter in ("gold", "vp") for n in range(1, min(99, purse[counter]) + 1)]
        if labels:
            label = yield from self.ask(k, [*labels, "stop"])
            if label != "stop":
                _, n, counter = label.split()
                purse[counter] -= int(n)
                purse["vp" if counter == "gold" else "gold"] += int(n)

    def discard_card_or_gold(self, k: int) -> Play[None]:
        """Cyclopes, others."""
        seat = self.seats[k]
        if not seat.domain:
            seat.lose(2, "gold")
            return
        pay = ["pay 2 gold"] if seat.purse["gold"] >= 2 else []
        label = yield from self.ask(k, [*(f"discard {card.name}" for card in seat.domain), *pay])
        if label == "pay 2 gold":
            seat.lose(2, "gold")
        else:
            self.throw_away(k, find(seat.domain, label.removeprefix("discard ")))

    def point(self, k: int, victim: int) -> Play[None]:
        """Medusa: two cards in the order of the card table, of which the victim discards one."""
        cards = sorted(self.seats[victim].domain, key=lambda card: (ORDER.index(card.name), card.taken))
        if len(cards) > 1:
            first = yield from self.choose_card(k, "choose", cards[:-1])
            later = [card for card in cards if ORDER.index(card.name) >= ORDER.index(first.name)]
            second = yield from self.choose_card(k, "choose", without(later, first))
            cards = [(yield from self.choose_card(victim, "discard", [first, second]))]
        for card in cards:
            self.throw_away(victim, card)

    # The course of a game

    def open_quests(self, seat: Seat) -> list[int]:
        """E4.4."""
        mine = {COLOURS[column] for column in seat.columns}
        gone = {other.quest for other in self.seats}
        return [n for n, quest in self.quests.items() if n not in gone and mine & set(quest["colours"])]

    def meets(self, card: Card, seat: Seat) -> bool:
        """E4.4: the columns that the card needs."""
        condition = self.conditions[card.name]
        return len(condition) <= len(seat.columns) and set(condition) - {"*"} <= seat.columns

    def takes(self, seat: Seat) -> list[str]:
        """What can be taken (E4.3, E4.5); a Citizen only if nothing else (E4.7)."""
        held = {card.name for card in seat.domain}
        labels = [f"quest {n}" for n in self.open_quests(seat)] if seat.quest is None else []
        if seat.cards_taken < 3:
            labels += [f"take {x.name}" for x in self.agora if x.name not in held and self.meets(x, seat)]
        return labels or ["citizen"] * (seat.cards_taken < 3)

    def play_turn(self, k: int) -> Play[None]:
        """E4.2."""
        seat = self.seats[k]
        while True:
            takes = self.takes(seat)
            if not takes:  # E4.7
                seat.quest = "incomplete"
                return
            label = yield from self.ask(k, takes + [f"use {card.name}" for card in self.usable(k)])
            if label in takes:
                break
            yield from self.start(k, find(seat.domain, label.removeprefix("use ")))
        if label.startswith("quest "):
            seat.quest = int(label.removeprefix("quest "))
            yield from self.dismiss(k)
        else:
            seat.cards_taken += 1
            if label == "citizen":
                self.take_citizen(k)
                yield from self.dismiss(k)
            else:
                card = find(self.agora, label.removeprefix("take "))
                self.agora.remove(card)
                yield from self.take(k, card, dismiss=True)
        while True:
            label = yield from self.ask(k, ["end turn", *(f"use {card.name}" for card in self.usable(k))])
            if label == "end turn":
                return
            yield from self.start(k, find(seat.domain, label.removeprefix("use ")))

    def next_seat(self, disc: int) -> int | None:
        """Whose turn comes after that Disc (E4.1)."""
        order = self.by_disc()
        for k in order[disc:] + order[:disc]:
            if self.seats[k].cards_taken + (self.seats[k].quest is not None) < 4:
                return k
        return None

    def actions(self, first: int) -> Play[None]:
        """Phase II from that seat on."""
        disc = self.seats[first].disc - 1
        while (k := self.next_seat(disc)) is not None:
            seat = self.seats[k]
            self.old_discards = len(self.discard)
            disc = seat.disc
            if seat.cards_taken == 3 and not self.takes(seat):  # E4.1
                seat.quest = "incomplete"
            else:
                self.turn = k
                yield from self.play_turn(k)

    def income(self, seat: Seat) -> dict[str, int]:
        """What the Quest gives."""
        return self.quests[seat.quest] if isinstance(seat.quest, int) else self.incomplete

    def place_of_quest(self, k: int) -> int:
        """Ascending numbers, then Incomplete Quests (E6.1)."""
        quest = self.seats[k].quest
        return quest if isinstance(quest, int) else len(self.quests) + 1

    def give_discs(self) -> None:
        """E4.8, E6.1, E6.2."""
        for seat in self.seats:
            seat.quest = seat.quest or "incomplete"
        order = sorted(self.by_disc(), key=self.place_of_quest)
        for disc, k in enumerate(order, 1):
            self.seats[k].disc = disc
        for seat in self.seats:
            for counter in ("gold", "vp"):
                seat.purse[counter] += self.income(seat)[counter]

    def transfers(self, k: int, n: int, extra: int = 0) -> Play[None]:
        """Up to n, one at a time."""
        for _ in range(n):
            if not (yield from self.transfer(k, may=True, extra=extra)):
                return

    def legends(self, first: int) -> Play[None]:
        """Phase III from that seat on (E5.5, E6.3)."""
        for k in self.by_disc()[self.seats[first].disc - 1 :]:
            seat = self.seats[k]
            self.turn = k
            n = self.income(seat)["transfers"]
            for card in seat.domain:
                if card.name in GAINS_AT_TRANSFERS:
                    counter = GAINS_AT_TRANSFERS[card.name]
                    seat.purse[counter] += self.n(card.name, counter)
                if card.name == "hades.helm-of-invisibility":
                    n += self.n(card.name)
            self.transfers_made = 0
            yield from self.transfers(k, n)
            self.transfers_made = None

    def end_epoch(self) -> None:
        """Phase IV (E3.3)."""
        for seat in self.seats:
            seat.columns = set(COLOURS)
            seat.cards_taken = 0
            seat.quest = None
            for card in seat.domain:
                card.used = False

    def awaken(self) -> None:
        """Phase I (E3.1)."""
        self.discard += [card.name for card in self.agora]
        self.old_discards = len(self.discard)
        self.agora = self.oracle
        self.agora += self.draw_cards(3 * len(self.seats) + 1 - len(self.agora))
        self.oracle = self.draw_cards(4) if "apollo" in self.families else []

    def game(self) -> Play[None]:
        """From the present turn or transfers to the end."""
        first = self.turn
        assert first is not None
        while True:
            if self.phase == "actions":
                yield from self.actions(first)
                self.give_discs()
                self.phase = "transfers"
                first = self.by_disc()[0]
            yield from self.legends(first)
            self.end_epoch()
            if self.epoch == 5:
                self.phase = "over"
                self.turn = None
                return
            self.epoch += 1
            self.awaken()
            self.phase = "actions"
            first = self.by_disc()[0]
