"""Reading positions: every problem is noted with its field, none stops the reading."""

from __future__ import annotations

from typing import Any

from pediment.core.engine import fairness
from pediment.core.errors import PositionError, brief, field_name


class Reader:
    """Reads the fields of a position; a game's own reader knows what they mean."""

    def __init__(self, position: Any) -> None:
        if not isinstance(position, dict):
            raise PositionError([("position", f"must be a table of fields, not {brief(position)}")])
        self.position: dict[str, Any] = position
        self.problems: list[tuple[str, str]] = []

    def note(self, field: str, text: str) -> None:
        """A problem."""
        self.problems.append((field, text))

    def check_game(self, name: str, known: list[str]) -> None:
        """The position is of this game and has no unknown fields."""
        self.fields(self.position, "", known)
        if self.position.get("game", name) != name:
            self.note("game", f"this is a position of {brief(self.position['game'])}, not of {name!r}")

    def seats(self, rule: str) -> list[Any]:
        """The list of seats, 2 to 4; without it nothing else can be read."""
        seats = self.position.get("seats")
        if not isinstance(seats, list) or not 2 <= len(seats) <= 4:
            self.note("seats", f"a position needs 2 to 4 seats ({rule})")
            raise PositionError(self.problems)
        return seats

    def table(self, value: Any, where: str, known: list[str]) -> dict[str, Any]:
        """A table with known fields only."""
        if not isinstance(value, dict):
            self.note(where, f"must be a table of fields, not {brief(value)}")
            return {}
        self.fields(value, f"{where}.", known)
        return value

    def fields(self, values: dict[str, Any], where: str, known: list[str]) -> None:
        """Note every field that is not known."""
        for field in values:
            if field not in known:
                self.note(f"{where}{field_name(field)}", f"unknown field; known are {', '.join(known)}")

    def number(self, values: dict[str, Any], where: str, field: str, default: int, least: int, most: int) -> int:
        """A whole number between bounds."""
        value = values.get(field, default)
        if type(value) is not int or not least <= value <= most:
            self.note(f"{where}{field}", f"must be a whole number from {least} to {most}, not {brief(value)}")
            return default
        return value

    def check_seed(self, seats: int) -> None:
        """A whole number of 0 or more, or a fair seed; without one nothing can be drawn."""
        seed = self.position.get("seed", 0)
        if not isinstance(seed, str):
            self.number(self.position, "", "seed", 0, 0, 1 << 62)
            return
        try:
            fairness.check(seed, seats)
        except ValueError as error:
            self.note("seed", str(error))
            raise PositionError(self.problems) from None

    def items(self, values: dict[str, Any], where: str, field: str) -> list[Any]:
        """A list, empty by default."""
        value = values.get(field, [])
        if not isinstance(value, list):
            self.note(f"{where}{field}", f"must be a list, not {brief(value)}")
            return []
        return value

    def choice(self, field: str, default: str, known: list[str]) -> int:
        """One of a few words, as its place among them."""
        value = self.position.get(field, default)
        if value not in known:
            self.note(field, f"must be one of {', '.join(known)}, not {brief(value)}")
            value = default
        return known.index(value)

    def unique(self, field: str, values: list[int]) -> None:
        """No two seats share a value."""
        for seat, value in enumerate(values):
            if value in values[:seat]:
                self.note(f"seats[{seat}].{field}", f"seat {values.index(value)} has {field} {value} too")
