"""A table as it stands: the fold of its events. Nothing here waits, writes or sends."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from typing import Any, Final, Literal

import msgspec

import pediment
from pediment.core import record
from pediment.core.engine import fairness
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    Chatted,
    Closed,
    Conceded,
    Created,
    Dealt,
    Declined,
    Handed,
    Hinted,
    Missed,
    Muted,
    Planned,
    Proposed,
    Rematched,
    Returned,
    Revealed,
    Sat,
    Shared,
    Started,
    Stood,
    Undone,
    Unplanned,
    Unshared,
    Voted,
    read_event,
)
from pediment.server.domain.plans import Plan, is_due
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.seats import Seat

MAX_REMEMBERED_COMMANDS: Final = 32
"""Of each seat: one of these that comes again counts once."""
MAX_CHAT_LINES: Final = 100
MAX_NEWS_LINES: Final = 30
MIN_SECONDS_AFTER_RESTART: Final = 600.0
"""The least that is left of a player's time after the server was away."""

_GAME_EVENTS: Final = (Created, Started, Acted, Undone)
"""These change the state of the game."""
_encode: Final = msgspec.json.Encoder().encode
Status = Literal["open", "running", "over"]
News = Sat | Stood | Declined | Handed | Conceded | Returned | Voted | Missed | Hinted | Undone
"""Events that are shown besides the game: of votes only refusals, of moves only undone ones."""


def _is_news(event: News) -> bool:
    return not (isinstance(event, Handed) and event.why == "seated") and not (isinstance(event, Voted) and event.yes)


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move of this game: its seat, the draws before it, when it was asked for, and the seconds that it cost."""

    seat: int
    drawn: int
    asked_at: float
    used: float


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat asks the others to undo its last move, the one at index `to`; `number` counts such requests."""

    number: int
    seat: int
    to: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state of the game with each viewer's view of it, and a hash of each view to tell whether it changed."""

    state: Any
    views: list[dict[str, Any]]
    prints: list[int]


@dataclass(frozen=True, slots=True)
class Change:
    """What happens at a table: the events, and the table after them.

    If the game moved on, `views` is what each viewer sees of it now.
    """

    events: list[AnyEvent]
    table: Table
    views: list[dict[str, Any]] | None = None


class Table:
    """A table: its seats, its game, and what each viewer has been shown.

    Viewers are the seats and, after the last one, everybody who has none. `seq[viewer]` counts what that viewer was
    shown: a move that changes nothing for them does not raise it, so that it gives nothing away.
    """

    created: Created
    game: Game[Any]

    def __init__(self, id: str) -> None:
        self.id = id
        self.events = 0
        self.number = 0  # counts the changes of what `messages.Table` tells
        self.updated = 0.0  # when something happened that everybody may know of
        self.seats: list[Seat] = []
        self.state: Any = None
        self.base: dict[str, Any] = {}  # the beginning of the course
        self.labels: list[str] = []
        self.redraws: list[dict[str, Any]] = []
        self.begun = 0
        self.branches = 0
        self.undone: list[int] = []  # by viewer, how often they saw an undo
        self.past_moves: list[PastMove] = []
        self.seq: list[int] = []
        self.prints: list[int] = []
        self.banks: list[float] = []
        self.asked_at = 0.0
        self.secret = False  # may only the seat itself know that it is asked?
        self.undo_request: UndoRequest | None = None
        self.undo_requests = 0
        self.missed: dict[int, frozenset[int]] = {}  # by absent seat, who has asked that a bot plays for it
        self.plans: dict[int, Plan] = {}  # by seat, for its next turn; nobody else may learn that there is one
        self.lost_plans: dict[int, int | None] = {}  # of seats whose plan became void: the log entry that did it
        self.hinted = False  # was a hint asked for in the present question?
        self.chatted: list[int] = []  # lines of chat, by seat
        self.chat: deque[Chatted] = deque(maxlen=MAX_CHAT_LINES)
        self.news: deque[News] = deque(maxlen=MAX_NEWS_LINES)
        self.rematch: str | None = None
        self.shares: set[str] = set()
        self.muted: frozenset[int] = frozenset()
        self.conceded: tuple[int, ...] = ()  # seats, in the order in which their people gave up
        self.closed = False  # by the operator
        self.revealed = False  # does nobody play this table's deal any more?
        self.tries: dict[str, str] = {}  # of a deal of the day: by player, the table of their try
        self.ended = 0.0  # when the last move was made
        self.helped = False  # has a bot moved for a person?
        self.done: list[dict[str, str]] = []  # by seat and a command's id, the receipt that it was answered with
        self.people: tuple[str, ...] = ()  # ids of all who sit or sat here, also of those who left or declined
        self.tokens: frozenset[str] = frozenset()  # hashes of the tokens of the same

    @classmethod
    def of(cls, table_id: str, events: Iterable[bytes]) -> Table:
        """The table that these events of the store make. Raises Refused if its game is gone."""
        table = cls(table_id)
        for event in events:
            table.note(read_event(event))
        table.resume()
        return table

    def resume(self) -> None:
        """Play the game to where the events that were noted have left it.

        It is played once, however often moves were taken back: the cost is that of one game, not of the table's age.
        """
        if not self.seq[-1]:  # nobody was shown anything yet
            return
        drawn: list[int] = []
        for state in record.walk(self.game, self.course()):
            drawn.append(state.drawn)
            self.state = state
        self.past_moves = [
            replace(move, drawn=before) for move, before in zip(self.past_moves, drawn[self.begun :], strict=False)
        ]
        self.number += self.status == "over" and not self.created.shown
        self.look()

    def after(self, events: Sequence[AnyEvent]) -> Table:
        """The table as it will stand after these events; this one stays as it is."""
        return self.change(events).table

    def change(self, events: Sequence[AnyEvent], snapshot: Snapshot | None = None) -> Change:
        """What these events, checked before, make of this table, which itself stays as it is.

        `snapshot` is the game after the last of them, if that is known: after a move or an undo that was tried.
        """
        if not events:
            return Change([], self)
        table = self._copy()
        for event in events[:-1]:
            table.fold(event)
        table.fold(events[-1], None if snapshot is None else snapshot.state)
        if snapshot is None and table.state is not None and any(isinstance(event, _GAME_EVENTS) for event in events):
            snapshot = table.snapshot(table.state)
        if snapshot is None:
            return Change(list(events), table)
        table._note(snapshot)
        return Change(list(events), table, snapshot.views)

    def _copy(self) -> Table:
        """A table that can be folded on. The state is shared: it is never changed, only replaced."""
        table = copy.copy(self)
        table.labels, table.redraws, table.past_moves = self.labels[:], self.redraws[:], self.past_moves[:]
        table.seats, table.seq, table.undone = self.seats[:], self.seq[:], self.undone[:]
        table.banks, table.done, table.chatted = self.banks[:], self.done[:], self.chatted[:]
        table.shares, table.chat, table.news = set(self.shares), self.chat.copy(), self.news.copy()
        return table

    def wake(self, boot: float) -> None:
        """The server was away until then: a live clock begins its question again, and days leave some time at least."""
        clock = self.created.house.clock
        allowed = None if self.asked is None else clock.allowed(self.banks[self.asked], self.secret)
        if allowed is None:
            return
        since = boot if clock.kind == "live" else boot + min(0.0, MIN_SECONDS_AFTER_RESTART - allowed)
        self.asked_at = max(self.asked_at, since)
        self.past_moves = [replace(move, asked_at=max(move.asked_at, since)) for move in self.past_moves]

    def delayed(self, seconds: float) -> Table:
        """The same table with every question asked so many seconds later; earlier, if they are negative."""
        table = self._copy()
        table.asked_at += seconds
        table.past_moves = [replace(move, asked_at=move.asked_at + seconds) for move in table.past_moves]
        return table

    # What it is

    @property
    def status(self) -> Status:
        """Waiting for people, under way, or over."""
        if self.state is None:
            return "open"
        over = self.state.to_move == OVER or self.created.shown or self.closed or self.given_up
        return "over" if over else "running"

    @property
    def given_up(self) -> bool:
        """Whether everybody who played has conceded: bots need not play on among themselves."""
        people = {k for k, seat in enumerate(self.seats) if seat.owned}
        return bool(self.conceded) and people <= {*self.conceded}

    @property
    def sealed(self) -> bool:
        """Whether others may still play the same deal: then nothing of this game leaves the table but its views."""
        return self.created.deal is not None and not self.revealed

    @property
    def unattended(self) -> bool:
        """Whether bots play here for the results of a deal, watched by nobody."""
        return self.created.deal is not None and not any(seat.owned for seat in self.seats)

    @property
    def viewers(self) -> int:
        """The number of viewers: each seat, and the spectators as one."""
        return len(self.seats) + 1

    @property
    def asked(self) -> int | None:
        """The seat that must answer now."""
        return self.state.to_move if self.status == "running" else None

    @property
    def seed(self) -> str:
        """The seed of this table's draws. Secret until the game is over."""
        return self.seed_of(0)

    def seed_of(self, branch: int) -> str:
        """The seed of the draws after the vote number `branch`; 0 is the first."""
        if self.created.deal is not None:
            return fairness.deal_seed(bytes.fromhex(self.created.secret))
        return fairness.fair_seed(bytes.fromhex(self.created.secret), [seat.nonce for seat in self.seats], branch)

    @property
    def commitment(self) -> str:
        """What is published before the first card; empty for an imported record."""
        created = self.created
        if created.shown:
            return ""
        if created.fair == 1:
            return fairness.commitment(bytes.fromhex(created.secret))
        beginning = {"options": created.options, "seats": created.seats} if created.course is None else created.course
        course = {"game": created.game, "rules": created.rules} | beginning
        return fairness.commitment(bytes.fromhex(created.secret), fairness.terms(self.fair_name, course))

    @property
    def fair_name(self) -> str:
        """What the commitment names: the table, or the deal that it shares with others."""
        return self.id if self.created.deal is None else self.created.deal.id

    def receipt(self, seat: int, seq: int) -> str:
        """What the seat is told after its move: with it, the record can be checked."""
        return fairness.receipt(bytes.fromhex(self.created.secret), seat, seq, self.labels)

    def course(self) -> dict[str, Any]:
        """The game so far, as `record.follow` plays it again. It holds the seed."""
        return self.base | {"actions": self.labels, "redraws": self.redraws}

    def options(self) -> tuple[str, ...]:
        """The labels that the asked seat can answer with."""
        return tuple(self.game.label(self.state, action) for action in self.game.legal(self.state))

    def winners(self) -> list[int]:
        """The seats that have won, once the game is over; none that was conceded, unless all others were before."""
        if self.status != "over":
            return []
        returns = self.game.returns(self.state)
        if not self.conceded:
            return [seat for seat, share in enumerate(returns) if share]
        standing = list(zip(returns, self.game.totals(self.state), strict=True))
        left = [seat for seat in range(len(self.seats)) if seat not in self.conceded] or [self.conceded[-1]]
        best = max(standing[seat] for seat in left)
        return [seat for seat in left if standing[seat] == best]

    def names(self, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """The players' names; a bot is called by its level, with a number if there are several."""
        found = [seat.name for seat in self.seats]
        for k, seat in enumerate(self.seats):
            if seat.level and not seat.name:
                name = TEXTS.section(language, "level").get(seat.level, seat.level.capitalize())
                numbered = [name, *(f"{name} {n}" for n in range(2, len(found) + 2))]
                found[k] = next(free for free in numbered if free not in found)
        return found

    def called(self, language: str) -> list[str] | None:
        """The names for the game's own texts; None for an imported record, which has none."""
        names = self.names(language)
        return names if any(names) else None

    def log_lines(self, entries: list[dict[str, Any]], language: str, you: int | None = None) -> list[dict[str, Any]]:
        """Log entries, each with its text for the player at seat `you`."""
        names = self.called(language)
        edition = self.game.edition_of(self.state)
        return [entry | {"text": self.game.log_line(entry, language, names, edition, you)} for entry in entries]

    def question(self) -> tuple[object, ...]:
        """A key that identifies the present question among all of this table."""
        seat = self.asked
        level = seat is not None and self.seats[seat].level
        return seat, level, self.asked_at, len(self.labels), self.branches, self.plan_plays

    @property
    def plan_is_due(self) -> bool:
        """Whether the asked seat is at the start of a turn that its person has planned."""
        seat = self.asked
        return seat is not None and seat in self.plans and is_due(self.game, self.state, seat)

    @property
    def plan_plays(self) -> bool:
        """Whether it is played now: it waits while somebody would like to undo."""
        return self.undo_request is None and self.plan_is_due

    def due(self, watched: bool = False) -> float | None:
        """When a bot, a plan or the clock has to act, or a challenge is over; None if never.

        Bots among themselves play only while somebody watches. Where a person plays, bots answer until it is that
        person's turn, and clocks run.
        """
        if self.challenged:
            return self.created.until
        seat = self.asked
        watched |= self.unattended
        if seat is None or not (watched or any(seat.played_by_person for seat in self.seats)):
            return None
        if self.seats[seat].level or self.plan_plays:
            return self.asked_at
        return self.time_up

    @property
    def time_up(self) -> float | None:
        """When the time of the asked seat is up; None if nobody is asked, or it has no limit."""
        seat = self.asked
        allowed = None if seat is None else self.created.house.clock.allowed(self.banks[seat], self.secret)
        return None if allowed is None else self.asked_at + allowed

    # What each viewer sees

    def view(self, viewer: int) -> dict[str, Any]:
        """What that viewer may know of the game."""
        return self.game.view(self.state, viewer if viewer < len(self.seats) else None)

    def look(self) -> None:
        """Take note of what is shown now, after events were folded."""
        if self.state is not None:
            self._note(self.snapshot(self.state))

    def _note(self, snapshot: Snapshot) -> None:
        self.prints = snapshot.prints
        self.secret = self.status == "running" and snapshot.views[-1]["to_move"] is None

    def snapshot(self, state: Any) -> Snapshot:
        """A state of this table's game as every viewer sees it."""
        views: list[dict[str, Any]] = []
        prints: list[int] = []
        for viewer in range(self.viewers):
            seat = viewer if viewer < len(self.seats) else None
            labels = [self.game.label(state, action) for action in state.legal] if state.to_move == seat else None
            view = self.game.view(state, seat)
            views.append(view)
            prints.append(hash(_encode((view, labels))))
        return Snapshot(state, views, prints)

    def told(self, snapshot: Snapshot, seat: int) -> int:
        """The viewers for whom that differs from what they see now, as bits; the seat that acts always."""
        mask = 1 << seat
        for viewer, (old, new) in enumerate(zip(self.prints, snapshot.prints, strict=True)):
            mask |= (new != old) << viewer
        return mask

    def played(self, action: int) -> Any:
        """The state after an action of the asked seat."""
        state = self.state.clone()
        self.game.apply(state, action)
        return state

    # Undo

    def undo_of(self, seat: int) -> Literal["free", "vote"] | None:
        """Whether the seat may undo its last move alone (free) or by vote; None if it has no move."""
        if self.status != "running" or self.last_of(seat) is None:
            return None
        last = self.past_moves[-1]
        if last.seat == seat and last.drawn == self.state.drawn:
            return "free"
        return "vote" if self.created.deal is None else None  # a deal is not drawn afresh

    def last_of(self, seat: int) -> int | None:
        """The index of the seat's last move."""
        for place in range(len(self.past_moves) - 1, -1, -1):
            if self.past_moves[place].seat == seat:
                return self.begun + place
        return None

    def back(self, to: int, branch: int | None) -> Any:
        """The state after the first `to` moves; with a branch, with fresh draws from there on."""
        course = self.base | {"actions": self.labels[:to], "redraws": self._redraws(to, branch)}
        return record.follow(self.game, course)

    def _redraws(self, to: int, branch: int | None) -> list[dict[str, Any]]:
        kept = [redraw for redraw in self.redraws if redraw["at"] <= to]
        if branch is not None:
            kept = [redraw for redraw in kept if redraw["at"] < to] + [{"at": to, "seed": self.seed_of(branch)}]
        return kept

    @property
    def challenged(self) -> list[int]:
        """The chairs that are kept for people who were challenged and have not answered."""
        if not self.created.until or self.status != "open":
            return []
        return [seat for seat, found in enumerate(self.seats) if found.free and found.reserved]

    @property
    def host(self) -> int | None:
        """The seat of the host: whoever made the table, or after they have left, the first person there."""
        owned = [seat for seat, found in enumerate(self.seats) if found.owned]
        return next((seat for seat in owned if self.seats[seat].token == self.created.host), min(owned, default=None))

    def asked_to_agree(self, seat: int) -> set[int]:
        """The seats whose people must agree to an undo of this one, also while they are away; bots always agree."""
        own = self.seats[seat].token
        return {k for k, other in enumerate(self.seats) if other.owned and other.token != own} - {*self.conceded}

    # The fold

    def fold(self, event: AnyEvent, state: Any = None) -> None:
        """Let an event happen that was checked before. After the last one `look` must follow.

        `state` is the game after a move or an undo, if it is known. Raises Refused for a table whose game is gone.
        """
        if state is None and isinstance(event, Acted):
            state = self.played(self.game.parse(self.state, event.move))
        elif state is None and isinstance(event, Undone):
            state = self.back(event.to, event.branch)
        self.note(event)
        if isinstance(event, Started) or (isinstance(event, Created) and event.shown):
            state = record.follow(self.game, self.course())
        if state is not None:
            self.state = state
            self.number += self.status == "over" and not self.created.shown

    def note(self, event: AnyEvent) -> None:
        """Let an event happen on paper: all but the game itself, for which `resume` must follow after the last one.

        Raises Refused for a table whose game is gone.
        """
        self.events += 1
        before = self.undo_request
        self._fold(event)
        if isinstance(event, (Planned, Unplanned)):  # they leave no trace
            return
        if not isinstance(event, (Acted, Undone)):
            self.number += 1
            self.updated = event.at
            if isinstance(
                event, (Sat, Stood, Declined, Handed, Conceded, Returned, Voted, Missed, Hinted)
            ) and _is_news(event):
                self.news.append(event)
            return
        public = bool(event.told >> len(self.seats) & 1)
        if public and isinstance(event, Undone):
            self.news.append(event)
            self.number += 1
        self.number += before != self.undo_request
        if public:
            self.updated = event.at

    @singledispatchmethod
    def _fold(self, event: AnyEvent) -> None:
        raise AssertionError(f"an event that nobody knows: {event}")

    @_fold.register
    def _(self, event: Created) -> None:
        self.created = event
        if event.game not in pediment.games():  # the package that brought it is gone, or its kit is left out
            raise Refused("game-gone", game=event.game)
        self.game = pediment.game(event.game)
        self.seats = [
            Seat(reserved=event.reserved.get(seat, ""), person=event.reserved_people.get(seat))
            for seat in range(event.seats)
        ]
        self.seq, self.undone = [0] * self.viewers, [0] * self.viewers
        self.done = [{} for _ in self.seats]
        self.chatted = [0] * event.seats
        if event.course is not None:
            self.base = {key: value for key, value in event.course.items() if key not in ("actions", "redraws")}
            self.base["rules"] = event.rules
            self.labels = list(event.course["actions"])
            self.redraws = list(event.course.get("redraws", []))
            self.begun = len(self.labels)
        if event.shown:
            self._show(-1)

    @_fold.register
    def _(self, event: Sat) -> None:
        self.seats[event.seat] = Seat(event.name, event.token, event.person, None, event.nonce)
        self.tokens = self.tokens | {event.token}
        if event.person is not None:
            self.people = tuple(sorted({*self.people, event.person}))

    @_fold.register
    def _(self, event: Stood) -> None:
        self.seats[event.seat] = Seat()
        self.muted = self.muted - {event.seat}

    @_fold.register
    def _(self, event: Declined) -> None:
        person = self.seats[event.seat].person
        if person is not None:  # whoever is to be forgotten is found here
            self.people = tuple(sorted({*self.people, person}))
        self.seats[event.seat] = Seat()

    @_fold.register
    def _(self, event: Handed) -> None:
        self.seats[event.seat] = replace(self.seats[event.seat], level=event.level)
        self._is_back(event.seat)
        self._forget_plan(event.seat)
        if event.why == "clock":
            self.banks[event.seat] = 0.0
        if self.undo_request and self.undo_request.seat == event.seat:
            self.undo_request = None

    @_fold.register
    def _(self, event: Conceded) -> None:
        self.seats[event.seat] = replace(self.seats[event.seat], level=event.level)
        self.conceded = (*self.conceded, event.seat)
        self._is_back(event.seat)
        self._forget_plan(event.seat)
        self.undo_request = None  # of the present players, another number must agree

    @_fold.register
    def _(self, event: Returned) -> None:
        self.seats[event.seat] = replace(self.seats[event.seat], level=None)

    @_fold.register
    def _(self, event: Started) -> None:
        for seat, nonce in event.nonces.items():
            self.seats[seat] = replace(self.seats[seat], nonce=nonce)
        if self.created.course is None:
            self.base = {"game": self.created.game, "rules": self.created.rules, "options": self.created.options}
            self.base |= {"seats": self.created.seats, "seed": self.seed}
        else:
            self.redraws = self._redraws(self.begun, 0)
        self.banks = [self.created.house.clock.bank] * len(self.seats)
        self.asked_at = event.at
        self._show(-1)

    @_fold.register
    def _(self, event: Acted) -> None:
        drawn = 0 if self.state is None else self.state.drawn  # on paper, `resume` fills it in
        answered = self.seq[event.seat]
        self.past_moves.append(PastMove(event.seat, drawn, self.asked_at, event.used))
        self.labels.append(event.move)
        self.lost_plans = {seat: line for seat, line in self.lost_plans.items() if seat != event.seat}
        self.banks[event.seat] -= event.used
        self.ended = event.at
        self.helped |= event.by == "stand-in"
        if event.told >> len(self.seats) & 1:  # what nobody sees must leave no trace
            self._is_back(event.seat)
        self._moved(event)
        if event.id:  # a receipt is a hash of the whole game; a bot's move needs none
            self._remember(event.seat, event.id, self.receipt(event.seat, answered))

    @_fold.register
    def _(self, event: Planned) -> None:
        self._forget_plan(event.seat)
        self.plans = self.plans | {event.seat: Plan(tuple(event.moves), event.basis)}

    @_fold.register
    def _(self, event: Unplanned) -> None:
        self._forget_plan(event.seat)
        if event.line is not None:
            self.lost_plans = self.lost_plans | {event.seat: event.line}

    @_fold.register
    def _(self, event: Undone) -> None:
        for seat in [seat for seat in sorted({*self.plans, *self.lost_plans}) if event.told >> seat & 1]:
            self._forget_plan(seat)
            if seat != event.seat:
                self.lost_plans = self.lost_plans | {seat: None}
        self.redraws = self._redraws(event.to, event.branch)
        self.branches = max(self.branches, event.branch or 0)
        taken = self.past_moves[event.to - self.begun]
        del self.labels[event.to :]
        del self.past_moves[event.to - self.begun :]
        if event.branch is not None:
            self.undo_request = None  # it is fulfilled
        for viewer in range(self.viewers):
            self.undone[viewer] += event.told >> viewer & 1
        self._moved(event)
        self._remember(event.seat, event.id)
        if event.branch is None:  # the same question again, on the same time
            self.banks[event.seat] += taken.used
            self.asked_at = taken.asked_at

    @_fold.register
    def _(self, event: Proposed) -> None:
        to = self.last_of(event.seat)
        assert to is not None
        self.undo_requests += 1
        self.undo_request = UndoRequest(self.undo_requests, event.seat, to, set())
        self._remember(event.seat, event.id)

    @_fold.register
    def _(self, event: Voted) -> None:
        assert self.undo_request
        if event.yes:
            self.undo_request = replace(self.undo_request, agreed=self.undo_request.agreed | {event.seat})
        else:
            self.undo_request = None

    @_fold.register
    def _(self, event: Missed) -> None:
        self.missed = self.missed | {event.chair: self.missed.get(event.chair, frozenset()) | {event.seat}}

    @_fold.register
    def _(self, event: Chatted) -> None:
        self.chatted[event.seat] += 1
        self.chat.append(event)

    @_fold.register
    def _(self, event: Hinted) -> None:
        self.hinted = True

    @_fold.register
    def _(self, event: Shared) -> None:
        self.shares.add(event.token)

    @_fold.register
    def _(self, event: Unshared) -> None:
        self.shares = set()

    @_fold.register
    def _(self, event: Muted) -> None:
        self.muted = self.muted | {event.seat} if event.muted else self.muted - {event.seat}

    @_fold.register
    def _(self, event: Closed) -> None:
        self.closed = True

    @_fold.register
    def _(self, event: Rematched) -> None:
        self.rematch = event.table

    @_fold.register
    def _(self, event: Dealt) -> None:
        self.tries = self.tries | {event.by: event.table}

    @_fold.register
    def _(self, event: Revealed) -> None:
        self.revealed = True

    def _moved(self, event: Acted | Undone) -> None:
        self.asked_at = event.at
        self.hinted = False
        if event.told >> len(self.seats) & 1:
            self.undo_request = None  # everybody sees that the game moved on; what nobody sees must leave no trace
        self._show(event.told)

    def _is_back(self, seat: int) -> None:
        """What others asked for while its person was away is void."""
        self.missed = {chair: by for chair, by in self.missed.items() if chair != seat}

    def _forget_plan(self, seat: int) -> None:
        """There is no plan, and nothing to tell of a former one."""
        self.plans = {other: plan for other, plan in self.plans.items() if other != seat}
        self.lost_plans = {other: line for other, line in self.lost_plans.items() if other != seat}

    def _show(self, told: int) -> None:
        for viewer in range(self.viewers):
            self.seq[viewer] += told >> viewer & 1

    def _remember(self, seat: int, name: str, receipt: str = "") -> None:
        if name:
            done = self.done[seat] = self.done[seat] | {name: receipt}
            if len(done) > MAX_REMEMBERED_COMMANDS:
                del done[next(iter(done))]
