"""What can be calibrated in a game: values of its edition that are not known, and facts that are."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Choice: TypeAlias = int | str


@dataclass(frozen=True)
class Knob:
    """A value that may have been another one: its name, what it could be, and how it is put into an edition's values.

    `choices` are in their order, if they have one.
    """

    name: str
    choices: tuple[Choice, ...]
    put: Callable[[dict[str, Any], Choice], None]

    @staticmethod
    def at(path: str, *choices: Choice) -> Knob:
        """One for a value that stands in the edition under that path: `Knob.at("quests_2/1/gold", 1, 2, 3)`.

        Lists are counted from 1.
        """

        def put(values: dict[str, Any], choice: Choice) -> None:
            *way, last = path.split("/")
            place: Any = values
            for name in way:
                place = place[int(name) - 1] if isinstance(place, list) else place[name]
            place[last] = choice

        return Knob(path, choices, put)


@dataclass(frozen=True)
class Calibration:
    """The knobs of a game, and the file of facts that editions are held against (docs/lab.md has its fields)."""

    knobs: tuple[Knob, ...]
    facts: Path

    def edition(self, values: Mapping[str, Any], chosen: Mapping[str, Choice]) -> dict[str, Any]:
        """The values of an edition with what was chosen for some of the knobs; the values themselves stay as they are.

        Raises KeyError for a knob that does not exist.
        """
        found = copy.deepcopy(dict(values))
        knobs = {knob.name: knob for knob in self.knobs}
        for name, choice in chosen.items():
            knobs[name].put(found, choice)
        return found
