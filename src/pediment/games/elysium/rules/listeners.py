"""Powers that listen: Permanent (E5.2) and Legend (E5.5). They answer to announced events."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.amounts import changeable
from pediment.games.elysium.rules.purse import gain
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import FAMILY
from pediment.games.elysium.rules.vocabulary import COUNTERS

TAKEN: Final = 0
TRANSFERRED: Final = 1
TRANSFERS_BEGIN: Final = 2
SECOND_TRANSFER: Final = 3


class Listener:
    """A power that hears what happens to the player in whose Domain its card lies."""

    def amounts(self) -> list[tuple[str, int]]:
        """What its numbers are called in an edition, and where they stand there."""
        return []

    def hear(self, s: ElysiumState, event: int, seat: int, subject: int, own: int) -> None:
        """React to an event about the card `subject`; `own` is the card whose power this is."""

    def extra_transfers(self, s: ElysiumState) -> int:
        """Transfers that this card adds in Phase III."""
        return 0


class Pays(Listener):
    """Receive n of a counter, whenever it is."""

    def __init__(self, n: int, counter: int) -> None:
        self.n = changeable(n)
        self.counter = counter

    def amounts(self) -> list[tuple[str, int]]:
        """It is called by the counter."""
        return [(COUNTERS[self.counter], self.n)]

    def pay(self, s: ElysiumState, seat: int, own: int) -> None:
        """Now."""
        gain(s, seat, s.edition.amounts[self.n], self.counter, own)


class WhenFamily(Pays):
    """When you take or transfer a card of the family: receive. It does not see its own card taken (E5.2)."""

    def __init__(self, family: int, n: int, counter: int) -> None:
        super().__init__(n, counter)
        self.family = family

    def hear(self, s: ElysiumState, event: int, seat: int, subject: int, own: int) -> None:
        """Pay for a take or a transfer of the family."""
        if FAMILY[subject] != self.family:
            return
        if event == TRANSFERRED or (event == TAKEN and subject != own):
            self.pay(s, seat, own)


class WhenEvent(Pays):
    """At one event: receive."""

    def __init__(self, event: int, n: int, counter: int) -> None:
        super().__init__(n, counter)
        self.event = event

    def hear(self, s: ElysiumState, event: int, seat: int, subject: int, own: int) -> None:
        """Pay at that event."""
        if event == self.event:
            self.pay(s, seat, own)


class MoreTransfers(Listener):
    """Helm of Invisibility."""

    def __init__(self, n: int) -> None:
        self.n = changeable(n)

    def amounts(self) -> list[tuple[str, int]]:
        """The transfers."""
        return [("transfers", self.n)]

    def extra_transfers(self, s: ElysiumState) -> int:
        return s.edition.amounts[self.n]
