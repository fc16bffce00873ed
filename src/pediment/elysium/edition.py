"""An edition: the values that differ from box to box or are a reconstruction, read from one TOML file."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from pediment.core.errors import EditionError
from pediment.elysium.tables import IDS, KIND_OF_ID
from pediment.elysium.words import COLOURS, COLUMN_COUNT, KINDS, LETTERS

STANDARD: Final = Path(__file__).parent / "data" / "edition.toml"
_QUEST_FIELDS: Final = ["gold", "transfers", "vp"]
_SECTIONS: Final = ["name", "conditions", "incomplete_quest", "quests_2", "quests_3_4", "pediment"]


class Quest:
    """What a Quest gives in Phase III (E6.2, E6.3)."""

    __slots__ = ("gold", "transfers", "vp")

    def __init__(self, gold: int, transfers: int, vp: int) -> None:
        self.gold = gold
        self.transfers = transfers
        self.vp = vp


class Edition:
    """Conditions, Quests and Pediment sides, made fast to ask. `values` is what the file said."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.name: str = values["name"]
        digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
        self.hash: str = digest[:16]
        conditions: dict[str, str] = values["conditions"]
        self.conditions: list[str] = [conditions[IDS[kind]] for kind in range(KINDS)]
        # by set of columns, then by kind: may a card be taken with these columns (E4.4)?
        self.takeable: list[list[bool]] = [
            [meets(condition, columns) for condition in self.conditions] for columns in range(16)
        ]
        self.incomplete = _quest(values["incomplete_quest"])
        self.quests_2 = [_quest(quest) for quest in values["quests_2"]]
        self.quests_3_4 = [_quest(quest) for quest in values["quests_3_4"]]
        sides: dict[str, list[str]] = values["pediment"]
        self.pediment: list[list[int]] = [
            [COLOURS.index(colour) for colour in sides[side]] for side in ("side_a", "side_b")
        ]

    def quests(self, seats: int) -> list[Quest]:
        """The Quests for that many players, left to right."""
        return self.quests_2 if seats == 2 else self.quests_3_4

    def quest_columns(self, seats: int, side: int) -> list[int]:
        """By Quest number: the columns of which one is needed (E2.3); entry 0 is empty."""
        colours = self.pediment[side]
        if seats == 2:
            return [0, 1 << colours[0] | 1 << colours[1], 1 << colours[2] | 1 << colours[3]]
        return [0] + [1 << colour for colour in colours]


def meets(condition: str, columns: int) -> bool:
    """Do these columns suffice: every colour, and one further column for each black dot (E4.4)?

    >>> meets("R*", 0b0011), meets("R*", 0b0001), meets("RG", 0b0011)
    (True, False, False)
    """
    needed = 0
    for letter in condition:
        if letter != "*":
            needed |= 1 << LETTERS.index(letter)
    return needed & columns == needed and COLUMN_COUNT[columns] >= len(condition)


def load(path: str | Path | None = None) -> Edition:
    """The edition in that file, or the one that comes with the package.

    Raises EditionError with every problem found, and OSError for a file that cannot be read.
    """
    return parse(Path(path or STANDARD).read_text(encoding="utf-8"))


def parse(text: str) -> Edition:
    """The edition written in that TOML text; raises EditionError with every problem and its line."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise EditionError([(int(at[1]) if at else 0, f"not valid TOML: {error}")]) from None
    return check_values(values, _lines(text))


def check_values(values: dict[str, Any], lines: dict[str, int] | None = None) -> Edition:
    """The edition of values already read; raises EditionError with every problem."""
    problems = _Checker(values, lines or {}).problems
    if problems:
        raise EditionError(sorted(problems))
    return Edition(values)


def template() -> str:
    """The text of an edition file to type printed values into: the standard one under another name."""
    return STANDARD.read_text(encoding="utf-8").replace('name = "reconstruction"', 'name = "my box"')


def _quest(values: dict[str, int]) -> Quest:
    return Quest(values["gold"], values["transfers"], values["vp"])


class _Checker:
    """Goes through an edition's values and notes each problem with its line."""

    def __init__(self, values: dict[str, Any], lines: dict[str, int]) -> None:
        self.problems: list[tuple[int, str]] = []
        self.lines = lines
        for name in values:
            if name not in _SECTIONS:
                self.note(name, f"unknown section or field {name!r}; known are {', '.join(_SECTIONS)}")
        for name in _SECTIONS:
            if name not in values:
                self.note("", f"{name!r} is missing")
        name = values.get("name", "-")
        if not isinstance(name, str) or not name.strip():
            self.note("name", 'name must be a text, such as "my box"')
        self.conditions(values.get("conditions", {}))
        self.quest("incomplete_quest", values.get("incomplete_quest"))
        self.quests("quests_2", values.get("quests_2"), 2)
        self.quests("quests_3_4", values.get("quests_3_4"), 4)
        self.pediment(values.get("pediment"))

    def note(self, path: str, text: str) -> None:
        """A problem at the line of that path, or of the section it is in."""
        while path and path not in self.lines:
            path = path.rpartition("/")[0]
        self.problems.append((self.lines.get(path, 0), text))

    def conditions(self, conditions: Any) -> None:
        """Every card has a condition of at most four dots, no colour twice."""
        if not isinstance(conditions, dict):
            self.note("conditions", "conditions must be a section [conditions] with a line for each card")
            return
        for card, condition in conditions.items():
            path = f"conditions/{card}"
            if KIND_OF_ID.get(card, KINDS) == KINDS:
                self.note(path, f"unknown card {card!r}")
            elif not isinstance(condition, str) or not re.fullmatch(r"[RYGB*]{1,4}", condition):
                self.note(
                    path, f"{card}: the condition must be 1 to 4 of the letters R, Y, G, B and *, not {condition!r}"
                )
            elif any(condition.count(letter) > 1 for letter in LETTERS):
                self.note(path, f"{card}: a colour stands twice in {condition!r}; nobody has two columns of one colour")
        for kind in range(KINDS):
            if IDS[kind] not in conditions:
                self.note("conditions", f"{IDS[kind]} has no condition")

    def quests(self, name: str, quests: Any, n: int) -> None:
        """Quests 1 to n, each with its income."""
        if quests is None:
            return
        if not isinstance(quests, list) or len(quests) != n:
            self.note(name, f"{name} must be {n} parts [[{name}]]")
            return
        for i, quest in enumerate(quests):
            self.quest(f"{name}/{i}", quest, order=i + 1)

    def quest(self, path: str, quest: Any, order: int | None = None) -> None:
        """Whole numbers, none below zero."""
        if quest is None:
            return
        if not isinstance(quest, dict):
            self.note(path, f"{path} must be a section with gold, transfers and vp")
            return
        for field in quest:
            if field not in _QUEST_FIELDS and (field != "order" or order is None):
                self.note(f"{path}/{field}", f"unknown field {field!r}")
        if order is not None and quest.get("order", order) != order:
            self.note(f"{path}/order", f"the Quests stand in order; this one is {order}")
        for field in _QUEST_FIELDS:
            value = quest.get(field)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 20:
                self.note(f"{path}/{field}", f"{field} must be a whole number from 0 to 20, not {value!r}")

    def pediment(self, sides: Any) -> None:
        """Two sides with all four colours each."""
        if sides is None:
            return
        if not isinstance(sides, dict):
            self.note("pediment", "pediment must be a section with side_a and side_b")
            return
        for side in sides:
            if side not in ("side_a", "side_b"):
                self.note(f"pediment/{side}", f"unknown field {side!r}")
        for side in ("side_a", "side_b"):
            colours = sides.get(side)
            if not isinstance(colours, list) or sorted(map(str, colours)) != sorted(COLOURS):
                self.note(f"pediment/{side}", f"{side} must name each of {', '.join(COLOURS)} once, left to right")


def _lines(text: str) -> dict[str, int]:
    """The line of every section and field, by its path, such as `quests_2/0/gold`."""
    found: dict[str, int] = {}
    section = ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        many = re.match(r"\s*\[\[\s*([\w.-]+)\s*\]\]", line)
        one = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
        field = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""", line)
        if many:
            name = many[1]
            counts[name] = counts.get(name, -1) + 1
            section = f"{name}/{counts[name]}"
            found.setdefault(name, number)
            found[section] = number
        elif one:
            section = one[1]
            found[section] = number
        elif field:
            name = field[1] or field[2] or field[3] or ""
            found[f"{section}/{name}" if section else name] = number
    return found
