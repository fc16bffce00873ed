"""`make studies`: play the studies that the page Lab shows, and keep them with each game.

On the compiled engine they took about twelve minutes of processor time.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from rich.console import Console

import pediment
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab import balance, card_worth
from pediment.lab.progress import watched
from pediment.lab.shipped import Studies, keep

T = TypeVar("T")
DEALS = {
    "elysium": (3000, {2: 2300, 3: 1000, 4: 1000}),
    "ephyran": (1000, {2: 900, 3: 500, 4: 500}),
}
"""By game: deals for what cards are worth to two players, 0 for no such study, and for the balance by seats."""


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
    n, by_seats = DEALS[name]
    worth = []
    if n:
        worth.append(card_worth.study(game, deals=n, jobs=jobs, watch=partial(_shown, n, console)))
    level = [
        balance.study(game, deals=m, seats=seats, jobs=jobs, watch=partial(_shown, m, console))
        for seats, m in by_seats.items()
    ]
    keep(source_of(path), Studies(pediment.__version__, worth, level))


def _shown(total: int, console: Console, played: Iterable[T]) -> Iterable[T]:
    return watched(played, total, console, DEFAULT_LANGUAGE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(DEALS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    for one in chosen.games:
        write(one, chosen.jobs)
