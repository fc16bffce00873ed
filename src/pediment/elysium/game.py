"""Elysium as a game of the contract."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.errors import OptionError, WhyNot
from pediment.core.game import Bits, Game
from pediment.core.rng import Stream, stream
from pediment.core.state import OVER, Frame, Origin
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.elysium import position as positions
from pediment.elysium import refusals, wording
from pediment.elysium.cards import fill_tables
from pediment.elysium.edition import EDITIONS
from pediment.elysium.estimate import estimate
from pediment.elysium.flow import EPOCHS_FRAME
from pediment.elysium.log import L_START
from pediment.elysium.score import scores, winners
from pediment.elysium.state import ElysiumState, Player
from pediment.elysium.tables import FAMILY, IDS, KIND_OF_ID
from pediment.elysium.view import view
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
    editions = EDITIONS

    def __init__(self) -> None:
        self.options = {
            "families": f"{', '.join(FAMILY_SETS)}, random, or a list of five families",
            "pediment": "a, b or random",
            "edition": "an edition file with the printed values of a box",
        }
        self.label_list = wording.labels()

    def check_options(self, seats: int, seed: int, options: dict[str, Any]) -> dict[str, Any]:
        """Options in full, ready for JSON; raises OptionError."""
        self.check_seats_and_seed(seats, seed, options, "E2.1")
        families = options.get("families", "random")
        if isinstance(families, (list, tuple)):
            if any(name not in FAMILIES for name in families) or len(set(families)) != 5 or len(families) != 5:
                raise OptionError(f"families must be five different ones of {', '.join(FAMILIES)} (E2.1)")
            families = sorted(families)
        elif not isinstance(families, str) or families not in ("random", *FAMILY_SETS):
            known = ", ".join(FAMILY_SETS)
            raise OptionError(f"families must be {known}, random or a list of five, not {families!r} (E2.1)")
        side = options.get("pediment", "random")
        if side not in (*_SIDES, "random"):
            raise OptionError(f"pediment must be a, b or random, not {side!r} (E2.2)")
        edition = EDITIONS.of(options.get("edition"))
        return {"families": families, "pediment": side, "edition": EDITIONS.name(edition)}

    def begin(self, origin: Origin, like: ElysiumState | None) -> ElysiumState:
        """The state before its first question."""
        if origin.position is not None:
            state = positions.read(origin, self.position_edition(origin.position))
        else:
            state = self._set_up(origin)
        if like is not None:
            state.rng = like.rng.clone()
            state.draws = like.draws + like.revealed[::-1]
            state.citizen_face = like.citizen_face[: len(state.citizen_face)]  # else they are among `revealed`
        return state

    def _set_up(self, origin: Origin) -> ElysiumState:
        """E2, up to the deal, which is the first thing that the Epochs do."""
        n, seed, options = origin.seats, origin.seed, origin.options
        edition = EDITIONS.of(options["edition"])
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
        self.check_seat(state, seat)
        return view(state)

    def resample(self, state: ElysiumState, seat: int | None, rng: Bits) -> ElysiumState:
        """Other draws to come, other faces under the Citizens."""
        self.check_seat(state, seat)
        other = state.clone()
        other.origin = state.origin.of_world()
        other.rng = Stream(rng.getrandbits(64))
        other.draws = []
        other.citizen_face = [NONE] * len(other.citizen_face)
        return other

    def describe_start(self, start: ElysiumState, now: ElysiumState) -> dict[str, Any]:
        """The position at the start of the turn."""
        return positions.describe_start(start, now) | self.edition_field(now.edition)

    def evaluate(self, state: ElysiumState, seat: int) -> float:
        """How far the seat is ahead, with what its cards and Gold promise."""
        self.check_seat(state, seat)
        return estimate(state, seat)

    def ints(self, state: ElysiumState) -> list[int]:
        """Counters and cards in a fixed order; what is unseen is sorted."""
        found = [state.epoch, state.phase, state.turn, state.pediment, *state.families, *state.order]
        for p in state.players:
            found += [p.disc, *p.purse, p.columns, p.cards_taken, p.quest]
            for cards in (p.domain, sorted(p.rings), sorted(p.used), *p.legends):
                found += [-2, *cards]
        for cards in (
            state.agora,
            state.oracle,
            state.discard,
            *map(sorted, state.unseen),
            state.revealed,
            state.draws,
        ):
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
        facts["condition"] = EDITIONS.standard.conditions[KIND_OF_ID[card]]
        return facts

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
