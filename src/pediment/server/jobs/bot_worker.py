"""A process in which bots think and hints are found: `python -m pediment.server.jobs.bot_worker`."""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import pediment
from pediment.bots import Budget, hint
from pediment.bots.external.bot import External
from pediment.bots.roster import Roster
from pediment.core import record
from pediment.server.jobs.worker import work

MAX_TABLES: Final = 256
"""Tables whose last state is kept."""
NICENESS: Final = 5
"""Thinking gives way to the server, which has people waiting."""


class ProgramFailed(Exception):
    """A program gave no legal answer in time."""


class States:
    """The states of the tables asked about last: the next question of a table replays only what was played since."""

    def __init__(self, max_tables: int) -> None:
        self._max_tables = max_tables
        self._kept: OrderedDict[bytes, tuple[list[str], Any]] = OrderedDict()

    def at(self, game: pediment.Game[Any], course: dict[str, Any]) -> Any:
        """The state that a course leads to."""
        beginning = {field: value for field, value in course.items() if field != "actions"}
        key = hashlib.sha256(json.dumps(beginning, sort_keys=True).encode()).digest()
        actions: list[str] = course["actions"]
        played, state = self._kept.pop(key, ([], None))
        if state is None or actions[: len(played)] != played:
            state = record.follow(game, course)
        else:
            for label in actions[len(played) :]:
                game.play(state, label)
        self._kept[key] = actions, state
        if len(self._kept) > self._max_tables:
            self._kept.popitem(last=False)
        return state


def answer(states: States, roster: Roster, question: dict[str, Any]) -> str:
    """The label that the question's bot chooses. Agents and programs stay up for the next question.

    Raises ProgramFailed for a program that has none: the server counts that, and has its own way out.
    """
    game, state = _asked(states, question)
    seed = question.get("seed")
    bot = roster.make(question["bot"], secrets.randbits(63) if seed is None else seed)
    try:
        label = game.label(state, bot.choose(game, state, question["seat"]))
        if isinstance(bot, External) and bot.faults:
            print(f"the program {bot.command}: {bot.faults[-1].kind}", file=sys.stderr, flush=True)
            raise ProgramFailed
        return label
    finally:
        roster.release(bot)


def hints(states: States, question: dict[str, Any]) -> list[dict[str, Any]]:
    """The best moves for the question's seat, as `bodies.Hint` has them."""
    game, state = _asked(states, question)
    return advise(game, state, question["seat"], **question["hint"])


def advise(
    game: pediment.Game[Any], state: Any, seat: int, iterations: int, language: str, names: list[str] | None = None
) -> list[dict[str, Any]]:
    """The best moves for a seat.

    Iterations are counted, not seconds: the same question has the same answer, and how long it takes depends on nothing
    that the seat may not know.
    """
    return [
        {
            "label": found.label,
            "caption": found.caption,
            "chance": found.chance,
            "band": found.chance_band,
            "margin": found.margin,
            "reasons": found.reasons,
        }
        for found in hint.hints(game, state, seat, budget=Budget(iterations=iterations), language=language, names=names)
    ]


def _asked(states: States, question: dict[str, Any]) -> tuple[pediment.Game[Any], Any]:
    """The game and the state of a question. Raises ValueError if it is for another seat."""
    game = pediment.game(question["course"]["game"])
    state = states.at(game, question["course"])
    if game.to_move(state) != question["seat"]:
        raise ValueError("this seat is not asked")
    return game, state


def main() -> None:
    """Answer questions until stdin ends."""
    states, roster = States(MAX_TABLES), Roster()

    def do(question: dict[str, Any], progress: Callable[[int], None]) -> object:
        return hints(states, question) if "hint" in question else answer(states, roster, question)

    work(NICENESS, do)


if __name__ == "__main__":
    main()
