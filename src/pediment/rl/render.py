"""The table as text or as a picture, for environments that are watched."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from pediment.core.game import Game
from pediment.core.match import Match
from pediment.core.state import OVER
from pediment.terminal.board import board_of
from pediment.terminal.voice import Voice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WIDTH = 100
_NEWS = 4
"""So many entries of the log are told."""


def ansi(game: Game[Any], state: Any, seat: int | None) -> str:
    """The table as the terminal draws it, as that seat sees it, None for a spectator, and what happened last.

    At the end the scores are below. It is plain text, without colours, so that it reads well in a log or a notebook.
    """
    view = game.view(state, seat)
    board = board_of(Match.of(game, state), Voice(), _names(state))
    page = io.StringIO()
    console = Console(file=page, width=_WIDTH, color_system=None, force_terminal=False)
    console.print(board.whole(view, seat, {}, tall=True))
    for entry in [entry for entry in view["log"] if entry["event"] not in board.quiet][-_NEWS:]:
        console.print(Text(f" · {board.line(entry)}"))
    if game.to_move(state) == OVER:
        console.print(board.sheet(view, _WIDTH))
        console.print(Text(board.verdict(view, game.returns(state))))
    return "".join(f"{line.rstrip()}\n" for line in page.getvalue().splitlines())


def picture(game: Game[Any], state: Any, seat: int | None) -> NDArray[np.uint8]:
    """The table as a picture of height x width x 3, as that seat sees it, None for a spectator."""
    from pediment.rl.picture import picture as draw  # text needs no library for pictures

    return draw(game.view(state, seat), _names(state), game.returns(state))


def _names(state: Any) -> list[str]:
    """Players are called as the agents."""
    return [f"player_{seat}" for seat in range(state.origin.seats)]
