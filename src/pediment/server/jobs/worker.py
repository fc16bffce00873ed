"""The child's side: what every process does that works for a supervisor.

It reads jobs and writes answers, one JSON object a line; it complains on stderr, without labels and seeds. It ends
when its stdin does, even in the middle of a job.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any, BinaryIO

import pediment

Do = Callable[[dict[str, Any], Callable[[int], None]], Any]
"""Does a job: gets what it says and whom to tell how far it is, returns the answer."""


def work(niceness: int, do: Do) -> None:
    """Do jobs until stdin ends."""
    jobs, answers = _set_up(niceness)
    while True:
        job = json.loads(jobs.get())
        say = partial(_say, answers, job["id"])
        try:
            say("answer", do(job, partial(say, "done")))
        except Exception as error:
            say("error", where(error))


def where(error: BaseException) -> str:
    """What went wrong and where, without the error's own text: that may tell a label or a seed."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} at " + " < ".join(
        f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in reversed(frames)
    )


def _set_up(niceness: int) -> tuple[queue.SimpleQueue[bytes], BinaryIO]:
    """Where jobs come from, and where answers go."""
    for interruption in (signal.SIGINT, signal.SIGTERM):  # they are for the server, which ends its workers
        signal.signal(interruption, signal.SIG_IGN)
    sys.excepthook = _complain
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a bot prints by mistake is a complaint and no answer
    os.nice(niceness)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pediment.GameLeftOut)  # the server has said so
        for name in pediment.games():
            pediment.game(name)
    gc.freeze()
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    _write(answers, {"ready": True})
    return jobs, answers


def _listen(source: BinaryIO, jobs: queue.SimpleQueue[bytes]) -> None:
    for line in source:
        jobs.put(line)
    os._exit(0)  # the server is gone


def _say(answers: BinaryIO, number: int, what: str, value: object) -> None:
    _write(answers, {"id": number, what: value})


def _write(answers: BinaryIO, message: dict[str, Any]) -> None:
    try:
        answers.write(json.dumps(message).encode() + b"\n")
    except OSError:
        os._exit(0)


def _complain(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    print(where(error), file=sys.stderr, flush=True)
