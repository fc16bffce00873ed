"""What environments reward: winning, or something that says more on the way there."""

from __future__ import annotations

from typing import Any, Final

from pediment.core.engine.state import OVER
from pediment.core.errors import OptionError, brief
from pediment.core.game import Game

WIN: Final = "win"
ZERO_SUM: Final = "zero-sum"
MARGIN: Final = "margin"
POINTS: Final = "points"
REWARDS: Final = (WIN, ZERO_SUM, MARGIN, POINTS)
FORFEIT: Final = {WIN: -1.0, ZERO_SUM: -1.0, MARGIN: -100.0, POINTS: -100.0}
"""What an illegal answer costs: in points more than anybody loses by."""


def check_reward(reward: object) -> None:
    """Raise OptionError for a reward that there is not."""
    if reward not in REWARDS:
        raise OptionError(f"reward must be one of {', '.join(REWARDS)}, not {brief(reward)}")


class Rewards:
    """The rewards of one game, of each seat whenever it is to be told.

    With `points` they are what its points have changed by since it was last told, as far as it knows them itself; with
    everything else there are none before the end.
    """

    def __init__(self, reward: str, game: Game[Any], state: Any) -> None:
        """For a game at its beginning."""
        self.reward = reward
        self._told = [_points(game, state, seat) for seat in range(state.origin.seats)] if reward == POINTS else []

    def take(self, game: Game[Any], state: Any, seat: int) -> float:
        """What that seat gets now, since it was last told."""
        if self.reward == POINTS:
            before, self._told[seat] = self._told[seat], _points(game, state, seat)
            return float(self._told[seat] - before)
        return at_the_end(self.reward, game, state)[seat] if state.to_move == OVER else 0.0

    def take_all(self, game: Game[Any], state: Any) -> list[float]:
        """The same for every seat."""
        seats = state.origin.seats
        if self.reward == POINTS:
            return [self.take(game, state, seat) for seat in range(seats)]
        return at_the_end(self.reward, game, state) if state.to_move == OVER else [0.0] * seats

    def forfeit(self, seats: int, offender: int) -> list[float]:
        """What the seats get when one of them has given an illegal answer; zero-sum where the rewards are."""
        cost = FORFEIT[self.reward]
        others = -cost / (seats - 1) if self.reward in (ZERO_SUM, MARGIN) else 0.0
        return [cost if seat == offender else others for seat in range(seats)]


def at_the_end(reward: str, game: Game[Any], state: Any) -> list[float]:
    """What each seat gets in all at the end of a game, by anything but `points`."""
    returns = game.returns(state)
    seats = len(returns)
    if reward == ZERO_SUM:
        return [(seats * share - 1) / (seats - 1) for share in returns]
    if reward == MARGIN:
        totals = game.totals(state)
        return [total - (sum(totals) - total) / (seats - 1) for total in totals]
    return returns


def _points(game: Game[Any], state: Any, seat: int) -> int:
    total: int = game.view(state, seat)["scores"][seat]["total"]
    return total
