"""What goes over the wire: commands to a table, and what a table tells.

The same commands come as WebSocket frames and as bodies of `POST /api/tables/{table}/commands`; the same messages go
out as frames and as answers to `GET /api/tables/{table}`. `schema()` describes both for programs.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from pediment.table.chronicle import House

LONGEST_FRAME: Final = 16_384
"""Bytes of the longest frame that a client may send."""
LONGEST_CHAT: Final = 500

Seat = Annotated[int, Meta(ge=0, le=9, description="a seat, counted from 0")]
Name = Annotated[str, Meta(min_length=1, max_length=40, description="how a player is called at the table")]
Nonce = Annotated[str, Meta(max_length=64, pattern="^[0-9a-z]*$", description="a player's own part of the game's seed")]
Key = Annotated[
    str, Meta(min_length=1, max_length=100, description="a seat token, an identity's key, or the word of a link")
]
Id = Annotated[str, Meta(max_length=64, description="chosen by the client; the same command sent twice counts once")]
Seq = Annotated[int, Meta(ge=0, le=1_000_000, description="the sequence number of the view that the command answers")]
Level = Annotated[str, Meta(max_length=40, description="a level of the bots' ladder")]
Language = Literal["en", "fr"]


class In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that a client sends."""


class Command(In, frozen=True, tag_field="type", tag=str.lower):
    """Something that a client wants of a table."""


class Move(Command, frozen=True):
    """Answer the question that the seat was asked in the view `seq`."""

    seat: Seat
    seq: Seq
    move: Annotated[str, Meta(max_length=120)]
    id: Id = ""


class Undo(Command, frozen=True):
    """Take back the seat's last decision, as long as it has taught nobody anything."""

    seat: Seat
    seq: Seq
    id: Id = ""


class Propose(Command, frozen=True):
    """Ask the others to take back the seat's last decision and what followed; what comes is then drawn afresh."""

    seat: Seat
    seq: Seq
    id: Id = ""


class Vote(Command, frozen=True):
    """Answer to such a wish of another seat; with its number, to no other that has come since."""

    seat: Seat
    yes: bool
    number: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Hand(Command, frozen=True):
    """Let a bot play this seat."""

    seat: Seat
    level: Level


class Return(Command, frozen=True):
    """Play the seat oneself again."""

    seat: Seat


class Leave(Command, frozen=True):
    """Leave the seat: free before the start; afterwards a bot plays it until its person comes back."""

    seat: Seat


class Start(Command, frozen=True):
    """Begin now: bots take the free seats. The nonce, if there is one, replaces those of the asker's seats."""

    seat: Seat
    level: Level = "scholar"
    nonce: Nonce | None = None


class Chat(Command, frozen=True):
    """Say something to the table."""

    seat: Seat
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Rematch(Command, frozen=True):
    """The same people again, at a new table."""

    seat: Seat


class Hello(In, frozen=True, tag_field="type", tag="hello"):
    """The first frame: who is there, by all that they can show: seat tokens, an identity's key, words of links."""

    keys: Annotated[list[Key], Meta(max_length=8)] = []
    language: Language = "en"


class Ping(In, frozen=True, tag_field="type", tag="ping"):
    """Are you there? Answered by a pong."""


AnyCommand = Move | Undo | Propose | Vote | Hand | Return | Leave | Start | Chat | Rematch
Frame = AnyCommand | Hello | Ping


class Out(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that a table tells."""


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    kind: Literal["free", "person", "bot"]
    level: str | None
    """The level of the bot that plays it now, also for a person who is away."""
    present: bool
    reserved: bool


class Said(msgspec.Struct, frozen=True):
    """A line of the chat."""

    at: float
    seat: int
    text: str


class News(msgspec.Struct, frozen=True):
    """Something that happened at the table besides the game."""

    at: float
    seat: int
    what: Literal[
        "sat",
        "stood",
        "handed",
        "time-up",
        "left",
        "returned",
        "took-back",
        "took-back-by-vote",
        "refused-take-back",
        "hinted",
    ]


class Proposal(msgspec.Struct, frozen=True):
    """A wish to take back, with the seats that have agreed and those that are still to be asked."""

    number: int
    seat: int
    agreed: list[int]
    asked: list[int]


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
    """The seats that have won: none before the end, nor of a record that stops in the middle."""
    spectators: int
    proposal: Proposal | None
    chat: list[Said]
    news: list[News]
    rematch: str | None
    begun: int
    """Decisions of an earlier game that this one goes on from."""
    yours: list[int]
    """The seats of who is told."""


class Option(msgspec.Struct, frozen=True):
    """An answer to a question: its label, and in words."""

    label: str
    caption: str


class Prompt(msgspec.Struct, frozen=True):
    """What the seat is asked."""

    question: str
    text: str
    options: list[Option]


class Lines(msgspec.Struct, frozen=True):
    """Log entries from number `start` on; what the client has from there on is replaced by them."""

    start: int
    entries: list[dict[str, Any]]


class Time(msgspec.Struct, frozen=True):
    """The clock: every seat's bank in seconds, whose time runs as far as one may know, and until when."""

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


class Done(Out, frozen=True):
    """The command counts; what it changed is durable. `seq` is the seat's sequence number now."""

    id: str
    seq: int


class Error(Out, frozen=True):
    """A command that does not count, and why. Nothing has changed."""

    code: str
    text: str
    rule: str = ""
    id: str = ""


class Pong(Out, frozen=True):
    """Yes; and what the time is on the server, which the clocks go by."""

    at: float


class Bye(Out, frozen=True):
    """The server goes away; come back in a moment."""

    text: str


Message = Table | View | Done | Error | Pong | Bye


_encoder = msgspec.json.Encoder()
_frames = msgspec.json.Decoder(Frame)


def encode(message: Message) -> bytes:
    """A message as it goes out."""
    return _encoder.encode(message)


def read_frame(text: str | bytes) -> Frame:
    """The command in a frame. Raises msgspec.DecodeError, or ValidationError with the place, for what is none."""
    frame: Frame = _frames.decode(text)
    return frame


def schema() -> dict[str, Any]:
    """The JSON schema of all frames: `Frame` is what a client sends, `Message` what it gets."""
    (sent, got), parts = msgspec.json.schema_components((Frame, Message), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**parts, "Frame": sent, "Message": got},
        "anyOf": [{"$ref": "#/$defs/Frame"}, {"$ref": "#/$defs/Message"}],
    }
