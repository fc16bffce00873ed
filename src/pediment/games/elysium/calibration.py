"""Which values of Elysium are a reconstruction that might have been another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pediment.core.calibration import Calibration, Choice, Knob
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, KIND_OF_ID, LEVEL

COLOURS: Final = "RYGB"
ANY: Final = "*"
LESS, AS_IT_IS, MORE = "less", "as it is", "more"


def _quest(section: str, order: int, gold: int, transfers: int, vp: int) -> list[Knob]:
    """The knobs of a Quest: each value may be one more or less than these."""
    values = {"gold": gold, "transfers": transfers, "vp": vp}
    return [Knob.at(f"{section}/{order}/{field}", *range(max(n - 1, 0), n + 2)) for field, n in values.items()]


def _columns(level: int, *choices: str) -> Knob:
    """How much the cards of a Level need (E4.4): one column, one and any other, or two."""

    def put(values: dict[str, Any], choice: Choice) -> None:
        conditions = values["conditions"]
        for card, condition in conditions.items():
            if LEVEL[CARDS_OF_KIND[KIND_OF_ID[card]][0]] == level:
                conditions[card] = _changed(condition, str(choice))

    return Knob(f"conditions/{level}", choices, put)


def _changed(condition: str, choice: str) -> str:
    """A condition that is a step easier or harder; the second colour is the one after the first."""
    first, second = condition[0], condition[1:]
    if choice == LESS:
        return first if second in ("", ANY) else first + ANY
    if choice == MORE and second in ("", ANY):
        return first + (COLOURS[(COLOURS.index(first) + 1) % len(COLOURS)] if second else ANY)
    return condition


def _side(side: str, standard: list[str]) -> Knob:
    """In which order the colours of a side are: as they are, or moved on."""
    orders = {" ".join(standard[turn:] + standard[:turn]): standard[turn:] + standard[:turn] for turn in range(4)}

    def put(values: dict[str, Any], choice: Choice) -> None:
        values["pediment"][side] = orders[str(choice)]

    return Knob(f"pediment/{side}", tuple(orders), put)


CALIBRATION: Final = Calibration(
    knobs=(
        *_quest("quests_2", 1, gold=2, transfers=2, vp=0),
        *_quest("quests_2", 2, gold=4, transfers=3, vp=1),
        *_quest("quests_3_4", 1, gold=2, transfers=2, vp=0),
        *_quest("quests_3_4", 2, gold=3, transfers=2, vp=0),
        *_quest("quests_3_4", 3, gold=3, transfers=2, vp=2),
        *_quest("quests_3_4", 4, gold=4, transfers=3, vp=2),
        _columns(1, AS_IT_IS, MORE),
        _columns(2, AS_IT_IS, MORE),
        _columns(3, LESS, AS_IT_IS, MORE),
        _side("side_b", ["yellow", "blue", "red", "green"]),
    ),
    facts=Path(__file__).parent / "data" / "facts.toml",
)
