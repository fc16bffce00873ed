"""Seats and who may play them. Every right is a secret word, of which the store keeps only the hash."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Literal

Kind = Literal["seat", "person", "invite", "share", "mail"]


def new_word(kind: Kind) -> str:
    """A secret word of 192 bits that fits into a link; its beginning says what it is for.

    >>> new_word("seat")[:5]
    'seat_'
    """
    return f"{kind}_{secrets.token_urlsafe(24)}"


def new_id() -> str:
    """An id of 96 bits for a table, a person or a report. It begins with no hyphen, which would make it an option of a
    command line.
    """
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


def hash_of(word: str) -> str:
    """What the store keeps of a secret word. The words are long and random, so a fast hash is enough."""
    return hashlib.sha256(word.encode()).hexdigest()


@dataclass(slots=True)
class Seat:
    """A seat: free, a person's, or a bot's. A person's seat with a level is played by a bot while they are away."""

    name: str = ""
    token: str = ""
    person: str | None = None
    level: str | None = None
    nonce: str = ""
    reserved: str = ""
    """The hash of the token of the player for whom this free seat is kept."""

    @property
    def owned(self) -> bool:
        """Whether it belongs to a person."""
        return bool(self.token)

    @property
    def free(self) -> bool:
        """Whether somebody can sit down."""
        return not self.token and not self.level

    @property
    def played_by_person(self) -> bool:
        """Whether its person plays it now."""
        return self.owned and self.level is None


@dataclass(frozen=True)
class Caller:
    """Whoever sent a request: the hashes of all keys that they showed, and their identity."""

    keys: frozenset[str] = frozenset()
    person: str | None = None

    def owns(self, seat: Seat) -> bool:
        """Whether that seat is theirs."""
        return seat.owned and (seat.token in self.keys or (self.person is not None and seat.person == self.person))

    def expected(self, seat: Seat) -> bool:
        """Whether that free seat is kept for them."""
        return seat.reserved in self.keys or (self.person is not None and seat.person == self.person)
