"""`make studies`: play the studies that the page Lab shows, and keep them with each game.

On the compiled engine they took about eight minutes of processor time.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rich.console import Console

import pediment
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab import balance, card_worth
from pediment.lab.progress import watched
from pediment.lab.shipped import Studies, keep

DEALS = {"elysium": (3000, 2300), "ephyran": (1000, 900)}
"""By game: deals for what cards are worth, and for the balance, of two players. 0: no such study."""


def source_of(path: Path) -> Path:
    """Where a file of the package lies in the sources: the package that plays may be the installed one."""
    package = Path(pediment.__file__).parent
    return (
        Path(__file__).parents[1] / "src" / "pediment" / path.relative_to(package)
        if path.is_relative_to(package)
        else path
    )


def write(name: str, jobs: int) -> None:
    """Play the studies of a game and write them where its kit says."""
    game, path, console = pediment.game(name), pediment.kit(name).studies, Console(stderr=True)
    assert path is not None
    n, m = DEALS[name]
    worth = []
    if n:
        worth.append(
            card_worth.study(game, deals=n, jobs=jobs, watch=lambda it: watched(it, n, console, DEFAULT_LANGUAGE))
        )
    level = balance.study(game, deals=m, jobs=jobs, watch=lambda it: watched(it, m, console, DEFAULT_LANGUAGE))
    keep(source_of(path), Studies(pediment.__version__, worth, [level]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(DEALS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    for one in chosen.games:
        write(one, chosen.jobs)
