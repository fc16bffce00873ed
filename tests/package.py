"""A copy of the package to change, as a later version would be changed, and Python that runs with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pediment

ROOT = Path(__file__).parents[1]
COMPILED = ("*.so", "*.pyd")


def copy(place: Path, *, plain: bool = False) -> Path:
    """Put a copy of the package into a folder; if `plain` without what is compiled, so that its sources count."""
    home = Path(pediment.__file__).parent
    left = ["static", "__pycache__", *(COMPILED if plain else ())]
    shutil.copytree(home, place / "pediment", ignore=shutil.ignore_patterns(*left))
    for library in [] if plain else home.parent.glob("*__mypyc*.so"):  # what compiled modules share
        shutil.copy(library, place)
    return place


def run(place: Path, *arguments: str) -> str:
    """What Python prints with the package of that folder, in the root of the repository."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(place)},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_tests(place: Path, *chosen: str) -> str:
    """What pytest says of some tests with that package; all of them pass."""
    return run(place, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *chosen)
