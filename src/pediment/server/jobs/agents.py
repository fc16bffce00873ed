"""The bots that the host of a server offers, looked at in processes of their own before the server starts."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import msgspec

from pediment.server.domain.levels import Agent

COMMAND: Final = (sys.executable, "-P", "-m", "pediment.server.jobs.agent_worker")
MAX_SECONDS: Final = 120.0
"""For which a bot may load."""


class AgentFails(Exception):
    """A bot cannot be offered; the text says why."""


class _Found(msgspec.Struct, frozen=True):
    """What the process has found."""

    plays: dict[str, list[int]] | None = None
    ratings: dict[str, float] = {}
    error: str | None = None


def look_at(name: str, bot: str) -> Agent:
    """The bot as an agent of that name. Nothing of it is loaded into this process. Raises AgentFails."""
    try:
        written = subprocess.run([*COMMAND, bot], stdout=subprocess.PIPE, timeout=MAX_SECONDS, check=True).stdout
        found = msgspec.json.decode(written, type=_Found)
    except subprocess.TimeoutExpired:
        raise AgentFails(f"it does not load within {MAX_SECONDS:g} s") from None
    except subprocess.CalledProcessError as error:
        raise AgentFails(f"its process ended with code {error.returncode}") from None
    except msgspec.DecodeError as error:
        raise AgentFails(f"its plays or ratings are not valid: {error}") from None
    if found.error is not None:
        raise AgentFails(found.error)
    return Agent(name, bot, found.plays, found.ratings)
