"""The table as text or as a picture, for environments that are watched."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.text import Text

from pediment.core.engine.state import OVER
from pediment.core.errors import OptionError, brief
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.terminal.board import Detail, board_of
from pediment.terminal.messages import Messages

with extra("rl"):
    import gymnasium

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODES: Final = ["human", "ansi", "rgb_array"]
_COLUMNS: Final = 100
_LOG_LINES: Final = 4
"""The last entries of the log below the table."""


def check_mode(mode: str | None) -> None:
    """Raise OptionError for an unknown way to render."""
    if mode not in (None, *MODES):
        raise OptionError(f"render_mode must be {', '.join(MODES)} or None, not {brief(mode)}")


def show(game: Game[Any], state: Any, seat: int | None, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The table by that mode, as that seat sees it: a text, a picture, or None where it is printed or not shown."""
    if mode == "rgb_array":
        return picture(game, state, seat)
    if mode == "ansi":
        return ansi(game, state, seat)
    if mode == "human":
        print(ansi(game, state, seat))
    else:
        gymnasium.logger.warn("there is nothing to render: this environment was made without a render_mode")
    return None


def ansi(game: Game[Any], state: Any, seat: int | None) -> str:
    """The table as the terminal draws it, as that seat sees it, None for a spectator, and what happened last.

    At the end the scores are below. It is plain text, without colours, so that it reads well in a log or a notebook.
    """
    view = game.view(state, seat)
    board = board_of(Match.of(game, state), Messages(), _names(state))
    page = io.StringIO()
    console = Console(file=page, width=_COLUMNS, color_system=None, force_terminal=False)
    console.print(board.whole(view, seat, {}, Detail.FULL))
    for entry in [entry for entry in view["log"] if entry["event"] not in board.quiet][-_LOG_LINES:]:
        console.print(Text(f" · {board.line(entry)}"))
    if game.to_move(state) == OVER:
        console.print(board.sheet(view, _COLUMNS))
        console.print(Text(board.verdict(view, game.returns(state))))
    return "".join(f"{line.rstrip()}\n" for line in page.getvalue().splitlines())


def picture(game: Game[Any], state: Any, seat: int | None) -> NDArray[np.uint8]:
    """The table as a picture of height x width x 3, as that seat sees it, None for a spectator."""
    from pediment.rl.picture import picture as draw  # text needs no library for pictures

    names = _names(state)
    prompt = game.prompt(state, names=names)
    return draw(game.view(state, seat), names, game.returns(state), prompt, game.edition_of(state))


def _names(state: Any) -> list[str]:
    """Players are called as the agents."""
    return [f"player_{seat}" for seat in range(state.origin.seats)]
