"""The bots against whom one seat or several play game after game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

from pediment.bots import Bot, Maker
from pediment.bots.roster import Roster, tell_over
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER, State
from pediment.core.errors import OptionError, brief
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.search.playout import Policy
from pediment.rl.league import LEARNER, League
from pediment.rl.numbers import SEEDS

with extra("rl"):
    import numpy as np

Opponent: TypeAlias = str | Maker | League
"""What `pediment.bots.make` takes, or a league, which draws one of its members for each game."""


def is_one(opponents: object) -> bool:
    """Is this one opponent for all seats, and no list of several?"""
    return isinstance(opponents, str | League) or callable(opponents)


class Opponents:
    """One bot for all other seats, or a list clockwise from the seat; programs and agents serve game after game.

    Raises OptionError for bots that there are not, and for those that do not play this game for so many.
    """

    def __init__(
        self, opponents: Opponent | Sequence[Opponent], game: str, seats: int, count: int | None = None
    ) -> None:
        """For the game of that name with so many seats, of which `count` are theirs: all but one if nothing is said."""
        count = seats - 1 if count is None else count
        named = [opponents] * count if is_one(opponents) else opponents
        if not isinstance(named, list | tuple) or len(named) != count:
            raise OptionError(f"opponents must be one bot for all, or a list of {count}, not {brief(opponents)}")
        self._named = list(named)
        self._game = game
        self._seats = seats
        self._roster = Roster()
        self._members: list[tuple[Bot, League, str]] = []
        """The bots that play for a league now, and what they are called there."""
        self.release(self.sit_down([0] * count))  # so that a wrong name is refused now

    def sit_down(self, seeds: Sequence[int]) -> list[Bot]:
        """The bots of a new game, clockwise, each with its seed."""
        return [self._bot(named, seed) for named, seed in zip(self._named, seeds, strict=True)]

    def over(self, game: Game[Any], state: Any, bots: dict[int, Bot]) -> None:
        """Tell the programs among the bots, by their seats, and their leagues how the game ended, if it did."""
        tell_over(game, state, bots)
        if game.to_move(state) == OVER:
            for league in {id(league): league for _, league, _ in self._members}.values():
                players = [self._called(bots.get(seat), league) for seat in range(self._seats)]
                league.note(players, game.returns(state), game.totals(state))
            self._forget(bots.values())

    def release(self, bots: Collection[Bot]) -> None:
        """The game of these bots is over, or was broken off."""
        self._forget(bots)
        for bot in bots:
            self._roster.release(bot)

    def close(self) -> None:
        """No more games."""
        self._roster.close()

    def _forget(self, bots: Collection[Bot]) -> None:
        self._members = [member for member in self._members if not any(member[0] is bot for bot in bots)]

    def _called(self, bot: Bot | None, league: League) -> str:
        """What a player is called in a league; a seat without a bot is the learner's."""
        if bot is None:
            return LEARNER
        return next((name for one, own, name in self._members if one is bot and own is league), bot.name)

    def _bot(self, named: Opponent, seed: int) -> Bot:
        if named == "self":
            raise OptionError("'self' is for a batch (gymnasium.make_vec), for all seats; here the opponents are bots")
        try:
            member = named.draw(stream(seed, "league")) if isinstance(named, League) else None
            wanted = named if member is None else member.bot
            bot = self._roster.make(wanted if callable(wanted) else str(wanted), seed)
            bot.check_plays(self._game, self._seats)
        except ValueError as error:
            raise OptionError(f"opponents: {error}") from None
        if isinstance(named, League) and member is not None:
            self._members.append((bot, named, member.name))
        return bot


class Others:
    """The bots at some seats of a table whose other seats are the caller's own.

    `opponents` are a list by seat, with None for one's own, or one opponent for all seats but the first.
    """

    def __init__(self, opponents: Opponent | Sequence[Opponent | None], game: str, seats: int) -> None:
        """Raises OptionError for a list that does not fit, and for bots that there are not."""
        named: Any = [None, *[opponents] * (seats - 1)] if is_one(opponents) else opponents
        if not isinstance(named, list | tuple) or len(named) != seats or None not in named:
            raise OptionError(
                f"opponents must be one bot for all seats but the first, or a list of {seats} with None for"
                f" your own seats, not {brief(opponents)}"
            )
        self.seats = [seat for seat, one in enumerate(named) if one is not None]
        self._opponents = Opponents([one for one in named if one is not None], game, seats, len(self.seats))
        self._bots: dict[int, Bot] = {}

    def sit_down(self, chance: np.random.Generator) -> None:
        """A new game."""
        self._let_go()
        seeds = chance.integers(SEEDS, size=len(self.seats)).tolist()
        self._bots = dict(zip(self.seats, self._opponents.sit_down(seeds), strict=True))

    def answer(self, game: Game[Any], state: Any) -> int | None:
        """What the seat that is asked answers; None if it is the caller's."""
        bot = self._bots.get(state.to_move)
        return None if bot is None else bot.choose(game, state, state.to_move)

    def over(self, game: Game[Any], state: Any) -> None:
        """The game is over, or was broken off."""
        self._opponents.over(game, state, self._bots)
        self._let_go()

    def close(self) -> None:
        """No more games."""
        self._let_go()
        self._opponents.close()

    def _let_go(self) -> None:
        self._opponents.release(list(self._bots.values()))
        self._bots = {}


class Bots(Policy):
    """Bots as the engine asks for answers in a batch."""

    def __init__(self, game: Game[Any], bots: dict[int, Bot]) -> None:
        self.game = game
        self.bots = bots
        """By seat."""

    def choose(self, s: State, rng: Stream) -> int:
        """The answer of the bot in the seat that is asked; its random numbers are its own."""
        return self.bots[s.to_move].choose(self.game, s, s.to_move)
