"""How messages travel to a bot and back: to a process that we start, or to a WebSocket that listens.

Both ways are bounded in time and size, and what goes wrong on the way is a `Broken` or a `Late`, nothing else.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pediment.bots.external.protocol import MAX_MESSAGE_BYTES, Kind, Mistake

GRACE_SECONDS: Final = 0.5
"""Seconds that a bot has to end by itself before it is ended."""
MAX_STDERR_BYTES: Final = 400
"""Bytes that are kept of what a process last wrote to its stderr."""
_CHUNK_BYTES: Final = 65_536
_MAX_CHUNKS: Final = 64
"""Chunks that are read at most of what a bot that has ended left on its stderr."""


class Broken(Exception):
    """Nothing more will come through; `kind` is what it is counted as."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(text)
        self.kind: Kind = kind


class Late(Exception):
    """Nothing came in time."""


class Transport(ABC):
    """A connection that is open. After `Broken`, and when it is no longer needed, it must be closed."""

    @abstractmethod
    def send(self, text: str, deadline: float) -> None:
        """Send a message. Raises Broken, and Late if it could not be sent whole until then; the rest follows later."""

    @abstractmethod
    def receive(self, deadline: float) -> str | bytes:
        """The next message. Raises Broken, Late at the deadline (a time of `time.monotonic`), Mistake for no text."""

    @abstractmethod
    def close(self) -> None:
        """Leave nothing behind."""

    def memory(self) -> int | None:
        """The most memory that the bot has taken, in bytes, where that can be known."""
        return None


def check(command: str) -> None:
    """Raise ValueError, with a text for people, if this can be no bot."""
    if is_address(command):
        _check_address(command)
    else:
        _check_program(command)


def is_address(command: str) -> bool:
    """Is this the address of a WebSocket?"""
    return command.startswith("ws://")


def connect(command: str, seconds: float) -> Transport:
    """Start the bot, or connect to it. Raises Broken."""
    return Socket(command, seconds) if is_address(command) else Process(command)


class Process(Transport):
    """A program of its own, in a process group of its own, spoken to over stdin and stdout; there is no shell."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Broken("start", f"it cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._finalizer = weakref.finalize(self, _end, self.process, 0.0)  # also when we are interrupted
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe)
        self._unsent = bytearray()
        self._read = bytearray()
        self._tail = b""
        self._silent = False
        for file in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(file, False)

    def send(self, text: str, deadline: float) -> None:
        """Into the pipe, as far as the bot reads it; the rest goes with the next message."""
        self._unsent += text.encode() + b"\n"
        while self._unsent:
            self._wait(deadline, hear=False)

    def receive(self, deadline: float) -> bytes:
        while (end := self._read.find(b"\n")) < 0 and len(self._read) <= MAX_MESSAGE_BYTES:
            self._wait(deadline, hear=True)
        if not 0 <= end <= MAX_MESSAGE_BYTES:
            raise Broken("rubbish", f"more than {MAX_MESSAGE_BYTES} bytes without an end of line")
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return line

    def _wait(self, deadline: float, hear: bool) -> None:
        """Until something can be read or written, and do it. Its stderr is always read, so that it cannot get stuck."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Late
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT if self._unsent else 0)  # with 0 we hear only of its end
        if hear:
            poll.register(self._stdout, select.POLLIN)
        if not self._silent:
            poll.register(self._stderr, select.POLLIN)
        ready = {file for file, _ in poll.poll(math.ceil(left * 1000))}
        with contextlib.suppress(BlockingIOError):  # it was not ready after all
            if self._stderr in ready:
                self._silent = not self._complaint()
            if self._stdout in ready:
                self._hear()
            if self._stdin in ready and self._unsent:
                self._write()
            elif self._stdin in ready and self._stdout not in ready:
                raise self._gone("it closed its input")

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._stdin, self._unsent[:_CHUNK_BYTES])]
        except BrokenPipeError:
            raise self._gone("it closed its input") from None

    def _hear(self) -> None:
        found = os.read(self._stdout, _CHUNK_BYTES)
        if not found:
            raise self._gone("it closed its output")
        self._read += found

    def _complaint(self) -> bytes:
        """Keep the end of what it writes to stderr; empty when it has closed that."""
        found = os.read(self._stderr, _CHUNK_BYTES)
        self._tail = (self._tail + found)[-MAX_STDERR_BYTES:]
        return found

    def _gone(self, text: str) -> Broken:
        """What to say of a bot that has ended, or has closed a pipe: its code and the last line it complained with."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.process.wait(GRACE_SECONDS)
            text = f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        with contextlib.suppress(OSError):  # nothing more to read
            for _ in range(_MAX_CHUNKS):
                self._complaint()
        lines = self._tail.decode(errors="replace").strip().splitlines()
        last = "".join(letter if letter.isprintable() else "?" for letter in lines[-1]) if lines else ""
        return Broken("crash", f"{text}; its last words: {last}" if last else text)

    def close(self) -> None:
        """End the process and all that it started."""
        _end(self.process, GRACE_SECONDS)
        self._finalizer.detach()

    def memory(self) -> int | None:
        """The peak of the process itself, on Linux."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return None
        found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(found[0]) * 1024 if found else None


def _end(process: subprocess.Popen[bytes], grace: float) -> None:
    """Let a process end by itself for a moment, then kill its whole group, and wait for it."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace)
    finally:  # an interrupt too
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Socket(Transport):
    """A bot that listens at a WebSocket address, such as `ws://localhost:8765`."""

    def __init__(self, address: str, seconds: float) -> None:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect as connect_to

        self._stack = contextlib.ExitStack()
        try:
            self._connection = self._stack.enter_context(
                connect_to(
                    address,
                    open_timeout=seconds,
                    close_timeout=GRACE_SECONDS,
                    ping_interval=None,
                    max_size=MAX_MESSAGE_BYTES,
                    compression=None,
                    proxy=None,
                )
            )
        except (OSError, ValueError, WebSocketException) as error:
            raise Broken("start", f"no connection to {address}: {str(error) or 'it took too long'}") from None

    def send(self, text: str, deadline: float) -> None:
        """A text frame. A bot that does not read at all is cut off at the deadline."""
        from websockets.exceptions import ConnectionClosed

        with contextlib.suppress(OSError):  # it is closed already, as sending will tell
            self._connection.socket.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            self._connection.send(text)
        except ConnectionClosed as error:
            raise self._gone(error) from None

    def receive(self, deadline: float) -> str | bytes:
        from websockets.exceptions import ConnectionClosed

        try:
            found = self._connection.recv(max(deadline - time.monotonic(), 0))
        except TimeoutError:
            raise Late from None
        except ConnectionClosed as error:
            raise self._gone(error) from None
        if isinstance(found, bytes):
            raise Mistake("rubbish", "a binary frame; messages are text frames")
        return found

    @staticmethod
    def _gone(error: Exception) -> Broken:
        too_big = "1009" in str(error)
        return (
            Broken("rubbish", f"a frame of more than {MAX_MESSAGE_BYTES} bytes")
            if too_big
            else Broken("crash", str(error))
        )

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._stack.close()


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        complete = parts.hostname and parts.port != 0
    except ValueError:
        complete = None
    if not complete:
        raise ValueError(f"{address} is not the address of a WebSocket; one looks like ws://localhost:8765")


def _check_program(command: str) -> None:
    if os.name != "posix":
        raise ValueError("bots over stdin and stdout need Linux or macOS; elsewhere let the bot listen at ws://…")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{command!r} is not a command: {str(error).lower()}") from None
    if not words:
        raise ValueError("a bot is a command, such as ./my-bot, or an address, such as ws://localhost:8765")
    program = words[0]
    if shutil.which(program):
        return
    if Path(program).is_file():
        raise ValueError(f"{program} is not executable: chmod +x {program}, or put its interpreter in front of it")
    raise ValueError(f"there is no program {program}")
