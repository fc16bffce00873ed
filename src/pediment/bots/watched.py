"""A bot in Python as `pediment bot-check` plays it: what goes wrong is counted, and nothing stops the table."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from pediment.bots.bot import Bot
from pediment.bots.external.bot import MOVE_SECONDS, Fault
from pediment.bots.external.protocol import About
from pediment.bots.greedy import Greedy
from pediment.bots.roster import Roster
from pediment.core.errors import IllegalAnswer, told
from pediment.core.game import Game


class Watched(Bot):
    """Plays as the bot of that name, and has the attributes of an `External`; greedy moves stand in for wrong ones."""

    def __init__(self, spec: str, seed: int, seconds: float | None = None) -> None:
        """Raises ValueError if there is no such bot."""
        self.name = self.command = spec
        self.seconds = MOVE_SECONDS if seconds is None else seconds
        self.memory: int | None = None
        self._roster = Roster()
        self._bot = self._roster.make(spec, seed)
        self._count_anew(seed)

    def begin(self, seed: int) -> None:
        """The next question is of another game, for which everything counts anew."""
        self._roster.release(self._bot)
        self._bot = self._roster.make(self.name, seed)
        self._count_anew(seed)

    def _count_anew(self, seed: int) -> None:
        super().__init__(seed)
        self._fallback = Greedy(seed)
        self.faults: list[Fault] = []
        self.fallbacks = 0
        self.times: list[float] = []

    def open(self) -> About:
        """How it is called."""
        return About(self.name.rpartition(":")[2], "", "")

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """The bot's move, or a greedy one where it has none."""
        began = time.monotonic()
        try:
            action = self._bot.answer(game, world, seat)
            if action not in game.legal(world):
                self._bot.refuse(game, world, action)
        except IllegalAnswer as error:
            fault = Fault("illegal", str(error))
        except Exception as error:  # it is somebody else's code
            fault = Fault("crash", told(error))
        else:
            self.times.append(time.monotonic() - began)
            if self.times[-1] > self.seconds:
                self.faults.append(Fault("timeout", f"no answer within {self.seconds:g} s"))
            return action
        self.faults.append(fault)
        self.fallbacks += 1
        return self._fallback.answer(game, world, seat)

    def over(self, game: Game[Any], state: Any, seat: int) -> None:
        """The game is over; the bot hears of it when the next one begins."""

    def close(self) -> None:
        self._roster.release(self._bot)
        self._roster.close()

    def __enter__(self) -> Watched:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
