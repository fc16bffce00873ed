"""A league: a pool of opponents that grows while an agent learns, and who has beaten whom in it.

>>> from pediment.rl.league import League
>>> league = League(["uniform", "shepherd"], favour="hard")
>>> league.add("scholar", weight=2.0)
'scholar'
>>> {name: round(chance, 2) for name, chance in league.chances().items()}
{'uniform': 0.25, 'shepherd': 0.25, 'scholar': 0.5}
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from pediment.bots import Maker, make
from pediment.core.engine.rng import Stream
from pediment.core.errors import brief

EVEN: Final = "even"
HARD: Final = "hard"
FAVOURS: Final = (EVEN, HARD)
LEARNER: Final = "learner"
"""What the seats are called that no opponent plays."""
CONFIDENCE: Final = 1.96
"""Standard deviations on either side of an interval of 95%."""


@dataclass(frozen=True)
class Member:
    """Somebody in the pool."""

    name: str
    bot: str | Maker
    """What `pediment.bots.make` takes."""
    weight: float


@dataclass(frozen=True)
class Meeting:
    """Two players at the same tables: how often the first finished ahead of the second, ties for a half."""

    player: str
    against: str
    games: int
    won: float

    @property
    def share(self) -> float:
        """The share of games in which the first was ahead; a half before there are any."""
        return self.won / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where it lies with 95% confidence (Wilson's interval); games of one deal count as if they were apart."""
        n, square = self.games, CONFIDENCE**2
        if not n:
            return 0.0, 1.0
        middle = (self.won + square / 2) / (n + square)
        half = CONFIDENCE / (n + square) * math.sqrt(self.won * (n - self.won) / n + square / 4)
        return max(0.0, middle - half), min(1.0, middle + half)


class League:
    """Opponents from whom each game draws its own, seat by seat, by their weights; and the results of these games.

    It is accepted wherever environments take `opponents`. Which member plays follows from the seed of its seat and from
    the weights of that moment, so that a seeded run is the same every time. With `favour="hard"` a member is drawn the
    more often, the less often the learner beats it.
    """

    def __init__(self, members: Iterable[str | Maker] | Mapping[str, str | Maker] = (), *, favour: str = EVEN) -> None:
        """`members` are what `pediment.bots.make` takes; a mapping gives them names of their own. Raises ValueError."""
        if favour not in FAVOURS:
            raise ValueError(f"favour must be one of {', '.join(FAVOURS)}, not {brief(favour)}")
        self.favour = favour
        self._members: dict[str, Member] = {}
        self._met: dict[tuple[str, str], tuple[int, float]] = {}
        named = members.items() if isinstance(members, Mapping) else ((None, bot) for bot in members)
        for name, bot in named:
            self.add(bot, name)

    @property
    def members(self) -> list[Member]:
        """The pool, in the order in which they came."""
        return list(self._members.values())

    def add(self, bot: str | Maker, name: str | None = None, weight: float = 1.0) -> str:
        """One more member, from the next game on; returns its name. A snapshot is a function of a `Question`.

        Raises ValueError for what makes no bot, for a name that is taken, and for a weight that is not above 0.
        """
        if name is None:
            name = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
        if name in self._members or name == LEARNER:
            raise ValueError(f"the league has a member {name!r} already: give another name")
        if not 0 < weight < math.inf:
            raise ValueError(f"weight must be above 0, not {brief(weight)}")
        make(bot).close()
        self._members[name] = Member(name, bot, float(weight))
        return name

    def remove(self, name: str) -> None:
        """Take a member out of the pool; its results stay in the table. Raises KeyError."""
        del self._members[name]

    def chances(self) -> dict[str, float]:
        """How likely each member is to be drawn for a seat now."""
        weights = {name: member.weight * self._difficulty(name) for name, member in self._members.items()}
        total = sum(weights.values())
        return {name: weight / total for name, weight in weights.items()}

    def draw(self, rng: Stream) -> Member:
        """Who plays a seat. Raises ValueError if there is nobody."""
        if not self._members:
            raise ValueError("the league has no members yet: add one")
        left = rng.getrandbits(32) / 2**32
        for name, chance in self.chances().items():  # noqa: B007 - the last one, should rounding leave something over
            left -= chance
            if left < 0:
                break
        return self._members[name]

    def note(self, players: Sequence[str], returns: Sequence[float], totals: Sequence[int]) -> None:
        """Note a game that is over: by seat who played, the result, and the points, which decide between equals."""
        places = list(zip(players, zip(returns, totals, strict=True), strict=True))
        for (player, place), (other, others) in permutations(places, 2):
            if player != other:
                games, won = self._met.get((player, other), (0, 0.0))
                self._met[player, other] = games + 1, won + (0.5 if place == others else float(place > others))

    def meeting(self, player: str, against: str) -> Meeting:
        """How these two have fared."""
        return Meeting(player, against, *self._met.get((player, against), (0, 0.0)))

    def table(self) -> list[Meeting]:
        """Who has beaten whom: every pair that has met, both ways, the learner first."""
        return [self.meeting(*pair) for pair in sorted(self._met, key=lambda pair: pair[0] != LEARNER)]

    def __str__(self) -> str:
        """The table as text: how the learner has fared against each, and the members among themselves."""
        rows = [("player", "against", "games", "won", "95%")]
        for one in self.table():
            low, high = one.interval
            rows.append((one.player, one.against, str(one.games), f"{one.share:.0%}", f"{low:.0%}–{high:.0%}"))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(
                word.ljust(width) if n < 2 else word.rjust(width)
                for n, (word, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )

    def _difficulty(self, name: str) -> float:
        """By how much more often a member is drawn because it is hard to beat."""
        if self.favour == EVEN:
            return 1.0
        met = self.meeting(LEARNER, name)
        return (1 - (met.won + 1) / (met.games + 2)) ** 2  # as if one game more had been won and one lost
