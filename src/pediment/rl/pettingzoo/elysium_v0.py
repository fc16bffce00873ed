"""Elysium for PettingZoo: `env`, the same without wrappers as `raw_env`, and `parallel_env`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pediment.rl.opponents import Opponent
from pediment.rl.pettingzoo.table import Table, parallel, wrapped
from pediment.rl.rewards import WIN

__all__ = ["env", "parallel_env", "raw_env"]


def raw_env(
    *,
    seats: int = 2,
    families: str | list[str] = "random",
    pediment: str = "random",
    edition: str | dict[str, Any] | None = None,
    opponents: Opponent | Sequence[Opponent | None] | None = None,
    reward: str = WIN,
    noop: bool = False,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Table:
    """A table of Elysium for 2, 3 or 4 agents, `player_0` and so on.

    `families` is a set such as "opulence", "random" or a list of five, `pediment` is "a", "b" or "random", `edition` an
    edition file. `render_mode` is "human", "ansi" or "rgb_array".
    `opponents` are bots in some of the seats: a list by seat, with None for those that stay agents, or one opponent for
    all but `player_0`. `reward` is "win", "zero-sum", "margin" or "points".
    With `noop` there is one more action, the last, which an agent that is not asked may choose and which does nothing.
    `max_cycles` limits the answers of each agent, in the parallel environment the steps.

    Raises OptionError for a value that the rules do not allow, and names the rule.
    """
    return Table(
        "elysium",
        seats=seats,
        families=families,
        pediment=pediment,
        edition=edition,
        opponents=opponents,
        reward=reward,
        noop=noop,
        max_cycles=max_cycles,
        render_mode=render_mode,
    )


env = wrapped(raw_env)
parallel_env = parallel(raw_env)
