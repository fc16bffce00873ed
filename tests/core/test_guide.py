"""What teaches a game beside its rules: read from its catalogues, as far as they have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pediment.core.guide import read_guide, read_table
from pediment.core.texts import Texts
from pediment.testing.toy import GAME as PEBBLES

CATALOGUE = '''
[overview.aim]
title = "The aim"
words = "goal, purpose"
lines = """
Win {n} games.
Then rest."""

[aid.turn]
title = "A turn"
words = "move"
lines = "Draw."

[sections]
P = "Pebbles"

[synonyms]
"P1" = "bag"

[tables.when]
lead = "When:"
what = "pebble"
when = "it is drawn when"
'''


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "guide.toml").write_text(CATALOGUE, encoding="utf-8")
    return Texts(tmp_path)


def test_a_guide_is_read_and_its_numbers_filled_in(texts: Texts) -> None:
    table = read_table(texts, "en", "when", [("white", "always"), ("black", "never")])
    guide = read_guide(texts, "en", {"n": 3}, {"P1": [table]})
    [aim], [turn] = guide.overview, guide.aid
    assert (aim.name, aim.title, aim.words, aim.lines) == (
        "aim", "The aim", "goal, purpose", ["Win 3 games.", "Then rest."],
    )  # fmt: skip
    assert (turn.name, turn.title, turn.words, turn.lines) == ("turn", "A turn", "move", ["Draw."])
    assert (guide.sections, guide.words, guide.tables) == ({"P": "Pebbles"}, {"P1": "bag"}, {"P1": [table]})
    assert (table.lead, table.head) == ("When:", ("pebble", "it is drawn when"))
    assert table.rows == [("white", "always"), ("black", "never")]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_need_not_have_one(language: str) -> None:
    guide = PEBBLES.guide(language)
    assert (guide.overview, guide.aid, guide.sections, guide.words, guide.tables) == ([], [], {}, {}, {})
    with pytest.raises(ValueError, match="no texts in 'de'; there are en, fr"):
        PEBBLES.guide("de")
