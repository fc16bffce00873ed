"""A bot that searches: information-set Monte Carlo tree search over worlds that its seat cannot tell apart."""

from __future__ import annotations

import gc
import math
import multiprocessing
import re
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from pediment.bots.bot import Bot
from pediment.core.engine.rng import Stream
from pediment.core.game import Game
from pediment.core.search.tree import Finding, Judge, Tree

CHECK_ITERATIONS: Final = 16
"""Iterations between two looks at whether the search is decided."""
EASY_ITERATIONS: Final = 800
"""Iterations after which an answer that had nearly all of them is taken without further thought,"""
EASY_LEAD_SHARE: Final = 0.75
"""and which part of them it leads by."""
EXPLORED_SHARE: Final = 0.2
"""The part of a search for advice that is spread over all answers, so that none is thrown out by its looks."""
RESERVE_SECONDS: Final = 0.01
"""Seconds of a budget that are left for what follows the last iteration."""
LATE_SECONDS: Final = 0.02
"""Seconds that another process may be late."""
MAX_PROCESSES: Final = 64
UNKNOWN_MARGIN: Final = 99.0
"""The margin may be anything up to this while nothing is known of an answer."""
Z: Final = 1.96
"""Standard errors of a band of 95%."""


@dataclass(frozen=True)
class Budget:
    """How long to think about a question: seconds or iterations, in how many processes.

    Seconds of the processor do not pass while other programs have it, which is fair in matches on a busy machine.
    """

    seconds: float | None = None
    iterations: int | None = None
    processes: int = 1
    processor_seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """`1s`, `250ms`, or iterations such as `2000`; `1sx2` in two processes, `1s-cpu` by the processor's time.

        Raises ValueError.

        >>> Budget.parse("250ms").seconds
        0.25
        """
        found = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)(s|ms|)(-cpu|)(?:x(\d{1,2}))?", text.strip())
        n = float(found[1]) if found else 0
        unit, cpu = (found[2], found[3]) if found else ("", "")
        processes = int(found[4] or 1) if found else 0
        timed = unit != "" and (not cpu or processes == 1)
        counted = not unit and not cpu and n == int(n)
        if not n or not 0 < processes <= MAX_PROCESSES or not (timed or counted):
            raise ValueError(
                "a budget is 1s, 250ms, or iterations such as 2000; 1sx2 in two processes;"
                f" 1s-cpu by the processor's time; not {text!r}"
            )
        if counted:
            return cls(iterations=int(n), processes=processes)
        seconds = n / (1 if unit == "s" else 1000)
        return cls(processor_seconds=seconds) if cpu else cls(seconds=seconds, processes=processes)

    @property
    def clock(self) -> Callable[[], float]:
        """What tells the time, in seconds."""
        return time.perf_counter if self.processor_seconds is None else time.thread_time

    def end(self) -> float:
        """When its time will be over, by its clock."""
        seconds = self.seconds or self.processor_seconds or math.inf
        return self.clock() + max(seconds - RESERVE_SECONDS, seconds / 2)


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one answer, for the seat that is asked. Bands are of 95%."""

    action: int
    visits: int
    chance: float
    chance_band: tuple[float, float]
    margin: float
    margin_band: tuple[float, float]


class Search(Bot):
    """Thinks as long as its budget lasts, less if one answer is already decided on."""

    name = "search"
    copyable = False

    def __init__(self, seed: int, budget: Budget | None = None, by_game: Mapping[str, Budget] | None = None) -> None:
        """`by_game`: other budgets, by the names of games."""
        super().__init__(seed)
        self.budget = budget or Budget(seconds=1.0)
        self.by_game = by_game or {}
        self.memory: Memory | None = None

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """The answer that was looked at most."""
        end = self._budget(game).end()
        tree = self.memory.recall(game, world, seat) if self.memory else None
        self.memory = None  # a big tree takes its time to be forgotten: not after the end
        tree = tree or Tree(world.origin.seats, self.judge(game))
        visits = self._grow(tree, game, world, seat, end, decided=True)
        action = max(game.legal(world), key=lambda action: (visits.get(action, 0), -action))
        self.memory = Memory(game, world, seat, tree, action)
        return action

    def think(self, game: Game[Any], state: Any, seat: int) -> list[Thought]:
        """Every legal answer with what the search found, the best first.

        Only worlds that the seat cannot tell from the state are looked at.
        """
        tree = Tree(state.origin.seats, self.judge(game), EXPLORED_SHARE / len(game.legal(state)))
        self._grow(tree, game, state, seat, self._budget(game).end(), decided=False)
        thoughts = [_thought(action, tree.findings.get(action, Finding())) for action in game.legal(state)]
        return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.chance))

    def judge(self, game: Game[Any]) -> Judge:
        """What judges positions: the game's own judge, unless a subclass has another."""
        return game.judge

    def _budget(self, game: Game[Any]) -> Budget:
        return self.by_game.get(game.name, self.budget)

    def _grow(self, tree: Tree, game: Game[Any], world: Any, seat: int, end: float, *, decided: bool) -> dict[int, int]:
        """Let the tree grow, with the help of other processes; returns how often each answer was looked at.

        `decided`: stop when no other answer can be looked at more.
        """
        budget = self._budget(game)
        own, *shares = _shares(budget)
        with ExitStack() as stack:
            helpers: list[Helper] = []
            for share in shares:
                helpers.append(Helper(self.judge(game), game, world, seat, share, end, self.stream))
                stack.callback(helpers[-1].close)
            grow(tree, game, world, seat, self.stream, own, end, decided, budget.clock)
            visits = tree.visits(game.legal(world))
            if budget.iterations is None and budget.clock() < end:
                return visits  # decided before the time is over
            for helper in helpers:
                for action, found in helper.findings():
                    visits[action] = visits.get(action, 0) + found.visits
                    tree.findings.setdefault(action, Finding()).merge(found)
            return visits


class Memory:
    """The tree of a bot's last answer, for its next question."""

    def __init__(self, game: Game[Any], world: Any, seat: int, tree: Tree, action: int) -> None:
        self.game = game
        self.seat = seat
        self.tree = tree
        self.action = action
        self.past: list[int] = world.actions[:]
        self.heard: list[Any] | None = None  # what the log will be if the bot is asked again at once
        if not world.actions:
            after = world.clone()
            game.apply(after, action)
            if after.to_move == seat:
                self.heard = game.view(after, seat)["log"]

    def recall(self, game: Game[Any], world: Any, seat: int) -> Tree | None:
        """The tree below what was answered since; None where that is not known.

        A world tells the answers of the past where everybody knows them. Where not, a question that follows the bot's
        own answer directly is known by the log.
        """
        if game is not self.game or seat != self.seat:
            return None
        since = world.actions[len(self.past) :]
        if not world.actions:
            if self.heard is None or game.view(world, seat)["log"] != self.heard:
                return None
            since = [self.action]
        elif not since or world.actions[: len(self.past)] != self.past or since[0] != self.action:
            return None
        self.tree.descend(since)
        return self.tree


class Helper:
    """Another process that searches the same question with worlds of its own."""

    def __init__(
        self,
        judge: Judge,
        game: Game[Any],
        world: Any,
        seat: int,
        iterations: int | None,
        end: float,
        stream: Stream,
    ) -> None:
        context = multiprocessing.get_context("fork")  # a state cannot be sent: the process inherits it
        self.results, sender = context.Pipe(duplex=False)
        own = Stream(stream.getrandbits(64))
        self.process = context.Process(
            target=_help, args=(judge, game, world, seat, iterations, end, own, sender), daemon=True
        )
        self.process.start()
        sender.close()
        self.last = None if end == math.inf else end + LATE_SECONDS

    def findings(self) -> list[tuple[int, Finding]]:
        """What it found about the answers; nothing, should it be late or have died."""
        found: list[tuple[int, tuple[int, float, float, float, float]]] = []
        with suppress(EOFError, OSError):  # nothing, or half a message
            if self.results.poll(None if self.last is None else max(self.last - time.perf_counter(), 0.0)):
                found = self.results.recv()
        return [(action, Finding(*sums)) for action, sums in found]

    def close(self) -> None:
        """It is no longer needed, finished or not."""
        self.process.kill()
        self.process.join()
        self.results.close()


def _help(
    judge: Judge,
    game: Game[Any],
    world: Any,
    seat: int,
    iterations: int | None,
    end: float,
    stream: Stream,
    sender: Connection,
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told, and closes its helpers
    tree = Tree(world.origin.seats, judge)
    grow(tree, game, world, seat, stream, iterations, end, decided=False)
    sender.send([(action, finding.sums()) for action, finding in tree.findings.items()])


def grow(
    tree: Tree,
    game: Game[Any],
    world: Any,
    seat: int,
    stream: Stream,
    iterations: int | None,
    end: float,
    decided: bool,
    clock: Callable[[], float] = time.perf_counter,
) -> None:
    """Let the tree grow until the iterations are made or the time is over by that clock, by one iteration at least.

    What the tree brings from the question before counts as made.
    """
    begin = clock()
    legal = game.legal(world)
    first = made = sum(tree.visits(legal).values()) if decided else 0
    collecting = gc.isenabled()
    gc.disable()  # a tree has no cycles, and to look for some in a big one would take longer than the end allows
    try:
        while True:
            tree.iterate(game.resample(world, seat, stream))
            made += 1
            now = clock()
            if now >= end or (iterations is not None and made >= iterations):
                return
            if decided and made % CHECK_ITERATIONS == 0:
                left = (made - first) * (end - now) / (now - begin) if iterations is None else iterations - made
                ahead = tree.ahead(legal)
                if ahead > left or (made >= EASY_ITERATIONS and ahead > EASY_LEAD_SHARE * made):
                    return
    finally:
        if collecting:
            gc.enable()


def _shares(budget: Budget) -> list[int | None]:
    """The iterations of each process; None without a number."""
    n, k = budget.iterations, budget.processes
    return [None if n is None else (n + i) // k for i in reversed(range(k))]


def _thought(action: int, found: Finding) -> Thought:
    n = max(found.visits, 1)
    chance, margin = found.chance / n, found.margin / n
    return Thought(
        action,
        found.visits,
        chance,
        _band(chance, found.chance_squares / n, n, 0.0, 1.0),
        margin,
        _band(margin, found.margin_squares / n, n, -UNKNOWN_MARGIN, UNKNOWN_MARGIN),
    )


def _band(mean: float, square: float, n: int, least: float, most: float) -> tuple[float, float]:
    """Student's interval; from one visit nothing can be said."""
    if n < 2:
        return least, most
    more = 1 / (n - 1)
    quantile = Z * (1 + 1.7 * more + 3.8 * more**3)  # of Student's distribution, a little too wide
    error = quantile * math.sqrt(max(square - mean * mean, 0.0) * more)
    return max(mean - error, least), min(mean + error, most)
