"""Positions: a state from a dict and back (E2, E7; the shapes are those of the view)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.log import Log
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import Frame, Origin
from pediment.core.engine.vecs import EMPTY, listed, with_last
from pediment.core.errors import PositionError, brief, field_name
from pediment.core.position import Reader
from pediment.games.elysium.io.view import columns_name, domain_card, legend_card, names, quest_name
from pediment.games.elysium.rules.edition import ElysiumEdition
from pediment.games.elysium.rules.flow import EPOCHS_FRAME, PHASE_THREE, PHASE_TWO
from pediment.games.elysium.rules.kinds import CITIZEN_KIND
from pediment.games.elysium.rules.legends import FULL, biggest, fits, kind_of
from pediment.games.elysium.rules.score import tiles
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, FAMILY, IDS, KIND, KIND_OF_ID, POWER
from pediment.games.elysium.rules.vocabulary import (
    ACTIONS,
    ACTIVATE,
    ALL_COLUMNS,
    APOLLO,
    ARES,
    COUNTERS,
    EPOCHS,
    FAMILIES,
    FAMILY_BONUS,
    FAMILY_SETS,
    FINISHED,
    FIRST_CITIZEN,
    GOLD,
    INCOMPLETE,
    LETTERS,
    MAX_CITIZENS,
    MAX_PURSE,
    NO_QUEST,
    NONE,
    PHASES,
    PP,
    START_GOLD,
    TRANSFERS,
    TRIGGER,
    TURNS,
    VP,
)

_FIELDS: Final = [
    "game", "families", "edition", "epoch", "phase", "pediment", "to_move", "seats",
    "agora", "oracle", "discard", "draws", "former_decks", "played", "seed", "rules",
]  # fmt: skip
_SEAT_FIELDS: Final = [
    "disc", "gold", "vp", "pp", "columns", "cards_taken", "quest", "bonuses", "domain", "elysium",
]  # fmt: skip
_MAX_NUMBER: Final = 9999
_MAX_DECKS: Final = 100


class ElysiumReader(Reader):
    """Reads a position into a state."""

    def __init__(self, position: Any, edition: ElysiumEdition) -> None:
        super().__init__(position)
        self.edition = edition
        # cards of the box that are not placed yet
        self.copies = [cards[:] if edition.conditions[kind] else [] for kind, cards in enumerate(CARDS_OF_KIND)]
        self.citizens: list[tuple[int, int, int]] = []  # deck or NONE for the present one, face, order of taking

    def families(self) -> list[int]:
        """Five different families; the default is the first game."""
        value = self.position.get("families", "first-game")
        if isinstance(value, str) and value in FAMILY_SETS:
            return FAMILY_SETS[value]
        if isinstance(value, list) and all(name in FAMILIES for name in value) and len(set(value)) == len(value) == 5:
            return sorted(FAMILIES.index(name) for name in value)
        self.note(
            "families", f"must be five different families or one of {', '.join(FAMILY_SETS)}, not {brief(value)} (E2.1)"
        )
        return FAMILY_SETS["first-game"]

    def card(self, name: Any, where: str, families: list[int]) -> int:
        """A printed card by its id: a copy that is placed nowhere else; NONE with a problem noted."""
        kind = KIND_OF_ID.get(name, CITIZEN_KIND) if isinstance(name, str) else CITIZEN_KIND
        if kind == CITIZEN_KIND:
            self.note(where, f"unknown card {brief(name)}")
            return NONE
        family = FAMILY[CARDS_OF_KIND[kind][0]]
        if family not in families:
            self.note(where, f"{name}: {FAMILIES[family]} is not in play")
            return NONE
        if not self.edition.conditions[kind]:
            self.note(where, f"{name} is not in the edition {brief(self.edition.name)}")
            return NONE
        if not self.copies[kind]:
            n = len(CARDS_OF_KIND[kind])
            self.note(where, f"{name} is in more places than it has copies ({n})")
            return NONE
        return self.copies[kind].pop(0)

    def cards(self, field: str, families: list[int]) -> list[int]:
        """A list of face-up cards."""
        found = [
            self.card(name, f"{field}[{i}]", families) for i, name in enumerate(self.items(self.position, "", field))
        ]
        return [card for card in found if card != NONE]

    def citizen(self, item: dict[str, Any], where: str, families: list[int]) -> int:
        """A Citizen; its number is settled when all are read."""
        face = NONE
        if "face" in item:
            face = self.card(item["face"], f"{where}.face", families)
        deck = self.number(item, f"{where}.", "deck", NONE, 0, _MAX_DECKS - 1) if "deck" in item else NONE
        taken = self.number(item, f"{where}.", "taken", 0, 0, _MAX_NUMBER)
        for field in item:
            if field not in ("card", "face", "deck", "taken"):
                self.note(f"{where}.{field_name(field)}", "unknown field of a Citizen")
        if len(self.citizens) == MAX_CITIZENS:
            self.note(where, f"more than {MAX_CITIZENS} Citizens")
            raise PositionError(self.problems)
        self.citizens.append((deck, face, taken))
        return FIRST_CITIZEN + len(self.citizens) - 1

    def legends(self, values: dict[str, Any], where: str, families: list[int]) -> list[list[int]]:
        """Legal Legends, Citizens only beside two real cards (E7.3, E7.4)."""
        found: list[list[int]] = []
        for i, items in enumerate(self.items(values, where, "elysium")):
            place = f"{where}elysium[{i}]"
            if not isinstance(items, list) or not items:
                self.note(place, f"must be a list of at least one card, not {brief(items)}")
                continue
            legend: list[int] = []
            for j, item in enumerate(items):
                name = item.get("card") if isinstance(item, dict) else item
                if name == "citizen":
                    legend.append(self.citizen(item if isinstance(item, dict) else {}, f"{place}[{j}]", families))
                else:
                    if isinstance(item, dict):
                        self.fields(item, f"{place}[{j}].", ["card"])
                    card = self.card(name, f"{place}[{j}]", families)
                    if card != NONE:
                        legend.append(card)
            if len(legend) == len(items):
                found.append(self.legend(legend, place))
        return found

    def legend(self, legend: list[int], place: str) -> list[int]:
        """A Legend checked; its first two cards are real ones, as they are after any play."""
        real = [card for card in legend if card < FIRST_CITIZEN]
        if len(real) < min(2, len(legend)):
            self.note(place, "a Citizen is in a Legend with fewer than 2 real cards (E7.4)")
            return legend
        written: list[int] = []
        for card in real:
            if written and not fits(written, card):
                self.note(place, f"illegal Legend: {IDS[KIND[card]]} does not fit (E7.3)")
                return legend
            written.append(card)
        if len(legend) > FULL[kind_of(real)]:
            self.note(place, f"illegal Legend: {len(legend)} cards are too many (E7.3)")
        if any(card >= FIRST_CITIZEN for card in legend[:2]):
            return real + [card for card in legend if card >= FIRST_CITIZEN]
        return legend

    def player(self, seat: int, values: Any, families: list[int], phase: int, quests: int) -> Player:
        """One seat."""
        where = f"seats[{seat}]."
        values = self.table(values, f"seats[{seat}]", _SEAT_FIELDS)
        disc = self.number(values, where, "disc", seat + 1, 1, len(self.position["seats"]))
        purse = [
            self.number(values, where, "gold", START_GOLD, 0, MAX_PURSE),
            self.number(values, where, "vp", disc, 0, MAX_PURSE),
            self.number(values, where, "pp", 0, 0, MAX_PURSE),
        ]
        if purse[PP] and ARES not in families:
            self.note(f"{where}pp", "there are no PP without Ares (E2.5)")
        columns = self.columns(values.get("columns", LETTERS), where)
        taken = self.number(values, where, "cards_taken", 0, 0, TURNS - 1)
        quest = self.quest(values.get("quest"), where, quests)
        if phase == TRANSFERS and quest == NO_QUEST:
            quest = INCOMPLETE
        legends = self.legends(values, where, families)
        player = Player(disc, vec[i64](purse), columns, taken, quest, EMPTY, EMPTY, EMPTY, legends)
        self.domain(player, values, where, families)
        return player

    def columns(self, value: Any, where: str) -> int:
        """Any subset of the four columns."""
        if not isinstance(value, str) or any(
            value.upper().count(letter) > 1 or letter not in LETTERS for letter in value.upper()
        ):
            self.note(f"{where}columns", f"must be some of the letters {LETTERS}, each once, not {brief(value)}")
            return ALL_COLUMNS
        return sum(1 << LETTERS.index(letter) for letter in value.upper())

    def quest(self, value: Any, where: str, quests: int) -> int:
        """A Quest number, "incomplete", or nothing."""
        if value is None:
            return NO_QUEST
        if value == "incomplete":
            return INCOMPLETE
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= quests:
            self.note(f"{where}quest", f'must be null, a number from 1 to {quests} or "incomplete", not {brief(value)}')
            return NO_QUEST
        return value

    def domain(self, player: Player, values: dict[str, Any], where: str, families: list[int]) -> None:
        """Cards of the Domain with their rings and turned cards; no two identical (E4.5)."""
        for i, item in enumerate(self.items(values, where, "domain")):
            place = f"{where}domain[{i}]"
            fields = item if isinstance(item, dict) else {"card": item}
            name = fields.get("card")
            if name == "citizen":
                player.enter(self.citizen(fields, place, families))
                continue
            card = self.card(name, place, families)
            if card == NONE:
                continue
            if any(KIND[other] == KIND[card] for other in player.domain):
                self.note(place, f"two identical cards in a Domain: {name} (E4.5)")
            player.enter(card)
            power = POWER[card]
            for field, value in fields.items():
                if field not in ("card", "used", "ring"):
                    self.note(f"{place}.{field_name(field)}", "unknown field of a card")
                elif field != "card" and not isinstance(value, bool):
                    self.note(f"{place}.{field}", f"must be true or false, not {brief(value)}")
            if "used" in fields and power != ACTIVATE:
                self.note(f"{place}.used", f"{name} has no Activate power")
            elif fields.get("used"):
                player.used = with_last(player.used, card)
            if "ring" in fields and power != TRIGGER:
                self.note(f"{place}.ring", f"{name} has no Trigger power")
            elif power == TRIGGER and fields.get("ring", True):
                player.rings = with_last(player.rings, card)

    def state(self, origin: Origin) -> ElysiumState:
        """The state, not yet at its question; raises PositionError if anything was noted."""
        position = self.position
        self.check_game("elysium", _FIELDS)
        seats = self.seats("E2.1")
        n = len(seats)
        families = self.families()
        phase = [ACTIONS, TRANSFERS, FINISHED][self.choice("phase", "actions", ["actions", "transfers", "over"])]
        side = self.choice("pediment", "a", ["a", "b"])
        least = EPOCHS if phase == FINISHED else 1
        epoch = self.number(position, "", "epoch", least, least, EPOCHS)
        quests = self.edition.quests(n)
        players = [self.player(seat, values, families, phase, len(quests)) for seat, values in enumerate(seats)]
        self.unique("disc", [p.disc for p in players])
        self.unique("quest", [p.quest if p.quest > 0 else -seat for seat, p in enumerate(players)])
        agora, oracle, discard = (self.cards(field, families) for field in ("agora", "oracle", "discard"))
        if oracle and APOLLO not in families:
            self.note("oracle", "there is no Oracle without Apollo (E2.5)")
        former = self.former_decks(families)
        draws = self.draws(families, discard + [card for deck in former for card in deck])
        order = sorted(range(n), key=lambda seat: players[seat].disc)
        to_move = self.number(position, "", "to_move", order[0], 0, n - 1)
        self.check_seed(n)
        unseen = self.decks(former, families, origin.stream("setup"))
        state = ElysiumState(
            origin,
            origin.stream("draws"),
            [], Answers(), NONE, [], Log([]), [], 0,
            self.edition, families, side, self.edition.quest_columns(n, side), players, order,
            unseen, vec[i64]([0] * len(unseen)), EMPTY, EMPTY, vec[i64](agora), vec[i64](oracle), discard,
            vec[i64]([NONE] * 3), vec[i64]([NONE] * 16), [], draws[::-1], epoch, phase, to_move, len(discard),
        )  # fmt: skip
        self.bonuses(state)
        if self.problems:
            raise PositionError(self.problems)
        self.number_citizens(state)
        self.stack(state, to_move)
        return state

    def former_decks(self, families: list[int]) -> list[list[int]]:
        """What lies under the Citizens of former decks, if the position says so."""
        found: list[list[int]] = []
        given = self.items(self.position, "", "former_decks")
        if len(given) > _MAX_DECKS:
            self.note("former_decks", f"more than {_MAX_DECKS} decks")
        for d, names_ in enumerate(given[:_MAX_DECKS]):
            if not isinstance(names_, list):
                self.note(f"former_decks[{d}]", f"must be a list of cards, not {brief(names_)}")
                continue
            cards = [self.card(name, f"former_decks[{d}][{i}]", families) for i, name in enumerate(names_)]
            found.append([card for card in cards if card != NONE])
        return found

    def draws(self, families: list[int], others: list[int]) -> list[int]:
        """Cards that are to become known next: of the present deck, or of these others."""
        found: list[int] = []
        spare = [len(cards) for cards in self.copies]
        for card in others:
            spare[KIND[card]] += 1
        for i, name in enumerate(self.items(self.position, "", "draws")):
            kind = KIND_OF_ID.get(name, CITIZEN_KIND) if isinstance(name, str) else CITIZEN_KIND
            if kind == CITIZEN_KIND:
                self.note(f"draws[{i}]", f"unknown card {brief(name)}")
            elif FAMILY[CARDS_OF_KIND[kind][0]] not in families:
                self.note(f"draws[{i}]", f"{name}: {FAMILIES[FAMILY[CARDS_OF_KIND[kind][0]]]} is not in play")
            elif not self.edition.conditions[kind]:
                self.note(f"draws[{i}]", f"{name} is not in the edition {brief(self.edition.name)}")
            elif spare[kind] == 0:
                self.note(f"draws[{i}]", f"{name} is in more places than it has copies ({len(CARDS_OF_KIND[kind])})")
            else:
                spare[kind] -= 1
                found.append((self.copies[kind] or CARDS_OF_KIND[kind])[0])
        return found

    def decks(self, former: list[list[int]], families: list[int], rng: Stream) -> list[list[int]]:
        """By deck the unseen cards: cards named nowhere are in the present one."""
        here = [card for cards in self.copies for card in cards if FAMILY[card] in families]
        hidden = [sum(deck == d and face == NONE for deck, face, _ in self.citizens) for d in range(_MAX_DECKS)]
        last = max([deck for deck, _, _ in self.citizens] + [len(former) - 1])
        for d in range(last + 1):
            if d >= len(former):  # nobody knows which cards these are: chance decides
                former.append([here.pop(rng.below(len(here))) for _ in range(min(hidden[d], len(here)))])
            if len(former[d]) != hidden[d]:
                self.note(
                    f"former_decks[{d}]", f"{len(former[d])} cards for {hidden[d]} face-down Citizens of that deck"
                )
        unknown = sum(deck == NONE and face == NONE for deck, face, _ in self.citizens)
        if unknown > len(here):
            self.note("seats", f"{unknown} Citizens, but only {len(here)} cards are left for their faces")
        decks = [*former, here]
        for deck, face, _ in self.citizens:
            if face != NONE:
                decks[deck].append(face)
        return decks

    def number_citizens(self, state: ElysiumState) -> None:
        """Give Citizens their numbers in the order of taking: a seat's Elysium first, then its Domain."""
        order = sorted(range(len(self.citizens)), key=lambda i: self.citizens[i][2])
        number: dict[int, int] = {}
        for i in order:
            deck, face, _ = self.citizens[i]
            number[FIRST_CITIZEN + i] = state.new_citizen(len(state.unseen) - 1 if deck == NONE else deck, face)
        for p in state.players:
            p.domain = vec[i64]([number.get(card, card) for card in p.domain])
            p.legends = [[number.get(card, card) for card in legend] for legend in p.legends]

    def bonuses(self, s: ElysiumState) -> None:
        """Tiles as named; those named nowhere go to the players who have earned them, in Disc order."""
        seats: list[Any] = self.position["seats"]
        if all(not isinstance(values, dict) or "bonuses" not in values for values in seats):
            earn_bonuses(s)
            return
        known = {f"level {i + 1}": (s.level_tiles, i) for i in range(3)}
        for family in s.families:
            for i, vp in enumerate(FAMILY_BONUS):
                known[f"{FAMILIES[family]} {vp}"] = (s.family_tiles, 2 * family + i)
        for seat, values in enumerate(seats):
            for i, name in enumerate(
                self.items(values if isinstance(values, dict) else {}, f"seats[{seat}].", "bonuses")
            ):
                place = f"seats[{seat}].bonuses[{i}]"
                if not isinstance(name, str) or name not in known:
                    self.note(place, f'unknown bonus tile {brief(name)}; a tile is written like "level 1" or "zeus 5"')
                    continue
                holders, at = known[name]
                if holders[at] != NONE:
                    self.note(place, f"{name} is held twice")
                holders[at] = seat

    def stack(self, s: ElysiumState, to_move: int) -> None:
        """The frames of a turn's start, or of the start of a seat's transfers."""
        disc = s.players[to_move].disc
        if s.phase == ACTIONS:
            s.stack.append(Frame(EPOCHS_FRAME.id, NONE, NONE, NONE, 0, ACTIONS))
            s.stack.append(Frame(PHASE_TWO.id, NONE, NONE, disc - 1, 0, 0))
        elif s.phase == TRANSFERS:
            s.stack.append(Frame(EPOCHS_FRAME.id, NONE, NONE, NONE, 0, TRANSFERS))
            s.stack.append(Frame(PHASE_THREE.id, NONE, NONE, NONE, 0, disc - 1))
        else:
            s.turn = NONE


def earn_bonuses(s: ElysiumState) -> None:
    """Level tiles to the biggest Level Legend of 2+, ties to the lower Disc; Family tiles in Disc order, 5 first."""
    for level in (1, 2, 3):
        sizes = [(-biggest(s.players[seat], level), s.players[seat].disc, seat) for seat in s.order]
        size, _, seat = min(sizes)
        if size:
            s.level_tiles[level - 1] = seat
    for seat in s.order:
        for legend in s.players[seat].legends:
            if len(legend) == 3 and FAMILY[legend[0]] == FAMILY[legend[1]]:
                at = 2 * FAMILY[legend[0]]
                if s.family_tiles[at] != NONE:
                    at += 1
                if s.family_tiles[at] == NONE:
                    s.family_tiles[at] = seat


def read(origin: Origin, edition: ElysiumEdition) -> ElysiumState:
    """The state of the origin's position before its first question. Raises PositionError with every problem."""
    return ElysiumReader(origin.position, edition).state(origin)


def describe_start(s: ElysiumState, now: ElysiumState) -> dict[str, Any]:
    """The position at the start of a turn or of a seat's transfers; `draws` has what became known until `now`."""
    here = len(s.unseen) - 1
    # a card that the position put under a Citizen stands there as its face, and is no draw
    known = [card for card in now.revealed[len(s.revealed) :] if card not in s.citizen_face]
    position: dict[str, Any] = {
        "game": "elysium",
        "families": [FAMILIES[family] for family in s.families],
        "epoch": s.epoch,
        "phase": PHASES[s.phase],
        "pediment": "ab"[s.pediment],
        "to_move": s.order[0] if s.turn == NONE else s.turn,
        "seats": [_describe_seat(s, seat) for seat in range(len(s.players))],
        "agora": names(listed(s.agora)),
        "oracle": names(listed(s.oracle)),
        "discard": names(s.discard),
        "draws": names(known + now.draws[::-1]),
    }
    if here:
        position["former_decks"] = [
            sorted(names([card for card in cards if card not in s.citizen_face])) for cards in s.unseen[:-1]
        ]
    return position


def _describe_seat(s: ElysiumState, seat: int) -> dict[str, Any]:
    p = s.players[seat]
    shown: dict[str, Any] = {"disc": p.disc}
    for counter in (GOLD, VP, PP):
        shown[COUNTERS[counter]] = p.purse[counter]
    citizens = [card for legend in p.legends for card in legend if card >= FIRST_CITIZEN]
    citizens += [card for card in p.domain if card >= FIRST_CITIZEN]
    # the order of taking is written only where it is not the order of the lists (E3.2)
    taken = [] if citizens == sorted(citizens) else sorted(citizens)
    shown |= {
        "columns": columns_name(p.columns),
        "cards_taken": p.cards_taken,
        "quest": quest_name(p.quest),
        "bonuses": [name for name, _ in tiles(s, seat)],
        "domain": [_describe_card(s, card, domain_card(s, p, card), taken) for card in p.domain],
        "elysium": [[_describe_card(s, card, legend_card(s, card), taken) for card in legend] for legend in p.legends],
    }
    return shown


def _describe_card(s: ElysiumState, card: int, shown: Any, taken: list[int]) -> Any:
    """As the view has it, and of a Citizen also what the view hides and its place in the order of taking."""
    if card < FIRST_CITIZEN:
        return shown
    face = s.citizen_face[card - FIRST_CITIZEN]
    fields: dict[str, Any] = dict(shown) if isinstance(shown, dict) else {"card": "citizen"}
    if face != NONE:
        fields["face"] = IDS[KIND[face]]
    if taken:
        fields["taken"] = taken.index(card)
    return fields if len(fields) > 1 else "citizen"
