"""A later version of the package: its standard edition has other values, and everything kept before still works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pediment
from tests import package
from tests.depth import MUST, some_of

# A value of each game's standard edition, and another one with which even old games from a position go otherwise
CORRECTIONS = {
    "elysium": ('"athena.democracy" = "B"', '"athena.democracy" = "G"'),
    "ephyran": ('"gaia 1 Nemean Lion", "athena-token"', '"gaia 1 Nemean Lion + owl", "athena-token"'),
}


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which a value of each standard edition was corrected."""
    place = package.copy(tmp_path_factory.mktemp("later"))
    for game, (old, new) in CORRECTIONS.items():
        file = place / "pediment" / "games" / game / "data" / "editions" / "standard.toml"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
    return place


def test_every_edition_that_was_shipped_is_kept_by_its_hash() -> None:
    shipped = {"elysium": {"3b34aac3c3b1e374"}, "ephyran": {"6f6d28873d1a118c"}}
    for name in pediment.games():
        editions = pediment.game(name).editions
        assert editions is not None
        kept = {file.stem for file in editions.folder.glob("*.toml")} - {"standard"}
        assert kept >= shipped[name] | {editions.standard.hash}, "make derived keeps a copy"
        for digest in kept:
            edition = editions.parse((editions.folder / f"{digest}.toml").read_text(encoding="utf-8"))
            assert edition.hash == digest
            assert editions.of({"name": edition.name, "hash": digest}) is editions.shipped(digest)


@pytest.mark.parametrize("name", ["", "standard", "../standard", "0" * 16, "3B34AAC3C3B1E374", None, 7])
def test_what_was_never_shipped(name: object) -> None:
    editions = pediment.game("elysium").editions
    assert editions is not None
    assert editions.shipped(name) is None


def test_new_games_and_rematches_have_the_corrected_values_and_old_ones_theirs(later: Path) -> None:
    """A rematch is a new game. What goes on from an old one, or shows it, keeps the old values."""
    code = """
import json, pathlib, random, pediment
from pediment.server.domain.commands import Chair, GoOn, Rematch
from pediment.server.domain import decide, history, opening
from pediment.server.domain.seats import Caller
from tests.server.playing import Sitting
print(pediment.__file__)
for file in sorted(pathlib.Path("tests/records").glob("*.json")):
    record = json.loads(file.read_text(encoding="utf-8"))
    match = pediment.replay(record)
    assert match.record() == record
    described = match.game.describe(match.state)
    assert described["edition"] == record["options"]["edition"]
    assert match.game.edition_of(match.game.position(described)).hash == described["edition"]["hash"]
    new = pediment.Match(match.game, seed=1).record()["options"]["edition"]
    assert new["hash"] != record["options"]["edition"]["hash"] and "values" not in new
    assert "edition" not in match.game.describe(match.game.new(seed=1))
    # a position gets the new values too, and its record says so
    placed = pediment.Match.of(match.game, match.game.position({"game": match.game.name, "seats": [{}, {}]}))
    written = placed.record()
    assert written["position"]["edition"] == new
    assert pediment.replay(written).record() == written
    assert "edition" not in match.game.describe(placed.state)
for game in map(pediment.game, pediment.games()):
    old, new = ({"edition": game.editions.name(game.editions.shipped(digest))}
                for digest in (game.editions.first.hash, game.editions.standard.hash))
    assert old != new
    course = {"game": game.name, "options": old, "seats": 2, "seed": 1, "actions": []}
    sitting = Sitting(game.name, 2, course=course)
    sitting.finish(random.Random(1))
    assert history.record_of(sitting.table, "en")["options"]["edition"] == old["edition"]
    chairs = [Chair("bot", level="potter")] * 2
    on = opening.continue_game(sitting.table, GoOn(3, chairs), Caller(), 1.0, "en").events[0]
    assert on.course["options"] == old
    again = decide.rematch(sitting.table, sitting.caller(0), Rematch(0), 1.0, "en")[0]
    assert again.options["edition"] == new["edition"]
"""
    assert package.run(later, "-c", code).startswith(str(later))


@pytest.mark.parametrize("kind", some_of(["sqlite", "postgresql"], ["sqlite"]))
def test_tables_and_records_of_released_versions_go_on(later: Path, kind: str) -> None:
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[kind]
    chosen = ["-m", "not long", "-k", f"not {other}", "tests/server/test_fixtures.py"]
    said = package.run_tests(later, "-rs", *chosen)
    if kind == "postgresql" and "there is no postgres here" in said and not MUST:
        pytest.skip("there is no postgres here; install the package postgresql")
    assert re.search(r"\n[1-9]\d* passed", said)
    assert "skipped" not in said
