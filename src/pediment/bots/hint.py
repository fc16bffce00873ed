"""Hints: the best moves for a seat, what a search thinks of them, and why, in words.

>>> import pediment
>>> from pediment.bots import Budget
>>> from pediment.bots.hint import hints
>>> game = pediment.game("elysium")
>>> state = game.new(seats=2, seed=7, families="first-game")
>>> best = hints(game, state, state.to_move, budget=Budget(iterations=40))
>>> len(best), 0 <= best[0].chance <= 1, len(best[0].reasons) > 0
(3, True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Protocol

from pediment.bots.search import Budget, Search, Thought
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.reasons import MAX_REASONS, TEXTS, Drawback
from pediment.core.texts import DEFAULT_LANGUAGE

DEFAULT_HINTS: Final = 3
MAX_VISITS_RATIO: Final = 20
"""A move tried more than so many times less often than the favourite is known too little to be among the best."""


class Thinker(Protocol):
    """A bot that says what it thinks of every answer."""

    def think(self, game: Game[Any], world: Any, seat: int) -> list[Thought]:
        """Every legal answer with what was found, the best first."""


@dataclass(frozen=True)
class Hint:
    """A move, the chance of winning and the margin that a search expects of it, and its reasons. Bands are of 95%.

    If the best move has only drawbacks, the first reason says that the others are worse.
    """

    action: int
    label: str
    caption: str
    visits: int
    chance: float
    chance_band: tuple[float, float]
    margin: float
    margin_band: tuple[float, float]
    reasons: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """All of it in what JSON can hold."""
        return asdict(self) | {
            "chance_band": list(self.chance_band),
            "margin_band": list(self.margin_band),
            "reasons": list(map(str, self.reasons)),
        }


def hints(
    game: Game[Any],
    state: Any,
    seat: int,
    *,
    bot: Thinker | None = None,
    budget: Budget | None = None,
    best: int = DEFAULT_HINTS,
    language: str = DEFAULT_LANGUAGE,
    names: list[str] | None = None,
) -> list[Hint]:
    """The best moves for the seat that is asked, the best first: for example `hints(game, state, 0, best=1)`.

    `bot` thinks, with its own budget; without one, a search with `budget`. Nothing that the seat cannot know takes
    part: like a bot, the hints see only a world that the seat cannot tell from `state`, always the same one. They are
    ranked by the chance to win in whole percent, then by the margin. Moves that the search never tried are left out,
    and those that were only lucky in a few tries. `names` are the players'. Raises ValueError for a seat that is not
    asked, and after the end.
    """
    if state.to_move == OVER:
        raise ValueError("the game is over: there is no move to advise")
    if seat != state.to_move:
        raise ValueError(f"seat {seat} is not asked now")
    world = game.resample(state, seat, stream(0, "hints"))
    thinker = bot or Search(0, budget)
    thoughts = thinker.think(game, world, seat)
    ranked = _ranked([thought for thought in thoughts if thought.visits] or thoughts)
    found = [_hint(game, world, seat, thought, language, names) for thought in ranked[:best]]
    if found:
        found[0] = replace(found[0], reasons=tuple(reasons_of_the_best(found[0].reasons, language)))
    return found


def reasons_of_the_best(reasons: Sequence[str], language: str = DEFAULT_LANGUAGE) -> list[str]:
    """The reasons for the best move: if it has only drawbacks, the first one says that the others are worse."""
    if all(isinstance(reason, Drawback) for reason in reasons):
        reasons = (TEXTS.say(language, "hint.others-worse"), *reasons)[:MAX_REASONS]
    return list(reasons)


def _ranked(tried: list[Thought]) -> list[Thought]:
    """By the chance as it is shown, then by the margin; without moves that were only lucky in a few tries."""

    def number(thought: Thought) -> tuple[int, float]:
        return round(100 * thought.chance), thought.margin

    enough = max(thought.visits for thought in tried) / MAX_VISITS_RATIO
    least = min(number(thought) for thought in tried if thought.visits >= enough)
    believed = [thought for thought in tried if thought.visits >= enough or number(thought) <= least]
    return sorted(believed, key=number, reverse=True)


def _hint(game: Game[Any], world: Any, seat: int, thought: Thought, language: str, names: list[str] | None) -> Hint:
    action = thought.action
    return Hint(
        action,
        game.label(world, action),
        game.caption(world, action, language, names),
        thought.visits,
        thought.chance,
        thought.chance_band,
        thought.margin,
        thought.margin_band,
        tuple(game.reasons(world, action, seat, language, names)),
    )
