"""What many games say: who wins, with what, and which cards help."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from pediment.core.game import Game
from pediment.lab.arena import Played, Setting


@dataclass(frozen=True)
class Rate:
    """A share of wins and its 95% interval. A shared victory is a part of a win."""

    wins: float
    games: int
    rate: float
    low: float
    high: float


def rate(wins: float, games: int) -> Rate:
    """The share of wins with the interval of Wilson.

    >>> found = rate(95, 100)
    >>> found.rate, round(found.low, 3), round(found.high, 3)
    (0.95, 0.888, 0.978)
    """
    if games == 0:
        return Rate(0.0, 0, 0.0, 0.0, 1.0)
    z = 1.959964
    share = wins / games
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low, high = ((share + z * z / (2 * games) + sign * spread) / (1 + z * z / games) for sign in (-1, 1))
    return Rate(wins, games, share, max(0.0, low), min(1.0, high))


@dataclass(frozen=True)
class Spread:
    """Numbers in short; `sd` is the standard deviation of the sample, 0 for a single number."""

    mean: float
    median: float
    sd: float
    least: int
    most: int


def spread(numbers: list[int]) -> Spread:
    """Some numbers in short, for example `spread([1, 2, 6]).median` is 2."""
    sd = statistics.stdev(numbers) if len(numbers) > 1 else 0.0
    return Spread(statistics.fmean(numbers), statistics.median(numbers), sd, min(numbers), max(numbers))


@dataclass(frozen=True)
class BotSummary:
    """One bot in all its seats: `won.games` counts a game once for each seat that it had there."""

    name: str
    won: Rate
    score: Spread
    items: dict[str, float]


@dataclass(frozen=True)
class CardSummary:
    """One kind of card; a seat that takes it several times in a game counts once."""

    card: str
    offered: float
    """The share of games in which it was offered to everybody."""
    by_winners: int
    by_others: int
    won: Rate
    """The wins of seats that took it."""


@dataclass(frozen=True)
class Summary:
    """A whole simulation."""

    game: str
    rules: str
    """The version of the rules; the edition is among the options."""
    games: int
    seats: int
    seed: int
    options: dict[str, Any]
    bots: list[BotSummary]
    places: list[Rate]
    """Wins by the place in the first round, from the seat that is asked first."""
    cards: list[CardSummary]
    """The best first."""
    decisions: Spread
    events: dict[str, float]
    """How often things happen in a game, by their names in the log."""

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


class Tally:
    """Adds games up."""

    def __init__(self) -> None:
        self.returns: dict[str, list[float]] = {}
        self.scores: dict[str, list[dict[str, int]]] = {}
        self.places: list[float] = []
        self.decisions: list[int] = []
        self.events: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.taken: dict[str, list[float]] = {}

    def add(self, played: Played) -> None:
        """One more game."""
        seats = len(played.bots)
        self.places = self.places or [0.0] * seats
        for seat, name in enumerate(played.bots):
            won = played.returns[seat]
            self.returns.setdefault(name, []).append(won)
            self.scores.setdefault(name, []).append(played.scores[seat])
            self.places[(seat - played.first) % seats] += won
            for card in set(played.taken[seat]):
                self.taken.setdefault(card, []).append(won)
        self.decisions.append(played.decisions)
        self.events.update(played.events)
        self.offered.update(played.offered)

    def summary(self, game: Game[Any], setting: Setting) -> Summary:
        """All of it; there must be at least one game."""
        n = len(self.decisions)
        items = dict.fromkeys(item for scores in self.scores.values() for score in scores for item in score)
        cards = [self._card(card, n) for card in sorted({*self.offered, *self.taken})]
        return Summary(
            game.name,
            game.rules_version,
            n,
            setting.seats,
            setting.seed,
            setting.options,
            [self._bot(name, items) for name in sorted(self.scores, key=setting.bots.index)],
            [rate(wins, n) for wins in self.places],
            sorted(cards, key=lambda card: -card.won.rate),
            spread(self.decisions),
            {event: count / n for event, count in sorted(self.events.items())},
        )

    def _bot(self, name: str, names: Iterable[str]) -> BotSummary:
        scores = self.scores[name]
        items = {item: statistics.fmean(score.get(item, 0) for score in scores) for item in names if item != "total"}
        won = rate(math.fsum(self.returns[name]), len(scores))
        return BotSummary(name, won, spread([score["total"] for score in scores]), items)

    def _card(self, card: str, games: int) -> CardSummary:
        taken = self.taken.get(card, [])
        winners = sum(won > 0 for won in taken)
        won = rate(math.fsum(taken), len(taken))
        return CardSummary(card, self.offered[card] / games, winners, len(taken) - winners, won)
