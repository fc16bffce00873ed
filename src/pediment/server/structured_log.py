"""Structured logs: one line for each event, as text for people or as JSON for programs.

Whatever is logged goes through `censor`: a token, a key, a seed or a query string never reaches a log.
"""

from __future__ import annotations

import json
import logging
import math
import re
import sys
import time
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any, Final, Literal

UVICORN: Final[dict[str, Any]] = {"log_config": None, "access_log": False}
"""What uvicorn is started with, so that its loggers write as `set_up` says; the table logs requests itself."""

HIDDEN: Final = "***"
_SECRET_NAMES: Final = re.compile(
    r"auth|bearer|cookie|credential|key|link|nonce|password|secret|seed|token", re.IGNORECASE
)
_SECRETS: Final = re.compile(
    r"""(?P<before>bearer\s+|hmac-sha256:|(?:secret|seed|token|password)\w*["']?\s?[=:]\s?"""
    r"""|(?<=[\w/])[?#](?=[\w%])|://(?=[^\s/@]*@))["']?[^\s"'<>]+"""
    r"|\d{15,}"
    r"|[\w=-]{20,}",  # what can hold the 128 bits of a token, or nearly
    re.IGNORECASE | re.ASCII,
)
_WORD: Final = r"(?:[a-z]+|[A-Z]+|[A-Z]{0,4}(?:[A-Z][a-z]{2,})+)?"
_WORDS: Final = re.compile(rf"(?:{_WORD}[_=-])*{_WORD}")
"""A name made of words, however long."""
_PLAIN: Final = re.compile(r"[\w.,:/@+*-]+")

MAX_CAUSES: Final = 1_000
"""Causes of warnings that are remembered."""

_logger: Final = logging.getLogger("pediment.server")


def log(event: str, *, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Log an event with its fields, for example `log("move", table=table, seat=1, ms=3)`.

    An error is logged with its traceback.
    """
    _logger.log(level, event, exc_info=error, extra={"fields": fields})


class OncePerSecond(logging.Filter):
    """Lets warnings and errors through once a second for each cause, and says then how many were left out before."""

    def __init__(self) -> None:
        super().__init__()
        self._told: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()  # when, and left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        now = time.monotonic()
        cause = record.name, record.msg, record.exc_info and record.exc_info[0]
        at, left_out = self._told.pop(cause, (-math.inf, 0))
        written = now - at >= 1.0
        self._told[cause] = (now, 0) if written else (at, left_out + 1)
        if len(self._told) > MAX_CAUSES:
            self._told.popitem(last=False)
        if written and left_out:
            record.fields = {**getattr(record, "fields", {}), "left_out": left_out}
        return written


def set_up(kind: Literal["text", "json"]) -> None:
    """From now on all loggers write such lines to stderr: ours from INFO, others' from WARNING.

    What uvicorn says of every socket has people's addresses in it.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    handler.addFilter(OncePerSecond())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in ("pediment", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.INFO if name == "pediment" else logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


def censor(text: str) -> str:
    """The text without what looks like a secret: bearer tokens, seeds, query strings, long random words.

    >>> censor("GET /api/tables?token=abc by Bearer abc seed hmac-sha256:00ff")
    'GET /api/tables?*** by Bearer *** seed hmac-sha256:***'
    """
    return _SECRETS.sub(_hide, text)


def _hide(found: re.Match[str]) -> str:
    if found["before"] is not None:
        return found["before"] + HIDDEN
    return found[0] if _WORDS.fullmatch(found[0]) else HIDDEN


def _clean(value: object, name: str = "") -> object:
    """A value of a field as JSON can hold it, censored to its depths."""
    if _SECRET_NAMES.search(name):
        return HIDDEN
    if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 10**15):
        return value
    if isinstance(value, dict):
        return {censor(str(key)): _clean(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(inner) for inner in value]
    return censor(str(value))


class _Lines(logging.Formatter):
    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        """All that is said of an event, by field, without secrets."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts: dict[str, Any] = {
            "time": time.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": censor(record.getMessage()),
        }
        if record.name != _logger.name:
            parts["logger"] = record.name
        for name, value in getattr(record, "fields", {}).items():
            parts[f"{name}_" if name in parts else name] = _clean(value, name)
        if record.exc_info:
            parts["error"] = censor(self.formatException(record.exc_info))
        return parts


class JsonLines(_Lines):
    """One JSON object in a line for each event."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.parts(record))


class TextLines(_Lines):
    """`time level event field=value …`; a traceback follows on lines of its own, indented."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        time, level, event, error = (parts.pop(name, "") for name in ("time", "level", "event", "error"))
        words = [time, f"{level:7}", _printable(" ".join(event.split()))]
        for name, value in parts.items():
            text = value if isinstance(value, str) else json.dumps(value)
            words.append(f"{name}={text if _PLAIN.fullmatch(text) else json.dumps(text)}")
        return " ".join(words) + "".join(f"\n    {line}" for line in map(_printable, error.splitlines()))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text)
