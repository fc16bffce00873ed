"""Bots think in processes of their own, never in the server's loop; and so do hints.

>>> workers = Workers(processes=2, seconds=10)
>>> workers.waiting, workers.busy, workers.answered, workers.fallbacks
(0, 0, 0, 0)
"""

from __future__ import annotations

import logging
import secrets
import sys
from dataclasses import dataclass
from typing import Any, Final

from pediment import bots
from pediment.server.domain.hint import Hint
from pediment.server.jobs.supervisor import Closed, Job, JobFailed, ProcessLost, Supervisor, decode
from pediment.server.structured_log import log

__all__ = ["Closed", "HintQuestion", "NoHint", "Question", "Workers"]

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.server.jobs.bot_worker")


@dataclass(frozen=True)
class Question(Job[str]):
    """A question for a bot: the game so far as `record.follow` reads it, the seat that is asked, and the bot's level.

    `legal` are the labels that the seat may answer with. What a worker answers must be one of them. With a seed, the
    bot's own chance comes from it, so that it answers alike wherever it is asked the same.
    """

    course: dict[str, Any]
    seat: int
    level: str
    legal: tuple[str, ...]
    seed: int | None = None
    bot: str | None = None
    """What `pediment.bots.make` takes, if the level is one that the host of the server offers."""

    def name(self) -> str:
        return f"bot {self.level}"

    async def message(self) -> dict[str, Any]:
        """What `bot_worker.answer` gets."""
        return {"course": self.course, "seat": self.seat, "bot": self.bot or self.level, "seed": self.seed}

    def read(self, answer: bytes) -> str:
        """A legal label."""
        label = decode(answer, str)
        _check_legal(label, self.legal)
        return label


@dataclass(frozen=True)
class HintQuestion(Job[list[Hint]]):
    """What a hint is asked for: the game so far, for whom, how many iterations to think, in which words."""

    course: dict[str, Any]
    seat: int
    iterations: int
    language: str
    legal: tuple[str, ...]
    names: list[str] | None = None

    def name(self) -> str:
        return "hint"

    async def message(self) -> dict[str, Any]:
        """What `bot_worker.hints` gets."""
        hint = {"iterations": self.iterations, "language": self.language, "names": self.names}
        return {"course": self.course, "seat": self.seat, "hint": hint}

    def read(self, answer: bytes) -> list[Hint]:
        """The best moves, all of them legal."""
        hints = decode(answer, list[Hint])
        for hint in hints:
            _check_legal(hint.label, self.legal)
        return hints


def _check_legal(label: str, legal: tuple[str, ...]) -> None:
    if label not in legal:
        raise ProcessLost("illegal")


class NoHint(Exception):
    """No process could work out a hint."""


class Workers(Supervisor):
    """A number of processes, each of which has `seconds` for a question before it counts as hanging.

    A question that no process could answer is answered by chance, which `fallbacks` counts; a hint is refused.
    """

    def __init__(self, processes: int, seconds: float) -> None:
        super().__init__(COMMAND, processes, seconds)
        self.fallbacks = 0

    async def answer(self, question: Question, address: str = "", table: str = "") -> str:
        """A legal label, chosen by a bot of that level, for that address and that table.

        It may be cancelled at any time. Raises ValueError for a level that does not exist, Closed after `close`.
        """
        if question.bot is None and question.level not in bots.bots():  # never a command line
            raise ValueError(f"no level {question.level!r:.60}; there are {', '.join(bots.levels())}")
        try:
            return await self.do(question, address, table)
        except JobFailed as failed:
            self.fallbacks += 1
            log("bot fell back", level=logging.ERROR, bot=question.level, why=str(failed))
            return secrets.choice(question.legal)

    async def hints(self, question: HintQuestion, address: str = "", table: str = "") -> list[Hint]:
        """The best moves; the question stands in the same queue. Raises NoHint when all tries fail, or Closed."""
        try:
            return await self.do(question, address, table)
        except JobFailed as failed:
            log("no hint", level=logging.ERROR, why=str(failed))
            raise NoHint from None
