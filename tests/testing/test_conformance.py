"""A law that nothing can break is no law: each one catches a game that is broken in just that way."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from librt.vecs import extend, vec
from mypy_extensions import u8

import pediment
from pediment.core.engine import kernel
from pediment.core.engine.observation import Slice
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER, Origin, State
from pediment.core.errors import IllegalMove, WhyNot
from pediment.core.game import Bits
from pediment.core.match import Match
from pediment.testing import conformance
from pediment.testing.random_game import Table
from pediment.testing.toy import DISCARD, HIDE, L_DISCARD, TURN, Pebbles, PebblesObserver, PebblesState


class Descending(Pebbles):
    def legal(self, state: PebblesState) -> list[int]:
        return super().legal(state)[::-1]


class OneAnswer(Pebbles):
    def legal(self, state: PebblesState) -> list[int]:
        return super().legal(state)[:1]


class Shouting(Pebbles):
    def label(self, state: PebblesState, action: int) -> str:
        return super().label(state, action).upper()


class Ambiguous(Pebbles):
    def label(self, state: PebblesState, action: int) -> str:
        return "open" if action == HIDE else super().label(state, action)


class SharedState(PebblesState):
    def clone(self) -> PebblesState:
        other = super().clone()
        other.shown = self.shown
        return other


class SharedClones(Pebbles):
    def begin(self, origin: Origin) -> PebblesState:
        s = super().begin(origin)
        shared = SharedState(s.origin, s.rng, s.bag, s.draws)
        shared.stack = s.stack
        return shared


class GlobalChance(Pebbles):
    seeds = itertools.count()

    def begin(self, origin: Origin) -> PebblesState:
        s = super().begin(origin)
        s.rng = Stream(next(self.seeds))
        return s


class Forgetful(Pebbles):
    """Draws afresh what a position has settled."""

    def begin(self, origin: Origin) -> PebblesState:
        s = super().begin(origin)
        s.draws = []
        return s


class Stubborn(Pebbles):
    """Stays with its chance."""

    def redraw(self, state: PebblesState, seed: int | str) -> None:
        pass


class Unnoted(Pebbles):
    """Begins chance anew, and keeps it to itself."""

    def redraw(self, state: PebblesState, seed: int | str) -> None:
        state.drawn += 1
        state.chance_from(stream(seed, "draws"))


class Promising(Pebbles):
    """Takes the same chance for every fair seed."""

    def begin(self, origin: Origin) -> PebblesState:
        return super().begin(Origin(origin.seats, 0, origin.options, origin.position, origin.rules))


class DescribesLess(Pebbles):
    def describe_start(self, start: PebblesState, now: PebblesState) -> dict[str, Any]:
        return super().describe_start(start, now) | {"gone": []}


class Leaky(Pebbles):
    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        return super().view(state, seat) | {"next": state.rng.clone().below(6)}


class Ominous(Pebbles):
    """After a discard its view tells what chance will bring."""

    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        told = state.log and state.log[-1][0] == L_DISCARD
        return super().view(state, seat) | {"omen": state.rng.clone().below(6) if told else 0}


class PeepingObserver(PebblesObserver):
    """Shows every hidden pebble to everybody."""

    def add(self, s: State, seat: int, rows: vec[u8]) -> vec[u8]:
        found = super().add(s, seat, rows)
        found[len(rows)] = sum(s.revealed) % 10
        return found


class Peeping(Pebbles):
    observer = PeepingObserver()


class StaleObserver(PebblesObserver):
    """Keeps what it has written, and never looks again."""

    def add(self, s: State, seat: int, rows: vec[u8]) -> vec[u8]:
        if s.observed is None:
            s.observed = [bytes(super(StaleObserver, self).add(s, k, vec[u8]())) for k in range(s.origin.seats)]
        assert isinstance(s.observed, list)
        return extend(rows, s.observed[seat])


class Stale(Pebbles):
    observer = StaleObserver()


class LowObserver(PebblesObserver):
    """Says that the bag holds at most one pebble."""

    def table(self) -> list[Slice]:
        return [Slice(part.name, part.size, 1, part.meaning) for part in super().table()]


class Low(Pebbles):
    observer = LowObserver()


class TwiceObserver(PebblesObserver):
    """Has two slices of one name."""

    def seat(self) -> list[Slice]:
        return [Slice("open", part.size, part.most, part.meaning) for part in super().seat()]


class Twice(Pebbles):
    observer = TwiceObserver()


class LongObserver(PebblesObserver):
    """Makes rows that are longer than their slices."""

    def width(self, seats: int) -> int:
        return super().width(seats + 1)


class Long(Pebbles):
    observer = LongObserver()


class LiveView(Pebbles):
    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        return super().view(state, seat) | {"gone": state.gone}


class NoJson(Pebbles):
    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        return super().view(state, seat) | {"bag": tuple(state.bag)}


class Spendthrift(Pebbles):
    """Takes a look at chance to find out why a move is refused."""

    def refuse(self, state: PebblesState, action: int, language: str, names: list[str] | None = None) -> WhyNot:
        state.rng.below(2)
        return super().refuse(state, action, language, names)


class Lenient(Pebbles):
    def play(self, state: PebblesState, move: str | int) -> None:
        try:
            super().play(state, move)
        except IllegalMove:
            return


class EarlyWinner(Pebbles):
    def returns(self, state: PebblesState) -> list[float]:
        return [1.0] + [0.0] * (len(state.shown) - 1)


class NoWinner(Pebbles):
    def returns(self, state: PebblesState) -> list[float]:
        return [0.0] * len(state.shown)


class LastWins(Pebbles):
    def returns(self, state: PebblesState) -> list[float]:
        totals = [score["total"] for score in self.scores(state)]
        return [float(state.to_move == OVER and seat == totals.index(min(totals))) for seat in range(len(totals))]


class SecretScores(Pebbles):
    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        view = super().view(state, seat)
        view["scores"] = [{"total": 0} for _ in view["scores"]]
        return view


class Wordless(Pebbles):
    def caption(self, state: PebblesState, action: int, language: str = "en", names: list[str] | None = None) -> str:
        return super().caption(state, action, language, names) if action <= DISCARD else ""


class Nameless(Pebbles):
    def log_line(
        self,
        entry: dict[str, Any],
        language: str = "en",
        names: list[str] | None = None,
        edition: Any = None,
        you: int | None = None,
    ) -> str:
        return super().log_line(entry, language)


class LosesPebbles(Pebbles):
    def apply(self, state: PebblesState, action: int) -> None:
        super().apply(state, action)
        state.gone = state.gone[-2:]


class Endless(Pebbles):
    def apply(self, state: PebblesState, action: int) -> None:
        super().apply(state, action)
        if state.to_move == OVER:
            TURN.start(state, 0, -1)
            state.bag[1] = 1
            kernel.advance(state)


class NoChange(Pebbles):
    """Its resampled world is the very state."""

    def resample(self, state: PebblesState, seat: int | None, rng: Bits) -> PebblesState:
        state.rng = Stream(rng.getrandbits(64))
        state.gone.append(1)
        return state


@pytest.mark.parametrize(
    ("law", "broken"),
    [
        (conformance.questions, Descending),
        (conformance.questions, OneAnswer),
        (conformance.questions, Endless),
        (conformance.labels, Shouting),
        (conformance.labels, Ambiguous),
        (conformance.clones, SharedClones),
        (conformance.same_seed, GlobalChance),
        (conformance.replays, GlobalChance),
        (conformance.positions, DescribesLess),
        (conformance.positions, Forgetful),
        (conformance.rewinds, GlobalChance),
        (conformance.redraws, Stubborn),
        (conformance.redraws, Unnoted),
        (conformance.fair_seeds, Promising),
        (conformance.views, LiveView),
        (conformance.views, NoJson),
        (conformance.hidden, Leaky),
        (conformance.hidden, NoChange),
        (conformance.hidden_until_chance, Ominous),
        (conformance.observations, Peeping),
        (conformance.observations, Stale),
        (conformance.observations, Low),
        (conformance.observations, Twice),
        (conformance.observations, Long),
        (conformance.refusals, Spendthrift),
        (conformance.refusals, Lenient),
        (conformance.ends, EarlyWinner),
        (conformance.ends, NoWinner),
        (conformance.ends, LastWins),
        (conformance.ends, SecretScores),
        (conformance.words, Wordless),
        (conformance.words, Nameless),
    ],
)
def test_a_law_catches_who_breaks_it(law: Callable[..., None], broken: type[Pebbles]) -> None:
    game = broken()
    with pytest.raises((AssertionError, ValueError)) as error:  # noqa: PT012 - any of the games may show it
        for seed in range(20):
            law(game, 3, seed)
    if error.type is AssertionError:
        assert "pebbles, seats=3" in str(error.value)


def test_conservation_catches_a_loss() -> None:
    with pytest.raises(AssertionError, match="lost or came from nowhere"):
        conformance.conserved(
            LosesPebbles(), lambda view: view["bag_size"] + sum(view["gone"]), seats=2, seed=3, copies=4
        )


def test_a_question_with_one_answer_may_be_named() -> None:
    conformance.questions(OneAnswer(), 2, 1, lone=["turn", "discard"])


def test_an_undo_beyond_chance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def undo(self: Match, seat: int) -> bool:
        state = self.game.rewind(self.state)
        if state.to_move != seat or not self.state.actions:
            return False
        self.state = state
        return True

    monkeypatch.setattr(Match, "undo", undo)
    with pytest.raises(AssertionError, match="chance spoke"):
        conformance.undos(Pebbles(), 2, 1)


def test_the_class_runs_every_law() -> None:
    tests = {name.removeprefix("test_") for name in dir(conformance.Conformance) if name.startswith("test_")}
    assert tests == {law.__name__ for law in conformance.LAWS} | {"conserved"}
    with pytest.raises(NotImplementedError):
        conformance.Conformance().count({})


def test_a_random_game_by_earlier_rules() -> None:
    """The same table as ever, but for its rules: the first ones ask for a pass (E4.7)."""
    game = pediment.game("elysium")
    for rules in ("1", "2"):
        table = Table(game, 3, 4, {"families": "first-game", "rules": rules}, "rules")
        asked = [game.label(state, action) for state in table.states() for action in game.legal(state)]
        assert table.state.origin.rules == int(rules)
        assert table.state.origin.options["families"] == "first-game"
        assert ("pass" in asked) == (rules == "1")
