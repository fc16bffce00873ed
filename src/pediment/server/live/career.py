"""What a person's finished games add up to: records, best scores, streaks, favourites, and ratings over time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from pediment.server.domain.outcome import ABANDONED, Outcome
from pediment.server.domain.ratings import INTERVAL_DEVIATIONS
from pediment.server.store.played import Kind, Played, Rated

MAX_POINTS: Final = 200
"""Of the chart of a rating."""
MAX_FAVOURITES: Final = 8


class Estimate(msgspec.Struct, frozen=True):
    """A rating on the bots' scale at a time, with its 95% interval."""

    at: float
    rating: float
    low: float
    high: float


class Tally(msgspec.Struct):
    """Games of one kind: how many there were, and how many of them were won, alone or together."""

    games: int = 0
    won: int = 0
    best: int | None = None
    """The most points."""

    def add(self, games: int, won: int, best: int | None = None) -> None:
        """Count more of them."""
        self.games += games
        self.won += won
        if best is not None:
            self.best = best if self.best is None else max(self.best, best)


class BestGame(msgspec.Struct, frozen=True):
    """The game with the most points."""

    table: str
    at: float
    seats: int
    points: int


class Favourite(msgspec.Struct, frozen=True):
    """A family, a god or the like, and how many of its cards were gathered."""

    name: str
    title: str
    cards: int


class Career(msgspec.Struct, frozen=True):
    """What somebody has achieved in one game."""

    game: str
    rating: Estimate | None
    """None until a game has counted."""
    rated: int
    """How many games have counted for it."""
    all: Tally
    seats: dict[int, Tally]
    """By the number of seats;"""
    levels: dict[str, Tally]
    """by the level of a bot at the table: won are the games in which one finished before it;"""
    people: Tally
    """and the games against other people, without bots or with them."""
    best: BestGame | None
    streak: int
    """Games won in a row, up to now;"""
    longest: int
    """and the longest such streak."""
    favourites: list[Favourite]
    """In the newest games, the most frequent first."""
    chart: list[Estimate]
    """The rating after games, up to 200 of them, the first first."""


def careers(
    kinds: Sequence[Kind],
    results: Sequence[tuple[str, str]],
    ratings: Sequence[Rated],
    best: Mapping[str, Played | None],
    favourites: Mapping[str, list[Favourite]],
) -> list[Career]:
    """What a person's finished games add up to, for each game that was played."""
    return [
        _career(
            name,
            [kind for kind in kinds if kind.game == name],
            [result != "lost" for game, result in results if game == name],
            [rating for rating in ratings if rating.game == name],
            best.get(name),
            favourites.get(name, []),
        )
        for name in sorted({kind.game for kind in kinds})
    ]


def _career(
    game: str,
    kinds: Sequence[Kind],
    results: Sequence[bool],
    ratings: Sequence[Rated],
    best: Played | None,
    favourites: list[Favourite],
) -> Career:
    """The same for one game."""
    every, people = Tally(), Tally()
    seats: defaultdict[int, Tally] = defaultdict(Tally)
    levels: defaultdict[str, Tally] = defaultdict(Tally)
    for kind in kinds:
        won = 0 if kind.result == "lost" else kind.games
        for tally in (every, seats[kind.seats], *([] if kind.against == "bots" else [people])):
            tally.add(kind.games, won, kind.best)
        for bot in kind.levels.split():
            levels[bot[:-1]].add(kind.games, kind.games if bot.endswith("+") else 0, kind.best)
    chart = [_estimate(rating) for rating in ratings]
    return Career(
        game=game,
        rating=chart[-1] if chart else None,
        rated=ratings[0].rated if ratings else 0,
        all=every,
        seats=dict(sorted(seats.items())),
        levels=dict(levels),
        people=people,
        best=None if best is None else BestGame(best.table_id, best.ended, best.seats, best.points or 0),
        streak=_streak(results),
        longest=_longest(results),
        favourites=favourites,
        chart=chart,
    )


def favourites_in(
    outcomes: Iterable[Outcome], person: str, titles: Mapping[str, Mapping[str, str]]
) -> dict[str, list[Favourite]]:
    """The families, gods or the like of which a person has gathered most in these games, by game.

    `titles` are what they are called.
    """
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        for seat in outcome.own(person)[:1]:
            if outcome.seats[seat].how not in ABANDONED:
                found[outcome.game].update(outcome.seats[seat].gathered)
    return {
        game: [Favourite(name, titles.get(game, {}).get(name, name), n) for name, n in most.most_common(MAX_FAVOURITES)]
        for game, most in found.items()
    }


def _estimate(rating: Rated) -> Estimate:
    half = INTERVAL_DEVIATIONS * rating.deviation
    low, high = rating.mean - half, rating.mean + half
    return Estimate(rating.ended, *(round(number, 1) for number in (rating.mean, low, high)))


def _streak(results: Sequence[bool]) -> int:
    return next((n for n, won in enumerate(results) if not won), len(results))


def _longest(results: Sequence[bool]) -> int:
    longest = now = 0
    for won in results:
        now = now + 1 if won else 0
        longest = max(longest, now)
    return longest
