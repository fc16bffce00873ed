"""The levels that players can choose: the ladder, and bots that the host of the server offers by their own names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pediment
from pediment.bots import bots, levels
from pediment.server.domain.refusal import Refused

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,29}")


@dataclass(frozen=True)
class Agent:
    """A bot that the host offers."""

    name: str
    bot: str
    """What `pediment.bots.make` takes."""
    plays: Mapping[str, Sequence[int]] | None = None
    """By game, for how many players; None for everything."""
    ratings: Mapping[str, float] = field(default_factory=dict)
    """By game, what its author says that it has been measured at."""


def is_agent_name(name: str) -> bool:
    """Whether an agent can be called that: a short word that no bot of ours has.

    >>> is_agent_name("aristotle"), is_agent_name("scholar"), is_agent_name("Two words")
    (True, False, False)
    """
    return _NAME.fullmatch(name) is not None and name not in bots()


class Levels:
    """What can be chosen, by game and number of players.

    >>> levels = Levels([Agent("aristotle", "my_agents:Net", plays={"elysium": [2]})])
    >>> levels.of("elysium", 2)[-2:], levels.of("ephyran", 2)[-1]
    (['titan', 'aristotle'], 'titan')
    """

    def __init__(self, agents: Iterable[Agent] = ()) -> None:
        self.agents: dict[str, Agent] = {agent.name: agent for agent in agents}

    def of(self, game: str, seats: int) -> list[str]:
        """The levels for a game of so many players, the ladder first."""
        return [*levels(), *(name for name in self.agents if seats in self.seats(name, game))]

    def seats(self, level: str, game: str) -> list[int]:
        """For how many players a level plays that game; none for a level that is not known."""
        counts = list(pediment.game(game).seat_counts)
        agent = self.agents.get(level)
        if agent is None:
            return counts if level in levels() else []
        return counts if agent.plays is None else [n for n in agent.plays.get(game, ()) if n in counts]

    def check(self, level: str, game: str, seats: int, language: str) -> None:
        """Raise Refused for a level that cannot be chosen there."""
        known = self.of(game, seats)
        if level not in known:
            raise Refused("no-level", language, levels=", ".join(known))


LADDER: Final = Levels()
"""Without anything that a host offers."""
