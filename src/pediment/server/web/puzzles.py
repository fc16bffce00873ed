"""Puzzles over HTTP: a request names a puzzle and perhaps an answer; who answers is rated by their identity, if any."""

from __future__ import annotations

import logging
import secrets
import time
from dataclasses import asdict
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

import pediment
from pediment.core.engine.rng import stream
from pediment.lab.puzzles import Pack, PackError, Puzzle, played_on, shipped, solution
from pediment.server.domain import opening
from pediment.server.domain.commands import PlayOn
from pediment.server.domain.levels import LADDER, Levels
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.seats import Caller
from pediment.server.live import compose
from pediment.server.structured_log import log
from pediment.server.web import bodies


@cache
def packs() -> dict[str, Pack]:
    """The packs there are, by game. One that cannot be read is left out, and the log says why."""
    found: dict[str, Pack] = {}
    for name in pediment.games():
        try:
            pack = shipped(name)
        except (PackError, OSError) as error:
            log("puzzles left out", level=logging.ERROR, game=name, error=error)
            continue
        if pack is not None and pack.puzzles:
            found[name] = pack
    return found


def today() -> date:
    """The day whose puzzle is on: that of Greenwich, so that it is the same for everybody."""
    return datetime.now(UTC).date()


def listed(day: date) -> list[bodies.PuzzleList]:
    """All puzzles, game by game, without their answers."""
    return [
        bodies.PuzzleList(
            game=name,
            day=day.isoformat(),
            of_the_day=pack.of_the_day(day).id,
            version=pack.terms.version,
            rules=pack.terms.rules,
            puzzles=[bodies.ListedPuzzle(one.id, one.level, one.rating, one.seats()) for one in pack.puzzles],
        )
        for name, pack in packs().items()
    ]


def find(name: str, puzzle: str, language: str) -> Puzzle:
    """A puzzle by its id. Raises Refused."""
    if name not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    pack = packs().get(name)
    if pack is None or puzzle not in pack.by_id:
        raise Refused("no-puzzle", language, game=pediment.kit(name).title)
    return pack.by_id[puzzle]


def day_of(puzzle: Puzzle, day: date) -> date | None:
    """The day, if this is its puzzle."""
    pack = packs().get(puzzle.game().name)
    return day if pack is not None and pack.of_the_day(day).id == puzzle.id else None


def shown(puzzle: Puzzle, language: str) -> bodies.ShownPuzzle:
    """The question, as the seat sees it that is asked."""
    game, state, names = puzzle.game(), puzzle.state(), names_of(puzzle, language)
    view = game.view(state, puzzle.seat)
    entries: list[dict[str, Any]] = view.pop("log")
    edition = game.edition_of(state)
    return bodies.ShownPuzzle(
        game=game.name,
        id=puzzle.id,
        level=puzzle.level,
        rating=puzzle.rating,
        seat=puzzle.seat,
        names=names,
        view=view,
        log=[entry | {"text": game.log_line(entry, language, names, edition, puzzle.seat)} for entry in entries],
        prompt=compose.prompt(game, state, language, names),
    )


def judged(puzzle: Puzzle, asked: bodies.AnswerPuzzle, language: str) -> bodies.JudgedAnswer:
    """What is said to an answer: whether it is right; or why it is not possible, and then nothing counts.

    The solution comes with the right answer, with the last one, and with none at all.
    """
    game, state, names = puzzle.game(), puzzle.state(), names_of(puzzle, language)
    if asked.move is None:
        return bodies.JudgedAnswer(counts=True, right=False, solution=_solved(puzzle, language, names))
    why = game.why_not(state, asked.move, language, names)
    if why is not None:
        return bodies.JudgedAnswer(counts=False, right=False, remark=why.sentence, rule=why.rule)
    action = game.parse(state, asked.move)
    right = game.label(state, action) == puzzle.answer
    reasons = [] if right else [str(reason) for reason in game.reasons(state, action, puzzle.seat, language, names)]
    return bodies.JudgedAnswer(
        counts=True,
        right=right,
        tried=game.caption(state, action, language, names),
        tried_reasons=reasons,
        solution=_solved(puzzle, language, names) if right or asked.last else None,
    )


def play_on(puzzle: Puzzle, wanted: PlayOn, caller: Caller, language: str, levels: Levels = LADDER) -> opening.Opened:
    """A table at the question of a puzzle, with new draws; whatever its seat does not know is dealt again."""
    position = played_on(puzzle, stream(secrets.randbits(59), "puzzle"))
    return opening.from_position(puzzle.game(), position, wanted, caller, time.time(), language, levels)


def _solved(puzzle: Puzzle, language: str, names: list[str]) -> bodies.PuzzleSolution:
    return bodies.PuzzleSolution(
        **asdict(solution(puzzle, language, names)), margin=puzzle.margin, chance=puzzle.chance, solved=puzzle.solved
    )


def names_of(puzzle: Puzzle, language: str) -> list[str]:
    """What the players are called: the one who is asked is you, the others are numbered."""
    game = puzzle.game()
    you = TEXTS.say(language, "puzzles.you")
    return [you if seat == puzzle.seat else game.player(seat + 1, language) for seat in range(puzzle.seats())]
