"""From a command to what it changes: who may do what at a table, and when.

`decide(table, caller, command, now, language)` checks everything and returns the events together with the table after
them. A command that was sent twice changes nothing; one that is not allowed raises Refused. `away` are the seats whose
people have been absent for a while, which only the server knows; so are the `levels` that bots can have.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Collection
from functools import singledispatch
from typing import Final

import msgspec

from pediment.core.errors import IllegalMove
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.server.domain import plans
from pediment.server.domain.commands import (
    AnyCommand,
    AskHint,
    Chat,
    Concede,
    Free,
    Hand,
    Leave,
    Move,
    Phrase,
    Plan,
    Propose,
    Rematch,
    Replace,
    Return,
    SitDown,
    Start,
    Undo,
    Vote,
)
from pediment.server.domain.events import (
    UNTOLD,
    Acted,
    AnyEvent,
    By,
    Chatted,
    Conceded,
    Declined,
    Handed,
    Hinted,
    Missed,
    Planned,
    Proposed,
    Returned,
    Sat,
    Started,
    Stood,
    Undone,
    Unplanned,
    Voted,
)
from pediment.server.domain.levels import LADDER, Levels
from pediment.server.domain.names import clean, look_alike
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, Seat
from pediment.server.domain.table import Change, Snapshot, Table

MAX_EVENTS: Final = 5_000
"""Of a table. A game has a few hundred; only its start and moves count beyond it, and a game ends by itself."""
PLAYING: Final = (Move, Plan, Undo, Propose, Vote, Hand, Return, Leave, Concede, Replace)
"""What nobody does any more who has conceded."""
MAX_CHATTED: Final = 2_000
"""Lines of chat of a table, of which each seat has its share, and the last are shown."""


def decide(
    table: Table,
    caller: Caller,
    command: AnyCommand,
    now: float,
    language: str,
    away: Collection[int] = (),
    levels: Levels = LADDER,
) -> Change:
    """What a command changes. Raises Refused; nothing has changed then."""
    check_seat(table, caller, command.seat, language)
    if not is_essential(command):
        check_room(table, language)
    if isinstance(command, PLAYING) and command.seat in table.conceded:
        raise Refused("conceded", language)
    if isinstance(command, Replace):
        return _replace(command, table, now, language, away)
    if isinstance(command, Hand | Start):
        levels.check(command.level, table.game.name, len(table.seats), language)
    return _decide(command, table, now, language)


def is_essential(command: AnyCommand) -> bool:
    """Whether it is possible at a table where too much has happened, and for whoever has added too much."""
    withdraws = isinstance(command, Plan) and not command.moves  # or else it would be played
    return withdraws or isinstance(command, Move | Start)


def check_seat(table: Table, caller: Caller, seat: int, language: str) -> None:
    """Raise Refused unless the seat exists and is the caller's."""
    if not caller.owns(_seat(table, seat, language)):
        raise Refused("not-your-seat", language)


def _seat(table: Table, number: int, language: str) -> Seat:
    """The seat with that number. Raises Refused if there is none."""
    if number >= len(table.seats):
        raise Refused("no-seat", language, seats=len(table.seats))
    return table.seats[number]


def check_room(table: Table, language: str) -> None:
    """Raise Refused at a table where too much has happened for anything but moves."""
    if table.events >= MAX_EVENTS:
        raise Refused("full-table", language)


@singledispatch
def _decide(command: AnyCommand, table: Table, now: float, language: str) -> Change:
    raise AssertionError(f"a command that nobody knows: {command}")


@_decide.register
def _(command: Move, table: Table, now: float, language: str) -> Change:
    if not _first_time(table, command, language):
        return table.change([])
    return act(table, command.seat, command.move, now, "person", language, command.id)


def act(table: Table, seat: int, move: str, now: float, by: By, language: str, name: str = "") -> Change:
    """A move of a seat. Raises Refused unless the seat is asked and the rules allow it."""
    if table.asked != seat:
        raise Refused("not-asked", language)
    action = _legal_action(table, move, language)
    snapshot = table.snapshot(table.played(action))
    away = table.seats[seat].level is not None
    clock = table.created.house.clock
    timed = by == "person" and not away
    acted = Acted(
        at=now,
        seat=seat,
        move=table.game.label(table.state, action),
        told=table.told(snapshot, seat),
        id=name,
        by=by,
        used=clock.used(now - table.asked_at, table.banks[seat], table.secret) if timed else 0.0,
    )
    back = [Returned(at=now, seat=seat)] if by == "person" and away else []
    return table.change([*back, *_plans_over(table, snapshot, acted), acted], snapshot)


def _plans_over(table: Table, snapshot: Snapshot, acted: Acted) -> list[Unplanned]:
    """The plans that a move ends: that of its seat, if it is made where the plan began, and those that it makes void.

    Whoever does not see the move must not learn of it by their plan either.
    """
    found: list[Unplanned] = []
    for seat, plan in table.plans.items():
        if seat == acted.seat and table.plan_is_due:
            found.append(Unplanned(at=acted.at, seat=seat))
        elif acted.told >> seat & 1 and not plans.stands(table.game, snapshot.state, seat, plan):
            log, known = snapshot.views[seat]["log"], len(table.state.log)
            line = known + plans.cause(log[known:], seat, plan) if len(log) > known else UNTOLD
            found.append(Unplanned(at=acted.at, seat=seat, line=line))
    return found


@_decide.register
def _(command: Plan, table: Table, now: float, language: str) -> Change:
    seat = command.seat
    if not command.moves:
        return table.change([Unplanned(at=now, seat=seat)] if seat in table.plans or seat in table.lost_plans else [])
    _check_view(table, seat, command.seq, language)
    check_plannable(table, seat, language)
    try:
        plan = plans.made(table.game, table.state, seat, command.moves)
    except plans.Unforeseen:
        raise Refused("no-plan", language) from None
    except IllegalMove:
        raise Refused("not-plannable", language) from None
    if plan == table.plans.get(seat):
        return table.change([])
    return table.change([Planned(at=now, seat=seat, moves=list(plan.moves), basis=plan.basis)])


def check_plannable(table: Table, seat: int, language: str) -> None:
    """Raise Refused unless the game runs and the seat, whose person plays it, waits for others."""
    if table.status != "running":
        raise Refused("not-running", language)
    if table.asked == seat or not table.seats[seat].played_by_person:
        raise Refused("plan-when", language)


def play_plan(table: Table, now: float) -> Change:
    """The asked seat does what it has planned for this turn, as far as that is possible; else the plan is over."""
    seat = table.asked
    if seat is None or not table.plan_plays:
        return table.change([])
    plan = table.plans[seat]
    if not plans.stands(table.game, table.state, seat, plan):
        return table.change(
            [Unplanned(at=now, seat=seat, line=len(table.state.log) - 1 if table.state.log else UNTOLD)]
        )
    events: list[AnyEvent] = []
    change = table.change([])
    for move in plan.moves:
        if change.table.asked != seat or move not in change.table.options():
            break  # the rest is not asked any more: the player decides
        change = act(change.table, seat, move, now, "person", DEFAULT_LANGUAGE)
        events += change.events
    if not events:
        return table.change([Unplanned(at=now, seat=seat)])
    return Change(events, change.table, change.views)


def _legal_action(table: Table, move: str, language: str) -> int:
    """The action of a label that the rules allow now. Raises Refused."""
    game, state = table.game, table.state
    with contextlib.suppress(IllegalMove):
        action = game.parse(state, move)
        if action in state.legal:
            return action
    why = game.why_not(state, move, language, table.called(language))
    assert why is not None
    raise Refused.illegal(why, language)


@_decide.register
def _(command: Undo, table: Table, now: float, language: str) -> Change:
    if not _first_time(table, command, language):
        return table.change([])
    if table.undo_of(command.seat) != "free":
        raise Refused("no-undo", language)
    return _undo(table, [], command.seat, now, None, command.id)


@_decide.register
def _(command: Propose, table: Table, now: float, language: str) -> Change:
    if not _first_time(table, command, language):
        return table.change([])
    if table.undo_of(command.seat) is None:
        raise Refused("nothing-to-undo", language)
    if table.undo_request:
        raise Refused("wish-pending", language)
    if not table.asked_to_agree(command.seat):
        return _undo(table, [], command.seat, now, table.branches + 1, command.id)
    return table.change([Proposed(at=now, seat=command.seat, id=command.id)])


@_decide.register
def _(command: Vote, table: Table, now: float, language: str) -> Change:
    request = table.undo_request
    late = request is not None and command.number not in (None, request.number)
    if request is None or late or command.seat not in table.asked_to_agree(request.seat) - request.agreed:
        raise Refused("no-vote", language)
    voted = Voted(at=now, seat=command.seat, yes=command.yes)
    if not command.yes or table.asked_to_agree(request.seat) - request.agreed != {command.seat}:
        return table.change([voted])
    return _undo(table, [voted], request.seat, now, table.branches + 1, "", request.to)


@_decide.register
def _(command: Hand, table: Table, now: float, language: str) -> Change:
    if table.status != "running":
        raise Refused("not-running", language)
    if table.created.deal is not None:
        raise Refused("dealt-alone", language)
    return table.change([Handed(at=now, seat=command.seat, level=command.level, why="asked")])


@_decide.register
def _(command: Return, table: Table, now: float, language: str) -> Change:
    if table.status != "running":
        raise Refused("not-running", language)
    return table.change([Returned(at=now, seat=command.seat)] if table.seats[command.seat].level else [])


@_decide.register
def _(command: Leave, table: Table, now: float, language: str) -> Change:
    if table.status == "over":
        raise Refused("not-running", language)
    if table.status == "open":
        return table.change([Stood(at=now, seat=command.seat)])
    return table.change([Handed(at=now, seat=command.seat, level=table.created.house.stand_in, why="left")])


@_decide.register
def _(command: Concede, table: Table, now: float, language: str) -> Change:
    if table.status != "running":
        raise Refused("not-running", language)
    if table.created.deal is not None:
        raise Refused("dealt-alone", language)
    return table.change([Conceded(at=now, seat=command.seat, level=table.created.house.stand_in)])


@_decide.register
def _(command: Start, table: Table, now: float, language: str) -> Change:
    if table.status != "open":
        raise Refused("already-started", language)
    if table.created.deal is not None:
        raise Refused("dealt-alone", language)
    if table.created.house.listed:
        _check_host(table, command.seat, language)
    bots: list[AnyEvent] = [
        Handed(at=now, seat=seat, level=command.level, why="seated") for seat, s in enumerate(table.seats) if s.free
    ]
    token = table.seats[command.seat].token
    mine = [] if command.nonce is None else [seat for seat, s in enumerate(table.seats) if s.token == token]
    return table.change([*bots, Started(at=now, nonces=dict.fromkeys(mine, command.nonce or ""))])


@_decide.register
def _(command: Free, table: Table, now: float, language: str) -> Change:
    chair = _seat(table, command.chair, language)
    if table.status != "open":
        raise Refused("already-started", language)
    _check_host(table, command.seat, language)
    if chair.free:  # it came twice
        return table.change([])
    if not chair.owned or chair.token == table.seats[command.seat].token:
        raise Refused("not-others", language)
    return table.change([Stood(at=now, seat=command.chair)])


def _replace(command: Replace, table: Table, now: float, language: str, away: Collection[int]) -> Change:
    """A bot plays for somebody who is away, once all the others have asked for that."""
    chair = command.chair
    found = _seat(table, chair, language)
    if table.status != "running":
        raise Refused("not-running", language)
    if table.created.house.clock.kind == "days":
        raise Refused("clock-waits", language)
    if found.level:
        return table.change([])
    if chair not in away or found.token == table.seats[command.seat].token:
        raise Refused("not-away", language)
    agreed = table.missed.get(chair, frozenset()) | {command.seat}
    tokens = {table.seats[seat].token for seat in agreed}
    others = (seat for k, seat in enumerate(table.seats) if seat.played_by_person and k not in away)
    events: list[AnyEvent] = (
        [] if command.seat in table.missed.get(chair, ()) else [Missed(at=now, seat=command.seat, chair=chair)]
    )
    if all(seat.token in tokens for seat in others):
        events.append(Handed(at=now, seat=chair, level=table.created.house.stand_in, why="voted"))
    return table.change(events)


@_decide.register
def _(command: Chat, table: Table, now: float, language: str) -> Change:
    if not table.created.house.chat:
        raise Refused("no-chat", language)
    _check_word(table, command.seat, language)
    return table.change([Chatted(at=now, seat=command.seat, text=clean(command.text, language))])


@_decide.register
def _(command: Phrase, table: Table, now: float, language: str) -> Change:
    _check_word(table, command.seat, language)
    return table.change([Chatted(at=now, seat=command.seat, text="", phrase=command.phrase)])


def _check_word(table: Table, seat: int, language: str) -> None:
    """Raise Refused for a seat that may not speak, or has said too much."""
    if seat in table.muted:
        raise Refused("muted", language)
    most = MAX_CHATTED // len(table.seats)  # so that nobody takes the word from the others
    if table.chatted[seat] >= most:
        raise Refused("full-chat", language, most=most)


def sit(
    table: Table,
    caller: Caller,
    wanted: SitDown,
    token: str,
    now: float,
    language: str,
    near: Collection[int] = (),
) -> Change:
    """The caller sits down; the game begins if that was the last free seat. Raises Refused.

    `token` is a hash; `near` are the seats that were taken from the caller's address, as far as the server knows.
    """
    check_room(table, language)
    seat = _seat(table, wanted.seat, language)
    if seat.token == token and wanted.token is not None:  # it came twice: the first answer was lost
        return table.change([])
    if table.status != "open":
        raise Refused("already-started", language)
    if not seat.free:
        raise Refused("seat-taken", language)
    if seat.reserved and not caller.expected(seat):
        raise Refused("seat-reserved", language)
    if wanted.seat in table.challenged and now >= table.created.until:
        raise Refused("no-challenge", language)
    known = any(caller.owns(other) for other in table.seats) or bool(seat.reserved)
    if table.created.invite and not known and table.created.invite not in caller.keys:
        raise Refused("no-invitation", language)
    if table.created.house.listed and not seat.reserved:
        _check_one_seat(table, caller, near, language)
    name = clean(wanted.name, language)
    if any(look_alike(name, other) for other in table.names()):
        raise Refused("name-taken", language, name=name)
    events: list[AnyEvent] = [
        Sat(
            at=now,
            seat=wanted.seat,
            name=name,
            token=token,
            person=caller.person,
            nonce=wanted.nonce if table.created.deal is None else "",
        )
    ]
    if table.created.starts and sum(other.free for other in table.seats) == 1:
        events.append(Started(at=now))
    return table.change(events)


def _check_one_seat(table: Table, caller: Caller, near: Collection[int], language: str) -> None:
    """Raise Refused for a stranger who has a seat of a listed table, or somebody at their address; not for its host."""
    host = Seat() if table.host is None else table.seats[table.host]
    if caller.owns(host):
        return
    strangers = (k for k, seat in enumerate(table.seats) if seat.owned and seat.token != host.token)
    if any(caller.owns(table.seats[k]) or k in near for k in strangers):
        raise Refused("one-seat", language)


def hint(table: Table, caller: Caller, wanted: AskHint, now: float, language: str) -> Change:
    """The seat asks for a hint; the table is told so once for each question. Raises Refused."""
    check_seat(table, caller, wanted.seat, language)
    check_room(table, language)
    if not table.created.house.hints:
        raise Refused("no-hints", language)
    _check_view(table, wanted.seat, wanted.seq, language)
    if table.asked != wanted.seat:
        raise Refused("not-asked", language)
    if table.secret:
        raise Refused("hint-tells", language)
    return table.change([] if table.hinted else [Hinted(at=now, seat=wanted.seat)])


def rematch(table: Table, caller: Caller, command: Rematch, now: float, language: str) -> list[AnyEvent]:
    """The events of a new table that keeps the seats for the same people."""
    check_seat(table, caller, command.seat, language)
    if table.status != "over":
        raise Refused("not-over", language)
    check_room(table, language)
    created = msgspec.structs.replace(
        table.created,
        at=now,
        rules=table.game.rules_version,  # a new game, even after one by earlier rules
        options=table.game.options_anew(table.state),
        secret=secrets.token_hex(32),
        starts=True,
        until=0.0,
        course=None,
        fair=2,
        host=table.seats[command.seat].token,
        reserved={k: seat.token for k, seat in enumerate(table.seats) if seat.owned},
        reserved_people={k: seat.person for k, seat in enumerate(table.seats) if seat.person},
        deal=None,
    )
    bots = [
        Handed(at=now, seat=k, level=seat.level, why="seated")
        for k, seat in enumerate(table.seats)
        if seat.level and not seat.owned
    ]
    return [created, *bots]


def decline(table: Table, caller: Caller, now: float, language: str) -> Change:
    """The caller does not take up the challenge: their chair is free for others. Raises Refused if there is none."""
    mine = [seat for seat in table.challenged if caller.expected(table.seats[seat])]
    if not mine:
        raise Refused("no-challenge", language)
    return table.change([Declined(at=now, seat=seat) for seat in mine])


def challenge_is_over(table: Table, now: float) -> Change:
    """Nobody has answered the challenge in time: the chair is free for others."""
    return table.change([Declined(at=now, seat=seat) for seat in table.challenged])


def agent_is_gone(table: Table, now: float) -> Change:
    """The bot of the asked seat is not offered any more: the table's stand-in plays on in its place."""
    assert table.asked is not None
    return table.change([Handed(at=now, seat=table.asked, level=table.created.house.stand_in, why="gone")])


def time_is_up(table: Table, now: float) -> Change:
    """The clock of the asked seat has run out: a bot plays on for its player."""
    assert table.asked is not None
    return table.change([Handed(at=now, seat=table.asked, level=table.created.house.stand_in, why="clock")])


def _undo(
    table: Table, before: list[AnyEvent], seat: int, now: float, branch: int | None, name: str, to: int | None = None
) -> Change:
    """The seat's last move is taken back, or the one at `to`, after the events `before`."""
    to = table.last_of(seat) if to is None else to
    assert to is not None
    snapshot = table.snapshot(table.back(to, branch))
    told = table.told(snapshot, seat)
    return table.change([*before, Undone(at=now, seat=seat, to=to, told=told, id=name, branch=branch)], snapshot)


def _first_time(table: Table, command: Move | Undo | Propose, language: str) -> bool:
    """Whether this command is new. Raises Refused unless it answers the seat's present view."""
    if command.id and command.id in table.done[command.seat]:
        return False
    _check_view(table, command.seat, command.seq, language)
    return True


def _check_view(table: Table, seat: int, seq: int, language: str) -> None:
    """Raise Refused unless the game runs and the seat's present view has that number."""
    if table.status != "running":
        raise Refused("not-running", language)
    if seq != table.seq[seat]:
        raise Refused("old-view", language, seq=seq, now=table.seq[seat])


def _check_host(table: Table, seat: int, language: str) -> None:
    """Raise Refused unless this is the seat of the host, or one more of theirs."""
    host = table.host
    if host is None or table.seats[host].token != table.seats[seat].token:
        raise Refused("only-host", language)
