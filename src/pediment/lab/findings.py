"""What the lab has found out: plain values, which JSON can hold and reports put into words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

CARDS_FORMAT: Final = "pediment-cards-1"
BALANCE_FORMAT: Final = "pediment-balance-1"
SHARES: Final = ("start-wins", "shared", "comebacks")
"""Measures of balance that are shares of games."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95% interval; `p` is the probability of one as far from nothing, if there is nothing."""

    value: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class CardWorth:
    """A card: what players had who took it, and what it was worth in positions played with it and without it."""

    card: str
    taken: float
    """How often in a game."""
    raw_points: Estimate | None
    raw_won: Estimate | None
    positions: int
    points: Estimate | None
    won: Estimate | None
    by_round: dict[int, Estimate | None]
    later: Estimate | None
    """Points more for each round later."""
    company: Estimate | None
    """Points more where the seat has another card of the family."""
    stands_out: bool
    later_stands_out: bool
    company_stands_out: bool


@dataclass(frozen=True)
class PairWorth:
    """Two cards with one player: points more than both alone would explain. Raw: nobody was made to take them."""

    cards: tuple[str, str]
    seats: int
    points: Estimate


@dataclass(frozen=True)
class Cards:
    """The whole study, the best cards first; `pairs` are those that clearly are worth more or less together."""

    game: str
    rules: str
    seats: int
    bots: list[str]
    seed: int
    deals: int
    positions: int
    options: dict[str, Any]
    cards: list[CardWorth]
    pairs: list[PairWorth]

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {"format": CARDS_FORMAT, **asdict(self)}


@dataclass(frozen=True)
class Measure:
    """One number about whole games: its mean, and below what it is in 5, 50 and 95 of a hundred games."""

    name: str
    mean: Estimate
    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Skill:
    """How much of the lead of a seat is the better player, how much the deal, how much neither; they add up to 1.

    The better player is one of the `bots`, the other one is `weaker`; half of the variance of a lead each. `wins` are
    those of the weaker one against better ones, `points` its points fewer than the better one has in the same seat.
    """

    weaker: str
    player: Estimate
    deal: Estimate
    rest: Estimate
    wins: Estimate
    points: Estimate


@dataclass(frozen=True)
class Leader:
    """How often the player who leads after a round wins, in the games in which somebody leads and more rounds come."""

    round: int
    games: int
    wins: Estimate


@dataclass(frozen=True)
class Group:
    """What players had, such as a Quest or cards of a family: how often in a game, and what share of them had any.

    `wins` are those of players who had it; an even share is 1 / seats. `points` is what each one is worth against the
    others at the table, by regression: it tells who has more, not why.
    """

    kind: str
    name: str
    per_game: float
    players: float
    wins: Estimate | None
    points: Estimate | None
    stands_out: bool


@dataclass(frozen=True)
class GroupPair:
    """Two things of a kind with one player: points more for one of each than both alone would explain."""

    kind: str
    names: tuple[str, str]
    seats: int
    points: Estimate


@dataclass(frozen=True)
class InPlay:
    """What tables are played with, alone, in pairs or all of it: means over these games.

    `lead` is that of the winner over the mean of the others. `stand_out` names what is clearly different from other
    tables.
    """

    kind: str
    names: tuple[str, ...]
    games: int
    points: Estimate
    lead: Estimate
    start_wins: Estimate
    decisions: Estimate
    stand_out: list[str]


@dataclass(frozen=True)
class RuleUse:
    """A rule that the log cites: how often in a game, and in what share of games."""

    rule: str
    per_game: float
    games: float


@dataclass(frozen=True)
class CardUse:
    """A card in the log: how often somebody took it in a game, in what share of games its power did something, and how
    often in a game each event names it."""

    card: str
    taken: float
    games: float
    events: dict[str, float]


@dataclass(frozen=True)
class Balance:
    """The whole study of a game's balance."""

    game: str
    rules: str
    seats: int
    bots: list[str]
    seed: int
    deals: int
    options: dict[str, Any]
    measures: list[Measure]
    skill: Skill | None
    leaders: list[Leader]
    groups: list[Group]
    pairs: list[GroupPair]
    """Those that clearly are worth more or less together."""
    in_play: list[InPlay]
    rule_uses: list[RuleUse]
    cards: list[CardUse]

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {"format": BALANCE_FORMAT, **asdict(self)}
