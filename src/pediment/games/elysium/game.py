"""Elysium as a game of the contract."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine import kernel
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, Origin
from pediment.core.engine.vecs import listed
from pediment.core.errors import OptionError, brief
from pediment.core.game import Bits, Game
from pediment.core.guide import Guide
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.games.elysium import position as positions
from pediment.games.elysium.ai.estimate import estimate
from pediment.games.elysium.ai.judge import ElysiumJudge
from pediment.games.elysium.ai.weights import read_weights
from pediment.games.elysium.explain.captions import card_facts
from pediment.games.elysium.explain.guide import guide
from pediment.games.elysium.explain.speaker import ElysiumSpeaker
from pediment.games.elysium.io import places
from pediment.games.elysium.io.observation import ElysiumObserver
from pediment.games.elysium.io.view import view
from pediment.games.elysium.rules.edition import EDITIONS
from pediment.games.elysium.rules.flow import begin_next_turn
from pediment.games.elysium.rules.kinds import KINDS
from pediment.games.elysium.rules.score import scores, totals, winners
from pediment.games.elysium.rules.setup import SIDES, set_up
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import FAMILY, IDS
from pediment.games.elysium.rules.vocabulary import (
    ANSWERS,
    FAMILIES,
    FAMILY_SETS,
    FIRST_CITIZEN,
    NONE,
)


class Elysium(Game[ElysiumState]):
    """The game for 2 to 4 players."""

    name = "elysium"
    rules_version = "2"
    seat_counts = range(2, 5)
    num_actions = len(ANSWERS)
    texts = ElysiumSpeaker.texts
    speaker = ElysiumSpeaker
    editions = EDITIONS
    judge = ElysiumJudge(read_weights())
    observer = ElysiumObserver()

    def __init__(self) -> None:
        self.options = {
            "families": f"{', '.join(FAMILY_SETS)}, random, or a list of five families",
            "pediment": "a, b or random",
            "edition": "an edition file with the printed values of a box",
        }
        self.label_list = ANSWERS.labels

    def sets(self) -> dict[str, list[str]]:
        """The named sets of five families (E2.1)."""
        return {name: [FAMILIES[family] for family in five] for name, five in FAMILY_SETS.items()}

    def check_options(self, seats: int, seed: int | str, options: dict[str, Any]) -> dict[str, Any]:
        """Options in full, ready for JSON; raises OptionError."""
        self.check_seats_and_seed(seats, seed, options, "E2.1")
        families = options.get("families", "random")
        if isinstance(families, (list, tuple)):
            if any(name not in FAMILIES for name in families) or len(set(families)) != 5 or len(families) != 5:
                raise OptionError(f"families must be five different ones of {', '.join(FAMILIES)} (E2.1)")
            families = sorted(families)
        elif not isinstance(families, str) or families not in ("random", *FAMILY_SETS):
            known = ", ".join(FAMILY_SETS)
            raise OptionError(f"families must be {known}, random or a list of five, not {brief(families)} (E2.1)")
        side = options.get("pediment", "random")
        if side not in (*SIDES, "random"):
            raise OptionError(f"pediment must be a, b or random, not {brief(side)} (E2.2)")
        edition = EDITIONS.of(options.get("edition"))
        return {"families": families, "pediment": side, "edition": EDITIONS.name(edition)}

    def begin(self, origin: Origin) -> ElysiumState:
        """The state before its first question."""
        if origin.position is not None:
            return positions.read(origin, self.position_edition(origin.position))
        return set_up(origin)

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

    def totals(self, state: ElysiumState) -> list[int]:
        """Per seat the total of `scores`."""
        return totals(state)

    def view(self, state: ElysiumState, seat: int | None) -> dict[str, Any]:
        """The same for every seat and for spectators (E9.1)."""
        self.check_seat(state, seat)
        return view(state)

    def turn_ahead(self, world: ElysiumState, seat: int) -> ElysiumState | None:
        """A turn of the Actions phase (E4.1), if the seat has one left in this Epoch and anything to choose in it."""
        ahead = world.clone()
        if not begin_next_turn(ahead, seat):
            return None
        kernel.advance(ahead)
        return ahead if ahead.to_move == seat and kernel.asking(ahead) == "turn" else None

    def reach(self, turn: ElysiumState) -> list[int]:
        """The cards and Quests that can be taken."""
        return [action for action in turn.legal if ANSWERS.block_of(action).name in ("take", "quest")]

    def basis(self, world: ElysiumState, seat: int, action: int) -> Any:
        """To take a card or a Quest rests on one's own area, in this Epoch; anything else on all that lies there."""
        if ANSWERS.block_of(action).name in ("take", "quest", "dismiss"):
            return super().basis(world, seat, action), world.epoch
        return {field: value for field, value in view(world).items() if field not in ("log", "scores")}

    def place(self, state: ElysiumState, action: int) -> str:
        """An area of the table, or the Domain of a seat."""
        return places.place(state, action)

    def verbs(self, state: ElysiumState) -> dict[str, str]:
        """What the cards, Quests, columns and Legends stand for."""
        return places.verbs(state)

    def resample(self, state: ElysiumState, seat: int | None, rng: Bits) -> ElysiumState:
        """Other draws to come, other faces under the Citizens."""
        self.check_seat(state, seat)
        other = state.clone()
        other.origin = state.origin.of_world()
        other.chance_from(Stream(rng.getrandbits(64)))
        other.citizen_face = vec[i64]([NONE] * len(other.citizen_face))
        return other

    def describe_start(self, start: ElysiumState, now: ElysiumState) -> dict[str, Any]:
        """The position at the start of the turn."""
        return positions.describe_start(start, now) | self.edition_field(now.edition)

    def evaluate(self, state: ElysiumState, seat: int) -> float:
        """How far the seat is ahead, with what its cards and Gold promise."""
        self.check_seat(state, seat)
        return estimate(state, seat)

    def ints(self, state: ElysiumState) -> list[int]:
        """Counters and cards in a fixed order; what is unseen is sorted. Cards go by their numbers within the box."""
        numbers = state.edition.numbers
        found = [state.epoch, state.phase, state.turn, state.pediment, *state.families, *state.order]
        for p in state.players:
            found += [p.disc, *p.purse, p.columns, p.cards_taken, p.quest]
            for cards in (listed(p.domain), sorted(p.rings), sorted(p.used), *p.legends):
                found += [-2, *numbers(cards)]
        for cards in (
            listed(state.agora),
            listed(state.oracle),
            state.discard,
            *map(sorted, state.unseen),
            state.revealed,
            state.draws,
        ):
            found += [-3, *numbers(cards)]
        return found + listed(state.face_down) + listed(state.level_tiles) + listed(state.family_tiles)

    def cards(self) -> list[str]:
        """All ids in the order of the card table."""
        return IDS[:KINDS]

    def cards_in(self, edition: Any) -> list[str]:
        """The ids of the cards that have a condition there."""
        return [card for kind, card in enumerate(IDS[:KINDS]) if edition.conditions[kind]]

    def card_taken(self, entry: dict[str, Any]) -> tuple[int, str] | None:
        """A card taken from the Agora (E4.4)."""
        return (entry["seat"], entry["card"]) if entry["event"] == "take" else None

    def cards_offered(self, entry: dict[str, Any]) -> list[str]:
        """The cards of the Agora (E3.1)."""
        return list(entry["cards"]) if entry["event"] in ("agora", "slide") else []

    def gathered(self, state: ElysiumState) -> list[dict[str, int]]:
        """The cards of each Family in a player's Elysium; Citizens have none (E1.5)."""
        found: list[dict[str, int]] = []
        for player in state.players:
            cards = [card for legend in player.legends for card in legend]
            counts = [sum(FAMILY[card] == family for card in cards) for family in range(len(FAMILIES))]
            found.append({name: n for name, n in zip(FAMILIES, counts, strict=True) if n})
        return found

    def groups(self, state: ElysiumState) -> list[dict[str, dict[str, int]]]:
        """Cards of each Family in Elysium, Quests, bonus tiles and Citizens."""
        found: list[dict[str, dict[str, int]]] = [{"written": families} for families in self.gathered(state)]
        log: list[dict[str, Any]] = view(state)["log"]
        for seat, (had, player) in enumerate(zip(found, state.players, strict=True)):
            had["quests"] = Counter(str(line["n"]) for line in log if line["event"] == "quest" and line["seat"] == seat)
            had["level-tiles"] = {str(n): 1 for n, holder in enumerate(state.level_tiles, 1) if holder == seat}
            holders = enumerate(listed(state.family_tiles))
            had["family-tiles"] = Counter(FAMILIES[tile // 2] for tile, holder in holders if holder == seat)
            n = sum(card >= FIRST_CITIZEN for legend in player.legends for card in legend)
            had["citizens"] = {"citizen": n} if n else {}
        return found

    def item_points(self, score: dict[str, Any]) -> dict[str, int]:
        """Chronos cards, Legends and bonus tiles are lists of parts with their VP (E8)."""
        return {
            item: sum(part["vp"] for part in value) if isinstance(value, list) else value
            for item, value in score.items()
        }

    def setup(self, state: ElysiumState) -> dict[str, list[str]]:
        """The families and the side of the Pediment."""
        return {"families": [FAMILIES[family] for family in state.families], "pediment": ["ab"[state.pediment]]}

    def card(self, card: str, language: str = DEFAULT_LANGUAGE, edition: Any = None) -> dict[str, Any]:
        """Name, family, Level, power, rulings and condition, and whether that is a reconstruction.

        The condition is empty if the box does not have the card.
        """
        box = edition or EDITIONS.standard
        by = ElysiumSpeaker(language)
        facts = card_facts(card, by, box)
        facts["remark"] = by.word("reconstructed-card") if EDITIONS.shipped(box.hash) else ""
        return facts

    def guide(self, language: str = DEFAULT_LANGUAGE) -> Guide:
        """Overview and aid, with when each power can be started (E10)."""
        return guide(ElysiumSpeaker(language))

    def edition_of(self, state: ElysiumState) -> Any:
        """The box whose printed values count."""
        return state.edition

    def rounds(self, views: list[dict[str, Any]]) -> list[int]:
        """The Epochs."""
        return [view["epoch"] for view in views]

    def round_of(self, state: ElysiumState) -> int:
        """The Epoch."""
        return int(state.epoch)


GAME: Final = Elysium()
"""The one instance."""
