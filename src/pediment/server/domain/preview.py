"""What a seat may ask before it decides: why a move is not possible, and what one would do.

Both are answered by what the seat may know. A preview plays the move in worlds drawn anew for that seat, never in the
true one, and tells what comes out the same in all of them.
"""

from __future__ import annotations

import contextlib
from typing import Any, Final

import msgspec

from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.errors import IllegalMove
from pediment.core.game import Game
from pediment.server.domain import plans
from pediment.server.domain.decide import check_plannable
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.table import Table

PREVIEW_WORLDS: Final = 8
"""The worlds in which a move is played for a preview."""
MAX_CHOICES: Final = 6
"""Answers to the next question at most, for each of which a preview says what remains."""


class Reason(msgspec.Struct, frozen=True):
    """Whether a move is possible now; if not, why, and the rule that forbids it."""

    possible: bool
    text: str = ""
    rule: str = ""


class Thing(msgspec.Struct, frozen=True):
    """What an answer is about: its label, and the name of the thing."""

    label: str
    name: str


class Remains(msgspec.Struct, frozen=True):
    """What the seat could do on its next turn if nothing else changed before."""

    choice: str
    """The answer to the next question that this follows from, in words; empty if it follows whatever is answered."""
    keeps: str
    """What it has left to act with, in words; empty where there is nothing to say."""
    can: list[Thing]
    lost: list[Thing]
    """What it could have done, and could not do any more."""


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
    remains: list[Remains] = []
    """What it could still do on its next turn: one entry, or one for each answer to that question."""


def why(table: Table, seat: int, move: str, language: str, ahead: bool = False) -> Reason:
    """Why the seat may not play that label now; with `ahead`, why it cannot be the next move of its plan."""
    if table.status != "running":
        return Reason(False, TEXTS.say(language, "refused.not-running"))
    state = table.state
    if ahead:
        try:
            state = planned(table, seat, language)
        except Refused as refused:
            return Reason(False, refused.text)
    elif seat != table.asked:
        asked = table.view(seat)["to_move"]
        if asked is None:  # the seat must not learn who it is
            return Reason(False, TEXTS.say(language, "refused.not-asked"))
        return Reason(False, TEXTS.say(language, "advice.turn", player=table.names(language)[asked]))
    found = table.game.why_not(state, move, language, table.called(language))
    return Reason(True) if found is None else Reason(False, found.sentence, found.rule)


def planned(table: Table, seat: int, language: str) -> Any:
    """The question that follows what the seat has planned, at first that of its next turn, in a world of its own.

    Raises Refused where nothing can be planned.
    """
    check_plannable(table, seat, language)
    plan = table.plans.get(seat)
    world = plans.turn_ahead(table.game, table.state, seat)
    with contextlib.suppress(IllegalMove, plans.Unforeseen):
        for before, action in plans.follow(table.game, world, seat, () if plan is None else plan.moves):
            world = plans.after(table.game, before, seat, action)
        if world is not None:
            return world
    raise Refused("no-plan", language)


def preview(table: Table, seat: int, move: str, language: str, ahead: bool = False) -> Preview:
    """What the move would do, as far as the seat can foresee it; with `ahead`, as the next move of its plan.

    Raises Refused for a move that is not possible.
    """
    game = table.game
    if table.status != "running":
        raise Refused("not-running", language)
    if seat != table.asked and not ahead:
        raise Refused("not-asked", language)
    names = table.called(language)
    start = planned(table, seat, language) if ahead else table.state
    forbidden = game.why_not(start, move, language, names)
    if forbidden is not None:
        raise Refused.illegal(forbidden, language)
    before = game.view(start, seat)
    known = len(before["log"])
    worlds: list[Any] = []
    views: list[dict[str, Any]] = []
    drawn = False
    for number in range(PREVIEW_WORLDS):
        world = game.resample(start, seat, stream(number, "preview"))
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
        remains=_remains(game, start, move, worlds, seat, language, names),
    )


def _remains(
    game: Game[Any], start: Any, move: str, worlds: list[Any], seat: int, language: str, names: list[str] | None
) -> list[Remains]:
    """What the seat could still do on its next turn: for each answer to the question that follows, if they differ.

    Empty if the seat has no more turn, as things stand, or its game cannot tell.
    """
    now = game.turn_ahead(game.resample(start, seat, stream(0, "preview")), seat)
    played = game.label(start, game.parse(start, move))
    first = worlds[0]
    asked = first.to_move == seat and len(first.legal) <= MAX_CHOICES
    asked &= first.turns_begun == start.turns_begun  # else the turn is over
    asked &= all(world.to_move == seat and world.legal == first.legal for world in worlds)
    found: list[Remains] = []
    for choice in first.legal if asked else [None]:
        turns = [_turn_after(game, world, seat, choice) for world in worlds]
        if now is None or None in turns:
            return []
        before, *reach = [
            {game.label(turn, action): game.thing(turn, action, language, names) for action in game.reach(turn)}
            for turn in (now, *turns)
        ]
        can = [Thing(*one) for one in reach[0].items() if all(one[0] in other for other in reach)]
        lost = [
            Thing(*one) for one in before.items() if one[0] != played and not any(one[0] in other for other in reach)
        ]
        caption = "" if choice is None else game.caption(first, choice, language, names)
        found.append(Remains(caption, game.remains(turns[0], seat, language), can, lost))
    whatever = [msgspec.structs.replace(one, choice="") for one in found]
    return whatever[:1] if _alike(whatever) else found


def _turn_after(game: Game[Any], world: Any, seat: int, choice: int | None) -> Any:
    """The seat's next turn after that answer, if there is one to give."""
    if choice is None:
        return game.turn_ahead(world, seat)
    then = world.clone()
    game.apply(then, choice)
    return game.turn_ahead(then, seat)


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
