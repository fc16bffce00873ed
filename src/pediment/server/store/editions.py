"""Editions are stored once: an event that holds the values of one is kept with their hash in their place."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

_FIELDS: Final = {"name", "hash", "values"}
_MARK: Final = "values:"
_KEPT: Final = re.compile(rb'"values":"values:([0-9a-f]{64})"')


def split(event: bytes) -> tuple[bytes, dict[str, bytes]]:
    """An event without the values of editions, and those by their hash; `join` is the inverse.

    >>> short, found = split(b'{"options":{"edition":{"name":"mine","hash":"0a","values":{"a":1}}}}')
    >>> list(found.values()), join(short, found)[-14:]
    ([b'{"a":1}'], b'es":{"a":1}}}}')
    """
    if b'"values":{' not in event:
        return event, {}
    found: dict[str, bytes] = {}
    return msgspec.json.encode(_without(msgspec.json.decode(event), found)), found


def hashes_in(events: Iterable[bytes]) -> list[str]:
    """The hashes of the values that these events were stored without."""
    return [found.decode() for event in events for found in _KEPT.findall(event)]


def join(event: bytes, editions: Mapping[str, bytes]) -> bytes:
    """The whole event."""
    return _KEPT.sub(lambda found: b'"values":' + editions[found[1].decode()], event)


def _without(value: Any, found: dict[str, bytes]) -> Any:
    if isinstance(value, list):
        return [_without(inner, found) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == _FIELDS and isinstance(value["values"], dict):
        text = msgspec.json.encode(value["values"])
        name = hashlib.sha256(text).hexdigest()
        found[name] = text
        return value | {"values": f"{_MARK}{name}"}
    return {key: _without(inner, found) for key, inner in value.items()}
