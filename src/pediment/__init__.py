"""Pediment: Elysium and Ephyran, played by exact rules.

>>> import pediment
>>> match = pediment.Match(pediment.game("elysium"), seats=2, seed=7)
>>> match.play(match.options()[0])
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from typing import Any

from pediment import build
from pediment.core import record as _record
from pediment.core.engine.state import OVER
from pediment.core.errors import IllegalMove, OptionError, PositionError, RecordError, WhyNot
from pediment.core.game import Game
from pediment.core.kit import Kit
from pediment.core.match import Match

# The folder of the games is imported before the function of that name, which would else be lost to it.
import_module("pediment.games")

__version__ = "0.2.0.dev0"
__all__ = [
    "OVER",
    "Game",
    "GameLeftOut",
    "IllegalMove",
    "Kit",
    "Match",
    "OptionError",
    "PositionError",
    "RecordError",
    "WhyNot",
    "build",
    "game",
    "games",
    "kit",
    "play",
    "replay",
]

_OWN = {"elysium": "pediment.games.elysium.kit:KIT", "ephyran": "pediment.games.ephyran.kit:KIT"}
ENTRY_POINTS = "pediment.games"
"""The group of entry points by which other packages bring games: `pebbles = "pebbles.kit:KIT"`."""


class GameLeftOut(UserWarning):
    """A game of another package cannot be had; the text says why."""


@cache
def _kits() -> dict[str, Kit]:
    """All kits by name: ours, then those of other packages. One that cannot be loaded is left out with a warning.

    Those of other packages are checked, which loads their engines and what they show in the terminal: a broken one is
    found here and not at every use.
    """
    from importlib.metadata import EntryPoint, entry_points  # slow to import, and much does without

    found = [EntryPoint(name, place, ENTRY_POINTS) for name, place in _OWN.items()]
    found += sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name)
    kits: dict[str, Kit] = {}
    for entry in found:
        try:
            kit = entry.load()
            if not isinstance(kit, Kit) or kit.name != entry.name:
                raise TypeError(f"it is not a Kit with the name {entry.name!r}")
            if entry.name in kits:
                raise ValueError("there is another game of that name")
            if entry.name not in _OWN:
                kit.check()
        except (Exception, SystemExit) as error:  # whatever is wrong with one package, others can be played
            package = entry.dist.name if entry.dist else entry.module
            text = f"the game {entry.name!r} of the package {package!r} is left out: {type(error).__name__}: {error}"
            warnings.warn(text, GameLeftOut, stacklevel=2)
        else:
            kits[entry.name] = kit
    return kits


def games() -> list[str]:
    """The names of the games: Elysium, Ephyran, and those that other installed packages bring (docs/add-a-game.md)."""
    return list(_kits())


def kit(name: str) -> Kit:
    """The kit of a game: what it offers besides its engine. Raises ValueError for an unknown name."""
    kits = _kits()
    if name not in list(kits):
        raise ValueError(f"no game {name!r}; there are {', '.join(kits)}")
    return kits[name]


def game(name: str) -> Game[Any]:
    """A game by its name, such as `pediment.game("elysium")`. Raises ValueError for an unknown name."""
    return kit(name).game()


def play(game: Game[Any], state: Any, move: str | int) -> None:
    """Check a label or an action and play it. Raises IllegalMove; nothing has changed then."""
    game.play(state, move)


def replay(record: dict[str, Any] | str) -> Match:
    """The match of a record, a dict or its JSON text, at its last action. Raises RecordError with the place."""
    checked = _record.parse(record) if isinstance(record, str) else record
    _record.check(checked)
    try:
        of = game(checked["game"])
    except ValueError as error:
        raise RecordError("game", str(error)) from None
    return Match.of(of, _record.replay(of, checked))
