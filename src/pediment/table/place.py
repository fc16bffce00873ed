"""A table in use: the room as it stands, who is listening, and what each of them has been told."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from pediment.table import telling, wire
from pediment.table.room import Room
from pediment.table.seats import Who

POLLED: Final = 60.0
"""Seconds for which somebody without a socket counts as present after they asked."""
KEPT: Final = 1.0
"""Seconds for which a message is kept for others who are told the same."""


class Place:
    """A loaded table. `room` is replaced, never changed, once what it shows is durable."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.ears: set[Ear] = set()
        self.polled: dict[int, float] = {}  # by seat, when its person last asked without a socket
        self.asked_for = -POLLED  # when anybody last asked without one
        self.changes = 0  # of who is there
        self.stale = False  # does the store know more, or something else?
        self.used = time.monotonic()
        self.moved = asyncio.Event()
        self.care: asyncio.Task[None] | None = None
        self._encoded: dict[tuple[int, str, int], bytes] = {}
        self._there: tuple[set[int], int] | None = None  # seats and spectators, since the last change

    def replace(self, room: Room) -> None:
        """The table stands like this now; tell everybody."""
        self.room = room
        self.changed()

    def changed(self) -> None:
        """Something is to be told."""
        self._encoded.clear()
        self._there = None
        self.moved.set()
        self.moved = asyncio.Event()
        for ear in self.ears:
            ear.news.set()

    def add(self, ear: Ear) -> None:
        """Somebody listens."""
        self.ears.add(ear)
        self.changes += 1
        self.changed()

    def remove(self, ear: Ear) -> None:
        """Somebody is gone."""
        self.ears.discard(ear)
        self.changes += 1
        self.changed()

    @property
    def watched(self) -> bool:
        """Does anybody look on, or has lately?"""
        return bool(self.ears) or self.asked_for > time.monotonic() - POLLED

    def polled_by(self, who: Who) -> None:
        """Somebody asks without a socket: for a while they are there."""
        self.asked_for = time.monotonic()
        seats = self.seats_of(who)
        if not self.present().issuperset(seats):
            self.changes += 1
            self.changed()
        self.polled.update(dict.fromkeys(seats, self.asked_for))

    @property
    def number(self) -> int:
        """Counts the changes of what `table` tells."""
        return self.room.number + self.changes

    def seats_of(self, who: Who) -> list[int]:
        """The seats of who asks."""
        return [k for k, seat in enumerate(self.room.seats) if who.owns(seat)]

    def viewers_of(self, who: Who) -> list[int]:
        """As what they look at the game: their seats, or a spectator."""
        return self.seats_of(who) or [len(self.room.seats)]

    def may_look(self, who: Who) -> bool:
        """May they see this table at all?"""
        room = self.room
        if room.created.house.spectators or self.seats_of(who):
            return True
        if any(who.expected(seat) for seat in room.seats if seat.free):
            return True
        if room.status == "open":  # whoever may sit down
            return not room.created.invite or room.created.invite in who.keys
        return room.status == "over" and bool(room.shares & who.keys)

    def present(self) -> set[int]:
        """The seats whose people are there."""
        recent = time.monotonic() - POLLED
        return self._listening()[0] | {seat for seat, at in self.polled.items() if at > recent}

    def _listening(self) -> tuple[set[int], int]:
        if self._there is None:
            seats = [self.seats_of(ear.who) for ear in self.ears]
            self._there = set().union(*seats), seats.count([])
        return self._there

    def table(self, who: Who) -> wire.Table:
        """All but the game, for who asks."""
        return telling.table(self.room, self.present(), self._listening()[1], self.seats_of(who), self.number)

    def view(self, viewer: int, language: str, known: int) -> bytes:
        """The game for a viewer, as it goes out; made once for all who are told the same."""
        key = viewer, language, known
        if not self._encoded:  # kept while everybody is told, not until the next move
            asyncio.get_running_loop().call_later(KEPT, self._encoded.clear)
        if key not in self._encoded:
            self._encoded[key] = wire.encode(telling.view(self.room, viewer, language, known))
        return self._encoded[key]


class Ear:
    """Somebody who listens to a table over a socket, with what they were told last.

    Not a queue: who is slow is told the newest only, and costs no memory.
    """

    def __init__(self, who: Who, language: str) -> None:
        self.who = who
        self.language = language
        self.news = asyncio.Event()
        self._table = -1
        self._views: dict[int, tuple[object, ...]] = {}
        self._lines: dict[int, int] = {}  # of the log, by viewer
        self._undone: dict[int, int] = {}

    def messages(self, place: Place) -> list[bytes]:
        """What is new since the last time, ready to be sent."""
        found: list[bytes] = []
        room = place.room
        if place.number != self._table:
            self._table = place.number
            found.append(wire.encode(place.table(self.who)))
        if room.state is None:
            return found
        for viewer in place.viewers_of(self.who):
            shown = telling.besides(room, viewer)
            if self._views.get(viewer) != shown:
                self._views[viewer] = shown
                if room.undone[viewer] != self._undone.get(viewer):  # the log may have grown again, with other lines
                    self._undone[viewer] = room.undone[viewer]
                    self._lines[viewer] = 0
                found.append(place.view(viewer, self.language, self._lines.get(viewer, 0)))
                self._lines[viewer] = len(room.state.log)
        return found
