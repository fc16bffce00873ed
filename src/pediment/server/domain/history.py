"""Looking back: the record of a finished game, the game at one of its moves, a table as it was shown before."""

from __future__ import annotations

from typing import Any

import msgspec

from pediment.core import record
from pediment.server.domain.events import read_event
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table


class Shown(msgspec.Struct, frozen=True):
    """A finished game at one of its moves."""

    move: int
    moves: int
    seat: int | None
    view: dict[str, Any]
    log: list[dict[str, Any]]
    played: str | None
    """The move that follows,"""
    by: int | None
    """whose it is,"""
    caption: str | None
    """and in words."""


def record_of(table: Table, language: str) -> dict[str, Any]:
    """The record of a finished game. Raises Refused while it runs, since a record holds the seed."""
    check_over(table, language)
    created = table.created
    found = record.write(table.game, table.state)
    if created.fair > 1:
        found["fair"] = {"version": created.fair, "table": created.fair_table or table.fair_name}
    return found


def at_move(table: Table, move: int, seat: int | None, language: str) -> Shown:
    """A finished game after its first `move` moves, as any seat saw it. Raises Refused."""
    check_over(table, language)
    if move > len(table.labels):
        raise Refused("no-view", language, first=0, last=len(table.labels))
    if seat is not None and seat >= len(table.seats):
        raise Refused("no-seat", language, seats=len(table.seats))
    game, state = table.game, table.back(move, None)
    view = game.view(state, seat)
    entries = table.log_lines(view.pop("log"), language, seat)
    if move == len(table.labels):
        return Shown(move, move, seat, view, entries, None, None, None)
    played = table.labels[move]
    caption = game.caption(state, game.parse(state, played), language, table.called(language))
    return Shown(move, len(table.labels), seat, view, entries, played, state.to_move, caption)


def at_view(table_id: str, events: list[bytes], viewer: int, seq: int, language: str) -> Table:
    """The table as it stood when that viewer was shown the view with that number. Raises Refused."""
    table = Table(table_id)
    for event in events:
        table.note(read_event(event))
        if 0 < seq == table.seq[viewer]:
            table.resume()
            return table
    raise Refused("no-view", language, first=1, last=table.seq[viewer])


def places(table: Table) -> list[int]:
    """The place of every seat as the game stands, 1 for the first; whoever conceded comes after all others."""
    standing = [
        (0, table.conceded.index(seat), 0) if seat in table.conceded else (1, share, total)
        for seat, (share, total) in enumerate(
            zip(table.game.returns(table.state), table.game.totals(table.state), strict=True)
        )
    ]
    return [1 + sum(other > own for other in standing) for own in standing]


def check_over(table: Table, language: str) -> None:
    """Raise Refused while the game runs, or others may still play the same deal."""
    if table.status != "over":
        raise Refused("not-over", language)
    if table.sealed:
        raise Refused("sealed", language)
