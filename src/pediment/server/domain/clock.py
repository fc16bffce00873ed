"""The clocks of a table: none, live, or days for each move.

A live clock gives every decision some seconds of its own; what is beyond them comes out of the seat's bank. When others
cannot know who is asked (a secret reaction), no bank is touched and the question has a time of its own, so that no
clock tells who it was.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

MIN_SECRET_SECONDS: Final = 30.0
"""The least time for a question when others must not know who is asked."""
_DAY_SECONDS: Final = 86_400.0


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think. `minutes` and `seconds` count for `live`, `days` for `days`."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: Annotated[float, msgspec.Meta(ge=0, le=600)] = 15
    """The bank of each seat for the whole game, live."""
    seconds: Annotated[float, msgspec.Meta(ge=1, le=3600)] = 30
    """For each decision before the bank is touched, live."""
    days: Annotated[float, msgspec.Meta(ge=0.01, le=60)] = 2
    """For each decision, days."""

    @property
    def bank(self) -> float:
        """A seat's bank at the start, in seconds; always a float, so that it is always encoded alike."""
        return self.minutes * 60.0 if self.kind == "live" else 0.0

    def allowed(self, bank: float, secret: bool) -> float | None:
        """How many seconds a decision may take; None without a clock."""
        if self.kind == "none":
            return None
        if self.kind == "days":
            return self.days * _DAY_SECONDS
        return max(self.seconds, MIN_SECRET_SECONDS) if secret else self.seconds + bank

    def used(self, seconds: float, bank: float, secret: bool) -> float:
        """The seconds that a decision of this length costs the bank."""
        if self.kind != "live" or secret:
            return 0.0
        return min(max(seconds - self.seconds, 0.0), bank)
