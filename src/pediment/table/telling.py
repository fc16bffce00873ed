"""What a table tells: a room put into messages, for each viewer only what they may know."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pediment.core.game import Game
from pediment.table import wire
from pediment.table.chronicle import Handed, Undone, Voted
from pediment.table.room import News, Room


def table(room: Room, present: Collection[int], spectators: int, yours: list[int], number: int) -> wire.Table:
    """All but the game. `present` are the seats whose people are there; `number` counts all such changes."""
    created = room.created
    return wire.Table(
        table=room.table,
        number=number,
        game=created.game,
        options=created.options,
        status=room.status,
        seats=[
            wire.Player(
                name=name,
                kind="person" if seat.owned or created.shown else "bot" if seat.level else "free",
                level=seat.level,
                present=k in present,
                reserved=seat.free and bool(seat.reserved),
            )
            for k, (seat, name) in enumerate(zip(room.seats, room.names(), strict=True))
        ],
        house=created.house,
        commitment=room.commitment,
        nonces=[seat.nonce for seat in room.seats],
        seed=room.seed if room.status == "over" and not created.shown else None,
        winners=_winners(room),
        spectators=spectators,
        proposal=_proposal(room),
        chat=[wire.Said(line.at, line.seat, line.text) for line in room.chat],
        news=[_news(event) for event in room.news],
        rematch=room.rematch,
        begun=0 if created.shown else room.begun,
        yours=yours,
    )


def view(room: Room, viewer: int, language: str, known: int = 0) -> wire.View:
    """The game for a viewer, with the log from entry `known` on."""
    seat = viewer if viewer < len(room.seats) else None
    shown = room.view(viewer)
    entries: list[dict[str, Any]] = shown.pop("log")
    known = min(known, len(entries))
    asked = seat is not None and seat == room.asked
    return wire.View(
        seat=seat,
        seq=room.seq[viewer],
        view=shown,
        log=wire.Lines(known, lines(room, entries[known:], language)),
        prompt=prompt(room.game, room.state, language, room.called(language)) if asked else None,
        undo=None if seat is None else room.undo_of(seat),
        time=_time(room, seat),
    )


def besides(room: Room, viewer: int) -> tuple[object, ...]:
    """What a viewer is told with a view, without the view: another one means that there is something to tell."""
    seat = viewer if viewer < len(room.seats) else None
    return room.seq[viewer], _time(room, seat), None if seat is None else room.undo_of(seat)


def lines(room: Room, entries: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """Log entries, each with its text."""
    names = room.called(language)
    edition = room.game.edition_of(room.state)
    return [entry | {"text": room.game.log_line(entry, language, names, edition)} for entry in entries]


def prompt(game: Game[Any], state: Any, language: str, names: list[str] | None) -> wire.Prompt:
    """The question that is put in a state, with all its answers."""
    return wire.Prompt(
        question=game.asking(state),
        text=game.prompt(state, language, names),
        options=[
            wire.Option(game.label(state, action), game.caption(state, action, language, names))
            for action in game.legal(state)
        ],
    )


def _winners(room: Room) -> list[int]:
    over = room.status == "over"
    return [seat for seat, share in enumerate(room.game.returns(room.state)) if share] if over else []


def _time(room: Room, seat: int | None) -> wire.Time | None:
    """The clock, as far as the seat may know whose time runs."""
    if room.created.house.clock.kind == "none" or room.status != "running":
        return None
    known = not room.secret or seat == room.asked
    playing = room.asked is not None and room.seats[room.asked].played_by_person
    return wire.Time(
        banks=[round(bank, 1) for bank in room.banks],
        running=room.asked if known else None,
        until=room.due() if known and playing else None,
    )


def _news(event: News) -> wire.News:
    what: Any = type(event).__name__.lower()  # sat, stood, returned, hinted
    if isinstance(event, Handed):
        what = {"clock": "time-up", "left": "left"}.get(event.why, "handed")
    elif isinstance(event, Undone):
        what = "took-back" if event.branch is None else "took-back-by-vote"
    elif isinstance(event, Voted):
        what = "refused-take-back"
    return wire.News(event.at, event.seat, what)


def _proposal(room: Room) -> wire.Proposal | None:
    wish = room.wish
    if wish is None:
        return None
    return wire.Proposal(
        wish.number, wish.seat, sorted(wish.agreed), sorted(room.asked_to_agree(wish.seat) - wish.agreed)
    )
