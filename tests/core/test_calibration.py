from __future__ import annotations

from pathlib import Path

import pytest

from pediment.core.calibration import Calibration, Choice, Knob

VALUES = {"quests": [{"gold": 1, "vp": 4}, {"gold": 2, "vp": 0}], "side": {"left": {"colour": "red"}}, "name": "mine"}
CALIBRATION = Calibration(
    (
        Knob.at("quests/1/gold", 0, 1, 2),
        Knob.at("quests/2/gold", 1, 2, 3),
        Knob.at("side/left/colour", "red", "blue"),
        Knob.at("name", "mine", "yours"),
    ),
    Path("facts.toml"),
)


def test_what_was_chosen_is_put_where_its_path_leads() -> None:
    assert [knob.name for knob in CALIBRATION.knobs] == [
        "quests/1/gold", "quests/2/gold", "side/left/colour", "name",
    ]  # fmt: skip
    assert CALIBRATION.knobs[1].choices == (1, 2, 3)
    chosen: dict[str, Choice] = {"quests/1/gold": 7, "quests/2/gold": 3, "side/left/colour": "blue", "name": "yours"}
    assert CALIBRATION.edition(VALUES, chosen) == {
        "quests": [{"gold": 7, "vp": 4}, {"gold": 3, "vp": 0}], "side": {"left": {"colour": "blue"}}, "name": "yours",
    }  # fmt: skip


def test_what_was_not_chosen_stays_and_so_do_the_values_themselves() -> None:
    before = repr(VALUES)
    found = CALIBRATION.edition(VALUES, {"quests/2/gold": 1})
    assert found == VALUES | {"quests": [{"gold": 1, "vp": 4}, {"gold": 1, "vp": 0}]}
    found["side"]["left"]["colour"] = "green"
    assert repr(VALUES) == before


def test_only_knobs_can_be_chosen() -> None:
    with pytest.raises(KeyError, match="quests/1/vp"):
        CALIBRATION.edition(VALUES, {"quests/1/vp": 3})
