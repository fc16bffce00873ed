"""Ephyran as a game of the contract."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from pediment.core.engine import kernel
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, Origin
from pediment.core.engine.vecs import listed
from pediment.core.errors import IllegalMove, OptionError, WhyNot, brief
from pediment.core.game import Bits, Game, words_of
from pediment.core.guide import Guide
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.games.ephyran import position as positions
from pediment.games.ephyran.ai.estimate import estimate
from pediment.games.ephyran.ai.judge import EphyranJudge
from pediment.games.ephyran.ai.learned import read_learned
from pediment.games.ephyran.ai.weights import read_weights
from pediment.games.ephyran.explain.captions import card_facts
from pediment.games.ephyran.explain.guide import guide
from pediment.games.ephyran.explain.speaker import EphyranSpeaker
from pediment.games.ephyran.io import places
from pediment.games.ephyran.io.log import card_id, half_id
from pediment.games.ephyran.io.observation import EphyranObserver
from pediment.games.ephyran.io.view import view
from pediment.games.ephyran.rules.edition import EDITIONS, IDS
from pediment.games.ephyran.rules.flow import begin_next_turn
from pediment.games.ephyran.rules.labels import (
    V_ADD,
    V_CHANGE,
    V_DIONYSUS,
    V_DISCARD,
    V_DRAW_DISCARD,
    V_DRAW_PILE,
    all_labels,
    phrase,
    text_of,
)
from pediment.games.ephyran.rules.sampling import resample
from pediment.games.ephyran.rules.score import scores, totals
from pediment.games.ephyran.rules.setup import CHOOSE, set_up
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.supports import fill_table
from pediment.games.ephyran.rules.vocabulary import ANSWERS, AREAS, GODS, NONE

fill_table()

_GODS: Final = ["random", CHOOSE]
_PLAYED: Final = {"add": "half", "change": "half", "replace": "half", "support": "card", "defend": "card"}
"""Events in which a seat plays a card, and the field that names it or its half."""


class Ephyran(Game[EphyranState]):
    """The game for 2 to 4 players."""

    name = "ephyran"
    rules_version = "2"
    seat_counts = range(2, 5)
    num_actions = len(ANSWERS)
    texts = EphyranSpeaker.texts
    speaker = EphyranSpeaker
    editions = EDITIONS
    judge = EphyranJudge(read_weights(), read_learned())
    observer = EphyranObserver()

    def __init__(self) -> None:
        self.label_list = all_labels(EDITIONS.standard)
        self.options = {
            "gods": "random, or choose in seat order from the first player",
            "edition": "an edition file with the cards and tokens of a box",
        }

    def check_options(self, seats: int, seed: int | str, options: dict[str, Any]) -> dict[str, Any]:
        """Options in full, ready for JSON; raises OptionError."""
        self.check_seats_and_seed(seats, seed, options, "Y2.1")
        gods = options.get("gods", "random")
        if gods not in _GODS:
            raise OptionError(f"gods must be random or choose, not {brief(gods)} (Y2.1)")
        return {"gods": gods, "edition": EDITIONS.name(EDITIONS.of(options.get("edition")))}

    def begin(self, origin: Origin) -> EphyranState:
        """The state before its first question."""
        if origin.position is not None:
            return positions.read(origin, self.position_edition(origin.position))
        return set_up(origin)

    def label(self, state: EphyranState, action: int) -> str:
        """The short text of a legal action: what an int says depends on the question. Raises ValueError for others."""
        if action not in state.legal:
            raise ValueError(f"action {brief(action)} is not an answer to the question {self.asking(state)!r}")
        return text_of(phrase(state, action))

    def answer_name(self, action: int) -> str:
        """An action without its question: the verb of its block, which may stand for several, and its thing."""
        block = ANSWERS.block_of(action)
        n = action - block.start
        match block.name:
            case "play" | "take":
                thing = half_id(n).lower()
            case "card":
                thing = card_id(n).lower()
            case "god" | "dionysus" | "change-dionysus":
                thing = GODS[n]
            case "area":
                thing = f"{GODS[n // AREAS]} {n % AREAS + 1}"
            case _:
                thing = str(n) if block.size > 1 else ""
        return f"{block.name.replace('-', ' ')} {thing}".rstrip()

    def parse(self, state: EphyranState, text: object) -> int:
        """The action of a label that is legal now. Raises IllegalMove, with the rule, for any other text."""
        words = words_of(text)
        for action in state.legal:
            if text_of(phrase(state, action)) == words:
                return action
        raise IllegalMove(text, EphyranSpeaker(DEFAULT_LANGUAGE, edition=state.edition).refuse_label(state, words))

    def why_not(
        self, state: EphyranState, text: object, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None
    ) -> WhyNot | None:
        """The rule and sentence that forbid a move now, or None if it is legal."""
        words = words_of(text)
        if any(text_of(phrase(state, action)) == words for action in state.legal):
            return None
        return EphyranSpeaker(language, names, state.edition).refuse_label(state, words)

    def returns(self, state: EphyranState) -> list[float]:
        """Most points win; ties share the victory (Y7.5)."""
        if state.to_move != OVER:
            return [0.0] * len(state.players)
        found = totals(state)
        won = [total == max(found) for total in found]
        return [1 / sum(won) if mine else 0.0 for mine in won]

    def gathered(self, state: EphyranState) -> list[dict[str, int]]:
        """The areas of each god's territory in a player's city."""
        return [
            {name: len(areas) for name, areas in zip(GODS, player.areas, strict=True) if areas}
            for player in state.players
        ]

    def groups(self, state: EphyranState) -> list[dict[str, dict[str, int]]]:
        """The god of each player, the areas of each god in the city, and the Supports played and blocked with."""
        found = [
            {"gods": {GODS[player.god]: 1}, "areas": areas}
            for player, areas in zip(state.players, self.gathered(state), strict=True)
        ]
        log: list[dict[str, Any]] = view(state, None)["log"]
        for seat, had in enumerate(found):
            for kind, event in (("supports", "support"), ("defences", "defend")):
                played = (line for line in log if line["event"] == event and line["seat"] == seat)
                had[kind] = Counter(line["support"] for line in played)
        return found

    def scores(self, state: EphyranState) -> list[dict[str, Any]]:
        """Per seat: the items of every territory, city_bonus, total; all tokens count."""
        return scores(state)

    def totals(self, state: EphyranState) -> list[int]:
        """Per seat the total of `scores`."""
        return totals(state)

    def view(self, state: EphyranState, seat: int | None) -> dict[str, Any]:
        """Exactly what Y8 shows that seat."""
        self.check_seat(state, seat)
        return view(state, seat)

    def turn_ahead(self, world: EphyranState, seat: int) -> EphyranState | None:
        """A turn from its action on (Y3.1), unless the game is in its last round and the seat has had its turn."""
        ahead = world.clone()
        if not begin_next_turn(ahead, seat):
            return None
        kernel.advance(ahead)
        return ahead if ahead.to_move == seat else None

    def reach(self, turn: EphyranState) -> list[int]:
        """All but to discard, which is always possible."""
        return [action for action in turn.legal if phrase(turn, action)[0] != V_DISCARD]

    def basis(self, world: EphyranState, seat: int, action: int) -> Any:
        """What one lays or discards rests on one's own city and hand; whatever concerns others, on all that lies."""
        verb = phrase(world, action)[0]
        seen = view(world, seat)
        if verb in (V_ADD, V_CHANGE, V_DIONYSUS, V_DISCARD, V_DRAW_PILE, V_DRAW_DISCARD):
            top = seen["first_discard"][-1:] if verb == V_DRAW_DISCARD else []
            return seen["seats"][seat], seen["hand"], top
        return {field: value for field, value in seen.items() if field not in ("log", "scores")}

    def place(self, state: EphyranState, action: int) -> str:
        """The hand, a city, a pile, or the cards that are looked at."""
        return places.place(state, action)

    def resample(self, state: EphyranState, seat: int | None, rng: Bits) -> EphyranState:
        """Other hands, another pile, other tokens, as far as the seat has not seen them."""
        self.check_seat(state, seat)
        return resample(state, seat, Stream(rng.getrandbits(64)))

    def describe_start(self, start: EphyranState, now: EphyranState) -> dict[str, Any]:
        """The position at the start of the turn."""
        return positions.describe_start(start, now) | self.edition_field(now.edition)

    def evaluate(self, state: EphyranState, seat: int) -> float:
        """How far the seat is ahead, with what its hand promises."""
        self.check_seat(state, seat)
        return estimate(state, seat)

    def ints(self, state: EphyranState) -> list[int]:
        """Cards and tokens in a fixed order; the pile and the supply are sorted."""
        found = [state.athena, state.active, int(state.last_round), state.in_play, int(state.transit), state.holding]
        for p in state.players:
            found += [p.god, p.city_bonus, *p.locks]
            for cards in (p.hand, p.known, *p.areas, *(on_area for god in p.tokens for on_area in god)):
                found += [-2, *cards]
        for cards in (
            sorted(state.pile), state.first_discard, state.second_discard, sorted(state.supply),
            listed(state.token_face), listed(state.seen), state.tokens_gone, state.looking, state.transit_tokens,
            state.revealed,
        ):  # fmt: skip
            found += [-3, *cards]
        return found

    def cards(self) -> list[str]:
        """104 ids, and the Dionysus."""
        return [*IDS, "dionysus"]

    def card_taken(self, entry: dict[str, Any]) -> tuple[int, str] | None:
        """A card that is played, for a half or for its Support (Y3.1)."""
        field = _PLAYED.get(entry["event"])
        if field is None:
            return None
        name: str = entry[field]
        return entry["seat"], name if field == "card" or name == "dionysus" else name[:-1]

    def item_points(self, score: dict[str, Any]) -> dict[str, int]:
        """The territories in one (Y7.2)."""
        return score | {"territories": sum(items["points"] for items in score["territories"].values())}

    def setup(self, state: EphyranState) -> dict[str, list[str]]:
        """The gods, seat by seat; a seat that has not chosen yet has none."""
        return {"gods": ["" if player.god == NONE else GODS[player.god] for player in state.players]}

    def card(self, card: str, language: str = DEFAULT_LANGUAGE, edition: Any = None) -> dict[str, Any]:
        """Both halves in words, and whether they are a reconstruction."""
        box = edition or EDITIONS.standard
        by = EphyranSpeaker(language, edition=box)
        facts = card_facts(card, by)
        known = not facts["halves"] or EDITIONS.shipped(box.hash) is None  # every box has its Dionysus (Y2.1)
        facts["remark"] = "" if known else by.word("reconstructed-card")
        return facts

    def guide(self, language: str = DEFAULT_LANGUAGE) -> Guide:
        """Overview and aid, with when each Support can be played (Y9)."""
        return guide(EphyranSpeaker(language))

    def edition_of(self, state: EphyranState) -> Any:
        """The box whose cards are played."""
        return state.edition

    def rounds(self, views: list[dict[str, Any]]) -> list[int]:
        """A round begins with the turn of the first player, who has the Athena token."""
        found: list[int] = []
        n, before = 1, None
        for one in views:
            active = one["active"]
            n += before not in (None, active) and active == one["athena"]
            before = active
            found.append(n)
        return found

    def round_of(self, state: EphyranState) -> int:
        """The choice of gods, which begins like a turn (Y2.1), belongs to the first round."""
        chosen = state.origin.options.get("gods") == CHOOSE
        return max(0, state.turns_begun - chosen - 1) // len(state.players) + 1


GAME: Final = Ephyran()
"""The one instance."""
