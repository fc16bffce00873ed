"""A table in use: how it stands, who listens, and what each of them has been told."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Any, Final

from pediment.server.domain.events import Chatted
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Change, Table
from pediment.server.live import compose, messages
from pediment.server.live.limits import PAYER

PRESENT_SECONDS: Final = 60.0
"""For which a player without a socket counts as present after a request."""
WATCHED_SECONDS: Final = 180.0
"""For which bots play on among themselves after the last person has left or asked."""
MAX_ADDRESSES: Final = 16
"""Addresses that are remembered of those who have left."""
KEEP_MESSAGES_SECONDS: Final = 1.0
"""For which views and messages are kept for others who are told the same."""
HEARD_SECONDS: Final = 25.0
"""For which people elsewhere are surely there: a little longer than until they are told of again."""
COALESCED_SECONDS: Final = 0.5
"""At least between two times that everybody is told who is there and what was said."""

Here = tuple[list[int], int]
"""The seats whose people are present at one process, in order, and the number of spectators."""
NOBODY: Final[Here] = ([], 0)


class LiveTable:
    """A loaded table. `table` is replaced, never changed, once what it shows is durable."""

    def __init__(self, table: Table, rewrites: int = 0) -> None:
        self.table = table
        self.rewrites = rewrites  # of its events, when it was loaded
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.polled: dict[int, float] = {}  # by seat, when its person last asked without a socket
        self.seen = -WATCHED_SECONDS  # when anybody last asked without one, or left
        self.place = 0  # of its bot's question or its hint among those that wait for a worker; 0 if none waits
        self._addresses: dict[str, float] = {}  # of those who asked without a socket or left, and when
        self._sat_from: dict[int, str] = {}  # by seat, the address from which somebody sat down here
        self.left: dict[int, float] = {}  # by seat, when its person sat down or a socket of theirs closed
        self.since = time.monotonic()  # when it was loaded: nothing is known of who was there before
        self.changes = 0  # in the presence of players and spectators
        self.steps = 0  # of the system's clock, that are accounted for
        self.rematching = asyncio.Lock()
        self._removed_rematch: str | None = None
        self.gone = False  # was it removed?
        self.stale = False  # does the store know more, or something else?
        self.used = time.monotonic()
        self.moved = asyncio.Event()
        self.waiting = 0  # requests that wait for news
        self.autoplay_task: asyncio.Task[None] | None = None
        self._views: list[dict[str, Any]] | None = None  # of the last change, by viewer
        self._encoded: dict[tuple[int, str, int], bytes] = {}
        self._tables: dict[tuple[int, ...], messages.Table] = {}  # since the last change, by the seats of the listener
        self._encoded_tables: dict[tuple[int, int], tuple[messages.Table | None, bytes]] = {}  # by ids of both tables
        self._told_at = -math.inf
        self._telling: asyncio.TimerHandle | None = None
        self._forgetting: asyncio.TimerHandle | None = None
        self._there: tuple[set[int], int] | None = None  # seats and spectators, since the last change
        self._elsewhere: dict[str, tuple[Here, float]] = {}  # by process: who is present there, and when we last heard

    def show_place(self, place: int) -> None:
        """Tell everybody how long the queue is in which the table waits for a bot or a hint."""
        if place != self.place:
            self.place = place
            self.changed()

    def replace(self, change: Change) -> None:
        """The table has changed, for good; tell everybody."""
        self.table = change.table
        self._views = change.views
        if all(isinstance(event, Chatted) for event in change.events):
            self._changed_soon()
        else:
            self.changed()
        self._forget_soon()

    def changed(self) -> None:
        """Something is to be told."""
        self._forget_told()
        self._told_at = time.monotonic()
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self.moved.set()
        self.moved = asyncio.Event()
        for listener in self.listeners:
            listener.news.set()

    def _changed_soon(self) -> None:
        """Something is to be told that may wait for more of its kind, so that a crowd costs no more than a few."""
        self._forget_told()
        wait = self._told_at + COALESCED_SECONDS - time.monotonic()
        if wait <= 0:
            self.changed()
        elif self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(wait, self.changed)

    def _forget_told(self) -> None:
        self._encoded.clear()
        self._tables.clear()
        self._encoded_tables.clear()
        self._there = None

    def add(self, listener: Listener) -> None:
        """Somebody listens."""
        self.listeners.add(listener)
        self.changes += 1
        self._changed_soon()

    def remove(self, listener: Listener) -> None:
        """Somebody is gone."""
        self.listeners.discard(listener)
        self.look()
        self.left.update(dict.fromkeys(self.seats_of(listener.caller), time.monotonic()))
        self.changes += 1
        self._changed_soon()

    @property
    def watched(self) -> bool:
        """Whether anybody watches, or has lately."""
        return bool(self._elsewhere) or self.watched_here

    @property
    def watched_here(self) -> bool:
        """Whether anybody watches at this process, or has lately: their addresses are charged for what bots think."""
        return bool(self.listeners) or self.seen > time.monotonic() - WATCHED_SECONDS

    @property
    def idle(self) -> bool:
        """Whether it can be unloaded."""
        return not self.listeners and not self.waiting and self.autoplay_task is None and not self.lock.locked()

    @property
    def addresses(self) -> set[str]:
        """The addresses from which people watch, or have lately."""
        recent = time.monotonic() - WATCHED_SECONDS
        return {address for address, at in self._addresses.items() if at > recent} | {
            listener.address for listener in self.listeners
        }

    def look(self) -> None:
        """Somebody looks: bots play on for a while."""
        address = PAYER.get().address
        self._addresses.pop(address, None)
        self.seen = self._addresses[address] = time.monotonic()
        if len(self._addresses) > MAX_ADDRESSES:
            del self._addresses[next(iter(self._addresses))]

    def sat(self, seat: int) -> None:
        """Somebody sits down, and is there just now."""
        self._sat_from[seat] = PAYER.get().address
        self.left[seat] = time.monotonic()

    def sat_from(self, address: str) -> set[int]:
        """The seats at which somebody at that address sat down last, as far as is known here."""
        return {seat for seat, found in self._sat_from.items() if found == address}

    def poll(self, caller: Caller) -> None:
        """The caller asks without a socket, and counts as present for a while."""
        self.look()
        seats = self.seats_of(caller)
        if not self.present().issuperset(seats):
            self.changes += 1
            self._changed_soon()
        self.polled.update(dict.fromkeys(seats, self.seen))

    async def wait(self, seconds: float) -> None:
        """Wait for news without a socket, for so long at most; the table stays loaded."""
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                await self.moved.wait()
        except TimeoutError:
            pass
        finally:
            self.waiting -= 1

    @property
    def number(self) -> int:
        """Counts the changes of what `table_message` tells."""
        return self.table.number + self.changes

    @property
    def rematch(self) -> str | None:
        """The table where the same people play again, unless it was removed."""
        return None if self.table.rematch == self._removed_rematch else self.table.rematch

    def lose_rematch(self) -> None:
        """The table of the rematch was removed: nobody is sent there any more, and there can be another."""
        if self.rematch is not None:
            self._removed_rematch = self.rematch
            self.changes += 1
            self.changed()

    def seats_of(self, caller: Caller) -> list[int]:
        """The caller's seats."""
        return [k for k, seat in enumerate(self.table.seats) if caller.owns(seat)]

    def viewers_of(self, caller: Caller) -> list[int]:
        """The viewers that the caller is: their seats, or a spectator."""
        return self.seats_of(caller) or [len(self.table.seats)]

    def may_look(self, caller: Caller) -> bool:
        """Whether the caller may see this table at all."""
        table = self.table
        if table.created.house.spectators or self.seats_of(caller):
            return True
        if any(caller.expected(seat) for seat in table.seats if seat.free):
            return True
        if table.status == "open":  # whoever may sit down
            return not table.created.invite or table.created.invite in caller.keys
        return table.status == "over" and bool(table.shares & caller.keys)

    def present(self) -> set[int]:
        """The seats whose people are present. Somebody for whom a bot plays is present only at a socket."""
        return self._present_here().union(*(seats for (seats, _), _ in self._elsewhere.values()))

    def surely_present(self) -> set[int]:
        """The same, without those of a process that may have been killed meanwhile."""
        recent = time.monotonic() - HEARD_SECONDS
        return self._present_here().union(*(seats for (seats, _), at in self._elsewhere.values() if at > recent))

    def _present_here(self) -> set[int]:
        recent = time.monotonic() - PRESENT_SECONDS
        polled = {seat for seat, at in self.polled.items() if at > recent and self.table.seats[seat].level is None}
        return self._listening()[0] | polled

    @property
    def spectators(self) -> int:
        """How many watch who have no seat."""
        return self._listening()[1] + sum(spectators for (_, spectators), _ in self._elsewhere.values())

    def here(self) -> Here:
        """Who is present at this process."""
        return sorted(self._present_here()), self._listening()[1]

    def hear(self, process: str, found: Here) -> bool:
        """Another process tells who is present there; whether that is news."""
        before, _ = self._elsewhere.pop(process, (NOBODY, 0.0))
        if found != NOBODY:
            self._elsewhere[process] = found, time.monotonic()
        if found == before:
            return False
        self.left.update(dict.fromkeys(set(before[0]) - set(found[0]), time.monotonic()))
        self.changes += 1
        self._changed_soon()
        return True

    def forget_elsewhere(self, before: float) -> None:
        """Nobody is left at a process that has not said so since."""
        for process in [process for process, (_, at) in self._elsewhere.items() if at < before]:
            self.hear(process, NOBODY)

    def away(self, seconds: float) -> set[int]:
        """The seats whose people have been absent for so long."""
        long_ago = time.monotonic() - seconds
        seats = {seat for seat, found in enumerate(self.table.seats) if found.owned} - self.present()
        return {
            seat
            for seat in seats
            if max(self.polled.get(seat, self.since), self.left.get(seat, self.since)) <= long_ago
        }

    def _listening(self) -> tuple[set[int], int]:
        if self._there is None:
            seats = [self.seats_of(listener.caller) for listener in self.listeners]
            self._there = set().union(*seats), seats.count([])
        return self._there

    def table_message(self, caller: Caller) -> messages.Table:
        """All but the game, for the caller."""
        return compose.table_message(
            self.table, self.present(), self.spectators, self.seats_of(caller), self.number, self.rematch
        )

    def table_for(self, listener: Listener) -> messages.Table:
        """All but the game, for a listener; the same object until something has changed."""
        seats = tuple(self.seats_of(listener.caller))
        if seats not in self._tables:
            self._tables[seats] = self.table_message(listener.caller)
        return self._tables[seats]

    def encoded_table(self, old: messages.Table | None, new: messages.Table) -> bytes:
        """A table as it goes out to whoever was told the old one, or to whoever wants the whole of it."""
        key = id(old), id(new)
        if key not in self._encoded_tables:
            encoded = messages.encode(new if old is None else compose.changed_message(old, new))
            self._encoded_tables[key] = old, encoded  # keeps the old one, whose id would else be another's
        return self._encoded_tables[key][1]

    def view_message(self, viewer: int, language: str, known: int) -> bytes:
        """The game for a viewer, as it goes out; made once for all who are told the same."""
        key = viewer, language, known
        if not self._encoded:
            self._forget_soon()
        if key not in self._encoded:
            seen = None if self._views is None else self._views[viewer]
            self._encoded[key] = messages.encode(compose.view_message(self.table, viewer, language, known, seen))
        return self._encoded[key]

    def _forget_soon(self) -> None:
        """Views and messages are kept while everybody is told, not until the next move."""
        if self._forgetting is not None:
            self._forgetting.cancel()
        self._forgetting = asyncio.get_running_loop().call_later(KEEP_MESSAGES_SECONDS, self._forget)

    def _forget(self) -> None:
        self._views = None
        self._encoded.clear()


class Listener:
    """Somebody who listens to a table over a socket, with what they were told last.

    It is not a queue: a slow listener is told only the newest, and costs no memory.
    """

    def __init__(self, caller: Caller, language: str, changes: bool = False) -> None:
        self.caller = caller
        self.language = language
        self.address = PAYER.get().address
        self.news = asyncio.Event()
        self._place = 0
        self._changes = changes  # is it told of a table only what has changed?
        self._table: messages.Table | None = None
        self._views: dict[int, tuple[object, ...]] = {}
        self._lines: dict[int, int] = {}  # of the log, by viewer
        self._undone: dict[int, int] = {}

    def messages(self, live: LiveTable) -> list[bytes]:
        """What is new since the last time, ready to be sent."""
        found: list[bytes] = []
        table = live.table
        told, now = self._table, live.table_for(self)
        if told is None or told.number != now.number:
            self._table = now  # only what goes out is what later changes are told from
            found.append(live.encoded_table(told if self._changes else None, now))
        if table.state is None:
            return found
        moved = False
        for viewer in live.viewers_of(self.caller):
            shown = compose.view_version(table, viewer)
            if self._views.get(viewer) != shown:
                moved = True
                self._views[viewer] = shown
                if table.undone[viewer] != self._undone.get(viewer):  # the log may have grown again, with other lines
                    self._undone[viewer] = table.undone[viewer]
                    self._lines[viewer] = 0
                found.append(live.view_message(viewer, self.language, self._lines.get(viewer, 0)))
                self._lines[viewer] = len(table.state.log)
        if live.place != self._place or (live.place and moved):  # after a view, nobody waits unless that is told again
            self._place = live.place
            found.append(messages.encode(messages.Queue(live.place)))
        return found
