"""What the operator of a server can see and do."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from pediment.server.domain.commands import Request, SeatNumber
from pediment.server.domain.events import Closed, Muted
from pediment.server.domain.forgetting import remove_line
from pediment.server.domain.names import clean
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Change, Table
from pediment.server.live.erasure import Erasure
from pediment.server.live.histories import Histories
from pediment.server.live.housekeeping import Housekeeping
from pediment.server.live.limits import address_key
from pediment.server.live.listing import Summary, summaries
from pediment.server.live.quotas import DAY_SECONDS
from pediment.server.live.tables import LiveTables, store_errors_refused
from pediment.server.store.moderation import Ban, Report
from pediment.server.structured_log import log

MAX_SHOWN: Final = 200
"""Tables, reports and results in an overview."""

TableName = Annotated[str, Meta(max_length=40)]
Subject = Annotated[str, Meta(pattern="^(person|address) [^ ]{1,80}$", description="`person ID` or `address ADDRESS`")]


class Order(Request, frozen=True, tag_field="do", tag=lambda name: name.removesuffix("Order").lower()):
    """Something that the operator wants done."""


class BanOrder(Order, frozen=True):
    """Keep a person or an address out: for so many days, or for good."""

    subject: Subject
    days: Annotated[float, Meta(gt=0, le=36_500)] | None = None
    note: Annotated[str, Meta(max_length=200)] = ""


class UnbanOrder(Order, frozen=True):
    """Let them in again."""

    subject: Subject


class MuteOrder(Order, frozen=True):
    """Take the chat away from a seat, or give it back."""

    table: TableName
    seat: SeatNumber
    muted: bool = True


class LineOrder(Order, frozen=True):
    """Remove a line of chat, which its seat and its time name."""

    table: TableName
    seat: SeatNumber
    at: float


class CloseOrder(Order, frozen=True):
    """End a game where it stands; an open table is removed."""

    table: TableName


class RemoveOrder(Order, frozen=True):
    """Remove a table for good; the result of a finished game stays."""

    table: TableName


class SettleOrder(Order, frozen=True):
    """A report is dealt with."""

    report: Annotated[str, Meta(max_length=40)]


class ExportOrder(Order, frozen=True):
    """Everything that is stored of a person."""

    person: Annotated[str, Meta(max_length=40)]


class ForgetOrder(Order, frozen=True):
    """Forget a person: their name, key and chat."""

    person: Annotated[str, Meta(max_length=40)]


class RebuildOrder(Order, frozen=True):
    """Make all histories and ratings again, in the background."""


AnyOrder = (
    BanOrder
    | UnbanOrder
    | MuteOrder
    | LineOrder
    | CloseOrder
    | RemoveOrder
    | SettleOrder
    | ExportOrder
    | ForgetOrder
    | RebuildOrder
)


class OperatedTable(msgspec.Struct, frozen=True):
    """A table as its operator sees it: nothing of what players hide from each other."""

    summary: Summary
    people: list[str]
    """Ids of the identities there."""
    watching: int
    """Sockets at this process."""


class Overview(msgspec.Struct, frozen=True):
    """A server as its operator sees it."""

    load: dict[str, float]
    tables: list[OperatedTable]
    reports: list[Report]
    bans: list[Ban]
    results: list[dict[str, Any]]


class Operator:
    """The operator's view of a server, and the operator's hands."""

    def __init__(
        self,
        tables: LiveTables,
        housekeeping: Housekeeping,
        erasure: Erasure,
        histories: Histories,
        token: str | None,
    ) -> None:
        self._tables = tables
        self._store = tables.store
        self._housekeeping = housekeeping
        self._erasure = erasure
        self._histories = histories
        self._token = token
        self._bans: dict[str, Ban] = {}

    def check(self, keys: list[str], language: str) -> None:
        """Raise Refused unless the operator's token is among these; without one there is no operator."""
        if self._token is None:
            raise Refused("no-page", language)
        if not any(hmac.compare_digest(key.encode(), self._token.encode()) for key in keys):
            raise Refused("not-operator", language)

    async def load_bans(self) -> None:
        """Look up who is banned; other processes may have banned them."""
        with store_errors_refused():
            self._bans = {ban.subject: ban for ban in await self._store.moderation.bans()}

    def admit(self, address: str, caller: Caller, language: str, table: Table | None = None) -> None:
        """Raise Refused for somebody who is banned, also if only a seat of theirs at the table says who they are."""
        seats = [] if table is None else [seat for seat in table.seats if caller.owns(seat) or caller.expected(seat)]
        people = {caller.person, *(seat.person for seat in seats)}
        for subject in (f"address {address}", *(f"person {person}" for person in people)):
            ban = self._bans.get(subject)
            if ban is not None and (ban.until is None or ban.until > time.time()):
                raise Refused("banned", language)

    async def overview(self, load: dict[str, float]) -> Overview:
        """How the server stands."""
        with store_errors_refused():
            usage = await self._store.usage()
            listed = await self._store.newest(MAX_SHOWN)
            reports = await self._store.moderation.reports(MAX_SHOWN)
            bans = await self._store.moderation.bans()
            results = await self._store.moderation.results(MAX_SHOWN)
        people = {table.table: list(table.head.people) for table in listed}
        loaded = self._tables.loaded
        return Overview(
            load={"tables": usage.tables, "bytes": usage.bytes, "loaded": len(loaded)} | load,
            tables=[
                OperatedTable(
                    summary,
                    people[summary.table],
                    len(loaded[summary.table].listeners) if summary.table in loaded else 0,
                )
                for summary in summaries(listed, None)
            ],
            reports=reports,
            bans=bans,
            results=[{"table": r.table, "ended": r.ended} | msgspec.json.decode(r.line) for r in results],
        )

    async def do(self, order: AnyOrder, language: str) -> dict[str, Any] | AsyncIterator[bytes]:
        """Do what the operator wants; an export comes in pieces of one JSON text. Raises Refused."""
        log("operator", order=type(order).__name__)
        done: dict[str, Any] = {}
        match order:
            case BanOrder():
                until = None if order.days is None else time.time() + order.days * DAY_SECONDS
                ban = Ban(_known_as(order.subject, language), until, order.note and clean(order.note, language))
                with store_errors_refused():
                    await self._store.moderation.put(ban)
                await self.load_bans()
            case UnbanOrder():
                with store_errors_refused():
                    self._check(await self._store.moderation.unban(_known_as(order.subject, language)), language)
                await self.load_bans()
            case SettleOrder():
                with store_errors_refused():
                    self._check(await self._store.moderation.settle(order.report), language)
            case MuteOrder() | LineOrder() | CloseOrder():
                await self._at_table(order, language)
            case RemoveOrder():
                await self._housekeeping.retire(order.table)
            case ExportOrder():
                return await self._erasure.export(order.person)
            case RebuildOrder():
                self._histories.rebuild_soon()
            case ForgetOrder():
                done = {"tables": await self._erasure.forget_person(order.person)}
                await self.load_bans()
        return done

    async def _at_table(self, order: MuteOrder | LineOrder | CloseOrder, language: str) -> None:
        live = await self._tables.get(order.table)
        if not isinstance(order, CloseOrder):
            self._check(order.seat < len(live.table.seats), language)
        if isinstance(order, LineOrder):
            await self._tables.rewrite(live, lambda events: remove_line(events, order.seat, order.at))
        elif isinstance(order, CloseOrder) and live.table.status == "open":
            await self._tables.remove(order.table)
        else:

            def deciding(table: Table) -> Change:
                if isinstance(order, MuteOrder):
                    return table.change([Muted(at=time.time(), seat=order.seat, muted=order.muted)])
                return table.change([Closed(at=time.time())] if table.status == "running" else [])

            await self._tables.change(live, deciding, essential=True)

    @staticmethod
    def _check(found: bool, language: str) -> None:
        if not found:
            raise Refused("no-such", language)


def _known_as(subject: str, language: str) -> str:
    """Whom a ban is about, as they are known when they come: an IPv6 address by its network of 64 bits.

    >>> _known_as("address 2001:db8:1:2:3:4:5:6", "en"), _known_as("address 2001:db8:1:2::/64", "en")
    ('address 2001:db8:1:2::/64', 'address 2001:db8:1:2::/64')

    Raises Refused for what is no address, and for other networks.
    """
    kind, _, who = subject.partition(" ")
    if kind == "person":
        return subject
    try:
        network = ipaddress.ip_network(who, strict=False)
    except ValueError:
        network = None
    if network is None or network.prefixlen not in ((32,) if network.version == 4 else (64, 128)):
        raise Refused("malformed", language, why=f"{who} is no address; one looks like 192.0.2.7 or 2001:db8:1:2::/64")
    return f"address {address_key(str(network.network_address))}"
