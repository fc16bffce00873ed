"""What a person's finished games add up to: records, best scores, streaks, favourites, and ratings over time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeVar

import msgspec

from pediment.server.domain.outcome import ABANDONED, Outcome
from pediment.server.domain.ratings import DAY_SECONDS, INTERVAL_DEVIATIONS
from pediment.server.store.played import Brief

MAX_POINTS: Final = 200
"""Of the chart of a rating."""
MAX_FAVOURITES: Final = 8


class Estimate(msgspec.Struct, frozen=True):
    """A rating on the bots' scale at a time, with its 95% interval."""

    at: float
    rating: float
    low: float
    high: float


class Strength(msgspec.Struct, frozen=True):
    """A rating as lists show it: with half the width of its 95% interval, both to the nearest ten.

    An exact one would tell who it is, whatever they call themselves.
    """

    rating: int
    margin: int


class Tally(msgspec.Struct):
    """Games of one kind: how many there were, and how many of them were won, alone or together."""

    games: int = 0
    won: int = 0
    best: int | None = None
    """The most points."""

    def add(self, games: int, won: int, best: int | None) -> None:
        """Count more of them."""
        self.games += games
        self.won += won
        if best is not None and (self.best is None or self.best < best):
            self.best = best


class BestGame(msgspec.Struct, frozen=True):
    """The game with the most points."""

    at: float
    seats: int
    points: int


Dated = TypeVar("Dated", Estimate, BestGame)


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


def careers(games: Sequence[Brief], favourites: Mapping[str, list[Favourite]]) -> list[Career]:
    """What a person's finished games, in their order, add up to, for each game that was played."""
    return [
        _career(name, list(of_it), favourites.get(name, [])) for name, of_it in groupby(games, lambda game: game.game)
    ]


def _career(name: str, games: Sequence[Brief], favourites: list[Favourite]) -> Career:
    every, people = Tally(), Tally()
    seats: defaultdict[int, Tally] = defaultdict(Tally)
    levels: defaultdict[str, Tally] = defaultdict(Tally)
    alike: defaultdict[tuple[int, str, str, bool], list[int | None]] = defaultdict(list)
    for game in games:
        alike[game.seats, game.against, game.levels, game.result == "lost"].append(game.points)
    for (count, against, bots, lost), points in alike.items():
        n, won = len(points), 0 if lost else len(points)
        most = max((one for one in points if one is not None), default=None)
        every.add(n, won, most)
        seats[count].add(n, won, most)
        if against != "bots":
            people.add(n, won, most)
        for bot in bots.split():
            levels[bot[:-1]].add(n, n if bot.endswith("+") else 0, most)
    best = next((game for game in games if game.points is not None and game.points == every.best), None)
    rated = [game for game in games if game.counted and game.mean is not None]
    step = -(-len(rated) // MAX_POINTS) or 1
    chart = [_estimate(game) for game in rated[::-1][::step][::-1]]  # evenly, with the last one
    streaks = [len(list(run)) if won else 0 for won, run in groupby(games, lambda game: game.result != "lost")]
    return Career(
        game=name,
        rating=chart[-1] if chart else None,
        rated=len(rated),
        all=every,
        seats=dict(sorted(seats.items())),
        levels=dict(levels),
        people=people,
        best=None if best is None else BestGame(best.ended, best.seats, best.points or 0),
        streak=streaks[-1],
        longest=max(streaks),
        favourites=favourites,
        chart=chart,
    )


def strength(mean: float, deviation: float) -> Strength:
    """A rating with its deviation as lists show it."""
    return Strength(*(round(points / 10) * 10 for points in (mean, INTERVAL_DEVIATIONS * deviation)))


def without_hours(career: Career) -> Career:
    """The same with the days of its games alone: the exact times would tell others which games they were."""
    return msgspec.structs.replace(
        career,
        rating=career.rating and _on_day(career.rating),
        best=career.best and _on_day(career.best),
        chart=[_on_day(estimate) for estimate in career.chart],
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


def _estimate(game: Brief) -> Estimate:
    assert game.mean is not None
    assert game.deviation is not None
    half = INTERVAL_DEVIATIONS * game.deviation
    low, high = game.mean - half, game.mean + half
    return Estimate(game.ended, *(round(number, 1) for number in (game.mean, low, high)))


def _on_day(found: Dated) -> Dated:
    """At noon UTC, which is the same day nearly everywhere."""
    return msgspec.structs.replace(found, at=(found.at // DAY_SECONDS + 0.5) * DAY_SECONDS)
