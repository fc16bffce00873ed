"""The log: what happened, as lines of ints, and how a view shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

NO_CAUSE: Final = -1
_NO: Final = -(2**40)  # stands for a value that a line does not have
_CARDS: Final = _NO - 1  # stands before the place of a list of cards
_WIDTH: Final = 6  # ints of a line
_BLOCK: Final = 32  # lines of a block
_BLANK: Final = vec[i64]([0] * (_WIDTH * _BLOCK))
_NO_BLOCKS: Final[list[vec[i64]]] = []
_NO_CARDS: Final[list[list[int]]] = []
_MAX_KNOWN_ENTRIES: Final = 20_000


class Log:
    """What happened, line by line. Clones share their lines until one of them writes on.

    A line is kept as six machine ints: compiled, that takes a third of the time of a tuple. A line about cards says
    where they are among `_cards`. Lines are in blocks, so that a log grows without being copied.
    """

    __slots__ = ("_at", "_block", "_cards", "_full", "_own", "closed", "shown")

    def __init__(self, lines: list[tuple[int, ...]]) -> None:
        self._block = _BLANK  # the last lines; those before them are in the full blocks
        self._full = _NO_BLOCKS
        self._at: i64 = 0  # ints written in that block
        self._cards = _NO_CARDS
        self._own = False  # may the lines be written on as they are?
        self.closed = False  # a world that is only searched needs no further lines
        self.shown: list[dict[str, Any]] = []  # entries of the first lines, once made; replaced, never changed
        for line in lines:
            if len(line) > 2:
                self.note_cards(line[0], line[1], list(line[2:]))
            else:
                self.note(line[0], line[1])

    def note(self, event: i64, cause: i64, a: i64 = _NO, b: i64 = _NO, c: i64 = _NO, d: i64 = _NO) -> None:
        """Write a line: an event, its cause and up to four values."""
        if self.closed:
            return
        if not self._own:
            self._block = self._block[:]
            self._full = self._full[:]
            self._cards = self._cards[:]
            self._own = True
        block = self._block
        at = self._at
        if at == _BLOCK * _WIDTH:
            self._full.append(block)
            block = self._block = _BLANK[:]
            at = 0
        block[at] = event
        block[at + 1] = cause
        block[at + 2] = a
        block[at + 3] = b
        block[at + 4] = c
        block[at + 5] = d
        self._at = at + _WIDTH

    def note_cards(self, event: int, cause: int, cards: list[int]) -> None:
        """Write a line about cards, unless there are none."""
        if cards and not self.closed:
            self.note(event, cause, _CARDS, len(self._cards))
            self._cards.append(cards[:])

    def clone(self) -> Log:
        """A log that can be written on without touching this one."""
        other = Log([])
        other._block = self._block
        other._full = self._full
        other._at = self._at
        other._cards = self._cards
        other.closed = self.closed
        other.shown = self.shown
        self._own = False
        return other

    def __len__(self) -> int:
        return len(self._full) * _BLOCK + self._at // _WIDTH

    def __getitem__(self, at: int) -> tuple[int, ...]:
        """A line, counted from 0 or, below that, from the end. Raises IndexError."""
        i: i64 = at
        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError(f"the log has {len(self)} lines")
        block = self._block_of(i)
        i = i % _BLOCK * _WIDTH
        if block[i + 2] == _CARDS:
            return (block[i], block[i + 1], *self._cards[block[i + 3]])
        return tuple([block[k] for k in range(i, i + _WIDTH) if block[k] != _NO])

    def event(self, i: i64) -> int:
        """The event of a line, counted from 0, without making the line."""
        return self._block_of(i)[i % _BLOCK * _WIDTH]

    def _block_of(self, i: i64) -> vec[i64]:
        number = i // _BLOCK
        return self._full[number] if number < len(self._full) else self._block

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter([self[i] for i in range(len(self))])


def _silent() -> Log:
    log = Log([])
    log.closed = True
    return log


SILENT: Final = _silent()
"""One log for all games that need none, so that it is at hand: nothing is written there."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Events:
    """The events of a game. A log line is (event, cause, *values): the cause is a card's number or NO_CAUSE.

    Each event has a name, the rule behind it where no card is the cause, and the names of its values; the value
    "cards" takes all that follow. `show` turns a value into what JSON holds, `cause` a card into its id and rule.
    """

    def __init__(
        self,
        events: list[tuple[str, str, list[str]]],
        show: Callable[[str, int], object],
        cause: Callable[[int], tuple[str, str]],
    ) -> None:
        self.events = events
        self.listing = ["cards" in fields for _, _, fields in events]
        self.show = show
        self.cause = cause
        self.known: dict[tuple[int, ...], dict[str, Any]] = {}

    def entries(self, log: Log) -> list[dict[str, Any]]:
        """A log as a view shows it, dicts of the caller's own."""
        n = len(log.shown)
        if n < len(log):
            log.shown = log.shown + [self._known(log[i]) for i in range(n, len(log))]
        return [self._copy(log.event(i), log.shown[i]) for i in range(len(log))]

    def entry(self, line: tuple[int, ...]) -> dict[str, Any]:
        """A log line as a view shows it, a dict of the caller's own."""
        return self._copy(line[0], self._known(line))

    def _copy(self, event: int, known: dict[str, Any]) -> dict[str, Any]:
        found = known.copy()
        if self.listing[event]:
            found["cards"] = found["cards"][:]
        return found

    def _known(self, line: tuple[int, ...]) -> dict[str, Any]:
        """The one entry of a line, which games share: the same lines come again and again."""
        known = self.known.get(line)
        if known is None:
            if len(self.known) >= _MAX_KNOWN_ENTRIES:
                self.known.clear()
            known = self.known[line] = self._entry(line)
        return known

    def _entry(self, line: tuple[int, ...]) -> dict[str, Any]:
        name, rule, fields = self.events[line[0]]
        shown: dict[str, Any] = {"event": name}
        for i, field in enumerate(fields, 2):
            shown[field] = [self.show("card", c) for c in line[i:]] if field == "cards" else self.show(field, line[i])
        shown["cause"] = None
        if line[1] != NO_CAUSE:
            shown["cause"], rule = self.cause(line[1])
        shown["rule"] = rule
        return shown
