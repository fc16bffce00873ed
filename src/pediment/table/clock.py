"""The clocks of a table: none, live, or days for each move.

A live clock gives every decision some seconds of its own; what is beyond them comes out of the seat's bank. When others
cannot know who is asked (a secret reaction), no bank is touched and the question has a time of its own, so that no
clock tells who it was.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

SECRET_SECONDS: Final = 30.0
"""The least time for a question that others do not know who is asked."""
_DAY: Final = 86_400.0


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think: nothing more for `none`, minutes and seconds for `live`, days for `days`."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: Annotated[float, msgspec.Meta(ge=0, le=600)] = 15
    """The bank of each seat for the whole game, live."""
    seconds: Annotated[float, msgspec.Meta(ge=1, le=3600)] = 30
    """For each decision before the bank is touched, live."""
    days: Annotated[float, msgspec.Meta(ge=0.01, le=60)] = 2
    """For each decision, days."""

    @property
    def bank(self) -> float:
        """What a seat has in its bank at the start; never an int, which would be told in other bytes than a float."""
        return self.minutes * 60.0 if self.kind == "live" else 0.0

    def allowed(self, bank: float, secret: bool) -> float | None:
        """How many seconds a decision may take; None without a clock."""
        if self.kind == "none":
            return None
        if self.kind == "days":
            return self.days * _DAY
        return max(self.seconds, SECRET_SECONDS) if secret else self.seconds + bank

    def used(self, seconds: float, bank: float, secret: bool) -> float:
        """What a decision that took so long costs the bank."""
        if self.kind != "live" or secret:
            return 0.0
        return min(max(seconds - self.seconds, 0.0), bank)
