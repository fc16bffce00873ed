"""The loop that carries a state from one real choice to the next."""

from __future__ import annotations

from typing import Generic, TypeVar

from mypy_extensions import mypyc_attr

from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.state import OVER, State

S = TypeVar("S", bound=State)


def advance(s: State) -> None:
    """Run frames until somebody has a real choice, or the game is over.

    A question with exactly one answer is never put: the kernel answers it.
    """
    stack = s.stack
    while stack:
        f = stack[-1]
        effect = EFFECTS[f.effect]
        if not effect.run(s, f):
            continue
        answers = s.answers = s.answers.emptied()
        effect.offer(s, f, answers)
        if answers.size > 1:
            s.to_move = f.actor
            return
        if answers.size:
            effect.choose(s, f, answers.at(0))
        else:
            stack.pop()
    s.answers = s.answers.emptied()
    s.to_move = OVER


def apply(s: State, action: int) -> None:
    """Answer the pending question and go on to the next. Trusts its caller: `action` is one of `s.legal`."""
    s.actions.append(action)
    f = s.stack[-1]
    effect = EFFECTS[f.effect]
    effect.answered(s, f, action)
    effect.choose(s, f, action)
    advance(s)


def asking(s: State) -> str:
    """The name of the pending question, or "over"."""
    if not s.stack:
        return "over"
    f = s.stack[-1]
    return EFFECTS[f.effect].asks(f)


def place(s: State, action: int) -> str:
    """Where the thing lies that an answer to the pending question names, as far as the effect that asks knows."""
    if not s.stack:
        return ""
    f = s.stack[-1]
    return EFFECTS[f.effect].place(s, f, action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Driver(Generic[S]):
    """What a loop that drives a game from Python calls again and again."""

    def to_move(self, state: S) -> int:
        """The seat that is asked, or OVER."""
        return state.to_move

    def legal(self, state: S) -> list[int]:
        """The answers to the pending question, ascending; empty when the game is over."""
        return state.answers.to_list()

    def apply(self, state: S, action: int) -> None:
        """Play an action. Trusts its caller: `action` must be in `legal(state)`; `play` checks."""
        apply(state, action)
