"""Agents as somebody writes them, and what is none; the tests name them as `tests.bots.agents:First`."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from typing import Any

from pediment.bots import Agent, Question

made: list[Agent] = []


class First(Agent):
    """Answers by number. It notes every time that one is made."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        made.append(self)

    def act(self, question: Question) -> Any:
        return question.mask.argmax()


class Hashed(Agent):
    """Makes use of all that it gets, and of its own random numbers."""

    def act(self, question: Question) -> Any:
        seen = question.observation.tobytes() + question.mask.tobytes() + repr(question.labels).encode()
        number = int.from_bytes(hashlib.sha256(seen).digest()[:4]) + self.stream.below(1000)
        return question.labels[number % len(question.labels)]


class Learner:
    """Where a class is: in another one."""

    class Player(First):
        """The last answer."""

        def act(self, question: Question) -> Any:
            return question.actions[-1]


def factory(seed: int) -> Agent:
    return First(seed)


def middle(question: Question) -> int:
    return question.actions[len(question.actions) // 2]


class Illegal(Agent):
    def act(self, question: Question) -> Any:
        return question.mask.argmin()


class Word(Agent):
    def act(self, question: Question) -> Any:
        return "jump"


class Half(Agent):
    def act(self, question: Question) -> Any:
        return 0.5


class Unfinished(Agent):
    pass


class Weighted(Agent):
    def __init__(self, seed: int, weights: str) -> None:
        super().__init__(seed)


class Failing(Agent):
    def __init__(self, seed: int) -> None:
        raise OSError("no weights here")

    def act(self, question: Question) -> Any:
        return question.actions[0]


def nothing(seed: int) -> None:
    pass


def gym_like(observation: Any, mask: Any) -> int:
    return 0


number = 7


class Stateful(Agent):
    """Forgets to forget: its answers depend on the games that it has played before."""

    asked = 0

    def act(self, question: Question) -> Any:
        self.asked += 1
        return question.actions[self.asked % len(question.actions)]


class Sometimes(Agent):
    """Answers rightly, wrongly, and not at all."""

    def act(self, question: Question) -> Any:
        if question.labels[0] == "no":
            raise RuntimeError("I do not know")
        return question.mask.argmin() if question.seat else question.mask.argmax()


class Duellist(First):
    """Says what it plays, and how well."""

    plays = {"ephyran": [2]}  # noqa: RUF012
    ratings = {"ephyran": 640.0}  # noqa: RUF012


class Confused(First):
    """What it plays makes no sense."""

    plays = ["ephyran"]  # type: ignore[assignment]  # noqa: RUF012


class Fatal(Agent):
    """Ends its process when it is asked."""

    def act(self, question: Question) -> Any:
        os._exit(3)


class Stillborn(Agent):
    """Ends its process when it is made."""

    def __init__(self, seed: int) -> None:
        os._exit(4)

    def act(self, question: Question) -> Any:
        return question.actions[0]


class Mute(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


class Speechless(Agent):
    """Fails in a way that nobody can put into words, and now and then answers with such a thing."""

    def act(self, question: Question) -> Any:
        if len(question.actions) % 2:
            raise Mute
        return Mute()


class Unborn(Speechless):
    """Fails so when it is made."""

    def __init__(self, seed: int) -> None:
        raise Mute


class Leaving(First):
    """Ends the program that makes it, politely."""

    def __init__(self, seed: int) -> None:
        sys.exit(0)


class Busy(First):
    """Begins a thread that does not end."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        threading.Thread(target=threading.Event().wait).start()
