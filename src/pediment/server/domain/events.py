"""What happens at a table, as the store keeps it: a list of events that only grows.

A table is the fold of its events (`table.py`), so these shapes are for ever: fields may be added with a default, never
renamed or removed.

>>> read_event(write_event(Chatted(at=1.0, seat=0, text="Hello"))).text
'Hello'
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from pediment.server.domain.clock import Clock

By = Literal["person", "bot", "stand-in"]


class Event(msgspec.Struct, tag_field="event", tag=str.lower, frozen=True, omit_defaults=True, kw_only=True):
    """Something that happened, with its Unix time."""

    at: float


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table: what does not change the game itself."""

    clock: Clock = msgspec.field(default_factory=Clock)
    chat: bool = False
    spectators: bool = True
    listed: bool = False
    stand_in: str = "scholar"
    """The level of the bot that plays for a player who is away."""
    hints: bool = False
    """Whether players may ask for hints. The table is told who does."""


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deal that a table shares with others: its draws stay secret until the last of them may know them."""

    id: str
    """What the commitment names instead of the table,"""
    ends: float | None = None
    """when a deal of the day is over, in Unix time,"""
    twin: str = ""
    """or the other table of a duplicate match."""


class Created(Event, frozen=True):
    """The table is set up. All draws come from `secret`; `course` is a game that it continues or shows."""

    game: str
    seats: int
    options: dict[str, Any]
    house: House
    secret: str
    invite: str
    """The hash of the word that lets people sit down; empty at a table where anybody can."""
    starts: bool = True
    """Whether it begins by itself once all seats are taken."""
    rules: str = "1"
    """The version of the rules that it is played by to its end; tables from before it was noted have the first."""
    course: dict[str, Any] | None = None
    shown: bool = False
    """Only to be looked at: the course is a whole record from elsewhere."""
    fair: int = 1
    """The version of the commitment: 1 binds to the secret, 2 to the table and its options as well."""
    fair_table: str = ""
    """The table that the commitment of an imported record names."""
    host: str = ""
    """The hash of the seat token of whoever made the table; empty where they took no seat, and before it was noted."""
    reserved: dict[int, str] = {}
    """By seat, the hash of the token of the player who sat there in the game before,"""
    reserved_people: dict[int, str] = {}
    """and the id of their identity, if they have one."""
    deal: Deal | None = None
    """The deal that it shares with other tables. `secret` is then that of the deal, and there are no nonces."""
    until: float = 0.0
    """When a chair is no longer kept for the identity that was challenged; 0 at a table without a challenge."""

    def public_options(self) -> dict[str, Any]:
        """The options with the edition's name and hash: its values are at an address of their own."""
        edition = self.options.get("edition")
        if not isinstance(edition, dict):
            return self.options
        return self.options | {"edition": {"name": edition["name"], "hash": edition["hash"]}}


class Sat(Event, frozen=True):
    """A person took a seat; `token` is the hash of what they show for it."""

    seat: int
    name: str
    token: str
    person: str | None = None
    nonce: str = ""


class Stood(Event, frozen=True):
    """A person left their seat before the start, or the host freed it: it is free again."""

    seat: int


class Declined(Event, frozen=True):
    """The chair that was kept for somebody who was challenged is free: they declined, or did not answer in time."""

    seat: int


class Handed(Event, frozen=True):
    """From now on a bot plays this seat; its person, if it has one, may take it back."""

    seat: int
    level: str
    why: Literal["asked", "clock", "gone", "left", "seated", "voted"]
    """Gone: the host of the server no longer offers the bot that played it."""


class Conceded(Event, frozen=True):
    """The person gives the game up for good: a bot plays their seat from now on, and they come last."""

    seat: int
    level: str


class Returned(Event, frozen=True):
    """The person plays their seat again."""

    seat: int


class Started(Event, frozen=True):
    """All seats are taken: the game begins."""

    nonces: dict[int, str] = {}
    """By seat, of players who chose theirs only now, after they had seen the commitment."""


class Acted(Event, frozen=True):
    """A decision. `told` has a bit for every viewer whose view it changed, spectators after the last seat."""

    seat: int
    move: str
    told: int
    id: str = ""
    by: By = "person"
    used: float = 0.0
    """Seconds that it cost on the clock."""


UNTOLD: Final = -1


class Planned(Event, frozen=True):
    """A seat has chosen these answers for its next turn; `basis` is a hash of what they rest on. Nobody else knows."""

    seat: int
    moves: list[str]
    basis: str


class Unplanned(Event, frozen=True):
    """A plan is over: withdrawn by its player, about to be played, or void because of the log entry `line`.

    The line is `UNTOLD` where the log has none that tells of it.
    """

    seat: int
    line: int | None = None


class Proposed(Event, frozen=True):
    """A seat asks the others to take back its last decision and all that followed."""

    seat: int
    id: str = ""


class Voted(Event, frozen=True):
    """Another seat's answer to that."""

    seat: int
    yes: bool


class Missed(Event, frozen=True):
    """A seat asks that a bot plays for the absent person of another one."""

    seat: int
    chair: int


class Undone(Event, frozen=True):
    """The game is as it was after its first `to` moves; with a branch, what follows is drawn afresh."""

    seat: int
    to: int
    told: int
    id: str = ""
    branch: int | None = None


class Chatted(Event, frozen=True):
    """Somebody at the table said something: in their own words, or one of the phrases that everybody has."""

    seat: int
    text: str
    phrase: str = ""


class Hinted(Event, frozen=True):
    """The asked seat wants a hint."""

    seat: int


class Shared(Event, frozen=True):
    """The finished game may be seen by whoever has the link; `token` is the hash of its word."""

    token: str


class Unshared(Event, frozen=True):
    """Links to the finished game do not work any more."""


class Muted(Event, frozen=True):
    """The operator takes the chat away from whoever sits there, or gives it back."""

    seat: int
    muted: bool = True


class Closed(Event, frozen=True):
    """The operator has ended the game where it stood."""


class Rematched(Event, frozen=True):
    """The same people play again, at another table."""

    table: str


class Dealt(Event, frozen=True):
    """At the table that keeps a deal of the day: it is played at another one. `by` tells tries apart, not who plays."""

    table: str
    by: str


class Revealed(Event, frozen=True):
    """Nobody plays this table's deal any more: its draws are no secret."""


AnyEvent = (
    Created
    | Sat
    | Stood
    | Declined
    | Handed
    | Conceded
    | Returned
    | Started
    | Acted
    | Planned
    | Unplanned
    | Proposed
    | Voted
    | Missed
    | Undone
    | Chatted
    | Hinted
    | Shared
    | Unshared
    | Muted
    | Closed
    | Rematched
    | Dealt
    | Revealed
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def write_event(event: AnyEvent) -> bytes:
    """An event as the store keeps it."""
    return _encoder.encode(event)


def read_event(text: bytes) -> AnyEvent:
    """The event that the store kept. Raises msgspec.ValidationError for anything else."""
    event: AnyEvent = _decoder.decode(text)
    return event
