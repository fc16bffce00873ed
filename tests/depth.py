"""How much is tried: a part in plain Python, all of it on the compiled engine, still more by `make test-deep`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any, Final

import pytest

import pediment


def is_set(name: str) -> bool:
    """Does a variable of the environment say yes?"""
    return os.environ.get(name, "0") not in ("", "0")


MUST: Final = is_set("PEDIMENT_MUST")
"""Nothing may be left out."""
DEEP: Final = is_set("PEDIMENT_DEEP")


def games(full: int, part: int) -> int:
    """On how many games a law is tried: all where it is compiled, a third in plain Python by `make test-deep`.

    Marked as `laws`.
    """
    if pediment.build.compiled():
        return full
    return max(part, full // 3) if DEEP else part


def often(usual: int, deep: int) -> int:
    """How often something is tried: marked as `deep`."""
    return deep if DEEP else usual


def examples(full: int, part: int) -> int:
    """How many examples of Hypothesis: ten times as many by `make test-deep` where it is compiled.

    Marked as `laws` and `deep`.
    """
    return 10 * full if DEEP and pediment.build.compiled() else games(full, part)


def some_of(every: Iterable[Any], always: Collection[Any]) -> list[Any]:
    """Parameters of a test, tuples for several: all of them by `make test-deep`, which then runs those that `make test`
    leaves out."""
    missing = set(always) - set(every := list(every))
    assert not missing, missing
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=[] if one in always else [pytest.mark.long])
        for one in every
    ]
