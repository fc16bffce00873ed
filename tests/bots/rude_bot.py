"""A bot that does one thing wrong, named by its argument; without one it takes the first move. Needs nothing of ours.

python rude_bot.py WRONG [FILE]     FILE gets the numbers of its processes
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

FLOOD = 3_000_000


def hello(wrong: str) -> list[str]:
    message: dict[str, Any] = {"type": "hello", "protocol": 1, "name": "rude", "version": "2", "author": "Eris"}
    if wrong == "old":
        message["protocol"] = 0
    if wrong == "nameless":
        del message["name"]
    return ["[1, 2" if wrong == "greets badly" else json.dumps(message)]


def replies(wrong: str, ask: dict[str, Any], nth: int) -> list[str]:
    """What the bot answers to its nth question; from the second on it is wrong."""
    move: dict[str, Any] = {"type": "move", "id": ask["id"], "move": ask["legal"][0]}
    if wrong == "moody":  # never twice the same
        move["move"] = ask["legal"][time.monotonic_ns() // 1000 % len(ask["legal"])]
    if wrong == "forgetful":  # a new game begins, and it plays on as if it did not
        move["move"] = ask["legal"][nth % len(ask["legal"])]
    right = json.dumps(move)
    if nth < 2:
        return [right]
    answers: dict[str, list[str]] = {
        "loud": [json.dumps(move | {"move": f"  {ask['legal'][0].upper()} "})],
        "rubbish": ["dismiss red"],
        "deep": ["[" * 60_000],
        "surrogate": [json.dumps(move | {"move": "\ud800"})],
        "greets again": ['{"type": "hello", "protocol": 1, "name": "rude"}'],
        "future": [json.dumps(move | {"id": ask["id"] + 1})],
        "zero": [json.dumps(move | {"id": 0})],
        "illegal": [json.dumps(move | {"move": "discard 4"})],
        "unknown": [json.dumps(move | {"move": "castle"})],
        "stale": [json.dumps(move | {"id": ask["id"] - 1, "move": "castle"}), right],
        "chatty": [right, "by the way"],
        "huge": ["x" * FLOOD],
    }
    return answers.get(wrong, [right])


def main() -> None:
    wrong = sys.argv[1]
    pids = [os.getpid()]
    if wrong == "parent":  # its child would live on
        pids.append(subprocess.Popen([sys.executable, "-IS", "-c", "import time; time.sleep(600)"]).pid)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            print(*pids, file=file)
    if wrong in ("stubborn", "parent"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if wrong == "stillborn":
        sys.exit("no wish to play")
    if wrong == "mute":
        time.sleep(600)
    if wrong == "slow to start":
        time.sleep(0.5)
    nth = 0
    late: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(*hello(wrong), sep="\n", flush=True)
        if message["type"] == "over" and wrong == "leaves":
            sys.exit(0)
        if message["type"] != "ask":
            continue
        nth += 1
        if nth == 2:
            if wrong in ("stubborn", "parent"):
                time.sleep(600)
            elif wrong == "late":  # until the next question
                late = replies(wrong, message, nth)
                continue
            elif wrong == "dies":
                raise RuntimeError("a bug")
            elif wrong == "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            elif wrong == "closes stdout":
                os.close(1)
                time.sleep(600)
            elif wrong == "noise":
                sys.stdout.buffer.write(bytes(range(256)) * 4 + b"\n")
                sys.stdout.flush()
                continue
        if wrong == "screams":
            print("x" * FLOOD, file=sys.stderr, flush=True)
        print(*late, *replies(wrong, message, nth), sep="\n", flush=True)
        late = []
        if nth == 1 and wrong == "closes stdin":
            os.close(0)
            time.sleep(600)
        if nth == 1 and wrong == "deaf":
            time.sleep(600)
    if wrong == "stubborn":
        time.sleep(600)


if __name__ == "__main__":
    main()
