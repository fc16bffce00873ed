"""Observations and masks as NumPy arrays, the same for every environment."""

from __future__ import annotations

from typing import Any, Final

import pediment
from pediment.bots.agent import highest
from pediment.core.extras import extra
from pediment.core.game import Game

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray


SEEDS: Final = 2**32
"""Games and bots that an environment begins by itself have a seed below this."""

AT_A_TIME: Final = 32
"""Rows that are scaled together."""


class Numbers:
    """A game for a number of seats as numbers: floats from 0 to 1 in named slices, and masks of answers.

    >>> import pediment
    >>> numbers = Numbers(pediment.game("elysium"), seats=2)
    >>> numbers.slices["epoch"]
    slice(12, 17, None)

    Raises OptionError for a seat count that the game does not have.
    """

    def __init__(self, game: Game[Any], seats: int) -> None:
        found = game.slices(seats)
        self.game = game
        self.seats = seats
        self.width = found[-1].end
        self.slices = {part.name: slice(part.start, part.end) for part in found}
        self.most = np.array(highest(game, seats), np.float32)
        self._mosts = np.tile(self.most, (AT_A_TIME, 1))

    def __reduce__(self) -> tuple[Any, ...]:
        """So that environments can be copied and pickled."""
        return _numbers, (self.game.name, self.seats)

    def observation(self, state: Any, seat: int) -> NDArray[np.float32]:
        """What that seat may know: every number of the game's observation by the highest that it can be."""
        return self.scaled(np.frombuffer(self.game.observe(state, seat), np.uint8))

    def scaled(self, rows: NDArray[np.uint8]) -> NDArray[np.float32]:
        """One row of small ints, or several, as numbers from 0 to 1."""
        found = rows.astype(np.float32)
        return np.divide(found, self.most, out=found)

    def scale(self, rows: NDArray[np.uint8], into: NDArray[np.float32]) -> None:
        """The same for many rows, into an array: a few at a time, while the processor has them at hand."""
        for at in range(0, len(rows), AT_A_TIME):
            some = into[at : at + AT_A_TIME]
            some[:] = rows[at : at + AT_A_TIME]
            np.divide(some, self._mosts[: len(some)], out=some)  # else NumPy copies the highest numbers for every row

    def mask(self, state: Any, seat: int) -> NDArray[np.int8]:
        """1 for every action that the seat may answer now; all 0 for a seat that is not asked."""
        mask = np.zeros(self.game.num_actions, np.int8)
        if seat == self.game.to_move(state):
            mask[self.game.legal(state)] = 1
        return mask


def _numbers(game: str, seats: int) -> Numbers:
    return Numbers(pediment.game(game), seats)
