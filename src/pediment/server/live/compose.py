"""Putting a table into messages: for each viewer only what they may know."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pediment.core.errors import IllegalMove
from pediment.core.game import Game
from pediment.server.domain import plans, preview
from pediment.server.domain.commands import AnyCommand, Move
from pediment.server.domain.events import UNTOLD, Handed, Undone, Voted
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.table import MAX_CHAT_LINES, Change, News, Table
from pediment.server.live import messages


def table_message(
    table: Table, present: Collection[int], spectators: int, yours: list[int], number: int, rematch: str | None
) -> messages.Table:
    """All but the game. `present` are the seats whose people are online; `number` counts the changes; `rematch` is the
    table of the next game, if there is one.
    """
    created = table.created
    return messages.Table(
        table=table.id,
        number=number,
        game=created.game,
        options=created.public_options(),
        status=table.status,
        seats=[
            messages.Player(
                name=name,
                kind="person" if seat.owned or created.shown else "bot" if seat.level else "free",
                level=seat.level,
                present=k in present,
                reserved=seat.free and bool(seat.reserved),
                conceded=k in table.conceded,
            )
            for k, (seat, name) in enumerate(zip(table.seats, table.names(), strict=True))
        ],
        house=created.house,
        commitment=table.commitment,
        nonces=[seat.nonce for seat in table.seats],
        seed=table.seed if table.status == "over" and not created.shown and not table.sealed else None,
        winners=table.winners(),
        spectators=spectators,
        proposal=_proposal(table),
        chat=[
            messages.Said(line.at, line.seat, line.text, line.phrase) for line in table.chat if line.text or line.phrase
        ],
        news=[_news(event) for event in table.news],
        rematch=rematch,
        begun=0 if created.shown else table.begun,
        yours=yours,
        host=table.host,
        deal=_deal(table),
    )


def _deal(table: Table) -> messages.Deal | None:
    deal = table.created.deal
    return None if deal is None else messages.Deal(deal.ends, deal.twin, table.sealed)


def done_message(command: AnyCommand, change: Change) -> messages.Done:
    """The answer to a command that counts. One that comes again gets the receipt that it got, whatever has happened
    since: another would tell that something has.
    """
    table, seat, receipt = change.table, command.seat, ""
    if isinstance(command, Move):
        receipt = table.receipt(seat, command.seq) if change.events else table.done[seat][command.id]
    return messages.Done(getattr(command, "id", ""), table.seq[seat], receipt)


def changed_message(old: messages.Table, new: messages.Table) -> messages.Out:
    """What turns one message about a table into a later one; the whole of it if something else has changed."""
    names = [name for name in new.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    if not set(names) <= set(messages.Changed.__struct_fields__):
        return new
    found = {name: getattr(new, name) for name in names}
    if "chat" in found:
        ends = (new.chat[k:] for k in range(len(new.chat), -1, -1))
        said = next((end for end in ends if (old.chat + end)[-MAX_CHAT_LINES:] == new.chat), None)
        if said is not None:
            del found["chat"]
            found["said"] = said
    return messages.Changed(**{"number": new.number, **found})


def view_message(
    table: Table, viewer: int, language: str, known: int = 0, seen: dict[str, Any] | None = None
) -> messages.View:
    """The game for a viewer, with the log from entry `known` on; `seen` is their view of it, if it is at hand."""
    seat = viewer if viewer < len(table.seats) else None
    seen = table.view(viewer) if seen is None else seen
    entries: list[dict[str, Any]] = seen["log"]
    known = min(known, len(entries))
    asked = seat is not None and seat == table.asked
    return messages.View(
        seat=seat,
        seq=table.seq[viewer],
        view={field: value for field, value in seen.items() if field != "log"},
        log=messages.Lines(known, table.log_lines(entries[known:], language, seat)),
        prompt=prompt(table.game, table.state, language, table.called(language)) if asked else None,
        undo=None if seat is None else table.undo_of(seat),
        time=_time(table, seat),
        plan=None if seat is None else _plan(table, seat, entries, language),
    )


def _plan(table: Table, seat: int, entries: list[dict[str, Any]], language: str) -> messages.Planned | None:
    """What the seat has planned, why it has no plan any more, or that it cannot. The log tells both sides of it."""
    plan, lost = table.plans.get(seat), ""
    if seat in table.lost_plans:
        line = table.lost_plans[seat]
        if line is None or line >= len(entries):
            lost = TEXTS.say(language, "advice.plan-lost-undone")
        elif line == UNTOLD:
            lost = TEXTS.say(language, "advice.plan-lost-changed")
        else:
            [told] = table.log_lines([entries[line]], language, seat)
            lost = TEXTS.say(language, "advice.plan-lost", why=told["text"])
    if table.status != "running":
        return None
    waits = seat != table.asked and table.seats[seat].played_by_person
    moves: list[messages.Option] = []
    more = not waits or plans.turn_ahead(table.game, table.state, seat) is not None
    if plan is not None:
        moves, more = _planned_moves(table, seat, plan, language)
    elif more and not lost:
        return None
    return messages.Planned(moves, more, due=seat == table.asked and table.plan_is_due, lost=lost)


def _planned_moves(table: Table, seat: int, plan: plans.Plan, language: str) -> tuple[list[messages.Option], bool]:
    """The moves of a plan, and whether more can be planned after them."""
    game, names = table.game, table.called(language)
    try:
        steps = plans.follow(game, plans.turn_ahead(game, table.state, seat), seat, plan.moves)
    except (IllegalMove, plans.Unforeseen):  # it is about to be withdrawn
        return [messages.Option(label=move, caption=move) for move in plan.moves], False
    world, action = steps[-1]
    moves = [option(game, before, move, language, names) for before, move in steps]
    return moves, plans.after(game, world, seat, action) is not None


def plannable(table: Table, seat: int, language: str) -> messages.Plannable:
    """What the seat can plan next."""
    try:
        world = preview.planned(table, seat, language)
    except Refused:
        return messages.Plannable(None)
    return messages.Plannable(prompt(table.game, world, language, table.called(language)))


def view_version(table: Table, viewer: int) -> tuple[object, ...]:
    """A key that changes whenever there is something new to tell that viewer about the game."""
    seat = viewer if viewer < len(table.seats) else None
    undo = None if seat is None else table.undo_of(seat)
    return table.seq[viewer], _time(table, seat), undo, table.plans.get(viewer), viewer in table.lost_plans


def prompt(game: Game[Any], state: Any, language: str, names: list[str] | None) -> messages.Prompt:
    """The question that is put in a state, with all its answers."""
    return messages.Prompt(
        question=game.asking(state),
        text=game.prompt(state, language, names),
        options=[option(game, state, action, language, names) for action in game.legal(state)],
        verbs=game.verbs(state),
    )


def option(game: Game[Any], state: Any, action: int, language: str, names: list[str] | None) -> messages.Option:
    """An answer to the question of a state."""
    return messages.Option(
        label=game.label(state, action),
        caption=game.caption(state, action, language, names),
        place=game.place(state, action),
    )


def _time(table: Table, seat: int | None) -> messages.Time | None:
    """The clock, as far as the seat may know whose time runs."""
    if table.created.house.clock.kind == "none" or table.status != "running":
        return None
    known = not table.secret or seat == table.asked
    playing = table.asked is not None and table.seats[table.asked].played_by_person
    return messages.Time(
        banks=[round(bank, 1) for bank in table.banks],
        running=table.asked if known else None,
        until=table.time_up if known and playing else None,
    )


def _news(event: News) -> messages.News:
    what: Any = type(event).__name__.lower()  # sat, stood, declined, conceded, returned, missed, hinted
    if isinstance(event, Handed):
        what = {"clock": "time-up", "gone": "agent-gone", "left": "left", "voted": "replaced"}.get(event.why, "handed")
    elif isinstance(event, Undone):
        what = "took-back" if event.branch is None else "took-back-by-vote"
    elif isinstance(event, Voted):
        what = "refused-take-back"
    return messages.News(event.at, event.seat, what)


def _proposal(table: Table) -> messages.Proposal | None:
    request = table.undo_request
    if request is None:
        return None
    asked = table.asked_to_agree(request.seat) - request.agreed
    return messages.Proposal(request.number, request.seat, sorted(request.agreed), sorted(asked))
