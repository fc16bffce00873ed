"""Who is on the server, at a table or in the lobby, at any of its processes.

Nothing is stored. What a process does not repeat is forgotten, so one that was killed leaves nobody behind. Only a
number is told to everybody; whether somebody is here is told to those who played with them (`challenges.py`).
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from pediment.server.domain.seats import Caller
from pediment.server.live.presence import FORGET_SECONDS, REPEAT_SECONDS
from pediment.server.store.store import Store

MAX_TOLD_PEOPLE: Final = 80
"""Who came and who left, each, in one notification, which PostgreSQL limits to 8,000 bytes."""


class _Told(msgspec.Struct, frozen=True, array_like=True, tag="people"):
    """What a process tells: how many are there without an identity, who came with one, and who left."""

    nameless: int
    came: list[str]
    left: list[str]


_READ: Final = msgspec.json.Decoder(_Told)


class PeopleHere:
    """The people of this process, and what the others told of theirs."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._nameless = 0
        self._people: Counter[str] = Counter()  # by identity, how many sockets
        self._told: tuple[int, frozenset[str]] = 0, frozenset()
        self._repeat_at = 0.0
        self._elsewhere: dict[str, dict[str, float]] = {}  # by process and identity, when we last heard
        self._nameless_elsewhere: dict[str, tuple[int, float]] = {}
        self._count: int | None = None  # of all, since the last change
        self.changed: Callable[[], None] = lambda: None
        """Called when somebody has come or left."""

    @contextlib.contextmanager
    def present(self, caller: Caller) -> Iterator[None]:
        """Somebody is here for as long as this lasts."""
        self._add(caller, 1)
        try:
            yield
        finally:
            self._add(caller, -1)

    def _add(self, caller: Caller, n: int) -> None:
        if caller.person is None:
            self._nameless += n
        else:
            self._people[caller.person] += n
            self._people += Counter()  # forget whoever has no socket left
        self._note_change()

    def _note_change(self) -> None:
        self._count = None
        self.changed()

    def is_here(self, person: str) -> bool:
        """Is that identity here?"""
        return person in self._people or any(person in people for people in self._elsewhere.values())

    def __len__(self) -> int:
        """How many are here: each identity once, and every socket without one."""
        if self._count is None:
            nameless = self._nameless + sum(n for n, _ in self._nameless_elsewhere.values())
            self._count = nameless + len(set(self._people).union(*self._elsewhere.values()))
        return self._count

    async def tell(self) -> None:
        """Tell other processes what has changed, or everything again; forget what others have not repeated."""
        now = time.monotonic()
        self._forget(now - FORGET_SECONDS)
        repeat_at = self._repeat_at
        again = now >= repeat_at
        nameless, people = self._nameless, frozenset(self._people)
        before, known = self._told
        came = sorted(people if again else people - known)
        left = sorted(known - people)
        if came or left or nameless != before or (again and nameless):
            self._repeat_at = 0.0  # if this fails, everything again
            for start in range(0, max(len(came), len(left), 1), MAX_TOLD_PEOPLE):
                some = slice(start, start + MAX_TOLD_PEOPLE)
                told = _Told(nameless, came[some], left[some])
                await self._store.tell(msgspec.json.encode(told).decode())
        self._told = nameless, people
        self._repeat_at = now + REPEAT_SECONDS if again else repeat_at

    async def leave(self) -> None:
        """This process stops: nobody is here any more."""
        self._nameless, self._people, self._count = 0, Counter(), None
        await self.tell()

    def hear(self, process: str, text: str) -> None:
        """Another process tells who is there. What cannot be read is about something else."""
        with contextlib.suppress(msgspec.DecodeError):
            told = _READ.decode(text)
            now = time.monotonic()
            self._nameless_elsewhere[process] = told.nameless, now
            people = self._elsewhere.setdefault(process, {})
            people.update(dict.fromkeys(told.came, now))
            for person in told.left:
                people.pop(person, None)
            self._note_change()

    def _forget(self, before: float) -> None:
        """Nobody is left at a process that has not said so since."""
        kept = {
            process: {person: at for person, at in people.items() if at >= before}
            for process, people in self._elsewhere.items()
        }
        nameless = {process: found for process, found in self._nameless_elsewhere.items() if found[1] >= before}
        kept = {process: people for process, people in kept.items() if people or process in nameless}
        if (kept, nameless) != (self._elsewhere, self._nameless_elsewhere):
            self._elsewhere, self._nameless_elsewhere = kept, nameless
            self._note_change()
