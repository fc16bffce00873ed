"""A picture of the table, for people who watch an agent play: what a view holds, as an array of colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pediment.core.extras import extra
from pediment.pictures.posters import table

with extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def picture(
    view: dict[str, Any], names: list[str], returns: list[float], prompt: str = "", box: Any = None
) -> NDArray[np.uint8]:
    """A view of a game as an array of height, width and the three colours; games of as many seats are as large.

    For example `picture(game.view(state, None), ["Ada", "Bob"], game.returns(state))` is what a spectator sees: at the
    end whoever gets a return is marked as a winner. `prompt` is the question that is asked, `box` the edition that the
    cards are of, the package's unless another is given. Raises ValueError for the view of an unknown game.
    """
    winners = [seat for seat, share in enumerate(returns) if share > 0]
    image = table(view, names, winners, prompt, box=box).image
    return np.frombuffer(bytearray(image.tobytes()), np.uint8).reshape(image.height, image.width, 3)
