"""The log: what happened, as tuples of ints, and how a view shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import mypyc_attr

NO_CAUSE: Final = -1
_MOST_KNOWN: Final = 20_000


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
        self.known: dict[tuple[int, ...], dict[str, Any]] = {}  # entries made before: the same lines come again

    def entry(self, line: tuple[int, ...]) -> dict[str, Any]:
        """A log line as a view shows it, a dict of the caller's own."""
        known = self.known.get(line)
        if known is None:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            known = self.known[line] = self._entry(line)
        found = known.copy()
        if self.listing[line[0]]:
            found["cards"] = found["cards"][:]
        return found

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
