"""Chance made explicit: a place in a game where somebody is asked, or where chance is.

The engine asks chance for numbers below n, one at a time, while it goes on to the next question. Here it reads them
from a script. Where the script ends, the engine is stopped and what it had begun is thrown away; once the number is
chosen, it does the same again from the last question with the longer script.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, NamedTuple

from mypy_extensions import i64

import pediment
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, Origin

CHANCE: Final = -1
TERMINAL: Final = -4
"""OpenSpiel's numbers for chance and for the end, where a player would stand."""


class ChanceNeeded(Exception):
    """The script is at its end: one of `outcomes` numbers is needed."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"chance is asked for one of {outcomes} numbers")
        self.outcomes = outcomes


class ScriptedStream(Stream):
    """A stream that gives the numbers it was given, in order, and raises ChanceNeeded where they end."""

    __slots__ = ("_left",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(0)
        self._left = iter(numbers)

    def below(self, n: int) -> int:
        """The next number; where there is only one, nobody is asked."""
        if n == 1:
            return 0
        for number in self._left:
            return number
        raise ChanceNeeded(n)

    def _step(self) -> i64:
        raise AssertionError("a game draws by below alone, so that every draw is explicit")

    def clone(self) -> Stream:
        """Nothing is left to give: a state is cloned at a question, where its script is over."""
        return self


SILENT: Final = ScriptedStream(())
"""The script of every state that waits for an answer."""


class Memory(NamedTuple):
    """All that a seat has observed and answered so far."""

    digest: bytes
    seen: str
    """The last view, without its log,"""
    lines: int
    """and how long the log was then."""


BLANK: Final = Memory(b"", "", 0)


class GameSpec:
    """What all nodes of a game have in common. `options` are in full, as `game.check_options` gives them."""

    def __init__(self, name: str, seats: int, options: dict[str, Any]) -> None:
        self.game = pediment.game(name)
        self.seats = seats
        self.options = options

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle."""
        return GameSpec, (self.game.name, self.seats, self.options)

    def start(self) -> Node:
        """The first node: the setup, where chance is asked."""
        return self.go((), None, ())

    def go(self, path: tuple[Question, ...], answer: int | None, script: tuple[int, ...], past: Memory = BLANK) -> Node:
        """The node after an answer to the last question of a path, and after what chance said since."""
        try:
            if answer is None:
                state = self.game.restart(
                    Origin(self.seats, 0, self.options, None, self.game.rules_number(), dealer=ScriptedStream(script))
                )
            else:
                state = path[-1].state.clone()
                state.rng = ScriptedStream(script)
                self.game.apply(state, answer)
        except ChanceNeeded as asked:
            return Node(self, path, answer, script, asked.outcomes, past)
        state.rng = SILENT
        answers = path[-1].answers_after(answer) if path else ((),) * self.seats
        return Node(self, (*path, Question(state, answer, script, answers)), None, (), 0, past)


class Question:
    """A question that was put, or the end; with the answer to the one before, and what chance said after that.

    It does not refer to the one before: a compiled state that is let go deep in a chain of objects crashes Python 3.11.
    """

    __slots__ = ("answer", "answers", "memories", "player", "script", "state")

    def __init__(
        self, state: Any, answer: int | None, script: tuple[int, ...], answers: tuple[tuple[int, ...], ...]
    ) -> None:
        self.state = state
        self.answer = answer
        self.script = script
        self.answers = answers  # of each seat to the questions before
        self.player: int = TERMINAL if state.to_move == OVER else state.to_move
        self.memories: dict[int | None, Memory] = {}

    def answers_after(self, answer: int | None) -> tuple[tuple[int, ...], ...]:
        """The answers of each seat, with one to this question."""
        assert answer is not None
        before, seat = self.answers, self.player
        return (*before[:seat], (*before[seat], answer), *before[seat + 1 :])


class Node:
    """A node of the game tree. It is never changed, so that clones share it."""

    __slots__ = ("answer", "outcomes", "past", "path", "player", "script", "spec", "state")

    def __init__(
        self,
        spec: GameSpec,
        path: tuple[Question, ...],
        answer: int | None,
        script: tuple[int, ...],
        outcomes: int,
        past: Memory,
    ) -> None:
        self.spec = spec
        self.path = path  # all questions so far; none in the setup
        self.answer = answer  # to the last question, while chance is asked
        self.script = script  # what chance said since
        self.outcomes = outcomes  # what chance is asked for; 0 at a question
        self.past = past  # what everybody knew before the first question
        self.state: Any = path[-1].state if path else None
        self.player = CHANCE if outcomes else path[-1].player

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which plays the same again. Raises ValueError for a resampled world."""
        if self.state is not None and not self.state.origin.known:
            raise ValueError("a resampled world has no past: it cannot be pickled or serialised")
        steps = [(question.answer, question.script) for question in self.path]
        return replay, (self.spec, [*steps, (self.answer, self.script)] if self.outcomes else steps)

    def legal(self) -> list[int]:
        """What can be chosen here, ascending."""
        return list(range(self.outcomes)) if self.outcomes else self.spec.game.legal(self.state)

    def after(self, action: int) -> Node:
        """The node after an answer, or after what chance said. Raises ValueError for what cannot be chosen here."""
        if self.outcomes:
            if not 0 <= action < self.outcomes:
                raise ValueError(f"chance is asked for one of {self.outcomes} numbers from 0, not for {action}")
            return self.spec.go(self.path, self.answer, (*self.script, action), self.past)
        if action not in self.state.legal:
            raise ValueError(f"action {action} is not an answer to the question {self.spec.game.asking(self.state)!r}")
        return self.spec.go(self.path, action, (), self.past)

    def resampled(self, seat: int, seed: int) -> Node:
        """A node in another world that the seat cannot tell from this one. It knows no past but the seat's memory.

        Raises ValueError while chance is asked.
        """
        if self.outcomes:
            raise ValueError("chance is asked: another world can be drawn when it has answered")
        world = self.spec.game.resample(self.state, seat, Stream(seed))
        world.rng = SILENT
        known = tuple(self.answers(at) if at == seat else () for at in range(self.spec.seats))
        first = Question(world, None, (), known)
        first.memories[seat] = self.memory(seat)
        return Node(self.spec, (first,), None, (), 0, self.memory(None))

    def answers(self, seat: int) -> tuple[int, ...]:
        """What the seat has answered so far; in another world only what its player knows."""
        if not self.path:
            return ()
        last = self.path[-1]
        return (last.answers_after(self.answer) if self.outcomes else last.answers)[seat]

    def memory(self, seat: int | None) -> Memory:
        """All that the seat has observed so far, here included; None is a spectator."""
        path = self.path
        known = len(path)
        while known and seat not in path[known - 1].memories:
            known -= 1
        memory = path[known - 1].memories[seat] if known else self.past
        for i in range(known, len(path)):
            if i and path[i - 1].player == seat:
                memory = _answered(memory, path[i].answer)
            memory = path[i].memories[seat] = self._observed(memory, path[i].state, seat)
        return _answered(memory, self.answer) if self.outcomes and path and path[-1].player == seat else memory

    def _observed(self, memory: Memory, state: Any, seat: int | None) -> Memory:
        game = self.spec.game
        view = game.view(state, seat)
        if view["to_move"] is None and state.to_move != OVER:
            return memory  # somebody is asked in secret: that there is somebody who could be is not remembered
        log = view.pop("log")
        row = b"" if seat is None else game.observe(state, seat)  # it tells more of the question than a view
        seen, heard = f"{view}{row!r}", log[memory.lines :]
        if not heard and seen == memory.seen:
            return memory  # nobody can count questions that are put to others in secret
        digest = blake2b(memory.digest + f"{heard}{seen}".encode(), digest_size=16)
        return Memory(digest.digest(), seen, len(log))


def _answered(memory: Memory, answer: int | None) -> Memory:
    assert answer is not None
    digest = blake2b(memory.digest + b"answer %d" % answer, digest_size=16)
    return Memory(digest.digest(), memory.seen, memory.lines)


def replay(spec: GameSpec, steps: list[tuple[int | None, tuple[int, ...]]]) -> Node:
    """The node that these answers, each with what chance said after it, lead to."""
    node = spec.start()
    for answer, script in steps:
        node = spec.go(node.path, answer, script)
    return node
