"""Random streams: small, clonable, one for each purpose, never global."""

from __future__ import annotations

import hashlib
from typing import Final

_MASK: Final = 0xFFFFFFFFFFFFFFFF


class Stream:
    """A stream of unbiased random numbers (SplitMix64), one int of state.

    >>> a = stream(7, "draws"); b = a.clone()
    >>> a.below(6) == b.below(6)
    True
    """

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def getrandbits(self, bits: int) -> int:
        """A random int of that many bits, at most 64."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (z ^ (z >> 31)) >> (64 - bits)

    def below(self, n: int) -> int:
        """A random int from 0 to n - 1, all equally likely; n is at least 1 and less than 2**32."""
        limit = 0x100000000 - 0x100000000 % n
        while True:
            x = self.getrandbits(32)
            if x < limit:
                return x % n

    def clone(self) -> Stream:
        """A stream that goes on as this one would."""
        return Stream(self.state)


def stream(seed: int, purpose: str) -> Stream:
    """The stream of a seed for one purpose; other purposes give unrelated streams.

    >>> stream(7, "draws").state == stream(7, "setup").state
    False
    """
    digest = hashlib.sha256(f"{purpose}:{seed}".encode()).digest()
    return Stream(int.from_bytes(digest[:8], "big"))
