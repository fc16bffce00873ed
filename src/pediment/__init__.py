"""Pediment: Elysium and Ephyran, played by exact rules.

>>> import pediment
>>> match = pediment.Match(pediment.game("elysium"), seats=2, seed=7)
>>> match.play(match.options()[0])
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pediment import build
from pediment.core import record as _record
from pediment.core.errors import IllegalMove, OptionError, PositionError, RecordError, WhyNot
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.core.state import OVER

# The folder of the games is imported before the function of that name, which would else be lost to it.
import_module("pediment.games")

__version__ = "0.2.0.dev0"
__all__ = [
    "OVER",
    "Game",
    "IllegalMove",
    "Match",
    "OptionError",
    "PositionError",
    "RecordError",
    "WhyNot",
    "build",
    "game",
    "games",
    "play",
    "replay",
]

_GAMES = {"elysium": "pediment.games.elysium.game", "ephyran": "pediment.games.ephyran.game"}


def games() -> list[str]:
    """The names of the games there are."""
    return list(_GAMES)


def game(name: str) -> Game[Any]:
    """A game by its name, such as `pediment.game("elysium")`. Raises ValueError for a name it does not know."""
    if name not in list(_GAMES):
        raise ValueError(f"no game {name!r}; there are {', '.join(_GAMES)}")
    found: Game[Any] = import_module(_GAMES[name]).GAME
    return found


def play(game: Game[Any], state: Any, move: str | int) -> None:
    """Check a label or an action and play it. Raises IllegalMove; nothing has changed then."""
    game.play(state, move)


def replay(record: dict[str, Any] | str) -> Match:
    """The match of a record, a dict or its JSON text, at its last action. Raises RecordError with the place."""
    checked = _record.parse(record) if isinstance(record, str) else record
    _record.check(checked)
    if checked["game"] not in _GAMES:
        raise RecordError("game", f"no game {checked['game']!r}; there are {', '.join(_GAMES)}")
    of = game(checked["game"])
    return Match.of(of, _record.replay(of, checked))
