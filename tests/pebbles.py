"""Pebbles as another package brings it: what docs/add-a-game.md shows, put into a folder as pip would leave it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pediment
from tests.test_docs import FENCE, ROOT

PAGE = ROOT / "docs" / "add-a-game.md"
TOY = Path(pediment.__file__).parent / "testing"


def snippet(language: str, beginning: str) -> str:
    """The example of the page that begins so."""
    found = [text for kind, _, text in FENCE.findall(PAGE.read_text(encoding="utf-8")) if kind == language]
    return str(next(text for text in found if text.startswith(beginning)))


def install(folder: Path, name: str, kit: str) -> None:
    """A package as pip would leave it: its modules, and what it says of itself."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text('"""A game."""\n', encoding="utf-8")
    (folder / name / "kit.py").write_text(kit, encoding="utf-8")
    facts = tomllib.loads(snippet("toml", "[build-system]").replace("pebbles", name))["project"]
    lines = [f"{game} = {place}" for game, place in facts["entry-points"]["pediment.games"].items()]
    info = folder / f"{facts['name']}-{facts['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    (info / "entry_points.txt").write_text("\n".join(["[pediment.games]", *lines, ""]), encoding="utf-8")


def distribution(folder: Path) -> Path:
    """The package of the page in that folder; its engine is a copy of Pebbles, so that nothing of ours knows it."""
    install(folder, "pebbles", snippet("python", "# pebbles/kit.py"))
    _add_engine(folder / "pebbles")
    return folder


def project(folder: Path) -> Path:
    """The sources of that package, laid out as the page shows them, for a build system."""
    (folder / "pebbles").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(snippet("toml", "[build-system]"), encoding="utf-8")
    (folder / "pebbles" / "__init__.py").write_text('"""A game."""\n', encoding="utf-8")
    (folder / "pebbles" / "kit.py").write_text(snippet("python", "# pebbles/kit.py"), encoding="utf-8")
    _add_engine(folder / "pebbles")
    return folder


def _add_engine(package: Path) -> None:
    shutil.copy(TOY / "toy.py", package / "game.py")
    shutil.copytree(TOY / "texts", package / "texts")
