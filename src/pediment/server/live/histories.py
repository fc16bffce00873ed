"""Who has finished which games, and the ratings that follow: noted in the background, soon after a game is over.

What is noted follows from the events of a table, and the ratings follow from what is noted, in the order in which the
games ended. So everything can be made again (`rebuild`), and a game that is noted late, or changed, finds its place:
the ratings after it are found again, too, those of the opponents included, until nothing changes any more.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

import msgspec

from pediment.bots import ladder
from pediment.server.domain.events import read_event
from pediment.server.domain.outcome import Outcome, outcome_of
from pediment.server.domain.ratings import Rating, updated
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.live.limits import PAYER, Payer
from pediment.server.live.off_loop import OffLoop
from pediment.server.store.played import Played
from pediment.server.store.store import Store, Unavailable
from pediment.server.structured_log import log

RATING: Final = "ratings"
"""What the process claims that finds all ratings."""
AT_ONCE: Final = 200
"""Tables that are looked at together."""
PAUSE_SECONDS: Final = 5.0
"""Between two looks at what other processes have noted, and after an error."""

_decode: Final = msgspec.json.Decoder(Outcome).decode


class Histories:
    """Keeps the histories of all people up to date."""

    def __init__(self, store: Store, off_loop: OffLoop) -> None:
        self._store = store
        self._off_loop = off_loop
        self._ended: dict[str, None] = {}  # tables that are to be noted, the first first
        self._news = asyncio.Event()
        self._noting = asyncio.Lock()
        self._looking: Literal["", "missing", "all"] = "missing"  # which tables are to be looked at
        self._task: asyncio.Task[None] | None = None
        self.rated: Callable[[str], None] = lambda person: None
        """Called with an identity that has another rating from now on."""

    def start(self) -> None:
        """Note what was left undone when the server was stopped, and from now on all that ends."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is left is noted after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def ended(self, table_id: str) -> None:
        """A game is over, or was rewritten: note it soon."""
        self._ended[table_id] = None
        self._news.set()

    async def note(self, table_id: str) -> None:
        """Note the finished game of a table; one that is not over, or is gone, changes nothing. Raises Unavailable."""
        paying = PAYER.set(Payer())  # nobody waits for it
        try:
            async with self._noting:
                while await self._note(table_id):
                    pass
        finally:
            PAYER.reset(paying)
        self._news.set()

    async def _note(self, table_id: str) -> bool:
        """Note a game as it is stored; whether it was rewritten meanwhile, perhaps to forget somebody."""
        rewrites = await self._store.rewrites(table_id)
        events = await self._store.read(table_id)
        if rewrites is None or not events:
            return False
        rows = await self._off_loop.do(partial(_rows, table_id, events))
        before = await self._store.played.at(table_id)
        if [(row.person, row.ended, row.line) for row in before] != [(row.person, row.ended, row.line) for row in rows]:
            await self._store.played.clear(table_id)
            await self._store.played.put(rows)
        return await self._store.rewrites(table_id) not in (rewrites, None)

    async def rate(self) -> None:
        """Find all ratings that are not up to date, in the order of the games. Raises Unavailable."""
        while found := await self._store.played.unrated(AT_ONCE):
            for ended, table_id in found:
                await self._rate(ended, table_id)

    async def rebuild(self) -> None:
        """Make everything again, from the events of all tables that are still there. Raises Unavailable."""
        await self._look_at_all(again=True)
        await self._store.played.unrate()
        self._news.set()

    def rebuild_soon(self) -> None:
        """The same in the background."""
        self._looking = "all"
        self._news.set()

    async def _run(self) -> None:
        while True:
            try:
                if self._looking == "missing":
                    await self._look_at_all()
                elif self._looking:
                    await self.rebuild()
                self._looking = ""
                while self._ended:
                    table_id = next(iter(self._ended))
                    await self._try_to_note(table_id)
                    self._ended.pop(table_id, None)
                if await self._store.claim(RATING):
                    await self.rate()
            except (Unavailable, Refused) as error:
                log("histories wait", level=logging.WARNING, text=str(error))
                await asyncio.sleep(PAUSE_SECONDS)
            except Exception as error:
                log("histories failed", level=logging.ERROR, error=error)
                await asyncio.sleep(PAUSE_SECONDS)
            await self._wait()

    async def _wait(self) -> None:
        """Until there is news here, or there may be some elsewhere."""
        try:
            async with asyncio.timeout(PAUSE_SECONDS if self._store.shared else None):
                await self._news.wait()
        except TimeoutError:
            pass
        self._news.clear()

    async def _look_at_all(self, again: bool = False) -> None:
        """Note all finished games that are not noted, or all of them again."""
        after, now = (0.0, ""), time.time()
        while found := await self._store.quiet("over", now, AT_ONCE, after=after):
            after = found[-1].updated, found[-1].table
            tables = [listed.table for listed in found if listed.head.people]
            known = set() if again else await self._store.played.known(tables)
            for table_id in tables:
                if table_id not in known:
                    await self._try_to_note(table_id)

    async def _try_to_note(self, table_id: str) -> None:
        """Note a game; one that cannot be folded, as when its package is gone, does not hold up the others."""
        try:
            await self.note(table_id)
        except Unavailable:
            raise
        except Exception as error:
            log("history failed", level=logging.WARNING, table=table_id, error=error)

    async def _rate(self, ended: float, table_id: str) -> None:
        rows = await self._store.played.at(table_id)
        if not rows:
            return
        outcome = _decode(rows[0].line)
        before: list[Rating | None] = []
        for seat in outcome.seats:
            if seat.level is not None:
                level = ladder.ratings(outcome.game).get(seat.level)
                before.append(None if level is None else Rating(level.rating, 0.0))
            else:
                last = seat.person and await self._store.played.last(seat.person, outcome.game, (ended, table_id))
                before.append(_before(last or None, ended))
        for row in rows:
            own = outcome.own(row.person)
            found = rating_after(outcome, own[0], before) if len(own) == 1 else None
            if found is None and await self._store.played.last(row.person, outcome.game, (ended, table_id)):
                found = before[own[0]]  # it goes on as it was
            mean, deviation = (None, None) if found is None else (found.mean, found.deviation)
            changed = (mean, deviation) != (row.mean, row.deviation)
            await self._store.played.rate(replace(row, mean=mean, deviation=deviation), changed)
            if changed:
                self.rated(row.person)


def rating_after(outcome: Outcome, seat: int, before: Sequence[Rating | None]) -> Rating | None:
    """The rating of whoever sat there after a game, from those of all seats before it; None if it does not count."""
    compared = [k for k in outcome.compared() if before[k] is not None]
    if seat not in compared or len(compared) < 2:
        return None
    ratings = [found for k in compared if (found := before[k]) is not None]
    return updated(compared.index(seat), ratings, [outcome.seats[k].place for k in compared])


def _before(last: Played | None, now: float) -> Rating:
    """The rating of somebody who is about to play, from their last game."""
    if last is None or last.mean is None or last.deviation is None:
        return Rating()
    return Rating(last.mean, last.deviation).after(now - last.ended)


def _rows(table_id: str, stored: Sequence[bytes]) -> list[Played]:
    """What is noted of a table, by person."""
    table = Table.of(table_id, stored)
    outcome = outcome_of(table, [read_event(event) for event in stored])
    if outcome is None:
        return []
    return rows_of(table_id, outcome)


def rows_of(table_id: str, outcome: Outcome) -> list[Played]:
    """What is noted of a game, by person."""
    line = msgspec.json.encode(outcome)
    people = sorted({seat.person for seat in outcome.seats if seat.person is not None})
    return [_row(table_id, outcome, line, person) for person in people]


def _row(table_id: str, outcome: Outcome, line: bytes, person: str) -> Played:
    seen = outcome.seen_by(person)
    return Played(
        person=person,
        ended=outcome.ended,
        table_id=table_id,
        game=outcome.game,
        seats=seen.seats,
        against=seen.against,
        result=seen.result,
        points=seen.points,
        levels=seen.levels,
        counted=seen.counted,
        line=line,
    )
