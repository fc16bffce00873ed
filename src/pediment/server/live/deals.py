"""Deals at work: the deal of the day is made, played and compared; what is sealed is opened when it may be."""

from __future__ import annotations

import contextlib
import time
from datetime import date
from typing import Any, Final

import msgspec

import pediment
from pediment.server.domain import deals
from pediment.server.domain.commands import PlayDaily
from pediment.server.domain.events import AnyEvent, Dealt, Revealed
from pediment.server.domain.opening import Opened
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Change, Table
from pediment.server.live.listing import Summary, summaries
from pediment.server.live.live_table import LiveTable
from pediment.server.live.tables import LiveTables, store_errors_refused
from pediment.server.store.store import Conflict

MAX_SHOWN: Final = 100
"""Results of a deal of the day that are shown, besides your own and those of bots."""


class DailyResult(msgspec.Struct, frozen=True):
    """How a deal of the day ended for somebody. Whoever leads by most is first."""

    place: int
    """From 1; bots have a place among themselves and all others."""
    name: str
    level: str | None
    """Of a bot; its name is then empty."""
    points: int
    lead: int
    """Points ahead of the best opponent, or behind if negative."""
    yours: bool


class Daily(msgspec.Struct, frozen=True):
    """The deal of a day."""

    game: str
    day: str
    ends: float
    """When it can no longer be played, and is revealed."""
    over: bool
    commitment: str
    options: dict[str, Any]
    opponents: list[str]
    """The levels of the bots at the other seats."""
    players: int
    """How many people have begun to play it."""
    table: str | None
    """Where you play it, if you do."""
    done: bool
    """Whether you have played it to the end."""
    results: list[DailyResult] | None
    """Only once you have played it, or it is over."""
    seed: str | None
    """Once it is over."""


class MatchPlayer(msgspec.Struct, frozen=True):
    """One of the two people of a duplicate match, with their points at both tables, as far as these are over."""

    name: str
    points: list[int | None]
    total: int


class DuplicateMatch(msgspec.Struct, frozen=True):
    """A duplicate match: two tables with the same deal and exchanged seats. The sum of the points decides."""

    tables: list[str]
    over: bool
    players: list[MatchPlayer]


class Deals:
    """The deals of a server."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._store = tables.store
        self.clock = time.time
        """By which days go."""

    # The deal of the day

    async def daily(self, day: date | None, caller: Caller, language: str) -> list[Daily]:
        """The deals of a day, one for each game; those of today are made if they are missing. Raises Refused."""
        wanted = deals.today(self.clock()) if day is None else day
        found: list[Daily] = []
        for game in pediment.games():
            kept = await self._today(game) if day is None else await self._kept(game, wanted)
            if kept is not None:
                found.append(await self._told(kept.table, caller, wanted))
        return found

    async def play(
        self, game: str, wanted: PlayDaily, caller: Caller, address: str, language: str
    ) -> tuple[str, str | None]:
        """The table where the caller plays today's deal, and the token of their seat if it is new. Raises Refused."""
        kept = await self._today(game)
        deal = kept.table
        before = _table_of(deal, caller, wanted.token)
        if before is not None:
            return before, None
        opened = deals.play_daily(deal, wanted, caller, time.time(), language)
        assert opened.token is not None
        mark = deals.mark_of(deal, caller, opened.token)
        table, new = await self._begin(kept, opened.events, mark, language, address)
        for level in deals.COMPARED:
            if deals.bot_mark(level) not in kept.table.tries:
                events = deals.compare_daily(deal, level, time.time())
                await self._begin(kept, events, deals.bot_mark(level), language)
        return table, opened.token if new else None

    async def _begin(
        self, kept: LiveTable, events: list[AnyEvent], mark: str, language: str, address: str | None = None
    ) -> tuple[str, bool]:
        """A table of the deal for whoever has that mark, unless they have one; its id, and whether it is new."""
        live = await self._tables.create(events, address, language)
        made = live.table.id

        def deciding(table: Table) -> Change:
            if mark in table.tries:
                return table.change([])
            if len(table.tries) >= deals.MAX_TRIES:
                raise Refused("many-tries", language)
            return table.change([Dealt(at=time.time(), table=made, by=mark)])

        try:
            noted = bool((await self._tables.change(kept, deciding, essential=True)).events)
        except Refused as refused:
            if refused.code == "many-tries":  # else nobody knows whether it is noted
                await self._tables.remove(made)
            raise
        if not noted:  # the same player was faster elsewhere
            await self._tables.remove(made)
        return kept.table.tries[mark], noted

    async def _today(self, game: str) -> LiveTable:
        day = deals.today(self.clock())
        kept = await self._kept(game, day)
        if kept is not None:
            return kept
        events = deals.daily(pediment.game(game), day, time.time())
        with contextlib.suppress(Conflict):  # another process has made it
            return await self._tables.create(events, table_id=deals.daily_id(game, day))
        return await self._tables.get(deals.daily_id(game, day))

    async def _kept(self, game: str, day: date) -> LiveTable | None:
        try:
            return await self._tables.get(deals.daily_id(game, day))
        except Refused as refused:
            if refused.code not in ("no-table", "game-gone"):
                raise
        return None

    async def _told(self, deal: Table, caller: Caller, day: date) -> Daily:
        """A deal as the caller may know it."""
        created = deal.created
        assert created.deal is not None
        assert created.deal.ends is not None
        mine = _table_of(deal, caller)
        own = None if mine is None else (await self._listed([mine])).get(mine)
        over = self.clock() >= created.deal.ends
        done = mine is not None and (own is None or own.status == "over")
        results = None
        if done or over:
            results = _results(list((await self._listed(list(deal.tries.values()))).values()), mine, created.deal.ends)
        return Daily(
            game=created.game,
            day=day.isoformat(),
            ends=created.deal.ends,
            over=over,
            commitment=deal.commitment,
            options=created.public_options(),
            opponents=[deals.OPPONENT] * (created.seats - 1),
            players=sum(not mark.startswith("bot ") for mark in deal.tries),
            table=None if own is None else mine,
            done=done,
            results=results,
            seed=deal.seed if over else None,
        )

    async def _listed(self, tables: list[str]) -> dict[str, Summary]:
        with store_errors_refused():
            listed = await self._store.listings(tables)
        found = await self._tables.off_loop.do(lambda: summaries(listed, None))  # up to thousands of them
        return {summary.table: summary for summary in found}

    # Duplicate matches

    async def create_match(self, tables: list[tuple[str, Opened]], address: str, language: str) -> None:
        """Make both tables of a duplicate match."""
        for table, opened in tables:
            await self._tables.create(opened.events, address, language, table)

    async def joined(self, live: LiveTable) -> None:
        """Somebody sat down at a table: if it is one of a match, they sit down at the other one, too."""
        twin = await self._twin(live.table)
        if twin is not None and live.table.status != "open":
            await self._tables.change(twin, lambda table: deals.join(table, live.table, time.time()), essential=True)

    async def removed(self, table: Table) -> None:
        """A table was deleted: with one of a match that has not begun goes the other."""

        def check(twin: Table) -> None:
            if twin.status != "open":
                raise Refused("not-alone")

        twin = await self._twin(table)
        if twin is not None:
            with contextlib.suppress(Refused):
                await self._tables.remove_if(twin, check)

    async def match(self, live: LiveTable, language: str) -> DuplicateMatch:
        """How a duplicate match stands. Raises Refused for a table that belongs to none."""
        deal = live.table.created.deal
        if deal is None or not deal.twin:
            raise Refused("no-page", language)
        await self.joined(live)  # unless that was done
        twin = await self._twin(live.table)
        if twin is not None:
            await self.unseal(twin)
        both = [live.table, *([] if twin is None else [twin.table])]
        found: list[MatchPlayer] = []
        for seat, name in enumerate(live.table.names(language)):
            points = [
                None if table.status != "over" else table.game.totals(table.state)[seat ^ k]
                for k, table in enumerate(both)
            ]
            found.append(MatchPlayer(name, points, sum(point or 0 for point in points)))
        return DuplicateMatch([table.id for table in both], all(table.status == "over" for table in both), found)

    async def _twin(self, table: Table) -> LiveTable | None:
        """The other table of a match; None for a table that belongs to none, or if the other one was removed."""
        deal = table.created.deal
        if deal is None or not deal.twin:
            return None
        try:
            return await self._tables.get(deal.twin)
        except Refused as refused:
            if refused.code != "no-table":
                raise
        return None

    # Sealed tables

    async def unseal(self, live: LiveTable) -> None:
        """Open a table whose deal nobody plays any more. What fails is tried again when it is looked at again."""
        table = live.table
        deal = table.created.deal
        if deal is None or not table.sealed or table.id == deal.id:
            return
        with contextlib.suppress(Refused):
            if deal.ends is None:
                twin = await self._twin(table) if table.status == "over" else live
                if twin is not None and twin.table.status != "over":
                    return
            elif self.clock() < deal.ends:
                return
            await self._tables.change(
                live, lambda table: table.change([Revealed(at=time.time())] if table.sealed else []), essential=True
            )

    async def go_round(self) -> None:
        """Open what may be opened among the tables in memory: somebody may be looking at them."""
        for live in list(self._tables.loaded.values()):
            await self.unseal(live)


def _table_of(deal: Table, caller: Caller, token: str | None = None) -> str | None:
    """Where the caller plays a deal of the day."""
    marks = deals.marks_of(deal, caller)
    if token is not None:
        marks.append(deals.mark_of(deal, Caller(), token))
    return next((deal.tries[mark] for mark in marks if mark in deal.tries), None)


def _results(found: list[Summary], mine: str | None, ends: float) -> list[DailyResult]:
    """The results of all who have played the deal by themselves and in time, the best first."""
    counted = [one for one in found if one.status == "over" and not one.helped and 0 < one.ended < ends]
    ranked = sorted(counted, key=lambda one: (-_lead(one), -one.points[0]))
    places: dict[tuple[int, int], int] = {}
    shown: list[DailyResult] = []
    for n, one in enumerate(ranked):
        score = _lead(one), one.points[0]
        place = places.setdefault(score, n + 1)
        level = one.bots[0] if one.bots else None
        if n < MAX_SHOWN or level is not None or one.table == mine:
            name = "" if level is not None else one.players[0]
            shown.append(DailyResult(place, name, level, score[1], score[0], one.table == mine))
    return shown


def _lead(summary: Summary) -> int:
    return summary.points[0] - max(summary.points[1:], default=0)
