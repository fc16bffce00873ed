"""`pediment operate`: the operator's command line. It asks a running server, with the operator's token."""

from __future__ import annotations

import argparse
import codecs
import http.client
import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from rich.console import Console

from pediment.command import files
from pediment.command.arguments import Parser, decimal
from pediment.command.error_messages import translate
from pediment.command.errors import FAILED, UserError, complain
from pediment.server.domain.refusal import TEXTS

TOKEN_VARIABLE: Final = "PEDIMENT_OPERATOR_TOKEN"
MAX_WAIT_SECONDS: Final = 120.0
PIECE_BYTES: Final = 65_536
"""Of an export that are in memory at a time."""
ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "ban": ("subject",),
    "unban": ("subject",),
    "mute": ("table", "seat"),
    "unmute": ("table", "seat"),
    "close": ("table",),
    "remove": ("table",),
    "line": ("table", "seat", "at"),
    "settle": ("report",),
    "export": ("person",),
    "forget": ("person",),
    "rebuild": (),
}
"""By action, the words that follow it."""
_KINDS: Final[dict[str, Callable[[str], Any]]] = {"seat": int, "at": float}
"""What the words are, if not words."""
LISTS: Final = ("load", "tables", "reports", "bans", "results")


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment operate`."""
    say = TEXTS.section(parser.language, "operate")
    parser.add_argument("action", choices=[*LISTS, *ORDERS], metavar="ACTION", help=say["action"])
    parser.add_argument("words", metavar="WORD", nargs="*", help=say["words"])
    parser.add_argument("--server", metavar="URL", default="http://127.0.0.1:8000", help=say["server"])
    parser.add_argument("--days", type=decimal, metavar="N", help=say["days"])
    parser.add_argument("--note", metavar="TEXT", default="", help=say["note"])


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment operate`: 0 when it is done, 1 when the server refuses, 2 for wrong arguments. Raises UserError."""
    order = _order(args)
    token = os.environ.get(TOKEN_VARIABLE, "")
    if not token:
        raise UserError(TEXTS.say(args.language, "operate.no-token", variable=TOKEN_VARIABLE))
    pieces = _pieces(args, token, order)
    try:
        if args.action == "export":  # as it comes: it may be long
            _write(args, console, pieces)
            return 0
        found = json.loads("".join(pieces))
    except urllib.error.HTTPError as error:
        return _refused(error)
    except ValueError as error:
        raise _no_server(args, error) from None
    if order is not None:
        console.print(TEXTS.say(args.language, "operate.done"))
    else:
        for line in _lines(args.action, found[args.action]):
            console.print(line, soft_wrap=True, markup=False, highlight=False)
    return 0


def _order(args: argparse.Namespace) -> dict[str, Any] | None:
    """What is to be done; None if something is only to be seen."""
    names = ORDERS.get(args.action, ())
    words = [" ".join(args.words)] if names == ("subject",) else args.words
    try:
        if not all(words):
            raise ValueError("an empty word")
        order: dict[str, Any] = {name: _KINDS.get(name, str)(word) for name, word in zip(names, words, strict=True)}
    except ValueError:
        wanted = " ".join(name.upper() for name in names)
        what = "operate.wrong" if names else "operate.alone"
        raise UserError(TEXTS.say(args.language, what, action=args.action, wanted=wanted)) from None
    if args.action in LISTS:
        return None
    if args.action == "ban":
        order |= {"note": args.note} | ({} if args.days is None else {"days": args.days})
    if args.action == "unmute":
        order["muted"] = False
    return order | {"do": args.action.removeprefix("un") if args.action == "unmute" else args.action}


def _pieces(args: argparse.Namespace, token: str, order: dict[str, Any] | None) -> Iterator[str]:
    """What the server answers. Raises HTTPError if it refuses, and UserError if it does not answer."""
    try:
        with _asked(args, token, order) as answer:
            yield from codecs.iterdecode(iter(partial(answer.read1, PIECE_BYTES), b""), "utf-8")
    except urllib.error.HTTPError:
        raise
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise _no_server(args, error) from None


def _no_server(args: argparse.Namespace, why: Exception) -> UserError:
    if isinstance(why, urllib.error.URLError) and isinstance(why.reason, Exception):
        why = why.reason
    text = translate((isinstance(why, OSError) and why.strerror) or why, args.language)
    return UserError(TEXTS.say(args.language, "operate.no-server", server=args.server, why=text))


def _write(args: argparse.Namespace, console: Console, pieces: Iterator[str]) -> None:
    try:
        console.file.writelines(pieces)
        console.file.write("\n")
        console.file.flush()
    except (urllib.error.HTTPError, BrokenPipeError):
        raise
    except OSError as error:
        raise files.unwritable(files.STANDARD, error, args.language) from None


def _asked(args: argparse.Namespace, token: str, order: dict[str, Any] | None) -> http.client.HTTPResponse:
    if not re.match("https?://.", args.server, re.IGNORECASE):
        raise UserError(TEXTS.say(args.language, "operate.no-url", server=args.server))
    headers = {"authorization": f"Bearer {token}", "accept-language": args.language, "content-type": "application/json"}
    data = None if order is None else json.dumps(order).encode()
    request = urllib.request.Request(f"{args.server.rstrip('/')}/api/operator", data, headers)
    answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=MAX_WAIT_SECONDS)
    return answer


def _refused(error: urllib.error.HTTPError) -> int:
    with error:
        try:
            text = json.load(error)["text"]
        except (ValueError, KeyError):
            text = str(error)
    complain(f"pediment operate: {text}")
    return FAILED


def _lines(action: str, found: Any) -> list[str]:
    """A list as lines of words, for people and for `grep`."""
    if action == "load":
        return [f"{name} {value:g}" for name, value in found.items()]
    if action == "tables":
        return [
            " ".join(
                [
                    table["summary"]["table"],
                    table["summary"]["game"],
                    table["summary"]["status"],
                    _time(table["summary"]["updated"]),
                    f"watching={table['watching']}",
                    f"people={','.join(table['people'])}",
                    ", ".join(name or "-" for name in table["summary"]["players"]),
                ]
            )
            for table in found
        ]
    return [" ".join(f"{name}={_word(name, value)}" for name, value in row.items()) for row in found]


def _word(name: str, value: Any) -> str:
    return _time(value) if name in ("at", "until", "ended") and value is not None else str(value)


def _time(unix: float) -> str:
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
