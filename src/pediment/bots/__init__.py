"""Bots: anything that chooses a move from what its seat may know.

>>> from pediment.bots import bots, make
>>> bots()
['uniform', 'greedy']
>>> make("greedy", seed=7).name
'greedy'
"""

from __future__ import annotations

from typing import Final

from pediment.bots.bot import Bot
from pediment.bots.greedy import Greedy
from pediment.bots.uniform import Uniform

__all__ = ["Bot", "bots", "make"]

_BOTS: Final[dict[str, type[Bot]]] = {bot.name: bot for bot in (Uniform, Greedy)}


def bots() -> list[str]:
    """The names of the bots there are, the weakest first."""
    return list(_BOTS)


def make(name: str, seed: int = 0) -> Bot:
    """A bot by its name, with a random stream of its own. Raises ValueError for a name it does not know."""
    if name not in _BOTS:
        raise ValueError(f"no bot {name!r}; there are {', '.join(_BOTS)}")
    return _BOTS[name](seed)
