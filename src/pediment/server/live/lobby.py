"""The lobby: the open tables, how many people are here, who of them one has played with, and challenges.

Each listener is told what has changed since the last time, at most every half second. The list is read from the store
when an open table may have changed and somebody listens, so an empty lobby costs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.live.challenges import Challenges, Known, Partner
from pediment.server.live.listing import Summary
from pediment.server.live.messages import Out, encode
from pediment.server.live.people_here import MAX_TOLD_PEOPLE, PeopleHere
from pediment.server.live.profiles import Profiles
from pediment.server.live.seekers import Seekers
from pediment.server.live.tables import LiveTables, store_errors_refused
from pediment.server.store.store import ListedTable, TableHead, Unavailable
from pediment.server.structured_log import log

COALESCED_SECONDS: Final = 0.5
"""At least between two times that listeners are told what is new."""
IDLE_SECONDS: Final = 5.0
"""At most between two looks, so that what others have not repeated is forgotten."""
MAX_TABLES: Final = 1_000
"""Open tables that are shown, the newest of them."""


class LobbyTables(Out, frozen=True, tag="tables"):
    """The open tables: all of them at first, then those that are new or have changed, and those that are gone."""

    tables: list[Summary]
    gone: list[str]


class LobbyPeople(Out, frozen=True, tag="people"):
    """How many people are here, how many of them seek a game, and whom of those you played with."""

    here: int
    seeking: int
    partners: list[Partner]


class LobbyChallenges(Out, frozen=True, tag="challenges"):
    """The challenges that you have not answered."""

    challenges: list[Summary]


class _Changed(msgspec.Struct, frozen=True, array_like=True, tag="changed"):
    """Another process tells: something has changed for these identities, or in what others see of them."""

    people: list[str]


_READ: Final = msgspec.json.Decoder(_Changed)


class Lobby:
    """The lobby of a server."""

    def __init__(self, tables: LiveTables, profiles: Profiles) -> None:
        self._tables = tables
        self._profiles = profiles
        self._store = tables.store
        self.here = PeopleHere(tables.store)
        self.seekers = Seekers(tables)
        self.challenges = Challenges(tables, self.here, profiles)
        self._listeners: set[LobbyListener] = set()
        self._open: dict[str, tuple[TableHead, Summary]] = {}  # as the store has it, and as it is told
        self._stale: set[str] = set()  # identities whose ratings may have changed since
        self._shown: dict[str, Summary] = {}  # those of them with a free seat
        self.version = 0  # counts the changes of the open tables
        self._changed = True  # may the store have other open tables?
        self._reading = asyncio.Lock()
        self._changes: dict[int, bytes] = {}  # what has changed since earlier versions
        self._untold: dict[str, None] = {}  # identities of whom other processes are to be told
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.here.changed = self.seekers.changed = self._wake.set
        tables.lists_changed = self._note_change
        tables.told += [self.here.hear, self.seekers.hear, self.hear]
        self.challenges.challenged = self.person_changed

    def start(self) -> None:
        """Begin to tell what is new."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop, and tell other processes that nobody is here any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.seekers.close()
        if self._store.shared:
            with contextlib.suppress(Unavailable):
                await self.here.leave()

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except (Refused, Unavailable):
                pass  # the database is away, which others log
            except Exception as error:
                log("lobby failed", level=logging.ERROR, error=error)
            await asyncio.sleep(COALESCED_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDLE_SECONDS):
                    await self._wake.wait()

    async def look(self) -> None:
        """Tell listeners and other processes what is new."""
        self._wake.clear()
        self.seekers.tell_again()
        if self._store.shared:
            while some := list(self._untold)[:MAX_TOLD_PEOPLE]:
                await self._store.tell(msgspec.json.encode(_Changed(some)).decode())
                for person in some:
                    self._untold.pop(person, None)
            await self.here.tell()
        if self._listeners:
            await self._read()
            for listener in self._listeners:
                listener.news.set()

    @contextlib.contextmanager
    def listening(self, caller: Caller) -> Iterator[LobbyListener]:
        """Somebody is in the lobby for as long as this lasts."""
        listener = LobbyListener(self, caller)
        self._listeners.add(listener)
        try:
            with self.here.present(caller):
                yield listener
        finally:
            self._listeners.discard(listener)

    async def tables(self) -> dict[str, Summary]:
        """The open tables as they are now."""
        await self._read()
        return self._shown

    def changes(self, version: int, before: dict[str, Summary]) -> bytes:
        """What is new since a version with these tables; made once for all who were told that version last."""
        found = self._changes.get(version)
        if found is None:
            new = [summary for table, summary in self._shown.items() if before.get(table) is not summary]
            gone = [table for table in before if table not in self._shown]
            found = self._changes[version] = encode(LobbyTables(new, gone))
        return found

    async def _read(self) -> None:
        """Look at the store if something may have changed; only what differs is read again.

        One reads at a time, so that nobody is told an older list than the one before.
        """
        async with self._reading:
            if not self._changed:
                return
            self._changed = False
            stale, self._stale = self._stale, set()
            try:
                with store_errors_refused():
                    found = await self._told(await self._store.listed("open", MAX_TABLES), stale)
            except BaseException:  # that of a reader who leaves, too
                self._changed = True
                self._stale |= stale
                raise
            self._open = found
            shown = {table: summary for table, (_, summary) in found.items() if summary.free}
            if shown != self._shown:
                self._shown = shown
                self._changes.clear()
                self.version += 1

    async def _told(self, listed: list[ListedTable], stale: set[str]) -> dict[str, tuple[TableHead, Summary]]:
        """These tables, as they are to be told."""
        known = {
            table.table: found
            for table in listed
            if (found := self._open.get(table.table)) and found[0] == table.head and stale.isdisjoint(table.head.people)
        }
        new = [table for table in listed if table.table not in known]
        told = {summary.table: summary for summary in await self._profiles.listed(new)}
        known |= {table.table: (table.head, _same(self._open.get(table.table), told[table.table])) for table in new}
        return {table.table: known[table.table] for table in listed}

    def _note_change(self) -> None:
        self._changed = True
        self._wake.set()
        for listener in self._listeners:
            listener.note_change()
            if self._tables.closing:
                listener.news.set()

    def person_changed(self, person: str) -> None:
        """Somebody was challenged, has another rating, or shows more or less of themselves."""
        self._refresh([person])
        if self._store.shared:
            self._untold[person] = None

    def _refresh(self, people: list[str]) -> None:
        self._wake.set()
        changed = set(people)
        if any(not changed.isdisjoint(head.people) for head, _ in self._open.values()):
            self._stale |= changed
            self._changed = True
        for listener in self._listeners:
            listener.note_people(people)

    def hear(self, process: str, text: str) -> None:
        """Another process tells of whom something has changed. What cannot be read is about something else."""
        with contextlib.suppress(msgspec.DecodeError):
            self._refresh(_READ.decode(text).people)


def _same(before: tuple[TableHead, Summary] | None, now: Summary) -> Summary:
    """What was told before of a table, if nothing is new in it: then nobody is told again."""
    return now if before is None or before[1] != now else before[1]


class LobbyListener:
    """Somebody in the lobby, with what they were told last. It is not a queue: a slow one is told only the newest."""

    def __init__(self, lobby: Lobby, caller: Caller) -> None:
        self.caller = caller
        self.news = asyncio.Event()
        self.is_stale = True  # may they have other partners or challenges than they were told?
        self._lobby = lobby
        self._version = -1
        self._tables: dict[str, Summary] = {}
        self._people: LobbyPeople | None = None
        self._challenges: LobbyChallenges | None = None
        self._known: dict[str, Known] = {}
        self._received: list[Summary] = []

    def note_change(self) -> None:
        """An open table has changed: perhaps that of a challenge."""
        self.is_stale = self.is_stale or bool(self._received)

    def note_people(self, people: Iterable[str]) -> None:
        """Something has changed of these people: perhaps they know them."""
        self.is_stale = self.is_stale or any(one == self.caller.person or one in self._known for one in people)

    async def messages(self) -> list[bytes]:
        """What is new since the last time, ready to be sent. Raises Refused while the database is away."""
        lobby = self._lobby
        tables = await lobby.tables()
        found: list[bytes] = []
        if self._version != lobby.version:
            found.append(lobby.changes(self._version, self._tables))
            self._version, self._tables = lobby.version, tables
        await self._look_up()
        people = LobbyPeople(len(lobby.here), len(lobby.seekers), lobby.challenges.present(self._known))
        if people != self._people:
            self._people = people
            found.append(encode(people))
        challenges = LobbyChallenges(self._received)
        if challenges != self._challenges:
            self._challenges = challenges
            found.append(encode(challenges))
        return found

    async def _look_up(self) -> None:
        """Read anew whom they have played with, and who has challenged them."""
        if self.is_stale and self.caller.person is not None:
            self.is_stale = False
            self._known = await self._lobby.challenges.known_to(self.caller.person)
            self._received = await self._lobby.challenges.received(self.caller.person)
