"""What people are told about finished games: their own, and, if they have played together, each other's."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

import pediment
from pediment.server.domain.outcome import Against, How, Outcome, Result
from pediment.server.domain.refusal import Refused
from pediment.server.live.career import Career, Strength, Tally, careers, favourites_in, strength, without_hours
from pediment.server.live.identities import Privacy, privacy_of
from pediment.server.live.listing import Summary, host_of, summaries
from pediment.server.live.off_loop import OffLoop
from pediment.server.store.played import Played
from pediment.server.store.store import ListedTable, Store

PAGE_GAMES: Final = 20
"""Games of a page of a history."""
NEWEST_GAMES: Final = 500
"""In which opponents and favourites are looked for: those of long ago say little."""

_decode: Final = msgspec.json.Decoder(Outcome).decode


class Opponent(msgspec.Struct, frozen=True):
    """Somebody one has finished games with."""

    person: str
    name: str


class PastPlayer(msgspec.Struct, frozen=True):
    """A player of a finished game."""

    name: str
    level: str | None
    person: str | None
    """The id of somebody else's identity, for their profile; null for bots, guests and oneself."""
    points: int
    place: int
    how: How


class PastGame(msgspec.Struct, frozen=True):
    """A finished game of a history."""

    table: str
    kept: bool
    """Whether it can still be looked at; else only this is left of it."""
    game: str
    began: float
    ended: float
    moves: int
    players: list[PastPlayer]
    yours: list[int]
    result: Result
    rating: float | None
    """Your rating after it; null if it did not count."""


class Wanted(msgspec.Struct, frozen=True):
    """Which games of a history are wanted; None stands for any."""

    game: str | None = None
    seats: int | None = None
    against: Against | None = None
    result: Result | None = None
    opponent: str | None = None


class HistoryPage(msgspec.Struct, frozen=True):
    """A page of a history, the newest games first."""

    games: list[PastGame]
    start: int
    """The number of the first of them, counted from 0,"""
    count: int
    """and how many there are in all."""
    opponents: list[Opponent]
    """People one has finished games with lately, those of the newest games first."""


class Careers(msgspec.Struct, frozen=True):
    """What your games add up to, game by game."""

    games: list[Career]


class Profile(msgspec.Struct, frozen=True):
    """What somebody shows to people they have played with."""

    person: str
    name: str
    games: list[Career]
    together: Tally
    """The games that you have finished together; won are yours."""


class Profiles:
    """Histories, records and profiles."""

    def __init__(self, store: Store, off_loop: OffLoop) -> None:
        self._store = store
        self._off_loop = off_loop

    async def history(self, person: str, wanted: Wanted, start: int = 0) -> HistoryPage:
        """A page of the games that a person has finished. Raises Unavailable."""
        chosen = {name: value for name, value in msgspec.structs.asdict(wanted).items() if value is not None}
        if not all(str(value).isprintable() for value in chosen.values()):  # PostgreSQL would not even look for it
            return HistoryPage([], start, 0, [])
        rows, count = await self._store.played.page(person, chosen, start, PAGE_GAMES)
        kept = await self._store.played.kept([row.table_id for row in rows])
        newest = await self._store.played.lines(person, NEWEST_GAMES)

        def page() -> HistoryPage:
            games = [_past(row, _decode(row.line), row.table_id in kept) for row in rows]
            return HistoryPage(games, start, count, _opponents(list(map(_decode, newest)), person))

        return await self._off_loop.do(page)

    async def record(self, person: str, language: str) -> Careers:
        """What a person's games add up to. Raises Unavailable."""
        return Careers(await self._careers(person, language))

    async def profile(self, person: str, viewer: str | None, language: str) -> Profile:
        """What that viewer may see of a person.

        Raises Refused, always in the same words, for strangers, for a person who hides it, and for one who does not
        exist; Unavailable.
        """
        if viewer is None or not person.isprintable():  # PostgreSQL would not even look for it
            raise Refused("no-profile", language)
        found = await self._store.person(person)
        results = {} if viewer == person else await self._store.played.together(viewer, person)
        if found is None or not (results or viewer == person) or (viewer != person and privacy_of(found).hidden):
            raise Refused("no-profile", language)
        together = Tally(sum(results.values()), results.get("won", 0) + results.get("shared", 0))
        games = [without_hours(career) for career in await self._careers(person, language)]
        return Profile(person, found.name, games, together)

    async def _careers(self, person: str, language: str) -> list[Career]:
        briefs = await self._store.played.briefs(person)
        newest = await self._store.played.lines(person, NEWEST_GAMES)

        def counted() -> list[Career]:
            favourites = favourites_in(map(_decode, newest), person, _titles(language))
            return careers(briefs, favourites)

        return await self._off_loop.do(counted)

    async def privacy(self, people: Collection[str]) -> dict[str, Privacy]:
        """What these people hide; those who do not exist are left out. Raises Unavailable."""
        return {person.id: privacy_of(person) for person in await self._store.people(sorted(people))}

    async def strengths(self, pairs: Collection[tuple[str, str]]) -> dict[tuple[str, str], Strength]:
        """By person and game, the present ratings that these people show to others. Raises Unavailable."""
        privacy = await self.privacy({person for person, _ in pairs})
        shown = [pair for pair in sorted(pairs) if pair[0] in privacy and not privacy[pair[0]].hidden]
        return {pair: strength(*rating) for pair, rating in (await self._store.played.ratings(shown)).items()}

    async def listed(self, tables: Sequence[ListedTable], person: str | None = None) -> list[Summary]:
        """Open tables for a list, with the ratings that their hosts show. Raises Unavailable."""
        hosts = {table.table: (host, table.head.game) for table in tables if (host := host_of(table)) is not None}
        found = await self.strengths(set(hosts.values()))
        return [
            msgspec.structs.replace(summary, host_rating=found.get(hosts.get(summary.table, ("", ""))))
            for summary in summaries(tables, person)
        ]


def _past(row: Played, outcome: Outcome, kept: bool) -> PastGame:
    return PastGame(
        table=row.table_id,
        kept=kept,
        game=outcome.game,
        began=outcome.began,
        ended=outcome.ended,
        moves=outcome.moves,
        players=[
            PastPlayer(
                name=seat.name,
                level=seat.level,
                person=None if seat.person == row.person else seat.person,
                points=seat.total,
                place=seat.place,
                how=seat.how,
            )
            for seat in outcome.seats
        ],
        yours=outcome.own(row.person),
        result=row.result,  # type: ignore[arg-type]
        rating=round(row.mean, 1) if row.counted and row.rated and row.mean is not None else None,
    )


def _opponents(games: Sequence[Outcome], person: str) -> list[Opponent]:
    """By the newest name of each."""
    found: dict[str, str] = {}
    for outcome in games:
        for seat in outcome.seats:
            if seat.person is not None and seat.person != person:
                found.setdefault(seat.person, seat.name)
    return [Opponent(other, name) for other, name in found.items()]


def _titles(language: str) -> dict[str, dict[str, str]]:
    """What favourites are called, by game: all words that it has."""
    return {name: pediment.game(name).texts.optional(language, "words") for name in pediment.games()}
