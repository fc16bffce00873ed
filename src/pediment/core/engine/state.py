"""What every game's state has: the stack of frames, the pending question, the log."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from pediment.core.engine.answers import Answers
from pediment.core.engine.log import Log
from pediment.core.engine.rng import NotedStream, Stream, stream

OVER: Final = -1
"""`to_move` when the game is over."""


@mypyc_attr(free_list_len=1)
class Frame:
    """One thing under way, as a few ints: which effect, whose, by which card, how far."""

    __slots__ = ("actor", "amount", "effect", "source", "step", "target")

    def __init__(self, effect: i64, actor: i64, source: i64, target: i64, amount: i64, step: i64) -> None:
        self.effect = effect
        self.actor = actor
        self.source = source
        self.target = target
        self.amount = amount
        self.step = step

    def clone(self) -> Frame:
        """A frame with the same ints."""
        return Frame(self.effect, self.actor, self.source, self.target, self.amount, self.step)


class Origin:
    """Where a game began: options, seats and seed, or a position. Never changed, so clones share it.

    `rules` is the version of the rules that it is played by to its end. `redraws` says where chance began anew: after
    how many actions, and from which seed; ascending. All chance comes from `dealer`, if there is one, whatever the
    seed says.
    """

    __slots__ = ("dealer", "known", "noted", "options", "position", "redraws", "rules", "seats", "seed")

    def __init__(
        self,
        seats: int,
        seed: int | str,
        options: dict[str, Any],
        position: dict[str, Any] | None,
        rules: int,
        known: bool = True,
        redraws: list[tuple[int, int | str]] | None = None,
        noted: list[tuple[str, int, int]] | None = None,
        dealer: Stream | None = None,
    ) -> None:
        self.seats = seats
        self.seed = seed
        self.options = options
        self.position = position
        self.rules = rules
        self.known = known  # a resampled world has no beginning: its origin tells nothing but the seats
        self.redraws: list[tuple[int, int | str]] = redraws or []
        self.dealer = dealer
        self.noted = noted  # who wants to know takes down every draw here, as (purpose, out of how many, which)

    def of_world(self) -> Origin:
        """The origin of a world that was drawn anew: without the seed, the options and the position."""
        return Origin(self.seats, 0, {}, None, self.rules, False)

    def redrawn(self, redraws: list[tuple[int, int | str]]) -> Origin:
        """The same beginning with other redraws."""
        return Origin(
            self.seats, self.seed, self.options, self.position, self.rules, self.known, redraws, self.noted, self.dealer
        )

    def stream(self, purpose: str) -> Stream:
        """The stream of the seed for one purpose."""
        return self.stream_of(self.seed, purpose)

    def stream_of(self, seed: int | str, purpose: str) -> Stream:
        """The stream of another seed, that of a redraw."""
        numbers = stream(seed, purpose) if self.dealer is None else self.dealer
        return numbers if self.noted is None else NotedStream(numbers, purpose, self.noted)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The part of a state that the kernel works on; a game's own state extends it.

    `answers` are those to the pending question. A clone gets `self.answers.share()`: shared, they no longer change.
    `revealed` is what chance brought to light, in order; `drawn` counts what undo never takes back: draws of any kind,
    and hidden things that were shown to somebody. `turns_begun` counts turns. `observed` is what an observer keeps of
    what it has written; a clone begins without.
    """

    __slots__ = (
        "actions",
        "answers",
        "drawn",
        "log",
        "observed",
        "origin",
        "revealed",
        "rng",
        "stack",
        "to_move",
        "turns_begun",
        "witness",
    )

    def __init__(
        self,
        origin: Origin,
        rng: Stream,
        stack: list[Frame],
        answers: Answers,
        to_move: int,
        actions: list[int],
        log: Log,
        revealed: list[int],
        drawn: int,
    ) -> None:
        self.origin = origin
        self.rng = rng
        self.stack = stack
        self.answers = answers
        self.to_move: i64 = to_move
        self.actions = actions
        self.log = log
        self.revealed = revealed
        self.drawn: i64 = drawn
        self.turns_begun = 0
        self.observed: object = None
        self.witness: list[Any] | None = None  # `describe` asks here for the last start of a turn

    @property
    def legal(self) -> list[int]:
        """The answers to the pending question, ascending: a list made when it is asked for. Do not change it."""
        return self.answers.listed()

    def clone(self) -> State:
        """A state that can be played on without touching this one."""
        raise AssertionError("every game clones its own state")

    def chance_from(self, rng: Stream) -> None:
        """Chance comes from that stream from now on; a game forgets what it had settled of the draws to come."""
        self.rng = rng

    def __reduce__(self) -> str:
        """No copy and no pickle: frames name effects by numbers of this process. Raises TypeError."""
        raise TypeError("a state is copied by its clone(); to keep or send it, use Match.record or Game.describe")

    def find_frame(self, effect: int) -> Frame | None:
        """The frame of an effect if it is under way; the uppermost, if there are several."""
        for f in reversed(self.stack):
            if f.effect == effect:
                return f
        return None

    def frame_of(self, effect: int) -> Frame:
        """The frame of an effect that is under way. Raises LookupError."""
        found = self.find_frame(effect)
        if found is None:
            raise LookupError(f"no frame of the effect {effect}")
        return found

    def checkpoint(self) -> None:
        """A turn is about to begin: what a position can describe."""
        self.turns_begun += 1
        if self.witness is not None:
            self.witness[:] = [self.clone()]
