"""Every public method says what it does, itself or by the method that it overrides, and examples come true.

Ruff checks that everything else has a docstring.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pediment

WITHOUT_THEIR_LIBRARY = {"pediment.rl.stable_baselines3"}
"""Modules for a library that none of our extras has."""


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(pediment.__path__, "pediment."):
        if found.name in WITHOUT_THEIR_LIBRARY:
            continue
        module = importlib.import_module(found.name)
        if str(module.__file__).endswith(".py"):  # a compiled function has no docstring
            yield module


def test_public_methods_have_docstrings() -> None:
    undocumented = [
        f"{module.__name__}.{kind.__qualname__}.{name}"
        for module in modules()
        for kind in vars(module).values()
        if inspect.isclass(kind) and kind.__module__ == module.__name__ and not kind.__name__.startswith("_")
        for name, member in vars(kind).items()
        if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property))
        if not any(getattr(vars(base).get(name), "__doc__", None) for base in kind.__mro__)
    ]
    assert undocumented == []


def test_examples_in_docstrings_come_true() -> None:
    results = {module.__name__: doctest.testmod(module) for module in modules()}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 100
