"""Elysium as a game of the contract."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.errors import EditionError, OptionError, PositionError, WhyNot
from pediment.core.game import Bits, Game
from pediment.core.rng import Stream, stream
from pediment.core.state import OVER, Frame, Origin
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.elysium import position as positions
from pediment.elysium import refusals, wording
from pediment.elysium.cards import fill_tables
from pediment.elysium.edition import Edition, check_values, load, parse, template
from pediment.elysium.estimate import estimate
from pediment.elysium.flow import EPOCHS_FRAME
from pediment.elysium.log import L_START
from pediment.elysium.score import scores, winners
from pediment.elysium.state import ElysiumState, Player
from pediment.elysium.tables import FAMILY, IDS, KIND_OF_ID
from pediment.elysium.view import fixed_citizens, unseen, view
from pediment.elysium.words import (
    ALL_COLUMNS,
    AWAKENING,
    FAMILIES,
    FAMILY_SETS,
    FIRST_CITIZEN,
    KINDS,
    NO_QUEST,
    NONE,
    NUM_ACTIONS,
    START_GOLD,
)

fill_tables()

_SIDES: Final = ["a", "b"]


class Elysium(Game[ElysiumState]):
    """The game for 2 to 4 players."""

    name = "elysium"
    rules_version = "1"
    seat_counts = range(2, 5)
    num_actions = NUM_ACTIONS
    texts = wording.TEXTS

    def __init__(self) -> None:
        self.options = {
            "families": f"{', '.join(FAMILY_SETS)}, random, or a list of five families",
            "pediment": "a, b or random",
            "edition": "an edition file with the printed values of a box",
        }
        self.label_list = wording.labels()
        self.standard = load()

    def check_options(self, seats: int, seed: int, options: dict[str, Any]) -> dict[str, Any]:
        """Options in full, ready for JSON; raises OptionError."""
        if type(seats) is not int or seats not in self.seat_counts:
            raise OptionError(f"seats must be 2, 3 or 4, not {seats!r} (E2.1)")
        if type(seed) is not int:
            raise OptionError(f"seed must be a whole number, not {seed!r}")
        for name in options:
            if name not in self.options:
                raise OptionError(f"unknown option {name!r}; Elysium has {', '.join(self.options)}")
        families = options.get("families", "random")
        if isinstance(families, (list, tuple)):
            if len(families) != 5 or len(set(families)) != 5 or any(name not in FAMILIES for name in families):
                raise OptionError(f"families must be five different ones of {', '.join(FAMILIES)} (E2.1)")
            families = sorted(families)
        elif families != "random" and families not in FAMILY_SETS:
            known = ", ".join(FAMILY_SETS)
            raise OptionError(f"families must be {known}, random or a list of five, not {families!r} (E2.1)")
        side = options.get("pediment", "random")
        if side not in (*_SIDES, "random"):
            raise OptionError(f"pediment must be a, b or random, not {side!r} (E2.2)")
        edition = self.edition(options.get("edition"))
        return {"families": families, "pediment": side, "edition": self._name_edition(edition)}

    def edition(self, given: Any) -> Edition:
        """The edition that an option, a position or a record names: a file, or name, hash and values."""
        if given is None or given == "":
            return self.standard
        if isinstance(given, Edition):
            return given
        try:
            if isinstance(given, dict):
                return self._recorded_edition(given)
            return load(given)
        except EditionError as error:
            raise OptionError(f"edition: {error}") from None
        except (OSError, TypeError) as error:
            raise OptionError(f"edition: cannot be read: {error}") from None

    def _recorded_edition(self, given: dict[str, Any]) -> Edition:
        edition = check_values(given["values"]) if "values" in given else self.standard
        if edition.hash != given.get("hash"):
            name, expected = given.get("name"), given.get("hash")
            raise OptionError(f"edition {name!r} has the hash {expected!r}, but its values give {edition.hash!r}")
        return edition

    def _name_edition(self, edition: Edition) -> dict[str, Any]:
        """An edition for a record: the values too unless it is the one of the package."""
        named: dict[str, Any] = {"name": edition.name, "hash": edition.hash}
        if edition.hash != self.standard.hash:
            named["values"] = edition.values
        return named

    def begin(self, origin: Origin, like: ElysiumState | None) -> ElysiumState:
        """The state before its first question."""
        if origin.position is not None:
            state = positions.read(origin, self._position_edition(origin.position))
        else:
            state = self._set_up(origin)
        if like is not None:
            state.rng = like.rng.clone()
            state.draws = like.draws + like.revealed[::-1]
        return state

    def _set_up(self, origin: Origin) -> ElysiumState:
        """E2, up to the deal, which is the first thing that the Epochs do."""
        n, seed, options = origin.seats, origin.seed, origin.options
        edition = self.edition(options["edition"])
        families = _families(options["families"], stream(seed, "families"))
        side = options["pediment"]
        pediment = stream(seed, "pediment").below(2) if side == "random" else _SIDES.index(side)
        first = stream(seed, "start player").below(n)
        players = []
        for seat in range(n):
            disc = (seat - first) % n + 1
            players.append(Player(disc, [START_GOLD, disc, 0], ALL_COLUMNS, 0, NO_QUEST, [], [], [], []))
        order = [(first + i) % n for i in range(n)]
        unseen = [card for card in range(FIRST_CITIZEN) if FAMILY[card] in families]
        return ElysiumState(
            origin, stream(seed, "draws"),
            [Frame(EPOCHS_FRAME.id, NONE, NONE, NONE, 0, AWAKENING)], [], NONE, [], [(L_START, NONE, first)], [], 0,
            edition, families, pediment, edition.quest_columns(n, pediment), players, order,
            [unseen], [0], [], [], [], [], [], [NONE] * 3, [NONE] * 16, [], [], 1, AWAKENING, NONE, 0,
        )  # fmt: skip

    def returns(self, state: ElysiumState) -> list[float]:
        """E8.7; a shared victory splits the 1."""
        n = len(state.players)
        if state.to_move != OVER:
            return [0.0] * n
        won = winners(state)
        return [1 / len(won) if seat in won else 0.0 for seat in range(n)]

    def scores(self, state: ElysiumState) -> list[dict[str, Any]]:
        """Per seat: tokens, chronos, legends, bonuses, prestige, citizens, total."""
        return scores(state)

    def view(self, state: ElysiumState, seat: int | None) -> dict[str, Any]:
        """The same for every seat and for spectators (E9.1)."""
        if seat is not None and not 0 <= seat < len(state.players):
            raise ValueError(f"there is no seat {seat}; seats run from 0 to {len(state.players) - 1}")
        return view(state)

    def resample(self, state: ElysiumState, seat: int | None, rng: Bits) -> ElysiumState:
        """Other draws to come, other faces under the Citizens."""
        other = state.clone()
        other.rng = Stream(rng.getrandbits(64))
        other.draws = []
        fixed = fixed_citizens(other)
        other.unseen = unseen(other)
        for i in fixed:
            other.face_down[other.citizen_deck[i]] += 1
            other.citizen_face[i] = NONE
        return other

    def _position_edition(self, position: Any) -> Edition:
        try:
            return self.edition(position.get("edition") if isinstance(position, dict) else None)
        except OptionError as error:
            raise PositionError([("edition", str(error))]) from None

    def describe_start(self, start: ElysiumState, now: ElysiumState) -> dict[str, Any]:
        """The position at the start of the turn."""
        position = positions.describe_start(start, now)
        if now.edition.hash != self.standard.hash:
            position["edition"] = self._name_edition(now.edition)
        return position

    def evaluate(self, state: ElysiumState, seat: int) -> float:
        """How far the seat is ahead, with what its cards and Gold promise."""
        return estimate(state, seat)

    def ints(self, state: ElysiumState) -> list[int]:
        """Counters and cards in a fixed order; what is unseen is sorted."""
        found = [state.epoch, state.phase, state.turn, state.pediment, *state.families, *state.order]
        for p in state.players:
            found += [p.disc, *p.purse, p.columns, p.cards_taken, p.quest]
            for cards in (p.domain, sorted(p.rings), sorted(p.used), *p.legends):
                found += [-2, *cards]
        for cards in (state.agora, state.oracle, state.discard, *map(sorted, state.unseen), state.revealed):
            found += [-3, *cards]
        return found + state.face_down + state.level_tiles + state.family_tiles

    def refuse(self, state: ElysiumState, action: int, language: str) -> WhyNot:
        """The first rule in the way."""
        return refusals.refuse(state, action, language)

    def cards(self) -> list[str]:
        """104 ids in the order of the card table."""
        return IDS[:KINDS]

    def card(self, card: str, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
        """Name, family, Level, power and rulings; the condition is that of the package's edition."""
        facts = wording.card_facts(card, language)
        facts["condition"] = self.standard.conditions[KIND_OF_ID[card]]
        return facts

    def edition_template(self) -> str:
        """The package's edition under another name, with a line for each value."""
        return template()

    def check_edition(self, text: str) -> tuple[str, str]:
        """Name and hash of an edition; raises EditionError."""
        edition = parse(text)
        return edition.name, edition.hash

    def caption(self, state: ElysiumState, action: int, language: str = DEFAULT_LANGUAGE) -> str:
        """An action in words for the screen."""
        return wording.caption(state, action, language)

    def prompt(self, state: ElysiumState, language: str = DEFAULT_LANGUAGE) -> str:
        """The pending question in words."""
        return wording.prompt(state, language)

    def log_line(self, entry: dict[str, Any], language: str = DEFAULT_LANGUAGE, names: list[str] | None = None) -> str:
        """A log entry in words, with the card that caused it."""
        return wording.log_line(entry, language, names)


def _families(given: str | list[str], rng: Stream) -> list[int]:
    if isinstance(given, list):
        return sorted(FAMILIES.index(name) for name in given)
    if given in FAMILY_SETS:
        return FAMILY_SETS[given]
    left = list(range(len(FAMILIES)))
    return sorted(left.pop(rng.below(len(left))) for _ in range(5))


GAME: Final = Elysium()
"""The one instance."""
