"""A table as it stands: the fold of its events. Nothing here waits, writes or sends."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from typing import Any, Final, Literal

import msgspec

import pediment
from pediment.core import fair, record
from pediment.core.game import Game
from pediment.core.state import OVER
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.table import chronicle
from pediment.table.chronicle import (
    Acted,
    AnyEvent,
    Chatted,
    Created,
    Handed,
    Hinted,
    Proposed,
    Rematched,
    Returned,
    Sat,
    Shared,
    Started,
    Stood,
    Undone,
    Voted,
)
from pediment.table.refusal import TEXTS, Refused
from pediment.table.seats import Seat

REMEMBERED: Final = 32
"""So many commands of a seat are known again when they come twice."""
CHAT_LINES: Final = 100
NEWS_LINES: Final = 30
WAKING: Final = 600.0
"""Seconds that somebody has left at least when the server was away."""

_encode: Final = msgspec.json.Encoder().encode
Status = Literal["open", "running", "over"]
News = Sat | Stood | Handed | Returned | Voted | Hinted | Undone
"""Events that the table tells of besides the game; of votes those that refuse, of decisions those taken back."""


def _is_news(event: News) -> bool:
    return not (isinstance(event, Handed) and event.why == "seated") and not (isinstance(event, Voted) and event.yes)


@dataclass(frozen=True, slots=True)
class Step:
    """A decision of this game: whose, how much chance had spoken before it, when it was asked for, what it cost."""

    seat: int
    drawn: int
    asked_at: float
    used: float


@dataclass(slots=True)
class Wish:
    """The table's wish number so and so: a seat wants to take back its last decision, the one at place `to`."""

    number: int
    seat: int
    to: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Looks:
    """What viewers see of a state: a print for each of them, and whether nobody but the asked seat knows who it is."""

    state: Any
    prints: list[int]
    secret: bool


class _Memo:
    """What a room keeps in mind to be faster. It is no part of the table."""

    __slots__ = ("_lent", "_looks", "_past", "_tried")


class Room(_Memo):
    """A table: its seats, its game, and what each viewer has been shown.

    Viewers are the seats and, after the last one, everybody who has none. `seq[viewer]` counts what that viewer was
    shown: a decision that changes nothing for them leaves it, so that it tells nothing.
    """

    created: Created
    game: Game[Any]

    def __init__(self, table: str) -> None:
        self.table = table
        self.events = 0
        self.number = 0  # changes of what `wire.Table` tells
        self.updated = 0.0  # when something happened that everybody may know of
        self.seats: list[Seat] = []
        self.state: Any = None
        self.base: dict[str, Any] = {}  # the beginning of the course
        self.labels: list[str] = []
        self.redraws: list[dict[str, Any]] = []
        self.begun = 0
        self.branches = 0
        self.undone: list[int] = []  # by viewer, how often they saw that something was taken back
        self.steps: list[Step] = []
        self.seq: list[int] = []
        self.prints: list[int] = []
        self.banks: list[float] = []
        self.asked_at = 0.0
        self.secret = False  # may only the seat itself know that it is asked?
        self.wish: Wish | None = None
        self.wishes = 0
        self.hinted = False  # was a hint asked for in the present question?
        self.chat: deque[Chatted] = deque(maxlen=CHAT_LINES)
        self.news: deque[News] = deque(maxlen=NEWS_LINES)
        self.rematch: str | None = None
        self.shares: set[str] = set()
        self.done: list[dict[str, int]] = []
        self._lent = False  # does another room have the same state, so that it must not be changed?
        self._looks: Looks | None = None  # of the present state
        self._tried: tuple[Any, Looks] | None = None  # what `told` was asked about last, and from which state
        self._past: list[Any] | None = None  # while many events are folded, the state before each decision

    @classmethod
    def of(cls, table: str, events: Iterable[bytes]) -> Room:
        """The table that these events of the store tell of. Raises Refused if its game is gone."""
        room = cls(table)
        for _ in room.unfold(events):
            pass
        room.look()
        return room

    def unfold(self, events: Iterable[bytes]) -> Iterator[None]:
        """Fold the events of the store, one at a step; whoever stops on the way must `look`."""
        self._past = []
        for event in events:
            self.fold(chronicle.read(event))
            yield
        self._past = None

    def after(self, events: Iterable[AnyEvent]) -> Room:
        """The table as it will stand after these events; this one stays as it is."""
        room = copy.copy(self)
        room.labels, room.redraws, room.steps = self.labels[:], self.redraws[:], self.steps[:]
        room.seats, room.seq, room.undone = self.seats[:], self.seq[:], self.undone[:]
        room.banks, room.done = self.banks[:], self.done[:]
        room.shares, room.chat, room.news = set(self.shares), self.chat.copy(), self.news.copy()
        room._lent = True
        for event in events:
            room.fold(event)
        room._tried = None
        room.look()
        return room

    def wake(self, boot: float) -> None:
        """The server was away until then: nobody loses time by that."""
        allowed = None if self.asked is None else self.created.house.clock.allowed(self.banks[self.asked], self.secret)
        if allowed is not None:
            self.asked_at = max(self.asked_at, boot + min(0.0, WAKING - allowed))

    # What it is

    @property
    def status(self) -> Status:
        """Waiting for people, under way, or over."""
        if self.state is None:
            return "open"
        return "over" if self.state.to_move == OVER or self.created.shown else "running"

    @property
    def viewers(self) -> int:
        """How many kinds of viewers there are: the seats and the spectators."""
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
        return fair.fair_seed(bytes.fromhex(self.created.secret), [seat.nonce for seat in self.seats], branch)

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the first card; empty for a record from elsewhere."""
        return "" if self.created.shown else fair.commitment(bytes.fromhex(self.created.secret))

    def course(self) -> dict[str, Any]:
        """The game so far, as `record.follow` plays it again. It holds the seed."""
        return self.base | {"actions": self.labels, "redraws": self.redraws}

    def options(self) -> tuple[str, ...]:
        """The labels that the asked seat can answer with."""
        return tuple(self.game.label(self.state, action) for action in self.game.legal(self.state))

    def names(self, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """What the players are called; bots by their level, with a number if there are several."""
        found = [seat.name for seat in self.seats]
        for k, seat in enumerate(self.seats):
            if seat.level and not seat.name:
                name = TEXTS.say(language, f"level.{seat.level}")
                numbered = [name, *(f"{name} {n}" for n in range(2, len(found) + 2))]
                found[k] = next(free for free in numbered if free not in found)
        return found

    def called(self, language: str) -> list[str] | None:
        """The names for what the game says of its players; None for a record from elsewhere, which has none."""
        names = self.names(language)
        return names if any(names) else None

    def question(self) -> tuple[object, ...]:
        """What tells the present question from any other of this table."""
        seat = self.asked
        return seat, seat is not None and self.seats[seat].level, self.asked_at, len(self.labels), self.branches

    def due(self, watched: bool = False) -> float | None:
        """When a bot or the clock has something to do here by itself; None if never.

        Bots among themselves play only while somebody watches.
        """
        seat = self.asked
        if seat is None or not (watched or any(seat.owned for seat in self.seats)):
            return None
        if self.seats[seat].level:
            return self.asked_at
        allowed = self.created.house.clock.allowed(self.banks[seat], self.secret)
        return None if allowed is None else self.asked_at + allowed

    # What each viewer sees

    def view(self, viewer: int) -> dict[str, Any]:
        """What that viewer may know of the game."""
        return self.game.view(self.state, viewer if viewer < len(self.seats) else None)

    def look(self) -> None:
        """Take note of what is shown now, to know later whom a decision changes anything for."""
        if self.state is not None:
            if self._looks is None or self._looks.state is not self.state:
                self._looks = self._look_at(self.state)
            self.prints = self._looks.prints
            self.secret = self.status == "running" and self._looks.secret

    def _look_at(self, state: Any) -> Looks:
        prints: list[int] = []
        secret = False
        for viewer in range(self.viewers):
            seat = viewer if viewer < len(self.seats) else None
            labels = [self.game.label(state, action) for action in state.legal] if state.to_move == seat else None
            view = self.game.view(state, seat)
            prints.append(hash(_encode((view, labels))))
            secret = view["to_move"] is None  # the last one is the spectators'
        return Looks(state, prints, secret)

    def told(self, state: Any, seat: int) -> int:
        """The viewers for whom this state differs from the present one, as bits; the seat that acts always."""
        looks = self._look_at(state)
        self._tried = self.state, looks
        mask = 1 << seat
        for viewer, (old, new) in enumerate(zip(self.prints, looks.prints, strict=True)):
            mask |= (new != old) << viewer
        return mask

    # Taking back

    def undo_of(self, seat: int) -> Literal["free", "vote"] | None:
        """May the seat take back its last decision by itself, by vote, or has it none?"""
        if self.status != "running" or self.last_of(seat) is None:
            return None
        last = self.steps[-1]
        return "free" if last.seat == seat and last.drawn == self.state.drawn else "vote"

    def last_of(self, seat: int) -> int | None:
        """The place of the seat's last decision."""
        for place in range(len(self.steps) - 1, -1, -1):
            if self.steps[place].seat == seat:
                return self.begun + place
        return None

    def back(self, to: int, branch: int | None) -> Any:
        """The state after the first `to` decisions; with a branch, with fresh draws from there on."""
        if self._past is not None and to - self.begun < len(self._past):
            state = self._past[to - self.begun].clone()
            if branch is not None:
                self.game.redraw(state, self.seed_of(branch))
            return state
        course = self.base | {"actions": self.labels[:to], "redraws": self._redraws(to, branch)}
        return record.follow(self.game, course)

    def _redraws(self, to: int, branch: int | None) -> list[dict[str, Any]]:
        kept = [redraw for redraw in self.redraws if redraw["at"] <= to]
        if branch is not None:
            kept = [redraw for redraw in kept if redraw["at"] < to] + [{"at": to, "seed": self.seed_of(branch)}]
        return kept

    def asked_to_agree(self, seat: int) -> set[int]:
        """The seats whose people must agree when this one wants to take back; bots agree to everything.

        Nobody agrees for somebody who is away.
        """
        own = self.seats[seat].token
        return {k for k, other in enumerate(self.seats) if other.owned and other.token != own}

    # The fold

    def fold(self, event: AnyEvent) -> None:
        """Let an event happen that was checked before. After the last one `look` must follow.

        Nothing is refused but a table whose game is gone: that raises Refused.
        """
        self.events += 1
        before = self.status, self.wish
        self._fold(event)
        if not isinstance(event, (Acted, Undone)):
            self.number += 1
            self.updated = event.at
            if isinstance(event, (Sat, Stood, Handed, Returned, Voted, Hinted)) and _is_news(event):
                self.news.append(event)
            return
        public = bool(event.told >> len(self.seats) & 1)
        if public and isinstance(event, Undone):
            self.news.append(event)
            self.number += 1
        self.number += before != (self.status, self.wish)
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
        if event.course is not None:
            self.base = {key: value for key, value in event.course.items() if key not in ("actions", "redraws")}
            self.base["rules"] = event.rules
            self.labels = list(event.course["actions"])
            self.redraws = list(event.course.get("redraws", []))
            self.begun = len(self.labels)
        if event.shown:
            self.state = record.follow(self.game, self.course())
            self._show(-1)

    @_fold.register
    def _(self, event: Sat) -> None:
        self.seats[event.seat] = Seat(event.name, event.token, event.person, None, event.nonce)

    @_fold.register
    def _(self, event: Stood) -> None:
        self.seats[event.seat] = Seat()

    @_fold.register
    def _(self, event: Handed) -> None:
        self.seats[event.seat] = replace(self.seats[event.seat], level=event.level)
        if event.why == "clock":
            self.banks[event.seat] = 0.0
        if self.wish and self.wish.seat == event.seat:
            self.wish = None

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
        self.state = record.follow(self.game, self.course())
        self.banks = [self.created.house.clock.bank] * len(self.seats)
        self.asked_at = event.at
        self._show(-1)

    @_fold.register
    def _(self, event: Acted) -> None:
        self.steps.append(Step(event.seat, self.state.drawn, self.asked_at, event.used))
        if self._past is not None:
            self._past.append(self.state.clone())
        self.labels.append(event.move)
        self.banks[event.seat] -= event.used
        self._act(self.game.parse(self.state, event.move))
        self._moved(event)

    @_fold.register
    def _(self, event: Undone) -> None:
        self.state = self.back(event.to, event.branch)
        if self._past is not None:
            del self._past[event.to - self.begun :]
        self.redraws = self._redraws(event.to, event.branch)
        self.branches = max(self.branches, event.branch or 0)
        taken = self.steps[event.to - self.begun]
        del self.labels[event.to :]
        del self.steps[event.to - self.begun :]
        if event.branch is not None:
            self.wish = None  # it is fulfilled
        for viewer in range(self.viewers):
            self.undone[viewer] += event.told >> viewer & 1
        self._moved(event)
        if event.branch is None:  # the same question again, on the same time
            self.banks[event.seat] += taken.used
            self.asked_at = taken.asked_at

    @_fold.register
    def _(self, event: Proposed) -> None:
        to = self.last_of(event.seat)
        assert to is not None
        self.wishes += 1
        self.wish = Wish(self.wishes, event.seat, to, set())
        self._remember(event.seat, event.id)

    @_fold.register
    def _(self, event: Voted) -> None:
        assert self.wish
        if event.yes:
            self.wish = Wish(self.wish.number, self.wish.seat, self.wish.to, self.wish.agreed | {event.seat})
        else:
            self.wish = None

    @_fold.register
    def _(self, event: Chatted) -> None:
        self.chat.append(event)

    @_fold.register
    def _(self, event: Hinted) -> None:
        self.hinted = True

    @_fold.register
    def _(self, event: Shared) -> None:
        self.shares.add(event.token)

    @_fold.register
    def _(self, event: Rematched) -> None:
        self.rematch = event.table

    def _act(self, action: int) -> None:
        """Let the game go on, with the state that `told` was asked about if it is of that decision."""
        tried, self._tried = self._tried, None
        if tried is not None and tried[0] is self.state:
            actions: list[int] = tried[1].state.actions
            if len(actions) == len(self.state.actions) + 1 and actions[-1] == action:
                self.state, self._looks = tried[1].state, tried[1]
                return
        if self._lent:
            self.state, self._lent = self.state.clone(), False
        self.game.apply(self.state, action)
        self._looks = None

    def _moved(self, event: Acted | Undone) -> None:
        self.asked_at = event.at
        self.hinted = False
        if event.told >> len(self.seats) & 1:
            self.wish = None  # everybody sees that the game went on; what nobody sees must leave no trace
        self._show(event.told)
        self._remember(event.seat, event.id)

    def _show(self, told: int) -> None:
        for viewer in range(self.viewers):
            self.seq[viewer] += told >> viewer & 1

    def _remember(self, seat: int, name: str) -> None:
        if name:
            done = self.done[seat] = self.done[seat] | {name: self.seq[seat]}
            if len(done) > REMEMBERED:
                del done[next(iter(done))]
