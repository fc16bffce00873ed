"""A process that looks at a bot which a host offers: `python -m pediment.server.jobs.agent_worker BOT`."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import Any

import msgspec

from pediment.bots import make
from pediment.bots.external.bot import greet
from pediment.core.errors import told


def look_at(bot: str) -> dict[str, Any]:
    """What a bot says of itself, or why it does not work: `plays` and `ratings`, or `error`."""
    try:
        with closing(make(bot)) as made:
            greet(made)
            plays = made.plays and {game: sorted(seats) for game, seats in made.plays.items()}
            return {"plays": plays, "ratings": dict(made.ratings)}
    except Exception as error:  # it is somebody else's code
        return {"error": str(error) if isinstance(error, ValueError) else told(error)}


def main() -> None:
    """Write it as JSON; whatever the bot prints itself goes to stderr."""
    answers = os.dup(1)
    os.dup2(2, 1)
    os.write(answers, msgspec.json.encode(look_at(sys.argv[1])))
    os._exit(0)  # threads that the bot has begun would keep the process


if __name__ == "__main__":
    main()
