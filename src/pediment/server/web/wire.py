"""The frames of the WebSocket: commands in, messages out. `schema()` describes both for programs.

The same commands come as bodies of `POST /api/tables/{table}/commands`, and the same messages go out as answers to
`GET /api/tables/{table}`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from pediment.server.domain.commands import AnyCommand, Language, Request
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


Message = Table | Changed | View | Queue | Done | Error | Pong | Bye

_frames = msgspec.json.Decoder(Frame)


def read_frame(text: str | bytes) -> Frame:
    """The command in a frame. Raises msgspec.DecodeError, or ValidationError with the field that is wrong."""
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
