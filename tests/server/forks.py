"""Processes that start at once: one that has imported everything forks for each server that a test wants.

What it forks is a process like any other, with its own environment, folder, group, output and limits; it has only been
spared the imports. `python -m tests.server.forks` with the number of a socket is the one that forks.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Self

import pediment
from pediment.server.server import Server
from pediment.server.settings import Settings
from pediment.server.web.app import app_of
from tests.server.stores import PATIENCE

ENVIRONMENT = {**os.environ, "PYTHONUTF8": "1"}
"""As it was before any test; a process that is forked gets its own."""
MODULES = ("pediment.cli", "tests.server.later_version", "tests.server.server_processes", "tests.server.store_writer")
"""Whose `main` a process can be."""
LATER = (
    "anyio._backends._asyncio",
    "pediment.server.store.postgres",
    "pediment.terminal.screen",
    "uvicorn.lifespan.off",
)
"""What a server imports when it needs it."""
MAX_REQUEST_BYTES = 1 << 17
NUMBER = struct.Struct("i")


class Forked:
    """A process that calls `main` of a module, and leads a group; it is used as one of `subprocess` is."""

    def __init__(
        self,
        module: str,
        arguments: list[str],
        *,
        stdin: int | None = None,
        stdout: int,
        stderr: int,
        env: dict[str, str],
        files: int = 0,
    ) -> None:
        """`files` is how many it may have open, if that is limited."""
        self.returncode: int | None = None
        self._news, told = os.pipe()
        request = {"module": module, "arguments": arguments, "env": env, "folder": os.getcwd(), "files": files}
        given = [stdout, stderr, told, *([] if stdin is None else [stdin])]
        socket.send_fds(_forking(), [json.dumps(request).encode()], given)
        os.close(told)
        self.pid = self._hear()

    def poll(self) -> int | None:
        """Its exit code, below zero the signal that has ended it; None while it runs."""
        return self._ended(0.0)

    def wait(self, timeout: float) -> int:
        """Its exit code, when it has ended. Raises TimeoutExpired."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        return code

    def send_signal(self, number: int) -> None:
        """If it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _ended(self, seconds: float) -> int | None:
        if self.returncode is None and select.select([self._news], [], [], seconds)[0]:
            self.returncode = self._hear()
            os.close(self._news)
        return self.returncode

    def _hear(self) -> int:
        """First its number, in the end its exit code."""
        number: int
        (number,) = NUMBER.unpack(os.read(self._news, NUMBER.size))
        return number


class Talking(Forked):
    """One to which a test talks by pipes, line by line; it is killed in the end."""

    def __init__(self, module: str, *arguments: str) -> None:
        (heard, out), (asked, said) = os.pipe(), os.pipe()
        super().__init__(module, [*arguments], stdin=asked, stdout=out, stderr=2, env={**os.environ})
        os.close(asked)
        os.close(out)
        self.stdin, self.stdout = os.fdopen(said, "w"), os.fdopen(heard)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.wait(PATIENCE)
        self.stdin.close()
        self.stdout.close()


@cache
def _forking() -> socket.socket:
    """Where this process asks for others; whoever forks them ends with it."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.forks", str(there.fileno())],
            pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=Path(__file__).parents[2],
            env=ENVIRONMENT,
        )

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


def fork_for(asking: socket.socket) -> Callable[[], int | None]:
    """Fork for each request; returns only in the processes that were forked, with what each is to do."""
    running: dict[int, tuple[int, int]] = {}
    while True:
        waiting: list[socket.socket | int] = [asking, *running]
        for ready in select.select(waiting, [], [])[0]:
            if isinstance(ready, int):
                pid, told = running.pop(ready)
                os.close(ready)
                _tell(told, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                os.close(told)
                continue
            text, given, _, _ = socket.recv_fds(asking, MAX_REQUEST_BYTES, 4)
            if not text:  # the tests are over, or were ended
                for pid, _ in running.values():
                    os.kill(pid, signal.SIGKILL)
                sys.exit()
            stdout, stderr, told, *stdin = given
            pid = os.fork()
            if not pid:
                for each in stdin:
                    os.dup2(each, 0)
                os.dup2(stdout, 1)
                os.dup2(stderr, 2)
                asking.detach()
                os.closerange(3, 1 + max(map(int, os.listdir("/proc/self/fd"))))
                return _prepared(**json.loads(text))
            for each in (stdout, stderr, *stdin):
                os.close(each)
            running[os.pidfd_open(pid)] = pid, told
            _tell(told, pid)


def _tell(told: int, number: int) -> None:
    with suppress(BrokenPipeError):  # nobody wants to know any more
        os.write(told, NUMBER.pack(number))


def _prepared(module: str, arguments: list[str], env: dict[str, str], folder: str, files: int) -> Callable[[], Any]:
    """What this process is to do, after it has got all that is its own."""
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False, buffering=1)
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    if files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return partial(importlib.import_module(module).main, arguments)


def _import_all() -> None:
    for module in (*MODULES, *LATER):
        importlib.import_module(module)
    for name in pediment.games():
        pediment.game(name)
    app_of(Server(Settings(database="unused.sqlite")))
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the tests, which end what they have started
    _import_all()
    sys.exit(fork_for(socket.socket(fileno=int(sys.argv[1])))())
