"""The answers to a question, as machine ints: compiled, an answer becomes an object only when somebody looks at it."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

_ROOM: Final = 24  # for more than most questions have


class Answers:
    """A set of answers, kept in ascending order. Clones of a state share it until the next question."""

    __slots__ = ("_actions", "_listed", "_shared", "size")

    def __init__(self) -> None:
        self._actions = vec[i64]([0] * _ROOM)
        self.size: i64 = 0
        self._shared = False
        self._listed: list[int] | None = None

    def add(self, action: i64) -> None:
        """One more answer. One that is among them already stays there once."""
        actions = self._actions
        n = self.size
        if n == len(actions):
            actions = self._actions = append(actions, 0)
        at = n
        while at > 0 and actions[at - 1] > action:
            actions[at] = actions[at - 1]
            at -= 1
        if at > 0 and actions[at - 1] == action:
            while at < n:
                actions[at] = actions[at + 1]
                at += 1
            return
        actions[at] = action
        self.size = n + 1

    def add_all(self, actions: list[int]) -> None:
        """All the answers of a list, in any order."""
        for action in actions:
            self.add(action)

    def at(self, i: i64) -> i64:
        """The answer in that place, from 0. Trusts its caller: it must be below `size`."""
        return self._actions[i]

    def mark(self, mask: vec[u8], start: i64, mark: u8) -> None:
        """Write that at the place of each answer, counted from a start. Trusts its caller: the places are there."""
        actions = self._actions
        for i in range(self.size):
            mask[start + actions[i]] = mark

    def emptied(self) -> Answers:
        """An empty set to fill: this one, or a new one if a clone still needs this one."""
        if self._shared:
            return Answers()
        self.size = 0
        self._listed = None
        return self

    def share(self) -> Answers:
        """This set, for a clone to keep: from now on, nobody changes it."""
        self._shared = True
        return self

    def to_list(self) -> list[int]:
        """The answers, ascending, in a list of the caller's own."""
        return list(self._actions[: self.size])

    def listed(self) -> list[int]:
        """The answers, ascending: one list, made when it is first asked for. Do not change it."""
        listed = self._listed
        if listed is None:
            listed = self._listed = self.to_list()
        return listed
