"""A process apart that talks in lines of JSON: started, listened to, and ended whatever it does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
from asyncio.subprocess import PIPE
from asyncio.subprocess import Process as Child
from typing import Any, Final, Literal

from pediment.table.logs import log

START: Final = 30.0
"""Seconds that a process has to get ready."""
END: Final = 2.0
"""Seconds that a killed process has to be gone."""
LONGEST_LINE: Final = 65_536
"""Bytes of a line that a process may write."""
MOST_COMPLAINTS: Final = 20
"""Lines of its stderr that are logged of one process."""

Why = Literal["died", "hung", "rubbish", "illegal"]


class Lost(Exception):
    """A process is of no more use."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


class Process:
    """A process that is ready."""

    def __init__(self, child: Child) -> None:
        self._child = child
        assert child.stdin is not None
        assert child.stdout is not None
        self._stdin, self._stdout = child.stdin, child.stdout
        assert child.stderr is not None
        self._complaints = asyncio.create_task(_log_complaints(child.stderr))

    @classmethod
    async def start(cls, command: tuple[str, ...], longest_line: int = LONGEST_LINE) -> Process:
        """Raises Lost for a process that does not get ready."""
        creation = asyncio.ensure_future(  # half a creation would leave pipes open
            asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True, limit=longest_line
            )
        )
        try:
            child = await asyncio.shield(creation)
        except OSError as error:
            log("worker not started", level=logging.ERROR, why=error.strerror)
            raise Lost("died") from None
        except asyncio.CancelledError:
            with contextlib.suppress(OSError):
                await cls(await creation).end()
            raise
        process = cls(child)
        try:
            if await process.read(START) != {"ready": True}:
                raise Lost("rubbish")
        except BaseException:
            await process.end()
            raise
        return process

    @property
    def ended(self) -> bool:
        """Has it died?"""
        return self._child.returncode is not None or self._stdout.at_eof()

    def say(self, message: dict[str, Any]) -> None:
        """Tell it something."""
        self._stdin.write(json.dumps(message).encode() + b"\n")  # not drained: what is not read is not answered

    async def read(self, seconds: float) -> object:
        """What it says next. Raises Lost."""
        try:
            return json.loads(await self.read_line(seconds))
        except (ValueError, RecursionError):  # no JSON
            raise Lost("rubbish") from None

    async def read_line(self, seconds: float) -> bytes:
        """What it says next, as it was written. Raises Lost."""
        try:
            async with asyncio.timeout(seconds):
                line = await self._stdout.readline()
        except TimeoutError:
            raise Lost("hung") from None
        except ValueError:  # too long
            raise Lost("rubbish") from None
        except OSError:
            raise Lost("died") from None
        if not line.endswith(b"\n"):
            raise Lost("died")
        return line

    async def end(self) -> None:
        """Kill it and see it gone, even if whoever waits for that is cancelled meanwhile."""
        end = asyncio.ensure_future(self._end())
        try:
            await asyncio.shield(end)
        except asyncio.CancelledError:
            await end
            raise

    async def _end(self) -> None:
        if self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)  # Process.kill would reap it behind asyncio's back
        self._stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END):
                with contextlib.suppress(OSError):
                    await self._stdout.read()
                await self._complaints
                await self._child.wait()
        self._complaints.cancel()


async def _log_complaints(stderr: asyncio.StreamReader) -> None:
    lines = 0
    while not stderr.at_eof():
        with contextlib.suppress(ValueError):  # a line beyond measure
            line = (await stderr.readline()).decode(errors="replace").strip()
            lines += 1
            if line and lines <= MOST_COMPLAINTS:
                log("worker says", level=logging.WARNING, text=line[:500])
