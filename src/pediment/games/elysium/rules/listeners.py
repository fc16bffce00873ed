"""Powers that listen: Permanent (E5.2) and Legend (E5.5). They answer to announced events."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.purse import gain
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import FAMILY

TAKEN: Final = 0
TRANSFERRED: Final = 1
TRANSFERS_BEGIN: Final = 2
SECOND_TRANSFER: Final = 3


class Listener:
    """A power that hears what happens to the player in whose Domain its card lies."""

    def hear(self, s: ElysiumState, event: int, seat: int, subject: int, own: int) -> None:
        """React to an event about the card `subject`; `own` is the card whose power this is."""

    def extra_transfers(self) -> int:
        """Transfers that this card adds in Phase III."""
        return 0


class WhenFamily(Listener):
    """When you take or transfer a card of the family: receive. It does not see its own card taken (E5.2)."""

    def __init__(self, family: int, n: int, counter: int) -> None:
        self.family = family
        self.n = n
        self.counter = counter

    def hear(self, s: ElysiumState, event: int, seat: int, subject: int, own: int) -> None:
        """Pay for a take or a transfer of the family."""
        if FAMILY[subject] != self.family:
            return
        if event == TRANSFERRED or (event == TAKEN and subject != own):
            gain(s, seat, self.n, self.counter, own)


class WhenEvent(Listener):
    """At one event: receive."""

    def __init__(self, event: int, n: int, counter: int) -> None:
        self.event = event
        self.n = n
        self.counter = counter

    def hear(self, s: ElysiumState, event: int, seat: int, subject: int, own: int) -> None:
        """Pay at that event."""
        if event == self.event:
            gain(s, seat, self.n, self.counter, own)


class OneMoreTransfer(Listener):
    """Helm of Invisibility."""

    def extra_transfers(self) -> int:
        return 1
