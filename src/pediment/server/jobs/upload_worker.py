"""A process in which strangers' editions and records are read: `python -m pediment.server.jobs.upload_worker`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from pediment.server.domain import opening
from pediment.server.domain.events import write_event
from pediment.server.domain.refusal import Refused
from pediment.server.jobs.worker import work

NICENESS: Final = 10
"""Reading gives way to the server, and to the bots of games that are played."""


def read(job: dict[str, Any], progress: Callable[[int], None]) -> dict[str, Any]:
    """What is in a text, or the code of its refusal with the parameters of its sentence."""
    try:
        return {"value": _value(job)}
    except Refused as refused:
        return {"refused": refused.code, "params": {name: str(value) for name, value in refused.params.items()}}


def _value(job: dict[str, Any]) -> Any:
    if job["kind"] == "edition":
        return opening.read_edition(job["game"], job["text"], job["language"])
    events = opening.from_record(job["record"], job["now"], job["language"])
    return [msgspec.json.decode(write_event(event)) for event in events]


if __name__ == "__main__":
    work(NICENESS, read)
