"""Whom somebody has played with, and challenges between such people.

A challenge is a table with a chair that is kept for one identity for a while, so it is stored, found and forgotten as
every table is. People are named by a table and a seat where both have played: nobody learns an id that they could
follow elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from pediment.server.domain import decide, wishes
from pediment.server.domain.commands import Name, Nonce, Request, SeatNumber
from pediment.server.domain.opening import Opened
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.wishes import Wish
from pediment.server.live.career import Strength
from pediment.server.live.identities import has_muted
from pediment.server.live.listing import Summary, challenger_of, host_of, partners_in, summaries
from pediment.server.live.live_table import LiveTable
from pediment.server.live.people_here import PeopleHere
from pediment.server.live.profiles import Profiles
from pediment.server.live.tables import LiveTables, store_errors_refused
from pediment.server.store.store import ListedTable, Person

MAX_TABLES: Final = 200
"""Of somebody's latest, in which those are looked for whom they played with."""
MAX_PARTNERS: Final = 50
MAX_CHALLENGES: Final = 10
"""Of one person that nobody has answered yet,"""
MAX_CHALLENGES_TO_ONE: Final = 3
"""and of these to the same person."""


class NewChallenge(Request, frozen=True):
    """Challenge somebody you have played with: whoever sat at that seat of a table of yours."""

    table: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber
    name: Name
    """What you are called at the new table."""
    wish: Wish = Wish()
    nonce: Nonce = ""


class Partner(msgspec.Struct, frozen=True):
    """Somebody you have played with, by the last table where you did."""

    table: str
    seat: int
    name: str
    game: str
    present: bool
    """Whether they are here; false for somebody who appears offline, too."""
    rating: Strength | None
    """In that game; null if they have none, or hide it."""


class Known(NamedTuple):
    """Somebody one has played with, and whether they appear offline."""

    partner: Partner
    offline: bool


class Challenges:
    """The challenges of a server."""

    def __init__(self, tables: LiveTables, here: PeopleHere, profiles: Profiles) -> None:
        self._tables = tables
        self._profiles = profiles
        self._store = tables.store
        self._here = here
        self.challenged: Callable[[str], None] = lambda person: None
        """Called with an identity for which something has changed here."""

    async def known_to(self, person: str) -> dict[str, Known]:
        """By identity, the people somebody has played with, the latest first. None of them is told as present."""
        found: dict[str, Partner] = {}
        for listed in await self._listed(person):
            for other, seat, name in partners_in(listed, person):
                found.setdefault(other, Partner(listed.table, seat, name, listed.head.game, False, None))
        latest = dict(list(found.items())[:MAX_PARTNERS])
        with store_errors_refused():
            ratings = await self._profiles.strengths({(other, partner.game) for other, partner in latest.items()})
            privacy = await self._profiles.privacy(latest)
        return {
            other: Known(
                msgspec.structs.replace(partner, rating=ratings.get((other, partner.game))), privacy[other].offline
            )
            for other, partner in latest.items()
            if other in privacy  # else they were forgotten meanwhile
        }

    def present(self, known: dict[str, Known]) -> list[Partner]:
        """The same people with whether they are here, those who are first."""
        shown = [
            msgspec.structs.replace(partner, present=not offline and self._here.is_here(person))
            for person, (partner, offline) in known.items()
        ]
        return sorted(shown, key=lambda partner: not partner.present)

    async def received(self, person: str) -> list[Summary]:
        """The tables where a chair is kept for somebody who was challenged, but by nobody whom they have muted."""
        with store_errors_refused():
            found = await self._store.person(person)
            listed = [] if found is None else without_muted(found, await self._open(person))
            return [table for table in await self._profiles.listed(listed, person) if table.host not in table.yours]

    async def _open(self, person: str) -> list[ListedTable]:
        """The challenges that somebody has made or received."""
        listed, now = await self._listed(person), time.time()
        until = {table.table: table.until for table in summaries(listed, person) if table.yours}
        return [table for table in listed if until.get(table.table, 0.0) > now]

    async def challenge(self, wanted: NewChallenge, caller: Caller, language: str) -> Opened:
        """The table of a new challenge, not yet made. Raises Refused for somebody the caller has not played with."""
        person = caller.person
        if person is None:
            raise Refused("no-person", language)
        wishes.check(wanted.wish, language)
        with store_errors_refused():
            listed = await self._store.listing(wanted.table) if wanted.table.isprintable() else None
        partners = [] if listed is None else partners_in(listed, person)
        other = next((other for other, seat, _ in partners if seat == wanted.seat), None)
        if other is None:
            raise Refused("no-partner", language)
        mine = [table for table in await self._open(person) if host_of(table) == person]
        if sum(other in table.head.people for table in mine) >= MAX_CHALLENGES_TO_ONE:
            raise Refused("many-to-one", language, most=MAX_CHALLENGES_TO_ONE)
        if len(mine) >= MAX_CHALLENGES:
            raise Refused("many-challenges", language, most=MAX_CHALLENGES)
        return wishes.challenge(wanted.wish, wanted.name, wanted.nonce, caller, other, time.time(), language)

    def made(self, live: LiveTable) -> None:
        """A challenge was made: whoever it is for hears of it at once, wherever they are in the lobby."""
        for person in live.table.created.reserved_people.values():
            self.challenged(person)

    async def decline(self, live: LiveTable, caller: Caller, language: str) -> None:
        """The caller does not take up the challenge. Raises Refused if there is none."""
        await self._tables.change(live, lambda table: decide.decline(table, caller, time.time(), language), True)
        if caller.person is not None:
            self.challenged(caller.person)

    async def _listed(self, person: str) -> list[ListedTable]:
        with store_errors_refused():
            return await self._store.tables_of(person, MAX_TABLES)


def without_muted(person: Person, listed: Sequence[ListedTable]) -> list[ListedTable]:
    """Tables of somebody, without the challenges of people whom they have muted; these wait for an answer in vain."""
    return [
        table
        for table in listed
        if table.head.status != "open" or not (by := challenger_of(table)) or not has_muted(person, by)
    ]
