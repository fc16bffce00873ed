"""Pebbles: a small game on the core alone. It shows what a game has to say, and that the core knows none.

A bag holds pebbles of the values 1 to 4. In turn everybody draws one and lays it open or hides it; whoever opens a
4 makes the others discard an open one. An open pebble counts one more than its value, a hidden one is safe.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

from librt.vecs import vec
from mypy_extensions import u8

from pediment.core.engine import kernel
from pediment.core.engine.answers import Answers
from pediment.core.engine.effect import Effect
from pediment.core.engine.kernel import asking
from pediment.core.engine.log import NO_CAUSE, Events, Log
from pediment.core.engine.observation import Observer, Slice
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, Frame, Origin, State
from pediment.core.errors import OptionError, PositionError, WhyNot, brief
from pediment.core.game import Bits, Game
from pediment.core.position import Reader
from pediment.core.reasons import Reasons
from pediment.core.search.tree import Judge
from pediment.core.speaker import Speaker
from pediment.core.texts import DEFAULT_LANGUAGE, Texts

HIGHEST: Final = 4
COPIES: Final = 3
OPEN: Final = 0
HIDE: Final = 1
DISCARD: Final = 1  # + value from 1
LABELS: Final = ["open", "hide", "discard 1", "discard 2", "discard 3", "discard 4"]

L_OPEN: Final = 0
L_HIDE: Final = 1
L_DISCARD: Final = 2
L_END: Final = 3
EVENTS: Final = Events(
    [("open", "P2", ["seat", "n"]), ("hide", "P2", ["seat"]), ("discard", "P3", ["seat", "n"]), ("end", "P1", [])],
    lambda field, value: value,
    lambda value: (str(value), "P3"),
)


class PebblesState(State):
    """Pebbles by value; a hidden one by its place in `revealed`, which `resample` may write anew."""

    __slots__ = ("bag", "draws", "gone", "hidden", "shown")

    def __init__(self, origin: Origin, rng: Stream, bag: list[int], draws: list[int]) -> None:
        super().__init__(origin, rng, [], Answers(), OVER, [], Log([]), [], 0)
        self.bag = bag  # by value: how many are left
        self.draws = draws  # values that come next, the last first; empty: chance decides
        self.shown: list[list[int]] = [[] for _ in range(origin.seats)]
        self.hidden: list[list[int]] = [[] for _ in range(origin.seats)]
        self.gone: list[int] = []

    def clone(self) -> PebblesState:
        """A state that can be played on without touching this one."""
        other = PebblesState(self.origin, self.rng.clone(), self.bag[:], self.draws[:])
        other.stack = [f.clone() for f in self.stack]
        other.answers, other.to_move = self.answers.share(), self.to_move
        other.actions, other.log = self.actions[:], self.log.clone()
        other.revealed, other.drawn, other.turns_begun = self.revealed[:], self.drawn, self.turns_begun
        other.shown = [pebbles[:] for pebbles in self.shown]
        other.hidden = [places[:] for places in self.hidden]
        other.gone = self.gone[:]
        return other

    def chance_from(self, rng: Stream) -> None:
        """Chance comes from that stream; what a position wanted to be drawn is forgotten."""
        self.rng = rng
        self.draws = []


def draw(bag: list[int], rng: Stream) -> int:
    """A value out of the bag, every pebble equally likely."""
    values = values_of(bag)
    value = values[rng.pick(values, 0)]
    bag[value] -= 1
    return value


def values_of(bag: list[int]) -> list[int]:
    """Every pebble of a bag by its value."""
    return [value for value, n in enumerate(bag) for _ in range(n)]


class Rounds(Effect[PebblesState]):
    """The whole game: turn after turn until the bag is empty (P1). `target` is the seat that comes next."""

    def run(self, s: PebblesState, f: Frame) -> bool:
        """The next turn, or the end."""
        if any(s.bag):
            s.checkpoint()
            TURN.start(s, f.target, NO_CAUSE)
            f.target = (f.target + 1) % len(s.shown)
        else:
            s.log.note(L_END, NO_CAUSE)
            s.drawn += 1  # what was hidden is shown: nothing can be taken back after it
            s.stack.pop()
        return False


class Turn(Effect[PebblesState]):
    """Draw a pebble and lay it open or hide it (P2)."""

    asking = "turn"

    def options(self, s: PebblesState, f: Frame) -> list[int]:
        """Always both."""
        return [HIDE, OPEN]

    def choose(self, s: PebblesState, f: Frame, action: int) -> None:
        """Draw; a 4 laid open makes the others discard, one after the other (P3)."""
        s.stack.pop()
        if s.draws:
            value = s.draws.pop()
            s.bag[value] -= 1
        else:
            value = draw(s.bag, s.rng)
        s.revealed.append(value)
        s.drawn += 1
        if action == HIDE:
            s.hidden[f.actor].append(len(s.revealed) - 1)
            s.log.note(L_HIDE, NO_CAUSE, f.actor)
            return
        s.shown[f.actor].append(value)
        s.log.note(L_OPEN, NO_CAUSE, f.actor, value)
        if value == HIGHEST:
            n = len(s.shown)
            for i in range(n - 1, 0, -1):
                DISCARD_OPEN.start(s, (f.actor + i) % n, value)


class DiscardOpen(Effect[PebblesState]):
    """Discard one of your open pebbles, your choice. A player without one is not asked."""

    asking = "discard"

    def options(self, s: PebblesState, f: Frame) -> list[int]:
        """One answer for each value."""
        return [DISCARD + value for value in set(s.shown[f.actor])]

    def choose(self, s: PebblesState, f: Frame, action: int) -> None:
        """Out of the game."""
        s.stack.pop()
        value = action - DISCARD
        s.shown[f.actor].remove(value)
        s.gone.append(value)
        s.log.note(L_DISCARD, f.source, f.actor, value)

    def place(self, s: PebblesState, f: Frame, action: int) -> str:
        """The field of the view that shows them."""
        return "open"


ROUNDS: Final = Rounds()
TURN: Final = Turn()
DISCARD_OPEN: Final = DiscardOpen()


class PebblesReader(Reader):
    """Reads a position; pebbles named nowhere are in the bag."""

    def state(self, origin: Origin) -> PebblesState:
        """The state before its first question; raises PositionError if anything was noted."""
        self.check_game(Pebbles.name, ["game", "seats", "to_move", "copies", "gone", "draws", "seed"])
        seats = [self.table(seat, f"seats[{k}]", ["open", "hidden"]) for k, seat in enumerate(self.seats("P1"))]
        copies = self.number(self.position, "", "copies", COPIES, 1, 9)
        self.check_seed(len(seats))
        to_move = self.number(self.position, "", "to_move", 0, 0, len(seats) - 1)
        s = PebblesState(origin, origin.stream("pebbles"), [0] + [copies] * HIGHEST, [])
        s.gone = self.pebbles(s.bag, self.position, "", "gone")
        for k, values in enumerate(seats):
            s.shown[k] = self.pebbles(s.bag, values, f"seats[{k}].", "open")
            hidden = self.pebbles(s.bag, values, f"seats[{k}].", "hidden")
            s.hidden[k] = [len(s.revealed) + i for i in range(len(hidden))]
            s.revealed += hidden
        s.draws = self.pebbles(s.bag[:], self.position, "", "draws")[::-1]
        if self.problems:
            raise PositionError(self.problems)
        s.stack.append(Frame(ROUNDS.id, NO_CAUSE, NO_CAUSE, to_move, 0, 0))
        return s

    def pebbles(self, bag: list[int], values: dict[str, Any], where: str, field: str) -> list[int]:
        """A list of pebbles, taken out of the bag."""
        found: list[int] = []
        for i, value in enumerate(self.items(values, where, field)):
            if type(value) is not int or not 1 <= value <= HIGHEST or not bag[value]:
                self.note(f"{where}{field}[{i}]", f"there is no such pebble in the bag: {value!r}")
            else:
                bag[value] -= 1
                found.append(value)
        return found


class PebblesJudge(Judge):
    """Pebbles as they lie."""

    def standings(self, s: State) -> list[float]:
        """The points of now."""
        return [float(score["total"]) for score in GAME.scores(cast(PebblesState, s))]

    def spread(self, s: State) -> float:
        """Nothing is known of what comes."""
        return 0.001 if s.to_move == OVER else 5.0


class PebblesObserver(Observer):
    """Pebbles by value."""

    def table(self) -> list[Slice]:
        """What is gone, and what is asked."""
        return [
            Slice("gone", HIGHEST, 9, "discarded pebbles, by value from 1"),
            Slice("bag", 1, 36, "pebbles in the bag"),
            Slice("discard", 1, 1, "1 if somebody has to discard"),
        ]

    def seat(self) -> list[Slice]:
        """A seat's pebbles."""
        return [
            Slice("asked", 1, 1, "1 for the seat that is asked"),
            Slice("open", HIGHEST, 9, "open pebbles, by value from 1"),
            Slice("hidden", HIGHEST, 9, "hidden pebbles that one knows, by value from 1"),
            Slice("covered", 1, 36, "hidden pebbles"),
        ]

    def add(self, s: State, seat: int, rows: vec[u8]) -> vec[u8]:
        """Hidden ones only to their owner, and to all when the game is over."""
        assert isinstance(s, PebblesState)
        at = len(rows)
        row = self.blank(rows, len(s.shown))
        for value in s.gone:
            row[at + value - 1] += 1
        row[at + HIGHEST] = sum(s.bag)
        row[at + HIGHEST + 1] = int(GAME.asking(s) == "discard")
        at += HIGHEST + 2
        n = len(s.shown)
        for i in range(n):
            k = (seat + i) % n
            row[at] = int(s.to_move == k)
            for value in s.shown[k]:
                row[at + value] += 1
            if k == seat or s.to_move == OVER:
                for place in s.hidden[k]:
                    row[at + HIGHEST + s.revealed[place]] += 1
            row[at + 2 * HIGHEST + 1] = len(s.hidden[k])
            at += 2 * HIGHEST + 2
        return row


class PebblesSpeaker(Speaker[PebblesState]):
    """Pebbles in words."""

    texts = Texts(Path(__file__).parent / "texts")

    def caption(self, s: PebblesState, action: int) -> str:
        """Open, hide or discard."""
        return self.say(f"labels.{LABELS[action].split()[0]}", n=action - DISCARD)

    def prompt(self, s: PebblesState) -> str:
        """What is asked."""
        return self.say(f"prompts.{asking(s)}")

    def log_line(self, entry: dict[str, Any]) -> str:
        """What happened, and to whom."""
        params = dict(entry)
        if "seat" in entry:
            params["seat"] = self.seat(entry["seat"])
        return self.happened(entry, **params)

    def refuse(self, s: PebblesState, action: int) -> WhyNot:
        """The first rule in the way."""
        if s.to_move == OVER:
            return WhyNot("P1", self.say("refusals.over"))
        if asking(s) == "discard" and action > DISCARD:
            return WhyNot("P3", self.say("refusals.not-open"))
        return WhyNot("P1", self.say("refusals.other-question"))

    def reasons(self, s: PebblesState, action: int, seat: int) -> list[str]:
        """One point more against safety; of open pebbles the smallest is the least loss."""
        found = Reasons(self)
        if action > DISCARD:
            found.add(action, "lose", n=action - DISCARD + 1)
        elif action == OPEN:
            found.add(1, "one-more")
        else:
            found.add(1, "safe")
        return found.told()


class Pebbles(Game[PebblesState]):
    """The game for 2 to 4 players."""

    name = "pebbles"
    rules_version = "1"
    seat_counts = range(2, 5)
    num_actions = len(LABELS)
    texts = PebblesSpeaker.texts
    speaker = PebblesSpeaker
    label_list = LABELS
    judge = PebblesJudge()
    observer = PebblesObserver()

    def __init__(self) -> None:
        self.options = {"copies": f"how many pebbles there are of each value, 1 to 9, usually {COPIES}"}

    def check_options(self, seats: int, seed: int | str, options: dict[str, Any]) -> dict[str, Any]:
        """Options in full; raises OptionError."""
        self.check_seats_and_seed(seats, seed, options, "P1")
        copies = options.get("copies", COPIES)
        if type(copies) is not int or not 1 <= copies <= 9:
            raise OptionError(f"copies must be a number from 1 to 9, not {brief(copies)} (P1)")
        return {"copies": copies}

    def begin(self, origin: Origin) -> PebblesState:
        """A new game is a position without pebbles."""
        if origin.position is not None:
            return PebblesReader(origin.position).state(origin)
        s = PebblesReader({"seats": [{}] * origin.seats, **origin.options}).state(origin)
        s.rng.lay_out([values_of(s.bag)])
        return s

    def returns(self, state: PebblesState) -> list[float]:
        totals = [score["total"] for score in self.scores(state)]
        won = [state.to_move == OVER and total == max(totals) for total in totals]
        return [1 / sum(won) if one else 0.0 for one in won]

    def scores(self, state: PebblesState) -> list[dict[str, Any]]:
        """Open and hidden pebbles of each seat."""
        return [self._score(state, seat, True) for seat in range(len(state.shown))]

    def _score(self, s: PebblesState, seat: int, known: bool) -> dict[str, Any]:
        shown = sum(s.shown[seat]) + len(s.shown[seat])
        hidden = sum(s.revealed[i] for i in s.hidden[seat]) if known else 0
        return {"open": shown, "hidden": hidden, "total": shown + hidden}

    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        """Hidden pebbles are seen by their owner, and by all when the game is over (P2)."""
        s = state
        n = len(s.shown)
        self.check_seat(state, seat)
        known = [s.to_move == OVER or seat == k for k in range(n)]
        hidden = [[s.revealed[i] if known[k] else None for i in s.hidden[k]] for k in range(n)]
        return {
            "game": self.name,
            "to_move": None if s.to_move == OVER else s.to_move,
            "asking": self.asking(s),
            "seats": [{"open": s.shown[k][:], "hidden": hidden[k]} for k in range(n)],
            "gone": s.gone[:],
            "bag_size": sum(s.bag),
            "scores": [self._score(s, k, known[k]) for k in range(n)],
            "log": EVENTS.entries(s.log),
        }

    def resample(self, state: PebblesState, seat: int | None, rng: Bits) -> PebblesState:
        """Other pebbles to come, and other ones hidden by the other players."""
        s = state.clone()
        s.origin = state.origin.of_world()
        s.chance_from(Stream(rng.getrandbits(64)))
        places = [i for k, hidden in enumerate(s.hidden) for i in hidden if k != seat and s.to_move != OVER]
        for i in places:
            s.bag[s.revealed[i]] += 1
        for i in places:
            s.revealed[i] = draw(s.bag, s.rng)
        return s

    def turn_ahead(self, world: PebblesState, seat: int) -> PebblesState | None:
        """As long as there are pebbles."""
        if not any(world.bag):
            return None
        ahead = world.clone()
        del ahead.stack[1:]
        TURN.start(ahead, seat, NO_CAUSE)
        kernel.advance(ahead)
        return ahead

    def describe_start(self, start: PebblesState, now: PebblesState) -> dict[str, Any]:
        """All pebbles at the start of a turn, and what was drawn since."""
        return {
            "game": self.name,
            "seats": [
                {"open": shown[:], "hidden": [start.revealed[i] for i in hidden]}
                for shown, hidden in zip(start.shown, start.hidden, strict=True)
            ],
            "to_move": start.frame_of(ROUNDS.id).target if start.stack else 0,
            "copies": (sum(start.bag) + sum(map(len, start.shown + start.hidden)) + len(start.gone)) // HIGHEST,
            "gone": start.gone[:],
            "draws": now.revealed[len(start.revealed) :] + now.draws[::-1],
        }

    def evaluate(self, state: PebblesState, seat: int) -> float:
        """How far the seat is ahead of the best other, by what it sees."""
        totals = [score["total"] for score in self.view(state, seat)["scores"]]
        return float(totals[seat] - max(total for k, total in enumerate(totals) if k != seat))

    def ints(self, state: PebblesState) -> list[int]:
        """All pebbles."""
        found = [*state.bag, -1, *state.gone]
        for shown, hidden in zip(state.shown, state.hidden, strict=True):
            found += [-1, *shown, -2, *(state.revealed[i] for i in hidden)]
        return found

    def cards(self) -> list[str]:
        """The values."""
        return [str(value) for value in range(1, HIGHEST + 1)]

    def card(self, card: str, language: str = DEFAULT_LANGUAGE, edition: Any = None) -> dict[str, Any]:
        """What a pebble counts. Raises KeyError for an unknown value."""
        if card not in self.cards():
            raise KeyError(card)
        return {"id": card, "name": card, "open": int(card) + 1, "hidden": int(card)}


GAME: Final = Pebbles()
"""The one instance."""
