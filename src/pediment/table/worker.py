"""One worker: a process in which bots think, and hints are found.

`python -m pediment.table.worker`, started by `workers`. It reads questions and writes answers, one JSON object
in each line; it says what it has to complain about on stderr, without labels and seeds. It ends
when its stdin does, even in the middle of a thought.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import queue
import secrets
import signal
import sys
import threading
import traceback
import warnings
from collections import OrderedDict
from types import TracebackType
from typing import Any, BinaryIO, Final

import pediment
from pediment import bots
from pediment.bots import Budget, hint
from pediment.core import record

TABLES: Final = 256
"""Tables whose last state is kept."""
NICENESS: Final = 5
"""Thinking gives way to the server, which has people waiting."""


class States:
    """The states of the tables asked about last: the next question of a table replays only what was played since."""

    def __init__(self, most: int) -> None:
        self._most = most
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
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return state


def answer(states: States, question: dict[str, Any]) -> str:
    """The label that a bot of the question's level chooses."""
    game, state = _asked(states, question)
    bot = bots.make(question["level"], secrets.randbits(63))
    try:
        return game.label(state, bot.choose(game, state, question["seat"]))
    finally:
        bot.close()


def hints(states: States, question: dict[str, Any]) -> list[dict[str, Any]]:
    """The best moves for the question's seat, as `bodies.Hint` has them."""
    game, state = _asked(states, question)
    return advise(game, state, question["seat"], **question["hint"])


def advise(
    game: pediment.Game[Any], state: Any, seat: int, iterations: int, language: str, names: list[str] | None = None
) -> list[dict[str, Any]]:
    """The best moves for a seat. So many iterations, not seconds: the same question has the same answer, and how long
    it takes depends on nothing that the seat may not know."""
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


def place(error: BaseException) -> str:
    """What went wrong and where, without the error's own text: that may tell a label or a seed."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} at " + " < ".join(
        f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in reversed(frames)
    )


def main() -> None:
    """Answer questions until stdin ends."""
    questions, answers = set_up(NICENESS)
    states = States(TABLES)
    while True:
        question = json.loads(questions.get())
        try:
            found = {"hints": hints(states, question)} if "hint" in question else {"label": answer(states, question)}
            say(answers, {"id": question["id"], **found})
        except Exception as error:
            say(answers, {"id": question["id"], "error": place(error)})


def set_up(niceness: int) -> tuple[queue.SimpleQueue[bytes], BinaryIO]:
    """Make this a process that works for a server: where its questions come from, and where its answers go."""
    for interruption in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends its workers
        signal.signal(interruption, signal.SIG_IGN)
    sys.excepthook = _complain
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a bot prints by mistake is a complaint and no answer
    os.nice(niceness)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pediment.GameLeftOut)  # the server has said so
        for name in pediment.games():
            pediment.game(name)
    gc.freeze()
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    say(answers, {"ready": True})
    return questions, answers


def _listen(source: BinaryIO, questions: queue.SimpleQueue[bytes]) -> None:
    for line in source:
        questions.put(line)
    os._exit(0)  # the server is gone


def say(answers: BinaryIO, message: dict[str, Any]) -> None:
    """Tell the server something."""
    try:
        answers.write(json.dumps(message).encode() + b"\n")
    except OSError:
        os._exit(0)


def _complain(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    print(place(error), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
