"""A game after it was played: everybody's chances after every move, better moves, and luck.

The method, and what the numbers are not, is in docs/analysis.md.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

import pediment
from pediment.bots.search import Budget, Search
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.lab.evaluator import Evaluation, Evaluator
from pediment.lab.workers import work

ITERATIONS: Final = 192
ITERATIONS_PER_LINE: Final = 16
MAX_TURNING_POINTS: Final = 6
MIN_BETTER_CHANCE: Final = 0.005
"""The least chance to win that a better answer has to bring."""

Band = tuple[float, float]


@dataclass(frozen=True)
class Better:
    """An answer that was better by what the seat could know: by how much, for that seat."""

    label: str
    action: int
    chance: float
    chance_band: Band
    margin: float
    margin_band: Band


@dataclass(frozen=True)
class Move:
    """One move by itself, without the chances before it. Lists are by seat."""

    number: int
    seat: int
    label: str
    action: int
    answers: int
    period: int
    """The Epoch or the round in which it was made."""
    luck: list[float]
    after: list[float]
    error: list[float]
    """The standard error of `after`."""
    luck_error: list[float]
    margins: list[float]
    """After the move."""
    drew: bool
    """Did chance speak?"""
    better: Better | None

    def after_chances(self, before: list[float]) -> Decision:
        """The same with the chances before it: whatever is not luck is the choice."""
        choice = [after - then - luck for after, then, luck in zip(self.after, before, self.luck, strict=True)]
        return Decision(**vars(self), before=before, choice=choice)


@dataclass(frozen=True)
class Decision(Move):
    """One move and what it changed: after = before + choice + luck."""

    before: list[float]
    choice: list[float]

    @property
    def swing(self) -> float:
        """The largest change of anybody's chance, or what the choice cost if that is more."""
        cost = self.better.chance if self.better else 0.0
        return max(cost, *(abs(after - before) for before, after in zip(self.before, self.after, strict=True)))

    @property
    def by_chance(self) -> bool:
        """Did the draw move the chances more than the choice?"""
        return max(map(abs, self.luck)) > max(map(abs, self.choice))


@dataclass(frozen=True)
class Account:
    """Where the result of a seat came from: end = start + own + others + luck."""

    seat: int
    start: float
    deal: float
    """By how much the start is above an even share: the deal and the seat, as far as the onlooker sees them."""
    own: float
    """What its own choices brought."""
    others: float
    """What the choices of the others brought it."""
    luck: float
    """What the draws brought, as far as the onlooker saw it when they were made."""
    luck_band: Band
    end: float
    mistakes: int
    """Choices of this seat for which something clearly better was there,"""
    lost: float
    """and what they cost together,"""
    lost_margin: float
    """in points too."""
    score: dict[str, int]
    """The points by item, with their total; of an unfinished game as if it ended now."""


@dataclass(frozen=True)
class Analysis:
    """A whole game."""

    game: str
    seats: int
    finished: bool
    iterations: int
    lines: int
    seed: int
    start: list[float]
    start_error: list[float]
    decisions: list[Decision]
    turning_points: list[int]
    """Numbers of decisions, the largest swing first."""
    accounts: list[Account]

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


def analyse(
    record: dict[str, Any] | str,
    *,
    iterations: int = ITERATIONS,
    jobs: int = 1,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyse a record, finished or not: `analyse(Path("game.json").read_text()).accounts[0].luck`.

    The same seed gives the same numbers, whatever `jobs` is; more iterations give better ones. `progress` is called
    with the decisions done and all. With more than one job the caller's module must be safe to import.

    Raises RecordError for what is not the record of a game, ValueError for one without moves and for wrong numbers.
    """
    for name, n in (("iterations", iterations), ("jobs", jobs)):
        if n < 1:
            raise ValueError(f"{name} must be at least 1, not {n}")
    text = record if isinstance(record, str) else json.dumps(record)
    analysed = _analysed_game(text, iterations, seed)
    total = len(analysed.actions)
    if total == 0:
        raise ValueError("the record has no moves")
    evaluations = analysed.evaluator.look(analysed.states[0])
    start, start_error, _ = _means(evaluations)
    before = start
    decisions: list[Decision] = []
    for found in work(_decide, [(text, iterations, seed, i) for i in range(total)], jobs):
        decisions.append(found.after_chances(before))
        before = decisions[-1].after
        if progress:
            progress(len(decisions), total)
    turns = sorted(decisions, key=lambda decision: -decision.swing)[:MAX_TURNING_POINTS]
    last = analysed.states[-1]
    points = [analysed.game.item_points(score) for score in analysed.game.scores(last)]
    return Analysis(
        analysed.game.name,
        last.origin.seats,
        last.to_move == OVER,
        iterations,
        analysed.lines,
        seed,
        start,
        start_error,
        decisions,
        [decision.number for decision in turns],
        [_account(seat, start, decisions, analysed.lines, points[seat]) for seat in range(last.origin.seats)],
    )


class AnalysedGame:
    """A recorded game: its states, and the evaluator that looks at them."""

    def __init__(self, match: Match, iterations: int, seed: int) -> None:
        self.game: Game[Any] = match.game
        self.iterations = iterations
        self.seed = seed
        self.lines = max(2, iterations // ITERATIONS_PER_LINE)
        self.evaluator = Evaluator(self.game, seed, self.lines)
        self.actions: list[int] = match.state.actions
        self.states: list[Any] = [state.clone() for state in self.game.retrace(match.state)]
        self.periods = self.game.rounds([self.game.view(state, None) for state in self.states])

    def look(self, i: int) -> Move:
        """All about the decision at state i but what came before."""
        state, after, action = self.states[i], self.states[i + 1], self.actions[i]
        evaluations = self.evaluator.look(after)
        drew = state.rng.state != after.rng.state
        luck, luck_error = self._luck(i, evaluations) if drew else ([0.0] * len(evaluations[0].chances),) * 2
        means, error, leads = _means(evaluations)
        return Move(
            number=i + 1,
            seat=state.to_move,
            label=self.game.label(state, action),
            action=action,
            answers=len(state.legal),
            period=self.periods[i],
            luck=luck,
            after=means,
            error=error,
            luck_error=luck_error,
            margins=leads,
            drew=drew,
            better=self._better(i),
        )

    def _luck(self, i: int, evaluations: list[Evaluation]) -> tuple[list[float], list[float]]:
        """What came, less the average of what the same answer brings with other draws; line by line."""
        others: list[Evaluation] = []
        for j in range(self.lines):
            world = self.states[i].clone()
            world.rng = stream(self.seed, f"draw {i} {j}")
            self.game.apply(world, self.actions[i])
            others.append(self.evaluator.line(world, j))
        gaps = [
            [came.chances[k] - other.chances[k] for came, other in zip(evaluations, others, strict=True)]
            for k in range(len(evaluations[0].chances))
        ]
        return [statistics.fmean(gap) for gap in gaps], [_error(gap) for gap in gaps]

    def _better(self, i: int) -> Better | None:
        """What the search likes better, if it proves better in worlds that the search has not seen."""
        state, chosen = self.states[i], self.actions[i]
        seat: int = state.to_move
        search = Search(stream(self.seed, f"search {i}").getrandbits(32), Budget(iterations=self.iterations))
        best = search.think(self.game, state, seat)[0].action
        search.close()
        if best == chosen or self._follows(i, self.game.label(state, best)):
            return None
        chances: list[float] = []
        leads: list[float] = []
        worlds = stream(self.seed, f"worlds {i}")
        for j in range(self.lines):
            world = self.game.resample(state, seat, worlds)
            one, other = (self._after(world, action, j) for action in (best, chosen))
            chances.append(one.chances[seat] - other.chances[seat])
            leads.append(one.margins[seat] - other.margins[seat])
        chance, band = statistics.fmean(chances), _band(chances)
        if chance < MIN_BETTER_CHANCE or band[0] <= 0:
            return None
        return Better(self.game.label(state, best), best, chance, band, statistics.fmean(leads), _band(leads))

    def _follows(self, i: int, label: str) -> bool:
        """Does the seat give that answer too, before anybody else is asked? Then only the order was another."""
        for state, action in zip(self.states[i + 1 :], self.actions[i + 1 :], strict=False):
            if state.to_move != self.states[i].to_move:
                return False
            if self.game.label(state, action) == label:
                return True
        return False

    def _after(self, world: Any, action: int, j: int) -> Evaluation:
        after = world.clone()
        self.game.apply(after, action)
        return self.evaluator.line(after, j)


def _decide(task: tuple[str, int, int, int]) -> Move:
    text, iterations, seed, i = task
    return _analysed_game(text, iterations, seed).look(i)


@lru_cache(maxsize=1)
def _analysed_game(text: str, iterations: int, seed: int) -> AnalysedGame:
    return AnalysedGame(pediment.replay(text), iterations, seed)


def _account(seat: int, start: list[float], decisions: list[Decision], lines: int, points: dict[str, int]) -> Account:
    luck = math.fsum(decision.luck[seat] for decision in decisions)
    half = errors_in_band(lines) * math.sqrt(math.fsum(decision.luck_error[seat] ** 2 for decision in decisions))
    mistakes = [decision.better for decision in decisions if decision.seat == seat and decision.better]
    end = decisions[-1].after[seat]
    return Account(
        seat,
        start[seat],
        start[seat] - 1 / len(start),
        math.fsum(decision.choice[seat] for decision in decisions if decision.seat == seat),
        math.fsum(decision.choice[seat] for decision in decisions if decision.seat != seat),
        luck,
        (luck - half, luck + half),
        end,
        len(mistakes),
        math.fsum(better.chance for better in mistakes),
        math.fsum(better.margin for better in mistakes),
        points,
    )


def errors_in_band(lines: int) -> float:
    """How many standard errors half a band of 95% is, for a mean over this many lines: 2.2 for 12.

    Student's t as a series; at most 1.5% above the exact number, never below it.
    """
    x = 1 / (lines - 1)
    return 1.96 + x * (2.373 + x * (2.823 + x * (2.556 + x * 3)))


def _means(evaluations: list[Evaluation]) -> tuple[list[float], list[float], list[float]]:
    """Over the lines: for every seat the mean chance, its standard error, and the mean margin."""
    chances = list(zip(*(evaluation.chances for evaluation in evaluations), strict=True))
    leads = list(zip(*(evaluation.margins for evaluation in evaluations), strict=True))
    return [statistics.fmean(own) for own in chances], [_error(own) for own in chances], [*map(statistics.fmean, leads)]


def _error(numbers: list[float] | tuple[float, ...]) -> float:
    return statistics.stdev(numbers) / math.sqrt(len(numbers))


def _band(numbers: list[float]) -> Band:
    mean, error = statistics.fmean(numbers), errors_in_band(len(numbers)) * _error(numbers)
    return mean - error, mean + error
