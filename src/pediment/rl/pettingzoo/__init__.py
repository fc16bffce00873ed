"""All games for PettingZoo: `elysium_v0`, `ephyran_v0`, each with `env`, `raw_env` and `parallel_env`.

A game of another package has the same under its name: `from pediment.rl.pettingzoo import pebbles_v0`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pediment
from pediment.rl.opponents import Opponent
from pediment.rl.pettingzoo import elysium_v0, ephyran_v0
from pediment.rl.pettingzoo.table import Table, parallel, wrapped
from pediment.rl.rewards import WIN

__all__ = ["elysium_v0", "ephyran_v0"]
_VERSION = "_v0"


def __getattr__(name: str) -> ModuleType:
    game = name.removesuffix(_VERSION)
    if game == name or game not in pediment.games():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _environments(game)


def __dir__() -> list[str]:
    return sorted({*globals(), *(f"{game}{_VERSION}" for game in pediment.games())})


def _environments(game: str) -> ModuleType:
    """The module of a game that brings none: its options by keyword, as `Game.new` takes them."""
    found = ModuleType(f"{__name__}.{game}{_VERSION}", f"{pediment.kit(game).title} for PettingZoo.")

    def raw_env(
        *,
        seats: int = 2,
        opponents: Opponent | Sequence[Opponent | None] | None = None,
        reward: str = WIN,
        noop: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> Table:
        """A table of the game, with its options. Raises OptionError for what cannot be had, with the rule."""
        return Table(
            game,
            seats=seats,
            opponents=opponents,
            reward=reward,
            noop=noop,
            max_cycles=max_cycles,
            render_mode=render_mode,
            **options,
        )

    raw_env.__module__, raw_env.__qualname__ = found.__name__, raw_env.__name__
    made = {"raw_env": raw_env, "env": wrapped(raw_env), "parallel_env": parallel(raw_env)}
    vars(found).update(made, __all__=sorted(made))
    return sys.modules.setdefault(found.__name__, found)
