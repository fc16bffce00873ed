"""The bot protocol: what Pediment and a bot in any language say to each other, one JSON object after the other.

The messages are the same over stdin/stdout, one on each line, and over WebSocket, one in each text frame; they are
described in docs/protocol.md and, for programs, in `schema()`.

>>> read_move(decode('{"type": "move", "id": 3, "move": "take zeus.hercules"}'))
(3, 'take zeus.hercules')
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pediment.bots.agent import highest
from pediment.core.engine.state import OVER
from pediment.core.errors import brief
from pediment.core.game import Game

VERSION: Final = 1
"""Changes when a bot that was right before would be wrong now. Fields and messages may be added without."""
MAX_MESSAGE_BYTES: Final = 65_536
"""Bytes of the longest message that a bot may send."""
MAX_NAME_LETTERS: Final = 80

WANTS: Final = ("observation", "mask")
"""What a bot can ask for in its hello, besides what every question holds."""

Kind = Literal["start", "timeout", "crash", "rubbish", "protocol", "illegal"]
KINDS: Final[tuple[Kind, ...]] = ("start", "timeout", "crash", "rubbish", "protocol", "illegal")
"""What can be wrong with a bot: it does not start, is late, ends, writes no JSON, the wrong message, a wrong move."""


class Mistake(ValueError):
    """A message that is not what the protocol wants; `kind` says in which way."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(text)
        self.kind: Kind = kind


@dataclass(frozen=True)
class About:
    """How a bot introduced itself."""

    name: str
    version: str
    author: str
    wants: tuple[str, ...] = ()
    """Which of `WANTS` its questions are to hold."""


def hello() -> dict[str, Any]:
    """The first message of a connection."""
    return {"type": "hello", "protocol": VERSION}


def start(
    game: Game[Any], world: Any, seat: int, seed: int, milliseconds: int, wants: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A game begins, or goes on with a bot that has not seen its beginning. The seed is the bot's own."""
    more = {"highest": highest(game, world.origin.seats)} if "observation" in wants else {}
    return {
        "type": "start",
        "game": game.name,
        "rules": str(world.origin.rules),
        "seats": world.origin.seats,
        "seat": seat,
        "seed": seed,
        "time_ms": milliseconds,
    } | more


def ask(
    game: Game[Any],
    world: Any,
    seat: int,
    view: dict[str, Any],
    number: int,
    milliseconds: int,
    wants: tuple[str, ...] = (),
) -> dict[str, Any]:
    """A question to the seat. `world` is one that the seat cannot tell from the true state; `view` is its view."""
    more: dict[str, Any] = {}
    if "observation" in wants:
        more["observation"] = list(game.observe(world, seat))
    if "mask" in wants:
        more["mask"] = [0] * game.num_actions
        for action in game.legal(world):
            more["mask"][action] = 1
    return {
        "type": "ask",
        "id": number,
        "seat": seat,
        "question": game.asking(world),
        "prompt": game.prompt(world),
        "legal": [game.label(world, action) for action in game.legal(world)],
        "view": view,
        "time_ms": milliseconds,
    } | more


def over(game: Game[Any], state: Any, seat: int) -> dict[str, Any]:
    """The game is over. Raises ValueError if it is not."""
    if game.to_move(state) != OVER:
        raise ValueError("the game is not over")
    view = game.view(state, seat)
    totals = [score["total"] for score in view["scores"]]
    return {"type": "over", "seat": seat, "returns": game.returns(state), "totals": totals, "view": view}


def error(kind: Kind, text: str, number: int, played: str) -> dict[str, Any]:
    """What was wrong with the answer to a question, and what is played instead."""
    return {"type": "error", "kind": kind, "text": text, "id": number, "played": played}


def bye() -> dict[str, Any]:
    """The last message of a connection."""
    return {"type": "bye"}


def encode(message: dict[str, Any]) -> str:
    """A message as its one line, without the end of the line."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def decode(text: str | bytes) -> dict[str, Any]:
    """The message in a line or frame. Raises Mistake for anything else."""
    try:
        found = json.loads(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError):
        raise Mistake("rubbish", f"this is not JSON: {brief(text)}") from None
    if not isinstance(found, dict):
        raise Mistake("rubbish", f"a message is a JSON object, not {_shown(found)}")
    if not isinstance(found.get("type"), str):
        raise Mistake("protocol", f"a message has a type, a text; this one has {_shown(found.get('type'))}")
    return found


def read_hello(message: dict[str, Any]) -> About:
    """How a bot introduces itself: `{"type": "hello", "protocol": 1, "name": "mine"}`. Raises Mistake."""
    _expect(message, "hello")
    if type(message.get("protocol")) is not int or message["protocol"] != VERSION:
        told = _shown(message.get("protocol"))
        raise Mistake("protocol", f"this is version {VERSION} of the protocol; the bot's hello says {told}")
    if not message.get("name"):
        raise Mistake("protocol", "the bot's hello has no name")
    words = {field: message.get(field, "") for field in ("name", "version", "author")}
    for field, word in words.items():
        if not isinstance(word, str) or len(word) > MAX_NAME_LETTERS or not (word.isprintable() or not word):
            raise Mistake(
                "protocol",
                f"the {field} in the bot's hello must be printable text of at most {MAX_NAME_LETTERS} characters, "
                f"not {_shown(word)}",
            )
    wants = message.get("wants", [])
    if not isinstance(wants, list) or not all(want in WANTS for want in wants):
        raise Mistake("protocol", f"the bot's hello can want {' and '.join(WANTS)} in a list, not {_shown(wants)}")
    return About(**words, wants=tuple(wants))


def read_move(message: dict[str, Any]) -> tuple[int, str]:
    """Id and label of an answer: `{"type": "move", "id": 3, "move": "take zeus.hercules"}`. Raises Mistake."""
    _expect(message, "move")
    number, label = message.get("id"), message.get("move")
    if type(number) is not int:
        raise Mistake("protocol", f"the id of a move is the number of its question, not {_shown(number)}")
    if not isinstance(label, str):
        raise Mistake("protocol", f"a move is a text out of the question's legal ones, not {_shown(label)}")
    return number, label


def schema() -> dict[str, Any]:
    """The JSON schema of every message, in both directions."""
    text = (Path(__file__).parents[1] / "data" / "protocol.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _shown(value: object) -> str:
    """A value of a message as it is shown in an error."""
    return {dict: "an object", list: "a list", type(None): "null"}.get(type(value)) or brief(value)


def _expect(message: dict[str, Any], wanted: str) -> None:
    if message["type"] != wanted:
        raise Mistake("protocol", f"a message of type {wanted} was due, not {brief(message['type'])}")
