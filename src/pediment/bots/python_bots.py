"""Bots in Python that others wrote: classes and functions, by `module:Class`, by an entry point, or as they are."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final, TypeAlias

from pediment.bots.agent import Agent, FunctionAgent
from pediment.bots.bot import Bot
from pediment.core.errors import brief, told

ENTRY_POINTS: Final = "pediment.bots"
"""The group of entry points by which other packages bring bots: `zeta = "zeta.agents:Zeta"`."""

Maker: TypeAlias = Callable[..., Any]
"""A class of bots or another function of a seed; or a function of a `Question`, which returns an answer."""


def is_python(spec: str) -> bool:
    """Is this the name of a bot of another Python package?

    >>> is_python("my_agents:Net"), is_python("greedy"), is_python("ws://localhost:8765")
    (True, False, False)
    """
    return re.fullmatch(r"\w+(\.\w+)*:\w+(\.\w+)*", spec.strip()) is not None or spec in entry_names()


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def entry_names() -> list[str]:
    """The bots that installed packages bring."""
    return list(_entries())


def find(spec: str) -> Maker:
    """What the name of such a bot stands for. Modules of the present folder are found, too.

    Raises ValueError for a module or a thing in it that does not exist, or that cannot be imported.
    """
    entry = _entries().get(spec)
    module, _, path = (entry.value if entry else spec).strip().partition(":")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except (Exception, SystemExit) as error:  # it is somebody else's code
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            raise ValueError(f"there is no module {module!r}, neither here nor among the installed ones") from None
        raise ValueError(f"the module {module!r} cannot be imported: {told(error)}") from error
    for part in path.split("."):
        if not hasattr(found, part):
            own = [name for name, value in vars(found).items() if getattr(value, "__module__", "") == module]
            raise ValueError(f"the module {module!r} has no {path!r}; it has {', '.join(own) or 'nothing of its own'}")
        found = getattr(found, part)
    return made_by(found, spec)


def made_by(maker: object, name: str) -> Maker:
    """The same maker, if it can be one. Raises ValueError unless it is a class or a function with one argument."""
    if isinstance(maker, Bot):
        raise ValueError(f"{name} is a bot already: give its class, or a function of a seed that makes one")
    if not callable(maker):
        raise ValueError(f"{name} must be a class or a function, not {brief(maker)}")
    try:
        inspect.signature(maker).bind(0)
    except (TypeError, ValueError):
        wanted = "a seed" if takes_seed(maker) else "a question"
        raise ValueError(f"{name} must be called with one argument, {wanted}, and nothing else") from None
    return maker


def takes_seed(maker: Maker) -> bool:
    """Does it make bots, each from a seed? Otherwise it answers questions itself."""
    if isinstance(maker, type):
        return True
    try:
        return "seed" in inspect.signature(maker).parameters
    except (TypeError, ValueError):
        return False


def make_python(maker: Maker, name: str, seed: int) -> Bot:
    """A bot of that class or function. Raises ValueError for what makes none."""
    made_by(maker, name)
    if not takes_seed(maker):
        return FunctionAgent(seed, name, maker)
    try:
        bot = maker(seed)
    except (Exception, SystemExit) as error:  # it is somebody else's code
        raise ValueError(f"{name} makes no bot: {told(error)}") from error
    if not isinstance(bot, Bot):
        raise ValueError(f"{name} makes {brief(bot)}, which is no Bot of pediment.bots")
    bot.name = name
    if isinstance(bot, Agent):
        bot.begin(seed)
    return bot
