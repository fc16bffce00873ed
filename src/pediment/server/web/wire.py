"""The frames of the WebSocket: commands in, messages out. `schema()` describes both for programs.

The same commands come as bodies of `POST /api/tables/{table}/commands`, and the same messages go out as answers to
`GET /api/tables/{table}`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from pediment.server.domain.commands import AnyCommand, Language, Name, Request
from pediment.server.domain.wishes import Wish
from pediment.server.live.lobby import LobbyChallenges, LobbyPeople, LobbyTables
from pediment.server.live.messages import Changed, Done, Out, Queue, Table, View

MAX_FRAME_BYTES: Final = 16_384
"""Of a frame that a client sends."""

Key = Annotated[
    str, Meta(min_length=1, max_length=100, description="a seat token, an identity's key, or the word of a link")
]


class Hello(Request, frozen=True, tag_field="type", tag="hello"):
    """The first frame: who you are, by all keys that you have: seat tokens, an identity's key, words of links."""

    keys: Annotated[list[Key], Meta(max_length=8)] = msgspec.field(default_factory=list)
    language: Language = "en"
    changes: bool = False
    """Whether you are told of the table only what has changed: `changed` after the first `table`."""


class Ping(Request, frozen=True, tag_field="type", tag="ping"):
    """Answered by a pong."""


Frame = AnyCommand | Hello | Ping


class Seek(Request, frozen=True, tag_field="type", tag="seek"):
    """In the lobby: find me somebody to play with. It ends with `stop`, with a new `seek` or with the socket."""

    name: Name
    wish: Wish = Wish()


class Stop(Request, frozen=True, tag_field="type", tag="stop"):
    """In the lobby: look for nobody any more."""


LobbyFrame = Hello | Ping | Seek | Stop


class Error(Out, frozen=True):
    """A command that was refused, and why. Nothing has changed."""

    code: str
    text: str
    rule: str = ""
    id: str = ""


class Pong(Out, frozen=True):
    """The answer to a ping, with the server's time, by which the clocks go."""

    at: float


class Bye(Out, frozen=True):
    """The server stops; connect again in a moment."""

    text: str


class Seeking(Out, frozen=True):
    """What the server looks for on your behalf; null if you have stopped."""

    wish: Wish | None


class Meeting(Out, frozen=True):
    """Somebody was found: a chair is kept for you at that table. Sit down there by that name, with that token."""

    table: str
    seat: int
    name: str
    token: str


Message = Table | Changed | View | Queue | Done | Error | Pong | Bye
LobbyMessage = LobbyTables | LobbyPeople | LobbyChallenges | Seeking | Meeting | Error | Pong | Bye

_frames = msgspec.json.Decoder(Frame)
_lobby_frames = msgspec.json.Decoder(LobbyFrame)


def read_frame(text: str | bytes) -> Frame:
    """The command in a frame. Raises msgspec.DecodeError, or ValidationError with the field that is wrong."""
    frame: Frame = _frames.decode(text)
    return frame


def read_lobby_frame(text: str | bytes) -> LobbyFrame:
    """The same for a frame in the lobby."""
    frame: LobbyFrame = _lobby_frames.decode(text)
    return frame


def schema() -> dict[str, Any]:
    """The JSON schema of all frames: `Frame` is what a client sends at a table, `Message` what it gets; `LobbyFrame`
    and `LobbyMessage` are those of the lobby.
    """
    names = ("Frame", "Message", "LobbyFrame", "LobbyMessage")
    unions = (Frame, Message, LobbyFrame, LobbyMessage)
    found, parts = msgspec.json.schema_components(unions, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**parts, **dict(zip(names, found, strict=True))},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names],
    }
