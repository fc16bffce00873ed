"""The log: what happened, as tuples of ints, and how a view shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from mypy_extensions import mypyc_attr

NO_CAUSE: Final = -1
_NO: Final = -(2**40)  # stands for a value that a line does not have
_MAX_KNOWN_ENTRIES: Final = 20_000


class Log:
    """What happened, line by line. Clones share their lines until one of them writes on."""

    __slots__ = ("_lines", "_own", "closed", "shown")

    def __init__(self, lines: list[tuple[int, ...]]) -> None:
        self._lines = lines
        self._own = True
        self.closed = False  # a world that is only searched needs no further lines
        self.shown: list[dict[str, Any]] = []  # entries of the first lines, once made; replaced, never changed

    def note(self, event: int, cause: int, a: int = _NO, b: int = _NO, c: int = _NO, d: int = _NO) -> None:
        """Write a line: an event, its cause and up to four values."""
        if self.closed:
            return
        if a == _NO:
            self._write((event, cause))
        elif b == _NO:
            self._write((event, cause, a))
        elif c == _NO:
            self._write((event, cause, a, b))
        elif d == _NO:
            self._write((event, cause, a, b, c))
        else:
            self._write((event, cause, a, b, c, d))

    def note_cards(self, event: int, cause: int, cards: list[int]) -> None:
        """Write a line about cards, unless there are none."""
        if cards and not self.closed:
            self._write((event, cause, *cards))

    def _write(self, line: tuple[int, ...]) -> None:
        if not self._own:
            self._lines = self._lines[:]
            self._own = True
        self._lines.append(line)

    def clone(self) -> Log:
        """A log that can be written on without touching this one."""
        other = Log(self._lines)
        other.closed = self.closed
        other.shown = self.shown
        self._own = other._own = False
        return other

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, at: int) -> tuple[int, ...]:
        return self._lines[at]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self._lines)


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
        return [self._copy(log[i], log.shown[i]) for i in range(len(log))]

    def entry(self, line: tuple[int, ...]) -> dict[str, Any]:
        """A log line as a view shows it, a dict of the caller's own."""
        return self._copy(line, self._known(line))

    def _copy(self, line: tuple[int, ...], known: dict[str, Any]) -> dict[str, Any]:
        found = known.copy()
        if self.listing[line[0]]:
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
