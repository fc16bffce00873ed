"""The kit of a game: what it offers to the rest of the product besides its engine.

A kit names things by their place, "module:name", and imports none of them, so that a list of games costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pediment.core.game import Game


@dataclass(frozen=True)
class Kit:
    """The manifest of a game. Only the engine is needed; whatever else is missing is replaced by something plain.

    >>> kit = Kit("elysium", "Elysium", "pediment.games.elysium.game:GAME")
    >>> kit.game().name
    'elysium'
    """

    name: str
    """What the game is called in commands, addresses and records: lower case, without spaces."""
    title: str
    """What it is called on the screen."""
    engine: str
    """The `Game`, such as "pediment.games.elysium.game:GAME"."""
    hands_hidden: bool = False
    """Do seats see different things? Players at one screen are then asked to look away."""
    beginner: Mapping[str, Any] = field(default_factory=dict)
    """Options for a first game, where the game's own defaults are not the gentlest."""
    sets: str = ""
    """The option that takes sets and families by their names in any language, such as "families"."""
    finished: Mapping[str, Any] = field(default_factory=dict)
    """What a described position says when the game is over, such as {"phase": "over"}."""
    running: frozenset[str] = frozenset()
    """Fields of a position that only a running game needs: `pediment score` adds `finished` to one without them."""
    terminal_board: str = ""
    """The `pediment.terminal.board.Board` that draws its table."""
    card_reader: str = ""
    """The `pediment.terminal.cards.Library` that shows its cards."""
    picture: str = ""
    """The function that draws its table on a `pediment.rl.picture.Canvas`."""
    lesson: Path | None = None
    """The script of its lesson."""
    ratings: Path | None = None
    """How strong the levels of the ladder were measured to be in this game."""
    overlooked: Mapping[str, int] = field(default_factory=dict)
    """By level: how many cards of a hundred a fallible bot overlooks."""
    most_outcomes: int | str = 0
    """The most outcomes that one draw can have, or the place of that number; OpenSpiel asks for it."""
    most_draws: int = 0
    """The most draws of a game; likewise."""

    def __post_init__(self) -> None:
        """Raise ValueError for a name that commands, addresses and modules cannot have."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise ValueError(f"a game is called by lower case letters, digits and _, not {self.name!r}")

    def game(self) -> Game[Any]:
        """The engine. Raises ImportError or AttributeError if it is not where the kit says."""
        found: Game[Any] = self.part(self.engine)
        return found

    def check(self) -> None:
        """Find out whether the kit is what it says, without loading more than the engine.

        Raises ImportError, AttributeError, FileNotFoundError or ValueError.
        """
        if self.game().name != self.name:
            raise ValueError(f"its engine calls itself {self.game().name!r}")
        for place in (self.terminal_board, self.card_reader, self.picture):
            if place and find_spec(place.partition(":")[0]) is None:
                raise ModuleNotFoundError(f"there is no module {place.partition(':')[0]!r}")
        for file in (self.lesson, self.ratings):
            if file is not None and not file.exists():
                raise FileNotFoundError(f"there is no {file}")

    def part(self, place: str) -> Any:
        """What stands at a "module:name". Raises ImportError or AttributeError."""
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)
