"""python-chess: chess, to mate, stalemate, bare kings and the like, or 75 moves without progress."""

from __future__ import annotations

import random
from collections.abc import Sequence

from chess import Board, Move  # type: ignore[import-not-found]

from benchmarks.rounds.shared import Game, answer, driven


def new(rng: random.Random) -> Board:
    return Board()


def legal(board: Board) -> Sequence[Move]:
    """Leave out the check for fivefold repetition, which walks back through the game: in its favour."""
    if board.is_insufficient_material() or board.is_seventyfive_moves():
        return ()
    return list(board.legal_moves)


answer({"2": lambda: Game(new, driven(legal, Board.push), Board.copy)})
