from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

import pediment
from pediment.core.engine.vocabulary import Vocabulary
from pediment.games.elysium.rules.vocabulary import ANSWERS as ELYSIUM
from pediment.games.ephyran.rules.vocabulary import ANSWERS as EPHYRAN

LABELS: Final[dict[str, list[str]]] = json.loads(
    (Path(__file__).parent / "data" / "labels.json").read_text(encoding="utf-8")
)
"""By game every label; in Elysium its place is its action. Records, learned weights and masks depend on them."""


def test_an_action_is_found_by_block_and_offset() -> None:
    words = Vocabulary()
    stop = words.add("stop", 0)
    take = words.add("take", 1, 3)
    assert [words.block_of(action) for action in range(4)] == [stop, take, take, take]
    assert [action - words.block_of(action).start for action in range(4)] == [0, 0, 1, 2]
    assert len(words) == 4
    assert words.blocks == {"stop": stop, "take": take}
    with pytest.raises(IndexError):
        words.block_of(4)


@pytest.mark.parametrize(
    ("name", "start", "size", "why"),
    [
        ("take", 2, 1, "begins at 2; the one before it ends at 3"),
        ("take", 4, 1, "begins at 4; the one before it ends at 3"),
        ("quest", 3, 1, "there is a block 'quest' already"),
        ("take", 3, 0, "has no answers"),
    ],
)
def test_blocks_neither_overlap_nor_leave_a_gap(name: str, start: int, size: int, why: str) -> None:
    words = Vocabulary()
    words.add("quest", 0, 3)
    with pytest.raises(ValueError, match=why):
        words.add(name, start, size)
    assert len(words) == 3
    assert list(words.blocks) == ["quest"]


@pytest.mark.parametrize(("name", "answers"), [("elysium", ELYSIUM), ("ephyran", EPHYRAN)])
def test_every_action_of_a_game_is_in_one_block(name: str, answers: Vocabulary) -> None:
    assert pediment.game(name).num_actions == len(answers)
    found = [action for block in answers.blocks.values() for action in range(block.start, block.start + block.size)]
    assert found == list(range(len(answers)))


@pytest.mark.parametrize("name", LABELS)
def test_labels_stay_as_they_are(name: str) -> None:
    assert pediment.game(name).label_list == LABELS[name]


def test_the_actions_of_ephyran_stay_where_they_are() -> None:
    assert {block.name: block.start for block in EPHYRAN.blocks.values()} == {
        "draw-pile": 0, "draw-discard": 1, "with-dionysus": 2, "let": 3, "seat": 4, "god": 8, "dionysus": 12,
        "change-dionysus": 16, "area": 20, "token": 36, "card": 48, "play": 153, "take": 361,
    }  # fmt: skip
    assert len(EPHYRAN) == 569
