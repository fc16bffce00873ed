"""The system's clock as it jumps: nobody at a table pays for a clock that was put forward, or wins by one put back."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from pediment.server.domain.table import Table

MIN_STEP_SECONDS: Final = {"live": 0.1, "days": 60.0}
"""By kind of clock, the least step that is not charged: a live clock is a monotonic one, days go by the calendar."""


@dataclass(frozen=True, slots=True)
class Step:
    """The system's clock was set at the time `at`, forward by so many seconds."""

    at: float
    seconds: float


class Timekeeper:
    """Compares the system's clock with the monotonic one, and keeps the steps that it noticed."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._ahead = time.time() - time.monotonic()

    def look(self) -> None:
        """Notice a step since the last look."""
        ahead = time.time() - time.monotonic()
        seconds = ahead - self._ahead
        if abs(seconds) >= min(MIN_STEP_SECONDS.values()):
            self.steps.append(Step(time.time() - seconds, seconds))
            self._ahead = ahead

    def corrected(self, table: Table, since: int) -> Table:
        """The table with the clock of its question as if these steps, from number `since` on, had not been."""
        kind = table.created.house.clock.kind
        if kind != "none" and table.asked is not None:
            for step in self.steps[since:]:
                if abs(step.seconds) >= MIN_STEP_SECONDS[kind] and table.asked_at <= step.at:
                    table = table.delayed(step.seconds)
        return table
