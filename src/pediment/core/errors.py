"""Errors for people: what was wrong, where, which rule, what would be right."""

from __future__ import annotations


def brief(value: object) -> str:
    """A value as it is shown in an error: short, whatever it is."""
    if isinstance(value, int) and abs(value) > 10**50:
        return "a number of more than 50 digits"
    try:
        return f"{value!r:.60}"
    except RecursionError:
        return "something nested too deeply"
    except Exception:  # what somebody else's object says of itself is somebody else's code
        return f"a {type(value).__name__} without words"


def field_name(field: object) -> str:
    """The name of a field as an error says it: itself, or in brief what nobody could read."""
    if isinstance(field, str) and 0 < len(field) <= 60 and field.isprintable():
        return field
    return brief(field)


def told(error: BaseException) -> str:
    """What somebody else's code raised: its kind, and its text if it has one."""
    try:
        text = str(error)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class WhyNot(str):
    """Why a move is forbidden: a text that starts with the rule number, and its parts.

    >>> why = WhyNot("E4.4", "You have no green column.")
    >>> why.rule, str(why)
    ('E4.4', 'E4.4: You have no green column.')
    """

    rule: str
    sentence: str

    def __new__(cls, rule: str, sentence: str) -> WhyNot:
        """A text of both; no rule number when the move does not exist at all."""
        self = super().__new__(cls, f"{rule}: {sentence}" if rule else sentence)
        self.rule = rule
        self.sentence = sentence
        return self

    def __reduce__(self) -> tuple[type[WhyNot], tuple[str, str]]:
        """For copies and for other processes."""
        return WhyNot, (self.rule, self.sentence)


class IllegalMove(ValueError):
    """A move that is unknown or not allowed now; `rule` is the number of the rule that forbids it."""

    def __init__(self, move: object, why: WhyNot) -> None:
        self.move = move
        self.why = why
        self.rule = why.rule
        super().__init__(f"{brief(move)} cannot be played. {why}")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[object, ...]]:
        """For copies and for other processes."""
        return IllegalMove, (self.move, self.why)


class IllegalAnswer(RuntimeError):
    """A bot gave an answer that is not legal. It was not played."""


class PositionError(ValueError):
    """A position with problems; `problems` lists every one as (field, text)."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{field}: {text}" for field, text in problems))

    def __reduce__(self) -> tuple[type[PositionError], tuple[object, ...]]:
        """For copies and for other processes."""
        return PositionError, (self.problems,)


class RecordError(ValueError):
    """A record that cannot be replayed; `place` says where in it, such as `actions[17]`."""

    def __init__(self, place: str, text: str) -> None:
        self.place = place
        self.text = text
        super().__init__(f"{place}: {text}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[object, ...]]:
        """For copies and for other processes."""
        return RecordError, (self.place, self.text)


class OptionError(ValueError):
    """An option of a new game that is unknown or has a wrong value."""


class UnknownOption(OptionError, TypeError):
    """An option that there is not: a TypeError, too, as of any function that has no such keyword."""


class EditionError(ValueError):
    """An edition file with problems; `problems` lists every one as (line, text), line 0 for the whole file."""

    def __init__(self, problems: list[tuple[int, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"line {line}: {text}" if line else text for line, text in problems))

    def __reduce__(self) -> tuple[type[EditionError], tuple[object, ...]]:
        """For copies and for other processes."""
        return EditionError, (self.problems,)
