"""Bots: anything that chooses a move from what its seat may know.

>>> from pediment.bots import bots, levels, make
>>> levels()
['shepherd', 'potter', 'merchant', 'scholar', 'strategist', 'titan']
>>> make("greedy", seed=7).name
'greedy'
"""

from __future__ import annotations

from typing import Final

from pediment.bots import ladder
from pediment.bots.agent import Agent, Question
from pediment.bots.bot import Bot
from pediment.bots.external.bot import External, is_external
from pediment.bots.greedy import Greedy
from pediment.bots.python_bots import Maker, entry_names, find, is_python, make_python
from pediment.bots.search import Budget, Search
from pediment.bots.uniform import Uniform

__all__ = ["Agent", "Bot", "Budget", "Maker", "Question", "bots", "levels", "make"]

_BOTS: Final[dict[str, type[Bot]]] = {bot.name: bot for bot in (Uniform, Greedy, Search)}


def bots() -> list[str]:
    """The names that `make` knows: for researchers uniform, greedy and search, then the levels."""
    return [*_BOTS, *ladder.LEVELS]


def levels() -> list[str]:
    """The levels of the ladder, the weakest first."""
    return list(ladder.LEVELS)


def make(name: str | Maker, seed: int = 0) -> Bot:
    """A bot by its name, with a random stream of its own. A search takes a budget: `search@250ms`, `search@2000`.

    A path, a command line or an address is somebody else's bot: `./my-bot@2s`, `node my-bot.mjs`, `ws://localhost:8765`.
    So is a class or a function in Python, as `module:Class`, by the name of an entry point, or the object itself; a
    function takes a `seed` and makes a bot, or takes a `Question` and answers it.
    Raises ValueError for a name it does not know, for what makes no bot, and for a budget that cannot be read.
    """
    if not isinstance(name, str):
        return make_python(name, getattr(name, "__name__", type(name).__name__), seed)
    if is_external(name):
        return External(name, seed)
    base, at, budget = name.partition("@")
    if base not in bots():
        if is_python(name):
            return make_python(find(name), name, seed)
        raise ValueError(f"no bot {base!r}; there are {', '.join([*bots(), *entry_names()])}")
    if at and base != Search.name:
        raise ValueError(f"only {Search.name} takes a time to think: leave out {at}{budget}")
    if at:
        search = Search(seed, Budget.parse(budget))
        search.name = name
        return search
    return _BOTS[base](seed) if base in _BOTS else ladder.level(base, seed)
