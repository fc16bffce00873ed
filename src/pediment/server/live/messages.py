"""The messages that go out to whoever is at a table, over a socket or as the answer to a request."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pediment.server.domain.events import House


class Out(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message that goes out."""


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    kind: Literal["free", "person", "bot"]
    level: str | None
    """The level of the bot that plays it now, perhaps for a person who is away."""
    present: bool
    reserved: bool
    conceded: bool = False
    """Whether its person has given the game up: a bot plays it to the end."""


class Said(msgspec.Struct, frozen=True):
    """A line of the chat."""

    at: float
    seat: int
    text: str
    phrase: str = ""
    """The name of one of the phrases that each reads in their own language; the text is then empty."""


class News(msgspec.Struct, frozen=True):
    """Something that happened at the table besides the game."""

    at: float
    seat: int
    what: Literal[
        "sat",
        "stood",
        "declined",
        "handed",
        "time-up",
        "agent-gone",
        "left",
        "conceded",
        "returned",
        "took-back",
        "took-back-by-vote",
        "refused-take-back",
        "missed",
        "replaced",
        "hinted",
    ]


class Proposal(msgspec.Struct, frozen=True):
    """A request to undo, with the seats that have agreed and those that have not answered yet."""

    number: int
    seat: int
    agreed: list[int]
    asked: list[int]


class Deal(msgspec.Struct, frozen=True):
    """The deal that a table shares with others."""

    ends: float | None
    """When a deal of the day is over,"""
    twin: str
    """or the other table of a duplicate match."""
    sealed: bool
    """Whether others may still play it: until then there is no record, no review and no analysis."""


class Table(Out, frozen=True):
    """All about a table but the game itself; `number` counts its changes."""

    table: str
    number: int
    game: str
    options: dict[str, Any]
    status: Literal["open", "running", "over"]
    seats: list[Player]
    house: House
    commitment: str
    nonces: list[str]
    seed: str | None
    """The secret seed, once the game is over."""
    winners: list[int]
    """The seats that have won; none before the end, or of a record that stops in the middle."""
    spectators: int
    proposal: Proposal | None
    chat: list[Said]
    news: list[News]
    rematch: str | None
    begun: int
    """Moves of the earlier game that this one continues."""
    yours: list[int]
    """Your own seats."""
    host: int | None = None
    """The seat of whoever made the table, or of the first person after they have left."""
    deal: Deal | None = None
    """The deal that it shares with other tables, if it does."""


class Changed(Out, frozen=True, omit_defaults=True):
    """What is new at a table since the last `table` or `changed`, for a client that asked for `changes`.

    A field that is there replaces the field of the table. `said` are lines at the end of the chat, of which a client
    keeps the last 100.
    """

    number: int
    status: Literal["open", "running", "over"] | msgspec.UnsetType = msgspec.UNSET
    seats: list[Player] | msgspec.UnsetType = msgspec.UNSET
    nonces: list[str] | msgspec.UnsetType = msgspec.UNSET
    seed: str | msgspec.UnsetType | None = msgspec.UNSET
    winners: list[int] | msgspec.UnsetType = msgspec.UNSET
    spectators: int | msgspec.UnsetType = msgspec.UNSET
    proposal: Proposal | msgspec.UnsetType | None = msgspec.UNSET
    chat: list[Said] | msgspec.UnsetType = msgspec.UNSET
    said: list[Said] | msgspec.UnsetType = msgspec.UNSET
    news: list[News] | msgspec.UnsetType = msgspec.UNSET
    rematch: str | msgspec.UnsetType | None = msgspec.UNSET
    yours: list[int] | msgspec.UnsetType = msgspec.UNSET


class Option(msgspec.Struct, frozen=True):
    """An answer to a question: its label, and its caption in words."""

    label: str
    caption: str
    place: str = ""
    """The area of the board where the thing lies that it names; empty for an answer without one."""


class Prompt(msgspec.Struct, frozen=True):
    """What the seat is asked."""

    question: str
    text: str
    options: list[Option]
    verbs: dict[str, str] = {}
    """By area, the first word of the label that a thing in it stands for, whether it is an answer now or not."""


class Planned(msgspec.Struct, frozen=True):
    """What the seat has planned for its next turn, in order; only its owner is told."""

    moves: list[Option]
    more: bool
    """Whether a further move can be planned after these; without any, whether the seat can plan at all."""
    due: bool
    """Whether it is being played now."""
    lost: str
    """Why the last plan was withdrawn, in a sentence; empty if none was."""


class Plannable(msgspec.Struct, frozen=True):
    """What the seat can plan next, as a question; null where nothing can be foreseen."""

    prompt: Prompt | None


class Lines(msgspec.Struct, frozen=True):
    """Log entries from number `start` on; what the client has from there on is replaced by them."""

    start: int
    entries: list[dict[str, Any]]


class Time(msgspec.Struct, frozen=True):
    """The clock: every seat's bank in seconds, whose time runs, if you may know that, and until when."""

    banks: list[float]
    running: int | None
    until: float | None


class View(Out, frozen=True):
    """The game as a seat (or, null, a spectator) may know it. `seq` counts what was shown to that seat."""

    seat: int | None
    seq: int
    view: dict[str, Any]
    log: Lines
    prompt: Prompt | None
    undo: Literal["free", "vote"] | None
    time: Time | None
    plan: Planned | None = None


class Queue(Out, frozen=True):
    """The place of the table's bot or hint in the queue for a worker; 0 once it is thinking, and after a new view."""

    place: int


class Done(Out, frozen=True):
    """The command counts, and what it changed is stored. `seq` is the seat's sequence number now."""

    id: str
    seq: int
    receipt: str = ""
    """Of a move: keep it, and `pediment verify --receipt` finds out whether the record has the moves up to there."""


_encoder = msgspec.json.Encoder()


def encode(message: Out) -> bytes:
    """A message as it goes out."""
    return _encoder.encode(message)
