"""What strangers send to be read, editions and records, is read in a child process that is killed if it takes too long.

>>> UploadReader().waiting
0
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pediment.server.domain.events import AnyEvent, read_event
from pediment.server.domain.refusal import Refused
from pediment.server.jobs.supervisor import Closed, Job, JobFailed, Supervisor, decode

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.server.jobs.upload_worker")
READ_SECONDS: Final = 5.0
"""For one edition or record; the longest take less than one."""
MAX_WAITING: Final = 100
"""Texts that wait to be read, of all addresses together;"""
MAX_WAITING_PER_ADDRESS: Final = 5
"""and those of one address."""
MAX_LINE_BYTES: Final = 4_000_000


class _Read(msgspec.Struct):
    """What a process has made of a text: a value, or the refusal of it."""

    value: msgspec.Raw = msgspec.Raw(b"null")
    refused: str = ""
    params: dict[str, str] = {}


@dataclass(frozen=True, eq=False)
class ReadJob(Job[_Read]):
    """Something to be read, in the words of `upload_worker.read`."""

    kind: str
    given: dict[str, Any]

    def name(self) -> str:
        return f"reading of {self.kind}"

    async def message(self) -> dict[str, Any]:
        """What `upload_worker.read` gets."""
        return {"kind": self.kind, **self.given}

    def read(self, answer: bytes) -> _Read:
        """A value, or a refusal."""
        return decode(answer, _Read)


class UploadReader(Supervisor):
    """One process, started when it is first needed, that reads for each address in turn."""

    def __init__(self, seconds: float = READ_SECONDS) -> None:
        super().__init__(COMMAND, 1, seconds, max_line_bytes=MAX_LINE_BYTES, max_tries=1)

    async def edition(self, game: str, text: str, address: str, language: str) -> dict[str, Any]:
        """The edition in a text, as a game's options hold it. Raises Refused."""
        given = {"game": game, "text": text, "language": language}
        return msgspec.json.decode(await self._read(ReadJob("edition", given), address, language), type=dict[str, Any])

    async def record(self, record: dict[str, Any], address: str, now: float, language: str) -> list[AnyEvent]:
        """The events of a table that shows a record. Raises Refused."""
        given = {"record": record, "now": now, "language": language}
        found = await self._read(ReadJob("record", given), address, language)
        return [read_event(event) for event in msgspec.json.decode(found, type=list[msgspec.Raw])]

    async def _read(self, job: ReadJob, address: str, language: str) -> bytes:
        if self.waiting_of(address) >= MAX_WAITING_PER_ADDRESS or self.waiting >= MAX_WAITING:
            raise Refused("long-reading", language)
        try:
            read = await self.do(job, address)
        except JobFailed:
            raise Refused("unreadable", language, seconds=round(self.job_seconds)) from None
        except Closed:
            raise Refused("closing", language) from None
        if read.refused:
            raise Refused(read.refused, language, **read.params)
        return bytes(read.value)
