"""How a finished game ended, as its players' histories keep it. It follows from the events of its table alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from pediment.server.domain.events import Acted, AnyEvent, Conceded, Handed, Hinted, Started, Undone
from pediment.server.domain.table import Table

How = Literal["played", "conceded", "left", "helped"]
"""What a person did with their seat: played it to the end; conceded; let a bot end the game, for whatever reason; had
help: a bot played a part of it, they asked for hints, or undid something after they had learned from it."""
ABANDONED: Final = ("conceded", "left")
"""Whoever did that comes after all who have not."""


Result = Literal["won", "shared", "lost", "none"]
"""None where one person had several seats, and has played against themselves."""
Against = Literal["people", "bots", "both"]


class Seen(msgspec.Struct, frozen=True):
    """What a game was for one of its players, as their record counts it."""

    seats: int
    against: Against
    result: Result
    points: int | None
    """None if they gave the game up: then they are a bot's."""
    levels: str
    """The levels of the bots, each with + if the player finished before all of them, or -: "potter+ scholar-"."""
    counted: bool
    """Whether it counts for their rating."""


class Finisher(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the end of a game."""

    name: str
    total: int
    place: int
    """1 for the first; those who share a place have the same."""
    person: str | None = None
    level: str | None = None
    """Of a bot; None for people, with an identity or without."""
    how: How = "played"
    gathered: dict[str, int] = {}
    """How many cards of each family, god or the like."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game."""

    game: str
    began: float
    ended: float
    moves: int
    seats: list[Finisher]
    unrated: Literal["", "hot-seat", "continued", "deal"] = ""
    """Why it counts for nobody's rating: one person had several seats, it went on from another game, or others play the
    same deal and may have told what comes."""

    def own(self, person: str) -> list[int]:
        """The seats of a person."""
        return [k for k, seat in enumerate(self.seats) if seat.person == person]

    def compared(self) -> list[int]:
        """The seats whose order says who is stronger: those that were played without help, or given up."""
        return [] if self.unrated else [k for k, seat in enumerate(self.seats) if seat.how != "helped"]

    def seen_by(self, person: str) -> Seen:
        """What it was for a person who played it."""
        yours = self.own(person)
        own, compared = self.seats[yours[0]], self.compared()
        others = [seat for k, seat in enumerate(self.seats) if k not in yours]
        bots = {seat.level for seat in others if seat.level is not None}
        ahead = {level: all(own.place < seat.place for seat in others if seat.level == level) for level in bots}
        people = any(seat.level is None for seat in others)
        result: Result = "won" if sum(seat.place == 1 for seat in self.seats) == 1 else "shared"
        return Seen(
            seats=len(self.seats),
            against="bots" if not people else "both" if bots else "people",
            result="none" if len(yours) > 1 else "lost" if own.place > 1 else result,
            points=None if own.how in ABANDONED else own.total,
            levels=" ".join(f"{level}{'+' if ahead[level] else '-'}" for level in sorted(ahead)),
            counted=len(yours) == 1 and yours[0] in compared and len(compared) > 1,
        )

    def without(self, person: str) -> Outcome:
        """The same after that person was forgotten, as `domain.forgetting` leaves it in events."""
        seats = [
            msgspec.structs.replace(seat, person=None, name=f"Player {k + 1}") if seat.person == person else seat
            for k, seat in enumerate(self.seats)
        ]
        return msgspec.structs.replace(self, seats=seats)


def outcome_of(table: Table, events: Sequence[AnyEvent]) -> Outcome | None:
    """How the game of these events, which make that table, ended.

    None if it is not over, was ended by the operator, or only shown; and if nobody with an identity played it.
    """
    if table.status != "over" or table.closed or table.created.shown or not any(seat.person for seat in table.seats):
        return None
    how = [_how(table, seat, events) for seat in range(len(table.seats))]
    totals, gathered = table.game.totals(table.state), table.game.gathered(table.state)
    standing = [
        (0, _given_up(seat, events), 0) if how[seat] in ABANDONED else (1, share, totals[seat])
        for seat, share in enumerate(table.game.returns(table.state))
    ]
    return Outcome(
        game=table.created.game,
        began=next(event.at for event in events if isinstance(event, Started)),
        ended=next(event.at for event in reversed(events) if isinstance(event, Acted | Undone | Conceded)),
        moves=len(table.labels) - table.begun,
        seats=[
            Finisher(
                name=name,
                total=totals[k],
                place=1 + sum(other > standing[k] for other in standing),
                person=seat.person if seat.owned else None,
                level=None if seat.owned else seat.level,
                how=how[k],
                gathered=gathered[k],
            )
            for k, (seat, name) in enumerate(zip(table.seats, table.names(), strict=True))
        ],
        unrated=_unrated(table),
    )


def _unrated(table: Table) -> Literal["", "hot-seat", "continued", "deal"]:
    if table.created.deal is not None:
        return "deal"
    if table.created.course is not None:
        return "continued"
    tokens = [seat.token for seat in table.seats if seat.owned]
    people = [seat.person for seat in table.seats if seat.person]
    return "" if len(set(tokens)) == len(tokens) and len(set(people)) == len(people) else "hot-seat"


def _given_up(seat: int, events: Sequence[AnyEvent]) -> float:
    """When a person gave their seat up: whoever did first comes last."""
    return max(event.at for event in events if isinstance(event, Conceded | Handed) and event.seat == seat)


def _how(table: Table, seat: int, events: Sequence[AnyEvent]) -> How:
    """What the person of that seat did with it; bots play to the end."""
    if not table.seats[seat].owned:
        return "played"
    if seat in table.conceded:
        return "conceded"
    if table.seats[seat].level:
        return "left"
    helped = any(
        (isinstance(event, Acted) and event.by == "stand-in")
        or isinstance(event, Hinted)
        or (isinstance(event, Undone) and event.branch is not None)
        for event in events
        if getattr(event, "seat", None) == seat
    )
    return "helped" if helped else "played"
