"""A later version of the package: its standard edition has other values, and everything kept before still works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pediment

ROOT = Path(__file__).parents[1]
# A value of each game's standard edition, and another one
CORRECTIONS = {
    "elysium": ('"zeus.hercules" = "BY"', '"zeus.hercules" = "R"'),
    "ephyran": ("poseidon 4 Scylla + thunderbolt", "poseidon 4 Scylla + owl"),
}


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which a value of each standard edition was corrected."""
    place = tmp_path_factory.mktemp("later")
    home = Path(pediment.__file__).parent
    shutil.copytree(home, place / "pediment", ignore=shutil.ignore_patterns("static", "__pycache__"))
    for library in home.parent.glob("*__mypyc*.so"):  # what compiled modules share
        shutil.copy(library, place)
    for game, (old, new) in CORRECTIONS.items():
        file = place / "pediment" / "games" / game / "data" / "editions" / "standard.toml"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
    return place


def run(later: Path, *arguments: str) -> str:
    """What Python prints with that package."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(later)},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_edition_that_was_shipped_is_kept_by_its_hash() -> None:
    shipped = {"elysium": {"3b34aac3c3b1e374"}, "ephyran": {"6f6d28873d1a118c"}}
    for name in pediment.games():
        editions = pediment.game(name).editions
        assert editions is not None
        kept = {file.stem for file in editions.folder.glob("*.toml")} - {"standard"}
        assert kept >= shipped[name] | {editions.standard.hash}, "keep a copy of the standard edition under its hash"
        for digest in kept:
            edition = editions.parse((editions.folder / f"{digest}.toml").read_text(encoding="utf-8"))
            assert edition.hash == digest
            assert editions.of({"name": edition.name, "hash": digest}) is editions.shipped(digest)


@pytest.mark.parametrize("name", ["", "standard", "../standard", "0" * 16, "3B34AAC3C3B1E374", None, 7])
def test_what_was_never_shipped(name: object) -> None:
    editions = pediment.game("elysium").editions
    assert editions is not None
    assert editions.shipped(name) is None


def test_new_games_have_the_corrected_values_and_old_ones_theirs(later: Path) -> None:
    code = """
import json, pathlib, pediment
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
"""
    assert run(later, "-c", code).startswith(str(later))


def test_tables_and_records_of_released_versions_go_on(later: Path) -> None:
    chosen = ["-m", "not long", "-k", "not postgresql", "tests/table/test_fixtures.py"]
    assert re.search(r"\n[1-9]\d* passed", run(later, "-m", "pytest", "-q", "-p", "no:xdist", *chosen))
