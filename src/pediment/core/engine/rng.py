"""Random streams: small, clonable, one for each purpose, never global."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from pediment.core.engine.fairness import parse

_32_BITS: Final = 0xFFFFFFFF


def _signed(word: int) -> i64:
    """A word of 64 bits as the signed number that has the same bits."""
    return word - 2**64 if word >> 63 else word


_STEP: Final = _signed(0x9E3779B97F4A7C15)
_MIX_1: Final = _signed(0xBF58476D1CE4E5B9)
_MIX_2: Final = _signed(0x94D049BB133111EB)


@mypyc_attr(allow_interpreted_subclasses=True)
class Stream:
    """A stream of unbiased random numbers (SplitMix64), one int of state.

    >>> a = stream(7, "draws"); b = a.clone()
    >>> a.below(6) == b.below(6)
    True

    Compiled, the sums and products of `_step` wrap at 64 bits; in plain Python they grow instead. Only bits 0 to 63
    are ever read, through masks, and those are the same either way.
    """

    __slots__ = ("_high", "_low")

    def __init__(self, state: int) -> None:
        self._high: i64 = state >> 32 & _32_BITS
        self._low: i64 = state & _32_BITS

    @property
    def state(self) -> int:
        """The 64 bits from which the stream goes on."""
        high: int = self._high
        low: int = self._low
        return high << 32 | low

    def _step(self) -> i64:
        """The next 64 random bits: bits 0 to 63 of what comes back."""
        s: i64 = (self._high << 32) + self._low + _STEP
        self._high = s >> 32 & 0xFFFFFFFF
        self._low = s & 0xFFFFFFFF
        z: i64 = (s ^ (s >> 30 & 0x3FFFFFFFF)) * _MIX_1
        z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * _MIX_2
        return z ^ (z >> 31 & 0x1FFFFFFFF)

    def getrandbits(self, bits: int) -> int:
        """A random int of that many bits, at most 64."""
        z = self._step()
        high: int = z >> 32 & 0xFFFFFFFF
        low: int = z & 0xFFFFFFFF
        return (high << 32 | low) >> 64 - bits

    def below(self, n: int) -> int:
        """A random int from 0 to n - 1, all equally likely. Raises ValueError unless n is 1 to 2**32 - 1."""
        if not 0 < n <= _32_BITS:
            raise ValueError(f"a random int must be below 1 to 2**32 - 1, not below {n}")
        size: i64 = n
        limit: i64 = 0x100000000 - 0x100000000 % size
        while True:
            x: i64 = self._step() >> 32 & 0xFFFFFFFF
            if x < limit:
                return x % size

    def lay_out(self, decks: list[list[int]]) -> None:
        """Say which things each deck of a new game has; only a deal needs to know."""

    def pick(self, things: list[int], deck: int) -> int:
        """The place of the thing that comes next out of those that nobody has seen, all equally likely.

        Raises ValueError if there is none.
        """
        return self.below(len(things))

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can be copied and pickled."""
        return Stream, (self.state,)

    def clone(self) -> Stream:
        """A stream that goes on as this one would."""
        other = Stream(0)
        other._high = self._high
        other._low = self._low
        return other


class FairStream(Stream):
    """The stream of a fair seed: whoever has seen any of its numbers cannot tell the next without the key.

    Word number i, from 0, is the first 8 bytes of HMAC-SHA-256(key, i as 8 bytes), all big-endian.
    """

    __slots__ = ("_count", "_key")

    def __init__(self, key: bytes, count: int) -> None:
        super().__init__(0)
        self._key = key
        self._count = count

    @property
    def state(self) -> int:
        """The key and the number of the next word; a hash over it tells nobody what else it was made of."""
        return int.from_bytes(self._key, "big") << 64 | self._count

    def _step(self) -> i64:
        word = hmac.digest(self._key, self._count.to_bytes(8, "big"), "sha256")
        self._count += 1
        return int.from_bytes(word[:8], "big", signed=True)

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can be copied and pickled."""
        return FairStream, (self._key, self._count)

    def clone(self) -> Stream:
        """A stream that goes on as this one would."""
        return FairStream(self._key, self._count)


class DealtStream(FairStream):
    """The stream of a deal: what comes next from a deck is the first thing in a hidden order that is still there.

    The order of a deck follows from the key alone, so that it is the same in every game of the deal, whatever was
    played. It is that in which a stream of its own would draw the things one by one.
    """

    __slots__ = ("_decks", "_orders")

    def __init__(self, key: bytes, count: int, decks: list[list[int]] | None = None) -> None:
        super().__init__(key, count)
        self._decks: list[list[int]] = decks or []
        self._orders: dict[int, list[int]] = {}  # found when they are needed; clones share them

    def lay_out(self, decks: list[list[int]]) -> None:
        """The things of each deck; those after the last one have the same as it, as a deck that is shuffled again."""
        self._decks = [deck[:] for deck in decks]

    def pick(self, things: list[int], deck: int) -> int:
        """The place of the first of these things in the order of the deck.

        Where equal things lie in a deck, the first ones in its order are those that are gone. Without an order, as in a
        position, all are equally likely.
        """
        if not self._decks:
            return self.below(len(things))
        self._count += 1
        gone: dict[int, int] = {}
        for thing in self._decks[min(deck, len(self._decks) - 1)]:
            gone[thing] = gone.get(thing, 0) + 1
        for thing in things:
            gone[thing] = gone.get(thing, 0) - 1
        for thing in self._order(deck):
            if gone[thing] <= 0:
                return things.index(thing)
            gone[thing] -= 1
        raise ValueError("there is nothing to pick")

    def _order(self, deck: int) -> list[int]:
        order = self._orders.get(deck)
        if order is None:
            numbers = FairStream(hmac.digest(self._key, f"deck {deck}".encode(), "sha256"), 0)
            left = self._decks[min(deck, len(self._decks) - 1)][:]
            order = []
            while left:
                at = numbers.below(len(left))
                order.append(left[at])
                left[at] = left[-1]
                left.pop()
            self._orders[deck] = order
        return order

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can be copied and pickled."""
        return DealtStream, (self._key, self._count, self._decks)

    def clone(self) -> Stream:
        """A stream that goes on as this one would."""
        other = DealtStream(self._key, self._count)
        other._decks = self._decks
        other._orders = self._orders
        return other


class NotedStream(Stream):
    """A stream that notes every number asked of `below`, as (purpose, n, number)."""

    __slots__ = ("_noted", "_numbers", "_purpose")

    def __init__(self, numbers: Stream, purpose: str, noted: list[tuple[str, int, int]]) -> None:
        super().__init__(0)
        self._numbers = numbers
        self._purpose = purpose
        self._noted = noted

    @property
    def state(self) -> int:
        """That of the stream whose numbers these are."""
        return self._numbers.state

    def _step(self) -> i64:
        return self._numbers._step()

    def below(self, n: int) -> int:
        """A random int from 0 to n - 1, noted."""
        number = self._numbers.below(n)
        self._noted.append((self._purpose, n, number))
        return number

    def lay_out(self, decks: list[list[int]]) -> None:
        """The things of each deck."""
        self._numbers.lay_out(decks)

    def pick(self, things: list[int], deck: int) -> int:
        """The place of the thing that comes next, noted."""
        place = self._numbers.pick(things, deck)
        self._noted.append((self._purpose, len(things), place))
        return place

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it can be copied and pickled."""
        return NotedStream, (self._numbers, self._purpose, self._noted)

    def clone(self) -> Stream:
        """A stream that goes on as this one would, and notes nothing: what is tried out is no draw of the game."""
        return self._numbers.clone()


def stream(seed: int | str, purpose: str) -> Stream:
    """The stream of a seed for one purpose; other purposes give unrelated streams. A text is a fair seed.

    >>> stream(7, "draws").state == stream(7, "setup").state
    False

    Raises ValueError for a text that is no fair seed.
    """
    if isinstance(seed, str):
        fair = parse(seed)
        if fair.deal:
            return DealtStream(hmac.digest(fair.secret, f"deal:{purpose}".encode(), "sha256"), 0)
        text = f"{fair.branch}:{','.join(fair.nonces)}:{purpose}"
        return FairStream(hmac.digest(fair.secret, text.encode(), "sha256"), 0)
    digest = hashlib.sha256(f"{purpose}:{seed}".encode()).digest()
    found = Stream(0)
    found._high = _word(digest, 0)
    found._low = _word(digest, 4)
    return found


def _word(digest: bytes, at: i64) -> i64:
    """Four bytes as a number, the highest first."""
    first: i64 = digest[at]
    second: i64 = digest[at + 1]
    third: i64 = digest[at + 2]
    fourth: i64 = digest[at + 3]
    return first << 24 | second << 16 | third << 8 | fourth
