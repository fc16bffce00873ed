"""Child processes on a machine that may be busy."""

from __future__ import annotations

import pytest

from pediment.server.jobs import supervisor

NEVER_SECONDS = 120.0
"""Longer than anything here takes, unless it hangs."""


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested is not how quick the machine is."""
    monkeypatch.setattr(supervisor, "START_SECONDS", NEVER_SECONDS)
    monkeypatch.setattr(supervisor, "END_SECONDS", NEVER_SECONDS)
