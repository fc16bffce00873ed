"""What callers can ask of a table: commands, new tables, seats and hints, each checked for its shape as it is read.

The field names are those of the wire: the same structs are read from WebSocket frames and from bodies of requests.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from pediment.core.engine.edition import MAX_TEXT_CHARS
from pediment.server.domain.events import House
from pediment.server.domain.plans import MAX_PLANNED_MOVES

MAX_CHAT_LENGTH: Final = 500
"""Characters of a line of chat."""

SeatNumber = Annotated[int, Meta(ge=0, le=9, description="a seat, counted from 0")]
Name = Annotated[str, Meta(min_length=1, max_length=40, description="what a player is called at the table")]
Nonce = Annotated[str, Meta(max_length=64, pattern="^[0-9a-z]*$", description="a player's own part of the game's seed")]
Id = Annotated[str, Meta(max_length=64, description="chosen by the client; the same command sent twice counts once")]
Seq = Annotated[int, Meta(ge=0, le=1_000_000, description="the sequence number of the view that the command answers")]
OwnToken = Annotated[
    str, Meta(pattern="^seat_[0-9A-Za-z_-]{32,64}$", description="a secret seat token, of at least 128 random bits")
]
Level = Annotated[str, Meta(max_length=40, description="a level of the bots, as /api/games lists them")]
Language = Literal["en", "fr"]
PhraseName = Literal[
    "hello", "good-luck", "well-played", "nice-move", "thanks", "sorry", "moment", "good-game", "again"
]
"""What everybody can say; the page has the words."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that a client sends."""


class Command(Request, frozen=True, tag_field="type", tag=str.lower):
    """Something that a client asks of a table."""


class Move(Command, frozen=True):
    """Answer the question that the seat was asked in the view `seq`."""

    seat: SeatNumber
    seq: Seq
    move: Annotated[str, Meta(max_length=120)]
    id: Id = ""


class Plan(Command, frozen=True):
    """Choose answers for the start of the seat's next turn, seen from the view `seq`; without any, withdraw the plan.

    They are played when that turn comes, unless anything that they rest on has changed. Nobody else hears of it.
    """

    seat: SeatNumber
    seq: Seq
    moves: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=MAX_PLANNED_MOVES)] = msgspec.field(
        default_factory=list
    )
    id: Id = ""


class Undo(Command, frozen=True):
    """Undo the seat's last move, as long as it has told nobody anything."""

    seat: SeatNumber
    seq: Seq
    id: Id = ""


class Propose(Command, frozen=True):
    """Ask the others to undo the seat's last move and what followed; what comes next is then drawn afresh."""

    seat: SeatNumber
    seq: Seq
    id: Id = ""


class Vote(Command, frozen=True):
    """Answer another seat's request to undo; with its number, only that request."""

    seat: SeatNumber
    yes: bool
    number: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Hand(Command, frozen=True):
    """Let a bot play this seat."""

    seat: SeatNumber
    level: Level


class Return(Command, frozen=True):
    """Play the seat yourself again."""

    seat: SeatNumber


class Leave(Command, frozen=True):
    """Leave the seat: free before the start; afterwards a bot plays it until its person comes back."""

    seat: SeatNumber


class Concede(Command, frozen=True):
    """Give the game up for good: you come last, and a bot plays on for the others."""

    seat: SeatNumber


class Start(Command, frozen=True):
    """Begin now: bots take the free seats. The nonce, if given, replaces those of your own seats.

    At a listed table only the host can do that.
    """

    seat: SeatNumber
    level: Level = "scholar"
    nonce: Nonce | None = None


class Free(Command, frozen=True):
    """As the host, before the start: free the chair of somebody else."""

    seat: SeatNumber
    chair: SeatNumber


class Replace(Command, frozen=True):
    """Ask for a bot to play for somebody who has been away for a while; it does once all who are present have asked."""

    seat: SeatNumber
    chair: SeatNumber


class Chat(Command, frozen=True):
    """Say something to the table."""

    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]


class Phrase(Command, frozen=True):
    """Say one of the phrases that everybody reads in their own language, also at a table without chat."""

    seat: SeatNumber
    phrase: PhraseName


class Rematch(Command, frozen=True):
    """Play again with the same people, at a new table."""

    seat: SeatNumber


AnyCommand = (
    Move
    | Plan
    | Undo
    | Propose
    | Vote
    | Hand
    | Return
    | Leave
    | Concede
    | Start
    | Free
    | Replace
    | Chat
    | Phrase
    | Rematch
)


class Chair(Request, frozen=True):
    """A seat of a new table: your own, a bot's, or open to others."""

    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    level: Level | None = None


class NewTable(Request, frozen=True):
    """A new table."""

    game: Annotated[str, Meta(max_length=40)]
    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    edition: Annotated[str, Meta(max_length=MAX_TEXT_CHARS)] | None = None
    """The text of an edition file."""
    house: House = House()
    nonce: Nonce = ""
    start: bool = True
    """Begin as soon as all seats are taken; otherwise with the command `start`, once you have seen the commitment."""
    duplicate: bool = False
    """Two tables with the same deal, at which you and another player sit the other way round; no nonces."""


class GoOn(Request, frozen=True):
    """A new table that continues a finished game after its first `move` moves, with new draws."""

    move: Annotated[int, Meta(ge=0, le=100_000)]
    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=10)]
    house: House = House()
    nonce: Nonce = ""


class PlayOn(Request, frozen=True):
    """A new table that continues from a position, with new draws."""

    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=10)]
    house: House = House()
    nonce: Nonce = ""


class SitDown(Request, frozen=True):
    """Take a free seat. If you show the token of a seat there, you play both with it (hot-seat).

    With a `token` of your own choice, the same request can be sent again if its answer was lost.
    """

    seat: SeatNumber
    name: Name
    nonce: Nonce = ""
    token: OwnToken | None = None


class PlayDaily(Request, frozen=True):
    """Play the deal of the day. With a `token` of your own choice, the same request can be sent again."""

    name: Name
    token: OwnToken | None = None


class AskHint(Request, frozen=True):
    """A hint for the question of the seat's view `seq`. The table is told that it asked."""

    seat: SeatNumber
    seq: Seq
