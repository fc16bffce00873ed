"""frontend/src/lib/wire.ts: the page's types of all that goes over the wire, made from the server's own description.

`make derived` writes the file. Its head has a hash of what it was made from, so that a test sees without Node whether
it is still right. Only names and types count: another wording of a docstring changes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
from collections.abc import Iterator, MutableMapping
from typing import Any

from frontend import build
from pediment.server.server import Server
from pediment.server.settings import Settings
from pediment.server.web import wire
from pediment.server.web.app import app_of

FILE = build.HERE / "src" / "lib" / "wire.ts"
TOOL = build.HERE / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
OPEN = {
    "Beat.log": "LogEntry[]",
    "Beat.view": "GameView",
    "Lines.entries": "LogEntry[]",
    "Preview.lines": "LogEntry[]",
    "Shown.log": "LogEntry[]",
    "Shown.view": "GameView",
    "AnalysisProgress.analysis": "Analysis | null",
    "ShownPuzzle.log": "LogEntry[]",
    "ShownPuzzle.view": "GameView",
    "View.view": "GameView",
}
"""What the schema leaves open, because each game fills it in its own way, and the page's type of it."""
PARTIAL = {"Changed"}
"""What the server tells only in part."""
IMPORTS = 'import type { Analysis } from "./analysis";\nimport type { GameView, LogEntry } from "./view";\n'
Schema = dict[str, Any]
Message = MutableMapping[str, Any]


def described() -> Schema:
    """The server's /api/openapi.json, asked of the app itself: no socket, no database."""
    document: Schema = json.loads(asyncio.run(_get("/api/openapi.json")))
    return document


async def _get(path: str) -> bytes:
    said = bytearray()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        said.extend(message.get("body", b""))

    scope = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "query_string": b""}
    scope |= {"path": path, "raw_path": path.encode(), "root_path": "", "headers": [(b"host", b"127.0.0.1")]}
    scope |= {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    await app_of(Server(Settings(database="unused.sqlite")))(scope, receive, send)
    return bytes(said)


def document() -> Schema:
    """One schema of all that is asked and told, as the types are made from it."""
    frames, openapi = wire.schema()["$defs"], described()
    parts = {**openapi["components"]["schemas"], **frames}
    answers = [door["responses"] for doors in openapi["paths"].values() for door in doors.values()]
    told = {"Message", "LobbyMessage"} | _reached(parts, [frames["Message"], frames["LobbyMessage"], answers])
    found = {}
    for name in sorted(parts):
        part = _types(parts[name], name, told)
        if name in told - PARTIAL and "properties" in part:
            part["required"] = list(part["properties"])  # the server always says all it has
        found[name] = part
    every = {name: {"$ref": f"#/$defs/{name}"} for name in found}  # the tool leaves out what nothing leads to
    return {"title": "Wire", "type": "object", "properties": every, "required": list(found), "$defs": found}


def head() -> str:
    """The head of the file, with the hash of what it is made from."""
    said = hashlib.sha256(json.dumps(document()).encode()).hexdigest()
    return (
        "// What the server is asked and what it tells. `make derived` makes this file from the server's schema.\n"
        f"// Schema: {said}\n\n{IMPORTS}"
    )


def written() -> str:
    """The whole file, with the tool that the page's lock file names."""
    build.tools()
    node, _ = build.node()
    options = ["--no-additionalProperties", "--bannerComment", ""]
    options += ["--style.tabWidth", "4", "--style.printWidth", "120"]
    done = subprocess.run(
        [node, str(TOOL), *options], input=json.dumps(document()), capture_output=True, text=True, check=True
    )
    return head() + "\n" + done.stdout.lstrip()


def write() -> None:
    """Write the file."""
    FILE.write_text(written(), encoding="utf-8")


def _types(schema: Any, place: str, told: set[str]) -> Any:
    """A schema without what says nothing about types; references and pairs as the tool wants them."""
    if place in OPEN:
        return {"tsType": OPEN[place]}
    if isinstance(schema, list):
        return [_types(item, place, told) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = _name(schema["$ref"])
        if place.split(".")[0] not in told and name in told:  # what a client sends may leave out what has a default
            return {"tsType": f"Partial<{name}>"}
        return {"$ref": f"#/$defs/{name}"}
    kept: Schema = {}
    for key in ("type", "enum", "const", "required"):
        if key in schema:
            kept[key] = schema[key]
    for key in ("anyOf", "oneOf", "items", "additionalProperties"):
        if key in schema:
            kept["anyOf" if key == "oneOf" else key] = _types(schema[key], place, told)
    if "prefixItems" in schema:
        items = _types(schema["prefixItems"], place, told)
        kept |= {"items": items, "minItems": len(items), "maxItems": len(items)}
    if "properties" in schema:
        fields = schema["properties"].items()
        kept["properties"] = {field: _types(part, f"{place}.{field}", told) for field, part in fields}
    elif kept.get("type") == "object":
        kept.setdefault("additionalProperties", True)
    return kept


def _reached(parts: dict[str, Schema], roots: list[Any]) -> set[str]:
    """The names of the parts that these schemas are made of."""
    found: set[str] = set()
    left = [name for root in roots for name in _referred(root)]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left.extend(_referred(parts[name]))
    return found


def _referred(schema: Any) -> Iterator[str]:
    match schema:
        case {"$ref": str(reference)}:
            yield _name(reference)
        case dict():
            for part in schema.values():
                yield from _referred(part)
        case list():
            for part in schema:
                yield from _referred(part)


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
