"""Effects: the verbs of a game. Built at import, never changed; a frame names one by its number."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from pediment.core.engine.answers import Answers
from pediment.core.engine.state import Frame, State

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect(Generic[S]):
    """A verb. `start` it; the kernel then runs its frame until it is done or asks.

    A verb that needs no answer overrides `start` and does its work there, without a frame.
    """

    asking: ClassVar[str] = ""
    """The name of the question whose answers are on offer."""

    def __init__(self) -> None:
        self.id: i64 = len(EFFECTS)
        EFFECTS.append(self)

    def possible(self, s: S, user: int) -> bool:
        """Could this, by some choices, change something for somebody?"""
        return True

    def start(self, s: S, actor: int, source: int, target: int = -1, amount: int = 1) -> None:
        """Begin: by default put a frame on the stack."""
        s.stack.append(Frame(self.id, actor, source, target, amount, 0))

    def run(self, s: S, f: Frame) -> bool:
        """Take one step with the frame on top of the stack; True when its question is to be put."""
        return True

    def offer(self, s: S, f: Frame, answers: Answers) -> None:
        """Add every legal answer: the one source of legality. None at all: the frame is dropped.

        By default these are the `options`; an effect that overrides this instead makes no list.
        """
        answers.add_all(self.options(s, f))

    def options(self, s: S, f: Frame) -> list[int]:
        """A list of every legal answer, in any order, for an effect that does not override `offer`."""
        raise AssertionError(f"{type(self).__name__} lists no answers")

    def answered(self, s: S, f: Frame, action: int) -> None:
        """A player answers the question with this; `choose` is called next. Not for what the kernel answers."""

    def choose(self, s: S, f: Frame, action: int) -> None:
        """Carry out the answer, which is one of those on offer."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def asks(self, f: Frame) -> str:
        """The name of the question now put."""
        return self.asking

    def place(self, s: S, f: Frame, action: int) -> str:
        """The area of the board where the thing lies that this answer names, as `Game.place` says it."""
        return ""


EFFECTS: Final[list[Effect[Any]]] = []
"""Every effect of every game that was imported, by number. Numbers are of this process: nothing stores them."""
