"""The scenario language: a position, then who is asked, all options, the answer, and nothing left pending."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import pediment
from pediment.core.match import Match

_RESTS = ("turn", "after-take", "action", "over")


class Scenario:
    """A position played through by the script. A question that the script does not expect fails the test.

    >>> with Scenario({"seats": [{"domain": ["zeus.hercules"], "vp": 7}, {}]}) as play:
    ...     play.answers(0, "use zeus.hercules")
    ...     play.has(0, vp=9)
    ...     play.rests(0)
    """

    def __init__(self, position: dict[str, Any], game: str = "elysium") -> None:
        self.game = pediment.game(game)
        self.match = Match.of(self.game, self.game.position(position))
        self.settled = True

    def __enter__(self) -> Scenario:
        """The scenario itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """A script must end by saying what is pending: `rests`, `pending` or `over`."""
        if kind is None and not self.settled:
            raise AssertionError(f"the script ends without `rests`, `pending` or `over`; {self._asked()}")

    @property
    def state(self) -> Any:
        """The state now, for what the language has no word for."""
        return self.match.state

    def asked(self, seat: int, options: list[str], answer: str) -> None:
        """This seat is asked, exactly these are all options, and this is the answer."""
        self.pending(seat, options)
        self.settled = False
        self.match.play(answer)

    def answers(self, seat: int, *answers: str) -> None:
        """This seat is asked and gives these answers one after the other, whatever else is offered."""
        for answer in answers:
            if self.match.to_move != seat:
                raise AssertionError(f"seat {seat} should answer {answer!r}; {self._asked()}")
            if answer not in self.match.options():
                raise AssertionError(f"{answer!r} is not offered; {self._asked()}; {self.match.why_not(answer)}")
            self.settled = False
            self.match.play(answer)

    def pending(self, seat: int, options: list[str]) -> None:
        """This seat is asked now, and exactly these are all options."""
        if self.match.to_move != seat or sorted(self.match.options()) != sorted(options):
            raise AssertionError(f"seat {seat} should be asked {sorted(options)}; {self._asked()}")
        self.settled = True

    def rests(self, seat: int) -> None:
        """Nothing is left pending: this seat is asked for its turn, before or after its take."""
        if self.match.to_move != seat or self.game.asking(self.state) not in _RESTS:
            raise AssertionError(f"only the turn of seat {seat} should be pending; {self._asked()}")
        self.settled = True

    def over(self) -> None:
        """The game is over."""
        if not self.match.over:
            raise AssertionError(f"the game should be over; {self._asked()}")
        self.settled = True

    def offers(self, *labels: str) -> None:
        """These are among the options now."""
        missing = [label for label in labels if label not in self.match.options()]
        if missing:
            raise AssertionError(f"not offered: {missing}; {self._asked()}")

    def refuses(self, label: str, rule: str) -> None:
        """This is not among the options now, `why_not` cites the rule, and playing it changes nothing."""
        why = self.game.why_not(self.state, label)
        if label in self.match.options() or why is None:
            raise AssertionError(f"{label!r} should be refused; {self._asked()}")
        if why.rule != rule:
            raise AssertionError(f"{label!r} should be refused by {rule}, not: {why}")
        before = self.game.digest(self.state)
        try:
            self.match.play(label)
        except pediment.IllegalMove:
            pass
        else:
            raise AssertionError(f"{label!r} was played")
        if self.game.digest(self.state) != before:
            raise AssertionError(f"{label!r} was refused, but the state has changed")

    def has(self, seat: int, **fields: Any) -> None:
        """The view shows these fields of the seat: `has(0, gold=3, domain=["zeus.hercules"])`."""
        self._shows(self.match.view()["seats"][seat], fields, f"seat {seat}")

    def table(self, **fields: Any) -> None:
        """The view shows these fields of the table: `table(agora=[], epoch=2)`."""
        self._shows(self.match.view(), fields, "the table")

    def scores(self, seat: int, **items: Any) -> None:
        """The itemised score of the seat has these items."""
        self._shows(self.match.scores()[seat], items, f"the score of seat {seat}")

    def logged(self, event: str, **fields: Any) -> None:
        """The log has an entry with this event and these fields."""
        log = self.match.view()["log"]
        if not any(entry["event"] == event and fields.items() <= entry.items() for entry in log):
            raise AssertionError(f"no {event!r} with {fields} in the log: {[e for e in log if e['event'] == event]}")

    def _shows(self, shown: dict[str, Any], fields: dict[str, Any], what: str) -> None:
        wrong = {name: (shown[name], value) for name, value in fields.items() if shown[name] != value}
        if wrong:
            raise AssertionError(f"{what} (is, should be): {wrong}; {self._asked()}")

    def _asked(self) -> str:
        if self.match.over:
            return "the game is over"
        return f"seat {self.match.to_move} is asked {self.game.asking(self.state)!r}: {self.match.options()}"
