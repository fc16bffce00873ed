"""What a seat may ask before it decides: why a move is not possible, and what one would do.

Both are answered by what the seat may know. A preview plays the move in worlds drawn anew for that seat, never in the
true one, and tells what comes out the same in all of them.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.table import Table

PREVIEW_WORLDS: Final = 8
"""The worlds in which a move is played for a preview."""


class Reason(msgspec.Struct, frozen=True):
    """Whether a move is possible now; if not, why, and the rule that forbids it."""

    possible: bool
    text: str = ""
    rule: str = ""


class Preview(msgspec.Struct, frozen=True):
    """What a move would do, as far as its seat can foresee it."""

    lines: list[dict[str, Any]]
    """Log entries that it would add."""
    scores: list[tuple[int, int]] | None
    """By seat, the total before and after; null where that depends on what the seat does not know."""
    uncertain: bool
    """Whether the rest depends on that, or somebody else decides next."""
    prompt: str | None
    """What the seat would be asked next."""


def why(table: Table, seat: int, move: str, language: str) -> Reason:
    """Why the seat may not play that label now."""
    if table.status != "running":
        return Reason(False, TEXTS.say(language, "refused.not-running"))
    if seat != table.asked:
        asked = table.view(seat)["to_move"]
        if asked is None:  # the seat must not learn who it is
            return Reason(False, TEXTS.say(language, "refused.not-asked"))
        return Reason(False, TEXTS.say(language, "advice.turn", player=table.names(language)[asked]))
    found = table.game.why_not(table.state, move, language, table.called(language))
    return Reason(True) if found is None else Reason(False, found.sentence, found.rule)


def preview(table: Table, seat: int, move: str, language: str) -> Preview:
    """What the move would do, as far as the seat can foresee it. Raises Refused for a move that is not possible."""
    game = table.game
    if table.status != "running":
        raise Refused("not-running", language)
    if seat != table.asked:
        raise Refused("not-asked", language)
    names = table.called(language)
    forbidden = game.why_not(table.state, move, language, names)
    if forbidden is not None:
        raise Refused.illegal(forbidden, language)
    before = game.view(table.state, seat)
    known = len(before["log"])
    worlds: list[Any] = []
    views: list[dict[str, Any]] = []
    drawn = False
    for number in range(PREVIEW_WORLDS):
        world = game.resample(table.state, seat, stream(number, "preview"))
        chance = world.rng.state
        game.apply(world, game.parse(world, move))
        drawn |= world.rng.state != chance
        worlds.append(world)
        views.append(game.view(world, seat))
    new = [view["log"][known:] for view in views]
    totals = [_totals(view) for view in views]
    prompts = {game.prompt(world, language, names) if world.to_move == seat else None for world in worlds}
    others = any(world.to_move not in (seat, OVER) for world in worlds)
    return Preview(
        lines=table.log_lines(_common(new), language, seat),
        scores=list(zip(_totals(before), totals[0], strict=True)) if _alike(totals) else None,
        uncertain=drawn or others or not _alike(views),
        prompt=prompts.pop() if len(prompts) == 1 else None,
    )


def _totals(view: dict[str, Any]) -> list[int]:
    return [score["total"] for score in view["scores"]]


def _common(logs: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The entries that all logs begin with."""
    found: list[dict[str, Any]] = []
    for entries in zip(*logs, strict=False):
        if not _alike(list(entries)):
            break
        found.append(entries[0])
    return found


def _alike(found: list[Any]) -> bool:
    return all(one == found[0] for one in found)
