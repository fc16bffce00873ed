"""All tables of a server: loaded when they are needed, changed one command after the other, kept by the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from pediment.server.domain.commands import AnyCommand, Rematch
from pediment.server.domain.decide import check_seat, decide, is_essential, rematch
from pediment.server.domain.events import AnyEvent, Rematched, Sat, read_event, write_event
from pediment.server.domain.levels import LADDER, Levels
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of, new_id
from pediment.server.domain.table import Change, Table
from pediment.server.live import compose
from pediment.server.live.limits import PAYER, Limits, Payer, metered
from pediment.server.live.listing import head_of
from pediment.server.live.live_table import LiveTable
from pediment.server.live.messages import Done
from pediment.server.live.off_loop import OffLoop
from pediment.server.live.presence import Presence
from pediment.server.live.quotas import Quotas
from pediment.server.live.timekeeper import Timekeeper
from pediment.server.metrics import Metrics
from pediment.server.store.store import ALL_TABLES, Conflict, OutcomeUnknown, Store, TableHead, Unavailable
from pediment.server.structured_log import log

TICK_SECONDS: Final = 5.0
"""Between two looks at what is due and what is idle."""
IDLE_SECONDS: Final = 120.0
"""After which a table that nobody uses is unloaded; the store has it."""
MAX_IDLE_TABLES: Final = 500
"""Tables that nobody uses and that stay loaded until then; beyond that, those go that were used least recently."""
MAX_APPEND_TRIES: Final = 20
"""Attempts to write something while another process writes to the same table."""
UNLOCKED_REWRITES: Final = 5
"""Of them, how many let this process write there, too: enough where people play, too few where bots do."""

T = TypeVar("T")
Deciding = Callable[[Table], Change]
Rewriting = Callable[[list[AnyEvent]], list[AnyEvent]]


class LiveTables:
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        limits: Limits,
        away_seconds: float,
        quotas: Quotas | None = None,
        creations: Limits | None = None,
        levels: Levels = LADDER,
    ) -> None:
        self.store = store
        self.quotas = quotas  # of what is created
        self.levels = levels  # that bots can have
        self._creations = creations  # of rematches, as of other tables
        self.away_seconds = away_seconds  # after which others may act for a player who is absent
        self.metrics = metrics
        self.limits = limits  # of what each seat does
        self.changed: Callable[[LiveTable, Table | None], None] = lambda live, before: None
        """Called when a table was loaded, is due or was changed elsewhere; and when it was changed here, from what."""
        self.forgotten: Callable[[str], None] = lambda table_id: None
        """Called when a table was rewritten or removed: what is kept of it elsewhere may not be told any more."""
        self.lists_changed: Callable[[], None] = lambda: None
        """Called when an open table may have come, changed or gone, here or at another process."""
        self.told: list[Callable[[str, str], None]] = []
        """Called with what another process tells; each understands only its own."""
        self.ended: Callable[[str], None] = lambda table_id: None
        """Called when a game is over here, and when a table was rewritten: it is to be noted who played it."""
        self.boot = time.time()
        self.time = Timekeeper()
        self.loaded: dict[str, LiveTable] = {}
        self.closing = False
        self.off_loop = OffLoop()
        self._presence = Presence(store, self.loaded)
        self.told.append(self._presence.hear)
        self._resting: set[str] = set()  # noted as due, but nothing is to be done there until somebody looks
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Wake up: go on with everything that is due."""
        self.store.listen(self._heard, self._told)
        self._spawn(self._tick())
        if self.store.shared:
            self._spawn(self._presence.run())

    async def close(self) -> None:
        """Finish what was begun; nobody is served any more."""
        self.closing = True
        for live in self.loaded.values():
            live.changed()
        self.lists_changed()
        for task in [*self._tasks, *(live.autoplay_task for live in self.loaded.values() if live.autoplay_task)]:
            if task.get_name() != "change":  # those are finished
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.store.shared:
            await self._presence.leave()

    # Loading

    async def get(self, table_id: str) -> LiveTable:
        """The table with that id. Raises Refused if it does not exist, or its game is not installed any more."""
        while (live := self.loaded.get(table_id)) is None:
            if self.closing:
                raise Refused("closing")
            if not table_id.isprintable():  # PostgreSQL would not even look for it
                raise Refused("no-table")
            first = table_id not in self._loading
            if first:
                self._loading[table_id] = self._spawn(self._load(table_id))
            try:
                await asyncio.shield(self._loading[table_id])
            except Refused as refused:
                if first or refused.code != "too-fast":  # else it was another address that may not load it now
                    raise
        if not live.stale:
            with contextlib.suppress(Unavailable):  # then what is known here is told
                if await self.store.is_behind(table_id, live.table.events, live.rewrites):
                    live.stale = True
        if live.stale:
            async with live.lock:
                await self._catch_up(live)
        await self._refresh_rematch(live)
        live.used = time.monotonic()
        return live

    async def find(self, table_id: str) -> LiveTable | None:
        """The table with that id; None for one that cannot be loaded, as when its game is gone. Raises Refused."""
        try:
            return await self.get(table_id)
        except Refused as refused:
            if refused.code != "game-gone":
                raise
            log("game gone", level=logging.WARNING, table=table_id, game=refused.params["game"])
        except Exception as error:
            log("table failed", level=logging.ERROR, table=table_id, error=error)
        return None

    async def _load(self, table_id: str) -> None:
        try:
            table, rewrites = await self._read(table_id)
        finally:
            wanted = self._loading.get(table_id) is asyncio.current_task()  # else it was removed meanwhile
            if wanted:
                del self._loading[table_id]
        if wanted and table_id not in self.loaded:
            live = self.loaded[table_id] = LiveTable(table, rewrites)
            live.steps = len(self.time.steps)
            self.changed(live, None)

    async def _read(self, table_id: str) -> tuple[Table, int]:
        """The table as the store has it, with its clocks as they go here, and how often it was rewritten. Raises
        Refused.
        """
        rewrites, events = await self._stored(table_id)
        table = await self.off_loop.do(partial(Table.of, table_id, events))
        table.wake(self.boot)
        self.time.look()
        return self.time.corrected(table, 0), rewrites

    async def _stored(self, table_id: str) -> tuple[int, list[bytes]]:
        """How often a table was rewritten, and its events; these may be newer, which the store then notices."""
        with store_errors_refused():
            rewrites = await self.store.rewrites(table_id)
            events = [] if rewrites is None else await self.store.read(table_id)
        if rewrites is None or not events:
            raise Refused("no-table")
        return rewrites, events

    async def _catch_up(self, live: LiveTable) -> None:
        """Fold what others have written, or load again what they have rewritten. Call it with the lock."""
        live.stale = False
        try:
            with store_errors_refused():
                if await self.store.rewrites(live.table.id) != live.rewrites:
                    await self._renew(live)
                    return
                events = await self.store.read(live.table.id, live.table.events)
        except Refused as refused:
            live.stale = True
            if refused.code == "no-table":
                self.forget(live.table.id)
            raise
        if events:
            live.replace(live.table.change([read_event(event) for event in events]))
            self.changed(live, None)

    async def _renew(self, live: LiveTable) -> None:
        """A table was rewritten: whoever is there sees what is left. They do not wait for the turn of one of them."""
        paying = PAYER.set(Payer())
        try:
            table, live.rewrites = await self._read(live.table.id)
        finally:
            PAYER.reset(paying)
        self.forgotten(table.id)
        live.steps = len(self.time.steps)
        live.changes += 1
        live.replace(Change([], table))
        self.changed(live, None)

    def _heard(self, table_id: str) -> None:
        """Another process has written to a table. One that is being loaded is looked at again afterwards."""
        self._resting.discard(table_id)
        for live in list(self.loaded.values()) if table_id == ALL_TABLES else [self.loaded.get(table_id)]:
            if live is not None:
                live.stale = True
                self._spawn(self._refresh(live))
        for live in self.loaded.values():
            if live.rematch is not None and table_id in (live.rematch, ALL_TABLES):
                self._spawn(self._refresh_rematch(live))

        self.lists_changed()

    def _told(self, process: str, text: str) -> None:
        for hear in self.told:
            hear(process, text)

    async def _refresh(self, live: LiveTable) -> None:
        async with live.lock:
            if live.stale:
                with contextlib.suppress(Refused):  # it stays stale: the next request tries again
                    await self._catch_up(live)

    async def _refresh_rematch(self, live: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # the next request tries again
            await self._look_for_rematch(live)

    def use(self, live: LiveTable) -> None:
        """Somebody needs that table: it stays."""
        live.used = time.monotonic()

    # Changing

    async def change(self, live: LiveTable, deciding: Deciding, essential: bool = False) -> Change:
        """Let `deciding` say what is to happen, make it durable, and only then let it happen; returns what happened.

        Raises what `deciding` raises, and Refused when the store fails, or if it adds something that is not essential
        for an address that has added all that it may. It is finished even if the caller is cancelled.
        """
        if self.closing:
            raise Refused("closing")
        return await asyncio.shield(self._spawn(self._change(live, deciding, essential), "change"))

    async def _change(self, live: LiveTable, deciding: Deciding, essential: bool) -> Change:
        address = PAYER.get().address
        async with live.lock:
            for _ in range(MAX_APPEND_TRIES):
                if live.gone:  # removed meanwhile
                    raise Refused("unavailable")
                if live.stale:
                    await self._catch_up(live)
                self._keep_time(live)
                before, change = live.table, deciding(live.table)
                if not change.events:
                    return change
                seats = sum(isinstance(event, Sat) for event in change.events)
                if self.quotas is not None and address and not essential:
                    self.quotas.check(address, before.id, seats)
                written = _written(change.events)
                try:
                    with store_errors_refused(), self.metrics.append.time():
                        await self.store.append(before.id, before.events, written, head_of(change.table), live.rewrites)
                except Conflict:
                    live.stale = True
                    continue
                except Refused:
                    live.stale = True  # nobody knows what the store has
                    raise
                if self.quotas is not None and address:
                    self.quotas.written(address, before.id, sum(map(len, written)), seats)
                live.replace(change)
                self._resting.discard(before.id)
                self.metrics.count(change.table, change.events)
                self.changed(live, before)
                if before.status == "open":
                    self.lists_changed()
                if change.table.status == "over" and before.status != "over":
                    self.ended(before.id)
                return change
            raise Refused("unavailable")

    def _keep_time(self, live: LiveTable) -> None:
        """Let nobody pay for a step of the system's clock. Nobody else may be changing the table."""
        self.time.look()
        table = self.time.corrected(live.table, live.steps)
        live.steps = len(self.time.steps)
        if table is not live.table:
            live.table = table
            live.changed()

    async def create(
        self, events: Sequence[AnyEvent], address: str | None = None, language: str = "en", table_id: str = ""
    ) -> LiveTable:
        """A new table of these events, on account of that address. Raises Conflict for an id that is taken."""
        if self.closing:
            raise Refused("closing")
        table_id = table_id or new_id()
        table = await self.off_loop.do(partial(Table(table_id).after, events))
        written = _written(events)
        if self.quotas is not None and address is not None:
            self.quotas.add(address, sum(map(len, written)), language)
        with store_errors_refused():
            appending = self.store.append(table_id, 0, written, head_of(table))
            await asyncio.shield(self._spawn(appending, "change"))
        live = self.loaded.setdefault(table_id, LiveTable(table))  # another process may have told of it already
        live.steps = len(self.time.steps)
        self.metrics.count(table, events)
        self.changed(live, None)
        self.lists_changed()
        return live

    async def command(
        self, live: LiveTable, caller: Caller, command: AnyCommand, language: str, address: str | None = None
    ) -> Done:
        """Do what a client at that address wants. Raises Refused."""
        with self.metrics.command.time():
            self.admit(live, caller, command.seat, language)
            if isinstance(command, Rematch):
                await self._rematch(live, caller, command, language, address)
                return compose.done_message(command, live.table.change([]))
            away = live.away(self.away_seconds)
            change = await self.change(
                live,
                lambda table: decide(table, caller, command, time.time(), language, away, self.levels),
                is_essential(command),
            )
            return compose.done_message(command, change)

    def admit(self, live: LiveTable, caller: Caller, seat: int, language: str) -> None:
        """Count a request of a seat. Raises Refused for a seat of somebody else, which costs its owner nothing, and for
        too many requests.
        """
        check_seat(live.table, caller, seat, language)
        self.limits.check(f"{live.table.id}/{seat}", language)

    async def _rematch(
        self, live: LiveTable, caller: Caller, command: Rematch, language: str, address: str | None
    ) -> None:
        """One new table, however often and wherever it is asked for, unless it was removed since.

        Its id follows from the finished game and from the tokens of its seats, which no record tells; that of another
        rematch also from the one that was removed.
        """
        async with live.rematching:
            with store_errors_refused():
                await self._look_for_rematch(live)
            if live.rematch is not None:
                return
            events = rematch(live.table, caller, command, time.time(), language)
            removed = live.table.rematch
            tokens = " ".join(seat.token for seat in live.table.seats)
            other = hash_of(f"rematch of {live.table.id} {live.table.created.secret} {tokens} {removed or ''}")[:16]
            if self._creations is not None and address is not None:
                self._creations.check(address, language)
            with contextlib.suppress(Conflict):  # another process has made it
                await self.create(events, address, language, other)

            def noted(table: Table) -> Change:
                return table.change([Rematched(at=time.time(), table=other)] if table.rematch == removed else [])

            await self.change(live, noted, essential=True)

    async def _look_for_rematch(self, live: LiveTable) -> None:
        """Notice whether the table of the rematch was removed, perhaps by another process."""
        rematch = live.rematch
        if rematch is not None and await self.store.rewrites(rematch) is None and live.rematch == rematch:
            live.lose_rematch()

    # Removing

    async def remove(self, table_id: str, known: int | None = None) -> bool:
        """Remove a table for good, however it stands; False if there is none.

        Raises Conflict if it is to have a known number of events, and has another.
        """
        live = self.loaded.get(table_id)
        async with live.lock if live is not None else contextlib.nullcontext():
            with store_errors_refused():
                removed = await self.store.remove(table_id, known)
            self.forget(table_id)
        return removed

    async def remove_if(self, live: LiveTable, check: Callable[[Table], None]) -> None:
        """Remove a table for good, unless `check` raises Refused for it as it stands at that very moment."""
        async with live.lock:
            for _ in range(MAX_APPEND_TRIES):
                if live.stale:
                    await self._catch_up(live)
                check(live.table)
                try:
                    with store_errors_refused():
                        await self.store.remove(live.table.id, live.table.events)
                except Conflict:
                    live.stale = True
                    continue
                self.forget(live.table.id)
                return
            raise Refused("unavailable")

    async def rewrite(self, live: LiveTable, rewriting: Rewriting) -> None:
        """Let `rewriting` replace events of a table by as many others, in the store, for good.

        Meanwhile others can go on there: the caller's turn beside the loop may be long in coming. Where they go on so
        quickly that it never succeeds, as bots do, they wait.
        """
        table_id = live.table.id
        for tries in range(MAX_APPEND_TRIES):
            async with live.lock if tries >= UNLOCKED_REWRITES else contextlib.nullcontext():
                done = await self._try_to_rewrite(
                    table_id, rewriting, lambda events: head_of(Table.of(table_id, _written(events)))
                )
            if done:
                break
        else:
            raise Refused("unavailable")
        loaded = self.loaded.get(table_id)  # perhaps again, meanwhile
        if loaded is not None:
            loaded.stale = True
            await self._refresh(loaded)

    async def rewrite_stored(
        self, table_id: str, rewriting: Rewriting, head: Callable[[list[AnyEvent]], TableHead]
    ) -> None:
        """The same for a table that is not loaded: `head` says what lists show of it then."""
        for _ in range(MAX_APPEND_TRIES):
            if await self._try_to_rewrite(table_id, rewriting, head):
                return
        raise Refused("unavailable")

    async def _try_to_rewrite(
        self, table_id: str, rewriting: Rewriting, head: Callable[[list[AnyEvent]], TableHead]
    ) -> bool:
        """Whether nobody wrote to the table meanwhile."""

        def rewritten(stored: list[bytes]) -> tuple[list[bytes], TableHead] | None:
            before = [read_event(event) for event in stored]
            events = rewriting(before)
            return None if events == before else (_written(events), head(events))

        rewrites, stored = await self._stored(table_id)
        found = await self.off_loop.do(partial(rewritten, stored))
        if found is not None:
            try:
                with store_errors_refused():
                    await self.store.rewrite(table_id, *found, rewrites)
            except Conflict:
                return False
            self._loading.pop(table_id, None)  # what is being loaded was perhaps read before
            self.ended(table_id)
        return True

    async def append_stored(
        self, table_id: str, adding: Rewriting, head: Callable[[list[AnyEvent]], TableHead]
    ) -> None:
        """Append what `adding` says to a table that is not loaded: `head` says what lists show of it then."""

        def added(stored: list[bytes]) -> tuple[list[bytes], TableHead]:
            before = [read_event(event) for event in stored]
            events = adding(before)
            return _written(events), head([*before, *events])

        for _ in range(MAX_APPEND_TRIES):
            rewrites, stored = await self._stored(table_id)
            events, shown = await self.off_loop.do(partial(added, stored))
            if not events:
                return
            with contextlib.suppress(Conflict), store_errors_refused():
                await self.store.append(table_id, len(stored), events, shown, rewrites)
                return
        raise Refused("unavailable")

    def forget(self, table_id: str) -> None:
        """A table was removed: whoever is there finds out when they come back."""
        self._loading.pop(table_id, None)
        self.lists_changed()
        self.forgotten(table_id)
        for other in self.loaded.values():
            if other.rematch == table_id:
                other.lose_rematch()
        live = self.loaded.pop(table_id, None)
        if live is not None:
            live.gone = True
            live.changed()

    # Time

    async def _tick(self) -> None:
        while True:
            try:
                await self._wake_and_forget()
            except Refused as error:
                log("database away", level=logging.WARNING, text=error.text)
            except Exception as error:
                log("tick failed", level=logging.ERROR, error=error)
            await asyncio.sleep(TICK_SECONDS)

    async def _wake_and_forget(self) -> None:
        for live in self.loaded.values():
            if not live.lock.locked():
                self._keep_time(live)
        with store_errors_refused():
            due = await self.store.due(time.time() + TICK_SECONDS)
        for table_id in due:
            if table_id in self.loaded:
                self.changed(self.loaded[table_id], None)
            elif table_id not in self._resting and await self._claimed(table_id):
                await self._wake(table_id)
        long_ago = time.monotonic() - IDLE_SECONDS
        idle = sorted((live for live in self.loaded.values() if live.idle), key=lambda live: live.used)
        for number, live in enumerate(idle):
            due_to_go = live.used < long_ago or number < len(idle) - MAX_IDLE_TABLES
            if due_to_go and live.idle and self.loaded.get(live.table.id) is live:  # still, after those before it
                del self.loaded[live.table.id]
                with store_errors_refused():
                    await self.store.release(live.table.id)

    async def _claimed(self, table_id: str) -> bool:
        """Whether this process, of several, looks after that table."""
        with store_errors_refused():
            return await self.store.claim(table_id)

    async def _wake(self, table_id: str) -> None:
        """Load a table, which Autoplay then attends. One that cannot be loaded does not hold up the others."""
        live = await self.find(table_id)
        if live is None or live.table.due() is None:  # noted as due by an earlier version, and would play on unwatched
            self._resting.add(table_id)

    def _spawn(self, work: Coroutine[Any, Any, T], name: str | None = None) -> asyncio.Task[T]:
        task = asyncio.create_task(metered(work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class store_errors_refused(contextlib.AbstractContextManager[None]):
    """Turns errors of the store into refusals for clients."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OutcomeUnknown):
            raise Refused("unsure") from None
        if isinstance(error, Unavailable):
            log("database failed", level=logging.ERROR, why=str(error))
            raise Refused("unavailable") from None


def _written(events: Sequence[AnyEvent]) -> list[bytes]:
    return [write_event(event) for event in events]
